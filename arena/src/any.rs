//! Games whose type is forgotten.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

use game::look::{Choices, Look, Pick};
use game::{Ending, Game, Notation, Outcome, ParseError, Playable, Player as Side, System, allocated};
use search::{Answer, Choice};

/// A game without its type: code that uses it is compiled once for all games.
///
/// It is a [`Game`] like any other, only slower: for people and programs that play, not for those that search. Engines
/// are given the real game, and their answers translated: [`AnyState::of`], [`AnyMove::choice`], [`AnyMove::answer`].
///
/// ```
/// use arena::{AnyGame, Match, RandomPlayer};
/// use game::{Game, Notation};
/// use games::mnk::{Mnk, Rule};
/// use games::nim::Nim;
///
/// let games = [AnyGame::new(Mnk::<u64>::new(3, 3, 3, Rule::Normal)), AnyGame::new(Nim::new(&[3, 4, 5], false))];
/// for game in &games {
///     let mut table = Match::new(game);
///     table.run([&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)], &mut |_| {});
///     assert!(game.outcome(table.state()).is_some());
/// }
/// let (game, start) = (&games[0], games[0].initial());
/// assert_eq!(game.action_text(&start, game.parse_action(&start, "b2").unwrap()), "b2");
/// ```
#[derive(Clone)]
pub struct AnyGame {
    game: Forgotten,
    /// Whether one person plays it alone.
    is_puzzle: bool,
}

/// A position of an [`AnyGame`].
#[derive(Clone)]
pub struct AnyState(Arc<dyn Position>);

/// A move of an [`AnyGame`]: its number among those that the rules list in a position, from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(pub u32);

impl AnyGame {
    /// Creates a game without its type.
    #[must_use]
    pub fn new<G: Playable + Notation + 'static>(game: G) -> AnyGame {
        AnyGame { game: Forgotten::of_game(game), is_puzzle: false }
    }

    /// Creates a game that one person plays alone from a puzzle, or another system without players: the first player is
    /// always to move, and wins where the state is final.
    ///
    /// ```
    /// use arena::{AnyGame, Match, RandomPlayer};
    /// use game::{Outcome, Player};
    /// use games::hanoi::Hanoi;
    ///
    /// let puzzle = AnyGame::puzzle(Hanoi::new(2, 3));
    /// let mut table = Match::new(&puzzle);
    /// let ending = table.run([&mut RandomPlayer::new(1), &mut RandomPlayer::new(2)], &mut |_| {});
    /// assert_eq!(ending.outcome, Some(Outcome::Win(Player::First)));
    /// ```
    #[must_use]
    pub fn puzzle<S: Notation + 'static>(system: S) -> AnyGame {
        AnyGame { game: Forgotten::of_puzzle(system), is_puzzle: true }
    }

    /// Returns whether this is a [puzzle](AnyGame::puzzle).
    #[must_use]
    pub fn is_puzzle(&self) -> bool {
        self.is_puzzle
    }
}

impl Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").finish_non_exhaustive()
    }
}

impl AnyState {
    /// Creates a position of some game.
    #[must_use]
    pub fn new<T: Eq + Hash + Debug + Send + Sync + 'static>(state: T) -> AnyState {
        AnyState(Arc::new(state))
    }

    /// Whether this is not only an equal position, but the same copy of it.
    fn is_same(&self, other: &AnyState) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Returns the position with its type, if that is its type.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        (*self.0).as_any().downcast_ref()
    }

    /// Returns the position as a position of this game.
    ///
    /// # Panics
    /// If it belongs to another game.
    #[must_use]
    pub fn of<G: Game>(&self) -> &G::State {
        match self.get() {
            Some(state) => state,
            None => panic!("a position of another game: {self:?}"),
        }
    }
}

impl Debug for AnyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl PartialEq for AnyState {
    fn eq(&self, other: &AnyState) -> bool {
        self.0.equals(&*other.0)
    }
}

impl Eq for AnyState {}

impl Hash for AnyState {
    fn hash<H: Hasher>(&self, mut hasher: &mut H) {
        self.0.hash_into(&mut hasher);
    }
}

impl AnyMove {
    /// Returns the number of a move, if it is legal.
    #[must_use]
    pub fn find<G: Game>(game: &G, state: &G::State, mv: G::Move) -> Option<AnyMove> {
        (0..).zip(game.moves(state)).find(|(_, legal)| *legal == mv).map(|(number, _)| AnyMove(number))
    }

    /// Returns the move of this number.
    #[must_use]
    pub fn get<G: Game>(self, game: &G, state: &G::State) -> Option<G::Move> {
        game.moves(state).nth(self.0 as usize)
    }

    /// Translates what an engine chose to moves by number.
    #[must_use]
    pub fn choice<G: Game>(game: &G, state: &G::State, choice: &Choice<G::Move>) -> Choice<AnyMove> {
        let Choice { best, worth, plies, nodes, stopped } = *choice;
        let best = best.and_then(|mv| AnyMove::find(game, state, mv));
        Choice { best, worth, plies, nodes, stopped }
    }

    /// Translates what a solver found to moves by number.
    #[must_use]
    pub fn answer<G: Game>(game: &G, state: &G::State, answer: Answer<G::Move>) -> Answer<AnyMove> {
        let Answer { worth, best, line, nodes, seconds, stopped } = answer;
        let best = best.and_then(|mv| AnyMove::find(game, state, mv));
        let (mut here, mut moves) = (state.clone(), Vec::new());
        for mv in line {
            let Some(number) = AnyMove::find(game, &here, mv) else { break };
            moves.push(number);
            game.play(&mut here, mv);
        }
        Answer { worth, best, line: moves, nodes, seconds, stopped }
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;

    fn initial(&self) -> AnyState {
        self.game.starts().next().expect("a game has a start")
    }

    fn turn(&self, state: &AnyState) -> Side {
        self.game.turn(state).expect("a game has a player to move")
    }

    fn outcome(&self, state: &AnyState) -> Option<Outcome> {
        match self.game.ending(state) {
            // A puzzle, which the first player plays alone.
            Ending::Final => Some(Outcome::Win(Side::First)),
            ending => ending.outcome(),
        }
    }

    fn moves(&self, state: &AnyState) -> impl Iterator<Item = AnyMove> {
        self.game.actions(state)
    }

    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        self.game.apply(state, mv);
    }

    fn is_legal(&self, state: &AnyState, mv: AnyMove) -> bool {
        !self.game.is_final(state) && mv.0 < self.game.0.actions(state)
    }

    fn heap_bytes(&self, state: &AnyState) -> usize {
        self.game.heap_bytes_of(state)
    }

    fn ply(&self, state: &AnyState) -> Option<u32> {
        self.game.depth(state)
    }
}

impl Notation for AnyGame {
    fn action_text(&self, state: &AnyState, mv: AnyMove) -> String {
        self.game.action_text(state, mv)
    }

    fn board_text(&self, state: &AnyState) -> String {
        self.game.board_text(state)
    }

    fn spellings(&self, state: &AnyState, mv: AnyMove) -> Vec<String> {
        self.game.spellings(state, mv)
    }

    fn look(&self, state: &AnyState) -> Look {
        self.game.look(state)
    }

    fn picks(&self, state: &AnyState, mv: AnyMove) -> Vec<Pick> {
        self.game.picks(state, mv)
    }

    fn choices(&self, state: &AnyState) -> Choices<AnyMove> {
        self.game.choices(state)
    }

    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
        self.game.parse_action(state, text)
    }

    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError> {
        self.game.parse_board(text)
    }
}

/// A game or system without its type: its rules and its notation, behind a pointer.
///
/// [`AnyGame`] is one that is known to be a game.
#[derive(Clone)]
pub struct Forgotten(Arc<dyn Hidden>);

impl Forgotten {
    /// Forgets the type of a game.
    #[must_use]
    pub fn of_game<G: Playable + Notation + 'static>(game: G) -> Forgotten {
        Forgotten(Arc::new(Of { system: game, turn: Some(Game::turn), listed: Listed::new() }))
    }

    /// Forgets the type of a puzzle, which the first player plays alone.
    fn of_puzzle<S: Notation + 'static>(system: S) -> Forgotten {
        Forgotten(Arc::new(Of { system, turn: Some(|_, _| Side::First), listed: Listed::new() }))
    }

    /// Forgets the type of a system that is not a game.
    #[must_use]
    pub fn of_system<S: Notation + 'static>(system: S) -> Forgotten {
        Forgotten(Arc::new(Of { system, turn: None, listed: Listed::new() }))
    }

    /// Returns whether it is a game of two players.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.0.is_game()
    }

    /// Returns the player to move; `None` if this is not a game.
    #[must_use]
    pub fn turn(&self, state: &AnyState) -> Option<Side> {
        self.0.turn(state)
    }
}

impl System for Forgotten {
    type Configuration = AnyState;
    type Action = AnyMove;

    fn starts(&self) -> impl Iterator<Item = AnyState> {
        self.0.starts().into_iter()
    }

    fn actions(&self, state: &AnyState) -> impl Iterator<Item = AnyMove> {
        (0..self.0.actions(state)).map(AnyMove)
    }

    fn apply(&self, state: &mut AnyState, action: AnyMove) {
        *state = self.0.after(state, action);
    }

    fn is_final(&self, state: &AnyState) -> bool {
        self.0.is_final(state)
    }

    fn ending(&self, state: &AnyState) -> Ending {
        self.0.ending(state)
    }

    fn heap_bytes_of(&self, state: &AnyState) -> usize {
        self.0.heap_bytes_of(state)
    }

    fn depth(&self, state: &AnyState) -> Option<u32> {
        self.0.depth(state)
    }

    fn after(&self, state: &AnyState, action: AnyMove) -> AnyState {
        self.0.after(state, action)
    }
}

impl Notation for Forgotten {
    fn action_text(&self, state: &AnyState, action: AnyMove) -> String {
        self.0.action_text(state, action)
    }

    fn board_text(&self, state: &AnyState) -> String {
        self.0.board_text(state)
    }

    fn look(&self, state: &AnyState) -> Look {
        self.0.look(state)
    }

    fn picks(&self, state: &AnyState, action: AnyMove) -> Vec<Pick> {
        self.0.picks(state, action)
    }

    fn choices(&self, state: &AnyState) -> Choices<AnyMove> {
        self.0.choices(state)
    }

    fn spellings(&self, state: &AnyState, action: AnyMove) -> Vec<String> {
        self.0.spellings(state, action)
    }

    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
        self.0.parse_action(state, text)
    }

    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError> {
        self.0.parse_board(text)
    }
}

/// A system behind a pointer.
trait Hidden: Send + Sync {
    fn is_game(&self) -> bool;
    fn turn(&self, state: &AnyState) -> Option<Side>;
    fn starts(&self) -> Vec<AnyState>;
    /// How many actions there are.
    fn actions(&self, state: &AnyState) -> u32;
    fn after(&self, state: &AnyState, action: AnyMove) -> AnyState;
    fn is_final(&self, state: &AnyState) -> bool;
    fn ending(&self, state: &AnyState) -> Ending;
    fn heap_bytes_of(&self, state: &AnyState) -> usize;
    fn depth(&self, state: &AnyState) -> Option<u32>;
    fn action_text(&self, state: &AnyState, action: AnyMove) -> String;
    fn board_text(&self, state: &AnyState) -> String;
    fn look(&self, state: &AnyState) -> Look;
    fn picks(&self, state: &AnyState, action: AnyMove) -> Vec<Pick>;
    fn choices(&self, state: &AnyState) -> Choices<AnyMove>;
    fn spellings(&self, state: &AnyState, action: AnyMove) -> Vec<String>;
    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError>;
    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError>;
}

/// A system with its type.
struct Of<S: System> {
    system: S,
    /// The player to move, if it is a game.
    turn: Option<fn(&S, &S::Configuration) -> Side>,
    listed: Listed<S>,
}

/// The actions of the last states used, one for each of a few threads: a caller that takes all actions of a state by
/// number would otherwise list them again for each.
struct Listed<S: System>([Slot<S>; 8]);

/// A state, and its actions.
type Slot<S> = Mutex<Option<(AnyState, Vec<<S as System>::Action>)>>;

/// Fewer actions than this are sooner listed again.
const FEW: u32 = 16;

impl<S: System> Listed<S> {
    fn new() -> Self {
        Listed(std::array::from_fn(|_| Mutex::new(None)))
    }

    /// The action of a number.
    fn action(&self, system: &S, state: &AnyState, number: u32) -> Option<S::Action> {
        let fresh = || system.actions(inner::<S>(state));
        if number < FEW {
            return fresh().nth(number as usize);
        }
        let mut hasher = DefaultHasher::new();
        std::thread::current().id().hash(&mut hasher);
        // If another thread has this place, the actions are listed again.
        let Ok(mut slot) = self.0[hasher.finish() as usize % self.0.len()].try_lock() else {
            return fresh().nth(number as usize);
        };
        match &*slot {
            Some((known, actions)) if known.is_same(state) => actions.get(number as usize).copied(),
            _ => {
                let actions: Vec<S::Action> = fresh().collect();
                let action = actions.get(number as usize).copied();
                *slot = Some((state.clone(), actions));
                action
            }
        }
    }
}

/// What an `Arc` keeps beside the value.
const COUNTS: usize = 2 * size_of::<usize>();

impl<S: Notation> Of<S> {
    /// The action of a number.
    ///
    /// # Panics
    /// If there is no such action.
    fn action(&self, state: &AnyState, number: AnyMove) -> S::Action {
        match self.listed.action(&self.system, state, number.0) {
            Some(action) => action,
            None => panic!("there is no move number {} in {state:?}", number.0),
        }
    }
}

/// The state of this system.
///
/// # Panics
/// If it belongs to another.
fn inner<S: System>(state: &AnyState) -> &S::Configuration {
    match state.get() {
        Some(state) => state,
        None => panic!("a position of another game: {state:?}"),
    }
}

impl<S: Notation> Hidden for Of<S> {
    fn is_game(&self) -> bool {
        self.turn.is_some()
    }

    fn turn(&self, state: &AnyState) -> Option<Side> {
        self.turn.map(|turn| turn(&self.system, inner::<S>(state)))
    }

    fn starts(&self) -> Vec<AnyState> {
        self.system.starts().map(AnyState::new).collect()
    }

    fn actions(&self, state: &AnyState) -> u32 {
        self.system.actions(inner::<S>(state)).count() as u32
    }

    fn after(&self, state: &AnyState, action: AnyMove) -> AnyState {
        AnyState::new(self.system.after(inner::<S>(state), self.action(state, action)))
    }

    fn is_final(&self, state: &AnyState) -> bool {
        self.system.is_final(inner::<S>(state))
    }

    fn ending(&self, state: &AnyState) -> Ending {
        self.system.ending(inner::<S>(state))
    }

    fn heap_bytes_of(&self, state: &AnyState) -> usize {
        allocated(COUNTS + size_of::<S::Configuration>()) + self.system.heap_bytes_of(inner::<S>(state))
    }

    fn depth(&self, state: &AnyState) -> Option<u32> {
        self.system.depth(inner::<S>(state))
    }

    fn action_text(&self, state: &AnyState, action: AnyMove) -> String {
        self.system.action_text(inner::<S>(state), self.action(state, action))
    }

    fn board_text(&self, state: &AnyState) -> String {
        self.system.board_text(inner::<S>(state))
    }

    fn look(&self, state: &AnyState) -> Look {
        self.system.look(inner::<S>(state))
    }

    fn picks(&self, state: &AnyState, action: AnyMove) -> Vec<Pick> {
        self.system.picks(inner::<S>(state), self.action(state, action))
    }

    fn choices(&self, state: &AnyState) -> Choices<AnyMove> {
        let state = inner::<S>(state);
        let all = self.system.choices(state).all;
        let listed: Vec<S::Action> =
            if all.is_empty() { vec![] } else { self.system.actions(state).collect() };
        let number = |at: usize, action: S::Action| {
            // They come in the order of the rules, unless a game has its own opinion.
            let here = (listed.get(at) == Some(&action)).then_some(at);
            let number = here.or_else(|| listed.iter().position(|listed| *listed == action));
            AnyMove(number.expect("choices are legal moves") as u32)
        };
        let all = all.into_iter().enumerate().map(|(at, (action, picks))| (number(at, action), picks));
        Choices { all: all.collect() }
    }

    fn spellings(&self, state: &AnyState, action: AnyMove) -> Vec<String> {
        self.system.spellings(inner::<S>(state), self.action(state, action))
    }

    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
        let state = inner::<S>(state);
        let action = self.system.parse_action(state, text)?;
        let number = self.system.actions(state).position(|legal| legal == action);
        let illegal = || {
            let problem = format!("`{}` is not legal here", game::shortened(text));
            ParseError::new(problem, game::legal_actions(&self.system, state))
        };
        number.map(|number| AnyMove(number as u32)).ok_or_else(illegal)
    }

    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError> {
        self.system.parse_board(text).map(AnyState::new)
    }
}

/// A position behind a pointer.
trait Position: Any + Debug + Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn Position) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
}

impl<T: Eq + Hash + Debug + Send + Sync + 'static> Position for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn equals(&self, other: &dyn Position) -> bool {
        other.as_any().downcast_ref::<T>() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
}
