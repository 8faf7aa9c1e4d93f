//! A picture made ready for one kind of terminal, at one size.

use super::blocks::Blocks;

/// The ways in which terminals show pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// Characters that are half foreground, half background: two pixels a cell.
    HalfBlocks,
    /// Kitty's graphics, placed by characters that stand for parts of the picture.
    Kitty,
    /// The inline pictures of iTerm2.
    Iterm2,
    /// Sixel.
    Sixel,
}

impl Protocol {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Protocol::HalfBlocks => "half blocks",
            Protocol::Kitty => "kitty graphics",
            Protocol::Iterm2 => "iTerm2 inline images",
            Protocol::Sixel => "sixel",
        }
    }
}

/// How the terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terminal {
    /// By which protocol.
    pub protocol: Protocol,
    /// The width and height of a cell in pixels.
    pub cell: (u16, u16),
    /// Whether what is for the terminal goes through tmux.
    pub through_tmux: bool,
    /// Whether it unpacks what kitty's graphics are packed in.
    pub unpacks: bool,
}

/// A picture at a size in cells.
#[derive(Debug)]
pub struct Picture {
    /// No two that were made in one process have the same.
    pub number: u32,
    /// In half blocks: for terminals that know nothing else, and wherever a part of it is covered.
    pub blocks: Blocks,
    /// In the protocol of the terminal, if that is another one.
    pub graphics: Option<Graphics>,
}

/// A picture in the protocol of a terminal.
#[derive(Debug)]
pub enum Graphics {
    /// Sent once, then placed by characters.
    Kitty(Kitty),
    /// Written at its upper left corner, as a whole.
    Sequence(String),
}

/// A picture that the terminal keeps under a number.
#[derive(Debug)]
pub struct Kitty {
    /// What gives it to the terminal.
    pub transmit: String,
    /// What makes the terminal forget it.
    pub delete: String,
    /// The colour of the characters that stand for it: the number of the picture.
    pub colour: [u8; 3],
    /// The character that begins each row; it says which row it is.
    pub firsts: Vec<String>,
    /// The character of all further cells of a row.
    pub further: String,
}
