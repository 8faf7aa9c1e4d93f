//! Queries: what is read, checked, painted, completed and written back is the same query.
#![cfg_attr(fuzzing, no_main)]

use docql::docql::{canonical, check, compile, compile_data, complete, paint, remarks};
use docql::stdx::Ticket;

include!("driver.inc.rs");

target!(|text: &str| {
    let length = text.len();
    for diagnostic in check(text) {
        let (start, end) = (diagnostic.span.start as usize, diagnostic.span.end as usize);
        assert!(start <= end && end <= length && text.is_char_boundary(start) && text.is_char_boundary(end));
    }
    for (span, _) in paint(text) {
        assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize));
    }
    remarks(text);
    let _ = compile_data(text);
    if compile(text).is_ok() {
        let written = canonical(text);
        assert!(compile(&written).is_ok(), "{written}");
        assert_eq!(canonical(&written), written);
    }
    let caret = text.char_indices().nth(length / 2).map_or(length, |(at, _)| at);
    for caret in [caret, length] {
        complete(text, caret, None, &Ticket::forever());
    }
});
