//! The tokens of a piece of code, good enough for reading expressions and declarations.

use crate::document::{LexemeKind, Lexis, lexemes};
use std::cell::OnceCell;

/// What a word of code is to the reader of types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum TokenKind {
    Word,
    Text,
    Number,
    /// One character of anything else.
    Sign(u8),
    /// The end of a line.
    Line,
}

/// A token, with its bytes in the file.
#[derive(Clone, Copy, Debug)]
pub(in crate::docql::relations) struct Token {
    pub kind: TokenKind,
    pub start: u32,
    pub end: u32,
}

/// The tokens of a part of a file. Comments are left out.
pub(in crate::docql::relations) struct Tokens {
    text: String,
    base: u32,
    list: Vec<Token>,
    /// Told on first use: many are read only for their words.
    brackets: OnceCell<Brackets>,
}

/// How the brackets of some tokens belong together, of whichever kind: whoever asks of every word would else walk back
/// to the beginning for each.
struct Brackets {
    /// For each token, and for what follows the last one, the bracket that is open there.
    around: Vec<u32>,
    /// For each bracket its partner.
    partner: Vec<u32>,
}

/// Stands for no token.
const NONE: u32 = u32::MAX;

impl Brackets {
    fn of(list: &[Token]) -> Brackets {
        let (mut around, mut partner) = (Vec::with_capacity(list.len() + 1), vec![NONE; list.len()]);
        let mut open: Vec<u32> = Vec::new();
        for (at, token) in (0..).zip(list) {
            around.push(open.last().copied().unwrap_or(NONE));
            match token.kind {
                TokenKind::Sign(b'(' | b'[' | b'{') => open.push(at),
                TokenKind::Sign(b')' | b']' | b'}') => {
                    if let Some(first) = open.pop() {
                        (partner[first as usize], partner[at as usize]) = (at, first);
                    }
                }
                _ => {}
            }
        }
        around.push(open.last().copied().unwrap_or(NONE));
        Brackets { around, partner }
    }
}

impl Tokens {
    /// Reads `text`, which starts at byte `base` of its file.
    pub(in crate::docql::relations) fn read(text: &str, base: u32, lexis: &Lexis) -> Tokens {
        let mut list = Vec::new();
        let mut at = 0;
        let gap = |from: usize, to: usize, list: &mut Vec<Token>| {
            let (mut number, mut past) = (false, 0);
            for (offset, byte) in text.as_bytes()[from..to].iter().enumerate() {
                let start = base + (from + offset) as u32;
                if offset < past {
                    continue;
                }
                // Rust: a sign in quotes, `','`.
                if lexis.types.tries && is_character(&text.as_bytes()[from + offset..to]) {
                    list.push(Token { kind: TokenKind::Text, start, end: start + 3 });
                    (past, number) = (offset + 3, false);
                    continue;
                }
                let kind = match byte {
                    b'\n' => TokenKind::Line,
                    // JavaScript: around a name that is called, `a['run']()`.
                    b'"' | b'\'' | b'`' if lexis.types.objects => {
                        number = false;
                        continue;
                    }
                    byte if byte.is_ascii_whitespace() => {
                        number = false;
                        continue;
                    }
                    byte if byte.is_ascii_digit() || (number && byte.is_ascii_alphanumeric()) => TokenKind::Number,
                    byte => TokenKind::Sign(*byte),
                };
                if kind == TokenKind::Number && number {
                    if let Some(last) = list.last_mut() {
                        last.end = start + 1;
                    }
                    continue;
                }
                number = kind == TokenKind::Number;
                list.push(Token { kind, start, end: start + 1 });
            }
        };
        for lexeme in lexemes(text, lexis) {
            let (start, end) = (lexeme.span.start as usize, lexeme.span.end as usize);
            gap(at, start, &mut list);
            let kind = match lexeme.kind {
                LexemeKind::Word | LexemeKind::Call => Some(TokenKind::Word),
                LexemeKind::Text => Some(TokenKind::Text),
                LexemeKind::Comment | LexemeKind::Unread => None,
            };
            if let Some(kind) = kind {
                list.push(Token { kind, start: base + start as u32, end: base + end as u32 });
            } else if text[start..end].ends_with('\n') {
                list.push(Token { kind: TokenKind::Line, start: base + end as u32, end: base + end as u32 });
            }
            at = end;
        }
        gap(at, text.len(), &mut list);
        Tokens { text: text.to_owned(), base, list, brackets: OnceCell::new() }
    }

    pub(in crate::docql::relations) fn len(&self) -> usize {
        self.list.len()
    }

    /// The index of the token that starts at or behind byte `offset` of the file.
    pub(in crate::docql::relations) fn at(&self, offset: u32) -> usize {
        self.list.partition_point(|token| token.start < offset)
    }

    pub(in crate::docql::relations) fn get(&self, at: usize) -> Option<Token> {
        self.list.get(at).copied()
    }

    pub(in crate::docql::relations) fn is(&self, at: usize, sign: u8) -> bool {
        self.get(at).is_some_and(|token| token.kind == TokenKind::Sign(sign))
    }

    pub(in crate::docql::relations) fn is_line(&self, at: usize) -> bool {
        self.get(at).is_none_or(|token| token.kind == TokenKind::Line)
    }

    /// True if the signs stand here, one directly after the other.
    pub(in crate::docql::relations::typing) fn are(&self, at: usize, signs: &str) -> bool {
        signs
            .bytes()
            .enumerate()
            .all(|(offset, sign)| self.is(at + offset, sign) && (offset == 0 || self.touches(at + offset)))
    }

    /// True if nothing stands between the token and the one before.
    pub(in crate::docql::relations) fn touches(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|before| match (self.get(before), self.get(at)) {
            (Some(a), Some(b)) => a.end == b.start,
            _ => false,
        })
    }

    /// JavaScript: true if the token is a name in quotes that is called, `a['run']()`.
    pub(in crate::docql::relations) fn is_key(&self, at: usize) -> bool {
        let before = self
            .get(at)
            .filter(|token| token.kind == TokenKind::Word)
            .and_then(|token| self.text.get(..(token.start - self.base) as usize));
        at > 0 && self.is(at - 1, b'[') && before.is_some_and(|before| before.ends_with(['"', '\'', '`']))
    }

    /// The bytes of its line before the token; of the first line those that were read.
    pub(in crate::docql::relations::typing) fn column(&self, at: usize) -> u32 {
        let Some(token) = self.get(at) else { return 0 };
        let before = self.text.get(..(token.start - self.base) as usize).unwrap_or_default();
        (before.len() - before.rfind('\n').map_or(0, |end| end + 1)) as u32
    }

    /// The text of a word; empty for anything else.
    pub(in crate::docql::relations) fn word(&self, at: usize) -> &str {
        match self.get(at) {
            Some(token) if token.kind == TokenKind::Word => self.slice(at, at + 1),
            _ => "",
        }
    }

    /// The text of the tokens `from..to`.
    pub(in crate::docql::relations::typing) fn slice(&self, from: usize, to: usize) -> &str {
        let (Some(first), Some(last)) = (self.get(from), to.checked_sub(1).and_then(|to| self.get(to))) else {
            return "";
        };
        self.text.get((first.start - self.base) as usize..(last.end - self.base) as usize).unwrap_or_default()
    }

    fn brackets(&self) -> &Brackets {
        self.brackets.get_or_init(|| Brackets::of(&self.list))
    }

    /// The index of the bracket that closes the one at `open`.
    pub(in crate::docql::relations) fn closing(&self, open: usize) -> Option<usize> {
        self.partner(open).filter(|close| *close > open)
    }

    /// The index of the bracket that opens the one at `close`.
    pub(in crate::docql::relations) fn opening(&self, close: usize) -> Option<usize> {
        self.partner(close).filter(|open| *open < close)
    }

    fn partner(&self, bracket: usize) -> Option<usize> {
        self.brackets().partner.get(bracket).copied().filter(|at| *at != NONE).map(|at| at as usize)
    }

    /// The bracket that is open at `here`.
    pub(in crate::docql::relations) fn opener(&self, here: usize) -> Option<usize> {
        self.brackets().around.get(here).copied().filter(|at| *at != NONE).map(|at| at as usize)
    }
}

/// True for text that begins with one sign in single quotes.
fn is_character(text: &[u8]) -> bool {
    matches!(text, [b'\'', sign, b'\'', ..] if sign.is_ascii_punctuation() && !matches!(sign, b'\'' | b'\\'))
}

/// True if the word at `at`, behind a type, says what a property is read by, or what a loop goes through.
fn ends_type(tokens: &Tokens, at: usize) -> bool {
    match tokens.word(at) {
        "by" | "in" => !tokens.touches(at) && !tokens.is_line(at + 1) && !tokens.is(at + 1, b','),
        "get" | "set" => tokens.are(at + 1, "()") || tokens.is(at + 1, b'(') && tokens.touches(at + 1),
        _ => false,
    }
}

/// True if a type may end with the token at `at`.
fn is_type_end(tokens: &Tokens, at: usize) -> bool {
    !tokens.word(at).is_empty() || [b'}', b']', b')', b'>', b'?'].iter().any(|sign| tokens.is(at, *sign))
}

/// The end of the type that starts at `at`.
pub(in crate::docql::relations::typing) fn type_end(tokens: &Tokens, at: usize) -> usize {
    let mut end = at;
    let mut angles = 0;
    while let Some(token) = tokens.get(end) {
        match token.kind {
            TokenKind::Sign(b'(' | b'[') => match tokens.closing(end) {
                Some(close) => end = close,
                None => return end,
            },
            TokenKind::Sign(b'{') if end > at && matches!(tokens.word(end - 1), "struct" | "interface") => {
                match tokens.closing(end) {
                    Some(close) => end = close,
                    None => return end,
                }
            }
            // Rust: a value among the arguments of a type: `Policy<{ LIMIT }>`.
            TokenKind::Sign(b'{')
                if angles > 0 && end > at && (tokens.is(end - 1, b'<') || tokens.is(end - 1, b',')) =>
            {
                match tokens.closing(end) {
                    Some(close) => end = close,
                    None => return end,
                }
            }
            TokenKind::Sign(b'<') if !tokens.are(end, "<-") => angles += 1,
            TokenKind::Sign(b'>') if angles > 0 => angles -= 1,
            TokenKind::Sign(b',') if angles > 0 => {}
            TokenKind::Sign(b',' | b')' | b']' | b'}' | b'=' | b';' | b'{') => return end,
            TokenKind::Sign(b':') if !(tokens.are(end, "::") || end > 0 && tokens.are(end - 1, "::")) => return end,
            TokenKind::Line => return end,
            // Kotlin: `val a: T by lazy { … }`, `val a: T get() = …`, `for (a: T in all)`.
            TokenKind::Word if end > at && angles == 0 && is_type_end(tokens, end - 1) && ends_type(tokens, end) => {
                return end;
            }
            // The tag of a field.
            TokenKind::Text if end > at && is_type_end(tokens, end - 1) => return end,
            _ => {}
        }
        end += 1;
    }
    end
}

/// `x = …`, but not `x == …`.
pub(in crate::docql::relations::typing) fn is_assignment(tokens: &Tokens, at: usize) -> bool {
    tokens.is(at, b'=') && !tokens.are(at, "==") && !tokens.are(at, "=>")
}

/// The number of names before the one at `here`, in `a, b := …`.
pub(in crate::docql::relations::typing) fn position(tokens: &Tokens, here: usize) -> usize {
    let (mut at, mut count) = (here, 0);
    while at >= 2 && tokens.is(at - 1, b',') && !tokens.word(at - 2).is_empty() {
        (at, count) = (at - 2, count + 1);
    }
    count
}
