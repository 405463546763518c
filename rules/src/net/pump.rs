//! Whether a net is bounded.

use game::{Limits, Random, Stopped};

use super::{Effect, Net};

/// The firings of one walk, and how many of them are remembered.
const LENGTH: usize = 2000;

/// A proof that a net is not bounded: some firings lead from a marking to a larger one, so they can be repeated for ever,
/// and the places that gained hold more tokens each time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pump {
    /// The transitions that fire first, from the start.
    pub before: Vec<u32>,
    /// The transitions that can be repeated.
    pub repeated: Vec<u32>,
    /// The places that hold more tokens afterwards.
    pub grows: Vec<u32>,
}

/// Looks for a proof that the net is not bounded, by random walks that prefer to make tokens, of one place if it is
/// given.
///
/// It makes about `effort` small steps. If it finds nothing, the net may be bounded or not.
///
/// # Errors
/// The limit that was reached.
pub fn pump(net: &Net, place: Option<u32>, effort: u64, limits: &Limits) -> Result<Option<Pump>, Stopped> {
    let effects: Vec<Vec<Effect>> = net.transitions.iter().map(super::Transition::effects).collect();
    // Without a transition that makes tokens there is nothing to look for.
    let gain = |effects: &[Effect]| effects.iter().map(|effect| i64::from(effect.change)).sum::<i64>();
    if !effects.iter().any(|effects| gain(effects) > 0) {
        return Ok(None);
    }
    let gains = effects.iter().map(|effects| match place {
        Some(place) => {
            effects.iter().find(|effect| effect.place == place).map_or(0, |effect| effect.change.into())
        }
        None => gain(effects),
    });
    let gains = gains.collect();
    let mut walker = Walker { net, effects, gains, random: Random::new(1), left: effort };
    let mut round = 0;
    while walker.left > 0 {
        if let Some(why) = limits.exceeded(0) {
            return Err(why);
        }
        // Greedy, then by chance, in turn: greed may run into a deadlock, chance may go round in circles.
        if let Some(found) = walker.walk(round % 3) {
            return Ok(Some(found));
        }
        round += 1;
    }
    Ok(None)
}

struct Walker<'a> {
    net: &'a Net,
    effects: Vec<Vec<Effect>>,
    /// How many tokens each transition makes that count.
    gains: Vec<i64>,
    random: Random,
    left: u64,
}

impl Walker<'_> {
    /// One walk from the start. Every marking is compared with those before it.
    fn walk(&mut self, chance: usize) -> Option<Pump> {
        let mut tokens = self.net.start();
        self.left = self.left.saturating_sub(64 + tokens.len() as u64);
        let (mut path, mut fired) = (vec![tokens.clone()], Vec::new());
        let most = LENGTH.min(1 + (1 << 26) / tokens.len().max(1));
        for _ in 0..most {
            let transition = self.pick(&tokens, chance)?;
            for effect in &self.effects[transition as usize] {
                let left = &mut tokens[effect.place as usize];
                *left = left.checked_add_signed(effect.change.into()).expect("it can fire");
            }
            fired.push(transition);
            let seen = path.iter().position(|before| self.left > 0 && self.is_less(before, &tokens));
            if let Some(start) = seen {
                let before: &[u64] = &path[start];
                let grown = (0..).zip(before.iter().zip(&tokens)).filter(|(_, (before, now))| before < now);
                let grows = grown.map(|(place, _)| place).collect();
                return Some(Pump { repeated: fired.split_off(start), before: fired, grows });
            }
            path.push(tokens.clone());
        }
        None
    }

    /// Chooses a transition that can fire: one that makes most, or any.
    fn pick(&mut self, tokens: &[u64], chance: usize) -> Option<u32> {
        let Walker { effects, gains, random, left, .. } = self;
        *left = left.saturating_sub(effects.len() as u64);
        let can_fire = |effects: &[Effect]| {
            effects.iter().all(|effect| tokens[effect.place as usize] >= effect.needs.into())
        };
        let enabled: Vec<u32> =
            (0..).zip(&*effects).filter(|(_, effects)| can_fire(effects)).map(|(number, _)| number).collect();
        let best = enabled.iter().map(|&number| gains[number as usize]).max()?;
        let greedy = chance == 0 || chance == 1 && random.below(2) == 0;
        random.choose(enabled.into_iter().filter(|&number| !greedy || gains[number as usize] == best))
    }

    /// Whether no place has fewer tokens, and some place more.
    fn is_less(&mut self, before: &[u64], now: &[u64]) -> bool {
        let same = before.iter().zip(now).take_while(|(before, now)| before <= now).count();
        self.left = self.left.saturating_sub(1 + same as u64 / 16);
        same == now.len() && before != now
    }
}
