//! File bytes → picture for the terminal, by `image` and `ratatui-image`.

use super::blocks::Blocks;
use super::picture::{Graphics, Kitty, Picture, Protocol, Terminal};
use super::room::{MOST_PIXELS, refused};
use image::imageops::FilterType;
use image::{DynamicImage, ImageDecoder, ImageError, ImageReader, Limits};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::style::Color;
use ratatui::widgets::Widget;
use ratatui_image::picker::ProtocolType;
use ratatui_image::picker::cap_parser::{Parser, QueryStdioOptions, Response};
use ratatui_image::protocol::{self, iterm2::Iterm2, kitty, sixel::Sixel};
use ratatui_image::{FontSize, Image, Resize};
use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU32, Ordering};

/// True if the program was built with pictures.
pub const IS_BUILT: bool = true;

/// Bytes that a decoder may allocate, at most: eight per pixel, and working memory.
const MAX_DECODER_BYTES: u64 = 8 * MOST_PIXELS + (64 << 20);

/// The placeholder character of kitty's graphics, which stands for part of a picture.
const PLACEHOLDER: char = '\u{10eeee}';

/// Number of the last picture.
static LAST_NUMBER: AtomicU32 = AtomicU32::new(0);

/// The escape sequences that query a terminal for its protocols and cell size, ending with a query that every terminal
/// answers. Without `knows_parts`, protocols that such terminals claim but do not fully support are not queried.
pub fn question(through_tmux: bool, knows_parts: bool) -> String {
    let mut left_out = if knows_parts { Vec::new() } else { vec![ProtocolType::Kitty, ProtocolType::Sixel] };
    let mut text = String::new();
    if through_tmux {
        // tmux handles sixels itself, if at all; kitty's graphics pass through to the terminal.
        text += "\x1b[c";
        left_out.push(ProtocolType::Sixel);
    }
    let options =
        QueryStdioOptions { blacklist_protocols: left_out, kitty_compression: true, ..QueryStdioOptions::default() };
    text + &Parser::query(through_tmux, options)
}

/// The answers of a terminal.
#[derive(Default)]
pub struct TerminalReplies {
    parser: Parser,
    responses: Vec<Response>,
}

impl std::fmt::Debug for TerminalReplies {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answers").field("responses", &self.responses).finish_non_exhaustive()
    }
}

impl TerminalReplies {
    /// Parses an escape sequence.
    pub fn hear(&mut self, sequence: &[u8]) {
        for byte in sequence {
            self.responses.extend(self.parser.push(char::from(*byte)));
        }
    }

    /// True if the last query was answered.
    pub fn has_ended(&self) -> bool {
        self.responses.contains(&Response::Status)
    }

    /// The best supported protocol.
    pub fn protocol(&self) -> Option<Protocol> {
        let knows = |response| self.responses.contains(&response);
        match () {
            () if knows(Response::Kitty) => Some(Protocol::Kitty),
            () if knows(Response::Sixel) => Some(Protocol::Sixel),
            () => None,
        }
    }

    /// The width and height of a cell in pixels.
    pub fn cell(&self) -> Option<(u16, u16)> {
        self.responses.iter().find_map(|response| match response {
            Response::CellSize(cell) => *cell,
            _ => None,
        })
    }

    /// True if kitty's graphics may be sent compressed.
    pub fn unpacks(&self) -> bool {
        self.responses.contains(&Response::KittyCompression)
    }
}

/// Decodes a picture and encodes it for the terminal, at a size in columns and rows. Stops soon after `is_stale`
/// returns true.
///
/// # Errors
/// The reason it cannot be shown, as a clause.
pub fn make(
    bytes: &[u8],
    (columns, rows): (u16, u16),
    terminal: Terminal,
    is_stale: &(dyn Fn() -> bool + Sync),
) -> Result<Picture, &'static str> {
    let image = decode(bytes, is_stale)?;
    let (width, height) = terminal.cell;
    let font = FontSize::new(width.clamp(1, 200), height.clamp(1, 200));
    let size = Size::new(columns.clamp(1, 512), rows.clamp(1, 512));
    let (wide, high) = (u32::from(size.width) * u32::from(font.width), u32::from(size.height) * u32::from(font.height));
    // A good filter over all pixels of a photograph takes a second; over a thumbnail of twice the target size it looks
    // the same.
    let near =
        if image.width() > 2 * wide && image.height() > 2 * high { image.thumbnail(2 * wide, 2 * high) } else { image };
    let near = DynamicImage::ImageRgba8(near.into_rgba8());
    let scaled = Resize::Fit(Some(FilterType::Triangle)).resize(&near, font, size, None);
    if is_stale() {
        return Err(OVERTAKEN);
    }
    let halves = scaled.resize_exact(u32::from(size.width), 2 * u32::from(size.height), FilterType::Triangle);
    let blocks = Blocks::of(size.width, size.height, halves.to_rgba8().as_raw());
    let number = LAST_NUMBER.fetch_add(1, Ordering::Relaxed).wrapping_add(1);
    let graphics = match terminal.protocol {
        Protocol::HalfBlocks => None,
        Protocol::Kitty => Some(Graphics::Kitty(kitty(scaled, size, number, terminal)?)),
        Protocol::Iterm2 => {
            Some(Graphics::Sequence(Iterm2::new(scaled, size, terminal.through_tmux).map_err(|_| FAILED)?.data))
        }
        // Not passed through: tmux parses sixels itself.
        Protocol::Sixel => Some(Graphics::Sequence(Sixel::new(scaled, size, false).map_err(|_| FAILED)?.data)),
    };
    Ok(Picture { number, blocks, graphics })
}

const OVERTAKEN: &str = "something else is looked at by now";
const DAMAGED: &str = "the file is damaged";
const FAILED: &str = "it cannot be put into the protocol of the terminal";

fn decode(bytes: &[u8], is_stale: &(dyn Fn() -> bool + Sync)) -> Result<DynamicImage, &'static str> {
    let mut reader = ImageReader::new(Stoppable { bytes: Cursor::new(bytes), is_stale })
        .with_guessed_format()
        .map_err(|_| DAMAGED)?;
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    reader.limits(limits.clone());
    let clause = |error: ImageError| match error {
        ImageError::Limits(_) => "too many pixels",
        ImageError::Unsupported(_) => "a format that is not read",
        _ => DAMAGED,
    };
    let mut decoder = reader.into_decoder().map_err(clause)?;
    let (width, height) = decoder.dimensions();
    if let Some(reason) = refused(0, (width as usize, height as usize)) {
        return Err(reason);
    }
    limits.reserve(decoder.total_bytes()).map_err(clause)?;
    decoder.set_limits(limits).map_err(clause)?;
    // Cameras record their orientation; if it is unreadable, the picture stays as it is.
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder).map_err(clause)?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    Ok(image)
}

/// A reader of bytes that fails once the work is stale.
struct Stoppable<'b> {
    bytes: Cursor<&'b [u8]>,
    is_stale: &'b (dyn Fn() -> bool + Sync),
}

impl Stoppable<'_> {
    fn check(&self) -> io::Result<()> {
        if (self.is_stale)() { Err(io::Error::other(OVERTAKEN)) } else { Ok(()) }
    }
}

impl Read for Stoppable<'_> {
    fn read(&mut self, piece: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        // In small pieces, so that staleness is checked often enough.
        let length = piece.len().min(64 << 10);
        self.bytes.read(&mut piece[..length])
    }
}

impl BufRead for Stoppable<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        let rest = self.bytes.fill_buf()?;
        Ok(&rest[..rest.len().min(64 << 10)])
    }

    fn consume(&mut self, bytes: usize) {
        self.bytes.consume(bytes);
    }
}

impl Seek for Stoppable<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// A picture for kitty. It is rendered into cells once, here; the sequence that transmits it is in the first cell and
/// is taken out, because it must be sent only once, and deleted later.
fn kitty(image: DynamicImage, size: Size, number: u32, terminal: Terminal) -> Result<Kitty, &'static str> {
    // Other programs, and other instances of docql, may send pictures to the same terminal.
    let id = (std::process::id() << 16) | (number & 0xffff).max(1);
    let made = kitty::Kitty::new(image, size, id, terminal.through_tmux, terminal.unpacks).map_err(|_| FAILED)?;
    let area = Rect::new(0, 0, size.width, size.height);
    let mut cells = Buffer::empty(area);
    Image::new(&protocol::Protocol::Kitty(made)).render(area, &mut cells);
    let symbol = |x: u16, y: u16| cells.cell((x, y)).map_or("", |cell| cell.symbol());
    let Some(at) = symbol(0, 0).find(PLACEHOLDER) else { return Err(FAILED) };
    let transmit = symbol(0, 0)[..at].to_owned();
    let first = |y: u16| symbol(0, y).get(if y == 0 { at } else { 0 }..).unwrap_or_default().to_owned();
    let Some(Color::Rgb(red, green, blue)) = cells.cell((0, 0)).map(|cell| cell.fg) else { return Err(FAILED) };
    let (start, escape, end) = Parser::tmux_start_escape_end(terminal.through_tmux);
    Ok(Kitty {
        transmit,
        delete: format!("{start}{escape}_Ga=d,d=I,i={id},q=2;{escape}\\{end}"),
        colour: [red, green, blue],
        firsts: (0..size.height).map(first).collect(),
        further: PLACEHOLDER.to_string(),
    })
}

#[cfg(test)]
#[path = "made_tests.rs"]
mod tests;
