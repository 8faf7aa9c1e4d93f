//! JSON, strict or with the comments and trailing commas of configuration files. No recursion.

use super::tree::{DEEPEST, MAX_VALUES, ValuePlace, add, empty, too_deep, too_many, unique_members};
use crate::document::{DataKey, DataTree, Problem, Scalar};

/// Leniency of the reader.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Mode {
    /// RFC 8259.
    Strict,
    /// Comments, and a comma before a closing bracket.
    Lenient,
}

/// The tree of `text`, and the first line where leniency was needed.
pub(super) fn parse(text: &str, mode: Mode) -> Result<(DataTree, Option<u32>), Problem> {
    let mut reader = Json::new(text, mode);
    reader.value(ValuePlace::root())?;
    reader.space()?;
    match reader.peek() {
        None => Ok((reader.tree, reader.forgiven)),
        Some(_) => Err(reader.error("unexpected text after the value")),
    }
}

/// One value per line, as an array; lines that are none are skipped and noted.
pub(super) fn parse_lines(text: &str) -> Result<(DataTree, Vec<Problem>), Problem> {
    let mut reader = Json::new(text, Mode::Strict);
    let mut problems = Vec::new();
    reader.tree = DataTree::new(Scalar::Array, 1, 1);
    loop {
        reader.space()?;
        if reader.peek().is_none() {
            break;
        }
        let count = reader.tree.node(0).children.len();
        if let Err(problem) = reader.value(ValuePlace { parent: 0, key: DataKey::Index(count as u32), key_line: None })
        {
            // What was read of a broken line is forgotten.
            reader.tree.node_mut(0).children.truncate(count);
            reader.skip_line();
            problems.push(problem);
        }
    }
    reader.tree.node_mut(0).end_line = reader.line;
    Ok((reader.tree, problems))
}

struct Json<'t> {
    text: &'t str,
    at: usize,
    line: u32,
    mode: Mode,
    forgiven: Option<u32>,
    tree: DataTree,
}

struct Open {
    index: u32,
    is_object: bool,
    count: u32,
}

impl<'t> Json<'t> {
    fn new(text: &'t str, mode: Mode) -> Json<'t> {
        Json { text, at: 0, line: 1, mode, forgiven: None, tree: empty() }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn error(&self, message: &str) -> Problem {
        Problem { line: self.line, message: message.to_owned() }
    }

    /// Reads one value with everything in it.
    fn value(&mut self, place: ValuePlace) -> Result<(), Problem> {
        let mut open: Vec<Open> = Vec::new();
        let mut place = Some(place);
        loop {
            if let Some(place) = place.take() {
                self.space()?;
                self.begin(place, &mut open)?;
            }
            let Some(top) = open.last_mut() else { return Ok(()) };
            let (is_object, is_first) = (top.is_object, top.count == 0);
            let close = if is_object { b'}' } else { b']' };
            self.space()?;
            if !is_first && self.peek() == Some(b',') {
                self.at += 1;
                self.space()?;
                if self.peek() == Some(close) {
                    self.forgive("a comma before a closing bracket")?;
                }
            } else if !is_first && self.peek() != Some(close) {
                return Err(self.error("expected `,` or a closing bracket"));
            }
            if self.peek() == Some(close) {
                self.at += 1;
                self.end(&mut open);
                continue;
            }
            place = Some(self.place(&mut open)?);
        }
    }

    /// The place of the next element or member of the innermost container.
    fn place(&mut self, open: &mut [Open]) -> Result<ValuePlace, Problem> {
        let Some(top) = open.last_mut() else { return Err(self.error("expected a value")) };
        let (parent, index) = (top.index, top.count);
        top.count += 1;
        if !top.is_object {
            return Ok(ValuePlace { parent, key: DataKey::Index(index), key_line: None });
        }
        if self.peek() != Some(b'"') {
            return Err(self.error("expected a name in double quotes"));
        }
        let key_line = Some(self.line);
        let name = self.string()?;
        self.space()?;
        if self.peek() != Some(b':') {
            return Err(self.error("expected `:` after the name"));
        }
        self.at += 1;
        Ok(ValuePlace { parent, key: DataKey::Name(name.into()), key_line })
    }

    fn begin(&mut self, place: ValuePlace, open: &mut Vec<Open>) -> Result<(), Problem> {
        let line = self.line;
        let scalar = match self.peek() {
            Some(b'{' | b'[') => {
                let is_object = self.peek() == Some(b'{');
                if open.len() >= DEEPEST {
                    return Err(too_deep(self.line));
                }
                self.at += 1;
                let scalar = if is_object { Scalar::Object } else { Scalar::Array };
                let index = add(&mut self.tree, place, scalar, line, line);
                open.push(Open { index, is_object, count: 0 });
                return Ok(());
            }
            Some(b'"') => Scalar::String(self.string()?.into()),
            Some(b'-' | b'0'..=b'9') => Scalar::Number(self.number()?),
            _ => self.word()?,
        };
        if self.tree.len() > MAX_VALUES {
            return Err(too_many(line));
        }
        add(&mut self.tree, place, scalar, line, line);
        Ok(())
    }

    fn end(&mut self, open: &mut Vec<Open>) {
        if let Some(done) = open.pop() {
            self.tree.node_mut(done.index).end_line = self.line;
            if done.is_object {
                unique_members(&mut self.tree, done.index);
            }
        }
    }

    fn word(&mut self) -> Result<Scalar, Problem> {
        let words = [("null", Scalar::Null), ("true", Scalar::Bool(true)), ("false", Scalar::Bool(false))];
        for (word, scalar) in words {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(scalar);
            }
        }
        Err(self.error(if self.peek().is_none() { "the text ends too early" } else { "expected a value" }))
    }

    fn number(&mut self) -> Result<serde_json::Number, Problem> {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let digits = |mut at: usize| {
            while bytes.get(at).is_some_and(u8::is_ascii_digit) {
                at += 1;
            }
            at
        };
        let mut at = start + usize::from(bytes[start] == b'-');
        let whole = digits(at);
        let mut valid = whole > at && (bytes[at] != b'0' || whole == at + 1);
        at = whole;
        if bytes.get(at) == Some(&b'.') {
            let fraction = digits(at + 1);
            valid &= fraction > at + 1;
            at = fraction;
        }
        if matches!(bytes.get(at), Some(b'e' | b'E')) {
            let sign = usize::from(matches!(bytes.get(at + 1), Some(b'+' | b'-')));
            let exponent = digits(at + 1 + sign);
            valid &= exponent > at + 1 + sign;
            at = exponent;
        }
        self.at = at;
        let number = if valid { exact_number(&self.text[start..at]) } else { None };
        number.ok_or_else(|| self.error("not a valid number"))
    }

    fn string(&mut self) -> Result<String, Problem> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            let Some(stop) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\') || byte < 0x20) else {
                return Err(self.error("the string is not closed"));
            };
            out.push_str(&rest[..stop]);
            self.at += stop + 1;
            match rest.as_bytes()[stop] {
                b'"' => return Ok(out),
                b'\\' => out.push(self.escape()?),
                _ => return Err(self.error("a control character in a string")),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Problem> {
        let Some(letter) = self.peek() else { return Err(self.error("the string is not closed")) };
        self.at += 1;
        Ok(match letter {
            b'"' | b'\\' | b'/' => letter as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let mut code = self.hex()?;
                if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with("\\u") {
                    self.at += 2;
                    let low = self.hex()?;
                    if (0xdc00..0xe000).contains(&low) {
                        code = 0x1_0000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                    }
                }
                char::from_u32(code).ok_or_else(|| self.error("half of a surrogate pair"))?
            }
            _ => return Err(self.error("unknown escape in a string")),
        })
    }

    fn hex(&mut self) -> Result<u32, Problem> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).filter(|d| d.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|d| std::str::from_utf8(d).ok()).and_then(|d| u32::from_str_radix(d, 16).ok());
        self.at += 4;
        code.ok_or_else(|| self.error("`\\u` needs four hexadecimal digits"))
    }

    /// White space, and comments where they are forgiven.
    fn space(&mut self) -> Result<(), Problem> {
        loop {
            match self.peek() {
                Some(b'\n') => {
                    self.line += 1;
                    self.at += 1;
                }
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                Some(b'/') => self.comment()?,
                _ => return Ok(()),
            }
        }
    }

    fn comment(&mut self) -> Result<(), Problem> {
        let rest = &self.text[self.at..];
        let end = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else {
            return Err(self.error("expected a value"));
        };
        self.forgive("a comment")?;
        self.line += rest[..end].matches('\n').count() as u32;
        self.at += end;
        Ok(())
    }

    fn forgive(&mut self, what: &str) -> Result<(), Problem> {
        if self.mode == Mode::Strict {
            return Err(self.error(&format!("{what} is not part of JSON")));
        }
        self.forgiven.get_or_insert(self.line);
        Ok(())
    }

    fn skip_line(&mut self) {
        let rest = self.text.get(self.at..).unwrap_or("");
        match rest.find('\n') {
            Some(end) => {
                self.at += end + 1;
                self.line += 1;
            }
            None => self.at = self.text.len(),
        }
    }
}

/// Whole numbers as such, all others by the correctly rounding parser of the standard library.
fn exact_number(text: &str) -> Option<serde_json::Number> {
    if let Ok(whole) = text.parse::<i64>() {
        return Some(whole.into());
    }
    if let Ok(whole) = text.parse::<u64>() {
        return Some(whole.into());
    }
    serde_json::Number::from_f64(text.parse().ok()?)
}
