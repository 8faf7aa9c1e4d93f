//! HTTP to configured services: streams cut anywhere, retries, limits, cancellation, and keys that stay secret.

use crate::server::{Server, Then};
use docql::net::{
    AddressFault, ApiKey, Auth, CircuitBreaker, Client, Decode, DecodeError, Failure, Hint, Jitter, JsonLines,
    RequestError, RequestLimits, Retry, ServerSentEvent, ServerSentEvents, Service, Stream,
};
use docql::stdx::{Stale, Ticket, Tickets};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc;
use std::time::{Duration, Instant};

const CHUNKED: &str = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

/// Nothing that is to work takes that long.
const MINUTE: Duration = Duration::from_secs(60);

/// Retries at once.
const AT_ONCE: Retry =
    Retry { max_attempts: 3, first_pause: Duration::ZERO, max_pause: Duration::ZERO, jitter: Jitter::None };

fn client(url: &str) -> Client {
    Client::new(Service::openai("chat", "completions"), url, None, MINUTE).expect("an address")
}

fn post(client: &Client, limits: &RequestLimits) -> Result<Vec<u8>, RequestError> {
    client.post(&json!({}), limits, &Ticket::forever()).expect("a fresh ticket")
}

fn retried() -> RequestLimits {
    RequestLimits { retry: AT_ONCE, ..RequestLimits::within(MINUTE) }
}

fn open<D: Decode>(client: &Client, limits: &RequestLimits) -> Result<Stream<D>, RequestError> {
    client.stream(&json!({ "stream": true }), limits, &Ticket::forever()).expect("a fresh ticket")
}

fn next<D: Decode>(stream: &mut Stream<D>) -> Result<Option<D::Item>, RequestError> {
    stream.next(&Ticket::forever()).expect("a fresh ticket")
}

fn event(name: &str, data: &str) -> ServerSentEvent {
    ServerSentEvent { name: name.to_owned(), data: data.to_owned() }
}

/// Writes one chunk of a chunked body.
fn chunk(stream: &mut TcpStream, bytes: &[u8]) -> std::io::Result<()> {
    write!(stream, "{:x}\r\n", bytes.len())?;
    stream.write_all(bytes)?;
    stream.write_all(b"\r\n")
}

/// Waits until the client has closed the connection.
fn until_closed(stream: &mut TcpStream) {
    // A reset is an end too.
    while stream.read(&mut [0; 64]).is_ok_and(|count| count > 0) {}
}

/// Decodes a stream that arrives in these chunks.
fn decode<D: Decode>(chunks: &[&[u8]]) -> Result<Vec<D::Item>, DecodeError> {
    let (mut decoder, mut items) = (D::default(), Vec::new());
    for chunk in chunks {
        decoder.feed(chunk, &mut |item| items.push(item))?;
    }
    decoder.finish(&mut |item| items.push(item))?;
    Ok(items)
}

/// `bytes` cut at these places.
fn cut<'b>(bytes: &'b [u8], places: &[prop::sample::Index]) -> Vec<&'b [u8]> {
    let mut places: Vec<usize> = places.iter().map(|place| place.index(bytes.len() + 1)).collect();
    places.sort_unstable();
    let mut start = 0;
    let ends = places.into_iter().chain([bytes.len()]);
    ends.map(|end| &bytes[std::mem::replace(&mut start, end)..end]).collect()
}

const EVENTS: &str = "\u{feff}: a comment\r\n\
    event: delta\r\ndata: {\"text\": \"Grüße 你好 🦀\"}\r\n\r\n\
    data:no space\rdata\rdata:  two\r\r\
    event: without data\n\nid: 7\nretry: 100\nunknown\ndata: x: y\n\n\
    event: cut off\ndata: never ended\n";

fn events() -> Vec<ServerSentEvent> {
    vec![
        event("delta", "{\"text\": \"Grüße 你好 🦀\"}"),
        event("message", "no space\n\n two"),
        event("message", "x: y"),
    ]
}

const LINES: &str = "{\"text\": \"Grüße 你好 🦀\"}\r\n\n  \n[1,\r2]\n\"last\"";

fn lines() -> Vec<Value> {
    vec![json!({ "text": "Grüße 你好 🦀" }), json!([1, 2]), json!("last")]
}

proptest! {
    #[test]
    fn streams_may_be_cut_anywhere(places in prop::collection::vec(any::<prop::sample::Index>(), 0..40)) {
        prop_assert_eq!(decode::<ServerSentEvents>(&cut(EVENTS.as_bytes(), &places)), Ok(events()));
        prop_assert_eq!(decode::<JsonLines>(&cut(LINES.as_bytes(), &places)), Ok(lines()));
    }
}

#[test]
fn streams_may_arrive_byte_by_byte() {
    let bytes: Vec<&[u8]> = EVENTS.as_bytes().chunks(1).collect();
    assert_eq!(decode::<ServerSentEvents>(&bytes), Ok(events()));
    let bytes: Vec<&[u8]> = LINES.as_bytes().chunks(1).collect();
    assert_eq!(decode::<JsonLines>(&bytes), Ok(lines()));
}

#[test]
fn streams_that_are_not_in_their_format_are_refused() {
    for wrong in [&b"{\"a\": 1}\nwords\n"[..], b"{\"a\"", b"\"\xff\"\n"] {
        assert!(matches!(decode::<JsonLines>(&[wrong]), Err(DecodeError::NotJson { .. })), "{wrong:?}");
    }
    // Bytes that are no UTF-8 are replaced in events, as the standard has it.
    assert_eq!(decode::<ServerSentEvents>(&[b"data: \xff\n\n"]), Ok(vec![event("message", "\u{fffd}")]));
    let endless = [b'x'; 1 << 20];
    let too_long = |result: Result<(), DecodeError>| matches!(result, Err(DecodeError::TooLong { .. }));
    assert!(too_long(decode::<JsonLines>(&[&endless[..]; 9]).map(drop)));
    assert!(too_long(decode::<ServerSentEvents>(&[&endless[..]; 9]).map(drop)));
    let line = [b"data:", &endless[..], b"\n"].concat();
    assert!(too_long(decode::<ServerSentEvents>(&[&line[..]; 9]).map(drop)), "an event of many lines");
}

#[test]
fn events_arrive_while_the_service_is_still_writing() {
    let (taken, taken_by_test) = mpsc::channel();
    let server = Server::scripted(move |asked, _, stream| {
        assert_eq!(asked.header("accept"), Some("text/event-stream"));
        stream.write_all(CHUNKED.as_bytes())?;
        let (first, second) = ("data: first\n\n", "data: 你好\n\n".as_bytes());
        // The chunk ends within a character, and nothing more comes before the first event is taken.
        chunk(stream, &[first.as_bytes(), &second[..8]].concat())?;
        taken_by_test.recv().expect("a test");
        chunk(stream, &second[8..])?;
        chunk(stream, b"")?;
        Ok(Then::Close)
    });
    let mut stream =
        open::<ServerSentEvents>(&client(&server.url()), &RequestLimits::within(MINUTE)).expect("a stream");
    assert_eq!(next(&mut stream), Ok(Some(event("message", "first"))));
    taken.send(()).expect("a server");
    assert_eq!(next(&mut stream), Ok(Some(event("message", "你好"))));
    assert_eq!((next(&mut stream), next(&mut stream)), (Ok(None), Ok(None)));
    assert_eq!(server.asked()[0].body, json!({ "stream": true }));
}

#[test]
fn a_stream_of_json_lines_ends_with_the_body() {
    let server = Server::new(|asked, _| {
        assert_eq!(asked.header("accept"), Some("application/x-ndjson"));
        ("200 OK", LINES.to_owned())
    });
    let mut stream = open::<JsonLines>(&client(&server.url()), &RequestLimits::within(MINUTE)).expect("a stream");
    for line in lines() {
        assert_eq!(next(&mut stream), Ok(Some(line)));
    }
    assert_eq!(next(&mut stream), Ok(None));
}

#[test]
fn streams_that_break_off_or_make_no_sense_end_with_an_error() {
    type Script = fn(&mut TcpStream) -> std::io::Result<()>;
    let scripts: [(Script, &str); 2] = [
        (|stream| chunk(stream, b"{\"a\": 1}\n{\"b\""), "breaks off its answer ("),
        (|stream| chunk(stream, b"{\"a\": 1}\nwords\n"), "answers a line that is no JSON (expected value"),
    ];
    for (script, expected) in scripts {
        let server = Server::scripted(move |_, _, stream| {
            stream.write_all(CHUNKED.as_bytes())?;
            script(stream)?;
            Ok(Then::Close)
        });
        let mut stream = open::<JsonLines>(&client(&server.url()), &RequestLimits::within(MINUTE)).expect("a stream");
        if expected.starts_with("breaks") {
            assert_eq!(next(&mut stream), Ok(Some(json!({ "a": 1 }))));
        }
        let mut outcome = next(&mut stream);
        if outcome == Ok(Some(json!({ "a": 1 }))) {
            outcome = next(&mut stream);
        }
        let error = outcome.expect_err(expected).to_string();
        assert!(error.starts_with(&server.url()) && error.contains(expected), "{error}");
        assert_eq!(next(&mut stream), Ok(None), "after an error there is nothing");
    }
}

#[test]
fn whoever_stops_waiting_closes_the_connection() {
    // The service has the request, and answers nothing, or half of it; then the request is overtaken.
    for part in ["", "HTTP/1.1 200 OK\r\n", CHUNKED] {
        let tickets = Tickets::default();
        let ticket = tickets.issue();
        let (closed, closed_in_test) = mpsc::channel();
        let server = Server::scripted(move |_, _, stream| {
            stream.write_all(part.as_bytes())?;
            tickets.cancel();
            until_closed(stream);
            closed.send(()).expect("a test");
            Ok(Then::Close)
        });
        let outcome = client(&server.url()).post(&json!({}), &retried(), &ticket);
        assert_eq!(outcome, Err(Stale), "{part:?}");
        closed_in_test.recv_timeout(MINUTE).expect("a closed connection");
        assert_eq!(server.asked().len(), 1, "{part:?}");
    }
}

#[test]
fn a_stream_nobody_reads_on_closes_the_connection() {
    for is_dropped in [true, false] {
        let (closed, closed_in_test) = mpsc::channel();
        let server = Server::scripted(move |_, _, stream| {
            stream.write_all(CHUNKED.as_bytes())?;
            chunk(stream, b"data: first\n\n")?;
            until_closed(stream);
            closed.send(()).expect("a test");
            Ok(Then::Close)
        });
        let client = client(&server.url());
        let mut stream = open::<ServerSentEvents>(&client, &RequestLimits::within(MINUTE)).expect("a stream");
        assert_eq!(next(&mut stream), Ok(Some(event("message", "first"))));
        if is_dropped {
            drop(stream);
        } else {
            let tickets = Tickets::default();
            let ticket = tickets.issue();
            tickets.cancel();
            assert_eq!(stream.next(&ticket), Err(Stale));
            assert_eq!(next(&mut stream), Ok(None));
        }
        closed_in_test.recv_timeout(MINUTE).expect("a closed connection");
    }
}

#[test]
fn a_stale_ticket_sends_nothing_and_ends_a_pause() {
    let server = Server::new(|_, _| ("503 Service Unavailable", String::new()));
    let (client, tickets) = (client(&server.url()), Tickets::default());
    let stale = tickets.issue();
    tickets.cancel();
    assert_eq!(client.post(&json!({}), &retried(), &stale), Err(Stale));
    assert_eq!(server.asked().len(), 0);
    // The pause is longer than any test; the ticket ends it.
    let retry = Retry { first_pause: 1000 * MINUTE, max_pause: 1000 * MINUTE, ..AT_ONCE };
    let limits = RequestLimits { deadline: 10_000 * MINUTE, retry, ..RequestLimits::within(MINUTE) };
    let (ticket, _) = Ticket::counted(50);
    assert_eq!(client.post(&json!({}), &limits, &ticket), Err(Stale));
}

#[test]
fn failures_that_may_pass_are_tried_again() {
    let passing: [(&str, bool); 9] = [
        ("408 Request Timeout", true),
        ("429 Too Many Requests\r\nRetry-After: 0", true),
        ("500 Internal Server Error", true),
        ("503 Service Unavailable\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT", true),
        ("529 Overloaded", true),
        ("400 Bad Request", false),
        ("401 Unauthorized", false),
        ("404 Not Found", false),
        ("302 Found\r\nLocation: http://localhost:1/", false),
    ];
    for (status, may_pass) in passing {
        let server =
            Server::new(move |_, count| if count < 3 { (status, String::new()) } else { ("200 OK", "yes".to_owned()) });
        let answer = post(&client(&server.url()), &retried());
        assert_eq!((answer.is_ok(), server.asked().len()), if may_pass { (true, 3) } else { (false, 1) }, "{status}");
        // Nothing is tried again unless that is wanted.
        let count = server.asked().len();
        let again = Server::new(move |_, _| (status, String::new()));
        assert!(post(&client(&again.url()), &RequestLimits::within(MINUTE)).is_err());
        assert_eq!((again.asked().len(), server.asked().len()), (1, count), "{status}");
    }
    let server =
        Server::new(|_, count| ("500 Internal Server Error", json!({ "error": count.to_string() }).to_string()));
    let error = open::<JsonLines>(&client(&server.url()), &retried()).expect_err("no stream").to_string();
    assert!(error.ends_with("refuses (500 Internal Server Error: 3)"), "{error}");
    let broken = Server::scripted(|_, count, stream| {
        let length = if count < 3 { 1000 } else { 3 };
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\nyes")?;
        Ok(Then::Close)
    });
    assert_eq!(post(&client(&broken.url()), &retried()), Ok(b"yes".to_vec()));
}

#[test]
fn a_pause_that_outlasts_the_deadline_is_not_begun() {
    let server = Server::new(|_, _| ("429 Too Many Requests\r\nRetry-After: 3600", String::new()));
    let error = post(&client(&server.url()), &retried()).expect_err("a refusal");
    assert_eq!((error.retry_after(), error.is_final()), (Some(60 * MINUTE), false));
    assert_eq!(server.asked().len(), 1);
}

#[test]
fn silence_has_an_end() {
    let server = Server::scripted(|_, _, stream| {
        until_closed(stream);
        Ok(Then::Close)
    });
    let client = client(&server.url());
    for limits in [
        RequestLimits::within(Duration::from_millis(20)),
        RequestLimits { max_silence: Duration::from_millis(20), ..RequestLimits::within(MINUTE) },
    ] {
        let error = post(&client, &limits).expect_err("no answer");
        assert!(error.is_timeout() && !error.is_final(), "{error:?}");
        assert_eq!(error.to_string(), format!("{}/v1/completions does not answer in time", server.url()));
    }
}

#[test]
fn answers_have_a_largest_size() {
    let server = Server::new(|_, _| ("200 OK", "\"0123456789\"\n".repeat(3)));
    let client = client(&server.url());
    let limits = |max_bytes| RequestLimits { max_bytes, retry: AT_ONCE, ..RequestLimits::within(MINUTE) };
    assert!(post(&client, &limits(39)).is_ok());
    let error = post(&client, &limits(38)).expect_err("too large");
    assert_eq!(error.failure, Failure::TooLarge { limit: 38 });
    assert!(error.to_string().ends_with("answers more than 38 bytes"), "{error}");
    let mut stream = open::<JsonLines>(&client, &limits(38)).expect("a stream");
    let error = std::iter::repeat_with(|| next(&mut stream)).find_map(Result::err).expect("too large");
    assert_eq!(error.failure, Failure::TooLarge { limit: 38 });
    assert_eq!(server.asked().len(), 3, "it will not be smaller the next time");
}

#[test]
fn a_connection_is_used_again_after_a_whole_answer() {
    let server = Server::scripted(|_, _, stream| {
        write!(stream, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n[1]\n")?;
        Ok(Then::Keep)
    });
    let client = client(&server.url());
    for _ in 0..3 {
        assert_eq!(post(&client, &RequestLimits::within(MINUTE)), Ok(b"[1]\n".to_vec()));
        let mut stream = open::<JsonLines>(&client, &RequestLimits::within(MINUTE)).expect("a stream");
        assert_eq!((next(&mut stream), next(&mut stream)), (Ok(Some(json!([1]))), Ok(None)));
    }
    assert_eq!((server.asked().len(), server.connections()), (6, 1));
    drop(client);
}

/// Services as three providers have them: settings, version, path, header of the key, other headers.
fn services() -> [(Service, &'static str); 3] {
    let anthropic = Service {
        auth: Auth::Header("x-api-key"),
        headers: &[("anthropic-version", "2023-06-01")],
        ..Service::openai("chat", "messages")
    };
    let gemini = Service {
        version: "v1beta",
        path: Cow::Owned("models/some-model:streamGenerateContent?alt=sse".to_owned()),
        auth: Auth::Header("x-goog-api-key"),
        ..Service::openai("chat", "")
    };
    [
        (Service::openai("chat", "chat/completions"), "/v1/chat/completions"),
        (anthropic, "/v1/messages"),
        (gemini, "/v1beta/models/some-model:streamGenerateContent?alt=sse"),
    ]
}

#[test]
fn services_get_their_path_their_key_and_their_headers() {
    for (service, path) in services() {
        let server = Server::new(|_, _| ("200 OK", String::new()));
        let auth = service.auth;
        let client = Client::new(service, &server.url(), ApiKey::new(" sk-secret\n"), MINUTE).expect("an address");
        assert_eq!(post(&client, &RequestLimits::within(MINUTE)), Ok(Vec::new()));
        let asked = &server.asked()[0];
        assert!(asked.head.starts_with(&format!("POST {path} HTTP/1.1\r\n")), "{}", asked.head);
        match auth {
            Auth::Bearer => assert_eq!(asked.header("authorization"), Some("Bearer sk-secret")),
            Auth::Header(name) => {
                assert_eq!((asked.header(name), asked.header("authorization")), (Some("sk-secret"), None));
            }
        }
        assert_eq!(asked.header("anthropic-version").is_some(), path == "/v1/messages");
        assert!(asked.header("user-agent").is_some_and(|agent| agent.starts_with("docql/")), "{}", asked.head);
    }
}

#[test]
fn addresses_are_taken_with_and_without_their_end() {
    let address = |service: &Service, url: &str| Client::new(service.clone(), url, None, MINUTE);
    let embeddings = Service::openai("search.endpoint", "embeddings");
    let [(completions, _), _, (gemini, _)] = services();
    for (service, written, expected) in [
        (&embeddings, "https://api.example.com", "https://api.example.com/v1/embeddings"),
        (&embeddings, "https://api.example.com/", "https://api.example.com/v1/embeddings"),
        (&embeddings, "http://localhost:11434/v1", "http://localhost:11434/v1/embeddings"),
        (&embeddings, "http://localhost:11434/v1/", "http://localhost:11434/v1/embeddings"),
        (&embeddings, "http://[::1]:80/v1/embeddings", "http://[::1]:80/v1/embeddings"),
        (&embeddings, "https://h.example/my-embeddings", "https://h.example/my-embeddings/embeddings"),
        (&embeddings, "https://h.example/x/y?version=3", "https://h.example/x/y/embeddings?version=3"),
        (&completions, "https://h.example/v1/chat/completions", "https://h.example/v1/chat/completions"),
        (&completions, "https://h.example/v1/chat", "https://h.example/v1/chat/chat/completions"),
        (
            &gemini,
            "https://h.example?x=1",
            "https://h.example/v1beta/models/some-model:streamGenerateContent?x=1&alt=sse",
        ),
    ] {
        let client = address(service, written).expect(written);
        assert_eq!(client.secret_address(), expected);
        assert_eq!(client.address(), expected.split('?').next().unwrap());
    }
    for wrong in ["", "  ", "localhost:11434", "ftp://h/v1", "file:///etc/passwd", "http://me:secret@h/v1", "http://"] {
        let error = address(&embeddings, wrong).expect_err(wrong);
        let text = error.to_string();
        assert!(text.starts_with("search.endpoint.url") && !text.contains("secret"), "{text}");
        assert_eq!(error.fault == AddressFault::Empty, wrong.trim().is_empty());
    }
    let spaced = Service { path: Cow::Borrowed("models/my model"), ..embeddings.clone() };
    assert!(matches!(address(&spaced, "http://h").expect_err("a space").fault, AddressFault::NoAddress(_)));
    for (url, is_local) in [
        ("http://localhost/v1", true),
        ("http://127.0.0.1:9/v1", true),
        ("http://127.1.2.3/", true),
        ("https://[::1]:9/v1", true),
        ("http://localhost.example/v1", false),
        ("http://10.0.0.1/v1", false),
        ("https://[2001:db8::1]/", false),
    ] {
        assert_eq!(address(&embeddings, url).expect(url).is_local(), is_local, "{url}");
    }
}

#[test]
fn keys_and_queries_are_never_shown() {
    for wrong in ["two words", "a\nb", "", "clé"] {
        assert_eq!(ApiKey::new(wrong), None);
    }
    let body = "{\"error\": {\"message\": \"wrong key: sk-secret\\u001b[2J at ?token=hush\"}}";
    let server = Server::new(move |_, _| ("401 Unauthorized", body.to_owned()));
    let url = format!("{}/v1?token=hush", server.url());
    let service = Service::openai("chat", "completions");
    let client = Client::new(service, &url, ApiKey::new("sk-secret"), MINUTE).expect("an address");
    let error = post(&client, &RequestLimits::within(MINUTE)).expect_err("a refusal");
    assert!(server.asked()[0].head.starts_with("POST /v1/completions?token=hush "));
    let shown = format!("{error} {error:?} {:?}", ApiKey::new("sk-secret"));
    assert!(!shown.contains("secret") && !shown.contains("hush") && !shown.contains('\u{1b}'), "{shown}");
    assert!(!format!("{client:?}").contains("secret"));
}

#[test]
fn errors_say_what_where_and_what_to_do() {
    let cases = [
        ("401 Unauthorized", None, "(401 Unauthorized: no); it wants a key: name its variable in chat.key_env", true),
        ("403 Forbidden", Some("k"), "(403 Forbidden: no); it does not take this key", true),
        ("404 Not Found", None, "(404 Not Found: no); check chat.url and chat.model", true),
        ("302 Found", None, "(302 Found: no); it sends docql elsewhere: give that address in chat.url", true),
        ("422 Unprocessable Entity", None, "(422 Unprocessable Entity: no)", false),
        ("529 Anything", None, "(529: no)", false),
    ];
    for (status, key, expected, is_final) in cases {
        let server = Server::new(move |_, _| (status, json!({ "detail": "no" }).to_string()));
        let key = key.and_then(ApiKey::new);
        let client = Client::new(Service::openai("chat", "completions"), &server.url(), key, MINUTE);
        let error = post(&client.expect("an address"), &RequestLimits::within(MINUTE)).expect_err(status);
        assert_eq!(error.to_string(), format!("{}/v1/completions refuses {expected}", server.url()));
        assert_eq!(error.is_final(), is_final, "{status}");
    }
    let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
    let error = post(&client(&format!("http://{address}")), &RequestLimits::within(MINUTE)).expect_err("nobody");
    assert!(matches!(error.failure, Failure::Unreachable { hint: Hint::NotRunning, .. }), "{error:?}");
    assert!(error.to_string().ends_with("; is it running?"), "{error}");
    for (hint, expected) in [(Hint::Certificate, "`SSL_CERT_FILE`"), (Hint::NotTls, "chat.url begins with http://")] {
        let failure = Failure::Unreachable { cause: "invalid".to_owned(), hint };
        let error = RequestError { address: "https://h".to_owned(), settings: "chat", failure };
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[test]
fn a_service_that_keeps_failing_is_asked_no_more() {
    let (now, pause) = (Instant::now(), Duration::from_secs(5));
    let mut breaker = CircuitBreaker::default();
    for _ in 0..4 {
        assert!(!breaker.failed(false, pause, now) && !breaker.failed(false, pause, now));
        assert_eq!((breaker.pause(now), breaker.pause(now + pause)), (pause, Duration::ZERO));
        breaker.succeeded();
        assert!(!breaker.is_open() && breaker.pause(now).is_zero());
    }
    let opened: Vec<bool> = (0..4).map(|_| breaker.failed(false, pause, now)).collect();
    assert_eq!(opened, [false, false, true, false], "it opens once");
    breaker.succeeded();
    assert!(breaker.is_open(), "an answer that comes late does not close it");
    assert!(CircuitBreaker::default().failed(true, pause, now), "what stays wrong opens it at once");
    assert!(CircuitBreaker::default().open());
}
