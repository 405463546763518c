//! Every state looked at in order, and shortest ways to some of them.

use std::ops::ControlFlow;

use crate::error::Error;
use crate::parquet::GROUP_ROWS;
use crate::space::Found;
use crate::store::{Step, Store};

/// A way to a state: states, the first of them a start, each one action after the one before.
pub type Way = Vec<Vec<u64>>;

/// The number of states that are expanded at a time.
const BATCH: usize = 1 << 8;

impl Store<'_> {
    /// Shows all states of at most this many actions from the start, ply by ply, those of a ply in order and some at a
    /// time, until it is enough. What is not known yet is found on the way.
    ///
    /// # Errors
    /// If a limit is reached, on the disk too, or the folder cannot be used.
    pub fn scan(
        &mut self,
        depth: Option<u32>,
        look: &mut dyn FnMut(usize, &[u64]) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        for ply in 0.. {
            if depth.is_some_and(|depth| ply > depth as usize) {
                break;
            }
            while self.folder.manifest.plies.len() <= ply {
                if self.folder.manifest.complete {
                    return Ok(());
                }
                self.advance()?;
            }
            if self.scan_ply(ply, &mut |states| look(ply, states))?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Shows the states of a ply in order, some at a time.
    fn scan_ply(
        &mut self,
        ply: usize,
        look: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        let (mut from, all) = (0, self.folder.manifest.plies[ply].states());
        while from < all {
            self.look(Step::Scan, ply, from, all)?;
            let states =
                self.mending(|store| store.task(&store.folder.manifest).states(ply, from, GROUP_ROWS))?;
            from += (states.len() / self.width()) as u64;
            if look(&states).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns a shortest way to each of these states, which are given with their plies. However many they are, every
    /// ply before them is read once.
    ///
    /// # Errors
    /// As [`scan`](Store::scan); or if nothing leads to one of them, because the rules have changed.
    pub fn ways(&mut self, ends: &[(usize, Vec<u64>)]) -> Result<Vec<Way>, Error> {
        // To no states no way is wanted.
        let deepest = ends.iter().map(|&(ply, _)| ply).max().unwrap_or(0);
        let mut ways: Vec<Way> = ends.iter().map(|(_, state)| vec![state.clone()]).collect();
        for ply in (1..=deepest).rev() {
            let mut wanted: Vec<Vec<u64>> = Vec::new();
            for ((end, _), way) in ends.iter().zip(&ways) {
                if *end >= ply {
                    wanted.extend(way.last().cloned());
                }
            }
            wanted.sort();
            wanted.dedup();
            let before = self.before(ply, &wanted)?;
            for ((end, _), way) in ends.iter().zip(&mut ways) {
                let here = way.last().expect("a way has its end");
                if let (true, Ok(place)) = (*end >= ply, wanted.binary_search(here)) {
                    way.push(before[place].clone());
                }
            }
        }
        ways.iter_mut().for_each(|way| way.reverse());
        Ok(ways)
    }

    /// Returns for each of these states of a ply, which are in order, the first of the ply before that leads to it.
    fn before(&mut self, ply: usize, wanted: &[Vec<u64>]) -> Result<Vec<Vec<u64>>, Error> {
        let (width, space) = (self.width(), self.space);
        let mut before = vec![None; wanted.len()];
        let mut left = wanted.len();
        let mut found = Found::default();
        let _ = self.scan_ply(ply - 1, &mut |states| {
            for some in states.chunks(BATCH * width) {
                found.words.clear();
                found.ends.clear();
                space.expand(some, ply as u32 - 1, &mut found);
                let mut begin = 0;
                for (state, &end) in some.chunks_exact(width).zip(&found.ends) {
                    for next in found.words[begin..end].chunks_exact(width) {
                        let place = wanted.binary_search_by(|other| other.as_slice().cmp(next));
                        let Ok(place) = place else { continue };
                        if before[place].is_none() {
                            before[place] = Some(state.to_vec());
                            left -= 1;
                        }
                    }
                    begin = end;
                }
                if left == 0 {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        })?;
        let all: Option<Vec<Vec<u64>>> = before.into_iter().collect();
        all.ok_or_else(|| {
            Error::Refused(format!(
                "{}: nothing leads to a position of ply {ply}: the rules have changed since; begin anew with --fresh",
                self.folder.place()
            ))
        })
    }
}
