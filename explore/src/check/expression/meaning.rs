//! The meaning of an expression: names are looked up, kinds compared, and the tree becomes a function of the state.

use std::cmp::Ordering;
use std::ops::Range;

use game::{Kind, Observable, Parameter, SyntaxError, Words, shortened};
use num_bigint::BigInt;

use super::syntax::{Node, What};
use super::vocabulary::{Expression, Vocabulary};

/// Reads something off a state.
type Read<'a, C, T> = Box<dyn Fn(&C) -> T + Send + Sync + 'a>;
/// Reads a truth, 0 or 1, or the number of a word.
type Code<'a, C> = Read<'a, C, i64>;

/// A number that is calculated exactly: in one word as long as it fits, and otherwise again in as many as it takes.
struct Number<'a, C> {
    word: Read<'a, C, Option<i64>>,
    exact: Read<'a, C, BigInt>,
}

impl<'a, C: 'a> Number<'a, C> {
    /// A number that is read off a state.
    fn new(read: impl Fn(&C) -> i64 + Clone + Send + Sync + 'a) -> Self {
        let again = read.clone();
        Number {
            word: Box::new(move |state| Some(read(state))),
            exact: Box::new(move |state| again(state).into()),
        }
    }

    /// What one operation makes of two numbers.
    fn joined(
        self,
        other: Self,
        word: fn(i64, i64) -> Option<i64>,
        exact: fn(BigInt, BigInt) -> BigInt,
    ) -> Self {
        let (left, right) = (self, other);
        Number {
            word: Box::new(move |state| word((left.word)(state)?, (right.word)(state)?)),
            exact: Box::new(move |state| exact((left.exact)(state), (right.exact)(state))),
        }
    }

    /// Whether two numbers stand to each other in this way.
    fn compared(self, other: Self, holds: fn(Ordering) -> bool) -> Code<'a, C> {
        Box::new(move |state| {
            let ordering = match ((self.word)(state), (other.word)(state)) {
                (Some(left), Some(right)) => left.cmp(&right),
                _ => (self.exact)(state).cmp(&(other.exact)(state)),
            };
            i64::from(holds(ordering))
        })
    }
}

/// What a part of an expression is.
enum Meaning<'a, C> {
    /// It is true or false, or a word, in every state.
    Value(Kind, Code<'a, C>),
    /// It is a number in every state.
    Number(Number<'a, C>),
    /// It is a word that nothing is called: perhaps a value of what it is compared with.
    Bare,
}

/// The meaning of a whole expression: it must be true or false.
pub(super) fn compile<'a, C: 'a>(
    vocabulary: &Vocabulary<'a, C>,
    text: &str,
    node: &Node,
) -> Result<Expression<'a, C>, SyntaxError> {
    let code = Compiler { vocabulary, text }.truth(node)?;
    Ok(Box::new(move |state| code(state) != 0))
}

struct Compiler<'v, 'a, C> {
    vocabulary: &'v Vocabulary<'a, C>,
    text: &'v str,
}

impl<'a, C: 'a> Compiler<'_, 'a, C> {
    fn mistake<T>(&self, place: &Range<usize>, problem: String, help: String) -> Result<T, SyntaxError> {
        Err(SyntaxError::new(self.text, place.clone(), problem, help))
    }

    /// The part of the text where something stands.
    fn shown(&self, node: &Node) -> String {
        shortened(&self.text[node.place.clone()])
    }

    fn truth(&self, node: &Node) -> Result<Code<'a, C>, SyntaxError> {
        let kind = match self.meaning(node)? {
            Meaning::Value(Kind::Truth, code) => return Ok(code),
            Meaning::Value(kind, _) => kind,
            Meaning::Number(_) => Kind::Number,
            Meaning::Bare => return self.unknown(node),
        };
        let shown = self.shown(node);
        let example = match kind {
            // Only an example.
            Kind::Word(words) => words.first().copied().unwrap_or("a word"),
            _ => "3",
        };
        let help = format!("compare it, for example {shown} = {example}");
        self.mistake(&node.place, format!("`{shown}` is {kind}; true or false is wanted"), help)
    }

    fn number(&self, node: &Node) -> Result<Number<'a, C>, SyntaxError> {
        match self.meaning(node)? {
            Meaning::Number(number) => Ok(number),
            Meaning::Value(kind, _) => {
                let problem = format!("`{}` is {kind}; a number is wanted", self.shown(node));
                self.mistake(&node.place, problem, "only numbers can be reckoned with or ordered".to_string())
            }
            Meaning::Bare => self.unknown(node),
        }
    }

    fn meaning(&self, node: &Node) -> Result<Meaning<'a, C>, SyntaxError> {
        Ok(match &node.what {
            &What::Number(number) => Meaning::Number(Number::new(move |_| number)),
            What::Name(name, arguments) => return self.name(node, name, arguments.as_deref()),
            What::Sign("not", inner) => {
                let code = self.truth(inner)?;
                Meaning::Value(Kind::Truth, Box::new(move |state| i64::from(code(state) == 0)))
            }
            What::Sign(_, inner) => {
                let nothing = Number::new(|_| 0);
                Meaning::Number(nothing.joined(self.number(inner)?, i64::checked_sub, |a, b| a - b))
            }
            What::Between(sign, left, right) => match *sign {
                "and" | "or" | "implies" => Meaning::Value(Kind::Truth, self.connected(sign, left, right)?),
                "+" | "-" | "*" | "%" => Meaning::Number(self.calculated(sign, left, right)?),
                _ => Meaning::Value(Kind::Truth, self.compared(sign, left, right)?),
            },
        })
    }

    fn connected(&self, sign: &str, left: &Node, right: &Node) -> Result<Code<'a, C>, SyntaxError> {
        let (left, right) = (self.truth(left)?, self.truth(right)?);
        Ok(match sign {
            "and" => Box::new(move |state| i64::from(left(state) != 0 && right(state) != 0)),
            "or" => Box::new(move |state| i64::from(left(state) != 0 || right(state) != 0)),
            _ => Box::new(move |state| i64::from(left(state) == 0 || right(state) != 0)),
        })
    }

    fn calculated(&self, sign: &str, left: &Node, right: &Node) -> Result<Number<'a, C>, SyntaxError> {
        if sign == "%" && !matches!(right.what, What::Number(1..)) {
            let problem = format!("`{}` cannot be divided by", self.shown(right));
            let help = "% is the remainder after division by a number above 0: ply % 2".to_string();
            return self.mistake(&right.place, problem, help);
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        Ok(match sign {
            "+" => left.joined(right, i64::checked_add, |a, b| a + b),
            "-" => left.joined(right, i64::checked_sub, |a, b| a - b),
            "*" => left.joined(right, i64::checked_mul, |a, b| a * b),
            _ => left.joined(right, i64::checked_rem_euclid, |a, b| ((a % &b) + &b) % b),
        })
    }

    fn compared(&self, sign: &str, left: &Node, right: &Node) -> Result<Code<'a, C>, SyntaxError> {
        let holds: fn(Ordering) -> bool = match sign {
            "=" => Ordering::is_eq,
            "!=" => Ordering::is_ne,
            "<" => Ordering::is_lt,
            "<=" => Ordering::is_le,
            ">" => Ordering::is_gt,
            _ => Ordering::is_ge,
        };
        if !["=", "!="].contains(&sign) {
            return Ok(self.number(left)?.compared(self.number(right)?, holds));
        }
        let (one, other) = match (self.meaning(left)?, self.meaning(right)?) {
            // A word that the other side may be is that word, whatever else it might be short for.
            (Meaning::Value(kind, one), _) if self.is_word(right, kind) => {
                (one, self.value_of(kind, left, right)?)
            }
            (_, Meaning::Value(kind, other)) if self.is_word(left, kind) => {
                (self.value_of(kind, right, left)?, other)
            }
            (Meaning::Number(one), Meaning::Number(other)) => return Ok(one.compared(other, holds)),
            (Meaning::Number(_), Meaning::Value(kind, _)) => {
                return self.unlike(Kind::Number, kind, left, right);
            }
            (Meaning::Value(kind, _), Meaning::Number(_)) => {
                return self.unlike(kind, Kind::Number, left, right);
            }
            (Meaning::Value(kind, one), Meaning::Value(other_kind, other)) => {
                if kind != other_kind {
                    return self.unlike(kind, other_kind, left, right);
                }
                (one, other)
            }
            (Meaning::Value(kind, one), Meaning::Bare) => (one, self.value_of(kind, left, right)?),
            (Meaning::Bare, Meaning::Value(kind, other)) => (self.value_of(kind, right, left)?, other),
            (Meaning::Number(_), Meaning::Bare) => return self.unknown(right),
            (Meaning::Bare, _) => return self.unknown(left),
        };
        Ok(Box::new(move |state| i64::from(holds(one(state).cmp(&other(state))))))
    }

    /// Whether this is one of the words of a kind, and no name of its own.
    fn is_word(&self, node: &Node, kind: Kind) -> bool {
        let (What::Name(name, None), Kind::Word(words)) = (&node.what, kind) else { return false };
        let named = self.vocabulary.names().iter().any(|known| known.name().eq_ignore_ascii_case(name));
        !named && number_of(name, words).is_some()
    }

    /// Two things of different kinds are never equal.
    fn unlike<T>(&self, kind: Kind, other: Kind, left: &Node, right: &Node) -> Result<T, SyntaxError> {
        let problem = format!("`{}` is {kind}, but `{}` is {other}", self.shown(left), self.shown(right));
        let place = left.place.start..right.place.end;
        self.mistake(&place, problem, "only things of one kind can be compared".to_string())
    }

    /// The value that a bare word is, if it is one of those that something else may have.
    fn value_of(&self, kind: Kind, of: &Node, node: &Node) -> Result<Code<'a, C>, SyntaxError> {
        let Kind::Word(words) = kind else { return self.unknown(node) };
        let What::Name(name, None) = &node.what else { return self.unknown(node) };
        match number_of(name, words) {
            Some(number) => Ok(Box::new(move |_| number)),
            None => {
                let problem = format!("`{}` is never {}", self.shown(of), shortened(name));
                self.mistake(&node.place, problem, format!("it is {kind}"))
            }
        }
    }

    /// Returns the meaning of a name with its arguments.
    fn name(
        &self,
        node: &Node,
        name: &str,
        arguments: Option<&[Node]>,
    ) -> Result<Meaning<'a, C>, SyntaxError> {
        let known = self.vocabulary.names().iter().find(|known| known.name().eq_ignore_ascii_case(name));
        if let Some(known) = known {
            // No brackets are as good as empty ones.
            let arguments = self.arguments(node, known, arguments.unwrap_or_default())?;
            return Ok(observed(known, arguments));
        }
        let truth = ["false", "true"].iter().position(|word| word.eq_ignore_ascii_case(name));
        let short = self.vocabulary.names().iter().find_map(|known| Some((known, known.arguments_of(name)?)));
        match (arguments, truth, short) {
            (Some(_), ..) => self.unknown(node),
            (None, Some(truth), _) => Ok(Meaning::Value(Kind::Truth, Box::new(move |_| truth as i64))),
            (None, None, Some((known, arguments))) => Ok(observed(known, arguments)),
            (None, None, None) => Ok(Meaning::Bare),
        }
    }

    fn arguments(
        &self,
        node: &Node,
        known: &Observable<'a, C>,
        given: &[Node],
    ) -> Result<Vec<i64>, SyntaxError> {
        let wanted = known.parameters();
        // What a name stands for by itself, it stands for in brackets as well.
        if let [Node { what: What::Name(name, None), .. }] = given
            && let Some(arguments) = known.arguments_of(name)
        {
            return Ok(arguments);
        }
        if wanted.len() != given.len() {
            let problem = match given.len() {
                0 => format!("`{}` needs more than its name", known.name()),
                n => format!("`{}` with {n} in the brackets", known.name()),
            };
            return self.mistake(&node.place, problem, format!("write {}", explained(known)));
        }
        wanted.iter().zip(given).map(|(parameter, node)| self.argument(parameter, node)).collect()
    }

    fn argument(&self, parameter: &Parameter, node: &Node) -> Result<i64, SyntaxError> {
        let value = match (parameter, &node.what) {
            (Parameter::Number(_, range), What::Number(number)) => {
                Some(*number).filter(|n| range.contains(n))
            }
            (Parameter::Word(_, words), What::Name(name, None)) => number_of(name, words),
            _ => None,
        };
        match value {
            Some(value) => Ok(value),
            None => self.mistake(
                &node.place,
                format!("`{}` will not do here", self.shown(node)),
                parameter.to_string(),
            ),
        }
    }

    /// A word that means nothing.
    fn unknown<T>(&self, node: &Node) -> Result<T, SyntaxError> {
        let names: Vec<String> = self.vocabulary.names().iter().map(Observable::signature).collect();
        let place = match &node.what {
            // There may be brackets around it.
            What::Name(name, _) => {
                let within = self.text[node.place.clone()].find(name);
                let start = node.place.start + within.expect("a name is read off the text where it stands");
                start..start + name.len()
            }
            _ => node.place.clone(),
        };
        let problem = format!("nothing is called `{}` here", shortened(&self.text[place.clone()]));
        self.mistake(&place, problem, format!("there are {}", names.join(", ")))
    }
}

fn observed<'a, C: 'a>(known: &Observable<'a, C>, arguments: Vec<i64>) -> Meaning<'a, C> {
    let (kind, known) = (known.kind(), known.clone());
    let read = move |state: &C| known.read(state, &arguments);
    if kind == Kind::Number {
        Meaning::Number(Number::new(read))
    } else {
        Meaning::Value(kind, Box::new(read))
    }
}

/// The number of a word among those that are meant; the players may be called first and second.
fn number_of(name: &str, words: Words) -> Option<i64> {
    let find = |name: &str| words.iter().position(|word| word.eq_ignore_ascii_case(name));
    let alias = match name.to_ascii_lowercase().as_str() {
        "first" => find("x"),
        "second" => find("o"),
        _ => None,
    };
    find(name).or(alias).map(|number| number as i64)
}

/// How something is written, with what the parameters may be.
fn explained<C>(known: &Observable<'_, C>) -> String {
    let parameters: Vec<String> = known.parameters().iter().map(Parameter::to_string).collect();
    match parameters.is_empty() {
        true => known.name().to_string(),
        false => format!("{}, where {}", known.signature(), parameters.join(" and ")),
    }
}
