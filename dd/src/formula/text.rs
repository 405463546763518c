//! A homomorphism as a short text, for error messages.

use crate::Hom;
use crate::formula::hom::Expr;
use std::fmt::Write;

const MAX: usize = 200;
const MAX_PARTS: usize = 20;

enum Piece<'a> {
    Hom(&'a Hom),
    Text(&'static str),
}

/// A formula of at most some two hundred characters.
pub(crate) fn describe(hom: &Hom) -> String {
    let mut text = String::new();
    let mut todo = vec![Piece::Hom(hom)];
    while let Some(piece) = todo.pop() {
        if text.len() > MAX {
            text.push('…');
            break;
        }
        match piece {
            Piece::Text(t) => text.push_str(t),
            Piece::Hom(h) => open(h, &mut text, &mut todo),
        }
    }
    text
}

fn open<'a>(hom: &'a Hom, text: &mut String, todo: &mut Vec<Piece<'a>>) {
    let one = |todo: &mut Vec<Piece<'a>>, h: &'a Hom, close| todo.extend([Piece::Text(close), Piece::Hom(h)]);
    match &hom.0.expr {
        Expr::Zero => text.push('0'),
        Expr::Id => text.push_str("id"),
        Expr::Inductive(phi) => text.push_str(&phi.name()),
        Expr::Arc(var, val, h) => {
            let _ = write!(text, "{var} -|{val}|> ");
            one(todo, h, "");
        }
        Expr::Sum(parts) => list(parts, " + ", text, todo),
        Expr::Chain(parts) => list(parts, " & ", text, todo),
        Expr::Not(h) => {
            text.push('!');
            one(todo, h, "");
        }
        Expr::Constant(_) => text.push_str("constant"),
        Expr::Within(_) => text.push_str("intersect"),
        Expr::Without(_) => text.push_str("minus"),
        Expr::Prepend(_) => text.push_str("prepend"),
        Expr::Append(_) => text.push_str("append"),
        Expr::Fixpoint(h, _) => {
            text.push_str("fixpoint ");
            one(todo, h, "");
        }
        Expr::Local(var, h) => {
            let _ = write!(text, "at {var}: ");
            one(todo, h, "");
        }
        Expr::Before(h, _) => {
            text.push_str("predecessors ");
            one(todo, h, "");
        }
        Expr::Domain(h) => {
            text.push_str("domain ");
            one(todo, h, "");
        }
        Expr::Fail(error) => {
            let _ = write!(text, "fail({error})");
        }
    }
}

fn list<'a>(parts: &'a [Hom], between: &'static str, text: &mut String, todo: &mut Vec<Piece<'a>>) {
    text.push('(');
    todo.push(Piece::Text(")"));
    if parts.len() > MAX_PARTS {
        todo.extend([Piece::Text("…"), Piece::Text(between)]);
    }
    for (i, part) in parts.iter().take(MAX_PARTS).enumerate().rev() {
        todo.push(Piece::Hom(part));
        if i > 0 {
            todo.push(Piece::Text(between));
        }
    }
}
