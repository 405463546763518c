//! The laws themselves: a game that obeys them passes, and each planted mistake is found.

use std::sync::atomic::{AtomicU64, Ordering};

use game::laws::Laws;
use game::mock::Mock;
use game::{Ending, Game, Indexed, Notation, Outcome, Player, Symmetry, System};

/// What is wrong with the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mistake {
    Nothing,
    MoveTwice,
    OrderChanges,
    NoMove,
    ForgetsLegality,
    KeyChanges,
    ApplyDepends,
    TextAmbiguous,
    BoardAmbiguous,
    ImageChangesValue,
    ImageChangesMoves,
    CanonicalNotIdempotent,
    CanonicalNoImage,
    CanonicalDiffers,
    IndexTooLarge,
    IndexNotInverse,
    IndexAfterDiffers,
    PlyMiscounted,
    NotIdentity,
}

/// Two rows of pebbles; take one or two from a row; whoever takes the last pebble wins. The rows may be exchanged.
struct Pebbles {
    mistake: Mistake,
    asked: AtomicU64,
}

type Rows = (u8, u8, Player);

impl Pebbles {
    fn with(mistake: Mistake) -> Pebbles {
        Pebbles { mistake, asked: AtomicU64::new(0) }
    }

    fn is(&self, mistake: Mistake) -> bool {
        self.mistake == mistake
    }
}

impl Game for Pebbles {
    type State = Rows;
    /// The row and the number.
    type Move = (u8, u8);

    fn ply(&self, _: &Rows) -> Option<u32> {
        self.is(Mistake::PlyMiscounted).then_some(1)
    }

    fn initial(&self) -> Rows {
        (4, 5, Player::First)
    }

    fn turn(&self, state: &Rows) -> Player {
        state.2
    }

    fn outcome(&self, state: &Rows) -> Option<Outcome> {
        (state.0 + state.1 == 0).then_some(Outcome::Win(state.2.other()))
    }

    fn moves(&self, &(a, b, _): &Rows) -> impl Iterator<Item = (u8, u8)> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let mut moves: Vec<(u8, u8)> = [(0, 1), (0, 2), (1, 1), (1, 2)]
            .into_iter()
            .filter(|&(r, n)| n <= if r == 0 { a } else { b })
            .collect();
        if self.is(Mistake::MoveTwice) {
            moves.push(moves[0]);
        }
        if self.is(Mistake::OrderChanges) && asked % 2 == 1 {
            moves.reverse();
        }
        if self.is(Mistake::NoMove) && a + b < 3 {
            moves.clear();
        }
        moves.into_iter()
    }

    fn play(&self, state: &mut Rows, (row, take): (u8, u8)) {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let heap = if row == 0 { &mut state.0 } else { &mut state.1 };
        *heap = heap.saturating_sub(take);
        state.2 = state.2.other();
        if self.is(Mistake::ApplyDepends) && asked % 5 == 1 && state.0 > 0 {
            state.0 -= 1;
        }
    }

    fn is_legal(&self, state: &Rows, mv: (u8, u8)) -> bool {
        if self.is(Mistake::ForgetsLegality) {
            return true;
        }
        self.outcome(state).is_none() && self.moves(state).any(|legal| legal == mv)
    }

    fn key(&self, state: &Rows) -> u64 {
        let key = u64::from(state.0) * 100 + u64::from(state.1) * 10 + state.2.index() as u64;
        if self.is(Mistake::KeyChanges) { key + self.asked.fetch_add(1, Ordering::Relaxed) } else { key }
    }
}

impl Notation for Pebbles {
    fn action_text(&self, _: &Rows, (row, take): (u8, u8)) -> String {
        if self.is(Mistake::TextAmbiguous) { format!("{take}") } else { format!("{take} from {row}") }
    }

    fn board_text(&self, &(a, b, turn): &Rows) -> String {
        if self.is(Mistake::BoardAmbiguous) { format!("{a} {b}") } else { format!("{a} {b} {turn}") }
    }
}

impl Symmetry for Pebbles {
    fn symmetries(&self) -> usize {
        2
    }

    fn image(&self, &(a, b, turn): &Rows, symmetry: usize) -> Rows {
        match (symmetry, self.mistake) {
            (0, Mistake::NotIdentity) => (b, a, turn),
            (0, _) => (a, b, turn),
            (_, Mistake::ImageChangesValue) => (a, b, turn.other()),
            (_, Mistake::ImageChangesMoves) => (a / 2, b, turn),
            _ => (b, a, turn),
        }
    }

    fn image_of_action(&self, (row, take): (u8, u8), symmetry: usize) -> (u8, u8) {
        if symmetry == 0 { (row, take) } else { (1 - row, take) }
    }

    fn to_canonical(&self, &(a, b, _): &Rows) -> usize {
        match self.mistake {
            Mistake::CanonicalDiffers => 0,
            Mistake::CanonicalNotIdempotent => usize::from(a != b),
            _ => usize::from(a > b),
        }
    }

    fn canonical(&self, state: &Rows) -> Rows {
        if self.is(Mistake::CanonicalNoImage) {
            return (state.0.min(state.1), state.0.min(state.1), state.2);
        }
        self.image(state, self.to_canonical(state))
    }
}

impl Indexed for Pebbles {
    fn size(&self) -> Option<u64> {
        Some(if self.is(Mistake::IndexTooLarge) { 10 } else { 60 })
    }

    fn index(&self, &(a, b, turn): &Rows) -> u64 {
        let index = u64::from(a) * 12 + u64::from(b) * 2 + turn.index() as u64;
        if self.is(Mistake::IndexNotInverse) { index / 2 } else { index }
    }

    fn state_at(&self, index: u64) -> Rows {
        ((index / 12) as u8, (index % 12 / 2) as u8, Player::BOTH[(index % 2) as usize])
    }

    fn index_after(&self, state: &Rows, index: u64, action: (u8, u8)) -> u64 {
        if self.is(Mistake::IndexAfterDiffers) { index } else { self.index(&self.after(state, action)) }
    }
}

fn broken(mistake: Mistake) -> Option<&'static str> {
    let game = Pebbles::with(mistake);
    let rules = Laws::game(&game).games(50).run();
    let all = || Laws::game(&game).games(50).notation().symmetry().indexed().run();
    rules.and_then(|()| all()).err().map(|broken| broken.law)
}

#[test]
fn a_good_game_obeys() {
    assert_eq!(broken(Mistake::Nothing), None);
    game::laws::check(&Pebbles::with(Mistake::Nothing));
}

#[test]
fn every_mistake_is_found() {
    let expected = [
        (Mistake::MoveTwice, "no action is given twice"),
        (Mistake::OrderChanges, "actions come in the same order each time"),
        (Mistake::NoMove, "an unfinished game has a move"),
        (Mistake::ForgetsLegality, "a move is legal if and only if it is among the moves"),
        (Mistake::KeyChanges, "equal states have equal keys"),
        (Mistake::ApplyDepends, "a state rebuilt from its actions is equal"),
        (Mistake::TextAmbiguous, "an action reads back as written"),
        (Mistake::BoardAmbiguous, "a board reads back as drawn"),
        (Mistake::ImageChangesValue, "a symmetry keeps turn, outcome and value"),
        (Mistake::ImageChangesMoves, "a symmetry keeps turn, outcome and value"),
        (Mistake::CanonicalNotIdempotent, "the canonical form is its own canonical form"),
        (Mistake::CanonicalNoImage, "the canonical form is an image"),
        (Mistake::CanonicalDiffers, "all images have the same canonical form"),
        (Mistake::IndexTooLarge, "an index is below the size"),
        (Mistake::IndexNotInverse, "the state of an index is the state it was made from"),
        (Mistake::IndexAfterDiffers, "the index after an action is the index of the state after it"),
        (Mistake::PlyMiscounted, "a state that tells how many actions led to it tells right"),
        (Mistake::NotIdentity, "symmetry 0 is the identity"),
    ];
    for (mistake, law) in expected {
        assert_eq!(broken(mistake), Some(law), "{mistake:?}");
    }
}

#[test]
#[should_panic(expected = "broken law: an unfinished game has a move")]
fn check_panics_with_the_law() {
    game::laws::check(&Pebbles::with(Mistake::NoMove));
}

#[test]
fn what_is_broken_is_shown_with_the_way_there() {
    let game = Pebbles::with(Mistake::NoMove);
    let broken = Laws::game(&game).run().unwrap_err();
    assert!(broken.path.starts_with("[("), "{broken}");
    assert!(broken.state.contains("First") || broken.state.contains("Second"), "{broken}");
}

#[test]
fn mock_games_obey_too() {
    for seed in 0..20 {
        Laws::game(&Mock::random_tree(seed, 5, 4)).notation().symmetry().check();
        Laws::game(&Mock::random_graph(seed, 30, 3)).plies(100).notation().symmetry().check();
    }
}

#[test]
fn every_game_is_a_system() {
    let game = Mock::random_graph(3, 20, 3);
    let state = game.starts().next().unwrap();
    assert_eq!(state, game.initial());
    assert!(game.steps(&state).map(|(mv, _)| mv).eq(game.moves(&state)));
    let end = (0..20).find(|s| game.outcome(s).is_some()).unwrap();
    assert!(game.is_final(&end));
    assert_eq!(game.steps(&end).count(), 0);
}

#[test]
fn a_system_without_a_start_is_noticed() {
    struct Nowhere;
    impl System for Nowhere {
        type Configuration = u8;
        type Action = u8;
        fn starts(&self) -> impl Iterator<Item = u8> {
            std::iter::empty()
        }
        fn actions(&self, _: &u8) -> impl Iterator<Item = u8> {
            std::iter::empty()
        }
        fn apply(&self, _: &mut u8, _: u8) {}
    }
    assert_eq!(Laws::system(&Nowhere).run().unwrap_err().law, "there is a start");
}

#[test]
fn an_ending_that_is_not_final_is_noticed() {
    /// Counts down to 0, and says by itself how it ended: as it should, always, or never.
    struct Countdown(fn(u8) -> Ending);
    impl System for Countdown {
        type Configuration = u8;
        type Action = ();
        fn starts(&self) -> impl Iterator<Item = u8> {
            std::iter::once(3)
        }
        fn actions(&self, state: &u8) -> impl Iterator<Item = ()> {
            (*state > 0).then_some(()).into_iter()
        }
        fn apply(&self, state: &mut u8, (): ()) {
            *state -= 1;
        }
        fn is_final(&self, state: &u8) -> bool {
            *state == 0
        }
        fn ending(&self, state: &u8) -> Ending {
            self.0(*state)
        }
    }
    let law = |ending| Laws::system(&Countdown(ending)).run().err().map(|broken| broken.law);
    let broken = Some("a state has an ending if and only if it is final");
    assert_eq!(law(|state| if state == 0 { Ending::Won(Player::First) } else { Ending::Open }), None);
    assert_eq!(law(|_| Ending::Open), broken);
    assert_eq!(law(|_| Ending::Final), broken);
}

#[test]
fn boards_are_read_by_looking_for_them() {
    let game = Pebbles::with(Mistake::Nothing);
    assert_eq!(game.parse_board(" 3\n5 second "), Ok((3, 5, Player::Second)));
    let never = game.parse_board("9 9 first").unwrap_err();
    assert_eq!(never.problem, "no position of this game is drawn like that");
    assert!(never.help.contains("4 5 first"));
}

#[test]
fn moves_of_a_finished_game_are_refused() {
    let game = Pebbles::with(Mistake::Nothing);
    let error = game.parse_action(&(0, 0, Player::First), "1 from 0").unwrap_err();
    assert_eq!(error.to_string(), "`1 from 0` comes after the end; the game is over");
    let error = game.parse_action(&(1, 0, Player::First), "2 from 1").unwrap_err();
    assert_eq!(error.to_string(), "`2 from 1` cannot be played here; only 1 from 0 is legal");
}
