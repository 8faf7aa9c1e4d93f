//! The walk over a syntax tree: it enters nodes and tries rules, as the table says.
//!
//! One cursor goes once over the tree and keeps out of what the table says holds no declaration. Names are
//! compared only at nodes that a rule is for; everywhere else a node costs one look at the table.

use super::mend::{Mend, Worth, is_around};
use super::pending::Pending;
use super::state::{Frame, Open, Walk};
use super::trees::Trees;
use crate::document::{Kind, LineIndex, Node as Symbol, Span, Visibility};
use crate::languages::parsing::Work;
use crate::languages::rules::model::{Action, Outline, Rule, Scope};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;
use tree_sitter::{Node, Tree, TreeCursor};

impl<'t> Walk<'t> {
    /// The outline of `tree`, in no particular order, and the place of the first error in what is read in pieces.
    pub(super) fn run(
        table: &'t Outline,
        (tree, mend, hidden): (&'t Tree, Option<Rc<Mend>>, Vec<Range<usize>>),
        trees: &'t Trees,
        text: &'t str,
        lines: &'t LineIndex,
        work: &'t Work,
    ) -> (Vec<Symbol>, Option<u32>) {
        let mut walk = Walk {
            text,
            lines,
            table,
            nodes: Vec::new(),
            owners: Vec::new(),
            open: Vec::new(),
            wraps: Vec::new(),
            pending: Pending::default(),
            declared: HashSet::new(),
            revised: HashMap::new(),
            exports: false,
            scratch: None,
            body_behind: None,
            field: None,
            trees: trees.tail(),
            work,
            mend,
            hidden: hidden.into(),
            depth: 0,
        };
        walk.traverse(tree, Walk::outermost(tree), |_, _| true);
        let error = walk.mend.take().and_then(|mend| walk.walk_pieces(&mend, tree));
        let left_out = if table.tables { walk.own_tables() } else { HashSet::new() };
        walk.revise();
        let mut numbers = 0..;
        walk.nodes.retain(|_| numbers.next().is_none_or(|number: usize| !left_out.contains(&number)));
        (walk.nodes, error)
    }

    /// The frame of the outermost nodes of `tree`.
    pub(super) fn outermost(tree: &Tree) -> Frame {
        let broken = tree.root_node().is_error();
        Frame { scope: Scope::File, broken, wrap: None, open_count: 0, wrap_count: 0 }
    }

    /// Reads what is in `tree`, but of its outermost nodes only those that are admitted.
    pub(super) fn traverse(&mut self, tree: &'t Tree, first: Frame, admits: impl Fn(&Walk<'t>, Node<'t>) -> bool) {
        let mut cursor = tree.walk();
        let mut frames = vec![first];
        if !cursor.goto_first_child() {
            return;
        }
        while let Some(frame) = frames.last().copied() {
            let node = cursor.node();
            let inside = if frames.len() > 1 || admits(self, node) {
                self.visit(node, &cursor, &frame)
            } else {
                self.pending.pass(node.end_byte() as u32);
                None
            };
            match inside {
                Some(inside) if cursor.goto_first_child() => {
                    frames.push(inside);
                    continue;
                }
                Some(inside) => {
                    self.leave(&inside);
                    self.pending.pass(node.end_byte() as u32);
                }
                None => {}
            }
            while !cursor.goto_next_sibling() {
                let Some(left) = frames.pop() else { return };
                self.leave(&left);
                if frames.is_empty() || !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    fn leave(&mut self, frame: &Frame) {
        self.open.truncate(frame.open_count as usize);
        self.wraps.truncate(frame.wrap_count as usize);
    }

    /// Reads one node. Returns the frame of its children if they are worth a look.
    fn visit(&mut self, node: Node<'t>, cursor: &TreeCursor, frame: &Frame) -> Option<Frame> {
        // What a macro makes of what is no program nobody can know.
        if self.depth > 0 && node.is_error() {
            self.pending.pass(node.end_byte() as u32);
            return None;
        }
        if let Some((start, open)) = self.body_behind
            && start <= node.start_byte()
        {
            self.body_behind = None;
            if start == node.start_byte() {
                return self.enter_body(open, node, frame);
            }
        }
        let mut frame = *frame;
        let mend = self.mend.as_deref().filter(|_| self.open.is_empty() && !is_around(self.table, node));
        match mend.map(|mend| mend.worth(node)) {
            Some(Worth::None) => {
                self.pending.pass(node.end_byte() as u32);
                return None;
            }
            Some(Worth::Sound) => frame.broken = false,
            Some(Worth::Unknown) | None => {}
        }
        let frame = &frame;
        while let Some(hidden) = self.hidden_before(node.start_byte()) {
            self.pending.attribute(hidden, self.text);
        }
        match self.table.action(frame.scope, node.kind_id()) {
            Action::Rules(list) => {
                self.field = cursor.field_id();
                self.try_rules(list, node, frame)
            }
            action => self.act(action, node, frame),
        }
    }

    /// The next of the attributes that the tree does not hold, if it stands before this place.
    pub(super) fn hidden_before(&mut self, place: usize) -> Option<Span> {
        let next = self.hidden.front().filter(|next| next.start < place)?.clone();
        self.hidden.pop_front();
        Some(Span::of_range(next))
    }

    /// Enters the body that stands behind its declaration.
    fn enter_body(&mut self, open: Open, node: Node<'t>, frame: &Frame) -> Option<Frame> {
        let inside = Frame { scope: Scope::Function, wrap: None, ..self.inside(node, frame) };
        self.open.push(open);
        if !self.is_plain(node, &inside) {
            return Some(inside);
        }
        self.leave(&inside);
        self.pending.pass(node.end_byte() as u32);
        None
    }

    fn try_rules(&mut self, list: u16, node: Node<'t>, frame: &Frame) -> Option<Frame> {
        let table = self.table;
        let list = &table.lists[list as usize];
        for &number in &list.rules {
            let rule = &table.rules[number as usize];
            if !self.suits(&rule.check, node, node, frame) {
                continue;
            }
            if let Some(inside) = self.apply(rule, node, frame) {
                let enters = match rule.enter {
                    Action::Skip => false,
                    Action::Folded => !self.is_folded(node),
                    _ => !self.is_plain(node, &inside),
                };
                if enters {
                    return Some(inside);
                }
                self.leave(&inside);
                self.pending.pass(node.end_byte() as u32);
                return None;
            }
        }
        self.act(list.otherwise, node, frame)
    }

    /// True if `node`, which has just been declared, is a function or value without anything worth a look inside.
    /// Looking through the text is many times faster than through the tree.
    fn is_plain(&self, node: Node, inside: &Frame) -> bool {
        let (Some(nested), Some(open)) = (&self.table.nested, self.open.last()) else { return false };
        // A constructor may declare fields in any of its lines.
        let holds_code = open.kind.is_function() && open.kind != Kind::Constructor
            || matches!(open.kind, Kind::Variable | Kind::Constant | Kind::Field | Kind::Property);
        if !holds_code || self.open.len() == inside.open_count as usize || node.has_error() {
            return false;
        }
        let name = self.nodes[open.node as usize].name_span;
        let before = Span::new(node.start_byte() as u32, name.start).of(self.text);
        let behind = Span::new(name.end, node.end_byte() as u32).of(self.text);
        // A type that is declared where it is used stands before the name.
        !(nested.is_match(behind) || before.contains('{') && nested.is_match(before))
    }

    fn act(&mut self, action: Action, node: Node<'t>, frame: &Frame) -> Option<Frame> {
        match action {
            Action::Folded if !self.is_folded(node) => Some(self.inside(node, frame)),
            Action::Enter | Action::Rules(_) => Some(self.inside(node, frame)),
            Action::Skip | Action::Folded => {
                self.pending.pass(node.end_byte() as u32);
                None
            }
            Action::Comment => {
                self.pending.comment(Span::of_range(node.byte_range()), self.text, &self.table.doc);
                None
            }
            Action::Attribute => {
                self.pending.attribute(Span::of_range(node.byte_range()), self.text);
                None
            }
        }
    }

    /// True for an expression that is written in one line and declares nothing inside.
    fn is_folded(&self, node: Node) -> bool {
        let is_one_line = node.start_position().row == node.end_position().row;
        let declares = || {
            let text = self.text.get(node.byte_range()).unwrap_or_default();
            self.table.unfolded.as_ref().is_some_and(|pattern| pattern.is_match(text))
        };
        is_one_line && !declares()
    }

    /// The frame of the children of a node that declares nothing.
    fn inside(&self, node: Node, frame: &Frame) -> Frame {
        Frame { broken: node.is_error(), ..self.frame(frame) }
    }

    /// The frame of what is parsed once more.
    pub(super) fn within(&self, frame: &Frame) -> Frame {
        Frame { broken: false, wrap: None, ..self.frame(frame) }
    }

    /// True if `node` is a comment or an attribute.
    pub(super) fn is_aside(&self, node: Node, scope: Scope) -> bool {
        matches!(self.table.action(scope, node.kind_id()), Action::Comment | Action::Attribute)
    }

    /// A frame like `frame`, to be left again with what is open now.
    pub(super) fn frame(&self, frame: &Frame) -> Frame {
        Frame { open_count: self.open.len() as u32, wrap_count: self.wraps.len() as u32, ..*frame }
    }

    fn apply(&mut self, rule: &Rule, node: Node<'t>, frame: &Frame) -> Option<Frame> {
        let inside = self.inside(node, frame);
        if let Some(how) = &rule.reparse {
            return self.reparse(how, node, frame).then_some(inside);
        }
        if let Some(path) = &rule.section {
            return self.start_section(path, node, frame).then_some(inside);
        }
        if let Some(path) = &rule.revise {
            let visibility = rule.visibility.unwrap_or_default();
            let owner = self.open.last().map(|open| open.node);
            for name in path.all(node, &self.table.through) {
                self.revised.insert((owner, super::text::clean(self.slice(name))), visibility);
            }
            self.exports |= rule.exports;
            return Some(inside);
        }
        self.exports |= rule.exports;
        let mut scope = frame.scope;
        if let Some(kind) = rule.kind {
            match self.declare(rule, kind, node, frame) {
                Some(within) if !rule.own_span => {
                    return Some(Frame { scope: rule.scope.unwrap_or(within), wrap: None, ..inside });
                }
                Some(within) => scope = within,
                None if rule.own_span => {}
                None => return None,
            }
        }
        let wrap = self.wrap(rule, node, frame);
        self.wraps.push(wrap);
        let wrap = Some(self.wraps.len() as u32 - 1);
        Some(Frame { wrap, scope: rule.scope.unwrap_or(scope), ..inside })
    }

    fn start_section(&mut self, path: &crate::languages::rules::path::Path, node: Node<'t>, frame: &Frame) -> bool {
        let word = path.first(node, &self.table.through).map(|target| self.slice(target));
        let section = word.and_then(|word| self.modifier_visibility(&[word], frame.scope));
        match (section, self.open.last_mut()) {
            (Some(_), Some(open)) => open.section = section,
            _ => return false,
        }
        true
    }

    /// Applies what was said about visibility elsewhere in the file.
    fn revise(&mut self) {
        let unexported = self.table.visibility.unexported.filter(|_| self.exports);
        if self.revised.is_empty() && unexported.is_none() {
            return;
        }
        for (node, owner) in self.nodes.iter_mut().zip(&self.owners) {
            if let Some(said) = self.revised.get(&(*owner, &*node.name)) {
                node.visibility = *said;
            } else if let (Some(hidden), None) = (unexported, owner)
                && node.visibility == Visibility::Unknown
                && !matches!(node.kind, Kind::Import | Kind::Test)
            {
                node.visibility = hidden;
            }
        }
    }
}
