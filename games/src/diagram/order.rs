//! In which order the squares of a board become variables.

/// The order in which the squares of a board are read. It does not change what is found, only how large diagrams are:
/// what must be remembered between two squares is where lines have begun that are not ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Column after column, each from the bottom up.
    Columns,
    /// Row after row, each from the left.
    Rows,
    /// Column after column, by turns up and down.
    Snake,
    /// Diagonal after diagonal, from one corner to the opposite one.
    Diagonals,
    /// Column after column, the middle ones first.
    MiddleColumns,
    /// Row after row, the middle ones first.
    MiddleRows,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 6] = [
        Order::Columns,
        Order::Rows,
        Order::Snake,
        Order::Diagonals,
        Order::MiddleColumns,
        Order::MiddleRows,
    ];

    /// Returns the order that was measured to be the best for `k` in a row: along the shorter side, so that little has
    /// to be remembered, and columns where marks fall, since nothing is above an empty square. Where all lines across
    /// go through two of them in the middle, these come first: most lines are lost there, and what is on one side then
    /// says little about the other.
    #[must_use]
    pub fn best(w: u32, h: u32, k: u32, falls: bool) -> Order {
        let by_column = falls || h <= w;
        let across = if by_column { w } else { h };
        match (by_column, across + 2 <= 2 * k) {
            (true, false) => Order::Columns,
            (true, true) => Order::MiddleColumns,
            (false, false) => Order::Rows,
            (false, true) => Order::MiddleRows,
        }
    }

    /// Returns whether the squares of each column are read one after another, from the bottom up.
    #[must_use]
    pub fn is_upright(self) -> bool {
        matches!(self, Order::Columns | Order::MiddleColumns)
    }

    /// Returns the squares of w columns and h rows in this order, as column and row.
    ///
    /// ```
    /// use games::diagram::Order;
    /// assert_eq!(Order::Snake.squares(2, 2), [(0, 0), (0, 1), (1, 1), (1, 0)]);
    /// ```
    #[must_use]
    pub fn squares(self, w: u32, h: u32) -> Vec<(u32, u32)> {
        let column = |i: u32| (0..h).map(move |j| (i, j));
        let row = |j: u32| (0..w).map(move |i| (i, j));
        match self {
            Order::Columns => (0..w).flat_map(column).collect(),
            Order::Rows => (0..h).flat_map(row).collect(),
            Order::Snake => {
                let turned = |(i, j): (u32, u32)| (i, if i % 2 == 0 { j } else { h - 1 - j });
                (0..w).flat_map(column).map(turned).collect()
            }
            Order::Diagonals => {
                let mut squares: Vec<(u32, u32)> = (0..w).flat_map(column).collect();
                squares.sort_by_key(|&(i, j)| (i + j, i));
                squares
            }
            Order::MiddleColumns => from_middle(w).into_iter().flat_map(column).collect(),
            Order::MiddleRows => from_middle(h).into_iter().flat_map(row).collect(),
        }
    }
}

/// Returns the numbers below `n`, those in the middle first.
fn from_middle(n: u32) -> Vec<u32> {
    let mut numbers: Vec<u32> = (0..n).collect();
    numbers.sort_by_key(|&i| (2 * i + 1).abs_diff(n));
    numbers
}

#[cfg(test)]
mod tests {
    use super::Order;

    #[test]
    fn every_order_has_every_square_once() {
        for (w, h) in [(1, 1), (4, 3), (3, 5), (1, 6), (7, 6)] {
            let all = Order::Columns.squares(w, h);
            for order in Order::ALL {
                let mut squares = order.squares(w, h);
                assert_eq!(squares.len() as u32, w * h);
                squares.sort_unstable();
                assert_eq!(squares, all, "{order:?}");
            }
        }
    }
}
