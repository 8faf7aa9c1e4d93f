//! Lua: what a name, or an expression, stands for.

use super::bindings::{binding, set};
use super::chains::{Place, is_part, leading, quoted, without_sign};
use super::model::Table;
use super::modules::LuaModules;
use super::tables::{OUTERMOST, declared_table};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::Kind;
use crate::library::FileId;
use regex::Regex;
use std::sync::LazyLock;

/// Values that are followed from one to the next, at most.
const MAX_STEPS: u8 = 6;

/// Bytes of what `setmetatable` is given, at most.
const MAX_ARGUMENTS: usize = 600;

/// Tables of the language, of LuaJIT and of OpenResty, which no file declares.
const LIBRARIES: &[&str] = &[
    "string",
    "table",
    "math",
    "os",
    "io",
    "coroutine",
    "debug",
    "utf8",
    "bit",
    "bit32",
    "ffi",
    "package",
    "jit",
    "ngx",
    "assert",
    "spy",
    "stub",
    "mock",
    "finally",
    "luaunit",
    "lu",
];

/// Functions that make a value of the table they are called on.
const MAKING: &[&str] = &["new", "New", "extend", "create"];

#[allow(clippy::unwrap_used, reason = "the tests run it")]
static METATABLE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^\((?s:.*?)(?:__index\s*=\s*(\w+)\s*[,;}]|,\s*(\w+)\s*\))").unwrap());

#[allow(clippy::unwrap_used, reason = "the tests run it")]
static LOOKUP: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"^\{(?s:[^{}]*?)__index\s*=\s*(\w+)").unwrap());

/// What something stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Value {
    /// A table, or a value that looks up in it what it does not have, and how that is known.
    Table(Table, Evidence),
    /// What `require` gives: one of these files.
    Module(Vec<FileId>),
    /// Something that is not in this workspace.
    Outside,
    Unknown,
}

impl LuaModules<'_> {
    /// What the names `chain`, joined to each other, stand for at a place: what a call is made on. `before` is the text
    /// before them.
    pub(in crate::docql::relations) fn receiver(&self, place: Place<'_, '_>, chain: &[&str], before: &str) -> Value {
        match chain {
            [""] => self.result(place, before),
            [name] => self.named(place, name, 0),
            [head, ..] if !head.is_empty() => match self.named(place, head, 0) {
                Value::Outside => Value::Outside,
                _ => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    /// What a call or a literal yields that ends a text: `require("a").`, `("x"):`.
    fn result(&self, place: Place<'_, '_>, before: &str) -> Value {
        let Some(rest) = without_sign(before) else { return Value::Unknown };
        let line = rest.rsplit('\n').next().unwrap_or(rest);
        let Some(start) = line.rfind("require") else { return Value::Unknown };
        match quoted(&line[start + "require".len()..]) {
            Some((path, "")) => self.module(place.imports.file, path),
            _ => Value::Unknown,
        }
    }

    fn module(&self, from: FileId, path: &str) -> Value {
        let files = self.at(from, path);
        if files.is_empty() { Value::Outside } else { Value::Module(files) }
    }

    /// What an imported path stands for: a module, or something that one has.
    fn imported(&self, from: FileId, path: &str) -> Value {
        match self.module(from, path) {
            Value::Outside => match path.rsplit_once('.') {
                Some((module, _)) if !self.at(from, module).is_empty() => Value::Unknown,
                _ => Value::Outside,
            },
            module => module,
        }
    }

    /// What a name stands for at a place.
    pub(super) fn named(&self, place: Place<'_, '_>, name: &str, steps: u8) -> Value {
        if steps > MAX_STEPS {
            return Value::Unknown;
        }
        let bound = binding(place, name);
        // `function M.f(self)` is written like `function M:f()`.
        if name == "self" && bound.is_none_or(|bound| bound.is_parameter) {
            let there = bound.map_or(place.offset, |bound| bound.at as u32);
            let own = self.own_table(Place { offset: there, ..place });
            return own.map_or(Value::Unknown, |own| Value::Table(own, Evidence::OwnType));
        }
        if let Some(bound) = bound {
            let Some(value) = bound.value else { return Value::Unknown };
            let there = Place { offset: bound.at as u32, ..place };
            return self.evaluated(there, value, steps + 1);
        }
        let file = place.imports.file;
        if let Some(path) = place.imports.path_at(name, place.offset) {
            return self.imported(file, path);
        }
        let Some(outline) = self.outline(file) else { return Value::Unknown };
        let Some(node) = declared_table(outline, name) else {
            let is_declared = || outline.children(None).any(|node| outline.name(node) == name);
            let is_of_library = LIBRARIES.contains(&name) && !is_declared();
            return if is_of_library { Value::Outside } else { Value::Unknown };
        };
        let table = Table { file, name: name.to_owned() };
        if outline.kind(node).is_class() || self.is_filled(&table) {
            return Value::Table(table, Evidence::Receiver);
        }
        let end = outline.name_span(node).end;
        let value = place.text.get(end as usize..).and_then(set);
        let is_first = place.text.get(..outline.name_span(node).start as usize).is_some_and(|before| {
            let before = before.trim_end_matches([' ', '\t']);
            before.ends_with("local") || before.is_empty() || before.ends_with('\n')
        });
        match value.filter(|_| is_first) {
            Some(value) => self.evaluated(Place { offset: end, ..place }, value, steps + 1),
            None => Value::Unknown,
        }
    }

    /// The table of the function around a place that is written for one.
    pub(in crate::docql::relations) fn own_table(&self, place: Place<'_, '_>) -> Option<Table> {
        let file = place.imports.file;
        let outline = self.outline(file)?;
        let innermost = outline.enclosing(place.offset, |kind| kind.is_function() || kind.is_class())?;
        let around = std::iter::once(innermost).chain(outline.ancestors(innermost));
        let name = around.into_iter().find_map(|node| {
            let (kind, detail) = (outline.kind(node), outline.detail(node));
            let is_table = kind.is_class() || matches!(kind, Kind::Variable | Kind::Constant);
            match () {
                () if is_table => Some(outline.name(node)),
                () if kind.is_function() && !detail.is_empty() => Some(detail),
                () => None,
            }
        })?;
        Some(Table { file, name: name.to_owned() })
    }

    /// What an expression stands for that begins a text.
    fn evaluated(&self, place: Place<'_, '_>, text: &str, steps: u8) -> Value {
        let (chain, rest) = leading(text);
        let Some((last, of)) = chain.split_last() else {
            let is_literal = text.starts_with(['"', '\'']) || text.starts_with(|c: char| c.is_ascii_digit());
            return if is_literal { Value::Outside } else { Value::Unknown };
        };
        let rest = rest.trim_start_matches([' ', '\t']);
        match chain[..] {
            ["require"] => return self.required(place, rest),
            ["setmetatable"] => return self.with_metatable(place, rest, steps),
            _ => {}
        }
        let is_called = rest.starts_with(['(', '{', '"', '\'']) || rest.starts_with("[[");
        if is_called && MAKING.contains(last) && !of.is_empty() {
            let of = self.chained(place, of, steps);
            let made = self.table_of(of.clone()).map(|table| Value::Table(table, Evidence::Receiver));
            return made.unwrap_or(if of == Value::Outside { of } else { Value::Unknown });
        }
        let ends = ["", "\n", "\r", ";", "--", ")", "end", "}"].iter();
        let is_whole =
            !is_called && ends.into_iter().any(|end| rest.starts_with(end) && (!end.is_empty() || rest.is_empty()));
        if is_whole { self.chained(place, &chain, steps) } else { Value::Unknown }
    }

    /// What a name is taken from that it is declared to be, `local add = util.add`; `None` where it is no such thing.
    pub(in crate::docql::relations) fn taken_from(&self, place: Place<'_, '_>, name: &str) -> Option<Value> {
        let file = place.imports.file;
        let (value, offset) = match binding(place, name) {
            Some(bound) => (bound.value?, bound.at as u32),
            None => {
                if let Some(path) = place.imports.path_at(name, place.offset) {
                    let (module, last) = path.rsplit_once('.')?;
                    let is_member = last == name && self.at(file, path).is_empty();
                    return is_member.then(|| self.module(file, module));
                }
                let outline = self.outline(file)?;
                let is_it = |node: &u32| outline.name(*node) == name && outline.kind(*node) == Kind::Variable;
                let end = outline.name_span(outline.children(None).find(is_it)?).end;
                (set(place.text.get(end as usize..)?)?, end)
            }
        };
        let (chain, rest) = leading(value);
        let (last, of) = chain.split_last()?;
        let is_whole = rest.trim_start_matches([' ', '\t', '\r']).starts_with(['\n', ';']) || rest.is_empty();
        (*last == name && is_whole && !of.is_empty()).then(|| self.chained(Place { offset, ..place }, of, 1))
    }

    fn chained(&self, place: Place<'_, '_>, chain: &[&str], steps: u8) -> Value {
        match chain {
            [name] => self.named(place, name, steps),
            [head, ..] => match self.named(place, head, steps) {
                Value::Outside => Value::Outside,
                _ => Value::Unknown,
            },
            [] => Value::Unknown,
        }
    }

    /// What `require` yields, by what stands behind it.
    fn required(&self, place: Place<'_, '_>, behind: &str) -> Value {
        let Some((path, rest)) = quoted(behind) else { return Value::Unknown };
        let module = self.module(place.imports.file, path);
        let Some(rest) = rest.strip_prefix(['.', ':']) else {
            return if rest.trim_start_matches([' ', '\t']).starts_with(['(', '{']) { Value::Unknown } else { module };
        };
        let (chain, rest) = leading(rest);
        let is_made = matches!(chain[..], [last] if MAKING.contains(&last)) && rest.starts_with(['(', '{']);
        match module {
            Value::Outside => Value::Outside,
            module if is_made => {
                self.table_of(module).map_or(Value::Unknown, |table| Value::Table(table, Evidence::Receiver))
            }
            _ => Value::Unknown,
        }
    }

    /// What has a metatable, by what stands behind `setmetatable`.
    fn with_metatable(&self, place: Place<'_, '_>, behind: &str, steps: u8) -> Value {
        let inside = &behind[..behind.floor_char_boundary(MAX_ARGUMENTS)];
        let Some(found) = METATABLE.captures(inside) else { return Value::Unknown };
        let name = found.get(1).or(found.get(2)).map_or("", |name| name.as_str());
        match self.named(place, name, steps) {
            Value::Unknown if found.get(1).is_none() => self.looked_up(place, name, steps),
            value => value,
        }
    }

    /// The table in which values look up that have the table `name` for a metatable.
    fn looked_up(&self, place: Place<'_, '_>, name: &str, steps: u8) -> Value {
        let declared = || {
            let outline = self.outline(place.imports.file)?;
            let node = declared_table(outline, name)?;
            set(place.text.get(outline.name_span(node).end as usize..)?)
        };
        let value = binding(place, name).and_then(|bound| bound.value).or_else(declared).unwrap_or_default();
        let of = LOOKUP.captures(value).and_then(|found| found.get(1));
        of.map_or(Value::Unknown, |of| self.named(place, of.as_str(), steps + 1))
    }

    /// The table that a value is, or that its module gives.
    pub(in crate::docql::relations) fn table_of(&self, value: Value) -> Option<Table> {
        match value {
            Value::Table(table, _) => Some(table),
            Value::Module(files) => match files[..] {
                [file] => self.given(file),
                _ => None,
            },
            Value::Outside | Value::Unknown => None,
        }
    }

    /// The table that a file gives to who requires it.
    pub(in crate::docql::relations) fn given(&self, file: FileId) -> Option<Table> {
        self.given.get(file, |&file| {
            let text = self.library.peek_text(file).ok()?;
            let at = text.rfind("\nreturn")? + "\nreturn".len();
            let value = text.get(at..).filter(|value| !value.starts_with(is_part))?.trim_start();
            let imports = Imports::new(self.library, file);
            let place = Place { imports: &imports, text: &text, offset: OUTERMOST };
            self.table_of(self.evaluated(place, value, 2))
        })
    }
}
