//! JSON over HTTP to an address that the user has configured, and to no other.

use crate::stdx::{clip, printable};
use std::io::ErrorKind;
use std::sync::OnceLock;
use std::time::Duration;
use ureq::http::{Response, StatusCode, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, Error};

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

/// Why there is no answer: what, where, and what to do.
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
    pub(super) fn new(text: String) -> EndpointProblem {
        EndpointProblem { text, is_final: false, is_timeout: false }
    }

    pub(super) fn last(text: impl Into<String>) -> EndpointProblem {
        EndpointProblem { text: text.into(), is_final: true, is_timeout: false }
    }
}

/// What is behind an address, and the table of the settings that says so.
#[derive(Clone, Copy, Debug)]
pub(super) struct Service {
    /// The last part of its path.
    pub path: &'static str,
    /// Its table in the settings.
    pub settings: &'static str,
}

/// Somebody who is asked in JSON.
#[derive(Debug)]
pub(super) struct Client {
    service: Service,
    address: String,
    key: Option<Key>,
    connect_timeout: Duration,
    agent: OnceLock<Agent>,
}

impl Client {
    /// Nothing is sent by this. The error is for people, and final.
    pub(super) fn new(
        service: Service,
        url: &str,
        key: Option<Key>,
        connect_timeout: Duration,
    ) -> Result<Client, EndpointProblem> {
        let address = address(url, service).map_err(EndpointProblem::last)?;
        Ok(Client { service, address, key, connect_timeout, agent: OnceLock::new() })
    }

    /// Where requests go, with what may be a secret.
    pub(super) fn whole_address(&self) -> &str {
        &self.address
    }

    /// Where requests go, as it is shown: what follows a `?` may be a secret.
    pub(super) fn address(&self) -> &str {
        self.address.split('?').next().unwrap_or_default()
    }

    /// Whether it is on this machine.
    pub(super) fn is_here(&self) -> bool {
        is_here(&self.address)
    }

    /// The answer to `body`.
    pub(super) fn ask(&self, body: &serde_json::Value, timeout: Duration) -> Result<Vec<u8>, EndpointProblem> {
        let response = self.send(body, timeout).map_err(|error| self.unanswered(&error))?;
        self.accepted(response)
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
                .timeout_connect(Some(self.connect_timeout));
            if self.is_here() {
                config = config.proxy(None);
            }
            config.build().new_agent()
        })
    }

    fn send(&self, body: &serde_json::Value, timeout: Duration) -> Result<Response<Body>, Error> {
        let mut request = self
            .agent()
            .post(&self.address)
            .config()
            .timeout_global(Some(timeout))
            .build()
            .header("Content-Type", "application/json")
            .header("Accept", "application/json");
        if let Some(Key(key)) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        request.send(body.to_string())
    }

    /// The bytes of an answer that is one.
    fn accepted(&self, response: Response<Body>) -> Result<Vec<u8>, EndpointProblem> {
        let status = response.status();
        let limit = if status.is_success() { MOST_BYTES } else { REASON_BYTES };
        let body = response.into_body().into_with_config().limit(limit).read_to_vec();
        if status.is_success() {
            return body.map_err(|error| self.unanswered(&error));
        }
        let of = self.service.settings;
        let advice = match status {
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN if self.key.is_none() => {
                format!("; it wants a key: name its variable in {of}.key_env")
            }
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => "; it does not take this key".to_owned(),
            StatusCode::NOT_FOUND => format!("; check {of}.url and {of}.model"),
            _ if status.is_redirection() => format!("; it sends docql elsewhere: give that address in {of}.url"),
            _ => String::new(),
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
        let words = match &self.key {
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
        EndpointProblem::new(format!("{} does not answer ({why}); {}", self.address(), self.advice(error)))
    }

    /// What to look at where no connection came about.
    fn advice(&self, error: &Error) -> String {
        let of = self.service.settings;
        match error {
            // This is how the encryption says that it is not content with the other side.
            Error::Io(io) if io.kind() == ErrorKind::InvalidData && self.address.starts_with("https:") => {
                match io.to_string().contains("certificate") {
                    true => format!(
                        "{of}.url must be the name in its certificate, and who signed that one this machine trusts, or \
                         `SSL_CERT_FILE` names"
                    ),
                    false => format!("does it speak HTTPS? if not, {of}.url begins with http://"),
                }
            }
            _ => "is it running?".to_owned(),
        }
    }
}

/// Where requests go for what the user has written; else what is wrong with it and what to do.
fn address(url: &str, service: Service) -> Result<String, String> {
    let Service { path, settings } = service;
    let written = url.trim().trim_end_matches('/');
    if written.is_empty() {
        return Err(format!("{settings}.url is empty; give the address of the endpoint"));
    }
    if written.contains('@') {
        return Err(format!(
            "{settings}.url holds a name or password; put the key into a variable and name that in {settings}.key_env"
        ));
    }
    let wrong = |what: &str| {
        let shown = clip(&printable(written), 60);
        Err(format!("{settings}.url: {shown} {what}; an address is like https://host/v1"))
    };
    let Ok(uri) = written.parse::<Uri>() else { return wrong("is no address") };
    if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none_or(str::is_empty) {
        return wrong("begins with neither http:// nor https://");
    }
    let (place, query) = written
        .split_once('?')
        .map_or((written, String::new()), |(place, query)| (place.trim_end_matches('/'), format!("?{query}")));
    let rest = match uri.path().trim_end_matches('/') {
        "" => format!("/v1/{path}"),
        given if given.rsplit('/').next() == Some(path) => String::new(),
        _ => format!("/{path}"),
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

    const EMBEDDINGS: Service = Service { path: "embeddings", settings: "search.endpoint" };

    #[test]
    fn what_encryption_refuses_is_told_apart_from_silence() {
        let client = |url: &str| Client::new(EMBEDDINGS, url, None, Duration::from_secs(1)).expect("an address");
        let advice = |url: &str, kind, text: &str| client(url).advice(&Error::Io(std::io::Error::new(kind, text)));
        let signed = advice("https://h.example", ErrorKind::InvalidData, "invalid peer certificate: UnknownIssuer");
        assert!(signed.contains("certificate") && signed.contains("SSL_CERT_FILE"), "{signed}");
        let plain = advice("https://h.example", ErrorKind::InvalidData, "received corrupt message");
        assert!(plain.contains("http://"), "{plain}");
        assert_eq!(advice("https://h.example", ErrorKind::ConnectionRefused, "refused"), "is it running?");
    }

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
            assert_eq!(address(written, EMBEDDINGS).as_deref(), Ok(expected), "{written}");
        }
        for wrong in
            ["", "  ", "localhost:11434", "ftp://h/v1", "file:///etc/passwd", "http://me:secret@h/v1", "http://"]
        {
            let problem = address(wrong, EMBEDDINGS).expect_err(wrong);
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
    fn keys_are_never_shown() {
        assert_eq!(Key::new("two words"), None);
        assert_eq!(Key::new("a\nb"), None);
        assert_eq!(Key::new(""), None);
        let key = Key::new(" sk-secret\n").expect("a key");
        let client = Client::new(EMBEDDINGS, "https://h.example", Some(key), Duration::ZERO).expect("a client");
        assert!(!format!("{client:?}").contains("secret"));
        let said = br#"{"error": {"message": "wrong key: sk-secret\u001b[2J"}}"#;
        let reason = client.reason(said);
        assert!(!reason.contains("secret") && !reason.contains('\u{1b}'), "{reason}");
    }
}
