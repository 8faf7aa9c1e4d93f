//! Expressions as chains: a head and the methods that are called on it.

use super::core;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};

/// Calls in one chain that are read, at most: whoever asks of each of them would walk back over all before it.
const MAX_LINKS: usize = 100;

/// What a chain begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// A constant: its names, the first empty if it begins with `::`.
    Constant(Vec<String>),
    /// `@x`
    Field(String),
    /// A variable, or a method without a receiver.
    Name(String),
    Own,
    /// What is written out: a text, a number, a list, a symbol: its class.
    Literal(&'static str),
    /// A part in parentheses: the tokens inside.
    Group(usize, usize),
}

/// A chain: the methods, or `[]`, that are called on its head one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Chain {
    pub head: Head,
    pub links: Vec<String>,
}

/// Words that end what is written before them in a line, or begin something else.
const KEYWORDS: &[&str] = &[
    "if", "unless", "while", "until", "rescue", "do", "then", "and", "or", "in", "end", "else", "elsif", "when",
    "case", "begin", "return", "def", "class", "module", "yield", "not", "ensure", "super", "defined", "alias",
    "undef", "for", "nil", "true", "false",
];

fn is_keyword(word: &str) -> bool {
    KEYWORDS.contains(&word)
}

/// The end of what stands before the sign that joins the name at `at` to it: `a.b`, `a&.b`, `A::b`, perhaps in an earlier line.
pub(super) fn joint(tokens: &Tokens, at: usize) -> Option<usize> {
    let end = without_lines(tokens, at).checked_sub(1)?;
    if tokens.is(end, b'.') {
        let before = end.checked_sub(1)?;
        return match () {
            () if tokens.is(before, b'.') => None,
            () if tokens.is(before, b'&') && tokens.touches(end) => Some(without_lines(tokens, before)),
            () => Some(without_lines(tokens, end)),
        };
    }
    let pair = end.checked_sub(1).filter(|_| end + 1 == at)?;
    tokens.are(pair, "::").then_some(pair)
}

fn without_lines(tokens: &Tokens, mut end: usize) -> usize {
    while end > 0 && tokens.get(end - 1).is_some_and(|token| token.kind == TokenKind::Line) {
        end -= 1;
    }
    end
}

/// The first token of the chain that ends before `end`.
pub(super) fn start_of(tokens: &Tokens, end: usize) -> Option<usize> {
    let mut end = end;
    for _ in 0..MAX_LINKS {
        let last = end.checked_sub(1)?;
        let start = match tokens.get(last)?.kind {
            TokenKind::Sign(b')' | b']' | b'}') => {
                let open = tokens.opening(last)?;
                let before = open.checked_sub(1);
                let is_called = before.is_some_and(|before| match tokens.get(before).map(|it| it.kind) {
                    Some(TokenKind::Word) => !is_keyword(tokens.word(before)),
                    Some(TokenKind::Sign(b')' | b']')) => true,
                    _ => false,
                });
                // `f(x)`, `a[0]`, `f { … }`; `f (x)` and `f [x]` have arguments of their own.
                if is_called && (tokens.touches(open) || tokens.is(last, b'}')) {
                    end = open;
                    continue;
                }
                // `->(x) { … }`, `yield(x)`, `super(x)` are none of what stands in them.
                let is_lambda = open > 1 && tokens.are(open - 2, "->");
                let of_keyword = before.is_some_and(|at| matches!(tokens.word(at), "yield" | "super" | "defined?"));
                if is_lambda || of_keyword && tokens.touches(open) {
                    return None;
                }
                open
            }
            TokenKind::Word | TokenKind::Text | TokenKind::Number => last,
            _ => return None,
        };
        let start = marked(tokens, start);
        match joint(tokens, start) {
            Some(before) if tokens.are(before, "::") && !is_value_end(tokens, before) => return Some(before),
            Some(before) => end = before,
            None => return Some(start),
        }
    }
    None
}

/// The token of the signs that belong to a name: `@x`, `@@x`, `$x`, `:x`.
fn marked(tokens: &Tokens, at: usize) -> usize {
    let mut start = at;
    while start > 0 && tokens.touches(start) && (tokens.is(start - 1, b'@') || tokens.is(start - 1, b'$')) {
        start -= 1;
    }
    let is_symbol = start == at
        && start > 0
        && tokens.touches(start)
        && tokens.is(start - 1, b':')
        && !(start > 1 && tokens.are(start - 2, "::"));
    start - usize::from(is_symbol)
}

/// True if a value may end before the token at `at`, and touches it.
fn is_value_end(tokens: &Tokens, at: usize) -> bool {
    let Some(before) = at.checked_sub(1).filter(|_| tokens.touches(at)) else { return false };
    let is_bracket = |sign: u8| tokens.is(before, sign);
    !tokens.word(before).is_empty() || is_bracket(b')') || is_bracket(b']') || is_bracket(b'}')
}

/// Reads the chain that begins at `at`, up to `limit` at most. Returns it and where it ends.
pub(super) fn read(tokens: &Tokens, at: usize, limit: usize) -> Option<(Chain, usize)> {
    let (head, mut at, mut is_bare) = head(tokens, at)?;
    let mut links: Vec<String> = Vec::new();
    while at < limit {
        let mut next = at;
        while next < limit && tokens.get(next).is_some_and(|token| token.kind == TokenKind::Line) {
            next += 1;
        }
        let width = match () {
            () if tokens.are(next, "..") => 0,
            () if tokens.is(next, b'.') => 1,
            () if tokens.are(next, "&.") => 2,
            () if next == at && tokens.are(next, "::") => 2,
            () => 0,
        };
        if width > 0 && next + width < limit && !tokens.word(next + width).is_empty() {
            links.push(tokens.word(next + width).to_owned());
            (at, is_bare) = (next + width + 1, true);
        } else if tokens.is(at, b'(') && tokens.touches(at) && is_bare {
            at = tokens.closing(at)? + 1;
            is_bare = false;
        } else if tokens.is(at, b'[') && tokens.touches(at) {
            links.push("[]".to_owned());
            (at, is_bare) = (tokens.closing(at)? + 1, false);
        } else if tokens.is(at, b'{') {
            at = tokens.closing(at)? + 1;
            is_bare = false;
        } else if is_bare && !links.is_empty() && begins_argument(tokens, at) {
            // `Foo.new a, b`
            return Some((Chain { head, links }, line_end(tokens, at, limit)));
        } else {
            break;
        }
    }
    Some((Chain { head, links }, at))
}

fn head(tokens: &Tokens, at: usize) -> Option<(Head, usize, bool)> {
    let close = |at: usize| tokens.closing(at);
    Some(match tokens.get(at)?.kind {
        TokenKind::Text => {
            (Head::Literal(core::of_text(tokens.slice(text_start(tokens, at)?, at + 1))?), at + 1, false)
        }
        TokenKind::Number => {
            let is_number = |at: usize| tokens.get(at).is_some_and(|it| it.kind == TokenKind::Number);
            let is_float =
                tokens.is(at + 1, b'.') && is_number(at + 2) && tokens.touches(at + 1) && tokens.touches(at + 2);
            let of = core::of_number(tokens.slice(at, at + 1));
            let of_parts = || match core::of_number(tokens.slice(at + 2, at + 3)) {
                "Integer" => "Float",
                other => other,
            };
            if is_float { (Head::Literal(of_parts()), at + 3, false) } else { (Head::Literal(of), at + 1, false) }
        }
        TokenKind::Sign(b'(') => (Head::Group(at + 1, close(at)?), close(at)? + 1, false),
        TokenKind::Sign(b'[') => (Head::Literal("Array"), close(at)? + 1, false),
        TokenKind::Sign(b'{') => (Head::Literal("Hash"), close(at)? + 1, false),
        TokenKind::Sign(b'@') if !tokens.word(at + 1).is_empty() => {
            (Head::Field(tokens.word(at + 1).to_owned()), at + 2, false)
        }
        TokenKind::Sign(b':') if tokens.are(at, "::") => {
            let (names, end) = constant(tokens, at + 2, vec![String::new()])?;
            (Head::Constant(names), end, false)
        }
        TokenKind::Sign(b':') if !tokens.word(at + 1).is_empty() => (Head::Literal("Symbol"), at + 2, false),
        TokenKind::Word => match tokens.word(at) {
            "self" => (Head::Own, at + 1, false),
            word if is_keyword(word) => return None,
            word if word.starts_with(char::is_uppercase) && !(tokens.is(at + 1, b'(') && tokens.touches(at + 1)) => {
                let (names, end) = constant(tokens, at, Vec::new())?;
                (Head::Constant(names), end, false)
            }
            word => (Head::Name(word.to_owned()), at + 1, true),
        },
        _ => return None,
    })
}

/// The first token of the text that the one at `at` ends: expressions may stand in it. `None` if that is too far away.
fn text_start(tokens: &Tokens, at: usize) -> Option<usize> {
    const MAX_TOKENS: usize = 400;
    let mut inside = 0;
    for start in (at.saturating_sub(MAX_TOKENS)..=at).rev() {
        if tokens.get(start)?.kind != TokenKind::Text {
            continue;
        }
        let text = tokens.slice(start, start + 1);
        // `"a #{`, `} b #{`, `} c"`
        inside += usize::from(text.starts_with('}'));
        inside = inside.checked_sub(usize::from(start < at && text.ends_with("#{")))?;
        if inside == 0 {
            return Some(start);
        }
    }
    None
}

/// The names of a constant from `at` on, and its end. A name behind `::` that is called is a method.
fn constant(tokens: &Tokens, at: usize, mut names: Vec<String>) -> Option<(Vec<String>, usize)> {
    names.push(Some(tokens.word(at)).filter(|word| word.starts_with(char::is_uppercase))?.to_owned());
    let mut at = at + 1;
    while tokens.are(at, "::")
        && tokens.touches(at)
        && tokens.word(at + 2).starts_with(char::is_uppercase)
        && !(tokens.is(at + 3, b'(') && tokens.touches(at + 3))
    {
        names.push(tokens.word(at + 2).to_owned());
        at += 3;
    }
    Some((names, at))
}

/// True if an argument without brackets begins at `at`: `Foo.new a`, `Foo.new :a`, `Foo.new "a"`.
fn begins_argument(tokens: &Tokens, at: usize) -> bool {
    if tokens.touches(at) {
        return false;
    }
    match tokens.get(at).map(|it| it.kind) {
        Some(TokenKind::Word) => matches!(tokens.word(at), "nil" | "true" | "false") || !is_keyword(tokens.word(at)),
        Some(TokenKind::Text | TokenKind::Number) => true,
        Some(TokenKind::Sign(b':' | b'@' | b'*' | b'&' | b'[')) => {
            tokens.get(at + 1).zip(tokens.get(at)).is_some_and(|(next, sign)| next.start == sign.end)
        }
        _ => false,
    }
}

/// The end of the statement in whose line `at` is: before a condition behind it.
pub(super) fn line_end(tokens: &Tokens, at: usize, limit: usize) -> usize {
    let mut end = at;
    while end < limit {
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(end, *sign));
        if is_open {
            end = tokens.closing(end).map_or(limit, |close| close + 1);
            continue;
        }
        let is_over = tokens.is_line(end) && !(end > at && tokens.is(end - 1, b',')) && !is_called_below(tokens, end)
            || [b';', b')', b']', b'}'].iter().any(|sign| tokens.is(end, *sign))
            || matches!(tokens.word(end), "if" | "unless" | "rescue" | "while" | "until" | "do");
        if is_over {
            return end;
        }
        end += 1;
    }
    limit.min(end)
}

/// True if a chain goes on below the end of its line at `line`: `.b`, `&.b`.
fn is_called_below(tokens: &Tokens, line: usize) -> bool {
    let next = (line..tokens.len()).find(|&at| !tokens.is_line(at));
    next.is_some_and(|next| tokens.is(next, b'.') && !tokens.are(next, "..") || tokens.are(next, "&."))
}

/// True if what stands before the end of a line at `line` goes on in the next one: `a ||`, `f(a),`.
fn goes_on_below(tokens: &Tokens, line: usize) -> bool {
    let Some(last) = line.checked_sub(1) else { return false };
    match tokens.get(last).map(|token| token.kind) {
        Some(TokenKind::Sign(b')' | b']' | b'}' | b';')) => false,
        Some(TokenKind::Sign(b'?' | b'!')) => !tokens.touches(last),
        Some(TokenKind::Sign(_)) => true,
        Some(TokenKind::Word) => matches!(tokens.word(last), "and" | "or" | "not"),
        _ => false,
    }
}

/// The first token of the statement that ends before `end`.
pub(super) fn statement_start(tokens: &Tokens, first: usize, end: usize) -> usize {
    let mut at = end;
    while at > first {
        let last = at - 1;
        let is_close = [b')', b']', b'}'].iter().any(|sign| tokens.is(last, *sign));
        if is_close && let Some(open) = tokens.opening(last) {
            at = open;
            continue;
        }
        let goes_on = || tokens.is(at, b'.') || tokens.are(at, "&.") || last > first && goes_on_below(tokens, last);
        if tokens.is(last, b';') || tokens.is_line(last) && !goes_on() {
            return at;
        }
        at = last;
    }
    at
}
