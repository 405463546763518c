//! Messages about what was typed: short, harmless to a terminal, with the place marked.

use game::{ParseError, SyntaxError};

#[test]
fn of_a_long_text_the_surroundings_of_the_mistake_are_shown() {
    let text = format!("{}x{}", "a".repeat(100), "b".repeat(100));
    let shown = SyntaxError::new(&text, 100..101, "`x` is wrong", "leave it out").to_string();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], "`x` is wrong");
    assert_eq!(lines[1], format!("  …{}x{}…", "a".repeat(40), "b".repeat(40)));
    assert_eq!(
        lines[1].chars().nth(lines[2].chars().count() - 1),
        Some('x'),
        "the caret is below it:\n{shown}"
    );
    assert_eq!(lines[3], "leave it out");
}

#[test]
fn nothing_that_a_terminal_would_obey_is_shown() {
    let shown = SyntaxError::new("a\u{1b}[2J\tb", 7..8, "`b` is wrong", "").to_string();
    assert_eq!(shown, "`b` is wrong\n  a [2J b\n         ^\n");
}

#[test]
fn a_place_that_is_not_in_the_text_is_not_shown() {
    // Behind the text, and within a letter of two bytes.
    for place in [9..12, 2..3] {
        let shown = SyntaxError::new("aé", place, "something is wrong", "help").to_string();
        assert!(shown.starts_with("something is wrong\n") && shown.ends_with("^\nhelp"), "{shown}");
    }
}

#[test]
fn a_mistake_without_a_place_is_told_in_one_line() {
    let error = ParseError::new("there is no start", "a system needs one");
    assert_eq!(error.to_string(), "there is no start; a system needs one");
    assert_eq!(error.shown_in("a1"), error.to_string());
    assert_eq!(ParseError::new("there is no start", "").to_string(), "there is no start");
}
