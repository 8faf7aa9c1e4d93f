//! The parser of a thread: whole texts without what a grammar must not see, and parts of texts.

use super::allocations;
use super::work::{DEEP_STACK, Over, Unparsed, Work};
use std::cell::RefCell;
use std::ops::ControlFlow;
use tree_sitter::{InputEdit, Language, ParseOptions, ParseState, Parser, Point, Query, QueryError, Range, Tree};

/// Bytes handed to a parser at once: what it reads again and again is counted in pieces of this size.
const PIECE: usize = 128;

thread_local! {
    static PARSER: RefCell<Parser> = RefCell::new(new_parser());
}

/// A parser. All are made here.
pub(in crate::languages) fn new_parser() -> Parser {
    allocations::count();
    Parser::new()
}

/// A query. All are made here.
pub(in crate::languages) fn new_query(grammar: &Language, source: &str) -> Result<Query, QueryError> {
    allocations::count();
    Query::new(grammar, source)
}

/// Parses a text, unless `cancelled` says to stop.
pub(in crate::languages) fn parse_text(
    grammar: &Language,
    text: &str,
    work: &mut Work,
    cancelled: &(dyn Fn() -> bool + Sync),
) -> Result<Tree, Unparsed> {
    match parse_here(grammar, text, 0, &[], work, cancelled) {
        Err(Unparsed::Over(Over::Depth)) => {
            work.deep();
            let work = &mut *work;
            on_deep_stack(move || parse_here(grammar, text, 0, &[], work, cancelled))
        }
        done => done,
    }
}

/// Parses a text once more that reads differently now.
pub(in crate::languages) fn parse_again(grammar: &Language, text: &str, work: &Work) -> Option<Tree> {
    parse_here(grammar, text, 0, &[], work, &|| false).ok()
}

/// Parses a part of a text as a program of its own. Its nodes have their places in the whole, of which the part is
/// `range`.
pub(in crate::languages) fn parse_part(grammar: &Language, part: &str, range: Range, work: &Work) -> Option<Tree> {
    parse_here(grammar, part, range.start_byte, &[range], work, &|| false).ok()
}

/// Parses with the parser of this thread; `text` begins at `offset`.
fn parse_here(
    grammar: &Language,
    text: &str,
    offset: usize,
    seen: &[Range],
    work: &Work,
    cancelled: &dyn Fn() -> bool,
) -> Result<Tree, Unparsed> {
    PARSER.with_borrow_mut(|parser| {
        parser.set_language(grammar).map_err(|_| Unparsed::NoGrammar)?;
        parser.set_included_ranges(seen).map_err(|_| Unparsed::NoGrammar)?;
        let tree = run(parser, text, offset, work, cancelled);
        // A parser that was stopped would go on with the old text, and the next text is read as a whole.
        parser.reset();
        parser.set_included_ranges(&[]).map_err(|_| Unparsed::NoGrammar)?;
        tree
    })
}

/// Starts or goes on with a parse of `text`; a parser that was stopped by `cancelled` goes on where it was.
pub(in crate::languages) fn resume(
    parser: &mut Parser,
    text: &str,
    work: &Work,
    cancelled: &dyn Fn() -> bool,
) -> Result<Tree, Unparsed> {
    let parsed = run(parser, text, 0, work, cancelled);
    if matches!(parsed, Err(Unparsed::Over(_))) {
        parser.reset();
    }
    parsed
}

fn run(
    parser: &mut Parser,
    text: &str,
    offset: usize,
    work: &Work,
    cancelled: &dyn Fn() -> bool,
) -> Result<Tree, Unparsed> {
    let bytes = text.as_bytes();
    let counted = work.begin();
    let mut progress = |_: &ParseState| match counted.go_on() && !cancelled() {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let needs_line_end = parser.language().is_some_and(|grammar| reads_past_the_end(&grammar));
    let is_open = needs_line_end && offset == 0 && !bytes.ends_with(b"\n");
    let mut ended = None;
    let mut read = |at: usize, _| {
        let rest = at.checked_sub(offset).and_then(|at| bytes.get(at..)).unwrap_or_default();
        match counted.read() {
            true if rest.is_empty() && is_open && at == bytes.len() => &b"\n"[..],
            true => &rest[..rest.len().min(PIECE)],
            // Where nothing more may be done the text ends, so that what is being read does.
            false if needs_line_end && ended != Some(at) => {
                ended = Some(at + 1);
                b"\n"
            }
            false => &[],
        }
    };
    let options = ParseOptions::new().progress_callback(&mut progress);
    let tree = parser.parse_with_options(&mut read, None, Some(options));
    match (work.over(), tree) {
        (Some(over), _) => Err(Unparsed::Over(over)),
        (None, Some(mut tree)) => {
            if is_open {
                tree.edit(&line_end_taken_away(bytes));
            }
            Ok(tree)
        }
        (None, None) => Err(Unparsed::Cancelled),
    }
}

/// True for the grammar of Kotlin: its scanner looks for white space behind an annotation, also past the end of the text,
/// where it would never come to an end.
fn reads_past_the_end(grammar: &Language) -> bool {
    *grammar == Language::from(tree_sitter_kotlin_ng::LANGUAGE)
}

/// The edit after which a tree of a text and a line's end is one of the text.
fn line_end_taken_away(bytes: &[u8]) -> InputEdit {
    let row = memchr::memchr_iter(b'\n', bytes).count();
    let column = bytes.len() - memchr::memrchr(b'\n', bytes).map_or(0, |at| at + 1);
    let end = Point::new(row, column);
    InputEdit {
        start_byte: bytes.len(),
        old_end_byte: bytes.len() + 1,
        new_end_byte: bytes.len(),
        start_position: end,
        old_end_position: Point::new(row + 1, 0),
        new_end_position: end,
    }
}

/// Runs `work` on a thread with a large stack.
fn on_deep_stack(work: impl FnOnce() -> Result<Tree, Unparsed> + Send) -> Result<Tree, Unparsed> {
    let beyond = Err(Unparsed::Over(Over::Depth));
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("deep".to_owned()).stack_size(DEEP_STACK);
        match thread.spawn_scoped(scope, work) {
            Ok(thread) => thread.join().unwrap_or(beyond),
            Err(_) => beyond,
        }
    })
}
