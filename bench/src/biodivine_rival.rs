//! n×n tic-tac-toe with the diagrams of biodivine-lib-bdd, in which every set is a diagram of its own: as
//! [`oxidd_rival`](crate::oxidd_rival) does it.

use biodivine_lib_bdd::{Bdd, BddVariable, BddVariableSet};

pub(crate) fn four() -> String {
    states(4)
}

fn states(n: usize) -> String {
    let set = BddVariableSet::new_anonymous(2 * (n * n) as u16);
    let vars = set.variables();
    // A cell: taken by the player to move at even plies, or by the other.
    let mark = |cell: usize, player: usize| vars[2 * cell + player];
    let free = |cell: usize| set.mk_not_var(mark(cell, 0)).and(&set.mk_not_var(mark(cell, 1)));
    let lines = [0, 1].map(|player| won(&set, n, &|cell| mark(cell, player)));
    let mut layer = (0..n * n).fold(set.mk_true(), |layer, cell| layer.and(&free(cell)));
    let mut total = num_bigint::BigUint::ZERO;
    for ply in 0..=n * n {
        let count = layer.exact_cardinality().to_string();
        total += count.parse::<num_bigint::BigUint>().expect("a number");
        let open = layer.and_not(&lines[0]).and_not(&lines[1]);
        layer = (0..n * n).fold(set.mk_false(), |next, cell| {
            let mark = mark(cell, ply % 2);
            next.or(&open.and(&free(cell)).exists(&[mark]).and(&set.mk_var(mark)))
        });
    }
    total.to_string()
}

/// The boards on which a player has a line.
fn won(set: &BddVariableSet, n: usize, mark: &dyn Fn(usize) -> BddVariable) -> Bdd {
    let rows = (0..n).map(|i| (0..n).map(|j| i * n + j).collect::<Vec<_>>());
    let columns = (0..n).map(|j| (0..n).map(|i| i * n + j).collect());
    let diagonals = [(0..n).map(|i| i * n + i).collect(), (0..n).map(|i| i * n + n - 1 - i).collect()];
    rows.chain(columns).chain(diagonals).fold(set.mk_false(), |any, line| {
        any.or(&line.iter().fold(set.mk_true(), |all, &cell| all.and(&set.mk_var(mark(cell)))))
    })
}
