//! Any text as any programming language.
#![no_main]

use docql::languages::{LANGUAGES, parse};
use libfuzzer_sys::fuzz_target;

include!("nodes.inc.rs");

fuzz_target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let language = &LANGUAGES[usize::from(first) % LANGUAGES.len()];
    check(&parse(language, String::from_utf8_lossy(bytes).into_owned()));
});
