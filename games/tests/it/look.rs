//! What the built-in games look like, and how their moves are picked.

use game::laws::Laws;
use game::look::{Grid, Look, Pick, Pieces, Role};
use game::{Game, Notation, Playable, System};
use games::amazons::Amazons;
use games::coins::Coins;
use games::hanoi::Hanoi;
use games::mnk::{Mnk, Notakto, Rule, Wild, WildRule};
use games::nim::Nim;
use games::positional::Positional;
use games::ultimate::Ultimate;

/// The look after these moves.
fn after<G: Playable + Notation>(game: &G, moves: &str) -> Look {
    let (_, states) = game.parse_line(moves).unwrap();
    game.look(states.last().unwrap())
}

/// The names of the cells that are lit.
fn lit(look: &Look) -> Vec<&str> {
    let cells = look.grids().iter().flat_map(|grid| &grid.cells);
    cells.filter(|cell| cell.lit).map(|cell| &*cell.name).collect()
}

/// The names of what is picked for a move.
fn names<S: Notation>(game: &S, state: &S::Configuration, text: &str) -> Vec<String> {
    let look = game.look(state);
    let mv = game.parse_action(state, text).unwrap();
    game.picks(state, mv).iter().map(|pick| look.name_of(pick)).collect()
}

/// A grid as it is drawn, with the names of rows and columns.
fn drawn(grid: &Grid) -> String {
    let rows = grid.cells.chunks(grid.columns).zip(&grid.row_names).map(|(row, name)| {
        let marks = row.iter().map(|cell| cell.mark.as_ref().map_or(".", |mark| &*mark.text));
        format!("{name} {}", marks.collect::<Vec<&str>>().join(" "))
    });
    let names = format!("  {}", grid.column_names.join(" "));
    rows.chain([names]).collect::<Vec<String>>().join("\n")
}

#[test]
fn every_game_looks_as_promised() {
    Laws::game(&Mnk::<u64>::new(4, 3, 3, Rule::Misere)).games(30).notation().check();
    Laws::game(&Mnk::<u64>::new(3, 3, 3, Rule::Weak)).games(30).notation().check();
    Laws::game(&Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal)).games(5).notation().check();
    Laws::game(&Wild::<u64>::new(4, 4, 3, WildRule::Order)).games(5).notation().check();
    Laws::game(&Notakto::<u64>::new(3, 3, 3)).games(5).notation().check();
    for (n, d) in [(5, 1), (3, 2), (3, 3), (3, 4)] {
        Laws::game(&Positional::<u128>::cube(n, d)).games(5).notation().check();
    }
    Laws::game(&Ultimate::new()).games(30).notation().check();
    Laws::game(&Amazons::new(5, 4)).games(3).notation().check();
    Laws::game(&Nim::new(&[3, 4, 5], false)).notation().check();
    Laws::system(&Hanoi::new(3, 4)).games(5).plies(50).notation().check();
    Laws::system(&Coins::new(16, &[1, 5, 10])).games(5).notation().check();
}

#[test]
fn grids_are_drawn_as_the_text_of_the_board() {
    fn same<G: Playable + Notation>(game: &G, moves: &str) {
        let (_, states) = game.parse_line(moves).unwrap();
        for state in &states {
            assert_eq!(drawn(&game.look(state).grids()[0]), game.board_text(state));
        }
    }
    same(&Mnk::<u64>::new(4, 3, 3, Rule::Normal), "b2 a1 d3");
    same(&Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal), "4 4 1");
    same(&Wild::<u64>::new(3, 3, 3, WildRule::Normal), "ob2 xa1");
    same(&Notakto::<u64>::new(3, 3, 3), "b2 a1");
    same(&Positional::<u64>::cube(4, 2), "b2 a1");
    same(&Amazons::new(4, 4), "b1-a1/b1");
}

#[test]
fn lines_are_lit_at_the_end() {
    let game = Mnk::<u64>::new(3, 3, 3, Rule::Normal);
    assert_eq!(lit(&after(&game, "a1 a2 b1 b2")), [""; 0]);
    let over = after(&game, "a1 a2 b1 b2 c1");
    assert_eq!(lit(&over), ["a1", "b1", "c1"]);
    assert!(!over.grids()[0].active);
    // Two lines at once.
    assert_eq!(lit(&after(&game, "a1 b1 a2 b2 b3 c1 c3 c2 a3")), ["a3", "b3", "c3", "a2", "a1"]);
    // A line of the second player counts for nothing in the weak game, neither now nor on a full board.
    let weak = Mnk::<u64>::new(3, 3, 3, Rule::Weak);
    assert_eq!(lit(&after(&weak, "a1 a2 b1 b2 c3 c2")), [""; 0]);
    assert_eq!(lit(&after(&weak, "a1 a2 b1 b2 c3 c2 c1")), ["a1", "b1", "c1"]);
}

#[test]
fn marks_fall_to_the_cell_that_is_picked() {
    let game = Mnk::<u64, _>::with_gravity(7, 6, 4, Rule::Normal);
    let look = after(&game, "4");
    let grid = &look.grids()[0];
    assert!(grid.falls);
    assert_eq!(grid.column_names[3], "4");
    let (_, states) = game.parse_line("4").unwrap();
    assert_eq!(names(&game, &states[1], "4"), ["d2"]);
    let options = game.choices(&states[1]).next(&[]);
    let top = Pick::Cell { grid: 0, cell: 3 };
    assert_eq!(look.name_of(&look.meant(&options, &top).unwrap()), "d2");
    assert_eq!(lit(&after(&game, "1 2 1 2 1 2 1")), ["a4", "a3", "a2", "a1"]);
}

#[test]
fn either_mark_is_chosen_after_its_square() {
    let game = Wild::<u64>::new(3, 3, 3, WildRule::Normal);
    assert_eq!(names(&game, &game.initial(), "ob2"), ["b2", "o"]);
    assert_eq!(game.choices(&game.initial()).next(&[]).len(), 9);
    assert_eq!(lit(&after(&game, "xa1 ob2 xb1 xc1")), ["a1", "b1", "c1"]);
    let chaos = Wild::<u64>::new(2, 2, 3, WildRule::Order);
    assert_eq!(lit(&after(&chaos, "xa1 oa2 xb1 ob2")), [""; 0]);
    let notakto = Notakto::<u64>::new(3, 3, 3);
    let look = after(&notakto, "a1 b1 c1");
    assert_eq!(lit(&look), ["a1", "b1", "c1"]);
    assert_eq!(look.grids()[0].cells[8].mark.as_ref().unwrap().role, Role::Neutral);
}

#[test]
fn layers_are_grids_with_places() {
    let game = Positional::<u128>::cube(3, 4);
    let look = game.look(&game.initial());
    let grids = look.grids();
    assert_eq!(grids.len(), 9);
    assert_eq!((&*grids[4].name, grids[4].place), ("layer b2", (1, 1)));
    assert_eq!(names(&game, &game.initial(), "c3b2"), ["c3b2"]);
    let game = Positional::<u64>::cube(3, 3);
    let over = after(&game, "a1a a2a b2b a3a c3c");
    assert_eq!(lit(&over), ["a1a", "b2b", "c3c"]);
    assert!(over.grids().iter().all(|grid| !grid.active));
    assert_eq!(names(&Positional::<u64>::cube(5, 1), &Positional::<u64>::cube(5, 1).initial(), "c"), ["c"]);
}

#[test]
fn small_boards_are_active_and_won() {
    let game = Ultimate::new();
    let active = |look: &Look| -> Vec<String> {
        look.grids().iter().filter(|grid| grid.active).map(|grid| grid.name.clone()).collect()
    };
    assert_eq!(active(&after(&game, "")).len(), 9);
    let look = after(&game, "b2");
    assert_eq!(active(&look), ["middle board"]);
    assert_eq!(look.grids()[0].place, (0, 2));
    assert_eq!(look.grids()[0].column_names, ["a", "b", "c"]);
    assert!(look.grids()[4].column_names.is_empty() && look.grids()[4].row_names.is_empty());
    let (_, states) = game.parse_line("b2").unwrap();
    assert_eq!(names(&game, &states[1], "d6"), ["d6"]);
    let mut random = game::Random::new(3);
    let mut wins = 0;
    for _ in 0..30 {
        let mut state = game.initial();
        while game.outcome(&state).is_none() {
            let mv = random.choose(game.moves(&state)).unwrap();
            game.play(&mut state, mv);
        }
        let look = game.look(&state);
        if let Some(winner) = game.outcome(&state).and_then(game::Outcome::winner) {
            wins += 1;
            let cells = look.grids().iter().flat_map(|grid| grid.cells.iter().filter(|cell| cell.lit));
            let roles: Vec<Role> = cells.map(|cell| cell.mark.as_ref().unwrap().role).collect();
            assert!(roles.len() >= 9);
            assert!(roles.iter().all(|role| *role == [Role::First, Role::Second][winner.index()]));
        }
    }
    assert!(wins > 10);
}

#[test]
fn queens_are_picked_then_where_they_go_then_where_they_shoot() {
    let game = Amazons::new(4, 4);
    let start = game.initial();
    assert_eq!(names(&game, &start, "b1-a1/b1"), ["b1", "a1", "b1"]);
    let choices = game.choices(&start);
    let queens = choices.next(&[]);
    let look = game.look(&start);
    let mut found: Vec<String> = queens.iter().map(|pick| look.name_of(pick)).collect();
    found.sort();
    assert_eq!(found, ["a2", "b1", "c1", "d2"]);
    assert!(queens.iter().all(|pick| look.cell(pick).unwrap().mark.as_ref().unwrap().role == Role::First));
    let next = game.next(&start, game.parse_action(&start, "b1-a1/b1").unwrap());
    let changed = game.look(&next).changed(&look);
    assert_eq!(changed.iter().map(|pick| look.name_of(pick)).collect::<Vec<_>>(), ["a1", "b1"]);
}

#[test]
fn heaps_and_pegs() {
    let nim = Nim::new(&[3, 4, 5], false);
    let look = nim.look(&nim.initial());
    assert_eq!(look.heaps().len(), 3);
    assert_eq!(look.heaps()[1].pieces, Pieces::Alike(4));
    assert_eq!(names(&nim, &nim.initial(), "b3"), ["b", "3"]);
    let hanoi = Hanoi::new(3, 3);
    let start = hanoi.starts().next().unwrap();
    assert_eq!(
        hanoi.look(&start).heaps()[0].pieces,
        Pieces::Named(["3", "2", "1"].map(String::from).to_vec())
    );
    assert_eq!(names(&hanoi, &start, "a-c"), ["a", "c"]);
    let coins = Coins::new(16, &[1, 5, 10]);
    let start = coins.starts().next().unwrap();
    assert_eq!(coins.look(&start), Look::Text);
    assert_eq!(names(&coins, &start, "5"), ["5"]);
}
