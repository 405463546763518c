//! The laws of game trees.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::shape::shapes;
use game::mock::Mock;
use game::{Game, Limits, Outcome, Player, Random, Stop, Stopped};
use games::mnk::{Marks, Mnk, Notakto, Rule, Square, Wild, WildRule};
use proptest::prelude::*;
use search::tree::{Forced, Search, Sense, Tree, Window};

fn tic_tac_toe() -> Mnk<u64> {
    Mnk::new(3, 3, 3, Rule::Normal)
}

/// The value of a position for the player to move, from the rules alone: no tree, no negative. Each position once.
fn oracle<G: Game>(game: &G) -> i32 {
    let start = game.initial();
    let value = value_for_first(game, &start, &mut HashMap::new());
    if game.turn(&start) == Player::First { value } else { -value }
}

fn value_for_first<G: Game>(game: &G, state: &G::State, seen: &mut HashMap<G::State, i32>) -> i32 {
    if let Some(outcome) = game.outcome(state) {
        return match outcome {
            Outcome::Win(Player::First) => 1,
            Outcome::Win(Player::Second) => -1,
            Outcome::Draw => 0,
        };
    }
    if let Some(&value) = seen.get(state) {
        return value;
    }
    let values: Vec<i32> =
        game.moves(state).map(|mv| value_for_first(game, &game.next(state, mv), seen)).collect();
    let best = if game.turn(state) == Player::First { values.iter().max() } else { values.iter().min() };
    let value = *best.expect("an unfinished game has a move");
    seen.insert(state.clone(), value);
    value
}

/// Whatever can be asked of the tree of a game agrees with the oracle; all of the tree is walked if it is small enough.
fn agrees<G: Game>(game: &G, whole: bool, name: &str) {
    let value = oracle(game);
    let tree = || Tree::of(game);
    // Several times what it takes: a search that does not prune is to fail here, not to go on for minutes.
    let mut search = Search::new(Limits::default().nodes(2_000_000));
    assert_eq!(search.alpha_beta(tree(), Window::FULL), Ok(value), "{name}");
    assert_eq!(tree().alpha_beta(Window::FULL), value, "{name}");
    for bound in [-1, 0, 1, 2] {
        assert_eq!(tree().at_least(bound), value >= bound, "{name}, {bound}");
    }
    assert_eq!(tree().assured_win(), value == 1, "{name}");
    assert_eq!(tree().best_move().map(|(_, value)| value), Some(value), "{name}");
    if whole {
        assert_eq!(tree().negamax(), value, "{name}");
        assert_eq!(tree().negamax_loop(), value, "{name}");
        assert_eq!(tree().minimax(Sense::Max), value, "{name}");
        assert_eq!(tree().minimax(Sense::Min), -value, "{name}");
    }
}

/// All (w,h,k) with at most so many squares.
fn sizes(squares: u32) -> impl Iterator<Item = (u32, u32, u32)> {
    let boards = (1..=squares)
        .flat_map(move |w| (1..=squares).map(move |h| (w, h)).filter(move |b| b.0 * b.1 <= squares));
    boards.flat_map(|(w, h)| (1..=w.max(h).min(4)).map(move |k| (w, h, k)))
}

#[test]
fn the_tree_of_tic_tac_toe() {
    let game = tic_tac_toe();
    let tree = || Tree::of(&game);
    assert_eq!(tree().size(), 549_946);
    assert_eq!(tree().leaves(), 255_168);
    assert_eq!(tree().height(), 9);
    assert_eq!(tree().negamax(), 0);
    assert!(!tree().assured_win());
    assert!(tree().at_least(0));
}

#[test]
fn tic_tac_toe_forces_exactly_so_much() {
    let game = tic_tac_toe();
    let full = Forced { nodes: 18_297, leaves: 7_330 };
    let mut search = Search::default();
    assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Ok(0));
    assert_eq!(search.forced(), full);

    let mut search = Search::default();
    let first = game.moves(&game.initial()).next().expect("a move");
    assert_eq!(search.best_move(Tree::of(&game)), Ok(Some((first, 0))));
    assert_eq!(search.forced(), full);
}

#[test]
fn games_of_k_in_a_row_agree_with_the_oracle() {
    for (w, h, k) in sizes(9) {
        let whole = w * h <= 8 || w == h;
        for rule in [Rule::Normal, Rule::Misere, Rule::Weak] {
            agrees(&Mnk::<u64>::new(w, h, k, rule), whole, &format!("{rule:?} {w},{h},{k}"));
        }
        agrees(&Notakto::<u64>::new(w, h, k), whole, &format!("notakto {w},{h},{k}"));
    }
}

#[test]
fn wild_games_agree_with_the_oracle() {
    for (w, h, k) in sizes(9) {
        for rule in [WildRule::Normal, WildRule::Misere, WildRule::Order] {
            agrees(&Wild::<u64>::new(w, h, k, rule), w * h <= 5, &format!("wild {rule:?} {w},{h},{k}"));
        }
    }
}

/// A random game without cycles in which anybody may be to move anywhere: moves lead to greater numbers.
fn acyclic(seed: u64, positions: usize) -> Mock {
    let mut random = Random::new(seed);
    let mut mock = Mock::new(positions);
    for at in 0..positions {
        mock = mock.turn(at, Player::BOTH[random.below(2)]);
        let left = positions - at - 1;
        if left == 0 || (at > 0 && random.below(6) == 0) {
            let outcomes = [Outcome::Draw, Outcome::Win(Player::First), Outcome::Win(Player::Second)];
            mock = mock.end(at, outcomes[random.below(3)]);
            continue;
        }
        for _ in 0..=random.below(3) {
            mock = mock.edge(at, at + 1 + random.below(left));
        }
    }
    mock
}

#[test]
fn games_in_which_a_player_moves_twice_agree_with_the_oracle() {
    for seed in 0..2000 {
        agrees(&acyclic(seed, 12), true, &format!("acyclic {seed}"));
        agrees(&Mock::random_tree(seed, 5, 3), true, &format!("tree {seed}"));
    }
}

#[test]
fn moving_twice_by_hand() {
    // The first player moves, and moves again to win; or lets the second player win.
    let game = Mock::new(5)
        .turn(2, Player::Second)
        .edge(0, 2)
        .edge(0, 1)
        .edge(1, 3)
        .edge(2, 4)
        .end(3, Outcome::Win(Player::First))
        .end(4, Outcome::Win(Player::Second));
    let tree = || Tree::of(&game);
    assert_eq!((tree().size(), tree().leaves(), tree().height()), (5, 2, 2));
    assert_eq!(tree().best_move(), Some((1, 1)));
    assert_eq!(Tree::of_state(&game, 2).best_move(), Some((4, 1)));
    assert_eq!(Tree::of_state(&game, 3).negamax(), 1);
}

#[test]
fn the_least_and_the_greatest_bound_need_no_care() {
    let tree = || Tree::numbered([1, 2].map(Tree::leaf));
    assert!(tree().at_least(i32::MIN) && tree().at_least(-i32::MAX));
    assert!(!tree().at_least(i32::MAX));
    let extremes = || Tree::numbered([i32::MAX, -i32::MAX].map(Tree::leaf));
    assert_eq!(extremes().alpha_beta(Window::FULL), i32::MAX);
    assert!(extremes().at_least(i32::MAX));
    assert_eq!(Tree::numbered([Tree::leaf(i32::MAX)]).best_move(), Some((0, -i32::MAX)));
}

#[test]
fn without_a_move_there_is_no_best_one() {
    assert_eq!(Tree::<()>::leaf(1).best_move(), None);
    assert_eq!(Tree::<()>::node([]).best_move(), None);
    assert_eq!(Tree::<()>::node([]).negamax(), -i32::MAX);
    assert_eq!(Tree::<()>::node([]).minimax(Sense::Min), i32::MAX);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn all_definitions_of_the_value_agree(shape in shapes()) {
        let value = shape.value();
        prop_assert_eq!(shape.tree().negamax(), value);
        prop_assert_eq!(shape.tree().negamax_loop(), value);
        prop_assert_eq!(shape.tree().minimax(Sense::Max), value);
        prop_assert_eq!(shape.tree().minimax(Sense::Min), -value);
        prop_assert_eq!(shape.tree().flipped().negamax(), -value);
        prop_assert_eq!(shape.tree().alpha_beta(Window::FULL), value);
    }

    #[test]
    fn alpha_beta_is_equivalent_for_every_window(shape in shapes()) {
        let value = shape.value();
        for alpha in -6..=5 {
            for beta in alpha + 1..=6 {
                let window = Window::new(alpha, beta).expect("alpha is below beta");
                let found = shape.tree().alpha_beta(window);
                prop_assert!(window.equivalent(value, found), "{value}, but {found} in ({alpha}, {beta})");
            }
        }
    }

    #[test]
    fn a_null_window_is_enough_to_compare(shape in shapes(), bound in -6..=6) {
        prop_assert_eq!(shape.tree().at_least(bound), shape.value() >= bound);
        prop_assert_eq!(shape.tree().assured_win(), shape.value() >= 1);
    }

    #[test]
    fn the_best_move_is_the_first_that_achieves_the_optimum(shape in shapes()) {
        let first = match shape.tree() {
            Tree::Node(offspring) => {
                let value = shape.value();
                offspring.map(|(mv, tree)| (mv, -tree.negamax())).find(|&(_, found)| found == value)
            }
            Tree::Leaf(_) => None,
            Tree::Flip(_) => return Ok(()),
        };
        prop_assert_eq!(shape.tree().best_move(), first);
        let flipped = shape.tree().flipped().best_move();
        prop_assert_eq!(flipped, first.map(|(mv, value)| (mv, -value)));
    }

    #[test]
    fn a_search_forces_no_more_than_there_is(shape in shapes()) {
        let (size, leaves) = (shape.tree().size(), shape.tree().leaves());
        let forced = |window| {
            let mut search = Search::default();
            search.alpha_beta(shape.tree(), window).map(|_| search.forced())
        };
        let full = forced(Window::FULL).expect("no limit");
        prop_assert!(full.nodes <= size && full.leaves <= leaves);
        for bound in -4..=4 {
            prop_assert!(forced(Window::null(bound)).expect("no limit").nodes <= full.nodes);
        }
    }

    #[test]
    fn a_search_stops_at_the_last_node_allowed(shape in shapes()) {
        let mut search = Search::default();
        prop_assert_eq!(search.alpha_beta(shape.tree(), Window::FULL), Ok(shape.value()));
        let nodes = search.forced().nodes;
        let mut enough = Search::new(Limits::default().nodes(nodes));
        prop_assert_eq!(enough.alpha_beta(shape.tree(), Window::FULL), Ok(shape.value()));
        let mut short = Search::new(Limits::default().nodes(nodes - 1));
        prop_assert_eq!(short.alpha_beta(shape.tree(), Window::FULL), Err(Stopped::Nodes));
        prop_assert_eq!(short.forced().nodes, nodes - 1);
    }
}

#[test]
fn a_search_spends_over_all_that_it_is_asked() {
    let game = tic_tac_toe();
    let mut search = Search::new(Limits::default().nodes(20_000));
    assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Ok(0));
    assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Err(Stopped::Nodes));
    assert_eq!(search.forced().nodes, 20_000);
}

#[test]
fn a_search_keeps_to_its_limits() {
    let game: Mnk<u64> = Mnk::new(5, 5, 4, Rule::Normal);
    let search = |limits| Search::new(limits).alpha_beta(Tree::of(&game), Window::FULL);
    let stop = Stop::new();
    stop.stop();
    assert_eq!(search(Limits::default().stop(stop)), Err(Stopped::Asked));
    let soon = Limits::default().time(Duration::from_millis(20));
    assert_eq!(search(soon), Err(Stopped::Time));
}

#[test]
fn a_search_is_stopped_from_another_thread() {
    let game: Mnk<u64> = Mnk::new(5, 5, 4, Rule::Normal);
    let stop = Stop::new();
    let mut search = Search::new(Limits::default().stop(stop.clone()));
    let found = std::thread::scope(|threads| {
        threads.spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            stop.stop();
        });
        search.assured_win(Tree::of(&game))
    });
    assert_eq!(found, Err(Stopped::Asked));
    assert!(search.forced().nodes > 0);
}

#[test]
fn a_game_without_end_is_given_up() {
    let game = Mock::new(2).turn(1, Player::Second).edge(0, 1).edge(1, 0);
    let mut search = Search::default();
    assert_eq!(search.alpha_beta(Tree::of(&game), Window::FULL), Err(Stopped::Depth));
    assert_eq!(search.forced().nodes, 2001);
    // The same player moves for ever.
    let game = Mock::new(2).edge(0, 1).edge(1, 0);
    let mut search = Search::new(Limits::default().depth(10));
    assert_eq!(search.best_move(Tree::of(&game)), Err(Stopped::Depth));
    assert_eq!(search.forced().nodes, 11);
}

/// A tree that must not be looked at.
fn forbidden() -> Tree<'static, usize> {
    Tree::node(std::iter::from_fn(|| panic!("this node was to be left alone")))
}

/// Moves of which only the first may be made.
fn first_only(tree: Tree<'static, usize>) -> Tree<'static, usize> {
    let never = std::iter::from_fn(|| panic!("this move was to be left alone"));
    Tree::numbered(std::iter::once(tree).chain(never))
}

#[test]
fn what_is_pruned_is_never_made() {
    // The left move is worth 3. The right one is worth 2 at most, as its first reply shows.
    let left = || Tree::numbered([3, 5].map(Tree::leaf));
    let tree = || Tree::numbered([left(), first_only(Tree::leaf(2))]);
    assert_eq!(tree().alpha_beta(Window::FULL), 3);
    assert_eq!(tree().best_move(), Some((0, 3)));
    // An equal value is no better, so it is pruned too.
    let tree = Tree::numbered([left(), first_only(Tree::leaf(3))]);
    assert_eq!(tree.best_move(), Some((0, 3)));
    // A win is enough of a win.
    assert!(first_only(Tree::leaf(-1)).assured_win());
    assert!(first_only(Tree::leaf(-7)).at_least(7));
    // And a loss is enough of a loss.
    assert!(!Tree::numbered([first_only(Tree::leaf(0))]).assured_win());
}

#[test]
fn making_a_tree_forces_nothing_below_its_head() {
    assert!(matches!(first_only(forbidden()), Tree::Node(_)));
    assert!(matches!(forbidden().flipped(), Tree::Flip(_)));
    let Tree::Node(mut offspring) = first_only(forbidden()) else { panic!("a node") };
    assert!(matches!(offspring.next(), Some((0, Tree::Node(_)))));
}

#[test]
#[should_panic(expected = "left alone")]
fn minimax_leaves_nothing_alone() {
    let _ = first_only(Tree::leaf(0)).minimax(Sense::Max);
}

/// How many of something live, and how many ever lived at once.
#[derive(Clone, Default)]
struct Census(Rc<(Cell<usize>, Cell<usize>)>);

impl Census {
    fn born(&self) -> Alive {
        let (live, most) = &*self.0;
        live.set(live.get() + 1);
        most.set(most.get().max(live.get()));
        Alive(self.clone())
    }

    fn most(&self) -> usize {
        self.0.1.get()
    }
}

struct Alive(Census);

impl Drop for Alive {
    fn drop(&mut self) {
        let live = &self.0.0.0;
        live.set(live.get() - 1);
    }
}

/// A full tree of this height and three moves everywhere, that counts its living nodes. Values are all different.
fn counted(height: usize, value: i32, census: &Census) -> Tree<'static, usize> {
    if height == 0 {
        return Tree::leaf(value);
    }
    let (alive, census) = (census.born(), census.clone());
    Tree::numbered((0..3).map(move |n| {
        let _ = &alive;
        counted(height - 1, 3 * value + n, &census)
    }))
}

fn ignore<T>(_: T) {}

#[test]
fn only_the_branch_under_examination_lives() {
    let walks: [fn(Tree<'static, usize>); 8] = [
        |tree| assert_eq!(tree.size(), 3_u64.pow(9) / 2),
        |tree| assert_eq!(tree.height(), 8),
        |tree| ignore(tree.minimax(Sense::Min)),
        |tree| ignore(tree.negamax()),
        |tree| ignore(tree.negamax_loop()),
        |tree| ignore(tree.alpha_beta(Window::FULL)),
        |tree| ignore(tree.assured_win()),
        |tree| ignore(tree.best_move()),
    ];
    for walk in walks {
        let census = Census::default();
        walk(counted(8, 1, &census));
        // Leaves are not counted: the nodes above them on one branch are eight.
        assert_eq!(census.most(), 8);
        assert_eq!(census.0.0.get(), 0);
    }
}

/// Tic-tac-toe with a census of its positions.
struct Observed {
    game: Mnk<u64>,
    live: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

/// A position that knows when it is copied and when it is dropped.
struct Position {
    marks: Marks<u64>,
    live: Arc<AtomicUsize>,
    most: Arc<AtomicUsize>,
}

impl Position {
    fn new(marks: Marks<u64>, live: &Arc<AtomicUsize>, most: &Arc<AtomicUsize>) -> Position {
        most.fetch_max(live.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
        Position { marks, live: Arc::clone(live), most: Arc::clone(most) }
    }
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position::new(self.marks, &self.live, &self.most)
    }
}

impl Drop for Position {
    fn drop(&mut self) {
        self.live.fetch_sub(1, Ordering::Relaxed);
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.marks == other.marks
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.marks.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.marks.fmt(f)
    }
}

impl Game for Observed {
    type State = Position;
    type Move = Square;

    fn initial(&self) -> Position {
        Position::new(self.game.initial(), &self.live, &self.most)
    }

    fn turn(&self, state: &Position) -> Player {
        self.game.turn(&state.marks)
    }

    fn outcome(&self, state: &Position) -> Option<Outcome> {
        self.game.outcome(&state.marks)
    }

    fn moves(&self, state: &Position) -> impl Iterator<Item = Square> {
        self.game.moves(&state.marks)
    }

    fn play(&self, state: &mut Position, mv: Square) {
        self.game.play(&mut state.marks, mv);
    }
}

#[test]
fn only_the_positions_of_one_branch_live() {
    let game = Observed { game: tic_tac_toe(), live: Arc::default(), most: Arc::default() };
    assert_eq!(Tree::of(&game).alpha_beta(Window::FULL), 0);
    assert_eq!(game.most.load(Ordering::Relaxed), 10);
    assert_eq!(Tree::of(&game).negamax(), 0);
    assert_eq!(game.most.load(Ordering::Relaxed), 10);
    assert_eq!(game.live.load(Ordering::Relaxed), 0);
}
