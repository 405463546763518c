//! Answers that come in parts: one JSON object a line.
//!
//! The thread that computes never waits for the reader. Of what was not sent yet only the newest place in the queue,
//! progress and partial answer are kept, and the last event.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use axum::body::Bytes;
use game::Stop;
use http_body::{Body, Frame};
use serde_json::{Value, json};
use tokio::time::{Interval, MissedTickBehavior};

/// How often a line is sent if there is nothing to tell, so that both ends learn if the other is gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// Where events wait until they are sent.
#[derive(Clone, Default)]
pub(crate) struct Mailbox(Arc<Mutex<Mail>>);

#[derive(Default)]
struct Mail {
    queued: Option<usize>,
    progress: Option<String>,
    partial: Option<Bytes>,
    last: Option<Bytes>,
    /// The reader, if it waits.
    reader: Option<Waker>,
}

/// A line of the stream.
fn line(event: &Value) -> Bytes {
    let mut line = event.to_string();
    line.push('\n');
    line.into()
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Mail> {
        // A mailbox is whole whenever the lock is free.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post(&self, write: impl FnOnce(&mut Mail)) {
        let mut mail = self.lock();
        write(&mut mail);
        let reader = mail.reader.take();
        drop(mail);
        if let Some(reader) = reader {
            reader.wake();
        }
    }

    /// Tells how many computations are before this one.
    pub(crate) fn queued(&self, place: usize) {
        self.post(|mail| mail.queued = Some(place));
    }

    /// Tells how far the work is, or the answer so far.
    pub(crate) fn event(&self, event: protocol::Event) {
        match event {
            protocol::Event::Progress(text) => self.post(|mail| mail.progress = Some(text)),
            // Large answers are written here, in the thread that computes.
            partial @ protocol::Event::Partial(_) => {
                let line = line(&partial.to_json());
                self.post(|mail| mail.partial = Some(line));
            }
        }
    }

    /// Tells the last event, an answer or an error.
    pub(crate) fn last(&self, event: &Value) {
        let line = line(event);
        self.post(|mail| {
            // What is not sent yet is out of date.
            *mail = Mail { last: Some(line), reader: mail.reader.take(), ..Mail::default() };
        });
    }
}

impl Mail {
    /// The next line to be sent, and whether it is the last.
    fn take(&mut self) -> Option<(Bytes, bool)> {
        if let Some(place) = self.queued.take() {
            return Some((line(&json!({ "queued": place })), false));
        }
        if let Some(partial) = self.partial.take() {
            return Some((partial, false));
        }
        if let Some(text) = self.progress.take() {
            return Some((line(&json!({ "progress": text })), false));
        }
        self.last.take().map(|last| (last, true))
    }
}

/// The body of a response that is written as events come. When it is dropped, because the client has gone away or because
/// it is finished, the work is stopped.
pub(crate) struct Stream<T> {
    mailbox: Mailbox,
    heartbeat: Interval,
    finished: bool,
    stop: Stop,
    /// What is given up with the stream, such as a place in the queue.
    _held: T,
}

impl<T> Stream<T> {
    pub(crate) fn new(mailbox: Mailbox, stop: Stop, held: T) -> Stream<T> {
        let begin = tokio::time::Instant::now() + HEARTBEAT;
        let mut heartbeat = tokio::time::interval_at(begin, HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Stream { mailbox, heartbeat, finished: false, stop, _held: held }
    }
}

impl<T: Unpin> Body for Stream<T> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let this = self.get_mut();
        if this.finished {
            return Poll::Ready(None);
        }
        let mut mail = this.mailbox.lock();
        if let Some((line, is_last)) = mail.take() {
            this.finished = is_last;
            return Poll::Ready(Some(Ok(Frame::data(line))));
        }
        mail.reader = Some(context.waker().clone());
        drop(mail);
        this.heartbeat.poll_tick(context).map(|_| Some(Ok(Frame::data(line(&json!({ "alive": true }))))))
    }
}

impl<T> Drop for Stream<T> {
    fn drop(&mut self) {
        self.stop.stop();
    }
}
