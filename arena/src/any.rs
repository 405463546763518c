//! Games whose type is forgotten.

use std::any::Any;
use std::fmt::{self, Debug};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use game::{Game, Notation, Outcome, ParseError, Playable, Player as Side};
use search::{Answer, Choice};

/// A game whose type is forgotten: whatever is done with it is compiled once, and serves for all games.
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
/// assert_eq!(games[0].action_text(&games[0].initial(), games[0].parse_action(&games[0].initial(), "b2").unwrap()), "b2");
/// ```
#[derive(Clone)]
pub struct AnyGame(Arc<dyn Hidden>);

/// A position of an [`AnyGame`].
#[derive(Clone)]
pub struct AnyState(Arc<dyn Position>);

/// A move of an [`AnyGame`]: its number among those that the rules list in a position, from 0 on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(pub u32);

impl AnyGame {
    /// Forgets the type of a game.
    #[must_use]
    pub fn new<G: Playable + Notation + 'static>(game: G) -> AnyGame {
        AnyGame(Arc::new(game))
    }
}

impl Debug for AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyGame").finish_non_exhaustive()
    }
}

impl AnyState {
    /// A position of some game.
    #[must_use]
    pub fn new<T: Eq + Hash + Debug + Send + Sync + 'static>(state: T) -> AnyState {
        AnyState(Arc::new(state))
    }

    /// The position, if it is one of a game with such positions.
    #[must_use]
    pub fn get<T: 'static>(&self) -> Option<&T> {
        (*self.0).as_any().downcast_ref()
    }

    /// The position of this game.
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
    /// The number of a move, if it is legal.
    #[must_use]
    pub fn find<G: Game>(game: &G, state: &G::State, mv: G::Move) -> Option<AnyMove> {
        (0..).zip(game.moves(state)).find(|(_, legal)| *legal == mv).map(|(number, _)| AnyMove(number))
    }

    /// The move of this number.
    #[must_use]
    pub fn get<G: Game>(self, game: &G, state: &G::State) -> Option<G::Move> {
        game.moves(state).nth(self.0 as usize)
    }

    /// What an engine chose, in moves by number.
    #[must_use]
    pub fn choice<G: Game>(game: &G, state: &G::State, choice: &Choice<G::Move>) -> Choice<AnyMove> {
        let Choice { best, score, plies, nodes, stopped } = *choice;
        let best = best.and_then(|mv| AnyMove::find(game, state, mv));
        Choice { best, score, plies, nodes, stopped }
    }

    /// What a solver found, in moves by number.
    #[must_use]
    pub fn answer<G: Game>(game: &G, state: &G::State, answer: Answer<G::Move>) -> Answer<AnyMove> {
        let Answer { least, most, best, line, nodes, seconds, stopped } = answer;
        let best = best.and_then(|mv| AnyMove::find(game, state, mv));
        let (mut here, mut moves) = (state.clone(), Vec::new());
        for mv in line {
            let Some(number) = AnyMove::find(game, &here, mv) else { break };
            moves.push(number);
            game.play(&mut here, mv);
        }
        Answer { least, most, best, line: moves, nodes, seconds, stopped }
    }
}

impl Game for AnyGame {
    type State = AnyState;
    type Move = AnyMove;

    fn initial(&self) -> AnyState {
        self.0.initial()
    }

    fn turn(&self, state: &AnyState) -> Side {
        self.0.turn(state)
    }

    fn outcome(&self, state: &AnyState) -> Option<Outcome> {
        self.0.outcome(state)
    }

    fn moves(&self, state: &AnyState) -> impl Iterator<Item = AnyMove> {
        (0..self.0.moves(state)).map(AnyMove)
    }

    fn play(&self, state: &mut AnyState, mv: AnyMove) {
        *state = self.0.play(state, mv);
    }

    fn is_legal(&self, state: &AnyState, mv: AnyMove) -> bool {
        self.0.outcome(state).is_none() && mv.0 < self.0.moves(state)
    }

    fn ply(&self, state: &AnyState) -> Option<u32> {
        self.0.ply(state)
    }
}

impl Notation for AnyGame {
    fn action_text(&self, state: &AnyState, mv: AnyMove) -> String {
        self.0.action_text(state, mv)
    }

    fn board_text(&self, state: &AnyState) -> String {
        self.0.board_text(state)
    }

    fn spellings(&self, state: &AnyState, mv: AnyMove) -> Vec<String> {
        self.0.spellings(state, mv)
    }

    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
        self.0.parse_action(state, text)
    }

    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError> {
        self.0.parse_board(text)
    }
}

/// A game behind a pointer.
trait Hidden: Send + Sync {
    fn initial(&self) -> AnyState;
    fn turn(&self, state: &AnyState) -> Side;
    fn outcome(&self, state: &AnyState) -> Option<Outcome>;
    /// How many moves there are.
    fn moves(&self, state: &AnyState) -> u32;
    fn play(&self, state: &AnyState, mv: AnyMove) -> AnyState;
    fn ply(&self, state: &AnyState) -> Option<u32>;
    fn action_text(&self, state: &AnyState, mv: AnyMove) -> String;
    fn board_text(&self, state: &AnyState) -> String;
    fn spellings(&self, state: &AnyState, mv: AnyMove) -> Vec<String>;
    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError>;
    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError>;
}

impl<G: Playable + Notation> Hidden for G {
    fn initial(&self) -> AnyState {
        AnyState::new(Game::initial(self))
    }

    fn turn(&self, state: &AnyState) -> Side {
        Game::turn(self, state.of::<G>())
    }

    fn outcome(&self, state: &AnyState) -> Option<Outcome> {
        Game::outcome(self, state.of::<G>())
    }

    fn moves(&self, state: &AnyState) -> u32 {
        u32::try_from(Game::moves(self, state.of::<G>()).count()).unwrap_or(u32::MAX)
    }

    fn play(&self, state: &AnyState, mv: AnyMove) -> AnyState {
        let state = state.of::<G>();
        match mv.get(self, state) {
            Some(mv) => AnyState::new(self.next(state, mv)),
            None => panic!("there is no move number {} in {state:?}", mv.0),
        }
    }

    fn ply(&self, state: &AnyState) -> Option<u32> {
        Game::ply(self, state.of::<G>())
    }

    fn action_text(&self, state: &AnyState, mv: AnyMove) -> String {
        let state = state.of::<G>();
        mv.get(self, state).map_or_else(String::new, |mv| Notation::action_text(self, state, mv))
    }

    fn board_text(&self, state: &AnyState) -> String {
        Notation::board_text(self, state.of::<G>())
    }

    fn spellings(&self, state: &AnyState, mv: AnyMove) -> Vec<String> {
        let state = state.of::<G>();
        mv.get(self, state).map_or_else(Vec::new, |mv| Notation::spellings(self, state, mv))
    }

    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
        let state = state.of::<G>();
        let mv = Notation::parse_action(self, state, text)?;
        let illegal = || ParseError::new(format!("`{}` is not legal here", game::shortened(text)), "");
        AnyMove::find(self, state, mv).ok_or_else(illegal)
    }

    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError> {
        Notation::parse_board(self, text).map(AnyState::new)
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
