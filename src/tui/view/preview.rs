//! The preview: lines in the colours of their meaning, matches marked, scopes that stay at the top.

use super::pictures;
use crate::app::{Area, CHANGED, CURSOR, EDITED, Focus, GONE, Model, Page, PaneArea, Pinned};
use crate::document::Scope;
use crate::preview::PreviewLine;
use crate::stdx::{display_width, find_ignoring_case};
use crate::tui::colours::theme::{Role, Theme};
use crate::tui::terminal::hyperlinks;
use crate::tui::view::canvas::Canvas;
use crate::tui::view::canvas::title;
use crate::tui::widgets::{Pen, marked, scrollbar};
use ratatui::style::{Modifier, Style};
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// Draws the pane, and beside it what was pinned.
pub fn draw(canvas: &mut Canvas, place: PaneArea, _focused: bool) {
    let pane = &canvas.model.preview;
    if let Some(pinned) = pane.pinned.as_ref().filter(|_| !canvas.layout.pinned.body.is_empty()) {
        draw_pinned(canvas, pinned);
    }
    let (name, note) = heading(canvas);
    title(canvas, place, Focus::Preview, &name, &note);
    let Some(page) = &pane.page else {
        let results = &canvas.model.results;
        let nothing = !results.running && results.results.as_ref().is_some_and(|results| results.hits.is_empty());
        let text = match (canvas.model.opened, nothing, results.is_filtered_out()) {
            (false, ..) => "reading…",
            (true, true, _) => "nothing found, nothing to show",
            (true, false, true) => "nothing passes the filter, nothing to show",
            (true, false, false) => "",
        };
        Pen::new(canvas.buffer, place.body, 0).skip(2).put(text, canvas.theme.role(Role::Dim));
        return;
    };
    let shown = Shown {
        page,
        top: pane.top,
        left: pane.left,
        shifted: pane.shifted,
        target: pane.target.as_ref().filter(|target| target.path == page.path).map_or(0, |target| target.line),
        stop: pane.stop.filter(|_| pane.record.is_none()),
        match_row: pane.match_row(),
        terms: pane.marked_terms(),
    };
    lines(canvas, place.body, &shown);
    pictures::draw(canvas, place.body, page, (shown.top, pane.sticky().len()));
    sticky(canvas, place.body, page);
    let (ticks, range) = pane.ticks();
    let loaded = page.lines.last().map_or(0, |line| line.source_line);
    let is_part = page.first > 1 || page.total > loaded;
    let thumb = match is_part {
        true => (pane.line_at_top() as usize, page.total as usize),
        false => (pane.top, page.lines.len()),
    };
    scrollbar(canvas.buffer, canvas.theme, place.body, thumb, (&ticks, range));
}

/// The scopes around what is shown, over its first lines.
fn sticky(canvas: &mut Canvas, body: Area, page: &Page) {
    let (theme, sticky) = (canvas.theme, canvas.model.preview.sticky());
    let count = sticky.len();
    for (row, scope) in sticky.into_iter().enumerate() {
        clear(canvas, body, row as u16);
        let style = theme.role(Role::Sticky);
        let gutter = gutter(canvas, page);
        let mut pen = Pen::new(canvas.buffer, body, row as u16);
        pen.skip(1);
        number(&mut pen, Some(scope.line), gutter, theme.role(Role::LineNumber));
        spans(&mut pen, theme, (&scope.label, 0), &[], style);
        if row + 1 == count {
            let area = ratatui::layout::Rect::new(body.x, body.y + row as u16, body.width, 1);
            canvas.buffer.set_style(area, Style::default().add_modifier(Modifier::UNDERLINED));
        }
    }
}

/// What was pinned, with a title of its own.
fn draw_pinned(canvas: &mut Canvas, pinned: &Pinned) {
    let place = canvas.layout.pinned;
    let page = &pinned.page;
    let border = canvas.theme.role(Role::Border);
    let name = format!("PINNED ─ {}", place_of(page, pinned.target.line));
    let mut pen = Pen::new(canvas.buffer, place.title, 0);
    pen.put("─", border).put_right("─", border).put_right(" p lets go ", canvas.theme.role(Role::Dim));
    let cells = pen.left().saturating_sub(1);
    pen.put_clipped(&name, cells, canvas.theme.role(Role::Title)).put(" ", border).fill("─", border);
    let shown = Shown {
        page,
        top: pinned.top,
        left: 0,
        shifted: None,
        target: pinned.target.line,
        stop: None,
        match_row: None,
        terms: Vec::new(),
    };
    lines(canvas, place.body, &shown);
    pictures::draw(canvas, place.body, page, (shown.top, 0));
    scrollbar(canvas.buffer, canvas.theme, place.body, (pinned.top, page.lines.len()), (&[], 1));
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
        let shown = Shown {
            page,
            top: if target == 0 { pane.top } else { at },
            left: pane.left,
            shifted: pane.shifted,
            target,
            stop: None,
            match_row: None,
            terms: pane.marked_terms(),
        };
        lines(canvas, body, &shown);
        pictures::draw(canvas, body, page, (shown.top, 0));
    }
}

/// Its name in the line of tabs: what is shown.
pub fn tab(canvas: &Canvas) -> String {
    heading(canvas).0
}

/// The name of what is shown, and how far down one is.
fn heading(canvas: &Canvas) -> (String, String) {
    let title = Focus::Preview.row().title;
    let pane = &canvas.model.preview;
    let Some(page) = &pane.page else { return (title.to_owned(), String::new()) };
    let line = pane.target.as_ref().filter(|target| target.path == page.path).map_or(0, |target| target.line);
    let changed = if page.changed { CHANGED } else { "" };
    let label = if page.label.is_empty() { String::new() } else { format!(" · {}", page.label) };
    let count = pane.match_count();
    let matches = if count.is_empty() { count } else { format!("{count} ── ") };
    let name = format!("{title} ─ {changed}{}{label}", place_of(page, line));
    (name, format!("{matches}{}%", pane.percent()))
}

/// The name of a file and the line looked at.
fn place_of(page: &Page, line: u32) -> String {
    let file = page.path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    if line > 0 { format!("{file}:{line}") } else { file.to_owned() }
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
    if last == 0 || page.rendered || canvas.layout.form == crate::app::LayoutForm::List {
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

/// A page and how it is shown.
struct Shown<'s> {
    page: &'s Page,
    top: usize,
    left: usize,
    /// The line that is shown from another column on.
    shifted: Option<(u32, usize)>,
    /// The line that was chosen in a list; 0 for none.
    target: u32,
    /// The row that Enter acts upon.
    stop: Option<usize>,
    /// The row of the match that was gone to.
    match_row: Option<usize>,
    terms: Vec<&'s str>,
}

fn lines(canvas: &mut Canvas, body: Area, shown: &Shown) {
    let (page, theme) = (shown.page, canvas.theme);
    let gutter = gutter(canvas, page);
    let width = body.width.saturating_sub(1);
    let gone = if page.deleted { Style::default().add_modifier(Modifier::CROSSED_OUT) } else { Style::default() };
    for (row, line) in page.lines.iter().skip(shown.top).take(usize::from(body.height)).enumerate() {
        let at = shown.top + row;
        let is_target = shown.target > 0 && line.number == Some(shown.target);
        let is_marked = is_target || shown.stop == Some(at) || shown.match_row == Some(at);
        let mut pen = Pen::new(canvas.buffer, Area::new(body.x, body.y + row as u16, width, 1), 0);
        let style = theme.role(if is_marked { Role::Target } else { Role::LineNumber });
        match changed(page, at) {
            _ if is_marked => pen.put(CURSOR, style),
            "" => pen.put(" ", style),
            sign => pen.put(sign, theme.role(Role::Mark)),
        };
        number(&mut pen, line.number, gutter, style);
        let is_heading = page.rendered && line.spans.first().is_some_and(|span| span.scope == Scope::Heading);
        if let Some(number) = line.number.filter(|_| is_heading) {
            let number = format!(" {number}");
            if line.width() + number.len() < pen.left() {
                pen.put_right(&number, theme.role(Role::LineNumber));
            }
        }
        let start = pen.x();
        let left = match shown.shifted.filter(|(of, _)| *of == line.source_line) {
            Some((_, columns)) => {
                pen.put("…", theme.role(Role::Dim));
                columns + 1
            }
            None => shown.left,
        };
        spans(&mut pen, theme, (line, left), &matches(line, &shown.terms), gone);
        if theme.hyperlinks && !is_covered(canvas.model) {
            clickable(canvas, line, (start..body.x + width, body.y + row as u16), left);
        }
    }
}

/// The sign of a line that differs from the commit; empty for others.
fn changed(page: &Page, at: usize) -> &'static str {
    let Some(changes) = page.changes.as_ref().filter(|_| !page.as_changes || page.rendered) else { return "" };
    let line = page.lines[at].source_line;
    if page.rendered && page.lines[at].spans.is_empty() {
        return "";
    }
    // A line that is rendered stands for all up to the next one.
    let next = page.lines[at + 1..].iter().map(|line| line.source_line).find(|next| *next > line);
    let last = if page.rendered { next.map_or(line, |next| next - 1) } else { line };
    let from = changes.hunks.partition_point(|hunk| hunk.new.end < line);
    let mut here = changes.hunks[from..].iter().take_while(|hunk| hunk.new.start <= last && line > 0);
    match here.find(|hunk| hunk.new.is_empty() || hunk.new.end > line) {
        Some(hunk) if hunk.new.is_empty() => GONE,
        Some(_) => EDITED,
        None => "",
    }
}

/// Lets the terminal itself follow the links of a line that is written into `columns` of a row.
fn clickable(canvas: &mut Canvas, line: &PreviewLine, (columns, row): (Range<u16>, u16), left: usize) {
    let shown = |column: u16| (columns.start + column).saturating_sub(left as u16).clamp(columns.start, columns.end);
    for link in &line.links {
        hyperlinks::link(canvas.buffer, row, shown(link.columns.start)..shown(link.columns.end), &link.target);
    }
}

/// Whether something may lie over the preview: a link would shine through.
fn is_covered(model: &Model) -> bool {
    !model.overlays.is_empty() || model.which_key || model.focus() == Focus::Prompt
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
