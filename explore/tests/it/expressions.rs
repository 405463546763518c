//! Claims as text: what they mean, what is wrong with those that mean nothing, and that no text does any harm.

use explore::{
    Explorer, Path, Predicate, Store, Vocabulary, bfs_find, can_force, find_nearest, find_with, path_exists,
    path_meeting,
};
use game::mock::Mock;
use game::{Game, Limits, Observable, Observe, Outcome, Player, Random, SyntaxError, System};
use games::coins::{Chosen, Coins};
use games::mnk::{Marks, Mnk, Rule};

fn tic_tac_toe() -> Mnk<u64> {
    Mnk::new(3, 3, 3, Rule::Normal)
}

/// How many of the 5478 positions of tic-tac-toe it is true of.
fn count(text: &str) -> usize {
    let game = tic_tac_toe();
    let names = Vocabulary::of_game(&game).and(game.observables());
    let predicate = names.predicate(text).unwrap_or_else(|mistake| panic!("{mistake}"));
    bfs_find(&game, predicate, None).matches.len()
}

#[test]
fn positions_are_counted_by_what_is_said_of_them() {
    assert_eq!(count("true"), 5478);
    assert_eq!(count("over"), 958);
    assert_eq!(count("winner = x"), 626);
    assert_eq!(count("winner = second"), 316);
    assert_eq!(count("winner = draw and ply = 9"), 16);
    assert_eq!(count("cell(0,0) = x and cell(1,0) = x and cell(1,1) = x"), 113);
    assert_eq!(count("a1 = x && b1 == X & b2 = first"), 113);
    assert_eq!(count("ply <= 1"), 10);
    assert_eq!(count("ply < 1 or ply = 1"), 10);
    assert_eq!(count("turn = o implies ply % 2 = 1"), 5478);
    assert_eq!(count("count(empty) + ply != 9"), 0);
    assert_eq!(count("count(x) - count(o) = 2 * 1 - 1 and turn = x"), 0);
    assert_eq!(count("moves = 9 - ply or over"), 5478);
    assert_eq!(count("not over -> moves > 0"), 5478);
    assert_eq!(count("stuck"), 0);
    assert_eq!(
        count("(cell(1,1) = cell(0,0)) = true and cell(1,1) = empty"),
        count("a1 = empty and b2 = empty")
    );
}

#[test]
fn signs_bind_as_they_should() {
    // `not` looser than comparisons, `and` closer than `or`, `implies` loosest and to the right.
    assert_eq!(count("not ply = 0"), 5477);
    assert_eq!(count("ply = 0 or ply = 1 and false"), 1);
    assert_eq!(count("false implies false implies false"), 5478);
    assert_eq!(count("(false implies false) implies false"), 0);
    assert_eq!(count("ply - 1 - 1 = 0"), count("ply = 2"));
    assert_eq!(count("2 + 3 * 2 = 8"), 5478);
    assert_eq!(count("-3 % 2 = 1"), 5478);
    assert_eq!(count("9000000000000000000 * 9 > 0"), 5478);
}

#[test]
fn numbers_are_exact_however_large_they_become() {
    let largest = i64::MAX;
    for truth in [
        format!("{largest} + 1 > {largest}"),
        format!("{largest} + 1 - 1 = {largest}"),
        format!("-{largest} - 2 < -{largest} - 1"),
        format!("{largest} * {largest} * {largest} % 1000 = 943"),
        format!("-{largest} * {largest} % 10 = 1"),
        format!("({largest} + ply) * 2 - {largest} - {largest} = 2 * ply"),
    ] {
        assert_eq!(count(&truth), 5478, "{truth}");
    }
    for falsehood in [format!("{largest} + 1 = {largest}"), format!("{largest} * 2 = {largest} * 3")] {
        assert_eq!(count(&falsehood), 0, "{falsehood}");
    }
}

/// The mistake in a text, and the part of it that is marked.
fn mistake(text: &str) -> (SyntaxError, String) {
    let game = tic_tac_toe();
    let names = Vocabulary::of_game(&game).and(game.observables());
    let mistake = names.predicate(text).err().unwrap_or_else(|| panic!("`{text}` is accepted"));
    let marked = mistake.text[mistake.place.clone()].to_string();
    (mistake, marked)
}

#[test]
fn mistakes_are_marked_where_they_are() {
    for (text, marked) in [
        ("", ""),
        ("   ", ""),
        ("ply = ", ""),
        ("ply", "ply"),
        ("cell(0,0)", "cell(0,0)"),
        ("cell(0,3) = x", "3"),
        ("cell(0) = x", "cell(0)"),
        ("cell = x", "cell"),
        ("cell(0,0) = z", "z"),
        ("cell(0,0) = 3", "cell(0,0) = 3"),
        ("cell(0,0) < x", "cell(0,0)"),
        ("sum = 10", "sum"),
        ("over and sumo(3)", "sumo"),
        ("x = o", "x"),
        ("count(z) = 1", "z"),
        ("count(1) = 1", "1"),
        ("(ply = 1", "("),
        ("ply = 1)", ")"),
        ("ply = 1 ply", "ply"),
        ("0 < ply < 5", "<"),
        ("ply § 3", "§"),
        ("ply = 99999999999999999999", "99999999999999999999"),
        ("ply = 3x", "3x"),
        ("ply % 0 = 1", "0"),
        ("ply % ply = 1", "ply"),
        ("not ply", "ply"),
        ("over + 1 = 2", "over"),
        ("winner = over", "winner = over"),
        ("winner = é", "é"),
        ("and", "and"),
        ("over and", ""),
    ] {
        let (found, shown) = mistake(text);
        assert_eq!(shown, marked, "{found}");
        assert!(!found.problem.is_empty() && !found.help.is_empty(), "{found:?}");
    }
    assert_eq!(mistake("0 < ply < 5").0.place, 8..9);
}

#[test]
fn long_and_deep_texts_are_refused() {
    for text in
        ["(".repeat(100_000), "not ".repeat(100_000), "over and ".repeat(100_000) + "over", "-".repeat(5000)]
    {
        assert!(mistake(&text).0.to_string().len() < 400);
    }
    let deep = format!("{}over{}", "(".repeat(90), ")".repeat(90));
    assert_eq!(count(&deep), 958);
    assert_eq!(count(&("over and ".repeat(900) + "over")), 958);
}

#[test]
fn no_text_does_any_harm() {
    let words = [
        "ply",
        "cell",
        "(",
        ")",
        ",",
        "=",
        "x",
        "0",
        "1",
        "and",
        "not",
        "-",
        "%",
        "<",
        "over",
        "a1",
        "é",
        " ",
        "->",
        "true",
        "count",
        "9223372036854775807",
        "*",
        "+",
        "winner",
        "!",
        "&",
    ];
    let game = tic_tac_toe();
    let names = Vocabulary::of_game(&game).and(game.observables());
    let (mut random, mut sense) = (Random::new(7), 0);
    for _ in 0..20_000 {
        let length = 1 + random.below(12);
        let text: String = (0..length).map(|_| words[random.below(words.len())]).collect();
        match names.predicate(&text) {
            Ok(predicate) => {
                predicate(&game.initial());
                sense += 1;
            }
            Err(mistake) => assert!(mistake.text.get(mistake.place.clone()).is_some(), "{mistake:?}"),
        }
    }
    assert!(sense > 20, "{sense}");
}

/// A system names what it likes; the name given last counts.
#[test]
fn own_names_come_first() {
    let game = Mock::random_graph(3, 20, 3);
    let names =
        Vocabulary::of_game(&game)
            .and(vec![Observable::number("moves", "another", |state: &usize, _| *state as i64)]);
    let predicate = names.predicate("moves = 7").unwrap_or_else(|mistake| panic!("{mistake}"));
    assert!(predicate(&7) && !predicate(&8));
    assert!(names.predicate("ply = 3").is_err(), "positions of a graph do not tell their ply");
}

#[test]
fn finding_with_everything_is_finding() {
    let coins = Coins::new(30, &[1, 5, 10]);
    let goal = |chosen: &Chosen| coins.sum(chosen) == 11;
    let plain = bfs_find(&coins, goal, Some(8));
    for threads in [1, 3] {
        let (found, report) = find_with(
            &Explorer::new(&coins).depth(8).limits(&Limits::default().threads(threads)),
            &goal,
            usize::MAX,
        );
        assert_eq!(found.number as usize, plain.matches.len());
        assert_eq!(report.counts.states, plain.explored);
        assert_eq!(found.nearest, plain.matches);
        let (some, _) =
            find_with(&Explorer::new(&coins).depth(8).limits(&Limits::default().threads(threads)), &goal, 2);
        assert_eq!((some.number, &some.nearest[..]), (found.number, &found.nearest[..2]));
    }
}

/// The number is exact where memory and time have no room for more than some of the paths.
#[test]
fn paths_to_what_was_found_keep_the_limits() {
    let coins = Coins::new(60, &[1, 5, 10]);
    let any = |_: &Chosen| true;
    let explorer = || Explorer::new(&coins).depth(7).store(Store::Exact);
    let (all, _) = find_with(&explorer(), &any, usize::MAX);
    assert_eq!(all.number as usize, all.nearest.len());
    // The least memory with which the search comes to its end.
    let within = |bits: u32| {
        let memory = Limits::default().memory(1 << bits);
        find_with(&explorer().limits(&memory), &any, usize::MAX)
    };
    let (some, _) = (16..).map(within).find(|(_, report)| report.stopped.is_none()).unwrap();
    assert_eq!(some.number, all.number);
    let listed = some.nearest.len();
    assert!(listed > 10 && listed < all.nearest.len(), "{listed} of {}", all.nearest.len());
    assert_eq!(some.nearest, all.nearest[..listed]);
    // Without links each path is a search of its own.
    let stop = game::Stop::new();
    let limits = Limits::default().stop(stop.clone());
    let explorer = Explorer::new(&coins).depth(7).store(Store::Layered).limits(&limits);
    let found = find_nearest(&explorer, &any, usize::MAX);
    assert_eq!((found.number, found.noted()), (all.number, all.nearest.len()));
    let first: Vec<_> = found.paths().inspect(|_| stop.stop()).collect();
    assert_eq!(first, all.nearest[..1]);
}

#[test]
fn a_path_that_meets_is_the_shortest_one() {
    for seed in 0..100 {
        let game = Mock::random_graph(seed, 25, 2);
        let first = |state: &usize| state % 5 == 3;
        let then = |state: &usize| state % 7 == 1;
        let predicates: [&Predicate<'_, usize>; 3] = [&first, &then, &first];
        for depth in [Some(3), None] {
            let plain = path_exists(&game, &predicates, depth);
            let explorer = Explorer::new(&game).limits(&Limits::default().threads(2));
            let explorer = if let Some(depth) = depth { explorer.depth(depth) } else { explorer };
            let (path, _) = path_meeting(&explorer, &predicates);
            assert_eq!(path.as_ref().map(Path::len), plain.path.as_ref().map(Path::len), "{seed}");
            assert!(path.is_none_or(|path| path.is_valid(&game)));
        }
        // Nothing outside the boundary is met.
        let inside = |state: &usize| *state != 3 && *state != 8;
        let (path, _) = path_meeting(&Explorer::new(&game).within(&inside), &predicates);
        assert!(path.is_none_or(|path| path.states.iter().all(inside)));
    }
}

#[test]
fn whoever_follows_the_plan_gets_there() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let won = |state: &Marks<u64>| game.outcome(state) == Some(Outcome::Win(Player::First));
    let forced = can_force(&Explorer::new(&game), Player::First, won);
    let line = forced.line().unwrap();
    assert!(line.is_valid(&game) && won(line.end().unwrap()));
    assert_eq!(line.len(), 7);
    let plan: std::collections::HashMap<_, _> = forced.plan().into_iter().collect();
    let mut waiting = vec![(game.initial(), 0)];
    let mut used = std::collections::HashSet::new();
    while let Some((state, ply)) = waiting.pop() {
        if won(&state) {
            continue;
        }
        assert!(ply < 7 && game.outcome(&state).is_none());
        if Game::turn(&game, &state) == Player::First {
            used.insert(state);
            waiting.push((game.next(&state, plan[&state]), ply + 1));
        } else {
            waiting.extend(game.steps(&state).map(|(_, next)| (next, ply + 1)));
        }
    }
    assert_eq!(used.len(), plan.len(), "nothing in the plan that is not needed");
    assert!(can_force(&Explorer::new(&game), Player::Second, |_| false).line().is_none());
}
