//! Python: the name that an import binds: `import a.b` makes `a` known, and no `b`.

use crate::library::Outline;

/// Bytes of `from`, `import` and the blanks around them, without which a name is not imported from a module.
const FROM: usize = "from  import ".len() - 1;

/// The name that the import `node` binds, with the path that it stands for.
pub(in crate::docql::relations) fn bound<'l>(outline: &Outline<'l>, node: u32) -> (&'l str, &'l str) {
    let (name, path) = (outline.name(node), outline.detail(node));
    let Some(written) = path.strip_suffix(name).filter(|before| before.ends_with('.') && !before.starts_with('.'))
    else {
        return (name, path);
    };
    // An import of a module holds its whole path, one from a module the words between as well, or nothing of the path where
    // another name goes before.
    let before = outline.name_span(node).start.saturating_sub(outline.span(node).start) as usize;
    let is_whole = (written.len()..written.len() + FROM).contains(&before);
    match path.split_once('.') {
        Some((head, _)) if is_whole => (head, head),
        _ => (name, path),
    }
}
