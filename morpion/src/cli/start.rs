//! Where to begin.

use game::Notation;

use super::answer::Failure;

/// The state after the given moves, or, without any, the starts of the system.
pub fn starts<S: Notation>(system: &S, moves: Option<&str>) -> Result<Vec<S::Configuration>, Failure> {
    match moves {
        None => Ok(system.starts().collect()),
        Some(text) => {
            let (_, mut positions) =
                system.parse_line(text).map_err(|e| Failure::new(format!("--moves: {e}")))?;
            Ok(positions.pop().into_iter().collect())
        }
    }
}

/// The same, where there must be one.
pub fn start<S: Notation>(system: &S, moves: Option<&str>) -> Result<S::Configuration, Failure> {
    let first = starts(system, moves)?.into_iter().next();
    first.ok_or_else(|| Failure::new("there is no state to start from"))
}

/// The moves that were played first, as a title says it.
pub fn after(moves: Option<&str>) -> String {
    moves.map_or(String::new(), |moves| format!(" after {moves}"))
}
