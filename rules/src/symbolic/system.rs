//! Games and systems as text, for the engines of diagrams.

use game::{Limits, Player, Symmetry};
use std::sync::{Arc, OnceLock};
use symbolic::levels::{Mapping, Shape};
use symbolic::{Ending, Never, Symbolic, Unformed};

use crate::explicit::{Core, OVER, State, TextGame, TextSystem, Words};
use crate::model::Var;

use super::{Form, Last, NoForm, OneMove, Size, Standing, order};

/// The form of a model, once it is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formed {
    made: Arc<OnceLock<Form>>,
    /// The order of the variables, if it is given.
    order: Option<Arc<[Var]>>,
}

const PREPARED: &str = "the form has been made";

impl<W: Words> Core<W> {
    /// Makes the form, if it is not there.
    fn prepare(&self, limits: &Limits) -> Result<(), Unformed> {
        if self.formed.made.get().is_some() {
            return Ok(());
        }
        let model = &self.machine.model;
        let value = |variable| self.machine.value(self.start.words.as_ref(), variable);
        let values: Vec<u32> = (0..model.variables.len() as u32).map(value).collect();
        let start = (&values[..], last_of(&self.start));
        let order = match &self.formed.order {
            Some(given) => given.to_vec(),
            None => order::best(model),
        };
        match Form::new(model, &order, start, limits) {
            Ok(form) => {
                // Another thread may have made the same.
                let _ = self.formed.made.set(form);
                Ok(())
            }
            Err(NoForm::Stopped(stopped)) => Err(Unformed::Stopped(stopped)),
            Err(other) => Err(Unformed::Impossible(other.to_string())),
        }
    }

    /// The form; made without limits if it was not prepared.
    fn form(&self) -> &Form {
        self.prepare(&Limits::default()).expect("a form that is used can be made");
        self.formed.made.get().expect(PREPARED)
    }

    fn encode(&self, state: &State<W>) -> Vec<u32> {
        self.form().encode(|variable| self.machine.value(state.words.as_ref(), variable), last_of(state))
    }

    fn decode(&self, word: &[u32]) -> Option<State<W>> {
        let (values, last) = self.form().decode(word)?;
        let mut words = self.start.words.clone();
        for (field, value) in self.machine.fields.iter().zip(values) {
            field.set(words.as_mut(), value);
        }
        let at = match last {
            Last::Decision(at) => at,
            Last::Over(player) => OVER + player,
        };
        Some(State { words, at })
    }

    /// The identity: the only symmetry that is known.
    fn mappings(&self) -> Vec<Mapping> {
        vec![Mapping::of_levels((0..=self.machine.model.variables.len()).collect())]
    }
}

fn last_of<W>(state: &State<W>) -> Last {
    if state.at >= OVER { Last::Over(state.at - OVER) } else { Last::Decision(state.at) }
}

impl<W: Words> TextGame<W> {
    /// Reads the variables of the symbolic form in this order, and not in the one that the program would choose. It
    /// changes how large diagrams are, not what is found.
    #[must_use]
    pub fn with_order(mut self, order: &[Var]) -> TextGame<W> {
        self.0.formed = Formed { made: Arc::default(), order: Some(order.into()) };
        self
    }

    /// Makes the symbolic form, and returns how large it is.
    ///
    /// # Errors
    /// If a limit is reached, or the rules have no symbolic form.
    pub fn form_size(&self, limits: &Limits) -> Result<Size, Unformed> {
        self.0.prepare(limits)?;
        Ok(self.0.form().size())
    }
}

/// What games and systems say in the same words.
macro_rules! by_core {
    () => {
        type Step = OneMove;
        type Back = OneMove;
        type Judge = Standing;
        type Unfinished = Never;

        fn prepare(&self, limits: &Limits) -> Result<(), Unformed> {
            self.0.prepare(limits)
        }

        fn shape(&self) -> Shape {
            self.0.form().shape()
        }

        fn encode(&self, state: &State<W>) -> Vec<u32> {
            self.0.encode(state)
        }

        fn decode(&self, word: &[u32], _: Player) -> Option<State<W>> {
            self.0.decode(word)
        }

        fn step(&self, mover: Player) -> OneMove {
            self.0.form().one_move(mover, false)
        }

        fn step_back(&self, mover: Player) -> OneMove {
            self.0.form().one_move(mover, true)
        }

        fn judge(&self, mover: Player) -> Standing {
            self.0.form().standing(mover)
        }

        fn has_turns(&self) -> bool {
            self.0.form().takes_turns()
        }

        fn has_plies_apart(&self) -> bool {
            self.0.form().has_plies_apart()
        }

        fn mappings(&self) -> Option<Vec<Mapping>> {
            Some(self.0.mappings())
        }
    };
}

/// Nothing is known of its symmetries.
impl<W: Words> Symmetry for TextGame<W> {}

/// Nothing is known of its symmetries.
impl<W: Words> Symmetry for TextSystem<W> {}

impl<W: Words> Symbolic for TextGame<W> {
    by_core!();

    fn meaning(&self, judged: u32, _: u32) -> Ending {
        self.0.form().meaning(judged, |player| self.named(player))
    }
}

impl<W: Words> Symbolic for TextSystem<W> {
    by_core!();

    fn meaning(&self, judged: u32, _: u32) -> Ending {
        match self.0.form().meaning(judged, |_| Player::First) {
            Ending::Open => Ending::Open,
            Ending::Won(_) | Ending::Drawn | Ending::Final => Ending::Final,
        }
    }
}
