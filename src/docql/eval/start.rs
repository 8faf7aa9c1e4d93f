//! The lists that queries start from, per file or for the workspace.

use crate::docql::catalog::Root;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::lists::list::List;
use crate::docql::nodes::outline;
use crate::docql::plan::steps::Start;
use crate::document::Kind;
use crate::library::FileId;
use std::sync::Arc;

pub(super) fn is_per_document(start: Start) -> bool {
    !matches!(
        start,
        Start::Workspace
            | Start::Value
            | Start::Catalog(Root::Files | Root::Structure | Root::Repositories | Root::Databases)
    )
}

/// The starting list of one file.
pub(super) fn start_in(start: Start, file: FileId, context: Context<'_>) -> List {
    let library = context.library;
    let nodes = |wanted: &dyn Fn(Kind) -> bool| -> List {
        match library.outline(file) {
            Some(outline) => {
                (0..outline.len()).filter(|&at| wanted(outline.kind(at))).map(|at| outline::node(file, at)).collect()
            }
            None => Vec::new(),
        }
    };
    match start {
        Start::TocTop => outline::top(library, file),
        Start::TocAll => outline::all(library, file),
        Start::Documents => vec![Found::plain(Item::File(file))],
        Start::AllNodes => nodes(&|kind| kind != Kind::Impl),
        Start::Declarations => nodes(&|kind| kind.is_symbol() || kind == Kind::Import),
        Start::Written => nodes(&|kind| kind.family() == crate::document::Family::Section),
        Start::Catalog(Root::Entities) => {
            nodes(&|kind| kind.is_class() || kind.is_function() || matches!(kind, Kind::Api | Kind::Term))
        }
        Start::Catalog(Root::Tables) if library.file(file).is_database() || library.file(file).is_table() => {
            nodes(&|kind| kind == Kind::Table)
        }
        Start::Catalog(Root::FrontMatter) => front_matter(file, context),
        Start::Catalog(Root::Data) => library
            .data(file)
            .map(|tree| Found::plain(Item::Data { file: Some(file), tree, node: 0 }))
            .into_iter()
            .collect(),
        _ => Vec::new(),
    }
}

pub(super) fn front_matter(file: FileId, context: Context<'_>) -> List {
    // Checking the text first saves parsing every document.
    let begins = context.library.peek_text(file).is_ok_and(|text| text.starts_with("---") || text.starts_with("+++"));
    if !begins {
        return Vec::new();
    }
    let Ok(document) = context.library.document(file) else { return Vec::new() };
    document
        .frontmatter
        .clone()
        .map(|tree| Found::plain(Item::Data { file: Some(file), tree: Arc::new(tree), node: 0 }))
        .into_iter()
        .collect()
}

pub(super) fn start_whole(start: Start, context: Context<'_>) -> List {
    let library = context.library;
    match start {
        Start::Workspace | Start::Catalog(Root::Files) => {
            library.file_ids().map(|file| Found::plain(Item::File(file))).collect()
        }
        Start::Catalog(Root::Databases) => {
            let databases = library.file_ids().filter(|file| super::rows::is_database(library, *file));
            databases.map(|file| Found::plain(Item::File(file))).collect()
        }
        Start::Catalog(Root::Structure) => crate::docql::nodes::structure::walk(library, ""),
        Start::Catalog(Root::Repositories) => {
            (0..library.repositories().len() as u32).map(|number| Found::plain(Item::Repository(number))).collect()
        }
        Start::Value => match context.value {
            Some(tree) => vec![Found::plain(Item::Data { file: context.file, tree: Arc::clone(tree), node: 0 })],
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}
