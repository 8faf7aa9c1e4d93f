//! Words to search for, with their facets, phrases and exclusions.
#![no_main]

use docql::search::read;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let request = read(text);
    assert!(request.terms.iter().all(|term| !term.is_empty()));
});
