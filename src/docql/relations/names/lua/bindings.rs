//! Lua: what the functions around a place bind a name to.

use super::chains::{Place, is_part};
use crate::document::Kind;
use crate::library::Outline;
use regex::Regex;
use std::sync::LazyLock;

/// Bytes before a name that tell whether it is bound there, at most.
const MAX_BEFORE: usize = 400;

/// A place where a function binds a name.
#[derive(Clone, Copy, Debug)]
pub(in crate::docql::relations) struct Binding<'p> {
    /// Where the name stands.
    pub(in crate::docql::relations) at: usize,
    /// What follows the sign that sets it, if one does.
    pub(super) value: Option<&'p str>,
    /// True for a parameter of a function that has a name.
    pub(super) is_parameter: bool,
}

#[allow(clippy::unwrap_used, reason = "the tests run it")]
static LOCAL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\blocal\s+(?:function\s+|(?:\w+(?:\s*<\w+>)?\s*,\s*)*)$").unwrap());

#[allow(clippy::unwrap_used, reason = "the tests run it")]
static GIVEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:\bfor\s+(?:\w+\s*,\s*)*|\bfunction\b\s*[\w.:]*\s*\((?:\s*\w+\s*,)*\s*)$").unwrap()
});

/// How the name behind a text is bound there, if it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Bound {
    Local,
    /// By a call, or by a loop.
    Given,
}

fn bound(before: &str) -> Option<Bound> {
    let head = before.get(before.floor_char_boundary(before.len().saturating_sub(MAX_BEFORE))..)?;
    if !head.ends_with(|c: char| c.is_whitespace() || matches!(c, '(' | ',')) {
        return None;
    }
    if LOCAL.is_match(head) {
        return Some(Bound::Local);
    }
    GIVEN.is_match(head).then_some(Bound::Given)
}

/// True if the name behind a text is bound there.
pub(in crate::docql::relations) fn is_bound_behind(before: &str) -> bool {
    bound(before).is_some()
}

fn is_function(kind: Kind) -> bool {
    kind.is_function() || kind == Kind::Test
}

/// The functions around a place, innermost first.
fn around<'l>(outline: Outline<'l>, offset: u32) -> impl Iterator<Item = u32> + use<'l> {
    let innermost = outline.enclosing(offset, is_function);
    let outer = innermost.into_iter().flat_map(move |node| outline.ancestors(node).collect::<Vec<_>>());
    innermost.into_iter().chain(outer).filter(move |&node| is_function(outline.kind(node)))
}

/// Where the functions around a place bind `name` for it, if one does.
pub(in crate::docql::relations) fn binding<'p>(place: Place<'p, '_>, name: &str) -> Option<Binding<'p>> {
    let outline = place.library().outline(place.imports.file)?;
    let mut end = place.offset as usize;
    for function in around(outline, place.offset) {
        let start = outline.span(function).start as usize;
        let region = place.text.get(start..end)?;
        for at in memchr::memmem::rfind_iter(region.as_bytes(), name.as_bytes()) {
            let (before, behind) = (&region[..at], &region[at + name.len()..]);
            if before.ends_with(is_part) || behind.starts_with(is_part) {
                continue;
            }
            let Some(how) = bound(before).filter(|_| !is_in_own_value(behind, end == place.offset as usize)) else {
                continue;
            };
            // What another function binds for itself is not known here.
            let at = start + at;
            let owner = outline.innermost(at as u32, |node| {
                is_function(outline.kind(node)) && !outline.name_span(node).contains(at as u32)
            });
            if owner.is_some_and(|owner| owner != function) {
                continue;
            }
            let is_first = place.text[..at].trim_end().ends_with("local");
            let value = set(behind_in(place.text, at + name.len())).filter(|_| how == Bound::Local && is_first);
            let later = || later(place.text.get(at + name.len()..outline.span(function).end as usize)?, name);
            let value = if how == Bound::Local { value.or_else(later) } else { None };
            let is_parameter = how == Bound::Given && at < outline.body(function).start as usize;
            return Some(Binding { at, value, is_parameter });
        }
        end = start;
    }
    None
}

/// True if what is set there is where the name stands that is asked for: `local a = a.b`.
fn is_in_own_value(behind: &str, is_innermost: bool) -> bool {
    is_innermost && set(behind).is_some() && !behind.contains(['\n', ';'])
}

fn behind_in(text: &str, at: usize) -> &str {
    text.get(at..).unwrap_or_default()
}

/// What a name is set to, by what stands behind it.
pub(super) fn set(behind: &str) -> Option<&str> {
    let behind = behind.trim_start_matches([' ', '\t']);
    let behind = match behind.strip_prefix('<') {
        Some(attribute) => attribute.split_once('>')?.1.trim_start_matches([' ', '\t']),
        None => behind,
    };
    let value = behind.strip_prefix('=')?;
    (!value.starts_with('=')).then(|| value.trim_start())
}

/// What a name is first set to in a text.
fn later<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).find_map(|at| {
        let (before, behind) = (&text[..at], &text[at + name.len()..]);
        let stands_alone = !before.ends_with(is_part) && !behind.starts_with(is_part);
        let begins = before.trim_end_matches([' ', '\t']).ends_with(['\n', ';', ')']) || before.ends_with("do ");
        set(behind).filter(|_| stands_alone && begins)
    })
}
