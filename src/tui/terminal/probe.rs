//! Questions to the terminal that it answers on its own, such as how wide it draws a character. Nobody else
//! may read from it meanwhile.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::io::Write;
use std::time::{Duration, Instant};

/// The time that the terminal may take to answer.
const PATIENCE: Duration = Duration::from_millis(100);

/// Most bytes of answers; more is not an answer.
const MAX_BYTES: usize = 4096;

/// Answers of a terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// The cells each text takes, in the order asked; shorter if not all was answered in time.
    pub widths: Vec<u16>,
    /// Letters that were typed in the meantime.
    pub typed: String,
}

/// Draws each text at the start of the line the cursor is on, and asks where the cursor is then. The line is
/// empty afterwards. The terminal must be in raw mode.
pub fn measure(texts: &[&str]) -> Answers {
    let mut out = std::io::stdout();
    let questions: String = texts.iter().map(|text| format!("\r{text}\x1b[6n")).collect();
    if write!(out, "{questions}\r\x1b[K").and_then(|()| out.flush()).is_err() {
        return Answers::default();
    }
    let mut bytes = Vec::new();
    let deadline = Instant::now() + PATIENCE;
    loop {
        let answers = read(&bytes);
        let left = deadline.saturating_duration_since(Instant::now());
        if answers.widths.len() >= texts.len()
            || left.is_zero()
            || bytes.len() > MAX_BYTES
            || !receive(&mut bytes, left)
        {
            return answers;
        }
    }
}

/// Waits for bytes from the terminal and takes them; false if there were none in time.
pub fn receive(bytes: &mut Vec<u8>, patience: Duration) -> bool {
    let input = std::io::stdin();
    let limit = Timespec { tv_sec: patience.as_secs() as i64, tv_nsec: i64::from(patience.subsec_nanos()) };
    let mut wanted = [PollFd::new(&input, PollFlags::IN)];
    if !poll(&mut wanted, Some(&limit)).is_ok_and(|ready| ready > 0) {
        return false;
    }
    // Not through `stdin` itself, whose buffer would keep what the reader of keys is to get.
    let mut piece = [0; 256];
    match rustix::io::read(&input, &mut piece) {
        Ok(count @ 1..) => {
            bytes.extend_from_slice(&piece[..count]);
            true
        }
        _ => false,
    }
}

/// Finds answers of the form `ESC [ row ; column R` in what the terminal has sent; what is no escape sequence
/// was typed.
fn read(bytes: &[u8]) -> Answers {
    let text = String::from_utf8_lossy(bytes);
    let mut answers = Answers::default();
    let mut rest = text.as_ref();
    while let Some(at) = rest.find('\x1b') {
        answers.typed.push_str(&rest[..at]);
        let sequence = &rest[at + 1..];
        // The end of the last one may still be on its way.
        let Some(end) = sequence.find(|last: char| last.is_ascii_alphabetic() || last == '~') else {
            rest = "";
            break;
        };
        let column = sequence[..end].strip_prefix('[').and_then(|inner| inner.split_once(';')?.1.parse::<u16>().ok());
        if let (Some(column), true) = (column, sequence[end..].starts_with('R')) {
            answers.widths.push(column.saturating_sub(1));
        }
        rest = &sequence[end + 1..];
    }
    answers.typed.push_str(rest);
    answers.typed.retain(|character| !character.is_control() || character == '\r');
    answers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_told_from_what_is_typed() {
        let answers = read(b"a\x1b[1;2Rb\x1b[A\x1b[1;3R\r\x01c\x1b[1");
        assert_eq!((answers.widths.as_slice(), answers.typed.as_str()), ([1, 2].as_slice(), "ab\rc"));
        assert_eq!(read(b"x\ry\x1b[12;1R").typed, "x\ry");
        assert_eq!(read(&[0xff, 0x1b]), Answers { widths: Vec::new(), typed: "\u{fffd}".to_owned() });
    }
}
