//! Nim against its laws and Bouton's theorem.

use std::collections::HashMap;

use game::laws::Laws;
use game::{Evaluate, Game, Indexed, Notation, Outcome, Player, Symmetry};
use games::nim::{Heaps, MOST_HEAPS, Nim, NimSum};

#[test]
fn the_laws_hold() {
    for misere in [false, true] {
        for heaps in [&[0][..], &[7], &[3, 4, 5], &[5, 0, 2, 2], &[1, 3, 5, 7], &[255, 2], &[1; 16], &[9; 16]]
        {
            Laws::game(&Nim::new(heaps, misere)).games(10).notation().symmetry().indexed().check();
        }
    }
}

/// Whether the player to move wins, by plain search.
fn wins(nim: &Nim, state: &Heaps, known: &mut HashMap<Heaps, bool>) -> bool {
    if let Some(&won) = known.get(state) {
        return won;
    }
    let won = match nim.outcome(state) {
        Some(outcome) => outcome == Outcome::Win(nim.turn(state)),
        None => nim.moves(state).any(|mv| !wins(nim, &nim.next(state, mv), known)),
    };
    known.insert(*state, won);
    won
}

#[test]
fn boutons_theorem_holds() {
    for misere in [false, true] {
        let nim = Nim::new(&[5, 6, 4, 3], misere);
        let mut known = HashMap::new();
        for state in (0..nim.size().unwrap()).map(|index| nim.state_at(index)) {
            let won = wins(&nim, &state, &mut known);
            let [a, b, c, d] = nim.sizes(&state) else { panic!("four heaps") };
            let sum_is_zero = a ^ b ^ c ^ d == 0;
            let large = nim.sizes(&state).iter().any(|&size| size > 1);
            let expected = if misere && !large { sum_is_zero } else { !sum_is_zero };
            assert_eq!(won, expected, "{state:?}");
            assert_eq!(nim.is_won(&state), won);
            assert_eq!(NimSum.score(&nim, &state) > 0, won);
        }
    }
}

#[test]
fn a_winning_move_is_tried_first() {
    let nim = Nim::new(&[3, 4, 5], false);
    let start = nim.initial();
    let promising: Vec<_> = nim.moves(&start).filter(|&mv| NimSum.priority(&nim, &start, mv) > 0).collect();
    assert_eq!(promising, [nim.parse_action(&start, "a2").unwrap()]);
}

#[test]
fn canonical_forms_have_an_index() {
    let nim = Nim::new(&[2, 5, 3], false);
    let size = nim.size().unwrap();
    assert_eq!(size, 2 * 3 * 6 * 4);
    for index in 0..size {
        let canonical = nim.canonical(&nim.state_at(index));
        assert_eq!(nim.state_at(nim.index(&canonical)), canonical);
        assert_eq!(nim.image(&nim.state_at(index), nim.to_canonical(&nim.state_at(index))), canonical);
    }
    assert_eq!(nim.canonical(&nim.initial()), nim.initial());
    assert_eq!(Nim::new(&[255; MOST_HEAPS], false).size(), None);
}

#[test]
fn moves_are_read_as_people_write_them() {
    let nim = Nim::new(&[3, 4, 5], true);
    let start = nim.initial();
    let b2 = nim.parse_action(&start, "b2").unwrap();
    assert_eq!((b2.heap, b2.take), (1, 2));
    for text in ["b 2", "1 2", " B2 "] {
        assert_eq!(nim.parse_action(&start, text), Ok(b2));
    }
    assert!(nim.parse_action(&start, "a4").is_err());
    assert!(nim.parse_action(&start, "d1").is_err());
}

#[test]
fn boards_are_drawn_and_mistakes_in_them_named() {
    let nim = Nim::new(&[3, 7], false);
    let drawn = nim.board_text(&nim.initial());
    assert_eq!(drawn, "a   3 |||\nb   7 ||||| ||\nfirst to move");
    let after = nim.parse_board("a 0\nb 7\nsecond to move").unwrap();
    assert_eq!((nim.sizes(&after), after.turn), (&[0, 7][..], Player::Second));
    let problem = |text| nim.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("a 3"), "heap b is missing");
    assert_eq!(problem("a 3\nb x"), "`b x` is not heap b");
    assert_eq!(problem("a 4\nb 7"), "heap a had 3 at the start, not 4");
    assert_eq!(problem("a 3 ||||\nb 7"), "heap a has 3, but `||||` is drawn");
    assert_eq!(problem("a 3 |||\nb 7 ||||| | |\nc"), "nothing says who is to move");
    assert_eq!(problem("a 3\nb 7"), "nothing says who is to move");
    assert_eq!(problem("a 3\nb 7\nfirst to move\nc 4"), "`c 4` is one line too many");
}

#[test]
#[should_panic(expected = "nim with 17 heaps")]
fn too_many_heaps_are_refused() {
    let _ = Nim::new(&[1; 17], false);
}
