//! Templates of components, whose expressions are not read as code: `templateUrl: "./list.component.html"`.

use super::names::lookup::language_family;
use super::names::relative::joined;
use crate::docql::syntax::format::quoted;
use crate::document::LineIndex;
use crate::library::{FileId, Library, NodeRef};
use crate::stdx::grouped;

/// Templates that one file names, at most, and bytes of one.
const MAX_TEMPLATES: usize = 20;
const MAX_BYTES: usize = 1 << 20;

/// What is said of a member that the template of its file names, with the query for these lines.
pub(super) fn remark(library: &Library, member: NodeRef) -> Option<(String, String)> {
    let outline = library.outline(member.file)?;
    let is_script = language_family(library.file(member.file).format.id) == "javascript";
    let is_member = outline.parent(member.node).is_some_and(|of| outline.kind(of).is_class());
    if !is_script || !is_member {
        return None;
    }
    let name = outline.name(member.node);
    for template in templates(library, member.file) {
        let Some(text) = library.peek_text(template).ok().filter(|text| text.len() <= MAX_BYTES) else { continue };
        let lines = LineIndex::new(&text);
        let mut named: Vec<u32> = word_places(&text, name).map(|at| lines.line(at as u32)).collect();
        named.dedup();
        let Some(first) = named.first() else { continue };
        let path = &library.file(template).path;
        let query = format!("$.content.grep({}, \"case word\")[?(@.path == {})]", quoted(name), quoted(path));
        let many = match named.len() {
            1 => String::new(),
            many => format!(" in {} lines, the first", grouped(many)),
        };
        let said = format!("templates are not read as code: one names {name}{many} at {path}:{first}: {query}");
        return Some((said, query));
    }
    None
}

/// The places of a name in a text, as a whole word.
fn word_places<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices(name).map(|(at, _)| at).filter(move |&at| {
        !name.is_empty() && !text[..at].ends_with(is_part) && !text[at + name.len()..].starts_with(is_part)
    })
}

/// The templates that a file names as those of its components.
fn templates(library: &Library, file: FileId) -> Vec<FileId> {
    let Ok(text) = library.peek_text(file) else { return Vec::new() };
    let named = text.match_indices("templateUrl").take(MAX_TEMPLATES).filter_map(|(at, word)| {
        let value = text[at + word.len()..].trim_start().strip_prefix(':')?.trim_start();
        let quote = value.chars().next().filter(|quote| matches!(quote, '"' | '\'' | '`'))?;
        let path = value[1..].split(quote).next().filter(|path| path.len() < 1_000)?;
        library.find(&joined(library.file(file).directory(), path)?)
    });
    named.collect()
}
