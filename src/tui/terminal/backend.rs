//! Frames → bytes for the terminal: nothing for a frame that changes nothing, and few for one that changes little.

use ratatui::backend::{Backend, ClearType, CrosstermBackend, WindowSize};
use ratatui::buffer::Cell;
use ratatui::layout::{Position, Size};
use ratatui::style::{Color, Modifier};
use std::io::{self, Write};

/// Begins a frame that the terminal shows as a whole (mode 2026).
const BEGIN: &[u8] = b"\x1b[?2026h";

/// Ends it.
const END: &[u8] = b"\x1b[?2026l";

/// A backend that writes only what differs: of the place, of the colours, of the attributes.
///
/// It is there for slow lines: 2.9 KB for a key (95th percentile, 80×24, Go's sources), where crossterm's own writer
/// takes 4.6 (`cargo bench --bench terminal -- --only keys`). What is not about cells and the cursor is left to
/// crossterm.
#[derive(Debug)]
pub struct FrameBackend<W: Write> {
    out: CrosstermBackend<W>,
    /// Whether something of this frame was written.
    has_begun: bool,
    /// Where the cursor was put last; `None` once anything was drawn.
    cursor: Option<Position>,
    is_shown: Option<bool>,
}

impl<W: Write> FrameBackend<W> {
    /// Writes to `out`, which should be buffered.
    pub fn new(out: W) -> FrameBackend<W> {
        FrameBackend { out: CrosstermBackend::new(out), has_begun: false, cursor: None, is_shown: None }
    }

    /// Ends a frame, if there was anything in it.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn end_frame(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_begun) {
            self.out.write_all(END)?;
        }
        Write::flush(&mut self.out)
    }

    /// Writes a sequence that shows nothing and moves nothing.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn send(&mut self, sequence: &str) -> io::Result<()> {
        self.begin()?;
        self.out.write_all(sequence.as_bytes())
    }

    /// Writes a sequence that draws something at a place, on a ground; the cursor stays where it is.
    ///
    /// # Errors
    /// The terminal is gone.
    pub fn put(&mut self, at: Position, ground: Color, sequence: &str) -> io::Result<()> {
        self.begin()?;
        write!(self.out, "\x1b[{};{}H\x1b[{}m", at.y + 1, at.x + 1, colour(ground, 40))?;
        self.out.write_all(sequence.as_bytes())?;
        self.out.write_all(b"\x1b[m")?;
        match self.cursor {
            Some(cursor) => write!(self.out, "\x1b[{};{}H", cursor.y + 1, cursor.x + 1),
            None => Ok(()),
        }
    }

    fn begin(&mut self) -> io::Result<()> {
        if !std::mem::replace(&mut self.has_begun, true) {
            self.out.write_all(BEGIN)?;
        }
        Ok(())
    }

    /// The cursor may be anywhere.
    fn forget(&mut self) {
        (self.cursor, self.is_shown) = (None, None);
    }
}

impl<W: Write> Backend for FrameBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.begin()?;
        self.cursor = None;
        let mut pieces = pieces(content);
        let in_place = written(&pieces);
        // A frame is shown as a whole: nobody sees in which order its parts were written.
        let mut looks: Vec<Look> = Vec::new();
        pieces.sort_by_cached_key(|piece| {
            let known = looks.iter().position(|look| *look == piece.look);
            known.unwrap_or_else(|| {
                looks.push(piece.look);
                looks.len() - 1
            })
        });
        let by_look = written(&pieces);
        self.out.write_all(if by_look.len() < in_place.len() { &by_look } else { &in_place })
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.is_shown.replace(false) == Some(false) { Ok(()) } else { self.out.write_all(b"\x1b[?25l") }
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        if self.is_shown.replace(true) == Some(true) { Ok(()) } else { self.out.write_all(b"\x1b[?25h") }
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.out.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if self.cursor.replace(position) == Some(position) {
            return Ok(());
        }
        write!(self.out, "\x1b[{};{}H", position.y + 1, position.x + 1)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.forget();
        self.out.clear()
    }

    fn clear_region(&mut self, region: ClearType) -> io::Result<()> {
        self.forget();
        self.out.clear_region(region)
    }

    fn append_lines(&mut self, lines: u16) -> io::Result<()> {
        self.forget();
        self.out.append_lines(lines)
    }

    fn size(&self) -> io::Result<Size> {
        self.out.size()
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.out.window_size()
    }

    /// Within a frame nothing is flushed before its end.
    fn flush(&mut self) -> io::Result<()> {
        if self.has_begun { Ok(()) } else { Write::flush(&mut self.out) }
    }
}

/// Cells side by side that are written in one go.
struct Piece {
    x: u16,
    y: u16,
    /// How many cells.
    cells: u16,
    text: String,
    look: Look,
    /// Whether there are only spaces so far: any colour of letters will do.
    is_blank: bool,
}

/// The cells as pieces of one look each. Spaces go with what stands before or behind them, if that shows the same
/// on a space: changing a colour costs more than twenty letters where colours are of 24 bits.
fn pieces<'a>(content: impl Iterator<Item = (u16, u16, &'a Cell)>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    for (x, y, cell) in content {
        let look = Look { fg: cell.fg, bg: cell.bg, underline: cell.underline_color, modifier: cell.modifier };
        let is_blank = cell.symbol() == " " && look.is_plain();
        let goes_on = |piece: &&mut Piece| {
            let is_next = (piece.x + piece.cells, piece.y) == (x, y);
            let looks_alike = piece.look == look || (piece.look.bg == look.bg && piece.look.is_plain());
            let is_free = piece.is_blank && look.is_plain();
            is_next && (piece.look == look || (looks_alike && (is_blank || is_free)))
        };
        match pieces.last_mut().filter(goes_on) {
            Some(piece) => {
                piece.cells += 1;
                piece.text.push_str(cell.symbol());
                if piece.is_blank && !is_blank {
                    (piece.look, piece.is_blank) = (look, false);
                }
            }
            None => pieces.push(Piece { x, y, cells: 1, text: cell.symbol().to_owned(), look, is_blank }),
        }
    }
    pieces
}

/// The bytes that write `pieces` in this order.
fn written(pieces: &[Piece]) -> Vec<u8> {
    let mut pen = Pen::default();
    let mut bytes = Vec::new();
    for piece in pieces {
        pen.go(piece.x, piece.y, &mut bytes);
        pen.put(piece, &mut bytes);
    }
    pen.rest(&mut bytes);
    bytes
}

/// Where the terminal is, and how it writes, within one frame.
#[derive(Default)]
struct Pen {
    /// Where the next character comes.
    at: Option<(u16, u16)>,
    /// Whether all that was written since the last absolute move is surely one cell each: terminals differ in how wide
    /// other characters are, and an absolute place does not depend on it.
    is_sure: bool,
    look: Look,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Look {
    fg: Color,
    bg: Color,
    underline: Color,
    modifier: Modifier,
}

impl Look {
    /// Whether a space shows nothing of it but the ground.
    fn is_plain(self) -> bool {
        !self.modifier.intersects(Modifier::REVERSED | Modifier::UNDERLINED | Modifier::CROSSED_OUT)
    }
}

impl Pen {
    fn go(&mut self, x: u16, y: u16, bytes: &mut Vec<u8>) {
        match self.at {
            Some(at) if at == (x, y) => {}
            Some((column, row)) if self.is_sure && row == y && column < x => match x - column {
                1 => bytes.extend_from_slice(b"\x1b[C"),
                gap => push(bytes, format_args!("\x1b[{gap}C")),
            },
            _ => {
                match x {
                    0 => push(bytes, format_args!("\x1b[{}H", y + 1)),
                    _ => push(bytes, format_args!("\x1b[{};{}H", y + 1, x + 1)),
                }
                self.is_sure = true;
            }
        }
        self.at = Some((x, y));
    }

    fn put(&mut self, piece: &Piece, bytes: &mut Vec<u8>) {
        // Of spaces only the ground shows.
        if !(piece.is_blank && self.look.bg == piece.look.bg && self.look.is_plain()) {
            self.change_to(piece.look, bytes);
        }
        bytes.extend_from_slice(piece.text.as_bytes());
        self.is_sure &= piece.text.len() == usize::from(piece.cells);
        self.at = self.at.map(|(x, y)| (x + piece.cells, y));
    }

    fn change_to(&mut self, look: Look, bytes: &mut Vec<u8>) {
        if look == self.look {
            return;
        }
        let ended = self.look.modifier.difference(look.modifier);
        let mut codes = changes(self.look, look);
        if !ended.is_empty() {
            // From nothing on may be shorter than what ends the attributes.
            let anew = format!("0;{}", changes(Look { underline: self.look.underline, ..Look::default() }, look));
            codes = if anew.len() < codes.len() { anew } else { codes };
        }
        if !codes.is_empty() {
            push(bytes, format_args!("\x1b[{}m", codes.trim_end_matches(';')));
        }
        let from = self.look;
        if look.underline != from.underline {
            match look.underline {
                Color::Reset => bytes.extend_from_slice(b"\x1b[59m"),
                // Apart from the others, for terminals that do not know it.
                other => push(bytes, format_args!("\x1b[{}m", colour(other, 50))),
            }
        }
        self.look = look;
    }

    /// Leaves the terminal without colours and attributes: what others write has none.
    fn rest(&mut self, bytes: &mut Vec<u8>) {
        if self.look.underline != Color::Reset {
            bytes.extend_from_slice(b"\x1b[59m");
        }
        if self.look != Look::default() {
            bytes.extend_from_slice(b"\x1b[m");
        }
    }
}

/// The codes, each followed by a semicolon, that make one look out of another, but for the colour of underlines.
fn changes(from: Look, to: Look) -> String {
    let mut codes = String::new();
    let mut kept = from.modifier;
    for &(attribute, _, off) in ATTRIBUTES {
        if kept.contains(attribute) && !to.modifier.contains(attribute) {
            codes += off;
            codes.push(';');
            // Some end two at once.
            ATTRIBUTES.iter().filter(|row| row.2 == off).for_each(|row| kept.remove(row.0));
        }
    }
    for &(attribute, on, _) in ATTRIBUTES {
        if to.modifier.contains(attribute) && !kept.contains(attribute) {
            codes += on;
            codes.push(';');
        }
    }
    for (before, now, base) in [(from.fg, to.fg, 30), (from.bg, to.bg, 40)] {
        if now != before {
            codes += &colour(now, base);
            codes.push(';');
        }
    }
    codes
}

/// Attributes, and the codes that begin and end them (ECMA-48, SGR).
const ATTRIBUTES: &[(Modifier, &str, &str)] = &[
    (Modifier::BOLD, "1", "22"),
    (Modifier::DIM, "2", "22"),
    (Modifier::ITALIC, "3", "23"),
    (Modifier::UNDERLINED, "4", "24"),
    (Modifier::SLOW_BLINK, "5", "25"),
    (Modifier::RAPID_BLINK, "6", "25"),
    (Modifier::REVERSED, "7", "27"),
    (Modifier::HIDDEN, "8", "28"),
    (Modifier::CROSSED_OUT, "9", "29"),
];

/// The code of a colour; `base` is 30 for the foreground, 40 for the background, 50 for underlines.
fn colour(colour: Color, base: u8) -> String {
    let indexed = |number: u8| format!("{};5;{number}", base + 8);
    match colour {
        Color::Reset => (base + 9).to_string(),
        Color::Rgb(r, g, b) => format!("{};2;{r};{g};{b}", base + 8),
        Color::Indexed(number) => indexed(number),
        Color::Black => indexed(0),
        Color::Red => indexed(1),
        Color::Green => indexed(2),
        Color::Yellow => indexed(3),
        Color::Blue => indexed(4),
        Color::Magenta => indexed(5),
        Color::Cyan => indexed(6),
        Color::Gray => indexed(7),
        Color::DarkGray => indexed(8),
        Color::LightRed => indexed(9),
        Color::LightGreen => indexed(10),
        Color::LightYellow => indexed(11),
        Color::LightBlue => indexed(12),
        Color::LightMagenta => indexed(13),
        Color::LightCyan => indexed(14),
        Color::White => indexed(15),
    }
}

fn push(bytes: &mut Vec<u8>, what: std::fmt::Arguments<'_>) {
    // Writing to memory does not fail.
    let _ = bytes.write_fmt(what);
}

#[cfg(test)]
#[path = "backend_tests.rs"]
pub(in crate::tui) mod tests;
