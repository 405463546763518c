//! What a model means, in the simplest way: slow, and what the other forms are compared with.

use rustc_hash::FxHashSet;

use crate::model::{Loc, Model, Mover, Place, Step, Var};

/// A state of a model: the value of each variable, and a location.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Plain {
    /// The values.
    pub values: Vec<u32>,
    /// Where the next walk starts: a decision.
    pub location: Loc,
}

/// A move as the word of its actions, and the state to which it leads before the keeper moves.
type Moves = Vec<(Vec<u32>, Plain)>;

impl Model {
    /// Returns the state at the start, after the keeper has made its moves.
    ///
    /// # Errors
    /// If the keeper would never stop, so it seems after so many of its moves.
    pub fn plain_start(&self, most: u32) -> Result<Plain, TooLong> {
        let values = self.variables.iter().map(|variable| variable.initial).collect();
        self.plain_kept(Plain { values, location: self.start }, most)
    }

    /// Returns who is to move; the keeper only where the game is over.
    #[must_use]
    pub fn plain_turn(&self, state: &Plain) -> Mover {
        match self.locations[state.location as usize].place {
            Place::Decision(mover) => mover,
            Place::Inner | Place::Accepting => unreachable!("states stand at decisions"),
        }
    }

    /// Returns the moves of whoever is to move, each once: the words of their actions, and where they lead after the
    /// keeper has made its moves. None if the game is over.
    ///
    /// # Errors
    /// If a walk, or the keeper, makes so many steps that it seems never to end.
    pub fn plain_moves(&self, state: &Plain, most: u32) -> Result<Moves, TooLong> {
        let mut moves = self.words(state, most)?;
        for (_, next) in &mut moves {
            *next = self.plain_kept(next.clone(), most)?;
        }
        Ok(moves)
    }

    /// Makes the keeper's moves.
    fn plain_kept(&self, mut state: Plain, most: u32) -> Result<Plain, TooLong> {
        for _ in 0..most {
            if self.plain_turn(&state) != Mover::Keeper {
                return Ok(state);
            }
            match self.words(&state, most)?.into_iter().next() {
                Some((_, next)) => state = next,
                None => return Ok(state),
            }
        }
        Err(TooLong)
    }

    /// The moves from a decision up to the next turn.
    fn words(&self, state: &Plain, most: u32) -> Result<Moves, TooLong> {
        let mut found = Vec::new();
        self.walk(state, &mut Vec::new(), most, &mut |word, at| found.push((word.to_vec(), at)))?;
        Ok(found)
    }

    /// Calls the function for each different word of actions that leads to a turn or to an accepting location.
    fn walk(
        &self,
        state: &Plain,
        word: &mut Vec<u32>,
        most: u32,
        see: &mut dyn FnMut(&[u32], Plain),
    ) -> Result<(), TooLong> {
        if word.len() > most as usize {
            return Err(TooLong);
        }
        let (mut seen, mut done) = (FxHashSet::default(), FxHashSet::default());
        let mut open = vec![state.location];
        while let Some(at) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if self.locations[at as usize].place == Place::Accepting {
                see(word, Plain { location: at, values: state.values.clone() });
            }
            for edge in self.edges_of(at).iter().rev() {
                if !self.passes(edge.step, &state.values, most)? {
                    continue;
                }
                let mut next = Plain { values: state.values.clone(), location: edge.to };
                let (Step::Assign { action, .. } | Step::Turn { action, .. }) = edge.step else {
                    open.push(edge.to);
                    continue;
                };
                if !done.insert(action) {
                    continue;
                }
                word.push(action);
                if let Step::Assign { variable, term, .. } = edge.step {
                    next.values[variable as usize] =
                        self.assigned(variable, term, &state.values).expect("the step passes");
                    self.walk(&next, word, most, see)?;
                } else {
                    see(word, next);
                }
                word.pop();
            }
        }
        Ok(())
    }

    /// Whether a step is possible.
    fn passes(&self, step: Step, values: &[u32], most: u32) -> Result<bool, TooLong> {
        Ok(match step {
            Step::Test { variable, set } => {
                self.sets[set as usize].binary_search(&values[variable as usize]).is_ok()
            }
            Step::Compare { left, relation, right } => {
                let both = (self.term(left, values), self.term(right, values));
                matches!(both, (Some(left), Some(right)) if relation.holds(left, right))
            }
            Step::Reach { start, expected } => {
                let mut found = false;
                let from = Plain { values: values.to_vec(), location: start };
                self.walk(&from, &mut Vec::new(), most, &mut |_, _| found = true)?;
                found == expected
            }
            Step::Assign { variable, term, .. } => self.assigned(variable, term, values).is_some(),
            Step::Turn { .. } => true,
        })
    }

    fn assigned(&self, variable: Var, term: u32, values: &[u32]) -> Option<u32> {
        // What is no value of the variable cannot be assigned: `None`.
        let value = self.term(term, values).and_then(|value| u32::try_from(value).ok());
        value.filter(|&value| value < self.variables[variable as usize].size)
    }

    fn term(&self, term: u32, values: &[u32]) -> Option<i64> {
        let cells = &values[..self.board.cells.len()];
        let count =
            |piece| u32::try_from(cells.iter().filter(|&&value| value == piece).count()).expect("few cells");
        self.terms[term as usize].evaluate(&|variable| values[variable as usize], &count)
    }
}

/// A walk that may never end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLong;
