//! Searches that are stopped and go on from what they saved.

use std::io::{self, Read, Write};
use std::sync::Mutex;
use std::time::Duration;

use game::{Game, Limits};
use games::mnk::{Mnk, Rule};
use search::lines::{Keeper, Saved, Solver};

/// What was saved, in memory.
struct Shelf {
    interval: Duration,
    saved: Mutex<Option<Vec<u8>>>,
    loaded: Mutex<io::Result<Saved>>,
    times: Mutex<u32>,
}

impl Shelf {
    fn new(interval: Duration, saved: Option<Vec<u8>>) -> Shelf {
        let loaded = Mutex::new(Ok(Saved::default()));
        Shelf { interval, saved: Mutex::new(saved), loaded, times: Mutex::new(0) }
    }
}

impl Keeper for Shelf {
    fn interval(&self) -> Duration {
        self.interval
    }

    fn load(&self, read: &mut dyn FnMut(&mut dyn Read) -> io::Result<Saved>) -> bool {
        let saved = self.saved.lock().expect("no thread panics");
        let Some(saved) = saved.as_ref() else { return true };
        let loaded = read(&mut saved.as_slice());
        let usable = loaded.is_ok();
        *self.loaded.lock().expect("no thread panics") = loaded;
        usable
    }

    fn save(&self, write: &dyn Fn(&mut dyn Write) -> io::Result<Saved>) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("memory can be written");
        *self.saved.lock().expect("no thread panics") = Some(bytes);
        *self.times.lock().expect("no thread panics") += 1;
    }
}

const NEVER: Duration = Duration::MAX;

#[test]
fn a_search_of_many_short_runs_finds_the_same() {
    for (w, h, k, runs) in [(7, 4, 4, 20), (7, 7, 5, 10), (6, 5, 4, 12)] {
        let game: Mnk<u64> = Mnk::new(w, h, k, Rule::Normal);
        let solver = || Solver::new(&game).expect("a game of lines");
        let whole = solver().without_line().solve(&game.initial());
        for threads in [1, 2] {
            let (shelf, mut nodes, mut stops) = (Shelf::new(NEVER, None), 0, 0);
            let answer = loop {
                let limits = Limits::default().nodes(whole.nodes / runs).threads(threads);
                let answer = solver().without_line().limits(limits).checkpoint(&shelf).solve(&game.initial());
                nodes += answer.nodes;
                if answer.stopped.is_none() {
                    break answer;
                }
                stops += 1;
                assert!(stops < 5 * runs, "({w},{h},{k}) does not come to an end");
            };
            assert_eq!(answer.value(), whole.value());
            assert!(stops >= runs - 2 && nodes <= 3 * whole.nodes, "{nodes} nodes, alone {}", whole.nodes);
            let again = solver().without_line().checkpoint(&shelf).solve(&game.initial());
            assert_eq!(again.value(), whole.value());
            assert!(again.nodes < whole.nodes / 10, "{} nodes after all is proved", again.nodes);
            let total = shelf.loaded.lock().expect("no thread panics").as_ref().expect("it is whole").nodes;
            assert!(total >= nodes, "{total} nodes in the file, {nodes} were searched");
        }
    }
}

#[test]
fn what_is_saved_on_the_way_can_be_gone_on_from() {
    let game: Mnk<u64> = Mnk::new(7, 4, 4, Rule::Normal);
    let shelf = Shelf::new(Duration::ZERO, None);
    let limits = Limits::default().nodes(2000).threads(2);
    let solver = |limits| Solver::new(&game).expect("a game of lines").verdict_only().limits(limits);
    let stopped = solver(limits).checkpoint(&shelf).solve(&game.initial());
    assert!(stopped.stopped.is_some() && *shelf.times.lock().expect("no thread panics") > 20);
    let (answer, certificate) = solver(Limits::default()).checkpoint(&shelf).certify(&game.initial(), false);
    assert_eq!(answer.verdict(), Some(game::Verdict::Draw));
    assert!(certificate.is_some());
    let loaded = shelf.loaded.lock().expect("no thread panics");
    assert!(loaded.as_ref().is_ok_and(|loaded| loaded.proofs > 100), "{loaded:?}");
}

#[test]
fn proofs_without_room_are_counted() {
    let game: Mnk<u64> = Mnk::new(7, 4, 4, Rule::Normal);
    let solver = || Solver::new(&game).expect("a game of lines").verdict_only();
    let shelf = Shelf::new(NEVER, None);
    assert_eq!(solver().checkpoint(&shelf).solve(&game.initial()).verdict(), Some(game::Verdict::Draw));
    for (bytes, fits) in [(1 << 28, true), (1 << 17, false)] {
        let saved = shelf.saved.lock().expect("no thread panics").clone();
        let again = Shelf::new(NEVER, saved);
        let solver = solver().limits(Limits::default().memory(bytes)).checkpoint(&again);
        assert_eq!(solver.solve(&game.initial()).verdict(), Some(game::Verdict::Draw));
        let loaded = again.loaded.into_inner().expect("no thread panics").expect("it is whole");
        assert_eq!(loaded.dropped == 0, fits, "{loaded:?}");
        assert!(loaded.dropped < loaded.proofs, "{loaded:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let game: Mnk<u64> = Mnk::new(5, 4, 4, Rule::Normal);
    let wide: Mnk<u128> = Mnk::new(9, 8, 5, Rule::Normal);
    let shelf = Shelf::new(NEVER, None);
    assert!(Solver::new(&game).expect("lines").checkpoint(&shelf).solve(&game.initial()).value().is_some());
    let saved = shelf.saved.into_inner().expect("no thread panics").expect("it was saved");
    let cut = saved[..saved.len() - 9].to_vec();
    let mut winner = saved.clone();
    // Behind two numbers and the first number of proofs: the last byte of the first proof.
    winner[3 * 8 + 16 + 8 + 6] = 7;
    let mut square = saved.clone();
    square[3 * 8 + 16 + 7] = 255;
    for (bytes, why) in [(cut, "fill"), (winner, "no winner"), (square, "another board")] {
        let shelf = Shelf::new(NEVER, Some(bytes));
        let answer = Solver::new(&game).expect("lines").checkpoint(&shelf).solve(&game.initial());
        assert!(answer.stopped.is_some() && answer.nodes == 0 && answer.value().is_none());
        let error = shelf.loaded.into_inner().expect("no thread panics").expect_err("it is refused");
        assert!(error.to_string().contains(why), "{error}");
    }
    let shelf = Shelf::new(NEVER, Some(saved));
    assert!(Solver::new(&wide).expect("lines").checkpoint(&shelf).solve(&wide.initial()).stopped.is_some());
    let error = shelf.loaded.into_inner().expect("no thread panics").expect_err("it is refused");
    assert!(error.to_string().contains("another size"), "{error}");
}
