//! C++: names with brackets behind them that are declared, and not called: `T name(args);`, `friend void run();`,
//! `extern template int run<T>(T);`; and which name of several a statement declares first.

use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;

/// Words behind which a value stands, and no name that is declared.
const BEFORE_VALUES: &[&str] = &[
    "and",
    "case",
    "co_await",
    "co_return",
    "co_yield",
    "delete",
    "do",
    "else",
    "goto",
    "new",
    "not",
    "or",
    "return",
    "sizeof",
    "throw",
    "typeof",
    "using",
    "xor",
];

/// Words that are no type by themselves.
const BESIDE_TYPES: &[&str] = &["const", "constexpr", "static", "inline", "volatile", "mutable", "thread_local"];

/// Tokens of a statement that are looked at, at most.
const MAX_STATEMENT: usize = 96;

impl FileTypes<'_, '_> {
    /// True if the name at `offset`, with brackets behind it, is declared there.
    pub(in crate::docql::relations) fn is_declarator(&self, offset: u32) -> bool {
        let Some(region) = self.region(self.imports.file, offset) else { return false };
        let (tokens, here) = (&region.tokens, region.tokens.at(offset));
        let start = statement_of(tokens, here);
        let first = tokens.word(start);
        if first == "friend" || tokens.word(start) == "template" && !tokens.is(start + 1, b'<') {
            return true;
        }
        if first == "extern" && tokens.word(start + 1) == "template" {
            return true;
        }
        is_made(tokens, here) && is_type(tokens, start, here)
    }
}

impl FileTypes<'_, '_> {
    /// The name of what is called with the brackets around `offset`.
    pub(in crate::docql::relations) fn called_around(&self, offset: u32) -> Option<String> {
        let region = self.region(self.imports.file, offset)?;
        let (tokens, here) = (&region.tokens, region.tokens.at(offset));
        let open = tokens.opener(here).filter(|&open| tokens.is(open, b'('))?;
        Some(tokens.word(open.checked_sub(1)?).to_owned()).filter(|name| !name.is_empty())
    }
}

/// The first token of the statement around `here`, behind words that say who sees it.
fn statement_of(tokens: &Tokens, here: usize) -> usize {
    let mut start = here;
    while let Some(before) = start.checked_sub(1).filter(|_| here - start < MAX_STATEMENT) {
        let ends = [b';', b'{', b'}'].iter().any(|sign| tokens.is(before, *sign));
        // Brackets that are closed before the name belong to its statement, one that is open does not.
        if ends || tokens.is(before, b'(') || tokens.is(before, b':') && !joins(tokens, before) {
            break;
        }
        start = if tokens.is(before, b')') || tokens.is(before, b']') {
            tokens.opening(before).unwrap_or(before)
        } else {
            before
        };
    }
    while tokens.is_line(start) && start < here {
        start += 1;
    }
    start
}

/// True if the colon at `at` is one of two.
fn joins(tokens: &Tokens, at: usize) -> bool {
    tokens.are(at, "::") || at > 0 && tokens.are(at - 1, "::")
}

/// True if something is made by what stands behind the name at `here`, or a function is declared: `(a, b);`, `(int);`
fn is_made(tokens: &Tokens, here: usize) -> bool {
    let close = tokens.closing(here + 1).filter(|_| tokens.is(here + 1, b'('));
    close.is_some_and(|close| tokens.is(close + 1, b';') || tokens.is(close + 1, b','))
}

/// True if the tokens `start..here` are a type, and nothing else: `const ns::T<int>*`.
fn is_type(tokens: &Tokens, start: usize, here: usize) -> bool {
    let Some(last) = (start..here).rev().find(|&at| !tokens.is_line(at)) else { return false };
    let is_sign = |at: usize| [b'*', b'&', b'<', b'>', b',', b':'].iter().any(|sign| tokens.is(at, *sign));
    let is_part = |at: usize| {
        !tokens.word(at).is_empty() && !BEFORE_VALUES.contains(&tokens.word(at)) || is_sign(at) || tokens.is_line(at)
    };
    if !(start..here).all(is_part) || tokens.word(start).is_empty() && !tokens.are(start, "::") {
        return false;
    }
    // `ns::f(x);` is a call; so is a name behind a comma or a shift.
    let is_end =
        !tokens.word(last).is_empty() || tokens.is(last, b'>') || tokens.is(last, b'*') || tokens.is(last, b'&');
    let is_shifted = (start..here).any(|at| tokens.are(at, "<<") || tokens.are(at, "->") || tokens.are(at, "&&"));
    let is_listed = {
        let mut depth = 0usize;
        (start..here).any(|at| {
            depth =
                if tokens.is(at, b'<') { depth + 1 } else { depth.saturating_sub(usize::from(tokens.is(at, b'>'))) };
            depth == 0 && tokens.is(at, b',')
        })
    };
    let is_named = (start..here).any(|at| !tokens.word(at).is_empty() && !BESIDE_TYPES.contains(&tokens.word(at)));
    is_end && is_named && !is_shifted && !is_listed
}
