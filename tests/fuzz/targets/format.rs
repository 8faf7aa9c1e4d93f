//! Any bytes as any format: spans within the text, nodes that nest, no panic.
#![cfg_attr(fuzzing, no_main)]

use docql::formats::{FORMATS, read};

include!("driver.inc.rs");

include!("nodes.inc.rs");

target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let format = &FORMATS[usize::from(first) % FORMATS.len()];
    if let Ok(document) = read(format, bytes.to_vec()) {
        check(&document);
    }
}, first = |path, head| Some(number_of(docql::formats::detect(path, head).info.id)));

/// The byte that chooses the format with this id.
#[cfg_attr(fuzzing, allow(dead_code))]
fn number_of(id: &str) -> u8 {
    FORMATS.iter().position(|format| format.info.id == id).unwrap_or(0) as u8
}
