//! Messages as lines: each line that comes is a message or is answered, whatever it is; none ends the session.

use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, ErrorData, GetMeta, JsonRpcMessage,
    NumberOrString, RequestId, ServerJsonRpcMessage,
};
use rmcp::service::RoleServer;
use rmcp::transport::Transport;
use serde_json::Value;
use std::collections::{HashSet, VecDeque};
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::{Notify, mpsc};
use tokio::time::timeout;

/// Bytes of a line, at most.
const MAX_LINE: u64 = 16 << 20;

/// Lines that wait to be taken.
const MAX_WAITING: usize = 64;

/// How often it is looked whether somebody reads the answers, once the input has ended.
const LOOK: Duration = Duration::from_millis(500);

/// Lines on their way out. Writing never waits for the client: a thread does.
pub(super) struct Outlet {
    lines: Mutex<Option<Sender<String>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    /// Requests that have no answer yet.
    asked: Mutex<HashSet<RequestId>>,
    answered: Notify,
    /// Whether somebody may still read what is written.
    is_read: Box<dyn Fn() -> bool + Send + Sync>,
}

impl Outlet {
    /// Starts the thread that writes.
    pub(super) fn open(
        output: impl Write + Send + 'static,
        is_read: impl Fn() -> bool + Send + Sync + 'static,
    ) -> io::Result<Outlet> {
        let (sender, lines) = channel();
        let thread = std::thread::Builder::new().name("answers".to_owned()).spawn(move || write(output, &lines))?;
        let (lines, thread) = (Mutex::new(Some(sender)), Mutex::new(Some(thread)));
        Ok(Outlet { lines, thread, asked: Mutex::default(), answered: Notify::new(), is_read: Box::new(is_read) })
    }

    /// Puts a message behind those that wait to be written; an error if nobody reads any more.
    fn send(&self, message: &ServerJsonRpcMessage) -> io::Result<()> {
        let line = written(message)?;
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        let closed = || io::Error::from(io::ErrorKind::BrokenPipe);
        let sent = lines.as_ref().ok_or_else(closed).and_then(|lines| lines.send(line).map_err(|_| closed()));
        let id = match message {
            JsonRpcMessage::Response(response) => Some(&response.id),
            JsonRpcMessage::Error(error) => error.id.as_ref(),
            _ => None,
        };
        match (id, &sent) {
            // Nobody waits for the others either.
            (_, Err(_)) => self.asked.lock().unwrap_or_else(PoisonError::into_inner).clear(),
            (Some(id), Ok(())) => drop(self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(id)),
            (None, Ok(())) => {}
        }
        self.answered.notify_one();
        sent
    }

    fn expects(&self, id: RequestId) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).insert(id);
    }

    fn forgets(&self, id: &RequestId) {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        self.answered.notify_one();
    }

    /// Waits until every request is answered, or nobody is there to read: a client that was killed ends its input as one
    /// does that has asked everything.
    async fn all_answered(&self) {
        while !self.asked.lock().unwrap_or_else(PoisonError::into_inner).is_empty() && (self.is_read)() {
            drop(timeout(LOOK, self.answered.notified()).await);
        }
    }

    /// Waits until everything is written.
    pub(super) fn finish(&self) {
        drop(self.lines.lock().unwrap_or_else(PoisonError::into_inner).take());
        if let Some(thread) = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
            let _ = thread.join();
        }
    }
}

/// A message as a line. An error that answers nobody says so: JSON-RPC leaves no id out.
fn written(message: &ServerJsonRpcMessage) -> io::Result<String> {
    let mut value = serde_json::to_value(message).map_err(io::Error::other)?;
    if let JsonRpcMessage::Error(error) = message
        && error.id.is_none()
    {
        value["id"] = Value::Null;
    }
    serde_json::to_string(&value).map_err(io::Error::other)
}

fn write(mut output: impl Write, lines: &Receiver<String>) {
    for line in lines {
        let written = output.write_all(line.as_bytes()).and_then(|()| output.write_all(b"\n"));
        if written.and_then(|()| output.flush()).is_err() {
            return;
        }
    }
}

/// Lines on their way in, as the SDK takes them.
pub(super) struct Lines {
    incoming: mpsc::Receiver<Option<Vec<u8>>>,
    outlet: Arc<Outlet>,
    /// Messages of a line that held several.
    batch: VecDeque<Value>,
    /// Whether a session has begun: before, the SDK takes nothing but requests.
    has_begun: bool,
}

impl Lines {
    /// Starts the thread that reads.
    pub(super) fn read(input: impl BufRead + Send + 'static, outlet: Arc<Outlet>) -> io::Result<Lines> {
        let (sender, incoming) = mpsc::channel(MAX_WAITING);
        std::thread::Builder::new().name("questions".to_owned()).spawn(move || read(input, &sender))?;
        Ok(Lines { incoming, outlet, batch: VecDeque::new(), has_begun: false })
    }

    fn refuse(&self, code: ErrorCode, message: impl Into<String>, id: Option<RequestId>) {
        let error = ErrorData::new(code, message.into(), None);
        // Whether anybody still reads is noticed by the answers.
        let _ = self.outlet.send(&ServerJsonRpcMessage::error(error, id));
    }

    /// The next message as JSON; `None` at the end.
    async fn next_value(&mut self) -> Option<Value> {
        loop {
            if let Some(value) = self.batch.pop_front() {
                return Some(value);
            }
            let Some(line) = self.incoming.recv().await? else {
                self.refuse(ErrorCode::INVALID_REQUEST, format!("a line of more than {} MB", MAX_LINE >> 20), None);
                continue;
            };
            let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line);
            match serde_json::from_slice(line) {
                Ok(Value::Array(batch)) if batch.is_empty() => {
                    self.refuse(ErrorCode::INVALID_REQUEST, "an empty batch", None);
                }
                Ok(Value::Array(batch)) => self.batch.extend(batch),
                Ok(value) => return Some(value),
                Err(_) if line.trim_ascii().is_empty() => {}
                Err(error) => self.refuse(ErrorCode::PARSE_ERROR, format!("the line is no JSON: {error}"), None),
            }
        }
    }

    /// The message that `value` is, if it is one that the SDK can take now; else it is answered.
    fn message(&mut self, value: Value) -> Option<ClientJsonRpcMessage> {
        let (id, has_id) = (id(&value), value.get("id").is_some());
        let method = value.get("method").and_then(Value::as_str).map(str::to_owned);
        let Some(method) = method else {
            let is_answer = value.get("result").is_some() || value.get("error").is_some();
            if !is_answer {
                self.refuse(ErrorCode::INVALID_REQUEST, "the message has no method", id);
            }
            // This server asks nothing, so that it awaits no answers.
            return None;
        };
        match serde_json::from_value::<ClientJsonRpcMessage>(value) {
            Ok(JsonRpcMessage::Request(request)) => {
                self.has_begun |= begins_session(&request.request);
                self.outlet.expects(request.id.clone());
                Some(JsonRpcMessage::Request(request))
            }
            Ok(JsonRpcMessage::Notification(notification)) if self.has_begun => {
                if let ClientNotification::CancelledNotification(cancelled) = &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    self.outlet.forgets(id);
                }
                Some(JsonRpcMessage::Notification(notification))
            }
            Ok(_) => None,
            // Nobody waits for an answer to a notification.
            Err(_) if !has_id => None,
            Err(_) if id.is_none() => {
                self.refuse(ErrorCode::INVALID_REQUEST, "id is neither a string nor a whole number", None);
                None
            }
            Err(error) => {
                self.refuse(ErrorCode::INVALID_PARAMS, format!("{method}: {error}"), id);
                None
            }
        }
    }
}

/// Whether the SDK takes more than requests from here on.
fn begins_session(request: &ClientRequest) -> bool {
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::DiscoverRequest(_) | ClientRequest::PingRequest(_) => false,
        other => other.get_meta().protocol_version().is_some(),
    }
}

fn id(value: &Value) -> Option<RequestId> {
    match value.get("id")? {
        Value::String(text) => Some(NumberOrString::String(text.as_str().into())),
        number => number.as_i64().map(NumberOrString::Number),
    }
}

/// Reads lines; one that is too long is `None`.
fn read(mut input: impl BufRead, lines: &mpsc::Sender<Option<Vec<u8>>>) {
    loop {
        let mut line = Vec::new();
        match (&mut input).take(MAX_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let is_whole = line.ends_with(b"\n") || (line.len() as u64) < MAX_LINE;
        let line = if is_whole { Some(line) } else { None };
        if line.is_none() && input.skip_until(b'\n').is_err() {
            return;
        }
        if lines.blocking_send(line).is_err() {
            return;
        }
    }
}

impl Transport<RoleServer> for Lines {
    type Error = io::Error;

    fn send(&mut self, message: ServerJsonRpcMessage) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        std::future::ready(self.outlet.send(&message))
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            let Some(value) = self.next_value().await else {
                self.outlet.all_answered().await;
                return None;
            };
            if let Some(message) = self.message(value) {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn waited_for(is_read: fn() -> bool) -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        let outlet = Outlet::open(io::sink(), is_read).expect("a thread");
        outlet.expects(NumberOrString::Number(1));
        runtime.block_on(async { timeout(Duration::ZERO, outlet.all_answered()).await }).is_err()
    }

    #[test]
    fn what_is_asked_is_waited_for_as_long_as_somebody_reads() {
        assert!(waited_for(|| true));
        assert!(!waited_for(|| false));
    }
}
