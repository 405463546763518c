//! The explicit form: a model as a game or a system, with its positions one by one.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use game::{Ending, Game, Outcome, Player, Random, SyntaxError, System};

use crate::model::{Loc, Model, Mover, Var};

mod machine;
mod notation;
mod packed;
mod paths;
mod rule;
mod scan;
mod survey;
mod walk;

pub(crate) use machine::Machine;
use notation::Drawing;
pub use walk::Move;
use walk::{Endless, Moves};

/// The words in which the variables of a position are packed.
pub trait Words: Clone + Eq + Hash + Debug + Send + Sync + AsRef<[u64]> + AsMut<[u64]> + 'static {
    /// How many words there are at most.
    const MOST: usize;

    /// Copies words, as many as there are; the rest is zero.
    fn of(words: &[u64]) -> Self;

    /// The heap memory in bytes.
    fn heap_bytes(&self) -> usize {
        0
    }
}

impl<const N: usize> Words for [u64; N] {
    const MOST: usize = N;

    fn of(words: &[u64]) -> Self {
        let mut all = [0; N];
        all[..words.len()].copy_from_slice(words);
        all
    }
}

impl Words for Box<[u64]> {
    const MOST: usize = usize::MAX;

    fn of(words: &[u64]) -> Self {
        words.into()
    }

    fn heap_bytes(&self) -> usize {
        self.len() * 8
    }
}

/// A position: the variables, packed, and where the next move begins.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State<W> {
    pub(crate) words: W,
    pub(crate) at: Loc,
}

/// Above all locations: the game is over. The player who would be to move is added.
pub(crate) const OVER: Loc = Loc::MAX - 255;

/// What games and systems of a model have in common.
#[derive(Clone)]
pub(crate) struct Core<W> {
    pub(crate) machine: Arc<Machine>,
    drawing: Arc<Drawing>,
    pub(crate) start: State<W>,
    pub(crate) formed: crate::symbolic::Formed,
}

/// Why a model has no explicit form.
const ENDLESS: &str = "every walk must come to a turn, -> or ->>, after finitely many assignments";

impl<W: Words> Core<W> {
    /// Compiles a model.
    ///
    /// # Errors
    /// If the rules never come to the first move.
    fn new(model: Model) -> Result<Core<W>, SyntaxError> {
        let machine = Machine::new(model);
        let mut words = machine.first_words();
        // Here and below, what settles nowhere is over.
        let at = match machine.settled(&mut words, machine.model.start) {
            Ok(at) => at.unwrap_or(OVER),
            Err(endless) => return Err(machine.endless(endless)),
        };
        machine.probe(&words, at).map_err(|endless| machine.endless(endless))?;
        let drawing = Drawing::new(&machine.model);
        let start = State { words: W::of(&words), at };
        Ok(Core { machine: Arc::new(machine), drawing: Arc::new(drawing), start, formed: Default::default() })
    }

    #[inline]
    fn moves<'m, 's>(&'m self, state: &'s State<W>) -> Moves<'m, 's, W> {
        assert!(state.at < OVER, "moves are asked for where the game is over");
        Moves::new(&self.machine, &state.words, state.at)
    }

    #[inline]
    fn play(&self, state: &mut State<W>, mv: Move) {
        state.at = match self.machine.play(state.words.as_mut(), state.at, mv) {
            Ok(Some(at)) => at,
            Ok(None) => OVER + self.after(self.player(state)),
            Err(endless) => self.machine.endless(endless).abandon(),
        };
    }

    /// Whose turn it would be after this player's.
    fn after(&self, player: u32) -> u32 {
        (player + 1) % u32::try_from(self.machine.model.players.len().max(1)).expect("few players")
    }

    /// The number of the player to move, or who would be.
    #[inline]
    fn player(&self, state: &State<W>) -> u32 {
        if state.at >= OVER {
            return state.at - OVER;
        }
        match self.machine.movers[state.at as usize] {
            Mover::Player(player) => player,
            Mover::Keeper => unreachable!("the keeper has moved"),
        }
    }

    fn score(&self, state: &State<W>, player: u32) -> u32 {
        let score = self.machine.model.players[player as usize].score.expect("scores are kept");
        self.machine.value(state.words.as_ref(), score)
    }
}

impl Machine {
    /// Looks for rules without end and for choices of the keeper: at the first moves, and, where only play can tell, in
    /// some random games.
    fn probe(&self, start: &[u64], first: Loc) -> Result<(), Endless> {
        const PLIES: u32 = 60;
        /// So many moves are listed before it is enough.
        const MOVES: usize = 1 << 16;
        let (games, plies) = match self.model.longest {
            None => (3, PLIES),
            Some(_) if self.chooses.contains(&true) => (1, PLIES),
            Some(_) => (1, 1),
        };
        let (mut random, mut listed) = (Random::new(0), 0);
        for _ in 0..games {
            let (mut words, mut at) = (start.to_vec(), first);
            for _ in 0..plies {
                if at >= OVER || listed > MOVES {
                    break;
                }
                let moves = self.moves(&mut words, at)?;
                listed += moves.len();
                let chosen = random.choose(moves).expect("a game that is not over has moves");
                // Where nobody can go on, the game is over.
                at = self.play(&mut words, at, chosen)?.unwrap_or(OVER);
            }
        }
        Ok(())
    }

    /// What is wrong with rules that never end, and where.
    fn endless(&self, endless: Endless) -> SyntaxError {
        let (action, problem, help) = match endless {
            Endless::Walk(action) => (action, "the rules can go on here without end", ENDLESS),
            Endless::Work(action) => (action, "there are too many ways to move", ENDLESS),
            Endless::Keeper(action) => (
                action,
                "the rules go on by themselves without end",
                "-> must give a player the move, or {} end it",
            ),
            Endless::Choice(action) => (
                action,
                "the rules go on by themselves in several ways, to different positions",
                crate::keeper::ONE_WAY,
            ),
        };
        self.model.mistake_at(action, problem, help)
    }
}

/// A game of two players, made of a model whose scores say who has won.
#[derive(Clone)]
pub struct TextGame<W>(pub(crate) Core<W>, pub(crate) Player);

/// A system, made of a model of any number of players: whoever is to move, it makes the next step.
#[derive(Clone)]
pub struct TextSystem<W>(pub(crate) Core<W>);

impl<W: Words> TextGame<W> {
    /// Makes a game of a model.
    ///
    /// # Errors
    /// If there are not two players with scores, or the rules never come to the first move.
    ///
    /// Rules may also turn out to be wrong in play: that a move never ends, or that the keeper has a choice. Then
    /// whatever is being done is [abandoned](SyntaxError::abandon).
    pub fn new(model: Model) -> Result<TextGame<W>, SyntaxError> {
        if !model.has_two_scores() {
            let problem = format!("it has {} players, so it is no game of two", model.players.len());
            return Err(SyntaxError::new("", 0..0, problem, "a system can have any number of players"));
        }
        let core = Core::new(model)?;
        // The player who begins is the first one, whoever is declared first.
        let begins = Player::BOTH[core.player(&core.start) as usize];
        Ok(TextGame(core, begins))
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.0.machine.model
    }

    /// A player by number, as the first or the second.
    #[inline]
    pub(crate) fn named(&self, player: u32) -> Player {
        let player = Player::BOTH[player as usize];
        if self.1 == Player::First { player } else { player.other() }
    }
}

impl<W: Words> TextSystem<W> {
    /// Makes a system of a model.
    ///
    /// # Errors
    /// If the rules never come to the first move.
    pub fn new(model: Model) -> Result<TextSystem<W>, SyntaxError> {
        Ok(TextSystem(Core::new(model)?))
    }

    /// Returns the model.
    #[must_use]
    pub fn model(&self) -> &Model {
        &self.0.machine.model
    }
}

/// What the states of a model hold.
macro_rules! contents {
    ($type:ident) => {
        impl<W: Words> $type<W> {
            /// Returns the value of a variable of the model.
            #[must_use]
            pub fn value(&self, state: &State<W>, variable: Var) -> u32 {
                self.0.machine.value(state.words.as_ref(), variable)
            }

            /// Returns where the next move begins; nothing if the game is over.
            #[must_use]
            pub fn location(&self, state: &State<W>) -> Option<Loc> {
                (state.at < OVER).then_some(state.at)
            }

            /// Returns the letters of a legal move: the numbers of the actions of the model.
            #[must_use]
            pub fn letters(&self, state: &State<W>, mv: Move) -> Vec<u32> {
                self.0.machine.letters(state.words.clone().as_mut(), state.at, mv)
            }
        }
    };
}

contents!(TextGame);
contents!(TextSystem);

impl<W: Words> Game for TextGame<W> {
    type State = State<W>;
    type Move = Move;

    fn initial(&self) -> State<W> {
        self.0.start.clone()
    }

    #[inline]
    fn turn(&self, state: &State<W>) -> Player {
        self.named(self.0.player(state))
    }

    #[inline]
    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        if state.at < OVER {
            return None;
        }
        let (first, second) = (self.0.score(state, 0), self.0.score(state, 1));
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Win(self.named(0)),
            std::cmp::Ordering::Less => Outcome::Win(self.named(1)),
        })
    }

    #[inline]
    fn moves(&self, state: &State<W>) -> impl Iterator<Item = Move> {
        self.0.moves(state)
    }

    #[inline]
    fn play(&self, state: &mut State<W>, mv: Move) {
        self.0.play(state, mv);
    }

    fn heap_bytes(&self, state: &State<W>) -> usize {
        state.words.heap_bytes()
    }
}

impl<W: Words> System for TextSystem<W> {
    type Configuration = State<W>;
    type Action = Move;

    fn starts(&self) -> impl Iterator<Item = State<W>> {
        std::iter::once(self.0.start.clone())
    }

    #[inline]
    fn actions(&self, state: &State<W>) -> impl Iterator<Item = Move> {
        self.0.moves(state)
    }

    #[inline]
    fn apply(&self, state: &mut State<W>, action: Move) {
        self.0.play(state, action);
    }

    #[inline]
    fn is_final(&self, state: &State<W>) -> bool {
        state.at >= OVER
    }

    fn ending(&self, state: &State<W>) -> Ending {
        if state.at >= OVER { Ending::Final } else { Ending::Open }
    }

    fn heap_bytes_of(&self, state: &State<W>) -> usize {
        state.words.heap_bytes()
    }
}
