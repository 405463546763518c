//! What places and transitions are called.

use std::borrow::Cow;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// The names of the places, or of the transitions, of a net.
///
/// Each has an identifier, and perhaps a name. It is shown by its name, if that is one word and nobody else is called
/// so, otherwise by its identifier, and by its number where that is no word either. It is found by any of them; and in
/// claims, where only letters, digits and `_` are words, by either with `_` in place of all other characters, as long as
/// that is not ambiguous.
#[derive(Clone, Debug)]
pub(super) struct Names {
    shown: Vec<Shown>,
    numbers: HashMap<Box<str>, u32>,
    /// As claims write them, where that differs; none if it is ambiguous.
    plain: HashMap<Box<str>, Option<u32>>,
}

/// By what a node is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shown {
    Name,
    Id,
    Number,
}

impl Names {
    /// Returns the names of nodes, given by their identifiers and names.
    pub(super) fn new<'a>(nodes: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Names {
        let numbered = (0..).zip(nodes);
        let mut numbers: HashMap<Box<str>, u32> =
            numbered.clone().map(|(number, (id, _))| (id.into(), number)).collect();
        let mut named: HashMap<&str, Option<u32>> = HashMap::new();
        for (number, (id, name)) in numbered.clone() {
            if !name.is_empty() && (name == id || !numbers.contains_key(name)) {
                note(&mut named, name, number);
            }
        }
        let is_unique = |name: &str| named.get(name).is_some_and(Option::is_some);
        let shown = numbered.clone().map(|(_, (id, name))| match () {
            () if is_unique(name) && is_word(name) => Shown::Name,
            () if is_word(id) => Shown::Id,
            () => Shown::Number,
        });
        let shown = shown.collect();
        let mut plain = HashMap::new();
        for (number, (id, name)) in numbered {
            note(&mut plain, plain_form(id), number);
            if is_unique(name) {
                note(&mut plain, plain_form(name), number);
            }
        }
        numbers.extend(named.into_iter().filter_map(|(name, number)| Some((name.into(), number?))));
        plain.retain(|name, _| !numbers.contains_key(name));
        Names { shown, numbers, plain }
    }

    /// How a node with this identifier and this name is shown.
    pub(super) fn text<'a>(&self, number: u32, id: &'a str, name: &'a str) -> Cow<'a, str> {
        match self.shown[number as usize] {
            Shown::Name => name.into(),
            Shown::Id => id.into(),
            Shown::Number => format!("#{number}").into(),
        }
    }

    /// The number of the node that is called so.
    pub(super) fn find(&self, name: &str) -> Option<u32> {
        // What is no number of a node names none.
        let by_number =
            || name.strip_prefix('#')?.parse().ok().filter(|&number| number < self.shown.len() as u32);
        self.numbers.get(name).copied().or_else(by_number)
    }

    /// A name by which a claim can call a node, given how the nodes are shown.
    pub(super) fn example<'a>(&self, shown: impl Fn(u32) -> Cow<'a, str>) -> Option<String> {
        let mut plain = (0..).zip(&self.shown).map(|(number, _)| (number, plain_form(&shown(number))));
        plain.find(|(number, name)| self.find_plain(name) == Some(*number)).map(|(_, name)| name.into())
    }

    /// The number of the node that a claim calls so.
    pub(super) fn find_plain(&self, name: &str) -> Option<u32> {
        self.find(name).or_else(|| self.plain.get(name).copied().flatten())
    }
}

/// Notes a name, or that it is ambiguous.
fn note<K: std::hash::Hash + Eq>(names: &mut HashMap<K, Option<u32>>, name: impl Into<K>, number: u32) {
    match names.entry(name.into()) {
        Entry::Vacant(free) => {
            free.insert(Some(number));
        }
        Entry::Occupied(mut taken) if *taken.get() != Some(number) => {
            taken.insert(None);
        }
        Entry::Occupied(_) => {}
    }
}

/// Whether it can stand in a text between spaces, commas and plus signs, and is no number.
fn is_word(name: &str) -> bool {
    let fits = |c: char| !c.is_whitespace() && !c.is_control() && !"+*,;".contains(c);
    name.chars().all(fits) && name.starts_with(|c: char| !c.is_ascii_digit() && c != '#')
}

/// With `_` in place of all that claims do not take for part of a word.
fn plain_form(name: &str) -> Box<str> {
    name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect::<String>().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ambiguous_names_are_nobodys() {
        let nodes = [
            ("p1", "free"),
            ("p2", "in use"),
            ("p3", "twice"),
            ("p4", "twice"),
            ("p5", "p1"),
            ("p-6", ""),
            ("7 8", ""),
        ];
        let names = Names::new(nodes.into_iter());
        let shown: Vec<Cow<'_, str>> =
            (0..).zip(nodes).map(|(number, (id, name))| names.text(number, id, name)).collect();
        assert_eq!(shown, ["free", "p2", "p3", "p4", "p5", "p-6", "#6"]);
        assert_eq!(["#6", "#7", "7 8"].map(|name| names.find(name)), [Some(6), None, Some(6)]);
        assert_eq!(
            ["free", "p1", "in use", "twice", "p4"].map(|name| names.find(name)),
            [Some(0), Some(0), Some(1), None, Some(3)]
        );
        assert_eq!(["in_use", "p_6", "p-6"].map(|name| names.find_plain(name)), [Some(1), Some(5), Some(5)]);
    }
}
