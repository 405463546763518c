//! Games, positions, moves and records.

use game::{Notation, System};
use protocol::Kind;
use serde_json::{Value, json};

use crate::common::{answer, ask};

#[test]
fn every_game_is_listed_and_every_example_opens() {
    let all = answer("games", &json!({}));
    let games = all["games"].as_array().unwrap();
    assert_eq!(games.len(), builtin::ENTRIES.len());
    for game in games {
        for text in game["examples"].as_array().unwrap().iter().chain([&game["default"]]) {
            let opened = answer("open", &json!({ "game": text }));
            assert_eq!((&opened["name"], &opened["is_game"]), (&game["name"], &game["is_game"]), "{text}");
            let position = answer("position", &json!({ "game": opened["game"] }));
            assert!(position["legal_total"].as_u64().unwrap() > 0 && position["ply"] == json!(0));
        }
        for field in game["fields"].as_array().unwrap() {
            let kind = field["kind"].as_str().unwrap();
            assert!(matches!(kind, "number" | "text") || field["words"].is_array(), "{field}");
        }
    }
    assert_eq!(all["players"].as_array().unwrap().len(), 12);
}

/// Whoever asks may be a stranger: no request reads a file, whatever it is called.
#[test]
fn no_file_is_read_for_a_stranger() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/examples/fano.lines");
    for name in ["lines", "LINES ", "Li-nes"] {
        let game = format!("{name}:{path}");
        let bodies = [
            ("open", json!({ "game": game })),
            ("open", json!({ "name": name, "values": ["/etc/passwd"] })),
            ("position", json!({ "game": game })),
            ("values", json!({ "game": game })),
            ("read", json!({ "text": "1. a", "game": game })),
            ("read", json!({ "text": format!("morpion record 1\ngame: {game}\n\n1. b\n") })),
            ("diagram", json!({ "subject": game })),
        ];
        for (request, body) in bodies {
            let refusal = ask(request, &body).expect_err("it is refused");
            let told = "`lines` reads a file, and no files are read here";
            assert_eq!(refusal.error, told, "{request} {body}");
        }
    }
    // The example is built in.
    assert_eq!(answer("open", &json!({ "game": "lines" }))["is_game"], json!(true));
    let lines = answer("games", &json!({}));
    let lines =
        lines["games"].as_array().unwrap().iter().find(|game| game["name"] == json!("lines")).unwrap();
    assert_eq!(lines["fields"], json!([]));
}

#[test]
fn a_game_opens_by_the_values_of_its_fields() {
    let opened = answer("open", &json!({ "name": "mnk", "values": ["4", "3", "3", ""] }));
    assert_eq!(opened["game"], json!("mnk:4,3,3"));
    assert_eq!(
        answer("open", &json!({ "name": "mnk" }))["game"],
        answer("open", &json!({ "game": "mnk" }))["game"]
    );
    let completions = opened["completions"].as_array().unwrap();
    assert!(completions.contains(&json!("winner = x")) && completions.contains(&json!("over")));
    let error = ask("open", &json!({ "name": "mnk", "values": ["99", "99", "3"] })).unwrap_err();
    assert_eq!(error.kind, Kind::Wrong);
    assert!(error.place.is_some() && error.help.is_some());
}

#[test]
fn a_position_says_all_that_a_board_shows() {
    let position =
        answer("position", &json!({ "game": "mnk:3,3,3", "moves": ["a1", "B2", "c1", "a3", "b1"] }));
    assert_eq!(position["moves"], json!(["a1", "b2", "c1", "a3", "b1"]));
    assert_eq!(position["over"], json!({ "winner": 0, "text": "x wins" }));
    assert_eq!((&position["legal"], &position["legal_total"]), (&json!([]), &json!(0)));
    let cells = position["look"]["grids"][0]["cells"].as_array().unwrap();
    let lit: Vec<&Value> =
        cells.iter().filter(|cell| cell["lit"] == json!(true)).map(|cell| &cell["name"]).collect();
    assert_eq!(lit, ["a1", "b1", "c1"]);
    assert_eq!(position["changed"], json!([{ "cell": [0, 7] }]));
    assert_eq!(position["command"], json!("morpion solve mnk:3,3,3 --moves a1,b2,c1,a3,b1"));
    let open = answer("position", &json!({ "game": "connect4", "moves": ["4", "4"] }));
    assert_eq!((&open["turn"], &open["over"]), (&json!(0), &Value::Null));
    assert_eq!(open["legal"].as_array().unwrap().len(), 7);
    assert_eq!(open["command"], json!("morpion analyze connect:7,6,4 --moves 4,4"));
    // Players are called as their pieces are, where there are some from the start.
    for (game, names) in [
        ("mnk:3,3,3", ["x", "o"]),
        ("amazons:6,6", ["w", "b"]),
        ("nim:3,4,5", ["x", "o"]),
        ("ultimate", ["x", "o"]),
    ] {
        assert_eq!(answer("position", &json!({ "game": game }))["players"], json!(names), "{game}");
    }
}

#[test]
fn every_pick_points_at_something_that_is_there() {
    for game in [
        "mnk:3,3,3",
        "connect4",
        "cube:3,3",
        "ultimate",
        "nim:3,4,5",
        "amazons:4,4",
        "hanoi:3",
        "coins:10,1,2",
    ] {
        let position = answer("position", &json!({ "game": game }));
        for legal in position["legal"].as_array().unwrap() {
            let picks = legal["picks"].as_array().unwrap();
            assert!(!picks.is_empty(), "{game}");
            for pick in picks {
                let look = &position["look"];
                let is_there = match (&pick["cell"], &pick["heap"], &pick["label"]) {
                    (Value::Array(cell), _, _) => {
                        let number = |value: &Value| value.as_u64().unwrap() as usize;
                        look["grids"][number(&cell[0])]["cells"][number(&cell[1])].is_object()
                    }
                    (_, Value::Number(heap), _) => look["heaps"][heap.as_u64().unwrap() as usize].is_object(),
                    (_, _, label) => label.is_string(),
                };
                assert!(is_there, "{game}: {pick}");
            }
        }
    }
}

#[test]
fn a_line_has_every_position_on_the_way() {
    let line = answer("line", &json!({ "game": "mnk:3,3,3", "moves": ["a1", "b2"] }));
    let positions = line["positions"].as_array().unwrap();
    assert_eq!(positions.iter().map(|p| p["ply"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2]);
    let board = positions[1]["text"].as_str().unwrap();
    let drawn = answer("position", &json!({ "game": "mnk:3,3,3", "board": board, "moves": ["b2"] }));
    assert_eq!((&drawn["text"], &drawn["command"]), (&positions[2]["text"], &Value::Null));
}

#[test]
fn every_player_makes_a_legal_move() {
    for game in ["mnk:3,3,3", "nim:3,4,5", "hanoi:3"] {
        let legal = answer("position", &json!({ "game": game }));
        let legal: Vec<&Value> =
            legal["legal"].as_array().unwrap().iter().map(|legal| &legal["move"]).collect();
        for player in ["perfect", "random", "level:1", "level:5", "level:10", "engine:500nodes"] {
            let moved = answer("move", &json!({ "game": game, "player": player, "seconds": 0.2 }));
            assert!(legal.contains(&&moved["move"]), "{game} {player} {moved}");
            assert_eq!(moved["why"] == json!("random"), moved["estimate"].is_null(), "{moved}");
        }
    }
    // It takes the win, and says that it is proved.
    let body = json!({ "game": "mnk:3,3,3", "moves": ["a1", "a2", "b1", "b2"], "player": "perfect" });
    let moved = answer("move", &body);
    assert_eq!(
        (&moved["move"], &moved["why"], &moved["value"]["plies"]),
        (&json!("c1"), &json!("proved"), &json!(1))
    );
    assert!(ask("move", &json!({ "game": "mnk:3,3,3", "player": "human" })).is_err());
    let over = json!({ "game": "mnk:3,3,3", "moves": ["a1", "a2", "b1", "b2", "c1"], "player": "perfect" });
    assert!(ask("move", &over).is_err());
}

#[test]
fn records_are_written_and_read_again() {
    for (game, text) in [
        ("mnk:3,3,3", "a1 b2 c3"),
        ("connect4", "4453"),
        ("nim:3,4,5", ""),
        ("amazons:4,4", ""),
        ("hanoi:3", ""),
    ] {
        let opened = builtin::catalogue("morpion").open(game).unwrap();
        let system = opened.variant.system();
        let line = match text {
            "" => {
                let start = system.starts().next().unwrap();
                vec![system.action_text(&start, system.actions(&start).next().unwrap())]
            }
            text => {
                let (actions, states) = system.parse_line(text).unwrap();
                actions
                    .iter()
                    .zip(&states)
                    .map(|(action, state)| system.action_text(state, *action))
                    .collect()
            }
        };
        let written = answer("write", &json!({ "game": game, "moves": line, "players": ["Ada", "level:3"] }));
        for text in [written["text"].as_str().unwrap().to_string(), written["json"].to_string()] {
            let read = answer("read", &json!({ "text": text }));
            assert_eq!((&read["moves"], &read["warning"]), (&json!(line), &Value::Null), "{game}");
            assert_eq!(read["players"], json!(["Ada", "level:3"]));
            assert_eq!(read["game"], json!(opened.to_string()));
        }
    }
}

#[test]
fn lists_of_moves_are_read_as_other_sites_write_them() {
    let read =
        |game: &str, text: &str| answer("read", &json!({ "game": game, "text": text }))["moves"].clone();
    assert_eq!(read("connect4", "4453"), json!(["4", "4", "5", "3"]));
    for text in
        ["a1 b2 c3", "a1,b2,c3", "1. a1 b2 2. c3", "1.a1 b2\n2.c3 {why not} *", "A1; b2; C3", "a1\nb2\nc3\n"]
    {
        assert_eq!(read("mnk:3,3,3", text), json!(["a1", "b2", "c3"]), "{text}");
    }
    let error = ask("read", &json!({ "text": "a1 b2" })).unwrap_err();
    assert!(error.error.contains("which game"), "{error}");
    let error = ask("read", &json!({ "text": "a1 z9", "game": "mnk:3,3,3" })).unwrap_err();
    assert_eq!(error.place.map(|place| (place.start, place.end)), Some((3, 5)));
}

#[test]
fn of_a_damaged_record_the_moves_before_the_damage_are_read() {
    let text = "morpion record 1\ngame: mnk:3,3,3\nfirst: a\nsecond: b\n\n1. a1\n2. a1\nresult: none yet\n";
    let read = answer("read", &json!({ "text": text }));
    assert_eq!(read["moves"], json!(["a1"]));
    assert!(read["warning"].as_str().unwrap().contains("move 2"), "{read}");
    let cut = answer("read", &json!({ "text": "morpion record 1\ngame: mnk:3,3,3\n\n1. b2\n" }));
    assert_eq!(cut["moves"], json!(["b2"]));
    assert!(cut["warning"].is_string());
    assert!(ask("read", &json!({ "text": "{\"format\": 3}" })).is_err());
}
