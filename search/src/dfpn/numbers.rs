//! Proof and disproof numbers, and which child to search.

/// How far a position is from being proved, and from being disproved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Numbers {
    /// 0 if it is proved.
    pub(super) proof: u32,
    /// 0 if it is disproved.
    pub(super) disproof: u32,
}

/// Infinity. Only settled positions have such a number: the proof number of a disproved one, and the other way round.
/// The numbers of open positions stop at [`MOST`], two below, however many children they are made of. So a search that
/// goes on until a number is infinite goes on until the position is settled.
pub(super) const INFINITE: u32 = (1 << Numbers::BITS) - 1;

/// The greatest number of an open position. Two million is more than is ever reached: a number grows by less than the
/// number of moves with each ply. If it were reached, the search would only choose its way worse.
const MOST: u32 = INFINITE - 2;

impl Numbers {
    /// The bits that each number takes in the table.
    pub(super) const BITS: u32 = 21;

    /// Nothing is known.
    pub(super) const NEW: Numbers = Numbers { proof: 1, disproof: 1 };
    pub(super) const PROVED: Numbers = Numbers { proof: 0, disproof: INFINITE };
    pub(super) const DISPROVED: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Not within the plies allowed; perhaps in more.
    pub(super) const TOO_FAR: Numbers = Numbers { proof: INFINITE - 1, disproof: 0 };

    pub(super) const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    /// Returns whether one of them is as large as that of `most`.
    pub(super) const fn reach(self, most: Numbers) -> bool {
        self.proof >= most.proof || self.disproof >= most.disproof
    }
}

/// Returns the numbers of a position from those of its children: one proof is enough where the attacker moves, and one
/// disproof where the opponent does. A position without moves is disproved.
pub(super) fn combined(children: &[Numbers], ours: bool) -> Numbers {
    if ours {
        if children.iter().any(|n| n.proof == 0) {
            return Numbers::PROVED;
        }
        // Without moves the attacker cannot win.
        let proof = children.iter().map(|n| n.proof).min().unwrap_or(INFINITE);
        return Numbers { proof, disproof: together(open(children).map(|n| n.disproof)) };
    }
    // If one of them is disproved for good, and not only too far, so is this.
    if let Some(proof) = children.iter().filter(|n| n.disproof == 0).map(|n| n.proof).max() {
        return Numbers { proof, disproof: 0 };
    }
    let disproof = children.iter().map(|n| n.disproof).min();
    let proof = together(open(children).map(|n| n.proof));
    disproof.map_or(Numbers::DISPROVED, |disproof| Numbers { proof, disproof })
}

fn open(children: &[Numbers]) -> impl Iterator<Item = Numbers> {
    children.iter().copied().filter(|numbers| !numbers.is_settled())
}

/// Returns how far it is to settle all of these: the largest number, and 1 for each of the others.
//
// The sum would count a position once for each way that leads there; in games whose ways join again and again it
// doubles every few plies, and the search goes astray.
fn together(numbers: impl Iterator<Item = u32>) -> u32 {
    let (largest, count) = numbers.fold((0, 0), |(largest, count), n: u32| (largest.max(n), count + 1));
    (largest + u32::saturating_sub(count, 1)).min(MOST)
}

/// Returns the child to search, and how far: until another looks better by a quarter, so that the search does not go to
/// and fro.
///
/// The search of that child raises the number by which it was chosen, or settles the child, or makes one of the numbers
/// of the position itself large enough. As numbers are bounded, that comes to an end whatever a table remembers or
/// forgets.
pub(super) fn choice(children: &[Numbers], ours: bool, most: Numbers) -> (usize, Numbers) {
    let own = |n: &Numbers| if ours { n.proof } else { n.disproof };
    let other = |n: &Numbers| if ours { n.disproof } else { n.proof };
    let (mut best, mut second) = (0, INFINITE);
    for (place, child) in children.iter().enumerate().skip(1) {
        if own(child) < own(&children[best]) {
            second = own(&children[best]);
            best = place;
        } else {
            second = second.min(own(child));
        }
    }
    let next = (second + second / 4 + 1).min(own(&most));
    // What it takes, together with the others that are open; nothing open has more than the greatest number.
    let others = open(children).count().saturating_sub(1) as u32;
    let rest = if other(&most) > MOST { INFINITE } else { other(&most).saturating_sub(others) };
    let most =
        if ours { Numbers { proof: next, disproof: rest } } else { Numbers { proof: rest, disproof: next } };
    (best, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: Numbers = Numbers { proof: 3, disproof: 5 };
    const HUGE: Numbers = Numbers { proof: MOST, disproof: MOST };

    #[test]
    fn one_settled_child_is_enough_for_whoever_moves() {
        assert_eq!(combined(&[OPEN, Numbers::PROVED], true), Numbers::PROVED);
        assert_eq!(combined(&[OPEN, Numbers::DISPROVED], false), Numbers::DISPROVED);
        assert_eq!(combined(&[OPEN, Numbers::TOO_FAR], false), Numbers::TOO_FAR);
        assert_eq!(combined(&[Numbers::DISPROVED, Numbers::TOO_FAR], true), Numbers::TOO_FAR);
        assert_eq!(combined(&[Numbers::DISPROVED, Numbers::TOO_FAR], false), Numbers::DISPROVED);
        assert_eq!(combined(&[Numbers::PROVED, Numbers::PROVED], false), Numbers::PROVED);
        assert_eq!([true, false].map(|ours| combined(&[], ours)), [Numbers::DISPROVED; 2]);
    }

    #[test]
    fn the_numbers_of_open_positions_are_finite() {
        for ours in [true, false] {
            let many = combined(&[HUGE; 1000], ours);
            assert_eq!((many, many.is_settled()), (HUGE, false));
            assert!(!many.reach(Numbers { proof: INFINITE, disproof: INFINITE }));
        }
        let few = combined(&[OPEN, Numbers::DISPROVED, Numbers::NEW, OPEN], true);
        assert_eq!(few, Numbers { proof: 1, disproof: 7 });
    }

    #[test]
    fn a_child_that_is_searched_far_enough_is_left() {
        for ours in [true, false] {
            for most in [9, 100, MOST, INFINITE - 1, INFINITE] {
                let most = Numbers { proof: most, disproof: most };
                let mut children = [OPEN, Numbers::NEW, OPEN];
                let (best, enough) = choice(&children, ours, most);
                assert_eq!(best, 1);
                children[1] = Numbers { proof: enough.proof, disproof: 1 };
                let left = combined(&children, ours).reach(most) || choice(&children, ours, most).0 != best;
                assert!(left || enough.proof > MOST, "{ours} {most:?}");
                children[1] = Numbers { proof: 1, disproof: enough.disproof };
                let left = combined(&children, ours).reach(most) || choice(&children, ours, most).0 != best;
                assert!(left || enough.disproof > MOST, "{ours} {most:?}");
            }
        }
    }
}
