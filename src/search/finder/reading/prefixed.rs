//! What stands in front of every line of a trace: the time, the service, the step of a build, a quotation mark.

use regex::Regex;
use std::borrow::Cow;
use std::sync::LazyLock;

/// What tools put in front of the lines of others; each keeps the white space behind its own.
static PREFIXES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let patterns = [
        // pytest, of its own defects: `INTERNALERROR> `.
        r"^[A-Z][A-Z_]{3,}> ?",
        // Times, as logs and runners of workflows write them.
        r"^\[?\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:Z|[+-]\d{2}:?\d{2})?\]?:? ?",
        r"^\[?\d{2}:\d{2}:\d{2}(?:[.,]\d+)?\]? ",
        r"^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \d]\d \d{2}:\d{2}:\d{2} [\w.-]+ [\w./-]+(?:\[\d+\])?: ?",
        // Builds of containers, and several of them: `#12 3.456 `, `web-1  | `, `[pod/web/app] `.
        r"^#\d+ \d+\.\d+ ",
        r"^[\w.-]+ +\| ?",
        r"^\[[^\]\s]{1,80}\] ?",
        r"^remote: ?",
        // Quotations, and what pytest marks.
        r"^[>|] ?",
        r"^E {2,3}",
    ];
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

/// Prefixes that stand one behind the other, at most.
const MAX_PREFIXES: usize = 3;

/// How lines begin that only a trace has.
const TRACES: [&str; 5] = ["Traceback (", "File \"", "at ", "Caused by:", "goroutine "];

/// A text without what stands in front of its lines, if most of them have it and one is of a trace behind it.
pub(in crate::search::finder) fn without_prefixes(text: &str) -> Cow<'_, str> {
    let mut bare = Cow::Borrowed(text);
    for _ in 0..MAX_PREFIXES {
        let Some(next) = PREFIXES.iter().find_map(|prefix| without(&bare, prefix)) else { break };
        bare = Cow::Owned(next);
    }
    let is_of_trace = |line: &str| TRACES.iter().any(|start| line.trim_start().starts_with(start));
    if matches!(bare, Cow::Owned(_)) && bare.lines().any(is_of_trace) { bare } else { Cow::Borrowed(text) }
}

fn without(text: &str, prefix: &Regex) -> Option<String> {
    let said = |line: &&str| !line.trim().is_empty();
    let (all, with) = text
        .lines()
        .filter(said)
        .fold((0usize, 0usize), |(all, with), line| (all + 1, with + usize::from(prefix.is_match(line))));
    if with < 2 || with * 2 < all {
        return None;
    }
    let bare = |line: &str| prefix.find(line).map_or(line, |found| &line[found.end()..]).to_owned();
    Some(text.lines().map(bare).collect::<Vec<String>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_front_of_the_lines_of_a_trace_is_none_of_it() {
        let trace = ["Traceback (most recent call last):", "  File \"a.py\", line 2, in f", "    g()"];
        for prefix in [
            "INTERNALERROR> ",
            "2024-01-02T10:00:00.123Z ",
            "[2024-01-02 10:00:00] ",
            "> ",
            "E   ",
            "#12 3.456 ",
            "web-1  | 10:00:00 ",
            "Jan  2 10:00:00 host app[12]: ",
        ] {
            let text: Vec<String> = trace.iter().map(|line| format!("{prefix}{line}")).collect();
            assert_eq!(without_prefixes(&text.join("\n")), trace.join("\n"), "{prefix}");
        }
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        for text in ["> a quotation\n> of two lines", "[a] one\n[b] two", "10:00:00 x\n10:00:01 y"] {
            assert_eq!(without_prefixes(text), text);
        }
    }
}
