//! Making a list of a solution.

use explore::Solution;
use game::{Limits, Playable, Stopped, Value};
use std::collections::BTreeSet;

use crate::listed::Listed;
use crate::solve::{Progress, Watch};

/// The number of fingerprints that a thread finds at a time.
const ROUND: usize = 1 << 14;
/// The number of seeds that are tried: one is nearly always enough.
const SEEDS: u64 = 64;

/// Why a solution could not be listed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unlisted {
    /// A limit was reached; the number is that of the bytes that would have been needed.
    Stopped(Stopped, usize),
    /// Two different positions are written like this.
    Alike(String),
    /// No seed gives all positions different fingerprints.
    NoSeed,
}

/// A list in the making.
pub(crate) struct Listing<'a, 's, G: Playable> {
    pub(crate) solution: &'a Solution<'s, G>,
    /// How a position is written.
    pub(crate) text: &'a (dyn Fn(&G::State) -> String + Sync),
    /// The fingerprint of a text, by seed.
    pub(crate) hash: fn(u64, &str) -> u64,
    pub(crate) distances: bool,
    pub(crate) limits: &'a Limits,
}

/// A fingerprint and the number of its position.
type Entry = (u64, u32);

impl<G: Playable> Listing<'_, '_, G> {
    /// Returns the list, and the most bytes that were held.
    pub(crate) fn list(&self, watch: &Watch<'_>) -> Result<(Listed, usize), Unlisted> {
        let count = self.solution.graph().len();
        let values: Vec<Value> = self.values().collect::<BTreeSet<Value>>().into_iter().collect();
        let bytes = count.saturating_mul(size_of::<Entry>());
        let bytes = bytes.saturating_add(self.solution.bytes());
        let bytes = bytes.saturating_add(Listed::bytes_for(count as u64, values.len() as u64));
        if let Some(stopped) = self.limits.exceeded(bytes) {
            return Err(Unlisted::Stopped(stopped, bytes));
        }
        let (seed, entries) = self.entries(bytes, watch)?;
        let code = |number| {
            let value = self.value(number).expect("the game was solved");
            values.binary_search(&value).expect("all values were collected") as u64
        };
        let coded = entries.iter().map(|&(fingerprint, number)| (fingerprint, code(number)));
        let listed = Listed::new((seed, self.distances), values.clone(), count as u64, coded);
        Ok((listed, bytes))
    }

    fn value(&self, number: u32) -> Option<Value> {
        let value = self.solution.value_of(number)?;
        Some(if self.distances { value } else { Value::of(value.verdict) })
    }

    fn values(&self) -> impl Iterator<Item = Value> {
        (0..self.solution.graph().len() as u32).filter_map(|number| self.value(number))
    }

    /// The fingerprints in order, by the first seed with which they all differ.
    fn entries(&self, bytes: usize, watch: &Watch<'_>) -> Result<(u64, Vec<Entry>), Unlisted> {
        let mut entries: Vec<Entry> = (0..self.solution.graph().len() as u32).map(|n| (0, n)).collect();
        for seed in 0..SEEDS {
            self.fill(seed, &mut entries, bytes, watch)?;
            entries.sort_unstable();
            let Some(same) = entries.windows(2).find(|pair| pair[0].0 == pair[1].0) else {
                return Ok((seed, entries));
            };
            let [one, other] = [same[0], same[1]].map(|(_, number)| self.text_of(number));
            if one == other {
                return Err(Unlisted::Alike(one));
            }
        }
        Err(Unlisted::NoSeed)
    }

    fn text_of(&self, number: u32) -> String {
        (self.text)(&self.solution.graph().state(number))
    }

    /// Finds the fingerprint of every position.
    fn fill(
        &self,
        seed: u64,
        entries: &mut [Entry],
        bytes: usize,
        watch: &Watch<'_>,
    ) -> Result<(), Unlisted> {
        let all = entries.len() as u64;
        let mut done = 0;
        let part = |part: &mut [Entry]| {
            for (fingerprint, number) in part {
                *fingerprint = (self.hash)(seed, &self.text_of(*number));
            }
        };
        for round in entries.chunks_mut(ROUND * self.limits.thread_count()) {
            watch(&Progress::List { done, all, bytes });
            if let Some(stopped) = self.limits.exceeded(bytes) {
                return Err(Unlisted::Stopped(stopped, bytes));
            }
            done += round.len() as u64;
            if round.len() <= ROUND {
                part(round);
                continue;
            }
            std::thread::scope(|scope| {
                let parts: Vec<_> =
                    round.chunks_mut(ROUND).map(|own| scope.spawn(move || part(own))).collect();
                for part in parts {
                    // A panic goes on in the thread that asked.
                    part.join().unwrap_or_else(|broken| std::panic::resume_unwind(broken));
                }
            });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use explore::{Explorer, solve};
    use game::mock::Mock;
    use game::{Notation, Outcome, Player};

    /// A start with `ends` moves, each to an end.
    fn fan(ends: usize) -> Mock {
        let mut mock = Mock::new(ends + 1);
        for end in 1..=ends {
            let outcome = [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)][end % 3];
            mock = mock.edge(0, end).end(end, outcome);
        }
        mock
    }

    fn listed(
        mock: &Mock,
        text: &(dyn Fn(&usize) -> String + Sync),
        hash: fn(u64, &str) -> u64,
        threads: usize,
    ) -> Result<Listed, Unlisted> {
        let solution = solve(&Explorer::new(mock));
        let limits = Limits::default().threads(threads);
        let listing = Listing { solution: &solution, text, hash, distances: true, limits: &limits };
        let listed = listing.list(&|_| ())?.0;
        for (state, value) in solution.iter() {
            assert_eq!(listed.find(hash(listed.seed(), &text(&state))), Some(value));
        }
        Ok(listed)
    }

    #[test]
    fn a_collision_leads_to_another_seed() {
        let mock = fan(30);
        let text = |state: &usize| mock.board_text(state);
        // All the same with the first seeds, then nine bits, which collide with some seeds, then good ones.
        let weak: fn(u64, &str) -> u64 = |seed, text| match seed {
            0 | 1 => seed,
            2 | 3 => crate::fingerprint(seed, text) >> 56,
            _ => crate::fingerprint(seed, text),
        };
        assert_eq!(listed(&mock, &text, weak, 1).map(|listed| listed.seed()), Ok(4));
        assert_eq!(listed(&mock, &text, crate::fingerprint, 1).map(|listed| listed.seed()), Ok(0));
        let constant = listed(&mock, &text, |_, _| 7, 1);
        assert_eq!(constant, Err(Unlisted::NoSeed));
    }

    #[test]
    fn positions_written_alike_are_refused() {
        let mock = fan(30);
        let text = |state: &usize| mock.board_text(&(state % 20));
        assert!(matches!(listed(&mock, &text, crate::fingerprint, 1), Err(Unlisted::Alike(_))));
    }

    #[test]
    fn fingerprints_need_not_be_spread() {
        let mock = fan(300);
        let text = |state: &usize| state.to_string();
        let narrow: fn(u64, &str) -> u64 = |_, text| text.parse().unwrap();
        assert!(listed(&mock, &text, narrow, 1).is_ok());
        let high: fn(u64, &str) -> u64 = |_, text| !text.parse::<u64>().unwrap();
        assert!(listed(&mock, &text, high, 1).is_ok());
    }

    #[test]
    fn threads_make_the_same_list() {
        let mock = fan(2 * ROUND + 7);
        let text = |state: &usize| mock.board_text(state);
        let [one, three] = [1, 3].map(|threads| listed(&mock, &text, crate::fingerprint, threads));
        assert_eq!(one, three);
    }
}
