//! Python: what values of types yield that are called, indexed or gone through, and parts of tuples.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::library::NodeRef;

/// Functions of the language that make a container of what another yields.
const CONTAINERS: &[&str] = &["deque", "frozenset", "iter", "list", "reversed", "set", "sorted", "tuple"];

/// Functions of the language that yield an element of what they are given.
const TAKING: &[&str] = &["max", "min", "next"];

/// The function of the language that yields elements with their numbers.
const NUMBERING: &str = "enumerate";

impl FileTypes<'_, '_> {
    /// What a value of a declared type yields that is called, or indexed.
    pub(in crate::docql::relations::typing) fn taken_from(&self, of: &Type, is_called: bool, depth: u8) -> Type {
        let name = if is_called { "__call__" } else { "__getitem__" };
        self.special(of, name, depth).map_or(Type::Unknown, |function| self.result(function, 0, depth + 1))
    }

    /// What going through a value of a declared type yields: as its `__iter__` is written.
    pub(in crate::docql::relations::typing) fn gone_through(&self, of: &Type, depth: u8) -> Type {
        let Some(function) = self.special(of, "__iter__", depth) else { return Type::Unknown };
        let declared = self.declared(function);
        match declared.first().and_then(|of| Some((of, elements::yielded(&of.text)?))) {
            Some((of, inside)) => Type::Written(Written { text: inside.to_owned(), ..*of }, Evidence::Signature),
            None => Type::Unknown,
        }
    }

    /// A method of the type of a value that the language calls.
    fn special(&self, of: &Type, name: &str, depth: u8) -> Option<NodeRef> {
        let (node, evidence) = if depth > MAX_DEPTH { return None } else { self.node_of(of)? };
        let is_python = self.table.library.file(node.file).format.id == "python";
        match if is_python { self.member(node, name, evidence, (true, depth + 1)) } else { Type::Unknown } {
            Type::Function(function) => Some(function),
            _ => None,
        }
    }

    /// What a function of the language yields that keeps the elements of its argument, which begins at the token `start`, or
    /// takes one; `None` for any other function.
    pub(in crate::docql::relations::typing) fn of_elements(
        &self,
        region: &Region,
        name: &str,
        start: usize,
        depth: u8,
    ) -> Option<Type> {
        let is_taking = TAKING.contains(&name);
        let is_one = is_taking || name == NUMBERING || CONTAINERS.contains(&name);
        if !is_one || self.table.library.file(region.file).format.id != "python" {
            return None;
        }
        let of = self.item(region, start, 0, depth + 1);
        let found = match (&of, self.gone_through(&of, depth + 1)) {
            (_, Type::Written(of, evidence)) => (Written { text: format!("list[{}]", of.text), ..of }, evidence),
            (Type::Written(of, evidence), _) if is_list(&of.text) => {
                elements::element(&of.text, self.rules(of.file)?).map(|_| (of.clone(), *evidence))?
            }
            _ => return None,
        };
        let element = || self.element(&found.0, found.1);
        Some(match element() {
            element if is_taking => element,
            Type::Written(of, evidence) if name == NUMBERING => {
                Type::Written(Written { text: format!("list[tuple[int, {}]]", of.text), ..of }, evidence)
            }
            _ if name == NUMBERING => return None,
            _ => Type::Written(found.0, found.1),
        })
    }

    /// What a method of a map yields: its keys, its values, both, or one of the values.
    pub(in crate::docql::relations::typing) fn of_map(&self, map: &Written, name: &str) -> Option<Written> {
        let rules = self.rules(map.file).filter(|rules| rules.assigns && !rules.blocks)?;
        if !matches!(name, "keys" | "values" | "items" | "get" | "pop" | "setdefault") || is_list(&map.text) {
            return None;
        }
        let parts = written::arguments_of(&map.text, rules);
        let [key, value] = parts.as_slice() else { return None };
        let (key, value) = (key.trim(), value.trim());
        let text = match name {
            "keys" => format!("list[{key}]"),
            "values" => format!("list[{value}]"),
            "items" => format!("list[tuple[{key}, {value}]]"),
            _ => value.to_owned(),
        };
        // A map that is declared here says itself what it yields.
        (!is_tuple(&map.text) && self.resolve(map) == Some(None)).then_some(Written { text, ..*map })
    }

    /// A part of a tuple by its number: `tuple[A, B]`, `tuple[A, ...]`.
    pub(in crate::docql::relations::typing) fn part_of(
        &self,
        tuple: &Written,
        number: Option<usize>,
    ) -> Option<Written> {
        let rules = self.rules(tuple.file).filter(|rules| rules.assigns && !rules.blocks)?;
        let text = tuple.text.trim().trim_matches(['"', '\'']).trim_start_matches("typing.");
        let parts = if is_tuple(text) { written::arguments_of(text, rules) } else { return None };
        let number = if parts.get(1).is_some_and(|second| second.trim() == "...") { 0 } else { number? };
        let text = (*parts.get(number)?).to_owned();
        Some(Written { text, ..*tuple })
    }
}

fn is_tuple(text: &str) -> bool {
    text.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("tuple["))
}

/// True for what holds elements of one type: of a map going through yields the keys.
fn is_list(text: &str) -> bool {
    let name = text.trim().trim_matches(['"', '\'']).split('[').next().unwrap_or_default();
    !is_tuple(text) && !name.ends_with("ict") && !name.ends_with("Mapping")
}
