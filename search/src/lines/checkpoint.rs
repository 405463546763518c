//! Proofs kept outside of memory, so that a search that was killed goes on where it was.
//!
//! All that a search has found is in its table: a search that begins with a full table passes through what is settled
//! without a search of its own, and comes to where the other one was. A proof is about open lines as sets of squares,
//! which its key names, so it is true in every search, with any number of threads and any limits.
//!
//! ```text
//! u64   the words of a set of squares
//! u64   the nodes of all searches so far
//! u64   a number of proofs, then these: u128 key, the words of the zone, u32 work, u16 move, u8 winner
//!  …    as often as needed; a number of zero ends it
//! ```
//! All numbers begin with their lowest byte.

use std::io::{self, ErrorKind, Read, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::table::Table;
use crate::large_stack::SOUND;

/// The version of what is saved; to be raised when its form or the keys of positions change.
pub const CHECKPOINT_VERSION: u32 = 1;

/// A place outside of memory where a [`Solver`](super::Solver) of lines saves its proofs now and then, and from which it
/// goes on.
pub trait Keeper: Sync {
    /// Returns the time from one saving to the next.
    fn interval(&self) -> Duration;

    /// Gives what was saved last to `read`, if there is anything. Returns whether the search may begin: not if there is
    /// something that cannot be used.
    fn load(&self, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<Saved>) -> bool;

    /// Saves what `write` writes, in place of what was saved before. An error is for the keeper to report: the search
    /// goes on.
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> io::Result<Saved>);
}

/// How much was saved.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Saved {
    /// The number of proofs.
    pub proofs: u64,
    /// The number of nodes that were searched until then, by this search and those from which it went on.
    pub nodes: u64,
    /// The number of proofs that were read, and for which the table had no room: they are not saved again.
    pub dropped: u64,
}

/// What a search does about its checkpoints.
pub(super) struct Checkpoint<'s> {
    keeper: &'s dyn Keeper,
    /// When to save next; never if that is further ahead than the clock can tell.
    due: Mutex<Option<Instant>>,
    /// The nodes of the searches before.
    earlier: u64,
}

impl<'s> Checkpoint<'s> {
    /// Puts what was saved into a table. Returns `None` if it cannot be used.
    pub(super) fn load<const N: usize>(
        keeper: &'s dyn Keeper,
        table: &Table<N>,
        squares: usize,
    ) -> Option<Checkpoint<'s>> {
        let mut earlier = 0;
        let usable = keeper.load(&mut |from| {
            if number(from)? != N as u64 {
                return Err(damaged("it is of a board of another size"));
            }
            earlier = number(from)?;
            let mut proofs: u64 = 0;
            loop {
                let count = number(from)?;
                if count == 0 {
                    // The table was empty before.
                    let dropped = proofs.saturating_sub(table.len() as u64);
                    return Ok(Saved { proofs, nodes: earlier, dropped });
                }
                table.read(from, count, squares)?;
                proofs = count.checked_add(proofs).ok_or_else(|| damaged("too many proofs"))?;
            }
        });
        usable.then(|| Checkpoint { keeper, due: Mutex::new(next(keeper)), earlier })
    }

    /// Saves the table if it is time to. If another thread is at it, that is enough.
    pub(super) fn save_if_due<const N: usize>(&self, table: &Table<N>, nodes: u64) {
        if let Ok(mut due) = self.due.try_lock()
            && due.is_some_and(|due| due <= Instant::now())
        {
            self.write(table, nodes);
            *due = next(self.keeper);
        }
    }

    /// Saves the table.
    pub(super) fn save<const N: usize>(&self, table: &Table<N>, nodes: u64) {
        let _due = self.due.lock().expect(SOUND);
        self.write(table, nodes);
    }

    fn write<const N: usize>(&self, table: &Table<N>, nodes: u64) {
        let nodes = self.earlier.saturating_add(nodes);
        self.keeper.save(&|to| {
            to.write_all(&(N as u64).to_le_bytes())?;
            to.write_all(&nodes.to_le_bytes())?;
            let proofs = table.write(to)?;
            to.write_all(&0u64.to_le_bytes())?;
            Ok(Saved { proofs, nodes, dropped: 0 })
        });
    }
}

/// Returns when to save next.
fn next(keeper: &dyn Keeper) -> Option<Instant> {
    Instant::now().checked_add(keeper.interval())
}

fn number(from: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

/// Returns the error that what was saved makes no sense.
pub(super) fn damaged(why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why)
}
