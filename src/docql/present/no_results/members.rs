//! Explanations of members that types do not have in the way they were asked for.

use crate::docql::catalog::{self, Field, Shape, SymbolFilter};
use crate::docql::nodes::hit::Results;
use crate::docql::nodes::lists::item::Item;
use crate::docql::nodes::lists::items::Items;
use crate::docql::plan::explain::symbol_label;
use crate::docql::plan::name_pattern::lower;
use crate::docql::plan::steps::{Comparison, FilterPath, Predicate, Step, Term};
use crate::docql::relations::elsewhere;
use crate::docql::relations::queries::query_of;
use crate::docql::syntax::format::quoted;
use crate::library::{Library, NamePart, NodeRef};
use crate::stdx::find_ignoring_case;

/// Types whose members are looked through, at most.
const MAX_TYPES: usize = 20;

/// Says that the types before a step have a member of the name as something else, or from a type above them, with the
/// query for it; false if they do not.
pub(super) fn elsewhere(name: &str, types: &Items, library: &Library, results: &mut Results) -> bool {
    let Some((of, home, member)) = find(name, types, library) else { return false };
    let Some(place) = find_ignoring_case(&results.query, &quoted(name)) else { return false };
    let start = results.query[..place.start].rfind('.').unwrap_or(0);
    let asked = (start, results.query[place.end..].trim_start_matches(')').to_owned());
    say((of, home, member), asked, library, results);
    true
}

/// Says that what a list of declarations is asked of has none inside, `whose` beginning the sentence. What tests a
/// declaration seldom stands in it.
pub(super) fn none(select: SymbolFilter, whose: &str, results: &mut Results) {
    results.hints.push(format!("{whose} {} inside", symbol_label(select)));
    let (before, rest) = match results.query.rfind(".tests").map(|at| results.query.split_at(at)) {
        Some(parts) if select == SymbolFilter::Test => parts,
        _ => return,
    };
    let rest = rest.trim_start_matches(".tests").trim_start_matches("[*]");
    results.suggestions.push(format!("{before}.tests(){rest}"));
}

/// The same for a condition on the name of members, `[?(@.name == "x")]`.
pub(super) fn filtered(predicate: &Predicate, types: &Items, library: &Library, results: &mut Results) {
    let Some(name) = asked_name(predicate) else { return };
    let Some(found) = find(&lower(name), types, library) else { return };
    let Some(place) = find_ignoring_case(&results.query, &quoted(name)) else { return };
    let Some(open) = results.query[..place.start].rfind("[?") else { return };
    let Some(close) = results.query[place.end..].find(']') else { return };
    let start = results.query[..open].rfind('.').unwrap_or(0);
    say(found, (start, results.query[place.end + close + 1..].to_owned()), library, results);
}

/// The same for `asked`, a member behind the name of a type, both in lower case: `Owner.member`. True if one of the types
/// of that name has it from another.
pub(super) fn inherited((owner, member): (&str, &str), asked: &str, library: &Library, results: &mut Results) -> bool {
    let Some(place) = find_ignoring_case(&results.query, &quoted(asked)) else { return false };
    let mut types = Vec::new();
    library.nodes_named(owner, NamePart::Whole, |of| {
        let is_type = library.outline(of.file).is_some_and(|outline| outline.kind(of.node).is_class());
        types.extend(is_type.then_some(of));
        types.len() < MAX_TYPES
    });
    let found = types.into_iter().find_map(|of| {
        let (home, member) = elsewhere::member(library, of, member)?;
        (home != of).then_some((of, home, member))
    });
    let Some(found) = found else { return false };
    let rest = results.query[place.end..].trim_start_matches(')').to_owned();
    say(found, (place.start, rest), library, results);
    true
}

/// The name that a condition asks for and nothing else.
fn asked_name(predicate: &Predicate) -> Option<&str> {
    let is_name = |path: &FilterPath| {
        let name = |step: &Step| matches!(step, Step::Field(Field::Name));
        !path.absolute && matches!(path.steps.as_slice(), [step] if name(step))
    };
    match predicate {
        Predicate::Compare(Term::Path(path), Comparison::Equal, Term::Literal(serde_json::Value::String(name)))
            if is_name(path) =>
        {
            Some(name)
        }
        _ => None,
    }
}

/// The first of `types` that has a member of the name, with the type that declares it, and the member.
fn find(name: &str, types: &Items, library: &Library) -> Option<(NodeRef, NodeRef, NodeRef)> {
    types.iter().take(MAX_TYPES).find_map(|found| {
        let Item::Node(of) = found.item else { return None };
        let (home, member) = elsewhere::member(library, of, name)?;
        Some((of, home, member))
    })
}

/// Says which member there is, with the query for it: what stands before byte `start` of that which was asked, the member,
/// and the rest.
fn say(
    (of, home, member): (NodeRef, NodeRef, NodeRef),
    (start, rest): (usize, String),
    library: &Library,
    results: &mut Results,
) {
    let (Some(outline), Some(around), Some(asked)) =
        (library.outline(member.file), library.outline(home.file), library.outline(of.file))
    else {
        return;
    };
    let (kind, name) = (outline.kind(member.node).id(), outline.name(member.node));
    let owner = if home == of { results.query[..start].to_owned() } else { query_of(library, home) };
    results.hints.push(match home == of {
        true => format!("{name} is a {kind} of {}", asked.name(of.node)),
        false => format!("{} has the {kind} {name} from {}", asked.name(of.node), around.name(home.node)),
    });
    if catalog::step(kind, Shape::Symbols, true).is_some() {
        results.suggestions.push(format!("{owner}.{kind}({}){rest}", quoted(name)));
    }
}
