//! The steps of a graph, by number alone.

/// Where the steps of every state lead.
#[derive(Debug)]
pub(crate) struct Arrows {
    /// The numbers of the starts.
    pub(crate) starts: Vec<u32>,
    /// Where the steps of each state begin, and at the end, where those of the last end.
    pub(crate) first: Vec<u64>,
    pub(crate) to: Vec<u32>,
}

impl Arrows {
    /// How many states.
    pub(crate) fn len(&self) -> usize {
        self.first.len() - 1
    }

    /// The bytes held.
    pub(crate) fn bytes(&self) -> usize {
        8 * self.first.capacity() + 4 * self.to.capacity()
    }

    /// Forgets the steps, and not how many states there are.
    pub(crate) fn clear(&mut self) {
        self.first.fill(0);
        self.to = Vec::new();
    }

    /// Where the actions of a state lead, in their order.
    pub(crate) fn after(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.to[self.first[number] as usize..self.first[number + 1] as usize]
    }

    /// For every state, where it can be reached from in one step.
    pub(crate) fn reversed(&self) -> Reversed {
        let mut first = vec![0u64; self.len() + 1];
        for &to in &self.to {
            first[to as usize + 1] += 1;
        }
        for number in 0..self.len() {
            first[number + 1] += first[number];
        }
        let mut next = first.clone();
        let mut from = vec![0; self.to.len()];
        for number in 0..self.len() as u32 {
            for &to in self.after(number) {
                from[next[to as usize] as usize] = number;
                next[to as usize] += 1;
            }
        }
        Reversed { first, from }
    }
}

/// The steps of a graph, by where they lead.
pub(crate) struct Reversed {
    first: Vec<u64>,
    from: Vec<u32>,
}

impl Reversed {
    /// Where a state can be reached from; twice if two actions lead to it.
    pub(crate) fn before(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.from[self.first[number] as usize..self.first[number + 1] as usize]
    }
}
