//! A system whose type is forgotten, with what it declares.

use std::sync::Arc;

use arena::{AnyMove, AnyState, Forgotten};
use explore::Vocabulary;
use game::look::{Choices, Look, Pick};
use game::{
    Ending, Indexed, Notation, Observable, Packed, Packing, ParseError, Playable, Player, Symmetry, System,
};
use registry::Capabilities;

/// A game or system whose type is forgotten, with its notation, symmetries, index and names.
///
/// What is done with it is compiled once and serves every game: claims, graphs, everything on boards too large to be
/// listed. It takes two to six times as long as the system itself, the more the cheaper the rules: each state is an
/// allocation, each call a look-up.
#[derive(Clone)]
pub struct AnySystem {
    system: Forgotten,
    declared: Arc<dyn Declared>,
}

impl AnySystem {
    /// Forgets the type of a game.
    pub fn of_game<G: Playable + Notation + Capabilities + Clone + 'static>(game: G) -> AnySystem {
        AnySystem { system: Forgotten::of_game(game.clone()), declared: Arc::new(Of(game)) }
    }

    /// Forgets the type of a system that is not a game.
    pub fn of_system<S: Notation + Capabilities + Clone + 'static>(system: S) -> AnySystem {
        AnySystem { system: Forgotten::of_system(system.clone()), declared: Arc::new(Of(system)) }
    }

    /// Returns whether it is a game of two players.
    #[must_use]
    pub fn is_game(&self) -> bool {
        self.system.is_game()
    }

    /// Returns the player to move; `None` if it is no game.
    #[must_use]
    pub fn turn(&self, state: &AnyState) -> Option<Player> {
        self.system.turn(state)
    }

    /// Returns the canonical form of a state: the state itself if no symmetries are known.
    #[must_use]
    pub fn canonical(&self, state: &AnyState) -> AnyState {
        self.declared.canonical(state)
    }

    /// Returns the first start, or the state after these moves.
    ///
    /// # Errors
    /// If a move is not legal where it is played, or there is no start.
    pub fn after_moves(&self, moves: Option<&str>) -> Result<AnyState, ParseError> {
        // The line of no moves is the start.
        let (_, mut line) = self.parse_line(moves.unwrap_or(""))?;
        line.pop().ok_or_else(|| ParseError::new("there is no state to start from", ""))
    }

    /// Returns the state after these moves, from a state on.
    ///
    /// # Errors
    /// If a move is not legal where it is played.
    pub fn after_moves_from(&self, start: &AnyState, moves: &str) -> Result<AnyState, ParseError> {
        let (_, mut line) = self.parse_line_from(start, moves)?;
        Ok(line.pop().expect("the start is the first state of a line"))
    }

    /// Returns all starts, or the state after these moves.
    ///
    /// # Errors
    /// If a move is not legal where it is played.
    pub fn starts_after(&self, moves: Option<&str>) -> Result<Vec<AnyState>, ParseError> {
        match moves {
            None => Ok(self.starts().collect()),
            Some(_) => Ok(vec![self.after_moves(moves)?]),
        }
    }

    /// Returns how many bits a state takes where it is kept in a folder; `None` if that differs.
    pub(crate) fn width(&self) -> Option<usize> {
        self.size().map(|_| 64).or_else(|| self.declared.bits())
    }

    /// Returns the words of a state where it is kept in a folder: its index, if there is one.
    pub(crate) fn words(&self, state: &AnyState) -> Vec<u64> {
        if self.size().is_some() {
            return vec![self.index(state)];
        }
        layers::words_of(self, state)
    }

    /// Returns the state of these words.
    pub(crate) fn state(&self, words: &[u64]) -> AnyState {
        match self.size() {
            Some(_) => self.state_at(words[0]),
            None => layers::state_of(self, words),
        }
    }

    /// Returns the names that claims about a position may use.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary<'_, AnyState> {
        let of_system = Vocabulary::of_system(self);
        let all = if self.is_game() {
            let turn = |state: &AnyState| self.turn(state).expect("a game has a player to move");
            of_system.with_players(self, turn)
        } else {
            of_system
        };
        all.and(self.declared.names())
    }
}

impl System for AnySystem {
    type Configuration = AnyState;
    type Action = AnyMove;

    fn starts(&self) -> impl Iterator<Item = AnyState> {
        self.system.starts()
    }

    fn actions(&self, state: &AnyState) -> impl Iterator<Item = AnyMove> {
        self.system.actions(state)
    }

    fn apply(&self, state: &mut AnyState, action: AnyMove) {
        self.system.apply(state, action);
    }

    fn is_final(&self, state: &AnyState) -> bool {
        self.system.is_final(state)
    }

    fn ending(&self, state: &AnyState) -> Ending {
        self.system.ending(state)
    }

    fn heap_bytes_of(&self, state: &AnyState) -> usize {
        self.system.heap_bytes_of(state)
    }

    fn depth(&self, state: &AnyState) -> Option<u32> {
        self.system.depth(state)
    }

    fn after(&self, state: &AnyState, action: AnyMove) -> AnyState {
        self.system.after(state, action)
    }
}

impl Notation for AnySystem {
    fn action_text(&self, state: &AnyState, action: AnyMove) -> String {
        self.system.action_text(state, action)
    }

    fn board_text(&self, state: &AnyState) -> String {
        self.system.board_text(state)
    }

    fn look(&self, state: &AnyState) -> Look {
        self.system.look(state)
    }

    fn picks(&self, state: &AnyState, action: AnyMove) -> Vec<Pick> {
        self.system.picks(state, action)
    }

    fn choices(&self, state: &AnyState) -> Choices<AnyMove> {
        self.system.choices(state)
    }

    fn spellings(&self, state: &AnyState, action: AnyMove) -> Vec<String> {
        self.system.spellings(state, action)
    }

    fn parse_action(&self, state: &AnyState, text: &str) -> Result<AnyMove, ParseError> {
        self.system.parse_action(state, text)
    }

    fn parse_board(&self, text: &str) -> Result<AnyState, ParseError> {
        self.system.parse_board(text)
    }
}

impl Indexed for AnySystem {
    fn size(&self) -> Option<u64> {
        self.declared.size()
    }

    fn index(&self, state: &AnyState) -> u64 {
        self.declared.index(state)
    }

    fn state_at(&self, index: u64) -> AnyState {
        self.declared.state_at(index)
    }

    fn index_after(&self, state: &AnyState, index: u64, action: AnyMove) -> u64 {
        self.declared.index_after(state, index, action)
    }
}

impl Packed for AnySystem {
    fn bits(&self) -> usize {
        self.declared.bits().expect(HAS_WIDTH)
    }

    fn pack(&self, state: &AnyState, to: &mut Packing) {
        self.declared.pack(state, to);
    }

    fn unpack(&self, from: &mut Packing) -> AnyState {
        self.declared.unpack(from)
    }
}

/// Its index is there if the system has one; its symmetries are given by [`AnySystem::canonical`].
impl Capabilities for AnySystem {
    fn as_indexed(&self) -> Option<&impl Indexed<Configuration = AnyState, Action = AnyMove>> {
        self.size().map(|_| self)
    }

    fn as_packed(&self) -> Option<&impl Packed<Configuration = AnyState, Action = AnyMove>> {
        self.declared.bits().map(|_| self)
    }

    fn names(&self) -> Vec<Observable<'_, AnyState>> {
        self.declared.names()
    }
}

/// What a system declares, behind a pointer.
trait Declared: Send + Sync {
    fn canonical(&self, state: &AnyState) -> AnyState;
    fn names(&self) -> Vec<Observable<'_, AnyState>>;
    fn bits(&self) -> Option<usize>;
    fn pack(&self, state: &AnyState, to: &mut Packing);
    fn unpack(&self, from: &mut Packing) -> AnyState;
    fn size(&self) -> Option<u64>;
    fn index(&self, state: &AnyState) -> u64;
    fn state_at(&self, index: u64) -> AnyState;
    fn index_after(&self, state: &AnyState, index: u64, action: AnyMove) -> u64;
}

/// A system with its type.
struct Of<S>(S);

/// The state of this system.
///
/// # Panics
/// If it belongs to another.
fn inner<S: System>(state: &AnyState) -> &S::Configuration {
    state.get().expect("a state of this system")
}

const HAS_WIDTH: &str = "states are packed only if they have a fixed width";
const HAS_INDEX: &str = "an index is asked for only if there is a size";

impl<S: Capabilities> Declared for Of<S> {
    fn canonical(&self, state: &AnyState) -> AnyState {
        match self.0.as_symmetric() {
            Some(symmetric) => AnyState::new(symmetric.canonical(inner::<S>(state))),
            None => state.clone(),
        }
    }

    fn names(&self) -> Vec<Observable<'_, AnyState>> {
        let names = self.0.names().into_iter();
        names.map(|name| name.seen_through(|state| inner::<S>(state))).collect()
    }

    fn bits(&self) -> Option<usize> {
        self.0.as_packed().map(Packed::bits)
    }

    fn pack(&self, state: &AnyState, to: &mut Packing) {
        self.0.as_packed().expect(HAS_WIDTH).pack(inner::<S>(state), to);
    }

    fn unpack(&self, from: &mut Packing) -> AnyState {
        AnyState::new(self.0.as_packed().expect(HAS_WIDTH).unpack(from))
    }

    fn size(&self) -> Option<u64> {
        self.0.as_indexed().and_then(Indexed::size)
    }

    fn index(&self, state: &AnyState) -> u64 {
        self.0.as_indexed().expect(HAS_INDEX).index(inner::<S>(state))
    }

    fn state_at(&self, index: u64) -> AnyState {
        AnyState::new(self.0.as_indexed().expect(HAS_INDEX).state_at(index))
    }

    fn index_after(&self, state: &AnyState, index: u64, action: AnyMove) -> u64 {
        let state = inner::<S>(state);
        let action =
            self.0.actions(state).nth(action.0 as usize).expect("a number below that of the actions");
        self.0.as_indexed().expect(HAS_INDEX).index_after(state, index, action)
    }
}
