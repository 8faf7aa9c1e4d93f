//! Who speaks in front of a message, and how bad it is: what a program has written around what it says.

use crate::search::request::read::Request;

/// Words of a message behind who speaks.
pub(super) const MIN_SAID: usize = 3;

/// How bad it is, as programs write it in front of a message.
const SEVERITIES: [&str; 15] = [
    "ALERT", "CRITICAL", "DEBUG", "EMERG", "ERR", "ERROR", "FATAL", "INFO", "NOTICE", "PANIC", "SEVERE", "TRACE",
    "WARN", "WARNING", "ERRO",
];

/// Words that say who speaks, at most.
const MAX_SPEAKERS: usize = 3;

/// A message without what says who speaks in front of it, and with which number: `(error) wrong type`,
/// `[vite] no such file`, `curl: (56) Recv failure`, `/usr/bin/ld: error: no such file`.
pub(super) fn without_speaker(request: &Request) -> Option<Request> {
    let speakers = request.terms.iter().take(MAX_SPEAKERS).take_while(|term| is_speaker(term)).count();
    let (before, said) = request.terms.split_at(speakers);
    if before.is_empty() || said.len() < MIN_SAID {
        return None;
    }
    let typed = request.typed.iter().skip(if request.typed.starts_with(before) { speakers } else { 0 });
    Some(Request { terms: said.to_vec(), typed: typed.cloned().collect(), ..request.clone() })
}

/// True where a program says its name in front of a message: a word in small letters and a colon. (What was thrown is
/// written in capitals, too, and a number counts causes.)
pub(super) fn is_of_program(request: &Request) -> bool {
    let name = |term: &String| {
        let name = term.strip_suffix(':').filter(|name| !is_severity(name))?;
        let name = name.rsplit('/').next()?;
        let is_one = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-".contains(c);
        Some(name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(is_one))
    };
    let mut speakers = request.terms.iter().take(MAX_SPEAKERS).take_while(|term| is_speaker(term));
    speakers.any(|term| name(term) == Some(true))
}

/// A word in brackets, a name and a colon, or how bad it is, in capitals.
fn is_speaker(term: &str) -> bool {
    let bare = term.strip_suffix(':');
    let is_bracketed = |open: char, close: char| {
        let term = bare.unwrap_or(term);
        term.starts_with(open) && term.ends_with(close)
    };
    let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-./".contains(c));
    let is_shouted = SEVERITIES.contains(&term.trim_matches(|c: char| !c.is_alphanumeric()));
    is_shouted || is_bracketed('(', ')') || is_bracketed('[', ']') || bare.is_some_and(is_name)
}

/// True for a word that says how bad it is, in any case.
pub(super) fn is_severity(word: &str) -> bool {
    SEVERITIES.iter().any(|severity| severity.eq_ignore_ascii_case(word))
}
