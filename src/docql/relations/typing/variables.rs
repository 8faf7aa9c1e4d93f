//! A first name → its type: a parameter or local variable, the type around it, a member of that, what is imported.

use super::bound::Binding;
use super::elements;
use super::evaluate::is_end_of_value;
use super::expressions::chain::{self, Link};
use super::expressions::model::{MAX_DEPTH, Region, Type};
use super::expressions::tokens::type_end;
use super::known::FileTypes;
use super::locals::{binding, lambda};
use super::python::targets;
use super::written::Written;
use crate::docql::nodes::evidence::Evidence;
use crate::document::{Kind, Lambda, TypePlace};
use crate::library::{FileId, NodeRef};

impl FileTypes<'_, '_> {
    /// What a first name is.
    pub(super) fn name(&self, region: &Region, name: &str, token: usize, (is_called, depth): (bool, u8)) -> Type {
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        let Some(offset) = region.tokens.get(token).map(|token| token.start) else { return Type::Unknown };
        let language = self.table.library.file(region.file).format.id;
        if matches!(language, "java" | "kotlin")
            && matches!(name, "super" | "this")
            && let Some(own) = self.own_in_body(region.file, offset)
        {
            return own;
        }
        if name == "super" || matches!((name, language), ("parent", "php") | ("base", "csharp")) {
            return self.own_type(region.file, offset).map_or(Type::Unknown, Type::Above);
        }
        if name == "this"
            && rules.lambda == Lambda::Braces
            && let Some(own) = self.own_in_scope(region, token, depth)
        {
            return own;
        }
        let is_own = rules.own.contains(&name) && !self.is_rebound(region.file, offset, name);
        match name {
            "None" | "null" | "nil" | "undefined" => return Type::Unknown,
            "True" | "False" => return Type::Foreign,
            "cls" if is_own => {
                return self.own_type(region.file, offset).map_or(Type::Unknown, Type::Itself);
            }
            // Outside of types it is a parameter, if anything.
            _ if is_own => {
                if let Some(node) = self.own_type(region.file, offset) {
                    return Type::Node(node, Evidence::OwnType);
                }
            }
            _ => {}
        }
        if language == "php" && !is_own && !name.starts_with('$') && region.tokens.are(token + 1, "::") {
            return self.class_in_php(region, token).map_or(Type::Foreign, Type::Itself);
        }
        let is_import = !rules.objects && self.with_imports(region.file, |imports| imports.is_local_at(name, offset));
        // C++: before `::` stands no variable, whatever else has the name.
        let is_path = rules.points && rules.place == TypePlace::Before && region.tokens.are(token + 1, "::");
        if !is_import
            && !is_path
            && let Some((binding, at)) = self.variable_at(region, (name, token), rules)
        {
            return self.bound(region, binding, (at, token), depth);
        }
        if name == "it"
            && rules.lambda == Lambda::Braces
            && let Some(start) = lambda::implicit(&region.tokens, token)
        {
            return self.lambda_parameter(region, start, 0, depth + 1);
        }
        if let Some(member) = self.value_called_as_type(region.file, offset, name, depth) {
            return member;
        }
        match self.declared_as(region.file, offset, (&[], name), (is_called, depth)) {
            Type::Unknown | Type::Package(_) if self.is_type_elsewhere(region.file, offset, name) => {
                return Type::Foreign;
            }
            // Rust: a module, or a crate.
            Type::Unknown if rules.tries && region.tokens.are(token + 1, "::") => {
                return Type::Package(name.to_owned());
            }
            Type::Unknown => {}
            found => return found,
        }
        let told = |of: NodeRef| self.member(of, name, Evidence::OwnType, (is_called, depth));
        let is_known = |found: &Type| !matches!(found, Type::Unknown);
        let around = || self.types_around(region.file, offset).into_iter().map(told).find(is_known);
        // Kotlin: a member of a type around, or of the companion of one.
        if language == "kotlin" {
            let of_companions = || {
                let all = self.types_around(region.file, offset).into_iter();
                all.filter_map(|of| self.of_companion(of, name, (is_called, depth))).next()
            };
            return around().or_else(of_companions).unwrap_or(Type::Unknown);
        }
        if rules.place != TypePlace::Before {
            return match self.is_of_environment(region.file, name) {
                true if rules.globals.contains(&name) => Type::Foreign,
                true => Type::Environment,
                false => Type::Unknown,
            };
        }
        around().or_else(|| self.imported(region.file, offset, name, depth)).unwrap_or(Type::Unknown)
    }

    /// Python: true for `self` or `cls` where that is no first parameter, but a variable like any other.
    pub(in crate::docql::relations) fn is_rebound(&self, file: FileId, offset: u32, name: &str) -> bool {
        if !matches!(name, "self" | "cls") || self.table.library.file(file).format.id != "python" {
            return false;
        }
        let Some((region, rules)) = self.region(file, offset).zip(self.rules(file)) else { return false };
        if region.whole {
            return false;
        }
        let found = binding::find(&region.tokens, region.tokens.at(offset), name, rules);
        found.is_some_and(|(_, at)| {
            let mut open = at;
            while open > 0 && region.tokens.is_line(open - 1) {
                open -= 1;
            }
            let is_first = open > 0 && region.tokens.is(open - 1, b'(');
            !(is_first && open > 2 && region.tokens.word(open - 3) == "def")
        })
    }

    /// C#: the field or property of the type around `offset` that has the name of a type as well: it goes first. So does a
    /// field in Java, where any is written like a type, of each type around, or imported.
    fn value_called_as_type(&self, file: FileId, offset: u32, name: &str, depth: u8) -> Option<Type> {
        let library = self.table.library;
        let is_java = library.file(file).format.id == "java";
        let is_told = is_java || library.file(file).format.id == "csharp";
        if !is_told || !name.starts_with(char::is_uppercase) || depth > MAX_DEPTH {
            return None;
        }
        let own =
            if is_java { self.types_around(file, offset) } else { self.own_type(file, offset).into_iter().collect() };
        let is_imported = is_java && self.with_imports(file, |imports| imports.has_at(name, offset));
        let imported = if is_imported { self.imported_from(file, offset, name) } else { Vec::new() };
        own.into_iter().chain(imported.into_iter().flatten()).find_map(|of| self.value_of(of, name, depth))
    }

    /// The value of a field or property that a type has or inherits.
    fn value_of(&self, own: NodeRef, name: &str, depth: u8) -> Option<Type> {
        let library = self.table.library;
        let is_value = |at: &NodeRef| {
            let kind = library.outline(at.file).map(|outline| outline.kind(at.node));
            kind.is_some_and(|kind| !kind.is_class() && !kind.is_function())
        };
        let above = self.table.above(own);
        let mut all = std::iter::once(&own).chain(above.iter());
        let (of, found) =
            all.find_map(|&of| Some((of, self.table.members_named(of, name).into_iter().find(is_value)?)))?;
        if library.outline(found.file)?.kind(found.node) == Kind::Variant {
            return Some(Type::Node(of, Evidence::OwnType));
        }
        match self.declared_value(found, Evidence::OwnType, depth + 1) {
            Type::Unknown => None,
            known => Some(known),
        }
    }

    /// The type around `offset`, and those around it, whose members need no receiver.
    fn types_around(&self, file: FileId, offset: u32) -> Vec<NodeRef> {
        let Some(own) = self.own_type(file, offset) else { return Vec::new() };
        let outer = self.table.library.outline(own.file).map(|outline| {
            let is_type = |&at: &u32| outline.kind(at).is_class();
            outline.ancestors(own.node).filter(is_type).map(|node| NodeRef { file: own.file, node }).collect::<Vec<_>>()
        });
        let bodies = self.table.bodies_around(file, offset);
        let mut all: Vec<NodeRef> = bodies.iter().filter_map(|body| self.above_body(body).flatten()).collect();
        all.push(own);
        all.extend(outer.unwrap_or_default().into_iter().filter(|of| *of != own));
        all
    }

    pub(super) fn read_bound(&self, region: &Region, binding: Binding, (at, used): (usize, usize), depth: u8) -> Type {
        // Variables that are made of each other go round.
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        let tokens = &region.tokens;
        // A loop variable or a value that is made from itself would go round.
        let evidence = |start: usize| {
            let brace = (0..start).any(|at| tokens.is(at, b'{'));
            if brace { Evidence::Receiver } else { Evidence::Signature }
        };
        match binding {
            Binding::Typed(start, end) => {
                let mut of = self.spelled(region, start, end, evidence(start));
                // `int x[]`, in C++ `T x[3]`.
                let points = self.rules(region.file).is_some_and(|rules| rules.points);
                let is_list = tokens.is(at + 1, b'[') && (points || tokens.is(at + 2, b']'));
                if let Type::Written(written, _) = &mut of
                    && is_list
                    && self.rules(region.file).is_some_and(|rules| rules.place == TypePlace::Before)
                {
                    written.text.push_str("[]");
                }
                of
            }
            Binding::Opaque => self.fixture(region, at, depth + 1),
            Binding::Parameter(start, number) => self.lambda_parameter(region, start, number, depth + 1),
            Binding::Builtin => Type::Foreign,
            Binding::Matched => self.matched(region, at, depth + 1),
            Binding::Element(start) => {
                let Some(rules) = self.rules(region.file) else { return Type::Unknown };
                if rules.tries {
                    let of = self.yielded_at(region, start, depth + 1);
                    return self.element_of(&of);
                }
                let Some((links, _)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
                match self.value(region, &links, depth + 1) {
                    // Kotlin: what a map holds is pairs of a key and a value.
                    Type::Written(written, _) if self.is_map_in_kotlin(&written) => Type::Unknown,
                    Type::Written(written, evidence) => match self.element(&written, evidence) {
                        Type::Unknown => self.gone_through(&Type::Written(written, evidence), depth + 1),
                        element => element,
                    },
                    of @ Type::Node(..) => self.gone_through(&of, depth + 1),
                    // The elements of a list that is written out.
                    Type::Foreign if !rules.literals && tokens.is(start, b'[') => {
                        let first = chain::read(tokens, start + 1, tokens.len(), rules);
                        let is_one = |end: usize| tokens.is(end, b',') || tokens.is(end, b']');
                        first
                            .filter(|(_, end)| is_one(*end))
                            .map_or(Type::Unknown, |(links, _)| self.value(region, &links, depth + 1))
                    }
                    _ => Type::Unknown,
                }
            }
            Binding::Key(start) => {
                let Some(rules) = self.rules(region.file) else { return Type::Unknown };
                let Some((links, _)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
                match self.value(region, &links, depth + 1) {
                    Type::Written(written, evidence) => match elements::key(&written.text, rules) {
                        Some(key) => Type::Written(Written { text: key.to_owned(), ..written }, evidence),
                        None => Type::Unknown,
                    },
                    _ => Type::Unknown,
                }
            }
            Binding::Entered(start) => self.entered(region, start, used, depth),
            Binding::Taken(number) => self.taken(region, number, (at, used), depth),
            Binding::Part(start, number) => self.part(region, (start, number), used, depth),
            Binding::ElementPart(start, number) if self.is_kotlin(region) => {
                self.entry_part(region, (start, number), depth + 1)
            }
            Binding::ElementPart(start, number) => {
                match self.bound(region, Binding::Element(start), (at, used), depth + 1) {
                    Type::Written(tuple, evidence) => match self.part_of(&tuple, Some(number)) {
                        Some(part) => Type::Written(part, evidence),
                        None => Type::Unknown,
                    },
                    _ => Type::Unknown,
                }
            }
            Binding::Value(start, number) => self.assigned(region, (start, number), (at, used), depth),
        }
    }

    /// Python: the type of a part of what is taken apart: `a, b = f()`.
    fn part(&self, region: &Region, (start, number): (usize, usize), used: usize, depth: u8) -> Type {
        let tokens = &region.tokens;
        let Some(rules) = self.rules(region.file).filter(|_| start <= used) else { return Type::Unknown };
        let Some((links, end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
        if tokens.is(end, b',') {
            return self.item(region, start, number, depth);
        }
        if !tokens.is_line(end) {
            return Type::Unknown;
        }
        if let Some((Link::Call(..), called)) = links.split_last()
            && let Type::Function(function) = self.value_or_function(region, called, depth + 1)
        {
            return self.result_part(function, number, depth + 1);
        }
        match self.value(region, &links, depth + 1) {
            Type::Written(tuple, evidence) => {
                self.part_of(&tuple, Some(number)).map_or(Type::Unknown, |part| Type::Written(part, evidence))
            }
            _ => Type::Unknown,
        }
    }

    /// The type of an expression among several between commas, the first of which begins at `start`.
    pub(super) fn item(&self, region: &Region, start: usize, number: usize, depth: u8) -> Type {
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        let (mut at, mut left) = (start, number);
        while let Some((links, end)) = chain::read(&region.tokens, at, region.tokens.len(), rules) {
            let is_end = region.tokens.is(end, b',') || region.tokens.is_line(end) || region.tokens.is(end, b')');
            match left {
                0 if is_end => return self.value(region, &links, depth + 1),
                _ if !region.tokens.is(end, b',') => return Type::Unknown,
                _ => (at, left) = (end + 1, left - 1),
            }
        }
        Type::Unknown
    }

    /// The type of what a variable is set to.
    fn assigned(
        &self,
        region: &Region,
        (start, number): (usize, usize),
        (at, used): (usize, usize),
        depth: u8,
    ) -> Type {
        let tokens = &region.tokens;
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        let start = if rules.blocks { start } else { targets::last_value(tokens, start) };
        if rules.objects {
            return self.value_at(region, start, depth + 1);
        }
        if rules.lambda == Lambda::Braces && number == 0 && start <= used && at < used {
            return self.kotlin_expression(region, start, depth + 1);
        }
        if rules.tries && start <= used && at < used {
            return self.yielded_at(region, start, depth + 1);
        }
        let Some((mut links, mut end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
        if start > used || at >= used {
            return Type::Unknown;
        }
        if let Some(Link::Assert(from, _)) = links.last()
            && tokens.word(*from) == "type"
        {
            links.pop();
            return match self.switched(region, end, used) {
                Type::Unknown => self.value(region, &links, depth + 1),
                found => found,
            };
        }
        let mut picked = number;
        while picked > 0 && tokens.is(end, b',') {
            let Some((next, after)) = chain::read(tokens, end + 1, tokens.len(), rules) else { return Type::Unknown };
            (links, end, picked) = (next, after, picked - 1);
        }
        if !is_end_of_value(tokens, end) {
            return self.said_in_csharp(region, end).unwrap_or(Type::Unknown);
        }
        match (picked, links.split_last()) {
            (0, _) => self.value(region, &links, depth + 1),
            // The second of two results.
            (_, Some((Link::Call(..), called))) => match self.value_or_function(region, called, depth + 1) {
                Type::Function(function) => self.result(function, picked, depth + 1),
                Type::Outside(_) | Type::Foreign if rules.place == TypePlace::After => Type::Foreign,
                Type::Written(written, _) => match self.yielded_by(&written, picked) {
                    Some(yielded) => Type::Written(yielded, Evidence::Signature),
                    None => Type::Unknown,
                },
                _ => Type::Unknown,
            },
            _ => Type::Foreign,
        }
    }

    /// The type that a switch over types has found at the token `used`.
    fn switched(&self, region: &Region, from: usize, used: usize) -> Type {
        let tokens = &region.tokens;
        let mut depth = 0usize;
        for at in (from..used).rev() {
            if tokens.is(at, b'}') {
                depth += 1;
            } else if tokens.is(at, b'{') {
                depth = depth.saturating_sub(1);
            } else if depth == 0 && tokens.word(at) == "case" {
                let end = type_end(tokens, at + 1);
                return if tokens.is(end, b':') {
                    self.spelled(region, at + 1, end, Evidence::Receiver)
                } else {
                    Type::Unknown
                };
            } else if depth == 0 && tokens.word(at) == "default" {
                return Type::Unknown;
            }
        }
        Type::Unknown
    }
}
