//! The size of a game tree, and its value, without walking every path.
//!
//! The tree of 4×4 tic-tac-toe has 36 277 691 063 105 nodes, but only 9 722 011 distinct positions, or 1 217 977 up to
//! symmetry. The subtree below a position is the same however it was reached, so each is examined once.

use std::marker::PhantomData;

use game::{Playable, Player, System, Value};
use levels::Natural;
use num_bigint::BigUint;

use crate::count::fold::{Folded, Measure, Unfinished, fold};
use crate::explorer::Explorer;

/// The shape of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape<N = BigUint> {
    /// Nodes, the root and the leaves included: the ways to begin a game.
    pub nodes: N,
    /// Leaves: the ways to play a complete game.
    pub games: N,
    /// The length of the longest game.
    pub height: u32,
}

/// The shape and the value of a game tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Census {
    /// The shape of the tree.
    pub shape: Shape,
    /// The value of the root for the player to move, with the distance when both play as well as they can; `None` for
    /// systems, which have no winner.
    pub value: Option<Value>,
    /// The number of distinct positions examined.
    pub positions: u64,
}

/// Counts and evaluates the tree of a game from `start`. The explorer is as for [`fold`]: a canonical form may be used,
/// since it changes neither shape nor value.
///
/// ```
/// use explore::{Explorer, census};
/// use game::{Game, Symmetry};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let canonical = |state| game.canonical(&state);
/// let census = census::of_game(&Explorer::new(&game).normal(&canonical), game.initial()).unwrap();
/// assert_eq!(census.shape.nodes, 549_946u32.into());
/// assert_eq!(census.positions, 765);
/// ```
///
/// # Errors
/// If positions repeat, so that the tree has no end, or a limit is reached.
pub fn of_game<G: Playable, I>(
    explorer: &Explorer<'_, G, I>,
    start: G::State,
) -> Result<Census, Unfinished<G::State>> {
    let game = explorer.space.system;
    with_turns(explorer, &|state| game.turn(state), start)
}

/// Returns the player to move; in a finished game, who would be.
type Turn<'a, C> = &'a dyn Fn(&C) -> Player;

/// Counts and evaluates the tree of a system that has players, which take turns as `turn` says: as [`of_game`].
///
/// # Errors
/// If positions repeat, so that the tree has no end, or a limit is reached.
pub fn with_turns<S: System, I>(
    explorer: &Explorer<'_, S, I>,
    turn: Turn<'_, S::Configuration>,
    start: S::Configuration,
) -> Result<Census, Unfinished<S::Configuration>> {
    if let Some(small) = small_with_turns(explorer, turn, start.clone())? {
        return Ok(small);
    }
    let mut big = Judged { turn, numbers: PhantomData::<BigUint> };
    let big = fold(explorer, start, &mut big)?;
    let shape = big.summary.shape.big();
    Ok(big.census(shape, |s| Some(s.value)))
}

/// As [`with_turns`], but returns `None` if a number is beyond 128 bits: callers that fall back to a system without its
/// type then compile less for each type.
///
/// # Errors
/// If positions repeat, so that the tree has no end, or a limit is reached.
pub fn small_with_turns<S: System, I>(
    explorer: &Explorer<'_, S, I>,
    turn: Turn<'_, S::Configuration>,
    start: S::Configuration,
) -> Result<Option<Census>, Unfinished<S::Configuration>> {
    let mut small = Judged { turn, numbers: PhantomData::<u128> };
    let small = fold(explorer, start, &mut small)?;
    Ok(small.summary.shape.if_exact().map(|shape| small.census(shape, |s| Some(s.value))))
}

/// Counts the tree of a system from `start`: as [`of_game`], without a value.
///
/// # Errors
/// If states repeat, so that the tree has no end, or a limit is reached.
pub fn of_system<S: System, I>(
    explorer: &Explorer<'_, S, I>,
    start: S::Configuration,
) -> Result<Census, Unfinished<S::Configuration>> {
    let small = fold(explorer, start.clone(), &mut Shapes::<u128>(PhantomData))?;
    if let Some(shape) = small.summary.if_exact() {
        return Ok(small.census(shape, |_| None));
    }
    let big = fold(explorer, start, &mut Shapes::<BigUint>(PhantomData))?;
    let shape = big.summary.big();
    Ok(big.census(shape, |_| None))
}

impl<T> Folded<T> {
    fn census(&self, shape: Shape, value: impl Fn(&T) -> Option<Value>) -> Census {
        Census { shape, value: value(&self.summary), positions: self.positions }
    }
}

/// A shape while it is being added up. Once a sum has not fitted, the numbers are worthless.
#[derive(Clone, Debug)]
struct Sum<N> {
    shape: Shape<N>,
    exact: bool,
}

impl<N: Natural + Clone> Sum<N> {
    fn begin(ends: bool) -> Self {
        let shape = Shape { nodes: N::one(), games: if ends { N::one() } else { N::none() }, height: 0 };
        Sum { shape, exact: true }
    }

    fn join(&mut self, below: &Self) {
        let fits = self.shape.nodes.add(&below.shape.nodes) & self.shape.games.add(&below.shape.games);
        self.exact &= below.exact & fits;
        self.shape.height = self.shape.height.max(below.shape.height + 1);
    }

    fn heap_bytes(&self) -> usize {
        self.shape.nodes.heap_bytes() + self.shape.games.heap_bytes()
    }

    fn if_exact(&self) -> Option<Shape> {
        self.exact.then(|| self.big())
    }

    fn big(&self) -> Shape {
        let Shape { nodes, games, height } = &self.shape;
        Shape { nodes: nodes.big(), games: games.big(), height: *height }
    }
}

struct Shapes<N>(PhantomData<N>);

impl<S: System, N: Natural + Clone> Measure<S> for Shapes<N> {
    type Summary = Sum<N>;

    fn begin(&mut self, _: &S, _: &S::Configuration, ends: bool) -> Sum<N> {
        Sum::begin(ends)
    }

    fn heap_bytes(&self, summary: &Sum<N>) -> usize {
        summary.heap_bytes()
    }

    fn join(&mut self, summary: &mut Sum<N>, successor: &Sum<N>) {
        summary.join(successor);
    }
}

/// Shape and value together, so that each position is met once.
struct Judged<'a, C, N> {
    turn: Turn<'a, C>,
    numbers: PhantomData<N>,
}

#[derive(Clone, Debug)]
struct Judgement<N> {
    shape: Sum<N>,
    value: Value,
    turn: Player,
}

impl<S: System, N: Natural + Clone> Measure<S> for Judged<'_, S::Configuration, N> {
    type Summary = Judgement<N>;

    fn begin(&mut self, system: &S, state: &S::Configuration, ends: bool) -> Judgement<N> {
        let turn = (self.turn)(state);
        // Worse than any value a successor can give.
        let value = system.ending(state).outcome().map_or(Value::loss(0), |outcome| outcome.value_for(turn));
        Judgement { shape: Sum::begin(ends), value, turn }
    }

    fn heap_bytes(&self, summary: &Judgement<N>) -> usize {
        summary.shape.heap_bytes()
    }

    fn join(&mut self, above: &mut Judgement<N>, below: &Judgement<N>) {
        above.shape.join(&below.shape);
        let seen = if below.turn == above.turn { below.value } else { below.value.reversed() };
        above.value = above.value.max(seen.one_ply_longer());
    }
}
