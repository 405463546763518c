//! What random games tell of a position.

use game::Game;

use super::tree::{Mcts, Tree};
use crate::budget::Account;
use crate::position::first;
use crate::progress::{Progress, Watcher};
use crate::{Answer, Budget, Options};

/// As many plies are told of a line while random games are played.
const TOLD: usize = 12;

/// What random games tell of a position, as [`Engine::Mcts`](crate::Engine::Mcts) does, and nothing else: where games are
/// so large that no other engine is of use, a program need not hold those.
///
/// ```
/// use game::{Game, Verdict};
/// use games::mnk::{Mnk, Rule};
/// use search::{Options, by_random_games};
///
/// let game: Mnk<u64> = Mnk::new(3, 3, 3, Rule::Normal);
/// let answer = by_random_games(&game, &game.initial(), &Options::default(), &mut |_| {});
/// assert_eq!(answer.verdict(), Some(Verdict::Draw));
/// ```
pub fn by_random_games<G: Game>(
    game: &G,
    state: &G::State,
    options: &Options,
    tell: &mut dyn FnMut(&Progress<G::Move>),
) -> Answer<G::Move> {
    solve(game, state, (&options.budget, options.line), Watcher::new(Some(tell)))
}

pub(crate) fn solve<G: Game>(
    game: &G,
    state: &G::State,
    (budget, line): (&Budget, usize),
    mut watcher: Watcher<'_, G::Move>,
) -> Answer<G::Move> {
    let account = Account::new(budget);
    let mut mcts = Mcts::new(game, state.clone(), &account, 1);
    let so_far = |tree: &Tree<G::Move>, elapsed| {
        let (worth, table) = (tree.worth(), tree.fullness());
        let (least, most) = (worth.least(), worth.most());
        Progress { least, most, line: tree.line(TOLD), nodes: account.nodes(), elapsed, table }
    };
    let result = mcts.run_telling(&mut |tree| watcher.tell(|elapsed| so_far(tree, elapsed)));
    let mut answer = Answer::unknown(result.err());
    (answer.worth, answer.nodes) = (mcts.tree.worth(), account.nodes());
    answer.line = mcts.tree.line(line.max(1));
    answer.best = answer.line.first().copied().or_else(|| first(game, state));
    answer.line.truncate(line);
    answer.seconds = watcher.start.elapsed().as_secs_f64();
    answer
}
