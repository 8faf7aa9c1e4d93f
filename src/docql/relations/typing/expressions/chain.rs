//! Expressions as chains: a first name and what is taken from it, link by link.

use super::angles::{angle, closing_angle, closing_types, opening_angle};
use super::blocks;
use super::tokens::{TokenKind, Tokens, type_end};
use crate::document::{Lambda, TypePlace, TypeRules};

/// One link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations::typing) enum Link {
    /// The first name, with its token.
    Name(String, usize),
    /// A number, a list, or an object that is written out.
    Literal,
    /// JavaScript: an object that is written out, by the token where it begins.
    Object(usize),
    /// A text.
    Text,
    /// A part in parentheses: the tokens inside.
    Group(usize, usize),
    /// `.name`
    Member(String),
    /// `(…)`: the tokens inside.
    Call(usize, usize),
    /// `[…]`: the tokens inside.
    Index(usize, usize),
    /// `.(T)`: the tokens of the type.
    Assert(usize, usize),
    /// A type as written: `[]T{`, `new T`.
    Type(usize, usize),
    /// `{…}`, which constructs what stands before.
    Construct,
    /// What is taken out of a list or channel.
    Element,
    /// Rust: `?`, what a value holds.
    Held,
    /// Rust: `.await`, what a value yields later.
    Awaited,
}

/// The first token of the expression that ends before `end`.
pub(in crate::docql::relations::typing) fn start_of(tokens: &Tokens, end: usize, rules: &TypeRules) -> Option<usize> {
    let mut at = end;
    loop {
        // A chain may go on in the next line.
        let last = without_lines(tokens, at).checked_sub(1)?;
        let start = match tokens.get(last)?.kind {
            TokenKind::Sign(b')' | b']' | b'}') => {
                let mut open = tokens.opening(last)?;
                // `List<Node>(…)`
                if tokens.is(open, b'(')
                    && let Some(angle) = open.checked_sub(1).and_then(|close| opening_angle(tokens, close))
                {
                    open = angle;
                }
                let joins = open > 0
                    && match tokens.get(open - 1)?.kind {
                        TokenKind::Word => !is_keyword(tokens.word(open - 1)) || open > 1 && tokens.is(open - 2, b'.'),
                        TokenKind::Sign(b')' | b']' | b'}') => true,
                        TokenKind::Sign(b'.') => rules.place != TypePlace::BeforeSigil,
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
            // Rust: `Vec::<T>::new`
            TokenKind::Sign(b'>') if rules.tries => {
                let open = opening_angle(tokens, last)?;
                at = joint(tokens, open, rules)?;
                continue;
            }
            // C++: `Shard<T>::get`
            TokenKind::Sign(b'>') if rules.points && tokens.are(at, "::") => {
                at = opening_angle(tokens, last)?;
                continue;
            }
            TokenKind::Word | TokenKind::Text | TokenKind::Number => last,
            _ => return None,
        };
        match joint(tokens, start, rules) {
            Some(before) => at = before,
            None if rules.objects && start > 0 && tokens.word(start - 1) == "new" => return Some(start - 1),
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

/// `end` without the ends of lines before it.
fn without_lines(tokens: &Tokens, mut end: usize) -> usize {
    while end > 0 && tokens.get(end - 1).is_some_and(|token| token.kind == TokenKind::Line) {
        end -= 1;
    }
    end
}

/// The end of what stands before the sign that joins the token at `at` to it, in the same line or an earlier one.
pub(in crate::docql::relations::typing) fn joint(tokens: &Tokens, at: usize, rules: &TypeRules) -> Option<usize> {
    let end = without_lines(tokens, at).checked_sub(1)?;
    // JavaScript: `a['run']()`, `a?.['run']()`.
    if rules.objects && tokens.is_key(at) {
        let is_optional = end > 1 && tokens.are(end - 2, "?.");
        return Some(without_lines(tokens, if is_optional { end - 2 } else { end }));
    }
    // PHP puts texts together with a dot.
    if tokens.is(end, b'.') && rules.place != TypePlace::BeforeSigil {
        let more = end > 0 && (tokens.is(end - 1, b'?') && tokens.touches(end)) && !rules.tries;
        // `..` and `...` join nothing.
        if end > 0 && tokens.is(end - 1, b'.') {
            return None;
        }
        return Some(without_lines(tokens, if more { end - 1 } else { end }));
    }
    // Java: `a.<T>run()`.
    if tokens.is(end, b'>')
        && rules.place == TypePlace::Before
        && let Some(open) = angle(tokens, (0..=end).rev(), (b'>', b'<'))
        && open > 0
        && tokens.is(open - 1, b'.')
    {
        return Some(without_lines(tokens, open - 1));
    }
    let pair = end.checked_sub(1)?;
    let joins = rules.points && tokens.are(pair, "->") || tokens.are(pair, "::");
    joins.then(|| without_lines(tokens, pair))
}

/// Reads the expression that starts at `at`, up to the token `limit` at most. Returns the links and where it ends.
pub(in crate::docql::relations::typing) fn read(
    tokens: &Tokens,
    mut at: usize,
    limit: usize,
    rules: &TypeRules,
) -> Option<(Vec<Link>, usize)> {
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
    let first = at;
    at = first_link(tokens, at, rules, &mut links)?;
    while at < limit {
        let mut next = at;
        while next < limit && tokens.get(next).is_some_and(|token| token.kind == TokenKind::Line) {
            next += 1;
        }
        let sign = |text: &str| tokens.are(next, text);
        let width = if sign("?.") && !rules.tries || rules.points && sign("->") || sign("::") {
            2
        } else {
            usize::from(sign(".") && rules.place != TypePlace::BeforeSigil)
        };
        if width > 0 && next + width < limit + 1 {
            let mut name = next + width;
            while name < limit && tokens.is_line(name) {
                name += 1;
            }
            if tokens.is(name, b'[') && rules.objects {
                at = index(tokens, name, &mut links)?;
            } else if tokens.is(name, b'(') {
                let close = tokens.closing(name)?;
                // JavaScript calls what may not be there: `f?.()`.
                let link = if rules.objects { Link::Call } else { Link::Assert };
                links.push(link(name + 1, close));
                at = close + 1;
            } else if tokens.is(name, b'<') {
                // `::<T>` gives arguments to a generic function, `.<T>` to the one whose name follows.
                let close = || (name..limit).find(|&at| tokens.is(at, b'>'));
                at = closing_angle(tokens, name).filter(|&close| close < limit).or_else(close)? + 1;
                if width == 1 && at < limit && !tokens.word(at).is_empty() {
                    links.push(Link::Member(tokens.word(at).to_owned()));
                    at += 1;
                }
            } else {
                let is_part = rules.tries && tokens.get(name).is_some_and(|token| token.kind == TokenKind::Number);
                let word = if is_part { tokens.slice(name, name + 1) } else { tokens.word(name) };
                if word.is_empty() {
                    return None;
                }
                match word {
                    "await" if rules.tries => links.push(Link::Awaited),
                    "await" => {}
                    _ => links.push(Link::Member(word.to_owned())),
                }
                at = name + 1;
            }
        } else if tokens.is(at, b'<')
            && let Some(close) = closing_angle(tokens, at)
                .filter(|&close| tokens.is(close + 1, b'(') || rules.points && tokens.are(close + 1, "::"))
        {
            if rules.points && tokens.is(close + 1, b'(') && yields_argument(tokens.word(at - 1)) {
                links = vec![Link::Type(at + 1, close)];
            }
            at = close + 1;
        } else if tokens.is(at, b'(') {
            let close = tokens.closing(at)?;
            links.push(Link::Call(at + 1, close));
            at = close + 1;
            // The body of a type without a name.
            if first > 0 && tokens.word(first - 1) == "new" && tokens.is(at, b'{') && links.len() == 2 {
                at = tokens.closing(at)? + 1;
            }
        } else if tokens.is(at, b'[') && tokens.touches(at) {
            at = index(tokens, at, &mut links)?;
        } else if rules.lambda == Lambda::Braces && tokens.is(at, b'{') && blocks::is_given(tokens, at) {
            let close = tokens.closing(at)?;
            // Behind a list it is one more argument.
            if let Some(Link::Name(..) | Link::Member(_)) = links.last() {
                links.push(Link::Call(at, close + 1));
            }
            at = close + 1;
        } else if tokens.is(at, b'{') && rules.literals && constructs(tokens, at, &links) {
            links.push(Link::Construct);
            at = tokens.closing(at)? + 1;
        } else if (tokens.is(at, b'?') || tokens.is(at, b'!')) && tokens.touches(at) {
            if rules.tries && tokens.is(at, b'?') {
                links.push(Link::Held);
            }
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

/// Reads what stands in brackets behind a value, from `open` on, and tells where it ends.
fn index(tokens: &Tokens, open: usize, links: &mut Vec<Link>) -> Option<usize> {
    let close = tokens.closing(open)?;
    links.push(match tokens.is_key(open + 1) {
        true => Link::Member(tokens.word(open + 1).to_owned()),
        false => Link::Index(open + 1, close),
    });
    Some(close + 1)
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
            links.push(if token.kind == TokenKind::Text { Link::Text } else { Link::Literal });
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
            links.push(if rules.objects { Link::Object(at) } else { Link::Literal });
            Some(tokens.closing(at)? + 1)
        }
        TokenKind::Word => {
            let word = tokens.word(at);
            if word == "new" && !rules.tries && !tokens.is(at + 1, b'(') && !tokens.is(at + 1, b'.') {
                // PHP: `new \A\B()`
                let mut end = if tokens.is(at + 1, b'\\') { at + 3 } else { at + 2 };
                while joined(tokens, end) {
                    end += if tokens.are(end, "::") { 3 } else { 2 };
                }
                let is_managed = rules.place == TypePlace::Before && !rules.points;
                let first = end;
                if tokens.is(end, b'<') {
                    let close = closing_types(tokens, end).filter(|_| is_managed).map(|close| close + 1);
                    let call = || (end..tokens.len()).find(|&at| tokens.is(at, b'(') || tokens.is_line(at));
                    end = close.or_else(call)?;
                }
                // A list of fixed length: `new T[n][]`, `new T[] {…}`.
                let before = end;
                while is_managed && tokens.is(end, b'[') {
                    end = tokens.closing(end)? + 1;
                }
                links.push(Link::Type(at + 1, if end > before { end } else { first }));
                links.push(Link::Construct);
                let is_list = end > before;
                let end = if tokens.is(end, b'(') && !is_list { tokens.closing(end)? + 1 } else { end };
                // What it holds, or the body of a type without a name.
                let holds = is_managed && tokens.is(end, b'{');
                return Some(if holds { tokens.closing(end)? + 1 } else { end });
            }
            // `static_cast<T*>(x)` is a `T*`.
            if rules.points
                && yields_argument(word)
                && let Some(close) = closing_angle(tokens, at + 1).filter(|_| tokens.is(at + 1, b'<'))
            {
                links.push(Link::Type(at + 2, close));
                return Some(close + 1);
            }
            if word == "func" && rules.place == TypePlace::After && tokens.is(at + 1, b'(') {
                // A function without a name is of the type that its head writes.
                let mut end = tokens.closing(at + 1)? + 1;
                end = if tokens.is(end, b'(') { tokens.closing(end)? + 1 } else { type_end(tokens, end) };
                links.push(Link::Type(at, end));
                return Some(if tokens.is(end, b'{') { tokens.closing(end)? + 1 } else { end });
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

/// C++: true for a function that yields the type it is called with, or what points to that: by what casts are called in
/// every library, `down_cast<T>(x)`, `checked_cast_to<T>(x)`, `std::make_shared<T>(x)`.
fn yields_argument(word: &str) -> bool {
    word.split('_').any(|part| part == "cast" || part == "downcast")
        || word.ends_with("Cast")
        || word.starts_with("make_")
}

fn joined(tokens: &Tokens, at: usize) -> bool {
    let is_path = tokens.are(at, "::");
    (is_path || tokens.is(at, b'.') || tokens.is(at, b'\\'))
        && !tokens.word(at + if is_path { 2 } else { 1 }).is_empty()
}
