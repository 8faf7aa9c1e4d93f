//! Additions to the standard library: tickets, mailboxes, display width, text without terminal escapes.
//!
//! The files, in reading order:
//!
//! - `calendar`: the Gregorian calendar: days since 1970 and dates, without time zones; moments as people write them:
//!   `7d`, `36 hours`, `2026-01-31`.
//! - `fault`: lost memory: a file that is mapped and shrinks takes its pages with it, and reading them ends the
//!   program.
//! - `files`: files and directories that belong to one user.
//! - `keys`: words that nobody but a machine makes up: keys and tokens.
//! - `mailbox`: a one-slot mailbox: the newest request replaces an unread older one.
//! - `memory`: settings of the memory allocator.
//! - `printable`: text that commands no terminal: control characters of files become visible.
//! - `printing`: standard output and standard error: the one way to print.
//! - `panics`: panics that are expected, as of libraries on damaged bytes, and those that are told: whoever asked hears of
//!   them, and no terminal their raw text.
//! - `ticket`: cancellation: work holds a ticket, and a newer ticket makes it stale.
//! - `sort`: cancellable parallel merge sort.
//! - `text`: text without domain terms: searches in it, edit distance, counts and sizes in words, traces in one line.
//! - `threads`: work on threads of its own, which may be done while a lock is held.
//! - `tokens`: tokens of a text, at most: a bound that holds for the tokenizers of language models, without their
//!   vocabularies.
//! - `width`: display width in terminal cells, and clipping to it.

mod calendar;
pub mod fault;
mod files;
mod keys;
mod mailbox;
mod memory;
pub mod panics;
mod printable;
pub mod printing;
mod sort;
mod text;
mod threads;
mod ticket;
pub mod tokens;
mod width;

pub use calendar::{Moment, date_of, day_number, timestamp};
pub use files::{Scratch, directory_of, not_private, private_directory, private_file, write_whole};
pub use keys::is_key;
pub use mailbox::Mailbox;
pub use memory::share_arenas;
pub use printable::{is_unprintable, printable};
pub use sort::sorted_by;
pub use text::{
    AsciiFinder, contains_ignoring_case, counted, edit_distance, ends_with_ignoring_case, find_ascii,
    find_ignoring_case, grouped, holds_word, is_folded_trace, size, starts_with_ignoring_case, unfolded,
};
pub use threads::{Shared, map_apart};
pub use ticket::{Stale, Ticket, Tickets};
pub use width::{
    clip, clip_apart, clip_middle, clip_name, clip_path, clip_unlike, display_width, is_ambiguous_wide, pad,
    set_ambiguous_wide, wrap_words,
};
