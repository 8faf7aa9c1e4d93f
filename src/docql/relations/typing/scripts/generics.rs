//! Types that follow from what a member is taken from, and in TypeScript from what a function is given: `this`, and parameters
//! for types.

use super::types::behind_arrow;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::angles::opening_angle;
use crate::docql::relations::typing::expressions::model::{Given, MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::library::containers::supertypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::TypeRules;
use crate::library::NodeRef;
use std::rc::Rc;

/// Sets of them that are kept for a file, at most.
const MAX_GIVEN: usize = 20_000;

/// A call: the function, the value that it is taken from, and the tokens of its arguments.
#[derive(Clone, Copy)]
pub(in crate::docql::relations::typing) struct Called<'t> {
    pub function: NodeRef,
    pub holder: Option<&'t Type>,
    pub arguments: (usize, usize),
    /// The number of an argument that is not looked at: what is asked for stands in it.
    pub without: Option<usize>,
}

impl FileTypes<'_, '_> {
    /// What a call yields, where `found` is what the declaration of the function says.
    pub(in crate::docql::relations::typing) fn yielded_by_call(
        &self,
        region: &Region,
        call: Called<'_>,
        found: Type,
        depth: u8,
    ) -> Type {
        let found = match (call.holder, found) {
            // What returns the own value without saying so.
            (Some(holder), Type::Node(own, Evidence::OwnType)) if self.is_below(holder, own) => holder.clone(),
            (Some(holder), found) => self.own_of(holder, found),
            (None, found) => found,
        };
        let Type::Written(written, evidence) = found else { return found };
        let names = self.type_parameters(call.function);
        let mentioned: Vec<&str> =
            names.iter().map(String::as_str).filter(|name| mentions(&written.text, name)).collect();
        if mentioned.is_empty() || written.file != call.function.file {
            return Type::Written(written, evidence);
        }
        let mut given = self.given_of(&written);
        given.extend(self.inferred(region, call, &mentioned, depth));
        Type::Written(self.with_given(written, given), evidence)
    }

    /// What a member of `holder` is, where `found` is what its declaration says: `this` is the type of the holder, and
    /// parameters for types are what that was given.
    pub(in crate::docql::relations::typing) fn own_of(&self, holder: &Type, found: Type) -> Type {
        let Type::Written(written, evidence) = found else { return found };
        let is_told = |rules: &TypeRules| written.given != 0 || rules.builtin.contains(&written.text.trim());
        let Some(rules) = self.rules(written.file).filter(|rules| rules.objects && !is_told(rules)) else {
            return Type::Written(written, evidence);
        };
        if is_own(&written.text, rules) {
            return match holder {
                Type::Above(node) => Type::Node(*node, evidence),
                Type::Node(node, _) => Type::Node(*node, evidence),
                Type::Written(of, _) => Type::Written(of.clone(), evidence),
                _ => Type::Written(written, evidence),
            };
        }
        let home = self.own_type(written.file, written.offset);
        let names = home.map(|home| self.type_parameters(home));
        match (home, names) {
            (Some(home), Some(names)) if names.iter().any(|name| mentions(&written.text, name)) => {
                let given = self.given_on(holder, home, 0);
                Type::Written(self.with_given(written, given), evidence)
            }
            _ => Type::Written(written, evidence),
        }
    }

    /// Java, Kotlin, C#: what a member of `holder` yields, where its declaration writes a parameter for types of the type that
    /// it stands in, and the types below say what stands for that: `class Builder extends Base<Stream, Builder>`.
    pub(in crate::docql::relations::typing) fn given_to_member(&self, holder: &Type, found: Type) -> Type {
        let Type::Written(written, evidence) = found else { return found };
        let home = self.own_type(written.file, written.offset).filter(|_| written.given == 0);
        let names = home.map(|home| self.type_parameters(home));
        let (Some(home), Some(names)) = (home, names) else { return Type::Written(written, evidence) };
        let mut mentioned = names.iter().filter(|name| mentions(&written.text, name)).peekable();
        if mentioned.peek().is_none() {
            return Type::Written(written, evidence);
        }
        let given = self.given_on(holder, home, 0);
        let is_told =
            |name: &String| given.get(name).is_some_and(|of| !matches!(self.expanded(of.clone()), Type::Unknown));
        if !mentioned.all(is_told) {
            return Type::Written(written, evidence);
        }
        Type::Written(self.with_given(written, given), evidence)
    }

    fn is_below(&self, holder: &Type, own: NodeRef) -> bool {
        let node = match holder {
            Type::Above(node) => Some(*node),
            holder => self.node_of(holder).map(|(node, _)| node),
        };
        node.is_some_and(|node| node != own && self.table.above(node).contains(&own))
    }

    /// What stands for the parameters for types of `home`, as a value of it or of a type below is written.
    fn given_on(&self, holder: &Type, home: NodeRef, depth: u8) -> Given {
        let names = self.type_parameters(home);
        let unknown = || names.iter().map(|name| (name.clone(), Type::Unknown)).collect();
        let node = match holder {
            Type::Above(node) => Some(*node),
            holder => self.node_of(holder).map(|(node, _)| node),
        };
        let Some(node) = node.filter(|_| depth <= MAX_DEPTH) else { return unknown() };
        let own = self.parameters_given(holder, node);
        if node == home {
            return own;
        }
        for above in self.heritage(node) {
            let above = self.with_given(above, own.clone());
            let Some(Some(next)) = self.resolve(&above) else { continue };
            if next == home || self.table.above(next).contains(&home) {
                return self.given_on(&Type::Written(above, Evidence::Signature), home, depth + 1);
            }
        }
        unknown()
    }

    /// What the arguments of a value's type stand for among the parameters of `of`, which it is of.
    fn parameters_given(&self, value: &Type, of: NodeRef) -> Given {
        let names = self.type_parameters(of);
        let value = self.expanded(value.clone());
        let arguments: Vec<Type> = match &value {
            Type::Written(written, evidence) => {
                let rules = self.rules(written.file);
                let all = rules.map(|rules| written::arguments_of(&written.text, rules)).unwrap_or_default();
                let typed = |text: &str| Type::Written(Written { text: text.to_owned(), ..*written }, *evidence);
                all.into_iter().map(typed).collect()
            }
            _ => Vec::new(),
        };
        let given = |(at, name): (usize, &String)| (name.clone(), arguments.get(at).cloned().unwrap_or(Type::Unknown));
        names.iter().enumerate().map(given).collect()
    }

    /// The types that a type is said to extend and implement.
    fn heritage(&self, node: NodeRef) -> Vec<Written> {
        let library = self.table.library;
        let (Some(outline), Ok(text)) = (library.outline(node.file), library.text(node.file)) else {
            return Vec::new();
        };
        let (start, span, body) = (outline.name_span(node.node).end, outline.span(node.node), outline.body(node.node));
        let end = if body.is_empty() { span.end } else { body.start };
        let head = text.get(start as usize..end as usize).unwrap_or_default();
        let head = if body.is_empty() { head.split('{').next().unwrap_or_default() } else { head };
        let is_behind_colon = matches!(library.file(node.file).format.id, "kotlin" | "csharp");
        let all = if is_behind_colon { behind_colon(head) } else { supertypes(head) };
        all.into_iter().map(|text| Written::new(text, node.file, start)).collect()
    }

    /// What stands for the parameters for types that `mentioned` names of a function that is called.
    fn inferred(&self, region: &Region, call: Called<'_>, mentioned: &[&str], depth: u8) -> Given {
        let (tokens, (start, end)) = (&region.tokens, call.arguments);
        let names = self.type_parameters(call.function);
        let is_written = start >= 2 && tokens.is(start - 1, b'(') && tokens.is(start - 2, b'>');
        if let Some(open) = is_written.then(|| opening_angle(tokens, start - 2)).flatten() {
            let offset = tokens.get(open).map_or(0, |token| token.start);
            let types = written::split(tokens.slice(open + 1, start - 2), b',');
            let typed = |text: &&str| {
                Type::Written(Written::new((*text).trim().to_owned(), region.file, offset), Evidence::Signature)
            };
            let given = |(at, name): (usize, &String)| (name.clone(), types.get(at).map_or(Type::Unknown, typed));
            return names.iter().enumerate().map(given).collect();
        }
        let parameters = self.parameters(call.function);
        let takes_own = self.takes_own(call.function);
        let told = |name: &&str| {
            let found = parameters.iter().enumerate().find_map(|(number, parameter)| {
                if !mentions(&parameter.text, name) {
                    return None;
                }
                let value = match number.checked_sub(usize::from(takes_own)) {
                    None => call.holder.cloned()?,
                    Some(number) if call.without == Some(number) => return None,
                    Some(number) => {
                        let (from, to) = argument(tokens, (start, end), number)?;
                        if let Some(body) = arrow_body(tokens, from, to) {
                            let yielded = self.expression(region, body, to, depth + 1);
                            return self.told_by_yielded(yielded, parameter, name);
                        }
                        self.expression(region, from, to, depth + 1)
                    }
                };
                self.told_by(value, parameter, name)
            });
            ((*name).to_owned(), found.unwrap_or(Type::Unknown))
        };
        mentioned.iter().map(told).collect()
    }

    /// What a parameter for types stands for, as a value tells that is given for a parameter of a written type.
    fn told_by(&self, value: Type, parameter: &Written, name: &str) -> Option<Type> {
        let rules = self.rules(parameter.file)?;
        let alternatives = written::alternatives(&parameter.text, rules);
        alternatives.into_iter().map(str::trim).filter(|one| mentions(one, name)).find_map(|one| match &value {
            Type::Itself(node) if one != name => Some(Type::Node(*node, Evidence::Signature)),
            Type::Node(..) | Type::Written(..) if one == name => Some(value.clone()),
            Type::Written(of, evidence) if written::element_name(one, rules) == Some(name) => {
                Some(self.element(of, *evidence)).filter(|element| !matches!(element, Type::Unknown))
            }
            Type::Written(of, evidence) => {
                let of_rules = self.rules(of.file)?;
                let at = written::arguments_of(one, rules).iter().position(|argument| *argument == name)?;
                let (head, own) = (written::path(one, rules), written::path(&of.text, of_rules));
                let argument = *written::arguments_of(&of.text, of_rules).get(at)?;
                (head.last()? == own.last()?)
                    .then(|| Type::Written(Written { text: argument.to_owned(), ..*of }, *evidence))
            }
            _ => None,
        })
    }

    /// The same of what a function yields that is given: `() => Post` for `() => Target<T>`.
    fn told_by_yielded(&self, yielded: Type, parameter: &Written, name: &str) -> Option<Type> {
        let rules = self.rules(parameter.file)?;
        let of = |text: &str| Written { text: text.to_owned(), ..*parameter };
        written::alternatives(&parameter.text, rules).into_iter().find_map(|one| {
            let one = one.trim();
            let bare = one.strip_prefix('(').and_then(|one| one.strip_suffix(')')).unwrap_or(one);
            let result = behind_arrow(bare).or_else(|| behind_arrow(one)).filter(|result| mentions(result, name))?;
            self.told_by(yielded.clone(), &of(result), name)
        })
    }

    /// True if the first parameter of a function says what it is called on: `(this: T, …)`.
    pub(in crate::docql::relations::typing) fn takes_own(&self, function: NodeRef) -> bool {
        let library = self.table.library;
        let (Some(outline), Ok(text)) = (library.outline(function.file), library.text(function.file)) else {
            return false;
        };
        let rest = text.get(outline.name_span(function.node).end as usize..).unwrap_or_default();
        let list = rest.split_once('(').map_or("", |(_, list)| list).trim_start();
        list.strip_prefix("this").is_some_and(|rest| rest.trim_start().starts_with(':'))
    }

    /// A type with what stands for the parameters for types that it mentions.
    pub(in crate::docql::relations::typing) fn with_given(&self, written: Written, given: Given) -> Written {
        let mut all = self.given.borrow_mut();
        if given.is_empty() || all.len() >= MAX_GIVEN {
            return written;
        }
        all.push(Rc::new(given));
        Written { given: all.len() as u32, ..written }
    }

    fn given_of(&self, written: &Written) -> Given {
        let all = self.given.borrow();
        let number = (written.given as usize).checked_sub(1);
        number.and_then(|number| all.get(number)).map_or_else(Given::new, |given| Given::clone(given))
    }

    /// What stands for the name of a parameter for types in a written type.
    pub(in crate::docql::relations::typing) fn given_for(&self, written: &Written, name: &str) -> Option<Type> {
        let number = (written.given as usize).checked_sub(1)?;
        self.given.borrow().get(number)?.get(name).cloned()
    }

    /// A value whose type is a parameter for types as one of what stands for that.
    pub(in crate::docql::relations::typing) fn expanded(&self, value: Type) -> Type {
        let mut value = value;
        for _ in 0..MAX_DEPTH {
            let Type::Written(written, evidence) = &value else { return value };
            if let Some(next) = self.operated(written, *evidence) {
                value = next;
                continue;
            }
            let Some(rules) = self.rules(written.file).filter(|_| written.given != 0) else { return value };
            let alternatives = written::alternatives(&written.text, rules);
            let [only] = alternatives.as_slice() else { return value };
            match (self.given_for(written, written::bare(only, rules)), *evidence) {
                (Some(Type::Node(node, _)), evidence) => return Type::Node(node, evidence),
                (Some(Type::Written(next, _)), evidence) => value = Type::Written(next, evidence),
                (Some(found), _) => return found,
                (None, _) => return value,
            }
        }
        value
    }

    /// What a parameter for types that is declared around a place has to be: `T extends Base`; `None` inside if that may be
    /// anything, and outside if there is none of the name.
    pub(in crate::docql::relations::typing) fn bound_of(
        &self,
        written: &Written,
        name: &str,
    ) -> Option<Option<Written>> {
        let of = self.declares_type_parameter(written.file, written.offset, name)?;
        let library = self.table.library;
        let (outline, text) = (library.outline(of.file)?, library.text(of.file).ok()?);
        let start = outline.name_span(of.node).end;
        let head = text.get(start as usize..outline.span(of.node).end as usize)?;
        let tokens = Tokens::read(head.get(..head.floor_char_boundary(MAX_HEAD))?, start, library.lexis(of.file)?);
        let close = super::ends::behind_angles(&tokens, 0)?;
        let at = (1..close).find(|&at| tokens.word(at) == name && tokens.word(at + 1) == "extends");
        Some(at.map(|at| {
            let mut end = at + 2;
            while end < close - 1 && !tokens.is(end, b',') && (!tokens.is(end, b'=') || tokens.are(end, "=>")) {
                let opened = if tokens.is(end, b'<') { super::ends::behind_angles(&tokens, end) } else { None };
                let is_open = b"([{".iter().any(|sign| tokens.is(end, *sign));
                let behind = opened.or_else(|| is_open.then(|| tokens.closing(end).map(|close| close + 1)).flatten());
                end = behind.unwrap_or(end + 1);
            }
            Written::new(tokens.slice(at + 2, end).to_owned(), of.file, start)
        }))
    }
}

/// Bytes of the head of a declaration that are read for its parameters for types, at most.
const MAX_HEAD: usize = 2 << 10;

/// The types in the head of a type that Kotlin and C# write behind a colon: `class A<T>(x: Int) : B<T>(x), C where T : D`.
fn behind_colon(head: &str) -> Vec<String> {
    let mut depth = 0usize;
    let colon = head.bytes().position(|byte| {
        depth += usize::from(matches!(byte, b'<' | b'('));
        let is_colon = byte == b':' && depth == 0;
        depth = if matches!(byte, b'>' | b')') { depth.saturating_sub(1) } else { depth };
        is_colon
    });
    let list = colon.map_or("", |colon| &head[colon + 1..]);
    let list = list.split(" where ").next().unwrap_or_default();
    let all = written::split(list, b',').into_iter();
    all.map(|one| one.split('(').next().unwrap_or_default().trim().to_owned()).filter(|one| !one.is_empty()).collect()
}

/// True for a type that is that of the own value: `this`, `Promise<this>`, `this | undefined`.
fn is_own(text: &str, rules: &TypeRules) -> bool {
    let alternatives = written::alternatives(text, rules);
    matches!(alternatives.as_slice(), [only] if written::bare(only, rules) == "this")
}

/// True if a name stands in a type, as a whole word that is no member.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        !is_part(before) && before != Some('.') && !is_part(text[at + name.len()..].chars().next())
    })
}

/// Where the body of an arrow function begins that is an expression.
fn arrow_body(tokens: &Tokens, start: usize, end: usize) -> Option<usize> {
    let head = if tokens.word(start) == "async" { start + 1 } else { start };
    let behind = if tokens.is(head, b'(') { tokens.closing(head)? + 1 } else { head + 1 };
    let body = super::ends::past_lines(tokens, behind + 2);
    (tokens.are(behind, "=>") && body < end && !tokens.is(body, b'{')).then_some(body)
}

/// The tokens of an argument by its number.
fn argument(tokens: &Tokens, (start, end): (usize, usize), number: usize) -> Option<(usize, usize)> {
    let mut from = super::ends::past_lines(tokens, start);
    for _ in 0..number {
        let comma = super::ends::past_lines(tokens, super::ends::expression_end(tokens, from));
        if comma >= end || !tokens.is(comma, b',') {
            return None;
        }
        from = super::ends::past_lines(tokens, comma + 1);
    }
    let to = super::ends::expression_end(tokens, from).min(end);
    (from < to).then_some((from, to))
}
