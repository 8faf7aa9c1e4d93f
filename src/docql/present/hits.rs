//! Item → hit.

use crate::docql::nodes::fields;
use crate::docql::nodes::hit::{DISPATCHED, Hit, REFERENCE, REFERENCE_BY_NAME, TEXT};
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::docql::nodes::matched::Matched;
use crate::docql::nodes::matched::{cut, marked_line};
use crate::docql::nodes::names::locate::{database_table, locate};
use crate::docql::nodes::pages::page_at;
use crate::docql::nodes::rows::row::Row;
use crate::docql::nodes::value::key_text;
use crate::docql::present::node_hit::{NameIndex, node_hit, node_query, written_node};
use crate::docql::present::site::{show_site, through};
use crate::document::{Kind, NodeKey};
use crate::library::{FileId, Library};
use std::sync::Arc;

pub(super) fn path_and_format(library: &Library, item: &Item) -> (Arc<str>, &'static str) {
    match item {
        Item::Directory(path) => (path.rsplit_once('/').map_or("", |(parent, _)| parent).into(), "directory"),
        Item::Unread(path) => (Arc::clone(path), "binary"),
        Item::Repository(_) => ("".into(), "repository"),
        _ => match item.file() {
            Some(file) => (Arc::clone(&library.file(file).path), library.file(file).format.id),
            None => ("".into(), "data"),
        },
    }
}

pub(super) fn count_hit(count: usize) -> Hit {
    Hit { name: count.to_string(), role: "count", ..Hit::new("".into(), Kind::Value, NodeKey(String::new())) }
}

/// What of a hit is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// All: for rows that can be selected, followed and entered.
    #[default]
    Whole,
    /// What is written of it in a line or a record: of nodes and lines no query, no key, and no snippet beside a name.
    Written,
}

/// Presents one item as a hit.
pub fn hit(library: &Library, found: &Found) -> Hit {
    hit_with(library, found, Detail::Whole, &mut NameIndex::default())
}

pub(super) fn hit_with(library: &Library, found: &Found, detail: Detail, names: &mut NameIndex) -> Hit {
    let (path, _) = path_and_format(library, &found.item);
    let mut hit = match &found.item {
        Item::Node(node) => match detail {
            Detail::Whole => node_hit(library, *node, found, path, names),
            Detail::Written => written_node(library, *node, found, path),
        },
        Item::File(file) => file_hit(library, *file, found, path),
        Item::Excerpt(excerpt) => {
            let hit = excerpt_hit(library, excerpt, path, detail);
            let role = match found.doubt() {
                0 => hit.role,
                1 => DISPATCHED,
                _ => REFERENCE_BY_NAME,
            };
            Hit { role, through: through(library, found), ..hit }
        }
        Item::Directory(directory) => Hit {
            name: directory.rsplit('/').next().unwrap_or(directory).to_owned(),
            query: format!("$.structure[?(@.path=={})]", crate::docql::syntax::format::quoted(directory)),
            drillable: true,
            role: "dir",
            ..Hit::new(path, Kind::Directory, NodeKey::file(directory))
        },
        Item::Unread(file) => Hit {
            name: file.rsplit('/').next().unwrap_or(file).to_owned(),
            snippet: library.left_out(file).map_or(String::new(), |left_out| left_out.reason.clone()),
            role: "file",
            ..Hit::new(path, Kind::File, NodeKey::file(file))
        },
        Item::Repository(number) => {
            let repository = library.repositories().get(*number as usize);
            let name = repository.map_or(String::new(), |repository| repository.name.clone());
            Hit {
                query: format!("$.repos[?(@.name=={})]", crate::docql::syntax::format::quoted(&name)),
                context: repository.map_or(String::new(), |repository| repository.path.clone()),
                name,
                drillable: true,
                role: "repo",
                ..Hit::new(path, Kind::Repository, NodeKey(format!("repository#{number}")))
            }
        }
        Item::Data { tree, node, .. } => {
            let value = tree.node(*node);
            let key = key_text(tree, *node);
            let json = tree.to_json(*node).to_string();
            Hit {
                name: cut(if key.is_empty() { "$".to_owned() } else { key }),
                snippet: cut(json),
                line: value.line,
                end_line: value.end_line,
                role: "value",
                ..Hit::new(Arc::clone(&path), Kind::Value, NodeKey(format!("{path}#{}", tree.path(*node))))
            }
        }
        Item::Row(row) => row_hit(library, row, path),
        Item::Value { line, value, .. } => {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let name = cut(text.lines().next().unwrap_or_default().to_owned());
            Hit {
                name,
                line: *line,
                end_line: *line,
                role: "value",
                ..Hit::new(Arc::clone(&path), Kind::Value, NodeKey(format!("{path}#L{line}:{}", cut(text))))
            }
        }
    };
    if let Some(matched) = &found.matched {
        show_match(&mut hit, matched);
    }
    hit.page = page(library, &found.item, hit.shown_line());
    hit.score = found.score;
    hit.why = found.why.clone();
    hit.depth = found.depth;
    hit
}

/// The page that an item, or the line of its match, is on.
fn page(library: &Library, item: &Item, line: u32) -> Option<u32> {
    let file = match item {
        Item::Node(node) => node.file,
        Item::Excerpt(excerpt) => excerpt.file,
        Item::Row(row) => row.sheet.file?,
        _ => return None,
    };
    page_at(library, file, line)
}

/// Columns of a line beyond which its beginning does not show a match.
const FAR_COLUMN: u32 = 200;

/// Shows the line of the match where it is not the one that the row shows anyway.
fn show_match(hit: &mut Hit, matched: &Matched) {
    hit.matched = Some(Box::new(Matched { others: Vec::new(), ..matched.clone() }));
    hit.others.clone_from(&matched.others);
    if matched.names_hit {
        (hit.name, hit.name_marks) = (matched.text.clone(), matched.marks.clone());
        (hit.snippet, hit.snippet_marks) = (String::new(), Vec::new());
        hit.role = TEXT;
    } else if matched.line != hit.line || matched.column > FAR_COLUMN {
        (hit.snippet, hit.snippet_marks) = (matched.text.clone(), matched.marks.clone());
    }
    hit.more = matched.count.saturating_sub(1);
}

fn row_hit(library: &Library, row: &Row, path: Arc<str>) -> Hit {
    let sheet = &row.sheet;
    let outline = sheet.file.and_then(|file| library.outline(file)).filter(|outline| sheet.node < outline.len());
    // A row of a database has a key, and no place that stays.
    let query = match (outline, sheet.is_asked()) {
        (Some(outline), false) => {
            let table = locate(&path, Kind::Table, "", outline.line(sheet.node));
            format!("{table}.rows[{}]", row.number)
        }
        (Some(outline), true) => row.condition().map_or(String::new(), |condition| {
            format!("{}.rows[?({condition})]", database_table(&path, outline.name(sheet.node)))
        }),
        (None, _) => String::new(),
    };
    Hit {
        name: cut(row.label()),
        snippet: cut(row.line_text()),
        line: row.line(),
        end_line: row.end_line(),
        context: row.address().unwrap_or_else(|| sheet.title.clone()),
        query,
        role: Kind::Row.id(),
        record: row.record(),
        ..Hit::new(Arc::clone(&path), Kind::Row, NodeKey(format!("{path}#row:{}:{}", sheet.node, row.number)))
    }
}

pub(super) fn file_hit(library: &Library, file: FileId, found: &Found, path: Arc<str>) -> Hit {
    let entry = library.file(file);
    let mut hit = Hit {
        name: entry.name().to_owned(),
        context: library.title(file).to_owned(),
        query: format!("$.files[?(@.path=={})]", crate::docql::syntax::format::quoted(&entry.path)),
        drillable: true,
        role: entry.format.id,
        ..Hit::new(path, Kind::File, NodeKey::file(&entry.path))
    };
    show_site(library, file, found, &mut hit);
    hit
}

fn excerpt_hit(library: &Library, excerpt: &Excerpt, path: Arc<str>, detail: Detail) -> Hit {
    let role = match excerpt.kind {
        Kind::Match => TEXT,
        Kind::Reference => REFERENCE,
        other => other.id(),
    };
    let key = match excerpt.kind {
        Kind::Match => NodeKey::line(&path, excerpt.line),
        _ => NodeKey(format!("{path}#L{}:{}", excerpt.line, excerpt.span.start)),
    };
    let around = fields::enclosing(library, excerpt);
    let mut hit = Hit {
        line: excerpt.line,
        end_line: excerpt.end_line,
        span: excerpt.mark,
        role,
        context: around
            .and_then(|node| library.outline(node.file).map(|outline| outline.name(node.node).to_owned()))
            .unwrap_or_default(),
        query: around
            .filter(|_| detail == Detail::Whole)
            .and_then(|node| node_query(library, node, &mut NameIndex::default()))
            .unwrap_or_default(),
        ..Hit::new(path, excerpt.kind, key)
    };
    if excerpt.kind == Kind::Chunk {
        hit.span = excerpt.span;
        hit.name = cut(fields::excerpt_text(library, excerpt).lines().next().unwrap_or_default().trim().to_owned());
        return hit;
    }
    if let Ok(text) = library.text(excerpt.file) {
        (hit.name, hit.name_marks) = marked_line(&text, excerpt.mark);
        let before = &text.as_bytes()[..(excerpt.mark.start as usize).min(text.len())];
        let start = memchr::memrchr(b'\n', before).map_or(0, |at| at + 1);
        // A comment may have several lines, and the match stands in one of them.
        let inside = before.get(excerpt.span.start as usize..).filter(|_| excerpt.kind == Kind::Comment);
        let line = excerpt.line + memchr::memchr_iter(b'\n', inside.unwrap_or_default()).count() as u32;
        hit.matched = Some(Box::new(Matched::in_line(line, (before.len() - start) as u32 + 1, excerpt.mark.len())));
    }
    hit
}
