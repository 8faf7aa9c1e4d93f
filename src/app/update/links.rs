//! Following the links of the document in the preview.

use super::navigation;
use super::notices::say;
use super::selection_sync;
use crate::app::protocol::effect::Effect;
use crate::app::state::history::Place;
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::state::pictures;
use crate::docql::{locate, quoted};
use crate::document::Kind;
use crate::preview::PreviewLine;
use crate::stdx::display_width;
use std::collections::HashSet;

/// Follows the only link there is, or offers all of them.
pub fn choose(model: &mut Model, effects: &mut Vec<Effect>) {
    let mut links = links(model);
    match links.len() {
        0 => say(model, "no links here", effects),
        1 => {
            let (_, _, target) = links.remove(0);
            follow(model, &target, effects);
        }
        _ => {
            let rows = links.into_iter().map(|(number, text, target)| PanelRow {
                left: number,
                text,
                right: target.clone(),
                doc: String::new(),
                group: "",
                choice: Choice::Link(target),
            });
            model.overlays.push(Panel::new(PanelKind::Links, "LINKS", rows.collect()));
        }
    }
}

/// Numbers, texts and targets of the page's links, from what is on the screen on. Numbers are those that are
/// printed; links without one get the numbers behind the last.
fn links(model: &Model) -> Vec<(String, String, String)> {
    let Some(page) = &model.preview.page else { return Vec::new() };
    let top = model.preview.top.min(page.lines.len());
    let all = || page.lines.iter().flat_map(|line| &line.links);
    let mut last = all().filter_map(|link| link.number).max().unwrap_or(0);
    let lines = page.lines[top..].iter().chain(&page.lines[..top]);
    let mut links: Vec<(String, String, String)> = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    for (line, link) in lines.flat_map(|line| line.links.iter().map(move |link| (line, link))) {
        if known.insert(&link.target) {
            let number = link.number.unwrap_or_else(|| {
                last += 1;
                last
            });
            let text = between(line, usize::from(link.columns.start), usize::from(link.columns.end));
            links.push((number.to_string(), text, link.target.clone()));
        }
    }
    links
}

/// The text of a line between two columns.
fn between(line: &PreviewLine, start: usize, end: usize) -> String {
    let mut column = 0;
    let is_inside = |character: &char| {
        let at = column;
        column += display_width(character.encode_utf8(&mut [0; 4]));
        (start..end).contains(&at)
    };
    line.text().chars().filter(is_inside).collect()
}

/// Goes where a link leads: to a file or section of the workspace; the address of anything else is copied.
pub fn follow(model: &mut Model, target: &str, effects: &mut Vec<Effect>) {
    let Some(from) = model.preview.page.as_ref().map(|page| page.path.clone()) else { return };
    if target.contains("://") || target.starts_with("mailto:") {
        effects.push(Effect::Copy(target.to_owned()));
        return say(model, format!("copied {target}"), effects);
    }
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let (file, anchor) = (decoded(file.split('?').next().unwrap_or(file)), decoded(anchor));
    let path = if file.is_empty() { from.to_string() } else { relative_path(&from, &file) };
    if *path == *from && !anchor.is_empty() {
        return match model.preview.anchor(&anchor) {
            Some(line) => jump(model, line),
            None => say(model, format!("there is no #{anchor} here"), effects),
        };
    }
    let reading = model.focus() == Focus::Preview;
    let directory = format!("{}/", path.trim_end_matches('/'));
    let query = if model.listing.find(&path).is_some() {
        match anchor.as_str() {
            "" => locate(&path, Kind::File, "", 0),
            anchor => format!("$.content.chapter({})[?(@.path=={})]", quoted(anchor), quoted(&path)),
        }
    } else if model.listing.files.iter().any(|entry| entry.path.starts_with(&directory)) {
        locate(path.trim_end_matches('/'), Kind::Directory, "", 0)
    } else if pictures::can_open(model, &path) {
        return pictures::open(model, path, effects);
    } else {
        return say(model, format!("{path} is not in the workspace"), effects);
    };
    navigation::go(model, &query, "", true, effects);
    if reading {
        // Whoever reads goes on reading.
        model.set_focus(Focus::Preview);
        selection_sync::refresh(model);
    }
}

/// Goes to a line of the document that is read; back leads to where the reader was.
fn jump(model: &mut Model, line: u32) {
    leave_line(model);
    model.preview.go_to_anchor(line);
    selection_sync::refresh(model);
}

/// Notes the line that is read, before another place is shown that no query leads to.
pub(in crate::app) fn leave_line(model: &mut Model) {
    selection_sync::refresh(model);
    let here = model.history.current().clone();
    let reading = model.preview.page.as_ref().map(|page| (page.path.clone(), model.preview.line_at_top()));
    model.history.current_mut().reading = reading;
    model.history.enter(Place { drilled: true, label: String::new(), reading: None, ..here });
}

/// An address with its `%20` and the like replaced; what is no UTF-8 then stays as it was.
fn decoded(address: &str) -> String {
    let mut bytes = Vec::with_capacity(address.len());
    let mut rest = address.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let hex = |at: usize| after.get(at).and_then(|byte| (*byte as char).to_digit(16));
        match (first, hex(0), hex(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((high * 16 + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| address.to_owned())
}

/// A path as written in the file at `from`, as a path of the workspace.
pub fn relative_path(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    if path.starts_with('/') {
        parts.clear();
    }
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_taken_from_the_file_they_stand_in() {
        assert_eq!(relative_path("docs/a.md", "b.md"), "docs/b.md");
        assert_eq!(relative_path("docs/a.md", "../x/./c.md"), "x/c.md");
        assert_eq!(relative_path("docs/a.md", "/README.md"), "README.md");
        assert_eq!(relative_path("a.md", "docs/"), "docs");
        assert_eq!(decoded("a%20b%E4%B8%AD%zz%"), "a b中%zz%");
        assert_eq!(decoded("%ff"), "%ff");
    }
}
