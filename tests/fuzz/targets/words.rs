//! Words to search for, with their facets, phrases and exclusions.
#![cfg_attr(fuzzing, no_main)]

use docql::search::read;

include!("driver.inc.rs");

target!(|text: &str| {
    let request = read(text);
    assert!(request.terms.iter().all(|term| !term.is_empty()));
});
