//! Two ways to one number.

use explore::census::Shape;
use explore::perft::Paths;
use num_bigint::BigUint;

/// Two ways to one number: the layers, if they went to the end, must add up to the census.
pub fn compare(layers: &Paths, census: Option<&Shape>) -> Result<(), String> {
    let sums: (BigUint, BigUint) = (layers.by_depth.iter().sum(), layers.ended.iter().sum());
    match census {
        Some(shape) if layers.by_depth.len() as u32 == shape.height + 1 => {
            if sums == (shape.nodes.clone(), shape.games.clone()) {
                return Ok(());
            }
            Err(format!(
                "the tree was counted in two ways that disagree: {} and {} nodes; this is a mistake in the program",
                sums.0, shape.nodes
            ))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_that_disagree_are_noticed() {
        let layers = |last: u32| Paths {
            by_depth: vec![1u32.into(), last.into()],
            ended: vec![last.into()],
            stopped: None,
        };
        let shape = Shape { nodes: 3u32.into(), games: 2u32.into(), height: 1 };
        assert!(compare(&layers(2), Some(&shape)).is_ok());
        assert!(compare(&layers(5), Some(&shape)).is_err());
        assert!(compare(&layers(5), None).is_ok());
        // Layers that did not go to the end say nothing.
        assert!(compare(&layers(5), Some(&Shape { height: 7, ..shape })).is_ok());
    }
}
