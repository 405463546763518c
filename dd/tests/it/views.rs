//! The same set as words, as nodes and arcs, in one pass over its nodes, and in the dot language.

use crate::common::{build, picks, words_of};
use dd::{Error, Manager, Set, Val, Var};
use num_bigint::BigUint;
use proptest::prelude::*;

/// The number of words by one pass from their ends to their beginning.
fn counted(set: &Set) -> Option<BigUint> {
    let mut counts: Vec<BigUint> = Vec::new();
    set.each_node(|_, arcs| {
        assert!(arcs.is_sorted_by_key(|(value, _)| value), "values ascend");
        let below = |child: Option<usize>| child.map_or(BigUint::from(1u32), |child| counts[child].clone());
        counts.push(arcs.iter().map(|&(_, child)| below(child)).sum());
    })
    .unwrap();
    counts.pop()
}

proptest! {
    #[test]
    fn nodes_and_arcs_hold_the_words_of_the_set(seed: u8, picks in picks(), other: u8, others in picks()) {
        let manager = Manager::new();
        let words = words_of(seed, &picks);
        let set = build(&manager, &words).unwrap();
        let diagram = set.diagram().unwrap();
        prop_assert_eq!(diagram.nodes.len(), set.nodes().unwrap());
        prop_assert_eq!(counted(&set), diagram.nodes.first().map(|node| node.words.clone()));
        for node in &diagram.nodes {
            let through = words.iter().filter(|word| {
                diagram.path(word).unwrap().iter().any(|&at| std::ptr::eq(&diagram.nodes[at], node))
            });
            prop_assert_eq!(&node.words, &BigUint::from(through.count()));
        }
        for word in &words {
            let path = diagram.path(word).unwrap();
            prop_assert_eq!(path.len(), word.len());
            let levels: Vec<usize> = path.iter().map(|&at| diagram.nodes[at].level).collect();
            prop_assert!(levels.is_sorted() && levels[0] == 0);
            prop_assert_eq!(diagram.path(&word[..word.len() - 1]), None, "it is cut");
            prop_assert_eq!(diagram.path(&[&word[..], &[(9, 9)]].concat()), None, "it goes on");
        }
        for word in words_of(other, &others).difference(&words) {
            prop_assert_eq!(diagram.path(word), None);
        }
    }

    #[test]
    fn every_node_and_every_arc_is_in_the_dot_text(seed: u8, picks in picks()) {
        let manager = Manager::new();
        let set = build(&manager, &words_of(seed, &picks)).unwrap();
        let (dot, diagram) = (set.to_dot().unwrap(), set.diagram().unwrap());
        let nodes = dot.lines().filter(|line| line.contains("label") && !line.contains("->"));
        let (boxes, nodes): (Vec<&str>, Vec<&str>) = nodes.partition(|line| line.contains("shape=box"));
        prop_assert_eq!((boxes.len(), nodes.len()), (1, diagram.nodes.len()), "{}", dot);
        // Arcs between the same nodes are drawn as one.
        let targets = |arcs: &[(Val, Option<usize>)]| {
            arcs.iter().map(|(_, child)| child).collect::<std::collections::HashSet<_>>().len()
        };
        let drawn: usize = diagram.nodes.iter().map(|node| targets(&node.arcs)).sum();
        prop_assert_eq!(dot.matches("->").count(), drawn);
    }
}

#[test]
fn names_are_quoted_in_the_dot_text() {
    let manager = Manager::new();
    manager.set_name(1, "a \"b\\").unwrap();
    let dot = manager.range(1, 0..=1).unwrap().to_dot().unwrap();
    assert!(dot.contains("label=\"a \\\"b\\\\\""), "{dot}");
}

#[test]
fn a_set_without_words_has_no_nodes() {
    let manager = Manager::new();
    for set in [manager.empty(), manager.unit()] {
        let diagram = set.diagram().unwrap();
        assert!(diagram.nodes.is_empty() && counted(&set).is_none());
        assert_eq!(diagram.path(&[] as &[(Var, Val)]), None);
        assert!(set.to_dot().unwrap().contains("shape=box"));
    }
}

#[test]
fn errors_say_what_went_wrong() {
    let messages = [
        (Error::OutOfMemory { limit: 5 }, "5 bytes"),
        (Error::Terminal { hom: "h".to_string(), after: Some(7) }, "7"),
        (Error::Terminal { hom: "h".to_string(), after: None }, "h"),
        (Error::NotSelector { hom: "h".to_string() }, "h"),
        (Error::Undefined, "TOP"),
        (Error::ForeignSet, "manager"),
        (Error::OutOfRange { what: "value 3".to_string() }, "value 3"),
        (Error::Failed("my own".to_string()), "my own"),
        (Error::TooDeep { limit: 9 }, "9"),
        (Error::Unsupported("sums".to_string()), "sums"),
        (Error::Corrupt { reason: "it is cut".to_string() }, "it is cut"),
        (Error::Io("no disk".to_string()), "no disk"),
    ];
    for (error, part) in messages {
        assert!(error.to_string().contains(part), "{error}");
    }
    let all = [Error::Busy, Error::Stopped, Error::Overflow].map(|error| error.to_string());
    assert!(all.iter().all(|text| !text.is_empty()) && all[0] != all[1] && all[1] != all[2]);
}
