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
