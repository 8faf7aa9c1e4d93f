//! Places of names without qualifiers: what stands around one tells whether it is read, bound, or the key of something.

use super::{binding, cases};
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::known::FileTypes;

/// What a name without qualifiers stands as.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Standing {
    /// A key in braces, with the name of the type that is written before them.
    Key(Option<String>),
    /// An argument by its name, with the name of what is called.
    Argument(Option<String>),
    /// JavaScript: what an object is taken apart into, or an attribute of an element.
    Part,
    /// A parameter, or a variable that is declared.
    Bound,
    /// Something that is set, and declared elsewhere.
    Set,
    /// Anything else: its value is meant.
    Read,
}

impl FileTypes<'_, '_> {
    /// What the name at `offset` stands as, before which nothing is joined.
    pub(in crate::docql::relations) fn standing(&self, offset: u32) -> Standing {
        let file = self.imports.file;
        let Some(region) = self.region(file, offset) else { return Standing::Read };
        let Some(rules) = self.rules(file) else { return Standing::Read };
        let (tokens, here) = (&region.tokens, region.tokens.at(offset));
        let is_script = language_family(self.table.library.file(file).format.id) == "javascript";
        let next = behind(tokens, here);
        let opens = |sign: u8| tokens.opener(here).filter(|&open| tokens.is(open, sign));
        if is_script && is_member_of_type(tokens, here, next) {
            return Standing::Key(None);
        }
        // `a ? b : c`, in however many lines.
        if is_script && tokens.is(next, b':') && before(tokens, here).is_some_and(|at| tokens.is(at, b'?')) {
            return Standing::Read;
        }
        let is_compared = || rules.literals && cases::is_listed(tokens, here);
        if (rules.literals || is_script)
            && tokens.is(next, b':')
            && !tokens.are(next, "::")
            && !tokens.are(next, ":=")
            && begins_entry(tokens, here)
            && !is_compared()
            && let Some(open) = opens(b'{')
        {
            return match rules.literals {
                true if is_label(tokens, next, open) => Standing::Bound,
                true if keys_are_values(tokens, open) => Standing::Read,
                _ => Standing::Key(word_before(tokens, open)),
            };
        }
        if is_set(tokens, next)
            && begins_entry(tokens, here)
            && let Some(open) = opens(b'(')
            && (rules.assigns || is_of_annotation(tokens, open))
        {
            return Standing::Argument(word_before(tokens, open));
        }
        if is_script && is_part(tokens, here, next) {
            return Standing::Part;
        }
        match binding::binds(tokens, here, rules) {
            Some(true) => Standing::Bound,
            Some(false) => Standing::Set,
            None => Standing::Read,
        }
    }
}

impl FileTypes<'_, '_> {
    /// True if the name at `offset` is one of the values of a `case`.
    pub(in crate::docql::relations) fn is_in_case(&self, offset: u32) -> bool {
        let region = self.region(self.imports.file, offset);
        region.is_some_and(|region| cases::is_listed(&region.tokens, region.tokens.at(offset)))
    }
}

/// Go: true if the colon at a token ends a label, which stands in a body: before a statement that may be left by it, or in
/// the body of a function, whose last result stands before the brace: `func run() T { again: … }`.
fn is_label(tokens: &Tokens, colon: usize, open: usize) -> bool {
    let behind = (colon + 1..tokens.len()).find(|&at| !tokens.is_line(at)).map_or("", |at| tokens.word(at));
    let is_left = matches!(behind, "for" | "switch" | "select" | "if" | "goto" | "return");
    is_left || type_start(tokens, open).and_then(|at| at.checked_sub(1)).is_some_and(|at| tokens.is(at, b')'))
}

/// Go: true for the brace of a literal of a map or list, whose keys are values: `map[K]V{`, `[...]V{`; of one that leaves
/// its type to such a literal around it as well.
fn keys_are_values(tokens: &Tokens, open: usize) -> bool {
    let Some(start) = type_start(tokens, open) else { return false };
    if start < open {
        return is_map_or_list(tokens, start);
    }
    // `map[K]map[L]V{a: {b: c}}`
    let outer = tokens.opener(open).filter(|&outer| tokens.is(outer, b'{'));
    let outer = outer.and_then(|outer| Some((type_start(tokens, outer)?, outer)));
    outer.is_some_and(|(start, outer)| {
        let inside = if tokens.word(start) == "map" { start + 1 } else { start };
        let held = tokens.closing(inside).map_or(outer, |close| close + 1);
        is_map_or_list(tokens, start) && is_map_or_list(tokens, held)
    })
}

fn is_map_or_list(tokens: &Tokens, start: usize) -> bool {
    tokens.is(start, b'[') || tokens.word(start) == "map" && tokens.is(start + 1, b'[')
}

/// Where the type that is written before a brace begins; the brace itself where none is.
pub(super) fn type_start(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut at = open;
    while let Some(last) = at.checked_sub(1) {
        let is_word = !tokens.word(last).is_empty() && !matches!(tokens.word(last), "return" | "range" | "case" | "in");
        let is_last = at == open || tokens.touches(at) || matches!(tokens.word(last), "chan" | "struct");
        let is_joint = at < open && (tokens.is(last, b'.') || tokens.is(last, b'*'));
        if tokens.is(last, b']') || tokens.is(last, b'}') && at < open {
            at = tokens.opening(last)?;
        } else if is_word && is_last || is_joint {
            at = last;
        } else {
            break;
        }
    }
    Some(at)
}

/// TypeScript: true for the name of a member in a type that is written out: `{ a?: A; b: B }`.
fn is_member_of_type(tokens: &Tokens, here: usize, next: usize) -> bool {
    let is_optional = tokens.is(next, b'?') && tokens.is(next + 1, b':') && tokens.touches(next + 1);
    let is_listed = || {
        let begins = here.checked_sub(1).is_some_and(|at| tokens.is_line(at) || tokens.word(at) == "readonly");
        let last = before(tokens, here);
        let is_separated = last.is_some_and(|at| tokens.is(at, b';'));
        // What follows a question is the other answer.
        let is_open = last.is_none_or(|at| b"?:,([=&|+-".iter().any(|sign| tokens.is(at, *sign)));
        tokens.is(next, b':') && (is_separated || begins && !is_open)
    };
    (is_optional || is_listed()) && tokens.opener(here).is_some_and(|open| tokens.is(open, b'{') || is_optional)
}

/// The token behind `here`, whatever lines end in between.
fn behind(tokens: &Tokens, here: usize) -> usize {
    (here + 1..tokens.len()).find(|&at| !tokens.is_line(at)).unwrap_or(tokens.len())
}

/// The token before `here`, whatever lines end in between.
fn before(tokens: &Tokens, here: usize) -> Option<usize> {
    (0..here).rev().find(|&at| tokens.get(at).is_some_and(|token| token.kind != TokenKind::Line))
}

/// Java, Kotlin: true for the bracket of an annotation: `@a.Name(`.
fn is_of_annotation(tokens: &Tokens, open: usize) -> bool {
    let mut at = open;
    while let Some(word) = at.checked_sub(1).filter(|&word| !tokens.word(word).is_empty()) {
        match word.checked_sub(1) {
            Some(sign) if tokens.is(sign, b'.') => at = sign,
            Some(sign) => return tokens.is(sign, b'@'),
            None => break,
        }
    }
    false
}

fn is_set(tokens: &Tokens, at: usize) -> bool {
    tokens.is(at, b'=') && !tokens.are(at, "==") && !tokens.are(at, "=>")
}

/// True if an entry of what stands in brackets begins with the token.
fn begins_entry(tokens: &Tokens, here: usize) -> bool {
    before(tokens, here).is_none_or(|at| [b'{', b'(', b','].iter().any(|sign| tokens.is(at, *sign)))
}

/// The word directly before a bracket.
fn word_before(tokens: &Tokens, open: usize) -> Option<String> {
    let word = tokens.word(open.checked_sub(1)?);
    (!word.is_empty() && !matches!(word, "return" | "in" | "of" | "case" | "default" | "else")).then(|| word.to_owned())
}

/// `const { x, y } = z`, `({ x }) => …`, `<A x={…} />`
fn is_part(tokens: &Tokens, here: usize, next: usize) -> bool {
    let is_attribute = || {
        let behind = tokens.get(next + 1).map(|token| token.kind);
        is_set(tokens, next)
            && tokens.touches(next)
            && (behind == Some(TokenKind::Text) || tokens.is(next + 1, b'{') && tokens.touches(next + 1))
    };
    let is_taken = || {
        let ends = tokens.is(next, b',') || tokens.is(next, b'}') || is_set(tokens, next);
        let open = tokens.opener(here).filter(|&open| ends && begins_entry(tokens, here) && tokens.is(open, b'{'));
        let behind = open.and_then(|open| Some(behind(tokens, tokens.closing(open)?)));
        behind
            .is_some_and(|at| is_set(tokens, at) || tokens.is(at, b':') || tokens.is(at, b')') && is_arrow(tokens, at))
    };
    is_attribute() || is_taken()
}

/// True if a bracket closes the parameters of an arrow function.
fn is_arrow(tokens: &Tokens, close: usize) -> bool {
    tokens.are(close + 1, "=>")
}
