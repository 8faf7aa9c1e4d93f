//! A picture encoded for one terminal, at one size.

use super::blocks::Blocks;

/// Picture protocols of terminals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Characters that are half foreground, half background: two pixels per cell.
    HalfBlocks,
    /// Kitty's graphics, positioned by placeholder characters.
    Kitty,
    /// The inline pictures of iTerm2.
    Iterm2,
    /// Sixel.
    Sixel,
}

impl Protocol {
    /// The name for people.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::HalfBlocks => "half blocks",
            Protocol::Kitty => "kitty graphics",
            Protocol::Iterm2 => "iTerm2 inline images",
            Protocol::Sixel => "sixel",
        }
    }
}

/// The picture capabilities of the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// The protocol to use.
    pub protocol: Protocol,
    /// The width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// Set if output passes through tmux.
    pub through_tmux: bool,
    /// Set if it supports compressed kitty graphics.
    pub unpacks: bool,
}

/// A picture at a size in cells.
#[derive(Debug)]
pub struct Picture {
    /// A number that is unique in the process.
    pub number: u32,
    /// As half blocks: for terminals without a protocol, and wherever part of the picture is covered.
    pub blocks: Blocks,
    /// In the protocol of the terminal, unless that is half blocks.
    pub graphics: Option<Graphics>,
}

/// A picture in the protocol of a terminal.
#[derive(Debug)]
pub enum Graphics {
    /// Transmitted once, then positioned by placeholder characters.
    Kitty(Kitty),
    /// Written as a whole at the upper left corner.
    Sequence(String),
}

/// A picture that the terminal stores under a number.
#[derive(Debug)]
pub struct Kitty {
    /// The sequence that transmits it.
    pub transmit: String,
    /// The sequence that deletes it.
    pub delete: String,
    /// The colour of its placeholders, which encodes the number.
    pub colour: [u8; 3],
    /// The placeholder that begins each row and encodes the row number.
    pub firsts: Vec<String>,
    /// The placeholder of all further cells of a row.
    pub further: String,
}
