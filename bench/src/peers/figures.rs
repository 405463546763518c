//! What a workload costs, over several rounds.

use crate::measure;

/// The cost of one workload.
pub(crate) struct Figure {
    /// What it found.
    pub(crate) result: String,
    /// The median of the seconds of processor time.
    pub(crate) seconds: f64,
    /// How far apart the rounds lie: the largest less the smallest, divided by the median.
    pub(crate) spread: f64,
    /// The most memory in any round.
    pub(crate) kilobytes: u64,
    /// Instructions, if they were counted.
    pub(crate) instructions: Option<u64>,
}

/// Runs workloads in turn, round after round, so that what else the machine does meets all of them.
pub(crate) fn in_turn(names: &[&str], rounds: usize) -> Result<Vec<Figure>, String> {
    let mut costs: Vec<Vec<measure::Cost>> = names.iter().map(|_| Vec::new()).collect();
    for _ in 0..rounds {
        for (name, costs) in names.iter().zip(&mut costs) {
            costs.push(measure::timed(name).ok_or_else(|| format!("`bench run {name}` failed"))?);
        }
    }
    Ok(costs.into_iter().map(figure).collect())
}

fn figure(mut costs: Vec<measure::Cost>) -> Figure {
    costs.sort_by(|a, b| a.amount.total_cmp(&b.amount));
    let (least, most) = (costs[0].amount, costs[costs.len() - 1].amount);
    let kilobytes = costs.iter().map(|cost| cost.kilobytes).max().expect("at least one round");
    // Of an even number, what is between the two in the middle.
    let median = (costs[(costs.len() - 1) / 2].amount + costs[costs.len() / 2].amount) / 2.0;
    Figure {
        result: costs.swap_remove(0).result,
        seconds: median,
        spread: (most - least) / median.max(1e-9),
        kilobytes,
        instructions: None,
    }
}

/// Counts the instructions of a workload.
pub(crate) fn instructions(name: &str) -> Result<u64, String> {
    let cost =
        measure::instructions(name).ok_or_else(|| format!("`bench run {name}` failed under valgrind"))?;
    Ok(cost.amount as u64)
}
