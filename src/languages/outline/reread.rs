//! A text that the grammar does not understand as it is, read once more: with one branch of each condition,
//! rewritten as the table says, with brackets where its lines say that they are missing, and without attributes that
//! hide a declaration.

use super::branches::unread;
use super::dialect::blanked;
use super::levels::Levelled;
use super::pruned::pruned;
use super::reparse::rewritten;
use crate::document::Lexis;
use crate::languages::parsing::{Work, parse_again};
use crate::languages::rules::model::{Attributed, Levels, Outline};
use std::borrow::Cow;
use std::ops::Range;
use tree_sitter::{Node, Tree};

/// Attributes before a declaration may hide one in it: so often is a text read again, at most.
const MOST_READINGS: usize = 4;

/// What a text is to the parser after all.
#[derive(Debug, Default)]
pub(super) struct Reread {
    /// The better tree, if there is one.
    pub tree: Option<Tree>,
    /// The attributes that it does not hold, in order.
    pub hidden: Vec<Range<usize>>,
    /// Where the text was first broken, if that is not seen in the tree.
    pub broken: Option<u32>,
}

impl Reread {
    /// Reads `seen` again, of which the parser made `tree`.
    pub(super) fn of(table: &Outline, lexis: Option<&'static Lexis>, tree: &Tree, seen: &str, work: &Work) -> Reread {
        let mut reread = Reread::default();
        let mut text = Cow::Borrowed(seen);
        if tree.root_node().has_error() {
            if let Some(lexis) = lexis.filter(|_| table.conditions) {
                let branch = blanked(seen, &unread(lexis, seen));
                reread.take(table, tree, (&mut text, branch), work);
            }
            let rewritten = match rewritten(&table.rewrite, &text) {
                Cow::Owned(rewritten) => Cow::Owned(rewritten),
                Cow::Borrowed(_) => Cow::Borrowed(seen),
            };
            reread.take(table, tree, (&mut text, rewritten), work);
            let read = reread.tree.as_ref().unwrap_or(tree);
            if read.root_node().has_error()
                && let (Some(levels), Some(lexis)) = (&table.levels, lexis)
                && let Some((better, levelled)) = mended(table, (levels, lexis), (read, &text), work)
            {
                reread.tree = Some(better);
                reread.broken = Some(levelled.first_change(&text) as u32);
                let mut reread = reread.without_attributes(table, tree, Cow::Borrowed(&levelled.text), work);
                levelled.take_back(&mut reread.tree);
                let place = |range: &mut Range<usize>| *range = levelled.place(range.start)..levelled.place(range.end);
                reread.hidden.iter_mut().for_each(place);
                return reread;
            }
        }
        reread.without_attributes(table, tree, text, work)
    }

    /// Reads `other` in place of `text`, if it is another one and less broken.
    fn take<'t>(
        &mut self,
        table: &Outline,
        tree: &Tree,
        (text, other): (&mut Cow<'t, str>, Cow<'t, str>),
        work: &Work,
    ) {
        if let Cow::Owned(_) = other
            && let Some(better) = parse_again(&table.grammar, &other, work)
            && errors(&better) < errors(self.tree.as_ref().unwrap_or(tree))
        {
            (self.tree, *text) = (Some(better), other);
        }
    }

    /// Reads a text without the attributes that hide a declaration.
    fn without_attributes(mut self, table: &Outline, tree: &Tree, mut text: Cow<str>, work: &Work) -> Reread {
        let Some(attributed) = &table.attributed else { return self };
        for _ in 0..MOST_READINGS {
            let found = hidden(table, attributed, self.tree.as_ref().unwrap_or(tree), &text);
            let without = blanked(&text, &found);
            let Cow::Owned(without) = without else { break };
            let Some(better) = parse_again(&table.grammar, &without, work) else { break };
            (self.tree, text) = (Some(better), without.into());
            self.hidden.extend(found);
        }
        self.hidden.sort_unstable_by_key(|range| range.start);
        self
    }
}

/// A text whose brackets match, without what is still not understood of it, and its tree, if it is less broken than the
/// one that there is.
fn mended(
    table: &Outline,
    (levels, lexis): (&Levels, &'static Lexis),
    (tree, text): (&Tree, &str),
    work: &Work,
) -> Option<(Tree, Levelled)> {
    // Where brackets stand on purpose as they do (`#if`), a text whose brackets match may have less in it.
    let better = |text: &str, than: &Tree| {
        let is_better = |better: &Tree| spoiled(better) < spoiled(than) && types(table, better) >= types(table, than);
        parse_again(&table.grammar, text, work).filter(is_better)
    };
    let levelled = Levelled::of(levels, lexis, text);
    let levelled = levelled.and_then(|levelled| Some((better(&levelled.text, tree)?, levelled)));
    let (read, seen) = levelled.as_ref().map_or((tree, text), |(tree, levelled)| (tree, &*levelled.text));
    let Some(around) = levels.around.as_ref().filter(|_| read.root_node().has_error()) else { return levelled };
    let is_sound =
        |part: &str| parse_again(&table.grammar, part, work).is_some_and(|tree| !tree.root_node().has_error());
    let pruned = pruned(levels, around, lexis, seen, &is_sound);
    match pruned.and_then(|pruned| Some((better(&pruned, read)?, pruned))) {
        Some((tree, text)) => {
            let inserted = levelled.map_or_else(Vec::new, |(_, levelled)| levelled.inserted);
            Some((tree, Levelled { text, inserted }))
        }
        None => levelled,
    }
}

/// The number of places where syntax is broken.
fn errors(tree: &Tree) -> usize {
    spoiled(tree).1
}

/// The number of bytes in broken syntax, and of places where it is broken.
fn spoiled(tree: &Tree) -> (usize, usize) {
    let (mut bytes, mut places, mut until) = (0, 0, 0);
    each(tree, |node| {
        if node.is_error() && node.start_byte() >= until {
            until = node.end_byte();
            bytes += node.end_byte() - node.start_byte();
        }
        places += usize::from(node.is_error() || node.is_missing());
        node.has_error()
    });
    (bytes, places)
}

/// The number of types that a tree declares.
fn types(table: &Outline, tree: &Tree) -> usize {
    let mut count = 0;
    each(tree, |node| {
        count += usize::from(table.declares_type(node.kind_id()));
        true
    });
    count
}

/// The attributes of declarations that are none to `tree`, in order.
fn hidden(table: &Outline, attributed: &Attributed, tree: &Tree, text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    each(tree, |node| {
        if attributed.kinds.contains(&node.kind_id())
            && let (mut attributes, Some(behind)) = attributes_of(table, attributed, node)
            && let Some(declares) = text.get(behind..).and_then(|behind| attributed.declares.captures(behind))
        {
            if let (Some(last), Some(rest)) = (attributes.last_mut(), declares.get(1)) {
                last.end = behind + rest.end();
            }
            found.extend(attributes);
        }
        true
    });
    found.sort_unstable_by_key(|range| range.start);
    found.dedup_by(|later, earlier| later.start < earlier.end);
    found
}

/// The attributes that `node` begins with, and where what is behind them starts.
fn attributes_of(table: &Outline, attributed: &Attributed, node: Node) -> (Vec<Range<usize>>, Option<usize>) {
    let mut found = Vec::new();
    let mut cursor = node.walk();
    let mut more = cursor.goto_first_child();
    while more {
        let child = cursor.node();
        if table.attributes.contains(&child.kind_id()) {
            found.push(child.byte_range());
        } else if attributed.kinds.contains(&child.kind_id()) {
            more = cursor.goto_first_child();
            continue;
        } else if !table.is_comment(child.kind_id()) {
            return (found, Some(child.start_byte()));
        }
        more = cursor.goto_next_sibling();
    }
    (found, None)
}

/// Goes through `tree`, into those nodes that `enters` is true of.
fn each<'t>(tree: &'t Tree, mut enters: impl FnMut(Node<'t>) -> bool) {
    let mut cursor = tree.walk();
    loop {
        if enters(cursor.node()) && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}
