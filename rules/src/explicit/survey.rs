//! The moves of the keeper where they may lead to different states: all of them are looked at, if they are not too many.

use rustc_hash::FxHashSet;
use std::collections::VecDeque;

use super::machine::{Does, Machine};
use super::walk::{Endless, Scratch};
use crate::model::{Loc, Mover};

/// How many places of walks are looked at, besides those where there was one way on.
const MOST_LOOKED_AT: usize = 1 << 6;

/// How many places a single way may have before it is checked for circles.
const LONG: usize = 1 << 10;

/// A place of a walk: the variables, the location, and the action that led there.
type Node = (Box<[u64]>, Loc, u32);

/// Where the keeper's moves lead.
pub(super) enum Surveyed {
    /// Here, in every way that was looked at; nothing if the game is over.
    End(Option<Loc>),
    /// Too far away to be seen.
    Far,
}

impl Machine {
    /// Makes the keeper's moves in all ways, or in as many as are looked at: those that part from each other early come
    /// first.
    pub(super) fn survey(
        &self,
        words: &mut [u64],
        at: Loc,
        scratch: &mut Scratch,
    ) -> Result<Surveyed, Endless> {
        let mut seen: FxHashSet<(Box<[u64]>, Loc)> = FxHashSet::default();
        let mut open: VecDeque<Node> = VecDeque::from([(words.into(), at, 0)]);
        let mut first: Option<(Box<[u64]>, Option<Loc>)> = None;
        let (mut last, mut steps) = (0, 0);
        while let Some((mut words, at, action)) = open.pop_back() {
            (last, steps) = (action, steps + 1);
            // As long as there is one way, nothing has to be remembered, unless it leads round in a circle.
            if (!open.is_empty() || steps > LONG) && !seen.insert((words.clone(), at)) {
                continue;
            }
            if let Some(end) = self.ended(&mut words, at, scratch)? {
                match &first {
                    None => first = Some((words, end)),
                    Some((other, next)) if (&*words, end) == (&**other, *next) => {}
                    Some(_) => return Err(Endless::Choice(action)),
                }
                open.rotate_left(open.len().min(1));
            } else {
                self.go_all_ways(&mut words, at, &mut open, scratch)?;
            }
            if seen.len() > MOST_LOOKED_AT && !open.is_empty() {
                break;
            }
        }
        match first {
            Some((found, next)) => {
                words.copy_from_slice(&found);
                Ok(Surveyed::End(next))
            }
            None if open.is_empty() => Err(Endless::Keeper(last)),
            None => Ok(Surveyed::Far),
        }
    }

    /// Where the next move begins, if a location is the end of the keeper's moves; nothing if the game is over there.
    fn ended(
        &self,
        words: &mut [u64],
        at: Loc,
        scratch: &mut Scratch,
    ) -> Result<Option<Option<Loc>>, Endless> {
        if !self.decides[at as usize] {
            return Ok(None);
        }
        scratch.touch();
        let can_move = self.nth(words, at, &mut 0, false, 0, scratch).is_some();
        if let Some(endless) = scratch.endless {
            return Err(endless);
        }
        let keeps = self.movers[at as usize] == Mover::Keeper;
        Ok((!keeps || !can_move).then_some(can_move.then_some(at)))
    }

    /// Adds what follows a place of a walk, so that the first way is taken first.
    fn go_all_ways(
        &self,
        words: &mut [u64],
        at: Loc,
        open: &mut VecDeque<Node>,
        scratch: &mut Scratch,
    ) -> Result<(), Endless> {
        let mut found = Vec::new();
        scratch.touch();
        self.actions(words, at, 0, scratch, &mut |_, action, _| {
            found.push(action);
            false
        });
        if let Some(endless) = scratch.endless {
            return Err(endless);
        }
        for action in found.into_iter().rev() {
            let act = &self.acts[action as usize];
            if matches!(act.does, Does::Turn) {
                open.push_back((words.into(), act.to, action));
            } else if let Some(before) = self.apply(words, act) {
                open.push_back((words.into(), act.to, action));
                self.undo(words, act, before);
            }
        }
        Ok(())
    }
}
