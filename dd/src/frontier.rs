//! The frontier fixpoint: only what is new is expanded.
//!
//! Many models (games in which every move adds a piece) have layers that never meet, and comparing each layer with all
//! that was reached is wasted on them. So while differences take nothing away, they are made ever more rarely. A layer
//! that was wrongly taken to be new costs time but changes no result, since the fixpoint also ends when a round adds
//! nothing to what was reached.

use crate::Result;
use crate::arc::{Id, ZERO};
use crate::engine::Engine;
use crate::frame::{FixPhase, Frame, Phase, Step};
use crate::observer::Observer;
use crate::op::Op;
use crate::plan::Plan;

/// The longest run of rounds without a difference.
const LONGEST_TRUST: u32 = 16;

/// Are the layers taken to be disjoint this round? `j` counts the rounds of trust that are left.
fn trusts(f: &mut Frame, plan: Plan) -> bool {
    if f.j == 0 {
        return matches!(plan, Plan::Frontier { layers: true, .. });
    }
    f.j -= 1;
    true
}

/// Trusts twice as long, for `end` rounds, each time a difference takes nothing away, and not at all otherwise.
fn learn(f: &mut Frame, difference: Id) {
    f.end = if difference == f.aux { (2 * f.end).clamp(1, LONGEST_TRUST) } else { 0 };
    f.j = f.end;
}

impl Engine {
    pub(crate) fn step_frontier(
        &mut self,
        at: usize,
        mut f: Frame,
        plan: Plan,
        phase: FixPhase,
        returned: Id,
        watch: &mut dyn Observer,
    ) -> Result<Step> {
        match phase {
            FixPhase::Expand if !trusts(&mut f, plan) => {
                f.aux = returned;
                self.go(at, f, Phase::Fix(FixPhase::Difference), Op::Minus, returned, f.acc)
            }
            FixPhase::Expand | FixPhase::Difference if returned == ZERO => self.end_fix(at, f),
            FixPhase::Expand | FixPhase::Difference => {
                if phase == FixPhase::Difference {
                    learn(&mut f, returned);
                }
                f.aux = returned;
                self.go(at, f, Phase::Fix(FixPhase::Unite), Op::Union, f.acc, returned)
            }
            _ if returned == f.acc => self.end_fix(at, f),
            _ => {
                f.acc = returned;
                self.frames[at] = f;
                match self.report(at, watch)? {
                    Some(stopped) => Ok(stopped),
                    None => self.expand(at, f, plan),
                }
            }
        }
    }
}
