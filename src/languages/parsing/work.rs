//! The budget of a text: how much work, memory and depth its trees may take. It is counted, never timed, so that the
//! same text has the same outline on every machine.

use super::allocations::{Counters, counters};
use std::cell::Cell;

/// Steps of work that any text is worth, and what each of its bytes adds. A program takes 0.5 per byte, the densest of
/// 60,000 real ones (a table of numbers) 2.4; four million steps of a program take a second, and fewer of what is broken.
const STEPS: u64 = 400_000;
const STEPS_PER_BYTE: u64 = 2;
/// However long a text is.
const MAX_STEPS: u64 = 10_000_000;

/// Parser operations between two calls of the progress callback (`OP_COUNT_PER_PARSER_CALLBACK_CHECK`), four a step.
const STEPS_PER_CALLBACK: u64 = 100 / 4;
/// A piece of text that is read is as much work as this: a scanner may look through many before it finds what it looks for.
const STEPS_PER_READ: u64 = 4;
/// Bytes allocated that are as much work as one step: they are filled, and looked through.
const BYTES_PER_STEP: u64 = 1_000;

/// Bytes of memory that the trees of any text may take, and what each of its bytes adds: a program takes 25 to 100.
/// Between two calls of the progress callback it can be many times that, which is why the first is small.
const MEMORY: i64 = 32 << 20;
const MEMORY_PER_BYTE: i64 = 200;
/// However long a text is, up to [`SMALL`] bytes and beyond.
const MAX_SMALL_MEMORY: i64 = 250 << 20;
const MAX_MEMORY: i64 = 600 << 20;
const SMALL: usize = 1 << 20;

/// Nodes on the stacks of a parser, at most. It frees them with as many calls in each other, in less than 2 MB; comments
/// without a declaration behind them are on the stack too.
const MAX_DEPTH: i64 = 8_000;
/// The same where there is a stack of [`DEEP_STACK`] bytes.
const MAX_DEEP: i64 = 60_000;
/// The stack of a thread on which a deep text is parsed.
pub(super) const DEEP_STACK: usize = 32 << 20;

/// The bound that a text is beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Over {
    /// It is ambiguous, or broken all over.
    #[error("too hard to parse")]
    Work,
    /// Its trees would be far larger than any program's.
    #[error("its syntax tree takes too much memory")]
    Memory,
    /// Nothing that people write is so deep.
    #[error("nested too deeply")]
    Depth,
}

/// Why a text has no tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unparsed {
    /// Nobody waits for it any longer.
    Cancelled,
    /// It is longer than [`crate::languages::MAX_BYTES`].
    TooLong,
    /// It is beyond a bound.
    Over(Over),
    /// The grammar cannot be used.
    NoGrammar,
}

/// The work that the trees of one text have taken, and what they may.
#[derive(Debug)]
pub(in crate::languages) struct Work {
    max_steps: u64,
    max_memory: i64,
    max_depth: i64,
    steps: Cell<u64>,
    memory: Cell<i64>,
    over: Cell<Option<Over>>,
}

impl Work {
    /// The budget of a text of so many bytes.
    pub(in crate::languages) fn of(bytes: usize) -> Work {
        let most = if bytes <= SMALL { MAX_SMALL_MEMORY } else { MAX_MEMORY };
        Work {
            max_steps: (STEPS + STEPS_PER_BYTE * bytes as u64).min(MAX_STEPS),
            max_memory: (MEMORY + MEMORY_PER_BYTE * bytes as i64).min(most),
            max_depth: MAX_DEPTH,
            steps: Cell::new(0),
            memory: Cell::new(0),
            over: Cell::new(None),
        }
    }

    /// What is left, for a thread with a large stack.
    pub(super) fn deep(&mut self) {
        self.max_depth = MAX_DEEP;
        self.over.set(None);
    }

    /// The bound that was passed, if one was.
    pub(in crate::languages) fn over(&self) -> Option<Over> {
        self.over.get()
    }

    /// Begins to count a run of a parser.
    pub(super) fn begin(&self) -> Run<'_> {
        Run { work: self, start: counters(), counted: Cell::new(counters()), reads: Cell::new(0) }
    }
}

/// A run of a parser that is being counted.
pub(super) struct Run<'w> {
    work: &'w Work,
    start: Counters,
    counted: Cell<Counters>,
    reads: Cell<u64>,
}

impl Run<'_> {
    /// Counts a piece of text that was read; false if no more may be.
    pub(super) fn read(&self) -> bool {
        self.reads.set(self.reads.get() + 1);
        self.work.over.get().is_none()
    }

    /// Counts the work since the last call of the progress callback; false if it was the last that is done.
    pub(super) fn go_on(&self) -> bool {
        let now = counters();
        let before = self.counted.replace(now);
        let allocated = (now.count - before.count) + (now.bytes - before.bytes) / BYTES_PER_STEP;
        let work = self.work;
        work.steps.set(work.steps.get() + STEPS_PER_CALLBACK + allocated + STEPS_PER_READ * self.reads.take());
        let over = if work.steps.get() > work.max_steps {
            Some(Over::Work)
        } else if work.memory.get() + now.live - self.start.live > work.max_memory {
            Some(Over::Memory)
        } else if now.stack - self.start.stack > work.max_depth {
            Some(Over::Depth)
        } else {
            None
        };
        work.over.set(work.over.get().or(over));
        work.over.get().is_none()
    }
}

impl Drop for Run<'_> {
    /// What a tree keeps counts for the next run, too.
    fn drop(&mut self) {
        let memory = &self.work.memory;
        memory.set((memory.get() + counters().live - self.start.live).max(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::languages::parsing::parser::{new_parser, resume};
    use crate::languages::table::by_id;

    /// A parse of `text`, and its budget after it.
    fn parsed(id: &str, text: &str) -> (Result<tree_sitter::Tree, Unparsed>, Work) {
        let mut parser = new_parser();
        parser.set_language(&(by_id(id).expect("a language").grammar)()).expect("a grammar");
        let work = Work::of(text.len());
        let tree = resume(&mut parser, text, &work, &|| false);
        (tree, work)
    }

    #[test]
    fn work_is_counted_and_the_same_each_time() {
        let text = "fn f(a: u32) -> u32 { g(a, [1, 2, 3]) + 1 }\n".repeat(200);
        let steps = |text: &str| {
            let (tree, work) = parsed("rust", text);
            assert!(tree.is_ok());
            work.steps.get()
        };
        let (once, again, twice) = (steps(&text), steps(&text), steps(&text.repeat(2)));
        assert_eq!(once, again);
        assert!(once * 9 / 5 < twice && twice < once * 11 / 5, "{once} {twice}");
        assert!(once < text.len() as u64 * STEPS_PER_BYTE, "a program is far from its budget: {once}");
    }

    #[test]
    fn what_a_scanner_looks_through_is_work() {
        let text = "\\\n".repeat(100_000);
        let (tree, work) = parsed("python", &text);
        assert!(matches!(tree, Err(Unparsed::Over(Over::Work))), "{:?}", work.over());
        let read: u64 = work.max_steps / STEPS_PER_READ;
        assert!(read * 128 < 40_000_000, "{read} pieces of 128 bytes");
    }

    #[test]
    fn the_depth_of_a_stack_is_seen() {
        let nested = format!("{}1{}", "[".repeat(50_000), "]".repeat(50_000));
        let (tree, work) = parsed("javascript", &nested);
        assert!(matches!(tree, Err(Unparsed::Over(Over::Depth))), "{:?}", work.over());
        let flat = format!("[{}]", "[1],".repeat(50_000));
        assert!(parsed("javascript", &flat).0.is_ok());
    }

    #[test]
    fn memory_is_what_a_thread_has_allocated_and_not_freed() {
        let before = counters();
        let (tree, _) = parsed("go", &"func f() { return }\n".repeat(500));
        let held = counters().live - before.live;
        assert!(held > 100_000, "{held}");
        drop(tree);
        let after = counters();
        assert!(after.live - before.live < held / 20, "{} of {held}", after.live - before.live);
        assert!(after.bytes - before.bytes >= held as u64 && after.count > before.count);
    }
}
