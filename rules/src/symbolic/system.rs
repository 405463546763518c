//! Games and systems as text, for the engines of diagrams.

use game::{Limits, Player, Symmetry, SyntaxError};
use std::sync::{Arc, OnceLock};
use symbolic::levels::{Mapping, Shape};
use symbolic::{Ending, Never, Symbolic, Unformed};

use crate::explicit::{Core, Move, OVER, State, TextGame, TextSystem, Words};
use crate::model::Var;
use crate::symmetry::{self, Exchange, Start};

use super::letters::Letters;
use super::{Form, Last, NoForm, OneMove, Size, Standing, order};

/// What is found out about a model when it is asked for: its form and its symmetries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Formed {
    made: Arc<OnceLock<Form>>,
    /// The order of the variables, if it is given.
    order: Option<Arc<[Var]>>,
    exchanges: Arc<OnceLock<Vec<Exchange>>>,
}

const PREPARED: &str = "the form has been made";

impl<W: Words> Core<W> {
    /// Makes the form, if it is not there.
    fn prepare(&self, limits: &Limits) -> Result<(), Unformed> {
        if self.formed.made.get().is_some() {
            return Ok(());
        }
        let model = &self.machine.model;
        let values = self.first_values();
        let start = (&values[..], last_of(&self.start));
        match Form::new(model, &self.order(), start, limits) {
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

    /// The values of the variables at the start.
    fn first_values(&self) -> Vec<u32> {
        let value = |variable| self.machine.value(self.start.words.as_ref(), variable);
        (0..self.machine.model.variables.len() as u32).map(value).collect()
    }

    /// The symmetries, the identity first. Where the letters of a move do not fit into it, the image of a move cannot be
    /// told from the move alone, and the identity is the only one.
    fn exchanges(&self) -> &[Exchange] {
        self.formed.exchanges.get_or_init(|| {
            let (model, at) = (&self.machine.model, self.start.at);
            let values = self.first_values();
            let start = Start { cells: &values[..model.board.cells.len()], at };
            if self.machine.moves_fit() { symmetry::find(model, &start) } else { symmetry::none(model) }
        })
    }

    fn image(&self, state: &State<W>, symmetry: usize) -> State<W> {
        let mut image = state.clone();
        if symmetry > 0 {
            let exchange = &self.exchanges()[symmetry];
            for (cell, &to) in (0..).zip(&exchange.cells) {
                let value = self.machine.value(state.words.as_ref(), cell);
                self.machine.fields[to as usize].set(image.words.as_mut(), value);
            }
            // What is no location says that the game is over.
            image.at = exchange.locations.get(state.at as usize).copied().unwrap_or(state.at);
        }
        image
    }

    /// The symmetry whose image has the least words.
    fn to_canonical(&self, state: &State<W>) -> usize {
        let mut least = (state.clone(), 0);
        for symmetry in 1..self.exchanges().len() {
            let image = self.image(state, symmetry);
            if (image.words.as_ref(), image.at) < (least.0.words.as_ref(), least.0.at) {
                least = (image, symmetry);
            }
        }
        least.1
    }

    /// The symmetries as maps of words; none if a cell can have other values than its image.
    fn mappings(&self) -> Option<Vec<Mapping>> {
        let letters = self.form().letters();
        self.exchanges().iter().map(|exchange| mapping(exchange, letters)).collect()
    }

    /// What `info` says of the diagrams.
    pub(crate) fn told(&self) -> String {
        let model = &self.machine.model;
        match Letters::new(model, &self.order(), &Limits::default()) {
            Ok(letters) => {
                let order = letters
                    .variables
                    .iter()
                    .take(8)
                    .map(|&variable| model.variables[variable as usize].name.as_str());
                let more = if letters.variables.len() > 8 { " …" } else { "" };
                let order = order.collect::<Vec<_>>().join(" ");
                format!("words of {} letters, in the order {order}{more}", letters.sizes().len())
            }
            Err(why) => format!("none: {why}"),
        }
    }

    fn order(&self) -> Vec<Var> {
        match &self.formed.order {
            Some(given) => given.to_vec(),
            None => order::best(&self.machine.model),
        }
    }

    /// The same with the variables in an order that is given by names.
    fn ordered(&self, text: &str) -> Result<Core<W>, SyntaxError> {
        let model = &self.machine.model;
        let order = order::given(model, text)?;
        let exchanges = Arc::clone(&self.formed.exchanges);
        let mut core = self.clone();
        core.formed = Formed { made: Arc::default(), order: Some(order.into()), exchanges };
        Ok(core)
    }
}

fn mapping(exchange: &Exchange, letters: &Letters) -> Option<Mapping> {
    let level = |variable: Var| match exchange.cells.get(variable as usize) {
        Some(&image) if letters.values[variable as usize] != letters.values[image as usize] => None,
        Some(&image) => Some(letters.levels[image as usize]),
        None => Some(letters.levels[variable as usize]),
    };
    let to = letters.variables.iter().map(|&variable| level(variable)).chain([Some(letters.last())]);
    let to = to.collect::<Option<Vec<usize>>>()?;
    let sizes = letters.sizes();
    let mut values: Vec<Vec<u32>> = sizes.iter().map(|&size| (0..size).collect()).collect();
    for (letter, &decision) in letters.decisions.iter().enumerate() {
        let image = exchange.locations[decision as usize];
        values[letters.last()][letter] = letters.letter_of(image).expect("a decision becomes a decision");
    }
    Some(Mapping { to, values })
}

fn last_of<W>(state: &State<W>) -> Last {
    if state.at >= OVER { Last::Over(state.at - OVER) } else { Last::Decision(state.at) }
}

impl<W: Words> TextGame<W> {
    /// Reads the variables of the symbolic form in this order, and not in the one that the program would choose. It
    /// changes how large diagrams are, not what is found.
    #[must_use]
    pub fn with_order(mut self, order: &[Var]) -> TextGame<W> {
        self.0.formed = Formed { order: Some(order.into()), ..Formed::default() };
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
            self.0.mappings()
        }
    };
}

/// What the program found out about symmetries, and the order of variables.
macro_rules! found_out {
    ($type:ident $(, $begins:tt)?) => {
        impl<W: Words> Symmetry for $type<W> {
            fn symmetries(&self) -> usize {
                self.0.exchanges().len()
            }

            fn image(&self, state: &State<W>, symmetry: usize) -> State<W> {
                self.0.image(state, symmetry)
            }

            fn image_of_action(&self, action: Move, symmetry: usize) -> Move {
                if symmetry == 0 {
                    return action;
                }
                self.0.machine.exchanged(action, &self.0.exchanges()[symmetry].actions)
            }

            fn to_canonical(&self, state: &State<W>) -> usize {
                self.0.to_canonical(state)
            }
        }

        impl<W: Words> $type<W> {
            /// Returns the same with the variables of its diagrams in an order that is given by their names; those that are
            /// not named follow. It changes how large diagrams are, not what is found.
            ///
            /// # Errors
            /// If there is no such variable, or one is named twice.
            pub fn ordered(&self, names: &str) -> Result<$type<W>, SyntaxError> {
                Ok($type(self.0.ordered(names)? $(, self.$begins)?))
            }
        }
    };
}

found_out!(TextGame, 1);
found_out!(TextSystem);

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
