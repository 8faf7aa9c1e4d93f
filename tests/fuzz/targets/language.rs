//! Any text as any programming language.
#![cfg_attr(fuzzing, no_main)]

use docql::languages::{LANGUAGES, parse};

include!("driver.inc.rs");

include!("nodes.inc.rs");

target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let language = &LANGUAGES[usize::from(first) % LANGUAGES.len()];
    check(&parse(language, String::from_utf8_lossy(bytes).into_owned()));
}, first = |path, head| {
    let id = docql::formats::detect(path, head).info.id;
    LANGUAGES.iter().position(|language| language.info.id == id).map(|at| at as u8)
});
