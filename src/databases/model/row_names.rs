//! What rows of servers are called as documents: a directory for each table, a file for each piece of it, a number for
//! each row.

use crate::document::Cell;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// Letters of a name.
const MAX_NAME: usize = 48;

/// `text` as the name of a file; what cannot stand there is told apart by a hash.
pub fn file_name(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ',' | ' ');
    let plain: String = text.chars().map(|c| if is_plain(c) { c } else { '_' }).take(MAX_NAME).collect();
    match plain == text && !plain.starts_with('.') && !plain.is_empty() {
        true => plain,
        false => format!("{}~{:08x}", plain.trim_start_matches('.'), xxh3_64(text.as_bytes()) as u32),
    }
}

/// The name of the piece that begins with this key. Whole numbers are padded, so that files stand in the order of their
/// rows.
pub fn piece_name(key: &[Cell]) -> String {
    let part = |part: &Cell| match part {
        Cell::Integer(number) => format!("{number:09}"),
        Cell::Text(text) | Cell::Decimal(text) => text.to_string(),
        _ => String::new(),
    };
    file_name(&key.iter().map(part).collect::<Vec<_>>().join(","))
}

/// The number of the row with this key: the key where that is a whole number, else what stands for it; `None` if there
/// is no key.
pub fn row_number_of<'c>(key: impl IntoIterator<Item = &'c Cell>) -> Option<i64> {
    let mut key = key.into_iter().peekable();
    let first = key.next()?;
    if let (Cell::Integer(number), None) = (first, key.peek()) {
        return Some(*number);
    }
    let mut hash = Xxh3Default::new();
    for cell in std::iter::once(first).chain(key) {
        match cell {
            Cell::Text(text) | Cell::Decimal(text) => hash.update(text.as_bytes()),
            Cell::Integer(number) => hash.update(number.to_string().as_bytes()),
            Cell::Real(number) => hash.update(&number.to_bits().to_le_bytes()),
            Cell::Null | Cell::Bytes(_) => {}
        }
        hash.update(&[0]);
    }
    Some((hash.digest() >> 1) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_pieces_are_names_of_files() {
        let name = |text: &str| piece_name(&[Cell::Text(text.into())]);
        assert_eq!(piece_name(&[Cell::Integer(42)]), "000000042");
        assert_eq!(name("b3-4"), "b3-4");
        for odd in ["a/b", "../x", "", "\u{1b}[31m", &"x".repeat(300)] {
            let name = name(odd);
            assert!(name.contains('~') && !name.contains(['/', '\u{1b}']) && !name.starts_with('.'), "{name}");
        }
        assert_ne!(name("a/b"), name("a:b"));
    }
}
