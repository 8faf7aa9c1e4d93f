//! Who is let in. A page that a browser shows must not get at this server: it would come with a foreign Origin, or with
//! the Host of a name that was made to point here.

use super::token::Token;
use crate::serve::api::problem::Problem;
use hyper::header::{AUTHORIZATION, HOST, HeaderMap, HeaderName, ORIGIN};
use hyper::http::request::Parts;
use std::net::IpAddr;

/// Who is let in.
#[derive(Clone, Debug)]
pub struct Gate {
    /// What a client has to know.
    pub token: Token,
    /// Names that this server is called by, besides those of this machine to itself.
    pub names: Vec<String>,
    /// Whether other machines reach it, by its addresses too.
    pub is_exposed: bool,
}

impl Gate {
    /// Lets a request in, or says why not.
    pub(super) fn admit(&self, head: &Parts) -> Result<(), Problem> {
        let in_address = head.uri.authority().map(|authority| authority.as_str());
        let host = match (single(&head.headers, HOST), in_address) {
            (Some(Ok(host)), None) => host,
            (Some(Ok(host)), Some(other)) if host.eq_ignore_ascii_case(other) => host,
            _ => return Err(Problem::new(400, "host", "the request has no Host, or several", [])),
        };
        if !name(host).is_some_and(|name| self.knows(name)) {
            let message = format!("\"{}\" is no name of this server", shown(host));
            return Err(Problem::new(403, "host", message, ["--allow-host NAME lets a name in".to_owned()]));
        }
        match single(&head.headers, ORIGIN) {
            None => {}
            Some(Ok(origin)) if origin_name(origin).is_some_and(|name| self.knows(name)) => {}
            Some(origin) => {
                let message = format!("pages of \"{}\" may not ask this server", shown(origin.unwrap_or_default()));
                return Err(Problem::new(403, "origin", message, ["--allow-host NAME lets a name in".to_owned()]));
            }
        }
        match single(&head.headers, AUTHORIZATION).and_then(Result::ok).and_then(bearer) {
            Some(given) if self.token.is(given.as_bytes()) => Ok(()),
            given => {
                let message = if given.is_some() { "the token is another one" } else { "the request has no token" };
                let fix = "Authorization: Bearer TOKEN, with the token that docql serve printed or was given";
                Err(Problem::new(401, "token", message, [fix.to_owned()]))
            }
        }
    }

    fn knows(&self, name: &str) -> bool {
        let is_address = |address: IpAddr| address.is_loopback() || self.is_exposed;
        name.eq_ignore_ascii_case("localhost")
            || name.parse().is_ok_and(is_address)
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
    }
}

/// The value of a header; an error if there are several, or if it is no text.
fn single(headers: &HeaderMap, name: HeaderName) -> Option<Result<&str, ()>> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?;
    Some(if all.next().is_some() { Err(()) } else { first.to_str().map_err(|_| ()) })
}

/// The name or the address in `name:port`, `[address]:port`.
fn name(authority: &str) -> Option<&str> {
    let (name, rest) = match authority.strip_prefix('[') {
        Some(inner) => inner.split_once(']')?,
        None => authority.split_at(authority.find(':').unwrap_or(authority.len())),
    };
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    (rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port)).then_some(name)
}

fn origin_name(origin: &str) -> Option<&str> {
    name(origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"))?)
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn shown(text: &str) -> String {
    text.chars().take(80).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gate(is_exposed: bool) -> Gate {
        let token = Token::given("0123456789abcdef").expect("a token");
        Gate { token, names: vec!["docs.example".to_owned()], is_exposed }
    }

    #[test]
    fn names_are_those_of_this_machine() {
        let let_in = ["localhost", "LOCALHOST:1", "127.0.0.1:80", "127.9.9.9", "[::1]:8080", "docs.example:443"];
        let kept_out = [
            "",
            ":80",
            "evil.example",
            "localhost.evil.example",
            "10.0.0.1",
            "[::1",
            "::1",
            "localhost:",
            "localhost:x",
        ];
        let knows = |gate: &Gate, host: &str| name(host).is_some_and(|name| gate.knows(name));
        let_in.iter().for_each(|host| assert!(knows(&gate(false), host), "{host}"));
        kept_out.iter().for_each(|host| assert!(!knows(&gate(false), host), "{host}"));
        assert!(knows(&gate(true), "10.0.0.1:8080") && !knows(&gate(true), "evil.example"));
    }

    #[test]
    fn origins_are_pages_of_those_names() {
        for (origin, expected) in [
            ("http://localhost:3000", true),
            ("https://docs.example", true),
            ("null", false),
            ("https://evil.example", false),
            ("file://localhost", false),
            ("http://localhost@evil.example", false),
            ("http://localhost/evil", false),
        ] {
            let is_known = origin_name(origin).is_some_and(|name| gate(false).knows(name));
            assert_eq!(is_known, expected, "{origin}");
        }
    }
}
