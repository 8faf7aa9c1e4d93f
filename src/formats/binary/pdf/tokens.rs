//! Tokens of content streams and character maps: numbers, names, strings, brackets, words.

/// One token.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'a> {
    Number(f32),
    /// A name without its slash.
    Name(Vec<u8>),
    /// A string, its escapes resolved.
    Text(Vec<u8>),
    /// `[` or `<<`.
    Open,
    /// `]` or `>>`.
    Close,
    /// An operator, `true`, `null`, `begincmap`.
    Word(&'a [u8]),
}

/// Reads tokens one by one; whatever the bytes are, it comes to their end.
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Tokens<'a> {
        Tokens { bytes, at: 0 }
    }

    /// Bytes that were read so far.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Passes over the data of an inline picture, up to its `EI`.
    pub(super) fn skip_picture(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_end = |at: usize| {
            let before = at.checked_sub(1).and_then(|at| rest.get(at)).is_some_and(|byte| is_space(*byte));
            let after = rest.get(at + 2).is_none_or(|byte| is_space(*byte));
            // What follows is text again, not more of the picture.
            let ahead = rest.get(at + 2..).unwrap_or_default();
            before && after && ahead.iter().take(12).all(|byte| is_space(*byte) || (32..127).contains(byte))
        };
        let end = memchr::memmem::find_iter(rest, b"EI").find(|at| is_end(*at));
        self.at = end.map_or(self.bytes.len(), |at| self.at + at + 2);
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn take_while(&mut self, is: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| !is(*byte)).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// A string in round brackets; the first is behind us.
    fn literal(&mut self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut depth = 1;
        while let Some(byte) = self.peek() {
            self.at += 1;
            match byte {
                b'\\' => self.escape(&mut out),
                b'(' => {
                    depth += 1;
                    out.push(byte);
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        break;
                    }
                    out.push(byte);
                }
                _ => out.push(byte),
            }
        }
        out
    }

    fn escape(&mut self, out: &mut Vec<u8>) {
        let Some(byte) = self.peek() else { return };
        self.at += 1;
        match byte {
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'\r' if self.peek() == Some(b'\n') => self.at += 1,
            b'\r' | b'\n' => {}
            b'0'..=b'7' => {
                let mut code = u32::from(byte - b'0');
                for _ in 0..2 {
                    let Some(digit @ b'0'..=b'7') = self.peek() else { break };
                    code = code * 8 + u32::from(digit - b'0');
                    self.at += 1;
                }
                out.push(code as u8);
            }
            _ => out.push(byte),
        }
    }

    /// A string in hexadecimal digits; the first bracket is behind us.
    fn hexadecimal(&mut self) -> Vec<u8> {
        let digits = self.take_while(|byte| byte != b'>');
        self.at += 1;
        let digits: Vec<u8> = digits.iter().filter_map(|byte| Some((*byte as char).to_digit(16)? as u8)).collect();
        digits
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |sum, digit| sum << 4 | digit) << (8 - 4 * pair.len()))
            .collect()
    }

    fn name(&mut self) -> Vec<u8> {
        let raw = self.take_while(|byte| !is_space(byte) && !is_delimiter(byte));
        if !raw.contains(&b'#') {
            return raw.to_vec();
        }
        let mut out = Vec::new();
        let mut at = 0;
        while let Some(byte) = raw.get(at) {
            let digit = |at: usize| raw.get(at).and_then(|byte| (*byte as char).to_digit(16));
            match (byte, digit(at + 1), digit(at + 2)) {
                (b'#', Some(high), Some(low)) => {
                    out.push((high * 16 + low) as u8);
                    at += 3;
                }
                _ => {
                    out.push(*byte);
                    at += 1;
                }
            }
        }
        out
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.take_while(is_space);
            let byte = self.peek()?;
            self.at += 1;
            return Some(match byte {
                b'%' => {
                    self.take_while(|byte| byte != b'\n' && byte != b'\r');
                    continue;
                }
                b'/' => Token::Name(self.name()),
                b'(' => Token::Text(self.literal()),
                b'<' if self.peek() == Some(b'<') => {
                    self.at += 1;
                    Token::Open
                }
                b'<' => Token::Text(self.hexadecimal()),
                b'[' => Token::Open,
                b']' => Token::Close,
                b'>' => {
                    self.at += usize::from(self.peek() == Some(b'>'));
                    Token::Close
                }
                b')' | b'{' | b'}' => continue,
                _ => {
                    self.at -= 1;
                    let word = self.take_while(|byte| !is_space(byte) && !is_delimiter(byte));
                    number(word).map_or(Token::Word(word), Token::Number)
                }
            });
        }
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, 0 | 9 | 10 | 12 | 13 | 32)
}

fn is_delimiter(byte: u8) -> bool {
    matches!(byte, b'(' | b')' | b'<' | b'>' | b'[' | b']' | b'{' | b'}' | b'/' | b'%')
}

/// `12`, `-.5`, `4.`, and what careless writers make of them: `--5`, `1.2-3`.
fn number(word: &[u8]) -> Option<f32> {
    let is_negative = word.first() == Some(&b'-');
    let digits = word.iter().position(|byte| !matches!(byte, b'-' | b'+')).map(|start| &word[start..])?;
    let (mut whole, mut scale, mut seen) = (0f64, 0f64, false);
    for byte in digits {
        match byte {
            b'0'..=b'9' => {
                seen = true;
                let digit = f64::from(byte - b'0');
                if scale == 0.0 {
                    whole = whole * 10.0 + digit;
                } else {
                    whole += digit * scale;
                    scale /= 10.0;
                }
            }
            b'.' if scale == 0.0 => scale = 0.1,
            b'-' if seen => break,
            _ => return None,
        }
    }
    (seen || scale > 0.0).then_some((if is_negative { -whole } else { whole }) as f32)
}
