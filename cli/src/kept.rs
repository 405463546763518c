//! What is said of a folder in which a state space is kept.

use catalogue::OnDisk;
use serde_json::Value;

use crate::answer::with;

/// Adds what is on the disk to an answer.
pub fn with_disk(object: Value, disk: &OnDisk) -> Value {
    match serde_json::to_value(disk) {
        Ok(Value::Object(disk)) => with(object, disk),
        _ => unreachable!("it is a struct of texts and numbers, so it becomes an object"),
    }
}

/// Returns what there is to say about the folder beside the numbers: files that had to be made again.
pub fn notes(disk: &OnDisk) -> String {
    match disk.mended.as_slice() {
        [] => String::new(),
        mended => format!("\nDamaged, and made again: {}.\n", mended.join(", ")),
    }
}
