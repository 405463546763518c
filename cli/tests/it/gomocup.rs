//! The engine for managers of other people: what it answers, and when.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout};

use crate::program::start;

/// The engine, and both ends of the pipes.
struct Engine {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Engine {
    fn new() -> Engine {
        let mut child = start(&["gomocup"]);
        let (orders, answers) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Engine { child, orders, answers }
    }

    fn say(&mut self, text: &str) {
        self.orders.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    fn ask(&mut self, line: &str) -> String {
        self.say(&format!("{line}\r\n"));
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        answer.trim_end().to_string()
    }

    /// What it still says when it is told no more.
    fn rest(mut self) -> String {
        self.orders = None;
        let mut rest = String::new();
        self.answers.read_to_string(&mut rest).unwrap();
        assert_eq!(self.child.wait().unwrap().code(), Some(0));
        rest
    }
}

fn place(answer: &str) -> (u32, u32) {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("`{answer}` is no move"));
    (x.parse().unwrap(), y.parse().unwrap())
}

#[test]
fn a_game_is_played() {
    let mut engine = Engine::new();
    assert!(engine.ask("ABOUT").starts_with("name=\"morpion\", version="));
    assert_eq!(engine.ask("START 20"), "OK");
    engine.say("INFO timeout_turn 200\nINFO max_memory 70000000\nINFO game_type 1\nINFO folder /nowhere\n");
    let (x, y) = place(&engine.ask("BEGIN"));
    let far = if x > 10 { 0 } else { 19 };
    let reply = place(&engine.ask(&format!("TURN {far},{y}")));
    assert!(reply.0 < 20 && reply.1 < 20 && reply != (x, y) && reply != (far, y));
    assert_eq!(engine.ask(&format!("TAKEBACK {},{}", reply.0, reply.1)), "OK");
    assert_eq!(engine.ask("RESTART"), "OK");
    assert_eq!(engine.rest(), "");
}

/// Four in a row with both ends free: one to win, or one to stop.
#[test]
fn it_wins_and_stops_at_once() {
    let mut engine = Engine::new();
    assert_eq!(engine.ask("RECTSTART 9,7"), "OK");
    engine
        .say("INFO timeout_turn 100\r\nBOARD\r\n1,1,1\r\n0,0,2\n2,1,1\n0,2,2\n3,1,1\n0,4,2\n4,1,1\n0,6,2\n");
    assert!([(0, 1), (5, 1)].contains(&place(&engine.ask("DONE"))));
    assert_eq!(engine.ask("RESTART"), "OK");
    engine.say("BOARD\n1,1,2\n0,1,1\n2,1,2\n8,3,1\n3,1,2\n6,6,1\n4,1,2\n2,5,1\n8,6,2\n");
    assert_eq!(engine.ask("DONE"), "5,1");
}

/// A sixth stone beside five wins only where more than five count.
#[test]
fn exactly_five_is_another_game() {
    let stones = "1,1,1\n0,0,2\n2,1,1\n0,2,2\n3,1,1\n0,4,2\n4,1,1\n0,6,2\n6,1,1\n0,1,2\n";
    for (rule, wins) in [(0, true), (1, false)] {
        let mut engine = Engine::new();
        assert_eq!(engine.ask("START 9"), "OK");
        engine.say(&format!("INFO rule {rule}\nINFO timeout_turn 100\nBOARD\n{stones}"));
        assert_eq!(engine.ask("DONE") == "5,1", wins, "rule {rule}");
    }
}

#[test]
fn what_it_cannot_do_it_says() {
    let mut engine = Engine::new();
    for early in ["BEGIN", "TURN 1,1", "BOARD", "RESTART"] {
        assert_eq!(engine.ask(early), "ERROR there is no board before START");
    }
    for (order, said) in [
        ("START 4", "ERROR five in a row do not fit"),
        ("START 60", "ERROR a 60x60 board is too large"),
        ("START", "ERROR the size of the board is missing"),
        ("START 15", "OK"),
        ("TURN 15,0", "ERROR 15,0 is outside the board of 15 columns and 15 rows"),
        ("TURN here", "ERROR a column and a row are missing"),
        ("SWAP2BOARD", "UNKNOWN order `SWAP2BOARD`"),
        ("TAKEBACK 3,3", "ERROR there is no stone"),
        ("INFO rule 4", "ERROR rule 4 is not played here: it is renju"),
        ("BEGIN", "ERROR rule 4 is not played here: it is renju"),
        ("INFO rule 0\nINFO evaluate 7,7", "MESSAGE 7,7: "),
        ("BOARD\n1,1,1\n1,1,2\nDONE", "ERROR there is a stone already"),
        ("BOARD\n1,1,3\nDONE", "ERROR `1,1,3` is not column,row,1 or column,row,2"),
        ("BOARD\n1,1,1\nDONE", "ERROR it is not my turn"),
    ] {
        let answer = engine.ask(order);
        assert!(answer.starts_with(said), "{order}: {answer}");
    }
}

/// A manager may change its mind in the middle of a board, or break down there.
#[test]
fn a_board_may_be_broken_off() {
    let mut engine = Engine::new();
    assert_eq!(engine.ask("START 9"), "OK");
    assert_eq!(engine.ask("BOARD\n1,1,2\nSTART 7"), "OK");
    engine.say("INFO timeout_turn 50\n");
    assert!(place(&engine.ask("BEGIN")) < (7, 7), "the stones of the board are gone");
    engine.say("BOARD\n1,1,1\n");
    assert_eq!(engine.ask("RESTART"), "OK");
    // The pipes stay open: it is the order that ends it.
    engine.say("BOARD\n1,1,1\n2,2\n-1,-1,2\nrubbish\nEND\n");
    assert_eq!(engine.child.wait().unwrap().code(), Some(0));
    let mut engine = Engine::new();
    assert_eq!(engine.ask("START 9"), "OK");
    engine.say("BOARD\n1,1,1\n");
    assert_eq!(engine.rest(), "", "nothing is asked without DONE");
}

#[test]
fn numbers_without_sense_are_refused_or_passed_over() {
    let mut engine = Engine::new();
    assert_eq!(engine.ask("START 9"), "OK");
    for place in ["-1,3", "3,-1", "4294967296,0", "1,2,3", "1", ",", "a,b"] {
        for order in ["TURN", "PLAY", "TAKEBACK", "INFO evaluate"] {
            let said = engine.ask(&format!("{order} {place}"));
            assert_eq!(said, "ERROR a column and a row are missing, as in 7,7", "{order} {place}");
        }
    }
    for setting in ["timeout_turn -5", "timeout_match x", "time_left 99999999999999999999", "max_memory -1"] {
        engine.say(&format!("INFO {setting}\n"));
    }
    // No clock has room for such times, and there is no such memory.
    engine.say("INFO timeout_turn 9223372036854775807\nINFO time_left 9223372036854775807\n");
    engine.say("INFO max_memory 18446744073709551615\nBOARD\n1,1,1\n0,0,2\n2,1,1\n0,2,2\n3,1,1\n0,4,2\n4,1,1\n5,1,2\n");
    assert_eq!(engine.ask("DONE"), "0,1");
}

/// It would think for half an hour.
#[test]
fn it_ends_in_the_middle_of_a_thought() {
    let mut engine = Engine::new();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.say("INFO timeout_turn 1800000\nTURN 7,7\nEND\n");
    assert_eq!(engine.rest(), "", "no answer is wanted any more");
    let mut engine = Engine::new();
    assert_eq!(engine.ask("START 15"), "OK");
    engine.say("INFO timeout_turn 1800000\nTURN 7,7\n");
    let rest = engine.rest();
    assert!(place(rest.trim_end()) != (7, 7), "the best move so far: {rest}");
}
