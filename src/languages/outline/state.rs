//! The state of the walk over a syntax tree.

use super::mend::Mend;
use super::pending::Pending;
use super::trees::Tail;
use crate::document::{Kind, LineIndex, Node as Symbol, Span, Visibility};
use crate::languages::parsing::Work;
use crate::languages::rules::model::{Outline, Scope};
use std::collections::{HashMap, HashSet, VecDeque};
use std::num::NonZeroU16;
use std::ops::Range;
use std::rc::Rc;
use tree_sitter::TreeCursor;

/// A node around declarations (`export …`, `template<…> …`, `use a::{…}`), with what they inherit from it.
#[derive(Clone, Debug)]
pub(super) struct Wrap<'t> {
    /// The start of the first declaration inside, and its doc comment.
    pub start: u32,
    pub doc: Option<Span>,
    /// True if a declaration has taken these two.
    pub used: bool,
    pub attributes: Vec<&'t str>,
    pub modifiers: Vec<&'t str>,
    pub visibility: Option<Visibility>,
    pub prefix: String,
}

/// A subtree that has been entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub scope: Scope,
    /// Directly inside broken syntax.
    pub broken: bool,
    /// The innermost node around the declarations that hands something on to them.
    pub wrap: Option<u32>,
    /// The numbers of declarations and wraps to keep on leaving.
    pub open_count: u32,
    pub wrap_count: u32,
}

/// A declaration that has been entered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub node: u32,
    pub kind: Kind,
    pub level: u8,
    pub visibility: Visibility,
    /// The visibility that a section mark gives to the declarations behind it.
    pub section: Option<Visibility>,
}

/// The state of the walk.
pub(super) struct Walk<'t> {
    pub text: &'t str,
    pub lines: &'t LineIndex,
    pub table: &'t Outline,
    pub nodes: Vec<Symbol>,
    /// For each node, the node of the enclosing declaration.
    pub owners: Vec<Option<u32>>,
    pub open: Vec<Open>,
    pub wraps: Vec<Wrap<'t>>,
    pub pending: Pending,
    /// Names that rules which declare a name only once have declared.
    pub declared: HashSet<(Option<u32>, &'t str)>,
    /// Visibilities said in another place than the declaration.
    pub revised: HashMap<(Option<u32>, &'t str), Visibility>,
    pub exports: bool,
    /// A cursor for looking at children; making one is dear.
    pub scratch: Option<TreeCursor<'t>>,
    /// The start of the last declaration's body, if that stands behind the declaration.
    pub body_behind: Option<(usize, Open)>,
    /// The field of its parent that the node under a rule stands in.
    pub field: Option<NonZeroU16>,
    /// The trees of parts.
    pub trees: Tail<'t>,
    /// The work that the trees of this text may still take.
    pub work: &'t Work,
    /// The tree of the whole is broken: what of it can be read.
    pub mend: Option<Rc<Mend>>,
    /// Attributes that the tree does not hold, in order.
    pub hidden: VecDeque<Range<usize>>,
    /// The depth of parts within parts.
    pub depth: u32,
}
