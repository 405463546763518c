//! The order in which states are examined.

/// The order in which states are examined.
#[derive(Default)]
pub enum Order<'a, C> {
    /// Layer by layer: every state by a shortest way. The only order for several threads.
    #[default]
    Breadth,
    /// The latest found first.
    Depth,
    /// The state with the highest score first; of equally good ones the earliest found.
    Best(&'a (dyn Fn(&C) -> i64 + Sync)),
}

impl<C> Clone for Order<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Order<'_, C> {}

impl<C> std::fmt::Debug for Order<'_, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Order::Breadth => "Breadth",
            Order::Depth => "Depth",
            Order::Best(_) => "Best",
        })
    }
}
