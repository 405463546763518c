//! Endings as numbers from 1, which is what words are given in diagrams.

use game::Ending;

/// Returns the number that stands for an ending.
pub(crate) fn code_of(ending: Ending) -> u32 {
    let place = Ending::ALL.iter().position(|&other| other == ending);
    1 + place.expect("all endings are listed") as u32
}

/// Returns the ending that a number stands for.
pub(crate) fn ending_of(code: u32) -> Option<Ending> {
    Ending::ALL.get((code as usize).checked_sub(1)?).copied()
}
