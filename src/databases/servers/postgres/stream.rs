//! The bytes from and to a server, counted: what it sends at once is bounded.

use crate::databases::servers::asking::MAX_BYTES_AT_ONCE;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Bytes since the last question.
pub(super) type Meter = Arc<AtomicUsize>;

/// Any stream.
pub(super) trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}

impl<S: AsyncRead + AsyncWrite + Send + Unpin> Stream for S {}

/// A stream that counts what is read from it.
pub(super) struct Metered {
    inner: Box<dyn Stream>,
    meter: Meter,
}

impl Metered {
    /// Of this stream.
    pub(super) fn new(inner: Box<dyn Stream>, meter: Meter) -> Metered {
        Metered { inner, meter }
    }
}

impl AsyncRead for Metered {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        let read = Pin::new(&mut self.inner).poll_read(context, into);
        let more = into.filled().len() - before;
        if self.meter.fetch_add(more, Ordering::Relaxed) + more > MAX_BYTES_AT_ONCE {
            return Poll::Ready(Err(io::Error::other("more bytes at once than are read")));
        }
        read
    }
}

impl AsyncWrite for Metered {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}
