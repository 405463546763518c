//! Which values variables can have, and at which levels they are read.

use game::Limits;

use crate::model::{Loc, Model, Mover, Step, Term, Var};

use super::NoForm;

/// How many combinations of values of a term are looked at before all values of the variable are taken.
const MOST_COMBINATIONS: usize = 1 << 12;

/// How many values a variable may have, and how many steps may lead to them.
const MOST_VALUES: usize = 1 << 12;

/// What to say where there are more.
const TOO_MANY: NoForm = NoForm::Wide("a variable may have more than 4 096 different values");

/// What stands in a word for a value that has no letter: it is beyond those of every level.
const NO_LETTER: u32 = u32::MAX;

/// The letters of words: at each level the values that its variable can have, and at the last level who is
/// to move from where, or that the game is over.
#[derive(Clone, Debug)]
pub(super) struct Letters {
    /// The variable of each level but the last.
    pub(super) variables: Vec<Var>,
    /// The level of each variable.
    pub(super) levels: Vec<usize>,
    /// The values of each variable, sorted.
    pub(super) values: Vec<Vec<u32>>,
    /// The decisions of players, sorted: letters of the last level.
    pub(super) decisions: Vec<Loc>,
    /// How many players there are: after the decisions come the letters that say that the game is over, one for each
    /// player who would be next.
    players: u32,
    /// The decisions of the keeper that may turn out to be wrong: to be a choice, or to lead round in circles. If there
    /// are any, the very last letter says that one did.
    pub(super) doubtful: Vec<bool>,
}

/// What the last letter of a word says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Last {
    /// A player is to move from here.
    Decision(Loc),
    /// The game is over; this player would be next.
    Over(u32),
}

impl Letters {
    /// Finds the letters of a model whose variables are read in this order.
    pub(super) fn new(model: &Model, order: &[Var], limits: &Limits) -> Result<Letters, NoForm> {
        let values = possible(model, limits)?;
        let mut levels = vec![usize::MAX; model.variables.len()];
        for (level, &variable) in order.iter().enumerate() {
            let place = levels.get_mut(variable as usize);
            match place {
                Some(place) if *place == usize::MAX => *place = level,
                _ => return Err(NoForm::Order),
            }
        }
        if levels.contains(&usize::MAX) {
            return Err(NoForm::Order);
        }
        let decisions = model.decisions().filter(|(_, mover)| *mover != Mover::Keeper);
        let decisions = decisions.map(|(at, _)| at).collect();
        let players = u32::try_from(model.players.len().max(1)).expect("there are few players");
        let doubtful = crate::keeper::doubts(model);
        Ok(Letters { variables: order.to_vec(), levels, values, decisions, players, doubtful })
    }

    /// The number of letters of each level.
    pub(super) fn sizes(&self) -> Vec<u32> {
        let of_variables = self.variables.iter().map(|&variable| self.values[variable as usize].len());
        let of_last = self.decisions.len() + self.players as usize + usize::from(self.wrong().is_some());
        of_variables.chain([of_last]).map(|size| size as u32).collect()
    }

    /// The level of the decisions.
    pub(super) fn last(&self) -> usize {
        self.variables.len()
    }

    /// The letter of a value, if the variable can have it.
    pub(super) fn letter(&self, variable: Var, value: u32) -> Option<u32> {
        self.values[variable as usize].binary_search(&value).ok().map(|letter| letter as u32)
    }

    /// The letter of a decision.
    pub(super) fn letter_of(&self, decision: Loc) -> Option<u32> {
        self.decisions.binary_search(&decision).ok().map(|letter| letter as u32)
    }

    /// The letter that says that the game is over and this player would be next.
    pub(super) fn over(&self, player: u32) -> u32 {
        self.decisions.len() as u32 + player
    }

    /// The letter that says that the rules are wrong here, if that can be.
    pub(super) fn wrong(&self) -> Option<u32> {
        self.doubtful.contains(&true).then(|| self.over(self.players))
    }

    /// What a letter of the last level says; nothing if it is that the rules are wrong.
    pub(super) fn last_of(&self, letter: u32) -> Option<Last> {
        match self.decisions.get(letter as usize) {
            Some(&decision) => Some(Last::Decision(decision)),
            None => Some(letter - self.over(0)).filter(|&player| player < self.players).map(Last::Over),
        }
    }

    /// The number of players, at least one.
    pub(super) fn players(&self) -> u32 {
        self.players
    }

    /// Returns a state as a word. A value that can never be reached becomes [`NO_LETTER`], so that the word is in no
    /// diagram.
    pub(super) fn encode(&self, value: impl Fn(Var) -> u32, last: Last) -> Vec<u32> {
        let letters = self.variables.iter().map(|&variable| self.letter(variable, value(variable)));
        let last = match last {
            Last::Decision(decision) => self.letter_of(decision),
            Last::Over(player) => Some(self.over(player)),
        };
        // What has no letter is no word that can occur, and belongs to no set.
        letters.chain([last]).map(|letter| letter.unwrap_or(NO_LETTER)).collect()
    }

    /// Returns the values of a word, by variables, and what the last letter says.
    pub(super) fn decode(&self, word: &[u32]) -> Option<(Vec<u32>, Last)> {
        let (&last, others) = word.split_last()?;
        if others.len() != self.variables.len() {
            return None;
        }
        let mut values = vec![0; others.len()];
        for (&variable, &letter) in self.variables.iter().zip(others) {
            values[variable as usize] = *self.values[variable as usize].get(letter as usize)?;
        }
        Some((values, self.last_of(last)?))
    }
}

/// The values that variables can have: the first, and what is assigned. An upper bound, since tests are ignored.
fn possible(model: &Model, limits: &Limits) -> Result<Vec<Vec<u32>>, NoForm> {
    let mut values: Vec<Vec<u32>> = model.variables.iter().map(|variable| vec![variable.initial]).collect();
    let mut assigned: Vec<(Var, u32)> = model
        .all_edges()
        .filter_map(|(_, edge)| match edge.step {
            Step::Assign { variable, term, .. } => Some((variable, term)),
            _ => None,
        })
        .collect();
    assigned.sort_unstable();
    assigned.dedup();
    loop {
        limits.exceeded(0).map_or(Ok(()), |stopped| Err(NoForm::Stopped(stopped)))?;
        let before: usize = values.iter().map(Vec::len).sum();
        for &(variable, term) in &assigned {
            let size = model.variables[variable as usize].size;
            let new = results(&model.terms[term as usize], &values, size).ok_or(TOO_MANY)?;
            let own = &mut values[variable as usize];
            own.extend(new);
            own.sort_unstable();
            own.dedup();
            if own.len() > MOST_VALUES {
                return Err(TOO_MANY);
            }
        }
        if values.iter().map(Vec::len).sum::<usize>() == before {
            return Ok(values);
        }
    }
}

/// The values below `size` that a term may have; all of them if that would take long to find out, and nothing if these
/// are too many.
fn results(term: &Term, values: &[Vec<u32>], size: u32) -> Option<Vec<u32>> {
    let mut reads = Vec::new();
    let plain = read_by(term, &mut reads);
    reads.sort_unstable();
    reads.dedup();
    let combinations = reads.iter().try_fold(1usize, |all, &v| all.checked_mul(values[v as usize].len()));
    let Some(combinations) = combinations.filter(|all| plain && *all <= MOST_COMBINATIONS) else {
        return (size as usize <= MOST_VALUES).then(|| (0..size).collect());
    };
    let result = |mut number: usize| {
        let mut chosen = Vec::with_capacity(reads.len());
        for &variable in &reads {
            let of = &values[variable as usize];
            chosen.push((variable, of[number % of.len()]));
            number /= of.len();
        }
        let value = |variable| chosen.iter().find(|(v, _)| *v == variable).expect("it is read").1;
        let found = term.evaluate(&value, &|_| unreachable!("the term counts nothing"))?;
        // What is no value of the variable cannot be assigned: `None`.
        u32::try_from(found).ok().filter(|&value| value < size)
    };
    Some((0..combinations).filter_map(result).collect())
}

/// Lists the variables that a term reads. Returns false if it counts cells.
fn read_by(term: &Term, reads: &mut Vec<Var>) -> bool {
    match term {
        Term::Number(_) => true,
        Term::Value(variable) => {
            reads.push(*variable);
            true
        }
        Term::Count(_) => false,
        Term::Operation(_, both) => read_by(&both.0, reads) && read_by(&both.1, reads),
    }
}
