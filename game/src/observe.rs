//! Properties of states that can be named in claims.

use std::borrow::Cow;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::System;

/// A system whose states have named properties, so that people can write claims about them as text, such as `sum = 10`
/// or `cell(0,0) = x and ply < 5`.
///
/// What every system and every game has need not be repeated here: whether it is over, whose turn it is, who has won.
/// Without this trait claims can name nothing else.
///
/// ```
/// use game::{Observable, Observe, System};
///
/// /// Two clocks of twelve hours; either may be advanced.
/// struct Clocks;
///
/// impl System for Clocks {
///     type Configuration = [u8; 2];
///     type Action = usize;
///     fn starts(&self) -> impl Iterator<Item = [u8; 2]> {
///         std::iter::once([0, 0])
///     }
///     fn actions(&self, _: &[u8; 2]) -> impl Iterator<Item = usize> {
///         0..2
///     }
///     fn apply(&self, clocks: &mut [u8; 2], which: usize) {
///         clocks[which] = (clocks[which] + 1) % 12;
///     }
/// }
///
/// impl Observe for Clocks {
///     fn observables(&self) -> Vec<Observable<'_, [u8; 2]>> {
///         vec![
///             Observable::truth("equal", "whether both show the same", |clocks: &[u8; 2], _| {
///                 clocks[0] == clocks[1]
///             }),
///             Observable::number("hour", "what a clock shows", |clocks: &[u8; 2], of| {
///                 clocks[of[0] as usize].into()
///             })
///                 .of_number("clock", 0..=1),
///         ]
///     }
/// }
/// assert_eq!(Clocks.observables()[1].signature(), "hour(clock)");
/// assert_eq!(Clocks.observables()[1].read(&[3, 5], &[1]), 5);
/// ```
#[diagnostic::on_unimplemented(
    message = "nothing says what may be asked of the states of `{Self}`",
    note = "implement `game::Observe`: `observables`, a list of names with what each reads off a state"
)]
pub trait Observe: System {
    /// Returns the properties that claims may name, each with a name of its own.
    fn observables(&self) -> Vec<Observable<'_, Self::Configuration>>;
}

/// Words that a value may be, the first of them number 0.
pub type Words = &'static [&'static str];

/// The type of a property.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A number.
    Number,
    /// True or false.
    Truth,
    /// One of these words.
    Word(Words),
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Number => f.write_str("a number"),
            Kind::Truth => f.write_str("true or false"),
            Kind::Word(words) => write!(f, "one of {}", words.join(", ")),
        }
    }
}

/// A parameter that must follow the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Parameter {
    /// A number in a range, called so.
    Number(&'static str, RangeInclusive<i64>),
    /// One of these words, called so.
    Word(&'static str, Words),
}

impl Parameter {
    /// What it is called.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Parameter::Number(name, _) | Parameter::Word(name, _) => name,
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Parameter::Number(name, range) => write!(f, "{name} is {} to {}", range.start(), range.end()),
            Parameter::Word(name, words) => write!(f, "{name} is one of {}", words.join(", ")),
        }
    }
}

type Read<'a, C> = Arc<dyn Fn(&C, &[i64]) -> i64 + Send + Sync + 'a>;
type Shorthand<'a> = Arc<dyn Fn(&str) -> Option<Vec<i64>> + Send + Sync + 'a>;

/// A property of states: a name, perhaps with parameters, and how it is read off a state.
pub struct Observable<'a, C> {
    name: &'static str,
    help: &'static str,
    kind: Kind,
    parameters: Vec<Parameter>,
    read: Read<'a, C>,
    shorthand: Option<(Cow<'static, str>, Shorthand<'a>)>,
}

impl<C> Clone for Observable<'_, C> {
    fn clone(&self) -> Self {
        let (parameters, read) = (self.parameters.clone(), self.read.clone());
        Observable { parameters, read, shorthand: self.shorthand.clone(), ..*self }
    }
}

impl<C> fmt::Debug for Observable<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.signature(), self.kind)
    }
}

impl<'a, C> Observable<'a, C> {
    fn new(name: &'static str, help: &'static str, kind: Kind, read: Read<'a, C>) -> Self {
        Observable { name, help, kind, parameters: Vec::new(), read, shorthand: None }
    }

    /// Returns an observable number; `read` gets one argument for each parameter.
    pub fn number(
        name: &'static str,
        help: &'static str,
        read: impl Fn(&C, &[i64]) -> i64 + Send + Sync + 'a,
    ) -> Self {
        Observable::new(name, help, Kind::Number, Arc::new(read))
    }

    /// Returns an observable that is true or false.
    pub fn truth(
        name: &'static str,
        help: &'static str,
        read: impl Fn(&C, &[i64]) -> bool + Send + Sync + 'a,
    ) -> Self {
        Observable::new(name, help, Kind::Truth, Arc::new(move |state, of| read(state, of).into()))
    }

    /// Returns an observable that is one of several words; `read` returns its number.
    pub fn word(
        name: &'static str,
        help: &'static str,
        words: Words,
        read: impl Fn(&C, &[i64]) -> usize + Send + Sync + 'a,
    ) -> Self {
        Observable::new(name, help, Kind::Word(words), Arc::new(move |state, of| read(state, of) as i64))
    }

    /// Adds a parameter: a number in this range.
    #[must_use]
    pub fn of_number(mut self, name: &'static str, range: RangeInclusive<i64>) -> Self {
        self.parameters.push(Parameter::Number(name, range));
        self
    }

    /// Adds a parameter: one of these words, passed as its number.
    #[must_use]
    pub fn of_word(mut self, name: &'static str, words: Words) -> Self {
        self.parameters.push(Parameter::Word(name, words));
        self
    }

    /// Adds other names that stand for it with certain arguments, as the name of a square stands for its cell.
    /// `example` is one.
    #[must_use]
    pub fn or(
        self,
        example: &'static str,
        arguments: impl Fn(&str) -> Option<Vec<i64>> + Send + Sync + 'a,
    ) -> Self {
        self.or_names(example.into(), arguments)
    }

    /// Adds other names as [`or`](Observable::or) does, where they are not known when the program is compiled.
    #[must_use]
    pub fn or_names(
        mut self,
        example: Cow<'static, str>,
        arguments: impl Fn(&str) -> Option<Vec<i64>> + Send + Sync + 'a,
    ) -> Self {
        self.shorthand = Some((example, Arc::new(arguments)));
        self
    }

    /// Returns the same observable for values of another type, from which `state` gets the state.
    #[must_use]
    pub fn seen_through<D>(self, state: impl Fn(&D) -> &C + Send + Sync + 'a) -> Observable<'a, D>
    where
        C: 'a,
    {
        let Observable { name, help, kind, parameters, read, shorthand } = self;
        let read: Read<'a, D> = Arc::new(move |outer, arguments| read(state(outer), arguments));
        Observable { name, help, kind, parameters, read, shorthand }
    }

    /// Returns its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns what it is, in a few words.
    #[must_use]
    pub fn help(&self) -> &'static str {
        self.help
    }

    /// Returns the kind of its answers.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns its parameters.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns its name with the names of its parameters.
    #[must_use]
    pub fn signature(&self) -> String {
        if self.parameters.is_empty() {
            return self.name.to_string();
        }
        let names: Vec<&str> = self.parameters.iter().map(Parameter::name).collect();
        format!("{}({})", self.name, names.join(","))
    }

    /// Returns an example of another name that stands for it, if there is one.
    #[must_use]
    pub fn shorthand(&self) -> Option<&str> {
        self.shorthand.as_ref().map(|(example, _)| &**example)
    }

    /// Returns the arguments that another name stands for, if it is one.
    #[must_use]
    pub fn arguments_of(&self, name: &str) -> Option<Vec<i64>> {
        self.shorthand.as_ref().and_then(|(_, arguments)| arguments(name))
    }

    /// Returns the answer for one argument per parameter: a number, 0 or 1 for false or true, or the number of a word.
    #[must_use]
    pub fn read(&self, state: &C, arguments: &[i64]) -> i64 {
        (self.read)(state, arguments)
    }
}
