//! Text around a query by habit of other languages (pipes, SQL, XPath, shell quotes) and the queries that may be
//! meant. These are guesses: candidates that cannot be run are discarded later.

use super::format::quoted;
use super::parser::Parser;
use super::token::{Token, TokenKind};
use crate::docql::catalog;
use crate::docql::syntax::parser::clip;
use crate::document::Span;

impl Parser<'_> {
    /// Reports a text that does not begin with `$`.
    pub(super) fn missing_dollar(&mut self) {
        let here = self.here();
        let text = self.text.trim();
        let (message, fixes) = match text.chars().next() {
            None => ("the query is empty", vec!["$".to_owned()]),
            Some('"' | '\'' | '`' | '“' | '‘') if text.contains('$') => {
                ("the quotes around a query belong to the shell: it starts with \"$\"", vec![from_dollar(text)])
            }
            Some('/') => ("a query starts with \"$\", and its steps with a dot", vec![with_dots(&format!("${text}"))]),
            Some(_) => ("a query starts with \"$\"", fixes_for_words(text)),
        };
        self.error("Q002", here, message, &["$"]).fixes.extend(fixes);
    }

    /// Reports a token after a complete path that starts no step.
    pub(super) fn trailing_token(&mut self, token: Token) {
        let found = clip(self.slice(token)).to_owned();
        let (head, rest) = self.text.split_at(token.span.start as usize);
        let head = head.trim_end().to_owned();
        let mut fixes = fixes_after(&head, rest.trim());
        let message = match token.kind {
            TokenKind::Name if is_clause_word(&found) => format!("\"{found}\" is not a step; steps follow a dot"),
            TokenKind::Name | TokenKind::Number => "a step starts with \".\" or \"[\"".to_owned(),
            TokenKind::CloseBracket | TokenKind::CloseParen => {
                fixes.push(self.replaced(token.span, ""));
                format!("\"{found}\" closes nothing")
            }
            TokenKind::OpenParen => "only a function takes arguments".to_owned(),
            TokenKind::Dollar => {
                fixes.push(self.replaced(token.span, ""));
                "\"$\" stands only at the start of a query".to_owned()
            }
            TokenKind::Question => "a filter stands in brackets: [?(…)]".to_owned(),
            TokenKind::Operator if found == "|" => "there is no pipe: the next step follows a dot".to_owned(),
            TokenKind::Operator if matches!(found.as_str(), "&&" | "||") => {
                format!("two queries cannot be joined with \"{found}\"")
            }
            TokenKind::Operator => format!("\"{found}\" cannot stand after a step; a comparison stands in [?(…)]"),
            TokenKind::Text { .. } => {
                let text = self.slice(token);
                let behind = rest[text.len()..].trim_start();
                let close = if behind.starts_with(')') { "" } else { ")" };
                fixes.push(format!("{head}({text}{close}{behind}"));
                "text belongs between the parentheses of a function".to_owned()
            }
            TokenKind::Regex { .. } => "steps are joined with a dot, not a slash".to_owned(),
            _ => format!("\"{found}\" cannot stand after a step"),
        };
        // A lone `$` would fix nothing, and steps that stand behind what is wrong are meant.
        let has_steps = [").", "].", ")[", "]["].iter().any(|joint| rest.contains(joint));
        let diagnostic = self.error("Q013", token.span, message, &[".", "["]);
        diagnostic.incomplete = false;
        diagnostic.fixes.extend(fixes);
        diagnostic.fixes.extend((head.len() > 1 && !has_steps).then_some(head));
        self.stop();
    }
}

/// The query inside a command line or quotes.
fn from_dollar(text: &str) -> String {
    let start = text.find('$').unwrap_or(0);
    text[start..].trim_end_matches(['"', '\'', '`', '”', '’', ';', ' ']).to_owned()
}

/// A path of XPath or of a file system, with dots for slashes.
fn with_dots(text: &str) -> String {
    text.replace("//", "..").replace('/', ".")
}

/// Queries that words without a `$` may stand for.
fn fixes_for_words(text: &str) -> Vec<String> {
    let mut fixes = Vec::new();
    let lower = text.to_ascii_lowercase();
    if let Some(from) = lower.find(" from ") {
        let source = text[from + 6..].trim_start();
        fixes.push(if source.starts_with('$') { source.to_owned() } else { format!("$.{source}") });
    } else if text.contains('$') {
        fixes.push(from_dollar(text));
    }
    fixes.push(format!("${}{text}", if text.starts_with(['.', '[']) { "" } else { "." }));
    let word: String = text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    let value = text[word.len()..].strip_prefix([':', '#', '=', ' ']).map(|value| value.trim_matches(['"', '\'', ' ']));
    if let Some(value) = value.filter(|value| !value.is_empty() && !word.is_empty()) {
        let value = quoted(value);
        if catalog::field(&word).is_some() {
            fixes.push(format!("$.entities[?(@.{word} == {value})]"));
        }
        fixes.extend([format!("$.code.{word}({value})"), format!("$.content.{word}({value})")]);
    }
    fixes
}

/// True for clauses that other languages write after a source.
fn is_clause_word(word: &str) -> bool {
    const CLAUSES: [&str; 11] =
        ["where", "having", "filter", "select", "order", "sort", "limit", "head", "top", "group", "union"];
    CLAUSES.iter().any(|clause| word.eq_ignore_ascii_case(clause))
}

/// Queries that `rest`, after the complete path `head`, may stand for.
fn fixes_after(head: &str, rest: &str) -> Vec<String> {
    let first = rest.chars().next().unwrap_or(' ');
    let inside = |closer: char| rest[first.len_utf8()..].trim_end_matches(closer).trim();
    match first {
        '|' => {
            let next = rest.trim_start_matches(['|', ' ']);
            if next.starts_with(['.', '[']) { vec![format!("{head}{next}")] } else { fixes_after(head, next) }
        }
        '?' => vec![format!("{head}[{rest}]")],
        '{' => bracket_fixes(head, inside('}')),
        '<' => bracket_fixes(head, inside('>')),
        '"' | '\'' | '“' | '‘' => vec![format!("{head}({rest})")],
        '>' => vec![format!("{head}.{}", inside(' '))],
        '/' => vec![format!("{head}{}", with_dots(rest))],
        ':' => {
            let name = rest.trim_start_matches(':');
            let mut both =
                vec![format!("{head}({})", quoted(name.trim_matches(['"', '\'', ' ']))), format!("{head}.{name}")];
            if rest.starts_with("::") {
                both.reverse();
            }
            both
        }
        '=' | '!' | '~' => comparison_fixes(head, rest),
        c if c.is_alphabetic() => clause_fixes(head, rest),
        c if c.is_ascii_digit() => vec![format!("{head}({rest})"), format!("{head}[{rest}]")],
        _ => Vec::new(),
    }
}

/// `{…}`, `<…>`: an index or an argument.
fn bracket_fixes(head: &str, inside: &str) -> Vec<String> {
    if inside.bytes().all(|byte| byte.is_ascii_digit()) {
        return vec![format!("{head}[{inside}]")];
    }
    vec![format!("{head}({})", quoted(inside))]
}

/// `$.code.class = "Auth"`, `$.files.ext == "md"`.
fn comparison_fixes(head: &str, rest: &str) -> Vec<String> {
    let value = rest.trim_start_matches(['=', '!', '~', ' ']);
    let mut fixes = vec![format!("{head}({value})")];
    if let Some((before, field)) = head.rsplit_once('.').filter(|(_, field)| catalog::field(field).is_some()) {
        fixes.insert(0, format!("{before}[?(@.{field} {rest})]"));
    }
    fixes
}

/// `where …`, `order by …`, `limit …` as in SQL and shells; else a name without its dot.
fn clause_fixes(head: &str, rest: &str) -> Vec<String> {
    let (word, tail) = rest.split_once([' ', '(']).unwrap_or((rest, ""));
    let tail = tail.trim();
    match word.to_ascii_lowercase().as_str() {
        "where" | "having" | "filter" | "select" => {
            let condition =
                if rest.as_bytes().get(word.len()) == Some(&b'(') { tail.trim_end_matches(')') } else { tail };
            vec![format!("{head}[?({condition})]")]
        }
        "order" | "sort" => {
            let by = tail.trim_start_matches("by").trim_matches([' ', ')', '"', '\'', '.', '@']);
            let (field, order) = by.split_once(' ').unwrap_or((by, ""));
            let minus = if order.trim().to_ascii_lowercase().starts_with("desc") { "-" } else { "" };
            vec![format!("{head}.sort(\"{minus}{field}\")")]
        }
        "limit" | "head" | "top" | "first" | "take" => {
            let count: String = tail.chars().filter(char::is_ascii_digit).collect();
            vec![format!("{head}.limit({})", if count.is_empty() { "10" } else { &count })]
        }
        "count" | "wc" => vec![format!("{head}.count()")],
        _ => {
            // `.class Auth`: a step without its dot, or an argument without its parentheses.
            vec![format!("{head}.{rest}"), format!("{head}({})", quoted(rest.trim_matches(['"', '\''])))]
        }
    }
}

/// The text with the clause `.where(…)` or `.filter(…)` at `segment` rewritten as a filter.
pub(in crate::docql) fn clause_as_filter(text: &str, segment: Span, name: &str) -> Option<String> {
    let is_filter =
        ["where", "filter", "select", "having", "findall"].iter().any(|word| name.eq_ignore_ascii_case(word));
    let call = segment.of(text);
    let (_, condition) = call.split_once('(').filter(|_| is_filter)?;
    let condition = condition.trim_end().trim_end_matches(')');
    Some(super::suggest::replaced(text, segment, &format!("[?({condition})]")))
}
