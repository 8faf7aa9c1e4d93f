//! A fast lexical reading of program text: identifiers, comments, strings — without a grammar.
//!
//! Good enough to know that a name is used outside comments and strings, at memory speed, and robust
//! against macros and broken syntax, where a parse tree has holes.

mod bare_calls;

pub use bare_calls::is_variable;

use self::bare_calls::{marked_end, may_be_call};
use super::{ExpressionMark, Lexis, Span, StringRule};

/// The sort of a lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    /// A name or keyword.
    Word,
    /// A name that is called: followed by `(`, or by `!` and an opening bracket, or by `::<…>(`. Where a name alone may
    /// be a call, every name that can be one; where decorators call, the last name of one.
    Call,
    /// A comment, markers included; consecutive line comments are one each.
    Comment,
    /// A string literal, quotes included.
    Text,
}

/// One lexeme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lexeme {
    /// Its sort.
    pub kind: LexemeKind,
    /// Its place.
    pub span: Span,
}

/// Lexes `text` by the rules of `lexis`, in linear time. Cannot fail.
pub fn lexemes<'t>(text: &'t str, lexis: &'t Lexis) -> impl Iterator<Item = Lexeme> + 't {
    let (mut at, mut inside) = (0, None::<Expression>);
    std::iter::from_fn(move || {
        let bytes = text.as_bytes();
        while at < bytes.len() {
            let start = at;
            let byte = bytes[at];
            if let Some(expression) = &mut inside
                && expression.ends_at(bytes, at)
            {
                let (next, end) = (opening(bytes, at + 1, expression.end, expression.mark), expression.end);
                at = next.unwrap_or(end).max(start);
                inside = next.map(|_| Expression { depth: 0, ..*expression });
                if at > start {
                    return Some(Lexeme { kind: LexemeKind::Text, span: Span::of_range(start..at) });
                }
                continue;
            }
            if is_word_start(byte) {
                at = word_end(bytes, at);
                if lexis.bare_calls {
                    at = marked_end(bytes, at);
                }
                let is_call = is_called(&bytes[at..])
                    || lexis.bare_calls && may_be_call(bytes, start, at)
                    || lexis.decorators && decorates(bytes, start, at);
                let kind = if is_call { LexemeKind::Call } else { LexemeKind::Word };
                return Some(Lexeme { kind, span: Span::of_range(start..at) });
            }
            if byte.is_ascii_digit() {
                at = word_end(bytes, at);
                continue;
            }
            if byte.is_ascii_whitespace() {
                at += 1;
                continue;
            }
            if let Some(end) = comment_end(bytes, at, lexis).filter(|_| inside.is_none()) {
                at = end;
                return Some(Lexeme { kind: LexemeKind::Comment, span: Span::of_range(start..at) });
            }
            if let Some((rule, end)) = string_at(bytes, at, lexis) {
                let mark = rule.expression.filter(|mark| inside.is_none() && is_formatted(bytes, start, *mark));
                let open = mark.and_then(|mark| Some((mark, opening(bytes, start + rule.open.len(), end, mark)?)));
                let last = end.saturating_sub(rule.close.len());
                inside = inside.or(open.map(|(mark, _)| Expression { end, last, depth: 0, mark }));
                at = open.map_or(end, |(_, open)| open);
                return Some(Lexeme { kind: LexemeKind::Text, span: Span::of_range(start..at) });
            }
            at += 1;
        }
        None
    })
}

/// An expression in a string.
#[derive(Clone, Copy)]
struct Expression {
    /// The end of the string, and where its closing mark begins.
    end: usize,
    last: usize,
    /// Brackets that are open in the expression.
    depth: usize,
    mark: ExpressionMark,
}

impl Expression {
    /// True if the expression ends at `at`, where its string goes on.
    fn ends_at(&mut self, bytes: &[u8], at: usize) -> bool {
        match bytes[at] {
            _ if at >= self.last => return true,
            b'(' | b'[' | b'{' => self.depth += 1,
            b')' | b']' | b'}' if self.depth > 0 => self.depth -= 1,
            b'}' => return true,
            // What tells how the value is written.
            b':' => return self.depth == 0 && self.mark == ExpressionMark::Brace,
            b'!' if self.mark == ExpressionMark::Brace => return self.depth == 0 && bytes.get(at + 1) != Some(&b'='),
            _ => {}
        }
        false
    }
}

/// Where the next expression in the string that ends at `end` begins, from `at` on: behind its mark.
fn opening(bytes: &[u8], mut at: usize, end: usize, mark: ExpressionMark) -> Option<usize> {
    while at < end.min(bytes.len()) {
        match (bytes[at], bytes.get(at + 1), mark) {
            (b'\\', ..) => at += 2,
            (b'{', Some(b'{'), ExpressionMark::Brace) => at += 2,
            (b'{', _, ExpressionMark::Brace) => return Some(at + 1),
            (b'$', Some(b'{'), ExpressionMark::Dollar) | (b'#', Some(b'{'), ExpressionMark::Hash) => {
                return Some(at + 2);
            }
            _ => at += 1,
        }
    }
    None
}

/// True if the string at `at` may hold expressions that `mark` opens.
fn is_formatted(bytes: &[u8], at: usize, mark: ExpressionMark) -> bool {
    let prefix = bytes[at.saturating_sub(2)..at].iter().rev().take_while(|byte| byte.is_ascii_alphabetic());
    mark != ExpressionMark::Brace || prefix.into_iter().any(|byte| matches!(byte, b'f' | b'F'))
}

fn is_word_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$' || byte >= 0x80
}

fn word_end(bytes: &[u8], mut at: usize) -> usize {
    while at < bytes.len() && (is_word_start(bytes[at]) || bytes[at].is_ascii_digit()) {
        at += 1;
    }
    at
}

fn skip_spaces(bytes: &[u8]) -> &[u8] {
    let spaces = bytes.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    &bytes[spaces..]
}

fn is_called(rest: &[u8]) -> bool {
    match skip_spaces(rest) {
        [b'(', ..] => true,
        [b'!', more @ ..] => matches!(skip_spaces(more), [b'(' | b'[' | b'{', ..]),
        [b':', b':', b'<', more @ ..] | [b'<', more @ ..] => closes_into_call(more),
        _ => false,
    }
}

/// True if the name at `start..end` is the last one of a decorator without brackets: `@a.name` on a line of its own.
fn decorates(bytes: &[u8], start: usize, end: usize) -> bool {
    let path =
        bytes[..start].iter().rev().take_while(|&&byte| byte == b'.' || is_word_start(byte) || byte.is_ascii_digit());
    let Some(mark) = start.checked_sub(path.count() + 1).filter(|&mark| bytes[mark] == b'@') else { return false };
    let before = bytes[..mark].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    let begins = before.is_none_or(|&byte| byte == b'\n');
    begins && matches!(skip_spaces(&bytes[end..]), [] | [b'\r' | b'\n' | b'#', ..])
}

/// True if the generic arguments that begin here end within a short distance and `(` follows.
fn closes_into_call(rest: &[u8]) -> bool {
    const MAX_GENERICS_BYTES: usize = 120;
    let mut depth = 1;
    for (index, byte) in rest.iter().take(MAX_GENERICS_BYTES).enumerate() {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            b';' | b'{' | b'}' | b'\n' | b'=' | b'&' | b'|' | b'+' => return false,
            _ => {}
        }
        if depth == 0 {
            return matches!(rest[index + 1..], [b'(', ..]);
        }
    }
    false
}

fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |offset| at + offset)
}

/// The end of the comment that starts at `at`, if one does.
pub(super) fn comment_end(bytes: &[u8], at: usize, lexis: &Lexis) -> Option<usize> {
    let rest = &bytes[at..];
    for (open, close) in lexis.block_comments {
        if !rest.starts_with(open.as_bytes()) {
            continue;
        }
        let (open, close) = (open.as_bytes(), close.as_bytes());
        let mut depth = 1;
        let mut end = at + open.len();
        while end < bytes.len() {
            if bytes[end..].starts_with(close) {
                depth -= 1;
                end += close.len();
                if depth == 0 {
                    return Some(end);
                }
            } else if lexis.nested_comments && bytes[end..].starts_with(open) {
                depth += 1;
                end += open.len();
            } else {
                end += 1;
            }
        }
        return Some(bytes.len());
    }
    lexis.line_comments.iter().any(|mark| rest.starts_with(mark.as_bytes())).then(|| line_end(bytes, at))
}

/// The end of the string that starts at `at`, if one does.
pub(super) fn string_end(bytes: &[u8], at: usize, lexis: &Lexis) -> Option<usize> {
    string_at(bytes, at, lexis).map(|(_, end)| end)
}

/// The string that starts at `at`, if one does, and where it ends.
fn string_at<'t>(bytes: &[u8], at: usize, lexis: &'t Lexis) -> Option<(&'t StringRule, usize)> {
    let rule = lexis.strings.iter().find(|rule| bytes[at..].starts_with(rule.open.as_bytes()))?;
    Some((rule, closing(bytes, at, rule)))
}

/// The end of the string that starts at `at` by `rule`.
fn closing(bytes: &[u8], at: usize, rule: &StringRule) -> usize {
    let close = rule.close.as_bytes();
    let mut end = at + rule.open.len();
    while end < bytes.len() {
        match bytes[end] {
            b'\\' if rule.escapes => end = (end + 2).min(bytes.len()),
            b'\n' if !rule.multiline => return end,
            _ if bytes[end..].starts_with(close) => return end + close.len(),
            _ => end += 1,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{ExpressionMark, FileDoc, StringRule, TypeRules};

    static C_LIKE: Lexis = Lexis {
        line_comments: &["//"],
        block_comments: &[("/*", "*/")],
        nested_comments: true,
        strings: &[StringRule {
            open: "\"",
            close: "\"",
            escapes: true,
            multiline: false,
            expression: Some(ExpressionMark::Dollar),
        }],
        keywords: &["if"],
        file_doc: &FileDoc::HEADER,
        name_places: &[],
        types: &TypeRules::NONE,
        bare_calls: false,
        decorators: false,
    };

    #[test]
    fn calls_words_comments_and_strings_are_told_apart() {
        let text = "run(x); // run(\n\"run(\\\"\" y::<A<B>>(1) z! [] /* a /* b */ c */ 名前 (2) a<b";
        let read: Vec<_> = lexemes(text, &C_LIKE).map(|l| (l.kind, l.span.of(text))).collect();
        use LexemeKind::*;
        assert_eq!(
            read,
            [
                (Call, "run"),
                (Word, "x"),
                (Comment, "// run("),
                (Text, "\"run(\\\"\""),
                (Call, "y"),
                (Word, "A"),
                (Word, "B"),
                (Call, "z"),
                (Comment, "/* a /* b */ c */"),
                (Call, "名前"),
                (Word, "a"),
                (Word, "b"),
            ]
        );
    }

    #[test]
    fn expressions_in_strings_are_code() {
        let text = "\"a ${run(b, {c}) + d} e $f\" g \"${h\" i";
        let read: Vec<_> = lexemes(text, &C_LIKE).map(|l| (l.kind, l.span.of(text))).collect();
        use LexemeKind::*;
        assert_eq!(
            read,
            [
                (Text, "\"a ${"),
                (Call, "run"),
                (Word, "b"),
                (Word, "c"),
                (Word, "d"),
                (Text, "} e $f\""),
                (Word, "g"),
                (Text, "\"${"),
                (Word, "h"),
                (Text, "\""),
                (Word, "i"),
            ]
        );
    }

    #[test]
    fn decorators_are_calls_of_their_last_name() {
        static DECORATED: Lexis = Lexis { line_comments: &["#"], decorators: true, ..C_LIKE };
        let text = "@a\ndef f():\n  @b.c  # d\n  @e(f)\n  @g[h]\n  x = (i\n @ j)";
        let calls: Vec<_> = lexemes(text, &DECORATED).filter(|l| l.kind == LexemeKind::Call).collect();
        let calls: Vec<_> = calls.iter().map(|l| l.span.of(text)).collect();
        assert_eq!(calls, ["a", "f", "c", "e"]);
    }

    #[test]
    fn unclosed_things_end_with_the_text() {
        for text in ["/* a", "\"a\\", "\"a", "\"${a", "\"${\"", "\"${a}", "/*/", "\\"] {
            assert!(lexemes(text, &C_LIKE).all(|l| l.span.end as usize <= text.len()), "{text}");
        }
    }
}
