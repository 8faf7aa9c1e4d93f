//! Services and their addresses: a base URL that a user has written becomes the address of one service.

use super::error::{AddressError, AddressFault};
use crate::stdx::{clip, printable};
use std::borrow::Cow;
use ureq::http::Uri;

/// Columns of a wrong address that its error shows.
const SHOWN_WIDTH: usize = 60;

/// The header that carries the key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer KEY`.
    Bearer,
    /// A header of this name, in lower case, with the key alone.
    Header(&'static str),
}

/// A service below a base URL.
#[derive(Clone, Debug)]
pub struct Service {
    /// The table of the settings that configures it; errors name it.
    pub settings: &'static str,
    /// The first segment of its path, taken where a URL has no path.
    pub version: &'static str,
    /// The rest of its path, and its query if it has one.
    pub path: Cow<'static, str>,
    /// The header that carries the key.
    pub auth: Auth,
    /// Headers of every request, names in lower case.
    pub headers: &'static [(&'static str, &'static str)],
}

impl Service {
    /// A service as OpenAI names and guards them: `/v1/PATH`, a bearer token, no other headers.
    pub fn openai(settings: &'static str, path: &'static str) -> Service {
        Service { settings, version: "v1", path: Cow::Borrowed(path), auth: Auth::Bearer, headers: &[] }
    }

    /// The address of this service below `url`, which may end before the version, before the path, or behind it.
    pub(super) fn address(&self, url: &str) -> Result<String, AddressError> {
        let fault = |fault| Err(AddressError { settings: self.settings, fault });
        let written = url.trim().trim_end_matches('/');
        if written.is_empty() {
            return fault(AddressFault::Empty);
        }
        if written.contains('@') {
            return fault(AddressFault::Credentials);
        }
        // Keys stand behind the question mark.
        let shown = || clip(&printable(written.split('?').next().unwrap_or_default()), SHOWN_WIDTH);
        let Ok(uri) = written.parse::<Uri>() else { return fault(AddressFault::NoAddress(shown())) };
        if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none_or(str::is_empty) {
            return fault(AddressFault::OtherScheme(shown()));
        }
        let (base, given_query) = written.split_once('?').unwrap_or((written, ""));
        let (path, own_query) = self.path.split_once('?').unwrap_or((&self.path, ""));
        let mut address = base.trim_end_matches('/').to_owned();
        let given_path = uri.path().trim_end_matches('/');
        if given_path.is_empty() {
            address.extend(["/", self.version]);
        }
        if !given_path.strip_suffix(path).is_some_and(|above| above.ends_with('/')) {
            address.extend(["/", path]);
        }
        let queries = [given_query, own_query].into_iter().filter(|query| !query.is_empty());
        for (separator, query) in std::iter::once("?").chain(std::iter::repeat("&")).zip(queries) {
            address.extend([separator, query]);
        }
        match address.parse::<Uri>() {
            Ok(_) => Ok(address),
            Err(_) => fault(AddressFault::NoAddress(shown())),
        }
    }
}

/// True if an address is this machine's: no proxy leads there.
pub(super) fn is_local(address: &str) -> bool {
    let uri = address.parse::<Uri>().ok();
    let host = uri.as_ref().and_then(Uri::host).unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}
