//! Literals: escapes of strings, numbers, regular expressions.

use super::parser::Parser;
use super::token::{Token, TokenKind, ascii_twin};
use super::tree::Literal;
use crate::document::{Span, compare_decimals, is_decimal};
use std::cmp::Ordering;

/// Offset of the first closing bracket in an unclosed string that no bracket in the string opens. The missing
/// quote most likely belongs before it. `None` at the very start.
fn missing_quote_offset(inner: &str) -> Option<usize> {
    let mut open = 0_usize;
    for (at, character) in inner.char_indices() {
        match character {
            '(' | '[' => open += 1,
            ')' | ']' if open == 0 => return Some(at).filter(|at| *at > 0),
            ')' | ']' => open -= 1,
            _ => {}
        }
    }
    None
}

impl Parser<'_> {
    /// A quoted string with its JSON escapes decoded.
    pub(super) fn text_literal(&mut self, token: Token) -> Literal {
        let raw = self.slice(token);
        let closed = token.kind == TokenKind::Text { closed: true };
        let quote = raw.chars().next().unwrap_or('"');
        let inner_start = quote.len_utf8();
        let last = raw.chars().next_back().unwrap_or(quote);
        let inner =
            if closed { &raw[inner_start..raw.len() - last.len_utf8()] } else { &raw[inner_start.min(raw.len())..] };
        if !closed {
            let close = ascii_twin(quote).unwrap_or(quote);
            let start = token.span.start as usize + inner_start;
            let fix = |at: usize| format!("{}{close}{}", &self.text[..at], &self.text[at..]);
            // If the call or bracket around the string is closed, the quote was forgotten before the closing bracket.
            let mut fixes: Vec<String> = missing_quote_offset(inner).map(|at| fix(start + at)).into_iter().collect();
            fixes.push(fix(self.text.len()));
            let diagnostic =
                self.error("Q003", Span::new(token.span.end, token.span.end), "the closing quote is missing", &[]);
            diagnostic.expected.push(quote.to_string());
            diagnostic.fixes.extend(fixes);
            diagnostic.incomplete = true;
        }
        let offset = token.span.start + inner_start as u32;
        let value = self.decode(inner, offset, ascii_twin(quote).unwrap_or(quote));
        Literal::Text { value, open: !closed }
    }

    fn decode(&mut self, inner: &str, offset: u32, quote: char) -> String {
        let mut out = String::with_capacity(inner.len());
        let mut characters = inner.char_indices();
        while let Some((at, character)) = characters.next() {
            if character != '\\' {
                if (character as u32) < 0x20 && self.strict() {
                    let span = Span::new(offset + at as u32, offset + at as u32 + 1);
                    self.error("Q023", span, "a control character must be escaped", &[]).incomplete = false;
                }
                out.push(character);
                continue;
            }
            let Some((_, escaped)) = characters.next() else {
                out.push('\\');
                break;
            };
            let simple = match escaped {
                'b' => Some('\u{8}'),
                'f' => Some('\u{c}'),
                'n' => Some('\n'),
                'r' => Some('\r'),
                't' => Some('\t'),
                '/' | '\\' => Some(escaped),
                '"' | '\'' if escaped == quote || !self.strict() => Some(escaped),
                _ => None,
            };
            if let Some(simple) = simple {
                out.push(simple);
            } else if escaped == 'u' {
                match unicode_escape(characters.as_str()) {
                    Some((decoded, used)) => {
                        out.push(decoded);
                        for _ in 0..used {
                            characters.next();
                        }
                    }
                    None => self.bad_escape(
                        offset + at as u32,
                        "\\u needs four hexadecimal digits that name a character",
                        &mut out,
                        "\\u",
                    ),
                }
            } else {
                let text = format!("\\{escaped}");
                self.bad_escape(
                    offset + at as u32,
                    &format!("\"{text}\" is not an escape; a backslash is written \"\\\\\""),
                    &mut out,
                    &text,
                );
            }
        }
        out
    }

    /// In the lenient dialect an unknown escape stands for itself: people paste Windows paths and regular expressions.
    fn bad_escape(&mut self, at: u32, message: &str, out: &mut String, text: &str) {
        let span = Span::new(at, at + text.len() as u32);
        let fix = self.replaced(Span::new(at, at + 1), "\\\\");
        self.lenient("Q003", span, message).fixes.push(fix);
        out.push_str(text);
    }

    /// A number: as in JSON in the strict dialect; leading zeros and `+` are accepted leniently.
    pub(super) fn number_literal(&mut self, token: Token) -> Option<Literal> {
        let raw = self.slice(token);
        let plain: String = raw.chars().map(|c| ascii_twin(c).unwrap_or(c)).collect();
        if let Some(number) = number(&plain) {
            return Some(number);
        }
        let unsigned = plain.trim_start_matches(['+', '-']);
        let sign = if plain.starts_with('-') { "-" } else { "" };
        let trimmed = unsigned.trim_start_matches('0');
        let trimmed = if trimmed.is_empty() || trimmed.starts_with(['.', 'e', 'E']) {
            format!("0{trimmed}")
        } else {
            trimmed.to_owned()
        };
        let fixed = format!("{sign}{trimmed}");
        let number = number(&fixed);
        let fix = self.replaced(token.span, &fixed);
        if number.is_some() {
            self.lenient("Q009", token.span, "this is an unusual way to write the number").fixes.push(fix);
        } else {
            self.error("Q009", token.span, "this is not a number", &["1", "-2.5"]).incomplete = false;
        }
        number
    }

    pub(super) fn regex_literal(&mut self, token: Token) -> Literal {
        let raw = self.slice(token);
        if self.strict() {
            self.error(
                "Q023",
                token.span,
                "RFC 9535 has no regular expression literals; use match() or search()",
                &["\"text\""],
            )
            .incomplete = false;
        }
        if token.kind == (TokenKind::Regex { closed: false }) {
            let fix = format!("{}/", self.text);
            // What stands at the end and closes brackets was meant to.
            let own = raw.trim_end_matches([')', ']', ' ']).len();
            let before_closers = Span::new(token.span.start + own as u32, token.span.start + own as u32);
            let closed = self.replaced(before_closers, "/");
            let diagnostic =
                self.error("Q004", Span::new(token.span.end, token.span.end), "the closing \"/\" is missing", &["/"]);
            if own < raw.len() && own > 1 {
                diagnostic.fixes.push(closed);
            }
            diagnostic.fixes.push(fix);
            diagnostic.incomplete = true;
            return Literal::Regex { pattern: raw[1..].replace("\\/", "/"), flags: String::new() };
        }
        let close = raw.rfind('/').unwrap_or(raw.len());
        let flags = raw[close + 1..].to_owned();
        let unknown = flags.char_indices().find(|(_, flag)| !"imsxgu".contains(*flag));
        if let Some((at, flag)) = unknown {
            let start = token.span.start + close as u32 + 1 + at as u32;
            let span = Span::new(start, start + flag.len_utf8() as u32);
            let fix = self.replaced(span, "");
            let diagnostic = self.error(
                "Q021",
                span,
                format!("\"{flag}\" is not a flag of regular expressions"),
                &["i", "m", "s", "x"],
            );
            diagnostic.incomplete = false;
            diagnostic.fixes.push(fix);
        }
        Literal::Regex { pattern: raw[1..close].replace("\\/", "/"), flags }
    }
}

/// A number of JSON; one that 64 bits do not hold to the last digit keeps those that it has.
fn number(text: &str) -> Option<Literal> {
    let held: Option<serde_json::Number> = text.parse().ok();
    match held {
        Some(held) if compare_decimals(text, &held.to_string()) == Some(Ordering::Equal) => Some(Literal::Number(held)),
        Some(_) => Some(Literal::Long(text.to_owned())),
        // `1e400` is a number of JSON that is beyond 64 bits.
        None => {
            let digits = text.strip_prefix('-').unwrap_or(text);
            let is_json = digits.starts_with(|c: char| c.is_ascii_digit())
                && !(digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit()));
            (is_json && is_decimal(text)).then(|| Literal::Long(text.to_owned()))
        }
    }
}

/// The character that follows `\u` and the number of characters read. Surrogates are valid only in pairs.
fn unicode_escape(rest: &str) -> Option<(char, usize)> {
    let unit = |text: &str| {
        text.get(..4)
            .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|hex| u32::from_str_radix(hex, 16).ok())
    };
    let first = unit(rest)?;
    if !(0xd800..=0xdfff).contains(&first) {
        return Some((char::from_u32(first)?, 4));
    }
    let second = rest.get(4..6).filter(|mark| *mark == "\\u").and_then(|_| unit(&rest[6..]))?;
    if first > 0xdbff || !(0xdc00..=0xdfff).contains(&second) {
        return None;
    }
    Some((char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00))?, 10))
}
