//! What an expression may name.

use game::{Ending, Game, Observable, Playable, Player, SyntaxError, System, Words};

use super::meaning::compile;
use super::syntax::parse;

/// The players, as they are written.
const PLAYERS: Words = &["x", "o"];
/// How a game has ended.
const WINNERS: Words = &["none", "x", "o", "draw"];

/// The names that an expression about the states of a system may use.
///
/// ```
/// use explore::Vocabulary;
/// use game::{Game, Observe, System};
/// use games::mnk::{Mnk, Rule};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let vocabulary = Vocabulary::of_game(&game).and(game.observables());
/// let centre = vocabulary.predicate("cell(1,1) = x and ply = 1").unwrap();
/// let found = explore::bfs_find(&game, centre, None);
/// assert_eq!(found.matches.len(), 1);
///
/// let mistake = vocabulary.predicate("cell(1,3) = x").err().unwrap();
/// assert_eq!(&mistake.text[mistake.place.clone()], "3");
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary<'a, C> {
    names: Vec<Observable<'a, C>>,
}

impl<'a, C: 'a> Vocabulary<'a, C> {
    /// Returns the names that every system has: `over`, `stuck`, `moves`, and `ply` if its states tell.
    pub fn of_system<S: System<Configuration = C>>(system: &'a S) -> Self {
        let count = |state: &C| if system.is_final(state) { 0 } else { system.actions(state).count() as i64 };
        let mut names = vec![
            Observable::truth("over", "whether this is a proper end", |state, _| system.is_final(state)),
            Observable::truth(
                "stuck",
                "whether nothing can be done, and it is not a proper end",
                |state, _| !system.is_final(state) && system.actions(state).next().is_none(),
            ),
            Observable::number("moves", "how many moves or actions there are", move |state, _| count(state)),
        ];
        if system.starts().all(|start| system.depth(&start).is_some()) {
            names.push(Observable::number("ply", "how many moves were made", |state, _| {
                system.depth(state).map_or(-1, i64::from)
            }));
        }
        Vocabulary { names }
    }

    /// Returns the names that every game has: those of systems, `turn` and `winner`.
    pub fn of_game<G>(game: &'a G) -> Self
    where
        G: Playable<State = C> + System<Configuration = C>,
    {
        Self::of_system(game).with_players(game, |state| Game::turn(game, state))
    }

    /// Adds the names that games have: `turn` and `winner`.
    #[must_use]
    pub fn with_players<S: System<Configuration = C>>(
        self,
        system: &'a S,
        turn: impl Fn(&C) -> Player + Send + Sync + 'a,
    ) -> Self {
        self.and(vec![
            Observable::word("turn", "who is to move; x is the first player", PLAYERS, move |state, _| {
                turn(state).index()
            }),
            Observable::word(
                "winner",
                "who has won; none while the game goes on",
                WINNERS,
                move |state, _| match system.ending(state) {
                    Ending::Open | Ending::Final => 0,
                    Ending::Won(player) => 1 + player.index(),
                    Ending::Drawn => 3,
                },
            ),
        ])
    }

    /// Adds names. Of two that are the same, the last one counts.
    #[must_use]
    pub fn and(mut self, names: Vec<Observable<'a, C>>) -> Self {
        self.names.retain(|known| names.iter().all(|name| name.name() != known.name()));
        self.names.extend(names);
        self
    }

    /// Returns all names.
    #[must_use]
    pub fn names(&self) -> &[Observable<'a, C>] {
        &self.names
    }

    /// Reads an expression that is true or false of a state.
    ///
    /// `=`, `!=`, `<`, `<=`, `>` and `>=` compare; `+`, `-`, `*` and `%` calculate, exactly however large the numbers
    /// become; `not`, `and`, `or`, `implies` connect, in the order of how closely they bind.
    /// `first` and `second` may be written for the players x and o.
    ///
    /// # Errors
    /// If it makes no sense; the message says where and why, and what could be meant.
    pub fn predicate(&self, text: &str) -> Result<Expression<'a, C>, SyntaxError> {
        compile(self, text, &parse(text)?)
    }
}

/// A compiled expression: a function that is true or false of a state.
pub type Expression<'a, C> = Box<dyn Fn(&C) -> bool + Send + Sync + 'a>;
