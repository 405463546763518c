//! Reading a list of moves.

use std::ops::Range;

use super::{Line, Notation, ParseError};
use crate::System;

/// A move takes no more words than this: a cell of nine dimensions takes nine.
const MOST_WORDS: usize = 9;

/// Plays a list of moves from a position on. Moves stand between commas, semicolons or line breaks; or else between
/// spaces; or else, where all moves are written with equally many characters, one behind the other: `4455`.
pub(super) fn parse_line<S: Notation + ?Sized>(
    system: &S,
    start: &S::Configuration,
    text: &str,
) -> Result<Line<S>, ParseError> {
    let mut reader = Reader { system, text, actions: Vec::new(), positions: vec![start.clone()] };
    if text.contains([',', ';', '\n']) {
        for place in parts(text, |c| [',', ';', '\n'].contains(&c)) {
            reader.read(place)?;
        }
    } else {
        reader.read_words(&parts(text, char::is_whitespace))?;
    }
    Ok((reader.actions, reader.positions))
}

/// The places of what stands between separators, without the white space around it.
fn parts(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut places = Vec::new();
    for part in text.split(is_separator) {
        let place = start + (part.len() - part.trim_start().len());
        places.push(place..place + part.trim().len());
        // A separator may take several bytes.
        start += part.len() + text[start + part.len()..].chars().next().map_or(0, char::len_utf8);
    }
    places.retain(|place| !place.is_empty());
    places
}

/// Moves that were read so far, and the positions before, between and after them.
struct Reader<'a, S: System + ?Sized> {
    system: &'a S,
    text: &'a str,
    actions: Vec<S::Action>,
    positions: Vec<S::Configuration>,
}

impl<S: Notation + ?Sized> Reader<'_, S> {
    fn state(&self) -> &S::Configuration {
        self.positions.last().expect("the start is the first of the positions")
    }

    /// Plays the move that is written at this place.
    fn play(&mut self, place: Range<usize>) -> Result<(), ParseError> {
        let number = self.actions.len() + 1;
        let action = self.system.parse_action(self.state(), &self.text[place.clone()]);
        let action = action.map_err(|error| {
            ParseError::new(format!("move {number}: {}", error.problem), error.help).at(place)
        })?;
        self.positions.push(self.system.after(self.state(), action));
        self.actions.push(action);
        Ok(())
    }

    /// Plays what is written at this place: a move, or several run together.
    fn read(&mut self, place: Range<usize>) -> Result<(), ParseError> {
        let error = match self.play(place.clone()) {
            Ok(()) => return Ok(()),
            Err(error) => error,
        };
        let Some(width) = self.width() else { return Err(error) };
        let characters: Vec<Range<usize>> = self.text[place.clone()]
            .char_indices()
            .map(|(at, c)| place.start + at..place.start + at + c.len_utf8())
            .collect();
        for (number, piece) in characters.chunks(width).enumerate() {
            if self.width().is_some_and(|now| now != width) {
                return Err(error);
            }
            if let Err(of_piece) = self.play(piece[0].start..piece[piece.len() - 1].end) {
                // If not even the first is a move, then several were not meant.
                return Err(if number == 0 { error } else { of_piece });
            }
        }
        Ok(())
    }

    /// Plays moves that may be written with spaces: each takes the fewest words that make one.
    fn read_words(&mut self, words: &[Range<usize>]) -> Result<(), ParseError> {
        let mut at = 0;
        while at < words.len() {
            let most = (words.len() - at).min(MOST_WORDS);
            let taken = (1..=most).find(|n| self.play(words[at].start..words[at + n - 1].end).is_ok());
            at += match taken {
                Some(words) => words,
                None => {
                    self.read(words[at].clone())?;
                    1
                }
            };
        }
        Ok(())
    }

    /// The number of characters of every legal move here, if they are equally many; none at an end.
    fn width(&self) -> Option<usize> {
        let (system, state) = (self.system, self.state());
        if system.is_final(state) {
            return None;
        }
        let mut widths =
            system.actions(state).map(|action| system.action_text(state, action).chars().count());
        let first = widths.next()?;
        widths.all(|width| width == first).then_some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_without_the_space_around_them() {
        let found = |text: &str| -> Vec<String> {
            parts(text, |c| c == ',' || c == '–').into_iter().map(|place| text[place].to_string()).collect()
        };
        assert_eq!(found(" a1, b2 ,,é – c3 ,"), ["a1", "b2", "é", "c3"]);
        assert!(found(" , ").is_empty());
    }
}
