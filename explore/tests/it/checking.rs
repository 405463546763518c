//! Claims about systems, against brute force.

use std::collections::HashSet;

use crate::common::{Tangle, distances};
use explore::{Checker, Explorer, Finding, Graph, Property, Store, Verdict, Witness, can_force};
use game::mock::Mock;
use game::{Game, Limits, Outcome, Playable, Player, Stopped, Symmetry, System};
use games::mnk::{Marks, Mnk, Rule, Square};

/// Whether some way from a state on never meets the goal while it holds, or leaves `hold` before: by following every
/// way until it ends or comes back to where it was.
fn can_fail(
    system: &Tangle,
    path: &mut Vec<usize>,
    goal: &dyn Fn(&usize) -> bool,
    hold: &dyn Fn(&usize) -> bool,
) -> bool {
    let state = *path.last().unwrap();
    if goal(&state) {
        return false;
    }
    if !hold(&state) || system.steps(&state).next().is_none() {
        return true;
    }
    let steps: Vec<usize> = system.steps(&state).map(|(_, next)| next).collect();
    steps.into_iter().any(|next| {
        if path.contains(&next) {
            return true;
        }
        path.push(next);
        let fails = can_fail(system, path, goal, hold);
        path.pop();
        fails
    })
}

/// A counter-example must be a way that can be walked, fails, and ends or goes round.
fn fails_indeed(
    system: &Tangle,
    witness: &Witness<usize, usize>,
    from: usize,
    goal: &dyn Fn(&usize) -> bool,
    hold: &dyn Fn(&usize) -> bool,
) {
    let path = &witness.path;
    assert!(path.is_valid(system), "{path:?}");
    assert!(path.states[from..].iter().all(|state| !goal(state)), "{path:?}");
    let end = *path.end().unwrap();
    match witness.back_to {
        Some(place) => assert!(place < path.states.len() - 1 && path.states[place] == end),
        None => assert!(!hold(&end) || system.steps(&end).next().is_none()),
    }
}

#[test]
fn liveness_is_what_brute_force_finds() {
    let mut failures = [0; 3];
    for seed in 0..400 {
        let tangle = Tangle::random(seed % 7 + seed * 13);
        if tangle.0.len() > 16 {
            continue;
        }
        let goal = |state: &usize| state % 4 == 3;
        let hold = |state: &usize| state % 5 != 2;
        let trigger = |state: &usize| state % 3 == 1;
        let any = |_: &usize| true;
        let (findings, report) = Checker::new(Explorer::new(&tangle))
            .claim("eventually", Property::Eventually(&goal))
            .claim("until", Property::Until(&hold, &goal))
            .claim("leads to", Property::LeadsTo(&trigger, &goal))
            .run();
        assert!(report.complete);
        let reachable = distances(&tangle);
        let expected = [
            can_fail(&tangle, &mut vec![0], &goal, &any),
            can_fail(&tangle, &mut vec![0], &goal, &hold),
            reachable.keys().any(|&s| trigger(&s) && can_fail(&tangle, &mut vec![s], &goal, &any)),
        ];
        for ((finding, fails), count) in findings.iter().zip(expected).zip(&mut failures) {
            let verdict = if fails { Verdict::Fails } else { Verdict::Holds };
            assert_eq!(finding.verdict, verdict, "seed {seed}: {}", finding.label);
            assert_eq!(finding.witness.is_some(), fails);
            *count += usize::from(fails);
        }
        if let Some(witness) = &findings[0].witness {
            fails_indeed(&tangle, witness, 0, &goal, &any);
        }
        if let Some(witness) = &findings[1].witness {
            fails_indeed(&tangle, witness, 0, &goal, &hold);
        }
        if let Some(witness) = &findings[2].witness {
            let states = &witness.path.states;
            let from = states.iter().rposition(goal).map_or(0, |place| place + 1);
            assert!(states[from..].iter().any(trigger));
            fails_indeed(&tangle, witness, from, &goal, &any);
        }
    }
    assert!(failures.iter().all(|&count| count > 20), "{failures:?}");
}

/// Two that a search by paths gets wrong: a join whose second way in is the one that fails, and a cycle off the way.
#[test]
fn joins_and_cycles_are_no_excuse() {
    // 0 → 1 (goal) → 3, and 0 → 2 → 3, where 3 ends.
    let join = Mock::new(4).edge(0, 1).edge(0, 2).edge(1, 3).edge(2, 3).end(3, Outcome::Draw);
    let goal = |state: &usize| *state == 1;
    let eventually = |game: &Mock| -> Finding<usize, usize> {
        Checker::new(Explorer::new(game)).claim("", Property::Eventually(&goal)).run().0.remove(0)
    };
    let finding = eventually(&join);
    assert_eq!(finding.witness.unwrap().path.states, [0, 2, 3]);
    // 0 → 2 → 0 for ever.
    let circle = Mock::new(3).edge(0, 1).edge(0, 2).edge(2, 0).end(1, Outcome::Draw);
    let witness = eventually(&circle).witness.unwrap();
    assert_eq!((witness.path.states, witness.back_to), (vec![0, 2, 0], Some(0)));
}

#[test]
fn always_sometimes_and_deadlock() {
    let mut stuck = 0;
    for seed in 0..200 {
        let tangle = Tangle::random(seed);
        let low = |state: &usize| *state < 20;
        let high = |state: &usize| *state >= 20;
        let (findings, _) = Checker::new(Explorer::new(&tangle))
            .claim("always low", Property::Always(&low))
            .claim("sometimes high", Property::Sometimes(&high))
            .claim("never stuck", Property::NoDeadlock)
            .run();
        let reachable = distances(&tangle);
        let nearest = |is: &dyn Fn(&usize) -> bool| {
            reachable.iter().filter(|(state, _)| is(state)).map(|(_, depth)| *depth).min()
        };
        let dead = |state: &usize| !tangle.is_final(state) && tangle.actions(state).next().is_none();
        let expected = [nearest(&high), nearest(&high), nearest(&dead)];
        for (number, (finding, nearest)) in findings.iter().zip(expected).enumerate() {
            let length = finding.witness.as_ref().map(|witness| witness.path.len() as u32);
            assert_eq!(length, nearest, "seed {seed}: {}", finding.label);
            assert!(finding.witness.as_ref().is_none_or(|witness| witness.path.is_valid(&tangle)));
            let holds = (number == 1) == nearest.is_some();
            assert_eq!(finding.verdict, if holds { Verdict::Holds } else { Verdict::Fails });
        }
        stuck += usize::from(findings[2].verdict == Verdict::Fails);
    }
    assert!(stuck > 20, "{stuck}");
}

/// Tic-tac-toe whose second player may mark a square twice, once the centre is taken.
struct Faulty(Mnk<u64>);

impl Game for Faulty {
    type State = Marks<u64>;
    type Move = Square;

    fn initial(&self) -> Marks<u64> {
        self.0.initial()
    }

    fn turn(&self, state: &Marks<u64>) -> Player {
        self.0.turn(state)
    }

    fn outcome(&self, state: &Marks<u64>) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn moves(&self, state: &Marks<u64>) -> impl Iterator<Item = Square> {
        let taken =
            (self.turn(state) == Player::Second && state.other.count_ones() == 2).then_some(Square(0));
        self.0.moves(state).chain(taken.filter(|_| state.other & 1 == 1))
    }

    fn play(&self, state: &mut Marks<u64>, mv: Square) {
        self.0.play(state, mv);
    }
}

#[test]
fn a_planted_error_is_found_by_the_shortest_path() {
    let faulty = Faulty(Mnk::new(3, 3, 3, Rule::Normal));
    let apart = |state: &Marks<u64>| state.own & state.other == 0;
    let (findings, _) = Checker::new(Explorer::new(&faulty)).claim("apart", Property::Always(&apart)).run();
    assert_eq!(findings[0].verdict, Verdict::Fails);
    let path = &findings[0].witness.as_ref().unwrap().path;
    assert!(path.is_valid(&faulty));
    assert_eq!(path.len(), 4);
}

/// Where several threads race, a breadth-first search may come back with nine moves where five suffice.
#[test]
fn the_first_win_takes_five_moves_whoever_searches() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let nobody = |state: &Marks<u64>| game.outcome(state).is_none();
    let mut paths = Vec::new();
    for store in [Store::Exact, Store::Layered, Store::Indexed] {
        for threads in 1..=4 {
            let explorer = Explorer::new(&game)
                .index(Some(&game))
                .store(store)
                .limits(&Limits::default().threads(threads));
            let (mut findings, _) = Checker::new(explorer).claim("", Property::Always(&nobody)).run();
            let path = findings.remove(0).witness.unwrap().path;
            assert!(path.is_valid(&game) && path.len() == 5);
            paths.push((store, path));
        }
    }
    for (store, path) in &paths {
        let same = paths.iter().filter(|(other, _)| other == store).all(|(_, other)| other == path);
        assert!(same, "{store}");
    }
}

#[test]
fn symmetric_and_plain_checks_agree() {
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let canonical = |state| game.canonical(&state);
    let second_won = |state: &Marks<u64>| game.outcome(state) == Some(Outcome::Win(Player::Second));
    let full = |state: &Marks<u64>| game.outcome(state) == Some(Outcome::Draw);
    let over = |state: &Marks<u64>| game.outcome(state).is_some();
    let not_full = |state: &Marks<u64>| !full(state);
    let run = |explorer| {
        let checker = Checker::new(explorer)
            .claim("second may win", Property::Sometimes(&second_won))
            .claim("never full", Property::Always(&not_full))
            .claim("ends", Property::Eventually(&over))
            .claim("ends full", Property::Eventually(&full));
        let (findings, report) = checker.run();
        let short = |finding: &Finding<_, _>| {
            let witness = finding.witness.as_ref();
            assert!(witness.is_none_or(|witness| witness.path.is_valid(&game)));
            (finding.verdict, witness.map(|witness| witness.path.len()))
        };
        (findings.iter().map(short).collect::<Vec<_>>(), report.counts.states)
    };
    let (plain, states) = run(Explorer::new(&game));
    let (symmetric, classes) = run(Explorer::new(&game).normal(&canonical));
    assert_eq!(plain, symmetric);
    assert!(classes * 3 < states);
}

#[test]
fn what_was_not_searched_is_not_claimed() {
    let game: Mnk<u64> = Mnk::new(4, 4, 4, Rule::Normal);
    let won = |state: &Marks<u64>| game.outcome(state).is_some();
    let (findings, report) = Checker::new(Explorer::new(&game).depth(4))
        .claim("never over", Property::Always(&|state| !won(state)))
        .claim("sometimes over", Property::Sometimes(&won))
        .claim("in the end over", Property::Eventually(&won))
        .run();
    assert!(!report.complete);
    assert!(findings.iter().all(|finding| finding.verdict == Verdict::Unknown && finding.witness.is_none()));
    let limits = Limits::default().memory(1 << 22);
    let (findings, report) = Checker::new(Explorer::new(&game).limits(&limits))
        .claim("never over", Property::Always(&|state| !won(state)))
        .run();
    assert_eq!((findings[0].verdict, report.stopped), (Verdict::Unknown, Some(Stopped::Memory)));
    // Enough for the states of a smaller board, not for the list of their steps.
    let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
    let (first, won) =
        (|state: &Marks<u64>| game.ply(state) == Some(0), |state: &Marks<u64>| game.outcome(state).is_some());
    let run = |bytes| {
        let limits = Limits::default().memory(bytes);
        let checker = Checker::new(Explorer::new(&game).limits(&limits));
        checker.claim("ends", Property::LeadsTo(&first, &won)).run().0.remove(0).verdict
    };
    let states = Explorer::new(&game).store(Store::Exact).run(&mut ()).report.bytes;
    assert_eq!(run(1 << 30), Verdict::Holds);
    assert_eq!(run(states * 3 / 2), Verdict::Unknown);
}

/// Positions from which the player can force the goal, by asking again and again who can in one move more.
fn brute_force<G: Playable>(
    game: &G,
    states: &[G::State],
    player: Player,
    is_goal: &dyn Fn(&G::State) -> bool,
) -> Vec<HashSet<G::State>> {
    let mut rounds: Vec<HashSet<G::State>> = vec![states.iter().filter(|s| is_goal(s)).cloned().collect()];
    loop {
        let known = rounds.last().unwrap();
        let forced = |state: &&G::State| {
            let mut next = game.steps(state).map(|(_, next)| next).peekable();
            let own = game.turn(state) == player;
            known.contains(*state)
                || next.peek().is_some()
                    && if own { next.any(|n| known.contains(&n)) } else { next.all(|n| known.contains(&n)) }
        };
        let more: HashSet<G::State> = states.iter().filter(forced).cloned().collect();
        if more.len() == known.len() {
            return rounds;
        }
        rounds.push(more);
    }
}

#[test]
fn what_can_be_forced_is_what_brute_force_finds() {
    let mut can = 0;
    for seed in 0..300 {
        let game = Mock::random_graph(seed, 15, 3);
        let states: Vec<usize> = distances(&game).into_keys().collect();
        let goal = |state: &usize| state % 4 == 3;
        for player in Player::BOTH {
            let rounds = brute_force(&game, &states, player, &goal);
            let forced = can_force(&Explorer::new(&game), player, goal);
            let moves = rounds.iter().position(|round| round.contains(&0)).map(|round| round as u32);
            assert_eq!(forced.moves, moves, "seed {seed}");
            can += usize::from(moves.is_some());
            let all = rounds.last().unwrap();
            let strategy: Vec<(usize, usize)> = forced.strategy().collect();
            let own = |state: &&usize| Game::turn(&game, state) == player && !goal(state);
            assert_eq!(strategy.len(), all.iter().filter(own).count());
            for (state, mv) in strategy {
                let round = |state| rounds.iter().position(|round| round.contains(&state)).unwrap();
                assert!(game.is_legal(&state, mv) && round(mv) < round(state), "seed {seed}");
            }
        }
    }
    assert!(can > 50, "{can}");
}

#[test]
fn what_deciding_takes_counts_as_memory() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let over = |state: &Marks<u64>| game.outcome(state).is_some();
    let (mut listed, mut decided) = (0, 0);
    for memory in (1..200).map(|k| k << 13) {
        let limits = Limits::default().memory(memory);
        let explorer = || Explorer::new(&game).limits(&limits);
        let is_listed = Graph::of(&explorer(), &mut ()).report.stopped.is_none();
        let (findings, report) = Checker::new(explorer()).claim("", Property::Eventually(&over)).run();
        let forced = can_force(&explorer(), Player::First, over);
        let is_decided = findings[0].verdict == Verdict::Holds;
        assert_eq!(report.stopped, (!is_decided).then_some(Stopped::Memory), "{memory}");
        assert_eq!((forced.moves.is_some(), forced.complete), (is_decided, is_decided), "{memory}");
        assert!(is_decided <= is_listed && (decided == 0 || is_decided), "{memory}");
        listed += usize::from(is_listed);
        decided += usize::from(is_decided);
    }
    assert!(
        0 < decided && decided < listed,
        "some limits allow the graph and not the marks: {decided} of {listed}"
    );
}
