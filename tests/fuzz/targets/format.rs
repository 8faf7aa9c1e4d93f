//! Any bytes as any format: spans within the text, nodes that nest, no panic.
#![no_main]

use docql::formats::{FORMATS, read};
use libfuzzer_sys::fuzz_target;

include!("nodes.inc.rs");

fuzz_target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let format = &FORMATS[usize::from(first) % FORMATS.len()];
    if let Ok(document) = read(format, bytes.to_vec()) {
        check(&document);
    }
});
