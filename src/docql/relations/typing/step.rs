//! A type and a link of a chain behind it → the type of both.

use super::expressions::chain::Link;
use super::expressions::model::{Region, Type};
use super::known::FileTypes;
use super::written::Written;
use crate::docql::nodes::evidence::Evidence;
use crate::document::TypePlace;

fn is_call(link: Option<&Link>) -> bool {
    matches!(link, Some(Link::Call(..)))
}

impl FileTypes<'_, '_> {
    pub(super) fn step(&self, region: &Region, at: Type, link: &Link, next: Option<&Link>, depth: u8) -> Type {
        let at = self.expanded(at);
        match (at, link) {
            (at, Link::Member(name)) => self.member_of(region, at, name, (is_call(next), depth)),
            (at, Link::Call(start, end)) => self.call_of(region, at, (*start, *end), next, depth),
            (at, Link::Index(start, end)) => self.index_of(region, at, (*start, *end), next, depth),
            (Type::Itself(node), Link::Construct) => Type::Node(node, Evidence::Receiver),
            (at @ Type::Written(..), Link::Construct) => at,
            (Type::Outside(_), Link::Construct) => Type::Foreign,
            (Type::Written(written, evidence), Link::Element) => self.element_or_taken(written, evidence, depth),
            (Type::Yielding(written, evidence), Link::Awaited) => Type::Written(written, evidence),
            (at, Link::Awaited) => self.awaited(&at),
            (at, Link::Held) => self.held_by(&at, 0),
            (_, Link::Assert(start, end)) if region.tokens.word(*start) != "type" => {
                self.spelled(region, *start, *end, Evidence::Receiver)
            }
            _ => Type::Unknown,
        }
    }

    /// What a call of `at` yields; `next` is what is done with it.
    fn call_of(&self, region: &Region, at: Type, (start, end): (usize, usize), next: Option<&Link>, depth: u8) -> Type {
        match at {
            Type::Itself(node) => Type::Node(node, Evidence::Receiver),
            Type::Function(node) if self.is_read_like_a_field(region, node) => {
                let read = self.result(node, 0, depth);
                let is_read = !matches!(read, Type::Function(_));
                if is_read { self.step(region, read, &Link::Call(start, end), next, depth) } else { Type::Unknown }
            }
            Type::Function(node) if next == Some(&Link::Awaited) && self.is_async(node) => {
                match self.result(node, 0, depth) {
                    Type::Written(written, evidence) => Type::Yielding(written, evidence),
                    other => other,
                }
            }
            Type::Function(node) => match self.overload(region, node, (start, end), depth) {
                Some(node) => self.yielded_to(region, node, (start, end), depth),
                None => Type::Unknown,
            },
            Type::Foreign if self.is_of_jvm(region.file) => Type::Foreign,
            Type::Written(written, evidence) => match self.yielded_by(&written, 0) {
                Some(yielded) => Type::Written(yielded, Evidence::Signature),
                None => match self.called(written.clone(), evidence) {
                    Type::Unknown => self.taken_from(&Type::Written(written, evidence), true, depth),
                    called => called,
                },
            },
            of @ Type::Node(..) => self.taken_from(&of, true, depth),
            Type::Environment => Type::Environment,
            Type::Outside(name) => self.made_outside(region, &name, (start, end), depth),
            Type::Above(node) => Type::Above(node),
            Type::Yielding(written, evidence) => Type::Written(written, evidence),
            _ => Type::Unknown,
        }
    }

    /// What an index of `at` yields; `next` is what is done with it.
    fn index_of(
        &self,
        region: &Region,
        at: Type,
        (start, end): (usize, usize),
        next: Option<&Link>,
        depth: u8,
    ) -> Type {
        if self.is_slice(region, (start, end)) && matches!(at, Type::Written(..) | Type::Node(..)) {
            return at;
        }
        match at {
            // Go: types for what is generic.
            at @ (Type::Function(_) | Type::Itself(_))
                if matches!(next, Some(Link::Call(..) | Link::Construct))
                    && self.rules(region.file).is_some_and(|rules| rules.place == TypePlace::After) =>
            {
                at
            }
            of @ Type::Written(..) if let Some(item) = self.item_of(region, &of, (start, end)) => item,
            Type::Written(written, evidence)
                if let Some(part) = self.part_of(&written, region.tokens.slice(start, end).parse().ok()) =>
            {
                Type::Written(part, evidence)
            }
            Type::Written(written, evidence) => self.element_or_taken(written, evidence, depth),
            of @ Type::Node(..) => self.taken_from(&of, false, depth),
            Type::Environment => Type::Environment,
            _ => Type::Unknown,
        }
    }

    /// True for an index that takes a part of a list, which is of the same type: `xs[1:]`, in Rust `xs[1..]`.
    fn is_slice(&self, region: &Region, (start, end): (usize, usize)) -> bool {
        let (Some(rules), tokens) = (self.rules(region.file), &region.tokens) else { return false };
        let is_python = rules.assigns && !rules.blocks;
        let mut at = start;
        while at < end {
            match rules.tries {
                true if tokens.are(at, "..") => return true,
                false if (self.is_go(region.file) || is_python) && tokens.is(at, b':') => return true,
                _ => {}
            }
            let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
            at = tokens.closing(at).filter(|_| is_open).unwrap_or(at) + 1;
        }
        false
    }

    fn element_or_taken(&self, written: Written, evidence: Evidence, depth: u8) -> Type {
        if let Some(of) = self.recorded(&written) {
            return Type::Written(of, evidence);
        }
        match self.element(&written, evidence) {
            Type::Unknown => self.taken_from(&Type::Written(written, evidence), false, depth),
            element => element,
        }
    }

    /// What a member of `at` is, which may be called.
    fn member_of(&self, region: &Region, at: Type, name: &str, (is_called, depth): (bool, u8)) -> Type {
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return name.parse().ok().and_then(|number| self.field_at(&at, number)).unwrap_or(Type::Unknown);
        }
        if is_called && let Some(known) = self.of_rust_library(&at, name) {
            return known;
        }
        if name == "class" && self.is_of_jvm(region.file) {
            return self.of_library(region, "Class");
        }
        if let Some(known) = self.member_of_library(region, &at, name, is_called) {
            return known;
        }
        match at {
            Type::Package(path) => {
                let offset = region.tokens.get(0).map_or(0, |token| token.start);
                let names: Vec<&str> = path.split('\n').collect();
                match self.declared_as(region.file, offset, (&names, name), (is_called, depth)) {
                    Type::Unknown => Type::Package(format!("{path}\n{name}")),
                    found => found,
                }
            }
            Type::Module(file) => self.exported(file, name, depth + 1),
            Type::Object(file, offset) => self.held((file, offset), name, depth + 1),
            Type::Environment => Type::Environment,
            Type::Outside(_) => Type::Outside(name.to_owned()),
            Type::Node(node, _) if name == "__class__" => Type::Itself(node),
            Type::Itself(node) if name == "prototype" && self.rules(region.file).is_some_and(|rules| rules.objects) => {
                Type::Node(node, Evidence::Receiver)
            }
            // `Outer.this`
            Type::Itself(node) if name == "this" && self.is_of_jvm(region.file) => Type::Node(node, Evidence::OwnType),
            Type::Itself(node) => match self.member(node, name, Evidence::Receiver, (is_called, depth)) {
                Type::Unknown => self.of_companion(node, name, (is_called, depth)).unwrap_or(Type::Unknown),
                found => found,
            },
            Type::Above(node) => {
                let above = self.table.above(node);
                let found = above.iter().map(|&node| self.member(node, name, Evidence::OwnType, (is_called, depth)));
                found.into_iter().find(|found| !matches!(found, Type::Unknown)).unwrap_or(Type::Unknown)
            }
            Type::Written(written, evidence) if written.text.trim_start_matches(['*', ' ']).starts_with("struct") => {
                self.unnamed_member(&written, name, evidence)
            }
            Type::Written(written, evidence)
                if written.text.starts_with('{') && self.rules(written.file).is_some_and(|rules| rules.objects) =>
            {
                self.literal_member(&written, name, evidence)
            }
            Type::Written(written, evidence) if let Some(of) = self.recorded(&written) => Type::Written(of, evidence),
            Type::Written(written, evidence) if is_called && let Some(yielded) = self.of_container(&written, name) => {
                Type::Yielding(yielded, evidence)
            }
            Type::Written(written, evidence) if !is_called && let Some(of) = self.part_of_map(&written, name) => {
                Type::Written(of, evidence)
            }
            Type::Written(written, evidence) if is_called && let Some(yielded) = self.of_map(&written, name) => {
                Type::Yielding(yielded, evidence)
            }
            at => self.member_by_type(region, &at, name, (is_called, depth)),
        }
    }

    /// A member by the declaration of the type; of what has none here, by what is known of such types.
    fn member_by_type(&self, region: &Region, at: &Type, name: &str, (is_called, depth): (bool, u8)) -> Type {
        match self.node_of(at) {
            Some((node, evidence)) => match self.member(node, name, evidence, (is_called, depth)) {
                Type::Function(function) if !is_called && self.is_property(function) => self.result(function, 0, depth),
                Type::Unknown if is_called => {
                    let container = self.container_of(at);
                    let yielded = container.and_then(|(of, evidence)| Some((self.of_container(&of, name)?, evidence)));
                    let yielded = yielded.map(|(yielded, evidence)| Type::Yielding(yielded, evidence));
                    yielded.or_else(|| self.kept(at, name)).unwrap_or(Type::Unknown)
                }
                found => found,
            },
            None if let Some(found) = self.extending(region.file, at, name, is_called) => found,
            None if let Some(found) = self.augmented(at, name, (is_called, depth)) => found,
            // Go: what a method yields that is declared elsewhere is as foreign as its type.
            None if self.is_foreign(region.file, at, name) => match is_called && self.is_go(region.file) {
                true => Type::Outside(name.to_owned()),
                false => Type::Foreign,
            },
            None if is_called => self.kept(at, name).unwrap_or(Type::Unknown),
            None => Type::Unknown,
        }
    }
}
