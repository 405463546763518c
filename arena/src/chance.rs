//! What is known of a position, as a chance.

use game::Worth;

/// Returns how well the player to move stands, from -1, lost, to 1, won. Only what is proved comes to either end;
/// anything else is an estimate.
///
/// ```
/// use game::{Value, Worth};
/// assert_eq!(arena::balance(Worth::Guess(0)), 0.0);
/// assert!(arena::balance(Worth::Guess(2000)) > arena::balance(Worth::Guess(500)));
/// assert!(arena::balance(Worth::Guess(i32::MAX)) < 1.0);
/// assert_eq!(arena::balance(Worth::Proved(Value::loss(4))), -1.0);
/// ```
#[must_use]
pub fn balance(worth: Worth) -> f64 {
    /// A guess that is called a good advantage.
    const GOOD: f64 = 2000.0;
    match (worth.verdict(), worth.guess()) {
        (Some(verdict), _) => f64::from(verdict.sign()),
        (None, Some(score)) => (f64::from(score) / GOOD).tanh() * 0.95,
        // Bounds alone say nothing about who is ahead.
        (None, None) => 0.0,
    }
}
