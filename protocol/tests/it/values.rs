//! Values of moves, and the history of a game.

use catalogue::Job;
use game::{Notation, System};
use serde_json::{Value, json};

use crate::common::{answer, game, opened, states, value, with_partials, written};

/// The verdict and distance of each move.
fn judged(answer: &Value) -> Vec<(String, String, Option<u64>)> {
    let text = |value: &Value| value.as_str().unwrap().to_string();
    let moves = answer["moves"].as_array().unwrap().iter();
    moves.map(|judged| (text(&judged["move"]), text(&judged["value"]), judged["plies"].as_u64())).collect()
}

#[test]
fn after_a_corner_only_the_centre_draws() {
    let answer = answer("values", &json!({ "game": "tic-tac-toe", "moves": ["a1"] }));
    assert_eq!(answer["complete"], json!(true));
    assert_eq!(answer["position"]["value"], json!("draw"));
    let judged = judged(&answer);
    assert_eq!(judged.len(), 8);
    for (mv, value, plies) in judged {
        let expected = if mv == "b2" { ("draw", None) } else { ("loss", Some(6)) };
        assert_eq!((value.as_str(), plies), expected, "{mv}");
    }
}

#[test]
fn every_position_of_tic_tac_toe_has_the_values_that_trying_everything_gives() {
    let system = opened().variant.system();
    for seed in 0..60usize {
        let moves = game(&(0..seed % 9).map(|ply| seed * 7 + ply * 5).collect::<Vec<_>>());
        let state = states(&moves).pop().unwrap();
        let found = answer("values", &json!({ "game": "mnk:3,3,3", "moves": moves }));
        let of_moves = system.steps(&state).map(|(action, next)| {
            let (verdict, plies) = written(value(&next).one_ply_back().without_draw_length());
            (system.action_text(&state, action), verdict.as_str().unwrap().to_string(), plies.as_u64())
        });
        assert_eq!(judged(&found), of_moves.collect::<Vec<_>>(), "{moves:?}");
        let (verdict, plies) = written(value(&state));
        assert_eq!(
            (&found["position"]["value"], &found["position"]["plies"]),
            (&verdict, &plies),
            "{moves:?}"
        );
    }
}

/// Checks that what is known never becomes less.
fn tightens(partials: &[Value], last: &Value) {
    for partial in partials {
        for (before, after) in judged(partial).into_iter().zip(judged(last)) {
            assert!(before.1 == "unknown" || before.1 == after.1, "{before:?} {after:?}");
        }
    }
}

#[test]
fn connect_four_agrees_with_the_analysis_of_the_catalogue() {
    let opened = builtin::catalogue("morpion").open("connect:5,5,4").unwrap();
    let state = opened.variant.position(Some("33")).unwrap();
    let analysis = opened.variant.analyze(&state, &Job::default()).unwrap();
    let mut expected: Vec<_> = analysis
        .analysis
        .iter()
        .map(|judged| (judged.mv.clone(), judged.value.clone(), judged.plies.map(u64::from)))
        .collect();
    expected.sort();
    let (found, partials) = with_partials("values", &json!({ "game": "connect:5,5,4", "moves": ["3", "3"] }));
    assert_eq!((judged(&found), &found["complete"]), (expected, &json!(true)));
    tightens(&partials, &found);
}

#[test]
fn connect_four_after_five_in_the_middle_is_lost_in_36_by_every_move() {
    let (found, partials) =
        with_partials("values", &json!({ "game": "connect4", "moves": ["4", "4", "4", "4", "4"] }));
    // As `morpion analyze connect4 --moves 44444` prints it.
    let expected: Vec<_> = (1..=7).map(|column| (column.to_string(), "loss".to_string(), Some(36))).collect();
    assert_eq!((judged(&found), &found["complete"]), (expected, &json!(true)));
    tightens(&partials, &found);
}

#[test]
fn puzzles_have_values_too() {
    let found = answer("values", &json!({ "game": "hanoi:3" }));
    let best: Vec<_> = judged(&found).into_iter().filter(|(_, _, plies)| *plies == Some(7)).collect();
    assert_eq!((best.len(), &found["position"]["plies"]), (1, &json!(7)));
}

#[test]
fn a_board_too_large_to_be_searched_gets_an_estimate() {
    // A second is enough, unless the machine stands still for most of it.
    let has_favourite = [1, 4, 16, 64].into_iter().any(|seconds| {
        let found = answer("values", &json!({ "game": "amazons:10,10", "seconds": seconds }));
        assert!(found["complete"] == json!(false) && found["stopped"].is_string(), "{}", found["stopped"]);
        found["favourite"]["move"].is_string()
    });
    assert!(has_favourite);
}

#[test]
fn where_nothing_can_be_proved_the_history_ends_all_the_same() {
    let game = "mnk:21,21,6,wild";
    let first = answer("position", &json!({ "game": game }))["legal"][0]["move"].clone();
    let found = answer("history", &json!({ "game": game, "moves": [first] }));
    assert_eq!((&found["complete"], found["plies"].as_array().unwrap().len()), (&json!(false), 2));
}

#[test]
fn the_history_names_the_mistakes() {
    // b1 loses; a3 keeps the win, as c1 and b2 and c3 may; then a2 throws it away.
    let moves = ["a1", "b1", "a3", "a2", "c2"];
    let found = answer("history", &json!({ "game": "mnk:3,3,3", "moves": moves }));
    assert_eq!(found["complete"], json!(true));
    let kinds: Vec<Option<&str>> =
        found["plies"].as_array().unwrap().iter().map(|ply| ply["mistake"]["kind"].as_str()).collect();
    assert_eq!(kinds, [None, None, Some("threw away a draw"), None, None, Some("threw away a win")]);
    let better: Vec<&str> = found["plies"][5]["mistake"]["better"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mv| mv.as_str().unwrap())
        .collect();
    assert!(!better.is_empty() && !better.contains(&"c2"), "{better:?}");
    assert_eq!(found["plies"][2]["mistake"]["better"], json!(["b2"]));
    assert_eq!((&found["plies"][2]["first"], &found["plies"][0]["first"]), (&json!(1), &json!(0)));
}

#[test]
fn every_history_of_tic_tac_toe_is_that_of_trying_everything() {
    for seed in 0..40usize {
        let moves = game(&(0..9).map(|ply| seed * 11 + ply * (seed + 3)).collect::<Vec<_>>());
        let states = states(&moves);
        let found = answer("history", &json!({ "game": "mnk:3,3,3", "moves": moves }));
        for (ply, state) in states.iter().enumerate() {
            let (here, told) = (value(state), &found["plies"][ply]);
            assert_eq!(
                (told["value"]["value"].clone(), told["value"]["plies"].clone()),
                written(here),
                "{moves:?} {ply}"
            );
            let mistake = ply.checked_sub(1).and_then(|before| {
                let (before, after) = (value(&states[before]), here.one_ply_back().without_draw_length());
                (after < before).then_some(after.verdict == before.verdict)
            });
            assert_eq!(told["mistake"]["mild"].as_bool(), mistake, "{moves:?} {ply}");
        }
    }
}
