//! Go: how types are written that are embedded in others, and what another name for a type stands for.

use crate::document::Kind;
use crate::library::{Library, NodeRef};

/// Bytes of a declaration that are read, at most.
const MAX_DECLARATION: u32 = 64 << 10;

/// The package before the type `name` where it is embedded in `node`, or where that is another name for it; `None` if it
/// is of the own package.
pub(super) fn package(library: &Library, node: NodeRef, name: &str) -> Option<String> {
    let text = declaration(library, node)?;
    text.match_indices(name).find_map(|(at, _)| {
        let before = text.get(..at)?.strip_suffix('.')?;
        let start = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |end| end + 1);
        let stands_alone = before[..start].trim_end_matches([' ', '\t', '*']).ends_with(['\n', '{', ';', '=', '|']);
        (stands_alone && start < before.len() && ends(&text[at + name.len()..])).then(|| before[start..].to_owned())
    })
}

/// The name of the type that `node` is another name for: `type Info = fs.FileInfo`.
pub(super) fn aliased(library: &Library, node: NodeRef) -> Option<String> {
    if library.outline(node.file)?.kind(node.node) != Kind::Alias {
        return None;
    }
    let written = aliased_as(library, node)?;
    let path = written.split(['[', ' ', '/']).next()?;
    let name = path.rsplit('.').next()?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| name.to_owned())
}

/// What `node` is another name for, as it is written: `fs.FileInfo`.
pub(super) fn aliased_as(library: &Library, node: NodeRef) -> Option<String> {
    let text = declaration(library, node)?;
    Some(text.trim_start().strip_prefix('=')?.lines().next()?.split("//").next()?.trim().to_owned())
}

/// What stands behind the name of a type of Go.
fn declaration(library: &Library, node: NodeRef) -> Option<String> {
    if library.file(node.file).format.id != "go" {
        return None;
    }
    let outline = library.outline(node.file)?;
    let (name, span) = (outline.name_span(node.node), outline.span(node.node));
    let text = library.peek_text(node.file).ok()?;
    let end = text.floor_char_boundary(span.end.min(name.end.saturating_add(MAX_DECLARATION)) as usize);
    text.get(name.end as usize..end).map(str::to_owned)
}

/// True if a type without arguments, or with some, ends what is embedded: nothing but a tag or a comment follows.
fn ends(behind: &str) -> bool {
    let behind = match behind.strip_prefix('[') {
        Some(inside) => inside.split_once(']').map_or("", |(_, behind)| behind),
        None if behind.starts_with(|c: char| c.is_alphanumeric() || c == '_') => return false,
        None => behind,
    };
    let behind = behind.trim_start_matches([' ', '\t', '\r']);
    behind.is_empty() || behind.starts_with(['\n', '}', ';', '`', '"', '|']) || behind.starts_with("//")
}
