//! Connections that do not wait for ever for a client that hardly reads.

use std::io::{Error, ErrorKind, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Sleep;

/// A client that has not taken this many bytes within this time, while there is more to send, is given up.
const ENOUGH: usize = 64 << 10;

/// A connection that fails when its client reads too slowly.
pub(crate) struct Guarded {
    stream: TcpStream,
    patience: Duration,
    /// Since when the client has been slow, and how much it has taken since.
    stalled: Option<(Pin<Box<Sleep>>, usize)>,
}

impl Guarded {
    pub(crate) fn new(stream: TcpStream, patience: Duration) -> Guarded {
        Guarded { stream, patience, stalled: None }
    }

    fn written(&mut self, bytes: usize) {
        if let Some((_, taken)) = &mut self.stalled {
            *taken += bytes;
            if *taken >= ENOUGH {
                self.stalled = None;
            }
        }
    }

    /// What a write that cannot go on means: to wait, or to give up.
    fn pending<T>(&mut self, context: &mut Context<'_>) -> Poll<Result<T>> {
        let patience = self.patience;
        let (sleep, _) = self.stalled.get_or_insert_with(|| (Box::pin(tokio::time::sleep(patience)), 0));
        sleep
            .as_mut()
            .poll(context)
            .map(|()| Err(Error::new(ErrorKind::TimedOut, "the client reads too slowly")))
    }
}

impl AsyncRead for Guarded {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Guarded {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Ready(Ok(count)) => {
                self.written(count);
                Poll::Ready(Ok(count))
            }
            Poll::Ready(error) => Poll::Ready(error),
            Poll::Pending => self.pending(context),
        }
    }

    /// Called when everything was handed over, so the client is not behind any more.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        self.stalled = None;
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
