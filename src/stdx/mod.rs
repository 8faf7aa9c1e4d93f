//! Additions to the standard library: tickets, mailboxes, display width, text without terminal escapes.

pub mod fault;
mod files;
mod finder;
mod keys;
mod mailbox;
mod memory;
mod printable;
pub mod printing;
mod sort;
mod text;
mod ticket;
pub mod tokens;
mod width;

pub use files::{directory_of, not_private, private_directory, private_file, write_whole};
pub use finder::AsciiFinder;
pub use keys::is_key;
pub use mailbox::Mailbox;
pub use memory::share_arenas;
pub use printable::{is_unprintable, printable};
pub use sort::sorted_by;
pub use text::{
    contains_ignoring_case, counted, edit_distance, ends_with_ignoring_case, find_ascii, find_ignoring_case, grouped,
    size, starts_with_ignoring_case,
};
pub use ticket::{Stale, Ticket, Tickets};
pub use width::{clip, clip_middle, clip_path, display_width, is_ambiguous_wide, pad, set_ambiguous_wide, wrap_words};
