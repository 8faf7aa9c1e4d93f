//! Elements that stand once where they may be repeated: XML, HCL and others write no lists, so that only the number of
//! elements tells one, and what is asked of a list is asked of the one element as well.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::lists::items::Items;
use crate::docql::nodes::noted::seen::Seen;
use crate::docql::plan::steps::{FilterPath, Pick, Plan, Predicate, Step, Term};
use crate::document::{DataKey, DataTree, Scalar};
use crate::stdx::Stale;

/// What stands around a step that selects children of values.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::docql) struct Around<'p> {
    /// True if the values are those of a key that was named.
    is_of_key: bool,
    /// The key that is asked for next.
    next: Option<&'p str>,
}

impl<'p> Around<'p> {
    /// What stands around a step, by those before and behind it.
    pub(super) fn of(before: Option<&Step>, behind: Option<&'p Step>) -> Around<'p> {
        Around { is_of_key: before.and_then(key).is_some(), next: behind.and_then(key) }
    }

    /// The values that `pick` is asked of where `node` counts as a list of one; `None` if those inside of it are meant.
    pub(super) fn as_list(
        self,
        (tree, node): (&DataTree, u32),
        pick: &Pick,
        context: Context<'_>,
    ) -> Option<Candidates> {
        let value = tree.node(node);
        let DataKey::Name(name) = &value.key else { return None };
        if !self.is_of_key || context.strict || !tree.repeats_names() || value.scalar == Scalar::Array {
            return None;
        }
        if value.scalar != Scalar::Object || context.seen.is_some_and(|seen| seen.is_repeated(name)) {
            return Some(Candidates::Itself);
        }
        let names: Vec<&str> = match pick {
            Pick::Index(_) | Pick::Slice(..) => return Some(Candidates::Itself),
            Pick::Wildcard => self.next.into_iter().collect(),
            Pick::Filter(predicate) => keys(predicate),
            Pick::Name(_) => return None,
        };
        let has = |of: u32| names.iter().any(|name| tree.member(of, name).is_some());
        match (has(node), value.children.iter().any(|&child| has(child))) {
            (true, false) => Some(Candidates::Itself),
            // Nothing tells which of both is meant.
            (true, true) => Some(Candidates::Both),
            (false, _) => None,
        }
    }
}

/// The values that a selector is asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Candidates {
    /// The value, as the one element of a list.
    Itself,
    /// The value, and those inside of it.
    Both,
}

/// The key that a step asks for.
fn key(step: &Step) -> Option<&str> {
    match step {
        Step::Data(picks) => match picks.as_slice() {
            [Pick::Name(name)] => Some(name),
            _ => None,
        },
        _ => None,
    }
}

/// The keys that a condition asks of a value.
fn keys(predicate: &Predicate) -> Vec<&str> {
    match predicate {
        Predicate::Or(parts) | Predicate::And(parts) => parts.iter().flat_map(keys).collect(),
        Predicate::Not(inner) => keys(inner),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => {
            [left, right].into_iter().filter_map(path).filter_map(first_key).collect()
        }
        Predicate::Exists(of) => first_key(of).into_iter().collect(),
        Predicate::Constant(_) => Vec::new(),
    }
}

/// The path that a term asks for.
fn path(term: &Term) -> Option<&FilterPath> {
    match term {
        Term::Path(path) => Some(path),
        Term::Function(_, inner) => path(inner),
        _ => None,
    }
}

fn first_key(of: &FilterPath) -> Option<&str> {
    of.steps.first().filter(|_| !of.absolute).and_then(key)
}

/// Formats in which the number of elements tells a list.
const REPEATING: &[&str] = &["xml", "svg", "hcl", "ini", "properties", "dotenv", "protobuf"];

/// Notes in `seen` which keys of `plan` are lists somewhere, where a selector is asked of them; `before` yields what the
/// steps before one lead to.
pub(super) fn note_repeated(
    plan: &Plan,
    before: impl Fn(usize) -> Result<Items, Stale>,
    seen: &Seen,
    context: Context<'_>,
) -> Result<(), Stale> {
    let may_repeat =
        || context.library.file_ids().any(|file| REPEATING.contains(&context.library.file(file).format.id));
    for (at, pair) in plan.steps.windows(2).enumerate() {
        let [of, Step::Data(picks)] = pair else { continue };
        let is_of_all = picks.iter().any(|pick| matches!(pick, Pick::Wildcard | Pick::Filter(_)));
        if key(of).is_none() || !is_of_all || !may_repeat() {
            continue;
        }
        for found in before(at + 1)?.iter() {
            context.check()?;
            let Item::Data { tree, node, .. } = &found.item else { continue };
            let value = tree.node(*node);
            if let (Scalar::Array, DataKey::Name(name), true) = (&value.scalar, &value.key, tree.repeats_names()) {
                seen.note_repeated(name);
            }
        }
    }
    Ok(())
}
