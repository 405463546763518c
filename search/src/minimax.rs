//! Plain minimax with distance: the oracle of every other engine.

use std::collections::HashMap;

use game::{Game, Value, Verdict};

use crate::budget::{Account, Break, Budget, Halt, Meter};

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
    bytes: usize,
    most_bytes: usize,
    /// Positions under examination have no value yet.
    known: HashMap<G::State, Option<Value>>,
}

impl<'a, G: Game> Oracle<'a, G> {
    pub(crate) fn new(game: &'a G, account: &'a Account<'a>) -> Self {
        let budget = account.budget();
        let most_bytes = budget.bytes().unwrap_or(usize::MAX);
        let meter = Meter::new(account);
        Oracle { game, meter, most_plies: budget.most_plies(), bytes: 0, most_bytes, known: HashMap::new() }
    }

    /// The value of a position so many plies below the root.
    pub(crate) fn value(&mut self, state: &G::State, ply: u32) -> Result<Value, Halt> {
        if let Some(outcome) = self.game.outcome(state) {
            return Ok(without_length(outcome.value_for(self.game.turn(state))));
        }
        match self.known.get(state) {
            Some(Some(value)) => return Ok(*value),
            Some(None) => return Err(Halt::Repetition),
            None => {}
        }
        self.meter.tick().map_err(|why| match why {
            Break::Halt(halt) => halt,
            Break::Beaten | Break::Grow => Halt::Nodes,
        })?;
        self.remember(state, ply)?;
        let mut best: Option<Value> = None;
        for mv in self.game.moves(state) {
            let next = self.game.next(state, mv);
            let value = self.value(&next, ply + 1)?.farther();
            let again = self.game.turn(&next) == self.game.turn(state);
            let value = without_length(if again { value } else { value.reversed() });
            best = best.max(Some(value));
        }
        let value = best.unwrap_or(Value::of(Verdict::Draw));
        self.known.insert(state.clone(), Some(value));
        Ok(value)
    }

    fn remember(&mut self, state: &G::State, ply: u32) -> Result<(), Halt> {
        // What a hash table takes for an entry, about.
        self.bytes += 2 * (size_of::<G::State>() + size_of::<Option<Value>>()) + self.game.heap(state);
        if self.bytes > self.most_bytes {
            return Err(Halt::Stopped(game::Stopped::Memory));
        }
        if ply >= self.most_plies {
            return Err(Halt::Depth);
        }
        self.known.insert(state.clone(), None);
        Ok(())
    }

    /// Best play for so many plies, once the value is known.
    pub(crate) fn line(&mut self, state: &G::State, plies: usize) -> Vec<G::Move> {
        let (mut line, mut state) = (Vec::new(), state.clone());
        while line.len() < plies && self.game.outcome(&state).is_none() {
            let turn = self.game.turn(&state);
            let worth = |oracle: &mut Self, mv: G::Move| {
                let next = oracle.game.next(&state, mv);
                let value = oracle.value(&next, 0).map(Value::farther).ok()?;
                Some(without_length(if oracle.game.turn(&next) == turn { value } else { value.reversed() }))
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

/// All draws are alike.
fn without_length(value: Value) -> Value {
    if value.verdict == Verdict::Draw { Value::of(Verdict::Draw) } else { value }
}
