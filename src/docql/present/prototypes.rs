//! Functions of C and C++ that a list or a count of what is declared holds twice: as a prototype, and where they are defined.

use crate::docql::catalog::ListOp;
use crate::docql::eval::run::run_prefix;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::names::qualified::parent_name;
use crate::docql::plan::steps::{Argument, FilterPath, Pick, Plan, Predicate, Start, Step, Term};
use crate::document::{Kind, NodeFlags, Visibility};
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::{Stale, grouped};
use std::borrow::Cow;
use std::collections::HashSet;

/// What a function shares with its prototypes: its name, and its file where that alone knows it.
type Shared<'n> = (Cow<'n, str>, Option<FileId>);

/// Says how many of the results of `plan` declare what is defined among them.
pub(super) fn remark(plan: &Plan, items: &Items, context: Context<'_>) -> Result<Option<String>, Stale> {
    let (before, is_counted) = match plan.steps.as_slice() {
        [before @ .., Step::ListOp(ListOp::Count, Argument::None)] => (before, true),
        all => (all, false),
    };
    // To ask once more for what is related to each row would take as long as the answer itself, or longer.
    let is_c = |file: &FileId| matches!(context.library.file(*file).format.id, "c" | "cpp");
    if !lists_declarations(before)
        || is_counted && asks_far(before)
        || !context.library.file_ids().any(|file| is_c(&file))
    {
        return Ok(None);
    }
    let items = if is_counted { Cow::Owned(run_prefix(plan, before.len(), context)?) } else { Cow::Borrowed(items) };
    let library = context.library;
    let mut defined: HashSet<Shared<'_>> = HashSet::new();
    let mut prototypes: Vec<Shared<'_>> = Vec::new();
    for found in items.iter() {
        context.check()?;
        let Item::Node(node) = found.item else { continue };
        let Some((function, is_prototype)) = function(library, node) else { continue };
        if is_prototype {
            prototypes.push(function);
        } else {
            defined.insert(function);
        }
    }
    let twice = prototypes.iter().filter(|function| defined.contains(function)).count();
    Ok((twice > 0).then(|| {
        let listed = if is_counted { "counted" } else { "listed" };
        let of = match twice {
            1 => format!("1 prototype is of a function that is {listed} where it is"),
            _ => format!("{} prototypes are of functions that are {listed} where they are", grouped(twice)),
        };
        format!("{of} defined, too: .definition() says each once")
    }))
}

/// True for steps that lead to declarations, wherever they are.
fn lists_declarations(steps: &[Step]) -> bool {
    let leads_on =
        |step: &Step| matches!(step, Step::Relation(..) | Step::Field(_) | Step::Axis(_) | Step::Content(..));
    matches!(steps, [Step::Root(Start::Documents), Step::Symbols(..), ..]) && !steps.iter().any(leads_on)
}

/// True if a condition asks for more than fields of what it is about.
fn asks_far(steps: &[Step]) -> bool {
    let picks = steps.iter().filter_map(|step| if let Step::Refine(picks) = step { Some(picks) } else { None });
    picks.flatten().any(|pick| matches!(pick, Pick::Filter(predicate) if is_far(predicate)))
}

fn is_far(predicate: &Predicate) -> bool {
    let path = |path: &FilterPath| !path.steps.iter().all(|step| matches!(step, Step::Field(_)));
    let term = |term: &Term| match term {
        Term::Path(inner) => path(inner),
        Term::Function(_, inner) => matches!(&**inner, Term::Path(inner) if path(inner)),
        _ => false,
    };
    match predicate {
        Predicate::Or(parts) | Predicate::And(parts) => parts.iter().any(is_far),
        Predicate::Not(inner) => is_far(inner),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => term(left) || term(right),
        Predicate::Exists(inner) => path(inner),
        Predicate::Constant(_) => false,
    }
}

/// A function of C or C++, by what it shares with its prototypes, and whether it is one.
fn function(library: &Library, node: NodeRef) -> Option<(Shared<'_>, bool)> {
    let outline = library.outline(node.file)?;
    let kind = outline.kind(node.node);
    if !matches!(library.file(node.file).format.id, "c" | "cpp") || !kind.is_function() {
        return None;
    }
    if kind != Kind::Function {
        let is_prototype = outline.flags(node.node).has(NodeFlags::DECLARATION);
        let name = format!("{}::{}", parent_name(library, node), outline.name(node.node));
        return Some(((name.into(), None), is_prototype));
    }
    // What is known to one file alone has its prototype there.
    let own = (outline.visibility(node.node) == Visibility::Private).then_some(node.file);
    let is_prototype = outline.flags(node.node).has(NodeFlags::DECLARATION);
    Some(((outline.name(node.node).into(), own), is_prototype))
}
