//! How large a search will become, guessed from how its layers have grown so far.

/// What may be expected of a search. A guess, and an early one can be far off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Forecast {
    /// All states.
    pub(crate) states: u64,
    /// The states of the two neighbouring layers that have the most.
    pub(crate) widest: u64,
}

/// No search is thought to have more layers than this.
const LAYERS: usize = 10_000;

/// Continues the sizes of the layers: layers grow by less and less, and then shrink. Two layers are compared at a time,
/// since where players take turns odd and even layers differ. `None` if there are too few layers, or if their growth
/// gives no sign of an end.
pub(crate) fn forecast(layers: &[u64]) -> Option<Forecast> {
    let [.., a, _, b, last, c] = layers.iter().map(|&size| size as f64).collect::<Vec<_>>()[..] else {
        return None;
    };
    let (before, mut growth) = ((b / a).ln(), (c / b).ln());
    let fall = ((before - growth) / 2.0).max(0.0);
    if !growth.is_finite() || (fall <= 0.0 && growth >= 0.0) {
        return None;
    }
    let widest = layers.windows(2).map(|pair| pair[0] + pair[1]).max()?;
    let (mut states, mut widest) = (layers.iter().sum::<u64>() as f64, widest as f64);
    let mut pair = [last, c];
    for _ in 0..LAYERS {
        growth -= fall;
        let next = pair[0] * growth.exp();
        if next < 1.0 {
            break;
        }
        states += next;
        widest = widest.max(pair[1] + next);
        pair = [pair[1], next];
    }
    (states < u64::MAX as f64).then_some(Forecast { states: states as u64, widest: widest as u64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The layers of 4×4 tic-tac-toe.
    const FOUR: [u64; 17] = [
        1, 16, 240, 1680, 10920, 43680, 160_160, 400_400, 895_950, 1_433_544, 1_962_576, 1_962_576,
        1_543_815, 882_180, 343_116, 82_910, 8_247,
    ];

    #[test]
    fn half_way_the_order_of_magnitude_is_known() {
        let all: u64 = FOUR.iter().sum();
        for known in 8..FOUR.len() {
            let states = forecast(&FOUR[..known]).unwrap().states;
            assert!(states > all / 4 && states < all * 4, "{known}: {states} of {all}");
        }
    }

    #[test]
    fn binomials_are_foreseen() {
        let mut layers = vec![1u64];
        for k in 0..40 {
            layers.push(layers[k] * (40 - k as u64) / (k as u64 + 1));
        }
        let forecast = forecast(&layers[..20]).unwrap();
        assert!(forecast.states > 1 << 39 && forecast.states < 1 << 42, "{forecast:?}");
        assert!(forecast.widest > layers[20] && forecast.widest < 4 * layers[20], "{forecast:?}");
    }

    #[test]
    fn without_a_sign_of_an_end_nothing_is_said() {
        assert_eq!(forecast(&[1, 3, 9, 27, 81, 243]), None);
        assert_eq!(forecast(&[1, 16, 240]), None);
        assert_eq!(forecast(&[]), None);
    }
}
