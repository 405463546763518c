//! A variant of a wide game, and one with a board of known size, answer like any other.

use catalogue::{Claims, Job, Simulate, Survey, TreeRequest, Variant};
use games::mnk::{FixedSize, Mnk, Rule};
use games::nim::Nim;
use serde_json::Value as Json;

use crate::common::{data, open, rule_name};

/// What goes by the states of a game.
fn walked(variant: &Variant, moves: Option<&str>) -> Vec<Json> {
    let job = Job::default();
    let starts = variant.starts(moves).unwrap();
    let mut answers = Vec::new();
    for symmetry in [false, true] {
        for depth in [None, Some(3)] {
            let survey = Survey { symmetry, depth, ..Survey::default() };
            answers.push(data(&variant.count(Some(&starts), &survey, &job)));
            answers.push(data(&variant.explore(Some(&starts), &survey, &job)));
            let request = TreeRequest { depth, symmetry, alpha_beta_nodes: 100_000 };
            answers.push(data(&variant.tree(&starts[0], request, &job).unwrap()));
        }
        answers.push(data(&variant.perft(&starts, 5, symmetry, &job)));
    }
    answers.push(data(&variant.simulate(&starts, Simulate { games: 300, seed: 5, plies: 6 }, &job)));
    let claims = Claims {
        find: vec!["winner = o".into()],
        eventually: vec!["over".into()],
        force: vec!["x:over".into()],
        ..Claims::default()
    };
    answers.push(data(&variant.check(&starts, &claims, &job).unwrap()));
    let solved = variant.solve(&starts[0], &job).unwrap();
    answers.push(serde_json::json!([solved.value, solved.plies]));
    answers
}

fn same(one: &Variant, other: &Variant, moves: Option<&str>) {
    for (number, (one, other)) in walked(one, moves).into_iter().zip(walked(other, moves)).enumerate() {
        assert_eq!(one, other, "answer {number} after {moves:?}");
    }
    assert_eq!(data(&one.facts()), data(&other.facts()));
}

#[test]
fn wide_games_answer_like_others() {
    for rule in [Rule::Normal, Rule::Misere] {
        let wide = Variant::of_wide_game(Mnk::<u64>::new(3, 3, 3, rule));
        let plain = open(&format!("mnk:3,3,3,{}", rule_name(rule)));
        same(&plain, &wide, None);
        same(&plain, &wide, Some("b2 a1"));
    }
    same(&open("nim:2,3,misere"), &Variant::of_wide_game(Nim::new(&[2, 3], true)), None);
}

#[test]
fn boards_of_known_size_answer_like_others() {
    for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
        let game = Mnk::<u64>::new(3, 3, 3, rule);
        let fixed = Mnk::<u64, FixedSize<3, 3, 3, false>>::fixed(rule);
        let plain = open(&format!("mnk:3,3,3,{}", rule_name(rule)));
        let fixed = Variant::of_fixed_game(game, fixed);
        same(&plain, &fixed, None);
        same(&plain, &fixed, Some("a1 c3 b2"));
        fixed.laws(5, 2).unwrap();
    }
}
