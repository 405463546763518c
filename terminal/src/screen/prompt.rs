//! A line of text that is typed, with a cursor in it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Longer text means nothing to anyone.
const LONGEST: usize = 200;

/// A line of text that is being typed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Prompt {
    text: Vec<char>,
    /// How many characters are before the cursor.
    cursor: usize,
    /// Whether the text was offered and nothing was changed yet: typing replaces it.
    offered: bool,
}

/// What a key did to a prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Edited {
    /// The text is complete.
    Done,
    /// The text is not wanted.
    Cancelled,
    /// The text is still being typed.
    Typing,
}

impl Prompt {
    /// Returns a prompt that offers this text: typing replaces it.
    pub(super) fn offering(text: &str) -> Prompt {
        let text: Vec<char> = text.chars().collect();
        Prompt { cursor: text.len(), offered: !text.is_empty(), text }
    }

    /// Returns the text.
    pub(super) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Returns whether the text was offered and would be replaced by typing.
    pub(super) fn is_offered(&self) -> bool {
        self.offered
    }

    /// Returns the text before, under and after the cursor.
    pub(super) fn parts(&self) -> [String; 3] {
        let (before, rest) = self.text.split_at(self.cursor);
        let (under, after) = rest.split_at(rest.len().min(1));
        [before, under, after].map(|part| part.iter().collect())
    }

    /// A key was pressed: letters, and the keys that edit a line in a shell.
    pub(super) fn key(&mut self, key: KeyEvent) -> Edited {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let alt = key.modifiers.contains(KeyModifiers::ALT);
        let offered = std::mem::take(&mut self.offered);
        match key.code {
            KeyCode::Enter => return Edited::Done,
            KeyCode::Esc => return Edited::Cancelled,
            KeyCode::Char(letter) if control => self.control(letter.to_ascii_lowercase()),
            KeyCode::Char(_) if alt => self.offered = offered,
            KeyCode::Backspace | KeyCode::Delete if offered => self.cut(0, self.text.len()),
            KeyCode::Char(letter) => self.insert(letter, offered),
            KeyCode::Backspace => self.cut(self.cursor.saturating_sub(1), self.cursor),
            KeyCode::Delete => self.cut(self.cursor, self.cursor + 1),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => self.offered = offered,
        }
        Edited::Typing
    }

    /// A letter with Ctrl, as shells understand it.
    fn control(&mut self, letter: char) {
        match letter {
            'a' => self.cursor = 0,
            'e' => self.cursor = self.text.len(),
            'b' => self.cursor = self.cursor.saturating_sub(1),
            'f' => self.cursor = (self.cursor + 1).min(self.text.len()),
            'd' => self.cut(self.cursor, self.cursor + 1),
            'h' => self.cut(self.cursor.saturating_sub(1), self.cursor),
            'k' => self.cut(self.cursor, self.text.len()),
            'u' => self.cut(0, self.cursor),
            'w' => self.cut(self.word(), self.cursor),
            _ => {}
        }
    }

    fn insert(&mut self, letter: char, replacing: bool) {
        if replacing {
            self.cut(0, self.text.len());
        }
        if self.text.len() < LONGEST {
            self.text.insert(self.cursor, letter);
            self.cursor += 1;
        }
    }

    /// Removes some characters; the cursor stays where they were.
    fn cut(&mut self, from: usize, to: usize) {
        self.text.drain(from..to.min(self.text.len()));
        self.cursor = from;
    }

    /// Returns where the word before the cursor begins.
    fn word(&self) -> usize {
        let before = &self.text[..self.cursor];
        let blanks = before.iter().rev().take_while(|letter| letter.is_whitespace()).count();
        let letters = before.iter().rev().skip(blanks).take_while(|letter| !letter.is_whitespace()).count();
        self.cursor - blanks - letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(mut prompt: Prompt, keys: &[KeyCode]) -> [String; 3] {
        for &code in keys {
            prompt.key(KeyEvent::new(code, KeyModifiers::NONE));
        }
        prompt.parts()
    }

    fn after_control(text: &str, keys: &str) -> [String; 3] {
        let mut prompt = Prompt::offering(text);
        for letter in keys.chars() {
            prompt.key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL));
        }
        prompt.parts()
    }

    #[test]
    fn what_is_offered_is_replaced_by_typing_and_kept_by_moving() {
        let offered = || Prompt::offering("game.txt");
        assert_eq!(after(offered(), &[KeyCode::Char('a'), KeyCode::Char('b')]), ["ab", "", ""]);
        assert_eq!(after(offered(), &[KeyCode::Left, KeyCode::Char('a')]), ["game.txa", "t", ""]);
        assert_eq!(after(offered(), &[KeyCode::End, KeyCode::Char('2')]), ["game.txt2", "", ""]);
        assert_eq!(after(offered(), &[KeyCode::Backspace]), ["", "", ""]);
        assert_eq!(after(offered(), &[KeyCode::Tab, KeyCode::Char('a')]), ["a", "", ""]);
    }

    #[test]
    fn keys_of_shells_edit_the_line() {
        assert_eq!(after_control("one two", "u"), ["", "", ""]);
        assert_eq!(after_control("one two", "a"), ["", "o", "ne two"]);
        assert_eq!(after_control("one two", "ae"), ["one two", "", ""]);
        assert_eq!(after_control("one two ", "w"), ["one ", "", ""]);
        assert_eq!(after_control("one two", "bbbk"), ["one ", "", ""]);
        assert_eq!(after_control("one", "ad"), ["", "n", "e"]);
        assert_eq!(after_control("one", "h"), ["on", "", ""]);
        let keys = [KeyCode::Home, KeyCode::Delete, KeyCode::Right, KeyCode::Backspace];
        assert_eq!(after(Prompt::offering("abc"), &keys), ["", "c", ""]);
    }

    #[test]
    fn nothing_that_is_pressed_breaks_it() {
        for keys in ["wwkkuu", "hhdd", "bfbf"] {
            after_control("", keys);
        }
        let all = [KeyCode::Left, KeyCode::Right, KeyCode::Delete, KeyCode::Backspace, KeyCode::Home];
        assert_eq!(after(Prompt::default(), &all), ["", "", ""]);
    }
}
