//! Counts, the state graph, claims and diagrams.

use std::collections::{BTreeSet, HashMap, HashSet};

use arena::AnyState;
use game::{Notation, System};
use num_bigint::BigUint;
use serde_json::{Value, json};

use crate::common::{answer, ask, game, opened, states, value, with_partials, written};

#[test]
fn positions_are_counted_in_two_ways() {
    let explicit = answer("count", &json!({ "game": "mnk:3,3,3", "by": "explicit", "symmetry": true }));
    let symbolic = answer("count", &json!({ "game": "mnk:3,3,3", "by": "symbolic" }));
    assert_eq!((&explicit["positions"], &explicit["classes"]), (&json!("5478"), &json!("765")));
    for field in ["positions", "by_ply", "terminal", "first_wins", "second_wins", "draws"] {
        assert_eq!(explicit[field], symbolic[field], "{field}");
    }
    let error = ask("count", &json!({ "game": "mnk:3,3,3", "by": "hand" })).unwrap_err();
    assert!(error.error.contains("hand"), "{error}");
}

#[test]
fn a_count_that_takes_long_tells_what_it_has() {
    let known = |answer: &Value| answer["by_ply"].as_array().unwrap().len();
    // A busy machine needs longer than the first of these times.
    let is_told = [3, 12, 48].into_iter().any(|seconds| {
        let (last, partials) = with_partials("count", &json!({ "game": "mnk:5,5,4", "seconds": seconds }));
        assert_eq!(last["complete"], json!(false));
        let far: Vec<&Value> = partials.iter().chain([&last]).filter(|answer| known(answer) >= 3).collect();
        assert!(far.iter().all(|answer| answer["by_ply"][2] == json!("600")));
        far.len() > 1 && far.contains(&&last)
    });
    assert!(is_told);
}

/// All positions of tic-tac-toe, each with those from which it is reached.
fn parents() -> HashMap<AnyState, HashSet<AnyState>> {
    let system = opened().variant.system();
    let start = system.starts().next().unwrap();
    let (mut all, mut todo) = (HashMap::from([(start.clone(), HashSet::new())]), vec![start]);
    while let Some(state) = todo.pop() {
        for (_, next) in system.steps(&state) {
            let found = all.entry(next.clone()).or_insert_with(|| {
                todo.push(next);
                HashSet::new()
            });
            found.insert(state.clone());
        }
    }
    all
}

#[test]
fn the_graph_around_a_position_has_its_parents_children_and_values() {
    let (system, parents) = (opened().variant.system(), parents());
    for seed in 0..12usize {
        let moves = game(&(0..seed % 8).map(|ply| seed * 5 + ply * 3).collect::<Vec<_>>());
        let here = states(&moves).pop().unwrap();
        let body = json!({ "game": "mnk:3,3,3", "moves": moves, "up": 1, "down": 1, "claim": "turn = x" });
        let (graph, partials) = with_partials("around", &body);
        let nodes = graph["nodes"].as_array().unwrap();
        let state = |node: &Value| {
            let moves = node["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap().to_string());
            states(&moves.collect::<Vec<_>>()).pop().unwrap()
        };
        let found: HashSet<AnyState> = nodes.iter().map(state).collect();
        let children = system.steps(&here).map(|(_, next)| next);
        let expected: HashSet<AnyState> =
            parents[&here].iter().cloned().chain(children).chain([here.clone()]).collect();
        assert_eq!(found, expected, "{moves:?}");
        assert_eq!(nodes.len(), expected.len(), "each once");
        for node in nodes {
            let state = state(node);
            assert_eq!(
                (node["value"]["value"].clone(), node["value"]["plies"].clone()),
                written(value(&state))
            );
            assert_eq!(node["holds"], json!(node["turn"] == json!(0)));
            assert_eq!(node["text"], json!(system.board_text(&state)));
        }
        assert_eq!(nodes.iter().filter(|node| node["here"] == json!(true)).count(), 1);
        assert!(partials[0]["nodes"][0]["value"].is_null(), "the graph comes before the values");
        assert_eq!(graph["cut"], json!({ "children": 0, "parents": null }));
    }
}

#[test]
fn a_large_graph_is_cut_and_says_so() {
    let moves = ["a1", "b2", "c3", "d4", "e5", "f6"];
    let body = json!({ "game": "mnk:15,15,5", "moves": moves, "down": 1, "most": 50, "values": false });
    let graph = answer("around", &body);
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 50);
    assert_eq!(graph["cut"]["children"], json!(219 - 49));
    assert!(graph["cut"]["parents"].is_string());
}

#[test]
fn claims_come_with_ways_that_can_be_shown() {
    let body = json!({
        "game": "mnk:3,3,3",
        "claims": { "find": ["winner = o"], "always": ["ply < 9"], "force": ["x:over"], "no_deadlock": true },
    });
    let found = answer("check", &body);
    assert_eq!(found["expressions"], json!(["winner = o", "ply < 9", "over"]));
    let claims = found["claims"].as_array().unwrap();
    assert_eq!(claims.len(), 4);
    for claim in claims {
        let way = &claim["way"];
        if way.is_null() {
            assert_eq!(claim["kind"], json!("no-deadlock"));
            continue;
        }
        let (moves, positions) = (way["moves"].as_array().unwrap(), way["positions"].as_array().unwrap());
        assert_eq!(positions.len(), moves.len() + 1);
        assert!(
            positions[0]["look"]["kind"] == json!("grids")
                && positions[1]["changed"].as_array().unwrap().len() == 1
        );
        let last = &positions[moves.len()]["holds"];
        match claim["kind"].as_str().unwrap() {
            "find" => assert_eq!((&last[0], &claim["holds"]), (&json!(true), &json!(true))),
            "always" => assert_eq!((&last[1], &claim["holds"]), (&json!(false), &json!(false))),
            "force" => assert_eq!(last[2], json!(true)),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn what_goes_on_for_ever_is_shown_as_a_loop() {
    let found = answer("check", &json!({ "game": "hanoi:3", "claims": { "eventually": ["over"] } }));
    let way = &found["claims"][0]["way"];
    assert_eq!(found["claims"][0]["holds"], json!(false));
    let back = way["back_to"].as_u64().unwrap() as usize;
    let positions = way["positions"].as_array().unwrap();
    assert_eq!(positions[back]["text"], positions[positions.len() - 1]["text"]);
}

#[test]
fn mistakes_in_claims_have_a_place() {
    for claims in [json!({ "find": ["winner = q"] }), json!({ "force": ["x:winner = q"] })] {
        let error = ask("check", &json!({ "game": "mnk:3,3,3", "claims": claims })).unwrap_err();
        let place = error.place.expect("it has a place");
        let marked: String = place.text.chars().skip(place.start).take(place.end - place.start).collect();
        assert_eq!(marked, "q");
    }
    let held = answer(
        "holds",
        &json!({ "game": "mnk:3,3,3", "moves": ["a1"], "claims": ["turn = o", "a1 = o", "+"] }),
    );
    assert_eq!((&held["holds"][0], &held["holds"][1]), (&json!(true), &json!(false)));
    assert!(held["holds"][2]["error"].is_string() && held["holds"][2]["place"]["start"].is_u64());
}

fn number(value: &Value) -> BigUint {
    value.as_str().unwrap().parse().unwrap()
}

/// Checks that a diagram has the states and nodes it says, and that all its words pass through every level.
fn check_diagram(subject: &str, nodes: usize, states: &str) -> Value {
    let found = answer("diagram", &json!({ "subject": subject }));
    assert_eq!((&found["nodes_total"], &found["states"]), (&json!(nodes), &json!(states)), "{subject}");
    let listed = found["nodes"].as_array().unwrap();
    assert_eq!(listed.len(), nodes);
    assert_eq!(listed[0]["words"], json!(states));
    let mut by_level: HashMap<u64, BigUint> = HashMap::new();
    for node in listed {
        *by_level.entry(node["level"].as_u64().unwrap()).or_default() += number(&node["words"]);
    }
    assert!(by_level.len() >= 10 && by_level.values().all(|words| *words == number(&found["states"])));
    let names: BTreeSet<&str> = listed.iter().map(|node| node["variable"].as_str().unwrap()).collect();
    let squares = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
    assert!(squares.iter().all(|square| names.contains(square)), "{names:?}");
    found
}

#[test]
fn the_diagram_of_the_formula_has_the_nodes_that_reach_prints() {
    let found = check_diagram("3", 566, "6420");
    let rounds = found["rounds"].as_array().unwrap();
    assert_eq!((&rounds[0]["states"], &rounds[rounds.len() - 1]["states"]), (&json!("1"), &json!("6420")));
    let immediate = answer("diagram", &json!({ "subject": "3", "formula": "immediate-win" }));
    assert_eq!(immediate["states"], json!("5478"));
}

#[test]
fn the_diagram_of_the_game_has_the_nodes_that_reach_prints() {
    let found = check_diagram("mnk:3,3,3", 348, "5478");
    let plies: Vec<BigUint> =
        found["rounds"].as_array().unwrap().iter().map(|round| number(&round["states"])).collect();
    let counted = answer("count", &json!({ "game": "mnk:3,3,3" }));
    let mut all = BigUint::ZERO;
    let sums: Vec<BigUint> = counted["by_ply"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ply| {
            all += number(ply);
            all.clone()
        })
        .collect();
    assert_eq!(plies[..sums.len()], sums[..]);
}

#[test]
fn the_fixpoint_can_be_stepped_and_a_position_followed() {
    for subject in ["3", "mnk:3,3,3"] {
        let all = answer("diagram", &json!({ "subject": subject }));
        for round in [0, 1, 4, 7] {
            let body = json!({ "subject": subject, "round": round, "moves": ["b2", "a1"] });
            let step = answer("diagram", &body);
            assert_eq!(step["states"], all["rounds"][round]["states"], "{subject} {round}");
            assert_eq!(step["nodes_total"], all["rounds"][round]["nodes"], "{subject} {round}");
            assert_eq!(step["rounds"], all["rounds"]);
            // The position is there from the second round on.
            assert_eq!(step["path"].is_array(), round >= 2, "{subject} {round}");
        }
        let path = answer("diagram", &json!({ "subject": subject, "moves": ["b2", "a1"] }))["path"].clone();
        let path: Vec<usize> =
            path.as_array().unwrap().iter().map(|id| id.as_u64().unwrap() as usize).collect();
        assert_eq!((path.len(), path[0]), (10, 0));
        let edges = all["edges"].as_array().unwrap();
        for step in path.windows(2) {
            assert!(edges.iter().any(|edge| edge["from"] == json!(step[0]) && edge["to"] == json!(step[1])));
        }
    }
}

#[test]
fn a_large_diagram_is_counted_and_not_listed() {
    let found = answer("diagram", &json!({ "subject": "mnk:3,3,3", "most": 100 }));
    assert_eq!(
        (&found["too_large"], &found["nodes_total"], &found["nodes"]),
        (&json!(true), &json!(348), &json!([]))
    );
    assert!(ask("diagram", &json!({ "subject": "99" })).is_err());
    assert!(ask("diagram", &json!({ "subject": "3", "formula": "none" })).is_err());
    assert!(ask("diagram", &json!({ "subject": "amazons:6,6" })).is_err(), "it has no symbolic form");
    assert!(ask("diagram", &json!({ "subject": "3", "moves": ["a1", "a1"] })).is_err());
    assert!(ask("diagram", &json!({ "subject": "3", "moves": ["d1"] })).is_err());
}

#[test]
fn large_boards_are_shown_in_part_and_within_the_limits() {
    let body = json!({ "game": "mnk:21,21,5", "down": 2, "most": 500, "values": false });
    let graph = answer("around", &body);
    let shown = graph["nodes"].as_array().unwrap().len();
    assert!((100..=200).contains(&shown), "{shown} positions of 441 cells");
    assert_eq!(graph["cut"]["children"], json!(441 + 1 - shown), "of the moves of the start");
    let body = json!({ "game": "amazons:10,10", "down": 10, "most": 500, "values": false, "seconds": 0.001 });
    let error = ask("around", &body).unwrap_err();
    assert!(error.error.contains("could not all be found"), "{error}");
    assert!(ask("around", &json!({ "game": "mnk:3,3,3", "most": 501 })).is_err());
}

#[test]
fn a_line_of_large_boards_is_refused() {
    let squares = (0..400).map(|n| game::square(n % 21, n / 21));
    let moves: Vec<String> = squares.collect();
    let line = |count: usize| ask("line", &json!({ "game": "mnk:21,21,21", "moves": moves[..count] }));
    assert_eq!(line(100).unwrap()["positions"].as_array().unwrap().len(), 101);
    assert!(line(400).unwrap_err().error.contains("too much for one answer"));
}

#[test]
fn a_round_before_the_last_has_its_own_numbers() {
    let whole = answer("diagram", &json!({ "subject": "3" }));
    let early = answer("diagram", &json!({ "subject": "3", "round": 2 }));
    assert_eq!(early["rounds"], whole["rounds"]);
    assert_eq!(early["states"], early["rounds"][2]["states"]);
    assert_eq!(early["nodes_total"], early["rounds"][2]["nodes"]);
    assert_eq!(whole["nodes_total"], json!(566));
}
