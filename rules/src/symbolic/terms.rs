//! Terms and tests as diagrams.

use rustc_hash::FxHashMap;

use crate::model::{Model, Relation, Term};

use super::NoForm;
use super::letters::Letters;
use super::nodes::Id;
use super::store::{NONE, NUMBERS, Store};

/// Functions that give words the values of terms: their numbers stand for values, 0 for "no value".
pub(super) struct Terms {
    values: Vec<i64>,
    numbers: FxHashMap<i64, Id>,
    /// The functions of terms that are known.
    known: FxHashMap<u32, Id>,
}

/// The number of a value, if there is room for it.
fn number_of(values: &mut Vec<i64>, numbers: &mut FxHashMap<i64, Id>, value: i64) -> Option<Id> {
    if let Some(&known) = numbers.get(&value) {
        return Some(known);
    }
    let number = 1 + values.len() as Id;
    (number < NUMBERS).then(|| {
        values.push(value);
        numbers.insert(value, number);
        number
    })
}

const TOO_MANY: &str = "a term has more than 65 000 different values";

impl Terms {
    pub(super) fn new() -> Terms {
        Terms { values: Vec::new(), numbers: FxHashMap::default(), known: FxHashMap::default() }
    }

    fn number(&mut self, value: i64) -> Result<Id, NoForm> {
        number_of(&mut self.values, &mut self.numbers, value).ok_or(NoForm::Wide(TOO_MANY))
    }

    /// The value of a number of a function.
    fn value(&self, number: Id) -> Option<i64> {
        self.values.get((number as usize).checked_sub(1)?).copied()
    }

    /// The function of a term, by its number in the model.
    fn function(
        &mut self,
        at: u32,
        model: &Model,
        letters: &Letters,
        store: &mut Store<'_>,
    ) -> Result<Id, NoForm> {
        if let Some(&known) = self.known.get(&at) {
            return Ok(known);
        }
        let made = self.of_term(&model.terms[at as usize], model, letters, store)?;
        self.known.insert(at, made);
        Ok(made)
    }

    fn of_term(
        &mut self,
        term: &Term,
        model: &Model,
        letters: &Letters,
        store: &mut Store<'_>,
    ) -> Result<Id, NoForm> {
        match term {
            Term::Number(number) => self.number(*number),
            Term::Value(variable) => {
                let values = &letters.values[*variable as usize];
                let numbers =
                    values.iter().map(|&value| self.number(value.into())).collect::<Result<Vec<Id>, _>>()?;
                let level = letters.levels[*variable as usize];
                Ok(store.by_letter(level, |letter| numbers[letter as usize]))
            }
            Term::Count(piece) => {
                let (none, one) = (self.number(0)?, self.number(1)?);
                let sum = store.new_map();
                let mut count = none;
                for cell in 0..model.board.cells.len() {
                    let values = &letters.values[cell];
                    let here = store.by_letter(letters.levels[cell], |letter| {
                        if values[letter as usize] == *piece { one } else { none }
                    });
                    count = self.combined(sum, count, here, store, &|a, b| a.checked_add(b))?;
                }
                Ok(count)
            }
            Term::Operation(operation, both) => {
                let left = self.of_term(&both.0, model, letters, store)?;
                let right = self.of_term(&both.1, model, letters, store)?;
                let map = store.new_map();
                self.combined(map, left, right, store, &|a, b| operation.apply(a, b))
            }
        }
    }

    fn combined(
        &mut self,
        map: u32,
        left: Id,
        right: Id,
        store: &mut Store<'_>,
        operation: &dyn Fn(i64, i64) -> Option<i64>,
    ) -> Result<Id, NoForm> {
        let (values, numbers) = (&mut self.values, &mut self.numbers);
        let mut apply = |a: Id, b: Id| {
            if a == NONE || b == NONE {
                return Some(NONE);
            }
            match operation(values[a as usize - 1], values[b as usize - 1]) {
                Some(value) => number_of(values, numbers, value),
                None => Some(NONE),
            }
        };
        store.map(map, left, right, &mut apply)?.ok_or(NoForm::Wide(TOO_MANY))
    }

    /// The words in which two terms have values that compare so.
    pub(super) fn compared(
        &mut self,
        (left, relation, right): (u32, Relation, u32),
        model: &Model,
        letters: &Letters,
        store: &mut Store<'_>,
    ) -> Result<Id, NoForm> {
        let left = self.function(left, model, letters, store)?;
        let right = self.function(right, model, letters, store)?;
        self.functions_compared((left, relation, right), store)
    }

    /// The words in which two terms compare so that need not be of the model.
    pub(super) fn terms_compared(
        &mut self,
        (left, relation, right): (&Term, Relation, &Term),
        model: &Model,
        letters: &Letters,
        store: &mut Store<'_>,
    ) -> Result<Id, NoForm> {
        let left = self.of_term(left, model, letters, store)?;
        let right = self.of_term(right, model, letters, store)?;
        self.functions_compared((left, relation, right), store)
    }

    fn functions_compared(
        &self,
        (left, relation, right): (Id, Relation, Id),
        store: &mut Store<'_>,
    ) -> Result<Id, NoForm> {
        let map = store.new_map();
        let mut apply = |a: Id, b: Id| {
            let holds = matches!((self.value(a), self.value(b)), (Some(a), Some(b)) if relation.holds(a, b));
            Some(u32::from(holds))
        };
        let made = store.map(map, left, right, &mut apply)?;
        Ok(made.expect("0 and 1 are few numbers"))
    }

    /// The words in which a term has the value of each letter of a level, with the letter; not those without words.
    pub(super) fn assigned(
        &mut self,
        term: u32,
        variable: u32,
        model: &Model,
        letters: &Letters,
        store: &mut Store<'_>,
    ) -> Result<Vec<(u32, Id)>, NoForm> {
        let function = self.function(term, model, letters, store)?;
        let mut found = Vec::new();
        for (letter, &value) in (0..).zip(&letters.values[variable as usize]) {
            let Some(&wanted) = self.numbers.get(&i64::from(value)) else { continue };
            let map = store.new_map();
            let made = store.map(map, function, NONE, &mut |a, _| Some(u32::from(a == wanted)))?;
            let words = made.expect("0 and 1 are few numbers");
            if words != NONE {
                found.push((letter, words));
            }
        }
        Ok(found)
    }
}
