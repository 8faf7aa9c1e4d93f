//! Lines of diagrams: the statements in them, and the sides of arrows.

use regex::Regex;
use std::sync::LazyLock;

/// What stands between two nodes: an arrow or a line, with what it says.
pub(super) static ARROW: LazyLock<Option<Regex>> = LazyLock::new(|| arrow(""));

/// The same of PlantUML, where one sign between blanks is a line, and a dot may be a shaft.
pub(super) static PLANTUML_ARROW: LazyLock<Option<Regex>> = LazyLock::new(|| arrow(r"|\s[-.]\s|<\.|\.\|?>"));

fn arrow(more: &str) -> Option<Regex> {
    let said = r"-{2}\s+[^-\n>|]+\s+-{2,}>|={2}\s+[^=\n>|]+\s+={2,}>|-\.\s+[^.\n>|]+\s+\.-+>";
    let tail = r"(?:[|}][|o]|<\|?|\*)?";
    let shaft = r"(?:-\.+-*|-{2,}|-(?:up|down|left|right|[udlr])-?>|-\[[^\]\n]*\]-?>|={2,}|\.{2,}|~{3,}|->|<-)[-=.]*(?:\[[^\]\n]*\])?[-.]*";
    let head = r"(?:[o|][{|]|\|>|>{1,2}|\*|[xo)](?:\s|$))?[+-]?";
    Regex::new(&format!(r"\s*(?:{said}|{tail}{shaft}{head}{more})(?:\|[^|\n]*\|)?\s*")).ok()
}

/// Where what is said at an arrow begins: what follows a colon is said, not shown.
pub(super) fn said_from(line: &str, arrow_end: usize) -> usize {
    let rest = &line[arrow_end..];
    rest.find(": ").or_else(|| rest.find(" :")).map_or(line.len(), |at| arrow_end + at)
}

/// The same where the colon may stand at the name; two of them are part of one, three set it off from how it looks.
pub(super) fn spoken_from(line: &str, arrow_end: usize) -> usize {
    let bytes = line.as_bytes();
    let is_alone = |at: usize| bytes[at] == b':' && bytes.get(at + 1) != Some(&b':') && at > 0 && bytes[at - 1] != b':';
    // Behind one a name may begin: `:Long name:`.
    let is_behind = |at: usize| !line[arrow_end..at].trim().is_empty();
    (arrow_end..line.len()).find(|&at| is_alone(at) && is_behind(at)).unwrap_or(line.len())
}

/// The statements of a line of DOT, and where they begin: signs in quotes and in brackets end none.
pub(super) fn statements(line: &str) -> Vec<(usize, &str)> {
    let (mut found, mut from) = (Vec::new(), 0);
    let (mut in_quotes, mut depth) = (false, 0_usize);
    for (at, byte) in line.bytes().enumerate() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            _ if in_quotes => {}
            b'[' => depth += 1,
            b']' => depth = depth.saturating_sub(1),
            b';' | b'{' | b'}' if depth == 0 => {
                found.push((from, &line[from..at]));
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push((from, &line[from..]));
    found
}

/// The identifier that a side of an arrow begins with, and where.
pub(super) fn first_word(side: &str) -> Option<(&str, usize)> {
    let blank = side.len() - side.trim_start().len();
    let side = &side[blank..];
    let opened = side.starts_with(['"', '`', '[', '(', ':']) && !side.starts_with("[*]");
    if opened {
        let end: &[char] = match side.as_bytes()[0] {
            b'"' => &['"'],
            b'`' => &['`'],
            _ => &[']', ')', ':'],
        };
        let close = side[1..].find(end)?;
        return Some((&side[1..close + 1], blank + 1));
    }
    let end = side.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | ':'))).unwrap_or(side.len());
    // Behind three colons stands how it looks.
    let word = side[..end].split(":::").next().unwrap_or_default().trim_end_matches([':', '-', '.']);
    (!word.is_empty()).then_some((word, blank))
}

/// A side of an arrow without the text in quotes before a name: `"1..*" Course`.
pub(super) fn without_count(side: &str) -> &str {
    let counted = side.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    let is_name = |rest: &&str| rest.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let named = counted.map(|(_, rest)| rest).filter(is_name);
    named.filter(|rest| !rest.trim_start().starts_with("as ")).unwrap_or(side)
}
