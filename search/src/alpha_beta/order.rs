//! The order in which moves are tried.

/// What the search has learnt about moves elsewhere in the tree: those that refuted the last positions at the same
/// distance from the root (killers), and how often each has refuted anything (history).
///
/// Moves are known by a code of eight bits, so that both fit the nearest cache; moves that share a code share a
/// history, which costs a few nodes and never an answer.
#[derive(Debug)]
pub(crate) struct Order {
    killers: Vec<[u8; 2]>,
    /// By ply modulo two and code of the move.
    history: Box<[[i32; 256]; 2]>,
}

/// A point of the game's own knowledge counts as much as any history, or as being a killer.
const SCALE: i32 = 128;
const KILLER: i32 = 128;

impl Order {
    pub(crate) fn new() -> Order {
        Order { killers: Vec::new(), history: Box::new([[0; 256]; 2]) }
    }

    /// Returns the weight of a move: what the game says of it, its history, and whether it is a killer.
    #[inline]
    pub(crate) fn weight(&self, weight: i32, code: u8, ply: u32) -> i32 {
        let killers = self.killers.get(ply as usize).is_some_and(|killers| killers.contains(&code));
        let history = self.history[ply as usize % 2][usize::from(code)];
        weight.saturating_mul(SCALE).saturating_add(history + if killers { KILLER } else { 0 })
    }

    /// Learns that a move has refuted a position, and that those tried before it have not.
    #[inline]
    pub(crate) fn refuted(&mut self, code: u8, ply: u32, tried: impl Iterator<Item = u8>) {
        let place = ply as usize;
        if self.killers.len() <= place {
            self.killers.resize(place + 1, [0; 2]);
        }
        let killers = &mut self.killers[place];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let history = &mut self.history[place % 2];
        // The farther from the middle, the smaller the step: old lessons fade, and nothing grows without end.
        for failed in tried {
            let old = &mut history[usize::from(failed)];
            *old -= (KILLER + *old) / 16;
        }
        let old = &mut history[usize::from(code)];
        *old += (KILLER - *old) / 16;
    }
}

/// Brings the most promising of these moves to the front.
#[inline]
pub(crate) fn pick<T>(moves: &mut [T], weight: impl Fn(&T) -> i32) -> Option<&mut T> {
    let mut best = 0;
    for place in 1..moves.len() {
        if weight(&moves[place]) > weight(&moves[best]) {
            best = place;
        }
    }
    // The others keep their order, as if they had been sorted.
    moves.get_mut(..=best)?.rotate_right(1);
    moves.first_mut()
}
