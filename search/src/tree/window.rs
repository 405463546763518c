//! Windows: which values make a difference.

use super::LEAST;

/// An open interval (α, β) of values. A search with a window finds the exact value of a tree if it is inside, and
/// otherwise only on which side it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    /// The full window: every value is wanted exactly.
    pub const FULL: Window = Window { alpha: LEAST, beta: -LEAST };

    /// Returns the window (α, β), or `None` unless α < β.
    #[must_use]
    pub const fn new(alpha: i32, beta: i32) -> Option<Window> {
        if alpha < beta { Some(Window::between(alpha, beta)) } else { None }
    }

    /// Returns the null window (bound − 1, bound). No value is inside, so a search finds only whether the value is at
    /// least the bound.
    #[must_use]
    pub const fn null(bound: i32) -> Window {
        Window::between(bound.saturating_sub(1), bound)
    }

    /// Returns the window, with bounds that have negatives. No value is lost: below −`i32::MAX` there are none.
    const fn between(alpha: i32, beta: i32) -> Window {
        Window {
            alpha: if alpha < LEAST { LEAST } else { alpha },
            beta: if beta < LEAST { LEAST } else { beta },
        }
    }

    /// Returns α: all values up to here are too small, and need not be told apart.
    #[must_use]
    pub const fn alpha(self) -> i32 {
        self.alpha
    }

    /// Returns β: all values from here on are too great, and need not be told apart.
    #[must_use]
    pub const fn beta(self) -> i32 {
        self.beta
    }

    /// Returns whether two values are (α, β)-equivalent: equal, or both at most α, or both at least β.
    ///
    /// ```
    /// use search::tree::Window;
    /// let window = Window::new(-1, 3).unwrap();
    /// assert!(window.equivalent(-7, -1) && window.equivalent(3, 5) && window.equivalent(0, 0));
    /// assert!(!window.equivalent(0, 1) && !window.equivalent(0, -1) && !window.equivalent(-1, 3));
    /// ```
    #[must_use]
    pub const fn equivalent(self, one: i32, other: i32) -> bool {
        one == other || one <= self.alpha && other <= self.alpha || one >= self.beta && other >= self.beta
    }

    /// Returns the window as the opponent sees it.
    pub(super) const fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the window once `value` is certain.
    pub(super) const fn raised(self, value: i32) -> Window {
        Window { alpha: if value > self.alpha { value } else { self.alpha }, beta: self.beta }
    }
}

impl Default for Window {
    /// The full window.
    fn default() -> Window {
        Window::FULL
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_lets_something_through_or_separates() {
        assert_eq!(Window::new(1, 1), None);
        assert_eq!(Window::new(1, 0), None);
        assert_eq!(Window::new(0, 1), Some(Window::null(1)));
        assert_eq!(Window::new(i32::MIN, i32::MAX), Some(Window::FULL));
        assert_eq!(Window::default(), Window::FULL);
    }

    #[test]
    fn bounds_have_negatives() {
        assert_eq!(Window::null(i32::MIN).flipped().flipped(), Window::null(i32::MIN));
        assert_eq!(Window::FULL.flipped(), Window::FULL);
        assert_eq!(Window::null(1).flipped(), Window::null(0));
    }
}
