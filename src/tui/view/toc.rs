//! The tree.

use crate::app::{
    BOOKMARK, Command, FOLDED, Focus, Folding, HIDDEN, PROBLEM, PaneArea, TocRow, UNFOLDED, change_sign, keys_of,
};
use crate::document::{Family, Kind};
use crate::stdx::{clip_unlike, display_width, grouped};
use crate::tui::colours::theme::Role;
use crate::tui::view::canvas::Canvas;
use crate::tui::view::canvas::select;
use crate::tui::view::canvas::title;
use crate::tui::view::canvas::visible;
use crate::tui::widgets::{Pen, scrollbar};
use ratatui::style::Style;

/// Draws the pane.
pub fn draw(canvas: &mut Canvas, place: PaneArea, focused: bool) {
    let toc = &canvas.model.toc;
    let note = match &toc.filter {
        Some(_) => toc.rows.len().to_string(),
        None if canvas.model.focus() == Focus::Prompt => String::new(),
        None => format!("{} filter", keys_of(&canvas.model.keymap, Command::FilterPane, 1)),
    };
    title(canvas, place, Focus::Toc, &tab(canvas), &note);
    if toc.rows.is_empty() {
        let text = match (canvas.model.opened, toc.filter.is_some()) {
            (false, _) => "reading…",
            (true, true) => "nothing of this name",
            (true, false) => "no files here",
        };
        Pen::new(canvas.buffer, place.body, 0).skip(2).put(text, canvas.theme.role(Role::Dim));
        return;
    }
    for (row, at) in visible(toc.window.top, toc.rows.len(), place.body) {
        draw_row(canvas, place, (row, at), &toc.rows[at]);
        if at == toc.window.cursor {
            select(canvas, place.body, row, toc.rows[at].indent(place.body.width), focused);
        }
    }
    scrollbar(canvas.buffer, canvas.theme, place.body, (toc.window.top, toc.rows.len()), (&[], 1));
}

/// Its name in the line of tabs.
pub fn tab(_canvas: &Canvas) -> String {
    Focus::Toc.row().title.to_owned()
}

/// Rows before and behind one from which its name is told apart: as many as a screen has.
const NEIGHBOURS: usize = 40;

fn draw_row(canvas: &mut Canvas, place: PaneArea, (row, at): (u16, usize), item: &TocRow) {
    let theme = canvas.theme;
    let dim = theme.role(Role::Dim);
    let style = match item.kind {
        Kind::Directory => theme.role(Role::File),
        Kind::File => theme.role(Role::Text),
        _ => Style::default(),
    };
    let right = match item.kind {
        _ if !item.problem.is_empty() => PROBLEM.to_owned(),
        Kind::Directory | Kind::File if item.count > 0 => grouped(item.count as usize),
        Kind::Directory | Kind::File => String::new(),
        _ => item.line.to_string(),
    };
    let mut pen = Pen::new(canvas.buffer, place.body, row);
    let indent = usize::from(item.indent(place.body.width));
    let letter = if item.kind.family() == Family::File { 0 } else { 2 };
    let needed = 4 + indent + letter + display_width(&item.name);
    pen.put_right("  ", Style::default());
    if canvas.model.bookmarks.is_bookmarked(&item.key) {
        pen.put_right(BOOKMARK, theme.role(Role::Mark)).put_right(" ", dim);
    }
    let changed = if item.kind.family() == Family::File { change_sign(canvas.model, item.key.path()) } else { "" };
    if !changed.is_empty() {
        pen.put_right(changed, theme.role(Role::Mark)).put_right(" ", dim);
    }
    // Where both do not fit, the name is worth more than the number.
    if needed + right.len() < pen.left() || !item.problem.is_empty() {
        pen.put_right(&right, dim).put_right(" ", dim);
    } else if needed + 1 < pen.left() && !right.is_empty() {
        pen.put_right(HIDDEN, dim).put_right(" ", dim);
    }
    pen.skip(1 + indent);
    let fold = match item.folding {
        Folding::Leaf => " ",
        Folding::Folded => FOLDED,
        Folding::Unfolded => UNFOLDED,
    };
    pen.put(fold, dim).put(" ", dim);
    if item.kind.family() != Family::File {
        pen.put(&format!("{} ", item.kind.row().letter), theme.role(Role::Kind));
    }
    let cells = pen.left();
    let rows = &canvas.model.toc.rows;
    let shown = &rows[at.saturating_sub(NEIGHBOURS)..rows.len().min(at + NEIGHBOURS)];
    let others = shown.iter().map(|other| other.name.as_str());
    pen.put_clipped(&clip_unlike(&item.name, others, cells), cells, style);
}
