//! JavaScript and TypeScript: the values that objects, modules and functions without a written type hold and yield.

use super::ends::past_lines;
use super::objects::{self, Entry};
use super::scopes::Key;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::docql::relations::typing::written::{self, Written};
use crate::document::{Kind, Span};
use crate::library::{FileId, NodeRef};

/// Functions followed to what they return, at most, and returns read of one.
const MAX_RETURN_DEPTH: u8 = 6;
const MAX_RETURNS: usize = 8;
const MAX_READ: usize = 400;

/// Functions on the way to one whose result is remembered, at most.
const MAX_REMEMBERED: u8 = 2;

/// What is called on an object or a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Called {
    Function(NodeRef),
    /// Nothing that is declared here.
    Elsewhere,
    Unknown,
}

impl FileTypes<'_, '_> {
    /// What the call of the name at `offset` means, by the values that it is made on.
    pub(in crate::docql::relations) fn called_value(&self, offset: u32) -> Called {
        let called = || {
            let region = self.region(self.imports.file, offset)?;
            let (rules, at) = (self.rules(region.file)?, region.tokens.at(offset));
            let first = match chain::joint(&region.tokens, at, rules) {
                Some(end) => chain::start_of(&region.tokens, end, rules)?,
                None => at,
            };
            // The bracket behind a name in quotes: `a['run']()`.
            let last = if region.tokens.is_key(at) { at + 2 } else { at + 1 };
            let (links, end) = chain::read(&region.tokens, first, last, rules)?;
            (end == last).then(|| self.value_or_function(&region, &links, 0))
        };
        match called() {
            Some(Type::Function(node)) => Called::Function(node),
            Some(Type::Written(written, _)) => self.indexed(&written).map_or(Called::Unknown, Called::Function),
            Some(Type::Foreign | Type::Outside(_)) => Called::Elsewhere,
            _ => Called::Unknown,
        }
    }

    /// The method that a type is written to be that of: `Manager["run"]`.
    fn indexed(&self, written: &Written) -> Option<NodeRef> {
        let (of, key) = written.text.trim().strip_suffix(']')?.rsplit_once('[')?;
        let name = key.trim().trim_matches(['"', '\'']);
        let node =
            self.resolve(&Written { text: of.to_owned(), ..*written }).flatten().filter(|_| name != key.trim())?;
        match self.member(node, name, Evidence::Signature, (true, 0)) {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// True for the name of what loads modules: `import(…)`, `require(…)`.
    pub(in crate::docql::relations::typing) fn loads(&self, region: &Region, name: &str) -> bool {
        matches!(name, "import" | "require") && self.rules(region.file).is_some_and(|rules| rules.objects)
    }

    /// What the module that `import(…)` with these arguments loads is.
    pub(in crate::docql::relations::typing) fn loaded(&self, region: &Region, (start, end): (usize, usize)) -> Type {
        let is_text = region.tokens.get(start).is_some_and(|token| token.kind == TokenKind::Text);
        let rest = past_lines(&region.tokens, start + 1);
        if !is_text || rest < end && !region.tokens.is(rest, b',') {
            return Type::Unknown;
        }
        let path = region.tokens.slice(start, start + 1).trim_matches(['"', '\'', '`']);
        match self.table.modules.script_at(region.file, path) {
            Some(Meaning::Module(file)) => Type::Module(file),
            Some(Meaning::Elsewhere) => Type::Foreign,
            _ => Type::Unknown,
        }
    }

    /// What a module exports under a name.
    pub(in crate::docql::relations::typing) fn exported(&self, file: FileId, name: &str, depth: u8) -> Type {
        match self.table.modules.exported(file, name) {
            Some(meaning) => self.meant(meaning, (&[], name), depth),
            None => Type::Unknown,
        }
    }

    /// What the object that opens at `offset` of a file has under a name.
    pub(in crate::docql::relations::typing) fn held(
        &self,
        (file, offset): (FileId, u32),
        name: &str,
        depth: u8,
    ) -> Type {
        let Some(region) = self.region(file, offset).filter(|_| depth <= MAX_DEPTH) else { return Type::Unknown };
        let tokens = &region.tokens;
        match objects::entry(tokens, tokens.at(offset), name) {
            Entry::Name(token) => self.value_or_function(&region, &[Link::Name(name.to_owned(), token)], depth + 1),
            Entry::Method(key) => self.function_named(&region, key).map_or(Type::Unknown, Type::Function),
            Entry::Value(key, start) => match self.function_named(&region, key) {
                Some(function) => Type::Function(function),
                None => self.value_at(&region, start, depth + 1),
            },
            Entry::Open => Type::Unknown,
            Entry::Missing => Type::Foreign,
        }
    }

    /// The function whose name stands at a token.
    fn function_named(&self, region: &Region, token: usize) -> Option<NodeRef> {
        let start = region.tokens.get(token)?.start;
        let outline = self.table.library.outline(region.file)?;
        // The name of a key in quotes stands between these.
        let is_it = |node: u32| {
            let name = outline.name_span(node).start;
            outline.kind(node).is_function() && (name == start || name == start + 1)
        };
        outline.innermost(start, is_it).map(|node| NodeRef { file: region.file, node })
    }

    /// The type of the expression at `start`, if it is a chain, whatever type it is said to be of.
    pub(in crate::docql::relations::typing) fn value_at(&self, region: &Region, start: usize, depth: u8) -> Type {
        let tokens = &region.tokens;
        let Some(rules) = self.rules(region.file).filter(|_| depth <= MAX_DEPTH) else { return Type::Unknown };
        let Some((links, end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
        if let Some(said) = self.said(region, end) {
            return said;
        }
        let is_said = matches!(tokens.word(end), "as" | "satisfies");
        let behind = past_lines(tokens, end);
        let ends = is_said
            || tokens.is_line(end) && !b"?|&+-*/%=<".iter().any(|sign| tokens.is(behind, *sign))
            || b",;)}]".iter().any(|sign| tokens.is(end, *sign));
        match ends {
            true => self.value_or_function(region, &links, depth + 1),
            false => self.chosen_of(region, super::ends::whole(tokens, start), depth + 1),
        }
    }

    /// The type that an expression which ends at a token is said to be of: `x as T`.
    pub(in crate::docql::relations::typing) fn said(&self, region: &Region, end: usize) -> Option<Type> {
        let tokens = &region.tokens;
        if tokens.word(end) != "as" || tokens.word(end + 1) == "const" {
            return None;
        }
        let type_end = super::ends::type_end(tokens, end + 1);
        // `x as unknown as T`
        let last = (end + 1..type_end).rev().find(|&at| tokens.word(at) == "as").unwrap_or(end);
        Some(self.spelled(region, last + 1, type_end, Evidence::Receiver))
    }

    /// TypeScript: what the name at `offset` is called on, where that is said to be anything: `(x as any).run()`,
    /// `(<any>x).run()`. `None` where it is not.
    pub(in crate::docql::relations) fn receiver_behind_any(&self, offset: u32) -> Option<Receiver> {
        let region = self.region(self.imports.file, offset)?;
        let (tokens, rules) = (&region.tokens, self.rules(region.file).filter(|rules| rules.objects)?);
        let close = chain::joint(tokens, tokens.at(offset), rules)?.checked_sub(1)?;
        let close = if tokens.is(close, b'!') { close.checked_sub(1)? } else { close };
        let open = Some(close).filter(|&at| tokens.is(at, b')')).and_then(|at| tokens.opening(at))?;
        let is_angled = tokens.are(open + 1, "<") && tokens.word(open + 2) == "any" && tokens.are(open + 3, ">");
        let start = if is_angled { open + 4 } else { open + 1 };
        let (links, end) = chain::read(tokens, start, close, rules)?;
        let is_any = match is_angled {
            true => end == close,
            false => tokens.word(end) == "as" && tokens.word(close - 1) == "any" && tokens.word(close - 2) == "as",
        };
        is_any.then(|| self.receiver_of(self.value_or_function(&region, &links, 0), false, offset))
    }

    /// What a function without a written result returns, if all that it returns is that.
    pub(in crate::docql::relations::typing) fn yielded_value(&self, function: NodeRef, depth: u8) -> Type {
        let Some(outline) = self.table.library.outline(function.file) else { return Type::Unknown };
        let body = outline.body(function.node);
        if body.is_empty() || depth > MAX_RETURN_DEPTH {
            return Type::Unknown;
        }
        // What is asked for at the end of a long way may be told no more; what is not is the same for all.
        if depth > MAX_REMEMBERED {
            return self.read_returns(function, body, depth);
        }
        if let Some(known) = self.yielded.borrow().get(&function) {
            return known.clone();
        }
        self.yielded.borrow_mut().insert(function, Type::Unknown);
        let found = self.read_returns(function, body, depth);
        self.yielded.borrow_mut().insert(function, found.clone());
        found
    }

    fn read_returns(&self, function: NodeRef, body: Span, depth: u8) -> Type {
        let Some(region) = self.region(function.file, body.start) else { return Type::Unknown };
        let tokens = &region.tokens;
        let (first, end) = (tokens.at(body.start), tokens.at(body.end));
        if !tokens.is(first, b'{') {
            return self.value_at(&region, first, depth + 1);
        }
        let own = region.scopes().function_around(first);
        let all = (first..end).filter(|&at| tokens.word(at) == "return").take(MAX_READ);
        let is_own = |&at: &usize| region.scopes().function_around(at) == own;
        let mut found: Option<Type> = None;
        for at in all.filter(is_own).take(MAX_RETURNS) {
            if tokens.is_line(at + 1)
                || tokens.is(at + 1, b';')
                || tokens.is(at + 1, b'}')
                || is_nothing(tokens, at + 1)
            {
                continue;
            }
            let value = self.value_at(&region, at + 1, depth + 1);
            match &found {
                Some(known) if !is_same(known, &value) => return Type::Unknown,
                Some(_) => {}
                None => found = Some(value),
            }
        }
        found.unwrap_or(Type::Unknown)
    }

    /// The type of a part of what is taken apart.
    pub(in crate::docql::relations::typing) fn taken(
        &self,
        region: &Region,
        number: usize,
        place: (usize, usize),
        depth: u8,
    ) -> Type {
        let Some(taken) = region.scopes().taken(number) else { return Type::Unknown };
        let whole = match taken.of {
            Binding::Value(start, _) => self.value_at(region, start, depth + 1),
            of => self.bound(region, of, place, depth + 1),
        };
        taken.keys.iter().fold(whole, |whole, key| match key {
            Key::Name(name) => self.step(region, whole, &Link::Member(name.clone()), None, depth + 1),
            Key::Number(number) => self.numbered(&whole, *number),
            Key::Rest => Type::Unknown,
        })
    }

    /// What a variable outside of functions is, if it is a part of what is taken apart: `const { a } = b`.
    pub(in crate::docql::relations::typing) fn part_declared(&self, node: NodeRef, depth: u8) -> Option<Type> {
        let outline = self.table.library.outline(node.file)?;
        let rules = self.rules(node.file).filter(|rules| rules.objects && depth <= MAX_DEPTH)?;
        let region = self.region(node.file, outline.name_span(node.node).start)?;
        let at = region.tokens.at(outline.name_span(node.node).start);
        // Most stand behind the word that declares them.
        if at.checked_sub(1).is_none_or(|before| rules.binders.contains(&region.tokens.word(before))) {
            return None;
        }
        match region.scopes().bound_at(outline.name(node.node), at)?.binding {
            // What is taken out of itself goes round.
            Binding::Taken(_) if self.nesting.get() > MAX_DEPTH => Some(Type::Unknown),
            Binding::Taken(number) => Some(self.nested(|| self.taken(&region, number, (at, at), depth + 1))),
            _ => None,
        }
    }

    /// True if the name at `offset` is that of a variable outside of functions which is a part of what is taken apart.
    pub(in crate::docql::relations) fn is_part(&self, name: &str, offset: u32) -> bool {
        let file = self.imports.file;
        let Some(Meaning::Declared(node)) = self.meaning(file, offset, &[], name) else { return false };
        let kind = self.table.library.outline(node.file).map(|outline| outline.kind(node.node));
        node.file == file
            && matches!(kind, Some(Kind::Variable | Kind::Constant))
            && self.part_declared(node, 0).is_some()
    }

    /// An element of a list, or a part of a tuple.
    fn numbered(&self, whole: &Type, number: usize) -> Type {
        let Type::Written(written, evidence) = whole else { return Type::Unknown };
        let text = self.rules(written.file).map_or(written.text.trim(), |rules| written::bare(&written.text, rules));
        match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            Some(parts) => {
                let part = written::split(parts, b',').get(number).copied();
                // A part may have a name: `[first: A]`.
                let part = part.map(|part| part.split_once(": ").map_or(part, |(_, type_)| type_).trim().to_owned());
                part.map_or(Type::Unknown, |text| Type::Written(Written { text, ..*written }, *evidence))
            }
            None => self.element(written, *evidence),
        }
    }

    /// The member of a type that is written as an object: `{ a: A; b?: B }`.
    pub(in crate::docql::relations::typing) fn literal_member(
        &self,
        written: &Written,
        name: &str,
        evidence: Evidence,
    ) -> Type {
        let Some(lexis) = self.table.library.file(written.file).format.lexis else { return Type::Unknown };
        let tokens = Tokens::read(&written.text, 0, lexis);
        let close = tokens.closing(0).unwrap_or(0);
        let mut at = past_lines(&tokens, 1);
        while at < close {
            let key = if tokens.word(at) == "readonly" && !tokens.word(at + 1).is_empty() { at + 1 } else { at };
            let mark = key + 1 + usize::from(tokens.is(key + 1, b'?'));
            let end = if tokens.is(mark, b':') { super::ends::type_end(&tokens, mark + 1) } else { mark };
            if tokens.word(key) == name && end > mark {
                let text = tokens.slice(mark + 1, end).to_owned();
                return Type::Written(Written { text, ..*written }, evidence);
            }
            at = end.max(at + 1);
            while at < close && !tokens.is(at, b',') && !tokens.is(at, b';') && !tokens.is_line(at) {
                at = tokens.closing(at).filter(|&close| close > at).map_or(at + 1, |close| close + 1);
            }
            at = past_lines(&tokens, at + 1);
        }
        Type::Unknown
    }
}

/// True if nothing is returned, as `null` or `undefined` say.
fn is_nothing(tokens: &Tokens, at: usize) -> bool {
    matches!(tokens.word(at), "null" | "undefined")
        && (tokens.is_line(at + 1) || tokens.is(at + 1, b';') || tokens.is(at + 1, b'}'))
}

/// True if two values are known, and known to be one.
pub(super) fn is_same(a: &Type, b: &Type) -> bool {
    match (a, b) {
        (Type::Node(a, _), Type::Node(b, _)) => a == b,
        (Type::Function(a), Type::Function(b)) => a == b,
        (Type::Module(a), Type::Module(b)) => a == b,
        (Type::Written(a, _), Type::Written(b, _)) => a.text == b.text && a.file == b.file,
        (Type::Foreign, Type::Foreign) => true,
        _ => false,
    }
}
