//! The grammar: players, pieces, variables, and the rules as a tree.

use game::SyntaxError;
use rustc_hash::FxHashMap;

use super::macros::Items;
use super::source::{Place, Token, Word};
use crate::model::{Mover, Operation, Relation, Term, Var};

/// How deeply brackets may be nested.
const DEEPEST: usize = 300;

/// How many operations may stand within the same {$ } or [$ ].
const MOST_OPERATIONS: usize = 200;

/// The largest number of pieces, so that a set of them is one machine word.
pub(super) const MOST_PIECES: usize = 64;

/// The largest number of directions.
const MOST_DIRECTIONS: usize = 256;

/// What a name was declared as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Declared {
    /// A piece, by number.
    Piece(u32),
    /// A player, by number.
    Player(u32),
    /// A variable, by number.
    Variable(u32),
    /// A direction, by number.
    Direction(u32),
}

impl Declared {
    fn text(self) -> &'static str {
        match self {
            Declared::Piece(_) => "a piece",
            Declared::Player(_) => "a player",
            Declared::Variable(_) => "a variable",
            Declared::Direction(_) => "a direction",
        }
    }
}

/// What the names of a text mean.
#[derive(Default)]
pub(super) struct Names {
    known: FxHashMap<Box<str>, Declared>,
    /// The pieces.
    pub(super) pieces: Vec<String>,
    /// The players, with the largest score.
    pub(super) players: Vec<(String, u32)>,
    /// The variables, with the largest value.
    pub(super) variables: Vec<(String, u32)>,
    /// The directions.
    pub(super) directions: Vec<String>,
}

/// The rules as a tree.
#[derive(Debug)]
pub(super) enum Rule {
    /// One after the other.
    Sequence(Vec<Rule>),
    /// One of them.
    Sum(Vec<Rule>),
    /// Any number of times.
    Star(Box<Rule>),
    /// So many times.
    Power(Box<Rule>, u32, Place),
    /// A step to the neighbour in a direction.
    Shift(u32),
    /// One of these pieces stands here.
    On(u64),
    /// A piece is put here.
    Off(u32, Place),
    /// A score or a variable changes.
    Assign(Slot, Number, Place),
    /// Two numbers compare so.
    Compare(Number, Relation, Number),
    /// Someone is to move.
    Turn(Mover, Place),
    /// Whether a rule can be followed is as expected.
    Check(Box<Rule>, bool, Place),
    /// Nothing happens.
    Nothing,
}

/// A score or a variable: its number among the variables of the model depends on the size of the board.
#[derive(Clone, Copy, Debug)]
pub(super) enum Slot {
    /// The score of a player.
    Score(u32),
    /// A variable.
    Variable(u32),
}

/// A number in the rules.
#[derive(Debug)]
pub(super) enum Number {
    /// As it is written.
    Fixed(u32),
    /// A score or a variable.
    Slot(Slot),
    /// How many of a piece there are.
    Count(u32),
    /// The result of an operation.
    Operation(Operation, Box<(Number, Number)>),
}

impl Number {
    /// Returns the term, given the numbers of variables.
    pub(super) fn term(&self, variable: &impl Fn(Slot) -> Var) -> Term {
        match self {
            Number::Fixed(number) => Term::Number((*number).into()),
            Number::Slot(slot) => Term::Value(variable(*slot)),
            Number::Count(piece) => Term::Count(*piece),
            Number::Operation(operation, both) => {
                Term::Operation(*operation, Box::new((both.0.term(variable), both.1.term(variable))))
            }
        }
    }
}

/// A place in the tokens of a section.
pub(super) struct Parser<'p, 'a> {
    pub(super) items: &'p Items<'a>,
    pub(super) tokens: &'p [Token],
    /// Where something is missing when the tokens end.
    pub(super) end: Place,
    pub(super) at: usize,
    depth: usize,
    /// How many operations there are in the current brackets.
    operations: usize,
}

impl<'p, 'a> Parser<'p, 'a> {
    /// Starts to read the tokens of a section.
    pub(super) fn new(items: &'p Items<'a>, tokens: &'p [Token], end: Place) -> Parser<'p, 'a> {
        Parser { items, tokens, end: Place { start: end.end, ..end }, at: 0, depth: 0, operations: 0 }
    }

    pub(super) fn peek(&self) -> Option<&'p Word> {
        self.tokens.get(self.at).map(|token| &token.word)
    }

    pub(super) fn place(&self) -> Place {
        self.tokens.get(self.at).map_or(self.end, |token| token.place)
    }

    /// Takes a mark if it stands here.
    pub(super) fn take(&mut self, mark: &str) -> bool {
        let found = matches!(self.peek(), Some(Word::Mark(found)) if *found == mark);
        self.at += usize::from(found);
        found
    }

    /// Takes a mark that must stand here.
    pub(super) fn need(&mut self, mark: &str, help: &str) -> Result<(), SyntaxError> {
        if self.take(mark) { Ok(()) } else { Err(self.expected(&format!("`{mark}`"), help)) }
    }

    /// Takes a name.
    pub(super) fn name(&mut self, what: &str, help: &str) -> Result<(&'p str, Place), SyntaxError> {
        let place = self.place();
        let Some(Word::Name(name)) = self.peek() else { return Err(self.expected(what, help)) };
        self.at += 1;
        Ok((name, place))
    }

    /// Takes a number.
    fn number(&mut self, what: &str, help: &str) -> Result<u32, SyntaxError> {
        let Some(&Word::Number(number)) = self.peek() else { return Err(self.expected(what, help)) };
        self.at += 1;
        Ok(number)
    }

    /// A mistake: this should stand here, but something else does.
    pub(super) fn expected(&self, what: &str, help: &str) -> SyntaxError {
        let problem = match self.peek() {
            Some(word) => format!("{what} should stand here, not `{}`", word.text()),
            None => format!("{what} is missing at the end of the section"),
        };
        self.items.wrong(self.place(), problem, help)
    }

    /// All tokens must have been read.
    pub(super) fn finish(&self, help: &str) -> Result<(), SyntaxError> {
        let Some(word) = self.peek() else { return Ok(()) };
        let problem = format!("`{}` does not belong here", word.text());
        Err(self.items.wrong(self.place(), problem, help))
    }

    /// Reads the pieces.
    pub(super) fn pieces(&mut self, names: &mut Names) -> Result<(), SyntaxError> {
        let help = "for example #pieces = e, x, o";
        while self.peek().is_some() {
            let (name, place) = self.name("the name of a piece", help)?;
            let number = u32::try_from(names.pieces.len()).expect("few pieces");
            names.declare(name, Declared::Piece(number), place, self.items)?;
            names.pieces.push(name.to_string());
            if names.pieces.len() > MOST_PIECES {
                let problem = "there are too many pieces";
                return Err(self.items.wrong(place, problem, format!("at most {MOST_PIECES}")));
            }
            if self.peek().is_some() {
                self.need(",", help)?;
            }
        }
        if names.pieces.is_empty() {
            return Err(self.expected("the name of a piece", help));
        }
        Ok(())
    }

    /// Reads names with bounds: players or variables.
    pub(super) fn bounded(
        &mut self,
        names: &mut Names,
        declared: fn(u32) -> Declared,
        help: &str,
    ) -> Result<Vec<(String, u32)>, SyntaxError> {
        let mut found = Vec::new();
        while self.peek().is_some() {
            let (name, place) = self.name("a name", help)?;
            let number = u32::try_from(found.len()).expect("the text is not that long");
            names.declare(name, declared(number), place, self.items)?;
            self.need("(", help)?;
            let bound = self.number("the largest value", help)?;
            self.need(")", help)?;
            found.push((name.to_string(), bound));
            if self.peek().is_some() {
                self.need(",", help)?;
            }
        }
        Ok(found)
    }

    /// Reads the rules.
    pub(super) fn rules(&mut self, names: &Names) -> Result<Rule, SyntaxError> {
        let rule = self.sum(names)?;
        self.finish("the rules end here; is a bracket missing before?")?;
        Ok(rule)
    }

    fn deeper(&mut self) -> Result<(), SyntaxError> {
        self.depth += 1;
        if self.depth <= DEEPEST {
            return Ok(());
        }
        let help = format!("at most {DEEPEST} within each other");
        Err(self.items.wrong(self.place(), "brackets are nested too deeply", help))
    }

    fn sum(&mut self, names: &Names) -> Result<Rule, SyntaxError> {
        self.deeper()?;
        let mut all = vec![self.sequence(names)?];
        while self.take("+") {
            all.push(self.sequence(names)?);
        }
        self.depth -= 1;
        Ok(one_or(all, Rule::Sum))
    }

    fn sequence(&mut self, names: &Names) -> Result<Rule, SyntaxError> {
        let mut all = Vec::new();
        while let Some(rule) = self.atom(names)? {
            all.push(self.suffixed(rule)?);
        }
        if all.is_empty() {
            let help = "for example a direction, {piece}, [piece], ->player or (… + …)";
            return Err(self.expected("a rule", help));
        }
        Ok(one_or(all, Rule::Sequence))
    }

    /// The stars and powers that follow.
    fn suffixed(&mut self, mut rule: Rule) -> Result<Rule, SyntaxError> {
        let place = self.place();
        let can = matches!(rule, Rule::Shift(_) | Rule::Sequence(_) | Rule::Sum(_) | Rule::Nothing)
            || matches!(self.tokens.get(self.at.wrapping_sub(1)), Some(token) if token.word == Word::Mark(")"));
        if !can {
            return Ok(rule);
        }
        if self.take("*") {
            rule = Rule::Star(Box::new(rule));
        } else if self.take("^") {
            let times = self.number("a number", "for example up^2")?;
            rule = match times {
                0 => return Err(self.items.wrong(place, "nothing is done 0 times", "`.` does nothing")),
                1 => rule,
                _ => Rule::Power(Box::new(rule), times, place),
            };
        }
        Ok(rule)
    }

    /// One element of a sequence, if one begins here.
    fn atom(&mut self, names: &Names) -> Result<Option<Rule>, SyntaxError> {
        let place = self.place();
        let Some(word) = self.peek() else { return Ok(None) };
        let mark = match word {
            Word::Name(name) => {
                let Declared::Direction(direction) = names.find(name, place, self.items)? else {
                    return Err(self.no_direction(names, name));
                };
                self.at += 1;
                return Ok(Some(Rule::Shift(direction)));
            }
            Word::Number(_) => return Ok(None),
            Word::Mark(mark) => *mark,
        };
        if matches!(mark, "+" | ")" | "}" | "]") {
            return Ok(None);
        }
        self.at += 1;
        let rule = match mark {
            "(" => {
                let inner = self.sum(names)?;
                self.need(")", "every ( is closed by )")?;
                inner
            }
            "." => Rule::Nothing,
            "->>" => Rule::Turn(Mover::Keeper, place),
            "->" => self.turn(names, place)?,
            "{" => {
                let pieces = self.piece_list(names, "}")?;
                Rule::On(pieces.iter().fold(0, |set, piece| set | 1 << piece))
            }
            "[" => {
                let pieces = self.piece_list(names, "]")?;
                let all = pieces.into_iter().map(|piece| Rule::Off(piece, place)).collect();
                one_or(all, Rule::Sum)
            }
            "{?" | "{!" => {
                let inner = self.sum(names)?;
                self.need("}", "every { is closed by }")?;
                Rule::Check(Box::new(inner), mark == "{?", place)
            }
            "{$" => self.comparison(names)?,
            "[$" => self.assignments(names, place)?,
            _ => {
                self.at -= 1;
                return Ok(None);
            }
        };
        Ok(Some(rule))
    }

    fn no_direction(&self, names: &Names, name: &str) -> SyntaxError {
        let declared = names.find(name, self.place(), self.items).expect("it was found before");
        let help = match declared {
            Declared::Piece(_) => format!("{{{name}}} tests whether it stands here, [{name}] puts it here"),
            Declared::Player(_) => format!("->{name} gives it the move"),
            _ => format!("[$ {name} = 1] sets it, {{$ {name} == 1}} tests it"),
        };
        let problem = format!("`{name}` is {}, not a direction", declared.text());
        self.items.wrong(self.place(), problem, help)
    }

    /// Who is to move, after an arrow. A star means the keeper, in old texts.
    fn turn(&mut self, names: &Names, place: Place) -> Result<Rule, SyntaxError> {
        if self.take("*") {
            return Ok(Rule::Turn(Mover::Keeper, place));
        }
        let help = "for example ->white, or ->> where the rules go on by themselves";
        let (name, at) = self.name("the name of a player", help)?;
        match names.find(name, at, self.items)? {
            Declared::Player(player) => Ok(Rule::Turn(Mover::Player(player), place)),
            other => {
                let problem = format!("`{name}` is {}, not a player", other.text());
                Err(self.items.wrong(at, problem, help))
            }
        }
    }

    /// Pieces up to the closing bracket; perhaps none.
    fn piece_list(&mut self, names: &Names, close: &str) -> Result<Vec<u32>, SyntaxError> {
        let help = "pieces with commas between them, as in {white, black}";
        let mut found = Vec::new();
        if self.take(close) {
            return Ok(found);
        }
        loop {
            let (name, place) = self.name("the name of a piece", help)?;
            found.push(names.piece(name, place, self.items)?);
            if self.take(close) {
                return Ok(found);
            }
            self.need(",", help)?;
        }
    }

    fn comparison(&mut self, names: &Names) -> Result<Rule, SyntaxError> {
        let help = "for example {$ turns == 20}";
        self.operations = 0;
        let left = self.arithmetic(names, 0)?;
        let relation = [
            ("==", Relation::Equal, false),
            ("!=", Relation::Unequal, false),
            ("<=", Relation::AtMost, false),
            (">=", Relation::AtMost, true),
            ("<", Relation::Less, false),
            (">", Relation::Less, true),
        ];
        let Some(&(_, relation, swapped)) = relation.iter().find(|(mark, ..)| self.take(mark)) else {
            return Err(self.expected("a comparison such as == or <", help));
        };
        let right = self.arithmetic(names, 0)?;
        self.need("}", help)?;
        let (left, right) = if swapped { (right, left) } else { (left, right) };
        Ok(Rule::Compare(left, relation, right))
    }

    fn assignments(&mut self, names: &Names, place: Place) -> Result<Rule, SyntaxError> {
        let help = "for example [$ turns = turns + 1] or [$ white = 100, black = 0]";
        let mut all = Vec::new();
        self.operations = 0;
        loop {
            let (name, at) = self.name("a variable or a player", help)?;
            let slot = match names.find(name, at, self.items)? {
                Declared::Player(player) => Slot::Score(player),
                Declared::Variable(variable) => Slot::Variable(variable),
                other => {
                    let problem = format!("`{name}` is {}, not a variable or a player", other.text());
                    return Err(self.items.wrong(at, problem, help));
                }
            };
            self.need("=", help)?;
            all.push(Rule::Assign(slot, self.arithmetic(names, 0)?, place));
            if self.take("]") {
                return Ok(one_or(all, Rule::Sequence));
            }
            self.need(",", help)?;
        }
    }

    /// A number: sums of differences of products of quotients, as the language has it.
    fn arithmetic(&mut self, names: &Names, level: usize) -> Result<Number, SyntaxError> {
        const LEVELS: [(&str, Operation); 4] = [
            ("+", Operation::Add),
            ("-", Operation::Subtract),
            ("*", Operation::Multiply),
            ("/", Operation::Divide),
        ];
        let Some((mark, operation)) = LEVELS.get(level) else { return self.operand(names) };
        let mut left = self.arithmetic(names, level + 1)?;
        while self.take(mark) {
            self.operations += 1;
            if self.operations > MOST_OPERATIONS {
                let help = format!("at most {MOST_OPERATIONS} between two brackets");
                return Err(self.items.wrong(self.place(), "there are too many operations", help));
            }
            let right = self.arithmetic(names, level + 1)?;
            left = Number::Operation(*operation, Box::new((left, right)));
        }
        Ok(left)
    }

    fn operand(&mut self, names: &Names) -> Result<Number, SyntaxError> {
        let help = "for example a number, a variable, or a piece, whose number on the board is meant";
        if let Some(&Word::Number(number)) = self.peek() {
            self.at += 1;
            return Ok(Number::Fixed(number));
        }
        if self.take("(") {
            self.deeper()?;
            let inner = self.arithmetic(names, 0)?;
            self.need(")", "every ( is closed by )")?;
            self.depth -= 1;
            return Ok(inner);
        }
        let (name, place) = self.name("a number", help)?;
        match names.find(name, place, self.items)? {
            Declared::Piece(piece) => Ok(Number::Count(piece)),
            Declared::Player(player) => Ok(Number::Slot(Slot::Score(player))),
            Declared::Variable(variable) => Ok(Number::Slot(Slot::Variable(variable))),
            Declared::Direction(_) => {
                Err(self.items.wrong(place, format!("`{name}` is a direction, not a number"), help))
            }
        }
    }
}

/// The only element, or all of them together.
fn one_or(mut all: Vec<Rule>, together: fn(Vec<Rule>) -> Rule) -> Rule {
    if all.len() == 1 { all.remove(0) } else { together(all) }
}

impl Names {
    /// Declares a name that must be new.
    pub(super) fn declare(
        &mut self,
        name: &str,
        as_what: Declared,
        place: Place,
        items: &Items<'_>,
    ) -> Result<(), SyntaxError> {
        if let Some(before) = self.known.insert(name.into(), as_what) {
            let problem = format!("`{name}` is {} already", before.text());
            return Err(items.wrong(place, problem, "every name means one thing"));
        }
        Ok(())
    }

    /// Returns the number of a direction, and declares it if it is new.
    pub(super) fn direction(
        &mut self,
        name: &str,
        place: Place,
        items: &Items<'_>,
    ) -> Result<u32, SyntaxError> {
        if let Some(&Declared::Direction(number)) = self.known.get(name) {
            return Ok(number);
        }
        let number = u32::try_from(self.directions.len()).expect("few directions");
        if self.directions.len() >= MOST_DIRECTIONS {
            let help = format!("at most {MOST_DIRECTIONS}");
            return Err(items.wrong(place, "there are too many directions", help));
        }
        self.declare(name, Declared::Direction(number), place, items)?;
        self.directions.push(name.to_string());
        Ok(number)
    }

    /// Returns what a name was declared as.
    pub(super) fn find(&self, name: &str, place: Place, items: &Items<'_>) -> Result<Declared, SyntaxError> {
        self.known.get(name).copied().ok_or_else(|| {
            // Only what the help says depends on it.
            let help = items.defined_later(name).unwrap_or_else(|| self.alike(name));
            items.wrong(place, format!("nothing is called `{}`", game::shortened(name)), help)
        })
    }

    /// Returns the number of a piece.
    pub(super) fn piece(&self, name: &str, place: Place, items: &Items<'_>) -> Result<u32, SyntaxError> {
        match self.find(name, place, items)? {
            Declared::Piece(piece) => Ok(piece),
            other => {
                let help = format!("the pieces are {}", self.pieces.join(", "));
                Err(items.wrong(place, format!("`{name}` is {}, not a piece", other.text()), help))
            }
        }
    }

    /// The names that there are.
    fn alike(&self, name: &str) -> String {
        let lower = name.to_lowercase();
        if let Some(same) = self.known.keys().find(|known| known.to_lowercase() == lower) {
            return format!("there is `{same}`");
        }
        let list = |what: &str, all: Vec<&str>| {
            if all.is_empty() { String::new() } else { format!("{what} {}", all.join(", ")) }
        };
        let first = |all: &'_ [(String, u32)]| all.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
        let (players, variables) = (first(&self.players), first(&self.variables));
        let parts = [
            list("directions", self.directions.iter().map(String::as_str).collect()),
            list("pieces", self.pieces.iter().map(String::as_str).collect()),
            list("players", players.iter().map(String::as_str).collect()),
            list("variables", variables.iter().map(String::as_str).collect()),
        ];
        format!(
            "there are {}",
            parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
        )
    }
}
