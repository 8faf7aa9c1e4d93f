//! Conditions of rules: modifiers, attributes, texts, the enclosing declaration.

use super::state::{Frame, Open, Walk};
use crate::document::{Kind, NodeFlags, Span, Visibility};
use crate::languages::rules::model::{Case, Check, Scope, TextCheck};
use crate::languages::rules::path::{Path, follow};
use regex::Regex;
use std::num::NonZeroU16;
use tree_sitter::Node;

/// A node of the syntax tree that may become one of the outline.
#[derive(Debug)]
pub(super) struct Candidate<'s, 't> {
    pub kind: Kind,
    pub name: &'t str,
    pub owner: &'t str,
    pub flags: NodeFlags,
    pub visibility: Option<Visibility>,
    pub(super) modifiers: &'s [&'t str],
    pub attributes: &'s [&'t str],
    /// The doc comment above it; empty where there is none.
    pub(super) doc: &'t str,
}

impl<'s, 't> Candidate<'s, 't> {
    /// Applies the cases that hold; `None` if one says that nothing is declared.
    pub(super) fn sharpen(
        mut self,
        cases: &[Case],
        holds: impl Fn(&Check, &Candidate) -> bool,
    ) -> Option<Candidate<'s, 't>> {
        for case in cases {
            if !holds(&case.check, &self) {
                continue;
            }
            if case.none {
                return None;
            }
            self.kind = case.kind.unwrap_or(self.kind);
            self.flags.set(case.flags);
            self.visibility = case.visibility.or(self.visibility);
        }
        Some(self)
    }
}

impl<'t> Walk<'t> {
    /// Adds the modifier words and the attributes among the children of `node` that stand before `until`.
    pub(in crate::languages) fn modifiers(
        &mut self,
        node: Node<'t>,
        until: usize,
        words: &mut Vec<&'t str>,
        marks: &mut Vec<&'t str>,
    ) {
        let table = self.table;
        if table.attributes.is_empty() && table.modifiers.is_empty() {
            return;
        }
        let text = self.text;
        let slice = |node: Node| Span::of_range(node.byte_range()).of(text);
        let cursor = self.scratch.get_or_insert_with(|| node.walk());
        cursor.reset(node);
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            let kind = child.kind_id();
            if child.start_byte() >= until {
                break;
            }
            if table.attributes.contains(&kind) {
                marks.push(slice(child));
            } else if table.modifiers.contains(&kind) {
                let mut inside = cursor.goto_first_child();
                if !inside {
                    words.push(slice(child));
                } else {
                    while inside {
                        let part = cursor.node();
                        let list = if table.attributes.contains(&part.kind_id()) { &mut *marks } else { &mut *words };
                        list.push(slice(part));
                        inside = cursor.goto_next_sibling();
                    }
                    cursor.goto_parent();
                }
            }
            more = cursor.goto_next_sibling();
        }
    }

    pub(in crate::languages) fn slice(&self, node: Node) -> &'t str {
        Span::of_range(node.byte_range()).of(self.text)
    }

    /// The conditions that can be told from the syntax around `node`; the declared thing is `element`.
    pub(super) fn suits(&self, check: &Check, node: Node<'t>, element: Node<'t>, frame: &Frame) -> bool {
        let through = &*self.table.through;
        check.broken.is_none_or(|broken| broken == frame.broken)
            && self.suits_field(check)
            && self.suits_parent(check)
            && check.has.iter().all(|path| path.first(node, through).is_some())
            && !check.lacks.iter().any(|path| path.first(node, through).is_some())
            && check.text.iter().all(|text| self.suits_text(text, node))
            && self.suits_chain(check, element)
    }

    fn suits_field(&self, check: &Check) -> bool {
        let here = |fields: &[NonZeroU16]| self.field.is_some_and(|field| fields.contains(&field));
        (check.in_field.is_empty() || here(&check.in_field)) && !here(&check.not_field)
    }

    fn suits_parent(&self, check: &Check) -> bool {
        let parent = self.open.last();
        let node = parent.map(|open| &self.nodes[open.node as usize]);
        let extends = |pattern: &Regex| {
            node.is_some_and(|node| node.detail.split(',').any(|supertype| pattern.is_match(supertype.trim())))
        };
        (check.parent.is_empty() || check.parent.contains(&parent.map(|open| open.kind)))
            && check.parent_name.as_ref().is_none_or(|it| node.is_some_and(|node| it.is_match(&node.name)))
            && check.parent_extends.as_ref().is_none_or(extends)
    }

    fn suits_text(&self, check: &TextCheck, node: Node<'t>) -> bool {
        let Some(target) = check.path.first(node, &self.table.through) else { return false };
        let text = self.slice(target);
        (check.words.is_empty() || check.words.iter().any(|word| word == text))
            && check.pattern.as_ref().is_none_or(|pattern| pattern.is_match(text))
    }

    fn suits_chain(&self, check: &Check, element: Node<'t>) -> bool {
        if check.via.is_empty() {
            return true;
        }
        let Some(field) = self.table.chain else { return false };
        let (_, innermost) = follow(element, field, &self.table.through);
        innermost.is_some_and(|kind| check.via.contains(&kind))
    }

    /// The conditions on what is known of the declared thing itself.
    pub(super) fn fits(&self, check: &Check, candidate: &Candidate, node: Node<'t>) -> bool {
        let is_type_name = || {
            let around = self.open.last().map(|open| &*self.nodes[open.node as usize].name);
            candidate.name == if candidate.owner.is_empty() { around.unwrap_or_default() } else { candidate.owner }
        };
        let is_at =
            |path: &Path| path.first(node, &self.table.through).is_some_and(|it| self.slice(it) == candidate.name);
        check.named_as.as_ref().is_none_or(is_at)
            && check.name.as_ref().is_none_or(|pattern| pattern.is_match(candidate.name))
            && check.modifiers.iter().all(|word| candidate.modifiers.contains(&word.as_str()))
            && check.attribute.as_ref().is_none_or(|it| candidate.attributes.iter().any(|text| it.is_match(text)))
            && check.doc.as_ref().is_none_or(|pattern| pattern.is_match(candidate.doc))
            && check.owned.is_none_or(|owned| owned != candidate.owner.is_empty())
            && check.named_as_type.is_none_or(|named| named == is_type_name())
    }

    /// The enclosing type, seen from inside one of its functions.
    pub(super) fn enclosing_type(&self) -> Option<&Open> {
        self.open.iter().rev().find(|open| open.kind.is_class())
    }

    /// The visibility of `candidate`, from the most explicit to the most general rule.
    pub(in crate::languages) fn visibility(
        &self,
        candidate: &Candidate,
        frame: &Frame,
        parent: Option<&Open>,
    ) -> Visibility {
        use crate::languages::rules::model::Fallback;
        let rules = &self.table.visibility;
        if let Some(explicit) =
            candidate.visibility.or_else(|| self.modifier_visibility(candidate.modifiers, frame.scope))
        {
            return explicit;
        }
        if let Some(wrapped) = frame.wrap.and_then(|wrap| self.wraps[wrap as usize].visibility) {
            return wrapped;
        }
        if matches!(candidate.kind, Kind::Import | Kind::Test) {
            return Visibility::Unknown;
        }
        if let Some(around) = parent.filter(|open| open.kind.is_function() || open.kind == Kind::Test) {
            return if around.kind == Kind::Test { Visibility::Unknown } else { Visibility::Private };
        }
        if let Some((_, named)) = rules.names.iter().find(|(shape, _)| shape.is_match(candidate.name)) {
            return *named;
        }
        if let Some(section) = parent.and_then(|open| open.section) {
            return section;
        }
        let kind = parent.map(|open| open.kind).filter(|kind| *kind != Kind::Module);
        let in_type = kind.filter(|kind| kind.is_class() || *kind == Kind::Impl).and(rules.in_type);
        match rules.by_parent.get(&kind).copied().or(in_type) {
            Some(Fallback::Is(visibility)) => visibility,
            Some(Fallback::Inherit) => parent.map_or(Visibility::Unknown, |open| open.visibility),
            None => Visibility::Unknown,
        }
    }

    pub(super) fn modifier_visibility(&self, modifiers: &[&str], scope: Scope) -> Option<Visibility> {
        let rules = &self.table.visibility;
        let applies = |place: &Option<Scope>| place.is_none_or(|place| place == scope);
        let row = rules.words.iter().find(|(word, _, place)| applies(place) && modifiers.contains(&word.as_str()));
        row.map(|(_, visibility, _)| *visibility)
    }
}
