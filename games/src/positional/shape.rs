//! Polyominoes: shapes of squares that hang together by their sides.

use std::collections::BTreeSet;

use game::{ParseError, shortened};

use super::Drawing;

/// The shapes that have names, by their rows: those that Harary gave to animals, and letters with the number of squares.
const NAMED: [(&str, &str); 29] = [
    ("monomino", "x"),
    ("domino", "xx"),
    ("tic", "xxx"),
    ("el", "xx/x."),
    ("skinny", "xxxx"),
    ("elly", "xxx/x.."),
    ("knobby", "xxx/.x."),
    ("tippy", "xx./.xx"),
    ("fatty", "xx/xx"),
    ("snaky", "xxxx./...xx"),
    ("i3", "xxx"),
    ("v3", "xx/x."),
    ("i4", "xxxx"),
    ("l4", "xxx/x.."),
    ("t4", "xxx/.x."),
    ("s4", "xx./.xx"),
    ("o4", "xx/xx"),
    ("f5", ".xx/xx./.x."),
    ("i5", "xxxxx"),
    ("l5", "xxxx/x..."),
    ("n5", "xxx./..xx"),
    ("p5", "xx/xx/x."),
    ("t5", "xxx/.x./.x."),
    ("u5", "x.x/xxx"),
    ("v5", "x../x../xxx"),
    ("w5", "x../xx./.xx"),
    ("x5", ".x./xxx/.x."),
    ("y5", "xxxx/.x.."),
    ("z5", "xx./.x./.xx"),
];

/// The names that Harary gave, for messages.
const NAMES: &str = "monomino, domino, tic, el, skinny, elly, knobby, tippy, fatty, snaky";

/// The most squares of a shape.
const MOST_SQUARES: usize = 64;
/// The most shapes.
const MOST_SHAPES: usize = 16;

/// A polyomino, as the columns and rows of its squares, from (0, 0) on, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Shape(Vec<(u32, u32)>);

impl Shape {
    /// Reads a shape, by its name or by its rows, from above: `x` is a square and `.` is none.
    ///
    /// ```
    /// use games::positional::Shape;
    /// assert_eq!(Shape::read("el"), Shape::read("xx/x."));
    /// assert_eq!(Shape::read("xx/x.").unwrap().orientations().len(), 4);
    /// assert_eq!(Shape::read("x./.x").unwrap_err().problem, "the squares of `x./.x` do not hang together");
    /// ```
    ///
    /// # Errors
    /// If it is neither, has no squares, or its squares do not hang together.
    pub fn read(text: &str) -> Result<Shape, ParseError> {
        let known = NAMED.iter().find(|(name, _)| *name == text).map(|&(_, rows)| rows);
        // What is no name is a drawing.
        let (shown, rows) = (shortened(text), known.unwrap_or(text));
        let wrong = |problem: String| {
            let help = format!("there are {NAMES}, letters with a size such as l5, and rows such as xx/x.");
            Err(ParseError::new(problem, help))
        };
        if text.is_empty() {
            return wrong("a shape is missing".to_string());
        }
        if !rows.chars().all(|c| matches!(c, 'x' | '.' | '/')) {
            return wrong(format!("there is no shape `{shown}`"));
        }
        let rows: Vec<&str> = rows.split('/').rev().collect();
        let of_row = |(j, row): (u32, &&str)| {
            let squares = (0u32..).zip(row.chars()).filter(|&(_, c)| c == 'x');
            squares.map(|(i, _)| (i, j)).collect::<Vec<_>>()
        };
        let squares: Vec<(u32, u32)> = (0..).zip(&rows).flat_map(of_row).collect();
        match squares.len() {
            0 => return wrong(format!("`{shown}` has no squares")),
            count if count > MOST_SQUARES => {
                let help = format!("a shape may have at most {MOST_SQUARES}");
                return Err(ParseError::new(format!("`{shown}` has {count} squares"), help));
            }
            _ => {}
        }
        let shape = Shape::of(squares);
        if !shape.hangs_together() {
            return wrong(format!("the squares of `{shown}` do not hang together"));
        }
        Ok(shape)
    }

    /// Reads several shapes with `+` between them.
    ///
    /// # Errors
    /// As [`read`](Shape::read), or if there are too many.
    pub fn read_all(text: &str) -> Result<Vec<Shape>, ParseError> {
        let texts: Vec<&str> = text.split('+').map(str::trim).collect();
        if texts.len() > MOST_SHAPES {
            let help = format!("there may be at most {MOST_SHAPES}");
            return Err(ParseError::new(format!("{} shapes are too many", texts.len()), help));
        }
        texts.into_iter().map(Shape::read).collect()
    }

    /// Returns the shape of these squares, moved to the corner.
    fn of(mut squares: Vec<(u32, u32)>) -> Shape {
        let left = squares.iter().map(|&(i, _)| i).min().expect("a shape has squares");
        let below = squares.iter().map(|&(_, j)| j).min().expect("a shape has squares");
        squares.iter_mut().for_each(|(i, j)| (*i, *j) = (*i - left, *j - below));
        squares.sort_unstable();
        Shape(squares)
    }

    /// Returns the number of columns and of rows.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        let most = |of: fn(&(u32, u32)) -> u32| self.0.iter().map(of).max().map_or(0, |most| most + 1);
        (most(|&(i, _)| i), most(|&(_, j)| j))
    }

    fn hangs_together(&self) -> bool {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<(u32, u32)> = self.0.first().copied().into_iter().collect();
        while let Some((i, j)) = waiting.pop() {
            if self.0.binary_search(&(i, j)).is_ok() && reached.insert((i, j)) {
                let near = [(i + 1, j), (i.wrapping_sub(1), j), (i, j + 1), (i, j.wrapping_sub(1))];
                waiting.extend(near.into_iter().filter(|&(i, j)| i != u32::MAX && j != u32::MAX));
            }
        }
        reached.len() == self.0.len()
    }

    /// Returns the shape turned and reflected in all ways, each way that looks different once.
    #[must_use]
    pub fn orientations(&self) -> Vec<Shape> {
        let (w, h) = self.size();
        let turned = |g: u32| {
            let map = |&(i, j): &(u32, u32)| {
                let i = if g & 1 == 0 { i } else { w - 1 - i };
                let j = if g & 2 == 0 { j } else { h - 1 - j };
                if g & 4 == 0 { (i, j) } else { (j, i) }
            };
            Shape::of(self.0.iter().map(map).collect())
        };
        (0..8).map(turned).collect::<BTreeSet<Shape>>().into_iter().collect()
    }

    /// Returns every place of the shape on a board, turned and reflected in all ways: the squares of each.
    #[must_use]
    pub fn placements(&self, board: &Drawing) -> Vec<Vec<u16>> {
        let (w, h) = board.size();
        let mut found = Vec::new();
        for shape in self.orientations() {
            let (across, up) = shape.size();
            for i in 0..(w + 1).saturating_sub(across) {
                for j in 0..(h + 1).saturating_sub(up) {
                    let squares = shape.0.iter().map(|&(di, dj)| board.at(i + di, j + dj));
                    found.extend(squares.collect::<Option<Vec<u16>>>());
                }
            }
        }
        found
    }
}
