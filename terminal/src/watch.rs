//! Looking at a game: games of engines at a pace that people can follow, and any game move by move.

use std::time::{Duration, Instant};

use arena::{AnyMove, AnyState, Event};
use game::{Game, Player as Side};

use crate::Session;

/// How long a move of a watched game is shown before the next is asked for, from slow to fast.
const SPEEDS: [Duration; 6] = [
    Duration::from_secs(5),
    Duration::from_secs(2),
    Duration::from_secs(1),
    Duration::from_millis(500),
    Duration::from_millis(200),
    Duration::ZERO,
];

/// How a game that no person plays goes on.
#[derive(Debug)]
pub(crate) struct Pace {
    paused: bool,
    /// Whether one more move is to be made before it is paused.
    steps: bool,
    /// Which of the speeds.
    speed: usize,
    /// Until when the last move is to be shown.
    shown_until: Instant,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { paused: false, steps: false, speed: 2, shown_until: Instant::now() }
    }
}

impl Pace {
    /// Whether nothing is to happen now.
    fn holds(&self) -> bool {
        !self.steps && (self.paused || Instant::now() < self.shown_until)
    }

    /// A move was made.
    fn moved(&mut self) {
        self.paused |= std::mem::take(&mut self.steps);
        self.shown_until = Instant::now() + SPEEDS[self.speed];
    }
}

impl Session<'_> {
    /// Slows games without persons down so that they can be watched.
    pub fn at_a_pace(&mut self) {
        self.pace = Some(Pace::default());
    }

    /// Returns whether no person plays: there is nothing to do but to watch.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        !Side::BOTH.into_iter().any(|side| self.is_person(side))
    }

    /// Returns whether the arrow keys look through the game: it is over, or no person plays it.
    #[must_use]
    pub fn is_looked_through(&self) -> bool {
        self.table().ending().is_some() || self.is_watched()
    }

    /// Returns how many moves were made before the position that is shown.
    #[must_use]
    pub fn shown_ply(&self) -> usize {
        // Whoever does not look back sees the last position.
        self.looked_at.unwrap_or(self.table().history().len())
    }

    /// Returns the position that is shown.
    #[must_use]
    pub fn shown_state(&self) -> &AnyState {
        &self.table().states()[self.shown_ply()]
    }

    /// Returns who is to move in the position that is shown, or would be if the game were not over.
    #[must_use]
    pub fn shown_turn(&self) -> Side {
        self.table().game().turn(self.shown_state())
    }

    /// Returns whether the position shown is not the last.
    #[must_use]
    pub fn looks_back(&self) -> bool {
        self.looked_at.is_some()
    }

    /// Shows the position after `ply` moves, or the last. A game that is watched waits until the last is shown again.
    pub fn look_at(&mut self, ply: usize) {
        let last = self.table().history().len();
        self.looked_at = Some(ply).filter(|ply| *ply < last);
        if self.looks_back() {
            self.set_pause(true);
        }
        self.redraw();
    }

    /// Returns whether a watched game is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.pace.as_ref().is_some_and(|pace| pace.paused && !pace.steps)
    }

    /// Pauses a watched game, or lets it go on from the last position.
    pub fn set_pause(&mut self, paused: bool) {
        if !self.is_watched() {
            return;
        }
        if let Some(pace) = &mut self.pace {
            (pace.paused, pace.steps) = (paused, false);
            pace.shown_until = Instant::now();
        }
        if paused {
            self.pause();
        } else {
            self.looked_at = None;
            self.redraw();
        }
    }

    /// Lets a watched game go on for one move.
    pub fn step(&mut self) {
        if let Some(pace) = self.pace.as_mut().filter(|_| self.looked_at.is_none()) {
            (pace.paused, pace.steps) = (true, true);
        }
    }

    /// Makes a watched game faster or slower. Returns how long each move is shown now.
    pub fn change_speed(&mut self, by: isize) -> Option<Duration> {
        let pace = self.pace.as_mut()?;
        pace.speed = pace.speed.saturating_add_signed(by).min(SPEEDS.len() - 1);
        pace.shown_until = pace.shown_until.min(Instant::now() + SPEEDS[pace.speed]);
        Some(SPEEDS[pace.speed])
    }

    /// Whether the game waits for the person who watches it.
    pub(crate) fn is_held(&self) -> bool {
        let holds = self.pace.as_ref().is_some_and(Pace::holds);
        holds && self.is_watched() && self.table().ending().is_none()
    }

    /// Sees that what has happened is shown for a while.
    pub(crate) fn keep_pace(&mut self, events: &[Event<AnyMove>]) {
        let moved = events.iter().any(|event| matches!(event, Event::Moved { .. }));
        if let Some(pace) = self.pace.as_mut().filter(|_| moved) {
            pace.moved();
        }
    }
}
