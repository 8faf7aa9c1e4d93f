//! PHP: types that the documentation of a class names as those which have what it does not declare: `@mixin A`, `@see \A\B`.

use super::types::is_php;
use crate::library::{Library, NodeRef};

/// Marks before the name of a type.
const MARKS: [&str; 2] = ["@mixin", "@see"];

/// The names of types that the documentation of a type has behind such marks, as they are written.
pub(in crate::docql::relations) fn named_in(library: &Library, of: NodeRef) -> Vec<String> {
    let Some(outline) = library.outline(of.file).filter(|_| is_php(library, of.file)) else { return Vec::new() };
    let (doc, Ok(text)) = (outline.doc(of.node), library.peek_text(of.file)) else { return Vec::new() };
    let doc = text.get(doc.start as usize..doc.end as usize).unwrap_or_default();
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\\');
    let named = |line: &str| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '*' | '/'));
        let behind = MARKS.iter().find_map(|mark| line.strip_prefix(mark))?;
        let name = behind.strip_prefix(char::is_whitespace)?.trim_start();
        let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
        let is_type = name.starts_with(|c: char| c == '\\' || c.is_uppercase()) && !name[end..].starts_with("::");
        is_type.then(|| name[..end].to_owned())
    };
    doc.lines().filter_map(named).collect()
}
