//! Wrong answers that were given to the course's questions: each is planted here, and a check that the right answer
//! passes must reject it. A check that rejects nothing is worth nothing.

use crate::shape::shapes;
use game::laws::Laws;
use game::{Game, Limits, Outcome, Player};
use games::mnk::{Marks, Mnk, Rule, Square, bitmap};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use search::tree::{Forced, Search, Tree, Window};

// Rules.

/// A mistake in the rules.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mistake {
    /// The rules are right.
    None,
    /// The empty row and column are played on.
    Padding,
    /// Squares that are taken are played on.
    Taken,
    /// After a move the marks of the player are still taken for those of the player to move.
    SidesNotSwapped,
    /// A full board without a line is not the end.
    NoDraw,
    /// The game goes on after a win, until the board is full.
    WinGoesOn,
    /// A line wins for the player to move, not for the one who made it.
    WrongWinner,
}

/// Tic-tac-toe with a mistake.
struct Planted {
    right: Mnk<u64>,
    mistake: Mistake,
}

impl Planted {
    fn new(mistake: Mistake) -> Planted {
        Planted { right: Mnk::new(3, 3, 3, Rule::Normal), mistake }
    }

    /// The squares that this game offers.
    fn offered(&self, state: &Marks<u64>) -> u64 {
        let (full, taken) = (self.right.board().full(), state.own | state.other);
        let everything = (1 << bitmap::size(3, 3)) - 1;
        match self.mistake {
            Mistake::Padding => everything & !taken,
            Mistake::Taken => full,
            _ => full & !taken,
        }
    }
}

impl Game for Planted {
    type State = Marks<u64>;
    type Move = Square;

    fn initial(&self) -> Marks<u64> {
        self.right.initial()
    }

    fn turn(&self, state: &Marks<u64>) -> Player {
        self.right.turn(state)
    }

    fn outcome(&self, state: &Marks<u64>) -> Option<Outcome> {
        let outcome = self.right.outcome(state);
        let full = state.own | state.other == self.right.board().full();
        match self.mistake {
            Mistake::NoDraw => outcome.filter(|&outcome| outcome != Outcome::Draw),
            Mistake::WinGoesOn => outcome.filter(|_| full),
            Mistake::WrongWinner => outcome.map(|outcome| match outcome {
                Outcome::Win(player) => Outcome::Win(player.other()),
                Outcome::Draw => Outcome::Draw,
            }),
            _ => outcome,
        }
    }

    fn moves(&self, state: &Marks<u64>) -> impl Iterator<Item = Square> {
        let offered = self.offered(state);
        (0..64).filter(move |bit| offered >> bit & 1 == 1).map(Square)
    }

    fn play(&self, state: &mut Marks<u64>, mv: Square) {
        self.right.play(state, mv);
        if self.mistake == Mistake::SidesNotSwapped {
            *state = Marks { own: state.other, other: state.own };
        }
    }

    fn is_legal(&self, state: &Marks<u64>, mv: Square) -> bool {
        self.right.is_legal(state, mv)
    }
}

/// What can be checked of a game that claims to be tic-tac-toe.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Check {
    Laws,
    Size,
    Leaves,
    Height,
    Value,
    Forced,
}

impl Check {
    const ALL: [Check; 6] =
        [Check::Laws, Check::Size, Check::Leaves, Check::Height, Check::Value, Check::Forced];

    fn passes(self, game: &Planted) -> bool {
        let measured = Measure::of(Tree::of(game));
        let mut search = Search::new(Limits::default().nodes(1_000_000).depth(20));
        let value = search.alpha_beta(Tree::of(game), Window::FULL);
        match self {
            Check::Laws => Laws::game(game).plies(50).run().is_ok(),
            Check::Size => measured.is_some_and(|tree| tree.size == 549_946),
            Check::Leaves => measured.is_some_and(|tree| tree.leaves == 255_168),
            Check::Height => measured.is_some_and(|tree| tree.height == 9),
            Check::Value => value == Ok(0),
            Check::Forced => search.forced() == Forced { nodes: 18_297, leaves: 7_330 },
        }
    }
}

/// The measures of a tree that may be too large, or without end: nothing is said of more than a million nodes.
#[derive(Clone, Copy, Default)]
struct Measure {
    size: u64,
    leaves: u64,
    height: usize,
}

impl Measure {
    fn of<M>(tree: Tree<'_, M>) -> Option<Measure> {
        let mut measure = Measure::default();
        measure.walk(tree, 0)?;
        Some(measure)
    }

    fn walk<M>(&mut self, tree: Tree<'_, M>, depth: usize) -> Option<()> {
        self.height = self.height.max(depth);
        if self.size == 1_000_000 || depth > 20 {
            return None;
        }
        match tree {
            Tree::Flip(inside) => return self.walk(*inside, depth),
            Tree::Leaf(_) => self.leaves += 1,
            Tree::Node(mut offspring) => offspring.try_for_each(|(_, tree)| self.walk(tree, depth + 1))?,
        }
        self.size += 1;
        Some(())
    }
}

/// The mistake is rejected by these checks, perhaps by others too.
#[track_caller]
fn rejected_by(mistake: Mistake, checks: &[Check]) {
    let game = Planted::new(mistake);
    let passed: Vec<_> = checks.iter().filter(|check| check.passes(&game)).collect();
    assert!(passed.is_empty(), "{mistake:?} passes {passed:?}");
}

#[test]
fn the_right_rules_pass_every_check() {
    let game = Planted::new(Mistake::None);
    for check in Check::ALL {
        assert!(check.passes(&game), "{check:?}");
    }
}

#[test]
fn play_in_the_padding() {
    rejected_by(Mistake::Padding, &[Check::Laws, Check::Size, Check::Height, Check::Forced]);
}

#[test]
fn play_on_a_taken_square() {
    rejected_by(Mistake::Taken, &[Check::Laws, Check::Size, Check::Height, Check::Forced]);
}

#[test]
fn sides_not_swapped() {
    rejected_by(Mistake::SidesNotSwapped, &[Check::Size, Check::Leaves, Check::Forced]);
}

#[test]
fn no_draw_leaf() {
    rejected_by(Mistake::NoDraw, &[Check::Laws, Check::Leaves, Check::Value, Check::Forced]);
}

#[test]
fn a_win_that_does_not_end_the_game() {
    rejected_by(Mistake::WinGoesOn, &[Check::Laws, Check::Size, Check::Leaves, Check::Value, Check::Forced]);
}

#[test]
fn the_wrong_winner() {
    rejected_by(Mistake::WrongWinner, &[Check::Forced]);
}

// Searches.

/// A mistake in alpha-beta.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Slip {
    /// It is right.
    None,
    /// The moves after a cut are examined all the same.
    NoCut,
    /// It cuts only above beta, not at it.
    LateCut,
    /// It cuts already below beta.
    EarlyCut,
    /// The moves that come later are not told what the earlier ones are worth.
    AlphaNotRaised,
    /// The opponent's values are taken for one's own.
    NotNegated,
    /// The opponent is given the window as it is.
    WindowNotTurned,
    /// No slip, but another manner: values outside the window are moved to its edge (fail-hard).
    FailHard,
}

/// Alpha-beta with a slip, counting what it forces.
fn alpha_beta<M>(slip: Slip, tree: Tree<'_, M>, (alpha, beta): (i32, i32), forced: &mut Forced) -> i32 {
    let offspring = match tree {
        Tree::Flip(inside) => return -alpha_beta(slip, *inside, (-beta, -alpha), forced),
        Tree::Leaf(value) => {
            forced.nodes += 1;
            forced.leaves += 1;
            return value;
        }
        Tree::Node(offspring) => offspring,
    };
    forced.nodes += 1;
    let (mut best, mut raised) = (-i32::MAX, alpha);
    for (_, tree) in offspring {
        let window = if slip == Slip::WindowNotTurned { (raised, beta) } else { (-beta, -raised) };
        let value = alpha_beta(slip, tree, window, forced);
        best = best.max(if slip == Slip::NotNegated { value } else { -value });
        let enough = match slip {
            Slip::NoCut => false,
            Slip::LateCut => best > beta,
            Slip::EarlyCut => best >= beta - 1,
            _ => best >= beta,
        };
        if enough {
            break;
        }
        if slip != Slip::AlphaNotRaised {
            raised = raised.max(best);
        }
    }
    if slip == Slip::FailHard { best.clamp(alpha, beta) } else { best }
}

/// What can be checked of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Trial {
    /// It is equivalent to minimax for every window, on random trees.
    Equivalence,
    /// It says that tic-tac-toe is a draw.
    Value,
    /// It forces 18 297 nodes and 7 330 leaves of tic-tac-toe.
    Forced,
}

impl Trial {
    const ALL: [Trial; 3] = [Trial::Equivalence, Trial::Value, Trial::Forced];

    fn passes(self, slip: Slip) -> bool {
        let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
        let mut forced = Forced::default();
        let value = alpha_beta(slip, Tree::of(&game), (-i32::MAX, i32::MAX), &mut forced);
        match self {
            Trial::Equivalence => is_equivalent(slip),
            Trial::Value => value == 0,
            Trial::Forced => forced == Forced { nodes: 18_297, leaves: 7_330 },
        }
    }
}

/// Whether it is equivalent to minimax on all of many random trees, for all windows around their values.
fn is_equivalent(slip: Slip) -> bool {
    let mut runner = TestRunner::deterministic();
    (0..500).all(|_| {
        let tree = shapes().new_tree(&mut runner).expect("a shape").current();
        let value = tree.value();
        (-6..=5).flat_map(|alpha| (alpha + 1..=6).map(move |beta| (alpha, beta))).all(|(alpha, beta)| {
            let found = alpha_beta(slip, tree.tree(), (alpha, beta), &mut Forced::default());
            Window::new(alpha, beta).is_some_and(|window| window.equivalent(value, found))
        })
    })
}

/// The slip is rejected by exactly these trials.
#[track_caller]
fn found_by(slip: Slip, expected: &[Trial]) {
    let rejecting: Vec<Trial> = Trial::ALL.into_iter().filter(|trial| !trial.passes(slip)).collect();
    assert_eq!(rejecting, expected, "{slip:?}");
}

#[test]
fn the_right_search_passes_every_trial() {
    found_by(Slip::None, &[]);
    found_by(Slip::FailHard, &[]);
}

#[test]
fn no_cut_at_beta() {
    found_by(Slip::NoCut, &[Trial::Forced]);
}

#[test]
fn a_cut_too_late() {
    found_by(Slip::LateCut, &[Trial::Forced]);
}

#[test]
fn a_cut_too_early() {
    found_by(Slip::EarlyCut, &[Trial::Equivalence, Trial::Value, Trial::Forced]);
}

#[test]
fn alpha_not_raised() {
    found_by(Slip::AlphaNotRaised, &[Trial::Forced]);
}

#[test]
fn values_not_negated() {
    found_by(Slip::NotNegated, &[Trial::Equivalence, Trial::Forced]);
}

#[test]
fn the_window_not_turned() {
    found_by(Slip::WindowNotTurned, &[Trial::Equivalence, Trial::Forced]);
}

// Null windows.

#[test]
fn a_null_window_one_too_wide() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let ask = |window| {
        let mut forced = Forced::default();
        (alpha_beta(Slip::None, Tree::of(&game), window, &mut forced), forced)
    };
    let just_enough = Forced { nodes: 16_159, leaves: 6_470 };
    let mut search = Search::default();
    assert_eq!(search.assured_win(Tree::of(&game)), Ok(false));
    assert_eq!(search.forced(), just_enough);
    assert_eq!(ask((0, 1)), (0, just_enough));
    // One too wide on either side gives the same answer, and is found out by what it forces.
    for too_wide in [(-1, 1), (0, 2)] {
        let (value, forced) = ask(too_wide);
        assert!(value < 1 && forced.nodes > just_enough.nodes, "{too_wide:?}: {value}, {forced:?}");
    }
    // Who takes whatever is above alpha for a win has taken a draw for one.
    assert!(ask((-1, 1)).0 > -1);
}
