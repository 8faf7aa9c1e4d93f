//! What follows the selection: preview, breadcrumbs, the place in the tree.

use super::notices;
use crate::app::protocol::effect::{Effect, PreviewRequest};
use crate::app::protocol::message::{Page, Timer};
use crate::app::state::layout::Focus;
use crate::app::state::model::{Crumb, Model, Subject};
use crate::app::state::preview::Target;
use crate::app::state::toc;
use crate::app::state::toc::enclosing;
use crate::app::state::uses;
use crate::docql::{self, Hit};
use crate::document::{Kind, NodeKey, Scope};
use crate::library::{FileEntry, is_cjk};
use crate::preview::{PreviewLine, PreviewSpan};
use crate::stdx::printable;
use std::sync::Arc;
use std::time::Duration;

/// Another row is selected: everything that shows it follows.
pub fn selection_moved(model: &mut Model, effects: &mut Vec<Effect>) {
    let subject = model.subject();
    let terms = if model.toc_leads() { Vec::new() } else { terms(model) };
    let target = match &subject {
        Some(subject) => target(model, subject),
        None if model.results.results.is_some() => None,
        None => front_page(model),
    };
    let list = match &subject {
        Some(subject) => (subject.kind == Kind::Directory && target.is_none()).then(|| Arc::clone(&subject.path)),
        // Without a README the workspace is presented by its files.
        None if model.results.results.is_none() && target.is_none() && model.opened => Some(front_directory(model)),
        None => None,
    };
    if let Some(directory) = list {
        model.preview.show(None, Vec::new());
        model.preview.page = Some(directory_page(model, &directory));
    } else {
        // What is being typed into the preview is not lost when the answer to a query comes late.
        let typed = model.preview.find.take_if(|_| model.filtering == Some(Focus::Preview));
        let wanted = model.preview.show(target, terms);
        model.preview.find = typed.or(model.preview.find.take());
        if wanted {
            load_when_settled(model, effects);
        }
    }
    if let Some(subject) = &subject
        && model.focus() != Focus::Toc
    {
        let outs = model.toc.reveal(&subject.path, (subject.line, &subject.name), &Arc::clone(&model.listing));
        toc_outs(outs, effects);
    } else if let Some(subject) = &subject
        && subject.kind != Kind::Directory
        && model.toc.want(&subject.path)
    {
        effects.push(Effect::LoadOutline(Arc::clone(&subject.path)));
    }
    uses::expect(model, effects);
    refresh(model);
}

/// Carries out what the tree asks for.
pub fn toc_outs(outs: Vec<toc::Out>, effects: &mut Vec<Effect>) {
    effects.extend(outs.into_iter().filter_map(|out| match out {
        toc::Out::Wanted(path) => Some(Effect::LoadOutline(path)),
        toc::Out::Moved => None,
    }));
}

/// The breadcrumbs and the note of where the user is, without loading anything.
pub fn refresh(model: &mut Model) {
    let subject = model.subject();
    model.crumbs = crumbs(model, subject.as_ref());
    let (top, focus) = (model.results.window.top, model.focus());
    let selected = model.results.selected().map(|hit| hit.key.clone());
    let reading = model.preview.place();
    let place = model.history.current_mut();
    place.reading = reading;
    place.selected = selected;
    place.top = top;
    place.focus = focus;
    place.location = subject.as_ref().map(Subject::location).unwrap_or_default();
}

/// Notes where the user is, before they go elsewhere.
pub fn leave(model: &mut Model) {
    refresh(model);
    let (folded, opened) = (model.results.folded.clone(), model.results.opened.clone());
    let crumbs = model.crumbs.clone();
    let place = model.history.current_mut();
    place.crumbs = crumbs;
    (place.folded, place.opened) = (folded, opened);
}

/// Shows a line of the file that the preview shows, rather than the beginning of what is selected. The file
/// may have changed since the line was noted: then the nearest line of the same text is meant.
pub fn look_at(model: &mut Model, line: u32, text: &str, effects: &mut Vec<Effect>) {
    let Some(target) = &mut model.preview.target else { return };
    (target.line, target.end_line) = (line, line);
    model.preview.sought = Some((line, text.to_owned())).filter(|(_, text)| !text.is_empty());
    model.preview.scrolled = false;
    load(model, effects);
}

/// Asks for the page of the preview's target. While a key is held down the newest request wins.
pub fn load(model: &mut Model, effects: &mut Vec<Effect>) {
    let Some(target) = &model.preview.target else { return };
    // What is compared is the place that was chosen, however far one has scrolled.
    let line = if model.preview.comparing { target.line } else { model.preview.wanted_line() };
    let path = Arc::clone(&target.path);
    let ticket = model.asked.previews.issue();
    model.asked.preview = ticket.number();
    let pane = &mut model.preview;
    pane.outdated = false;
    let pictures = model.pictures.space_of_preview(pane.height).filter(|_| !pane.comparing);
    let (rendered, wrap) = (!pane.source, pane.wrap);
    effects.push(Effect::LoadPreview(PreviewRequest {
        ticket,
        path,
        line,
        end_line: pane.target.as_ref().map_or(0, |target| target.end_line),
        rendered,
        wrap,
        width: pane.width,
        text_width: model.settings.max_text_width,
        skipped_columns: pane.skipped_columns,
        skipped_bytes: pane.skipped_bytes,
        unfolded: pane.unfolded.clone(),
        unfold_all: pane.find.as_ref().is_some_and(|find| !find.text().is_empty()),
        against: pane.pinned.as_ref().filter(|_| pane.comparing).map(|pinned| pinned.target.clone()),
        pictures,
    }));
}

/// So long the cursor must rest before the file it stands on is loaded, once it has begun to move.
const SETTLE: Duration = Duration::from_millis(40);

/// Loads the preview at the first step at once; while the cursor runs on, when it has come to rest.
fn load_when_settled(model: &mut Model, effects: &mut Vec<Effect>) {
    if model.settling {
        model.preview.outdated = true;
        // What is on its way is of a row the cursor has left.
        model.asked.previews.cancel();
        model.asked.preview = 0;
    } else {
        load(model, effects);
    }
    model.settling = true;
    notices::arm(model, Timer::Settled, SETTLE, effects);
}

/// The cursor has come to rest.
pub fn settled(model: &mut Model, effects: &mut Vec<Effect>) {
    model.settling = false;
    if model.preview.outdated {
        load(model, effects);
    }
}

/// Asks for what the user looks for in a file that is not loaded as a whole.
pub fn seek(model: &mut Model, effects: &mut Vec<Effect>) {
    if let Some((path, term)) = model.preview.sought() {
        let ticket = model.asked.searches.issue();
        model.asked.search = ticket.number();
        effects.push(Effect::FindText { ticket, path, term });
    }
}

fn target(model: &Model, subject: &Subject) -> Option<Target> {
    if subject.kind == Kind::Directory {
        return readme(model, &subject.path);
    }
    model.listing.find(&subject.path)?;
    Some(Target {
        path: Arc::clone(&subject.path),
        line: subject.line,
        end_line: subject.end_line,
        heading: subject.kind == Kind::Heading,
    })
}

/// What is shown while nothing is selected: the README of the workspace.
fn front_page(model: &Model) -> Option<Target> {
    readme(model, &front_directory(model))
}

/// The directory that presents the workspace, with its trailing `/` if it has a name.
fn front_directory(model: &Model) -> Arc<str> {
    model.listing.roots.first().map(|root| root.prefix.as_str().into()).unwrap_or_default()
}

/// The README of a directory, which is given with its trailing `/`.
fn readme(model: &Model, directory: &str) -> Option<Target> {
    ["README.md", "readme.md", "Readme.md", "README", "README.rst", "README.txt", "index.md"].iter().find_map(|name| {
        let path = format!("{directory}{name}");
        let at = model.listing.find(&path)?;
        Some(Target { path: Arc::clone(&model.listing.files[at].path), line: 0, end_line: 0, heading: false })
    })
}

/// Most files that are listed of a directory.
const LISTED: usize = 200;

/// What stands in for the page of a directory without a README: its files.
fn directory_page(model: &Model, directory: &str) -> Arc<Page> {
    let files = &model.listing.files;
    let start = files.partition_point(|file| *file.path < *directory);
    let inside: Vec<&FileEntry> = files[start..].iter().take_while(|file| file.path.starts_with(directory)).collect();
    let noun = if inside.len() == 1 { "file" } else { "files" };
    let line = |text: String, scope| PreviewLine {
        spans: vec![PreviewSpan::decoration(printable(&text), scope)],
        ..PreviewLine::default()
    };
    let mut lines = vec![line(format!("{} {noun}", inside.len()), Scope::Comment), PreviewLine::default()];
    lines.extend(inside.iter().take(LISTED).map(|file| line(file.path[directory.len()..].to_owned(), Scope::Text)));
    if inside.len() > LISTED {
        lines.push(line(format!("… {} more", inside.len() - LISTED), Scope::Comment));
    }
    let path = if directory.is_empty() { format!("{}/", model.workspace()).into() } else { directory.into() };
    Arc::new(Page { path, label: "directory".to_owned(), lines, coloured: true, ..Page::default() })
}

/// The texts that made the selected hit a hit; they are marked in the preview wherever they occur.
fn terms(model: &Model) -> Vec<String> {
    let Some(hit) = model.results.selected() else { return Vec::new() };
    let mut terms: Vec<String> = Vec::new();
    let mut add = |text: &str, hit: &Hit, of_name: bool| {
        let marks = if of_name { &hit.name_marks } else { &hit.snippet_marks };
        for mark in marks {
            let Some(term) = text.get(mark.clone()) else { continue };
            let is_word = term.chars().count() >= 2 || term.starts_with(is_cjk);
            if is_word && !terms.iter().any(|known| known.eq_ignore_ascii_case(term)) {
                terms.push(term.to_owned());
            }
        }
    };
    add(&hit.name, hit, true);
    add(&hit.snippet, hit, false);
    terms
}

/// The way from the workspace to the subject.
fn crumbs(model: &Model, subject: Option<&Subject>) -> Vec<Crumb> {
    let mut crumbs = vec![Crumb {
        label: model.workspace(),
        query: "$.structure".to_owned(),
        key: NodeKey::file(""),
        line: 0,
        back: None,
    }];
    let Some(subject) = subject else { return crumbs };
    let path = subject.path.trim_end_matches('/');
    if path.is_empty() {
        return crumbs;
    }
    let mut start = 0;
    for (slash, _) in path.match_indices('/').chain([(path.len(), "")]) {
        let is_directory = slash < path.len() || subject.kind == Kind::Directory;
        let (kind, key) = if is_directory {
            (Kind::Directory, NodeKey::file(&path[..slash]))
        } else {
            (Kind::File, NodeKey::file(path))
        };
        crumbs.push(Crumb {
            label: path[start..slash].to_owned(),
            query: contents(kind, &path[..slash], &docql::locate(&path[..slash], kind, "", 0)),
            key,
            line: 0,
            back: None,
        });
        start = slash + 1;
    }
    if subject.line > 0 {
        inner_crumbs(model, subject, &mut crumbs);
    }
    crumbs
}

fn inner_crumbs(model: &Model, subject: &Subject, crumbs: &mut Vec<Crumb>) {
    let items = model.toc.outline(&subject.path).unwrap_or_default();
    let mut around = Vec::new();
    let mut at = enclosing(items, subject.line, &subject.name);
    while let Some(index) = at {
        let item = &items[index as usize];
        around.push(Crumb {
            label: item.name.clone(),
            query: inside(&item.query),
            key: item.key.clone(),
            line: item.line,
            back: None,
        });
        at = item.parent;
    }
    around.reverse();
    if around.last().is_none_or(|crumb| crumb.label != subject.name) {
        around.push(Crumb {
            label: subject.name.clone(),
            query: String::new(),
            key: subject.key.clone(),
            line: subject.line,
            back: None,
        });
    }
    crumbs.append(&mut around);
}

/// The query for what is inside of a row of the tree or the results: of a directory what is directly in it.
pub fn contents(kind: Kind, path: &str, query: &str) -> String {
    match kind {
        Kind::Directory => format!("$.structure[?(@.directory=={})]", docql::quoted(path.trim_end_matches('/'))),
        _ => inside(query),
    }
}

/// The query for what is inside of what `query` yields.
pub fn inside(query: &str) -> String {
    if query.is_empty() { String::new() } else { format!("{query}.children") }
}
