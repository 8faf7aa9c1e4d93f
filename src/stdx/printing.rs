//! Standard output and standard error: the one way to print. On a terminal nothing that stands in a file, a name or an
//! argument is a command to it.

use super::printable::{is_unprintable, visible};
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Bytes of an escape sequence of ours, at most.
const MAX_SEQUENCE: usize = 32;

/// Standard output, buffered; what is left in the buffer is written when it is dropped.
pub fn stdout() -> BufWriter<Guard<io::Stdout>> {
    let out = io::stdout();
    let is_terminal = out.is_terminal();
    BufWriter::new(Guard::new(out, is_terminal))
}

/// Standard error.
pub fn stderr() -> Guard<io::Stderr> {
    let out = io::stderr();
    let is_terminal = out.is_terminal();
    Guard::new(out, is_terminal)
}

/// Whether somebody may still read standard output: false once a pipe has lost its reader. Only Unix can tell.
#[cfg(feature = "mcp")]
pub fn is_read() -> bool {
    #[cfg(unix)]
    {
        has_reader(rustix::stdio::stdout())
    }
    #[cfg(not(unix))]
    {
        true
    }
}

/// Whether what is written to `out` may still be read.
#[cfg(all(unix, feature = "mcp"))]
fn has_reader(out: impl std::os::fd::AsFd) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let mut asked = [PollFd::new(&out, PollFlags::empty())];
    let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
    !matches!(poll(&mut asked, Some(&at_once)), Ok(1..)) || !asked[0].revents().contains(PollFlags::ERR)
}

/// A writer before a terminal: line breaks, tabs, printable characters and colours go through, everything else is made
/// visible. Before anything else than a terminal bytes go through as they are.
#[derive(Debug)]
pub struct Guard<W: Write> {
    out: W,
    is_terminal: bool,
    /// The beginning of a character or of an escape sequence whose end was not written yet.
    pending: Vec<u8>,
}

impl<W: Write> Guard<W> {
    /// Guards `out`, if that is a terminal.
    pub fn new(out: W, is_terminal: bool) -> Guard<W> {
        Guard { out, is_terminal, pending: Vec::new() }
    }

    /// Passes on what is complete of `bytes`, and all of it if this is the end.
    fn pass(&mut self, bytes: &[u8], is_end: bool) -> io::Result<()> {
        self.pending.extend_from_slice(bytes);
        let complete = if is_end { self.pending.len() } else { complete(&self.pending) };
        let rest = self.pending.split_off(complete);
        let whole = std::mem::replace(&mut self.pending, rest);
        self.out.write_all(guarded(&String::from_utf8_lossy(&whole)).as_bytes())
    }
}

impl<W: Write> Write for Guard<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        self.pass(bytes, false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Guard<W> {
    fn drop(&mut self) {
        if !self.pending.is_empty() {
            let _ = self.pass(&[], true);
        }
    }
}

/// The length of `bytes` without a character or an escape sequence at their end that may go on.
fn complete(bytes: &[u8]) -> usize {
    let tail = &bytes[bytes.len().saturating_sub(MAX_SEQUENCE)..];
    if let Some(at) = tail.iter().rposition(|byte| *byte == 0x1b)
        && (tail.len() == at + 1 || tail[at + 1] == b'[')
        && tail[at + 1..].iter().skip(1).all(|byte| is_parameter(*byte))
    {
        return bytes.len() - (tail.len() - at);
    }
    if let Some(at) = tail.iter().rposition(|byte| *byte == b'\r').filter(|at| at + 1 == tail.len()) {
        return bytes.len() - (tail.len() - at);
    }
    match tail.iter().rposition(|byte| *byte < 0x80 || *byte >= 0xc0) {
        Some(at) if tail.len() - at < length_of_character(tail[at]) => bytes.len() - (tail.len() - at),
        _ => bytes.len(),
    }
}

fn length_of_character(first: u8) -> usize {
    match first {
        0xc0..0xe0 => 2,
        0xe0..0xf0 => 3,
        0xf0.. => 4,
        _ => 1,
    }
}

fn is_parameter(byte: u8) -> bool {
    byte.is_ascii_digit() || byte == b';'
}

/// `text` with line breaks and tabs, and everything else made visible that is not printed.
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.chars().any(|c| c != '\n' && c != '\t' && is_unprintable(c)) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| if c != '\n' && c != '\t' && is_unprintable(c) { visible(c) } else { c };
    Cow::Owned(text.replace("\r\n", "\n").chars().map(shown).collect())
}

/// `text` with everything made visible that is neither printable nor a colour.
fn guarded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(|c| c != '\n' && c != '\t' && is_unprintable(c)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let passed = colour(rest).or_else(|| rest.starts_with("\r\n").then_some(2));
        match (passed, rest.chars().next()) {
            (Some(length), _) => {
                out.push_str(&rest[..length]);
                rest = &rest[length..];
            }
            (None, Some(character)) => {
                out.push(visible(character));
                rest = &rest[character.len_utf8()..];
            }
            (None, None) => break,
        }
    }
    out.push_str(rest);
    out
}

/// The length of the colour that `text` begins with: `ESC [ … m` that hides nothing.
fn colour(text: &str) -> Option<usize> {
    let parameters = text.strip_prefix("\x1b[")?;
    let end = parameters.bytes().position(|byte| !is_parameter(byte))?;
    let is_colour = parameters.as_bytes()[end] == b'm' && end + 3 <= MAX_SEQUENCE;
    // Concealed text (8) is none of ours; behind 38 and 48 an 8 is the number of a colour.
    let mut codes = parameters[..end].split(';');
    let is_hiding = codes.next() == Some("8");
    (is_colour && !is_hiding).then_some(end + 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        {
            let mut guard = Guard::new(&mut out, true);
            pieces.iter().for_each(|piece| guard.write_all(piece).expect("written"));
        }
        String::from_utf8(out).expect("text")
    }

    #[cfg(all(unix, feature = "mcp"))]
    #[test]
    fn a_pipe_that_lost_its_reader_is_not_read() {
        let (reader, mut writer) = std::io::pipe().expect("a pipe");
        assert!(has_reader(&writer));
        writer.write_all(b"waits to be read").expect("written");
        assert!(has_reader(&writer));
        drop(reader);
        assert!(!has_reader(&writer));
    }

    #[test]
    fn a_terminal_gets_text_and_colours_only() {
        let hostile = "a\x1b]0;title\x07b\x1b[2Jc\u{9b}31md\u{202e}e\rf\x1b[8mg\x7f";
        assert_eq!(printed(&[hostile.as_bytes()]), "a␛]0;title␇b␛[2Jc·31md·e␍f␛[8mg␡");
        let own = "\x1b[1;38;5;8mkey\x1b[0m\tvalue\r\nnext 用户\n";
        assert_eq!(printed(&[own.as_bytes()]), own);
    }

    #[test]
    fn pieces_are_cut_anywhere() {
        let text = "x\x1b[31m用\x1b[0m\r\ny\x1b[2Jz\u{202e}\x1b";
        let whole = printed(&[text.as_bytes()]);
        assert_eq!(whole, "x\x1b[31m用\x1b[0m\r\ny␛[2Jz·␛");
        for cut in 0..=text.len() {
            let (head, tail) = text.as_bytes().split_at(cut);
            assert_eq!(printed(&[head, tail]), whole, "cut at {cut}");
        }
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(printed(&bytes), whole);
    }

    #[test]
    fn files_and_pipes_get_the_bytes_as_they_are() {
        let mut out = Vec::new();
        Guard::new(&mut out, false).write_all(b"a\x1b[2J\xff").expect("written");
        assert_eq!(out, b"a\x1b[2J\xff");
    }
}
