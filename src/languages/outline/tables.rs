//! Tables that functions are written for by their names, `function a.b()`: which of them are classes, and what belongs to
//! them.

use super::state::Walk;
use crate::document::{Kind, Node as Symbol, NodeFlags, Visibility};
use std::collections::{HashMap, HashSet};

/// The word for the own table.
const OWN: &str = "self";

/// The table of what is everybody's.
const EVERYBODYS: &str = "_G";

/// What makes values look up in a table what they do not have.
const LOOKUP: &str = "__index";

impl Walk<'_> {
    /// Finds the tables that are classes, and puts under each table what is written for it. Returns the nodes that declare
    /// nothing after all.
    pub(super) fn own_tables(&mut self) -> HashSet<usize> {
        self.name_owners();
        self.make_classes();
        self.put_under_tables();
        let mut left_out = self.set_later();
        left_out.extend(self.set_again());
        left_out
    }

    /// What is set on the own value belongs to the table of the function around it.
    fn name_owners(&mut self) {
        for at in 0..self.nodes.len() {
            let node = &self.nodes[at];
            let is_member = node.kind.names_owner() && !node.detail.is_empty();
            if is_member && &*node.detail == OWN {
                self.nodes[at].detail = self.own_table(at).into();
            } else if is_member && &*node.detail == EVERYBODYS {
                self.nodes[at].detail = "".into();
            }
        }
    }

    /// The name of the table that the own value is of where a node stands; empty where nothing says.
    fn own_table(&self, node: usize) -> String {
        let around = |at: usize| self.owners.get(at).copied().flatten().map(|at| at as usize);
        let mut at = around(node);
        while let Some(here) = at {
            let Symbol { kind, detail, name, .. } = &self.nodes[here];
            if kind.is_class() {
                return name.to_string();
            }
            if kind.is_function() && !detail.is_empty() && &**detail != OWN {
                return detail.to_string();
            }
            at = around(here);
        }
        String::new()
    }

    /// A table is a class that is given methods, or in which values look up what they do not have.
    fn make_classes(&mut self) {
        let looked_up = looked_up(self.text);
        let members = self.nodes.iter().filter(|node| node.kind.is_function() && !node.detail.is_empty());
        let mut classes: HashSet<Box<str>> = HashSet::new();
        for member in members {
            if member.kind == Kind::Method || looked_up.contains(&*member.detail) {
                classes.insert(member.detail.clone());
            }
        }
        for node in &mut self.nodes {
            let is_table = matches!(node.kind, Kind::Variable | Kind::Constant);
            if is_table && !node.flags.has(NodeFlags::DECLARATION) && classes.remove(&node.name) {
                node.kind = Kind::Class;
            } else if is_table {
                // What a value is made of is told of classes alone.
                node.detail = "".into();
            }
        }
    }

    /// What is written for a table is a level below it, and a method where that is a class.
    fn put_under_tables(&mut self) {
        let tables = self.tables();
        for at in 0..self.nodes.len() {
            let around = self.owners[at].map(|around| &self.nodes[around as usize]);
            let is_in = |is: fn(Kind) -> bool| around.is_some_and(|around| is(around.kind));
            let level = around.map_or(0, |around| around.level).saturating_add(1);
            let node = &self.nodes[at];
            let is_of_class = match node.detail.is_empty() {
                true => is_in(Kind::is_class),
                // A table has what a function gives to it, wherever that stands.
                false => {
                    is_in(|kind| kind.is_function() || kind == Kind::Test) || tables.get(&node.detail) == Some(&true)
                }
            };
            let is_function = node.kind == Kind::Function;
            let kind = if is_function && is_of_class { Kind::Method } else { node.kind };
            let is_apart = match kind {
                Kind::Method | Kind::Property => !node.detail.is_empty(),
                Kind::Function => tables.contains_key(&node.detail),
                _ => false,
            };
            (self.nodes[at].kind, self.nodes[at].level) = (kind, level.saturating_add(u8::from(is_apart)));
        }
    }

    /// The tables that the file declares, and whether they are classes.
    fn tables(&self) -> HashMap<Box<str>, bool> {
        let mut tables: HashMap<Box<str>, bool> = HashMap::new();
        for node in self.nodes.iter().filter(|node| holds_table(node.kind)) {
            *tables.entry(node.name.clone()).or_default() |= node.kind.is_class();
        }
        tables
    }

    /// `local f` is that function which is written under the name later.
    fn set_later(&mut self) -> HashSet<usize> {
        let mut later: HashMap<Box<str>, usize> = HashMap::new();
        for (at, node) in self.nodes.iter().enumerate() {
            if (node.kind.is_function() || node.kind.is_class()) && node.detail.is_empty() {
                later.entry(node.name.clone()).or_insert(at);
            }
        }
        let mut left_out = HashSet::new();
        for at in 0..self.nodes.len() {
            if !self.nodes[at].flags.has(NodeFlags::DECLARATION) {
                continue;
            }
            self.nodes[at].flags = NodeFlags::default();
            if let Some(&of) = later.get(&self.nodes[at].name)
                && self.nodes[of].span.start > self.nodes[at].span.start
            {
                left_out.insert(at);
                self.nodes[of].visibility = Visibility::Private;
            }
        }
        left_out
    }

    /// What is set of a table that is declared elsewhere, or once more, or names a function.
    fn set_again(&self) -> HashSet<usize> {
        let tables = self.tables();
        let functions = self.nodes.iter().filter(|node| node.kind.is_function());
        let mut known: HashSet<(&str, &str)> = functions.map(|node| (&*node.detail, &*node.name)).collect();
        let mut left_out = HashSet::new();
        for (at, node) in self.nodes.iter().enumerate().filter(|(_, node)| node.kind == Kind::Property) {
            let is_new = known.insert((&*node.detail, &*node.name)) && !known.contains(&("", &*node.name));
            if !is_new || !tables.contains_key(&node.detail) || &*node.name == LOOKUP {
                left_out.insert(at);
            }
        }
        left_out
    }
}

fn holds_table(kind: Kind) -> bool {
    kind.is_class() || matches!(kind, Kind::Variable | Kind::Constant)
}

/// The names that stand behind `__index =`.
fn looked_up(text: &str) -> HashSet<&str> {
    let places = memchr::memmem::find_iter(text.as_bytes(), LOOKUP.as_bytes());
    let named = places.filter_map(|at| {
        let rest = text.get(at + LOOKUP.len()..)?.trim_start_matches([' ', '\t', '"', '\'', ']']);
        let value = rest.strip_prefix('=')?.trim_start();
        let end = value.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(value.len());
        (!value[end..].starts_with(['.', ':', '(', '['])).then_some(&value[..end])
    });
    named.collect()
}
