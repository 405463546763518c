//! What an expression means: names are looked up, kinds compared, and the tree becomes something that can be asked.

use std::ops::Range;

use game::{Kind, Mistake, Observable, Parameter, Words, shortened};

use super::syntax::{Node, What};
use super::vocabulary::{Expression, Vocabulary};

/// Reads a number off a state.
type Code<'a, C> = Box<dyn Fn(&C) -> i64 + Send + Sync + 'a>;

/// What a part of an expression is.
enum Meaning<'a, C> {
    /// It has a value in every state.
    Value(Kind, Code<'a, C>),
    /// It is a word that nothing is called: perhaps a value of what it is compared with.
    Bare,
}

/// The meaning of a whole expression: it must be true or false.
pub(super) fn compile<'a, C: 'a>(
    vocabulary: &Vocabulary<'a, C>,
    text: &str,
    node: &Node,
) -> Result<Expression<'a, C>, Mistake> {
    let code = Compiler { vocabulary, text }.truth(node)?;
    Ok(Box::new(move |state| code(state) != 0))
}

struct Compiler<'v, 'a, C> {
    vocabulary: &'v Vocabulary<'a, C>,
    text: &'v str,
}

impl<'a, C: 'a> Compiler<'_, 'a, C> {
    fn mistake<T>(&self, place: &Range<usize>, problem: String, help: String) -> Result<T, Mistake> {
        Err(Mistake::new(self.text, place.clone(), problem, help))
    }

    /// The part of the text where something stands.
    fn shown(&self, node: &Node) -> String {
        shortened(&self.text[node.place.clone()])
    }

    fn truth(&self, node: &Node) -> Result<Code<'a, C>, Mistake> {
        let kind = match self.meaning(node)? {
            Meaning::Value(Kind::Truth, code) => return Ok(code),
            Meaning::Value(kind, _) => kind,
            Meaning::Bare => return self.unknown(node),
        };
        let shown = self.shown(node);
        let example = match kind {
            Kind::Word(words) => words.first().copied().unwrap_or_default(),
            _ => "3",
        };
        let help = format!("compare it, for example {shown} = {example}");
        self.mistake(&node.place, format!("`{shown}` is {kind}; true or false is wanted"), help)
    }

    fn number(&self, node: &Node) -> Result<Code<'a, C>, Mistake> {
        match self.meaning(node)? {
            Meaning::Value(Kind::Number, code) => Ok(code),
            Meaning::Value(kind, _) => {
                let problem = format!("`{}` is {kind}; a number is wanted", self.shown(node));
                self.mistake(&node.place, problem, "only numbers can be reckoned with or ordered".to_string())
            }
            Meaning::Bare => self.unknown(node),
        }
    }

    fn meaning(&self, node: &Node) -> Result<Meaning<'a, C>, Mistake> {
        Ok(match &node.what {
            &What::Number(number) => Meaning::Value(Kind::Number, Box::new(move |_| number)),
            What::Name(name, arguments) => return self.name(node, name, arguments.as_deref()),
            What::Sign("not", inner) => {
                let code = self.truth(inner)?;
                Meaning::Value(Kind::Truth, Box::new(move |state| i64::from(code(state) == 0)))
            }
            What::Sign(_, inner) => {
                let code = self.number(inner)?;
                Meaning::Value(Kind::Number, Box::new(move |state| 0i64.saturating_sub(code(state))))
            }
            What::Between(sign, left, right) => match *sign {
                "and" | "or" | "implies" => Meaning::Value(Kind::Truth, self.connected(sign, left, right)?),
                "+" | "-" | "*" | "%" => Meaning::Value(Kind::Number, self.reckoned(sign, left, right)?),
                _ => Meaning::Value(Kind::Truth, self.compared(sign, left, right)?),
            },
        })
    }

    fn connected(&self, sign: &str, left: &Node, right: &Node) -> Result<Code<'a, C>, Mistake> {
        let (left, right) = (self.truth(left)?, self.truth(right)?);
        Ok(match sign {
            "and" => Box::new(move |state| i64::from(left(state) != 0 && right(state) != 0)),
            "or" => Box::new(move |state| i64::from(left(state) != 0 || right(state) != 0)),
            _ => Box::new(move |state| i64::from(left(state) == 0 || right(state) != 0)),
        })
    }

    fn reckoned(&self, sign: &str, left: &Node, right: &Node) -> Result<Code<'a, C>, Mistake> {
        if sign == "%" && !matches!(right.what, What::Number(1..)) {
            let problem = format!("`{}` cannot be divided by", self.shown(right));
            let help = "% is the remainder after division by a number above 0: ply % 2".to_string();
            return self.mistake(&right.place, problem, help);
        }
        let (left, right) = (self.number(left)?, self.number(right)?);
        Ok(match sign {
            "+" => Box::new(move |state| left(state).saturating_add(right(state))),
            "-" => Box::new(move |state| left(state).saturating_sub(right(state))),
            "*" => Box::new(move |state| left(state).saturating_mul(right(state))),
            _ => Box::new(move |state| left(state).checked_rem_euclid(right(state)).unwrap_or(0)),
        })
    }

    fn compared(&self, sign: &str, left: &Node, right: &Node) -> Result<Code<'a, C>, Mistake> {
        if !["=", "!="].contains(&sign) {
            let (left, right) = (self.number(left)?, self.number(right)?);
            return Ok(match sign {
                "<" => Box::new(move |state| i64::from(left(state) < right(state))),
                "<=" => Box::new(move |state| i64::from(left(state) <= right(state))),
                ">" => Box::new(move |state| i64::from(left(state) > right(state))),
                _ => Box::new(move |state| i64::from(left(state) >= right(state))),
            });
        }
        let (one, other) = match (self.meaning(left)?, self.meaning(right)?) {
            // A word that the other side may be is that word, whatever else it might be short for.
            (Meaning::Value(kind, one), _) if self.is_word(right, kind) => {
                (one, self.value_of(kind, left, right)?)
            }
            (_, Meaning::Value(kind, other)) if self.is_word(left, kind) => {
                (self.value_of(kind, right, left)?, other)
            }
            (Meaning::Value(kind, one), Meaning::Value(other_kind, other)) => {
                self.alike(kind, other_kind, left, right)?;
                (one, other)
            }
            (Meaning::Value(kind, one), Meaning::Bare) => (one, self.value_of(kind, left, right)?),
            (Meaning::Bare, Meaning::Value(kind, other)) => (self.value_of(kind, right, left)?, other),
            (Meaning::Bare, Meaning::Bare) => return self.unknown(left),
        };
        Ok(match sign {
            "=" => Box::new(move |state| i64::from(one(state) == other(state))),
            _ => Box::new(move |state| i64::from(one(state) != other(state))),
        })
    }

    /// Whether this is one of the words of a kind, and no name of its own.
    fn is_word(&self, node: &Node, kind: Kind) -> bool {
        let (What::Name(name, None), Kind::Word(words)) = (&node.what, kind) else { return false };
        let named = self.vocabulary.names().iter().any(|known| known.name().eq_ignore_ascii_case(name));
        !named && number_of(name, words).is_some()
    }

    /// Two things can only be equal if they are of one kind.
    fn alike(&self, kind: Kind, other: Kind, left: &Node, right: &Node) -> Result<(), Mistake> {
        if kind == other {
            return Ok(());
        }
        let problem = format!("`{}` is {kind}, but `{}` is {other}", self.shown(left), self.shown(right));
        let place = left.place.start..right.place.end;
        self.mistake(&place, problem, "only things of one kind can be compared".to_string())
    }

    /// The value that a bare word is, if it is one of those that something else may have.
    fn value_of(&self, kind: Kind, of: &Node, node: &Node) -> Result<Code<'a, C>, Mistake> {
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

    /// A name: something that may be asked, with its arguments.
    fn name(&self, node: &Node, name: &str, arguments: Option<&[Node]>) -> Result<Meaning<'a, C>, Mistake> {
        let known = self.vocabulary.names().iter().find(|known| known.name().eq_ignore_ascii_case(name));
        if let Some(known) = known {
            let arguments = self.arguments(node, known, arguments.unwrap_or_default())?;
            return Ok(asked(known, arguments));
        }
        let truth = ["false", "true"].iter().position(|word| word.eq_ignore_ascii_case(name));
        let short = self.vocabulary.names().iter().find_map(|known| Some((known, known.arguments_of(name)?)));
        match (arguments, truth, short) {
            (Some(_), ..) => self.unknown(node),
            (None, Some(truth), _) => Ok(Meaning::Value(Kind::Truth, Box::new(move |_| truth as i64))),
            (None, None, Some((known, arguments))) => Ok(asked(known, arguments)),
            (None, None, None) => Ok(Meaning::Bare),
        }
    }

    fn arguments(&self, node: &Node, known: &Observable<'a, C>, given: &[Node]) -> Result<Vec<i64>, Mistake> {
        let wanted = known.parameters();
        if wanted.len() != given.len() {
            let problem = match given.len() {
                0 => format!("`{}` needs more than its name", known.name()),
                n => format!("`{}` with {n} in the brackets", known.name()),
            };
            return self.mistake(&node.place, problem, format!("write {}", explained(known)));
        }
        wanted.iter().zip(given).map(|(parameter, node)| self.argument(parameter, node)).collect()
    }

    fn argument(&self, parameter: &Parameter, node: &Node) -> Result<i64, Mistake> {
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
    fn unknown<T>(&self, node: &Node) -> Result<T, Mistake> {
        let names: Vec<String> = self.vocabulary.names().iter().map(Observable::signature).collect();
        let place = match &node.what {
            // There may be brackets around it.
            What::Name(name, _) => {
                let start = node.place.start + self.text[node.place.clone()].find(name).unwrap_or(0);
                start..(start + name.len()).min(node.place.end)
            }
            _ => node.place.clone(),
        };
        let problem = format!("nothing is called `{}` here", shortened(&self.text[place.clone()]));
        self.mistake(&place, problem, format!("there are {}", names.join(", ")))
    }
}

fn asked<'a, C: 'a>(known: &Observable<'a, C>, arguments: Vec<i64>) -> Meaning<'a, C> {
    let known = known.clone();
    Meaning::Value(known.kind(), Box::new(move |state| known.read(state, &arguments)))
}

/// The number of a word among those that are meant; the players may be called first and second.
fn number_of(name: &str, words: Words) -> Option<i64> {
    let find = |name: &str| words.iter().position(|word| word.eq_ignore_ascii_case(name));
    let alias = match name.to_ascii_lowercase().as_str() {
        "first" => find("x"),
        "second" => find("o"),
        _ => None,
    };
    find(name).or(alias).and_then(|number| i64::try_from(number).ok())
}

/// How something is written, with what the parameters may be.
fn explained<C>(known: &Observable<'_, C>) -> String {
    let parameters: Vec<String> = known.parameters().iter().map(Parameter::to_string).collect();
    match parameters.is_empty() {
        true => known.name().to_string(),
        false => format!("{}, where {}", known.signature(), parameters.join(" and ")),
    }
}
