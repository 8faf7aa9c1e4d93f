//! Chain → type: what each member, call and index yields.

use super::chain::{self, Link};
use super::elements;
use super::known::FileTypes;
use super::model::{MAX_DEPTH, Region, Type};
use super::tokens::{TokenKind, Tokens, type_end};
use super::written::{self, Written};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::lookup::language_family;
use crate::document::{TypePlace, TypeRules};
use crate::library::{FileId, NodeRef};

/// The end of the type to which the expression in the tokens `start..end` is cast: `(T) x`.
pub(super) fn cast(tokens: &Tokens, start: usize, end: usize, rules: &TypeRules) -> Option<usize> {
    if rules.place != TypePlace::Before || !tokens.is(start, b'(') {
        return None;
    }
    let close = tokens.closing(start).filter(|&close| close + 1 < end)?;
    let is_value = match tokens.get(close + 1)?.kind {
        TokenKind::Word | TokenKind::Text | TokenKind::Number => true,
        TokenKind::Sign(sign) => sign == b'(',
        TokenKind::Line => false,
    };
    (is_value && !tokens.word(start + 1).is_empty()).then_some(close)
}

fn is_call(link: Option<&Link>) -> bool {
    matches!(link, Some(Link::Call(..)))
}

impl<'l> FileTypes<'_, 'l> {
    /// The type of the value of a chain.
    pub(super) fn value(&self, region: &Region, links: &[Link], depth: u8) -> Type {
        let Some((first, rest)) = links.split_first() else { return Type::Unknown };
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        let is_called = is_call(rest.first());
        if let Some((made, used)) = self.made_in_rust(region, links, depth) {
            let rest = links.get(used..).unwrap_or_default();
            let numbered = rest.iter().enumerate();
            return numbered.fold(made, |at, (number, link)| self.step(region, at, link, rest.get(number + 1), depth));
        }
        let mut at = match first {
            Link::Name(name, token) => self.name(region, name, *token, (is_called, depth)),
            Link::Literal => Type::Foreign,
            Link::Object(token) => {
                region.tokens.get(*token).map_or(Type::Unknown, |token| Type::Object(region.file, token.start))
            }
            Link::Text => self.text(region),
            Link::Group(start, end) => self.expression(region, *start, *end, depth + 1),
            Link::Type(start, end) => self.spelled(region, *start, *end, Evidence::Receiver),
            _ => Type::Unknown,
        };
        if let (Link::Name(name, _), Some(Link::Call(start, end))) = (first, rest.first())
            && name == "import"
        {
            at = self.loaded(region, (*start, *end));
            return rest[1..]
                .iter()
                .enumerate()
                .fold(at, |at, (number, link)| self.step(region, at, link, rest.get(number + 2), depth));
        }
        // `new(T)`, `make(T)`
        if let (Link::Name(name, _), Some(Link::Call(start, end)), Type::Unknown) = (first, rest.first(), &at) {
            let is_go = self.rules(region.file).is_some_and(|rules| rules.place == TypePlace::After);
            if is_go && matches!(name.as_str(), "new" | "make") {
                let end = type_end(&region.tokens, *start).min(*end);
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
    pub(super) fn expression(&self, region: &Region, start: usize, end: usize, depth: u8) -> Type {
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        let tokens = &region.tokens;
        if let Some(close) = cast(tokens, start, end, rules) {
            return self.spelled(region, start + 1, close, Evidence::Receiver);
        }
        match chain::read(tokens, start, end, rules) {
            Some((links, read)) if read == end => self.value(region, &links, depth),
            Some((_, read)) if rules.objects => self.said(region, read).unwrap_or(Type::Unknown),
            _ => Type::Unknown,
        }
    }

    pub(super) fn spelled(&self, region: &Region, start: usize, end: usize, evidence: Evidence) -> Type {
        let text = region.tokens.slice(start, end).to_owned();
        let offset = region.tokens.get(start).map_or(0, |token| token.start);
        Type::Written(Written { text, file: region.file, offset }, evidence)
    }

    pub(super) fn step(&self, region: &Region, at: Type, link: &Link, next: Option<&Link>, depth: u8) -> Type {
        match (at, link) {
            (Type::Itself(node), Link::Call(..) | Link::Construct) => Type::Node(node, Evidence::Receiver),
            (Type::Function(node), Link::Call(start, end)) if self.is_read_like_a_field(region, node) => {
                let read = self.result(node, 0, depth);
                let is_read = !matches!(read, Type::Function(_));
                if is_read { self.step(region, read, &Link::Call(*start, *end), next, depth) } else { Type::Unknown }
            }
            (Type::Function(node), Link::Call(..)) if next == Some(&Link::Awaited) && self.is_async(node) => {
                match self.result(node, 0, depth) {
                    Type::Written(written, evidence) => Type::Yielding(written, evidence),
                    other => other,
                }
            }
            (Type::Yielding(written, evidence), Link::Awaited) => Type::Written(written, evidence),
            (at, Link::Awaited) => self.awaited(&at),
            (at, Link::Held) => self.held_by(&at, 0),
            (at, Link::Member(name)) if name.starts_with(|c: char| c.is_ascii_digit()) => {
                name.parse().ok().and_then(|number| self.field_at(&at, number)).unwrap_or(Type::Unknown)
            }
            (at, Link::Member(name))
                if is_call(next)
                    && let Some(known) = self.of_rust_library(&at, name) =>
            {
                known
            }
            (Type::Function(node), Link::Call(start, end)) => {
                match self.overload(region, node, (*start, *end), depth) {
                    Some(node) => self.yielded_to(region, node, (*start, *end), depth),
                    None => Type::Unknown,
                }
            }
            (Type::Foreign, Link::Call(..)) if self.is_of_jvm(region.file) => Type::Foreign,
            // Go: types for what is generic.
            (at @ (Type::Function(_) | Type::Itself(_)), Link::Index(..))
                if matches!(next, Some(Link::Call(..) | Link::Construct))
                    && self.rules(region.file).is_some_and(|rules| rules.place == TypePlace::After) =>
            {
                at
            }
            (_, Link::Member(name)) if name == "class" && self.is_of_jvm(region.file) => {
                self.of_library(region, "Class")
            }
            (at, Link::Member(name)) if let Some(known) = self.member_of_library(region, &at, name, is_call(next)) => {
                known
            }
            (at @ Type::Written(..), Link::Construct) => at,
            (Type::Written(written, evidence), Link::Call(..)) => match self.yielded_by(&written, 0) {
                Some(yielded) => Type::Written(yielded, Evidence::Signature),
                None => match self.called(written.clone(), evidence) {
                    Type::Unknown => self.taken_from(&Type::Written(written, evidence), true, depth),
                    called => called,
                },
            },
            (_, Link::Assert(start, end)) if region.tokens.word(*start) != "type" => {
                self.spelled(region, *start, *end, Evidence::Receiver)
            }
            (of @ Type::Written(..), Link::Index(start, end))
                if let Some(item) = self.item_of(region, &of, (*start, *end)) =>
            {
                item
            }
            (Type::Written(written, evidence), Link::Index(start, end))
                if let Some(part) = self.part_of(&written, region.tokens.slice(*start, *end).parse().ok()) =>
            {
                Type::Written(part, evidence)
            }
            (Type::Written(written, evidence), Link::Index(..) | Link::Element) => {
                match self.element(&written, evidence) {
                    Type::Unknown => self.taken_from(&Type::Written(written, evidence), false, depth),
                    element => element,
                }
            }
            (of @ Type::Node(..), Link::Index(..) | Link::Call(..)) => self.taken_from(&of, is_call(Some(link)), depth),
            (Type::Package(path), Link::Member(name)) => {
                let is_called = is_call(next);
                let offset = region.tokens.get(0).map_or(0, |token| token.start);
                let names: Vec<&str> = path.split('\n').collect();
                match self.declared_as(region.file, offset, (&names, name), (is_called, depth)) {
                    Type::Unknown => Type::Package(format!("{path}\n{name}")),
                    found => found,
                }
            }
            (Type::Package(_), _) => Type::Unknown,
            (Type::Module(file), Link::Member(name)) => self.exported(file, name, depth + 1),
            (Type::Object(file, offset), Link::Member(name)) => self.held((file, offset), name, depth + 1),
            (Type::Module(_) | Type::Object(..), _) => Type::Unknown,
            (Type::Environment, Link::Member(_) | Link::Call(..) | Link::Index(..)) => Type::Environment,
            (Type::Outside(_), Link::Member(name)) => Type::Outside(name.clone()),
            (Type::Outside(_), Link::Construct) => Type::Foreign,
            (Type::Outside(name), Link::Call(start, end)) => self.made_outside(region, &name, (*start, *end), depth),
            (Type::Node(node, _), Link::Member(name)) if name == "__class__" => Type::Itself(node),
            (Type::Itself(node), Link::Member(name))
                if name == "prototype" && self.rules(region.file).is_some_and(|rules| rules.objects) =>
            {
                Type::Node(node, Evidence::Receiver)
            }
            // `Outer.this`
            (Type::Itself(node), Link::Member(name)) if name == "this" && self.is_of_jvm(region.file) => {
                Type::Node(node, Evidence::OwnType)
            }
            (Type::Itself(node), Link::Member(name)) => {
                self.member(node, name, Evidence::Receiver, (is_call(next), depth))
            }
            (Type::Above(node), Link::Member(name)) => {
                let above = self.table.above(node);
                let found =
                    above.iter().map(|&node| self.member(node, name, Evidence::OwnType, (is_call(next), depth)));
                found.into_iter().find(|found| !matches!(found, Type::Unknown)).unwrap_or(Type::Unknown)
            }
            (Type::Above(node), Link::Call(..)) => Type::Above(node),
            (Type::Written(written, evidence), Link::Member(name))
                if written.text.trim_start_matches(['*', ' ']).starts_with("struct") =>
            {
                self.unnamed_member(&written, name, evidence)
            }
            (Type::Written(written, evidence), Link::Member(name))
                if written.text.starts_with('{') && self.rules(written.file).is_some_and(|rules| rules.objects) =>
            {
                self.literal_member(&written, name, evidence)
            }
            (Type::Yielding(written, evidence), Link::Call(..)) => Type::Written(written, evidence),
            (Type::Written(written, evidence), Link::Member(name))
                if is_call(next)
                    && let Some(yielded) = self.of_container(&written, name) =>
            {
                Type::Yielding(yielded, evidence)
            }
            (at, Link::Member(name)) => match self.node_of(&at) {
                Some((node, evidence)) => match self.member(node, name, evidence, (is_call(next), depth)) {
                    Type::Function(function) if !is_call(next) && self.is_property(function) => {
                        self.result(function, 0, depth)
                    }
                    Type::Unknown if is_call(next) => {
                        let container = self.container_of(&at);
                        let yielded =
                            container.and_then(|(of, evidence)| Some((self.of_container(&of, name)?, evidence)));
                        let yielded = yielded.map(|(yielded, evidence)| Type::Yielding(yielded, evidence));
                        yielded.or_else(|| self.kept(&at, name)).unwrap_or(Type::Unknown)
                    }
                    found => found,
                },
                // Go: what a method yields that is declared elsewhere is as foreign as its type.
                None if self.is_foreign(region.file, &at, name) => match is_call(next) && self.is_go(region.file) {
                    true => Type::Outside(name.clone()),
                    false => Type::Foreign,
                },
                None if is_call(next) => self.kept(&at, name).unwrap_or(Type::Unknown),
                None => Type::Unknown,
            },
            _ => Type::Unknown,
        }
    }

    fn is_go(&self, file: FileId) -> bool {
        self.table.library.file(file).format.id == "go"
    }

    /// Python: true for a property, of which not the method is called, but what it yields.
    fn is_read_like_a_field(&self, region: &Region, function: NodeRef) -> bool {
        self.table.library.file(region.file).format.id == "python" && self.is_property(function)
    }

    /// What a call of a written type, or of a value of it, yields.
    fn called(&self, written: Written, evidence: Evidence) -> Type {
        let rules = self.rules(written.file);
        match rules.and_then(|rules| written::itself(&written.text, rules)) {
            Some(of) => Type::Written(Written { text: of.to_owned(), ..written }, evidence),
            // A conversion: `[]byte(x)`.
            None if evidence == Evidence::Receiver => Type::Written(written, evidence),
            None => Type::Unknown,
        }
    }

    /// What a call of something that is declared elsewhere yields, with its arguments in `start..end`.
    fn made_outside(&self, region: &Region, name: &str, (start, end): (usize, usize), depth: u8) -> Type {
        // What a function yields may be anything that it was given; a container yields an instance of what it is asked for.
        if language_family(self.table.library.file(region.file).format.id) == "javascript" {
            let is_container = matches!(name, "inject" | "get" | "resolve");
            let end = if is_container { type_end(&region.tokens, start).min(end) } else { start };
            return match self.expression(region, start, end, depth + 1) {
                Type::Itself(node) => Type::Node(node, Evidence::Receiver),
                _ => Type::Unknown,
            };
        }
        if let Some(found) = self.of_elements(region, name, start, depth) {
            return found;
        }
        match name {
            "cast" => self.spelled(region, start, type_end(&region.tokens, start), Evidence::Receiver),
            "type" => match self.expression(region, start, end, depth + 1) {
                Type::Node(node, _) => Type::Itself(node),
                _ => Type::Unknown,
            },
            _ if self.rules(region.file).is_some_and(|rules| rules.passing.contains(&name)) => Type::Unknown,
            _ => Type::Foreign,
        }
    }

    /// The declared type of a value.
    pub(super) fn node_of(&self, value: &Type) -> Option<(NodeRef, Evidence)> {
        match value {
            Type::Node(node, evidence) => Some((*node, *evidence)),
            Type::Written(written, evidence) => Some((self.resolve(written).flatten()?, *evidence)),
            _ => None,
        }
    }

    /// True for a value of a type that is declared nowhere here, in a language in which what it has is of such types, too.
    /// Some of its members yield what they were given, whatever that is.
    fn is_foreign(&self, file: FileId, value: &Type, member: &str) -> bool {
        let is_told = match language_family(self.table.library.file(file).format.id) {
            "javascript" => true,
            // What is imported knows nothing of those that import it, but where they choose its types.
            "go" => !matches!(value, Type::Written(written, _) if written.text.contains('[')),
            "java" => self.rules(file).is_some_and(|rules| !rules.passing.contains(&member)),
            _ => false,
        };
        is_told
            && match value {
                Type::Foreign => true,
                Type::Written(written, _) => self.resolve(written) == Some(None),
                _ => false,
            }
    }

    /// A field of a type without a name: `struct{ a, b T }`.
    fn unnamed_member(&self, written: &Written, name: &str, evidence: Evidence) -> Type {
        let Some(lexis) = self.table.library.lexis(written.file) else { return Type::Unknown };
        let tokens = Tokens::read(written.text.trim_start_matches(['*', ' ']), 0, lexis);
        let mut at = 0;
        while at < tokens.len() {
            let begins =
                at > 0 && (tokens.is_line(at - 1) || [b'{', b';', b','].iter().any(|sign| tokens.is(at - 1, *sign)));
            if begins && tokens.word(at) == name {
                let mut end = at + 1;
                while tokens.is(end, b',') && !tokens.word(end + 1).is_empty() {
                    end += 2;
                }
                let text = tokens.slice(end, type_end(&tokens, end)).to_owned();
                return if text.is_empty() {
                    Type::Unknown
                } else {
                    Type::Written(Written { text, ..*written }, evidence)
                };
            }
            // What a field is made of has fields of its own.
            let inner = at > 1 && tokens.is(at, b'{');
            at = if inner { tokens.closing(at).map_or(tokens.len(), |close| close + 1) } else { at + 1 };
        }
        Type::Unknown
    }

    pub(super) fn element(&self, written: &Written, evidence: Evidence) -> Type {
        let Some(rules) = self.rules(written.file) else { return Type::Unknown };
        if let Some(inside) = elements::element(&written.text, rules) {
            return Type::Written(Written { text: inside.to_owned(), ..*written }, evidence);
        }
        // `type List []T`
        let Some(alias) = self.resolve(written).flatten() else { return Type::Unknown };
        let of = self.declared(alias);
        match of.first().and_then(|of| Some((of, elements::element(&of.text, self.rules(of.file)?)?))) {
            Some((of, inside)) => Type::Written(Written { text: inside.to_owned(), ..*of }, evidence),
            None => Type::Unknown,
        }
    }

    /// The value of a chain that is called afterwards.
    pub(super) fn value_or_function(&self, region: &Region, links: &[Link], depth: u8) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        let mut all = links.to_vec();
        all.push(Link::Call(0, 0));
        let Some((first, rest)) = all.split_first() else { return Type::Unknown };
        let mut rest = &rest[..rest.len() - 1];
        let mut at = match first {
            Link::Name(name, _) if name == "import" && is_call(rest.first()) => {
                let Some((Link::Call(start, end), behind)) = rest.split_first() else { return Type::Unknown };
                rest = behind;
                self.loaded(region, (*start, *end))
            }
            Link::Name(name, token) => self.name(region, name, *token, (rest.is_empty(), depth)),
            _ => self.value(region, std::slice::from_ref(first), depth),
        };
        for (number, link) in rest.iter().enumerate() {
            let next = rest.get(number + 1).or(all.last());
            at = self.step(region, at, link, next, depth);
        }
        at
    }
}
