//! The preview: lines in the colours of their meaning, matches marked, scopes that stay at the top.

use super::theme::{Role, Theme};
use super::view::{Canvas, title};
use super::widgets::{Pen, marked, scrollbar};
use crate::app::{Area, Focus, Page, PaneArea};
use crate::preview::PreviewLine;
use crate::stdx::{display_width, find_ignoring_case};
use ratatui::style::{Modifier, Style};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Draws the pane.
pub fn draw(canvas: &mut Canvas, place: PaneArea, focused: bool) {
    let pane = &canvas.model.preview;
    let (name, note) = heading(canvas);
    title(canvas, place, Focus::Preview, &name, &note);
    let Some(page) = &pane.page else {
        let nothing = canvas.model.results.results.as_ref().is_some_and(|results| results.hits.is_empty());
        let text = match (canvas.model.opened, nothing) {
            (false, _) => "reading…",
            (true, true) => "nothing found, nothing to show",
            (true, false) => "",
        };
        Pen::new(canvas.buffer, place.body, 0).skip(2).put(text, canvas.theme.role(Role::Dim));
        return;
    };
    lines(canvas, place.body, page, pane.top);
    let (theme, sticky) = (canvas.theme, pane.sticky());
    let count = sticky.len();
    for (row, scope) in sticky.into_iter().enumerate() {
        clear(canvas, place.body, row as u16);
        let style = theme.role(Role::Sticky);
        let gutter = gutter(canvas, page);
        let mut pen = Pen::new(canvas.buffer, place.body, row as u16);
        pen.skip(1);
        number(&mut pen, Some(scope.line), gutter, theme.role(Role::LineNumber));
        spans(&mut pen, theme, (&scope.label, 0), &[], style);
        if row + 1 == count {
            let area = ratatui::layout::Rect::new(place.body.x, place.body.y + row as u16, place.body.width, 1);
            canvas.buffer.set_style(area, Style::default().add_modifier(Modifier::UNDERLINED));
        }
    }
    let ticks = &pane.matches;
    scrollbar(canvas.buffer, canvas.theme, place.body, (pane.top, page.lines.len()), ticks);
    let _ = focused;
}

/// A few lines of the preview below the only pane.
pub fn peek(canvas: &mut Canvas) {
    let area = canvas.layout.peek;
    if area.is_empty() {
        return;
    }
    Pen::new(canvas.buffer, area, 0).fill("─", canvas.theme.role(Role::Border));
    let body = Area::new(area.x, area.y + 1, area.width, area.height.saturating_sub(1));
    let pane = &canvas.model.preview;
    if let Some(page) = &pane.page {
        let target = pane.target.as_ref().map_or(0, |target| target.line);
        let at = page.lines.iter().position(|line| line.source_line >= target.max(1)).unwrap_or(0);
        lines(canvas, body, page, if target == 0 { pane.top } else { at });
    }
}

fn heading(canvas: &Canvas) -> (String, String) {
    let pane = &canvas.model.preview;
    let Some(page) = &pane.page else { return ("PREVIEW".to_owned(), String::new()) };
    let file = page.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let line = pane.target.as_ref().filter(|target| target.path == page.path && target.line > 0);
    let place = line.map_or(file.to_owned(), |target| format!("{file}:{}", target.line));
    let label = if page.label.is_empty() { String::new() } else { format!(" · {}", page.label) };
    let name = format!("PREVIEW ─ {place}{label}");
    (name, format!("{}%", pane.percent()))
}

fn clear(canvas: &mut Canvas, body: Area, row: u16) {
    let text = canvas.theme.ground();
    for x in body.x..body.x + body.width {
        if let Some(cell) = canvas.buffer.cell_mut((x, body.y + row)) {
            cell.reset();
            cell.set_style(text);
        }
    }
}

/// The width of the line numbers; 0 where lines have none.
fn gutter(canvas: &Canvas, page: &Page) -> usize {
    let last = page.lines.iter().rev().find_map(|line| line.number).unwrap_or(0);
    if last == 0 || page.rendered || canvas.layout.form == crate::app::Form::List {
        0
    } else {
        last.to_string().len().max(3)
    }
}

fn number(pen: &mut Pen, number: Option<u32>, gutter: usize, style: Style) {
    if gutter > 0 {
        let text = number.map_or(String::new(), |number| number.to_string());
        pen.put(&format!("{text:>gutter$} "), style);
    }
}

fn lines(canvas: &mut Canvas, body: Area, page: &Page, top: usize) {
    let (pane, theme) = (&canvas.model.preview, canvas.theme);
    let gutter = gutter(canvas, page);
    let target = pane.target.as_ref().filter(|target| target.path == page.path);
    let terms: Vec<&str> = pane.marked_terms();
    let width = body.width.saturating_sub(1);
    for (row, line) in page.lines.iter().skip(top).take(usize::from(body.height)).enumerate() {
        let is_target = target.is_some_and(|target| target.line > 0 && line.number == Some(target.line));
        let mut pen = Pen::new(canvas.buffer, Area::new(body.x, body.y + row as u16, width, 1), 0);
        let style = theme.role(if is_target { Role::Target } else { Role::LineNumber });
        pen.put(if is_target { "▌" } else { " " }, style);
        number(&mut pen, line.number, gutter, style);
        spans(&mut pen, theme, (line, pane.left), &matches(line, &terms), Style::default());
    }
}

/// Writes the spans of a line from its column `left` on; marks are bytes of the line's text.
fn spans(pen: &mut Pen, theme: &Theme, (line, left): (&PreviewLine, usize), marks: &[Range<usize>], over: Style) {
    let matched = theme.role(Role::Match);
    let (mut offset, mut hidden) = (0, left);
    for span in &line.spans {
        let inside: Vec<Range<usize>> = marks
            .iter()
            .filter(|mark| mark.start < offset + span.text.len() && offset < mark.end)
            .map(|mark| mark.start.max(offset) - offset..(mark.end - offset).min(span.text.len()))
            .collect();
        offset += span.text.len();
        let style = theme.scope(span.scope).patch(over);
        let style = if span.matched { style.patch(matched) } else { style };
        for (range, is_marked) in marked(&span.text, &inside) {
            let text = &span.text[range];
            let shown = if hidden > 0 { behind(text, &mut hidden) } else { text };
            pen.put(shown, if is_marked { style.patch(matched) } else { style });
        }
        if pen.left() == 0 {
            break;
        }
    }
}

/// What is left of `text` behind its first `cells` cells.
fn behind<'t>(text: &'t str, cells: &mut usize) -> &'t str {
    for (at, grapheme) in text.grapheme_indices(true) {
        if *cells == 0 {
            return &text[at..];
        }
        *cells = cells.saturating_sub(display_width(grapheme));
    }
    ""
}

/// Where the terms occur in a line, without overlaps.
fn matches(line: &PreviewLine, terms: &[&str]) -> Vec<Range<usize>> {
    if terms.is_empty() {
        return Vec::new();
    }
    let text = line.text();
    let mut found: Vec<Range<usize>> = Vec::new();
    for term in terms.iter().filter(|term| !term.is_empty()) {
        let mut at = 0;
        while let Some(range) = text.get(at..).and_then(|rest| find_ignoring_case(rest, term)) {
            if range.is_empty() {
                break;
            }
            found.push(at + range.start..at + range.end);
            at += range.end;
        }
    }
    found.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    found
}
