//! The links of a chain of errors: what passes one on writes its own words before it, and a sign or some words between.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What stands between two links of a message in lower case with quotes made alike: a colon with a number of the error,
/// what gRPC and Java write, the sign below the place that a drawing is about, and keys of objects.
static JOINT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"[.,;]? caused by: 0: |: (?:\(\d+\) )?|,? desc = |[.,;]? nested exception is |[.,;]? (?:caused by|because of):? ",
        r"|(?: \|)? \^[\^~-]* |':'|\b(?:cause|desc|detail|err|error|message|msg|reason)='"
    ))
    .ok()
});

/// The same where the causes are numbered: `Caused by: 0: … 1: …`.
static NUMBERED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r" \d+: ").ok());

/// How causes with numbers begin.
const FIRST_OF_SEVERAL: &str = "caused by: 0: ";

/// The links of a message, at most `limit`, the outermost first. What stands between two is in none.
pub(in crate::search::literal) fn links(message: &str, limit: usize) -> Vec<Range<usize>> {
    let mut joints: Vec<Range<usize>> =
        JOINT.iter().flat_map(|joint| joint.find_iter(message)).map(|found| found.range()).collect();
    if let (Some(first), Some(numbered)) = (message.find(FIRST_OF_SEVERAL), NUMBERED.as_ref()) {
        let start = first + FIRST_OF_SEVERAL.len();
        let numbers = numbered.find_iter(&message[start..]).map(|found| start + found.start()..start + found.end());
        joints.extend(numbers);
        joints.sort_by_key(|joint| (joint.start, std::cmp::Reverse(joint.end)));
    }
    let mut links = Vec::new();
    let mut start = 0;
    for joint in joints.into_iter().filter(|joint| joint.end < message.len()) {
        if joint.start >= start && links.len() + 1 < limit {
            links.push(start..joint.start);
            start = joint.end;
        }
    }
    links.push(start..message.len());
    links.into_iter().map(|link| without_close(message, link)).collect()
}

/// A link in quotes without what closes them, and what stands behind: other keys of an object.
fn without_close(message: &str, link: Range<usize>) -> Range<usize> {
    let is_quoted = message[..link.start].ends_with('\'') && link.start > 0;
    let text = &message[link.clone()];
    let closes = |at: &usize| text[at + 1..].is_empty() || text[at + 1..].starts_with([',', '}', ' ', ']', ')']);
    // A value in quotes inside of it is written with a backslash before each.
    let close = text.match_indices('\'').map(|(at, _)| at).filter(|at| !text[..*at].ends_with('\\')).find(closes);
    match close.filter(|_| is_quoted) {
        Some(close) => link.start..link.start + close,
        None => link,
    }
}

#[cfg(test)]
mod tests {
    use super::links;

    #[test]
    fn a_chain_is_cut_where_one_error_passes_on_another() {
        for (message, parts) in [
            ("open x: read config: invalid port 'a'", &["open x", "read config", "invalid port 'a'"][..]),
            ("rpc error: code = notfound desc = no pod", &["rpc error", "code = notfound", "no pod"]),
            ("cannot start; nested exception is a.b.e: no pod", &["cannot start", "a.b.e", "no pod"]),
            ("cannot start caused by: 0: one 1: line 3", &["cannot start", "one", "line 3"]),
            ("it failed because of a bad port", &["it failed", "a bad port"]),
            ("curl: (3) no such url", &["curl", "no such url"]),
            ("{'code':5,'error':'no pod','details':[]}", &["{'code':5,'error", "no pod"]),
            ("parse error | 1 | x | ^ no table", &["parse error | 1 | x", "no table"]),
            ("one: ", &["one: "]),
            ("", &[""]),
        ] {
            let found: Vec<&str> = links(message, 32).into_iter().map(|link| &message[link]).collect();
            assert_eq!(found, parts, "{message}");
        }
        assert_eq!(links("a: b: c: d", 2).len(), 2);
    }
}
