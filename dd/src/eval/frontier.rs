//! The frontier fixpoint: only what is new is expanded.
//!
//! Many models (games in which every move adds a piece) have layers that never meet, and comparing each layer with all
//! that was reached is wasted on them. So while differences take nothing away, they are made ever more rarely. A layer
//! that was wrongly taken to be new costs time but changes no result, since the fixpoint also ends when a round adds
//! nothing to what was reached.

use crate::Result;
use crate::eval::engine::Engine;
use crate::eval::frame::{Fix, Frame, Round, Step};
use crate::eval::observer::Observer;
use crate::nodes::arc::{Id, ZERO};
use crate::nodes::op::Op;

/// The longest run of rounds without a difference.
const LONGEST_TRUST: u32 = 16;

/// Are the layers taken to be disjoint this round? `layers` says that they are known to be.
fn trusts(f: &mut Fix, layers: bool) -> bool {
    if f.trust_left == 0 {
        return layers;
    }
    f.trust_left -= 1;
    true
}

/// Trusts twice as long each time a difference takes nothing away, and not at all otherwise.
fn learn(f: &mut Fix, difference: Id) {
    f.trust = if difference == f.new { (2 * f.trust).clamp(1, LONGEST_TRUST) } else { 0 };
    f.trust_left = f.trust;
}

impl Engine {
    pub(crate) fn step_frontier(
        &mut self,
        at: usize,
        mut f: Fix,
        layers: bool,
        returned: Id,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        let stage = f.stage;
        match stage {
            Round::Expand if !trusts(&mut f, layers) => {
                (f.new, f.stage) = (returned, Round::Difference);
                self.go(at, Frame::Fix(f), Op::Minus, returned, f.reached)
            }
            Round::Expand | Round::Difference if returned == ZERO => Ok(self.end_fix(at, &f)),
            Round::Expand | Round::Difference => {
                if stage == Round::Difference {
                    learn(&mut f, returned);
                }
                (f.new, f.stage) = (returned, Round::Unite);
                self.go(at, Frame::Fix(f), Op::Union, f.reached, returned)
            }
            _ if returned == f.reached => Ok(self.end_fix(at, &f)),
            _ => {
                f.reached = returned;
                self.report_and_expand(at, f, watch)
            }
        }
    }
}
