//! Highlighting of a query while it is typed: the meaning of each token.

use super::token::{Dialect, Token, TokenKind, tokens};
use crate::docql::catalog;
use crate::document::Span;

/// The meaning of a highlighted range of the prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PromptScope {
    /// `$` and a root, `@`.
    Root,
    /// A function or list.
    Function,
    /// A field or a key of data.
    Field,
    /// A string or regular expression.
    String,
    /// A number.
    Number,
    /// An operator made of symbols.
    Operator,
    /// An operator or literal made of letters.
    Keyword,
    /// Brackets, dots, commas.
    Punctuation,
    /// Search words.
    Words,
    /// A character that is no token.
    Error,
}

/// The highlighted ranges of `text`, in order.
pub fn paint(text: &str) -> Vec<(Span, PromptScope)> {
    if !text.trim_start().starts_with(['$', '＄', '￥', '¥']) && !text.trim_start().starts_with(['.', '[']) {
        return if text.is_empty() { Vec::new() } else { vec![(Span::new(0, text.len() as u32), PromptScope::Words)] };
    }
    let all: Vec<Token> =
        tokens(text, Dialect::Lenient).into_iter().filter(|token| token.kind != TokenKind::Space).collect();
    all.iter().enumerate().map(|(index, token)| (token.span, scope(text, &all, index))).collect()
}

fn scope(text: &str, all: &[Token], index: usize) -> PromptScope {
    let kind = |at: Option<usize>| at.and_then(|at| all.get(at)).map(|token| token.kind);
    match all[index].kind {
        TokenKind::Dollar | TokenKind::At => PromptScope::Root,
        TokenKind::Text { .. } | TokenKind::Regex { .. } => PromptScope::String,
        TokenKind::Number => PromptScope::Number,
        TokenKind::Operator | TokenKind::Question => PromptScope::Operator,
        TokenKind::Unknown => PromptScope::Error,
        TokenKind::Name => {
            let name = all[index].span.of(text);
            let before = kind(index.checked_sub(1));
            if !matches!(before, Some(TokenKind::Dot | TokenKind::DotDot)) {
                let called = kind(Some(index + 1)) == Some(TokenKind::OpenParen);
                return if called { PromptScope::Function } else { PromptScope::Keyword };
            }
            let after_dollar = index >= 2 && all[index - 2].kind == TokenKind::Dollar;
            if after_dollar && catalog::root(name).is_some() {
                PromptScope::Root
            } else if kind(Some(index + 1)) == Some(TokenKind::OpenParen) || is_step(name) {
                PromptScope::Function
            } else {
                PromptScope::Field
            }
        }
        _ => PromptScope::Punctuation,
    }
}

fn is_step(name: &str) -> bool {
    catalog::field(name).is_none() && catalog::ROWS.iter().any(|row| row.name == name || row.aliases.contains(&name))
}
