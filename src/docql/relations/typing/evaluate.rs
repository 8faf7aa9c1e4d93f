//! Chain → type: what each name, member, call and index yields.

use super::binding::{self, Binding};
use super::chain::{self, Link};
use super::known::FileTypes;
use super::tokens::Tokens;
use super::written::{self, Written};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::qualified::enclosing_node;
use crate::docql::relations::ambiguity::DeclKind;
use crate::docql::relations::members::members_named;
use crate::docql::relations::name_resolution::NameScope;
use crate::document::{Kind, NodeFlags, TypePlace};
use crate::library::{FileId, NodeRef};
use std::rc::Rc;
use std::sync::Arc;

/// A part of a file, as tokens.
pub(super) struct Region {
    pub file: FileId,
    pub tokens: Rc<Tokens>,
    /// True if it is the whole file.
    pub whole: bool,
}

/// What an expression is.
#[derive(Clone, Debug)]
pub(super) enum Type {
    /// A value of a type that is written somewhere.
    Written(Written, Evidence),
    /// A value of a declared type.
    Node(NodeRef, Evidence),
    /// A type itself.
    Itself(NodeRef),
    /// The own value, as its supertypes see it.
    Above(NodeRef),
    /// A module, package or namespace.
    Package(String),
    /// A function or method.
    Function(NodeRef),
    /// A value of a type that is not declared here.
    Foreign,
    Unknown,
}

/// Expressions followed from one to the next, at most.
const MAX_DEPTH: u8 = 8;

impl<'l> FileTypes<'_, 'l> {
    /// The type of the value of a chain.
    pub(super) fn value(&self, region: &Region, links: &[Link], depth: u8) -> Type {
        let Some((first, rest)) = links.split_first() else { return Type::Unknown };
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        let is_called = matches!(rest.first(), Some(Link::Call(..)));
        let mut at = match first {
            Link::Name(name, token) => self.name(region, name, *token, (is_called, depth)),
            Link::Literal => Type::Foreign,
            Link::Group(start, end) => self.expression(region, *start, *end, depth + 1),
            Link::Type(start, end) => self.spelled(region, *start, *end, Evidence::Receiver),
            _ => Type::Unknown,
        };
        // `new(T)`, `make(T)`
        if let (Link::Name(name, _), Some(Link::Call(start, end)), Type::Unknown) = (first, rest.first(), &at) {
            let is_go = self.rules(region.file).is_some_and(|rules| rules.place == TypePlace::After);
            if is_go && matches!(name.as_str(), "new" | "make") {
                let end = binding::type_end(&region.tokens, *start).min(*end);
                at = self.spelled(region, *start, end, Evidence::Receiver);
                return rest[1..]
                    .iter()
                    .enumerate()
                    .fold(at, |at, (number, link)| self.step(region, at, link, rest.get(number + 2), depth));
            }
        }
        for (number, link) in rest.iter().enumerate() {
            at = self.step(region, at, link, rest.get(number + 1), depth);
        }
        at
    }

    /// The type of the expression in the tokens `start..end`, if it is one chain.
    fn expression(&self, region: &Region, start: usize, end: usize, depth: u8) -> Type {
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        match chain::read(&region.tokens, start, end, rules) {
            Some((links, read)) if read == end => self.value(region, &links, depth),
            _ => Type::Unknown,
        }
    }

    fn spelled(&self, region: &Region, start: usize, end: usize, evidence: Evidence) -> Type {
        let text = region.tokens.slice(start, end).to_owned();
        let offset = region.tokens.get(start).map_or(0, |token| token.start);
        Type::Written(Written { text, file: region.file, offset }, evidence)
    }

    fn step(&self, region: &Region, at: Type, link: &Link, next: Option<&Link>, depth: u8) -> Type {
        match (at, link) {
            (Type::Itself(node), Link::Call(..) | Link::Construct) => Type::Node(node, Evidence::Receiver),
            (Type::Function(node), Link::Call(..)) => self.result(node, 0, depth),
            (at @ Type::Written(..), Link::Construct) => at,
            // A conversion: `[]byte(x)`.
            (Type::Written(written, Evidence::Receiver), Link::Call(..)) => Type::Written(written, Evidence::Receiver),
            (_, Link::Assert(start, end)) if region.tokens.word(*start) != "type" => {
                self.spelled(region, *start, *end, Evidence::Receiver)
            }
            (Type::Written(written, evidence), Link::Index | Link::Element) => self.element(&written, evidence),
            (Type::Package(path), Link::Member(name)) => {
                let is_called = matches!(next, Some(Link::Call(..)));
                let offset = region.tokens.get(0).map_or(0, |token| token.start);
                let names: Vec<&str> = path.split('\n').collect();
                match self.declared_as(region.file, offset, (&names, name), (is_called, depth)) {
                    Type::Unknown => Type::Package(format!("{path}\n{name}")),
                    found => found,
                }
            }
            (Type::Package(_), _) => Type::Unknown,
            (Type::Itself(node), Link::Member(name)) => self.member(node, name, Evidence::Receiver, depth),
            (Type::Above(node), Link::Member(name)) => {
                let above = self.table.above(node);
                let found = above.iter().map(|&node| self.member(node, name, Evidence::OwnType, depth));
                found.into_iter().find(|found| !matches!(found, Type::Unknown)).unwrap_or(Type::Unknown)
            }
            (Type::Above(node), Link::Call(..)) => Type::Above(node),
            (at, Link::Member(name)) => match self.node_of(&at) {
                Some((node, evidence)) => self.member(node, name, evidence, depth),
                None => Type::Unknown,
            },
            _ => Type::Unknown,
        }
    }

    /// The declared type of a value.
    fn node_of(&self, value: &Type) -> Option<(NodeRef, Evidence)> {
        match value {
            Type::Node(node, evidence) => Some((*node, *evidence)),
            Type::Written(written, evidence) => Some((self.resolve(written).flatten()?, *evidence)),
            _ => None,
        }
    }

    fn element(&self, written: &Written, evidence: Evidence) -> Type {
        let Some(rules) = self.rules(written.file) else { return Type::Unknown };
        if let Some(inside) = written::element(&written.text, rules) {
            return Type::Written(Written { text: inside.to_owned(), ..*written }, evidence);
        }
        // `type List []T`
        let Some(alias) = self.resolve(written).flatten() else { return Type::Unknown };
        let of = self.declared(alias);
        match of.first().and_then(|of| Some((of, written::element(&of.text, self.rules(of.file)?)?))) {
            Some((of, inside)) => Type::Written(Written { text: inside.to_owned(), ..*of }, evidence),
            None => Type::Unknown,
        }
    }

    /// What a first name is.
    fn name(&self, region: &Region, name: &str, token: usize, (is_called, depth): (bool, u8)) -> Type {
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        let Some(offset) = region.tokens.get(token).map(|token| token.start) else { return Type::Unknown };
        if matches!(name, "super" | "parent" | "base") {
            return self.own_type(region.file, offset).map_or(Type::Unknown, Type::Above);
        }
        if rules.own.contains(&name) {
            return self
                .own_type(region.file, offset)
                .map_or(Type::Unknown, |node| Type::Node(node, Evidence::OwnType));
        }
        if let Some((binding, at)) = binding::find(&region.tokens, token, name, rules) {
            return self.bound(region, binding, (at, token), depth);
        }
        match self.declared_as(region.file, offset, (&[], name), (is_called, depth)) {
            Type::Unknown => {}
            found => return found,
        }
        if rules.place == TypePlace::Before
            && let Some(own) = self.own_type(region.file, offset)
        {
            return self.member(own, name, Evidence::OwnType, depth);
        }
        Type::Unknown
    }

    /// The type around `offset`.
    pub(in crate::docql::relations) fn own_type(&self, file: FileId, offset: u32) -> Option<NodeRef> {
        let library = self.table.library;
        let outline = library.outline(file)?;
        let mut function = outline.enclosing(offset, |kind| kind.is_function());
        // A function in a method has the type of the method.
        while let Some(node) = function {
            let home = enclosing_node(library, NodeRef { file, node });
            match home {
                Some(home) if library.outline(home.file)?.kind(home.node).is_class() => return Some(home),
                _ => function = outline.ancestors(node).find(|&at| outline.kind(at).is_function()),
            }
        }
        let around = outline.enclosing(offset, |kind| kind.is_class())?;
        Some(NodeRef { file, node: around })
    }

    fn bound(&self, region: &Region, binding: Binding, (at, used): (usize, usize), depth: u8) -> Type {
        let tokens = &region.tokens;
        // A loop variable or a value that is made from itself would go round.
        let evidence = |start: usize| {
            let brace = (0..start).any(|at| tokens.is(at, b'{'));
            if brace { Evidence::Receiver } else { Evidence::Signature }
        };
        match binding {
            Binding::Typed(start, end) => self.spelled(region, start, end, evidence(start)),
            Binding::Opaque => Type::Unknown,
            Binding::Element(start) => {
                let Some(rules) = self.rules(region.file) else { return Type::Unknown };
                let Some((links, _)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
                match self.value(region, &links, depth + 1) {
                    Type::Written(written, evidence) => self.element(&written, evidence),
                    _ => Type::Unknown,
                }
            }
            Binding::Value(start, number) => self.assigned(region, (start, number), (at, used), depth),
        }
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
        let Some((mut links, mut end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
        if start > used || at >= used {
            return Type::Unknown;
        }
        if let Some(Link::Assert(from, _)) = links.last()
            && tokens.word(*from) == "type"
        {
            return self.switched(region, end, used);
        }
        let mut picked = number;
        while picked > 0 && tokens.is(end, b',') {
            let Some((next, after)) = chain::read(tokens, end + 1, tokens.len(), rules) else { return Type::Unknown };
            (links, end, picked) = (next, after, picked - 1);
        }
        let ends = tokens.is_line(end)
            || [b',', b';', b'{', b')', b'}', b':'].iter().any(|sign| tokens.is(end, *sign))
            || tokens.word(end) == "else";
        if !ends {
            return Type::Unknown;
        }
        match (picked, links.split_last()) {
            (0, _) => self.value(region, &links, depth + 1),
            // The second of two results.
            (_, Some((Link::Call(..), called))) => match self.value_or_function(region, called, depth + 1) {
                Type::Function(function) => self.result(function, picked, depth + 1),
                _ => Type::Unknown,
            },
            _ => Type::Foreign,
        }
    }

    /// The value of a chain that is called afterwards.
    fn value_or_function(&self, region: &Region, links: &[Link], depth: u8) -> Type {
        let mut all = links.to_vec();
        all.push(Link::Call(0, 0));
        let Some((first, rest)) = all.split_first() else { return Type::Unknown };
        let rest = &rest[..rest.len() - 1];
        let mut at = match first {
            Link::Name(name, token) => self.name(region, name, *token, (rest.is_empty(), depth)),
            _ => self.value(region, std::slice::from_ref(first), depth),
        };
        for (number, link) in rest.iter().enumerate() {
            let next = rest.get(number + 1).or(all.last());
            at = self.step(region, at, link, next, depth);
        }
        at
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
                let end = binding::type_end(tokens, at + 1);
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

    /// The declared type that a written one means: `Some(None)` if it is none of those that are indexed.
    pub(super) fn resolve(&self, written: &Written) -> Option<Option<NodeRef>> {
        let rules = self.rules(written.file)?;
        let path = written::path(&written.text, rules);
        let Some((name, before)) = path.split_last() else { return Some(None) };
        if before.is_empty() && rules.builtin.contains(name) {
            return Some(None);
        }
        if rules.own.contains(name) && before.is_empty() {
            return self.own_type(written.file, written.offset).map(Some);
        }
        self.type_named(written.file, written.offset, before, name)
    }

    fn type_named(&self, file: FileId, offset: u32, before: &[&str], name: &str) -> Option<Option<NodeRef>> {
        let declarations = self.table.declarations(name, file);
        let types = declarations.declared(DeclKind::Type);
        if types.is_empty() {
            return Some(None);
        }
        let found = self.with_imports(file, |imports| {
            let scope = NameScope { imports, offset };
            declarations.candidates_at(DeclKind::Type, name, before, &scope)
        });
        let is_go = self.rules(file).is_some_and(|rules| rules.place == TypePlace::After);
        match found.as_slice() {
            [] if is_go => Some(None),
            [] if self.with_imports(file, |imports| imports.is_elsewhere(before.first().unwrap_or(&name), offset)) => {
                Some(None)
            }
            [] => declarations.is_one_type().then(|| types.first().map(|(node, _)| *node)),
            [first, rest @ ..] if rest.iter().all(|&at| types[at].1 == types[*first].1) => Some(Some(types[*first].0)),
            _ => None,
        }
    }

    /// What a name behind the qualifiers `before` declares: a type, a function, a variable, a package.
    fn declared_as(
        &self,
        file: FileId,
        offset: u32,
        (before, name): (&[&str], &str),
        (is_called, depth): (bool, u8),
    ) -> Type {
        if let Some(Some(node)) = self.type_named(file, offset, before, name) {
            return Type::Itself(node);
        }
        let declarations = self.table.declarations(name, file);
        let functions = declarations.declared(DeclKind::Function);
        if is_called && !functions.is_empty() {
            let found = self.with_imports(file, |imports| {
                let scope = NameScope { imports, offset };
                declarations.candidates_at(DeclKind::Function, name, before, &scope)
            });
            if let [first, rest @ ..] = found.as_slice()
                && rest.iter().all(|&at| functions[at].1 == functions[*first].1)
            {
                return Type::Function(functions[*first].0);
            }
        }
        let is_go = self.rules(file).is_some_and(|rules| rules.place == TypePlace::After);
        if let Some(variable) = self.variable(file, offset, (before, name), (is_go, depth)) {
            return variable;
        }
        if before.is_empty() && self.with_imports(file, |imports| imports.has_at(name, offset)) {
            return Type::Package(name.to_owned());
        }
        Type::Unknown
    }

    /// A variable outside of functions: of the same file, in Go of the package.
    fn variable(
        &self,
        file: FileId,
        offset: u32,
        (before, name): (&[&str], &str),
        (is_go, depth): (bool, u8),
    ) -> Option<Type> {
        let library = self.table.library;
        let in_package = |node: &NodeRef| match before {
            [] if is_go => library.file(node.file).directory() == library.file(file).directory(),
            [] => node.file == file,
            [package] if is_go => self.with_imports(file, |imports| {
                let directory = library.file(node.file).directory();
                imports.path_at(package, offset).is_some_and(|path| {
                    path == directory
                        || path.ends_with(&format!("/{directory}"))
                        || directory.ends_with(&format!("/{path}"))
                })
            }),
            _ => false,
        };
        let is_variable = |node: &NodeRef| {
            library
                .outline(node.file)
                .is_some_and(|outline| matches!(outline.kind(node.node), Kind::Variable | Kind::Constant))
        };
        let found = self.table.named(name).iter().copied().find(|node| is_variable(node) && in_package(node))?;
        Some(self.declared_value(found, Evidence::Import, depth + 1))
    }

    /// A member of a type, its own or inherited.
    fn member(&self, node: NodeRef, name: &str, evidence: Evidence, depth: u8) -> Type {
        let library = self.table.library;
        let mut found = members_named(library, node, name);
        if found.is_empty() {
            let above = self.table.above(node);
            found = above
                .iter()
                .map(|&above| members_named(library, above, name))
                .find(|found| !found.is_empty())
                .unwrap_or_default();
        }
        let Some(&member) = found.first() else { return Type::Unknown };
        let Some(outline) = library.outline(member.file) else { return Type::Unknown };
        match outline.kind(member.node) {
            kind if kind.is_function() => Type::Function(member),
            kind if kind.is_class() => Type::Itself(member),
            _ => self.declared_value(member, evidence, depth + 1),
        }
    }

    /// The type of a field or variable: as written, else that of its first value.
    fn declared_value(&self, node: NodeRef, evidence: Evidence, depth: u8) -> Type {
        if let Some(written) = self.declared(node).first() {
            return Type::Written(written.clone(), evidence);
        }
        let library = self.table.library;
        let Some(outline) = library.outline(node.file) else { return Type::Unknown };
        let name_end = outline.name_span(node.node).end;
        let Some(region) = self.region(node.file, name_end) else { return Type::Unknown };
        let at = region.tokens.at(name_end);
        if depth > MAX_DEPTH || !region.tokens.is(at, b'=') {
            return Type::Unknown;
        }
        let Some(rules) = self.rules(node.file) else { return Type::Unknown };
        match chain::read(&region.tokens, at + 1, region.tokens.len(), rules) {
            Some((links, end)) if region.tokens.is_line(end) || region.tokens.is(end, b';') => {
                self.value(&region, &links, depth + 1)
            }
            _ => Type::Unknown,
        }
    }

    /// What the result of a function is.
    fn result(&self, function: NodeRef, number: usize, depth: u8) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        match self.declared(function).get(number) {
            Some(written) => Type::Written(written.clone(), Evidence::Signature),
            None => Type::Unknown,
        }
    }

    /// The types written at a declaration: of a variable or field one, of a function those of its results.
    fn declared(&self, node: NodeRef) -> Arc<[Written]> {
        self.table.declared.get(node, |node| self.read_declared(*node).unwrap_or_default().into())
    }

    fn read_declared(&self, node: NodeRef) -> Option<Vec<Written>> {
        let library = self.table.library;
        let outline = library.outline(node.file)?;
        let rules = self.rules(node.file)?;
        let (name, span) = (outline.name_span(node.node), outline.span(node.node));
        let text = library.text(node.file).ok()?;
        let written = |text: &str| Written { text: text.trim().to_owned(), file: node.file, offset: name.end };
        let lexis = library.file(node.file).format.lexis?;
        if !outline.kind(node.node).is_function() {
            let end = text[name.end as usize..].find('\n').map_or(text.len(), |at| name.end as usize + at);
            let tokens = Tokens::read(&text[name.end as usize..end], name.end, lexis);
            let found = match rules.place {
                TypePlace::After => {
                    let mut at = 0;
                    while tokens.is(at, b',') && !tokens.word(at + 1).is_empty() {
                        at += 2;
                    }
                    let at = if outline.kind(node.node) == Kind::Alias && tokens.is(at, b'=') { at + 1 } else { at };
                    let embedded = tokens.len() == at && outline.kind(node.node) == Kind::Field;
                    if embedded {
                        let start = text[..name.start as usize].rfind('\n').map_or(0, |at| at + 1);
                        return Some(vec![written(&text[start..name.end as usize])]);
                    }
                    tokens.slice(at, super::binding::type_end(&tokens, at)).to_owned()
                }
                TypePlace::Colon if tokens.is(0, b':') || tokens.are(0, "?:") => {
                    let at = if tokens.is(0, b':') { 1 } else { 2 };
                    tokens.slice(at, super::binding::type_end(&tokens, at)).to_owned()
                }
                TypePlace::Before => {
                    let start = span.start.min(name.start) as usize;
                    let line = text[..name.start as usize].rfind(['\n', ';', '{']).map_or(0, |at| at + 1);
                    text[start.min(line.max(start))..name.start as usize].to_owned()
                }
                _ => return None,
            };
            let found = found.trim();
            return (!found.is_empty() && found != "var" && found != "auto").then(|| vec![written(found)]);
        }
        let flags = outline.flags(node.node);
        let body = outline.body(node.node);
        let end =
            if body.is_empty() || flags.has(NodeFlags::DECLARATION) { span.end } else { body.start.max(name.end) };
        let head = text.get(name.end as usize..end as usize)?;
        if rules.place == TypePlace::Before {
            let before = text.get(span.start as usize..name.start as usize)?.trim();
            let before = before.rsplit(['\n', ')']).next().unwrap_or(before);
            return (!before.is_empty()).then(|| vec![written(before)]);
        }
        let tokens = Tokens::read(head, name.end, lexis);
        let open = (0..tokens.len()).find(|&at| tokens.is(at, b'('))?;
        let mut at = tokens.closing(open)? + 1;
        if !rules.result.is_empty() {
            if !tokens.are(at, rules.result) {
                return None;
            }
            at += rules.result.len();
        }
        if rules.place == TypePlace::After && tokens.is(at, b'(') {
            return Some(self.results(&tokens, at).into_iter().map(|text| written(&text)).collect());
        }
        let end = binding::type_end(&tokens, at);
        let found = tokens.slice(at, end);
        (!found.is_empty()).then(|| vec![written(found)])
    }

    /// Go: the types in `(a, b T, err error)`.
    fn results(&self, tokens: &Tokens, open: usize) -> Vec<String> {
        let Some(close) = tokens.closing(open) else { return Vec::new() };
        let (mut at, mut parts) = (open + 1, Vec::new());
        while at < close {
            let mut end = at;
            while end < close && !tokens.is(end, b',') {
                end = match tokens
                    .closing(end)
                    .filter(|_| tokens.is(end, b'(') || tokens.is(end, b'[') || tokens.is(end, b'{'))
                {
                    Some(close) => close + 1,
                    None => end + 1,
                };
            }
            parts.push((at, end));
            at = end + 1;
        }
        // With names, each is a word before a type that does not touch it, or shares that of a later one.
        let is_named = |&(at, end): &(usize, usize)| {
            end > at + 1
                && !tokens.word(at).is_empty()
                && !tokens.touches(at + 1)
                && !matches!(tokens.word(at), "func" | "map" | "chan" | "struct" | "interface")
        };
        let named = parts.iter().any(is_named);
        let mut out: Vec<String> = Vec::new();
        let mut last = String::new();
        for part in parts.iter().rev() {
            let text = match (named, is_named(part)) {
                (true, true) => tokens.slice(part.0 + 1, part.1).to_owned(),
                (true, false) => last.clone(),
                _ => tokens.slice(part.0, part.1).to_owned(),
            };
            last.clone_from(&text);
            out.push(text);
        }
        out.reverse();
        out
    }
}
