//! An OpenAI-compatible embeddings endpoint: texts go there, vectors come back and are checked.

use crate::stdx::{clip, printable};
use serde::Deserialize;
use std::sync::OnceLock;
use std::time::Duration;
use ureq::http::{Response, StatusCode, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Error};

/// An answer with longer vectors is none.
const MOST_DIMENSIONS: usize = 16_384;

/// The largest answer that is read, in bytes.
const MOST_BYTES: u64 = 32 << 20;

/// Bytes of a refusal that are looked at for the reason.
const REASON_BYTES: u64 = 4 << 10;

/// Columns of the reason that are shown.
const REASON_WIDTH: usize = 160;

/// What lets docql in. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key; `None` if no header can hold it.
    pub fn new(key: &str) -> Option<Key> {
        let key = key.trim();
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| Key(key.to_owned()))
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}

/// Where an endpoint is, and how it is asked.
#[derive(Clone, Debug)]
pub struct EndpointOptions {
    /// Its address: with or without `/v1`, with or without `/embeddings`.
    pub url: String,
    /// The model that it is to use, by its name there.
    pub model: String,
    /// What it wants to see before it answers.
    pub key: Option<Key>,
    /// Texts in one request, at most.
    pub batch: usize,
    /// How long a connection may take.
    pub connect_timeout: Duration,
    /// How long a whole answer may take.
    pub timeout: Duration,
    /// How long a whole answer may take where somebody waits for it.
    pub question_timeout: Duration,
    /// How long it is left alone after a failure.
    pub pause: Duration,
}

impl EndpointOptions {
    /// An endpoint with the usual patience.
    pub fn at(url: impl Into<String>, model: impl Into<String>) -> EndpointOptions {
        EndpointOptions {
            url: url.into(),
            model: model.into(),
            key: None,
            batch: 32,
            connect_timeout: Duration::from_secs(5),
            timeout: Duration::from_secs(60),
            question_timeout: Duration::from_secs(2),
            pause: Duration::from_secs(1),
        }
    }
}

/// Why there are no vectors: what, where, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct EndpointProblem {
    text: String,
    /// Whether asking again cannot help.
    pub is_final: bool,
    /// Whether the time was over.
    pub is_timeout: bool,
}

impl EndpointProblem {
    fn new(text: String) -> EndpointProblem {
        EndpointProblem { text, is_final: false, is_timeout: false }
    }

    pub(super) fn last(text: impl Into<String>) -> EndpointProblem {
        EndpointProblem { text: text.into(), is_final: true, is_timeout: false }
    }
}

/// An endpoint. Nothing is sent before [`Endpoint::embed`].
#[derive(Debug)]
pub struct Endpoint {
    options: EndpointOptions,
    /// Where requests go.
    address: String,
    agent: OnceLock<Agent>,
    /// How many numbers its vectors have, as its first answer says.
    dimensions: OnceLock<usize>,
}

/// A vector of length one; `None` where a text has none.
pub type Embedded = Option<Vec<f32>>;

#[derive(Deserialize)]
struct Answer {
    data: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    embedding: Vec<f32>,
    index: Option<usize>,
}

impl Endpoint {
    /// The endpoint that `options` say; what is wrong with them is final.
    pub fn new(options: EndpointOptions) -> Result<Endpoint, EndpointProblem> {
        let address = address(&options.url).map_err(EndpointProblem::last)?;
        if options.model.trim().is_empty() {
            return Err(EndpointProblem::last("search.endpoint.model is empty; name the model to use there"));
        }
        Ok(Endpoint { options, address, agent: OnceLock::new(), dimensions: OnceLock::new() })
    }

    /// Where requests go, as it is shown: what follows a `?` may be a secret.
    pub fn address(&self) -> &str {
        self.address.split('?').next().unwrap_or_default()
    }

    /// Whether it is on this machine.
    pub fn is_here(&self) -> bool {
        is_here(&self.address)
    }

    /// How it is asked.
    pub fn options(&self) -> &EndpointOptions {
        &self.options
    }

    /// What tells its vectors from those of other models and other places.
    pub fn id(&self) -> u64 {
        xxhash_rust::xxh3::xxh3_64(format!("{}\n{}", self.address, self.options.model).as_bytes())
    }

    /// Whether it has ever answered.
    pub fn has_answered(&self) -> bool {
        self.dimensions.get().is_some()
    }

    /// The vectors of `texts`, in their order.
    pub fn embed(&self, texts: &[&str], timeout: Duration) -> Result<Vec<Embedded>, EndpointProblem> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let response = self.send(texts, timeout).map_err(|error| self.unanswered(&error))?;
        let bytes = self.accepted(response)?;
        let nonsense = |what: String| EndpointProblem::new(format!("{} answers {what}", self.address()));
        let answer: Answer = serde_json::from_slice(&bytes)
            .map_err(|error| nonsense(format!("what is no list of embeddings ({error}); is it the right address?")))?;
        let vectors = ordered(answer.data, texts.len()).map_err(nonsense)?;
        let expected = self.dimensions.get().copied().unwrap_or_else(|| vectors[0].len());
        if expected == 0 || expected > MOST_DIMENSIONS {
            return Err(nonsense(format!("vectors of {expected} numbers")));
        }
        if let Some(other) = vectors.iter().map(Vec::len).find(|length| *length != expected) {
            return Err(nonsense(format!("vectors of {other} numbers among those of {expected}")));
        }
        let vectors: Option<Vec<Embedded>> = vectors.into_iter().map(normalised).collect();
        let vectors = vectors.ok_or_else(|| nonsense("numbers that are not finite".to_owned()))?;
        // Another thread may have been first, and with another answer.
        match *self.dimensions.get_or_init(|| expected) {
            same if same == expected => Ok(vectors),
            other => Err(nonsense(format!("vectors of {expected} numbers among those of {other}"))),
        }
    }

    fn agent(&self) -> &Agent {
        self.agent.get_or_init(|| {
            let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
            let mut config = Agent::config_builder()
                .tls_config(tls)
                .user_agent(concat!("docql/", env!("CARGO_PKG_VERSION")))
                .http_status_as_error(false)
                // What was configured is asked, and nobody else.
                .max_redirects(0)
                .max_redirects_will_error(false)
                .max_idle_connections(2)
                .timeout_connect(Some(self.options.connect_timeout));
            if self.is_here() {
                config = config.proxy(None);
            }
            config.build().new_agent()
        })
    }

    fn send(&self, texts: &[&str], timeout: Duration) -> Result<Response<Body>, Error> {
        let body = serde_json::json!({ "model": self.options.model, "input": texts }).to_string();
        let mut request = self
            .agent()
            .post(&self.address)
            .config()
            .timeout_global(Some(timeout))
            .build()
            .header("Content-Type", "application/json")
            .header("Accept", "application/json");
        if let Some(Key(key)) = &self.options.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        request.send(body)
    }

    /// The bytes of an answer that is one.
    fn accepted(&self, response: Response<Body>) -> Result<Vec<u8>, EndpointProblem> {
        let status = response.status();
        let limit = if status.is_success() { MOST_BYTES } else { REASON_BYTES };
        let body = response.into_body().into_with_config().limit(limit).read_to_vec();
        if status.is_success() {
            return body.map_err(|error| self.unanswered(&error));
        }
        let advice = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN if self.options.key.is_none() => {
                "; it wants a key: name its variable in search.endpoint.key_env"
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => "; it does not take this key",
            StatusCode::NOT_FOUND => "; check search.endpoint.url and search.endpoint.model",
            _ if status.is_redirection() => "; it sends docql elsewhere: give that address in search.endpoint.url",
            _ => "",
        };
        let reason = self.reason(&body.unwrap_or_default());
        let text = format!("{} refuses ({status}{reason}){advice}", self.address());
        let is_final = matches!(status.as_u16(), 300..=399 | 401 | 403 | 404);
        Err(if is_final { EndpointProblem::last(text) } else { EndpointProblem::new(text) })
    }

    /// Why it refuses, in its own words, which may hold anything.
    fn reason(&self, body: &[u8]) -> String {
        let said: serde_json::Value = serde_json::from_slice(body).unwrap_or_default();
        let places = [&said["error"]["message"], &said["error"], &said["message"], &said["detail"]];
        let Some(words) = places.iter().find_map(|place| place.as_str()) else { return String::new() };
        let words = match &self.options.key {
            Some(Key(key)) => words.replace(key.as_str(), "…"),
            None => words.to_owned(),
        };
        let line = words.split_whitespace().collect::<Vec<_>>().join(" ");
        format!(": {}", clip(&printable(&line), REASON_WIDTH))
    }

    fn unanswered(&self, error: &Error) -> EndpointProblem {
        let why = match error {
            Error::Timeout(_) => {
                let text = format!("{} does not answer in time", self.address());
                return EndpointProblem { is_timeout: true, ..EndpointProblem::new(text) };
            }
            Error::BodyExceedsLimit(limit) => {
                return EndpointProblem::new(format!("{} answers more than {limit} bytes", self.address()));
            }
            other => printable(&other.to_string()).into_owned(),
        };
        EndpointProblem::new(format!("{} does not answer ({why}); is it running?", self.address()))
    }
}

/// The vectors in the order of the texts, by the index that each says; in the order they come in if none does.
fn ordered(rows: Vec<Row>, wanted: usize) -> Result<Vec<Vec<f32>>, String> {
    if rows.len() != wanted {
        return Err(format!("{} vectors for {wanted} texts", rows.len()));
    }
    let mut vectors: Vec<Option<Vec<f32>>> = vec![None; wanted];
    for (at, row) in rows.into_iter().enumerate() {
        let at = row.index.unwrap_or(at);
        match vectors.get_mut(at) {
            Some(place @ None) => *place = Some(row.embedding),
            _ => return Err(format!("two vectors for one text, or one for none (index {at})")),
        }
    }
    Ok(vectors.into_iter().flatten().collect())
}

/// The vector at length one; nothing of it is left if it has none. `None` if a number is not finite.
fn normalised(mut vector: Vec<f32>) -> Option<Embedded> {
    if vector.iter().any(|number| !number.is_finite()) {
        return None;
    }
    let norm = vector.iter().map(|&number| f64::from(number) * f64::from(number)).sum::<f64>().sqrt();
    if norm <= f64::from(f32::MIN_POSITIVE) {
        return Some(None);
    }
    vector.iter_mut().for_each(|number| *number = (f64::from(*number) / norm) as f32);
    Some(Some(vector))
}

/// Where requests go for what the user has written; else what is wrong with it and what to do.
fn address(url: &str) -> Result<String, String> {
    let written = url.trim().trim_end_matches('/');
    if written.is_empty() {
        return Err("search.endpoint.url is empty; give the address of the embeddings endpoint".to_owned());
    }
    if written.contains('@') {
        return Err("search.endpoint.url holds a name or password; \
             put the key into a variable and name that in search.endpoint.key_env"
            .to_owned());
    }
    let wrong = |what: &str| {
        let shown = clip(&printable(written), 60);
        Err(format!("search.endpoint.url: {shown} {what}; an address is like https://host/v1"))
    };
    let Ok(uri) = written.parse::<Uri>() else { return wrong("is no address") };
    if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none_or(str::is_empty) {
        return wrong("begins with neither http:// nor https://");
    }
    let (place, query) = written
        .split_once('?')
        .map_or((written, String::new()), |(place, query)| (place.trim_end_matches('/'), format!("?{query}")));
    let rest = match uri.path().trim_end_matches('/') {
        "" => "/v1/embeddings",
        path if path.ends_with("/embeddings") => "",
        _ => "/embeddings",
    };
    Ok(format!("{place}{rest}{query}"))
}

/// Whether an address is this machine's: no proxy leads there.
fn is_here(address: &str) -> bool {
    let uri = address.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_with_and_without_their_end() {
        for (written, expected) in [
            ("https://api.example.com", "https://api.example.com/v1/embeddings"),
            ("https://api.example.com/", "https://api.example.com/v1/embeddings"),
            ("http://localhost:11434/v1", "http://localhost:11434/v1/embeddings"),
            ("http://localhost:11434/v1/", "http://localhost:11434/v1/embeddings"),
            ("http://[::1]:80/v1/embeddings", "http://[::1]:80/v1/embeddings"),
            ("https://h.example/x/y?version=3", "https://h.example/x/y/embeddings?version=3"),
        ] {
            assert_eq!(address(written).as_deref(), Ok(expected), "{written}");
        }
        for wrong in
            ["", "  ", "localhost:11434", "ftp://h/v1", "file:///etc/passwd", "http://me:secret@h/v1", "http://"]
        {
            let problem = address(wrong).expect_err(wrong);
            assert!(problem.starts_with("search.endpoint.url"), "{problem}");
            assert!(!problem.contains("secret"), "{problem}");
        }
    }

    #[test]
    fn this_machine_is_known_by_all_its_names() {
        for here in ["http://localhost/v1", "http://127.0.0.1:9/v1", "http://127.1.2.3/", "https://[::1]:9/v1"] {
            assert!(is_here(here), "{here}");
        }
        for elsewhere in ["http://localhost.example/v1", "http://10.0.0.1/v1", "https://[2001:db8::1]/"] {
            assert!(!is_here(elsewhere), "{elsewhere}");
        }
    }

    #[test]
    fn vectors_have_length_one_or_none() {
        assert_eq!(normalised(vec![3.0, 4.0]), Some(Some(vec![0.6, 0.8])));
        assert_eq!(normalised(vec![0.0, 0.0]), Some(None));
        assert_eq!(normalised(vec![1.0, f32::INFINITY]), None);
        assert_eq!(normalised(vec![f32::NAN]), None);
        assert_eq!(normalised(vec![f32::MAX, 0.0]), Some(Some(vec![1.0, 0.0])));
    }

    #[test]
    fn keys_are_never_shown() {
        assert_eq!(Key::new("two words"), None);
        assert_eq!(Key::new("a\nb"), None);
        assert_eq!(Key::new(""), None);
        let key = Key::new(" sk-secret\n").expect("a key");
        let options = EndpointOptions { key: Some(key), ..EndpointOptions::at("https://h.example", "m") };
        let endpoint = Endpoint::new(options).expect("an endpoint");
        assert!(!format!("{endpoint:?}").contains("secret"));
        let said = br#"{"error": {"message": "wrong key: sk-secret\u001b[2J"}}"#;
        let reason = endpoint.reason(said);
        assert!(!reason.contains("secret") && !reason.contains('\u{1b}'), "{reason}");
    }
}
