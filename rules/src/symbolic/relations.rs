//! Relations between words: what [`Store`] does with pairs.

use game::Stopped;
use rustc_hash::{FxHashMap, FxHashSet};

use super::nodes::Id;
use super::store::{ALL, Made, NONE, Op, Store};

/// An arc of a relation: the letters before and after as one number, and the relation of what follows.
type Arc = (u32, Id);

impl Store<'_> {
    /// The relation with these arcs, which are sorted and lead somewhere.
    fn relation(&mut self, level: usize, arcs: &[Arc]) -> Id {
        let size = self.sizes[level];
        let Some(&(_, first)) = arcs.first() else { return NONE };
        let is_same = |(letter, arc): (u32, &Arc)| *arc == (letter * size + letter, first);
        if arcs.len() == size as usize && (0..).zip(arcs).all(is_same) {
            return first;
        }
        let pairs = arcs.iter().flat_map(|&(letters, child)| [letters, child]);
        let content: Vec<u32> = std::iter::once(level as u32).chain(pairs).collect();
        self.relations.number(&content)
    }

    /// The arcs of a relation at a level, as letter before, letter after, and what follows.
    pub(super) fn arcs_of(&self, relation: Id, level: usize) -> Vec<(u32, u32, Id)> {
        let size = self.sizes[level];
        if self.relations.level(relation) != level {
            return (0..size).map(|letter| (letter, letter, relation)).collect();
        }
        let pairs = self.relations.arcs(relation).chunks_exact(2);
        pairs.map(|pair| (pair[0] / size, pair[0] % size, pair[1])).collect()
    }

    /// The arcs of a relation at a level, sorted.
    fn arcs(&self, relation: Id, level: usize) -> Vec<Arc> {
        let size = self.sizes[level];
        if relation == NONE {
            return Vec::new();
        }
        if self.relations.level(relation) != level {
            return (0..size).map(|letter| (letter * size + letter, relation)).collect();
        }
        self.relations.arcs(relation).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect()
    }

    /// The pairs of either relation.
    pub(super) fn union(&mut self, r: Id, s: Id) -> Made {
        let (r, s) = (r.min(s), r.max(s));
        if r == NONE || r == s {
            return Ok(s);
        }
        if let Some(known) = self.known(Op::Union, r, s) {
            return Ok(known);
        }
        self.work()?;
        let level = self.relations.level(r).min(self.relations.level(s));
        let mut arcs = self.arcs(r, level);
        for (letters, child) in self.arcs(s, level) {
            match arcs.binary_search_by_key(&letters, |arc| arc.0) {
                Ok(at) => arcs[at].1 = self.union(arcs[at].1, child)?,
                Err(at) => arcs.insert(at, (letters, child)),
            }
        }
        let made = self.relation(level, &arcs);
        Ok(self.learn(Op::Union, r, s, made))
    }

    /// The pairs of a relation whose word before is in a set.
    pub(super) fn from(&mut self, set: Id, r: Id) -> Made {
        match (set, r) {
            (NONE, _) | (_, NONE) => return Ok(NONE),
            (ALL, _) => return Ok(r),
            _ => {}
        }
        if let Some(known) = self.known(Op::From, set, r) {
            return Ok(known);
        }
        self.work()?;
        let level = self.relations.level(r).min(self.level_of(set));
        let mut arcs = self.arcs(r, level);
        for arc in &mut arcs {
            let inside = self.child(set, level, arc.0 / self.sizes[level]);
            arc.1 = self.from(inside, arc.1)?;
        }
        arcs.retain(|arc| arc.1 != NONE);
        let made = self.relation(level, &arcs);
        Ok(self.learn(Op::From, set, r, made))
    }

    /// The pairs of words that a relation has once the letter of the word before is replaced at a level.
    pub(super) fn assigned(&mut self, r: Id, level: usize, letter: u32) -> Made {
        if r == NONE {
            return Ok(NONE);
        }
        let op = Op::Assigned(level as u32, letter);
        if let Some(known) = self.known(op, r, NONE) {
            return Ok(known);
        }
        self.work()?;
        let first = self.relations.level(r).min(level);
        let mut arcs = self.arcs(r, first);
        if first < level {
            for arc in &mut arcs {
                arc.1 = self.assigned(arc.1, level, letter)?;
            }
        } else {
            let size = self.sizes[level];
            arcs.retain(|arc| arc.0 / size == letter);
            let after: Vec<Arc> = arcs.iter().map(|&(letters, child)| (letters % size, child)).collect();
            let from_each = |before| after.iter().map(move |&(after, child)| (before * size + after, child));
            arcs = (0..size).flat_map(from_each).collect();
        }
        let made = self.relation(first, &arcs);
        Ok(self.learn(op, r, NONE, made))
    }

    /// The relation with another letter after in place of one.
    pub(super) fn renamed(&mut self, r: Id, level: usize, from: u32, to: u32) -> Made {
        if r == NONE {
            return Ok(NONE);
        }
        assert!(self.relations.level(r) <= level, "a relation that writes a level does not skip it");
        let op = Op::Renamed(level as u32, from, to);
        if let Some(known) = self.known(op, r, NONE) {
            return Ok(known);
        }
        self.work()?;
        let first = self.relations.level(r);
        let mut arcs = self.arcs(r, first);
        let size = self.sizes[first];
        for arc in &mut arcs {
            if first < level {
                arc.1 = self.renamed(arc.1, level, from, to)?;
            } else if arc.0 % size == from {
                arc.0 = arc.0 - from + to;
            }
        }
        arcs.sort_unstable();
        let made = self.relation(first, &arcs);
        Ok(self.learn(op, r, NONE, made))
    }

    /// The letters that words after a relation have at the last level.
    pub(super) fn last_letters_after(&self, r: Id) -> Vec<u32> {
        let last = self.levels() - 1;
        let (mut open, mut seen) = (vec![r], FxHashSet::default());
        let mut found = Vec::new();
        while let Some(at) = open.pop() {
            if at == NONE || !seen.insert(at) {
                continue;
            }
            let level = self.relations.level(at).min(last);
            for (_, after, child) in self.arcs_of(at, level) {
                if level == last {
                    found.push(after);
                } else {
                    open.push(child);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// By how much a sum over letters differs between the words before and after, if that is the same for all pairs.
    pub(super) fn difference(
        &self,
        r: Id,
        letter: &dyn Fn(usize, u32) -> i64,
        known: &mut FxHashMap<Id, Option<i64>>,
    ) -> Option<i64> {
        if r == ALL {
            return Some(0);
        }
        if let Some(&known) = known.get(&r) {
            return known;
        }
        let level = self.relations.level(r);
        let mut all = None;
        for (before, after, child) in self.arcs_of(r, level) {
            let below = self.difference(child, letter, known)?;
            let one = below + letter(level, after) - letter(level, before);
            if *all.get_or_insert(one) != one {
                known.insert(r, None);
                return None;
            }
        }
        known.insert(r, all);
        all
    }

    /// The words that have a word before them.
    pub(super) fn range(&mut self, r: Id) -> Made {
        if r == NONE || r == ALL {
            return Ok(r);
        }
        if let Some(known) = self.known(Op::Range, r, NONE) {
            return Ok(known);
        }
        self.work()?;
        let level = self.relations.level(r);
        let size = self.sizes[level];
        let mut children = vec![NONE; size as usize];
        for (letters, child) in self.arcs(r, level) {
            let below = self.range(child)?;
            let after = &children[(letters % size) as usize];
            children[(letters % size) as usize] = self.either(*after, below)?;
        }
        let made = self.function(level, &children);
        Ok(self.learn(Op::Range, r, NONE, made))
    }

    /// The words before that are related to one word, and those that are related to several.
    pub(super) fn single(&mut self, r: Id) -> Result<(Id, Id), Stopped> {
        if r == NONE || r == ALL {
            return Ok((r, NONE));
        }
        if let (Some(one), Some(several)) =
            (self.known(Op::Single, r, NONE), self.known(Op::Several, r, NONE))
        {
            return Ok((one, several));
        }
        self.work()?;
        let level = self.relations.level(r);
        let size = self.sizes[level];
        let (mut ones, mut severals) = (vec![NONE; size as usize], vec![NONE; size as usize]);
        for (letters, child) in self.arcs(r, level) {
            let before = (letters / size) as usize;
            let (one, several) = self.single(child)?;
            let twice = self.only(ones[before], one)?;
            let all = self.either(severals[before], several)?;
            severals[before] = self.either(all, twice)?;
            ones[before] = self.either(ones[before], one)?;
        }
        for (one, several) in ones.iter_mut().zip(&severals) {
            let other = self.not(*several)?;
            *one = self.only(*one, other)?;
        }
        let (one, several) = (self.function(level, &ones), self.function(level, &severals));
        self.learn(Op::Several, r, NONE, several);
        Ok((self.learn(Op::Single, r, NONE, one), several))
    }

    /// A relation that has the same pairs as `r` among those whose word after is in `care`, and may be simpler.
    ///
    /// Where a letter after leads nowhere that is cared for, the relation may be whatever it is for another letter. So
    /// a relation forgets what `care` knows of the word after: whether there is a line on the board, for example.
    pub(super) fn simpler(&mut self, r: Id, care: Id) -> Made {
        if r == NONE || care == NONE || care == ALL {
            return Ok(r);
        }
        if let Some(known) = self.known(Op::Simpler, r, care) {
            return Ok(known);
        }
        self.work()?;
        let level = self.relations.level(r).min(self.level_of(care));
        let size = self.sizes[level];
        let cared: Vec<Id> = (0..size).map(|letter| self.child(care, level, letter)).collect();
        let model = (0..size).find(|&letter| cared[letter as usize] != NONE);
        let model = model.expect("a set that is not empty goes on with some letter");
        let mut arcs = Vec::new();
        for (letters, child) in self.arcs(r, level) {
            if cared[(letters % size) as usize] != NONE {
                arcs.push((letters, self.simpler(child, cared[(letters % size) as usize])?));
            }
        }
        let is_kept = |arc: &Arc| arc.0 / size == arc.0 % size && arc.1 == arcs[0].1;
        if self.relations.level(r) != level && arcs.iter().all(is_kept) {
            // Nothing changes here, as before.
            let made = arcs[0].1;
            return Ok(self.learn(Op::Simpler, r, care, made));
        }
        let of_model: Vec<Arc> = arcs.iter().copied().filter(|arc| arc.0 % size == model).collect();
        for letter in (0..size).filter(|&letter| cared[letter as usize] == NONE) {
            arcs.extend(of_model.iter().map(|&(letters, child)| (letters - model + letter, child)));
        }
        arcs.retain(|arc| arc.1 != NONE);
        arcs.sort_unstable();
        let made = self.relation(level, &arcs);
        Ok(self.learn(Op::Simpler, r, care, made))
    }
}
