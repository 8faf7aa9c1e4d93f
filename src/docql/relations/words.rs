//! The words in a text that may name symbols.

use super::calls::fit::php_pairs::name_in_pair;
use super::names::lookup::language_family;
use super::names::qualifiers::name_in_brackets;
use super::typing::python::annotations::names_in_text;
use crate::document::{Lexeme, LexemeKind, Lexis, Span, lexemes};

/// JavaScript: words that are values of the language, or none at all, where they are no member and no key.
const LITERALS: &[&str] = &["false", "null", "super", "this", "true", "undefined"];

/// JavaScript: true for a word that names nothing that is declared: `x === null`.
pub(super) fn is_literal(text: &str, name: &str, span: Span) -> bool {
    if !LITERALS.contains(&name) {
        return false;
    }
    let before = text.get(..span.start as usize).unwrap_or_default().trim_end();
    let behind = text.get(span.end as usize..).unwrap_or_default().trim_start();
    let is_key = before.ends_with(['{', ',']) && behind.starts_with(':');
    !before.ends_with('.') && !is_key
}

/// Ruby: true for a symbol that is a key: `:path => 1`, `path: 1`.
pub(super) fn is_key_in_ruby(text: &str, span: Span) -> bool {
    let before = text.get(..span.start as usize).unwrap_or_default();
    let behind = text.get(span.end as usize..).unwrap_or_default();
    let is_symbol = before.ends_with(':') && !before.ends_with("::");
    is_symbol && behind.trim_start().starts_with("=>") || behind.starts_with(':') && !behind.starts_with("::")
}

/// The names in a text of a language: words, calls, and those that stand in texts in Python, PHP and JavaScript.
pub(super) fn names_of<'t>(
    text: &'t str,
    lexis: &'static Lexis,
    language: &'static str,
) -> impl Iterator<Item = Lexeme> + 't {
    let [is_python, is_php, is_script] = ["python", "php", "javascript"].map(|one| language_family(language) == one);
    lexemes(text, lexis).flat_map(move |lexeme| {
        let (one, quoted) = match lexeme.kind {
            LexemeKind::Word | LexemeKind::Call => (Some(lexeme), Vec::new()),
            LexemeKind::Text if is_python => (None, names_in_text(text, lexeme.span)),
            LexemeKind::Text if is_php => (None, name_in_pair(text, lexeme.span).into_iter().collect()),
            LexemeKind::Text if is_script => (None, name_in_brackets(text, lexeme.span).into_iter().collect()),
            _ => (None, Vec::new()),
        };
        one.into_iter().chain(quoted.into_iter().map(|span| Lexeme { kind: LexemeKind::Word, span }))
    })
}
