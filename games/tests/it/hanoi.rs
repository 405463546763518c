//! The towers of Hanoi against the laws, and their shortest solutions.

use std::collections::{HashMap, VecDeque};

use game::laws::Laws;
use game::{Indexed, Notation, Symmetry, System};
use games::hanoi::{Hanoi, MOST_PEGS, Rings, most_rings};

#[test]
fn the_laws_hold() {
    for (rings, pegs) in
        [(1, 3), (3, 3), (4, 4), (3, 5), (12, 6), (64, 3), (64, 4), (42, 8), (32, 16), (1, 16)]
    {
        let hanoi = Hanoi::new(rings, pegs);
        Laws::system(&hanoi).games(5).plies(100).notation().symmetry().indexed().check();
    }
}

/// How far each configuration is from the start.
fn distances(hanoi: &Hanoi) -> HashMap<Rings, u32> {
    let start = hanoi.starts().next().unwrap();
    let mut known = HashMap::from([(start, 0)]);
    let mut queue = VecDeque::from([start]);
    while let Some(state) = queue.pop_front() {
        let away = known[&state] + 1;
        for (_, next) in hanoi.steps(&state) {
            known.entry(next).or_insert_with(|| {
                queue.push_back(next);
                away
            });
        }
    }
    known
}

#[test]
fn everything_can_be_reached_and_solved_as_fast_as_is_known() {
    // Three pegs: 2^n - 1. Four: Frame and Stewart's numbers, proved by Bousch. One ring: one move.
    let three = (1..=8).map(|rings| (rings, 3, (1 << rings) - 1));
    let four = (1..).zip([1, 3, 5, 9, 13, 17, 25]).map(|(rings, moves)| (rings, 4, moves));
    for (rings, pegs, moves) in three.chain(four).chain([(1, 16, 1), (4, 5, 7), (3, 8, 5)]) {
        let hanoi = Hanoi::new(rings, pegs);
        let known = distances(&hanoi);
        assert_eq!(known.len() as u64, u64::from(pegs).pow(rings), "{rings} rings, {pegs} pegs");
        let solved = known.iter().find(|(state, _)| hanoi.is_final(state)).unwrap();
        assert_eq!(*solved.1, moves, "{rings} rings, {pegs} pegs");
    }
}

#[test]
fn canonical_forms_are_as_many_as_ways_to_fill_interchangeable_pegs() {
    let hanoi = Hanoi::new(4, 5);
    assert_eq!(hanoi.symmetries(), 6);
    let size = hanoi.size().unwrap();
    let forms: std::collections::HashSet<Rings> =
        (0..size).map(|index| hanoi.canonical(&hanoi.state_at(index))).collect();
    // Of 4 rings, k are on the inner pegs: 2^(4-k) ways for the others, and S(k,1) + S(k,2) + S(k,3) for these.
    assert_eq!(forms.len(), 16 + 4 * 8 + 6 * 4 * 2 + 4 * 2 * 5 + 14);
}

#[test]
fn pegs_are_drawn_and_read() {
    let hanoi = Hanoi::new(3, 3);
    let (actions, states) = hanoi.parse_line("a-c, a b, 2 1").unwrap();
    assert_eq!((actions[2].from, actions[2].to), (2, 1));
    assert_eq!(hanoi.board_text(&states[0]), "a: 3 2 1\nb:\nc:");
    assert_eq!(hanoi.board_text(&states[3]), "a: 3\nb: 2 1\nc:");
    assert_eq!(hanoi.parse_board("a: 3\nb: 2 1\nc:"), Ok(states[3]));
    let problem = |text: &str| hanoi.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("a: 3 2 1\nb:"), "peg c is missing");
    assert_eq!(problem("a: 3 2 1\nd:"), "`d:` is not peg b");
    assert_eq!(problem("a: 3 2\nb:\nc:"), "ring 1 is missing");
    assert_eq!(problem("a: 3 2 1\nb: 1\nc:"), "ring 1 is on two pegs");
    assert_eq!(problem("a: 2 3 1\nb:\nc:"), "ring 3 is on ring 2");
    assert_eq!(problem("a: 4\nb:\nc:"), "`4` is not a ring");
    assert_eq!(problem("a: 3 2 1\nb:\nc:\nd:"), "`d:` is one line too many");
    assert!(hanoi.parse_action(&states[1], "a-c").is_err());
}

#[test]
fn the_limits_are_what_fits() {
    assert_eq!([3, 4, 5, 8, 9, MOST_PEGS].map(most_rings), [64, 64, 42, 42, 32, 32]);
    assert_eq!(Hanoi::new(64, 3).size(), None);
    assert_eq!(Hanoi::new(31, 4).size(), Some(1 << 62));
}

#[test]
#[should_panic(expected = "65 rings on 3 pegs")]
fn too_many_rings_are_refused() {
    let _ = Hanoi::new(65, 3);
}
