//! Lua: how a name fits a declaration by the table it is joined to, by what modules give and by what functions bind.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::{CallSite, LeftOutFor};
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::lua::bindings::{binding, is_bound_behind};
use crate::docql::relations::names::lua::chains::Place;
use crate::docql::relations::names::lua::model::Table;
use crate::docql::relations::names::lua::modules::LuaModules;
use crate::docql::relations::names::lua::tables::owner_of;
use crate::docql::relations::names::lua::values::Value;
use crate::document::Kind;
use crate::library::NodeRef;
use std::sync::Arc;

impl<'l> CallSite<'_, 'l> {
    /// The fit of a name in Lua; `None` in other languages.
    pub(in crate::docql::relations::calls) fn fit_in_lua(&self, named: &Callable<'_>) -> Option<Fit> {
        (self.language() == "lua").then(|| self.fit_of_lua(named))
    }

    /// The fit of the name of a class, or of another table.
    pub(in crate::docql::relations::calls) fn fit_table_in_lua(&self, this: NodeRef) -> Option<Fit> {
        let is_named = || {
            let text = self.lua_text()?;
            let place = Place { imports: self.imports, text: &text, offset: self.offset };
            if !self.qualifiers.is_empty() || self.is_set_in_lua(&text) {
                return None;
            }
            let value = self.lua_value.get_or_init(|| self.lua().receiver(place, &[self.name], ""));
            let table = self.lua().table_of(value.clone())?;
            let outline = self.imports.library.outline(this.file)?;
            (table.file == this.file && table.name == outline.name(this.node)).then_some(Evidence::Import)
        };
        (self.language() == "lua").then(is_named)
    }

    fn lua(&self) -> &LuaModules<'l> {
        &self.types.table.modules.lua
    }

    fn lua_text(&self) -> Option<Arc<str>> {
        self.imports.library.peek_text(self.imports.file).ok()
    }

    /// True if the name is set here, is a key, or is bound: it refers to nothing.
    fn is_set_in_lua(&self, text: &str) -> bool {
        let behind = text.get(self.offset as usize + self.name.len()..).unwrap_or_default().trim_start();
        behind.starts_with('=') && !behind.starts_with("==")
            || self.qualifiers.is_empty() && is_bound_behind(self.before)
    }

    fn fit_of_lua(&self, named: &Callable<'_>) -> Fit {
        let library = self.imports.library;
        let text = self.lua_text()?;
        let is_elsewhere = named.file != self.imports.file;
        if library.language(named.file) != "lua" || named.is_private && is_elsewhere || self.is_set_in_lua(&text) {
            return None;
        }
        let place = Place { imports: self.imports, text: &text, offset: self.offset };
        let owner = owner_of(library, named.node);
        match self.qualifiers.is_empty() {
            true => self.fit_bare_in_lua(named, owner, place),
            false => {
                let before = self.before;
                let value = || self.lua().receiver(place, &self.qualifiers, before);
                self.fit_on_in_lua(named, owner, self.lua_value.get_or_init(value))
            }
        }
    }

    /// The fit of a name that nothing stands before.
    fn fit_bare_in_lua(&self, named: &Callable<'_>, owner: &str, place: Place<'_, 'l>) -> Fit {
        let library = self.imports.library;
        let outline = library.outline(named.file)?;
        let is_here = named.file == self.imports.file;
        let bound = binding(place, self.name);
        if let Some(alias) = self.alias_in_lua(place) {
            return self.fit_on_in_lua(named, owner, &alias);
        }
        if !owner.is_empty() {
            return None;
        }
        if let Some((of, span)) = named.reach {
            let is_own = bound.is_none_or(|bound| span.contains(bound.at as u32));
            return (of == self.imports.file && span.contains(self.offset) && is_own).then_some(Evidence::Import);
        }
        if bound.is_some() {
            return None;
        }
        if let Some(path) = self.imports.path_at(self.name, self.offset) {
            let files = self.lua().at(self.imports.file, path);
            let is_it = |table: Table| table.file == named.file && table.name == named.name;
            return match files[..] {
                [file] if self.lua().given(file).is_some_and(is_it) => Some(Evidence::Import),
                _ => BY_NAME.filter(|_| files.contains(&named.file)),
            };
        }
        if is_here {
            return (outline.parent(named.node.node).is_none()).then_some(Evidence::Import);
        }
        // What a file declares under the name itself is meant there.
        let own = library.outline(self.imports.file)?;
        let is_own =
            |node: u32| own.name(node) == self.name && own.kind(node) != Kind::Import && own.detail(node).is_empty();
        let hides = own.children(None).any(is_own);
        BY_NAME.filter(|_| !hides && outline.parent(named.node.node).is_none())
    }

    /// What the name is taken from that a function, or the file, has by that very name: `local add = util.add`.
    fn alias_in_lua(&self, place: Place<'_, 'l>) -> Option<Value> {
        self.lua_alias.get_or_init(|| self.lua().taken_from(place, self.name)).clone()
    }

    /// The fit of a name that stands behind what has it.
    fn fit_on_in_lua(&self, named: &Callable<'_>, owner: &str, on: &Value) -> Fit {
        match on {
            Value::Table(table, evidence) => self.fit_of_table_in_lua(named, owner, (table, *evidence)),
            Value::Module(files) if owner.is_empty() => {
                let is_free = named.reach.is_none() && files.contains(&named.file);
                is_free.then_some(Evidence::Import)
            }
            Value::Module(files) => match files[..] {
                [file] => match self.lua().given(file) {
                    Some(table) => self.fit_of_table_in_lua(named, owner, (&table, Evidence::Import)),
                    None => BY_NAME.filter(|_| named.file == file),
                },
                _ => BY_NAME.filter(|_| files.contains(&named.file)),
            },
            Value::Outside => None,
            Value::Unknown if owner.is_empty() || self.hands_on_in_lua(named) => None,
            Value::Unknown if self.types.is_common(self.name) => {
                self.left_out.set(Some(LeftOutFor::Unknown));
                None
            }
            Value::Unknown => BY_NAME,
        }
    }

    /// True in the function itself, which hands on to something that has one of its name: `self.inner:close()`.
    fn hands_on_in_lua(&self, named: &Callable<'_>) -> bool {
        let outline = self.imports.library.outline(named.file).filter(|_| named.file == self.imports.file);
        let around = outline.and_then(|outline| outline.enclosing(self.offset, |kind| kind.is_function()));
        named.is_function && around == Some(named.node.node)
    }

    /// The fit of what a table has, or one above it.
    fn fit_of_table_in_lua(&self, named: &Callable<'_>, owner: &str, (table, evidence): (&Table, Evidence)) -> Fit {
        let lua = self.lua();
        // `M.f = f`
        if owner.is_empty() {
            let is_its = named.file == table.file && named.reach.is_none() && lua.members(table, self.name).is_empty();
            return is_its.then_some(evidence);
        }
        let lineage = lua.lineage(table);
        let found = lineage.tables.iter().map(|table| lua.members(table, self.name)).find(|found| !found.is_empty());
        if let Some(found) = found {
            return found.contains(&named.node).then_some(evidence);
        }
        let own = Table { file: named.file, name: owner.to_owned() };
        let is_below = || lua.lineage(&own).tables.contains(table);
        // What is above may have it that is not known, and the own value may be of a table below.
        BY_NAME.filter(|_| is_below() || !lineage.is_whole && !self.types.is_common(self.name))
    }
}
