//! C#: the type that is expected where `new(…)` stands, which names none: that of what is set, yielded or given.

use super::elements;
use super::expressions::chain;
use super::expressions::model::{Region, Type};
use super::expressions::tokens::{TokenKind, Tokens};
use super::known::{FileTypes, Receiver};
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::lookup::{language_family, symbols_named};
use crate::document::Kind;
use crate::library::NodeRef;

/// Tokens that are looked at before a place, at most.
const MAX_BEFORE: usize = 400;

/// Values in each other whose types are left out, at most.
const MAX_NESTING: u8 = 4;

/// Words that stand before the type of a variable in a function.
const BEFORE_TYPES: &[&str] = &["await", "const", "readonly", "ref", "scoped", "static", "using"];

/// What stands before a value, and so takes it.
enum Taker {
    /// `x = `: the token of the sign.
    Set(usize),
    /// `=> `: the first of its tokens.
    Arrow(usize),
    /// `return `
    Returned,
    /// `throw `, which takes what the library has for it.
    Thrown,
    /// `f(a, `: the bracket, the number of the argument, and its name if it has one.
    Argument(usize, usize, Option<usize>),
    /// `{ a, `: the bracket.
    Item(usize),
}

impl FileTypes<'_, '_> {
    /// What `new(…)` at `offset` makes.
    pub(in crate::docql::relations) fn expected(&self, offset: u32) -> Receiver {
        let Some(region) = self.region(self.imports.file, offset) else { return Receiver::Unknown };
        self.expected_at(&region, region.tokens.at(offset), MAX_NESTING)
    }

    fn expected_at(&self, region: &Region, at: usize, left: u8) -> Receiver {
        let offset = region.tokens.get(at).map_or(0, |token| token.start);
        match taker(&region.tokens, at).filter(|_| left > 0) {
            Some(Taker::Set(sign)) => self.of_set(region, sign),
            Some(Taker::Arrow(sign)) if self.is_body(region, sign, offset) => self.of_member(region, offset),
            Some(Taker::Returned) if !is_in_lambda(&region.tokens, at) => self.of_member(region, offset),
            Some(Taker::Thrown) => Receiver::Foreign,
            Some(Taker::Argument(open, number, name)) => self.of_argument(region, (open, number, name), left),
            Some(Taker::Item(open)) => self.of_item(region, open),
            _ => Receiver::Unknown,
        }
    }

    /// What the innermost member around `offset` holds or yields.
    fn of_member(&self, region: &Region, offset: u32) -> Receiver {
        let Some(node) = self.member_around(region, offset) else { return Receiver::Unknown };
        match self.declared(node).first() {
            Some(written) => self.of_written(written, Evidence::Signature),
            None => Receiver::Unknown,
        }
    }

    fn member_around(&self, region: &Region, offset: u32) -> Option<NodeRef> {
        let outline = self.table.library.outline(region.file)?;
        let holds = |kind: Kind| kind.is_function() || is_value(kind);
        Some(NodeRef { file: region.file, node: outline.enclosing(offset, holds)? })
    }

    /// True if the arrow at `sign` begins the body of the innermost member around it, and no function without a name.
    fn is_body(&self, region: &Region, sign: usize, offset: u32) -> bool {
        let tokens = &region.tokens;
        let outline = self.table.library.outline(region.file);
        let name = self.member_around(region, offset).and_then(|node| Some(outline?.name_span(node.node).start));
        let Some(name) = name.map(|start| tokens.at(start)).filter(|name| *name < sign) else { return false };
        // What stands between are types, parameters and conditions, or `{ get` of a property.
        let mut at = name + 1;
        while at < sign {
            if tokens.is(at, b'=') {
                return false;
            }
            let is_list = tokens.is(at, b'(') || tokens.is(at, b'[');
            let is_accessors = tokens.is(at, b'{') && matches!(tokens.word(at + 1), "get" | "init" | "set" | "");
            at = match tokens.closing(at) {
                Some(close) if is_list || is_accessors && close < sign => close + 1,
                _ => at + 1,
            };
        }
        at == sign
    }

    /// What is set by the sign at `sign`: a variable with its type, a field, a member of something.
    fn of_set(&self, region: &Region, sign: usize) -> Receiver {
        let tokens = &region.tokens;
        let Some(last) = (0..sign).rev().find(|&at| !tokens.is_line(at)) else { return Receiver::Unknown };
        let last =
            if tokens.is(last, b'?') && tokens.is(last.wrapping_sub(1), b'?') { last.saturating_sub(2) } else { last };
        let Some(token) = tokens.get(last) else { return Receiver::Unknown };
        // `T Name { get; } = new()`, `T _name = new()`.
        let is_member = self.table.library.outline(region.file).zip(self.member_around(region, token.start));
        if let Some((outline, node)) = is_member
            && is_value(outline.kind(node.node))
            && (tokens.is(last, b'}') || outline.name_span(node.node).start == token.start)
        {
            return match self.declared(node).first() {
                Some(written) => self.of_written(written, Evidence::Signature),
                None => Receiver::Unknown,
            };
        }
        if let Some(start) = declared_before(tokens, last) {
            return match self.spelled(region, start, last, Evidence::Receiver) {
                Type::Written(written, evidence) => self.of_written(&written, evidence),
                _ => Receiver::Unknown,
            };
        }
        let Some(rules) = self.rules(region.file) else { return Receiver::Unknown };
        let links =
            chain::start_of(tokens, last + 1, rules).and_then(|start| chain::read(tokens, start, last + 1, rules));
        match links.filter(|(_, read)| *read == last + 1) {
            Some((links, _)) => self.receiver_of(self.value(region, &links, 0), false, token.start),
            None => Receiver::Unknown,
        }
    }

    /// What a function takes in the place of an argument, as far as those of its name agree.
    fn of_argument(&self, region: &Region, (open, number, name): (usize, usize, Option<usize>), left: u8) -> Receiver {
        let (tokens, library) = (&region.tokens, self.table.library);
        let Some(callee) = callee(tokens, open) else { return Receiver::Unknown };
        let count =
            tokens.closing(open).and_then(|close| super::overloading::arguments::spans_in(tokens, open + 1, close));
        let made = match tokens.word(callee) {
            "new" => match self.expected_at(region, callee, left - 1) {
                Receiver::Of(node, _) => Some(node),
                Receiver::Foreign => return Receiver::Foreign,
                _ => return Receiver::Unknown,
            },
            "" => return Receiver::Unknown,
            _ => None,
        };
        let of = |node: NodeRef| library.outline(node.file).map(|outline| outline.name(node.node));
        let called = made.and_then(of).unwrap_or_else(|| tokens.word(callee));
        let is_made = made.is_some() || callee.checked_sub(1).is_some_and(|at| tokens.word(at) == "new");
        let takes = |node: &NodeRef| {
            let Some(kind) = library.outline(node.file).map(|outline| outline.kind(node.node)) else { return false };
            let arity = self.table.arity(*node);
            kind.is_function()
                && (kind == Kind::Constructor) == is_made
                && language_family(library.file(node.file).format.id) == "csharp"
                && count.as_ref().is_none_or(|all| arity.is_none_or(|arity| arity.allows(all.len())))
        };
        let functions = symbols_named(library, called).into_iter().filter(takes);
        let taken = functions.map(|function| {
            let parameters = self.parameters(function);
            // What a method extends stands before its name.
            let is_extended = self.table.arity(function).is_some_and(|arity| arity.is_extension)
                && count.as_ref().is_some_and(|all| parameters.len() > all.len());
            let number = number + usize::from(is_extended);
            let number = name.map_or(Some(number), |name| self.number_of(function, tokens.word(name)));
            match number.and_then(|number| parameters.get(number)) {
                Some(written) => self.of_written(written, Evidence::Signature),
                None => Receiver::Unknown,
            }
        });
        let mut all: Vec<Receiver> = taken.collect();
        all.dedup();
        match all.as_slice() {
            // What is declared nowhere here takes what is declared there, or what it was given.
            [] => Receiver::Unknown,
            [one] => one.clone(),
            _ => {
                let node = |receiver: &Receiver| if let Receiver::Of(node, _) = receiver { Some(*node) } else { None };
                let nodes: Vec<NodeRef> = all.iter().filter_map(node).collect();
                if nodes.is_empty() { Receiver::Unknown } else { Receiver::OneOf(nodes) }
            }
        }
    }

    /// The number of the parameter of a name.
    fn number_of(&self, function: NodeRef, name: &str) -> Option<usize> {
        let all = params(self.table.library, function)?;
        let own = |written: &String| {
            let before_default = written.split('=').next().unwrap_or_default().trim_end();
            before_default.rsplit(char::is_whitespace).next() == Some(name)
        };
        all.iter().position(own)
    }

    /// What a list holds whose items stand in the brace at `open`: `new T[] { … }`, `new List<T> { … }`.
    fn of_item(&self, region: &Region, open: usize) -> Receiver {
        let (tokens, Some(rules)) = (&region.tokens, self.rules(region.file)) else { return Receiver::Unknown };
        let mut end = open;
        while let Some(last) = end.checked_sub(1).filter(|&at| tokens.is_line(at) || tokens.is(at, b')')) {
            end = if tokens.is(last, b')') { tokens.opening(last).unwrap_or(last) } else { last };
        }
        let Some(start) = (open.saturating_sub(MAX_BEFORE)..end).rev().find(|&at| tokens.word(at) == "new") else {
            return Receiver::Unknown;
        };
        let Type::Written(written, evidence) = self.spelled(region, start + 1, end, Evidence::Receiver) else {
            return Receiver::Unknown;
        };
        match elements::element(&written.text, rules) {
            Some(inside) => {
                let inside = super::written::Written { text: inside.to_owned(), ..written.clone() };
                self.of_written(&inside, evidence)
            }
            None => Receiver::Unknown,
        }
    }
}

fn is_value(kind: Kind) -> bool {
    matches!(kind, Kind::Field | Kind::Property | Kind::Constant | Kind::Variable)
}

/// What takes the value that the token `at` begins, or is a part of as one of several that are chosen from.
fn taker(tokens: &Tokens, at: usize) -> Option<Taker> {
    let (mut here, mut is_first) = (at, true);
    let start = at.saturating_sub(MAX_BEFORE);
    while let Some(last) = here.checked_sub(1).filter(|&last| last >= start) {
        here = last;
        if tokens.is_line(last) {
            continue;
        }
        match tokens.word(last) {
            "return" => return Some(Taker::Returned),
            "throw" => return Some(Taker::Thrown),
            _ => {}
        }
        let is = |sign: u8| tokens.is(last, sign);
        if is(b'>') && last.checked_sub(1).is_some_and(|at| tokens.are(at, "=>")) {
            return taker_of_arm(tokens, last - 1);
        }
        if is(b'=') && !is_compared(tokens, last) {
            return Some(Taker::Set(last));
        }
        if is(b'(') || is(b',') {
            return taken_in_list(tokens, last, None);
        }
        if is(b'{') {
            return Some(Taker::Item(last));
        }
        if is(b';') || is(b'}') && is_first {
            return None;
        }
        // `name: new()`
        let before = last.checked_sub(2).filter(|&at| is(b':') && (tokens.is(at, b'(') || tokens.is(at, b',')));
        if let Some(sign) = before.filter(|_| !tokens.word(last - 1).is_empty()) {
            return taken_in_list(tokens, sign, Some(last - 1));
        }
        // Only what is chosen from may stand between: `a ? b : new()`, `a ?? new()`.
        if is_first && !is(b'?') && !is(b':') {
            return None;
        }
        is_first = false;
        if [b')', b']', b'}'].iter().any(|sign| is(*sign)) {
            here = tokens.opening(last)?;
        }
    }
    None
}

/// What takes what the arrow at `sign` yields: in a `switch`, what takes that.
fn taker_of_arm(tokens: &Tokens, sign: usize) -> Option<Taker> {
    let open = tokens.opener(sign).filter(|&open| tokens.is(open, b'{'));
    let word = open.and_then(|open| (0..open).rev().find(|&at| !tokens.is_line(at)));
    let Some(word) = word.filter(|&at| tokens.word(at) == "switch") else { return Some(Taker::Arrow(sign)) };
    // What is looked at stands before the word: a name and what is taken from it.
    let mut at = word;
    while let Some(last) = at.checked_sub(1) {
        at = match tokens.opening(last) {
            Some(open) => open,
            None if !tokens.word(last).is_empty() && tokens.word(last) != "return" || tokens.is(last, b'.') => last,
            None => break,
        };
    }
    taker(tokens, at)
}

fn taken_in_list(tokens: &Tokens, sign: usize, name: Option<usize>) -> Option<Taker> {
    let open = if tokens.is(sign, b'(') { sign } else { tokens.opener(sign)? };
    if tokens.is(open, b'{') {
        return Some(Taker::Item(open));
    }
    let number = (open + 1..=sign).filter(|&at| tokens.is(at, b',') && tokens.opener(at) == Some(open)).count();
    tokens.is(open, b'(').then_some(Taker::Argument(open, number, name))
}

/// True for a sign of equality that is a part of another one.
fn is_compared(tokens: &Tokens, at: usize) -> bool {
    let is_sign = |at: usize, signs: &[u8]| signs.iter().any(|sign| tokens.is(at, *sign));
    tokens.touches(at) && at.checked_sub(1).is_some_and(|before| is_sign(before, b"=!<>"))
        || tokens.is(at + 1, b'=') && tokens.touches(at + 1)
}

/// The token that is called with the list at `open`: `new` for what is made without a name.
fn callee(tokens: &Tokens, open: usize) -> Option<usize> {
    let mut last = (0..open).rev().find(|&at| !tokens.is_line(at))?;
    if tokens.is(last, b'>') {
        last = super::expressions::angles::opening_angle(tokens, last)?.checked_sub(1)?;
    }
    Some(last)
}

/// Where the type begins of the variable whose name is the token `name`, if one stands before it.
fn declared_before(tokens: &Tokens, name: usize) -> Option<usize> {
    let is_type = |at: usize| {
        let word = tokens.word(at);
        let is_word = !word.is_empty() && word != "return" && word != "var";
        is_word || tokens.is(at, b'>') || tokens.is(at, b'?') || tokens.is(at, b']')
    };
    let last = name.checked_sub(1).filter(|&at| is_type(at) && !tokens.word(name).is_empty())?;
    let mut start = last;
    while let Some(before) = start.checked_sub(1) {
        let is_part = is_type(before) || [b'.', b'<', b',', b'['].iter().any(|sign| tokens.is(before, *sign));
        if !is_part || tokens.get(before).is_some_and(|token| token.kind == TokenKind::Line) {
            break;
        }
        start = before;
    }
    while BEFORE_TYPES.contains(&tokens.word(start)) && start < last {
        start += 1;
    }
    Some(start)
}

/// True in the body of a function without a name.
fn is_in_lambda(tokens: &Tokens, at: usize) -> bool {
    let around = std::iter::successors(tokens.opener(at), |&open| tokens.opener(open));
    around.filter(|&open| tokens.is(open, b'{')).any(|open| {
        let before = (0..open).rev().filter(|&at| !tokens.is_line(at)).take(2).collect::<Vec<_>>();
        before.len() == 2 && tokens.are(before[1], "=>")
            || before.first().is_some_and(|&at| tokens.word(at) == "delegate")
    })
}
