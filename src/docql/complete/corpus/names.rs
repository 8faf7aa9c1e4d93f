//! Names and titles of the corpus, for arguments of functions.

use crate::docql::catalog::{Action, CatalogKind, Content, ROWS, Row, Shape, SymbolFilter};
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::matching::fit;
use crate::docql::complete::corpus::name_search::{MAX_SCANNED_SYMBOLS, NameMatch, is_private, matching_names, uses};
use crate::docql::complete::corpus::tables;
use crate::docql::complete::place::narrowed;
use crate::docql::complete::place::scope::in_filter;
use crate::docql::eval::select;
use crate::docql::syntax::tree::{Name, Segment};
use crate::document::{Kind, NodeFlags, Span};
use crate::library::{Library, NamePart, NodeRef, Outline, is_source};
use std::cmp::Reverse;
use std::collections::HashMap;

/// Near misses (names that another function would find) offered, at most.
const MAX_NEAR_MISSES: usize = 5;

/// Names or titles for the argument of the function `row`, written `name`, after `before`.
pub(in crate::docql::complete) fn arguments(
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
    if let Some(names) = tables::arguments(&row.action, before, library, request) {
        return names;
    }
    if let [_, .., last] = before
        && !in_filter(before)
    {
        return inside(row, last.span.end as usize, library, request);
    }
    if let (Action::Symbols(select), Some((owner, typed))) = (row.action, split_qualified(request.typed)) {
        return members_of(owner, typed, select, library, request);
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

/// A member as it is ranked: its fit, whether it was written elsewhere, whether it is private.
type Member = (u8, bool, bool, NodeRef);

/// `Server.Ser` as the type and what is typed of its member.
fn split_qualified(typed: &str) -> Option<(&str, &str)> {
    let (owner, member) = typed.rsplit_once("::").or_else(|| typed.rsplit_once(['.', '#']))?;
    let last = owner.rsplit(['.', ':', '#']).next().filter(|last| !last.is_empty())?;
    Some((last, member))
}

/// The members of the types called `owner`, those that are used most first, with the type before them.
fn members_of(
    owner: &str,
    typed: &str,
    select: SymbolFilter,
    library: &Library,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let owners = library.named(&owner.to_lowercase(), NamePart::Whole, request.ticket).unwrap_or_default();
    let mut found: HashMap<&str, Member> = HashMap::new();
    for at in owners {
        let Some(outline) = library.outline(at.file) else { continue };
        let own = (at.node + 1..outline.end(at.node)).filter(|&node| outline.ancestors(node).next() == Some(at.node));
        let own = own.map(|node| NodeRef { file: at.file, node });
        for member in own.chain(library.adopted(at).iter().copied()) {
            let Some(outline) = library.outline(member.file) else { continue };
            let name = outline.name(member.node);
            if !select::is_selected(select, outline.kind(member.node), outline.flags(member.node)) || name.is_empty() {
                continue;
            }
            let Some(fit) = fit(name, typed) else { continue };
            let standing = (fit, !is_source(library.file(member.file)), is_private(&outline, member.node), member);
            found.entry(name).and_modify(|known| *known = (*known).min(standing)).or_insert(standing);
        }
    }
    let mut members: Vec<(&str, Member)> = found.into_iter().collect();
    members.sort_by_cached_key(|(name, (fit, elsewhere, is_private, _))| {
        (*fit, *elsewhere, Reverse(uses(library, name, *is_private)), name.len(), *name)
    });
    let candidate = |(name, (.., node)): (&str, Member)| {
        request.text_value(&format!("{owner}.{name}"), CandidateKind::Name).detail(detail(library, node))
    };
    members.into_iter().take(crate::docql::complete::MAX_CANDIDATES).map(candidate).collect()
}

/// Names that match but are of another kind, with the function that finds them.
fn near_misses(
    farthest: u8,
    name: &Name,
    library: &Library,
    request: &Request<'_>,
    wanted: &dyn Fn(Kind, NodeFlags) -> bool,
) -> Vec<Candidate> {
    let others = matching_names(library, request, |outline, at| {
        outline.kind(at).is_symbol() && !wanted(outline.kind(at), outline.flags(at))
    });
    let near = others.into_iter().filter(|other| other.fit <= farthest).take(MAX_NEAR_MISSES);
    near.filter_map(|other| near_miss(&other, name, library, request)).collect()
}

fn near_miss(other: &NameMatch<'_>, name: &Name, library: &Library, request: &Request<'_>) -> Option<Candidate> {
    let &NameMatch { name: label, count, node, .. } = other;
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
    let functions = || ROWS.iter().filter(|row| row.kind == CatalogKind::Function && row.on.contains(&Shape::Code));
    let own = functions().find(|row| row.action == Action::Symbols(SymbolFilter::Kind(kind)));
    let wide = || {
        functions().find(|row| match row.action {
            Action::Symbols(select) => select::selects_kind(select, kind),
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
    names.into_iter().take(crate::docql::complete::MAX_CANDIDATES).map(candidate).collect()
}

/// Distinct names that match the typed text, likeliest first.
pub(in crate::docql::complete) fn gather(
    library: &Library,
    request: &Request<'_>,
    wanted: impl Fn(&Outline<'_>, u32) -> bool,
) -> Vec<Candidate> {
    let candidate = |found: NameMatch<'_>| {
        let candidate = request.text_value(found.name, CandidateKind::Name).detail(detail(library, found.node));
        if found.count > 0 { candidate.count(found.count) } else { candidate }
    };
    matching_names(library, request, wanted).into_iter().map(candidate).collect()
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
