//! Expressions as chains: a first name and what is taken from it, link by link.

use super::tokens::{TokenKind, Tokens};
use crate::document::TypeRules;

/// One link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// The first name, with its token.
    Name(String, usize),
    /// A text or number.
    Literal,
    /// A part in parentheses: the tokens inside.
    Group(usize, usize),
    /// `.name`
    Member(String),
    /// `(…)`: the tokens inside.
    Call(usize, usize),
    /// `[…]`
    Index,
    /// `.(T)`: the tokens of the type.
    Assert(usize, usize),
    /// A type as written: `[]T{`, `new T`.
    Type(usize, usize),
    /// `{…}`, which constructs what stands before.
    Construct,
    /// What is taken out of a list or channel.
    Element,
}

/// The first token of the expression that ends before `end`.
pub(super) fn start_of(tokens: &Tokens, end: usize) -> Option<usize> {
    let mut at = end;
    loop {
        // A chain may go on in the next line.
        while at > 0 && tokens.get(at - 1).is_some_and(|token| token.kind == TokenKind::Line) {
            at -= 1;
        }
        let last = at.checked_sub(1)?;
        let start = match tokens.get(last)?.kind {
            TokenKind::Sign(b')' | b']' | b'}') => {
                let open = tokens.opening(last)?;
                let joins = open > 0
                    && match tokens.get(open - 1)?.kind {
                        TokenKind::Word => !is_keyword(tokens.word(open - 1)),
                        TokenKind::Sign(b')' | b']' | b'}') => true,
                        TokenKind::Sign(b'.') => true,
                        TokenKind::Sign(b'!') => is_asserted(tokens, open - 1),
                        _ => false,
                    };
                if joins && (tokens.touches(open) || tokens.is(last, b'}')) {
                    if tokens.is(open - 1, b'.') {
                        at = open - 1;
                    } else {
                        at = open;
                    }
                    continue;
                }
                open
            }
            TokenKind::Sign(b'?' | b'!') => {
                at = last;
                continue;
            }
            TokenKind::Word | TokenKind::Text | TokenKind::Number => last,
            _ => return None,
        };
        match joint(tokens, start) {
            Some(before) => at = before,
            None => return Some(start),
        }
    }
}

/// True if the mark at `mark` says that the value before it is there: `a.b![0]`. In `vec![0]` it calls a macro.
fn is_asserted(tokens: &Tokens, mark: usize) -> bool {
    let Some(before) = mark.checked_sub(1).filter(|_| tokens.touches(mark)) else { return false };
    match tokens.get(before).map(|token| token.kind) {
        Some(TokenKind::Word) => before > 0 && tokens.is(before - 1, b'.'),
        Some(TokenKind::Sign(b')' | b']')) => true,
        _ => false,
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "return"
            | "in"
            | "if"
            | "while"
            | "for"
            | "switch"
            | "case"
            | "await"
            | "and"
            | "or"
            | "not"
            | "range"
            | "else"
            | "yield"
    )
}

/// The end of what stands before the sign that joins the token at `at` to it.
pub(super) fn joint(tokens: &Tokens, at: usize) -> Option<usize> {
    let mut before = at;
    while before > 0 && tokens.get(before - 1).is_some_and(|token| token.kind == TokenKind::Line) {
        before -= 1;
    }
    let end = before.checked_sub(1)?;
    if tokens.is(end, b'.') {
        let more = end > 0 && (tokens.is(end - 1, b'?') && tokens.touches(end));
        // `..` and `...` join nothing.
        if end > 0 && tokens.is(end - 1, b'.') {
            return None;
        }
        return Some(if more { end - 1 } else { end });
    }
    let pair = end.checked_sub(1)?;
    (tokens.are(pair, "->") || tokens.are(pair, "::")).then_some(pair)
}

/// Reads the expression that starts at `at`, up to the token `limit` at most. Returns the links and where it ends.
pub(super) fn read(tokens: &Tokens, mut at: usize, limit: usize, rules: &TypeRules) -> Option<(Vec<Link>, usize)> {
    let mut links = Vec::new();
    let mut taken = false;
    loop {
        if tokens.are(at, "<-") {
            (at, taken) = (at + 2, true);
        } else if tokens.is(at, b'&') || tokens.is(at, b'*') || matches!(tokens.word(at), "mut" | "await") {
            at += 1;
        } else {
            break;
        }
    }
    at = first_link(tokens, at, rules, &mut links)?;
    while at < limit {
        let mut next = at;
        while next < limit && tokens.get(next).is_some_and(|token| token.kind == TokenKind::Line) {
            next += 1;
        }
        let sign = |text: &str| tokens.are(next, text);
        let width = if sign("?.") || sign("->") || sign("::") { 2 } else { usize::from(sign(".")) };
        if width > 0 && next + width < limit + 1 {
            let name = next + width;
            if tokens.is(name, b'(') {
                let close = tokens.closing(name)?;
                links.push(Link::Assert(name + 1, close));
                at = close + 1;
            } else if tokens.is(name, b'<') {
                // `::<T>` gives arguments to a generic function.
                at = (name..limit).find(|&at| tokens.is(at, b'>'))? + 1;
            } else {
                let word = tokens.word(name);
                if word.is_empty() {
                    return None;
                }
                if word != "await" {
                    links.push(Link::Member(word.to_owned()));
                }
                at = name + 1;
            }
        } else if tokens.is(at, b'(') {
            let close = tokens.closing(at)?;
            links.push(Link::Call(at + 1, close));
            at = close + 1;
        } else if tokens.is(at, b'[') && tokens.touches(at) {
            links.push(Link::Index);
            at = tokens.closing(at)? + 1;
        } else if tokens.is(at, b'{') && rules.literals && constructs(tokens, at, &links) {
            links.push(Link::Construct);
            at = tokens.closing(at)? + 1;
        } else if (tokens.is(at, b'?') || tokens.is(at, b'!')) && tokens.touches(at) {
            at += 1;
        } else {
            break;
        }
    }
    if taken {
        links.push(Link::Element);
    }
    Some((links, at))
}

/// True if the brace at `at` belongs to a literal, and is not that of a block.
fn constructs(tokens: &Tokens, at: usize, links: &[Link]) -> bool {
    let named = match links.last() {
        Some(Link::Name(name, _) | Link::Member(name)) => name.starts_with(char::is_uppercase) || tokens.touches(at),
        Some(Link::Type(..)) => true,
        _ => false,
    };
    named && (tokens.touches(at) || !tokens.is_line(at + 1))
}

fn first_link(tokens: &Tokens, at: usize, rules: &TypeRules, links: &mut Vec<Link>) -> Option<usize> {
    let token = tokens.get(at)?;
    match token.kind {
        TokenKind::Text | TokenKind::Number => {
            links.push(Link::Literal);
            Some(at + 1)
        }
        TokenKind::Sign(b'(') => {
            let close = tokens.closing(at)?;
            links.push(Link::Group(at + 1, close));
            Some(close + 1)
        }
        TokenKind::Sign(b'[') => {
            let close = tokens.closing(at)?;
            // A list; in Go the type of one.
            let mut end = close + 1;
            if !rules.literals || tokens.word(end).is_empty() && !tokens.is(end, b'*') {
                links.push(Link::Literal);
                return Some(end);
            }
            while end < tokens.len() && !tokens.is(end, b'(') && !tokens.is_line(end) {
                match tokens.is(end, b'{') {
                    true if matches!(tokens.word(end - 1), "struct" | "interface") => end = tokens.closing(end)? + 1,
                    true => break,
                    false => end += 1,
                }
            }
            links.push(Link::Type(at, end));
            Some(end)
        }
        TokenKind::Sign(b'{') => {
            links.push(Link::Literal);
            Some(tokens.closing(at)? + 1)
        }
        TokenKind::Word => {
            let word = tokens.word(at);
            if word == "new" && !tokens.is(at + 1, b'(') && !tokens.is(at + 1, b'.') {
                let mut end = at + 2;
                while joined(tokens, end) {
                    end += if tokens.is(end, b'.') { 2 } else { 3 };
                }
                links.push(Link::Type(at + 1, end));
                if tokens.is(end, b'<') {
                    end = (end..tokens.len()).find(|&at| tokens.is(at, b'(') || tokens.is_line(at))?;
                }
                links.push(Link::Construct);
                return Some(if tokens.is(end, b'(') { tokens.closing(end)? + 1 } else { end });
            }
            if word == "map" && tokens.is(at + 1, b'[') {
                let end = (tokens.closing(at + 1)? + 1..tokens.len()).find(|&at| {
                    tokens.is(at, b'{') || tokens.is(at, b')') || tokens.is(at, b',') || tokens.is_line(at)
                })?;
                links.push(Link::Type(at, end));
                return Some(end);
            }
            links.push(Link::Name(word.to_owned(), at));
            Some(at + 1)
        }
        _ => None,
    }
}

fn joined(tokens: &Tokens, at: usize) -> bool {
    (tokens.is(at, b'.') || tokens.are(at, "::"))
        && !tokens.word(at + if tokens.is(at, b'.') { 1 } else { 2 }).is_empty()
}
