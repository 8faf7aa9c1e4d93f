//! Bodies as they come, within bounds; and as they go: whole, in events, or held with what they stand for.

use super::limits::ServerLimits;
use crate::report;
use crate::serve::api::problem::Problem;
use http_body_util::combinators::UnsyncBoxBody;
use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Frame, Incoming, SizeHint};
use hyper::header::EXPECT;
use hyper::http::request::Parts;
use serde_json::Value;
use std::convert::Infallible;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// A body that goes.
pub(super) type ResponseBody = UnsyncBoxBody<Bytes, Infallible>;

/// A body that has come, if it is small and in time.
pub(super) async fn received(body: &mut Incoming, limits: &ServerLimits) -> Result<Bytes, Problem> {
    let too_large = || {
        let message = format!("the body is larger than {} KB", limits.body >> 10);
        Problem::new(413, "body", message, [])
    };
    if body.size_hint().lower() > limits.body as u64 {
        return Err(too_large());
    }
    match timeout(limits.patience, Limited::new(body, limits.body).collect()).await {
        Ok(Ok(body)) => Ok(body.to_bytes()),
        Ok(Err(error)) if error.is::<LengthLimitError>() => Err(too_large()),
        Ok(Err(_)) => Err(Problem::new(400, "body", "the body ended before its time", [])),
        Err(_) => Err(Problem::new(408, "body", "the body did not come in time", [])),
    }
}

/// Bytes of a body that nobody wants, which are read all the same.
const MAX_UNWANTED: usize = 16 << 20;

/// Reads what is left of a body before its request is refused: closed with bytes unread, a connection is reset, and the
/// client may lose the refusal. One that waits to be told whether it shall send it is told now.
pub(super) async fn drained(body: &mut Incoming, head: &Parts, limits: &ServerLimits) {
    if body.is_end_stream() || head.headers.contains_key(EXPECT) {
        return;
    }
    let mut left = MAX_UNWANTED;
    let rest = async {
        while let Some(Ok(frame)) = body.frame().await {
            let length = frame.data_ref().map_or(0, Bytes::len);
            match left.checked_sub(length) {
                Some(less) => left = less,
                None => return,
            }
        }
    };
    let _ = timeout(limits.patience, rest).await;
}

/// A document on a line of its own, safe to be shown on a terminal.
pub(super) fn line(document: &Value) -> Vec<u8> {
    let mut out = Vec::new();
    // Memory takes all that is written.
    let _ = report::json_line(document, &mut out);
    out
}

/// A whole body.
pub(super) fn whole(bytes: impl Into<Bytes>) -> ResponseBody {
    Full::new(bytes.into()).boxed_unsync()
}

/// A server-sent event.
pub(super) fn event(name: &str, document: &Value) -> Bytes {
    let mut out = format!("event: {name}\ndata: ").into_bytes();
    out.extend(line(document));
    out.push(b'\n');
    out.into()
}

/// Events, one after the other; with what ends when nobody reads them any more.
pub(super) struct Events<G> {
    pub events: mpsc::Receiver<Bytes>,
    pub _guard: G,
}

impl<G: Unpin> Body for Events<G> {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.events.poll_recv(context).map(|event| event.map(|event| Ok(Frame::data(event))))
    }
}

/// A body, with what is held as long as it goes.
pub(super) struct Held<B, G> {
    pub body: B,
    pub _guard: G,
}

impl<B: Body + Unpin, G: Unpin> Body for Held<B, G> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
