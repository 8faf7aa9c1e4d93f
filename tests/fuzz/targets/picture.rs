//! Pictures of any format, for every kind of terminal.
#![cfg_attr(fuzzing, no_main)]

use docql::pictures::{Protocol, Terminal, make};

include!("driver.inc.rs");

const PROTOCOLS: [Protocol; 4] = [Protocol::HalfBlocks, Protocol::Kitty, Protocol::Iterm2, Protocol::Sixel];

target!(|input: &[u8]| {
    let Some((&first, bytes)) = input.split_first() else { return };
    let protocol = PROTOCOLS[usize::from(first) % PROTOCOLS.len()];
    let terminal = Terminal { protocol, cell: (8, 16), through_tmux: first & 64 != 0, unpacks: first & 128 != 0 };
    let _ = make(bytes, (20, 10), terminal, &|| false);
});
