//! Records: written, read again, damaged, and taken up.

use std::time::Duration;

use arena::{
    Action, CorruptRecord, Entry, Match, MatchEnd, RandomPlayer, Reason, Record, Rules, TimeControl,
};
use game::{Notation, Outcome, Playable, Player, Random};
use games::mnk::{Mnk, Rule};
use proptest::prelude::*;
use registry::Visitor;

type Board = Mnk<u64>;

fn three() -> Board {
    Mnk::new(3, 3, 3, Rule::Normal)
}

/// A game at random, with times and a remark here and there, perhaps not finished.
fn random_match<'g, G: Playable>(game: &'g G, seed: u64, most: usize) -> Match<'g, G> {
    let mut random = Random::new(seed);
    let control: TimeControl = ["none", "3h+1s", "1h/move"][random.below(3)].parse().unwrap();
    let mut table = Match::new(game).rules(Rules::default().time(control));
    while table.ending().is_none() && table.history().len() < most {
        let mv = random.choose(game.moves(table.state())).unwrap();
        let spent = Duration::from_micros(random.below(10_000_000) as u64);
        table.act(table.turn(), Action::Move(mv), spent).unwrap();
        if random.below(4) == 0 {
            table.comment(["good", "why {not}?", "two\nlines", "a \\ b", " [x]  {y} "][random.below(5)]);
        }
    }
    if table.ending().is_none() && random.below(2) == 0 {
        table.act(table.turn(), Action::Resign, Duration::ZERO).unwrap();
    }
    table
}

/// Records of any game are read as they were written, by text and by JSON, and replayed to the same position.
struct RoundTrip(u64);

impl Visitor for RoundTrip {
    type Output = ();

    fn game<G: Playable + Notation>(self, game: G) {
        let game = &game;
        for (seed, most) in [(self.0, 5), (self.0 + 1, 30), (self.0 + 2, 1)] {
            let table = random_match(game, seed, most);
            let record = Record::of(&table, "some:game", ["a: b", "c"]).with_header("seed", seed.to_string());
            let text = record.to_string();
            assert_eq!(Record::parse(&text).unwrap(), record, "{text}");
            let json = serde_json::to_string(&record.to_json()).unwrap();
            assert_eq!(Record::from_json(&serde_json::from_str(&json).unwrap()).unwrap(), record, "{json}");
            let again = Record::load(game, &text).unwrap();
            assert_eq!(again.table.states(), table.states());
            assert_eq!(again.table.ending(), table.ending());
            assert_eq!(Record::of(&again.table, "some:game", ["a: b", "c"]).moves, record.moves);
        }
    }

    fn system<S: Notation>(self, _: S) {}
}

#[test]
fn records_of_all_games_are_read_as_they_were_written() {
    let names = [
        "mnk:3,3,3",
        "mnk:4,4,4,misere",
        "gomoku",
        "connect4",
        "order-and-chaos",
        "notakto",
        "nim:3,4,5",
        "amazons:6,6",
        "cube:3,4",
        "ultimate",
    ];
    for (seed, name) in (0..).step_by(10).zip(names) {
        games::visit(name, RoundTrip(seed)).unwrap();
    }
}

fn text() -> impl Strategy<Value = String> {
    "[\\PC\n\r\t \\\\{}\\[\\]]{0,12}"
}

fn entries() -> impl Strategy<Value = Vec<Entry>> {
    let entry = ("[a-z0-9(),/-]{1,4}( [a-z0-9]{1,3})?", 0..10_000_000_u64, proptest::option::of(text()));
    let entry =
        entry.prop_map(|(text, spent, comment)| Entry { text, spent: Duration::from_millis(spent), comment });
    proptest::collection::vec(entry, 0..8)
}

fn ending() -> impl Strategy<Value = Option<MatchEnd>> {
    let outcomes = vec![
        None,
        Some(Outcome::Draw),
        Some(Outcome::Win(Player::First)),
        Some(Outcome::Win(Player::Second)),
    ];
    let reasons: Vec<Reason> = Reason::WORDS.iter().map(|(reason, _)| *reason).collect();
    let ending = (proptest::sample::select(outcomes), proptest::sample::select(reasons));
    proptest::option::of(ending.prop_map(|(outcome, reason)| MatchEnd { outcome, reason }))
}

prop_compose! {
    fn record()(
        game in "[\\PC\n\r\t \\\\]{1,12}", first in text(), second in text(), start in proptest::option::of(text()),
        headers in proptest::collection::vec(("x-[a-z0-9_-]{1,6}", text()), 0..4),
        moves in entries(), ending in ending(), opening in 0..3_usize, time in 0..3_usize,
    ) -> Record {
        let times = ["none", "5m+3s", "1.5s/move"].map(|text| text.parse().unwrap());
        Record { game, players: [first, second], time: [times[time], times[0]], start, opening, headers, moves, ending }
    }
}

proptest! {
    #[test]
    fn any_record_is_read_as_it_was_written(record in record()) {
        let text = record.to_string();
        prop_assert_eq!(Record::parse(&text), Ok(record.clone()), "{}", text);
        prop_assert_eq!(Record::from_json(&record.to_json()), Ok(record.clone()));
        let file = format!("{record}\n{record}{record}");
        let all: Result<Vec<Record>, CorruptRecord> = Record::parse_all(&file).into_iter().collect();
        prop_assert_eq!(all, Ok(vec![record; 3]));
    }

    /// Whatever happens to a text, it is read without a crash, and what is saved stood in it.
    #[test]
    fn damage_is_found_and_the_rest_saved(seed: u64, cut in 0..400_usize, change in 0..400_usize, with in "\\PC") {
        let game = three();
        let table = random_match(&game, seed, 9);
        let record = Record::of(&table, "mnk:3,3,3", ["one", "two"]);
        let text = record.to_string();
        let mut chars: Vec<char> = text.chars().collect();
        chars.truncate(cut.min(chars.len() - 1));
        if let Some(place) = chars.get_mut(change) {
            *place = with.chars().next().unwrap_or('?');
        }
        let damaged: String = chars.into_iter().collect();
        match Record::load(&game, &damaged) {
            Ok(replayed) => prop_assert!(replayed.table.history().len() <= record.moves.len()),
            Err(damage) => {
                let lines = damaged.lines().count().max(1);
                prop_assert!((1..=lines).contains(&damage.line), "{damage} of {lines}");
                prop_assert!(damage.saved.replay(&game).is_ok(), "{damage}");
            }
        }
    }

    #[test]
    fn nonsense_is_no_crash(text in "(\\PC|\n){0,200}") {
        prop_assert!(Record::parse(&text).is_err());
        let _ = Record::parse_all(&text);
    }
}

const GOOD: &str = "\
morpion record 1
game: mnk:3,3,3
first: Ada
second: Bob
time: 1h+1s

1. b2  [1s]
2. a1  [2s]  {hm}
3. a2  [3s]
4. c2
5. c1
6. a3
result: none yet
";

#[test]
fn a_game_is_taken_up_where_it_was_left() {
    let game = three();
    let replayed = Record::load(&game, GOOD).unwrap();
    let mut table = replayed.table;
    assert_eq!(table.clock().left(Player::First), Some(Duration::from_secs(3600 + 3 - 4)));
    let ending = table.run([&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)], &mut |_| {});
    assert!(ending.outcome.is_some() && table.history().len() > 6);
    assert_eq!(Record::of(&table, "mnk:3,3,3", ["Ada", "Bob"]).moves[..6], replayed.record.moves);
}

#[test]
fn damage_is_told_with_its_line() {
    let game = three();
    for (from, to, line, problem, saved) in [
        ("2. a1", "2. b2", 8, "`b2` cannot be played here", 1),
        ("2. a1", "3. a1", 8, "`3. a1  [2s]  {hm}` is not move 2", 1),
        ("3. a2", "3. z9", 9, "`z9` is not a move", 2),
        ("[3s]", "[3x]", 9, "`x` is not a unit of time", 2),
        ("{hm}", "{hm", 8, "`{hm` is not a remark", 1),
        ("{hm}", "{\\q}", 8, "the remark has a backslash that means nothing", 1),
        ("morpion record 1", "morpion record 7", 1, "`morpion record 7` is not the beginning of a record", 0),
        ("first: Ada", "Ada", 3, "`Ada` is not a header", 0),
        ("1h+1s", "soon", 5, "`soon` does not begin with a number", 0),
        ("result: none yet\n", "", 12, "it ends without a result", 6),
        ("none yet", "draw by the rules", 13, "the game is not over after the last move", 6),
        ("none yet", "hurrah", 13, "`hurrah` is not a result", 6),
        ("none yet\n", "none yet\nmore\n", 14, "something follows the result", 6),
    ] {
        assert!(GOOD.contains(from));
        let damage = Record::load(&game, &GOOD.replace(from, to)).unwrap_err();
        assert_eq!((damage.line, damage.problem.as_str(), damage.saved.moves.len()), (line, problem, saved));
        assert!(damage.to_string().starts_with(&format!("line {line}: ")));
        assert!(damage.saved.replay(&game).is_ok());
    }
}

#[test]
fn a_result_that_does_not_fit_the_moves_is_damage() {
    let game = three();
    let moves = "1. a1\n2. a2\n3. b1\n4. b2\n5. c1";
    let won = format!("morpion record 1\ngame: mnk:3,3,3\n\n{moves}\nresult: second wins by the rules\n");
    let damage = Record::load(&game, &won).unwrap_err();
    assert_eq!((damage.line, damage.saved.moves.len()), (9, 5));
    assert!(Record::load(&game, &won.replace("second", "first")).is_ok());
    // On time, by resignation and the like, anything goes before the end.
    let early = "morpion record 1\ngame: mnk:3,3,3\n\n1. a1\nresult: second wins on time\n";
    let table = Record::load(&game, early).unwrap().table;
    assert_eq!(table.ending(), Some(MatchEnd::lost(Player::First, Reason::Time)));
}

#[test]
fn other_starts_are_kept() {
    let game = three();
    let start = game.parse_line("a1 b2").unwrap().1.pop().unwrap();
    let mut table = Match::from_position(&game, start);
    table.run([&mut RandomPlayer::new(3), &mut RandomPlayer::new(4)], &mut |_| {});
    let record = Record::of(&table, "mnk:3,3,3", ["a", "b"]);
    assert!(record.start.is_some());
    let again = Record::load(&game, &record.to_string()).unwrap().table;
    assert_eq!(again.states(), table.states());
    let damage = Record::load(&game, &record.to_string().replace("start: ", "start: nonsense ")).unwrap_err();
    assert_eq!((damage.line, damage.saved.moves.len()), (5, 0));
}

#[test]
fn many_records_in_a_file_and_one_is_damaged() {
    let file = format!("{GOOD}\n{}\n{GOOD}", GOOD.replace("2. a1", "a1"));
    let records = Record::parse_all(&file);
    assert_eq!(records.len(), 3);
    assert!(records[0].is_ok() && records[2].is_ok());
    let damage = records[1].as_ref().unwrap_err();
    assert_eq!((damage.line, file.lines().nth(damage.line - 1)), (22, Some("a1  [2s]  {hm}")));
    assert!(Record::parse_all("").is_empty());
    assert_eq!(Record::parse_all("hello\n").len(), 1);
}

#[test]
fn a_record_says_which_game_it_is() {
    let damage = Record::parse(&GOOD.replace("game: mnk:3,3,3\n", "")).unwrap_err();
    assert!(damage.problem.contains("which game"), "{damage}");
    let mut json = Record::parse(GOOD).unwrap().to_json();
    json["game"] = "".into();
    assert!(Record::from_json(&json).is_err());
}

#[test]
fn openings_are_kept() {
    let game = three();
    let (moves, _) = game.parse_line("a1 b2").unwrap();
    let rules = Rules::default().time("10s+1s".parse().unwrap());
    let table = Match::new(&game).rules(rules).opening(&moves).unwrap();
    let again = Record::load(&game, &Record::of(&table, "mnk:3,3,3", ["", ""]).to_string()).unwrap().table;
    assert_eq!((again.clock(), again.opening_moves()), (table.clock(), 2));
}

#[test]
fn files_are_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("arena-records-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("game.txt");
    arena::write_atomically(&file, GOOD).unwrap();
    arena::write_atomically(&file, "new").unwrap();
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "new");
    let record = Record::parse(GOOD).unwrap();
    for name in ["game.txt", "game.json"] {
        record.save(&folder.join(name)).unwrap();
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        assert_eq!(text.starts_with('{'), name.ends_with("json"));
        assert_eq!(Record::parse(&text).as_ref(), Ok(&record));
        assert_eq!(Record::load(&three(), &text).unwrap().table.history().len(), 6);
    }
    assert!(arena::write_atomically(&folder.join("missing").join("game.txt"), GOOD).is_err());
    // A folder cannot be replaced by a file: it stays, and nothing else is left behind.
    assert!(arena::write_atomically(&folder, GOOD).is_err());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}

#[cfg(unix)]
#[test]
fn what_links_lead_to_is_written_and_keeps_its_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = std::env::temp_dir().join(format!("arena-links-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let place = |name: &str| folder.join(name);
    std::fs::write(place("old"), "old").unwrap();
    std::fs::set_permissions(place("old"), std::fs::Permissions::from_mode(0o400)).unwrap();
    for (link, to) in [("link", "old"), ("dangling", "new"), ("one", "two"), ("two", "one")] {
        symlink(to, place(link)).unwrap();
    }
    for (link, to) in [("link", "old"), ("dangling", "new")] {
        arena::check_writable(&place(link)).unwrap();
        arena::write_atomically(&place(link), GOOD).unwrap();
        assert!(place(link).is_symlink() && !place(to).is_symlink());
        assert_eq!(std::fs::read_to_string(place(to)).unwrap(), GOOD);
    }
    assert_eq!(std::fs::metadata(place("old")).unwrap().permissions().mode() & 0o777, 0o400);
    // A circle leads nowhere, and a name that ends like a folder's is none of a file.
    for wrong in [place("one"), place("folder/"), place(".."), std::path::PathBuf::new()] {
        assert!(arena::check_writable(&wrong).is_err(), "{}", wrong.display());
        assert!(arena::write_atomically(&wrong, GOOD).is_err(), "{}", wrong.display());
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 6);
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The text of a record in a file whose name ends with `json`.
fn json_file(name: &str) -> String {
    let file = std::env::temp_dir().join(format!("arena-{name}-{}.json", std::process::id()));
    Record::parse(GOOD).unwrap().save(&file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    text
}

#[test]
fn json_is_checked_move_by_move_too() {
    let (json, game) = (json_file("checked"), three());
    for json in [json.clone(), format!("{:#}", Record::parse(GOOD).unwrap().to_json())] {
        let wrong = json.replace("\"a2\"", "\"b2\"");
        let damage = Record::load(&game, &wrong).unwrap_err();
        assert_eq!((damage.problem.as_str(), damage.saved.moves.len()), ("`b2` cannot be played here", 2));
        let line = wrong.lines().skip(damage.line - 1).take(5).collect::<String>();
        assert!(line.contains("b2") && !line.contains("a1"), "{line}");
    }
    let wrong =
        json.replacen("\"seconds\":", "\"seconds\":\"long\",\"was\":", 3).replacen("\"long\"", "1", 2);
    let damage = Record::load(&game, &wrong).unwrap_err();
    assert_eq!(damage.saved.moves.len(), 2);
    assert!(wrong.lines().nth(damage.line - 1).is_some_and(|line| line.contains("long")), "{damage}");
    let third = json.lines().find(|line| line.contains("a2")).expect("the third move");
    let wrong = json.replace(third, "    5,");
    let damage = Record::load(&game, &wrong).map(|_| ()).unwrap_err();
    assert_eq!(wrong.lines().nth(damage.line - 1), Some("    5,"), "{damage}");
    let wrong = json.replace("\"result\": null", "\"result\": 5");
    let damage = Record::load(&game, &wrong).map(|_| ()).unwrap_err();
    assert!(wrong.lines().nth(damage.line - 1).is_some_and(|line| line.contains("result")), "{damage}");
}

#[test]
fn json_that_is_cut_off_keeps_the_moves_before() {
    let (json, game) = (json_file("cut"), three());
    let record = Record::parse(GOOD).unwrap();
    for end in (0..json.trim_end().len()).filter(|end| json.is_char_boundary(*end)) {
        let cut = &json[..end];
        let damage = Record::load(&game, cut).unwrap_err();
        let moves = cut.lines().filter(|line| line.contains("\"move\"") && line.contains('}')).count();
        assert_eq!(damage.saved.moves, record.moves[..moves], "{cut}");
        assert!((1..=cut.lines().count() + 1).contains(&damage.line), "{cut}");
        if moves > 0 {
            assert_eq!((&damage.saved.game, &damage.saved.players), (&record.game, &record.players));
        }
    }
}

#[test]
fn moves_behind_the_damage_are_not_taken_for_those_before() {
    let json = json_file("comma");
    let missing = json.replacen("},\n    {", "}\n    {", 1);
    let damage = Record::load(&three(), &missing).map(|_| ()).unwrap_err();
    assert_eq!(damage.saved.moves.len(), 1, "{damage}");
    assert!(!damage.problem.contains(" at line "), "{damage}");
}

#[test]
fn many_records_in_a_list_and_one_is_damaged() {
    let json = json_file("list");
    let list = format!("[\n{json},\n{}, {json}]", json.replace("\"moves\"", "\"movies\""));
    let records = Record::parse_all(&list);
    assert_eq!(records.len(), 3);
    assert!(records[0].is_ok() && records[2].is_ok());
    assert!(records[1].as_ref().is_err_and(|damage| damage.line > json.lines().count()));
    // What stands behind a broken one is read all the same.
    let list = format!("[\n{json},\n{},\n{json}]", json.replace("\"players\": [", "\"players\": "));
    let records = Record::parse_all(&list);
    assert_eq!(records.iter().map(Result::is_ok).collect::<Vec<_>>(), [true, false, true]);
    let cut = Record::parse_all(&list[..list.len() - 20]);
    assert_eq!((cut.len(), cut[2].is_err()), (3, true));
    assert!(Record::parse_all("[]").is_empty());
}

#[test]
fn damaged_json_is_explained() {
    let good = Record::parse(GOOD).unwrap().to_json();
    for (place, bad) in [
        ("/format", "morpion record 9"),
        ("/game", ""),
        ("/players", ""),
        ("/time/0", "soon"),
        ("/moves/2", ""),
        ("/moves/2/seconds", "long"),
        ("/result", "who knows"),
        ("/opening", "x"),
        ("/headers", ""),
    ] {
        let mut value = good.clone();
        let slot = match value.pointer_mut(place) {
            Some(slot) => slot,
            None => panic!("{place}"),
        };
        *slot = if bad.is_empty() { serde_json::Value::Bool(true) } else { bad.into() };
        let problem = Record::from_json(&value).unwrap_err();
        assert!(problem.contains('`'), "{place}: {problem}");
    }
}
