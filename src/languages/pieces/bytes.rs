//! Places in the bytes of a program: ends of lines, words, strings and directives.

/// The bytes that mean something in braces: brackets, and what may hide some.
pub(super) const IN_BRACES: [bool; 256] = {
    let mut table = [false; 256];
    let mut at = 0;
    while at < MARKS.len() {
        table[MARKS[at] as usize] = true;
        at += 1;
    }
    table
};
const MARKS: &[u8] = b"{}()\"'/#";

pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    memchr::memchr(b'\n', &bytes[at..]).map_or(bytes.len(), |end| at + end)
}

/// The end of a directive: lines go on behind a `\`, and in a comment.
pub(super) fn directive_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start;
    loop {
        let end = line_end(bytes, at);
        let line = &bytes[at..end];
        let opens = memchr::memmem::rfind(line, b"/*").filter(|&open| {
            memchr::memmem::find(&line[open..], b"*/").is_none() && memchr::memmem::find(&line[..open], b"//").is_none()
        });
        if let Some(open) = opens {
            let open = at + open;
            at = memchr::memmem::find(&bytes[open + 2..], b"*/").map_or(bytes.len(), |end| open + end + 4);
        } else if line.trim_ascii_end().ends_with(b"\\") && end < bytes.len() {
            at = end + 1;
        } else {
            return end;
        }
    }
}

/// True if nothing but blanks stand before `at` in its line.
pub(super) fn is_line_start(bytes: &[u8], at: usize) -> bool {
    let before = bytes[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t'));
    before.is_none_or(|byte| *byte == b'\n')
}

pub(super) fn word_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes[at..].iter();
    at + rest.take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 0x80..)).count()
}

/// The end of a string or a character; of one that nothing closes, that of the line.
pub(super) fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if byte == bytes[start] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    bytes.len()
}
