//! Short paths from one syntax node to another, as outline tables write them.
//!
//! A path is a list of steps separated by `/`:
//!
//! | step | leads to |
//! |---|---|
//! | `name` | the children in this field; `name:identifier\|string` only those of these kinds |
//! | `@block` | the children of this kind; `@a\|b` of one of these kinds; `@static` may be a keyword |
//! | `^string` | the first named child, if it is of this kind |
//! | `*` | every named child |
//! | `-` | the last named child |
//! | `declarator+` | follows this field as long as it goes, and passes through the kinds in `through`; like the |
//! | | field alone it may name the kinds it must end at |
//! | `.` | the node itself |
//! | `..` | the node around it; that is looked for from the root, so let a rule ask for something rare before |
//!
//! A step may end in `!field`: only nodes without this field.

use super::rule_error::RuleError;
use std::num::NonZeroU16;
use tree_sitter::Node;

/// A path, compiled for one grammar.
#[derive(Debug)]
pub(in crate::languages) struct Path {
    steps: Box<[PathStep]>,
}

#[derive(Debug)]
struct PathStep {
    select: Select,
    /// Only nodes of these kinds; empty for all.
    kinds: Box<[u16]>,
    /// Only nodes without this field.
    without: Option<NonZeroU16>,
}

#[derive(Clone, Copy, Debug)]
enum Select {
    Own,
    Around,
    Field(NonZeroU16),
    Children,
    Named,
    First,
    Last,
    Chain(NonZeroU16),
}

/// The names of the grammar that a path or table is compiled for.
pub(in crate::languages) struct Names<'g> {
    pub grammar: &'g tree_sitter::Language,
    /// True if unknown names are passed over: a base table names kinds that the derived grammar lacks.
    pub(super) lenient: bool,
}

impl Names<'_> {
    /// The numbers of a node kind: as a name, as a keyword, or both.
    pub(in crate::languages) fn kinds(&self, name: &str) -> Result<Vec<u16>, RuleError> {
        if name == "ERROR" {
            return Ok(vec![u16::MAX]);
        }
        let found: Vec<u16> = (0..self.grammar.node_kind_count() as u16)
            .filter(|&id| self.grammar.node_kind_for_id(id) == Some(name) && self.grammar.node_kind_is_visible(id))
            .collect();
        if found.is_empty() && !self.lenient {
            return Err(RuleError::NoName { what: "kind of node", name: name.to_owned() });
        }
        Ok(found)
    }

    fn kind_list(&self, names: &str) -> Result<Box<[u16]>, RuleError> {
        let mut kinds = Vec::new();
        for name in names.split('|') {
            kinds.extend(self.kinds(name)?);
        }
        // A list without any known kind must not read as "all kinds".
        if kinds.is_empty() {
            kinds.push(u16::MAX - 1);
        }
        Ok(kinds.into())
    }

    pub(in crate::languages) fn field(&self, name: &str) -> Result<Option<NonZeroU16>, RuleError> {
        match self.grammar.field_id_for_name(name) {
            None if !self.lenient => Err(RuleError::NoName { what: "field", name: name.to_owned() }),
            found => Ok(found),
        }
    }
}

impl Path {
    /// Reads a path; fails on names that the grammar does not have. A path over fields that a derived
    /// grammar lacks leads nowhere.
    pub(in crate::languages) fn compile(text: &str, names: &Names) -> Result<Path, RuleError> {
        let mut steps = Vec::new();
        for step in text.split('/') {
            let in_path = |problem| RuleError::InPath { path: text.to_owned(), problem: Box::new(problem) };
            match PathStep::compile(step, names).map_err(in_path)? {
                Some(step) => steps.push(step),
                None => {
                    steps = vec![PathStep { select: Select::Own, kinds: [u16::MAX - 1].into(), without: None }];
                    break;
                }
            }
        }
        Ok(Path { steps: steps.into() })
    }

    /// The first node this path leads to.
    pub(in crate::languages) fn first<'t>(&self, node: Node<'t>, through: &[u16]) -> Option<Node<'t>> {
        let mut found = None;
        let mut visitor = Visitor { through, only_first: true, found: &mut |node| found = Some(node) };
        visitor.visit(node, &self.steps);
        found
    }

    /// All nodes this path leads to, in order.
    pub(in crate::languages) fn all<'t>(&self, node: Node<'t>, through: &[u16]) -> Vec<Node<'t>> {
        let mut found = Vec::new();
        let mut visitor = Visitor { through, only_first: false, found: &mut |node| found.push(node) };
        visitor.visit(node, &self.steps);
        found
    }
}

impl PathStep {
    fn compile(text: &str, names: &Names) -> Result<Option<PathStep>, RuleError> {
        let (text, without) = match text.split_once('!') {
            Some((text, field)) => (text, names.field(field)?),
            None => (text, None),
        };
        let (select, kinds) = if text == "*" {
            (Select::Named, [].into())
        } else if text == "." {
            (Select::Own, [].into())
        } else if text == ".." {
            (Select::Around, [].into())
        } else if let Some(kinds) = text.strip_prefix('@') {
            (Select::Children, names.kind_list(kinds)?)
        } else if let Some(kinds) = text.strip_prefix('^') {
            (Select::First, names.kind_list(kinds)?)
        } else if text == "-" {
            (Select::Last, [].into())
        } else {
            let (name, kinds) = text.split_once(':').unwrap_or((text, ""));
            let chain = name.strip_suffix('+');
            let Some(field) = names.field(chain.unwrap_or(name))? else { return Ok(None) };
            let select = if chain.is_some() { Select::Chain(field) } else { Select::Field(field) };
            (select, if kinds.is_empty() { [].into() } else { names.kind_list(kinds)? })
        };
        Ok(Some(PathStep { select, kinds, without }))
    }

    fn admits(&self, node: Node) -> bool {
        (self.kinds.is_empty() || self.kinds.contains(&node.kind_id()))
            && self.without.is_none_or(|field| node.child_by_field_id(field.get()).is_none())
    }
}

struct Visitor<'v, 't> {
    through: &'v [u16],
    only_first: bool,
    found: &'v mut dyn FnMut(Node<'t>),
}

impl<'t> Visitor<'_, 't> {
    /// Recursion is as deep as the path is long. Returns whether to stop.
    fn visit(&mut self, node: Node<'t>, steps: &[PathStep]) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            (self.found)(node);
            return self.only_first;
        };
        match step.select {
            Select::Own => step.admits(node) && self.visit(node, rest),
            Select::Around => node.parent().is_some_and(|around| step.admits(around) && self.visit(around, rest)),
            Select::Chain(field) => {
                let end = follow(node, field, self.through).0;
                step.admits(end) && self.visit(end, rest)
            }
            Select::Last => last_named(node).is_some_and(|child| self.visit(child, rest)),
            Select::Field(field) if self.only_first && step.kinds.is_empty() => {
                node.child_by_field_id(field.get()).is_some_and(|child| self.visit(child, rest))
            }
            _ => self.visit_children(node, step, rest),
        }
    }

    fn visit_children(&mut self, node: Node<'t>, step: &PathStep, rest: &[PathStep]) -> bool {
        let mut cursor = node.walk();
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            let chosen = match step.select {
                Select::Field(field) => cursor.field_id() == Some(field) && step.admits(child),
                Select::Children => step.admits(child),
                Select::Named => child.is_named() && !child.is_extra(),
                _ => {
                    if !child.is_named() || child.is_extra() {
                        more = cursor.goto_next_sibling();
                        continue;
                    }
                    return step.admits(child) && self.visit(child, rest);
                }
            };
            if chosen && self.visit(child, rest) {
                return true;
            }
            more = cursor.goto_next_sibling();
        }
        false
    }
}

/// Follows `field` to its end; a node of a kind in `through` hands on to its first named child.
/// Returns the last node and the kind of the last node on the way that is not in `through`.
pub(in crate::languages) fn follow<'t>(node: Node<'t>, field: NonZeroU16, through: &[u16]) -> (Node<'t>, Option<u16>) {
    let mut at = node;
    let mut innermost = None;
    loop {
        let passes = through.contains(&at.kind_id());
        let next = match at.child_by_field_id(field.get()) {
            Some(child) => Some(child),
            None if passes => first_named(at),
            None => None,
        };
        let Some(next) = next else { return (at, innermost) };
        if !passes {
            innermost = Some(at.kind_id());
        }
        at = next;
    }
}

fn first_named(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| !child.is_extra())
}

fn last_named(node: Node) -> Option<Node> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).last()
}
