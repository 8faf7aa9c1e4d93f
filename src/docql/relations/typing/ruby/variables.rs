//! What constants, variables and results of methods are.

use super::bindings::{Bound, Setting, assigned, has_variables};
use super::chains::line_end;
use super::code::Code;
use super::model::{Asked, Known, Level, Value, Yields};
use super::results::last_statements;
use super::values::one_of;
use crate::docql::relations::typing::known::FileTypes;
use crate::document::Kind;
use crate::library::{FileId, NodeRef, Outline};
use std::collections::{BTreeSet, HashSet};

impl FileTypes<'_, '_> {
    /// What a constant is, by the nodes that declare it: what all of them agree on.
    pub(super) fn ruby_constant(&self, nodes: &[NodeRef]) -> Value {
        one_of(nodes.iter().map(|&node| {
            self.ruby_told(Asked::Constant(node), || {
                let told = || {
                    let outline = self.table.library.outline(node.file)?;
                    let code = self.ruby_code(node.file)?;
                    let at = code.at(outline.name_span(node.node).end).checked_sub(1)?;
                    Some(self.ruby_assigned(node.file, &code, assigned(&code, at)?))
                };
                told().unwrap_or(Value::Unknown)
            })
        }))
    }

    /// What a variable is whose name stands at `offset`; `None` if there is none of the name.
    pub(super) fn ruby_variable(&self, file: FileId, offset: u32, name: &str) -> Option<Value> {
        let outline = self.table.library.outline(file)?;
        let code = self.ruby_code(file)?;
        let bindings = code.bindings(&outline);
        let mut around = outline.enclosing(offset, has_variables);
        while let Some(node) = around {
            let span = outline.span(node);
            match bindings.variable(node, name) {
                Some(Bound::Open) => return Some(Value::Unknown),
                Some(Bound::To(values)) => {
                    let asked = Asked::Local(file, span.start, name.to_owned());
                    let all = values.iter().filter(|&&start| code.word(start) != "nil");
                    let tell = || one_of(all.map(|&start| self.ruby_assigned(file, &code, start)));
                    return Some(self.ruby_told(asked, tell));
                }
                // A method sees nothing of what is around it; a test and a closure see what those around them bind.
                None if is_method(&code, span.start) => return None,
                None => around = outline.ancestors(node).find(|&at| has_variables(outline.kind(at))),
            }
        }
        None
    }

    /// What is assigned by the statement whose value begins at the token `start`.
    fn ruby_assigned(&self, file: FileId, code: &Code, start: usize) -> Value {
        let end = line_end(code, start, code.len());
        let is_whole = match code.word(end) {
            // One of two values.
            "rescue" => false,
            // `f do … end.g`
            "do" => code.ends().end_of(end).is_some_and(|end| {
                let next = (end + 1..code.len()).find(|&at| !code.is_line(at));
                next.is_none_or(|next| !code.is(next, b'.') && !code.are(next, "&."))
            }),
            _ => true,
        };
        if is_whole { self.ruby_expression(file, start, end) } else { Value::Unknown }
    }

    /// What `@name` is in a value of a type, or in the type itself: what the methods set it to, of the type, of
    /// those above and, where the value may be one of them, of those below.
    pub(super) fn ruby_field(&self, on: (&str, Level), is_exact: bool, name: &str) -> Value {
        let (path, level) = on;
        let asked = Asked::Field { path: path.to_owned(), level, is_exact, name: name.to_owned() };
        self.ruby_told(asked, || {
            let library = self.table.library;
            let types = &self.table.ruby;
            let Some(family) = types.family(path, level, is_exact) else { return Value::Unknown };
            let places: BTreeSet<NodeRef> = family.iter().flat_map(|(of, _)| types.places(of)).collect();
            if places.iter().any(|place| types.is_written(*place, name)) && types.is_set_from_outside(name) {
                return Value::Unknown;
            }
            let files: BTreeSet<FileId> = places.iter().map(|place| place.file).collect();
            let written = format!("@{name}");
            let is_set = |file: &FileId| library.peek_text(*file).is_ok_and(|text| text.contains(&written));
            one_of(files.into_iter().filter(is_set).flat_map(|file| {
                match (self.ruby_code(file), library.outline(file)) {
                    (Some(code), Some(outline)) => self.ruby_settings(file, (&code, &outline), &family, name),
                    _ => Vec::new(),
                }
            }))
        })
    }

    /// What the settings of `@name` in one file are that are made by methods of some types.
    fn ruby_settings(
        &self,
        file: FileId,
        (code, outline): (&Code, &Outline<'_>),
        family: &HashSet<(String, Level)>,
        name: &str,
    ) -> Vec<Value> {
        let is_own = |setting: &&Setting| {
            let offset = code.get(setting.at).map_or(0, |token| token.start);
            self.table.ruby.own(self.table.library, file, offset).is_some_and(|of| family.contains(&of))
        };
        let mut out = Vec::new();
        for setting in code.bindings(outline).field(name).iter().filter(is_own) {
            match setting.value {
                Some(start) if code.word(start) == "nil" => continue,
                Some(start) => out.push(self.ruby_assigned(file, code, start)),
                None => out.push(Value::Unknown),
            }
            if out.last() == Some(&Value::Unknown) {
                break;
            }
        }
        out
    }

    /// What a method yields that is called on a value: what its last statement is; a reader what its variable is.
    pub(super) fn ruby_result(&self, method: NodeRef, on: &Known) -> Value {
        let Some(outline) = self.table.library.outline(method.file) else { return Value::Unknown };
        if outline.kind(method.node) == Kind::Property {
            return self.ruby_field((&on.path, on.level), on.is_exact, outline.name(method.node));
        }
        let Some(code) = self.ruby_code(method.file) else { return Value::Unknown };
        let body = outline.body(method.node);
        let known = self.ruby.yields.borrow().get(&method).cloned();
        let read = || last_statements(&code, code.at(body.start), code.at(body.end)).map(Yields::from);
        let yields = known.unwrap_or_else(read);
        self.ruby.yields.borrow_mut().insert(method, yields.clone());
        let Some(all) = yields else { return Value::Unknown };
        if let [(start, end)] = all[..]
            && start + 1 == end
            && code.word(start) == "self"
        {
            return Value::Of(on.clone());
        }
        self.ruby_told(Asked::Result(method), || {
            one_of(all.iter().map(|&part| self.ruby_yield(method.file, &code, part)))
        })
    }

    /// What the last statement of a part of a method is.
    fn ruby_yield(&self, file: FileId, code: &Code, (start, end): (usize, usize)) -> Value {
        let is_field = code.is(start, b'@') && !code.is(start + 1, b'@');
        let name = if is_field { start + 1 } else { start };
        let value = assigned(code, name).filter(|_| !code.word(name).is_empty());
        match value {
            // What ends a block is no value by itself.
            _ if end > 0 && code.word(end - 1) == "end" => Value::Unknown,
            // `@x ||= X.new` is what it is already.
            Some(_) if code.are(name + 1, "||=") => self.ruby_expression(file, start, name + 1),
            Some(value) => self.ruby_expression(file, value, end),
            None => self.ruby_expression(file, start, end),
        }
    }
}

/// True for a node that begins with `def`, perhaps behind words like `private`, and not for a test or a closure.
fn is_method(code: &Code, start: u32) -> bool {
    let first = code.at(start);
    (first..first + 4).take_while(|&at| !code.word(at).is_empty()).any(|at| code.word(at) == "def")
}
