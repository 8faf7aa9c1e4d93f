//! Search for the distinct names that match the typed text.

use crate::docql::complete::Request;
use crate::docql::complete::candidates::matching::fit;
use crate::document::{Kind, Visibility};
use crate::library::{FileId, Letters, Library, NamePart, NodeRef, Outline, is_source};
use crate::stdx::starts_with_ignoring_case;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Names collected before ranking, at most.
const MAX_NAMES: usize = 5_000;

/// Symbols of a library that are all compared on every key, at most.
pub(in crate::docql::complete) const MAX_SCANNED_SYMBOLS: u32 = 200_000;

/// Nodes scanned for one or two typed letters in larger libraries, at most: so short a text is in too many names to
/// look up, and only prefixes count.
const MAX_PREFIX_NODES: u32 = 400_000;

/// A distinct name that matches the typed text.
#[derive(Clone, Copy)]
pub(in crate::docql::complete) struct NameMatch<'l> {
    pub name: &'l str,
    /// Rank of the match, 0 best.
    pub fit: u8,
    /// Number of nodes with the name; 0 if they were not all counted.
    pub count: u64,
    /// The node that most likely is meant by the name.
    pub node: NodeRef,
    standing: Standing,
}

/// The distinct names, of nodes for which `wanted` holds, that match the typed text, likeliest first.
pub(in crate::docql::complete) fn matching_names<'l>(
    library: &'l Library,
    request: &Request<'_>,
    wanted: impl Fn(&Outline<'_>, u32) -> bool,
) -> Vec<NameMatch<'l>> {
    let mut search = NameSearch { library, request, wanted, found: HashMap::new(), last: None };
    search.run();
    if request.ticket.is_stale() {
        return Vec::new();
    }
    search.sorted()
}

/// How likely a declaration is meant, before it is known how much it is used: the workspace's own before tests and what
/// was written elsewhere, what is public before what is private. The less the better.
type Standing = (bool, bool);

/// What is private comes where something public would that is used so many half steps less.
const PRIVATE_STEPS: i64 = 4;

/// Names whose uses are counted.
const MAX_COUNTED: usize = 200;

struct NameSearch<'l, 'r, W> {
    library: &'l Library,
    request: &'r Request<'r>,
    wanted: W,
    found: HashMap<&'l str, NameMatch<'l>>,
    /// The last file, and whether it is the workspace's own source: the next node is mostly in the same one.
    last: Option<(FileId, Outline<'l>, bool)>,
}

impl<'l, W: Fn(&Outline<'_>, u32) -> bool> NameSearch<'l, '_, W> {
    fn run(&mut self) {
        let needle: String = self.request.typed.chars().flat_map(char::to_lowercase).collect();
        let is_small = self.library.counts().symbols < MAX_SCANNED_SYMBOLS;
        if !is_small && needle.chars().count() < 3 {
            self.take_prefixed();
            // Only a part of the nodes was scanned, so the counts mean nothing.
            self.found.values_mut().for_each(|found| found.count = 0);
            return;
        }
        let mut has_substring = false;
        if !needle.is_empty() && !needle.contains('\n') {
            let named = self.library.named(&needle, NamePart::Any, self.request.ticket).unwrap_or_default();
            has_substring = !named.is_empty();
            let _ = named.into_iter().all(|node| self.take(node));
        }
        // Initials and subsequences match, too; in a large library they are searched only if no substring was found.
        if is_small || !has_substring {
            self.take_subsequences(&needle);
        }
    }

    /// Adds the name of a node if it is wanted and matches. False if the search should stop.
    fn take(&mut self, node: NodeRef) -> bool {
        let (_, outline, is_own) = match &mut self.last {
            Some(last) if last.0 == node.file => last,
            other => match self.library.outline(node.file) {
                Some(outline) => other.insert((node.file, outline, is_source(self.library.file(node.file)))),
                None => return true,
            },
        };
        if !(self.wanted)(outline, node.node) {
            return !self.request.ticket.is_stale();
        }
        let name = outline.name(node.node);
        if !name.is_empty() {
            let standing = (!*is_own || self.library.is_test(node), is_private(outline, node.node));
            if let Some(found) = self.found.get_mut(name) {
                found.count += 1;
                if standing < found.standing {
                    (found.standing, found.node) = (standing, node);
                }
            } else if let Some(fit) = fit(name, self.request.typed) {
                self.found.insert(name, NameMatch { name, fit, count: 1, node, standing });
            }
        }
        self.found.len() < MAX_NAMES && !self.request.ticket.is_stale()
    }

    /// Takes nodes whose names begin with the typed text, among up to [`MAX_PREFIX_NODES`] nodes of scattered files.
    fn take_prefixed(&mut self) {
        let (library, request) = (self.library, self.request);
        let mut left = MAX_PREFIX_NODES;
        for file in scattered(library.files().len()) {
            let Some(outline) = library.outline(file) else { continue };
            let nodes = (0..outline.len()).map(|node| NodeRef { file, node });
            let mut begin = nodes.filter(|node| starts_with_ignoring_case(outline.name(node.node), request.typed));
            left = left.saturating_sub(outline.len());
            if !begin.all(|node| self.take(node)) || left == 0 || request.ticket.is_stale() {
                return;
            }
        }
    }

    /// Takes nodes whose names contain the letters of the needle, but not the needle itself.
    fn take_subsequences(&mut self, needle: &str) {
        let library = self.library;
        let wanted = Letters::of(needle);
        for (file, outline) in library.outlines() {
            let letters = library.letters(file);
            let likely = letters.that_hold(0..letters.len(), std::slice::from_ref(&wanted));
            for node in likely.map(|node| node as u32) {
                if self.request.ticket.is_stale() {
                    return;
                }
                // Substring matches were taken before.
                if !needle.is_empty() && outline.lower_name(node).contains(needle) {
                    continue;
                }
                if !self.take(NodeRef { file, node }) {
                    return;
                }
            }
        }
    }

    /// The best matches. While nothing is typed, the largest nodes are likeliest; afterwards those that are used most.
    fn sorted(self) -> Vec<NameMatch<'l>> {
        let is_typed = !self.request.typed.is_empty();
        let order = |found: &NameMatch<'l>| {
            let inside = |outline: Outline<'_>| match outline.kind(found.node.node) {
                kind if kind.is_class() || kind == Kind::Heading => outline.end(found.node.node) - found.node.node,
                _ => 0,
            };
            let size = if is_typed { 0 } else { self.library.outline(found.node.file).map_or(0, inside) };
            let length = if is_typed { found.name.len() } else { 0 };
            (found.fit, found.standing.0, Reverse(size), length, Reverse(found.count), found.name, found.node)
        };
        let mut sorted: Vec<NameMatch<'l>> = self.found.values().copied().collect();
        sorted.sort_by_cached_key(order);
        if is_typed {
            let counted = sorted.len().min(MAX_COUNTED);
            let library = self.library;
            // Of names that are used about as much the shorter one comes first.
            let uses = |found: &NameMatch<'l>| uses(library, found.name, found.standing.1);
            sorted[..counted].sort_by_cached_key(|found| {
                (found.fit, found.standing.0, Reverse(uses(found)), found.name.len(), found.name)
            });
        }
        sorted.truncate(crate::docql::complete::MAX_CANDIDATES);
        sorted
    }
}

/// How much a name is used, in half steps of doubling: in how many texts it stands, and how often it is called. What is
/// private counts [`PRIVATE_STEPS`] less.
pub(in crate::docql::complete) fn uses(library: &Library, name: &str, is_private: bool) -> i64 {
    let calls = library.call_sites(name).len() as u64;
    let count = library.entries_with(&name.to_lowercase()) + calls;
    // The square doubles with each half step.
    count.saturating_pow(2).checked_ilog2().map_or(-1, i64::from) - if is_private { PRIVATE_STEPS } else { 0 }
}

/// True if a declaration is not seen outside of its module.
pub(in crate::docql::complete) fn is_private(outline: &Outline<'_>, node: u32) -> bool {
    matches!(outline.visibility(node), Visibility::Private | Visibility::Internal)
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
