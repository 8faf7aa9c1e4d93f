//! A request → its answer: who is let in, which endpoint is meant, how many are worked on.

use super::bodies::{self, Events, Held, ResponseBody};
use super::gate::Gate;
use super::limits::ServerLimits;
use super::{arguments, bodies::event};
use crate::report;
use crate::serve::answers::call::Server;
use crate::serve::api::call::CallEvent;
use crate::serve::api::endpoints::{ENDPOINTS, Endpoint, EndpointKind};
use crate::serve::api::problem::Problem;
use crate::serve::mcp::service::Service;
use crate::stdx::Tickets;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::http::request::Parts;
use hyper::{Method, Request, Response};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::{Map, Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;

/// Seconds after which one who was sent away may come back.
pub(super) const RETRY_AFTER: &str = "1";

/// Events that wait to be read. How far indexing is, is told while there is room for all steps.
const MAX_EVENTS: usize = 256;
const ROOM_FOR_STEPS: usize = 128;

/// What answers requests.
pub(super) struct Site {
    server: Server,
    gate: Gate,
    limits: ServerLimits,
    requests: Arc<Semaphore>,
    searches: Arc<Semaphore>,
    queries: Arc<Semaphore>,
    mcp: StreamableHttpService<Service, NeverSessionManager>,
}

/// Makes the ticket of a call stale when nobody waits for its answer any more.
struct Leaving(Tickets);

impl Drop for Leaving {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Site {
    pub(super) fn new(server: Server, gate: Gate, limits: ServerLimits) -> Site {
        // Who is let in was decided before; no session outlives its request.
        let config = StreamableHttpServerConfig::default()
            .with_legacy_session_mode(false)
            .with_json_response(true)
            .disable_allowed_hosts()
            .with_max_request_body_bytes(limits.body);
        let tools = server.clone();
        let mcp = StreamableHttpService::new(move || Ok(Service::new(tools.clone())), Arc::default(), config);
        let of = |most| Arc::new(Semaphore::new(most));
        let (requests, searches, queries) = (of(limits.requests), of(limits.searches), of(limits.queries));
        Site { server, gate, limits, requests, searches, queries, mcp }
    }

    /// Waits for the turn of a search or a query; nothing else waits for one, nor does what waits for a language model
    /// hold one.
    async fn turn(&self, endpoint: &Endpoint, given: &Map<String, Value>) -> Option<OwnedSemaphorePermit> {
        let is_words = || given.get("docql").and_then(Value::as_str).is_some_and(|text| !text.starts_with('$'));
        let places = match endpoint.kind {
            EndpointKind::Search => &self.searches,
            EndpointKind::Query if is_words() => &self.searches,
            EndpointKind::Query => &self.queries,
            _ => return None,
        };
        Arc::clone(places).acquire_owned().await.ok()
    }

    /// Answers a request.
    pub(super) async fn answer(&self, request: Request<Incoming>) -> Result<Response<ResponseBody>, Infallible> {
        let (head, mut body) = request.into_parts();
        match self.admitted(&head, &mut body).await {
            Ok(answer) => Ok(answer),
            Err(problem) => {
                bodies::drained(&mut body, &head, &self.limits).await;
                Ok(refused(&problem))
            }
        }
    }

    async fn admitted(&self, head: &Parts, body: &mut Incoming) -> Result<Response<ResponseBody>, Problem> {
        self.gate.admit(head)?;
        let path = head.uri.path();
        let Some(endpoint) = Endpoint::find(path) else {
            let shown: String = path.chars().take(80).collect();
            let paths = ENDPOINTS.iter().map(|endpoint| endpoint.path.to_owned());
            return Err(Problem::new(404, "path", format!("there is no endpoint {shown}"), paths));
        };
        if head.method == Method::OPTIONS {
            return Ok(with_allow(answered(204, bodies::whole("")), endpoint));
        }
        if !endpoint.methods().contains(&head.method.as_str()) {
            let message = format!("{path} answers {}", endpoint.methods().join(", "));
            return Ok(with_allow(refused(&Problem::new(405, "method", message, [])), endpoint));
        }
        let Ok(permit) = Arc::clone(&self.requests).try_acquire_owned() else {
            let message = format!("{} requests are under way", self.limits.requests);
            return Err(Problem::new(503, "busy", message, ["ask again in a second".to_owned()]));
        };
        let body = bodies::received(body, &self.limits).await?;
        if endpoint.kind == EndpointKind::Mcp {
            return self.message(head, body, permit).await;
        }
        let given = match head.method {
            Method::POST => {
                arguments::none_in_address(head.uri.query().unwrap_or_default())?;
                arguments::of_body(&head.headers, &body)?
            }
            _ => arguments::of_address(head.uri.query().unwrap_or_default())?,
        };
        match endpoint.streams && wants_events(head) {
            true => Ok(self.events(endpoint, given, permit)),
            false => self.document(endpoint, given).await,
        }
    }

    /// A message of the Model Context Protocol.
    async fn message(
        &self,
        head: &Parts,
        body: Bytes,
        permit: OwnedSemaphorePermit,
    ) -> Result<Response<ResponseBody>, Problem> {
        let mut request = Request::new(Full::new(body));
        *request.method_mut() = head.method.clone();
        *request.uri_mut() = head.uri.clone();
        *request.headers_mut() = head.headers.clone();
        // The token is this server's own; the SDK would hand it on to the tools.
        request.headers_mut().remove(header::AUTHORIZATION);
        // A call that is let go of is cancelled by the SDK.
        let answer = timeout(self.limits.answer, self.mcp.handle(request)).await.map_err(|_| self.too_long())?;
        let (head, body) = answer.into_parts();
        Ok(Response::from_parts(head, Held { body, _guard: permit }.boxed_unsync()))
    }

    /// A document.
    async fn document(
        &self,
        endpoint: &'static Endpoint,
        given: Map<String, Value>,
    ) -> Result<Response<ResponseBody>, Problem> {
        let leaving = Leaving(Tickets::default());
        let (server, ticket) = (self.server.clone(), leaving.0.issue());
        let done = timeout(self.limits.answer, async {
            let turn = self.turn(endpoint, &given).await;
            let work = move || {
                let document = server.document(endpoint, &given, &ticket, &|_| {});
                // Work that nobody waits for any more has its turn until it ends.
                drop(turn);
                document.map(|document| bodies::line(&document))
            };
            tokio::task::spawn_blocking(work).await
        });
        let done = done.await;
        let document = match done {
            Ok(Ok(document)) => document?,
            Ok(Err(_)) => return Err(broken()),
            Err(_) => return Err(self.too_long()),
        };
        Ok(answered(200, bodies::whole(document)))
    }

    /// The steps to an answer, and the answer, each as it is there.
    fn events(
        &self,
        endpoint: &'static Endpoint,
        given: Map<String, Value>,
        permit: OwnedSemaphorePermit,
    ) -> Response<ResponseBody> {
        let (sender, events) = mpsc::channel(MAX_EVENTS);
        let (tickets, too_long, most) = (Tickets::default(), self.too_long(), self.limits.answer);
        let (server, ticket, own) = (self.server.clone(), tickets.issue(), tickets.clone());
        tokio::spawn(async move {
            let steps = sender.clone();
            let work = move || server.document(endpoint, &given, &ticket, &|event| tell(&steps, event));
            let done = tokio::select! {
                done = timeout(most, tokio::task::spawn_blocking(work)) => done,
                // Nobody reads: the place is free for others before the work has noticed.
                () = sender.closed() => return,
            };
            let problem = match done {
                Ok(Ok(Ok(answer))) => {
                    // Nobody reads it if this fails.
                    let _ = sender.send(event("answer", &answer)).await;
                    return;
                }
                Ok(Ok(Err(problem))) => problem,
                Ok(Err(_)) => broken(),
                Err(_) => too_long,
            };
            own.cancel();
            let _ = sender.send(event("error", &problem.document)).await;
            drop(permit);
        });
        let events = Events { events, _guard: Leaving(tickets) };
        let mut response = answered(200, events.boxed_unsync());
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
        response
    }

    fn too_long(&self) -> Problem {
        let message = format!("there was no answer within {} s", self.limits.answer.as_secs());
        Problem::new(504, "timeout", message, ["narrow the query, or give docql serve a longer --timeout".to_owned()])
    }
}

/// Tells of a step; one who does not read on never holds up the work.
fn tell(events: &mpsc::Sender<Bytes>, told: CallEvent) {
    let told = match told {
        CallEvent::Step(taken) => event("step", &report::step_json(&taken)),
        CallEvent::Again => event("again", &json!({"type": "again", "reason": "files of the answer have changed"})),
        CallEvent::Indexed(_) if events.capacity() < ROOM_FOR_STEPS => return,
        CallEvent::Indexed(progress) => {
            event("progress", &json!({"type": "progress", "done": progress.done, "total": progress.total}))
        }
    };
    let _ = events.try_send(told);
}

fn wants_events(head: &Parts) -> bool {
    let accepted = head.headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted.flat_map(|value| value.split(',')).any(|kind| {
        let kind = kind.split(';').next().unwrap_or_default();
        kind.trim().eq_ignore_ascii_case("text/event-stream")
    })
}

fn broken() -> Problem {
    Problem::new(500, "broken", "the call broke down; nothing is lost by asking again", [])
}

fn refused(problem: &Problem) -> Response<ResponseBody> {
    let mut response = answered(problem.status, bodies::whole(bodies::line(&problem.document)));
    let headers = response.headers_mut();
    match problem.status {
        401 => drop(headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"))),
        503 => drop(headers.insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER))),
        // What is left of the body is not read: the next request would stand behind it.
        408 | 413 => drop(headers.insert(header::CONNECTION, HeaderValue::from_static("close"))),
        _ => {}
    }
    response
}

fn answered(status: u16, body: ResponseBody) -> Response<ResponseBody> {
    let mut response = Response::new(body);
    *response.status_mut() = hyper::StatusCode::from_u16(status).unwrap_or_default();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

fn with_allow(mut response: Response<ResponseBody>, endpoint: &Endpoint) -> Response<ResponseBody> {
    if let Ok(methods) = HeaderValue::from_str(&endpoint.methods().join(", ")) {
        response.headers_mut().insert(header::ALLOW, methods);
    }
    response
}
