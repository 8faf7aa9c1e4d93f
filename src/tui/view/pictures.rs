//! Pictures on the screen: half blocks in cells, graphics of the terminal over them where nothing else lies there.
//!
//! Every picture is drawn in half blocks first, which are cells like all others: cut at an edge, under a list, in
//! whatever order. At the end of the frame those that nobody has drawn over become graphics. What the terminal is
//! given for that never stands in a cell: it is written apart, once, and taken back when it is not needed any more.

use crate::app::{Area, Page};
use crate::pictures::{Block, Graphics, Kitty, Picture};
use crate::tui::colours::colour;
use crate::tui::colours::theme::Theme;
use crate::tui::terminal::backend::FrameBackend;
use crate::tui::view::canvas::{Canvas, Placed};
use ratatui::buffer::{Buffer, Cell, CellDiffOption};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Style};
use std::io;
use std::io::Write;
use std::num::NonZeroU16;
use std::sync::Arc;

/// A picture that is to be written to the terminal as a whole.
#[derive(Clone, Debug)]
pub struct Overlaid {
    picture: Arc<Picture>,
    area: Rect,
    ground: Color,
}

/// Draws the pictures of a page, the line `top` of which is the first of `body`; so many lines are hidden by others.
pub fn draw(canvas: &mut Canvas, body: Area, page: &Page, (top, hidden): (usize, usize)) {
    let (first, end) = (top + hidden, top + usize::from(body.height));
    for place in &page.pictures {
        let Some(picture) = canvas.model.pictures.get(&place.key) else { continue };
        let rows = usize::from(picture.blocks.rows);
        let seen = place.at.max(first)..(place.at + rows).min(end);
        let left = body.x + 1 + place.left;
        // The last column is the scrollbar's.
        let right = (body.x + body.width).saturating_sub(1).min(left + picture.blocks.columns);
        if seen.is_empty() || left >= right {
            continue;
        }
        let area = Rect::new(left, body.y + (seen.start - top) as u16, right - left, seen.len() as u16);
        let area = area.intersection(canvas.buffer.area);
        let skipped = (seen.start - place.at) as u16;
        let picture = Arc::clone(picture);
        for (row, y) in (area.top()..area.bottom()).enumerate() {
            for (block, x) in picture.blocks.row(skipped + row as u16).iter().zip(area.left()..area.right()) {
                put(&mut canvas.buffer[(x, y)], *block, canvas.theme);
            }
        }
        if picture.graphics.is_some() {
            let cells = cells(canvas.buffer, area).cloned().collect();
            canvas.placed.push(Placed { picture, area, skipped, cells });
        }
    }
}

fn cells(buffer: &Buffer, area: Rect) -> impl Iterator<Item = &Cell> {
    area.positions().filter_map(|position| buffer.cell(position))
}

/// Draws the two pixels of a cell; where there are none it stays as it is.
fn put(cell: &mut Cell, block: Block, theme: &Theme) {
    let rgb = |[red, green, blue]: [u8; 3]| Color::Rgb(red, green, blue);
    let (symbol, style) = match (block.upper.map(rgb), block.lower.map(rgb)) {
        (Some(upper), Some(lower)) if upper == lower => (" ", Style::default().bg(upper)),
        (Some(upper), Some(lower)) => ("▀", Style::default().fg(upper).bg(lower)),
        (Some(upper), None) => ("▀", Style::default().fg(upper)),
        (None, Some(lower)) => ("▄", Style::default().fg(lower)),
        (None, None) => return,
    };
    cell.set_symbol(symbol).set_style(colour::at(theme.depth, style, false));
}

/// Makes graphics of the pictures on which nothing lies. Returns those that are to be written when the cells are.
pub fn finish(canvas: &mut Canvas) -> Vec<Overlaid> {
    let mut overlaid = Vec::new();
    for placed in std::mem::take(&mut canvas.placed) {
        let Placed { picture, area, skipped, cells: drawn } = placed;
        if !cells(canvas.buffer, area).eq(&drawn) {
            continue;
        }
        let ground = canvas.theme.ground();
        match &picture.graphics {
            Some(Graphics::Kitty(kitty)) => stand_in(canvas.buffer, area, skipped, (kitty, ground)),
            Some(Graphics::Sequence(_)) if is_whole(&picture, area, canvas.buffer.area) => {
                for position in area.positions() {
                    let cell = &mut canvas.buffer[position];
                    cell.reset();
                    cell.set_style(ground).set_diff_option(CellDiffOption::Skip);
                }
                overlaid.push(Overlaid { picture, area, ground: ground.bg.unwrap_or(Color::Reset) });
            }
            _ => {}
        }
    }
    overlaid
}

/// Whether a picture that cannot be cut may be written: all of it is seen, and not in the last line, below which the
/// cursor would go, and the screen with it.
fn is_whole(picture: &Picture, area: Rect, screen: Rect) -> bool {
    (area.width, area.height) == (picture.blocks.columns, picture.blocks.rows) && area.bottom() < screen.bottom()
}

/// Writes the characters that stand for the parts of a picture of kitty's.
fn stand_in(buffer: &mut Buffer, area: Rect, skipped: u16, (kitty, ground): (&Kitty, Style)) {
    let [red, green, blue] = kitty.colour;
    for (row, y) in (area.top()..area.bottom()).enumerate() {
        let first = kitty.firsts.get(usize::from(skipped) + row).map_or(" ", String::as_str);
        for x in area.left()..area.right() {
            let symbol = if x == area.left() { first } else { &kitty.further };
            let cell = &mut buffer[(x, y)];
            cell.reset();
            cell.set_style(ground).set_fg(Color::Rgb(red, green, blue)).set_symbol(symbol);
            cell.set_diff_option(CellDiffOption::ForcedWidth(NonZeroU16::MIN));
        }
    }
}

/// What the terminal has of pictures.
#[derive(Debug, Default)]
pub struct Given {
    /// The numbers of those it keeps, and what makes it forget them.
    kept: Vec<(u32, String)>,
    /// Those that it shows, and where.
    shown: Vec<(u32, Rect)>,
}

impl Given {
    /// Before the cells are written: gives it the pictures that they will stand for, and takes back those that are
    /// not ready any more.
    ///
    /// # Errors
    /// If the terminal does not do it.
    pub fn before<'p, W: Write>(
        &mut self,
        ready: impl Iterator<Item = &'p Arc<Picture>> + Clone,
        backend: &mut FrameBackend<W>,
    ) -> io::Result<()> {
        let is_ready = |number: u32| ready.clone().any(|picture| picture.number == number);
        for (_, delete) in self.kept.extract_if(.., |(number, _)| !is_ready(*number)) {
            backend.send(&delete)?;
        }
        for picture in ready.clone() {
            if let Some(Graphics::Kitty(kitty)) = &picture.graphics
                && !self.kept.iter().any(|(number, _)| *number == picture.number)
            {
                backend.send(&kitty.transmit)?;
                self.kept.push((picture.number, kitty.delete.clone()));
            }
        }
        Ok(())
    }

    /// After the cells are written: writes the pictures that were not where they are now.
    ///
    /// # Errors
    /// If the terminal does not do it.
    pub fn after<W: Write>(&mut self, now: &[Overlaid], backend: &mut FrameBackend<W>) -> io::Result<()> {
        let before = std::mem::take(&mut self.shown);
        for Overlaid { picture, area, ground } in now {
            let place = (picture.number, *area);
            if let Some(Graphics::Sequence(sequence)) = &picture.graphics
                && !before.contains(&place)
            {
                backend.put(Position::new(area.x, area.y), *ground, sequence)?;
            }
            self.shown.push(place);
        }
        Ok(())
    }

    /// The screen was cleared: nothing is shown any more.
    pub fn cleared(&mut self) {
        self.shown.clear();
    }

    /// The terminal is about to be left, or was: takes everything back.
    ///
    /// # Errors
    /// If the terminal does not do it.
    pub fn take_back<W: Write>(&mut self, backend: &mut FrameBackend<W>) -> io::Result<()> {
        self.cleared();
        for (_, delete) in self.kept.drain(..) {
            backend.send(&delete)?;
        }
        Ok(())
    }
}

impl Overlaid {
    /// The same, so many rows further down.
    pub fn down(mut self, rows: u16) -> Overlaid {
        self.area.y += rows;
        self
    }
}

#[cfg(test)]
#[path = "pictures_tests.rs"]
mod tests;
