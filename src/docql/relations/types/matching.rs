//! Whether two methods of a name may have parameters of the same types, as these are written.

use crate::docql::relations::names::lookup::{language_family, same_language_family};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::docql::relations::typing::written::Written;
use crate::document::Kind;
use crate::library::NodeRef;

/// Words before a type that are none of it.
const MODIFIERS: &[&str] =
    &["const", "final", "in", "out", "params", "readonly", "ref", "scoped", "this", "vararg", "volatile"];

/// C#: types of the language that have a name in its library as well.
const SAME: &[(&str, &str)] = &[
    ("Boolean", "bool"),
    ("Byte", "byte"),
    ("Char", "char"),
    ("Decimal", "decimal"),
    ("Double", "double"),
    ("Int16", "short"),
    ("Int32", "int"),
    ("Int64", "long"),
    ("Object", "object"),
    ("SByte", "sbyte"),
    ("Single", "float"),
    ("String", "string"),
    ("UInt16", "ushort"),
    ("UInt32", "uint"),
    ("UInt64", "ulong"),
];

/// True if the parameters of two methods may be of the same types, in languages in which these tell methods of one name
/// apart. What is not written plainly may be anything.
pub(super) fn may_match(table: &TypeTable<'_>, a: NodeRef, b: NodeRef) -> bool {
    let language = table.library.language(a.file);
    if !matches!(language, "cpp" | "csharp" | "java" | "kotlin") {
        return true;
    }
    let (imports_a, imports_b) = (Imports::new(table.library, a.file), Imports::new(table.library, b.file));
    let (a_types, b_types) = (FileTypes::new(table, &imports_a), FileTypes::new(table, &imports_b));
    let (own, other) = (a_types.parameters(a), b_types.parameters(b));
    let (own, other) = (without_void(&own), without_void(&other));
    let is_read =
        |list: &[Written], of: NodeRef| !list.is_empty() || table.arity(of).is_some_and(|arity| arity.most == Some(0));
    if !is_read(own, a) || !is_read(other, b) {
        return true;
    }
    if own.len() != other.len() {
        return false;
    }
    // What is another type in Java may be the same in Kotlin.
    let tells = language == table.library.language(b.file);
    !tells || own.iter().zip(other).all(|(own, other)| may_be_one((&a_types, own), (&b_types, other)))
}

/// C: `(void)` takes nothing.
fn without_void(list: &[Written]) -> &[Written] {
    if matches!(list, [only] if only.text.trim() == "void") { &[] } else { list }
}

/// True if two written types may be the same.
fn may_be_one((a, own): (&FileTypes<'_, '_>, &Written), (b, other): (&FileTypes<'_, '_>, &Written)) -> bool {
    match (plain(&own.text), plain(&other.text)) {
        (Some(one), Some(two)) => one == two || !is_told(a, own, &one) || !is_told(b, other, &two),
        _ => true,
    }
}

/// The last name of a type that is nothing but a name, with a sign for each star and each list behind it.
fn plain(text: &str) -> Option<String> {
    let words: Vec<&str> = text.split_whitespace().filter(|word| !MODIFIERS.contains(word)).collect();
    let word = match words.as_slice() {
        [word] => *word,
        [word, signs] if signs.chars().all(|c| matches!(c, '*' | '&')) => *word,
        _ => return None,
    };
    let stars = text.matches('*').count();
    let lists = text.matches("[]").count();
    let word = word.replace("[]", "");
    let path = word.trim_end_matches(['*', '&', '?']);
    let name = path.rsplit(['.', ':']).next()?;
    let is_name = !name.is_empty() && path.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'));
    let name = SAME.iter().find(|(of, _)| *of == name).map_or(name, |(_, own)| own);
    is_name.then(|| format!("{name}{}{}", "*".repeat(stars), "[]".repeat(lists)))
}

/// True if a name is that of one type for sure: no parameter for types, and no other name of one.
fn is_told(types: &FileTypes<'_, '_>, written: &Written, plain: &str) -> bool {
    let name = plain.trim_end_matches(['*', '[', ']']);
    let (library, file) = (types.table.library, written.file);
    let language = library.language(file);
    let Some(rules) = library.lexis(file).map(|lexis| &lexis.types) else { return false };
    if rules.builtin.contains(&name) {
        return true;
    }
    if types.is_type_parameter(file, written.offset, name) || types.is_template_parameter(file, written.offset, name) {
        return false;
    }
    let family = language_family(library.file(file).format.id);
    let kinds: Vec<Kind> = library
        .declared(name)
        .into_iter()
        .filter(|node| same_language_family(library, node.file, file))
        .filter_map(|node| Some(library.outline(node.file)?.kind(node.node)))
        .filter(|kind| kind.is_class() || *kind == Kind::Alias)
        .collect();
    let is_renamed =
        || Imports::new(library, file).path_at(name, written.offset).is_some_and(|path| !path.ends_with(name));
    if kinds.contains(&Kind::Alias) || is_renamed() {
        return false;
    }
    // What is declared elsewhere may be another name in C++ and Kotlin, and is a type in the others.
    !kinds.is_empty() || matches!((family, language), ("csharp", _) | (_, "java"))
}
