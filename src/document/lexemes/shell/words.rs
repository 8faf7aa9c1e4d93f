//! The words of a script, and which of them are names.

fn is_name_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

pub(super) fn name_end(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| is_name_part(**byte)).count()
}

/// The end of the brackets without anything in them that follow the name of a function, if they do.
pub(super) fn empty_brackets_end(bytes: &[u8], at: usize) -> Option<usize> {
    let blanks = |at: usize| at + bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let open = blanks(at);
    let inside = blanks((bytes.get(open) == Some(&b'(')).then_some(open + 1)?);
    (bytes.get(inside) == Some(&b')')).then_some(inside + 1)
}

/// True if a function or a program may have this name.
pub(super) fn is_name(word: &[u8]) -> bool {
    let is_part = |byte: &u8| is_name_part(*byte) || b"-.:+@".contains(byte);
    word.iter().all(is_part) && word.iter().any(|byte| is_name_part(*byte)) && !word.starts_with(b"-")
}
