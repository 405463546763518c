//! Tasks on several threads: what they make is put into the manifest as soon as it is made, in whatever order.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use game::{Stop, Stopped};

use crate::error::Error;
use crate::manifest::Manifest;
use crate::store::{Progress, Step, Store};
use crate::task::Task;

/// Hands over something that was made.
pub(crate) type Give<'g, T> = dyn FnMut(T) -> Result<(), Error> + 'g;

/// How a share of the work is done.
pub(crate) type Work<'w, P, T> = dyn Fn(&Task<'_>, &P, &mut Give<'_, T>) -> Result<(), Error> + Sync + 'w;

/// How something that was made gets into the manifest; returns how many states are done by that.
pub(crate) type Put<'p, T> = dyn Fn(&mut Manifest, T) -> u64 + 'p;

/// With fewer states it is not worth while to start another thread.
const FEW: u64 = 1 << 12;
/// How often somebody is told how far the work has come.
const TELL: Duration = Duration::from_millis(100);

/// The ranges below `all` that are in none of these, which are in order.
pub(crate) fn gaps(done: &[(u64, u64)], all: u64) -> Vec<(u64, u64)> {
    let begins = std::iter::once(0).chain(done.iter().map(|&(_, to)| to));
    let ends = done.iter().map(|&(from, _)| from).chain([all]);
    begins.zip(ends).filter(|(begin, end)| begin < end).collect()
}

impl Store<'_> {
    /// How many threads are worth while for so many states.
    pub(crate) fn thread_count(&self, states: u64) -> u64 {
        (self.limits.thread_count() as u64).min(states / FEW).max(1)
    }

    /// Divides ranges so that every thread has something to do.
    pub(crate) fn shares(&self, ranges: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let all: u64 = ranges.iter().map(|(from, to)| to - from).sum();
        let share = all.div_ceil(self.thread_count(all)).max(1);
        let begins = |&(from, to): &(u64, u64)| {
            (from..to).step_by(share as usize).map(move |begin| (begin, to.min(begin + share)))
        };
        ranges.iter().flat_map(begins).collect()
    }

    /// Does all shares of some work on a ply of `all` states, and puts what is made into the manifest.
    ///
    /// # Errors
    /// The first that occurs; what the others have made is kept.
    pub(crate) fn at_work<P: Send, T: Send>(
        &mut self,
        (step, ply, all): (Step, usize, u64),
        shares: Vec<P>,
        work: &Work<'_, P, T>,
        put: &Put<'_, T>,
    ) -> Result<(), Error> {
        let before = self.folder.manifest.clone();
        let threads = self.limits.thread_count().min(shares.len());
        if threads < 2 {
            let (tell, begun) = (self.tell, self.begun);
            let task = Task::alone(self.space, &self.folder, &before, self.limits, (tell, begun));
            let folder = &mut self.folder;
            let mut give = |made| {
                put(&mut folder.manifest, made);
                folder.commit()
            };
            return shares.iter().try_for_each(|share| work(&task, share, &mut give));
        }
        self.together((step, ply, all), &before, (threads, shares), work, put)
    }

    /// The same on several threads.
    fn together<P: Send, T: Send>(
        &mut self,
        (step, ply, all): (Step, usize, u64),
        before: &Manifest,
        (threads, shares): (usize, Vec<P>),
        work: &Work<'_, P, T>,
        put: &Put<'_, T>,
    ) -> Result<(), Error> {
        let halt = Stop::new();
        let limits = self.limits.clone().stop(halt.clone());
        let shares = Mutex::new(shares.into_iter());
        let (sender, receiver) = mpsc::channel();
        let (space, files) = (self.space, self.folder.files());
        let (mut done, mut failed) = (0, None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, shares) = (sender.clone(), &shares);
                let (files, limits, manifest) = (files.clone(), limits.clone(), before);
                scope.spawn(move || {
                    let task = Task { space, files, manifest, limits, threads, tell: None };
                    toil(&task, shares, work, &sender);
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(TELL) {
                    Ok(Ok(made)) => {
                        done += put(&mut self.folder.manifest, made);
                        if let Err(error) = self.folder.commit() {
                            failed.get_or_insert(error);
                            halt.stop();
                        }
                    }
                    Ok(Err(error)) => {
                        // The others are stopped by this one, so what they say is of no interest.
                        failed.get_or_insert(error);
                        halt.stop();
                    }
                    Err(RecvTimeoutError::Timeout) => {
                        let (disk, elapsed) = (self.folder.manifest.bytes(), self.begun.elapsed());
                        (self.tell)(&Progress { step, ply, done, all, disk, elapsed });
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        failed.map_or(Ok(()), Err)
    }
}

/// Takes shares as long as there are any.
fn toil<P, T>(
    task: &Task<'_>,
    shares: &Mutex<std::vec::IntoIter<P>>,
    work: &Work<'_, P, T>,
    sender: &Sender<Result<T, Error>>,
) {
    loop {
        let next = shares.lock().expect("nobody panics while shares are taken").next();
        let Some(share) = next else { return };
        // Whoever collects is gone only if it has failed.
        let mut give = |made| sender.send(Ok(made)).map_err(|_| Error::Stopped(Stopped::Asked));
        if let Err(error) = work(task, &share, &mut give) {
            let _ = sender.send(Err(error));
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_is_not_done() {
        assert_eq!(gaps(&[], 5), [(0, 5)]);
        assert_eq!(gaps(&[(0, 2), (2, 3), (4, 5)], 7), [(3, 4), (5, 7)]);
        assert!(gaps(&[(0, 7)], 7).is_empty() && gaps(&[], 0).is_empty());
    }
}
