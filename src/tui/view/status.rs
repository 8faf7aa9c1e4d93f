//! The lines around the panes: breadcrumbs, the reading of the query, the card of the row, hints.

use super::hints;
use super::panes::VIEWS;
use crate::app::{
    Area, BETWEEN, Command, Focus, IndexState, LEFT_OUT, Layout, MARKED, Model, PaneArea, PromptReading, READ_AS,
    Subject, index_state, keys_of, shown_crumbs, uses_summary,
};
use crate::document::Kind;
use crate::stdx::{clip, clip_path, display_width};
use crate::tui::colours::theme::{Role, Theme};
use crate::tui::view::canvas::Canvas;
use crate::tui::widgets::Pen;
use ratatui::style::Style;

/// Everything in one line, on a screen too small for more.
pub fn one_line(canvas: &mut Canvas) {
    let model = canvas.model;
    let text = match &model.results.results {
        Some(results) => format!("{} {}", results.total, model.prompt.line.text()),
        None => format!("docql {}", model.prompt.line.text()),
    };
    Pen::new(canvas.buffer, canvas.layout.prompt, 0).put(&text, Style::default());
}

/// The way to the selection, and the state of the index.
pub fn crumbs(canvas: &mut Canvas) {
    let (model, theme, area) = (canvas.model, canvas.theme, canvas.layout.crumbs);
    if area.is_empty() {
        return;
    }
    let dim = theme.role(Role::Dim);
    let (state, known) = index_state(model);
    let role = if known == IndexState::Complete { Role::Good } else { Role::Warning };
    let mut pen = Pen::new(canvas.buffer, area, 0);
    pen.put_right(" ", dim).put_right(&state, theme.role(role)).skip(1);
    let (left_out, crumbs) = shown_crumbs(model);
    if left_out {
        pen.put(LEFT_OUT, dim);
    }
    let last = crumbs.len().saturating_sub(1);
    for (at, shown) in crumbs.iter().enumerate() {
        pen.put(&shown.label, theme.role(if at == last { Role::File } else { Role::Text }));
        if at < last {
            pen.put(BETWEEN, dim);
        }
    }
}

/// How the query was read, or the move as DocQL; while a query is typed, what can come next.
pub fn reading(canvas: &mut Canvas) {
    let area = canvas.layout.reading;
    if area.is_empty() {
        return;
    }
    if canvas.model.focus() == Focus::Prompt && canvas.model.prompt.popup_open() {
        return;
    }
    let (text, right) = read(canvas.model);
    let dim = canvas.theme.role(Role::Dim);
    let mut pen = Pen::new(canvas.buffer, area, 0);
    if display_width(&text) + display_width(&right) + 8 < usize::from(area.width) {
        pen.put_right(" ", dim).put_right(&right, dim);
    }
    pen.put(&if text.is_empty() { String::new() } else { format!(" {READ_AS} ") }, dim);
    let cells = pen.left().saturating_sub(1);
    pen.put_clipped(&text, cells, dim);
}

fn read(model: &Model) -> (String, String) {
    // Why it was refused stays to be read, wherever the cursor is; in the prompt it stands below the text.
    if let Some(error) = model.prompt.error().filter(|_| model.focus() != Focus::Prompt) {
        let edit = format!("{} edit it", keys_of(&model.keymap, Command::EditQuery, 1));
        return (format!("! {}", error.message), edit);
    }
    let words = matches!(model.prompt.reading(), PromptReading::Words | PromptReading::Question);
    if model.focus() == Focus::Prompt && model.prompt.reading() == PromptReading::Docql {
        let next = model.prompt.next();
        if model.prompt.is_wrong() || model.results.dimmed {
            let kept = model.results.results.as_ref().filter(|_| model.results.dimmed);
            let kept = kept.map_or(String::new(), |_| format!("below: last good {}", model.results.text));
            let text = if next.is_empty() { String::new() } else { format!("… next: {}", next.join(" ")) };
            return (text, kept);
        }
    }
    if !model.results_lead()
        && let Some(subject) = model.subject()
    {
        let enter = if model.focus() == Focus::Prompt { "" } else { "Enter lists what is inside" };
        return (subject.query, enter.to_owned());
    }
    if words && let Some(query) = model.prompt.without_sigil() {
        return (format!("searched as words; a query is {query}"), "Ctrl-X makes it one".to_owned());
    }
    if words && let Some(results) = &model.results.results {
        let edit = format!("{} edit as DocQL", keys_of(&model.keymap, Command::AsDocql, 1));
        return (results.query.clone(), edit);
    }
    match model.subject() {
        Some(subject) if model.focus() != Focus::Prompt => (subject.query, String::new()),
        _ => (model.results.results.as_ref().map(|results| results.query.clone()).unwrap_or_default(), String::new()),
    }
}

/// The names of the panes, where only one fits.
pub fn tabs(canvas: &mut Canvas) {
    let (model, theme, area) = (canvas.model, canvas.theme, canvas.layout.tabs);
    if area.is_empty() {
        return;
    }
    if let Some(pane) = model.filtering {
        let title = PaneArea { title: area, body: Area::default() };
        return crate::tui::view::canvas::title(canvas, title, pane, "", "");
    }
    let room = usize::from(area.width) / VIEWS.len();
    let names: Vec<String> =
        VIEWS.iter().map(|view| format!("{} {}", view.pane.row().number, (view.tab)(canvas))).collect();
    let mut pen = Pen::new(canvas.buffer, area, 0);
    let shown = model.arrangement.pane;
    let found = model.pane(shown).found();
    if !found.is_empty() {
        pen.put_right(&format!(" {found} "), theme.role(Role::Dim));
    }
    for (at, (view, name)) in VIEWS.iter().zip(names).enumerate() {
        pen.to(area.x + (at * room) as u16).skip(1);
        let active = shown == view.pane;
        let style = theme.role(if active { Role::TitleFocused } else { Role::Title });
        let cells = room.min(pen.left()).saturating_sub(3);
        pen.put(if active { "‹" } else { " " }, style)
            .put_clipped(&name, cells, style)
            .put(if active { "›" } else { "" }, style);
    }
}

/// The card of the selected row and the line of hints.
pub fn below(canvas: &mut Canvas) {
    let (model, theme) = (canvas.model, canvas.theme);
    let dim = theme.role(Role::Dim);
    let area = canvas.layout.card;
    let mut pen = Pen::new(canvas.buffer, area, 0);
    if let Some(toast) = &model.toast {
        pen.put(" ", dim).put_clipped(&toast.text, usize::MAX, theme.role(Role::Toast));
    } else if let Some(text) = folded_reading(canvas.layout, model) {
        pen.put(&format!(" {READ_AS} "), dim).put_clipped(&text, usize::MAX, dim);
    } else {
        let marks = model.results.marks_summary();
        if !marks.is_empty() {
            pen.put_right(" ", dim).put_right(&format!("{MARKED} {marks}"), theme.role(Role::Mark)).put_right(" ", dim);
        }
        if let Some(subject) = model.subject() {
            // What only shares the name is doubtful, which says more about it than how often it is used.
            let note = doubt(model).map(str::to_owned).or_else(|| uses_summary(model, &subject));
            let copy = keys_of(&model.keymap, Command::CopyLocation, 1);
            // Letters are text while something is typed.
            let types = model.focus() == Focus::Prompt || model.filtering.is_some();
            let copy = (marks.is_empty() && !copy.is_empty() && !types).then_some(copy);
            card(&mut pen, &subject, note, theme, copy.as_deref());
        }
    }
    let area = canvas.layout.hint;
    if !area.is_empty() {
        hints::draw(canvas, area);
    }
}

/// Where there is no line for the reading of the query, it stands on the card while it says more than that.
fn folded_reading(layout: &Layout, model: &Model) -> Option<String> {
    let unfinished =
        model.focus() == Focus::Prompt && model.prompt.reading() == PromptReading::Docql && model.prompt.is_wrong();
    let refused = model.focus() != Focus::Prompt && model.prompt.error().is_some();
    let wanted = layout.reading.is_empty() && (model.focus() == Focus::Toc || unfinished || refused);
    wanted.then(|| read(model).0).filter(|text| !text.is_empty())
}

/// What the `~` before the role of the selected row means.
fn doubt(model: &Model) -> Option<&'static str> {
    let hit = model.results.selected().filter(|_| model.focus() != Focus::Toc)?;
    match hit.is_dispatched() {
        true => Some("~ may run another implementation"),
        false => hit.is_by_name().then_some("~ may mean a namesake"),
    }
}

fn card(pen: &mut Pen, subject: &Subject, uses: Option<String>, theme: &Theme, copy: Option<&str>) {
    let dim = theme.role(Role::Dim);
    let lines = match (subject.line, subject.end_line) {
        (0, _) => String::new(),
        (line, end) if end > line => format!(":{line}-{end}"),
        (line, _) => format!(":{line}"),
    };
    let kind = if subject.kind == Kind::File { "" } else { subject.kind.id() };
    let place = format!("{}{lines}", subject.path);
    let is_named = subject.kind != Kind::File && subject.kind != Kind::Directory;
    if let Some(keys) = copy {
        // What the keys copy is told where the place need not be cut for that.
        let name = if is_named { display_width(&subject.name) + 4 } else { 0 };
        let title = Command::CopyLocation.row().title;
        let needed = name + display_width(&place) + kind.len() + display_width(title) + display_width(keys) + 8;
        let what = if needed <= pen.left() { title } else { "copy" };
        pen.put_right(" ", dim).put_right(&format!("{keys} {what}"), dim);
    }
    pen.put(" ", dim);
    if is_named {
        pen.put(&format!("{} ", subject.kind.row().letter), theme.role(Role::Kind));
        let cells = pen.left() / 2;
        pen.put(&clip(&subject.name, cells), theme.role(Role::Text)).put("  ", dim);
    }
    // The place comes first; the rest is told where there is room.
    let room = pen.left().saturating_sub(kind.len() + 4);
    let uses = uses.map(|uses| format!(" · {uses}")).filter(|uses| display_width(uses) + 20 < room);
    let cells = room - uses.as_deref().map_or(0, display_width);
    pen.put(&clip_path(&place, cells), dim).put("   ", dim).put(kind, dim).put(&uses.unwrap_or_default(), dim);
}
