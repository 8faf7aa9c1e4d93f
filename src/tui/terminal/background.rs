//! The background of the terminal, light or dark. It is asked when its window has the focus again, because that is when
//! somebody comes back who may have switched; what is typed while it answers is heard all the same.

use crate::config::ColourScheme;

/// Asks for the colour of the ground; every terminal answers the second question, so nobody waits for the first.
pub(super) const QUESTION: &str = "\x1b]11;?\x1b\\\x1b[c";

/// Longest sequence that is kept while its end is awaited.
const LONGEST: usize = 4096;

/// Listens to a terminal that was asked.
#[derive(Debug, Default)]
pub(super) struct Listener {
    /// The beginning of a sequence or a character whose end has not arrived.
    rest: Vec<u8>,
    /// The background that the terminal has told.
    pub ground: Option<ColourScheme>,
    /// True if it has said all that it was asked.
    pub has_ended: bool,
}

impl Listener {
    /// Takes what has arrived; returns what was typed among it, control characters too. Keys that are
    /// sent as sequences are lost.
    pub fn take(&mut self, bytes: &[u8]) -> String {
        let mut rest = std::mem::take(&mut self.rest);
        let typed = split(&mut rest, bytes, &mut |sequence| self.heard(sequence));
        self.rest = rest;
        typed
    }

    fn heard(&mut self, sequence: &[u8]) {
        if sequence.starts_with(b"\x1b[?") && sequence.ends_with(b"c") {
            self.has_ended = true;
        } else if let Some(colour) = sequence.strip_prefix(b"\x1b]11;") {
            self.ground = std::str::from_utf8(colour).ok().and_then(scheme).or(self.ground);
        }
    }
}

/// Takes what has arrived apart: tells each escape sequence, returns what was typed among them. What is not whole
/// yet is the rest, for the next time.
pub(in crate::tui) fn split(rest: &mut Vec<u8>, bytes: &[u8], heard: &mut dyn FnMut(&[u8])) -> String {
    let mut all = std::mem::take(rest);
    all.extend_from_slice(bytes);
    let mut typed = Vec::new();
    let mut left: &[u8] = &all;
    while let Some(first) = left.first() {
        if *first != 0x1b {
            typed.push(*first);
            left = &left[1..];
            continue;
        }
        let Some(length) = sequence(left) else {
            if left.len() < LONGEST {
                *rest = left.to_vec();
            }
            break;
        };
        heard(&left[..length]);
        left = &left[length..];
    }
    // The last character may not be whole yet.
    let whole = match std::str::from_utf8(&typed) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => typed.len(),
    };
    rest.splice(0..0, typed[whole..].iter().copied());
    String::from_utf8_lossy(&typed[..whole]).into_owned()
}

/// The length of the escape sequence at the start of `bytes`; `None` while its end is missing.
fn sequence(bytes: &[u8]) -> Option<usize> {
    match bytes.get(1)? {
        b'[' => bytes[2..].iter().position(|byte| (0x40..=0x7e).contains(byte)).map(|end| end + 3),
        b']' | b'P' | b'_' => {
            let bell = bytes.iter().position(|byte| *byte == 0x07).map(|end| end + 1);
            let string = bytes[2..].windows(2).position(|pair| pair == b"\x1b\\").map(|end| end + 4);
            bell.into_iter().chain(string).min()
        }
        b'O' => (bytes.len() > 2).then_some(3),
        _ => Some(2),
    }
}

/// `rgb:1c1c/1c1c/1c1c`, with one to four digits a part, as light or dark.
fn scheme(colour: &str) -> Option<ColourScheme> {
    let (_, parts) = colour.split_once(':')?;
    let mut parts = parts.split('/').map(|part| {
        let digits: String = part.chars().take_while(char::is_ascii_hexdigit).take(4).collect();
        let most = 16_u32.checked_pow(digits.len() as u32)?.checked_sub(1).filter(|most| *most > 0)?;
        Some(f64::from(u32::from_str_radix(&digits, 16).ok()?) / f64::from(most))
    });
    let (red, green, blue) = (parts.next()??, parts.next()??, parts.next()??);
    let lightness = 0.299 * red + 0.587 * green + 0.114 * blue;
    Some(if lightness > 0.5 { ColourScheme::Light } else { ColourScheme::Dark })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_typed_text_are_told_apart_however_they_are_cut() {
        let sent = "aé\x1b]11;rgb:fafa/fafa/fafa\x1b\\b\x1b[A\x1b[?62;4c\r中".as_bytes();
        for cut in 0..sent.len() {
            let mut listener = Listener::default();
            let typed = listener.take(&sent[..cut]) + &listener.take(&sent[cut..]);
            assert_eq!((typed.as_str(), listener.ground), ("aéb\r中", Some(ColourScheme::Light)), "cut at {cut}");
            assert!(listener.has_ended);
        }
    }

    #[test]
    fn grounds_are_light_or_dark_and_nonsense_is_neither() {
        let told = |answer: &str| {
            let mut listener = Listener::default();
            assert_eq!(listener.take(answer.as_bytes()), "");
            listener.ground
        };
        assert_eq!(told("\x1b]11;rgb:1c1c/2020/2424\x07"), Some(ColourScheme::Dark));
        assert_eq!(told("\x1b]11;rgb:f/f/e\x07"), Some(ColourScheme::Light));
        assert_eq!(told("\x1b]11;rgba:ffff/ffff/ffff/ffff\x07"), Some(ColourScheme::Light));
        for nonsense in ["\x1b]11;\x07", "\x1b]11;rgb://\x07", "\x1b]11;rgb:zz/1/1\x07", "\x1b[?997;1n", "\x1b]11;rgb:"]
        {
            assert_eq!(told(nonsense), None, "{nonsense:?}");
        }
        // What never ends does not fill the memory.
        let mut listener = Listener::default();
        for _ in 0..1000 {
            listener.take(b"\x1b]11;aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa");
        }
        assert!(listener.rest.len() <= LONGEST + 64);
    }
}
