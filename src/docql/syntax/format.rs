//! Query → canonical text, which parses back to the same query.

use super::tree::{Expression, ExpressionKind, Literal, Query, Segment, SegmentKind, Selector, SelectorKind};
use crate::docql::catalog::Operator;

/// The canonical spelling of a query.
pub fn format(query: &Query) -> String {
    let mut out = String::from("$");
    segments(&query.segments, &mut out);
    out
}

/// A string literal in double quotes.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => out.push_str(&format!("\\u{:04x}", control as u32)),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

fn segments(all: &[Segment], out: &mut String) {
    for segment in all {
        if !matches!(segment.kind, SegmentKind::Bracket(_) | SegmentKind::Descendant(_)) {
            out.push('.');
        }
        step(&segment.kind, out);
    }
}

fn step(kind: &SegmentKind, out: &mut String) {
    match kind {
        SegmentKind::Member(name) if is_plain_name(&name.text) => out.push_str(&name.text),
        SegmentKind::Member(name) => {
            if out.ends_with('.') && !out.ends_with("..") {
                out.pop();
            }
            out.push_str(&format!("[{}]", quoted(&name.text)));
        }
        SegmentKind::Call(name, arguments) => {
            out.push_str(&name.text);
            out.push('(');
            for (index, argument) in arguments.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                expression(argument, out);
            }
            out.push(')');
        }
        SegmentKind::Wildcard => out.push('*'),
        SegmentKind::Bracket(selectors) => {
            out.push('[');
            for (index, selector) in selectors.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                self::selector(selector, out);
            }
            out.push(']');
        }
        SegmentKind::Descendant(inner) => {
            out.push_str("..");
            step(inner, out);
        }
    }
}

fn is_plain_name(text: &str) -> bool {
    let tokens = super::token::tokens(text, super::token::Dialect::Lenient);
    matches!(tokens.as_slice(), [token] if token.kind == super::token::TokenKind::Name)
}

fn selector(selector: &Selector, out: &mut String) {
    let number = |value: &Option<i64>| value.map_or(String::new(), |value| value.to_string());
    match &selector.kind {
        SelectorKind::Name(name) => out.push_str(&quoted(name)),
        SelectorKind::Wildcard => out.push('*'),
        SelectorKind::Index(index) => out.push_str(&index.to_string()),
        SelectorKind::Slice(start, end, step) => {
            out.push_str(&format!("{}:{}", number(start), number(end)));
            if step.is_some() {
                out.push_str(&format!(":{}", number(step)));
            }
        }
        SelectorKind::Filter(filter) => {
            let grouped = matches!(filter.kind, ExpressionKind::Group(_));
            out.push_str(if grouped { "?" } else { "?(" });
            expression(filter, out);
            if !grouped {
                out.push(')');
            }
        }
    }
}

fn expression(node: &Expression, out: &mut String) {
    match &node.kind {
        ExpressionKind::Or(parts) => joined(parts, " || ", out),
        ExpressionKind::And(parts) => joined(parts, " && ", out),
        ExpressionKind::Not(inner) => {
            // Without parentheses, `!` would negate only the left side of the comparison.
            let compare = matches!(inner.kind, ExpressionKind::Compare(..));
            out.push_str(if compare { "!(" } else { "!" });
            expression(inner, out);
            if compare {
                out.push(')');
            }
        }
        ExpressionKind::Group(inner) => {
            out.push('(');
            expression(inner, out);
            out.push(')');
        }
        ExpressionKind::Compare(left, operator, right) => {
            expression(left, out);
            out.push_str(&format!(" {} ", symbol(*operator)));
            expression(right, out);
        }
        ExpressionKind::Literal(value) => literal(value, out),
        ExpressionKind::Path { absolute, segments: path } => {
            out.push(if *absolute { '$' } else { '@' });
            segments(path, out);
        }
        ExpressionKind::Function(name, arguments) => {
            out.push_str(&name.text);
            out.push('(');
            joined(arguments, ", ", out);
            out.push(')');
        }
        ExpressionKind::Error => out.push_str("null"),
    }
}

fn joined(parts: &[Expression], separator: &str, out: &mut String) {
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_str(separator);
        }
        expression(part, out);
    }
}

fn literal(value: &Literal, out: &mut String) {
    match value {
        Literal::Text { value, .. } => out.push_str(&quoted(value)),
        Literal::Number(number) => out.push_str(&number.to_string()),
        Literal::Long(digits) => out.push_str(digits),
        Literal::Bool(value) => out.push_str(&value.to_string()),
        Literal::Null => out.push_str("null"),
        Literal::Regex { pattern, flags } => {
            out.push('/');
            out.push_str(&slashes_escaped(pattern));
            out.push('/');
            out.push_str(flags);
        }
        Literal::List(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                literal(item, out);
            }
            out.push(']');
        }
    }
}

/// Escapes each `/`, except those already escaped or in a character class, where the tokenizer expects it bare.
fn slashes_escaped(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut in_class = false;
    let mut characters = pattern.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                out.push('\\');
                out.extend(characters.next());
                continue;
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => out.push('\\'),
            _ => {}
        }
        out.push(character);
    }
    out
}

/// The canonical spelling of an operator.
pub fn symbol(operator: Operator) -> &'static str {
    match operator {
        Operator::Equal => "==",
        Operator::NotEqual => "!=",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
        Operator::Contains => "~=",
        Operator::StartsWith => "startsWith",
        Operator::EndsWith => "endsWith",
        Operator::Matches => "=~",
        Operator::In => "in",
    }
}
