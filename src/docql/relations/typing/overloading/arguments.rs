//! Arguments of calls: how many there are, and what is known of their types.

use super::cpp_arguments;
use super::model::{Argument, Given};
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::evaluate::cast;
use crate::docql::relations::typing::expressions::angles;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens, is_assignment};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::library::types::plain;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::{Hides, Lambda, TypePlace, TypeRules};

/// The bracket that opens the arguments of the call of the name at a token: `name(…)`, `new Box<>(…)`.
fn list_of(tokens: &Tokens, name: usize) -> Option<usize> {
    let open = if tokens.is(name + 1, b'<') { angles::closing_types(tokens, name + 1)? + 1 } else { name + 1 };
    tokens.is(open, b'(').then_some(open)
}

/// The parameters that arguments name: `id = 1` in Kotlin, where a colon stands behind `object`, and `id: 1` in C#.
fn named_in(tokens: &Tokens, spans: &[(usize, usize)], rules: &TypeRules) -> Vec<String> {
    let name = |&(start, end): &(usize, usize)| {
        let first = (start..end).find(|&at| !tokens.is_line(at))?;
        let sign = first + 1;
        let is_named = match rules.lambda {
            Lambda::Braces => is_assignment(tokens, sign),
            _ => tokens.is(sign, b':') && !tokens.are(sign, "::"),
        };
        Some(tokens.word(first)).filter(|name| is_named && !name.is_empty()).map(str::to_owned)
    };
    spans.iter().filter_map(name).collect()
}

/// The token behind the types in angles that begin at `at`, or behind the sign, if it is one of a comparison; `None` where
/// that cannot be told.
fn types_end(tokens: &Tokens, at: usize) -> Option<usize> {
    if tokens.touches(at) { angles::closing_types(tokens, at).map(|close| close + 1) } else { Some(at + 1) }
}

/// The tokens of each argument between `start` and `end`; `None` where its commas do not tell.
pub(in crate::docql::relations::typing) fn spans_in(
    tokens: &Tokens,
    start: usize,
    end: usize,
) -> Option<Vec<(usize, usize)>> {
    let (mut at, mut start, mut all, mut is_empty) = (start, start, Vec::new(), true);
    while at < end {
        if tokens.is(at, b',') {
            all.push((start, at));
            (start, is_empty) = (at + 1, true);
        } else {
            is_empty &= tokens.is_line(at);
        }
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
        at = match tokens.is(at, b'<') {
            // Types with commas of their own, or a comparison.
            true => types_end(tokens, at)?,
            false if is_open => tokens.closing(at)? + 1,
            false => at + 1,
        };
    }
    // A comma may end the list.
    if !is_empty {
        all.push((start, end));
    }
    Some(all)
}

impl FileTypes<'_, '_> {
    /// The tokens of each argument of the call of the name at `offset`; `None` where its commas do not tell.
    pub(in crate::docql::relations::typing) fn argument_spans(
        &self,
        offset: u32,
    ) -> Option<(Region, Vec<(usize, usize)>)> {
        let region = self.region(self.imports.file, offset)?;
        let tokens = &region.tokens;
        let open = list_of(tokens, tokens.at(offset))?;
        let all = spans_in(tokens, open + 1, tokens.closing(open)?)?;
        Some((region, all))
    }

    /// How many arguments the call of the name at `offset` has; `None` where that cannot be told by its commas.
    pub(in crate::docql::relations) fn arguments(&self, offset: u32) -> Option<Given> {
        let rules = self.rules(self.imports.file)?;
        let has_trailing = rules.lambda == Lambda::Braces;
        let region = self.region(self.imports.file, offset)?;
        let (tokens, name) = (&region.tokens, region.tokens.at(offset));
        if has_trailing && tokens.is(name + 1, b'{') {
            return Some(Given { least: 1, most: 1, ..Given::default() });
        }
        let (_, spans) = self.argument_spans(offset)?;
        // The parameters of a function without a name have commas of their own.
        let is_closure = |&(start, end): &(usize, usize)| (start..end).any(|at| tokens.is(at, b'|'));
        if rules.hides == Hides::Module && spans.iter().any(is_closure) {
            return None;
        }
        let is_spread = |&(start, end): &(usize, usize)| {
            let first = (start..end).find(|&at| !tokens.is_line(at));
            first.is_some_and(|first| tokens.are(first, "..."))
        };
        if rules.objects && spans.iter().any(is_spread) {
            return None;
        }
        // A function behind the list is an argument; behind the type that another is below of, its body follows.
        let close = tokens.closing(list_of(tokens, name)?)?;
        let is_followed = has_trailing && tokens.is(close + 1, b'{');
        let most = spans.len() + usize::from(is_followed);
        let is_type = tokens.word(name).starts_with(char::is_uppercase);
        let names = if rules.overloads { named_in(tokens, &spans, rules) } else { Vec::new() };
        let least = if is_type { spans.len() } else { most };
        Some(Given { least, most, has_types: tokens.is(name + 1, b'<'), names })
    }

    /// Go: how many arguments the call of the name at `offset` has, and whether the only one may stand for several.
    pub(in crate::docql::relations) fn arguments_given(&self, offset: u32) -> Option<(usize, bool)> {
        let (region, mut spans) = self.argument_spans(offset)?;
        let last = |(start, end): (usize, usize)| (start..end).rev().find(|&at| !region.tokens.is_line(at));
        // A comma may end the list.
        spans.retain(|&span| last(span).is_some());
        let is_call = |&span: &(usize, usize)| last(span).is_some_and(|at| region.tokens.is(at, b')'));
        Some((spans.len(), spans.len() == 1 && spans.iter().all(is_call)))
    }

    /// What the arguments of the call of the name at `offset` are.
    pub(in crate::docql::relations) fn argument_types(&self, offset: u32) -> Option<Vec<Argument>> {
        let (region, spans) = self.argument_spans(offset)?;
        Some(spans.into_iter().map(|(start, end)| self.argument(&region, start, end, 0)).collect())
    }

    /// What the expression in the tokens `start..end` is as an argument.
    pub(in crate::docql::relations::typing) fn argument(
        &self,
        region: &Region,
        start: usize,
        end: usize,
        depth: u8,
    ) -> Argument {
        let tokens = &region.tokens;
        let start = (start..end).find(|&at| !tokens.is_line(at)).unwrap_or(end);
        let end = (start..end).rev().find(|&at| !tokens.is_line(at)).map_or(start, |last| last + 1);
        let Some(rules) = self.rules(region.file).filter(|_| depth <= MAX_DEPTH) else { return Argument::Unknown };
        if rules.tries && end == start + 1 && tokens.get(start).is_some_and(|token| token.kind == TokenKind::Text) {
            return Argument::named("str");
        }
        let outer = outer(tokens, start, end);
        let last = end.checked_sub(1).map_or("", |at| tokens.word(at));
        let is_of_braces = rules.lambda == Lambda::Braces && tokens.is(start, b'{');
        let is_cpp = rules.points && rules.place == TypePlace::Before;
        // Where `->` and `::` join names, they make no function.
        let is_arrow = |at: usize| tokens.are(at, "->") || tokens.are(at, "::") || tokens.are(at, "=>");
        match !is_cpp && outer.iter().any(|&at| is_arrow(at)) {
            // Kotlin: `X::class`, `X::class.java`
            true if rules.lambda == Lambda::Braces && last == "class" => return Argument::named("KClass"),
            true if rules.lambda == Lambda::Braces && last == "java" => return Argument::named("Class"),
            true => return Argument::Function,
            false if is_of_braces => return Argument::Function,
            false => {}
        }
        let found = match is_cpp {
            true => cpp_arguments::written_out(tokens, (start, end), &outer),
            false => self.operation(region, (start, end), &outer, depth),
        };
        if let Some(found) = found {
            return found;
        }
        if let Some(close) = cast(tokens, start, end, rules) {
            let text = tokens.slice(start + 1, close).to_owned();
            let offset = tokens.get(start).map_or(0, |token| token.start);
            return self.of_type(&Written::new(text, region.file, offset));
        }
        self.chained(region, start, end, depth)
    }

    /// What the value of a chain is as an argument.
    fn chained(&self, region: &Region, start: usize, end: usize, depth: u8) -> Argument {
        let tokens = &region.tokens;
        let Some((links, _)) = self
            .rules(region.file)
            .and_then(|rules| chain::read(tokens, start, end, rules))
            .filter(|(_, read)| *read == end)
        else {
            return Argument::Unknown;
        };
        match self.value(region, &links, depth) {
            Type::Node(node, _) => Argument::Of(node),
            Type::Written(written, _) => self.of_type(&written),
            Type::Foreign => match links.as_slice() {
                [Link::Name(name, _), Link::Member(member), Link::Call(..)] if name.starts_with(char::is_uppercase) => {
                    let told = self.yielded_on_type(region, name, member);
                    told.map_or_else(|| Argument::Made(name.clone()), Argument::named)
                }
                [Link::Name(name, token), Link::Call(..)] => {
                    let offset = tokens.get(*token).map_or(0, |token| token.start);
                    let paths = self.with_imports(region.file, |imports| imports.sources_of(name, offset));
                    match paths.as_slice() {
                        [path] if path.ends_with(name.as_str()) => {
                            path.rsplit('.').nth(1).map_or(Argument::Unknown, |of| Argument::Made(of.to_owned()))
                        }
                        _ => Argument::Unknown,
                    }
                }
                _ => Argument::Unknown,
            },
            _ => Argument::Unknown,
        }
    }

    /// What a parameter of a written type takes.
    pub(in crate::docql::relations) fn of_parameter(&self, written: &Written) -> Argument {
        self.of_type(written)
    }

    /// What a value of a written type is as an argument.
    pub(in crate::docql::relations::typing) fn of_type(&self, written: &Written) -> Argument {
        let Some(rules) = self.rules(written.file) else { return Argument::Unknown };
        if let Some(item) = elements::item(&written.text, rules) {
            return Argument::Array(Box::new(self.of_type(&Written { text: item.to_owned(), ..*written })));
        }
        match self.resolve(written) {
            Some(Some(node)) => Argument::Of(node),
            Some(None) => {
                let path = written::path(&written.text, rules);
                let name = path.last().filter(|name| !written::is_type_parameter(name));
                name.map_or(Argument::Unknown, |name| match rules.points {
                    true => Argument::Named(written::compared(&written.text, name)),
                    false => Argument::named(plain(name)),
                })
            }
            None => Argument::Unknown,
        }
    }
}

/// The tokens of an expression that stand in no brackets.
fn outer(tokens: &Tokens, start: usize, end: usize) -> Vec<usize> {
    let (mut at, mut all) = (start, Vec::new());
    while at < end {
        all.push(at);
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at).unwrap_or(at) + 1 } else { at + 1 };
    }
    all
}
