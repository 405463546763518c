//! Tasks on several threads: what they make is put into the manifest as soon as it is made, in whatever order.

use std::sync::Mutex;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::time::Duration;

use game::{Stop, Stopped};

use crate::error::Error;
use crate::manifest::Manifest;
use crate::piece::{Job, Made, Piece};
use crate::store::{Progress, Step, Store};
use crate::task::Task;

/// With fewer states it is not worth while to start another thread.
pub(crate) const FEW: u64 = 1 << 12;
/// How often somebody is told how far the work has come.
const TELL: Duration = Duration::from_millis(100);

/// The ranges below `all` that are in none of these, which are in order.
pub(crate) fn gaps(done: &[(u64, u64)], all: u64) -> Vec<(u64, u64)> {
    let begins = std::iter::once(0).chain(done.iter().map(|&(_, to)| to));
    let ends = done.iter().map(|&(from, _)| from).chain([all]);
    begins.zip(ends).filter(|(begin, end)| begin < end).collect()
}

impl Store<'_> {
    /// How many pieces are worth while for so many states.
    pub(crate) fn piece_count(&self, states: u64) -> u64 {
        let hands = self.hands.as_ref();
        let most = hands.map_or(self.limits.thread_count() as u64, |hands| hands.pieces(states));
        most.min(states / FEW).max(1)
    }

    /// Divides ranges so that everybody has something to do.
    pub(crate) fn shares(&self, ranges: &[(u64, u64)]) -> Vec<(u64, u64)> {
        let all: u64 = ranges.iter().map(|(from, to)| to - from).sum();
        let share = all.div_ceil(self.piece_count(all)).max(1);
        let begins = |&(from, to): &(u64, u64)| {
            (from..to).step_by(share as usize).map(move |begin| (begin, to.min(begin + share)))
        };
        ranges.iter().flat_map(begins).collect()
    }

    /// Does all pieces of a step on a ply of `all` states, and puts what they become into the manifest.
    ///
    /// # Errors
    /// The first that occurs; what the others have made is kept.
    pub(crate) fn at_work(
        &mut self,
        (step, ply, all): (Step, usize, u64),
        pieces: Vec<Piece>,
    ) -> Result<(), Error> {
        if pieces.is_empty() {
            return Ok(());
        }
        let before = self.folder.manifest.clone();
        if self.hands.is_some() {
            return self.by_hands((step, ply, all), &before, pieces);
        }
        let threads = self.limits.thread_count().min(pieces.len());
        if threads < 2 {
            let (tell, begun) = (self.tell, self.begun);
            let task = Task::alone(self.space, &self.folder, &before, self.limits, (tell, begun));
            let folder = &mut self.folder;
            let mut give = |made| {
                folder.manifest.put(ply, made);
                folder.commit()
            };
            return pieces.iter().try_for_each(|piece| task.finish(piece, &mut give));
        }
        self.together((step, ply, all), &before, (threads, pieces))
    }

    /// The same by somebody else.
    fn by_hands(
        &mut self,
        (step, ply, all): (Step, usize, u64),
        before: &Manifest,
        pieces: Vec<Piece>,
    ) -> Result<(), Error> {
        let hands = self.hands.clone().expect("somebody is there");
        let (space, limits, tell, begun) = (self.space, self.limits, self.tell, self.begun);
        let job = Job { place: self.folder.place().clone(), manifest: before, space, limits };
        let folder = &mut self.folder;
        let mut done = 0;
        hands.work(&job, pieces, &mut |several| {
            let is_new = !several.is_empty();
            for made in several {
                let bytes = made.parts().map(|part| part.sealed.bytes).sum();
                done += folder.manifest.put(ply, made);
                folder.files().receive(bytes)?;
            }
            if is_new {
                folder.commit()?;
            }
            tell(&Progress { step, ply, done, all, disk: folder.manifest.bytes(), elapsed: begun.elapsed() });
            limits.exceeded(0).map_or(Ok(()), |why| Err(why.into()))
        })?;
        // What others have left behind: receipts, and what was done in vain.
        self.folder.tidy()
    }

    /// The same on several threads.
    fn together(
        &mut self,
        (step, ply, all): (Step, usize, u64),
        before: &Manifest,
        (threads, pieces): (usize, Vec<Piece>),
    ) -> Result<(), Error> {
        let halt = Stop::new();
        let limits = self.limits.clone().stop(halt.clone());
        let pieces = Mutex::new(pieces.into_iter());
        let (sender, receiver) = mpsc::channel();
        let (space, files) = (self.space, self.folder.files());
        let (mut done, mut failed) = (0, None);
        std::thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, pieces) = (sender.clone(), &pieces);
                let (files, limits, manifest) = (files.clone(), limits.clone(), before);
                scope.spawn(move || {
                    let mark = String::new();
                    let task = Task { space, files, manifest, limits, threads, tell: None, mark };
                    toil(&task, pieces, &sender);
                });
            }
            drop(sender);
            loop {
                match receiver.recv_timeout(TELL) {
                    Ok(Ok(made)) => {
                        done += self.folder.manifest.put(ply, made);
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

/// Takes pieces as long as there are any.
fn toil(task: &Task<'_>, pieces: &Mutex<std::vec::IntoIter<Piece>>, sender: &Sender<Result<Made, Error>>) {
    loop {
        let next = pieces.lock().expect("nobody panics while pieces are taken").next();
        let Some(piece) = next else { return };
        // Whoever collects is gone only if it has failed.
        let mut give = |made| sender.send(Ok(made)).map_err(|_| Error::Stopped(Stopped::Asked));
        if let Err(error) = task.finish(&piece, &mut give) {
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
