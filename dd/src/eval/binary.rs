//! Union, intersection, difference and concatenation of two nodes.

use crate::eval::engine::{Engine, NONE};
use crate::eval::frame::{Frame, Pair, Step};
use crate::nodes::arc::{Id, TOP, ZERO, child_of, label_of, pack};
use crate::nodes::op::Op;

impl Engine {
    /// Leaves the frame to wait for the child of `label`.
    #[inline]
    fn wait(&mut self, at: usize, kind: fn(Pair) -> Frame, pair: Pair, label: u32) -> Step {
        self.frames[at] = kind(Pair { label, ..pair });
        Step::Call
    }

    #[inline]
    fn put(&mut self, label: u32, child: Id) {
        if child != ZERO {
            self.arcs.push(pack(label, child));
        }
    }

    #[inline]
    fn finish(&mut self, op: Op, f: &Pair) -> Step {
        let result = self.make_like(f.left, f.right, f.base);
        self.cache.put(op, f.left, f.right, result);
        Step::Done(result)
    }

    /// Loads the cache entries that the first arcs of two nodes will ask for.
    #[inline]
    fn touch_pairs(&self, op: Op, f: &Pair) {
        let (left, right) = (self.store.arcs(f.left), self.store.arcs(f.right));
        let (mut sum, mut i, mut j) = (0, 0, 0);
        for _ in 0..4 {
            let (Some(&x), Some(&y)) = (left.get(i), right.get(j)) else { break };
            i += usize::from(label_of(x) <= label_of(y));
            j += usize::from(label_of(y) <= label_of(x));
            let (a, b) = (child_of(x), child_of(y));
            sum ^= self.store.touch(a) ^ self.store.touch(b);
            sum ^= match op {
                Op::Minus => self.cache.touch(op, a, b),
                _ => self.cache.touch(op, a.min(b), a.max(b)),
            };
        }
        std::hint::black_box(sum);
    }

    /// The next arcs of both nodes, if both have one.
    #[inline]
    fn heads(&self, f: &Pair) -> Option<(u64, u64)> {
        let (left, right) = (self.store.arcs(f.left), self.store.arcs(f.right));
        Some((*left.get(f.left_arc as usize)?, *right.get(f.right_arc as usize)?))
    }

    /// Steps over the lesser of two labels, or over both if they are equal.
    #[inline]
    fn pass(f: &mut Pair, left: u32, right: u32) {
        f.left_arc += u32::from(left <= right);
        f.right_arc += u32::from(right <= left);
    }

    pub(crate) fn step_union(&mut self, at: usize, mut f: Pair, returned: Id) -> Step {
        if returned != NONE {
            self.put(f.label, returned);
        } else if self.store.var(f.left) != self.store.var(f.right) {
            return Step::Done(TOP);
        } else {
            self.touch_pairs(Op::Union, &f);
        }
        while let Some((x, y)) = self.heads(&f) {
            let (v, w) = (label_of(x), label_of(y));
            Engine::pass(&mut f, v, w);
            if v != w {
                self.arcs.push(x.min(y));
                continue;
            }
            match self.call_union(child_of(x), child_of(y)) {
                Some(child) => self.arcs.push(pack(v, child)),
                None => return self.wait(at, Frame::Union, f, v),
            }
        }
        self.arcs.extend_from_slice(&self.store.arcs(f.left)[f.left_arc as usize..]);
        self.arcs.extend_from_slice(&self.store.arcs(f.right)[f.right_arc as usize..]);
        self.finish(Op::Union, &f)
    }

    pub(crate) fn step_intersect(&mut self, at: usize, mut f: Pair, returned: Id) -> Step {
        if returned != NONE {
            self.put(f.label, returned);
        } else if self.store.var(f.left) != self.store.var(f.right) {
            return Step::Done(ZERO);
        } else {
            self.touch_pairs(Op::Intersect, &f);
        }
        while let Some((x, y)) = self.heads(&f) {
            let (v, w) = (label_of(x), label_of(y));
            Engine::pass(&mut f, v, w);
            if v != w {
                continue;
            }
            match self.call_intersect(child_of(x), child_of(y)) {
                Some(child) => self.put(v, child),
                None => return self.wait(at, Frame::Intersect, f, v),
            }
        }
        self.finish(Op::Intersect, &f)
    }

    pub(crate) fn step_minus(&mut self, at: usize, mut f: Pair, returned: Id) -> Step {
        if returned != NONE {
            self.put(f.label, returned);
        } else if self.store.var(f.left) != self.store.var(f.right) {
            return Step::Done(f.left);
        } else {
            self.touch_pairs(Op::Minus, &f);
        }
        while let Some((x, y)) = self.heads(&f) {
            let (v, w) = (label_of(x), label_of(y));
            Engine::pass(&mut f, v, w);
            if v < w {
                self.arcs.push(x);
            }
            if v != w {
                continue;
            }
            match self.call_minus(child_of(x), child_of(y)) {
                Some(child) => self.put(v, child),
                None => return self.wait(at, Frame::Minus, f, v),
            }
        }
        self.arcs.extend_from_slice(&self.store.arcs(f.left)[f.left_arc as usize..]);
        self.finish(Op::Minus, &f)
    }

    pub(crate) fn step_concat(&mut self, at: usize, mut f: Pair, returned: Id) -> Step {
        if returned != NONE {
            self.put(f.label, returned);
        }
        while let Some(&x) = self.store.arcs(f.left).get(f.left_arc as usize) {
            f.left_arc += 1;
            match self.call_concat(child_of(x), f.right) {
                Some(child) => self.put(label_of(x), child),
                None => return self.wait(at, Frame::Concat, f, label_of(x)),
            }
        }
        self.finish(Op::Concat, &f)
    }
}
