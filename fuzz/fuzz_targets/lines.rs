//! A game of squares and lines, as a file lists them, is read or refused; what is read has lines of its own squares, and
//! comments and spacing do not change it.
#![no_main]

use games::positional::{fingerprint, parse};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let plan = match parse(text) {
        Ok(plan) => plan,
        Err(mistake) => return assert!(!mistake.problem.is_empty()),
    };
    let squares = plan.names().len();
    assert!(plan.lines().iter().all(|line| line.iter().all(|&square| usize::from(square) < squares)));
    let spaced = text.lines().map(|line| format!("  {line} # comment\n\n")).collect::<String>();
    assert_eq!(fingerprint(&spaced), fingerprint(text));
    assert_eq!(parse(&spaced).map(|plan| plan.lines().to_vec()).as_deref(), Ok(plan.lines()));
});
