//! Random requests, valid and invalid, against a model of tic-tac-toe that is written anew here.

use proptest::prelude::*;
use protocol::{Kind, Service};
use serde_json::{Value, json};

use crate::common::ask;

/// Tic-tac-toe as anybody would write it: the marks by square, a1 first, then a2.
#[derive(Clone, Debug, Default)]
struct Board {
    marks: [Option<usize>; 9],
    ply: usize,
}

const NAMES: [&str; 9] = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"];
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

impl Board {
    fn winner(&self) -> Option<usize> {
        let winner = |line: &[usize; 3]| {
            let mark = self.marks[line[0]]?;
            line.iter().all(|cell| self.marks[*cell] == Some(mark)).then_some(mark)
        };
        LINES.iter().find_map(winner)
    }

    fn is_over(&self) -> bool {
        self.winner().is_some() || self.ply == 9
    }

    fn legal(&self) -> Vec<&'static str> {
        let free = (0..9).filter(|cell| self.marks[*cell].is_none() && !self.is_over());
        free.map(|cell| NAMES[cell]).collect()
    }

    /// The position after some moves; the number of the first that is illegal if there is one.
    fn after(moves: &[String]) -> Result<Board, usize> {
        let mut board = Board::default();
        for (number, mv) in moves.iter().enumerate() {
            let cell =
                NAMES.iter().position(|name| name == mv).filter(|_| board.legal().contains(&mv.as_str()));
            board.marks[cell.ok_or(number)?] = Some(board.ply % 2);
            board.ply += 1;
        }
        Ok(board)
    }

    /// What a player to move can force: 1, 0 or −1.
    fn value(&self) -> i32 {
        if self.winner().is_some() {
            return -1;
        }
        let next = |mv: &str| {
            let mut next = self.clone();
            let cell = NAMES.iter().position(|name| *name == mv).expect("a legal move");
            next.marks[cell] = Some(self.ply % 2);
            next.ply += 1;
            -next.value()
        };
        // A full board is a draw.
        self.legal().into_iter().map(next).max().unwrap_or(0)
    }
}

/// A request, and whether its fields are as they should be.
#[derive(Clone, Debug)]
struct Request {
    name: String,
    body: Value,
    moves: Vec<String>,
    /// The kind of refusal, if it is refused whatever the moves are.
    refused: Option<Kind>,
}

fn moves() -> impl Strategy<Value = Vec<String>> {
    let legal = proptest::sample::select(&NAMES[..]).prop_map(str::to_string);
    let typed = prop_oneof![30 => legal, 1 => "[a-d][0-4]", 1 => "\\PC{0,4}"];
    proptest::collection::vec(typed, 0..10)
}

/// How a request is spoilt, or not.
#[derive(Clone, Copy, Debug)]
enum Flaw {
    None,
    NoObject,
    NoGame,
    WrongGame,
    WrongType,
    UnknownField,
    TooManyMoves,
    UnknownName,
}

fn requests() -> impl Strategy<Value = Request> {
    let names = proptest::sample::select(vec![
        "position", "line", "holds", "write", "move", "values", "history", "judge", "around",
    ]);
    let flaws = prop_oneof![
        8 => Just(Flaw::None), 1 => Just(Flaw::NoObject), 1 => Just(Flaw::NoGame), 1 => Just(Flaw::WrongGame),
        1 => Just(Flaw::WrongType), 1 => Just(Flaw::UnknownField), 1 => Just(Flaw::TooManyMoves),
        1 => Just(Flaw::UnknownName),
    ];
    (names, moves(), flaws, "[a-z_]{1,9}").prop_map(|(name, moves, flaw, word)| {
        let mut body = json!({ "game": "mnk:3,3,3", "moves": moves });
        match name {
            "holds" => body["claims"] = json!(["over", "winner = x"]),
            "move" => body["player"] = json!("level:3"),
            "around" => body["values"] = json!(false),
            _ => {}
        }
        let (mut name, mut refused) = (name.to_string(), None);
        match flaw {
            Flaw::None => {}
            Flaw::NoObject => (body, refused) = (json!([body]), Some(Kind::Malformed)),
            Flaw::NoGame => (body["game"], refused) = (Value::Null, Some(Kind::Malformed)),
            Flaw::WrongGame => (body["game"], refused) = (json!("mnk:3,3"), Some(Kind::Wrong)),
            Flaw::WrongType => (body["moves"], refused) = (json!({ "a1": 1 }), Some(Kind::Malformed)),
            Flaw::UnknownField => (body[format!("x{word}")], refused) = (json!(1), Some(Kind::Malformed)),
            Flaw::TooManyMoves => (body["moves"], refused) = (json!(vec!["a1"; 2001]), Some(Kind::TooLarge)),
            Flaw::UnknownName => (name, refused) = (format!("x{word}"), Some(Kind::Unknown)),
        }
        Request { name, body, moves, refused }
    })
}

/// Checks an answer against the model.
fn check(name: &str, answer: &Value, board: &Board) -> Result<(), TestCaseError> {
    let texts = |list: &Value, field: &str| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|part| part[field].as_str().expect("a text").to_string()).collect()
    };
    match name {
        "position" => {
            prop_assert_eq!(texts(&answer["legal"], "move"), board.legal());
            prop_assert_eq!(&answer["turn"], &json!(board.ply % 2));
            prop_assert_eq!(answer["over"].is_object(), board.is_over());
            prop_assert_eq!(&answer["over"]["winner"], &json!(board.winner()));
            let cells = answer["look"]["grids"][0]["cells"].as_array().expect("cells");
            for cell in cells {
                let at = NAMES.iter().position(|name| cell["name"] == json!(name)).expect("a square");
                prop_assert_eq!(&cell["mark"]["text"], &json!(board.marks[at].map(|mark| ["x", "o"][mark])));
            }
        }
        "line" => prop_assert_eq!(answer["positions"].as_array().expect("positions").len(), board.ply + 1),
        "holds" => prop_assert_eq!(&answer["holds"], &json!([board.is_over(), board.winner() == Some(0)])),
        "write" => {
            let read = ask("read", &json!({ "text": answer["text"] })).expect("what was written can be read");
            prop_assert_eq!(read["moves"].as_array().expect("moves").len(), board.ply);
        }
        "move" => prop_assert!(board.legal().contains(&answer["move"].as_str().expect("a move"))),
        "values" => {
            let value = ["loss", "draw", "win"][(board.value() + 1) as usize];
            prop_assert_eq!(&answer["position"]["value"], &json!(value));
            prop_assert_eq!(texts(&answer["moves"], "move"), board.legal());
        }
        "history" => {
            let (plies, sign) = (answer["plies"].as_array().expect("plies"), [1, -1][board.ply % 2]);
            prop_assert_eq!(plies.len(), board.ply + 1);
            prop_assert_eq!(&plies[board.ply]["first"], &json!(sign * board.value()));
        }
        "judge" => {
            let value = ["loss", "draw", "win"][(board.value() + 1) as usize];
            prop_assert_eq!(&answer["position"]["value"], &json!(value));
            prop_assert_eq!(answer["over"].is_object(), board.is_over());
        }
        "around" => {
            let children =
                answer["edges"].as_array().expect("edges").iter().filter(|edge| edge["from"] == json!(0));
            prop_assert_eq!(children.count(), board.legal().len());
        }
        other => prop_assert!(false, "no model of {}", other),
    }
    Ok(())
}

proptest! {
    #[test]
    fn answers_are_those_of_the_model(request in requests()) {
        let Request { name, body, moves, refused } = request;
        let found = ask(&name, &body);
        match (refused, Board::after(&moves), found) {
            (Some(kind), _, Err(refusal)) => prop_assert_eq!(refusal.kind, kind),
            (None, Err(number), Err(refusal)) => {
                prop_assert_eq!(refusal.kind, Kind::Wrong);
                prop_assert!(refusal.error.starts_with(&format!("move {}:", number + 1)), "{}", refusal);
            }
            (None, Ok(board), Err(refusal)) => {
                // Nobody can move in a game that is over.
                prop_assert!(name == "move" && board.is_over(), "{}: {}", name, refusal);
            }
            (None, Ok(board), Ok(answer)) => check(&name, &answer, &board)?,
            (refused, after, Ok(answer)) => prop_assert!(false, "{:?} {:?} {}", refused, after, answer),
        }
    }

    /// Whatever is sent to whatever request, there is an answer or a refusal.
    #[test]
    fn nothing_breaks_on_nonsense((name, mut body) in nonsense()) {
        if Service::fields(name).any(|field| field == "seconds") {
            body["seconds"] = json!(0.05);
        }
        if let Err(refusal) = ask(name, &body) {
            prop_assert!(!refusal.error.is_empty() && refusal.to_json()["error"].is_string());
        }
    }
}

/// A request, and an object with some of its fields and values of any kind; now and then with a field of another.
fn nonsense() -> impl Strategy<Value = (&'static str, Value)> {
    let names: Vec<&'static str> = Service::names().collect();
    proptest::sample::select(names).prop_flat_map(|name| {
        let own: Vec<&'static str> = Service::fields(name).collect();
        // Where a request has no fields, whatever is sent is that of another.
        let field = match own.is_empty() {
            true => Just("game").boxed(),
            false => prop_oneof![30 => proptest::sample::select(own), 1 => Just("other")].boxed(),
        };
        let fields = proptest::collection::vec((field, anything()), 0..6);
        fields.prop_map(move |fields| {
            let mut object = json!({});
            for (name, value) in fields {
                object[name] = value;
            }
            (name, object)
        })
    })
}

/// A value that is right for some field, or for none.
fn anything() -> impl Strategy<Value = Value> {
    let sensible = vec![
        json!("mnk:3,3,3"),
        json!("mnk:21,21,5,wild"),
        json!("hanoi:3"),
        json!("nim:1,2"),
        json!("3"),
        json!("level:1"),
        json!("symbolic"),
        json!("immediate-win"),
        json!("over"),
        json!(["a1"]),
        json!(["over", "winner = x"]),
        json!({ "find": ["over"] }),
        json!({ "force": ["x:over"], "no_deadlock": true }),
        json!(1),
        json!(true),
    ];
    prop_oneof![
        6 => proptest::sample::select(sensible),
        1 => Just(json!(1e300)),
        1 => Just(json!(-1)),
        1 => Just(json!(null)),
        1 => "\\PC{0,30}".prop_map(|text| json!(text)),
        1 => proptest::collection::vec("\\PC{0,5}", 0..4).prop_map(|texts| json!(texts)),
    ]
}
