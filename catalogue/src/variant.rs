//! A game, ready to be used.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Instant;

use arena::{AnyGame, AnyMove, AnyState, Engines, Hint};
use explore::{Format, Statistics};
use game::laws::Broken;
use game::{Indexed, Notation, ParseError, Playable, SyntaxError};
use registry::{Capabilities, Visitor};
use search::certificate::Certificate;
use symbolic::Saturated;

use crate::answers::{Analysis, Facts, Perft, Simulated, Solved};
use crate::checking::{Checked, Claims, check};
use crate::counted::{Count, Explored};
use crate::forms::{Form, Formed};
use crate::graphs::export;
use crate::lawful::{
    CheckLaws, diagrams_agree, engines_agree, laws_of_any, laws_of_game, laws_of_system, written,
};
use crate::solver::{Values, analyzed, solved};
use crate::tree::Tree;
use crate::walking::{Simulate, Survey, TreeRequest, Walk, Walking};
use crate::{AnySystem, Failure, Job, puzzles, solving};

/// A game or a puzzle, ready to be used: what it is, its positions and moves as text, and every engine behind it.
///
/// The type of the game is hidden, so code that uses a variant is compiled once for all games. Cloning one is cheap.
///
/// ```
/// use catalogue::{Job, Variant};
/// use games::mnk::{Mnk, Rule};
///
/// let game = Variant::of_game(Mnk::<u64>::new(4, 3, 3, Rule::Normal));
/// let start = game.position(None).unwrap();
/// let solved = game.solve(&start, &Job::default()).unwrap();
/// assert_eq!((solved.value.as_str(), solved.plies), ("win", Some(7)));
/// ```
#[derive(Clone)]
pub struct Variant(Arc<Parts>);

/// What a variant is made of: each part compiled for the type of the game, or once for all.
struct Parts {
    any: AnySystem,
    kind: Kind,
    /// Players and values; none for puzzles.
    game: Option<OfGame>,
    /// What is no game, as one that a person plays alone.
    puzzle: Option<AnyGame>,
    walk: Box<dyn Walking>,
    form: Box<dyn Formed>,
    laws: CheckLaws,
}

struct OfGame {
    any: AnyGame,
    engines: Engines,
    values: Box<dyn Values>,
}

/// What only the type of the game can tell.
struct Kind {
    index_size: Option<u64>,
    knowledge: Option<&'static str>,
    state_bytes: usize,
    of_lines: bool,
    unsolvable: Option<String>,
}

impl Kind {
    fn of<S: Capabilities>(system: &S) -> Kind {
        Kind {
            index_size: system.as_indexed().and_then(Indexed::size),
            knowledge: system.knowledge(),
            state_bytes: size_of::<S::Configuration>(),
            of_lines: system.with_lines(solving::HasLines) == Some(true),
            unsolvable: system.unsolvable(),
        }
    }
}

impl Variant {
    /// Creates the variant of a game of two players.
    pub fn of_game<G: Playable + Notation + Capabilities + Clone + 'static>(game: G) -> Variant {
        Variant::of_fixed_game(game.clone(), game)
    }

    /// Creates the variant of a game. `fixed` is the same game compiled for one size: faster to walk and to solve.
    pub fn of_fixed_game<G, F>(game: G, fixed: F) -> Variant
    where
        G: Playable + Notation + Capabilities + Clone + 'static,
        F: Playable<State = G::State, Move = G::Move> + Notation + Capabilities + Clone + 'static,
    {
        let (walked, fast) = (game.clone(), fixed.clone());
        let laws = laws_of_game(game.clone());
        Variant::of_parts(game, fixed, |any, _| (Box::new(Walk::of_game(any, walked, fast)), laws))
    }

    /// Creates the variant of a game with too many states to list. All such games share the code that lists states, so
    /// none is compiled for this one.
    pub fn of_wide_game<G: Playable + Notation + Capabilities + Clone + 'static>(game: G) -> Variant {
        Variant::of_parts(game.clone(), game, |any, game| {
            let laws = laws_of_any(game.clone(), any.clone());
            (Box::new(Walk::of_any(any, game)), laws)
        })
    }

    fn of_parts<G, F>(
        game: G,
        fixed: F,
        parts: impl FnOnce(AnySystem, AnyGame) -> (Box<dyn Walking>, CheckLaws),
    ) -> Variant
    where
        G: Playable + Notation + Capabilities + Clone + 'static,
        F: Playable<State = G::State, Move = G::Move> + Notation + Capabilities + Clone + 'static,
    {
        let any = AnySystem::of_game(game.clone());
        let any_game = AnyGame::new(game.clone());
        let engines = engines(fixed.clone());
        let (walk, laws) = parts(any.clone(), any_game.clone());
        Variant(Arc::new(Parts {
            kind: Kind::of(&game),
            walk,
            game: Some(OfGame { any: any_game, engines, values: Box::new(fixed) }),
            puzzle: None,
            form: Box::new(Form(game)),
            laws,
            any,
        }))
    }

    /// Creates the variant of a puzzle or another system without players.
    pub fn of_system<S: Notation + Capabilities + Clone + 'static>(system: S) -> Variant {
        let any = AnySystem::of_system(system.clone());
        Variant(Arc::new(Parts {
            any: any.clone(),
            kind: Kind::of(&system),
            game: None,
            puzzle: Some(AnyGame::puzzle(system.clone())),
            walk: Box::new(Walk::of_system(any, system.clone())),
            form: Box::new(Form(system.clone())),
            laws: laws_of_system(system),
        }))
    }

    /// Returns the system without its type: positions, moves, notation, names.
    #[must_use]
    pub fn system(&self) -> &AnySystem {
        &self.0.any
    }

    /// Returns whether it is a game of two players.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.0.game.is_some()
    }

    /// Returns whether it is a game of lines, whose positions are solved by proofs.
    #[must_use]
    pub fn is_of_lines(&self) -> bool {
        self.0.kind.of_lines
    }

    /// Returns why it has neither a value nor a solution, if so.
    #[must_use]
    pub fn unsolvable(&self) -> Option<&str> {
        self.0.kind.unsolvable.as_deref()
    }

    /// Returns the game and its engines, for players; none if it is a puzzle.
    #[must_use]
    pub fn players(&self) -> Option<(AnyGame, Engines)> {
        self.0.game.as_ref().map(|game| (game.any.clone(), game.engines.clone()))
    }

    /// Returns the puzzle as a game that a person plays alone, and engines that look for shortest solutions; none if it
    /// is a game of two players.
    #[must_use]
    pub fn puzzle(&self) -> Option<(AnyGame, Engines)> {
        self.0.puzzle.as_ref().map(|puzzle| (puzzle.clone(), puzzles::engines(&self.0.any)))
    }

    /// Returns what the game is: capabilities, the start, the first moves, the names for claims.
    #[must_use]
    pub fn facts(&self) -> Facts {
        let Kind { index_size, knowledge, state_bytes, .. } = self.0.kind;
        // Where the program has to find them, that takes a while.
        let symmetries = self.0.form.symmetries();
        let facts = Facts::gather(&self.0.any, symmetries, index_size, knowledge, state_bytes);
        Facts { details: self.0.form.details(), ..facts }
    }

    /// Returns the first start, or the position after these moves.
    ///
    /// # Errors
    /// If a move is not legal where it is played.
    pub fn position(&self, moves: Option<&str>) -> Result<AnyState, Failure> {
        self.0.any.after_moves(moves).map_err(|error| shown(&error, moves))
    }

    /// Returns the position that a drawing shows.
    ///
    /// # Errors
    /// If it is not drawn as the game draws its positions.
    pub fn drawn(&self, board: &str) -> Result<AnyState, Failure> {
        Ok(self.0.any.parse_board(board)?)
    }

    /// Returns the position after these moves, from a position on.
    ///
    /// # Errors
    /// If a move is not legal where it is played.
    pub fn after(&self, start: &AnyState, moves: &str) -> Result<AnyState, Failure> {
        self.0.any.after_moves_from(start, moves).map_err(|error| shown(&error, Some(moves)))
    }

    /// Returns all starts, or the position after these moves.
    ///
    /// # Errors
    /// If a move is not legal where it is played.
    pub fn starts(&self, moves: Option<&str>) -> Result<Vec<AnyState>, Failure> {
        self.0.any.starts_after(moves).map_err(|error| shown(&error, moves))
    }

    fn game(&self) -> Result<&OfGame, Failure> {
        let none = || Failure::new("it is not a game of two players, so its positions have no value");
        self.0.game.as_ref().ok_or_else(none)
    }

    pub(crate) fn values(&self) -> Result<&dyn Values, Failure> {
        Ok(&*self.game()?.values)
    }

    /// Returns the value of a position: who wins, how fast, and by which moves.
    ///
    /// # Errors
    /// If it is not a game, or the board is too large for the engine.
    pub fn solve(&self, state: &AnyState, job: &Job<'_>) -> Result<Solved, Failure> {
        Ok(solved(&self.0.any, state, &self.values()?.solve(state, job)?, job))
    }

    /// Returns the value of a position and, if that was proved, a certificate of it. With `distance`, the certificate
    /// also claims how fast the game is won. [`CertificateFile`](crate::CertificateFile) writes it to a file.
    ///
    /// # Errors
    /// If it is not a game, or the board is too large for the engine.
    pub fn certify(
        &self,
        state: &AnyState,
        distance: bool,
        job: &Job<'_>,
    ) -> Result<(Solved, Option<Certificate>), Failure> {
        let (found, certificate) = self.values()?.certify(state, distance, job)?;
        Ok((solved(&self.0.any, state, &found, job), certificate))
    }

    /// Returns the value of every legal move, the best first.
    ///
    /// # Errors
    /// If it is not a game, the game is over, or the board is too large for the engine.
    pub fn analyze(&self, state: &AnyState, job: &Job<'_>) -> Result<Analysis, Failure> {
        let OfGame { values, engines, .. } = self.game()?;
        analyzed(&self.0.any, (&**values, engines), state, job)
    }

    /// Counts the ways to play 0, 1, … `depth` moves.
    #[must_use]
    pub fn perft(&self, starts: &[AnyState], depth: u32, symmetry: bool, job: &Job<'_>) -> Perft {
        let begun = Instant::now();
        let paths = self.0.walk.perft(starts, depth, symmetry, job);
        Perft::new(paths, depth, begun.elapsed().as_secs_f64())
    }

    /// Counts and evaluates the game tree in two ways, which must agree.
    ///
    /// # Errors
    /// If they disagree.
    pub fn tree(&self, start: &AnyState, request: TreeRequest, job: &Job<'_>) -> Result<Tree, Failure> {
        let begun = Instant::now();
        let walked = self.0.walk.tree(start, request, job);
        walked.compare()?;
        let board = self.0.any.board_text(start);
        Ok(Tree::new(walked, request.depth, board, begun.elapsed().as_secs_f64()))
    }

    /// Counts the positions that can be reached, ply by ply, and how they end; if `survey` asks for it, then once more
    /// up to symmetry. Without `starts`, it begins at the starts of the game.
    #[must_use]
    pub fn count(&self, starts: Option<&[AnyState]>, survey: &Survey, job: &Job<'_>) -> Count {
        let each = Survey { symmetry: false, ..survey.clone() };
        let counted = self.0.walk.survey(starts, &each, job);
        // What is not known one by one is not counted up to symmetry: the two numbers could not be compared.
        let goes_on = survey.symmetry && counted.report.stopped.is_none();
        let classes = goes_on.then(|| self.0.walk.survey(starts, survey, job).report);
        Count::new(&counted, classes.as_ref())
    }

    /// Surveys all states: how many, how far, how they branch and end.
    #[must_use]
    pub fn explore(&self, starts: Option<&[AnyState]>, survey: &Survey, job: &Job<'_>) -> Explored {
        Explored::new(&self.0.walk.survey(starts, survey, job), survey)
    }

    /// Surveys all states as [`explore`](Variant::explore) does, and returns them as a graph too; no graph if a limit
    /// was reached before it was whole.
    ///
    /// # Errors
    /// If there are more than `most` states.
    pub fn export(
        &self,
        starts: Option<&[AnyState]>,
        survey: &Survey,
        format: Format,
        most: u64,
        job: &Job<'_>,
    ) -> Result<(Explored, Option<String>), Failure> {
        let mut file = None;
        let write = &mut |graph: &dyn Display| file = Some(graph.to_string());
        let explored = self.export_with(starts, survey, (format, most), job, write)?;
        Ok((explored, file))
    }

    /// Surveys all states as [`explore`](Variant::explore) does, and hands them to `write` as a graph, unless a limit was
    /// reached. The graph is made while it is written: as a text it may take many times the memory of the states.
    ///
    /// # Errors
    /// If there are more than `most` states.
    pub fn export_with(
        &self,
        starts: Option<&[AnyState]>,
        survey: &Survey,
        (format, most): (Format, u64),
        job: &Job<'_>,
        write: &mut dyn FnMut(&dyn Display),
    ) -> Result<Explored, Failure> {
        let surveyed = export(&self.0.any, starts, survey, (format, most), job, write)?;
        Ok(Explored::new(&surveyed, survey))
    }

    /// Decides claims about everything that can happen from these starts on.
    ///
    /// # Errors
    /// If a claim makes no sense, or is about what a player can force where there are no players.
    pub fn check(&self, starts: &[AnyState], claims: &Claims, job: &Job<'_>) -> Result<Checked, Failure> {
        if !claims.force.is_empty() && !self.is_game() {
            return Err(Failure::new("nobody can force anything: it has no players"));
        }
        check(&self.0.any, starts, claims, job)
    }

    /// Plays random games and returns their statistics.
    #[must_use]
    pub fn simulate(&self, starts: &[AnyState], simulate: Simulate, job: &Job<'_>) -> Simulated {
        let statistics: Statistics = self.0.walk.simulate(starts, simulate, job);
        Simulated { statistics, is_game: self.is_game() }
    }

    /// Returns the states as words, if they can be kept so.
    pub(crate) fn space(
        &self,
        starts: Option<&[AnyState]>,
        survey: &Survey,
    ) -> Option<Box<dyn layers::Space + '_>> {
        self.0.walk.space(starts, survey)
    }

    /// Returns the names of what is measured in every state.
    pub(crate) fn measured(&self) -> Vec<&'static str> {
        self.0.walk.measured()
    }

    /// Checks quickly whether there may be finitely many states: otherwise it is no use to count them. Messages call the
    /// game `name`.
    ///
    /// # Errors
    /// If the states are found to be infinitely many.
    pub fn has_end(&self, name: &str, job: &Job<'_>) -> Result<(), Failure> {
        self.0.form.endless(job).map_or(Ok(()), |why| Err(Failure::endless(name, &why)))
    }

    /// Counts all states at once by saturation, if the system itself can do that.
    pub(crate) fn saturate(&self, job: &Job<'_>) -> Option<Saturated> {
        self.0.form.saturate(job)
    }

    /// Returns whether the game has a symbolic form: then `strong` and `count` can go by decision diagrams.
    #[must_use]
    pub fn is_symbolic(&self) -> bool {
        self.0.form.is_there()
    }

    /// Returns the symbolic form, if the game has one.
    pub(crate) fn form(&self) -> Option<&dyn Formed> {
        Some(&*self.0.form).filter(|form| form.is_there())
    }

    /// Checks in `games` random games the laws that every game obeys: its rules, its notation, and what it declares.
    /// Symmetries, index and names are compared with the rules. Threats, lines and the symbolic form are checked by
    /// comparing engines that use them with engines that do not, as far as that is quick. Returns what was checked.
    ///
    /// # Errors
    /// The first law that is broken.
    pub fn laws(&self, games: usize, seed: u64) -> Result<Vec<&'static str>, Broken> {
        let mut checked = (self.0.laws)(games, seed)?;
        // Behind the rules: the order in which an author writes them.
        checked.splice(1..1, written(&self.0.any, games, seed)?);
        checked.extend(engines_agree(self, games, seed)?.then_some("values"));
        checked.extend(diagrams_agree(self)?.then_some("diagrams"));
        Ok(checked)
    }
}

/// Returns what is wrong with a list of moves, with the place marked.
fn shown(error: &ParseError, moves: Option<&str>) -> Failure {
    // Where no moves are given, there is no text to mark a place in.
    Failure::new(error.shown_in(moves.unwrap_or("")))
}

/// Returns the engines that suit a game, the same for every player.
fn engines<G: Playable + Notation + Capabilities + Clone + 'static>(game: G) -> Engines {
    let (chosen, proved, advised) = (game.clone(), game.clone(), game);
    Engines::new(
        move |state, limits| {
            let state = state.of::<G>();
            AnyMove::choice(&chosen, state, &solving::choose(&chosen, state, limits))
        },
        move |state, limits| {
            let state = state.of::<G>();
            AnyMove::answer(&proved, state, solving::prove(&proved, state, limits))
        },
        move |state, limits| {
            let state = state.of::<G>();
            Hint::numbered(&advised, state, solving::advise(&advised, state, limits))
        },
    )
}

/// Makes a [`Variant`] of the game that a family opens, the variables of its diagrams in an order by names if one is given.
pub(crate) struct Ready<'a>(pub(crate) Option<&'a str>);

impl Ready<'_> {
    fn ordered<S: Capabilities>(&self, system: S) -> Result<S, SyntaxError> {
        let Some(names) = self.0 else { return Ok(system) };
        // A system that knows no other order says so by `None`.
        system.ordered(names).unwrap_or_else(|| Err(fixed_order(names)))
    }
}

/// What to say where an order is given and none can be.
pub(crate) fn fixed_order(names: &str) -> SyntaxError {
    let help = "an order can be given for games as text and for Petri nets";
    SyntaxError::new(names, 0..names.len(), "the order of the variables of this game is fixed", help)
}

impl Visitor for Ready<'_> {
    type Output = Result<Variant, SyntaxError>;

    fn game<G: Playable + Notation + Capabilities + Clone + 'static>(self, game: G) -> Self::Output {
        Ok(Variant::of_game(self.ordered(game)?))
    }

    fn system<S: Notation + Capabilities + Clone + 'static>(self, system: S) -> Self::Output {
        Ok(Variant::of_system(self.ordered(system)?))
    }

    fn wide_game<G: Playable + Notation + Capabilities + Clone + 'static>(self, game: G) -> Self::Output {
        Ok(Variant::of_wide_game(self.ordered(game)?))
    }

    fn fixed_game<G, F>(self, game: G, fixed: F) -> Self::Output
    where
        G: Playable + Notation + Capabilities + Clone + 'static,
        F: Playable<State = G::State, Move = G::Move> + Notation + Capabilities + Clone + 'static,
    {
        Ok(Variant::of_fixed_game(self.ordered(game)?, self.ordered(fixed)?))
    }
}
