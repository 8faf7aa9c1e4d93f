//! What tree-sitter allocates, counted per thread: a parser tells nobody how much work and memory a text takes.
//!
//! Between two calls of its progress callback a parser does a hundred steps, and a step on a deep stack can cost
//! as much as a whole file. All of that work goes through the allocator, so that is where it is counted. Nothing fails
//! here: tree-sitter ends the program if it gets no memory. The callback reads the counters and stops the parser.
#![allow(unsafe_code, reason = "tree-sitter takes its allocator as C functions; nothing else can count what it uses")]

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, handle_alloc_error, realloc};
use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Once;

/// The counters of a thread. What another thread frees is missing here, so they can be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Bytes allocated and not freed.
    pub live: i64,
    /// Nodes of parse stacks allocated and not freed: no stack is deeper.
    pub stack: i64,
    /// Bytes allocated since the start.
    pub bytes: u64,
    /// Allocations since the start.
    pub count: u64,
}

thread_local! {
    static COUNTERS: Cell<Counters> = const {
        Cell::new(Counters { live: 0, stack: 0, bytes: 0, count: 0 })
    };
}

/// The counters of this thread as they are now.
pub(super) fn counters() -> Counters {
    COUNTERS.get()
}

/// Makes tree-sitter count. Everything that makes one of its objects calls this first.
pub(super) fn count() {
    static ONCE: Once = Once::new();
    let functions = tree_sitter::Allocator { malloc, calloc, realloc: resize, free };
    // SAFETY: once, before any object of tree-sitter exists: a test sees to it that `parser.rs` alone makes parsers and
    // queries. The functions are of one family, never return null and align like `malloc`.
    ONCE.call_once(|| unsafe { tree_sitter::set_allocator(Some(functions)) });
}

/// `StackNode` in tree-sitter's `stack.c`. Nothing else is allocated in its size at once: arrays grow.
#[repr(C)]
struct StackNode {
    state: u16,
    position: [u32; 3],
    links: [(*const c_void, u64, bool); 8],
    link_count: u16,
    counts: [u32; 3],
    precedence: i32,
}

/// Stands before every allocation.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
struct Header {
    size: usize,
    is_stack: bool,
}

const HEADER: usize = size_of::<Header>();

fn layout(size: usize) -> Layout {
    match size.checked_add(HEADER).map(|size| Layout::from_size_align(size, align_of::<Header>())) {
        Some(Ok(layout)) => layout,
        _ => std::process::abort(),
    }
}

fn note(old: Option<Header>, new: Option<Header>) {
    let size = |header: Option<Header>| header.map_or(0, |header| header.size) as i64;
    let stack = |header: Option<Header>| i64::from(header.is_some_and(|header| header.is_stack));
    let mut counters = COUNTERS.get();
    counters.live += size(new) - size(old);
    counters.stack += stack(new) - stack(old);
    counters.bytes += size(new) as u64;
    counters.count += u64::from(new.is_some());
    COUNTERS.set(counters);
}

/// Writes the header of a new block and returns what follows it.
///
/// # Safety
/// `block` was returned for `layout(header.size)`, or is null.
unsafe fn begin(block: *mut u8, header: Header, old: Option<Header>) -> *mut c_void {
    if block.is_null() {
        handle_alloc_error(layout(header.size));
    }
    note(old, Some(header));
    // SAFETY: the block is aligned for a header and has room for it.
    unsafe {
        block.cast::<Header>().write(header);
        block.add(HEADER).cast()
    }
}

/// The block that `memory` belongs to, and its header.
///
/// # Safety
/// `memory` was returned by [`begin`] and has not been freed.
unsafe fn block_of(memory: *mut c_void) -> (*mut u8, Header) {
    // SAFETY: every block begins with its header.
    unsafe {
        let block = memory.cast::<u8>().sub(HEADER);
        (block, block.cast::<Header>().read())
    }
}

unsafe extern "C" fn malloc(size: usize) -> *mut c_void {
    let header = Header { size, is_stack: size == size_of::<StackNode>() };
    // SAFETY: the layout is not empty, and is the one of the header.
    unsafe { begin(alloc(layout(size)), header, None) }
}

unsafe extern "C" fn calloc(count: usize, size: usize) -> *mut c_void {
    let Some(size) = count.checked_mul(size) else { std::process::abort() };
    // SAFETY: as in `malloc`.
    unsafe { begin(alloc_zeroed(layout(size)), Header { size, is_stack: false }, None) }
}

unsafe extern "C" fn resize(memory: *mut c_void, size: usize) -> *mut c_void {
    if memory.is_null() {
        // SAFETY: any size may be asked for.
        return unsafe { malloc(size) };
    }
    // SAFETY: tree-sitter passes what it got from here, and the header has the size it was allocated with.
    unsafe {
        let (block, old) = block_of(memory);
        let block = realloc(block, layout(old.size), layout(size).size());
        begin(block, Header { size, is_stack: false }, Some(old))
    }
}

unsafe extern "C" fn free(memory: *mut c_void) {
    if memory.is_null() {
        return;
    }
    // SAFETY: as in `resize`.
    unsafe {
        let (block, header) = block_of(memory);
        note(Some(header), None);
        dealloc(block, layout(header.size));
    }
}
