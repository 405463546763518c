//! Union, intersection, difference and concatenation of two nodes.

use crate::arc::{Id, TOP, ZERO, child_of, label_of, pack};
use crate::engine::{Engine, NONE};
use crate::frame::{Frame, Step};
use crate::op::Op;

impl Engine {
    /// Leaves the frame to wait for the child of `label`.
    #[inline]
    fn wait(&mut self, at: usize, mut frame: Frame, label: u32) -> Step {
        frame.label = label;
        self.frames[at] = frame;
        Step::Call
    }

    #[inline]
    fn put(&mut self, label: u32, child: Id) {
        if child != ZERO {
            self.arcs.push(pack(label, child));
        }
    }

    #[inline]
    fn finish(&mut self, frame: &Frame) -> Step {
        let result = self.make_like(frame.a, frame.b, frame.base);
        self.cache.put(frame.op, frame.a, frame.b, result);
        Step::Done(result)
    }

    /// Loads the cache entries that the first arcs of two nodes will ask for.
    #[inline]
    fn touch_pairs(&self, f: &Frame) {
        let (left, right) = (self.store.arcs(f.a), self.store.arcs(f.b));
        let (mut sum, mut i, mut j) = (0, 0, 0);
        for _ in 0..4 {
            let (Some(&x), Some(&y)) = (left.get(i), right.get(j)) else { break };
            i += usize::from(label_of(x) <= label_of(y));
            j += usize::from(label_of(y) <= label_of(x));
            let (a, b) = (child_of(x), child_of(y));
            sum ^= self.store.touch(a) ^ self.store.touch(b);
            sum ^= match f.op {
                Op::Minus => self.cache.touch(f.op, a, b),
                _ => self.cache.touch(f.op, a.min(b), a.max(b)),
            };
        }
        std::hint::black_box(sum);
    }

    pub(crate) fn step_union(&mut self, at: usize, returned: Id) -> Step {
        let mut f = self.frames[at];
        if returned != NONE {
            self.put(f.label, returned);
        } else if self.store.var(f.a) != self.store.var(f.b) {
            return Step::Done(TOP);
        } else {
            self.touch_pairs(&f);
        }
        loop {
            let (left, right) = (self.store.arcs(f.a), self.store.arcs(f.b));
            let (Some(&x), Some(&y)) = (left.get(f.i as usize), right.get(f.j as usize)) else {
                self.arcs.extend_from_slice(&left[f.i as usize..]);
                self.arcs.extend_from_slice(&right[f.j as usize..]);
                return self.finish(&f);
            };
            let (v, w) = (label_of(x), label_of(y));
            f.i += u32::from(v <= w);
            f.j += u32::from(w <= v);
            if v != w {
                self.arcs.push(x.min(y));
                continue;
            }
            match self.call_union(child_of(x), child_of(y)) {
                Some(child) => self.arcs.push(pack(v, child)),
                None => return self.wait(at, f, v),
            }
        }
    }

    pub(crate) fn step_intersect(&mut self, at: usize, returned: Id) -> Step {
        let mut f = self.frames[at];
        if returned != NONE {
            self.put(f.label, returned);
        } else if self.store.var(f.a) != self.store.var(f.b) {
            return Step::Done(ZERO);
        } else {
            self.touch_pairs(&f);
        }
        loop {
            let (left, right) = (self.store.arcs(f.a), self.store.arcs(f.b));
            let (Some(&x), Some(&y)) = (left.get(f.i as usize), right.get(f.j as usize)) else {
                return self.finish(&f);
            };
            let (v, w) = (label_of(x), label_of(y));
            f.i += u32::from(v <= w);
            f.j += u32::from(w <= v);
            if v != w {
                continue;
            }
            match self.call_intersect(child_of(x), child_of(y)) {
                Some(child) => self.put(v, child),
                None => return self.wait(at, f, v),
            }
        }
    }

    pub(crate) fn step_minus(&mut self, at: usize, returned: Id) -> Step {
        let mut f = self.frames[at];
        if returned != NONE {
            self.put(f.label, returned);
        } else if self.store.var(f.a) != self.store.var(f.b) {
            return Step::Done(f.a);
        } else {
            self.touch_pairs(&f);
        }
        loop {
            let (left, right) = (self.store.arcs(f.a), self.store.arcs(f.b));
            let Some(&x) = left.get(f.i as usize) else { return self.finish(&f) };
            let Some(&y) = right.get(f.j as usize) else {
                self.arcs.extend_from_slice(&left[f.i as usize..]);
                return self.finish(&f);
            };
            let (v, w) = (label_of(x), label_of(y));
            f.i += u32::from(v <= w);
            f.j += u32::from(w <= v);
            if v < w {
                self.arcs.push(x);
            }
            if v != w {
                continue;
            }
            match self.call_minus(child_of(x), child_of(y)) {
                Some(child) => self.put(v, child),
                None => return self.wait(at, f, v),
            }
        }
    }

    pub(crate) fn step_concat(&mut self, at: usize, returned: Id) -> Step {
        let mut f = self.frames[at];
        if returned != NONE {
            self.put(f.label, returned);
        }
        loop {
            let Some(&x) = self.store.arcs(f.a).get(f.i as usize) else { return self.finish(&f) };
            f.i += 1;
            match self.call(Op::Concat, child_of(x), f.b) {
                Some(child) => self.put(label_of(x), child),
                None => return self.wait(at, f, label_of(x)),
            }
        }
    }
}
