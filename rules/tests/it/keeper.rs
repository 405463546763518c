//! Moves of the keeper: it must not matter which one it makes, and they must come to an end.

use explore::Explorer;
use game::{Limits, SyntaxError, System, unless_abandoned};
use rules::{TextSystem, rbg};

use crate::common::{TEXTS, model, system};

type Row = TextSystem<Box<[u64]>>;

/// A row of six squares on which pieces are put; what happens after every move, and when all were put from left to
/// right, which play by chance hardly ever finds.
fn in_order(always: &str, then: &str) -> Result<Row, SyntaxError> {
    let text = "#players = x(1), o(1)\n#pieces = e, a, b\n#variables = n(6)\n\
         #board = rectangle(up, down, left, right, [e, e, e, e, e, e])\n#any = (left* + right*)\n\
         #first = {! left left* {e}}\n\
         #put(me) = ->me any {e} (first [a] [$ n = n + 1] + {? left left* {e}} [a]) ->>\n\
         #rules = (put(x) after put(o) after)*\n";
    let after = format!("#after = {always} ({{$ n < 6}} + {{$ n == 6}} {then})\n#rules");
    rbg::read("row", &text.replace("#rules", &after)).and_then(TextSystem::new)
}

/// What both forms say when all positions are counted.
fn both(game: &Row) -> [Result<u64, String>; 2] {
    let by_list = unless_abandoned(|| Explorer::new(game).count(&mut ()).counts.states);
    let by_diagrams = unless_abandoned(|| {
        let options = symbolic::Options::default();
        let found = symbolic::reach(game, options, &Limits::default(), &mut |_| ());
        assert!(found.is_complete());
        let by_ply = found.by_ply();
        by_ply.iter().map(|count| u64::try_from(count).expect("they are few")).sum()
    });
    [by_list, by_diagrams].map(|counted| counted.map_err(|wrong| wrong.to_string()))
}

#[test]
fn a_choice_is_refused_where_it_begins() {
    for ways in ["([e] + .)", "([e] + [w])"] {
        let text = format!(
            "#players = white(1)\n#pieces = e, w\n#variables =\n#board = rectangle(up, down, left, right, [e, w])\n\
             #rules = ->white {{e}} [w] ->> {ways} ->white {{w}}"
        );
        let wrong = rbg::read("choice", &text).and_then(Row::new).map(|_| ()).expect_err("there is a choice");
        assert!(wrong.problem.starts_with("line 5, column "), "{ways}: {wrong}");
        assert!(wrong.problem.contains("in several ways, to different positions"), "{ways}: {wrong}");
        assert!(wrong.text.starts_with("#rules") && wrong.help.contains("exclude"), "{ways}: {wrong}");
    }
}

#[test]
fn a_choice_in_play_is_found_by_both_forms() {
    let game = in_order("", "any {a} [b]").expect("it is not found at the start");
    for counted in both(&game) {
        let wrong = counted.expect_err("there is a choice");
        assert!(wrong.starts_with("line ") && wrong.contains("in several ways"), "{wrong}");
    }
}

#[test]
fn ways_to_the_same_position_are_no_choice() {
    let all_ways = "(any {a} [b])* {! any {a}} any {e, b}";
    let counts = both(&in_order("", all_ways).expect("it does not matter"));
    let plain = both(&in_order("", "any {b, a}").expect("nothing happens"));
    assert_eq!(counts[0], counts[1]);
    assert_eq!(counts, plain, "only the last position differs");
    let one_after_the_other = both(&in_order("(any {a} [b] ->>)* {! any {a}} any", ".").expect("the same"));
    assert_eq!(one_after_the_other[0], one_after_the_other[1]);
}

#[test]
fn rules_without_end_are_found_in_play() {
    let game = in_order("", "->x any {a} ([b] [a])* ->>").expect("it is not found at the start");
    let wrong = both(&game)[0].clone().expect_err("it never ends");
    assert!(wrong.starts_with("line 8, column 52: the rules can go on here without end"), "{wrong}");
    let game = in_order("", "->> (->>)* {}").expect("it is not found at the start");
    for counted in both(&game) {
        let wrong = counted.expect_err("it never ends");
        assert!(wrong.starts_with("line ") && wrong.contains("without end"), "{wrong}");
    }
}

/// The texts that are shipped leave the keeper no choice in any order of play that was tried.
#[test]
fn shipped_texts_have_no_choice() {
    for (name, text) in TEXTS {
        let game = system(text);
        let mut random = game::Random::new(3);
        let mut state = game.starts().next().expect("there is a start");
        let played = unless_abandoned(|| {
            for _ in 0..60 {
                let Some(mv) = random.choose(game.actions(&state).collect::<Vec<_>>()) else { break };
                game.apply(&mut state, mv);
                if game.is_final(&state) {
                    break;
                }
            }
        });
        assert_eq!(played, Ok(()), "{name}");
        assert!(model(text).origins.len() > 1);
    }
}

/// Patterns within patterns are looked for once in each position, however deep they are.
#[test]
fn nested_patterns_take_no_time() {
    for kind in ["{? ", "{! "] {
        let nested = format!("{}{{e}}{}", format!("(left + right + .) {kind}").repeat(40), "}".repeat(40));
        let text = format!(
            "#players = x(1) #pieces = e, a #board = rectangle(up, down, left, right, [e, e, e, e, e, e, e, e])\n\
             #rules = ->x (right* {{e}} {{? {nested}}} [a] ->x)*"
        );
        let game: Row = rbg::read("nested", &text).and_then(TextSystem::new).expect("it is a game");
        let start = game.starts().next().expect("there is a start");
        assert_eq!(game.actions(&start).count(), 8);
    }
}
