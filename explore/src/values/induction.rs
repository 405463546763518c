//! Strong solutions by backward induction, in a few bits for each position.
//!
//! The positions that can be reached are found by a sweep; then the row is gone through again and again, downwards and
//! upwards in turn, and every position whose successors all have a value gets its own. Where every move raises the
//! index, as on boards numbered by digits, once downwards is enough; where every move lowers it, once each way.

use std::fmt;

use game::{Indexed, Playable, Stopped, Value};

use crate::explorer::Explorer;
use crate::search::space::Space;
use crate::search::sweep::{Sweep, sweep};
use crate::values::meter::Meter;
use crate::values::table::Table;

/// Why a game has no table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// A limit was reached.
    Stopped(Stopped),
    /// The positions have no index.
    NoIndex,
    /// Positions repeat: such games are for [`solve`](crate::solve).
    Cycle,
}

impl fmt::Display for Unsolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsolved::Stopped(why) => why.fmt(f),
            Unsolved::NoIndex => f.write_str("the positions of the game cannot be numbered"),
            Unsolved::Cycle => f.write_str("positions of the game repeat"),
        }
    }
}

impl std::error::Error for Unsolved {}

impl Table {
    /// Solves a game in which no position comes twice, from its start. Of the explorer it uses the index, the limits,
    /// the watcher and the threads, these as long as it searches forwards.
    ///
    /// # Errors
    /// If the explorer has no index, positions repeat, or a limit is reached.
    pub fn solve<G, I>(explorer: &Explorer<'_, G, I>) -> Result<Table, Unsolved>
    where
        G: Playable,
        I: Indexed<Configuration = G::State, Action = G::Move>,
    {
        let game = explorer.space.system;
        let index = explorer.index.filter(|index| index.size().is_some()).ok_or(Unsolved::NoIndex)?;
        let limits = &explorer.limits;
        let plan = Sweep { depth: None, limits, keeps: true };
        let (report, reached) = sweep(Space::whole(game), index, plan, &mut (), explorer.watcher());
        if let Some(why) = report.stopped {
            return Err(Unsolved::Stopped(why));
        }
        // What no `usize` counts fits no memory: the most there is says so.
        let values = usize::try_from(5 * report.counts.states / 4).unwrap_or(usize::MAX);
        let needed = values.saturating_add(9 * reached.len());
        let mut meter = Meter::new(limits, explorer.watcher(), &report, needed);
        meter.look().map_err(Unsolved::Stopped)?;
        let mut table = Table::empty(reached);
        meter.bytes = table.bytes();
        let mut down = true;
        while meter.done < meter.all {
            let before = meter.done;
            pass((game, index), &mut table, down, &mut meter).map_err(Unsolved::Stopped)?;
            if meter.done == before && !down {
                return Err(Unsolved::Cycle);
            }
            down = !down;
        }
        Ok(table)
    }
}

/// Goes through all positions once, and gives values to those that can have one.
fn pass<G, I>(
    (game, by): (&G, &I),
    table: &mut Table,
    down: bool,
    meter: &mut Meter<'_>,
) -> Result<(), Stopped>
where
    G: Playable,
    I: Indexed<Configuration = G::State, Action = G::Move>,
{
    let (count, words) = (table.len() as usize, table.words());
    let mut before = 0;
    for step in 0..words {
        meter.step()?;
        let word = if down { words - 1 - step } else { step };
        let mut bits = table.word(word);
        while bits != 0 {
            let bit = if down { 63 - bits.leading_zeros() } else { bits.trailing_zeros() };
            bits &= !(1 << bit);
            meter.step()?;
            let place = if down { count - 1 - before } else { before };
            before += 1;
            let index = word as u64 * 64 + u64::from(bit);
            if table.at(place).is_none()
                && let Some(value) = value(game, by, table, index)
            {
                table.set(place, value);
                meter.done += 1;
            }
        }
    }
    Ok(())
}

/// The value of a position, if those of all positions after it are known.
#[inline]
fn value<G, I>(game: &G, by: &I, table: &Table, index: u64) -> Option<Value>
where
    G: Playable,
    I: Indexed<Configuration = G::State, Action = G::Move>,
{
    let state = by.state_at(index);
    let turn = game.turn(&state);
    if let Some(outcome) = game.outcome(&state) {
        return Some(outcome.value_for(turn));
    }
    let mut best = None;
    for mv in game.moves(&state) {
        let value = table.value(by.index_after(&state, index, mv))?;
        let seen = if game.turn(&game.next(&state, mv)) == turn { value } else { value.reversed() };
        best = best.max(Some(seen.one_ply_longer()));
    }
    best
}
