//! Drawings of odd diagrams.

use std::path::Path;

use dd::{Error, Hom, Manager, Result, Set, Val, Var, id};
use proptest::prelude::*;

#[test]
fn odd_diagrams_are_drawn() -> Result<()> {
    let manager = Manager::new();
    manager.set_name(1, "a \"name\" with\n<odd> & \\ characters…")?;
    let sets = [
        manager.empty(),
        manager.unit(),
        manager.undefined(),
        manager.range(1, -20..=20)?,
        manager.word(&[(1, 1), (1, 1), (2, -5)])?,
        manager.arc(1, 0)?.concat(&manager.undefined())?,
    ];
    for set in &sets {
        let svg = set.to_svg()?;
        assert!(svg.contains("<svg") && svg.contains("</svg>"));
    }
    let large = manager.word(&(0..1200).map(|var| (var, 0)).collect::<Vec<_>>())?;
    assert!(matches!(large.to_svg(), Err(Error::Unsupported(_))));
    Ok(())
}

/// The pictures in the book of a set that grows round by round. `MORPION_UPDATE=1` draws them anew.
#[test]
fn the_rounds_in_the_book_are_what_is_drawn() -> Result<()> {
    let manager = Manager::new();
    let step = Hom::sum((0..3).map(|place| Hom::assign(place, 1).after(Hom::equal(place, 0)))) + id();
    let mut set = manager.word(&[(0, 0), (1, 0), (2, 0)])?;
    for round in 0..4 {
        let (drawn, name) = (set.to_svg()?, format!("../book/src/pictures/round-{round}.svg"));
        let place = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
        if std::env::var_os("MORPION_UPDATE").is_some() {
            std::fs::write(&place, &drawn).unwrap();
        }
        let kept = std::fs::read_to_string(&place).unwrap_or_default();
        assert!(
            kept.trim_end() == drawn.trim_end(),
            "round {round} has changed; MORPION_UPDATE=1 keeps it so"
        );
        set = step.apply(&set)?;
    }
    Ok(())
}

/// The rectangles of a class: left, top, width and height.
fn rectangles(svg: &str, class: &str) -> Vec<[f64; 4]> {
    let begin = format!("<rect class=\"{class}\"");
    let number = |line: &str, key: &str| -> f64 {
        let after = line.split_once(&format!(" {key}=\"")).unwrap().1;
        after.split_once('"').unwrap().0.parse().unwrap()
    };
    let lines = svg.lines().filter(|line| line.starts_with(&begin));
    lines.map(|line| ["x", "y", "width", "height"].map(|key| number(line, key))).collect()
}

/// Boxes do not touch, and there are as many boxes, cells and arcs as there should be.
fn is_proper(set: &Set) -> Result<()> {
    let svg = set.to_svg()?;
    let (nodes, ends) = (rectangles(&svg, "box"), rectangles(&svg, "end"));
    assert_eq!(nodes.len(), set.nodes()?);
    assert!((1..=2).contains(&ends.len()));
    let cells = rectangles(&svg, "cell").len();
    assert!(cells >= nodes.len() && cells <= set.arcs()?);
    assert!(svg.matches("<path").count() >= cells);
    let boxes: Vec<&[f64; 4]> = nodes.iter().chain(&ends).collect();
    for (i, a) in boxes.iter().enumerate() {
        for b in &boxes[..i] {
            let aside = a[0] + a[2] < b[0] || b[0] + b[2] < a[0];
            let below = a[1] + a[3] < b[1] || b[1] + b[3] < a[1];
            assert!(aside || below, "{a:?} and {b:?} overlap");
        }
    }
    Ok(())
}

/// Words that agree on an order, but leave out variables as they like.
fn words() -> impl Strategy<Value = Vec<Vec<(Var, Val)>>> {
    let word = proptest::collection::vec(0..4, 6).prop_map(|values: Vec<Val>| {
        let skips = values[0] % 2 == 0;
        let letters = (0..).zip(values);
        letters.filter(|(var, _)| !(skips && (2..4).contains(var))).collect()
    });
    proptest::collection::vec(word, 1..40)
}

proptest! {
    #[test]
    fn drawings_are_proper(words in words()) {
        let manager = Manager::new();
        let set = manager.words(&words).unwrap();
        is_proper(&set).unwrap();
    }

    #[test]
    fn equal_sets_have_equal_drawings(words in words()) {
        let (one, other) = (Manager::new(), Manager::new());
        // Nodes of the other are numbered differently.
        other.range(3, 0..=9).unwrap();
        let backwards: Vec<Vec<(Var, Val)>> = words.iter().rev().cloned().collect();
        prop_assert_eq!(one.words(&words).unwrap().to_svg(), other.words(&backwards).unwrap().to_svg());
    }
}

#[test]
fn the_largest_diagrams_are_drawn() -> Result<()> {
    let manager = Manager::new();
    // A ladder: from every rung one can leave for the end.
    let mut ladder = manager.unit();
    for var in (0..1000).rev() {
        ladder = manager.arc(var, 0)?.concat(&ladder)?.union(&manager.arc(var, 1)?)?;
    }
    assert_eq!(ladder.nodes()?, 1000);
    is_proper(&ladder)
}

#[test]
fn arcs_that_pass_layers_by_share_their_way() -> Result<()> {
    let manager = Manager::new();
    let last = manager.arc(9, 0)?;
    let long = manager.word(&[(1, 0), (2, 0), (3, 0)])?.concat(&last)?;
    let short = manager.range(1, 1..=2)?.concat(&last)?;
    let shorter = manager.word(&[(1, 0), (2, 1)])?.concat(&last)?;
    let svg = long.union(&short)?.union(&shorter)?.to_svg()?;
    // Four arcs of the long word, and three of the short ones: to a bend, to another, to the node. One leads from the
    // other word to the second bend.
    assert_eq!((svg.matches("<path").count(), rectangles(&svg, "cell").len()), (8, 6));
    Ok(())
}
