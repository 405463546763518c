//! Claims about a system.

/// A function that is true of some states.
pub type Predicate<'a, C> = dyn Fn(&C) -> bool + Send + Sync + 'a;

/// A claim about a system: about every state that can be reached, or about every way to go on for as long as possible.
///
/// A way goes on for ever, or ends where nothing more can be done: in a final state or in a deadlock.
pub enum Property<'a, C> {
    /// True of every state. A counter-example is a shortest path to a state of which it is not.
    Always(&'a Predicate<'a, C>),
    /// True of some state. A witness is a shortest path to one.
    Sometimes(&'a Predicate<'a, C>),
    /// No state is a deadlock: without an action, and not final.
    NoDeadlock,
    /// Every way from a start comes to a state of which it is true.
    Eventually(&'a Predicate<'a, C>),
    /// Whenever the first is true, every way on comes to a state of which the second is, perhaps at once.
    LeadsTo(&'a Predicate<'a, C>, &'a Predicate<'a, C>),
    /// On every way from a start the first stays true until the second becomes true, which must happen.
    Until(&'a Predicate<'a, C>, &'a Predicate<'a, C>),
}

/// A copy of the references, whatever the states are.
impl<C> Clone for Property<'_, C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Property<'_, C> {}

impl<C> Property<'_, C> {
    /// Returns whether the claim can be decided state by state.
    #[must_use]
    pub fn is_local(&self) -> bool {
        matches!(self, Property::Always(_) | Property::Sometimes(_) | Property::NoDeadlock)
    }
}

impl<C> std::fmt::Debug for Property<'_, C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Property::Always(_) => "Always",
            Property::Sometimes(_) => "Sometimes",
            Property::NoDeadlock => "NoDeadlock",
            Property::Eventually(_) => "Eventually",
            Property::LeadsTo(..) => "LeadsTo",
            Property::Until(..) => "Until",
        })
    }
}
