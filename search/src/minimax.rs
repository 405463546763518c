//! Plain minimax with distance: the oracle of every other engine.

use std::hash::{BuildHasher, Hash};

use game::{Game, Stopped, Value, Verdict};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::budget::{Account, Budget, Halt, Meter};

/// The value of a position by its definition: every position that can come of it is looked at once, nothing is guessed
/// and nothing is left out. The winner hurries, the loser holds out, and a draw has no distance.
///
/// It remembers every position, so it is for small games; what it says is what the other engines must say.
///
/// ```
/// use game::{Game, Value};
/// use games::mnk::{Mnk, Rule};
/// use search::{Budget, minimax};
/// let game: Mnk<u64> = Mnk::new(4, 3, 3, Rule::Normal);
/// assert_eq!(minimax(&game, &game.initial(), &Budget::default()), Ok(Value::win(7)));
/// ```
///
/// # Errors
/// If the budget does not suffice, or a position comes twice on the way to the end.
pub fn minimax<G: Game>(game: &G, state: &G::State, budget: &Budget) -> Result<Value, Halt> {
    let account = Account::new(budget);
    Oracle::new(game, &account).value(state, 0)
}

/// The values of positions, by minimax.
pub(crate) struct Oracle<'a, G: Game> {
    game: &'a G,
    meter: Meter<'a>,
    most_plies: u32,
    /// Positions under examination have no value yet.
    known: Known<G::State>,
}

impl<'a, G: Game> Oracle<'a, G> {
    pub(crate) fn new(game: &'a G, account: &'a Account<'a>) -> Self {
        let budget = account.budget();
        let known = Known::new(budget.bytes().unwrap_or(usize::MAX));
        Oracle { game, meter: Meter::new(account), most_plies: budget.most_plies(), known }
    }

    /// The value of a position so many plies below the root.
    pub(crate) fn value(&mut self, state: &G::State, ply: u32) -> Result<Value, Halt> {
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(outcome.value_for(self.game.turn(state)).without_draw_length());
        }
        match self.known.get(state) {
            Some(Some(value)) => return Ok(value),
            Some(None) => return Err(Halt::Repetition),
            None => {}
        }
        self.meter.tick_alone()?;
        if ply >= self.most_plies {
            return Err(Stopped::Depth.into());
        }
        self.known.enter(state, self.game.heap(state))?;
        let mut best: Option<Value> = None;
        for mv in self.game.moves(state) {
            let next = self.game.next(state, mv);
            let value = self.value(&next, ply + 1)?.farther();
            let again = self.game.turn(&next) == self.game.turn(state);
            let value = if again { value } else { value.reversed() };
            best = best.max(Some(value.without_draw_length()));
        }
        let value = best.unwrap_or(Value::of(Verdict::Draw));
        self.known.settle(state, value);
        Ok(value)
    }

    /// Best play for so many plies, once the value is known.
    pub(crate) fn line(&mut self, state: &G::State, plies: usize) -> Vec<G::Move> {
        let (mut line, mut state) = (Vec::new(), state.clone());
        while line.len() < plies && self.game.outcome(&state).is_none() {
            let turn = self.game.turn(&state);
            let worth = |oracle: &mut Self, mv: G::Move| {
                let next = oracle.game.next(&state, mv);
                let value = oracle.value(&next, 0).map(Value::farther).ok()?;
                let value = if oracle.game.turn(&next) == turn { value } else { value.reversed() };
                Some(value.without_draw_length())
            };
            let moves: Vec<G::Move> = self.game.moves(&state).collect();
            let Some(mv) = moves.into_iter().rev().max_by_key(|&mv| worth(self, mv)) else { break };
            self.game.play(&mut state, mv);
            line.push(mv);
        }
        line
    }

    /// Reports the nodes that were not reported yet.
    pub(crate) fn settle(&mut self) {
        self.meter.settle();
    }
}

/// What is known of positions, within a limit of memory.
///
/// They are spread over many hash tables. One that is full is copied into one twice as large, and both are held meanwhile:
/// of a small part of all positions that is little, so nearly all of the memory can be used.
struct Known<S> {
    parts: Vec<FxHashMap<S, Option<Value>>>,
    bytes: usize,
    most_bytes: usize,
}

impl<S: Clone + Eq + Hash> Known<S> {
    const PARTS: usize = 64;

    fn new(most_bytes: usize) -> Known<S> {
        let parts: Vec<FxHashMap<S, Option<Value>>> = vec![FxHashMap::default(); Self::PARTS];
        // Tables that were given back leave holes that the allocator cannot always fill.
        let most_bytes = most_bytes - most_bytes / 16;
        Known { bytes: size_of_val(&parts[..]), parts, most_bytes }
    }

    /// The part of a state, by bits of its hash that the tables use last.
    fn part(state: &S) -> usize {
        (FxBuildHasher.hash_one(state) >> 40) as usize % Self::PARTS
    }

    /// What is known of a position, if it was entered.
    fn get(&self, state: &S) -> Option<Option<Value>> {
        self.parts[Self::part(state)].get(state).copied()
    }

    /// Keeps a new position, which takes `heap` bytes beside itself, without a value.
    fn enter(&mut self, state: &S, heap: usize) -> Result<(), Stopped> {
        let part = &mut self.parts[Self::part(state)];
        let (old, new) = match part.capacity() {
            room if part.len() < room => (0, 0),
            room => (Self::bytes_of(room), Self::bytes_of(2 * room.max(2))),
        };
        if self.bytes + new + heap > self.most_bytes {
            return Err(Stopped::Memory);
        }
        self.bytes += new + heap - old;
        part.insert(state.clone(), None);
        Ok(())
    }

    /// The value of a position that was entered.
    fn settle(&mut self, state: &S, value: Value) {
        let known = self.parts[Self::part(state)].get_mut(state);
        *known.expect("it was entered before its moves were tried") = Some(value);
    }

    /// What a hash table takes that has room for so many entries: a power of two of places, of which at most seven in
    /// eight are used, each with a byte of its hash.
    fn bytes_of(entries: usize) -> usize {
        (entries * 8 / 7).next_power_of_two() * (size_of::<(S, Option<Value>)>() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_fill_most_of_the_memory_and_no_more() {
        let room = |known: &Known<u64>| -> usize {
            known.parts.iter().map(|part| Known::<u64>::bytes_of(part.capacity())).sum()
        };
        for limit in [1 << 18, 3 << 20, 10 << 20] {
            let mut known = Known::new(limit);
            let entered = (0..).take_while(|state| known.enter(state, 0).is_ok()).count();
            assert!(room(&known) <= limit, "{} of {limit} bytes", room(&known));
            assert!(room(&known) > limit / 3, "{} of {limit} bytes", room(&known));
            assert!((0..entered as u64).all(|state| known.get(&state) == Some(None)));
        }
    }
}
