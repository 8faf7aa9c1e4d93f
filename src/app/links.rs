//! Following the links of the document in the preview.

use super::effect::Effect;
use super::layers;
use super::model::Model;
use super::notices::say;
use super::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::docql::{locate, quoted};
use crate::document::Kind;
use crate::preview::PreviewLine;
use crate::stdx::display_width;

/// Follows the only link there is, or offers all of them.
pub fn choose(model: &mut Model, effects: &mut Vec<Effect>) {
    let mut links = links(model);
    match links.len() {
        0 => say(model, "no links here", effects),
        1 => {
            let (_, target) = links.remove(0);
            follow(model, &target, effects);
        }
        _ => {
            let rows = links.into_iter().enumerate().map(|(at, (text, target))| PanelRow {
                left: (at + 1).to_string(),
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

/// Texts and targets of the page's links, from what is on the screen on.
fn links(model: &Model) -> Vec<(String, String)> {
    let Some(page) = &model.preview.page else { return Vec::new() };
    let top = model.preview.top.min(page.lines.len());
    let lines = page.lines[top..].iter().chain(&page.lines[..top]);
    let mut links: Vec<(String, String)> = Vec::new();
    for (line, link) in lines.flat_map(|line| line.links.iter().map(move |link| (line, link))) {
        if !links.iter().any(|(_, target)| *target == link.target) {
            links.push((
                between(line, usize::from(link.columns.start), usize::from(link.columns.end)),
                link.target.clone(),
            ));
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
    let path = if file.is_empty() { from.to_string() } else { relative(&from, &file.replace("%20", " ")) };
    let directory = format!("{}/", path.trim_end_matches('/'));
    let query = if model.listing.find(&path).is_some() {
        match anchor {
            "" => locate(&path, Kind::File, "", 0),
            anchor => format!("$.content.chapter({})[?(@.path=={})]", quoted(anchor), quoted(&path)),
        }
    } else if model.listing.files.iter().any(|entry| entry.path.starts_with(&directory)) {
        locate(path.trim_end_matches('/'), Kind::Directory, "", 0)
    } else {
        return say(model, format!("{path} is not in the workspace"), effects);
    };
    layers::go(model, &query, "", true, effects);
}

/// A path as written in the file at `from`, as a path of the workspace.
fn relative(from: &str, path: &str) -> String {
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
        assert_eq!(relative("docs/a.md", "b.md"), "docs/b.md");
        assert_eq!(relative("docs/a.md", "../x/./c.md"), "x/c.md");
        assert_eq!(relative("docs/a.md", "/README.md"), "README.md");
        assert_eq!(relative("a.md", "docs/"), "docs");
    }
}
