//! Keys of services: sent in one header, never shown.

use super::service::Auth;
use ureq::http::{HeaderName, HeaderValue, header};

/// A secret that a service asks for. Its `Debug` output and every error leave it out.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// The key without surrounding white space; `None` if no header can hold it.
    pub fn new(key: &str) -> Option<ApiKey> {
        let key = key.trim();
        let is_key = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        is_key.then(|| ApiKey(key.to_owned()))
    }

    /// The header that carries the key. Its value is marked as sensitive: the HTTP library does not log it.
    pub(super) fn header(&self, auth: Auth) -> Option<(HeaderName, HeaderValue)> {
        let (name, value) = match auth {
            Auth::Bearer => (header::AUTHORIZATION, HeaderValue::try_from(format!("Bearer {}", self.0))),
            Auth::Header(name) => (HeaderName::from_static(name), HeaderValue::try_from(&self.0)),
        };
        let mut value = value.ok()?;
        value.set_sensitive(true);
        Some((name, value))
    }

    /// `text`, which somebody else has written, without the key.
    pub(super) fn redact(&self, text: &str) -> String {
        text.replace(&self.0, "…")
    }
}

impl std::fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ApiKey(…)")
    }
}
