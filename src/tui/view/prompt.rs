//! The prompt line: the text in its colours, ghost text, and at the right what came of it.

use crate::app::{Area, Focus, Model, PromptReading, Sought, prompt_label, prompt_start};
use crate::docql::{self, Shape};
use crate::stdx::{clip, display_width, grouped, unfolded};
use crate::tui::colours::theme::{Role, Theme};
use crate::tui::view::canvas::Canvas;
use crate::tui::view::results::waited;
use crate::tui::widgets::{Pen, steady};
use ratatui::layout::Position;
use ratatui::style::{Modifier, Style};
use std::ops::Range;

/// What → does in an empty prompt.
const ONCE_MORE: &str = "   → once more";

/// Draws the prompt; returns where its caret stands.
pub fn draw(canvas: &mut Canvas) -> Option<Position> {
    let (model, theme, area) = (canvas.model, canvas.theme, canvas.layout.prompt);
    let focused = model.focus() == Focus::Prompt;
    if model.prompt.reading() == PromptReading::Places {
        return pasted(canvas, area, focused);
    }
    let line = &model.prompt.line;
    let label = prompt_label(model);
    let start_of_text = usize::from(prompt_start(model));
    let room = usize::from(area.width).saturating_sub(display_width(line.text()) + start_of_text + 4);
    let (status, role) = status(model, room);
    let mut pen = Pen::new(canvas.buffer, area, 0);
    let chevron = theme.role(if focused { Role::TitleFocused } else { Role::Dim });
    // While it is typed the text goes before the status, else a long query is cut.
    let needed = display_width(line.text()) + start_of_text + 3;
    let width = usize::from(area.width);
    // On a narrow screen what was asked says more than what came of it.
    let is_narrow = display_width(&status) * 2 > width;
    if needed + display_width(&status) < width || !focused && !is_narrow {
        pen.put_right(" ", Style::default()).put_right(&format!("  {status}"), theme.role(role));
    }
    pen.put(label, theme.role(Role::Key)).put(" ❯ ", chevron);
    let room = pen.left().saturating_sub(1);
    if !focused && display_width(line.text()) > pen.left() {
        shortened(canvas, Area { x: area.x + start_of_text as u16, width: room as u16, ..area });
        return None;
    }
    // Without the caret in it, the beginning says most.
    let start = if focused { scrolled(line.text(), line.caret(), room) } else { 0 };
    let x = pen.x() + display_width(&steady(&line.text()[start..line.caret().max(start)])) as u16;
    let ghost = if focused { model.prompt.ghost() } else { String::new() };
    if line.text().is_empty() && ghost.is_empty() {
        let hint = match model.prompt.sought {
            _ if !model.opened => "reading the workspace…",
            Sought::Contents => "type words, or $ for a query",
            Sought::Files => "type some of a path; a / behind it finds directories",
            Sought::Directories => "type some of a path",
        };
        pen.put(hint, theme.role(Role::Ghost));
    }
    for (range, style) in pieces(canvas.model, canvas.theme) {
        let range = range.start.max(start)..range.end;
        if range.start < range.end {
            pen.put(&line.text()[range], style);
        }
    }
    if line.text().is_empty() && !ghost.is_empty() {
        // That it is only an offer is seen however long it is.
        let cells = pen.left().saturating_sub(display_width(ONCE_MORE) + 1);
        pen.put(&clip(&ghost, cells), theme.role(Role::Ghost)).put(ONCE_MORE, theme.role(Role::Ghost));
    } else {
        pen.put(&ghost, theme.role(Role::Ghost));
    }
    focused.then(|| Position::new(x.min(area.x + area.width.saturating_sub(1)), area.y))
}

/// A text that has no room: its beginning, and what narrows it at its end.
fn shortened(canvas: &mut Canvas, area: Area) {
    let text = canvas.model.prompt.line.text();
    let room = usize::from(area.width);
    let end = Some(narrowing(text, canvas.model.prompt.reading())).filter(|&at| display_width(&text[at..]) < room / 2);
    let end = end.unwrap_or(text.len());
    let cells = room.saturating_sub(display_width(&text[end..]) + 1);
    let all = pieces(canvas.model, canvas.theme);
    let within = |part: &Range<usize>| -> Vec<(Range<usize>, Style)> {
        let cut =
            |(range, style): &(Range<usize>, Style)| (range.start.max(part.start)..range.end.min(part.end), *style);
        all.iter().map(cut).filter(|(range, _)| range.start < range.end).collect()
    };
    let mut pen = Pen::new(canvas.buffer, Area { width: cells as u16, ..area }, 0);
    for (range, style) in within(&(0..end)) {
        pen.put(&text[range], style);
    }
    let x = pen.x();
    let mut pen = Pen::new(canvas.buffer, Area { x, width: (area.x + area.width).saturating_sub(x), ..area }, 0);
    pen.put("…", canvas.theme.role(Role::Dim));
    for (range, style) in within(&(end..text.len())) {
        pen.put(&text[range], style);
    }
}

/// Where the facets at the end of words begin, or the last step of a query.
fn narrowing(text: &str, reading: PromptReading) -> usize {
    let is_facet = |word: &str| {
        let name = word.trim_start_matches('-').split(':').next().unwrap_or_default();
        name.len() + 1 < word.len() && !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase())
    };
    match reading {
        PromptReading::Docql => {
            let step = text.rfind('.').filter(|&at| text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic()));
            step.filter(|_| !text.ends_with(['"', ']'])).unwrap_or(text.len())
        }
        _ => {
            // Each with the space before it.
            let facets = text.rsplit(' ').take_while(|word| is_facet(word)).map(|word| word.len() + 1);
            text.len().saturating_sub(facets.sum())
        }
    }
}

/// Lines that were pasted: the first of them, and how many they are.
fn pasted(canvas: &mut Canvas, area: Area, focused: bool) -> Option<Position> {
    let (model, theme) = (canvas.model, canvas.theme);
    let text = unfolded(model.prompt.line.text().trim());
    let (status, role) = status(model, usize::from(area.width) / 2);
    let mut pen = Pen::new(canvas.buffer, area, 0);
    pen.put_right(" ", Style::default()).put_right(&format!("  {status}"), theme.role(role));
    let count = format!(" … {} lines", grouped(text.lines().count()));
    pen.put(" ❯ ", theme.role(if focused { Role::TitleFocused } else { Role::Dim }));
    let cells = pen.left().saturating_sub(display_width(&count) + 1);
    let style = if model.prompt.line.is_selected() && focused { Modifier::REVERSED } else { Modifier::empty() };
    pen.put_clipped(text.lines().next().unwrap_or_default(), cells, Style::default().add_modifier(style));
    pen.put(&count, theme.role(Role::Dim));
    focused.then(|| Position::new(pen.x().min(area.x + area.width.saturating_sub(1)), area.y))
}

/// A query cut where its colour changes.
pub fn painted(text: &str, theme: &Theme) -> Vec<(Range<usize>, Style)> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for (span, scope) in docql::paint(text) {
        let range = span.range();
        if range.start < at || range.is_empty() || text.get(range.clone()).is_none() {
            continue;
        }
        if at < range.start {
            pieces.push((at..range.start, Style::default()));
        }
        at = range.end;
        pieces.push((range, theme.prompt(scope)));
    }
    if at < text.len() {
        pieces.push((at..text.len(), Style::default()));
    }
    pieces
}

/// The text of the prompt cut where its style changes.
fn pieces(model: &Model, theme: &Theme) -> Vec<(Range<usize>, Style)> {
    let text = model.prompt.line.text();
    let mut pieces = match model.prompt.sought {
        Sought::Contents => painted(text, theme),
        Sought::Files | Sought::Directories => vec![(0..text.len(), Style::default())],
    };
    if model.prompt.line.is_selected() && model.focus() == Focus::Prompt {
        for (_, style) in &mut pieces {
            *style = style.add_modifier(Modifier::REVERSED);
        }
    }
    if let Some(error) = model.prompt.error() {
        let start = (error.span.start as usize).min(text.len().saturating_sub(1));
        let end = (error.span.end as usize).max(start + 1);
        for (range, style) in &mut pieces {
            if start < range.end && range.start < end {
                *style = style.patch(theme.role(Role::Error)).add_modifier(Modifier::UNDERLINED);
            }
        }
    }
    pieces
}

/// The first byte to show so that the caret is on the screen.
fn scrolled(text: &str, caret: usize, room: usize) -> usize {
    let mut width = display_width(&steady(&text[..caret]));
    let mut start = 0;
    for (at, character) in text.char_indices() {
        if width <= room {
            break;
        }
        width -= display_width(character.encode_utf8(&mut [0; 4])).min(width);
        start = at + character.len_utf8();
    }
    start
}

/// What came of the text: counts, time, or what is wrong, in so many cells.
fn status(model: &Model, cells: usize) -> (String, Role) {
    if let Some(error) = model.prompt.error() {
        let column = model.prompt.line.text()[..].get(..error.span.start as usize).map_or(0, |t| t.chars().count()) + 1;
        let kept = if model.results.results.is_some() { " · last good results kept" } else { "" };
        let texts = [format!("! error at column {column}{kept}"), format!("! error at column {column}")];
        let text = texts.into_iter().find(|text| display_width(text) < cells);
        return (text.unwrap_or_else(|| format!("! column {column}")), Role::Error);
    }
    let Some(results) = &model.results.results else {
        let files = model.listing.counts.files;
        let text = match (model.opened, model.results.running) {
            (_, true) => format!("…{}", waited(model.results.waited)),
            (true, false) => format!("{} file{}", grouped(files as usize), if files == 1 { "" } else { "s" }),
            _ => String::new(),
        };
        return (text, Role::Dim);
    };
    let mut parts = Vec::new();
    if model.results.reading == Some(PromptReading::Words) {
        parts.push("words".to_owned());
    }
    if model.results.reading == Some(PromptReading::Question) {
        let is_answer = results.shape == Shape::Answer;
        parts.push(if is_answer { "answer" } else { "question: Enter follows it" }.to_owned());
    }
    let noun = match results.shape {
        _ if model.results.reading == Some(PromptReading::Directories) => "directory",
        Shape::Files => "file",
        Shape::Places => "place",
        // While it is looked for the rows are those of its words.
        Shape::Answer if !model.results.more_follows => "passage",
        Shape::Structure => "path",
        Shape::Repositories => "repository",
        Shape::Count => "number",
        _ => "hit",
    };
    let plural = if results.total == 1 { "" } else { "s" };
    let least = if results.at_least { "≥ " } else { "" };
    let mut counted = format!("{least}{} {noun}{plural}", grouped(results.total)).replace("rys", "ries");
    if matches!(noun, "hit" | "place" | "passage") && results.files > 1 && !results.at_least {
        counted = format!("{counted} in {} files", grouped(results.files));
    }
    if let Some(whole) = results.with_identifier {
        let whole = if whole == 0 { "none".to_owned() } else { grouped(whole).to_string() };
        parts.push(format!("{whole} with the name"));
    }
    if !results.at_least && (results.partial.is_some() || model.results.more_follows) {
        counted.push_str(" so far");
    }
    parts.push(counted);
    if let Some((done, total)) = results.partial {
        parts.push(format!("partial {}/{}", grouped(done as usize), grouped(total as usize)));
    }
    let is_long = model.results.running && model.results.waited > 0;
    if let Some(elapsed) = model.results.elapsed.filter(|_| !is_long) {
        parts.push(match elapsed.as_millis() {
            milliseconds @ ..10_000 => format!("{milliseconds} ms"),
            milliseconds => format!("{} s", milliseconds / 1000),
        });
    }
    if model.results.running {
        parts.push(format!("…{}", waited(model.results.waited)));
    }
    (parts.join(" · "), Role::Dim)
}
