//! Evaluation of predicates.

use super::may_call::is_ruled_out;
use crate::docql::catalog::{Field, FilterFunction};
use crate::docql::eval::compare::{Rules, compare};
use crate::docql::nodes::asked;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::rows::fields as table_fields;
use crate::docql::nodes::value::Value;
use crate::docql::plan::patterns::compile_iregexp;
use crate::docql::plan::steps::{Column, Comparison, FilterPath, Predicate, Step, Term};
use crate::document::{Kind, NodeFlags, compare_decimals};
use crate::library::{Library, NodeRef, Outline};
use crate::stdx::Stale;
use std::borrow::Cow;

/// The subject of a condition.
#[derive(Clone, Copy)]
pub(super) enum Subject<'s> {
    /// An item.
    Found(&'s Found),
    /// A node of an outline, without rank or relation.
    Node(NodeRef, &'s Outline<'s>),
    /// Any node with this value in the only field that the condition reads.
    Column(&'s Value<'static>),
}

impl<'l> Subject<'l> {
    fn column(self, context: Context<'l>, column: &Column) -> Value<'l> {
        match self {
            Subject::Found(found) => asked::column_value(context, found, &column.name, column.field),
            Subject::Node(..) | Subject::Column(_) => Value::Nothing,
        }
    }

    fn value(self, context: Context<'l>, field: Field) -> Value<'l> {
        match self {
            Subject::Found(found) => asked::value(context, found, field),
            Subject::Node(node, outline) => table_fields::asked(node, field, context)
                .unwrap_or_else(|| fields::outlined_node_value(context.library, outline, node, field)),
            Subject::Column(value) => value.clone(),
        }
    }

    fn node(self) -> Option<NodeRef> {
        match self {
            Subject::Found(Found { item: Item::Node(node), .. }) => Some(*node),
            Subject::Node(node, _) => Some(node),
            Subject::Found(_) | Subject::Column(_) => None,
        }
    }

    /// True for a node that is a test, whatever its kind.
    fn is_test(self, library: &Library) -> bool {
        match self {
            Subject::Found(Found { item: Item::Node(node), .. }) => library.is_test(*node),
            Subject::Node(node, outline) => outline.flags(node.node).has(NodeFlags::TEST),
            Subject::Found(_) | Subject::Column(_) => false,
        }
    }

    /// Evaluates a path from the subject.
    fn walk(self, path_of: &FilterPath, context: Context<'_>) -> Result<List, Stale> {
        match self {
            Subject::Found(found) => context.path(&path_of.steps, Some(found)),
            Subject::Node(node, _) => context.path(&path_of.steps, Some(&Found::plain(Item::Node(node)))),
            Subject::Column(_) => Ok(List::new()),
        }
    }
}

/// The values of a term: one, except for paths over data and lists of nodes.
enum TermValues<'l> {
    One(Value<'l>),
    Many(Vec<Value<'l>>),
}

impl<'l> TermValues<'l> {
    fn as_slice(&self) -> &[Value<'l>] {
        match self {
            TermValues::One(value) => std::slice::from_ref(value),
            TermValues::Many(values) => values,
        }
    }

    /// Null for the empty cell of a table in a file, where a query compares it with null: such a table has no other way
    /// to write that there is nothing.
    fn null_if_blank(self, term: &Term, other: &Term, found: Subject<'_>) -> TermValues<'l> {
        let is_with_null = matches!(other, Term::Literal(serde_json::Value::Null));
        match self {
            TermValues::One(Value::Text(text)) if is_with_null && text.is_empty() && is_written_cell(term, found) => {
                TermValues::One(Value::Null)
            }
            values => values,
        }
    }

    /// The values of two cells of a table in a file: numbers where both are, as such a table writes them as text, and
    /// nothing for an empty one beside a number.
    fn of_cells(pair: [TermValues<'l>; 2], [left, right]: [&Term; 2], found: Subject<'_>) -> [TermValues<'l>; 2] {
        match pair {
            [TermValues::One(Value::Text(a)), TermValues::One(Value::Text(b))]
                if is_written_cell(left, found) && is_written_cell(right, found) =>
            {
                let is_number = |text: &str| compare_decimals(text.trim(), "0").is_some();
                let number = |text: Cow<'l, str>| match (text.trim().is_empty(), text.trim().len() == text.len()) {
                    (true, _) => Value::Null,
                    (false, true) => Value::Decimal(text),
                    (false, false) => Value::Decimal(Cow::Owned(text.trim().to_owned())),
                };
                let is_empty = |text: &str| text.trim().is_empty();
                match (is_number(&a), is_number(&b)) {
                    (true, true) => [TermValues::One(number(a)), TermValues::One(number(b))],
                    (true, false) if is_empty(&b) => [TermValues::One(number(a)), TermValues::One(Value::Null)],
                    (false, true) if is_empty(&a) => [TermValues::One(Value::Null), TermValues::One(number(b))],
                    _ => [TermValues::One(Value::Text(a)), TermValues::One(Value::Text(b))],
                }
            }
            pair => pair,
        }
    }

    fn into_values(self) -> Vec<Value<'l>> {
        match self {
            TermValues::One(value) => vec![value],
            TermValues::Many(values) => values,
        }
    }
}

/// True if a term is a column of a row that stands in a table of a file.
fn is_written_cell(term: &Term, found: Subject<'_>) -> bool {
    let is_in_file = match found {
        Subject::Found(Found { item: Item::Row(row), .. }) => !row.sheet.is_asked(),
        _ => false,
    };
    is_in_file && matches!(term, Term::Path(path) if path.column().is_some())
}

/// True if `predicate` holds for `found`.
pub(in crate::docql) fn holds(predicate: &Predicate, found: &Found, context: Context<'_>) -> Result<bool, Stale> {
    let context = Context { file: found.item.file().or(context.file), ..context };
    holds_for(predicate, Subject::Found(found), context)
}

/// True if `predicate` holds for a subject in the file of `context`.
pub(super) fn holds_for(predicate: &Predicate, found: Subject<'_>, context: Context<'_>) -> Result<bool, Stale> {
    Ok(match predicate {
        Predicate::Or(parts) => {
            for part in parts {
                if holds_for(part, found, context)? {
                    return Ok(true);
                }
            }
            false
        }
        Predicate::And(parts) => {
            for part in parts {
                if !holds_for(part, found, context)? {
                    return Ok(false);
                }
            }
            true
        }
        Predicate::Not(inner) => !holds_for(inner, found, context)?,
        Predicate::Constant(value) => *value,
        Predicate::Exists(path) => exists(path, found, context)?,
        Predicate::Compare(left, comparison, right)
            if is_ruled_out((left, comparison, right), found.node(), context) =>
        {
            false
        }
        Predicate::Compare(left, comparison, right) => {
            let is_data = matches!(found, Subject::Found(Found { item: Item::Data { .. }, .. }));
            let rules = if is_data { Rules::Data } else { Rules::Nodes };
            let of_test = asks_for_tests(left, comparison, right) && found.is_test(context.library);
            let left_values = values(left, found, context)?.null_if_blank(left, right, found);
            let right_values = values(right, found, context)?.null_if_blank(right, left, found);
            let [left, right] = TermValues::of_cells([left_values, right_values], [left, right], found);
            match comparison {
                Comparison::NotEqual if of_test => false,
                _ => of_test || any_pair(left.as_slice(), comparison, right.as_slice(), rules),
            }
        }
        Predicate::Matches(subject, pattern, function) => matches(subject, pattern, *function, found, context)?,
    })
}

/// True if a leaf compares the kind with `test`, which is what a function is besides its own kind.
pub(super) fn asks_for_tests(left: &Term, comparison: &Comparison, right: &Term) -> bool {
    let (field, literal) = match (left, right) {
        (Term::Path(path), Term::Literal(literal)) => (path.field.filter(|_| !path.absolute), literal),
        (Term::Literal(literal), Term::Path(path)) if !matches!(comparison, Comparison::In) => {
            (path.field.filter(|_| !path.absolute), literal)
        }
        _ => return false,
    };
    let names = matches!(comparison, Comparison::Equal | Comparison::NotEqual | Comparison::In)
        && compare(
            &fields::kind_value(Kind::Test),
            if matches!(comparison, Comparison::In) { comparison } else { &Comparison::Equal },
            &Value::from_json(literal),
            Rules::Nodes,
        );
    names && matches!(field, Some(Field::Kind | Field::Type))
}

/// A comparison of paths with several values holds if it does for any pair; a path without values is `Nothing`.
fn any_pair(left: &[Value<'_>], comparison: &Comparison, right: &[Value<'_>], rules: Rules) -> bool {
    let nothing = [Value::Nothing];
    let left = if left.is_empty() { &nothing } else { left };
    let right = if right.is_empty() { &nothing } else { right };
    left.iter().any(|a| right.iter().any(|b| compare(a, comparison, b, rules)))
}

fn exists(path_of: &FilterPath, found: Subject<'_>, context: Context<'_>) -> Result<bool, Stale> {
    if let Some(column) = path_of.column() {
        // A cell that holds nothing is none, whatever the format writes for it.
        let value = found.column(context, column);
        return Ok(value.is_present() && !matches!(value, Value::Null));
    }
    if let Some(field) = path_of.field {
        return Ok(found.value(context, field).is_present());
    }
    if let ([Step::Relation(relation, steps)], Some(node), Some(seen)) =
        (path_of.steps.as_slice(), found.node(), context.seen)
        && let Some(leads) = seen.known.leads(node, (*relation, *steps))
    {
        return Ok(leads);
    }
    Ok(!found.walk(path_of, context)?.is_empty())
}

/// The values of a term for `found`.
pub(in crate::docql) fn values_of<'l>(
    term: &'l Term,
    found: &'l Found,
    context: Context<'l>,
) -> Result<Vec<Value<'l>>, Stale> {
    let context = Context { file: found.item.file().or(context.file), ..context };
    Ok(values(term, Subject::Found(found), context)?.into_values())
}

fn values<'l>(term: &'l Term, found: Subject<'l>, context: Context<'l>) -> Result<TermValues<'l>, Stale> {
    Ok(match term {
        Term::Literal(value) => TermValues::One(Value::from_json(value)),
        Term::Long(digits) => TermValues::One(Value::Long(Cow::Borrowed(digits))),
        Term::OneOf(terms) => {
            let mut all = Vec::new();
            for term in terms {
                all.extend(values(term, found, context)?.into_values());
            }
            TermValues::Many(all)
        }
        Term::Pattern(_) => TermValues::Many(Vec::new()),
        Term::Path(path_of) => match path_of.field {
            Some(field) => TermValues::One(found.value(context, field)),
            None => match path_of.column() {
                Some(column) => TermValues::One(found.column(context, column)),
                None => TermValues::Many(
                    found.walk(path_of, context)?.iter().map(|item| item_value(item, context)).collect(),
                ),
            },
        },
        Term::Function(function, inner) => TermValues::One(call(*function, inner, found, context)?),
    })
}

/// The value of an item that a path yields: data and values as they are, nodes by name.
fn item_value<'l>(found: &Found, context: Context<'l>) -> Value<'l> {
    match &found.item {
        Item::Data { tree, node, .. } => Value::from_data(tree, *node),
        Item::Value { value, .. } => match value {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => Value::Number(number.clone()),
            serde_json::Value::String(text) => Value::Text(Cow::Owned(text.clone())),
            other => Value::Json(Cow::Owned(other.clone())),
        },
        _ => fields::value(context.library, found, Field::Name),
    }
}

fn call<'l>(
    function: FilterFunction,
    inner: &'l Term,
    found: Subject<'l>,
    context: Context<'l>,
) -> Result<Value<'l>, Stale> {
    if function == FilterFunction::Count {
        let Term::Path(path_of) = inner else { return Ok(Value::Nothing) };
        let count = match path_of.field {
            Some(field) => usize::from(found.value(context, field).is_present()),
            None => found.walk(path_of, context)?.len(),
        };
        return Ok(Value::number(count as u64));
    }
    let only = match values(inner, found, context)? {
        TermValues::One(value) => value,
        TermValues::Many(mut values) if values.len() == 1 => values.remove(0),
        TermValues::Many(_) => Value::Nothing,
    };
    Ok(match function {
        FilterFunction::Length => only.length(),
        FilterFunction::Value => only,
        _ => Value::Nothing,
    })
}

fn matches(
    subject: &Term,
    pattern: &Term,
    function: FilterFunction,
    found: Subject<'_>,
    context: Context<'_>,
) -> Result<bool, Stale> {
    let subjects = values(subject, found, context)?;
    let text = match subjects.as_slice() {
        [Value::Text(text) | Value::Word(text) | Value::Language(text) | Value::Decimal(text)] => text,
        _ => return Ok(false),
    };
    if let Term::Pattern(regex) = pattern {
        return Ok(regex.as_ref().is_some_and(|regex| regex.is_match(text)));
    }
    let patterns = values(pattern, found, context)?;
    Ok(match patterns.as_slice() {
        [Value::Text(pattern)] => {
            compile_iregexp(pattern, function == FilterFunction::Match).is_some_and(|regex| regex.is_match(text))
        }
        _ => false,
    })
}
