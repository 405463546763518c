//! The grammar of expressions: from text to a tree.

use std::ops::Range;

use game::SyntaxError;

use super::token::{Placed, Token, tokens};

/// A part of an expression, and where it stands in the text.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) what: What,
    pub(super) place: Range<usize>,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Number(i64),
    /// A name, with arguments if there are brackets.
    Name(String, Option<Vec<Node>>),
    /// A sign before something: `not`, `-`.
    Sign(&'static str, Box<Node>),
    /// A sign between two things.
    Between(&'static str, Box<Node>, Box<Node>),
}

/// Signs that stand between two things, from the loosest to the closest; those of a line bind alike.
const LEVELS: [&[&str]; 6] =
    [&["implies"], &["or"], &["and"], &["=", "!=", "<", "<=", ">", ">="], &["+", "-"], &["*", "%"]];
/// The level of comparisons: `not` binds looser than they do.
const COMPARISONS: usize = 3;
/// How deep brackets and signs may be nested.
const DEEPEST: usize = 100;

const EXAMPLE: &str = "for example: over and not (winner = x or ply > 5)";

/// Reads a whole text.
pub(super) fn parse(text: &str) -> Result<Node, SyntaxError> {
    let tokens = tokens(text)?;
    let mut reader = Reader { text, tokens: &tokens, at: 0, depth: 0 };
    let node = reader.level(0)?;
    match reader.peek() {
        None => Ok(node),
        Some(_) => Err(reader.mistake("the expression should have ended before this", EXAMPLE)),
    }
}

struct Reader<'t> {
    text: &'t str,
    tokens: &'t [Placed],
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _)| token)
    }

    /// Where the next token stands; behind the text if there is none.
    fn place(&self) -> Range<usize> {
        let end = self.text.trim_end().len();
        self.tokens.get(self.at).map_or(end..end, |(_, place)| place.clone())
    }

    fn mistake(&self, problem: impl Into<String>, help: &str) -> SyntaxError {
        SyntaxError::new(self.text, self.place(), problem, help)
    }

    /// Takes the next token if it is one of these signs.
    fn take(&mut self, signs: &[&'static str]) -> Option<&'static str> {
        let Some(Token::Sign(sign)) = self.peek() else { return None };
        let sign = signs.iter().find(|known| *known == sign)?;
        self.at += 1;
        Some(sign)
    }

    /// What the signs of this level and closer ones join.
    fn level(&mut self, level: usize) -> Result<Node, SyntaxError> {
        let Some(signs) = LEVELS.get(level) else { return self.unit() };
        if level == COMPARISONS && self.take(&["not"]).is_some() {
            return self.signed("not", level);
        }
        let mut node = self.level(level + 1)?;
        let mut joined = 0;
        while let Some(sign) = self.take(signs) {
            joined += 1;
            if level == COMPARISONS && joined > 1 {
                self.at -= 1;
                return Err(self.mistake(
                    "comparisons cannot be chained",
                    "write `0 < ply and ply < 5` in place of `0 < ply < 5`",
                ));
            }
            // `a implies b implies c` is `a implies (b implies c)`.
            let right =
                if level == 0 { self.nested(|reader| reader.level(0))? } else { self.level(level + 1)? };
            node = between(sign, node, right);
        }
        Ok(node)
    }

    /// Goes one deeper, if that is not too deep.
    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Node, SyntaxError>,
    ) -> Result<Node, SyntaxError> {
        if self.depth == DEEPEST {
            return Err(self.mistake(
                format!("this is nested more than {DEEPEST} deep"),
                "split the claim into several",
            ));
        }
        self.depth += 1;
        let node = read(self);
        self.depth -= 1;
        node
    }

    /// What follows a sign that was just taken.
    fn signed(&mut self, sign: &'static str, level: usize) -> Result<Node, SyntaxError> {
        let start = self.tokens[self.at - 1].1.start;
        let node = self.nested(|reader| reader.level(level))?;
        let place = start..node.place.end;
        Ok(Node { what: What::Sign(sign, Box::new(node)), place })
    }

    /// A number, a name or something in brackets.
    fn unit(&mut self) -> Result<Node, SyntaxError> {
        let place = self.place();
        match self.peek().cloned() {
            Some(Token::Number(number)) => {
                self.at += 1;
                Ok(Node { what: What::Number(number), place })
            }
            Some(Token::Name(name)) => {
                self.at += 1;
                self.name(name, place)
            }
            Some(Token::Sign("-")) => {
                self.at += 1;
                self.signed("-", LEVELS.len())
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let node = self.nested(|reader| reader.level(0))?;
                let end = self.close(&place)?;
                Ok(Node { place: place.start..end, ..node })
            }
            Some(Token::Sign(_)) => Err(self.mistake("a name or a number is wanted here", EXAMPLE)),
            None if self.tokens.is_empty() => Err(self.mistake("there is nothing to check", EXAMPLE)),
            None => Err(self.mistake("something is missing at the end", EXAMPLE)),
        }
    }

    /// A name with its arguments.
    fn name(&mut self, name: String, place: Range<usize>) -> Result<Node, SyntaxError> {
        let opening = self.place();
        if self.take(&["("]).is_none() {
            return Ok(Node { what: What::Name(name, None), place });
        }
        let mut arguments = Vec::new();
        if self.peek() != Some(&Token::Sign(")")) {
            arguments.push(self.nested(|reader| reader.level(COMPARISONS + 1))?);
            while self.take(&[","]).is_some() {
                arguments.push(self.nested(|reader| reader.level(COMPARISONS + 1))?);
            }
        }
        let end = self.close(&opening)?;
        Ok(Node { what: What::Name(name, Some(arguments)), place: place.start..end })
    }

    /// The bracket that closes the one at `opening`; where it ends.
    fn close(&mut self, opening: &Range<usize>) -> Result<usize, SyntaxError> {
        let end = self.place().end;
        match self.take(&[")"]) {
            Some(_) => Ok(end),
            None if self.peek().is_none() => {
                Err(SyntaxError::new(self.text, opening.clone(), "this bracket is never closed", EXAMPLE))
            }
            None => Err(self.mistake("a closing bracket or a sign is wanted here", EXAMPLE)),
        }
    }
}

fn between(sign: &'static str, left: Node, right: Node) -> Node {
    let place = left.place.start..right.place.end;
    Node { what: What::Between(sign, Box::new(left), Box::new(right)), place }
}
