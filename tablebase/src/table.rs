//! The values of all positions, whatever they are kept in.

use game::{Game, Playable, Value, Verdict};
use num_bigint::BigUint;
use std::cmp::Reverse;
use std::fmt;

use crate::access::Access;
use crate::listed::Listed;

/// What values are kept in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// Decision diagrams: for games with a symbolic form, in which no position comes again for ever.
    Diagrams,
    /// A row by index: for games with an index in which no position comes twice.
    Indexed,
    /// A list by fingerprint: for every game.
    Listed,
}

impl Body {
    /// All bodies, the preferred one first.
    pub const ALL: [Body; 3] = [Body::Diagrams, Body::Indexed, Body::Listed];
}

impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Body::Diagrams => "diagrams",
            Body::Indexed => "index",
            Body::Listed => "list",
        })
    }
}

/// The value of every position of one game that can be reached.
///
/// It does not know its game: positions are found by an [`Access`] to it, which must be the same as when the table was
/// made.
#[derive(Debug)]
pub enum Tablebase {
    /// In decision diagrams.
    Diagrams(symbolic::Table),
    /// In a row by index.
    Indexed(explore::Table),
    /// In a list by fingerprint.
    Listed(Listed),
}

impl Tablebase {
    /// Returns what the values are kept in.
    #[must_use]
    pub fn body(&self) -> Body {
        match self {
            Tablebase::Diagrams(_) => Body::Diagrams,
            Tablebase::Indexed(_) => Body::Indexed,
            Tablebase::Listed(_) => Body::Listed,
        }
    }

    /// Returns whether the table knows how far the end is.
    #[must_use]
    pub fn has_distance(&self) -> bool {
        match self {
            Tablebase::Diagrams(table) => table.has_distance(),
            Tablebase::Indexed(table) => table.has_distance(),
            Tablebase::Listed(listed) => listed.has_distance(),
        }
    }

    /// Returns the bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match self {
            Tablebase::Diagrams(table) => table.bytes(),
            Tablebase::Indexed(table) => table.bytes(),
            Tablebase::Listed(listed) => listed.bytes(),
        }
    }

    /// Returns the numbers of positions that are won, drawn and lost for the player to move.
    #[must_use]
    pub fn totals(&self) -> [BigUint; 3] {
        match self {
            Tablebase::Diagrams(table) => table.totals(),
            Tablebase::Indexed(table) => {
                [Verdict::Win, Verdict::Draw, Verdict::Loss].map(|verdict| table.count(verdict).into())
            }
            Tablebase::Listed(listed) => listed.totals().map(BigUint::from),
        }
    }

    /// Returns the value of a position for the player to move; a draw has no length. `None` if it cannot be reached;
    /// but see [`Listed`] for what a list may say of such positions. Also `None` if `access` lacks what the table is
    /// kept by, which cannot be if the table was made or loaded by it.
    #[must_use]
    pub fn value<G: Playable>(&self, access: &Access<'_, G>, state: &G::State) -> Option<Value> {
        let value = match self {
            Tablebase::Diagrams(table) => access.form.as_ref()?.value(table, access.game, state),
            Tablebase::Indexed(table) => table.value(access.index.as_ref()?.index(state)),
            Tablebase::Listed(listed) => listed.value(&access.text(state)),
        };
        // The bodies know how long a draw lasts if both put it off; players do not care, and nor must the best moves.
        value.map(Value::without_draw_length)
    }

    /// Returns the legal moves of a position with the value of each for the player who makes it, the best first and
    /// equally good ones in the order of the game; an empty list if the game is over. Draws are all equally good. The
    /// same player may be to move again. Returns `None` if the table does not know where one of them leads: either the
    /// position cannot be reached, or the table was made by other rules.
    #[must_use]
    pub fn moves<G: Playable>(
        &self,
        access: &Access<'_, G>,
        state: &G::State,
    ) -> Option<Vec<(G::Move, Value)>> {
        let game = access.game;
        if game.outcome(state).is_some() {
            return Some(Vec::new());
        }
        let turn = game.turn(state);
        let worth = |mv| {
            let next = Game::next(game, state, mv);
            let value = self.value(access, &next)?;
            Some((mv, if game.turn(&next) == turn { value.one_ply_longer() } else { value.one_ply_back() }))
        };
        let mut moves = game.moves(state).map(worth).collect::<Option<Vec<(G::Move, Value)>>>()?;
        moves.sort_by_key(|&(_, value)| Reverse(value));
        Some(moves)
    }

    /// Returns the [moves](Tablebase::moves) that are as good as the best: where the game is drawn, every move that
    /// draws.
    #[must_use]
    pub fn best_moves<G: Playable>(&self, access: &Access<'_, G>, state: &G::State) -> Option<Vec<G::Move>> {
        let moves = self.moves(access, state)?;
        let best = moves.first().map(|(_, value)| *value);
        Some(moves.into_iter().take_while(|(_, value)| Some(*value) == best).map(|(mv, _)| mv).collect())
    }
}
