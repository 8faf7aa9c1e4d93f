//! Variables and parameters that hide functions of their name from calls by it alone.

use super::binding;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::known::FileTypes;
use crate::document::{CalledVariables, Kind, TypePlace, TypeRules};
use crate::library::NodeRef;

impl FileTypes<'_, '_> {
    /// True if a call of `name` at `offset`, before which nothing is joined, is one of a variable or parameter. `before` is
    /// the text of the file up to there.
    pub(in crate::docql::relations) fn is_hidden(&self, name: &str, offset: u32, before: &str) -> bool {
        let Some(rules) = self.rules(self.imports.file) else { return false };
        match rules.called {
            CalledVariables::None => false,
            _ if rules.objects => self.is_variable(name, offset),
            CalledVariables::All => self.is_any_bound(name, offset, before, |_, _| true),
            CalledVariables::Functions => self.is_any_bound(name, offset, before, is_function),
        }
    }

    /// Kotlin: true if a call of `name` may be one of a variable or parameter: of one that is called like the function, and
    /// may hold one, nothing says what it holds.
    pub(in crate::docql::relations) fn may_be_hidden(&self, name: &str, offset: u32, before: &str) -> bool {
        self.rules(self.imports.file).is_some_and(|rules| {
            // A type has no arguments, but what it is another name for may be that of a function.
            let is_alias = |node: &NodeRef| {
                self.table.library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Alias)
            };
            let may_hold = |tokens: &Tokens, binding| match binding {
                Binding::Typed(start, _) => self.table.named(tokens.word(start)).iter().any(is_alias),
                binding => may_be_function(tokens, binding),
            };
            rules.called == CalledVariables::Functions && self.is_any_bound(name, offset, before, may_hold)
        })
    }

    /// True if the nearest binding of `name` before `offset` in the function around it is one that `is_meant`.
    fn is_any_bound(&self, name: &str, offset: u32, before: &str, is_meant: impl Fn(&Tokens, Binding) -> bool) -> bool {
        let file = self.imports.file;
        let Some(rules) = self.rules(file) else { return false };
        let Some(span) = self.region_span(file, offset).filter(|span| span.end != u32::MAX) else { return false };
        let function = before.get(span.start as usize..).unwrap_or_default();
        if !is_named_before(function, name) || self.imports.is_local_at(name, offset) {
            return false;
        }
        let Some(region) = self.region(file, offset) else { return false };
        nearest(&region.tokens, region.tokens.at(offset), name, rules)
            .is_some_and(|binding| is_meant(&region.tokens, binding))
    }
}

impl FileTypes<'_, '_> {
    /// TypeScript: true if the name at `offset`, behind `before`, is a member of a type and no call: `{ close(): void }`.
    pub(in crate::docql::relations) fn is_signature(&self, offset: u32, before: &str) -> bool {
        let trimmed = before.trim_end();
        let begins = trimmed.ends_with(['{', ';', ',']) || before[trimmed.len()..].contains('\n');
        if !begins || trimmed.ends_with('?') {
            return false;
        }
        let Some(region) = self.region(self.imports.file, offset) else { return false };
        let (tokens, here) = (&region.tokens, region.tokens.at(offset));
        tokens.opener(here).is_some_and(|open| tokens.is(open, b'{'))
            && tokens.is(here + 1, b'(')
            && tokens.closing(here + 1).is_some_and(|close| tokens.is(close + 1, b':'))
    }
}

/// True if `name` stands in `text` where it is not called: most functions have nothing of the name of what they call, and
/// need not be read.
fn is_named_before(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
    text.match_indices(name).any(|(at, _)| {
        let behind = &text[at + name.len()..];
        !is_part(text[..at].chars().next_back()) && !is_part(behind.chars().next()) && !behind.starts_with('(')
    })
}

/// The nearest binding of `name` before the token `at`.
fn nearest(tokens: &Tokens, at: usize, name: &str, rules: &TypeRules) -> Option<Binding> {
    let mut from = at;
    while let Some((binding, here)) = binding::find(tokens, from, name, rules) {
        if !is_key(tokens, here, rules) {
            return Some(binding);
        }
        from = here;
    }
    None
}

/// True for a key of what is made in braces: `Point {⏎ run: run(),`.
fn is_key(tokens: &Tokens, here: usize, rules: &TypeRules) -> bool {
    let before = here.checked_sub(1);
    let is_bound = before.is_some_and(|at| rules.binders.contains(&tokens.word(at)) || tokens.is(at, b'|'));
    rules.place == TypePlace::Colon
        && !is_bound
        && tokens.is(here + 1, b':')
        && tokens.opener(here).is_some_and(|open| tokens.is(open, b'{'))
}

/// True if what is bound is written to be a function.
fn is_function(tokens: &Tokens, binding: Binding) -> bool {
    match binding {
        Binding::Typed(start, end) => (start..end).any(|at| tokens.are(at, "->")),
        Binding::Value(start, _) => tokens.is(start, b'{') || tokens.are(start, "::") || tokens.word(start) == "fun",
        _ => false,
    }
}

/// True unless what is bound is a literal, which is no function.
fn may_be_function(tokens: &Tokens, binding: Binding) -> bool {
    let Binding::Value(start, _) = binding else { return true };
    let kind = tokens.get(start).map(|token| token.kind);
    !matches!(kind, Some(TokenKind::Text | TokenKind::Number)) && !matches!(tokens.word(start), "true" | "false")
}
