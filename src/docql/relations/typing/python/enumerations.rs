//! Enumerations: classes below `Enum`, whose fields are values of them.

use crate::docql::relations::typing::table::TypeTable;
use crate::library::NodeRef;

/// The classes that come with the language.
const BASES: &[&str] = &["Enum", "Flag", "IntEnum", "IntFlag", "ReprEnum", "StrEnum", "TextChoices", "IntegerChoices"];

/// True for a field that an enumeration of Python lists: `A = 1` in its body.
pub(in crate::docql::relations::typing) fn lists(table: &TypeTable<'_>, of: NodeRef, field: NodeRef) -> bool {
    let library = table.library;
    let is_listed = || {
        let outline = library.outline(field.file)?;
        let parent = outline.parent(field.node)?;
        Some(outline.kind(parent).is_class() && !outline.name(field.node).starts_with('_'))
    };
    let is_one = |node: NodeRef| {
        let bases = library.outline(node.file).map_or("", |outline| outline.detail(node.node));
        let mut names = bases.split(',').map(|base| base.trim().rsplit('.').next().unwrap_or_default());
        names.any(|name| BASES.contains(&name))
    };
    library.language(field.file) == "python"
        && is_listed() == Some(true)
        && (is_one(of) || table.above(of).iter().any(|above| is_one(*above)))
}
