//! Kotlin: what expressions yield that stand for a type which is not written: bodies of functions, values of properties, the
//! last line of a block.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::scripts::ends::past_lines;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::Lambda;
use crate::library::NodeRef;

/// Functions of the library that yield the value on which they are called, and call what stands in braces in between.
const KEEPING: &[&str] = &["also", "apply", "takeIf", "takeUnless"];

/// Functions of the library that yield what the block behind them does.
const YIELDING: &[&str] = &["let", "run", "with"];

/// What ends the other way of `a ?: b`, so that the value is the first one.
const LEAVING: &[&str] = &["throw", "return", "continue", "break", "error", "TODO", "null", "fail"];

/// The tokens of the last statement in the block that opens at `open`, and where the block closes.
fn last_statement(tokens: &Tokens, open: usize) -> Option<(usize, usize)> {
    let close = tokens.closing(open)?;
    let (mut at, mut start, mut fresh) = (open + 1, None, true);
    while at < close {
        if tokens.is_line(at) || tokens.is(at, b';') {
            (fresh, at) = (true, at + 1);
            continue;
        }
        // A chain goes on in the next line.
        let goes_on = tokens.is(at, b'.') || tokens.are(at, "?.") || tokens.are(at, "?:");
        if fresh && !goes_on {
            start = Some(at);
        }
        fresh = false;
        // The names of what the block takes: `{ a, b -> … }`.
        if tokens.are(at, "->") {
            (fresh, at) = (true, at + 2);
            continue;
        }
        let is_open = b"([{".iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
    }
    Some((start?, close))
}

impl FileTypes<'_, '_> {
    pub(in crate::docql::relations::typing) fn is_kotlin(&self, region: &Region) -> bool {
        self.table.library.language(region.file) == "kotlin"
    }

    /// The type of the whole expression that begins at `start`, perhaps in a later line.
    pub(in crate::docql::relations::typing) fn kotlin_expression(
        &self,
        region: &Region,
        start: usize,
        depth: u8,
    ) -> Type {
        let tokens = &region.tokens;
        let Some(rules) = self.rules(region.file).filter(|_| depth <= MAX_DEPTH) else { return Type::Unknown };
        let start = past_lines(tokens, start);
        let Some((links, end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
        let next = past_lines(tokens, end);
        let is_left = tokens.are(next, "?:") && LEAVING.contains(&tokens.word(past_lines(tokens, next + 2)));
        let goes_on = tokens.are(next, "?:") || tokens.are(next, "&&") || tokens.are(next, "||");
        let ends = tokens.is_line(end) || b",;)}]".iter().any(|sign| tokens.is(end, *sign));
        if !is_left && (goes_on || !ends) {
            // `x as T` to the end of its line.
            let line = (end..tokens.len()).find(|&at| tokens.is_line(at)).unwrap_or(tokens.len());
            return if tokens.word(end) == "as" && !goes_on {
                self.expression(region, start, line, depth + 1)
            } else {
                Type::Unknown
            };
        }
        self.value(region, &links, depth + 1)
    }

    /// What the function yields that has an expression for its body, and no type: `fun f() = X()`.
    pub(in crate::docql::relations::typing) fn expressed(&self, function: NodeRef, depth: u8) -> Type {
        let known = self.yielded.borrow().get(&function).cloned();
        if let Some(known) = known {
            return known;
        }
        let read = || {
            let name_end = self.table.library.outline(function.file)?.name_span(function.node).end;
            let region = self.region(function.file, name_end).filter(|region| self.is_kotlin(region))?;
            let tokens = &region.tokens;
            let open = tokens.at(name_end);
            let sign = past_lines(tokens, tokens.closing(open).filter(|_| tokens.is(open, b'('))? + 1);
            let is_one = tokens.is(sign, b'=') && !tokens.are(sign, "==");
            is_one.then(|| self.kotlin_expression(&region, sign + 1, depth + 1))
        };
        // What yields itself goes round.
        self.yielded.borrow_mut().insert(function, Type::Unknown);
        let found = read().unwrap_or(Type::Unknown);
        let found = match found {
            Type::Node(..) | Type::Written(..) => found,
            _ => Type::Unknown,
        };
        match &found {
            // It may be told from nearer.
            Type::Unknown if depth > 1 => self.yielded.borrow_mut().remove(&function),
            found => self.yielded.borrow_mut().insert(function, found.clone()),
        };
        found
    }

    /// The value of a property without a type, of which the token at `at` stands behind the name: `= X()`, `by lazy { X() }`,
    /// `get() = X()`.
    pub(in crate::docql::relations::typing) fn property_value(&self, region: &Region, at: usize, depth: u8) -> Type {
        let tokens = &region.tokens;
        if tokens.is(at, b'=') {
            return self.kotlin_expression(region, at + 1, depth + 1);
        }
        if tokens.word(at) == "by" && tokens.word(at + 1) == "lazy" {
            let list = tokens.closing(at + 2).filter(|_| tokens.is(at + 2, b'('));
            return self.block_value(region, past_lines(tokens, list.map_or(at + 2, |close| close + 1)), depth + 1);
        }
        let get = past_lines(tokens, at);
        let sign = past_lines(tokens, get + 3);
        match tokens.word(get) == "get" && tokens.are(get + 1, "()") && tokens.is(sign, b'=') {
            true => self.kotlin_expression(region, sign + 1, depth + 1),
            false => Type::Unknown,
        }
    }

    /// What the last statement of the block yields that opens at `open`.
    pub(in crate::docql::relations::typing) fn block_value(&self, region: &Region, open: usize, depth: u8) -> Type {
        let tokens = &region.tokens;
        let Some((start, _)) = last_statement(tokens, open).filter(|_| tokens.is(open, b'{')) else {
            return Type::Unknown;
        };
        self.kotlin_expression(region, start, depth + 1)
    }

    /// What a function of the library yields that is called on the value `at` with what stands in braces: that value, or what
    /// stands there last.
    pub(in crate::docql::relations::typing) fn kept_in_kotlin(
        &self,
        region: &Region,
        at: &Type,
        (name, (start, end)): (&str, (usize, usize)),
        depth: u8,
    ) -> Option<Type> {
        let is_yielding = YIELDING.contains(&name) && name != "with";
        if !self.is_kotlin(region) || !is_yielding && !KEEPING.contains(&name) {
            return None;
        }
        // What a type has itself goes first.
        if let Some((node, _)) = self.node_of(at)
            && !matches!(self.member(node, name, Evidence::Name, (true, depth)), Type::Unknown)
        {
            return None;
        }
        Some(match is_yielding {
            true if region.tokens.is(start, b'{') && end > start => self.block_value(region, start, depth + 1),
            true => Type::Unknown,
            false => at.clone(),
        })
    }

    /// The same where nothing stands before the name: `apply { … }` is called on the own value, `with(b) { … }` on `b`.
    pub(in crate::docql::relations::typing) fn kept_own(
        &self,
        region: &Region,
        links: &[Link],
        found: &Type,
        depth: u8,
    ) -> Option<Type> {
        let [Link::Name(name, token), Link::Call(start, end), ..] = links else { return None };
        if !matches!(found, Type::Unknown) || !self.is_kotlin(region) {
            return None;
        }
        let tokens = &region.tokens;
        match name.as_str() {
            "with" | "run" => {
                let list = tokens.is(*start, b'{');
                let open = if list { *start } else { past_lines(tokens, *end + 1) };
                tokens.is(open, b'{').then(|| self.block_value(region, open, depth + 1))
            }
            "apply" | "also" => Some(self.name(region, "this", *token, (false, depth + 1))),
            _ => None,
        }
    }

    /// True for the type of a map, which holds pairs.
    pub(in crate::docql::relations::typing) fn is_map_in_kotlin(&self, written: &Written) -> bool {
        let rules = self.rules(written.file).filter(|rules| rules.lambda == Lambda::Braces);
        rules.is_some_and(|rules| written::path(&written.text, rules).last().is_some_and(|name| name.ends_with("Map")))
    }

    /// What a map yields under a name: its keys, or its values.
    pub(in crate::docql::relations::typing) fn part_of_map(&self, map: &Written, name: &str) -> Option<Written> {
        let at = ["keys", "values"].iter().position(|of| *of == name).filter(|_| self.is_map_in_kotlin(map))?;
        let parts = written::arguments_of(&map.text, self.rules(map.file)?);
        let text = format!("Collection<{}>", parts.get(at).filter(|_| parts.len() == 2)?);
        (self.resolve(map) == Some(None)).then_some(Written { text, ..*map })
    }

    /// The part of what a loop goes through at `start`: of a map the key or the value.
    pub(in crate::docql::relations::typing) fn entry_part(
        &self,
        region: &Region,
        (start, number): (usize, usize),
        depth: u8,
    ) -> Type {
        let Some(rules) = self.rules(region.file) else { return Type::Unknown };
        let Some((links, _)) = chain::read(&region.tokens, start, region.tokens.len(), rules) else {
            return Type::Unknown;
        };
        let Type::Written(map, evidence) = self.value(region, &links, depth + 1) else { return Type::Unknown };
        match written::arguments_of(&map.text, rules).as_slice() {
            both @ [_, _] if self.is_map_in_kotlin(&map) && number < both.len() => {
                Type::Written(Written { text: both[number].to_owned(), ..map }, evidence)
            }
            _ => Type::Unknown,
        }
    }
}
