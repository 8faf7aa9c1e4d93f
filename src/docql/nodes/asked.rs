//! Fields that an evaluation asks for: what they would be read from and is not indexed is noted as lacking.

use super::context::Context;
use super::fields;
use super::lists::item::{Found, Item};
use super::rows::fields as table_fields;
use super::value::Value;
use crate::docql::catalog::Field;

/// The value of a field; why a database does not tell it is noted.
pub(in crate::docql) fn value<'l>(context: Context<'l>, found: &Found, field: Field) -> Value<'l> {
    note(context, found, field);
    let asked = match &found.item {
        Item::Node(node) => table_fields::asked(*node, field, context),
        _ => None,
    };
    asked.unwrap_or_else(|| fields::value(context.library, found, field))
}

/// The value of a column of an item; of what has no such column, the field of that name.
pub(in crate::docql) fn column_value<'l>(
    context: Context<'l>,
    found: &'l Found,
    name: &str,
    field: Option<Field>,
) -> Value<'l> {
    field.into_iter().for_each(|field| note(context, found, field));
    fields::column_value(context.library, found, name, field)
}

/// Lines are found without the structure of their file, which says what they lie in: their page, their section.
fn note(context: Context<'_>, found: &Found, field: Field) {
    let Item::Excerpt(excerpt) = &found.item else { return };
    if fields::is_of_structure(field)
        && !context.library.is_indexed(excerpt.file)
        && let Some(seen) = context.seen
    {
        seen.lack(|lacks| lacks.files.extend([excerpt.file]));
    }
}
