//! Relations that were asked of what is called otherwise: names ignore case, languages mostly do not.

use crate::docql::eval::run::run_prefix;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::Item;
use crate::docql::plan::name_pattern::{lower, name_parts};
use crate::docql::plan::steps::{Plan, Step};
use crate::docql::syntax::format::quoted;
use crate::library::{Library, NamePart};
use crate::stdx::{Stale, Ticket};

/// Symbols that are looked at, at most: of more than these no sentence could tell.
const MAX_SYMBOLS: usize = 200;

/// Names that are told, at most.
const MAX_TOLD: usize = 3;

/// A remark where the relation that a plan ends with is asked of names that differ from the one that is written, or from
/// each other, in case alone: who asks for the callers of `ToWalDir` must not take those of `ToWALDir` for them.
pub(super) fn remark(plan: &Plan, library: &Library, ticket: &Ticket) -> Result<Option<String>, Stale> {
    let Some((Step::Relation(..), before)) = plan.steps.split_last() else { return Ok(None) };
    let context = Context { library, ticket, value: None, file: None, strict: false, seen: None };
    let targets = run_prefix(plan, before.len(), context)?;
    if targets.len() > MAX_SYMBOLS {
        return Ok(None);
    }
    let mut names: Vec<String> = Vec::new();
    for found in targets.iter() {
        let Item::Node(node) = found.item else { continue };
        let Some(outline) = library.outline(node.file).filter(|outline| outline.kind(node.node).is_symbol()) else {
            continue;
        };
        let name = outline.name(node.node);
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    Ok(said(&names, &plan.names, |name| kind_of(name, library)))
}

/// The kind of a symbol that is called just so.
fn kind_of(name: &str, library: &Library) -> Option<&'static str> {
    let mut kind = None;
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let outline = library.outline(node.file).filter(|outline| outline.kind(node.node).is_symbol());
        let is_it = outline.is_some_and(|outline| outline.name(node.node) == name);
        if is_it {
            kind = library.outline(node.file).map(|outline| outline.kind(node.node).id());
        }
        kind.is_none()
    });
    kind
}

/// What is to be said where a relation is asked of `names`, and these are written. `kind` tells of which kind something is
/// that is called just so.
fn said(names: &[String], written: &[String], kind: impl Fn(&str) -> Option<&'static str>) -> Option<String> {
    let last = |text: &String| text.len() - name_parts(text).last().map_or(0, String::len);
    let written: Vec<&str> = written.iter().filter_map(|text| text.get(last(text)..)).collect();
    let (exact, others): (Vec<&String>, Vec<&String>) =
        names.iter().partition(|name| written.iter().any(|text| text == name));
    let meant = |name: &&String| written.iter().any(|text| lower(text) == lower(name));
    let others: Vec<&str> = others.into_iter().filter(meant).map(String::as_str).collect();
    if let (Some(one), Some(other)) = (exact.first(), others.first()) {
        return Some(format!(
            "names ignore case: {one} and {other} are both asked about; [?(@.name=={})] keeps the one",
            quoted(one)
        ));
    }
    let told = others.iter().take(MAX_TOLD).copied().collect::<Vec<_>>().join(", ");
    let more = if others.len() > MAX_TOLD { format!(" and {} more", others.len() - MAX_TOLD) } else { String::new() };
    let asked = written.iter().find(|text| others.first().is_some_and(|other| lower(text) == lower(other)))?;
    Some(match kind(asked) {
        Some(kind) => {
            format!("{asked} is of another kind ({kind}): names ignore case, and this is asked of {told}{more}")
        }
        None => format!("nothing here is called {asked}: names ignore case, and this is asked of {told}{more}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_written_otherwise_is_told() {
        let said = |names: &[&str], written: &[&str]| {
            said(
                &names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(),
                &written.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(),
                |name| (name == "toWal").then_some("function"),
            )
        };
        assert_eq!(
            said(&["ToWal"], &["toWal"]).as_deref(),
            Some("toWal is of another kind (function): names ignore case, and this is asked of ToWal")
        );
        assert_eq!(said(&["ToWalDir"], &["ToWalDir"]), None);
        assert_eq!(said(&["get"], &["Store.get", "other"]), None);
        assert_eq!(said(&["run"], &[]), None);
        assert_eq!(
            said(&["ToWALDir"], &["wal.ToWalDir"]).as_deref(),
            Some("nothing here is called ToWalDir: names ignore case, and this is asked of ToWALDir")
        );
        let both = "names ignore case: Free and free are both asked about; [?(@.name==\"Free\")] keeps the one";
        assert_eq!(said(&["free", "Free"], &["Free"]).as_deref(), Some(both));
    }
}
