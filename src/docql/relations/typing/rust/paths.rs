//! Rust: what paths lead to, and what is made by them.

use super::types;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::rust::paths::{Leads, is_of_language, leads};
use crate::docql::relations::typing::expressions::chain::Link;
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::Written;
use crate::library::FileId;

/// Types of the library that are made around a value, which is known by what they are given.
const AROUND: &[&str] = &["Mutex", "RwLock", "RefCell", "Cell", "OnceCell"];

impl FileTypes<'_, '_> {
    /// What a path yields that begins with a name which nothing here declares; `None` if it may lead to something here.
    pub(in crate::docql::relations::typing) fn beyond(
        &self,
        file: FileId,
        offset: u32,
        (before, name): (&[&str], &str),
    ) -> Option<Type> {
        self.rules(file).filter(|rules| rules.tries)?;
        let names = [before, &[name]].concat();
        let (leads, is_of_language) = self
            .with_imports(file, |imports| (leads(imports, offset, &names), is_of_language(imports, offset, &names)));
        match leads {
            Leads::Here => None,
            // What the library yields may be what it was given.
            _ if is_of_language => Some(Type::Unknown),
            _ => Some(Type::Environment),
        }
    }

    /// What is made by the first links of a chain, where they name something of the library, and how many these are.
    pub(in crate::docql::relations::typing) fn made_in_rust(
        &self,
        region: &Region,
        links: &[Link],
        depth: u8,
    ) -> Option<(Type, usize)> {
        let rules = self.rules(region.file).filter(|rules| rules.tries)?;
        let [Link::Name(name, token), ..] = links else { return None };
        let is_macro = region.tokens.is(token + 1, b'!');
        let inside = |at: &Link| match at {
            Link::Call(start, end) => Some(self.expression(region, *start, *end, depth + 1)),
            _ => None,
        };
        match links {
            [_, Link::Call(..), ..] if is_macro && name == "format" => {
                let offset = region.tokens.get(*token)?.start;
                let written = Written::new("String".to_owned(), region.file, offset);
                Some((Type::Written(written, Evidence::Receiver), 2))
            }
            // What a macro yields is not told by a function of its name.
            [_, Link::Call(..) | Link::Index(..), ..] if is_macro => Some((Type::Unknown, 2)),
            [_, call, ..] if matches!(name.as_str(), "Some" | "Ok") => {
                let around = if name == "Some" { "Option" } else { "Result" };
                Some((self.wrapped(&inside(call)?, around), 2))
            }
            [_, Link::Member(new), call, ..] if matches!(new.as_str(), "new" | "pin" | "clone") => {
                let is_holder = rules.holders.contains(&name.as_str());
                if !is_holder && !AROUND.contains(&name.as_str()) {
                    return None;
                }
                let value = inside(call)?;
                let made = if is_holder { value } else { self.wrapped(&value, name) };
                Some((made, 3))
            }
            _ => None,
        }
    }

    /// A value in another of the library.
    fn wrapped(&self, value: &Type, around: &str) -> Type {
        let wrap = |written: Written, evidence| {
            let text = format!("{around}<{}>", written.text);
            Type::Written(Written { text, ..written }, evidence)
        };
        match value {
            Type::Written(written, evidence) if types::parts(&written.text, &[]).is_some() => {
                wrap(written.clone(), *evidence)
            }
            Type::Node(node, evidence) => {
                self.written_as(*node).map_or(Type::Unknown, |written| wrap(written, *evidence))
            }
            _ => Type::Unknown,
        }
    }
}
