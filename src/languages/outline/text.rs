//! Names out of the text of syntax nodes.

/// The plain name: without quotes, colons and what else surrounds it, and never more than a line.
pub(super) fn clean(text: &str) -> &str {
    let text = text.trim();
    let text = quoted(text)
        .unwrap_or_else(|| text.trim_matches(|c: char| matches!(c, '"' | '\'' | '`' | ':') || c.is_whitespace()));
    first_line(text)
}

fn first_line(text: &str) -> &str {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let cut = line.char_indices().nth(LONGEST_NAME).map_or(line.len(), |(at, _)| at);
    &line[..cut]
}

/// The title of a test: what stands in a literal, or an expression as it is written.
pub(super) fn title(text: &str) -> &str {
    let text = text.trim();
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\'' | '`'));
    let inner = quote.and_then(|quote| text.strip_prefix(quote));
    let is_expression = inner.is_some_and(|inner| {
        let mut is_escaped = false;
        let end = inner.find(|c: char| {
            let ends = !is_escaped && Some(c) == quote;
            is_escaped = c == '\\' && !is_escaped;
            ends
        });
        end.is_some_and(|end| end + 1 < inner.len())
    });
    if is_expression { first_line(text) } else { clean(text) }
}

const LONGEST_NAME: usize = 300;

/// What stands between quotes is the name as it is: `":status"`. Nothing where that would be blank.
fn quoted(text: &str) -> Option<&str> {
    let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    (!inner.contains(['"', '\'']) && !inner.trim().is_empty()).then(|| inner.trim())
}

const WORDS_BEFORE_A_TYPE: &[&str] =
    &["mut ", "dyn ", "impl ", "const ", "struct ", "class ", "extends ", "implements "];

/// The bare name of a type, whatever it is made of: `&'a mut crate::list::Node<T>` is `Node`.
pub(super) fn bare(text: &str) -> &str {
    let mut rest = text.trim();
    loop {
        let before = rest;
        rest = rest.trim_start_matches(|c: char| matches!(c, '&' | '*' | '?' | '^' | '!') || c.is_whitespace());
        if let Some(lifetime) = rest.strip_prefix('\'') {
            rest = lifetime.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
        }
        for word in WORDS_BEFORE_A_TYPE {
            rest = rest.strip_prefix(word).unwrap_or(rest);
        }
        if rest.len() == before.len() {
            break;
        }
    }
    let end = rest.find(|c: char| matches!(c, '<' | '[' | '{' | '(' | ',' | '+' | '=') || c.is_whitespace());
    let path = &rest[..end.unwrap_or(rest.len())];
    let last = path.rsplit([':', '.', '\\']).next().unwrap_or(path);
    if last.is_empty() { clean(text) } else { clean(last) }
}

/// The last segment of a path; the path itself where it has none, as `/` has.
pub(super) fn last_segment<'t>(path: &'t str, separator: &str) -> &'t str {
    let trimmed = if separator.is_empty() { path } else { path.trim_end_matches(separator) };
    if trimmed.is_empty() {
        return path;
    }
    let path = trimmed;
    if separator.is_empty() { path } else { path.rsplit(separator).next().unwrap_or(path) }
}

/// A path without the version at its end: `a/b/v2`, `a/b.v3`.
pub(super) fn unversioned<'t>(path: &'t str, separator: &str) -> &'t str {
    let digits = path.trim_end_matches(['"', '`']).trim_end_matches(|c: char| c.is_ascii_digit());
    let is_version = digits.len() < path.trim_end_matches(['"', '`']).len();
    let name = digits.strip_suffix('v').filter(|_| is_version);
    let name = name.and_then(|name| name.strip_suffix(separator).or_else(|| name.strip_suffix('.')));
    name.filter(|name| !name.trim_matches(['"', '`']).is_empty()).unwrap_or(path)
}

/// The path of an import, without quotes and angle brackets, in one line.
pub(super) fn import_path(text: &str) -> String {
    text.trim_matches(|c: char| matches!(c, '"' | '\'' | '`' | '<' | '>') || c.is_whitespace())
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bare_names() {
        for (text, name) in [
            ("&'a mut crate::list::Node<T>", "Node"),
            ("*pkg.Stack[K, V]", "Stack"),
            ("\\App\\Model", "Model"),
            ("Base(1, 2)", "Base"),
            ("dyn Any + Send", "Any"),
            ("[u8]", "[u8]"),
            ("(A, B)", "(A, B)"),
            ("名前<T>", "名前"),
        ] {
            assert_eq!(bare(text), name);
        }
    }

    #[test]
    fn names_lose_quotes_and_stay_on_one_line() {
        assert_eq!(clean("'a b'"), "a b");
        assert_eq!(clean(":sym"), "sym");
        assert_eq!(clean("\":status\""), ":status");
        assert_eq!(clean("' '"), "");
        assert_eq!(clean("a\nb"), "a");
        assert_eq!(last_segment("std::fmt::Debug", "::"), "Debug");
        assert_eq!((last_segment("a/b/", "/"), last_segment("/", "/")), ("b", "/"));
        assert_eq!(import_path("<stdio.h>"), "stdio.h");
    }
}
