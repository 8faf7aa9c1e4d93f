//! Chain → type: what each member, call and index yields.

use super::arity::compares;
use super::elements;
use super::expressions::chain::{self, Link};
use super::expressions::model::{MAX_DEPTH, Region, Type};
use super::expressions::tokens::{TokenKind, Tokens, type_end};
use super::known::FileTypes;
use super::kotlin::casts;
use super::scripts::generics::Called;
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

/// True if nothing at `end` goes on with the value before it.
pub(super) fn is_end_of_value(tokens: &Tokens, end: usize) -> bool {
    tokens.is_line(end)
        || [b',', b';', b'{', b')', b'}', b':'].iter().any(|sign| tokens.is(end, *sign))
        || tokens.word(end) == "else"
}

fn is_call(link: Option<&Link>) -> bool {
    matches!(link, Some(Link::Call(..)))
}

impl<'l> FileTypes<'_, 'l> {
    /// The type of the value of a chain.
    pub(super) fn value(&self, region: &Region, links: &[Link], depth: u8) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        if let Some((made, used)) = self.made_in_rust(region, links, depth) {
            return self.follow(region, made, (links.get(used..).unwrap_or_default(), None), depth);
        }
        if let Some((told, used)) = self.narrowed(region, links, depth) {
            return self.follow(region, told, (links.get(used..).unwrap_or_default(), None), depth);
        }
        self.value_before_tests(region, links, depth)
    }

    /// The same, whatever conditions around it tell.
    pub(super) fn value_before_tests(&self, region: &Region, links: &[Link], depth: u8) -> Type {
        let Some((first, rest)) = links.split_first().filter(|_| depth <= MAX_DEPTH) else { return Type::Unknown };
        let is_called = is_call(rest.first());
        if let Some((made, used)) = self.made_by_path(region, links) {
            return self.follow(region, made, (links.get(used..).unwrap_or_default(), None), depth);
        }
        let at = match first {
            Link::Name(name, token) => self.name(region, name, *token, (is_called, depth)),
            Link::Literal => Type::Foreign,
            Link::Object(token) => {
                region.tokens.get(*token).map_or(Type::Unknown, |token| Type::Object(region.file, token.start))
            }
            Link::Text => self.text(region),
            Link::Group(start, end) => self.expression(region, *start, *end, depth + 1),
            // PHP: `new $class` makes a value of whatever type the variable names.
            Link::Type(start, _) if region.tokens.word(*start).starts_with('$') => Type::Unknown,
            Link::Type(start, end) => self.spelled(region, *start, *end, Evidence::Receiver),
            _ => Type::Unknown,
        };
        if let (Link::Name(name, _), Some(Link::Call(start, end))) = (first, rest.first())
            && self.loads(region, name)
        {
            return self.follow(region, self.loaded(region, (*start, *end)), (&rest[1..], None), depth);
        }
        if let Some(own) = self.kept_own(region, links, &at, depth) {
            return self.follow(region, own, (&rest[1..], None), depth);
        }
        // `new(T)`, `make(T)`
        if let (Link::Name(name, _), Some(Link::Call(start, end)), Type::Unknown) = (first, rest.first(), &at) {
            let is_go = self.rules(region.file).is_some_and(|rules| rules.place == TypePlace::After);
            if is_go && matches!(name.as_str(), "new" | "make") {
                let end = type_end(&region.tokens, *start).min(*end);
                let made = self.spelled(region, *start, end, Evidence::Receiver);
                return self.follow(region, made, (&rest[1..], None), depth);
            }
        }
        self.follow(region, at, (rest, None), depth)
    }

    /// C++: the value of a type that is made by a path, `ns::Type(x)`, and how many links that takes.
    fn made_by_path(&self, region: &Region, links: &[Link]) -> Option<(Type, usize)> {
        let (Link::Name(first, token), tokens) = (links.first()?, &region.tokens) else { return None };
        self.rules(region.file).filter(|rules| rules.points && rules.place == TypePlace::Before)?;
        let (mut names, mut at) = (vec![first.as_str()], *token + 1);
        while tokens.are(at, "::")
            && let Some(Link::Member(name)) = links.get(names.len())
        {
            (at, names) = (at + 3, [&names[..], &[name.as_str()]].concat());
        }
        let (name, before) = names.split_last().filter(|(_, before)| !before.is_empty())?;
        let Some(Link::Call(..)) = links.get(names.len()) else { return None };
        let node = self.type_named(region.file, tokens.get(*token)?.start, before, name)??;
        Some((Type::Node(node, Evidence::Receiver), names.len() + 1))
    }

    /// What the links behind a value lead to; `last` is what is done with that.
    fn follow(&self, region: &Region, from: Type, (links, last): (&[Link], Option<&Link>), depth: u8) -> Type {
        let is_script = self.rules(region.file).is_some_and(|rules| rules.objects);
        let is_compared = compares(self.table.library.file(region.file).format.id);
        // What the function at hand is a member of.
        let (mut at, mut on) = (from, None);
        let mut is_done = false;
        for (number, link) in links.iter().enumerate() {
            let next = links.get(number + 1).or(last);
            if std::mem::take(&mut is_done) {
                continue;
            }
            if let (Link::Member(name), Some(Link::Call(start, end))) = (link, links.get(number + 1))
                && let Some(kept) = self.kept_in_kotlin(region, &at, (name, (*start, *end)), depth)
            {
                (at, is_done) = (kept, true);
                continue;
            }
            if !is_script && !is_compared {
                at = self.step(region, at, link, next, depth);
                continue;
            }
            let found = self.step(region, at.clone(), link, next, depth);
            (at, on) = match (link, at, on.take()) {
                (Link::Call(..), Type::Function(_), Some(holder)) if is_compared => {
                    (self.given_to_member(&holder, found), None)
                }
                (Link::Call(..), ..) if is_compared => (found, None),
                (Link::Call(start, end), Type::Function(function), holder) => {
                    let call = Called { function, holder: holder.as_ref(), arguments: (*start, *end), without: None };
                    (self.yielded_by_call(region, call, found, depth), None)
                }
                (Link::Member(_), holder, _) => match found {
                    found @ Type::Function(_) => (found, Some(holder)),
                    found if is_compared => (self.given_to_member(&holder, found), None),
                    found => (self.own_of(&holder, found), None),
                },
                _ => (found, None),
            };
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
        if let Some(of) = casts::cast(tokens, (start, end), rules) {
            return self.spelled(region, of, end, Evidence::Signature);
        }
        match chain::read(tokens, start, end, rules) {
            Some((links, read)) if read == end => self.value(region, &links, depth),
            Some((_, read)) if !rules.objects => self.said_in_csharp(region, read).unwrap_or(Type::Unknown),
            Some((_, read)) if rules.objects => {
                self.said(region, read).unwrap_or_else(|| self.chosen_of(region, (start, end), depth + 1))
            }
            _ => Type::Unknown,
        }
    }

    pub(super) fn spelled(&self, region: &Region, start: usize, end: usize, evidence: Evidence) -> Type {
        let text = region.tokens.slice(start, end).to_owned();
        let offset = region.tokens.get(start).map_or(0, |token| token.start);
        Type::Written(Written::new(text, region.file, offset), evidence)
    }

    pub(super) fn is_go(&self, file: FileId) -> bool {
        self.table.library.file(file).format.id == "go"
    }

    /// Python: true for a property, of which not the method is called, but what it yields.
    pub(super) fn is_read_like_a_field(&self, region: &Region, function: NodeRef) -> bool {
        self.table.library.file(region.file).format.id == "python" && self.is_property(function)
    }

    /// What a call of a written type, or of a value of it, yields.
    pub(super) fn called(&self, written: Written, evidence: Evidence) -> Type {
        let rules = self.rules(written.file);
        match rules.and_then(|rules| written::itself(&written.text, rules)) {
            Some(of) => Type::Written(Written { text: of.to_owned(), ..written }, evidence),
            // A conversion: `[]byte(x)`.
            None if evidence == Evidence::Receiver => Type::Written(written, evidence),
            None => Type::Unknown,
        }
    }

    /// What a call of something that is declared elsewhere yields, with its arguments in `start..end`.
    pub(super) fn made_outside(&self, region: &Region, name: &str, (start, end): (usize, usize), depth: u8) -> Type {
        // What a function yields may be anything that it was given; a container yields an instance of what it is asked for.
        if language_family(self.table.library.file(region.file).format.id) == "javascript" {
            let is_container = matches!(name, "inject" | "get" | "resolve");
            let end = if is_container { type_end(&region.tokens, start).min(end) } else { start };
            return match self.expression(region, start, end, depth + 1) {
                Type::Itself(node) => Type::Node(node, Evidence::Receiver),
                // Hardly of what is declared here, which that knows nothing of.
                _ => Type::Environment,
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
    pub(super) fn is_foreign(&self, file: FileId, value: &Type, member: &str) -> bool {
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
    pub(super) fn unnamed_member(&self, written: &Written, name: &str, evidence: Evidence) -> Type {
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
        if written.given != 0 {
            match self.expanded(Type::Written(written.clone(), evidence)) {
                Type::Written(next, evidence) if next.given != written.given => return self.element(&next, evidence),
                Type::Written(..) => {}
                _ => return Type::Unknown,
            }
        }
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
        if let Some((told, used)) = self.narrowed(region, links, depth)
            && used < links.len()
        {
            return self.follow(region, told, (&rest[used - 1..], all.last()), depth);
        }
        let at = match first {
            Link::Name(name, _) if self.loads(region, name) && is_call(rest.first()) => {
                let Some((Link::Call(start, end), behind)) = rest.split_first() else { return Type::Unknown };
                rest = behind;
                self.loaded(region, (*start, *end))
            }
            Link::Name(name, token) => self.name(region, name, *token, (rest.is_empty(), depth)),
            _ => self.value(region, std::slice::from_ref(first), depth),
        };
        self.follow(region, at, (rest, all.last()), depth)
    }
}
