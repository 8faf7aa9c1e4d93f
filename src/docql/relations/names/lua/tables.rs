//! Lua: what tables have, and the tables above them.

use super::chains::Place;
use super::model::{Lineage, Member, Table};
use super::modules::LuaModules;
use crate::docql::relations::names::lookup::symbols_named;
use crate::docql::relations::names::name_resolution::Imports;
use crate::document::Kind;
use crate::library::{Library, NodeRef, Outline};
use std::collections::HashSet;
use std::sync::Arc;

/// Tables above one, at most.
const MAX_ABOVE: usize = 16;

/// A place of a file that is in nothing.
pub(super) const OUTERMOST: u32 = u32::MAX - 1;

/// The name of the table that a declaration belongs to; empty for what belongs to none.
pub(in crate::docql::relations) fn owner_of(library: &Library, node: NodeRef) -> &str {
    let Some(outline) = library.outline(node.file) else { return "" };
    let (kind, detail) = (outline.kind(node.node), outline.detail(node.node));
    if kind.names_owner() && !detail.is_empty() {
        return detail;
    }
    let around = outline.parent(node.node).filter(|&at| is_table(outline.kind(at)));
    around.map_or("", |around| outline.name(around))
}

fn is_table(kind: Kind) -> bool {
    kind.is_class() || matches!(kind, Kind::Variable | Kind::Constant)
}

/// The declaration of a table, if the file has one of the name.
pub(super) fn declared_table(outline: Outline<'_>, name: &str) -> Option<u32> {
    let mut named = (0..outline.len()).filter(|&node| is_table(outline.kind(node)) && outline.name(node) == name);
    let first = named.next()?;
    Some(std::iter::once(first).chain(named).find(|&node| outline.kind(node).is_class()).unwrap_or(first))
}

impl<'l> LuaModules<'l> {
    /// What a table itself has by a name.
    pub(in crate::docql::relations) fn members(&self, table: &Table, name: &str) -> Vec<NodeRef> {
        let all = self.members.get(name.to_owned(), |name| {
            let all = symbols_named(self.library, name).into_iter();
            let all = all.filter(|node| self.library.language(node.file) == "lua");
            let member = |node: NodeRef| Member { node, owner: owner_of(self.library, node).to_owned() };
            Arc::new(all.map(member).filter(|member| !member.owner.is_empty()).collect())
        });
        let is_own = |member: &&Member| member.node.file == table.file && member.owner == table.name;
        all.iter().filter(is_own).map(|member| member.node).collect()
    }

    /// True if the file has something that belongs to a table of the name.
    pub(super) fn is_filled(&self, table: &Table) -> bool {
        let owners = self.owners.get(table.file, |file| {
            let nodes = self.library.outline(*file).map_or(0, |outline| outline.len());
            let owners = (0..nodes).map(|node| owner_of(self.library, NodeRef { file: *file, node }).to_owned());
            Arc::new(owners.filter(|owner| !owner.is_empty()).collect::<HashSet<String>>())
        });
        owners.contains(&table.name)
    }

    /// A table with those above it.
    pub(in crate::docql::relations) fn lineage(&self, table: &Table) -> Arc<Lineage> {
        self.lineages.get(table.clone(), |table| {
            let mut lineage = Lineage { tables: vec![table.clone()], is_whole: false };
            while lineage.tables.len() < MAX_ABOVE
                && let Some(last) = lineage.tables.last()
            {
                match self.above(last) {
                    Some(None) => {
                        lineage.is_whole = true;
                        break;
                    }
                    Some(Some(above)) if !lineage.tables.contains(&above) => lineage.tables.push(above),
                    _ => break,
                }
            }
            Arc::new(lineage)
        })
    }

    /// The table above another one, if it has one; `None` where that is not known.
    fn above(&self, table: &Table) -> Option<Option<Table>> {
        let outline = self.outline(table.file)?;
        let node = declared_table(outline, &table.name)?;
        let above = outline.detail(node).split(',').next().unwrap_or_default().trim();
        if above.is_empty() {
            return Some(None);
        }
        let (text, imports) = (self.library.peek_text(table.file).ok()?, Imports::new(self.library, table.file));
        let place = Place { imports: &imports, text: &text, offset: OUTERMOST };
        self.table_of(self.named(place, above, 1)).map(Some)
    }
}
