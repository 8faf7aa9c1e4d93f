//! Writing on one line of the screen, cut at its end, whole graphemes only.

use super::steady::steady;
use crate::app::Area;
use crate::stdx::{clip, display_width, is_ambiguous_wide};
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::style::Style;
use std::num::NonZeroU16;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Writes from left to right on one line. Whatever is written is made safe for the terminal first.
pub struct Pen<'b> {
    buffer: &'b mut Buffer,
    x: u16,
    end: u16,
    y: u16,
}

impl<'b> Pen<'b> {
    /// A pen at the start of row `row` of `area`; it cannot leave that row.
    pub fn new(buffer: &'b mut Buffer, area: Area, row: u16) -> Pen<'b> {
        let end = (area.x + area.width).min(buffer.area.width);
        let y = area.y + row;
        let end = if y < buffer.area.height && row < area.height { end } else { area.x.min(end) };
        Pen { buffer, x: area.x.min(end), end, y }
    }

    /// The cells that are left.
    pub fn left(&self) -> usize {
        usize::from(self.end.saturating_sub(self.x))
    }

    /// The column the pen stands at.
    pub fn x(&self) -> u16 {
        self.x
    }

    /// Writes text; what does not fit is cut.
    pub fn put(&mut self, text: &str, style: Style) -> &mut Self {
        if self.x < self.end {
            let text = steady(text);
            self.x = write(self.buffer, (self.x, self.y), &text, self.end, style);
        }
        self
    }

    /// Writes text, with `…` in its last cell if it is longer than `cells` or than what is left.
    pub fn put_clipped(&mut self, text: &str, cells: usize, style: Style) -> &mut Self {
        let text = clip(&steady(text), cells.min(self.left()));
        self.put(&text, style)
    }

    /// Leaves cells free.
    pub fn skip(&mut self, cells: usize) -> &mut Self {
        self.x = self.x.saturating_add(cells as u16).min(self.end);
        self
    }

    /// Goes to a column, but never back.
    pub fn to(&mut self, column: u16) -> &mut Self {
        self.x = column.clamp(self.x, self.end.max(self.x));
        self
    }

    /// Fills what is left with a character of one cell.
    pub fn fill(&mut self, character: &str, style: Style) -> &mut Self {
        while self.x < self.end {
            self.put(character, style);
        }
        self
    }

    /// Writes text at the right end, if it fits behind what is written.
    pub fn put_right(&mut self, text: &str, style: Style) -> &mut Self {
        let text = steady(text);
        let width = display_width(&text);
        if width < self.left() {
            let x = self.end - width as u16;
            write(self.buffer, (x, self.y), &text, self.end, style);
            self.end = x;
        }
        self
    }

    /// Writes text whose marked bytes have another style, cut to `cells`; when a mark would be cut away, the
    /// beginning is cut instead.
    pub fn put_marked(
        &mut self,
        text: &str,
        marks: &[Range<usize>],
        cells: usize,
        styles: (Style, Style),
    ) -> &mut Self {
        let cells = cells.min(self.left());
        let shown = window(text, marks, cells);
        let end = self.end;
        self.end = self.end.min(self.x + cells as u16);
        if shown.start > 0 {
            self.put("…", styles.0);
        }
        for (range, is_marked) in marked(text, marks) {
            let range = range.start.max(shown.start)..range.end;
            if range.start >= range.end {
                continue;
            }
            let piece = steady(&text[range]);
            let style = if is_marked { styles.0.patch(styles.1) } else { styles.0 };
            let fits = display_width(&piece) <= self.left();
            self.put_clipped(&piece, usize::MAX, style);
            if !fits {
                break;
            }
        }
        self.end = end;
        self
    }
}

/// Writes `text` on a row up to the column `end`; returns the column behind it.
fn write(buffer: &mut Buffer, (mut x, y): (u16, u16), text: &str, end: u16, style: Style) -> u16 {
    if !is_ambiguous_wide() {
        return buffer.set_stringn(x, y, text, usize::from(end.saturating_sub(x)), style).0;
    }
    // The buffer knows nothing of such terminals: it is told how wide each character is.
    for grapheme in text.graphemes(true) {
        let width = display_width(grapheme) as u16;
        if width == 0 || x + width > end {
            break;
        }
        buffer[(x, y)].set_symbol(grapheme).set_style(style);
        if let (Some(forced), true) = (NonZeroU16::new(width), width > 1) {
            buffer[(x, y)].set_diff_option(CellDiffOption::ForcedWidth(forced));
            buffer[(x + 1, y)].reset();
            buffer[(x + 1, y)].set_style(style);
        }
        x += width;
    }
    x
}

/// The bytes of `text` to show in `cells` cells so that the first mark can be seen.
fn window(text: &str, marks: &[Range<usize>], cells: usize) -> Range<usize> {
    let Some(mark) = marks.first().filter(|mark| text.get((*mark).clone()).is_some()) else { return 0..text.len() };
    if display_width(&text[..mark.end]) <= cells.saturating_sub(1) {
        return 0..text.len();
    }
    // As much in front of it as behind it, and more where less is behind it.
    let spare = cells.saturating_sub(display_width(&text[mark.clone()]) + 2);
    let behind = display_width(&text[mark.end..]);
    let room = if behind <= spare / 2 { spare + 1 - behind } else { spare.div_ceil(2) };
    let mut start = mark.start;
    let mut used = 0;
    for (at, character) in text[..mark.start].char_indices().rev() {
        used += display_width(character.encode_utf8(&mut [0; 4]));
        if used > room {
            break;
        }
        start = at;
    }
    start..text.len()
}

/// `text` in pieces, marked and unmarked in turn. Marks that do not fit the text are left out.
pub fn marked(text: &str, marks: &[Range<usize>]) -> Vec<(Range<usize>, bool)> {
    let mut pieces = Vec::with_capacity(marks.len() * 2 + 1);
    let mut at = 0;
    for mark in marks {
        if mark.start < at || mark.start >= mark.end || text.get(mark.clone()).is_none() {
            continue;
        }
        if at < mark.start {
            pieces.push((at..mark.start, false));
        }
        pieces.push((mark.clone(), true));
        at = mark.end;
    }
    if at < text.len() {
        pieces.push((at..text.len(), false));
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;

    fn written(width: u16, write: impl FnOnce(&mut Pen)) -> String {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
        write(&mut Pen::new(&mut buffer, Area::new(0, 0, width, 1), 0));
        buffer.content().iter().map(|cell| cell.symbol()).collect::<String>()
    }

    #[test]
    fn nothing_leaves_the_line_and_marks_stay_visible() {
        let plain = (Style::default(), Style::default());
        assert_eq!(
            written(5, |pen| {
                pen.put("中文文", Style::default()).put("x", Style::default());
            }),
            "中 文 x"
        );
        assert_eq!(
            written(8, |pen| {
                pen.put_right("abc", plain.0).put("1234567", plain.0);
            }),
            "12345abc"
        );
        let text = "a long way to the needle in here";
        let marks = std::slice::from_ref(&(18..24));
        assert_eq!(
            written(12, |pen| {
                pen.put_marked(text, marks, 12, plain);
            }),
            "…e needle i…"
        );
        // Where nothing is behind it, what is in front of it fills the line.
        let text = "return Err(Payload::Overflow));";
        let marks = std::slice::from_ref(&(20..28));
        assert_eq!(
            written(20, |pen| {
                pen.put_marked(text, marks, 20, plain);
            }),
            "…ayload::Overflow));"
        );
    }
}
