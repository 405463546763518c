//! Coins against the laws and against counts that can be had by hand.

use game::laws::Laws;
use game::{Notation, System};
use games::coins::{Chosen, Coins};

#[test]
fn the_laws_hold() {
    for coins in [Coins::new(1, &[1]), Coins::new(16, &[1, 5, 10]), Coins::new(1000, &[7, 2, 30])] {
        Laws::system(&coins).notation().symmetry().check();
    }
}

/// All configurations of at most so many coins.
fn configurations(coins: &Coins, most: usize) -> Vec<Chosen> {
    let mut all: Vec<Chosen> = coins.starts().collect();
    let mut at = 0;
    while let Some(chosen) = all.get(at).cloned() {
        if coins.coins(&chosen).len() < most {
            all.extend(coins.steps(&chosen).map(|(_, next)| next));
        }
        at += 1;
    }
    all
}

#[test]
fn there_are_as_many_configurations_as_sequences() {
    let coins = Coins::new(100, &[1, 5, 10]);
    for (most, count, with_sum_ten) in [(10, 88_573, 9), (7, 3_280, 8), (1, 4, 1)] {
        let all = configurations(&coins, most);
        assert_eq!(all.len(), count);
        assert_eq!(all.iter().filter(|chosen| coins.sum(chosen) == 10).count(), with_sum_ten);
        assert!(all.iter().all(|c| coins.coins(c).map(u64::from).sum::<u64>() == coins.sum(c)));
    }
}

#[test]
fn enough_is_enough() {
    let coins = Coins::new(3, &[2, 1]);
    // 2+2, 2+1, 1+2, 1+1+2, 1+1+1 are ends; before them come nothing, 2, 1, 1+1.
    let all = configurations(&coins, 10);
    assert_eq!(all.len(), 9);
    assert_eq!(all.iter().filter(|chosen| coins.is_final(chosen)).count(), 5);
}

#[test]
fn sums_are_written_and_read() {
    let coins = Coins::new(100, &[1, 5, 10]);
    let chosen = coins.parse_board("1+5+10 = 16").unwrap();
    assert_eq!(coins.coins(&chosen).collect::<Vec<_>>(), [1, 5, 10]);
    assert_eq!(coins.board_text(&chosen), "1+5+10 = 16");
    assert_eq!(coins.parse_board("1 + 5 + 10"), Ok(chosen.clone()));
    assert_eq!(coins.parse_action(&chosen, "10"), Ok(2));
    assert_eq!(coins.board_text(&Chosen::default()), "nothing = 0");
    let problem = |text: &str| coins.parse_board(text).unwrap_err().problem;
    assert_eq!(problem("1+2"), "`2` is not a coin");
    assert_eq!(problem("1+5 = 7"), "these coins make 6, not `7`");
    assert_eq!(problem(&["10"; 11].join("+")), "100 was enough");
}

#[test]
#[should_panic(expected = "the coin 5 is given twice")]
fn equal_coins_are_refused() {
    let _ = Coins::new(10, &[5, 1, 5]);
}
