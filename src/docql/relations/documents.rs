//! Relations between documents: links, backlinks, mentions, related documents.

use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::links::{Target, is_link, resolve};
use crate::docql::nodes::lists::item::{Excerpt, Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline::node as node_item;
use crate::document::{FormatFamily, Kind, LexemeKind, LineIndex, Span, lexemes};
use crate::library::{FileId, Library, NamePart, NodeRef, Outline};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::HashSet;

/// The items related to those in `list`.
pub(in crate::docql) fn apply(relation: Relation, list: &List, context: Context<'_>) -> Result<List, Stale> {
    Ok(match relation {
        Relation::Links => list.iter().flat_map(|found| links(context.library, found)).collect(),
        Relation::Backlinks => backlinks(list, context)?,
        Relation::Mentions => mentions(list, context)?,
        _ => related(list, context)?,
    })
}

/// The targets, in the workspace, of the links inside an item.
fn links(library: &Library, found: &Found) -> List {
    let Some(scope) = crate::docql::nodes::lists::extent::extent_of(library, found) else { return Vec::new() };
    let Some(outline) = scope.outline else { return Vec::new() };
    scope
        .nodes
        .clone()
        .filter(|&at| is_link(outline.kind(at)))
        .filter_map(|at| target(library, scope.file, outline.detail(at)))
        .map(Found::plain)
        .collect()
}

/// The file or section that an address written in `from` refers to. Where there is no such section it is the file.
fn target(library: &Library, from: FileId, address: &str) -> Option<Item> {
    match resolve(library, from, address) {
        Target::Item(item) => Some(item),
        Target::NoAnchor(file) => Some(Item::File(file)),
        Target::There | Target::Outside | Target::NoFile => None,
    }
}

/// The links in the workspace that lead to items of `list`.
fn backlinks(list: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let wanted: HashSet<LinkTarget> = list.iter().filter_map(|found| link_target(&found.item)).collect();
    let files: Vec<FileId> =
        library.file_ids().filter(|file| library.file(*file).format.family == FormatFamily::Prose).collect();
    let parts: Result<Vec<List>, Stale> = files
        .into_par_iter()
        .map(|file| {
            context.check()?;
            let Some(outline) = library.outline(file) else { return Ok(Vec::new()) };
            Ok((0..outline.len())
                .filter(|&at| is_link(outline.kind(at)))
                .filter(|&at| match target(library, file, outline.detail(at)) {
                    Some(Item::File(target)) => wanted.contains(&LinkTarget::File(target)),
                    Some(Item::Node(target)) => {
                        wanted.contains(&LinkTarget::Node(target)) || wanted.contains(&LinkTarget::File(target.file))
                    }
                    _ => false,
                })
                .map(|at| node_item(file, at))
                .collect())
        })
        .collect();
    Ok(parts?.into_iter().flatten().collect())
}

#[derive(PartialEq, Eq, Hash)]
enum LinkTarget {
    File(FileId),
    Node(NodeRef),
}

fn link_target(item: &Item) -> Option<LinkTarget> {
    match item {
        Item::File(file) => Some(LinkTarget::File(*file)),
        Item::Node(node) => Some(LinkTarget::Node(*node)),
        Item::Excerpt(excerpt) => Some(LinkTarget::File(excerpt.file)),
        _ => None,
    }
}

/// Documents linked in either direction, and sections with the same title elsewhere.
fn related(list: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut out: List = list.iter().flat_map(|found| links(library, found)).collect();
    for found in backlinks(list, context)? {
        if let Item::Node(link) = &found.item {
            let section = library
                .outline(link.file)
                .and_then(|outline| outline.ancestors(link.node).find(|&at| outline.kind(at) == Kind::Heading));
            out.push(section.map_or_else(|| Found::plain(Item::File(link.file)), |at| node_item(link.file, at)));
        }
    }
    for found in list {
        let Item::Node(node) = &found.item else { continue };
        let Some(outline) = library.outline(node.file) else { continue };
        if outline.kind(node.node) != Kind::Heading {
            continue;
        }
        let title = outline.lower_name(node.node);
        library.nodes_named(&title, NamePart::Whole, |other| {
            let is_heading = |outline: Outline<'_>| outline.kind(other.node) == Kind::Heading;
            if other != *node && library.outline(other.file).is_some_and(is_heading) {
                out.push(node_item(other.file, other.node));
            }
            true
        });
    }
    let own: HashSet<Option<FileId>> = list.iter().map(|found| found.item.file()).collect();
    out.retain(|found| !matches!(&found.item, Item::File(file) if own.contains(&Some(*file))));
    out.sort_by_key(|found| (found.item.file(), if let Item::Node(node) = &found.item { node.node } else { 0 }));
    Ok(out)
}

/// Lines of documents, comments and configuration that name the symbols or sections of `list`.
fn mentions(list: &List, context: Context<'_>) -> Result<List, Stale> {
    let library = context.library;
    let mut names: Vec<String> = Vec::new();
    for found in list {
        let name = match &found.item {
            Item::Node(node) => library.outline(node.file).map_or("", |outline| outline.name(node.node)).to_owned(),
            Item::File(file) => library.file(*file).name().to_owned(),
            _ => continue,
        };
        if !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    let Some(words) = words_regex(&names) else { return Ok(Vec::new()) };
    let own: HashSet<NodeRef> =
        list.iter().filter_map(|found| if let Item::Node(node) = &found.item { Some(*node) } else { None }).collect();
    let files: Vec<FileId> = library.file_ids().collect();
    let parts: Result<Vec<List>, Stale> = files
        .into_par_iter()
        .map(|file| {
            context.check()?;
            Ok(mentions_in(library, file, &words, &own))
        })
        .collect();
    Ok(parts?.into_iter().flatten().collect())
}

/// Matches the names as whole words. A name that starts or ends with a non-word character needs no boundary there.
fn words_regex(names: &[String]) -> Option<regex::Regex> {
    if names.is_empty() {
        return None;
    }
    let edge = |c: Option<char>| if c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_') { "\\b" } else { "" };
    let each: Vec<String> = names
        .iter()
        .map(|name| format!("{}{}{}", edge(name.chars().next()), regex::escape(name), edge(name.chars().next_back())))
        .collect();
    regex::RegexBuilder::new(&each.join("|")).size_limit(64 << 20).build().ok()
}

fn mentions_in(library: &Library, file: FileId, words: &regex::Regex, own: &HashSet<NodeRef>) -> List {
    let entry = library.file(file);
    let Ok(text) = library.peek_text(file) else { return Vec::new() };
    if !words.is_match(&text) {
        return Vec::new();
    }
    let lines = LineIndex::new(&text);
    let outline = library.outline(file);
    let regions: Vec<Span> = match entry.format.lexis {
        Some(lexis) => {
            let docs: Vec<Span> = outline.map_or(Vec::new(), |outline| own_docs(&outline, file, own));
            let foreign = |span: Span| !docs.iter().any(|doc| doc.covers(span));
            lexemes(&text, lexis)
                .filter(|lexeme| lexeme.kind == LexemeKind::Comment && foreign(lexeme.span))
                .map(|lexeme| lexeme.span)
                .collect()
        }
        None => vec![Span::new(0, text.len() as u32)],
    };
    let mut out = List::new();
    let mut last_line = 0;
    for region in regions {
        for hit in words.find_iter(region.of(&text)) {
            let start = region.start + hit.start() as u32;
            let line = lines.line(start);
            let is_own = outline
                .and_then(|outline| outline.enclosing(start, |kind| kind == Kind::Heading))
                .is_some_and(|node| {
                    outline.is_some_and(|outline| {
                        own.contains(&NodeRef { file, node }) && outline.name_span(node).contains(start)
                    })
                });
            if line == last_line || is_own {
                continue;
            }
            last_line = line;
            let begin = lines.start(line);
            let span = Span::new(begin, begin + lines.text(&text, line).len() as u32);
            let mark = Span::new(start, region.start + hit.end() as u32);
            out.push(Found::plain(Item::Excerpt(Excerpt {
                file,
                span,
                kind: Kind::Match,
                line,
                end_line: line,
                mark,
            })));
        }
    }
    out
}

/// The doc comments of the symbols themselves, which do not count as mentions.
fn own_docs(outline: &Outline<'_>, file: FileId, own: &HashSet<NodeRef>) -> Vec<Span> {
    own.iter()
        .filter(|node| node.file == file && node.node < outline.len())
        .map(|node| outline.doc(node.node))
        .collect()
}
