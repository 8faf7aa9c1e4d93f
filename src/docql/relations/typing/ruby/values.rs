//! What an expression is.

use super::chains::{self, Chain, Head};
use super::code::Code;
use super::model::{Asked, Constant, Known, Level, MAKES, SETS_UP, Value};
use super::types;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::library::{FileId, NodeRef};
use std::rc::Rc;

/// Values that something is one of, at most.
const MAX_ALTERNATIVES: usize = 4;

/// Methods of a name that a call may mean and that are asked for what they yield, at most.
const MAX_METHODS: usize = 32;

/// Files kept as tokens, at most.
const MAX_FILES: usize = 64;

/// Expressions that are told inside of each other, at most.
const MAX_DEPTH: u32 = 32;

impl FileTypes<'_, '_> {
    /// What the name at `offset` is called on; `None` if nothing stands before it.
    pub(in crate::docql::relations) fn ruby_receiver(&self, offset: u32) -> Option<Value> {
        let file = self.imports.file;
        let tokens = self.ruby_code(file)?;
        let at = tokens.at(offset);
        // `all.each(&:read)` calls the name on what is yielded.
        if at > 1 && tokens.is(at - 1, b':') && tokens.is(at - 2, b'&') {
            return Some(Value::Unknown);
        }
        let end = chains::joint(&tokens, at)?;
        let chain = chains::start_of(&tokens, end).and_then(|start| chains::read(&tokens, start, end));
        Some(match chain {
            Some((chain, read)) if read == end => self.ruby_value(file, offset, &chain),
            _ => Value::Unknown,
        })
    }

    /// What the call of `new` at `offset` runs.
    pub(in crate::docql::relations) fn made_in_ruby(&self, offset: u32) -> Vec<(NodeRef, Evidence)> {
        let own = || {
            let (path, level) = self.ruby_own(offset)?;
            Some(Known { path, level, evidence: Evidence::OwnType, is_exact: false })
        };
        let made_on = |on: Known, is_one: bool| {
            let is_own = !self.table.ruby.lookup(&on.path, on.level, MAKES).is_empty();
            let found = if is_own { Vec::new() } else { self.set_up_in_ruby(&on) };
            let known = if is_one { on.evidence } else { Evidence::Name };
            let evidence = |node| types::weighed(&found, node, self.imports.file, known);
            found.iter().map(|&node| (node, evidence(node))).collect::<Vec<_>>()
        };
        match self.ruby_receiver(offset) {
            None => own().map(|on| made_on(on, true)).unwrap_or_default(),
            Some(Value::Of(on)) => made_on(on, true),
            Some(Value::OneOf(all)) => {
                let known = |value| if let Value::Of(on) = value { Some(on) } else { None };
                all.into_iter().filter_map(known).flat_map(|on| made_on(on, false)).collect()
            }
            Some(_) => Vec::new(),
        }
    }

    /// What sets up a value that a class is made into with the library's `new`.
    pub(in crate::docql::relations) fn set_up_in_ruby(&self, on: &Known) -> Vec<NodeRef> {
        match on.level {
            Level::Itself => self.table.ruby.lookup(&on.path, Level::Value, SETS_UP),
            Level::Value => Vec::new(),
        }
    }

    /// The same in the words of other languages.
    pub(in crate::docql::relations) fn receiver_in_ruby(&self, offset: u32) -> Option<Receiver> {
        Some(match self.ruby_receiver(offset)? {
            Value::Of(of) => match self.table.ruby.places(&of.path).first() {
                Some(node) => Receiver::Of(*node, of.evidence),
                None => Receiver::Unknown,
            },
            Value::Core(_) | Value::Foreign | Value::Outside => Receiver::Foreign,
            Value::Unknown | Value::OneOf(_) => Receiver::Unknown,
        })
    }

    /// What `self` is at a place.
    pub(in crate::docql::relations) fn ruby_own(&self, offset: u32) -> Option<(String, Level)> {
        self.table.ruby.own(self.table.library, self.imports.file, offset)
    }

    pub(super) fn ruby_code(&self, file: FileId) -> Option<Rc<Code>> {
        if let Some(known) = self.ruby.files.borrow().get(&file) {
            return Some(Rc::clone(known));
        }
        let library = self.table.library;
        let text = library.peek_text(file).ok()?;
        let code = Rc::new(Code::new(Tokens::read(&text, 0, library.lexis(file)?)));
        let mut all = self.ruby.files.borrow_mut();
        if all.len() >= MAX_FILES {
            all.clear();
        }
        all.insert(file, Rc::clone(&code));
        Some(code)
    }

    /// The answer to a question that others may ask as well, told once. What leads back to itself is unknown, and so is all
    /// that asks for what is unknown: where a circle was entered makes no difference, and each answer on the way can be kept. Only
    /// what the depth has cut short is told anew, if it is asked for from elsewhere.
    pub(super) fn ruby_told(&self, asked: Asked, tell: impl FnOnce() -> Value) -> Value {
        if let Some(known) = self.ruby.known.borrow().get(&asked) {
            return known.clone();
        }
        if self.ruby.asked.borrow().contains(&asked) {
            return Value::Unknown;
        }
        self.ruby.asked.borrow_mut().push(asked.clone());
        let value = tell();
        let mut all = self.ruby.asked.borrow_mut();
        all.pop();
        if all.is_empty() {
            self.ruby.is_cut.set(false);
        }
        if value != Value::Unknown || !self.ruby.is_cut.get() {
            self.ruby.known.borrow_mut().insert(asked, value.clone());
        }
        value
    }

    /// What the expression in the tokens `start..end` is.
    pub(super) fn ruby_expression(&self, file: FileId, start: usize, end: usize) -> Value {
        let Some(tokens) = self.ruby_code(file) else { return Value::Unknown };
        let Some(offset) = tokens.get(start).map(|token| token.start) else { return Value::Unknown };
        let depth = self.ruby.depth.get();
        if depth >= MAX_DEPTH {
            self.ruby.is_cut.set(true);
            return Value::Unknown;
        }
        self.ruby.depth.set(depth + 1);
        let value = match chains::read(&tokens, start, end) {
            Some((chain, read)) if read == end => self.ruby_value(file, offset, &chain),
            _ => Value::Unknown,
        };
        self.ruby.depth.set(depth);
        value
    }

    /// The value of a chain that stands at `offset`.
    fn ruby_value(&self, file: FileId, offset: u32, chain: &Chain) -> Value {
        let (library, types) = (self.table.library, &self.table.ruby);
        let own = || types.own(library, file, offset);
        let from = match &chain.head {
            Head::Constant(names) => match types.constant(names, &types.nesting(file, offset)) {
                Some(Constant::Type(path)) => Value::exact(path, Level::Itself),
                Some(Constant::Assigned(nodes)) => self.ruby_constant(&nodes),
                None => self.outside_of_ruby(names, own()),
            },
            Head::Own => own().map_or(Value::Unknown, |(path, level)| Value::of(path, level, Evidence::OwnType)),
            Head::Field(name) => {
                own().map_or(Value::Unknown, |(path, level)| self.ruby_field((&path, level), false, name))
            }
            Head::Literal(class) => Value::Core(class),
            Head::Group(start, end) => self.ruby_expression(file, *start, *end),
            Head::Name(name) => match self.ruby_variable(file, offset, name) {
                Some(value) => value,
                None => own().map_or(Value::Unknown, |(path, level)| {
                    self.ruby_yielded(&Known { path, level, evidence: Evidence::OwnType, is_exact: false }, name)
                }),
            },
        };
        chain.links.iter().fold(from, |at, name| self.ruby_step(at, name))
    }

    /// What a constant is that is declared nowhere around it.
    fn outside_of_ruby(&self, names: &[String], own: Option<(String, Level)>) -> Value {
        let types = &self.table.ruby;
        // What a class has from a library may be mixed in there.
        let is_open = || own.is_none_or(|(path, _)| types.lineage(&path, Level::Value).is_open);
        match types.guessed(names).filter(|_| is_open()) {
            Some(path) => Value::of(path, Level::Itself, Evidence::Name),
            // They make types.
            None if matches!(names, [name] if matches!(name.as_str(), "Class" | "Module" | "Struct" | "Data")) => {
                Value::Unknown
            }
            None => Value::Outside,
        }
    }

    fn ruby_step(&self, at: Value, name: &str) -> Value {
        match at {
            Value::Of(known) => self.ruby_yielded(&known, name),
            Value::OneOf(all) => one_of(all.into_iter().map(|at| self.ruby_step(at, name))),
            Value::Outside if name == "new" => Value::Foreign,
            kept @ (Value::Core(_) | Value::Foreign) if is_kept(name) => kept,
            _ => Value::Unknown,
        }
    }

    /// What a method yields that is called on a value.
    fn ruby_yielded(&self, on: &Known, name: &str) -> Value {
        let types = &self.table.ruby;
        let found = match on.is_exact {
            true => types.lookup(&on.path, on.level, name).into(),
            // One below may have its own.
            false => match types.lookup_below(&on.path, on.level, name) {
                Some(found) => found,
                None => return Value::Unknown,
            },
        };
        // A class has what those below it do not have for themselves.
        if !found.is_empty() && !on.is_exact && types.lookup(&on.path, on.level, name).is_empty() {
            return Value::Unknown;
        }
        let evidence = if on.evidence == Evidence::Name { Evidence::Name } else { Evidence::Receiver };
        match (&*found, on.level, name) {
            ([], Level::Itself, "new" | "allocate") => Value::Of(Known { level: Level::Value, evidence, ..on.clone() }),
            // What mixes in the library's `Singleton` has one value.
            ([], Level::Itself, "instance") if types.lineage(&on.path, Level::Value).is_open => {
                Value::Of(Known { level: Level::Value, evidence, ..on.clone() })
            }
            ([], Level::Value, "class") => Value::Of(Known { level: Level::Itself, evidence, ..on.clone() }),
            ([], _, name) if is_kept(name) => Value::Of(on.clone()),
            ([], ..) => Value::Unknown,
            (all, ..) if all.len() > MAX_METHODS => Value::Unknown,
            (all, ..) => one_of(all.iter().map(|&method| self.ruby_result(method, on))),
        }
    }
}

/// What is one of some values. Asks for no more behind one that is unknown: where questions lead on to others what is unknown
/// has to end them all.
pub(super) fn one_of(values: impl Iterator<Item = Value>) -> Value {
    let mut all: Vec<Value> = Vec::new();
    for value in values {
        let parts = match value {
            Value::Unknown => return Value::Unknown,
            Value::OneOf(parts) => parts,
            value => vec![value],
        };
        for part in parts {
            if !all.contains(&part) {
                all.push(part);
            }
        }
        if all.len() > MAX_ALTERNATIVES {
            return Value::Unknown;
        }
    }
    match all.len() {
        0 => Value::Unknown,
        1 => all.remove(0),
        _ => Value::OneOf(all),
    }
}

/// True for a method of every object that yields the object, or another of its class.
fn is_kept(name: &str) -> bool {
    matches!(name, "tap" | "freeze" | "dup" | "clone" | "itself")
}
