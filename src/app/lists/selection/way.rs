//! The way to a selection: from the workspace through directories, file and what encloses it.

use crate::app::state::model::Model;
use crate::app::state::subject::{Crumb, Subject};
use crate::app::state::toc::enclosing;
use crate::docql;
use crate::document::{Kind, NodeKey};
use crate::library::{FileEntry, Listing};

/// The way from the workspace to the subject.
pub(in crate::app) fn crumbs(model: &Model, subject: Option<&Subject>) -> Vec<Crumb> {
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
    // The `/` in front of a path from the root of the disk ends no name.
    for (slash, _) in path.match_indices('/').chain([(path.len(), "")]).filter(|(slash, _)| *slash > 0) {
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
    } else if subject.kind == Kind::Row {
        crumbs.push(own_crumb(subject));
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
            query: contents(item.kind, &subject.path, &item.query),
            key: item.key.clone(),
            line: item.line,
            back: None,
        });
        at = item.parent;
    }
    around.reverse();
    // A line of a file that was asked for by its number has no name of its own.
    if subject.kind != Kind::File && around.last().is_none_or(|crumb| crumb.label != subject.name) {
        around.push(own_crumb(subject));
    }
    crumbs.append(&mut around);
}

/// The end of the way: what the tree does not know.
fn own_crumb(subject: &Subject) -> Crumb {
    Crumb {
        label: subject.name.clone(),
        query: String::new(),
        key: subject.key.clone(),
        line: subject.line,
        back: None,
    }
}

/// The query for what is inside of a row of the tree or the results: of a directory what is directly in it, of a table
/// its rows.
pub(in crate::app) fn contents(kind: Kind, path: &str, query: &str) -> String {
    match kind {
        Kind::Directory => format!("$.structure[?(@.directory=={})]", docql::quoted(path.trim_end_matches('/'))),
        Kind::Table if !query.is_empty() => format!("{query}.rows"),
        _ => inside(query),
    }
}

/// The query for the rows of a table on a server, whose pieces are the files of a directory; `None` for any other. A name
/// that cannot be one of a directory stands there with a hash.
pub(in crate::app) fn rows_of_server(listing: &Listing, directory: &str) -> Option<String> {
    let directory = directory.trim_end_matches('/');
    let (parent, table) = directory.rsplit_once('/').filter(|(_, table)| !table.contains('~'))?;
    let inside = |entry: &FileEntry| entry.directory() == directory && entry.is_piece();
    let first = listing.files.partition_point(|entry| entry.path.as_bytes() <= directory.as_bytes());
    let has_pieces = listing.files[first..].iter().take_while(|entry| entry.path.starts_with(directory)).any(inside);
    let database =
        listing.files.iter().filter(|_| has_pieces).find(|entry| entry.directory() == parent && entry.is_database())?;
    Some(format!("$.database({}).table({}).rows", docql::quoted(&database.path), docql::quoted(table)))
}

/// The query for what is inside of what `query` yields.
fn inside(query: &str) -> String {
    if query.is_empty() { String::new() } else { format!("{query}.children") }
}
