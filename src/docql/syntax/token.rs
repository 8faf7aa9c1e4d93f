//! Text → tokens, without loss: the concatenated tokens are the text.

use crate::document::Span;

/// What the lexer has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Spaces, tabs, line breaks.
    Space,
    /// `$`
    Dollar,
    /// `@`
    At,
    /// `.`
    Dot,
    /// `..`
    DotDot,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `?`
    Question,
    /// `*`
    Star,
    /// One of `= ! < > ~ & |`, alone or as a two-character operator.
    Operator,
    /// A name or keyword.
    Name,
    /// A number with its sign.
    Number,
    /// A string; open if its closing quote is missing.
    Text {
        /// Set if the closing quote is there.
        closed: bool,
    },
    /// `/pattern/flags`
    Regex {
        /// Set if the closing slash is there.
        closed: bool,
    },
    /// A character that starts no token.
    Unknown,
}

/// One token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its bytes in the text.
    pub span: Span,
}

/// The dialect of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// DocQL with all its leniencies.
    Lenient,
    /// RFC 9535 to the letter.
    Strict,
}

/// Splits `text` into tokens.
pub fn tokens(text: &str, dialect: Dialect) -> Vec<Token> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (kind, len) = next(&text[at..], dialect);
        out.push(Token { kind, span: Span::of_range(at..at + len) });
        at += len;
    }
    out
}

/// The ASCII character that one from an input method or a word processor stands for outside strings.
pub fn ascii_twin(character: char) -> Option<char> {
    match character {
        '。' | '．' => Some('.'),
        '“' | '”' | '„' | '＂' | '«' | '»' | '「' | '」' | '『' | '』' => Some('"'),
        '￥' | '¥' => Some('$'),
        '【' => Some('['),
        '】' => Some(']'),
        '‘' | '’' | '‚' | '＇' => Some('\''),
        '、' => Some(','),
        '\u{3000}' | '\u{a0}' => Some(' '),
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0),
        '–' | '−' => Some('-'),
        _ => None,
    }
}

fn twin(character: char, dialect: Dialect) -> char {
    match dialect {
        Dialect::Lenient => ascii_twin(character).unwrap_or(character),
        Dialect::Strict => character,
    }
}

fn next(rest: &str, dialect: Dialect) -> (TokenKind, usize) {
    let Some(first) = rest.chars().next() else { return (TokenKind::Unknown, 0) };
    let size = first.len_utf8();
    let plain = twin(first, dialect);
    let kind = match plain {
        ' ' | '\t' | '\n' | '\r' => {
            return (TokenKind::Space, run(rest, |c| matches!(twin(c, dialect), ' ' | '\t' | '\n' | '\r')));
        }
        '$' => TokenKind::Dollar,
        '@' => TokenKind::At,
        '[' => TokenKind::OpenBracket,
        ']' => TokenKind::CloseBracket,
        '(' => TokenKind::OpenParen,
        ')' => TokenKind::CloseParen,
        ',' => TokenKind::Comma,
        ':' => TokenKind::Colon,
        '?' => TokenKind::Question,
        '*' => TokenKind::Star,
        '.' => return dot(rest, size, dialect),
        '"' | '\'' => return string(rest, plain, first, dialect),
        '/' => return regex(rest),
        '≠' | '≤' | '≥' if dialect == Dialect::Lenient => TokenKind::Operator,
        '=' | '!' | '<' | '>' | '~' | '&' | '|' => return operator(rest, plain, size, dialect),
        '-' | '+' | '0'..='9' => match number(rest, size, dialect) {
            Some(len) => return (TokenKind::Number, len),
            None => TokenKind::Unknown,
        },
        c if is_name_start(c) => return (TokenKind::Name, name(rest, dialect)),
        _ => TokenKind::Unknown,
    };
    (kind, size)
}

fn run(rest: &str, holds: impl Fn(char) -> bool) -> usize {
    rest.char_indices().find(|(_, c)| !holds(*c)).map_or(rest.len(), |(at, _)| at)
}

fn dot(rest: &str, size: usize, dialect: Dialect) -> (TokenKind, usize) {
    match rest[size..].chars().next() {
        Some(second) if twin(second, dialect) == '.' => (TokenKind::DotDot, size + second.len_utf8()),
        _ => (TokenKind::Dot, size),
    }
}

fn string(rest: &str, quote: char, opened_by: char, dialect: Dialect) -> (TokenKind, usize) {
    let closes = |c: char| c == quote || (opened_by != quote && twin(c, dialect) == quote);
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        if character == '\\' {
            characters.next();
        } else if closes(character) {
            return (TokenKind::Text { closed: true }, at + character.len_utf8());
        }
    }
    // A word processor has made only the second quote typographic.
    let turned = rest.char_indices().skip(1).find(|(_, c)| *c != quote && twin(*c, dialect) == quote);
    if let Some((at, character)) = turned {
        return (TokenKind::Text { closed: true }, at + character.len_utf8());
    }
    (TokenKind::Text { closed: false }, rest.len())
}

fn regex(rest: &str) -> (TokenKind, usize) {
    let mut characters = rest.char_indices().skip(1);
    let mut in_class = false;
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '[' => in_class = true,
            ']' => in_class = false,
            '/' if !in_class => {
                let end = at + 1;
                return (TokenKind::Regex { closed: true }, end + run(&rest[end..], |c| c.is_ascii_alphabetic()));
            }
            _ => {}
        }
    }
    (TokenKind::Regex { closed: false }, rest.len())
}

fn operator(rest: &str, first: char, size: usize, dialect: Dialect) -> (TokenKind, usize) {
    let second = rest[size..].chars().next();
    let joined = matches!(
        (first, second.map(|c| twin(c, dialect))),
        ('=', Some('=' | '~'))
            | ('!', Some('='))
            | ('<', Some('=' | '>'))
            | ('>', Some('='))
            | ('~', Some('=' | '~'))
            | ('&', Some('&'))
            | ('|', Some('|'))
    );
    let extra = if joined { second.map_or(0, char::len_utf8) } else { 0 };
    (TokenKind::Operator, size + extra)
}

/// RFC 9535 numbers; also with `+` and leading zeros, on which the parser decides.
fn number(rest: &str, size: usize, dialect: Dialect) -> Option<usize> {
    let bytes = rest.as_bytes();
    let sign = matches!(twin(rest.chars().next()?, dialect), '-' | '+');
    let mut at = if sign { size } else { 0 };
    let digits = |at: usize| bytes[at.min(bytes.len())..].iter().take_while(|b| b.is_ascii_digit()).count();
    let whole = digits(at);
    if whole == 0 {
        // Full-width digits are name characters; only ASCII digits make numbers.
        return None;
    }
    at += whole;
    if bytes.get(at) == Some(&b'.') && digits(at + 1) > 0 {
        at += 1 + digits(at + 1);
    }
    if matches!(bytes.get(at), Some(b'e' | b'E')) {
        let signed = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
        let exponent = digits(at + 1 + signed);
        if exponent > 0 {
            at += 1 + signed + exponent;
        }
    }
    Some(at)
}

/// RFC 9535 `name-first`: ASCII letters, `_`, and all characters outside ASCII.
pub(super) fn is_name_start(character: char) -> bool {
    character.is_ascii_alphabetic() || character == '_' || !character.is_ascii()
}

pub(super) fn is_name_part(character: char) -> bool {
    is_name_start(character) || character.is_ascii_digit()
}

/// In the lenient dialect a hyphen between name characters is part of the name: there is no subtraction, and
/// front matter keys often contain one.
fn name(rest: &str, dialect: Dialect) -> usize {
    let part = |c: char| {
        is_name_part(c) && (dialect == Dialect::Strict || (ascii_twin(c).is_none() && !matches!(c, '≠' | '≤' | '≥')))
    };
    let mut end = run(rest, part);
    while dialect == Dialect::Lenient && rest[end..].starts_with('-') {
        let more = run(&rest[end + 1..], part);
        if more == 0 {
            break;
        }
        end += 1 + more;
    }
    // A full-width character without an ASCII equivalent (a digit, say) still has to be consumed.
    end.max(rest.chars().next().map_or(1, char::len_utf8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(TokenKind, &str)> {
        tokens(text, Dialect::Lenient).into_iter().map(|t| (t.kind, t.span.of(text))).collect()
    }

    #[test]
    fn tokens_join_back_to_the_text() {
        for text in [
            "$.toc[? (@.level == 1)]",
            "$.a[?@.b =~ /[/]x\\//i]",
            "＄。目录［0］",
            "'a\\'b' \"open",
            "a-b -1.5e+3 1.x",
            "“中文”",
        ] {
            assert_eq!(read(text).iter().map(|(_, t)| *t).collect::<String>(), text);
        }
    }

    #[test]
    fn numbers_regexes_and_names_end_where_they_should() {
        use TokenKind::*;
        assert_eq!(read("-1.5e3"), [(Number, "-1.5e3")]);
        assert_eq!(read("1..2"), [(Number, "1"), (DotDot, ".."), (Number, "2")]);
        assert_eq!(read("/a[/]b/i]"), [(Regex { closed: true }, "/a[/]b/i"), (CloseBracket, "]")]);
        assert_eq!(read("last-modified"), [(Name, "last-modified")]);
        assert_eq!(read("“a”"), [(Text { closed: true }, "“a”")]);
        assert_eq!(read("~ ="), [(Operator, "~"), (Space, " "), (Operator, "=")]);
        assert_eq!(read("（目录）"), [(OpenParen, "（"), (Name, "目录"), (CloseParen, "）")]);
    }
}
