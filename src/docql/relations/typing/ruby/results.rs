//! Where the values stand that a method yields: its last statement, and that of each part behind `rescue` and `else`.

use super::chains::statement_start;
use super::code::Code;
use super::ends::is_keyword;

/// The statements whose values the tokens `first..end` of a body yield. `None` if that is not told.
pub(super) fn last_statements(code: &Code, first: usize, end: usize) -> Option<Vec<(usize, usize)>> {
    let returns = |at: &usize| {
        code.word(*at) == "return"
            && is_keyword(code, *at)
            && !code.is_line(at + 1)
            && !matches!(code.word(at + 1), "nil" | "if" | "unless")
    };
    if (first..end).any(|at| returns(&at)) {
        return None;
    }
    let mut all: Vec<(&str, (usize, usize))> = Vec::new();
    for (word, from, to) in parts(code, first, end)? {
        match word {
            // What is yielded is not what stands in it.
            "ensure" => {}
            // Then what is before it is not the last.
            "else" => all.retain(|(of, _)| !of.is_empty()),
            _ => {}
        }
        if word != "ensure" {
            all.push((word, (from, to)));
        }
    }
    let last = |(from, to): (usize, usize)| {
        let mut end = to;
        while end > from && (code.is_line(end - 1) || code.is(end - 1, b';')) {
            end -= 1;
        }
        let start = statement_start(code, from, end);
        let is_left = matches!(code.word(start), "raise" | "fail" | "abort" | "exit" | "throw" | "retry");
        let is_nil = start == end || start + 1 == end && code.word(start) == "nil";
        (!is_nil && !is_left).then_some((start, end))
    };
    Some(all.into_iter().filter_map(|(_, part)| last(part)).collect())
}

/// The parts of a body: the word that each begins with, none for the first, and its tokens behind the head.
fn parts(code: &Code, first: usize, end: usize) -> Option<Vec<(&str, usize, usize)>> {
    let mut all = vec![("", first, end)];
    let mut at = first;
    while at < end {
        if let Some(close) = [b'(', b'[', b'{'].iter().any(|sign| code.is(at, *sign)).then(|| code.closing(at)) {
            at = close? + 1;
            continue;
        }
        if let Some(close) = code.ends().end_of(at) {
            at = close + 1;
            continue;
        }
        let word = code.word(at);
        let begins = at == first || code.is_line(at - 1) || code.is(at - 1, b';');
        if begins && is_keyword(code, at) && matches!(word, "rescue" | "else" | "ensure") {
            all.last_mut()?.2 = at;
            let is_over = |at: &usize| {
                code.is_line(*at) && !code.is(at - 1, b',') || code.is(*at, b';') || code.word(*at) == "then"
            };
            let start = match word {
                "rescue" => (at + 1..end).find(is_over).map_or(end, |over| over + 1),
                _ => at + 1,
            };
            all.push((word, start.min(end), end));
            at = start;
            continue;
        }
        at += 1;
    }
    Some(all)
}
