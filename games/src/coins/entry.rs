//! Coins by name.

use game::{SyntaxError, System};
use registry::{About, Capabilities, Family, Field, Parameters, Visitor, declare};
use symbolic::Symbolic;

use super::{Coins, MOST_COINS};

/// Sums of coins are kept within reason.
const LARGEST_SUM: u32 = 1_000_000_000;

impl Family for Coins {
    const ABOUT: &'static About = &About {
        title: "choose coins in order until a sum is reached (a system, not a game)",
        syntax: "coins:TARGET,COIN,COIN,…",
        parameters: "the sum to reach, and the coins there are",
        fields: &[
            Field::number("TARGET", "the sum to reach", 1, LARGEST_SUM),
            Field::number("COIN", "the value of a coin", 1, LARGEST_SUM).up_to(MOST_COINS),
        ],
        default: "coins:100,1,5,10",
        examples: &["coins:100,1,5,10", "coins:10,1,2"],
        rules: "Coins are put down one after the other until their sum reaches the target or passes it. A state is the \
                whole row of coins.",
        moves: "the value of a coin: 5",
        ..About::new("coins")
    };

    fn open<V: Visitor>(given: &Parameters, visitor: V) -> Result<V::Output, SyntaxError> {
        let coins = given.numbers("COIN")?;
        for (number, coin) in coins.iter().enumerate() {
            if coins[..number].contains(coin) {
                let problem = format!("there is a coin of {coin} already");
                return Err(given.mistake_in("COIN", number, problem, "coins differ in value"));
            }
        }
        Ok(visitor.system(Coins::new(given.number("TARGET")?, &coins)))
    }
}

impl Capabilities for Coins {
    declare!(symmetry, observe, packed);

    fn as_symbolic(
        &self,
    ) -> Option<&impl Symbolic<Configuration = Self::Configuration, Action = <Self as System>::Action>> {
        self.is_short().then_some(self)
    }
}
