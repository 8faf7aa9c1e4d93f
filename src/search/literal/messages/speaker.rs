//! Who speaks in front of a message, and how bad it is: what a program has written around what it says.

use crate::search::request::read::Request;

/// Words of a message behind who speaks.
pub(in crate::search::literal) const MIN_SAID: usize = 3;

/// How bad it is, as programs write it in front of a message.
const SEVERITIES: [&str; 15] = [
    "ALERT", "CRITICAL", "DEBUG", "EMERG", "ERR", "ERROR", "FATAL", "INFO", "NOTICE", "PANIC", "SEVERE", "TRACE",
    "WARN", "WARNING", "ERRO",
];

/// Words that say who speaks, at most.
const MAX_SPEAKERS: usize = 3;

/// Words in brackets that do, at most.
const MAX_IN_BRACKETS: usize = 3;

/// A message without what says who speaks in front of it, and with which number: `(error) wrong type`,
/// `[vite] no such file`, `curl: (56) Recv failure`, `/usr/bin/ld: error: no such file`.
pub(in crate::search::literal) fn without_speaker(request: &Request) -> Option<Request> {
    let speakers = speakers(&request.terms);
    let (before, said) = request.terms.split_at(speakers);
    if before.is_empty() || said.len() < MIN_SAID {
        return None;
    }
    let typed = request.typed.iter().skip(if request.typed.starts_with(before) { speakers } else { 0 });
    Some(Request { terms: said.to_vec(), typed: typed.cloned().collect(), ..request.clone() })
}

/// How many words say who speaks. What stands in brackets may be several: `[Vue warn]:`.
fn speakers(terms: &[String]) -> usize {
    let mut at = 0;
    for _ in 0..MAX_SPEAKERS {
        let Some(rest) = terms.get(at..).filter(|rest| !rest.is_empty()) else { break };
        let close = match rest[0].chars().next() {
            Some('[') => ']',
            Some('(') => ')',
            _ => '\0',
        };
        let closes = |term: &String| term.trim_end_matches(':').ends_with(close);
        let bracketed = rest.iter().take(MAX_IN_BRACKETS).position(closes).map(|last| last + 1);
        match bracketed.or_else(|| is_speaker(&rest[0]).then_some(1)) {
            Some(count) => at += count,
            None => break,
        }
    }
    at
}

/// True where a program says its name in front of a message: a word in small letters and a colon. (What was thrown is
/// written in capitals, too, and a number counts causes.)
pub(in crate::search::literal) fn is_of_program(request: &Request) -> bool {
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
pub(in crate::search::literal) fn is_severity(word: &str) -> bool {
    SEVERITIES.iter().any(|severity| severity.eq_ignore_ascii_case(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_speaks_stands_in_front() {
        for (message, count) in [
            ("[Vue warn]: Hydration node mismatch:", 2),
            ("(error) ERR no such key", 2),
            ("curl: (56) Recv failure: reset", 2),
            ("[a b c d e] no such file", 0),
            ("no such file", 0),
        ] {
            let terms: Vec<String> = message.split(' ').map(str::to_owned).collect();
            assert_eq!(speakers(&terms), count, "{message}");
        }
    }
}
