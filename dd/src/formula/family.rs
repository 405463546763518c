//! Families of homomorphisms under a fixpoint, as shared trees.
//!
//! Saturation takes a few members out of a family at every level. Were a family a list, each level would copy what
//! remains, which is quadratic in the number of levels; as a hash-consed binary tree over the ids, what remains shares
//! all but a few branches with what was there before.

use crate::formula::interned::HomId;
use std::collections::HashMap;

#[derive(Clone, Copy)]
enum Tree {
    Empty,
    Leaf(HomId),
    Branch(u32, u32),
}

struct Entry {
    tree: Tree,
    range: (u32, u32),
    nesting: u32,
}

/// All families of one manager.
pub(crate) struct Families {
    entries: Vec<Entry>,
    leaves: HashMap<HomId, u32>,
    branches: HashMap<(u32, u32), u32>,
}

impl Families {
    /// The family without members.
    pub(crate) const EMPTY: u32 = 0;

    pub(crate) fn new() -> Self {
        let empty = Entry { tree: Tree::Empty, range: (u32::MAX, 0), nesting: 0 };
        Families { entries: vec![empty], leaves: HashMap::new(), branches: HashMap::new() }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * (size_of::<Entry>() + 24)
    }

    /// Outside this range every member skips every variable.
    pub(crate) fn range(&self, family: u32) -> (u32, u32) {
        self.entries[family as usize].range
    }

    pub(crate) fn nesting(&self, family: u32) -> u32 {
        self.entries[family as usize].nesting
    }

    /// The family of these members (id, range and nesting), sorted by id and without repetition.
    pub(crate) fn build(&mut self, members: &[(HomId, (u32, u32), u32)]) -> u32 {
        match members {
            [] => Self::EMPTY,
            [(hom, range, nesting)] => self.leaf(*hom, *range, *nesting),
            [first, .., last] => {
                let bit = (first.0 ^ last.0).ilog2();
                let middle = members.partition_point(|m| m.0 >> bit & 1 == 0);
                let left = self.build(&members[..middle]);
                let right = self.build(&members[middle..]);
                self.branch(left, right)
            }
        }
    }

    fn leaf(&mut self, hom: HomId, range: (u32, u32), nesting: u32) -> u32 {
        let Families { entries, leaves, .. } = self;
        *leaves.entry(hom).or_insert_with(|| {
            entries.push(Entry { tree: Tree::Leaf(hom), range, nesting: nesting + 1 });
            entries.len() as u32 - 1
        })
    }

    fn branch(&mut self, left: u32, right: u32) -> u32 {
        if left == Self::EMPTY || right == Self::EMPTY {
            return left.max(right);
        }
        let Families { entries, branches, .. } = self;
        *branches.entry((left, right)).or_insert_with(|| {
            let (a, b) = (&entries[left as usize], &entries[right as usize]);
            let range = (a.range.0.min(b.range.0), a.range.1.max(b.range.1));
            let nesting = a.nesting.max(b.nesting);
            entries.push(Entry { tree: Tree::Branch(left, right), range, nesting });
            entries.len() as u32 - 1
        })
    }

    fn outside(&self, family: u32, var: u32) -> bool {
        let (low, high) = self.range(family);
        var < low || var > high
    }

    /// Do all members skip `var`?
    pub(crate) fn all(&self, family: u32, skips: &dyn Fn(HomId) -> bool, var: u32) -> bool {
        if self.outside(family, var) {
            return true;
        }
        match self.entries[family as usize].tree {
            Tree::Empty => true,
            Tree::Leaf(hom) => skips(hom),
            Tree::Branch(left, right) => self.all(left, skips, var) && self.all(right, skips, var),
        }
    }

    /// All members, ascending.
    pub(crate) fn members(&self, family: u32, out: &mut Vec<HomId>) {
        self.others(family, &|_| false, u32::MAX, false, out);
    }

    /// The members that do not skip `var`.
    pub(crate) fn touching(
        &self,
        family: u32,
        skips: &dyn Fn(HomId) -> bool,
        var: u32,
        out: &mut Vec<HomId>,
    ) {
        self.others(family, skips, var, true, out);
    }

    fn others(
        &self,
        family: u32,
        skips: &dyn Fn(HomId) -> bool,
        var: u32,
        ranged: bool,
        out: &mut Vec<HomId>,
    ) {
        if ranged && self.outside(family, var) {
            return;
        }
        match self.entries[family as usize].tree {
            Tree::Empty => {}
            Tree::Leaf(hom) if skips(hom) => {}
            Tree::Leaf(hom) => out.push(hom),
            Tree::Branch(left, right) => {
                self.others(left, skips, var, ranged, out);
                self.others(right, skips, var, ranged, out);
            }
        }
    }

    /// The family without these members, which must be sorted by id.
    pub(crate) fn without(&mut self, family: u32, gone: &[HomId]) -> u32 {
        if gone.is_empty() {
            return family;
        }
        match self.entries[family as usize].tree {
            Tree::Empty => Self::EMPTY,
            Tree::Leaf(hom) => {
                if gone.binary_search(&hom).is_ok() {
                    Self::EMPTY
                } else {
                    family
                }
            }
            Tree::Branch(left, right) => {
                let first_right = self.least(right);
                let middle = gone.partition_point(|&hom| hom < first_right);
                let left = self.without(left, &gone[..middle]);
                let right = self.without(right, &gone[middle..]);
                self.branch(left, right)
            }
        }
    }

    fn least(&self, mut family: u32) -> HomId {
        loop {
            match self.entries[family as usize].tree {
                Tree::Empty => return 0,
                Tree::Leaf(hom) => return hom,
                Tree::Branch(left, _) => family = left,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_remains_is_the_family_of_what_remains() {
        let mut families = Families::new();
        let all: Vec<_> = (5..300).map(|h| (h, (h, h), 0)).collect();
        let full = families.build(&all);
        let gone: Vec<HomId> = (5..300).filter(|h| h % 3 == 0).collect();
        let rest: Vec<_> = all.iter().copied().filter(|m| m.0 % 3 != 0).collect();
        assert_eq!(families.without(full, &gone), families.build(&rest));
        let mut members = Vec::new();
        families.members(full, &mut members);
        assert_eq!(members, (5..300).collect::<Vec<_>>());
        let mut touching = Vec::new();
        families.touching(full, &|h| h != 17, 17, &mut touching);
        assert_eq!(touching, [17]);
    }
}
