//! The words of a Protocol Buffers file: names, numbers, texts and signs, each with its line.

use crate::document::Problem;

/// Words of a file that are read.
const MAX_WORDS: usize = 4_000_000;

/// A word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Word<'t> {
    /// A name, with the dots in it, or a number.
    Name(&'t str),
    /// A text as it is written, in quotes.
    Text(&'t str),
    Sign(&'t str),
}

impl<'t> Word<'t> {
    /// As it is written.
    pub(super) fn written(self) -> &'t str {
        match self {
            Word::Name(text) | Word::Sign(text) => text,
            Word::Text(text) => text.get(1..text.len() - 1).unwrap_or_default(),
        }
    }
}

/// The words of a file, of which some were read.
pub(super) struct Words<'t> {
    list: Vec<(Word<'t>, u32)>,
    at: usize,
}

impl<'t> Words<'t> {
    /// All words of `text`.
    pub(super) fn of(text: &'t str) -> Result<Words<'t>, Problem> {
        let mut list = Vec::new();
        let (mut rest, mut line) = (text, 1);
        while let Some(first) = rest.chars().next() {
            let length = match first {
                c if c.is_whitespace() => c.len_utf8(),
                '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
                '"' | '\'' => {
                    let length = quoted(rest, first)
                        .ok_or_else(|| Problem { line, message: "this text is never closed".to_owned() })?;
                    list.push((Word::Text(&rest[..length]), line));
                    length
                }
                c if is_name(c) || c == '.' && rest[1..].starts_with(is_name) => {
                    let length = name(rest);
                    list.push((Word::Name(&rest[..length]), line));
                    length
                }
                c => {
                    list.push((Word::Sign(&rest[..c.len_utf8()]), line));
                    c.len_utf8()
                }
            };
            if list.len() > MAX_WORDS {
                return Err(Problem { line, message: format!("more than {MAX_WORDS} words") });
            }
            line += memchr::memchr_iter(b'\n', &rest.as_bytes()[..length]).count() as u32;
            rest = &rest[length..];
        }
        Ok(Words { list, at: 0 })
    }

    /// The next word, which stays.
    pub(super) fn peek(&self) -> Option<Word<'t>> {
        self.list.get(self.at).map(|(word, _)| *word)
    }

    /// The one behind it.
    pub(super) fn second(&self) -> Option<Word<'t>> {
        self.list.get(self.at + 1).map(|(word, _)| *word)
    }

    /// The line of the next word, at the end that of the last.
    pub(super) fn line(&self) -> u32 {
        self.list.get(self.at).or(self.list.last()).map_or(1, |(_, line)| *line)
    }

    /// The line of the word that was read last.
    pub(super) fn last_line(&self) -> u32 {
        self.at.checked_sub(1).and_then(|at| self.list.get(at)).map_or(1, |(_, line)| *line)
    }

    /// Reads a word.
    pub(super) fn next(&mut self) -> Option<Word<'t>> {
        let word = self.peek()?;
        self.at += 1;
        Some(word)
    }

    /// Reads this sign, if it is next.
    pub(super) fn take(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Word::Sign(next)) if next == sign);
        self.at += usize::from(is_next);
        is_next
    }

    /// The text that was read last with those that follow it: they are one. Escapes are decoded.
    pub(super) fn text_so_far(&mut self) -> String {
        let mut out = String::new();
        let mut last = self.at.checked_sub(1).and_then(|at| self.list.get(at)).map(|(word, _)| *word);
        while let Some(Word::Text(_)) = last {
            decode(last.map_or("", Word::written), &mut out);
            last = self.peek().filter(|word| matches!(word, Word::Text(_)));
            self.at += usize::from(last.is_some());
        }
        out
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a name, or of a number with its sign of an exponent; a dot may stand in it, and before it.
fn name(text: &str) -> usize {
    let is_number = text.starts_with(|c: char| c.is_ascii_digit());
    let mut before = ' ';
    let end = text.find(|c: char| {
        let is_sign = is_number && matches!(c, '+' | '-') && matches!(before, 'e' | 'E') && !text.starts_with("0x");
        before = c;
        !(is_name(c) || c == '.' || is_sign)
    });
    let name = &text[..end.unwrap_or(text.len())];
    name.trim_end_matches('.').len().max(1)
}

/// The length of a text in quotes, with these; it ends on its line.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut is_kept = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return None,
            '\\' if !is_kept => is_kept = true,
            c if c == quote && !is_kept => return Some(at + 1),
            _ => is_kept = false,
        }
    }
    None
}

fn decode(text: &str, out: &mut String) {
    let mut signs = text.chars();
    while let Some(c) = signs.next() {
        out.push(match c {
            '\\' => match signs.next() {
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some(other) => other,
                None => '\\',
            },
            c => c,
        });
    }
}
