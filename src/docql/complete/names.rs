//! Names and titles of the corpus, for arguments of functions.

use super::{Candidate, CandidateKind, Request, narrowed};
use crate::docql::catalog::{Action, Content, ROWS, Row, RowKind, Shape, SymbolFilter};
use crate::docql::complete::matching::fit;
use crate::docql::complete::scope::in_filter;
use crate::docql::eval::select;
use crate::docql::syntax::tree::{Name, Segment};
use crate::document::{Kind, NodeFlags, Span};
use crate::library::{FileId, Letters, Library, NamePart, NodeRef, Outline};
use crate::stdx::{Ticket, starts_with_ignoring_case};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Names collected before ranking, at most.
const MAX_NAMES: usize = 5_000;

/// Symbols of a library that are all compared on every key, at most.
const MAX_SCANNED_SYMBOLS: u32 = 200_000;

/// Nodes scanned for one or two typed letters in larger libraries, at most: so short a text is in too many names to
/// look up, and only prefixes count.
const MAX_PREFIX_NODES: u32 = 400_000;

/// Near misses (names that another function would find) offered, at most.
const MAX_NEAR_MISSES: usize = 5;

/// Names or titles for the argument of the function `row`, written `name`, after `before`.
pub(super) fn arguments(
    before: &[Segment],
    row: &Row,
    name: &Name,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    if matches!(row.action, Action::Symbols(SymbolFilter::Comment)) || request.ticket.is_stale() {
        return Vec::new();
    }
    if matches!(row.action, Action::Content(Content::Grep | Content::Search)) {
        let named = |outline: &Outline<'_>, at| outline.kind(at).is_symbol() || outline.kind(at) == Kind::Heading;
        return if request.typed.chars().count() < 2 { Vec::new() } else { gather(library, request, named) };
    }
    if let [_, .., last] = before
        && !in_filter(before)
    {
        return inside(row, last.span.end as usize, library, request);
    }
    let level = if let Action::Content(Content::Heading(level)) = row.action { level } else { 0 };
    let wanted = |kind: Kind, flags| match row.action {
        Action::Symbols(select) => select::is_selected(select, kind, flags),
        Action::Content(Content::Heading(_) | Content::Section | Content::Chapter) => kind == Kind::Heading,
        _ => false,
    };
    let mut names = gather(library, request, |outline, at| {
        wanted(outline.kind(at), outline.flags(at)) && (level == 0 || outline.level(at) == level)
    });
    // In a large library, a second scan over all names is worth it only if there is nothing else to offer.
    let looks_on = names.is_empty() || library.counts().symbols < MAX_SCANNED_SYMBOLS;
    if matches!(row.action, Action::Symbols(_)) && request.typed.chars().count() >= 2 && looks_on {
        // Next to matches, only near misses with the same prefix; without matches, substrings too.
        let farthest = if names.is_empty() { 3 } else { 1 };
        names.extend(near_misses(farthest, name, library, request, &wanted));
    }
    names
}

/// Names that match but are of another kind, with the function that finds them.
fn near_misses(
    farthest: u8,
    name: &Name,
    library: &Library,
    request: &Request<'_>,
    wanted: &dyn Fn(Kind, NodeFlags) -> bool,
) -> Vec<Candidate> {
    let others = collect(library, request, |outline, at| {
        outline.kind(at).is_symbol() && !wanted(outline.kind(at), outline.flags(at))
    });
    let near = others.into_iter().filter(|(_, (fit, ..))| *fit <= farthest).take(MAX_NEAR_MISSES);
    near.filter_map(|(label, (_, count, node))| near_miss(label, count, node, name, library, request)).collect()
}

fn near_miss(
    label: &str,
    count: u64,
    node: NodeRef,
    name: &Name,
    library: &Library,
    request: &Request<'_>,
) -> Option<Candidate> {
    let kind = library.outline(node.file)?.kind(node.node);
    let function = function_for(kind)?;
    // A closing parenthesis that is already there is not doubled.
    let closed = request.after.starts_with(')');
    let insert = format!("{function}({})", request.literal(label));
    let end = request.replace.end + u32::from(closed);
    Some(Candidate {
        replace: Some(Span::new(name.span.start, end)),
        ..Candidate::new(CandidateKind::Name, format!("~{label}"), insert)
            .detail(format!("is a {} → .{function}()", kind.id()))
            .doc(format!("{} at {}", kind.id(), place(library, node)))
            .count(count)
    })
}

/// The function that finds declarations of this kind.
fn function_for(kind: Kind) -> Option<&'static str> {
    let functions = || ROWS.iter().filter(|row| row.kind == RowKind::Function && row.on.contains(&Shape::Code));
    let own = functions().find(|row| row.action == Action::Symbols(SymbolFilter::Kind(kind)));
    let wide = || {
        functions().find(|row| match row.action {
            Action::Symbols(select) => select::is_selected(select, kind, NodeFlags::default()),
            _ => false,
        })
    };
    own.or_else(wide).map(|row| row.name)
}

/// The names that a function would find in the items of the steps before it.
fn inside(row: &Row, end: usize, library: &Library, request: &Request<'_>) -> Vec<Candidate> {
    let Some(path) = request.before.get(..end) else { return Vec::new() };
    let all = match row.action {
        Action::Content(Content::Chapter) => "heading(\"*\")".to_owned(),
        _ => format!("{}(\"*\")", row.name),
    };
    let items = narrowed::run_query(&format!("{path}.{all}"), library, request);
    let mut counts: HashMap<String, (u64, String)> = HashMap::new();
    for found in narrowed::sample(&items).0 {
        let hit = crate::docql::present::hits::hit(library, &found);
        let place = format!("{} {}:{}", hit.kind.id(), hit.path, hit.line);
        counts.entry(hit.name).or_insert((0, place)).0 += 1;
    }
    let mut names: Vec<_> =
        counts.into_iter().filter_map(|(name, of)| Some((fit(&name, request.typed)?, name, of))).collect();
    names.sort_by(|a, b| (a.0, Reverse(a.2.0), &a.1).cmp(&(b.0, Reverse(b.2.0), &b.1)));
    let candidate = |(_, name, (count, place)): (u8, String, (u64, String))| {
        request.text_value(&name, CandidateKind::Name).detail(place).count(count)
    };
    names.into_iter().take(super::MAX_CANDIDATES).map(candidate).collect()
}

/// Distinct names that match the typed text, likeliest first.
pub(super) fn gather(
    library: &Library,
    request: &Request<'_>,
    wanted: impl Fn(&Outline<'_>, u32) -> bool,
) -> Vec<Candidate> {
    let named = |(name, (_, count, node)): (&str, (u8, u64, NodeRef))| {
        let candidate = request.text_value(name, CandidateKind::Name).detail(detail(library, node));
        if count > 0 { candidate.count(count) } else { candidate }
    };
    collect(library, request, wanted).into_iter().map(named).collect()
}

/// The detail of a name: its kind or level, position and number of methods.
fn detail(library: &Library, node: NodeRef) -> String {
    let Some(outline) = library.outline(node.file) else { return String::new() };
    let kind = outline.kind(node.node);
    let place = place(library, node);
    if kind == Kind::Heading {
        return format!("H{} {place}", outline.level(node.node));
    }
    let methods = if kind.is_class() { crate::docql::nodes::outline::method_count(library, node) } else { 0 };
    match methods {
        0 => format!("{} {place}", kind.id()),
        1 => format!("{} {place} · 1 method", kind.id()),
        _ => format!("{} {place} · {methods} methods", kind.id()),
    }
}

fn place(library: &Library, node: NodeRef) -> String {
    let line = library.outline(node.file).map_or(0, |outline| outline.line(node.node));
    format!("{}:{line}", library.file(node.file).path)
}

/// All files, in an order that scatters neighbours.
fn scattered(files: usize) -> impl Iterator<Item = FileId> {
    let count = files as u64;
    let common = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // A step coprime to the count visits every file; one near the golden ratio scatters them.
    let step = (count * 618 / 1000..=count).find(|&step| common(step, count) == 1).unwrap_or(1);
    (0..count).map(move |at| FileId((at * step % count) as u32))
}

/// Calls `take` for nodes whose names begin with `typed`, scanning up to [`MAX_PREFIX_NODES`] nodes of scattered files.
/// Stops if `take` returns false.
fn for_each_with_prefix(library: &Library, typed: &str, ticket: &Ticket, mut take: impl FnMut(NodeRef) -> bool) {
    let mut left = MAX_PREFIX_NODES;
    for file in scattered(library.files().len()) {
        let Some(outline) = library.outline(file) else { continue };
        let nodes = (0..outline.len()).map(|node| NodeRef { file, node });
        let mut begin = nodes.filter(|node| starts_with_ignoring_case(outline.name(node.node), typed));
        left = left.saturating_sub(outline.len());
        if !begin.all(&mut take) || left == 0 || ticket.is_stale() {
            return;
        }
    }
}

/// Distinct names, each with its fit, its number of occurrences and its first node.
fn collect<'l>(
    library: &'l Library,
    request: &Request<'_>,
    wanted: impl Fn(&Outline<'_>, u32) -> bool,
) -> Vec<(&'l str, (u8, u64, NodeRef))> {
    let mut names: HashMap<&'l str, (u8, u64, NodeRef)> = HashMap::new();
    let mut here: Option<(FileId, Outline<'l>)> = None;
    let mut take = |node: NodeRef| {
        // The next node is mostly in the same file.
        let (_, outline) = match &mut here {
            Some(here) if here.0 == node.file => here,
            other => match library.outline(node.file) {
                Some(outline) => other.insert((node.file, outline)),
                None => return true,
            },
        };
        if !wanted(outline, node.node) {
            return !request.ticket.is_stale();
        }
        let name = outline.name(node.node);
        if !name.is_empty() {
            if let Some((_, count, _)) = names.get_mut(name) {
                *count += 1;
            } else if let Some(fit) = fit(name, request.typed) {
                names.insert(name, (fit, 1, node));
            }
        }
        names.len() < MAX_NAMES && !request.ticket.is_stale()
    };
    let needle: String = request.typed.chars().flat_map(char::to_lowercase).collect();
    let mut has_parts = false;
    let few = library.counts().symbols < MAX_SCANNED_SYMBOLS;
    let is_short = !few && needle.chars().count() < 3;
    if is_short {
        for_each_with_prefix(library, request.typed, request.ticket, &mut take);
    } else if !needle.is_empty() && !needle.contains('\n') {
        let named = library.named(&needle, NamePart::Any, request.ticket).unwrap_or_default();
        has_parts = !named.is_empty();
        let _ = named.into_iter().all(&mut take);
    }
    // Initials and subsequences match, too; in a large library they are searched only if no substring was found.
    if !is_short && (few || !has_parts) {
        let wanted = Letters::of(&needle);
        'files: for (file, outline) in library.outlines() {
            let letters = library.letters(file);
            let likely = letters.that_hold(0..letters.len(), std::slice::from_ref(&wanted));
            for node in likely.map(|node| node as u32) {
                if request.ticket.is_stale() {
                    break 'files;
                }
                // Substring matches were taken above.
                if !needle.is_empty() && outline.lower_name(node).contains(&needle) {
                    continue;
                }
                if !take(NodeRef { file, node }) {
                    break 'files;
                }
            }
        }
    }
    if request.ticket.is_stale() {
        return Vec::new();
    }
    if is_short {
        // Only a part of the nodes was scanned, so the counts mean nothing.
        names.values_mut().for_each(|(_, count, _)| *count = 0);
    }
    // While nothing is typed, the largest nodes are likeliest; afterwards, shorter names are.
    let is_typed = !request.typed.is_empty();
    let order = |name: &'l str, (fit, count, node): (u8, u64, NodeRef)| {
        let inside = |outline: Outline<'_>| match outline.kind(node.node) {
            kind if kind.is_class() || kind == Kind::Heading => outline.end(node.node) - node.node,
            _ => 0,
        };
        let size = if is_typed { 0 } else { library.outline(node.file).map_or(0, inside) };
        let length = if is_typed { name.len().min(40) / 8 } else { 0 };
        (fit, length, Reverse(size), Reverse(count), name, node)
    };
    let mut sorted: Vec<(&str, (u8, u64, NodeRef))> = names.into_iter().collect();
    sorted.sort_by_cached_key(|&(name, of)| order(name, of));
    sorted.truncate(super::MAX_CANDIDATES);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scattered_files_are_all_files_once_and_far_apart() {
        for count in [0, 1, 2, 3, 10, 97, 1_000, 78_256] {
            let mut all: Vec<u32> = scattered(count).map(|file| file.0).collect();
            if count > 90 {
                let near = all.windows(2).filter(|pair| pair[0].abs_diff(pair[1]) < count as u32 / 4).count();
                assert_eq!(near, 0, "{count}");
            }
            all.sort_unstable();
            assert!(all.into_iter().eq(0..count as u32), "{count}");
        }
    }
}
