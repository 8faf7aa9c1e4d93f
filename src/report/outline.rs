//! Trees as text and JSON: outlines of files, the directory tree.

use super::output_format::WrittenAnswer;
use crate::docql::Item;
use crate::document::Kind;
use crate::library::{FileId, Library};
use crate::stdx::printable;
use serde_json::{Value, json as value};
use std::io::{self, Write};

/// Draws the outline of `files`, each node under what it lies in, down to `depth` levels (0 for all).
///
/// # Errors
/// If `out` cannot be written to.
pub fn toc(library: &Library, files: &[FileId], depth: usize, out: &mut dyn Write) -> io::Result<()> {
    for &file in files {
        let Some(outline) = library.outline(file) else { continue };
        let mut is_first = true;
        crate::docql::outline_walk(library, file, depth, |at, level| {
            if std::mem::take(&mut is_first) {
                writeln!(out, "{}", printable(&library.file(file).path))?;
            }
            let kind = outline.kind(at);
            let label = if kind == Kind::Heading { format!("H{}", outline.level(at)) } else { kind.id().to_owned() };
            let name = printable(outline.name(at));
            writeln!(out, "{}{label} {name} {}", "  ".repeat(level), outline.line(at))
        })?;
    }
    Ok(())
}

/// One row of a directory tree.
struct Entry {
    path: String,
    name: String,
    directory: bool,
}

fn entries(answer: &WrittenAnswer<'_>) -> Vec<Entry> {
    let mut out: Vec<Entry> = Vec::new();
    for found in answer.items {
        match &found.item {
            Item::Directory(path) => {
                out.push(Entry {
                    path: path.to_string(),
                    name: path.rsplit('/').next().unwrap_or(path).to_owned(),
                    directory: true,
                });
            }
            Item::Unread(path) => {
                let name = path.rsplit('/').next().unwrap_or(path).to_owned();
                out.push(Entry { path: path.to_string(), name, directory: false });
            }
            Item::File(file) => {
                let entry = answer.library.file(*file);
                out.push(Entry { path: entry.path.to_string(), name: entry.name().to_owned(), directory: false });
            }
            _ => {}
        }
    }
    out
}

/// The directory tree drawn with lines; for `.flat()` a list of paths.
///
/// # Errors
/// If `out` cannot be written to.
pub fn structure(answer: &WrittenAnswer<'_>, out: &mut dyn Write) -> io::Result<()> {
    let entries = entries(answer);
    if answer.results.query.ends_with(".flat()") {
        for entry in &entries {
            writeln!(out, "{}{}", printable(&entry.path), if entry.directory { "/" } else { "" })?;
        }
        return Ok(());
    }
    out.write_all(drawn(&entries).as_bytes())
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}

fn drawn(entries: &[Entry]) -> String {
    use std::collections::{HashMap, HashSet};
    let known: HashSet<&str> = entries.iter().map(|entry| entry.path.as_str()).collect();
    let above = |entry: &Entry| {
        if known.contains(parent(&entry.path)) { parent(&entry.path).to_owned() } else { String::new() }
    };
    let mut last: HashMap<String, usize> = HashMap::new();
    for (index, entry) in entries.iter().enumerate() {
        last.insert(above(entry), index);
    }
    let mut prefixes: HashMap<String, String> = HashMap::from([(String::new(), String::new())]);
    let mut out = String::new();
    for (index, entry) in entries.iter().enumerate() {
        let up = above(entry);
        let prefix = prefixes.get(&up).cloned().unwrap_or_default();
        let is_last = last.get(&up) == Some(&index);
        let name = printable(&entry.name);
        out.push_str(&format!(
            "{prefix}{} {name}{}\n",
            if is_last { "└─" } else { "├─" },
            if entry.directory { "/" } else { "" }
        ));
        if entry.directory {
            prefixes.insert(entry.path.clone(), format!("{prefix}{}", if is_last { "   " } else { "│  " }));
        }
    }
    out
}

/// The same as the JSON document of the contract.
pub(super) fn structure_json(answer: &WrittenAnswer<'_>) -> Value {
    let entries = entries(answer);
    let directories = entries.iter().filter(|entry| entry.directory).count();
    let paths: Vec<Value> = entries.iter().map(|entry| entry.path.as_str().into()).collect();
    value!({
        "type": "docql_structure",
        "schema": 1,
        "query": answer.results.query,
        "tree": drawn(&entries),
        "paths": paths,
        "directories": directories,
        "files": entries.len() - directories,
    })
}
