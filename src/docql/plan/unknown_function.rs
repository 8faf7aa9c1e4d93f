//! Suggestions for unknown filter functions: an operator, or a function of another name.

use super::resolve::Resolver;
use crate::docql::catalog;
use crate::docql::syntax::parser::clip;
use crate::docql::syntax::suggest::{did_you_mean, nearest};
use crate::docql::syntax::tree::{Expression, Name};
use crate::document::Span;

/// Functions that normalize a text before a comparison; `~=` ignores case and surrounding text anyway.
const TRANSPARENT: [&str; 9] =
    ["lower", "upper", "lowercase", "uppercase", "tolower", "toupper", "trim", "string", "normalize-space"];

impl Resolver<'_> {
    /// Reports an unknown filter function.
    pub(super) fn unknown_function(&mut self, name: &Name, arguments: &[Expression]) {
        let known: Vec<&str> = catalog::FILTER_FUNCTIONS.iter().map(|row| row.name).collect();
        let lower = name.text.to_lowercase();
        let habit = match lower.as_str() {
            "len" | "size" | "strlen" | "string-length" => Some("length"),
            "regex" | "matches" | "test" | "like" | "re" => Some("search"),
            _ => None,
        };
        let mut close = nearest(&name.text, known.iter().copied());
        close.retain(|function| Some(*function) != habit);
        close.splice(0..0, habit);
        let whole = Span::new(name.span.start, self.call_end(name, arguments));
        let part = |index: usize| arguments.get(index).map(|argument| argument.span.of(self.text));
        let operator = catalog::habitual_operator(&name.text).filter(|_| habit.is_none() && arguments.len() == 2);
        let (message, first) = if let (Some(operator), Some(left), Some(right)) = (operator, part(0), part(1)) {
            let message = format!("\"{}\" is an operator here: @.name {operator} \"x\"", clip(&name.text));
            (message, Some(self.replaced(whole, &format!("{left} {operator} {right}"))))
        } else if let (true, Some(inner)) = (TRANSPARENT.contains(&lower.as_str()), part(0)) {
            let message = format!("there is no filter function \"{}\"; \"~=\" ignores case", clip(&name.text));
            (message, Some(self.replaced(whole, inner)))
        } else {
            (
                format!("there is no filter function \"{}\"{}", clip(&name.text), did_you_mean(close.first().copied())),
                None,
            )
        };
        let fixes: Vec<String> = close.iter().map(|function| self.replaced(name.span, function)).collect();
        let diagnostic = self.error("Q019", name.span, message);
        diagnostic.incomplete = false;
        diagnostic.expected = known.iter().map(|function| format!("{function}(")).collect();
        diagnostic.fixes.extend(first.into_iter().chain(fixes));
    }

    /// End of a call, after its closing parenthesis.
    pub(super) fn call_end(&self, name: &Name, arguments: &[Expression]) -> u32 {
        let from = arguments.last().map_or(name.span.end, |last| last.span.end);
        let rest = Span::new(from, self.text.len() as u32).of(self.text);
        from + rest.find([')', '）']).map_or(0, |at| at + rest[at..].chars().next().map_or(1, char::len_utf8)) as u32
    }
}
