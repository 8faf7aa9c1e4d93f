//! Rust: the files that hold what `mod name;` declares.

use crate::docql::relations::names::relative::joined;
use crate::document::{Kind, NodeFlags};
use crate::library::{FileId, Library, NodeRef};

/// Names of files that are the module of their directory.
const OF_DIRECTORY: [&str; 3] = ["mod.rs", "lib.rs", "main.rs"];

/// The file that holds the module which `node` declares; `None` for what is no such declaration, and where no file is
/// there.
pub(in crate::docql::relations) fn file_of(library: &Library, node: NodeRef) -> Option<FileId> {
    let outline = library.outline(node.file)?;
    let is_module = |at: u32| outline.kind(at) == Kind::Module;
    if !is_module(node.node) || !outline.flags(node.node).has(NodeFlags::DECLARATION) {
        return None;
    }
    let entry = library.file(node.file);
    let directory = entry.directory();
    if let Some(path) = told_path(library, node) {
        return library.find(&joined(directory, &path)?);
    }
    let mut inside: Vec<&str> =
        outline.ancestors(node.node).filter(|&at| is_module(at)).map(|at| outline.name(at)).collect();
    inside.reverse();
    inside.push(outline.name(node.node).trim_start_matches("r#"));
    let inside = inside.join("/");
    let own = entry.name().strip_suffix(".rs")?;
    let below = |directory: &str| {
        let stem = joined(directory, &inside)?;
        library.find(&format!("{stem}.rs")).or_else(|| library.find(&format!("{stem}/mod.rs")))
    };
    // The root of a crate may have any name: a test, an example, a binary.
    let beside = || below(directory);
    match OF_DIRECTORY.contains(&entry.name()) {
        true => beside(),
        false => below(&format!("{directory}/{own}")).or_else(beside),
    }
}

/// The path that an attribute above a declaration gives: `#[path = "unix.rs"]`.
fn told_path(library: &Library, node: NodeRef) -> Option<String> {
    let text = library.text(node.file).ok()?;
    let start = library.outline(node.file)?.name_span(node.node).start as usize;
    // The line of the name may begin with attributes of its own.
    let mut above = text.get(..start)?.lines().rev();
    let own = above.next()?;
    let attributes = above.take_while(|line| line.trim_start().starts_with(['#', '/']));
    std::iter::once(own).chain(attributes).find_map(|line| {
        let value = line.trim_start().strip_prefix("#[path")?.trim_start().strip_prefix('=')?;
        value.split('"').nth(1).map(str::to_owned)
    })
}
