//! Line mode: whatever is typed, there is a word for it.
#![allow(clippy::needless_pass_by_value)]

use std::time::Duration;

use crate::common::table;
use arena::{TimeControl, Who};
use game::Stop;
use games::mnk::{Mnk, Rule};
use games::nim::Nim;
use terminal::plain::{Left, run};
use terminal::{Session, Setup};

/// Types this on 3×3 against the perfect player: how it was left, and what was shown.
fn typed(input: Vec<u8>) -> (Left, String) {
    let (game, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    let session = Session::new(&game, engines, Setup::new("mnk:3,3,3", [Who::Human, Who::Perfect]));
    let mut shown = Vec::new();
    let left = run(session, std::io::Cursor::new(input), &mut shown, &Stop::new()).unwrap();
    (left, String::from_utf8(shown).unwrap())
}

fn lines(text: &str) -> (Left, String) {
    typed(text.replace(' ', "\n").into_bytes())
}

#[test]
fn a_game_is_played_to_its_end() {
    let (left, shown) = lines("a1 a2 a3 b1 b3 c1 c2 c3 b2 a1 a2 a3 b1 b3 c1 c2 c3 b2");
    assert_eq!(left, Left::Over);
    assert!(shown.contains("[ Turn 0 ] x to move: "), "{shown}");
    assert!(shown.contains("x plays a1"), "{shown}");
    assert!(shown.contains("o plays b2"), "{shown}");
    assert!(shown.contains(" wins\n") || shown.contains("draw\n"), "{shown}");
}

#[test]
fn the_end_of_input_ends_it_politely() {
    for input in ["", "a1", "a1\n"] {
        let (left, shown) = typed(input.as_bytes().to_vec());
        assert_eq!(left, Left::Quit, "{shown}");
        assert!(shown.contains("end of input: the game is left unfinished"), "{shown}");
    }
}

#[test]
fn nothing_that_is_typed_breaks_it() {
    let long = [vec![b'y'; 1 << 20], b"\nquit\n".to_vec()].concat();
    let (left, shown) = typed(long);
    assert_eq!(left, Left::Quit);
    assert!(shown.len() < 2000, "a long line is shortened: {} bytes", shown.len());
    assert!(shown.contains("yyy"), "{shown}");
    for wrong in ["99", "-1", "abc", "\u{1f600}", "a1 a1", "0", "\0", "save", "level", "level 11", "level x"]
    {
        let (left, shown) = typed(format!("{wrong}\nquit\n").into_bytes());
        assert_eq!(left, Left::Quit);
        assert_eq!(shown.matches("[ Turn 0 ]").count(), 2, "{wrong} is asked again: {shown}");
        let answer = shown.split("x to move: ").nth(1).unwrap();
        assert!(answer.trim().len() > 10, "there is a word for {wrong}: {shown}");
    }
    let (left, shown) = typed(b"\xff\xfe\n\n   \nquit".to_vec());
    assert_eq!(left, Left::Quit);
    assert!(shown.contains("type a move, or `help`"), "{shown}");
}

#[test]
fn a_taken_square_is_explained() {
    let (_, shown) = lines("a1 a1 quit");
    assert!(shown.contains("`a1`"), "{shown}");
    assert!(shown.contains("legal"), "{shown}");
    assert_eq!(shown.matches("[ Turn 2 ]").count(), 2, "{shown}");
}

#[test]
fn commands_do_what_they_say() {
    let (_, shown) = lines("a1 undo undo redo quit");
    assert!(shown.contains("2 moves undone"), "{shown}");
    assert!(shown.contains("nothing to undo"), "{shown}");
    assert!(shown.contains("2 moves redone"), "{shown}");
    let (_, shown) = lines("hint quit");
    assert!(shown.contains("draw: a1 a2 a3 b1 b2 b3 c1 c2 c3"), "{shown}");
    let (left, shown) = lines("resign");
    assert_eq!(left, Left::Over);
    assert!(shown.contains("o wins by resignation"), "{shown}");
    let (left, shown) = lines("draw");
    assert_eq!(left, Left::Over, "the perfect player takes a draw where there is no more: {shown}");
    assert!(shown.contains("draw by agreement"), "{shown}");
    let (_, shown) = typed(b"moves\nhelp\nboard\na1\nnew\nlevel 3\nquit\n".to_vec());
    assert!(shown.contains("a1 a2 a3 b1 b2 b3 c1 c2 c3"), "{shown}");
    assert!(shown.contains("save FILE"), "{shown}");
    assert!(shown.contains("o plays at level 3"), "{shown}");
    assert_eq!(shown.matches("[ Turn 0 ]").count(), 6, "{shown}");
}

#[test]
fn people_agree_to_a_draw_or_do_not() {
    let two = |text: &str| {
        let (game, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
        let session = Session::new(&game, engines, Setup::new("mnk:3,3,3", [Who::Human, Who::Human]));
        let mut shown = Vec::new();
        let input = std::io::Cursor::new(text.replace(' ', "\n").into_bytes());
        let left = run(session, input, &mut shown, &Stop::new()).unwrap();
        (left, String::from_utf8(shown).unwrap())
    };
    let (left, shown) = two("b2 draw perhaps yes");
    assert_eq!(left, Left::Over, "{shown}");
    assert!(shown.contains("o proposes a draw\nx, do you agree to a draw?"), "{shown}");
    assert!(shown.contains("type `yes` or `no`") && shown.contains("draw by agreement"), "{shown}");
    let (left, shown) = two("draw no a1 draw quit");
    assert_eq!(left, Left::Quit, "{shown}");
    assert!(shown.contains("o refuses") && shown.contains("x plays a1"), "{shown}");
}

#[test]
fn games_are_saved_and_what_cannot_be_written_is_told() {
    let place = std::env::temp_dir().join(format!("morpion-plain-{}.txt", std::process::id()));
    let (_, shown) = typed(format!("b2\nsave {}\nquit\n", place.display()).into_bytes());
    assert!(shown.contains("saved to"), "{shown}");
    let text = std::fs::read_to_string(&place).unwrap();
    let record = arena::Record::parse(&text).unwrap();
    assert_eq!(record.moves.len(), 2);
    // Another game's file is not replaced by mistake; one's own is.
    let (_, shown) = typed(format!("save {0}\nsave! {0}\nsave {0}\nquit\n", place.display()).into_bytes());
    assert!(shown.contains("exists already; `save! "), "{shown}");
    assert_eq!(shown.matches("saved to").count(), 2, "{shown}");
    assert!(arena::Record::parse(&std::fs::read_to_string(&place).unwrap()).unwrap().moves.is_empty());
    std::fs::remove_file(place).unwrap();
    let (_, shown) = typed(b"save /no/such/folder/game.txt\nquit\n".to_vec());
    assert!(shown.contains("cannot save to /no/such/folder/game.txt"), "{shown}");
}

#[test]
fn games_are_kept_one_beside_the_other() {
    let folder = std::env::temp_dir().join(format!("morpion-kept-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let place = folder.join("game.txt");
    let play = |text: &str| {
        let (game, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
        let setup = Setup {
            headers: vec![("event".to_string(), "rain".to_string())],
            names: [Some("Ada".to_string()), None],
            ..Setup::new("mnk:3,3,3", [Who::Human, Who::Human])
        };
        let mut session = Session::new(&game, engines, setup);
        session.keep_in(place.clone());
        let mut shown = Vec::new();
        let input = std::io::Cursor::new(text.as_bytes().to_vec());
        run(session, input, &mut shown, &Stop::new()).unwrap();
        String::from_utf8(shown).unwrap()
    };
    let read = |name: &str| {
        std::fs::read_to_string(folder.join(name)).map(|text| arena::Record::parse(&text).unwrap())
    };
    play("a1\nb2\nnew\nc3\nnew\nnew\na1\na2\nb1\nquit\n");
    assert_eq!(read("game-3.txt").unwrap().moves.len(), 3);
    let (first, second) = (read("game.txt").unwrap(), read("game-2.txt").unwrap());
    assert_eq!((first.moves.len(), second.moves.len()), (2, 1));
    assert_eq!((first.header("event"), second.header("event")), (Some("rain"), None));
    assert_eq!(first.players, ["Ada", "human"]);
    // Nothing was played: nothing is replaced.
    play("quit\n");
    assert_eq!(read("game.txt").unwrap(), first);
    // A file that was saved belongs to its game, not to the next.
    let other = folder.join("other.txt").display().to_string();
    let shown = play(&format!("a1\nsave {other}\nnew\nb2\nsave {other}\nquit\n"));
    assert!(shown.contains("exists already"), "{shown}");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn any_seed_will_do() {
    let (game, engines) = table(&Nim::new(&[1, 2], false));
    let setup = Setup { seed: u64::MAX, ..Setup::new("nim:1,2", [Who::Random, Who::Random]) };
    let mut shown = Vec::new();
    let left = run(Session::new(&game, engines, setup), std::io::empty(), &mut shown, &Stop::new()).unwrap();
    assert_eq!(left, Left::Over);
}

#[test]
fn time_runs_out_while_nothing_is_typed() {
    /// An input that never comes.
    struct Silence;
    impl std::io::Read for Silence {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            std::thread::sleep(Duration::from_secs(60));
            Ok(0)
        }
    }
    let (game, engines) = table(&Nim::new(&[1, 2], false));
    let time = TimeControl::per_move(Duration::from_millis(100));
    let setup = Setup { time: [time; 2], ..Setup::new("nim:1,2", [Who::Human, Who::Random]) };
    let mut shown = Vec::new();
    let silence = std::io::BufReader::new(Silence);
    let left = run(Session::new(&game, engines, setup), silence, &mut shown, &Stop::new()).unwrap();
    assert_eq!(left, Left::Over);
    let shown = String::from_utf8(shown).unwrap();
    assert!(shown.contains("o wins on time"), "{shown}");
}

#[test]
fn the_switch_ends_it() {
    let (game, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    let session = Session::new(&game, engines, Setup::new("mnk:3,3,3", [Who::Human, Who::Perfect]));
    let stop = Stop::new();
    stop.stop();
    let mut shown = Vec::new();
    assert_eq!(run(session, std::io::empty(), &mut shown, &stop).unwrap(), Left::Stopped);
    assert!(String::from_utf8(shown).unwrap().contains("stopped: the game is left unfinished"));
}

#[test]
fn programs_play_each_other() {
    let (game, engines) = table(&Mnk::<u64>::new(3, 3, 3, Rule::Normal));
    let session = Session::new(&game, engines, Setup::new("mnk:3,3,3", [Who::Random, Who::Perfect]));
    let mut shown = Vec::new();
    assert_eq!(run(session, std::io::empty(), &mut shown, &Stop::new()).unwrap(), Left::Over);
    let shown = String::from_utf8(shown).unwrap();
    assert!(!shown.contains("to move:") && !shown.contains("x wins"), "{shown}");
}

#[test]
fn no_sequence_of_words_breaks_it() {
    const WORDS: [&str; 16] = [
        "a1", "b2", "c3", "a2", "99", "undo", "redo", "hint", "level 1", "level 0", "draw", "new", "board",
        "moves", "x", "",
    ];
    let mut random = game::Random::new(11);
    for _ in 0..20 {
        let text: String = (0..60).map(|_| format!("{}\n", WORDS[random.below(WORDS.len())])).collect();
        let (_, shown) = typed(text.into_bytes());
        assert!(shown.contains("to move: "), "{shown}");
    }
}
