//! The parser of a thread: whole texts without what a grammar must not see, and parts of texts.

use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{Language, ParseOptions, Parser, Range, Tree};

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
}

/// Parses the parts `seen` of a text, all of it if there are none; `None` if `cancelled` says so while parsing.
pub(super) fn parse_text(grammar: &Language, text: &str, seen: &[Range], cancelled: &dyn Fn() -> bool) -> Option<Tree> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        parser.set_included_ranges(seen).ok()?;
        let mut progress =
            |_: &tree_sitter::ParseState| if cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = text.as_bytes();
        let mut read = |offset: usize, _| bytes.get(offset..).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        if tree.is_none() {
            // A parser that was stopped would go on with the old text.
            parser.reset();
        }
        // The next text is read as a whole.
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
}

/// Parses a part of a text as a program of its own. Its nodes have their places in the whole, of which the part is
/// `range`.
pub(super) fn parse_part(grammar: &Language, part: &str, range: Range) -> Option<Tree> {
    let offset = range.start_byte;
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).ok()?;
        parser.set_included_ranges(&[range]).ok()?;
        let bytes = part.as_bytes();
        let mut read = |at: usize, _| at.checked_sub(offset).and_then(|at| bytes.get(at..)).unwrap_or_default();
        let tree = parser.parse_with_options(&mut read, None, None);
        // The next text is read as a whole.
        parser.set_included_ranges(&[]).ok()?;
        tree
    })
}
