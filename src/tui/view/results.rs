//! The results.

use super::prompt;
use crate::app::{
    BOOKMARK, Branch, CALLED, Command, FOLDED, Focus, MARKED, MAX_LOADED, MORE, PARTIAL, PaneArea, ResultRow,
    ResultsPane, Sort, UNFOLDED, UNSURE, behind_name, change_sign, has_second_line, keys_of, other_values, query_lines,
    results_title,
};
use crate::docql::{Hit, Results, Shape};
use crate::document::{Family, Kind};
use crate::stdx::{clip, clip_apart, clip_path, clip_unlike, display_width, grouped};
use crate::tui::colours::theme::Role;
use crate::tui::view::canvas::Canvas;
use crate::tui::view::canvas::select;
use crate::tui::view::canvas::title;
use crate::tui::view::canvas::visible;
use crate::tui::widgets::{Pen, clipped_name, marked_path, scrollbar};
use ratatui::style::{Modifier, Style};

/// Draws the pane.
pub fn draw(canvas: &mut Canvas, place: PaneArea, focused: bool) {
    let pane = &canvas.model.results;
    let (number, total) = pane.count_shown();
    let counted = format!("{}/{}", grouped(number), grouped(total));
    let note = match &pane.results {
        Some(_) if pane.is_of_before() => "searching…".to_owned(),
        Some(results) if results.total > 0 && pane.newer > 0 => {
            format!("{} newer ↑ {counted}", pane.newer)
        }
        Some(results) if results.total > 0 && !pane.marks.is_empty() => {
            format!("{MARKED}{} {counted}", pane.marks.len())
        }
        Some(results) if results.total > 0 => counted,
        _ => String::new(),
    };
    let name: String = results_title(canvas.model).into_iter().map(|part| part.text).collect();
    title(canvas, place, Focus::Results, &name, &note);
    let active = focused || canvas.model.focus() == Focus::Prompt;
    for (row, at) in visible(pane.window.top, pane.rows.len(), place.body) {
        draw_row(canvas, place, row, &pane.rows[at]);
        if pane.dimmed || pane.is_of_before() {
            let area = ratatui::layout::Rect::new(place.body.x, place.body.y + row, place.body.width, 1);
            canvas.buffer.set_style(area, Style::default().add_modifier(Modifier::DIM));
        }
        if at == pane.window.cursor && pane.is_stop(at) {
            let column = text_column(pane, &pane.rows[at]).saturating_sub(1);
            select(canvas, place.body, row, column, focused || (active && pane.moved));
        }
    }
    if pane.rows.is_empty() {
        let text = match (canvas.model.opened, pane.running) {
            (false, _) => "reading…".to_owned(),
            (true, true) => {
                let keys = keys_of(&canvas.model.keymap, Command::Interrupt, 1);
                format!("searching…{} {keys} stops it", waited(pane.waited))
            }
            (true, false) => String::new(),
        };
        Pen::new(canvas.buffer, place.body, 0).skip(2).put(&text, canvas.theme.role(Role::Dim));
    }
    more(canvas, place);
    scrollbar(canvas.buffer, canvas.theme, place.body, (pane.window.top, pane.rows.len()), (&[], 1));
}

/// How long a query has run, from the first whole second on: ` 5 s`.
pub fn waited(seconds: u32) -> String {
    if seconds == 0 { String::new() } else { format!(" {} s", grouped(seconds as usize)) }
}

/// Its name in the line of tabs, with how much was found.
pub fn tab(canvas: &Canvas) -> String {
    let results = canvas.model.results.results.as_ref();
    let total = results.map_or(String::new(), |results| format!(" {}", grouped(results.total)));
    format!("{}{total}", Focus::Results.row().title)
}

/// Below the last row: how much is not loaded.
fn more(canvas: &mut Canvas, place: PaneArea) {
    let pane = &canvas.model.results;
    let Some(results) = &pane.results else { return };
    let row = pane.rows.len().saturating_sub(pane.window.top);
    if results.hits.len() < results.total && row < usize::from(place.body.height) {
        let (shown, total) = (grouped(results.hits.len()), grouped(results.total));
        let least = if results.at_least { format!("{PARTIAL} ") } else { String::new() };
        let text = match results.hits.len() < MAX_LOADED {
            true => format!("─ {shown} of {least}{total} shown · ↓ loads more ─"),
            false => format!("─ limit {shown} of {least}{total} · :load all ─"),
        };
        Pen::new(canvas.buffer, place.body, row as u16).skip(1).put(&text, canvas.theme.role(Role::Dim));
    }
}

/// The column at which the text of a row starts.
fn text_column(pane: &ResultsPane, row: &ResultRow) -> u16 {
    let Some(results) = &pane.results else { return 3 };
    match row {
        ResultRow::Group(_) => 1,
        ResultRow::Hit(at) if results.shape == Shape::Structure => 3 + levels(&results.hits[*at]) as u16,
        ResultRow::Hit(at) if !matches!(results.shape, Shape::Count | Shape::Files | Shape::Repositories) => {
            3 + depth(&results.hits[*at]) as u16
        }
        ResultRow::Match(..) => 5,
        ResultRow::Advice(..) => 2,
        _ => 3,
    }
}

/// The columns in front of a path that is a row of a tree.
fn levels(hit: &Hit) -> usize {
    hit.key.path().matches('/').count() * 2
}

/// The columns in front of a row that was reached in several steps.
fn depth(hit: &Hit) -> usize {
    hit.depth.saturating_sub(1).min(6) as usize * 2
}

fn draw_row(canvas: &mut Canvas, place: PaneArea, row: u16, what: &ResultRow) {
    let pane = &canvas.model.results;
    let dim = canvas.theme.role(Role::Dim);
    let results = pane.results.as_deref();
    match what {
        ResultRow::Group(at) => {
            if let Some(results) = results {
                section(canvas, place, row, *at, results);
            }
        }
        ResultRow::Hit(at) => {
            if let Some(results) = results {
                let found = &results.hits[*at];
                let is_kept = canvas.model.bookmarks.is_bookmarked(&found.place_key());
                let mark = match (pane.marks.contains_key(&found.key), is_kept) {
                    (true, _) => MARKED,
                    (false, true) => BOOKMARK,
                    _ => "",
                };
                let callers = pane.callers_of(found).filter(|_| pane.sort == Sort::Callers);
                let branch = pane.tree.as_ref().map(|tree| tree.state(*at));
                let changed = if found.kind == Kind::File { change_sign(canvas.model, &found.path) } else { "" };
                let around = Around { mark, callers, branch, changed, names_file: pane.names_files() };
                hit(canvas, place, row, (results, &results.hits[*at]), &around);
            }
        }
        ResultRow::Second(at) => {
            if let Some(results) = results {
                second(canvas, place, row, &results.hits[*at]);
            }
        }
        ResultRow::Match(at, nth) => {
            if let Some(results) = results {
                further(canvas, place, row, &results.hits[*at], *nth);
            }
        }
        ResultRow::More(_, missing) => {
            let mut pen = Pen::new(canvas.buffer, place.body, row);
            if canvas.model.focus() != Focus::Prompt {
                pen.put_right("→ unfold ", dim);
            }
            pen.skip(3).put(&format!("… {} more", grouped(*missing)), dim);
        }
        ResultRow::Resume => {
            if let Some(resume) = &pane.resume {
                let mut pen = Pen::new(canvas.buffer, place.body, row);
                pen.skip(3);
                let title = clip(&resume.session.title(), pen.left().saturating_sub(1));
                match resume.session.text() {
                    "" => drop(pen.put(&title, dim)),
                    _ => prompt::painted(&title, canvas.theme).into_iter().for_each(|(range, style)| {
                        pen.put(&title[range], style);
                    }),
                }
            }
        }
        ResultRow::Starter(at) => {
            if let Some(starter) = pane.starters.get(*at) {
                let mut pen = Pen::new(canvas.buffer, place.body, row);
                pen.skip(3);
                let shown = clip(&starter.query, pen.left().saturating_sub(1));
                for (range, style) in prompt::painted(&shown, canvas.theme) {
                    pen.put(&shown[range], style);
                }
            }
        }
        ResultRow::StarterNote(at) => {
            if let Some(starter) = pane.starters.get(*at) {
                Pen::new(canvas.buffer, place.body, row).skip(5).put_clipped(&starter.note, usize::MAX, dim);
            }
        }
        ResultRow::Suggestion(at) => {
            if let Some(suggestion) = results.and_then(|results| results.suggestions.get(*at)) {
                let cells = usize::from(place.body.width).saturating_sub(4);
                let first = query_lines(suggestion, cells).into_iter().next().unwrap_or_default();
                Pen::new(canvas.buffer, place.body, row).skip(3).put_clipped(&first, 400, Style::default());
            }
        }
        ResultRow::Rest(text) => {
            Pen::new(canvas.buffer, place.body, row).skip(3).put_clipped(text, 400, Style::default());
        }
        ResultRow::Text(text) | ResultRow::Advice(text, _) => {
            Pen::new(canvas.buffer, place.body, row).skip(2).put_clipped(text, 400, dim);
        }
        ResultRow::Said(text) => {
            Pen::new(canvas.buffer, place.body, row).skip(2).put_clipped(text, 400, Style::default());
        }
        ResultRow::Heading(text) => {
            Pen::new(canvas.buffer, place.body, row).skip(2).put_clipped(text, 400, canvas.theme.role(Role::File));
        }
    }
}

/// The header of a file or a kind.
fn section(canvas: &mut Canvas, place: PaneArea, row: u16, at: usize, results: &Results) {
    let pane = &canvas.model.results;
    let Some(section) = pane.section(at) else { return };
    let theme = canvas.theme;
    let dim = theme.role(Role::Dim);
    // Of a kind as many are known as are loaded.
    let least =
        if pane.names_files() && results.hits.len() < results.total { format!("{PARTIAL} ") } else { String::new() };
    let mut pen = Pen::new(canvas.buffer, place.body, row);
    pen.put_right("  ", dim).put_right(&format!("{least}{}", grouped(section.total)), dim);
    let language = if section.language == "plain" { "" } else { section.language };
    if !language.is_empty() && pen.left() > display_width(section.title()) + language.len() + 8 {
        pen.put_right("  ", dim).put_right(language, dim);
    }
    let changed = if pane.names_files() { "" } else { change_sign(canvas.model, section.title()) };
    if !changed.is_empty() {
        pen.put_right("  ", dim).put_right(changed, theme.role(Role::Mark));
    }
    pen.skip(1).put(if pane.is_folded(at) { FOLDED } else { UNFOLDED }, dim).put(" ", dim);
    let cells = pen.left().saturating_sub(1);
    let others = pane.section_titles().take(MAX_BESIDE);
    pen.put(&clip_apart(section.title(), others, cells), canvas.theme.role(Role::File));
}

/// The path of a row that is one.
fn path_of(hit: &Hit) -> &str {
    if hit.path.is_empty() || !hit.name_marks.is_empty() { &hit.name } else { &hit.path }
}

/// Rows with which a path is compared that is cut, at most.
const MAX_BESIDE: usize = 500;

/// What a row shows beside the hit.
struct Around {
    /// That it is marked or bookmarked.
    mark: &'static str,
    /// From how many places it is called, where the order goes by that.
    callers: Option<u32>,
    /// What is below it, where rows are a tree.
    branch: Option<Branch>,
    /// How its file differs from the commit, where the row is a file.
    changed: &'static str,
    /// Whether the row says its file.
    names_file: bool,
}

fn hit(canvas: &mut Canvas, place: PaneArea, row: u16, (results, hit): (&Results, &Hit), around: &Around) {
    let theme = canvas.theme;
    let mark = around.mark;
    let dim = theme.role(Role::Dim);
    let styles = (Style::default(), theme.role(Role::Match));
    let mut pen = Pen::new(canvas.buffer, place.body, row);
    pen.skip(1).put(mark, theme.role(Role::Mark)).skip(2 - display_width(mark));
    match results.shape {
        Shape::Count => {
            pen.put(&hit.name, theme.role(Role::File));
        }
        Shape::Structure => {
            pen.skip(levels(hit));
            let style = if hit.kind == Kind::Directory { theme.role(Role::File) } else { Style::default() };
            pen.put_clipped(&hit.name, usize::MAX, style);
        }
        Shape::Files | Shape::Repositories => {
            pen.put_right(" ", dim).put_right(&hit.snippet, dim);
            if !around.changed.is_empty() {
                pen.put_right("  ", dim).put_right(around.changed, theme.role(Role::Mark));
            }
            let cells = pen.left().saturating_sub(1);
            let shown = clip_apart(path_of(hit), results.hits.iter().take(MAX_BESIDE).map(path_of), cells);
            if hit.name_marks.is_empty() {
                pen.put(&shown, Style::default());
            } else {
                let (shown, marks) = marked_path(&hit.name, &hit.name_marks, shown);
                pen.put_marked(&shown, &marks, cells, styles);
            }
        }
        _ => {
            pen.skip(depth(hit));
            // The number of a passage stands in front of it.
            let role = if results.shape == Shape::Answer { "" } else { hit.shown_role() };
            place_of(&mut pen, (hit, role), (around, results.shape), dim);
            if hit.further() > 0 && !has_second_line(results, hit) {
                pen.put_right(&format!("{MORE}{}", hit.further()), dim).put_right(" ", dim);
            }
            if let Some(page) = hit.page {
                pen.put_right(&format!("p. {page} "), dim);
            }
            match around.branch {
                Some(Branch::Open) => drop(pen.put(UNFOLDED, dim).put(" ", dim)),
                Some(Branch::Folded) => drop(pen.put(FOLDED, dim).put(" ", dim)),
                Some(Branch::End | Branch::Cut) => drop(pen.skip(2)),
                None => {}
            }
            let is_told = !matches!(hit.kind, Kind::Value) && results.shape != Shape::Places;
            if results.shape == Shape::Answer {
                pen.put(&format!("{} ", hit.role), dim);
            }
            if hit.kind.family() != Family::File && is_told {
                pen.put(&format!("{} ", hit.kind.row().letter), theme.role(Role::Kind));
            }
            let cells = pen.left().saturating_sub(1);
            let name = if hit.name.is_empty() { &hit.snippet } else { &hit.name };
            let marks = if hit.name.is_empty() { &hit.snippet_marks } else { &hit.name_marks };
            let (name, marks) = clipped_name(name, marks, cells);
            pen.put_marked(&name, &marks, cells, styles);
            let rest = pen.left().saturating_sub(3);
            let repeats = hit.snippet == hit.name || hit.name.is_empty() || has_second_line(results, hit);
            let values = other_values(hit);
            let behind = if repeats { None } else { values.as_deref().or_else(|| behind_name(hit)) };
            if let Some(behind) = behind.filter(|behind| rest > 6 && !behind.is_empty()) {
                // Declarations of one name are told apart by what is behind it.
                let namesakes = results.hits.iter().take(MAX_BESIDE).filter(|other| other.name == hit.name);
                let mut others = namesakes.filter_map(behind_name).filter(|other| *other != behind).peekable();
                let is_alone = values.is_some() || others.peek().is_none();
                let shown = if is_alone { behind.to_owned() } else { clip_unlike(behind, others, rest) };
                pen.skip(if values.is_some() { 2 } else { 0 }).put_clipped(&shown, rest, dim);
            } else if rest > 16 && behind.is_none() && !hit.snippet.is_empty() && !repeats && !results.ranked {
                pen.skip(2).put_marked(&hit.snippet, &hit.snippet_marks, rest, (dim, styles.1));
            } else if rest > 12 && !(hit.context.is_empty() && hit.through.is_empty()) {
                pen.skip(2).put_clipped(&hit.beside(), rest, dim);
            }
        }
    }
}

/// File, line and role at the right end of a row.
fn place_of(pen: &mut Pen, (hit, role): (&Hit, &str), (around, shape): (&Around, Shape), dim: Style) {
    pen.put_right(" ", dim);
    // Where the row says its file as well, the name needs the room more.
    if !role.is_empty() && pen.left() > if around.names_file { 44 } else { 24 } {
        pen.put_right(&format!("{role:<4}"), dim).put_right(" ", dim);
    } else if hit.is_unsure() {
        // Of a call that may be of another the row says so however narrow it is.
        pen.put_right(UNSURE, dim).put_right(" ", dim);
    }
    if let Some(callers) = around.callers {
        pen.put_right(&format!("{CALLED} {}", grouped(callers as usize)), dim).put_right(" ", dim);
    }
    // The line of a row of a database is that of its table.
    if hit.shown_line() > 0 && hit.record.is_none() {
        pen.put_right(&hit.shown_line().to_string(), dim);
    }
    if around.names_file {
        let colon = if hit.shown_line() > 0 { ":" } else { "" };
        // The name of the file says more than the directories around it, and as much as that of what is in it.
        let file = hit.path.rsplit('/').next().unwrap_or_default();
        let shown = if pen.left() > 60 { &*hit.path } else { file };
        let named = if hit.name.is_empty() { &hit.snippet } else { &hit.name };
        // A passage is known by its heading rather than by its file.
        let most = if shape == Shape::Answer { pen.left() / 3 } else { pen.left() / 2 };
        let least = display_width(file).min(most).max(pen.left() / 3);
        let room = pen.left().saturating_sub(display_width(named) + 4).max(least);
        pen.put_right(&format!("{}{colon}", clip_path(shown, room)), dim);
    }
    pen.put_right(" ", dim);
}

fn second(canvas: &mut Canvas, place: PaneArea, row: u16, hit: &Hit) {
    let dim = canvas.theme.role(Role::Dim);
    let marks = canvas.theme.role(Role::Match);
    let in_tree = canvas.model.results.tree.is_some();
    let mut pen = Pen::new(canvas.buffer, place.body, row);
    pen.skip(if in_tree { 7 + depth(hit) } else { 5 });
    let cells = pen.left().saturating_sub(1);
    if hit.further() > 0 {
        pen.put_right(" ", dim).put_right(&format!("{MORE}{}", hit.further()), dim).put_right(" ", dim);
    }
    let cells = cells.min(pen.left());
    pen.put_marked(&hit.snippet, &hit.snippet_marks, cells, (dim, marks));
}

/// A further match of a hit: its line.
fn further(canvas: &mut Canvas, place: PaneArea, row: u16, hit: &Hit, nth: usize) {
    let Some(other) = hit.others.get(nth) else { return };
    let dim = canvas.theme.role(Role::Dim);
    let marks = canvas.theme.role(Role::Match);
    let mut pen = Pen::new(canvas.buffer, place.body, row);
    pen.skip(5).put_right(" ", dim).put_right(&other.line.to_string(), dim).put_right(" ", dim);
    let cells = pen.left().saturating_sub(1);
    pen.put_marked(&other.text, &other.marks, cells, (dim, marks));
}
