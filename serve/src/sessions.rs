//! Sessions: who asks, so that everybody has one computation at most.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use game::Stop;

/// The most sessions.
const MOST: usize = 4096;

/// All sessions. One that is left expires; if there are too many, the one that was left longest goes. Its client asks for
/// another, and has lost nothing.
#[derive(Debug)]
pub(crate) struct Sessions {
    expiry: Duration,
    all: Mutex<HashMap<String, Session>>,
}

#[derive(Debug)]
struct Session {
    used: Instant,
    /// What is under way: a long computation, and a computer's move.
    running: [Option<Stop>; 2],
}

/// The kinds of work of which a session has one at a time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lane {
    Heavy,
    Move,
}

impl Session {
    fn is_busy(&self) -> bool {
        self.running.iter().flatten().any(|stop| !stop.is_stopped())
    }

    fn stop(&self) {
        self.running.iter().flatten().for_each(Stop::stop);
    }
}

impl Sessions {
    pub(crate) fn new(expiry: Duration) -> Sessions {
        Sessions { expiry, all: Mutex::default() }
    }

    /// What a thread that panicked leaves is a map all the same.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Session>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Opens a session, and returns its name, which nobody can guess; `None` if there are too many that compute.
    pub(crate) fn open(&self) -> Option<String> {
        let mut bytes = [0u8; 16];
        getrandom::fill(&mut bytes).expect("the system has random numbers");
        let id: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut all = self.lock();
        if all.len() >= MOST {
            let idle = all.iter().filter(|(_, session)| !session.is_busy());
            let oldest = idle.min_by_key(|(_, session)| session.used).map(|(id, _)| id.clone())?;
            all.remove(&oldest);
        }
        all.insert(id.clone(), Session { used: Instant::now(), running: [None, None] });
        Some(id)
    }

    /// Notes that a session is used; false if there is none of this name.
    pub(crate) fn touch(&self, id: &str) -> bool {
        let mut all = self.lock();
        let found =
            all.get_mut(id).filter(|session| session.is_busy() || session.used.elapsed() < self.expiry);
        found.map(|session| session.used = Instant::now()).is_some()
    }

    /// Begins a computation of a session, which ends the one before; `None` if there is no such session.
    pub(crate) fn begin(&self, id: &str, lane: Lane) -> Option<Stop> {
        let stop = Stop::new();
        let mut all = self.lock();
        let before = all.get_mut(id)?.running[lane as usize].replace(stop.clone());
        before.iter().for_each(Stop::stop);
        Some(stop)
    }

    /// Ends what a session has under way, and returns whether there was anything.
    pub(crate) fn cancel(&self, id: &str) -> bool {
        let all = self.lock();
        let Some(session) = all.get(id) else { return false };
        let was_busy = session.is_busy();
        session.stop();
        was_busy
    }

    /// Forgets the sessions that were left.
    pub(crate) fn sweep(&self) {
        let mut all = self.lock();
        all.retain(|_, session| session.is_busy() || session.used.elapsed() < self.expiry);
        if all.len() < all.capacity() / 4 {
            all.shrink_to_fit();
        }
    }

    /// Ends everything that is under way.
    pub(crate) fn stop_all(&self) {
        self.lock().values().for_each(Session::stop);
    }

    /// Returns the number of sessions.
    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.lock().len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_computation_ends_the_old_one_of_its_lane() {
        let sessions = Sessions::new(Duration::from_secs(60));
        let id = sessions.open().expect("there is room");
        let heavy = sessions.begin(&id, Lane::Heavy).expect("it is there");
        let quick = sessions.begin(&id, Lane::Move).expect("it is there");
        assert!(!heavy.is_stopped() && !quick.is_stopped());
        let next = sessions.begin(&id, Lane::Heavy).expect("it is there");
        assert!(heavy.is_stopped() && !quick.is_stopped() && !next.is_stopped());
        assert!(sessions.cancel(&id) && next.is_stopped() && quick.is_stopped());
        assert!(!sessions.cancel(&id), "nothing is left to be cancelled");
        assert!(!sessions.cancel("unknown") && sessions.begin("unknown", Lane::Move).is_none());
    }

    #[test]
    fn sessions_that_are_left_go_and_busy_ones_stay() {
        let sessions = Sessions::new(Duration::ZERO);
        let (left, busy) = (sessions.open().expect("room"), sessions.open().expect("room"));
        let stop = sessions.begin(&busy, Lane::Heavy).expect("it is there");
        sessions.sweep();
        assert_eq!(sessions.len(), 1);
        assert!(!sessions.touch(&left) && sessions.touch(&busy));
        stop.stop();
        sessions.sweep();
        assert_eq!(sessions.len(), 0);
    }

    #[test]
    fn there_are_never_more_than_the_most() {
        let sessions = Sessions::new(Duration::from_secs(60));
        let first = sessions.open().expect("there is room");
        let stop = sessions.begin(&first, Lane::Heavy).expect("it is there");
        let second = sessions.open().expect("there is room");
        let ids: std::collections::BTreeSet<String> =
            (0..MOST + 100).map(|_| sessions.open().expect("an old one goes")).collect();
        assert_eq!((ids.len(), sessions.len()), (MOST + 100, MOST));
        assert!(ids.iter().all(|id| id.len() == 32));
        assert!(sessions.touch(&first) && !sessions.touch(&second), "one that computes stays");
        stop.stop();
    }
}
