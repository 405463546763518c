//! Graphs that are written can be read again, and say the same.

use std::collections::BTreeSet;

use crate::common::{Tangle, distances};
use explore::{Explorer, Format, Graph};
use game::mock::Mock;
use game::{Notation, Symmetry, System};
use games::mnk::{Mnk, Rule};

/// A step: where from, what it is called, where to.
type Step = (usize, String, usize);

/// Labels with everything in them that a format might stumble over.
struct Awkward(Tangle);

impl System for Awkward {
    type Configuration = usize;
    type Action = usize;
    fn starts(&self) -> impl Iterator<Item = usize> {
        self.0.starts()
    }
    fn actions(&self, state: &usize) -> impl Iterator<Item = usize> {
        self.0.actions(state)
    }
    fn apply(&self, state: &mut usize, action: usize) {
        *state = action;
    }
    fn is_final(&self, state: &usize) -> bool {
        self.0.is_final(state)
    }
}

impl Notation for Awkward {
    fn action_text(&self, _: &usize, action: usize) -> String {
        format!("\"<{action}>\" \\ & 'x'")
    }
    fn board_text(&self, state: &usize) -> String {
        format!("at \"{state}\"\n<&> \\n ]]> \u{1}")
    }
}

/// A text in quotes, and what follows it.
fn unquote(text: &str) -> (String, &str) {
    let mut label = String::new();
    let mut rest = text.strip_prefix('"').unwrap().char_indices();
    while let Some((at, c)) = rest.next() {
        match c {
            '"' => return (label, &text[at + 2..]),
            '\\' => label.push(match rest.next().unwrap().1 {
                'l' => '\n',
                escaped => escaped,
            }),
            c => label.push(c),
        }
    }
    panic!("no end of {text}");
}

fn read_aut(text: &str) -> (usize, BTreeSet<Step>) {
    let mut lines = text.lines();
    let header = lines.next().unwrap().strip_prefix("des (0, ").unwrap().strip_suffix(')').unwrap();
    let (count, states) = header.split_once(", ").unwrap();
    let steps: Vec<Step> = lines
        .map(|line| {
            let (from, rest) = line.strip_prefix('(').unwrap().split_once(", ").unwrap();
            let (label, rest) = unquote(rest);
            let to = rest.strip_prefix(", ").unwrap().strip_suffix(')').unwrap();
            (from.parse().unwrap(), label, to.parse().unwrap())
        })
        .collect();
    assert_eq!(steps.len(), count.parse::<usize>().unwrap());
    (states.parse().unwrap(), steps.into_iter().collect())
}

fn read_dot(text: &str) -> (Vec<String>, BTreeSet<Step>) {
    let body = text.strip_prefix("digraph states {\n").unwrap().strip_suffix("}\n").unwrap();
    let (mut labels, mut steps) = (Vec::new(), BTreeSet::new());
    for line in body.lines().skip(1) {
        let (name, rest) = line.trim().split_once(" [label=").unwrap();
        let (label, rest) = unquote(rest);
        assert!(rest.ends_with("];"), "{line}");
        match name.split_once(" -> ") {
            Some((from, to)) => {
                steps.insert((from.parse().unwrap(), label, to.parse().unwrap()));
            }
            None => {
                assert_eq!(name.parse::<usize>().unwrap(), labels.len());
                labels.push(label.trim_end_matches('\n').to_string());
            }
        }
    }
    (labels, steps)
}

/// The text between two marks, and what follows.
fn between<'t>(text: &'t str, before: &str, after: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(before)?;
    rest.split_once(after)
}

fn unescape(text: &str) -> String {
    assert!(!text.contains('<') && !text.contains(|c: char| c.is_control() && c != '\n'), "{text}");
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

fn read_graph_ml(text: &str) -> (Vec<String>, BTreeSet<Step>) {
    assert!(text.starts_with("<?xml version=\"1.0\"") && text.ends_with("</graph>\n</graphml>\n"));
    let (mut labels, mut steps) = (Vec::new(), BTreeSet::new());
    let mut rest = text;
    while let Some((node, more)) = between(rest, "<node ", "</node>") {
        assert_eq!(between(node, "id=\"n", "\"").unwrap().0, labels.len().to_string());
        labels.push(unescape(between(node, "<data key=\"label\">", "</data>").unwrap().0));
        rest = more;
    }
    while let Some((edge, more)) = between(rest, "<edge ", "</edge>") {
        let (from, _) = between(edge, "source=\"n", "\"").unwrap();
        let (to, _) = between(edge, "target=\"n", "\"").unwrap();
        let (label, _) = between(edge, "<data key=\"step\">", "</data>").unwrap();
        steps.insert((from.parse().unwrap(), unescape(label), to.parse().unwrap()));
        rest = more;
    }
    (labels, steps)
}

#[test]
fn all_formats_say_the_same_and_it_is_true() {
    for seed in 0..40 {
        let system = Awkward(Tangle::random(seed));
        let graph = Graph::of(&Explorer::new(&system), &mut ());
        let [dot, graph_ml, aut] = Format::ALL.map(|format| graph.export(format).to_string());
        let ((boards, steps), (labels, others)) = (read_dot(&dot), read_graph_ml(&graph_ml));
        let plain = distances(&system);
        assert_eq!(boards.len(), plain.len(), "seed {seed}");
        assert_eq!(read_aut(&aut), (plain.len(), steps.clone()), "seed {seed}");
        assert_eq!(others, steps, "seed {seed}");
        // Which state is which is told by the boards; the control character cannot be written in XML.
        let at = |state: usize| boards.iter().position(|board| *board == system.board_text(&state)).unwrap();
        let expected: BTreeSet<Step> = plain
            .keys()
            .flat_map(|state| system.steps(state).map(|(action, next)| (*state, action, next)))
            .map(|(from, action, to)| (at(from), system.action_text(&from, action), at(to)))
            .collect();
        assert_eq!(steps, expected, "seed {seed}");
        let xml: Vec<String> = boards.iter().map(|board| board.replace('\u{1}', "\u{fffd}")).collect();
        assert_eq!(labels, xml, "seed {seed}");
        assert_eq!(boards[0], system.board_text(&0), "the start is first");
    }
}

#[test]
fn the_whole_of_tic_tac_toe_is_written() {
    let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
    let graph = Graph::of(&Explorer::new(&game), &mut ());
    assert!(graph.export(Format::Aut).to_string().starts_with("des (0, 16167, 5478)\n"));
    let canonical = |state| game.canonical(&state);
    let graph = Graph::of(&Explorer::new(&game).normal(&canonical), &mut ());
    let (states, _) = read_aut(&graph.export(Format::Aut).to_string());
    assert_eq!(states, 765);
}

#[test]
fn several_starts_get_one_before_them_where_the_format_wants_it() {
    let game = Mock::new(4).edge(1, 3).edge(2, 3);
    let graph = Graph::of(&Explorer::new(&game).starting_from(&[2, 1]), &mut ());
    let (states, steps) = read_aut(&graph.export(Format::Aut).to_string());
    assert_eq!((states, steps.len()), (4, 4));
    assert_eq!(steps.iter().filter(|(from, label, _)| *from == 0 && label == "i").count(), 2);
    assert_eq!(read_dot(&graph.export(Format::Dot).to_string()).0.len(), 3);
}
