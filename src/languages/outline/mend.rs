//! Broken regions of a tree, read once more in pieces: an error spoils the declaration it stands in, and no other.

use super::dialect::{blanked, unseen};
use super::parse::first_error;
use super::reparse::rewritten_of;
use super::state::Walk;
use crate::document::{LineIndex, Span};
use crate::languages::parsing::parse_part;
use crate::languages::pieces::{Piece, pieces};
use crate::languages::rules::model::{Action, Outline, Scope};
use std::ops::Range;
use std::rc::Rc;
use tree_sitter::{Node, Point, Tree};

/// Longer declarations are taken as the tree has them: what is wrong in them would be so again.
const MAX_PIECE_BYTES: usize = 1 << 20;

/// What is to be done with a broken tree.
#[derive(Debug, Default)]
pub(super) struct Mend {
    /// The text that the parser sees.
    text: String,
    /// The places of the outermost nodes that hold what they seem to, in order.
    sound: Vec<Range<usize>>,
    /// The declarations that the tree does not hold, in order.
    pieces: Vec<Piece>,
    /// Where the tree is read as it is, in order.
    left: Vec<Range<usize>>,
    /// Nothing but what is left is read.
    only_left: bool,
    /// The place of the first error in what is read from the tree.
    error: Option<u32>,
}

/// What a node of a broken tree is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    /// It is a whole declaration, or stands between them.
    Sound,
    /// Nobody knows.
    Unknown,
    /// It is part of a declaration that is read for itself.
    None,
}

/// An outermost node.
struct Leaf {
    place: Range<usize>,
    is_whole: bool,
    is_sound: bool,
    lacks_end: bool,
    /// It is of a kind that declares something.
    declares: bool,
    /// The place of its first error.
    error: Option<u32>,
}

impl Mend {
    /// Finds out what is wrong in `tree`, which was parsed from a text without what is unseen of it; nothing if it is whole
    /// or the language is not read in pieces.
    pub(super) fn of(table: &Outline, tree: &Tree, (text, unseen): (&str, &[Range<usize>])) -> Option<Mend> {
        if table.around_pieces.is_empty() || !tree.root_node().has_error() {
            return None;
        }
        let leaves = leaves(table, tree, text);
        let seen = blanked(text, unseen).into_owned();
        // What is broken in itself is no better when it is read alone, unless something can be left out of it.
        let alone = |piece: &Piece| {
            let text = text.get(piece.head..piece.end).unwrap_or_default();
            !piece.optional.is_empty() || table.unseen_in_pieces.any.is_match(text)
        };
        let mut mend = Mend::default();
        let (mut found, mut next, mut until) = (Vec::new(), 0, 0);
        pieces(&seen, |piece| {
            while leaves.get(next).is_some_and(|leaf| leaf.place.end <= piece.head) {
                next += 1;
            }
            let first = leaves.get(next).filter(|leaf| leaf.place.start == piece.head);
            match first {
                _ if piece.head < until => {}
                // A node without any error is what it seems to be, parameters below their function, too.
                Some(leaf) if leaf.is_whole && leaf.declares && leaf.place.end > piece.end => {
                    until = leaf.place.end;
                    mend.sound.push(leaf.place.clone());
                }
                Some(leaf) if is_made_of(&piece, &leaves[next..], text, &alone) => {
                    mend.error = mend.error.or(leaf.error);
                    mend.sound.push(piece.head..piece.end);
                }
                _ if piece.end - piece.start > MAX_PIECE_BYTES => mend.left.push(piece.start..piece.end),
                _ => found.push(piece),
            }
        });
        (mend.pieces, mend.text) = (found, seen);
        (!mend.pieces.is_empty()).then_some(mend)
    }

    /// What `node` is worth, which stands around no other outermost node.
    pub(super) fn worth(&self, node: Node) -> Worth {
        let (start, end) = (node.start_byte(), node.end_byte());
        let next = |places: &[Range<usize>]| places.get(places.partition_point(|place| place.end <= start)).cloned();
        let (sound, left) = (next(&self.sound), next(&self.left));
        let begins_in = |place: &Option<Range<usize>>| place.as_ref().is_some_and(|place| place.start <= start);
        if begins_in(&sound) {
            return Worth::Sound;
        }
        if begins_in(&left) {
            return Worth::Unknown;
        }
        let broken = self.pieces.get(self.pieces.partition_point(|piece| piece.end <= start));
        let is_apart = sound.is_none_or(|place| place.start >= end) && broken.is_none_or(|piece| piece.start >= end);
        if is_apart && !self.only_left { Worth::Sound } else { Worth::None }
    }
}

/// True if `piece` is the first of `leaves`, or that and the body behind it.
fn is_made_of(piece: &Piece, leaves: &[Leaf], text: &str, alone: &dyn Fn(&Piece) -> bool) -> bool {
    let is_sound = |leaf: &&Leaf| leaf.declares && (leaf.is_sound || !alone(piece));
    let Some(first) = leaves.first().filter(is_sound) else { return false };
    let behind = |at: usize| text.get(at..piece.end).map_or("", str::trim);
    match behind(first.place.end) {
        "" | ";" => first.place.end <= piece.end && !first.lacks_end,
        rest => {
            let body = leaves.get(1).filter(|leaf| rest.starts_with('{') && leaf.place.end == piece.end);
            body.is_some_and(|body| first.lacks_end && body.is_sound || !alone(piece))
        }
    }
}

/// The outermost nodes of a tree, in order.
fn leaves(table: &Outline, tree: &Tree, text: &str) -> Vec<Leaf> {
    let mut cursor = tree.walk();
    let mut leaves = Vec::new();
    if !cursor.goto_first_child() {
        return leaves;
    }
    loop {
        let node = cursor.node();
        if is_around(table, node) && cursor.goto_first_child() {
            continue;
        }
        if node.end_byte() > node.start_byte() && !table.is_comment(node.kind_id()) {
            let (is_sound, lacks_end) = soundness(node);
            let shown = Span::of_range(node.byte_range()).of(text).trim_end();
            let place = node.start_byte()..node.start_byte() + shown.len();
            let declares = matches!(table.action(Scope::File, node.kind_id()), Action::Rules(_));
            leaves.push(Leaf {
                place,
                is_whole: !node.has_error(),
                is_sound,
                lacks_end,
                declares,
                error: first_error(node),
            });
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return leaves;
            }
        }
    }
}

/// True if `node` stands around outermost declarations.
pub(super) fn is_around(table: &Outline, node: Node) -> bool {
    node.is_error() || table.around_pieces.contains(&node.kind_id())
}

/// True if a node has been understood but for what is in its last part, its body; and if its end is missing.
fn soundness(node: Node) -> (bool, bool) {
    if !node.has_error() {
        return (!node.is_error() && !node.is_missing(), false);
    }
    let mut cursor = node.walk();
    let mut children = node.children(&mut cursor).peekable();
    while let Some(child) = children.next() {
        let is_last = children.peek().is_none();
        if child.is_missing() && is_last {
            return (true, true);
        }
        if child.is_error() || child.is_missing() || child.has_error() && !is_last {
            return (false, false);
        }
    }
    (true, false)
}

impl Mend {
    /// Parses `piece` for itself: first without what its brackets cannot bear, then without all that it need not have.
    /// With the definitions in it, if they must be read apart from it.
    fn parse(&self, piece: &Piece, walk: &Walk) -> Option<(Tree, Option<Tree>)> {
        let text = self.text.get(piece.start..piece.end)?;
        let own = unseen(&walk.table.unseen_in_pieces, text);
        let mut text = rewritten_of(&walk.table.misread, blanked(text, &own));
        let mut place = piece.start..piece.end;
        // The line's ending behind it may be read as the brace that it lacks.
        if piece.is_unclosed && self.text.as_bytes().get(piece.end) == Some(&b'\n') {
            text.to_mut().push('}');
            place.end += 1;
        }
        let range = range(place, walk.lines);
        let parse = |without: &[Range<usize>]| {
            let gaps: Vec<_> = without.iter().map(|gap| gap.start - piece.start..gap.end - piece.start).collect();
            parse_part(&walk.table.grammar, &blanked(&text, &gaps), range, walk.work)
        };
        let tree = parse(&piece.losing)?;
        if !tree.root_node().has_error() || piece.optional == piece.losing {
            return Some((tree, None));
        }
        match parse(&piece.optional) {
            Some(shorter) if !shorter.root_node().has_error() => {
                let definitions = (!piece.definitions.is_empty()).then(|| parse(&piece.but_definitions())).flatten();
                Some((shorter, definitions))
            }
            _ => Some((tree, None)),
        }
    }
}

impl<'t> Walk<'t> {
    /// Declares what is in the pieces that `tree` does not hold. Returns the place of the first error that is left.
    pub(super) fn walk_pieces(&mut self, mend: &Mend, tree: &'t Tree) -> Option<u32> {
        let mut error = mend.error;
        for (number, piece) in mend.pieces.iter().enumerate() {
            let Some((read, definitions)) = mend.parse(piece, self) else {
                // No more may be parsed: the rest is as the tree has it.
                let left = mend.pieces[number..].iter().map(|piece| piece.start..piece.end).collect();
                self.mend = Some(Rc::new(Mend { left, only_left: true, ..Mend::default() }));
                self.traverse(tree, Walk::outermost(tree), |_, _| true);
                self.mend = None;
                break;
            };
            error = error.into_iter().chain(first_error(read.root_node())).min();
            for tree in [Some(read), definitions].into_iter().flatten() {
                let tree = self.trees.keep(tree);
                self.pending.pass(piece.start as u32);
                self.body_behind = None;
                self.traverse(tree, Walk::outermost(tree), |_, _| true);
            }
        }
        error
    }
}

fn range(place: Range<usize>, lines: &LineIndex) -> tree_sitter::Range {
    let point = |at: usize| {
        let line = lines.line(at as u32);
        Point::new(line as usize - 1, at - lines.start(line) as usize)
    };
    let (start_point, end_point) = (point(place.start), point(place.end));
    tree_sitter::Range { start_byte: place.start, end_byte: place.end, start_point, end_point }
}
