//! Tournaments: the schedule, the results, many games at once, interruptions, and the sequential test.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use arena::{
    Action, EnginePlayer, Entrant, Format, Player, RandomPlayer, Reason, Record, Request, Results, Rules,
    Score, Searching, Sprt, SprtVerdict, TimeControl, Tournament, random_openings,
};
use game::{Game, Player as Side, Random, Stop};
use games::mnk::{Mnk, Rule};

type Board = Mnk<u64>;

fn three() -> Arc<Board> {
    Arc::new(Mnk::new(3, 3, 3, Rule::Normal))
}

fn random(name: &str) -> Entrant<Board> {
    Entrant::new(name, RandomPlayer::new)
}

fn engine(name: &str, nodes: u64) -> Entrant<Board> {
    Entrant::new(name, move |_| EnginePlayer::new(Searching::default()).nodes(nodes))
}

fn play(tournament: &Tournament<Board>) -> Results {
    let mut results = Results::default();
    tournament.run(&mut results, &Stop::new(), &mut |_| {}).unwrap();
    results
}

#[test]
fn everybody_meets_everybody_with_both_sides() {
    let game = three();
    let names = ["a", "b", "c", "d"];
    let of = |format| {
        Tournament::new(&game, "mnk:3,3,3", names.map(random).to_vec())
            .format(format)
            .rounds(5)
            .openings(random_openings(&*game, 2, 3, 1))
    };
    let schedule: Vec<_> = of(Format::RoundRobin).schedule().iter().collect();
    assert_eq!(schedule.len(), 5 * 6 * 2);
    for one in 0..4 {
        for two in (0..4).filter(|&two| two != one) {
            let games: Vec<_> = schedule.iter().filter(|fixture| fixture.players == [one, two]).collect();
            assert_eq!(games.iter().map(|fixture| fixture.opening).collect::<Vec<_>>(), [0, 1, 2, 0, 1]);
        }
    }
    for pair in schedule.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
    }
    let gauntlet: Vec<_> = of(Format::Gauntlet).schedule().iter().collect();
    assert_eq!(gauntlet.len(), 5 * 3 * 2);
    assert!(gauntlet.iter().all(|fixture| fixture.players.contains(&0)));
}

#[test]
fn results_do_not_depend_on_how_many_are_played_at_once() {
    let game = three();
    let of = |at_once, seed| {
        let entrants = vec![engine("strong", 500), engine("weak", 10), random("random")];
        let openings = random_openings(&*game, 2, 10, 4);
        Tournament::new(&game, "mnk:3,3,3", entrants)
            .rounds(10)
            .openings(openings)
            .seed(seed)
            .at_once(at_once)
    };
    let one = play(&of(1, 7));
    assert_eq!(one.games.len(), 60);
    assert_eq!(play(&of(2, 7)), one);
    assert_eq!(play(&of(5, 7)), one);
    assert_ne!(play(&of(1, 8)).games, one.games);
    let standings = one.standings();
    assert_eq!((standings[0].name.as_str(), standings[2].name.as_str()), ("strong", "random"));
    let all: Score = standings.iter().fold(Score::default(), |mut sum, standing| {
        sum += standing.score;
        sum
    });
    assert_eq!((all.wins, all.games()), (all.losses, 120));
    let mut meetings = one.between(0, 1);
    meetings += one.between(0, 2);
    assert_eq!(meetings, standings.iter().find(|standing| standing.entrant == 0).unwrap().score);
    assert_eq!(one.pairs_between(0, 1).count(), 10);
}

#[test]
fn resumed_is_as_if_never_interrupted() {
    let game = three();
    let of = || {
        Tournament::new(&game, "mnk:3,3,3", vec![random("a"), random("b"), random("c")]).rounds(8).at_once(2)
    };
    let whole = play(&of());
    for interrupted in [1, 5, 17, 40] {
        let stop = Stop::new();
        let mut results = Results::default();
        let mut seen = 0;
        of().run(&mut results, &stop, &mut |progress| {
            seen += 1;
            assert_eq!((progress.results.games.len(), progress.total), (seen, 48));
            if seen >= interrupted {
                stop.stop();
            }
        })
        .unwrap();
        assert!(results.games.len() >= interrupted && results.games.len() < 48);
        // Through a file and back.
        let file = results.to_json().to_string();
        let mut results = Results::from_json(&serde_json::from_str(&file).unwrap()).unwrap();
        of().run(&mut results, &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(results, whole);
        // Nothing is left to do.
        of().run(&mut results, &Stop::new(), &mut |_| panic!("played again")).unwrap();
    }
}

#[test]
fn results_of_another_tournament_are_refused() {
    let game = three();
    let of = |rounds| Tournament::new(&game, "mnk:3,3,3", vec![random("a"), random("b")]).rounds(rounds);
    let mut results = play(&of(2));
    let problem = of(2).seed(5).run(&mut results, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(problem.contains("another tournament"), "{problem}");
    let problem = of(1).run(&mut results, &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(problem.contains("more games than the 2"), "{problem}");
    let opened = |seed| of(2).openings(random_openings(&*game, 2, 2, seed));
    let problem = opened(1).run(&mut play(&opened(2)), &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(problem.contains("another opening"), "{problem}");
    let mut damaged = play(&of(2));
    damaged.games.get_mut(&1).unwrap().players = [0, 1];
    assert!(of(2).run(&mut damaged, &Stop::new(), &mut |_| {}).is_err());
    let mut json = play(&of(2)).to_json();
    json["games"][2]["players"][1] = 7.into();
    assert!(Results::from_json(&json).unwrap_err().contains("games[2]"));
    json["games"][2]["players"] = "x".into();
    assert!(Results::from_json(&json).unwrap_err().contains("games[2]"));
}

#[test]
fn rounds_can_be_added() {
    let game = three();
    let of = |rounds| {
        let openings = random_openings(&*game, 2, rounds, 9);
        Tournament::new(&game, "mnk:3,3,3", vec![random("a"), random("b")]).rounds(rounds).openings(openings)
    };
    let mut results = play(&of(3));
    let first = results.clone();
    of(10).run(&mut results, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(results, play(&of(10)), "as if they had been planned from the beginning");
    assert!(first.games.iter().all(|(number, game)| results.games[number] == *game));
}

#[test]
fn what_cannot_be_played_is_explained() {
    let game = three();
    let run = |tournament: Tournament<Board>| {
        tournament.run(&mut Results::default(), &Stop::new(), &mut |_| {}).unwrap_err()
    };
    let of =
        |names: &[&str]| Tournament::new(&game, "mnk:3,3,3", names.iter().map(|name| random(name)).collect());
    assert!(run(of(&["a"])).contains("two players"));
    assert!(run(of(&["a", "b", "a"])).contains("two players called `a`"));
    assert!(run(of(&["a", "b", "c"]).sprt(Sprt::new(0.0, 5.0))).contains("between two players"));
    assert!(run(of(&["a", "b"]).sprt(Sprt::new(5.0, 0.0))).contains("must be less"));
    let line = random_openings(&*game, 5, 1, 1).remove(0);
    assert!(run(of(&["a", "b"]).openings(vec![vec![line[0], line[0]]])).contains("opening 1"));
}

/// Wins so many of ten games at random, by resigning or waiting for the other to resign.
struct Coin(Random, usize);

impl Player<Board> for Coin {
    fn act(&mut self, request: &Request<'_, Board>) -> Action<<Board as Game>::Move> {
        if self.0.below(100) < self.1 {
            return Action::Resign;
        }
        self.0.choose(request.game.moves(request.state)).map_or(Action::Resign, Action::Move)
    }
}

fn coin(name: &str, resigns: usize) -> Entrant<Board> {
    Entrant::new(name, move |seed| Coin(Random::new(seed), resigns))
}

/// The same, but the first player that is made takes its time.
fn slow_at_first(entrant: Entrant<Board>, slow: bool) -> Entrant<Board> {
    let first = AtomicBool::new(slow);
    Entrant::new(entrant.name.clone(), move |seed| {
        if first.swap(false, Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(100));
        }
        entrant.player(seed)
    })
}

#[test]
fn the_test_stops_at_the_same_game_however_it_is_played() {
    let game = three();
    for (resigns, verdict) in [([5, 25], SprtVerdict::Stronger), ([25, 5], SprtVerdict::NotStronger)] {
        let of = |at_once| {
            // With several at once the first game is finished last, or nearly.
            let entrants = vec![slow_at_first(coin("a", resigns[0]), at_once > 1), coin("b", resigns[1])];
            let sprt = Sprt::new(0.0, 100.0);
            Tournament::new(&game, "mnk:3,3,3", entrants).rounds(2000).sprt(sprt).at_once(at_once)
        };
        let one = play(&of(1));
        assert!(one.games.len() < 4000, "{}", one.games.len());
        let trial = of(1).trial(&one).unwrap();
        assert_eq!((trial.state().verdict, trial.games()), (Some(verdict), one.games.len()));
        assert_eq!(trial.pairs(), one.pairs_between(0, 1));
        assert_eq!(play(&of(3)), one);
        // Clear once, it stays so.
        let mut again = one.clone();
        of(1).run(&mut again, &Stop::new(), &mut |_| panic!("played on")).unwrap();
        assert_eq!(again, one);
    }
}

struct Hanging;

impl<G: Game> Player<G> for Hanging {
    fn act(&mut self, _: &Request<'_, G>) -> Action<G::Move> {
        loop {
            std::thread::sleep(Duration::from_secs(3600));
        }
    }
}

#[test]
fn with_clocks_a_player_that_hangs_loses_every_game() {
    let game = three();
    let entrants = vec![Entrant::new("hangs", |_| Hanging), random("random")];
    // Far more than the other needs, also on a machine that stands still for a while; all games at once, so that this
    // is waited for once.
    let rules = Rules::default().time(TimeControl::per_move(Duration::from_secs(4)));
    let results = play(&Tournament::new(&game, "mnk:3,3,3", entrants).rounds(2).rules(rules).at_once(4));
    assert_eq!(results.between(0, 1), Score { wins: 0, draws: 0, losses: 4 });
    assert!(results.games.values().all(|game| game.ending.reason == Reason::Time));
}

#[test]
fn a_player_that_cannot_be_made_loses() {
    let game = three();
    let made = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&made);
    let broken = Entrant::new("broken", move |_| {
        count.fetch_add(1, Ordering::SeqCst);
        assert_ne!(count.load(Ordering::SeqCst), 2, "on purpose");
        RandomPlayer::new(1)
    });
    let results = play(&Tournament::new(&game, "mnk:3,3,3", vec![broken, random("b")]).rounds(2));
    let crashed = results.games.values().filter(|game| game.ending.reason == Reason::Crash).count();
    assert_eq!((crashed, made.load(Ordering::SeqCst)), (1, 4));
}

#[test]
fn games_can_be_recorded_as_they_are_finished() {
    let game = three();
    let openings = random_openings(&*game, 2, 4, 3);
    let tournament =
        Tournament::new(&game, "mnk:3,3,3", vec![random("a"), random("b")]).openings(openings).rounds(4);
    let names = tournament.names();
    let mut file = String::new();
    tournament
        .run(&mut Results::default(), &Stop::new(), &mut |progress| {
            let players = progress.fixture.players.map(|player| names[player].as_str());
            let record = Record::of(progress.table, "mnk:3,3,3", players);
            assert_eq!(record.ending, Some(progress.ending));
            file += &record.to_string();
        })
        .unwrap();
    let records = Record::parse_all(&file);
    assert_eq!(records.len(), 8);
    for record in records {
        let record = record.unwrap();
        assert!(record.opening == 2 && record.replay(&*game).is_ok());
    }
}

#[test]
fn every_player_of_every_game_has_a_seed_of_its_own() {
    let game = three();
    let seeds = Arc::new(Mutex::new(Vec::new()));
    let noting = |name: &str| {
        let seeds = Arc::clone(&seeds);
        Entrant::new(name, move |seed| {
            seeds.lock().unwrap().push(seed);
            RandomPlayer::new(seed)
        })
    };
    play(&Tournament::new(&game, "mnk:3,3,3", vec![noting("a"), noting("b")]).rounds(50));
    let mut seeds = seeds.lock().unwrap().clone();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 200);
}

#[test]
fn openings_are_different_legal_and_not_over() {
    let game = three();
    for plies in 0..8 {
        let openings = random_openings(&*game, plies, 50, 5);
        for (number, line) in openings.iter().enumerate() {
            assert!(!openings[..number].contains(line));
            let table = arena::Match::new(&*game).opening(line).unwrap();
            assert!(line.len() == plies && table.ending().is_none());
            assert_eq!(table.turn(), Side::at_ply(plies as u32));
        }
        assert_eq!(
            openings.len(),
            if plies == 0 {
                1
            } else if plies == 1 {
                9
            } else {
                50
            }
        );
    }
}
