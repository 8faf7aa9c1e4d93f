//! Declaration → type: what a member of a type is, what a field or variable holds, what a function yields.

use super::declared::FINAL;
use super::expressions::chain;
use super::expressions::model::{MAX_DEPTH, Type};
use super::expressions::tokens::is_assignment;
use super::known::FileTypes;
use super::python::{enumerations, targets};
use super::written::{self, Written};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::c::linkage::is_prototype;
use crate::document::{Kind, Lambda};
use crate::library::NodeRef;

/// Expressions followed to a function whose returns are read, at most, and returns read of one.
const MAX_RETURN_DEPTH: u8 = 4;
const MAX_RETURNS: usize = 3;

/// Methods of a type that are looked at for what they set, at most.
const MAX_METHODS: usize = 100;

impl FileTypes<'_, '_> {
    /// A member of a type, its own or inherited. A field and a method may have one name: `is_called` says which is meant.
    pub(super) fn member(&self, node: NodeRef, name: &str, evidence: Evidence, (is_called, depth): (bool, u8)) -> Type {
        let library = self.table.library;
        let is_meant = |member: &NodeRef| {
            let kind = library.outline(member.file).map(|outline| outline.kind(member.node));
            kind.is_some_and(|kind| kind.is_function() || kind.is_class()) == is_called
        };
        let above = self.table.above(node);
        let all_types: Vec<NodeRef> = std::iter::once(&node).chain(above.iter()).copied().collect();
        let all = || all_types.iter().map(|&of| self.table.members_named(of, name));
        let is_php = library.file(node.file).format.id == "php" && !is_called;
        let mut found = all().find(|found| !found.is_empty()).unwrap_or_default();
        // In Python the nearest one hides the others, whether it is a method or a type that is held.
        let is_apart = library.file(node.file).format.id != "python";
        if !found.iter().any(is_meant) && is_called && is_apart {
            found = all().find(|found| found.iter().any(is_meant)).unwrap_or(found);
        }
        // In Java a call is never one of a field.
        if found.iter().any(is_meant) || is_called && library.file(node.file).format.id == "java" {
            found.retain(is_meant);
        }
        if found.is_empty()
            && let Some(set) = all_types.iter().find_map(|&of| self.set_in_methods(of, name, depth))
        {
            return set;
        }
        if found.is_empty() && self.rules(node.file).is_some_and(|rules| rules.given.contains(&name)) {
            return Type::Foreign;
        }
        // A field may be declared in the type and set in its constructor.
        let told = found.into_iter().filter_map(|member| {
            Some(match library.outline(member.file)?.kind(member.node) {
                kind if kind.is_function() => Type::Function(member),
                kind if kind.is_class() => Type::Itself(member),
                // What an enumeration lists is of it.
                Kind::Variant => Type::Node(node, evidence),
                Kind::Field if enumerations::lists(self.table, node, member) => Type::Node(node, evidence),
                _ => self.declared_value(member, evidence, depth + 1),
            })
        });
        let told = told.into_iter().find(|found| !matches!(found, Type::Unknown));
        // PHP: a property is declared, and its type told by what it is set to.
        let set = || all_types.iter().find_map(|&of| self.set_in_methods(of, name, depth)).filter(|_| is_php);
        told.or_else(set).unwrap_or(Type::Unknown)
    }

    /// The type of a field or variable: as written, else that of its first value.
    pub(super) fn declared_value(&self, node: NodeRef, evidence: Evidence, depth: u8) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        if let Some(written) = self.declared(node).first() {
            return Type::Written(written.clone(), evidence);
        }
        if let Some(part) = self.part_declared(node, depth) {
            return part;
        }
        let library = self.table.library;
        let Some(outline) = library.outline(node.file) else { return Type::Unknown };
        let name_end = outline.name_span(node.node).end;
        let Some(region) = self.region(node.file, name_end) else { return Type::Unknown };
        let mut at = region.tokens.at(name_end);
        if self.rules(node.file).is_some_and(|rules| rules.lambda == Lambda::Braces) {
            return self.property_value(&region, at, depth);
        }
        // `x: Final = X()`
        if region.tokens.is(at, b':') {
            let sign = (at..region.tokens.len()).take_while(|&at| !region.tokens.is_line(at));
            let sign = sign.into_iter().find(|&at| region.tokens.is(at, b'=')).unwrap_or(at);
            at = if FINAL.contains(&region.tokens.slice(at + 1, sign)) { sign } else { at };
        }
        if !region.tokens.is(at, b'=') {
            return Type::Unknown;
        }
        let Some(rules) = self.rules(node.file) else { return Type::Unknown };
        let start = if rules.blocks { at + 1 } else { targets::last_value(&region.tokens, at + 1) };
        if rules.objects {
            return self.value_at(&region, start, depth + 1);
        }
        match chain::read(&region.tokens, start, region.tokens.len(), rules) {
            Some((links, end)) if region.tokens.is_line(end) || region.tokens.is(end, b';') => {
                self.value(&region, &links, depth + 1)
            }
            _ => Type::Unknown,
        }
    }

    /// What the result of a function is.
    pub(super) fn result(&self, function: NodeRef, number: usize, depth: u8) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        let function = self.implementation(function);
        match self.declared(function).get(number) {
            Some(written) if self.is_of_receiver(function, written) => {
                Type::Written(Written { text: "Self".to_owned(), ..written.clone() }, Evidence::Signature)
            }
            Some(written) => Type::Written(written.clone(), Evidence::Signature),
            None if number == 0 && self.rules(function.file).is_some_and(|rules| rules.objects) => {
                self.yielded_value(function, depth + 1)
            }
            None if number == 0 && self.rules(function.file).is_some_and(|rules| rules.lambda == Lambda::Braces) => {
                self.expressed(function, depth)
            }
            None if number == 0 => self.returned(function, "return", depth),
            None => Type::Unknown,
        }
    }

    /// Python, PHP: what an attribute is that methods of a type set, and no declaration tells: `self.x = X()`; only if all
    /// agree.
    fn set_in_methods(&self, of: NodeRef, name: &str, depth: u8) -> Option<Type> {
        let (library, rules) = (self.table.library, self.rules(of.file)?);
        let language = library.file(of.file).format.id;
        if !matches!(language, "python" | "php") || depth > MAX_RETURN_DEPTH {
            return None;
        }
        let outline = library.outline(of.file)?;
        let methods = outline.children(Some(of.node)).filter(|&at| outline.kind(at).is_function()).take(MAX_METHODS);
        let (mut found, mut count) = (None, 0);
        for method in methods {
            let body = outline.body(method);
            let Some(region) = self.region(of.file, body.start) else { continue };
            let tokens = &region.tokens;
            for at in tokens.at(body.start)..tokens.at(body.end) {
                let (own, joint) = if rules.points { ("$this", "->") } else { ("self", ".") };
                let is_own = || {
                    let joined = at.checked_sub(joint.len()).filter(|&joined| tokens.are(joined, joint));
                    joined.and_then(|joined| joined.checked_sub(1)).is_some_and(|at| tokens.word(at) == own)
                };
                let is_set = tokens.word(at) == name && is_own() && is_assignment(tokens, at + 1);
                if !is_set || matches!(tokens.word(at + 2), "None" | "null") {
                    continue;
                }
                let start = if rules.blocks { at + 2 } else { targets::last_value(tokens, at + 2) };
                let (links, end) = chain::read(tokens, start, tokens.len(), rules)?;
                let ends = tokens.is_line(end) || tokens.is(end, b';');
                let told = if ends { self.value(&region, &links, depth + 1) } else { Type::Unknown };
                let node = match &told {
                    Type::Node(node, _) => *node,
                    Type::Written(written, _) => self.resolve(written)??,
                    _ => return None,
                };
                if found.is_some_and(|known| known != node) {
                    return None;
                }
                (found, count) = (Some(node), count + 1);
            }
        }
        found.filter(|_| count > 0).map(|node| Type::Node(node, Evidence::OwnType))
    }

    /// Python: the type of a part of what a function returns: as written, `tuple[A, B]`, else as its returns say.
    pub(super) fn result_part(&self, function: NodeRef, number: usize, depth: u8) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        if let Some(written) = self.declared(function).first() {
            let Some(rules) = self.rules(function.file) else { return Type::Unknown };
            let is_tuple = written.text.trim_start_matches("typing.").to_lowercase().starts_with("tuple[");
            let parts = if is_tuple { written::arguments_of(&written.text, rules) } else { Vec::new() };
            return match parts.get(number) {
                Some(part) => {
                    Type::Written(Written { text: (*part).to_owned(), ..written.clone() }, Evidence::Signature)
                }
                None => Type::Unknown,
            };
        }
        let library = self.table.library;
        let Some(outline) = library.outline(function.file) else { return Type::Unknown };
        let body = outline.body(function.node);
        let Some(region) = self.region(function.file, body.start) else { return Type::Unknown };
        let tokens = &region.tokens;
        let returns = (tokens.at(body.start)..tokens.at(body.end)).filter(|&at| tokens.word(at) == "return");
        let told = returns.take(MAX_RETURNS).map(|at| {
            let start = if tokens.is(at + 1, b'(') { at + 2 } else { at + 1 };
            self.item(&region, start, number, depth + 1)
        });
        told.into_iter().find(|found| !matches!(found, Type::Unknown | Type::Foreign)).unwrap_or(Type::Unknown)
    }

    /// Python: the function that an overload is a declaration of; what it yields holds for all of them.
    fn implementation(&self, function: NodeRef) -> NodeRef {
        let library = self.table.library;
        let Some(outline) = library.outline(function.file) else { return function };
        if library.file(function.file).format.id != "python" || !is_prototype(library, function) {
            return function;
        }
        let is_same = |&at: &u32| outline.kind(at).is_function() && outline.name(at) == outline.name(function.node);
        let all = outline.children(outline.parent(function.node)).filter(is_same);
        let nodes = all.map(|node| NodeRef { file: function.file, node });
        nodes.filter(|&node| !is_prototype(library, node)).last().unwrap_or(function)
    }

    /// What a function without a written result returns or yields, where a `word` for that says so.
    pub(super) fn returned(&self, function: NodeRef, word: &str, depth: u8) -> Type {
        let library = self.table.library;
        let (Some(outline), Some(rules)) = (library.outline(function.file), self.rules(function.file)) else {
            return Type::Unknown;
        };
        if rules.blocks || !rules.assigns || depth > MAX_RETURN_DEPTH {
            return Type::Unknown;
        }
        let body = outline.body(function.node);
        let Some(region) = self.region(function.file, body.start) else { return Type::Unknown };
        let tokens = &region.tokens;
        // What a function inside returns is another thing.
        let is_own = |at: usize| {
            let start = tokens.get(at).map_or(0, |token| token.start);
            outline.enclosing(start, |kind| kind.is_function()) == Some(function.node)
        };
        let all = (tokens.at(body.start)..tokens.at(body.end)).filter(|&at| tokens.word(at) == word);
        let returns = all.filter(|&at| is_own(at));
        let told = returns.take(MAX_RETURNS).filter_map(|at| {
            let (links, end) = chain::read(tokens, at + 1, tokens.len(), rules)?;
            tokens.is_line(end).then(|| self.value(&region, &links, depth + 1))
        });
        let told: Vec<Type> = told.collect();
        // A class is returned, where every return says the same one.
        if let Some(Type::Itself(class)) = told.first()
            && told.iter().all(|one| matches!(one, Type::Itself(other) if other == class))
        {
            return Type::Itself(*class);
        }
        told.into_iter().find(|found| matches!(found, Type::Node(..) | Type::Written(..))).unwrap_or(Type::Unknown)
    }

    /// True for a method that is read like a field.
    pub(super) fn is_property(&self, function: NodeRef) -> bool {
        let library = self.table.library;
        let (Some(outline), Some(rules)) = (library.outline(function.file), self.rules(function.file)) else {
            return false;
        };
        let Ok(text) = library.text(function.file) else { return false };
        let head = outline.span(function.node).start as usize..outline.name_span(function.node).start as usize;
        text.get(head).is_some_and(|head| rules.properties.iter().any(|mark| head.contains(mark)))
    }
}
