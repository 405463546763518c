//! The tree: the nodes of this engine, and what is known of them.

use game::{Outcome, Player, Value, Verdict, Worth};

use super::node::{Node, Proved};

/// A tree of positions, by the moves that lead to them. It is compiled once for all games with moves of type `M`.
pub(crate) struct Tree<M> {
    pub(super) nodes: Vec<Node<Option<M>>>,
    pub(super) most_nodes: usize,
    /// The nodes of the last descent, and the player who moved to each.
    pub(super) path: Vec<(u32, Player)>,
}

/// How much few visits count beside good results; the root of two in theory.
const CURIOSITY: f64 = 1.0;

/// Twice the guess about a position in which all random games are won: what evaluations give to one that is nearly won.
const SURE: f64 = 8e3;

impl<M: Copy> Tree<M> {
    /// Returns a tree of one node that may grow to `most_nodes` nodes.
    pub(super) fn new(most_nodes: usize) -> Tree<M> {
        Tree { nodes: vec![Node::new(None)], most_nodes, path: Vec::new() }
    }

    fn children(&self, at: usize) -> impl Iterator<Item = (usize, &Node<Option<M>>)> {
        let children = self.nodes[at].children.clone();
        (children.start as usize..children.end as usize).map(|child| (child, &self.nodes[child]))
    }

    /// Returns what is proved of a node for the player to move there.
    fn proved_for_mover(&self, at: usize) -> Proved {
        let Node { proved, again, .. } = self.nodes[at];
        if again { proved } else { proved.reversed() }
    }

    /// Returns the child to visit, of those that may turn out to be better than what is proved already. There is one
    /// unless there is no move.
    pub(super) fn most_interesting(&self, at: usize) -> Option<(usize, M)> {
        let certain = self.proved_for_mover(at).least;
        let exploration = CURIOSITY * f64::from(self.nodes[at].visits.max(1)).ln().sqrt();
        let (mut best, mut most) = (None, f64::NEG_INFINITY);
        for (place, child) in self.children(at).filter(|(_, child)| child.proved.most > certain) {
            let interest = child.interest(exploration);
            if interest > most {
                (best, most) = (child.mv.map(|mv| (place, mv)), interest);
            }
        }
        best
    }

    /// Learns that the game is over where the descent ended: that is proved, and perhaps more on the way up.
    pub(super) fn conclude(&mut self, outcome: Outcome) {
        for step in (0..self.path.len()).rev() {
            let (at, mover) = (self.path[step].0 as usize, self.path[step].1);
            let proved = match Proved::best(self.children(at).map(|(_, child)| child.proved)) {
                None => Proved::exactly(verdict(outcome, mover)),
                Some(best) if self.nodes[at].again => best,
                Some(best) => best.reversed(),
            };
            if self.nodes[at].proved == proved {
                return;
            }
            self.nodes[at].proved = proved;
        }
    }

    /// Counts a random game for every node on the path. A player who has something better for certain would not have
    /// let it come to this, so further up it counts as that.
    pub(super) fn credit(&mut self, outcome: Outcome) {
        let mut outcome = outcome;
        for &(at, mover) in self.path.iter().rev() {
            let node = &mut self.nodes[at as usize];
            let verdict = verdict(outcome, mover).clamp(node.proved.least, node.proved.most);
            node.credit(verdict);
            outcome = match verdict {
                Verdict::Win => Outcome::Win(mover),
                Verdict::Draw => Outcome::Draw,
                Verdict::Loss => Outcome::Win(mover.other()),
            };
        }
    }

    /// Returns the best move of each position from the root on, at most `plies` of them, as far as the tree goes.
    pub(crate) fn line(&self, plies: usize) -> Vec<M> {
        let (mut line, mut at) = (Vec::new(), 0);
        while line.len() < plies {
            let Some(best) = self.best(at) else { break };
            let node = &self.nodes[best];
            let Some(mv) = node.mv.filter(|_| node.visits > 0 || line.is_empty()) else { break };
            line.push(mv);
            at = best;
        }
        line
    }

    /// Returns the best child: of those that may be better than what is certain the most visited, if it looks better
    /// too; otherwise one that is certain.
    fn best(&self, at: usize) -> Option<usize> {
        let certain = self.proved_for_mover(at).least;
        let open = self.children(at).filter(|(_, child)| child.proved.most > certain);
        let open = open.max_by_key(|(_, child)| child.visits);
        let safe = self.children(at).filter(|(_, child)| child.proved.least == certain);
        let safe = safe.max_by_key(|(_, child)| (child.proved.most, child.visits));
        let chosen = match (open, safe) {
            (Some(open), Some(safe)) if certain > Verdict::Loss && open.1.mean() <= safe.1.mean() => {
                Some(safe)
            }
            _ => open.or(safe),
        };
        chosen.map(|(place, _)| place)
    }

    /// Returns what is proved of the root, for the player to move.
    pub(super) fn proved(&self) -> Proved {
        self.proved_for_mover(0)
    }

    /// Returns what the root is worth to the player to move: what is proved of it, and where that is nothing, how the
    /// random games ended.
    pub(crate) fn worth(&self) -> Worth {
        let Proved { least, most } = self.proved();
        if let Some(verdict) = self.proved().verdict() {
            return Worth::Proved(Value::of(verdict));
        }
        // The distance of an end is not known.
        let least = if least == Verdict::Loss { Value::loss(0) } else { Value::of(least) };
        let most = if most == Verdict::Win { Value::win(0) } else { Value::of(most) };
        match Worth::between(least, most) {
            Worth::UNKNOWN => Worth::Guess(self.guess()),
            bounds => bounds,
        }
    }

    /// Returns the part of the places for nodes that are in use, in thousandths.
    pub(crate) fn fullness(&self) -> u32 {
        (self.nodes.len() as u64 * 1000 / self.most_nodes.max(1) as u64).min(1000) as u32
    }

    /// Returns how good the root looks to the player to move: 0 is even.
    pub(crate) fn guess(&self) -> i32 {
        let root = &self.nodes[0];
        // The mean belongs to the opponent: 0 who lost every game, 1 who won every game.
        if root.visits == 0 { 0 } else { ((0.5 - root.mean()) * SURE) as i32 }
    }
}

fn verdict(outcome: Outcome, player: Player) -> Verdict {
    outcome.value_for(player).verdict
}
