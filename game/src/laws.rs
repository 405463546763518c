//! The laws that every game obeys, checked by random play.
//!
//! ```
//! use game::laws::{self, Laws};
//! use game::mock::Mock;
//!
//! let game = Mock::random_tree(1, 4, 3);
//! laws::check(&game); // the rules alone
//! Laws::game(&game).notation().check(); // and how moves and boards are written
//! ```
//!
//! What is checked, of every position met:
//! - moves are unique, come in the same order each time, and are the ones that are legal;
//! - an unfinished game has a move;
//! - a position that tells its ply tells right, and one that tells how it ended is final;
//! - a position rebuilt from its moves is equal, and equal positions have equal keys;
//! - [`notation`](Laws::notation): moves and boards read back as what they were written for; positions
//!   [look](crate::look)
//!   as promised, and whoever picks something makes one move;
//! - [`symmetry`](Laws::symmetry): images have the same turn, outcome and value, and their moves are the images of the
//!   moves; the canonical form is an image, the same for all of them;
//! - [`observe`](Laws::observe): every question that may be asked has one answer, of the kind it promises;
//! - [`packed_by`](Laws::packed_by): a state that is packed comes back.
//! - [`indexed`](Laws::indexed): index and state are inverse to each other, and the index after a move is that of the
//!   position after it.

mod answers;
mod looks;

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::{
    Ending, Game, Indexed, Notation, Observable, Observe, Packed, Packing, Playable, Player, Random,
    Symmetry, System, Value,
};

/// Checks the rules of a game by random play, and panics with the law that is broken and the moves that break it.
///
/// # Panics
/// If a law is broken.
#[track_caller]
pub fn check<G: Playable>(game: &G) {
    Laws::game(game).check();
}

/// A law that does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was found instead.
    pub found: String,
    /// How to get there: the moves from the start, as they are written, or in debug form if the laws do not include the
    /// notation.
    pub path: String,
    /// The position, in debug form.
    pub state: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken { law, found, path, state } = self;
        write!(f, "broken law: {law}\n  found: {found}\n  after: {path}\n  state: {state}")
    }
}

impl std::error::Error for Broken {}

/// A position met in random play.
struct Visit<'a, S: System> {
    start: &'a S::Configuration,
    path: &'a [S::Action],
    state: &'a S::Configuration,
    /// How many positions were met before this one, for laws too costly to check on every one.
    number: usize,
}

impl<S: System> Visit<'_, S> {
    /// Rebuilding a state costs as much as the path is long: long games are sampled.
    fn is_costly(&self) -> bool {
        self.path.len() > 64 && !self.number.is_multiple_of(37)
    }
}

type Verdict = Result<(), (&'static str, String)>;
type Law<'s, S> = Box<dyn FnMut(&Visit<'_, S>) -> Verdict + 's>;
/// The moves that lead to a position, for a message.
type PathText<S> = fn(&S, &Visit<'_, S>) -> String;
/// Whatever a symmetry must not change, in debug form.
type Invariant<'s, S> = fn(&'s S, &<S as System>::Configuration) -> String;

/// The laws that a system or a game is to be checked against.
pub struct Laws<'s, S: System> {
    system: &'s S,
    games: usize,
    plies: usize,
    seed: u64,
    invariant: Invariant<'s, S>,
    path_text: PathText<S>,
    laws: Vec<Law<'s, S>>,
}

impl<'s, G: Playable> Laws<'s, G> {
    /// Returns the laws of the rules of a game.
    #[must_use]
    pub fn game(game: &'s G) -> Self {
        let mut laws = Laws::system(game);
        laws.invariant = |game, state| {
            let turn = game.turn(state);
            let value = bounded_value(game, state);
            format!("{turn} to move, outcome {:?}, value {value:?}", game.outcome(state))
        };
        let mut elsewhere: HashSet<G::Move> = HashSet::new();
        let mut keys: HashMap<G::State, u64> = HashMap::new();
        laws.laws.push(Box::new(move |v| goes_on(game, v)));
        laws.laws.push(Box::new(move |v| knows_what_is_legal(game, v, &mut elsewhere)));
        laws.laws.push(Box::new(move |v| has_one_key(game, v, &mut keys)));
        laws
    }
}

impl<'s, S: System> Laws<'s, S> {
    /// Returns the laws of a system.
    #[must_use]
    pub fn system(system: &'s S) -> Self {
        Laws {
            system,
            games: 100,
            plies: 1000,
            seed: 1,
            invariant: |system, state| format!("final: {}", system.is_final(state)),
            path_text: |_, visit| format!("{:?}", visit.path),
            laws: vec![
                Box::new(move |v| has_distinct_actions(system, v)),
                Box::new(move |v| can_be_rebuilt(system, v)),
                Box::new(move |v| counts_its_actions(system, v)),
                Box::new(move |v| ends_where_it_is_final(system, v)),
            ],
        }
    }

    /// Plays `games` random games; the default is 100.
    #[must_use]
    pub fn games(mut self, games: usize) -> Self {
        self.games = games;
        self
    }

    /// Stops each random game after `plies` plies; the default is 1000.
    #[must_use]
    pub fn plies(mut self, plies: usize) -> Self {
        self.plies = plies;
        self
    }

    /// Sets the seed of the random games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Also checks that moves and boards read back, and that positions look as promised.
    #[must_use]
    pub fn notation(self) -> Self
    where
        S: Notation,
    {
        let mut laws = self.choices();
        let system = laws.system;
        laws.laws.push(Box::new(move |v| reads_actions(system, v)));
        laws.laws.push(Box::new(move |v| reads_boards(system, v)));
        laws.laws.push(Box::new(move |v| looks::looks(system, v)));
        laws
    }

    /// Also checks that what a person can choose are the legal actions; messages then name moves as they are written.
    /// [`notation`](Laws::notation) includes this.
    #[must_use]
    pub fn choices(mut self) -> Self
    where
        S: Notation,
    {
        let system = self.system;
        self.path_text = |system, visit| path_as_written(system, visit.start, visit.path);
        self.laws.push(Box::new(move |v| looks::choices_are_legal(system, v)));
        self
    }

    /// Also checks the symmetries: that they keep the rules, and that canonical forms are the same for all images.
    #[must_use]
    pub fn symmetry(self) -> Self
    where
        S: Symmetry,
    {
        let system = self.system;
        self.symmetries_of(system)
    }

    /// Also checks the symmetries of `group`, a system with the same states and actions.
    #[must_use]
    pub fn symmetries_of<Y>(mut self, group: &'s Y) -> Self
    where
        Y: Symmetry<Configuration = S::Configuration, Action = S::Action>,
    {
        let (system, invariant) = (self.system, self.invariant);
        self.laws.push(Box::new(move |v| has_symmetries(system, group, invariant, v)));
        self.laws.push(Box::new(move |v| has_a_canonical_form(group, v)));
        self
    }

    /// Also checks that every observable gives an answer in its range.
    #[must_use]
    pub fn observe(self) -> Self
    where
        S: Observe,
    {
        let system = self.system;
        self.names(system.observables())
    }

    /// Also checks that each of these observables gives an answer in its range.
    #[must_use]
    pub fn names(mut self, names: Vec<Observable<'s, S::Configuration>>) -> Self {
        let mut random = Random::new(self.seed);
        self.laws.push(Box::new(move |v| answers::answers::<S>(&names, v, &mut random)));
        self
    }

    /// Also checks that index and state are inverse.
    #[must_use]
    pub fn indexed(self) -> Self
    where
        S: Indexed,
    {
        let system = self.system;
        self.indexed_by(system)
    }

    /// Also checks that index and state of `index`, a system with the same states and actions, are inverse.
    #[must_use]
    pub fn indexed_by<I>(mut self, index: &'s I) -> Self
    where
        I: Indexed<Configuration = S::Configuration, Action = S::Action>,
    {
        let mut random = Random::new(self.seed);
        self.laws.push(Box::new(move |v| has_an_index::<S, I>(index, v, &mut random)));
        self
    }

    /// Also checks that the states of `packed`, a system with the same states and actions, come back as they were packed,
    /// in as many bits as it says.
    #[must_use]
    pub fn packed_by<P>(mut self, packed: &'s P) -> Self
    where
        P: Packed<Configuration = S::Configuration, Action = S::Action>,
    {
        self.laws.push(Box::new(move |v| comes_back::<S, P>(packed, v)));
        self
    }

    /// Plays random games and panics if a law is broken.
    ///
    /// # Panics
    /// If a law is broken.
    #[track_caller]
    pub fn check(self) {
        if let Err(broken) = self.run() {
            panic!("{broken}");
        }
    }

    /// Plays random games until all are played or a law is broken.
    ///
    /// # Errors
    /// The first law that is broken.
    pub fn run(mut self) -> Result<(), Broken> {
        let mut random = Random::new(self.seed);
        let mut number = 0;
        for _ in 0..self.games {
            let Some(start) = random.choose(self.system.starts()) else {
                return Err(Broken {
                    law: "there is a start",
                    found: "none".into(),
                    path: String::new(),
                    state: String::new(),
                });
            };
            let mut state = start.clone();
            let mut path = Vec::new();
            loop {
                self.visit(&Visit { start: &start, path: &path, state: &state, number })?;
                number += 1;
                if self.system.is_final(&state) || path.len() == self.plies {
                    break;
                }
                let Some(action) = random.choose(self.system.actions(&state)) else {
                    break;
                };
                self.system.apply(&mut state, action);
                path.push(action);
            }
        }
        Ok(())
    }

    fn visit(&mut self, visit: &Visit<'_, S>) -> Result<(), Broken> {
        for law in &mut self.laws {
            law(visit).map_err(|(law, found)| Broken {
                law,
                found,
                path: (self.path_text)(self.system, visit),
                state: format!("{:?}", visit.state),
            })?;
        }
        Ok(())
    }
}

fn path_as_written<S: Notation>(system: &S, start: &S::Configuration, path: &[S::Action]) -> String {
    let mut state = start.clone();
    let written = path.iter().map(|&action| {
        let text = system.action_text(&state, action);
        system.apply(&mut state, action);
        text
    });
    written.collect::<Vec<_>>().join(",")
}

/// Holds if the condition does; otherwise says what was found.
fn require(law: &'static str, holds: bool, found: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err((law, found())) }
}

fn has_distinct_actions<S: System>(system: &S, v: &Visit<'_, S>) -> Verdict {
    if system.is_final(v.state) {
        return Ok(());
    }
    let actions: Vec<S::Action> = system.actions(v.state).collect();
    let mut seen = HashSet::new();
    let twice = actions.iter().find(|&a| !seen.insert(*a));
    require("no action is given twice", twice.is_none(), || format!("{twice:?} in {actions:?}"))?;
    let again: Vec<S::Action> = system.actions(v.state).collect();
    require("actions come in the same order each time", again == actions, || {
        format!("{actions:?}, then {again:?}")
    })
}

fn can_be_rebuilt<S: System>(system: &S, v: &Visit<'_, S>) -> Verdict {
    if v.is_costly() {
        return Ok(());
    }
    let rebuilt = v.path.iter().fold(v.start.clone(), |s, &a| system.after(&s, a));
    require("a state rebuilt from its actions is equal", rebuilt == *v.state, || format!("{rebuilt:?}"))
}

fn counts_its_actions<S: System>(system: &S, v: &Visit<'_, S>) -> Verdict {
    let depth = system.depth(v.state);
    let counted = depth.is_none_or(|depth| depth as usize == v.path.len());
    require("a state that tells how many actions led to it tells right", counted, || {
        format!("{depth:?} after {} actions", v.path.len())
    })
}

fn ends_where_it_is_final<S: System>(system: &S, v: &Visit<'_, S>) -> Verdict {
    let (ending, is_final) = (system.ending(v.state), system.is_final(v.state));
    require("a state has an ending if and only if it is final", (ending != Ending::Open) == is_final, || {
        format!("{ending:?}, final: {is_final}")
    })
}

fn goes_on<G: Game>(game: &G, v: &Visit<'_, G>) -> Verdict {
    let stuck = game.outcome(v.state).is_none() && game.moves(v.state).next().is_none();
    require("an unfinished game has a move", !stuck, || "none".into())
}

fn knows_what_is_legal<G: Game>(game: &G, v: &Visit<'_, G>, elsewhere: &mut HashSet<G::Move>) -> Verdict {
    const REMEMBERED: usize = 200;
    let over = game.outcome(v.state).is_some();
    let moves: HashSet<G::Move> = if over { HashSet::new() } else { game.moves(v.state).collect() };
    let wrong =
        moves.iter().chain(elsewhere.iter()).find(|&&mv| game.is_legal(v.state, mv) != moves.contains(&mv));
    require("a move is legal if and only if it is among the moves", wrong.is_none(), || {
        format!("{wrong:?}")
    })?;
    let room = REMEMBERED.saturating_sub(elsewhere.len());
    elsewhere.extend(moves.into_iter().take(room));
    Ok(())
}

fn has_one_key<G: Game>(game: &G, v: &Visit<'_, G>, keys: &mut HashMap<G::State, u64>) -> Verdict {
    let key = game.key(v.state);
    let before = *keys.entry(v.state.clone()).or_insert(key);
    if v.is_costly() {
        return require("equal states have equal keys", before == key, || {
            format!("{before:#x} and {key:#x}")
        });
    }
    let rebuilt = v.path.iter().fold(v.start.clone(), |s, &mv| game.next(&s, mv));
    // That it is the same state is another law.
    let after = if rebuilt == *v.state { game.key(&rebuilt) } else { key };
    require("equal states have equal keys", before == key && after == key, || {
        format!("{before:#x}, {key:#x} and {after:#x}")
    })
}

fn reads_actions<S: Notation>(system: &S, v: &Visit<'_, S>) -> Verdict {
    if system.is_final(v.state) {
        return Ok(());
    }
    let actions: Vec<S::Action> = system.actions(v.state).collect();
    // Each look-up compares with every action, so large sets of actions are sampled: each time others.
    let samples = (1000 / actions.len().max(1)).clamp(1, 40);
    let every = actions.len().div_ceil(samples).max(1);
    for &action in actions.iter().skip(v.number % every).step_by(every) {
        let usual = system.action_text(v.state, action);
        for text in std::iter::once(usual).chain(system.spellings(v.state, action)) {
            let read = system.parse_action(v.state, &text);
            require("an action reads back as written", read.as_ref() == Ok(&action), || {
                format!("{action:?} is written `{text}`, which reads {read:?}")
            })?;
        }
    }
    Ok(())
}

fn reads_boards<S: Notation>(system: &S, v: &Visit<'_, S>) -> Verdict {
    if v.number > 20 && !v.number.is_multiple_of(97) {
        return Ok(());
    }
    let text = system.board_text(v.state);
    let read = system.parse_board(&text);
    require("a board reads back as drawn", read.as_ref() == Ok(v.state), || {
        format!("\n{text}\nreads {read:?}")
    })
}

fn has_symmetries<'s, S: System, Y>(
    system: &'s S,
    group: &Y,
    invariant: Invariant<'s, S>,
    v: &Visit<'_, S>,
) -> Verdict
where
    Y: Symmetry<Configuration = S::Configuration, Action = S::Action>,
{
    let own = invariant(system, v.state);
    require("symmetry 0 is the identity", group.image(v.state, 0) == *v.state, || {
        format!("{:?}", group.image(v.state, 0))
    })?;
    // Large groups are sampled, a different part of them at each position.
    let every = group.symmetries().div_ceil(16);
    for g in (v.number % every..group.symmetries()).step_by(every) {
        let image = group.image(v.state, g);
        let theirs = invariant(system, &image);
        require("a symmetry keeps turn, outcome and value", own == theirs, || {
            format!("under symmetry {g}: {own}, but {theirs} for {image:?}")
        })?;
        commutes(group, v.state, &image, g)?;
    }
    Ok(())
}

/// The actions of the image are the images of the actions, and lead to the images of where those lead.
fn commutes<S: Symmetry>(
    system: &S,
    state: &S::Configuration,
    image: &S::Configuration,
    g: usize,
) -> Verdict {
    let of_image: HashMap<S::Action, S::Configuration> = system.steps(image).collect();
    let mut count = 0;
    for (action, next) in system.steps(state) {
        count += 1;
        let mapped = system.image_of_action(action, g);
        let there = of_image.get(&mapped);
        let expected = system.image(&next, g);
        require("the image of a move leads to the image", there == Some(&expected), || {
            format!(
                "under symmetry {g}, {action:?} becomes {mapped:?}, which leads to {there:?}, not {expected:?}"
            )
        })?;
    }
    require("an image has as many moves", count == of_image.len(), || {
        format!("{count} and {} under symmetry {g}", of_image.len())
    })
}

fn has_a_canonical_form<S: System, Y>(system: &Y, v: &Visit<'_, S>) -> Verdict
where
    Y: Symmetry<Configuration = S::Configuration, Action = S::Action>,
{
    let canonical = system.canonical(v.state);
    let to = system.to_canonical(v.state);
    let images = system.symmetries();
    let reached = to < images && system.image(v.state, to) == canonical;
    require("the canonical form is an image", reached, || {
        format!("symmetry {to} of {images} does not lead to {canonical:?}")
    })?;
    let again = system.canonical(&canonical);
    require("the canonical form is its own canonical form", again == canonical, || {
        format!("{canonical:?}, then {again:?}")
    })?;
    let image = system.image(v.state, v.number % images);
    let other = system.canonical(&image);
    require("all images have the same canonical form", other == canonical, || {
        format!("{canonical:?}, but {other:?} for {image:?}")
    })
}

fn has_an_index<S: System, I>(system: &I, v: &Visit<'_, S>, random: &mut Random) -> Verdict
where
    I: Indexed<Configuration = S::Configuration, Action = S::Action>,
{
    let Some(size) = system.size() else {
        return Ok(());
    };
    let index = system.index(v.state);
    require("an index is below the size", index < size, || format!("{index} of {size}"))?;
    let back = system.state_at(index);
    require("the state of an index is the state it was made from", back == *v.state, || {
        format!("{index} gives {back:?}")
    })?;
    // At each position others of its actions.
    for (action, next) in system.steps(v.state).skip(v.number % 5).step_by(5) {
        let (here, there) = (system.index_after(v.state, index, action), system.index(&next));
        require("the index after an action is the index of the state after it", here == there, || {
            format!("{action:?} leads to {here}, not {there}")
        })?;
    }
    let any = random.next() % size;
    let there = system.index(&system.state_at(any));
    require("the index of the state of an index is that index", there == any, || {
        format!("{any} became {there}")
    })
}

fn comes_back<S: System, P>(system: &P, v: &Visit<'_, S>) -> Verdict
where
    P: Packed<Configuration = S::Configuration, Action = S::Action>,
{
    let mut packing = Packing::default();
    system.pack(v.state, &mut packing);
    let (bits, said) = (packing.bits(), system.bits());
    require("a state takes as many bits as it is said", bits == said, || format!("{bits}, not {said}"))?;
    let back = system.unpack(&mut packing);
    require("a state comes back as it was packed", back == *v.state, || format!("{back:?}"))
}

/// The value of a position near the end, by plain search; `None` where that takes more than a few hundred positions.
fn bounded_value<G: Game>(game: &G, state: &G::State) -> Option<Value> {
    let mut left = 400;
    search(game, state, &mut left)
}

fn search<G: Game>(game: &G, state: &G::State, left: &mut usize) -> Option<Value> {
    *left = left.checked_sub(1)?;
    let turn = game.turn(state);
    if let Some(outcome) = game.outcome(state) {
        return Some(outcome.value_for(turn));
    }
    let mut best = None;
    for mv in game.moves(state) {
        let next = game.next(state, mv);
        let value = search(game, &next, left)?;
        best = best.max(Some(seen_by(turn, game.turn(&next), value).one_ply_longer()));
    }
    best
}

fn seen_by(player: Player, mover: Player, value: Value) -> Value {
    if player == mover { value } else { value.reversed() }
}
