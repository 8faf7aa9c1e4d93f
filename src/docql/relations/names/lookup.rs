//! Declarations by name, nearest first, and the symbols that enclose a position.

use crate::docql::nodes::fields;
use crate::docql::plan::name_pattern::lower;
use crate::document::{Kind, LexemeKind, lexemes};
use crate::library::{FileId, Library, NamePart, NodeRef, Outline};
use crate::stdx::holds_word;
use std::collections::HashSet;

/// Bytes of a declaration that are read, at most.
const MAX_DECLARATION: u32 = 2 << 10;

/// The name of the type a callable belongs to, according to its own file.
pub(in crate::docql::relations) fn owner_name(library: &Library, node: NodeRef) -> Option<&str> {
    let outline = library.outline(node.file)?;
    let callable = matches!(outline.kind(node.node), Kind::Method | Kind::Constructor | Kind::Function);
    fields::owner_names(&outline, node.node).into_iter().next().filter(|_| callable)
}

/// True if the languages of two files can call each other's functions by name.
pub(in crate::docql::relations) fn same_language_family(library: &Library, a: FileId, b: FileId) -> bool {
    language_family(library.file(a).format.id) == language_family(library.file(b).format.id)
}

pub(in crate::docql::relations) fn is_declaration(library: &Library, file: FileId, offset: u32) -> bool {
    let Some(outline) = library.outline(file) else { return false };
    // What a test of Ruby, JavaScript or Lua is about is an argument of a call: `describe Foo do`.
    let is_argument = matches!(language_family(library.language(file)), "ruby" | "javascript" | "lua");
    outline.enclosing(offset, |kind| kind.is_symbol()).is_some_and(|node| {
        outline.name_span(node).contains(offset) && !(is_argument && outline.kind(node) == Kind::Test)
    })
}

/// Where what a function has for its own begins that may be called `name`: behind its name where that only sets something of
/// the name, and takes it by another one: `def count=(n)` has no variable `count`.
pub(in crate::docql::relations) fn start_of_own(outline: &Outline<'_>, text: &str, (node, name): (u32, &str)) -> u32 {
    let (span, own) = (outline.span(node), outline.name_span(node));
    let is_setter = outline.kind(node).is_function() && outline.name(node).strip_suffix('=') == Some(name);
    let takes = || {
        let behind = text.get(own.end as usize..span.end as usize).unwrap_or_default();
        behind.split([')', '\n']).next().is_some_and(|list| holds_word(list, name))
    };
    if is_setter && !takes() { own.end } else { span.start }
}

/// The function around an offset, else the innermost other declaration. A variable inside of what another variable or
/// a field is set to is local to a function without a name there, and is passed over.
pub(in crate::docql::relations) fn enclosing_symbol(outline: &Outline<'_>, offset: u32) -> Option<u32> {
    outline
        .enclosing(offset, |kind| kind.is_function() || kind == Kind::Test)
        .or_else(|| Some(holding(outline, outline.enclosing(offset, |kind| kind.is_symbol() && kind != Kind::Module)?)))
}

/// The outermost declaration that a local variable is part of the value of; `node` itself if it is none.
pub(in crate::docql::relations) fn holding(outline: &Outline<'_>, node: u32) -> u32 {
    let is_variable = |node: u32| matches!(outline.kind(node), Kind::Variable | Kind::Constant);
    let mut here = node;
    while is_variable(here)
        && let Some(above) = outline.ancestors(here).find(|&at| outline.kind(at).is_symbol())
        && (is_variable(above) || matches!(outline.kind(above), Kind::Field | Kind::Property))
    {
        here = above;
    }
    here
}

/// The callables and types with a name, in the language family of `file`.
pub(in crate::docql) fn declarations_named(library: &Library, name: &str, file: FileId) -> Vec<NodeRef> {
    let is_meant = |node: &NodeRef| {
        library.outline(node.file).is_some_and(|outline| {
            let kind = outline.kind(node.node);
            outline.name(node.node) == name && (kind.is_function() || kind.is_class())
        }) && same_language_family(library, node.file, file)
    };
    library.declared(name).into_iter().filter(is_meant).collect()
}

/// The callables and types with a name that are nearest to `from`; see [`nearest`].
pub(in crate::docql::relations) fn nearest_named(library: &Library, name: &str, from: NodeRef) -> Vec<NodeRef> {
    nearest(library, declarations_named(library, name, from.file), from)
}

/// All symbols of a name, whatever they are.
pub(in crate::docql::relations) fn symbols_named(library: &Library, name: &str) -> Vec<NodeRef> {
    let mut out = Vec::new();
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let is_one = library
            .outline(node.file)
            .is_some_and(|outline| outline.name(node.node) == name && outline.kind(node.node).is_symbol());
        out.extend(is_one.then_some(node));
        true
    });
    out
}

/// The nodes nearest to `from`: those of the same type, else file, else directory, else all.
pub(in crate::docql) fn nearest(library: &Library, all: Vec<NodeRef>, from: NodeRef) -> Vec<NodeRef> {
    let owner = owner_name(library, from);
    let far = |node: &NodeRef| {
        let same_type = owner.is_some() && owner_name(library, *node) == owner;
        if same_type {
            0
        } else if node.file == from.file {
            1
        } else if library.file(node.file).directory() == library.file(from.file).directory() {
            2
        } else {
            3
        }
    };
    let nearest = all.iter().map(far).min();
    all.into_iter().filter(|node| Some(far(node)) == nearest).collect()
}

/// How far two files are apart: 0 for the same file, 1 for the same directory, 2 for any other.
pub(in crate::docql::relations) fn distance(library: &Library, a: FileId, b: FileId) -> u8 {
    match a == b {
        true => 0,
        false if library.file(a).directory() == library.file(b).directory() => 1,
        false => 2,
    }
}

/// The files and directories of some symbols.
pub(in crate::docql::relations) struct Near<'l> {
    files: HashSet<FileId>,
    directories: HashSet<&'l str>,
}

impl<'l> Near<'l> {
    pub(in crate::docql::relations) fn of(symbols: &[NodeRef], library: &'l Library) -> Near<'l> {
        let files: HashSet<FileId> = symbols.iter().map(|symbol| symbol.file).collect();
        let directories = files.iter().map(|file| library.file(*file).directory()).collect();
        Near { files, directories }
    }

    /// [`distance`] to the nearest of them.
    pub(in crate::docql::relations) fn distance(&self, library: &Library, file: FileId) -> u8 {
        match self.files.contains(&file) {
            true => 0,
            false if self.directories.contains(library.file(file).directory()) => 1,
            false => 2,
        }
    }
}

/// The family of a language: languages that can call each other's functions by name.
pub(in crate::docql) fn language_family(language: &'static str) -> &'static str {
    match language {
        "c" | "cpp" => "c",
        "javascript" | "typescript" | "tsx" | "vue" | "svelte" | "astro" => "javascript",
        "java" | "kotlin" => "java",
        other => other,
    }
}

/// The package that a file says to be of; empty if it is not indexed, or says nothing.
pub(in crate::docql::relations) fn package_of(library: &Library, file: FileId) -> &str {
    let Some(outline) = library.outline(file) else { return "" };
    let module = outline.children(None).find(|&node| outline.kind(node) == Kind::Module);
    module.map_or("", |node| outline.name(node))
}

/// The words of a declaration, without those of its body.
pub(in crate::docql::relations) fn words_of_declaration(library: &Library, node: NodeRef) -> HashSet<String> {
    let read = || {
        let (outline, lexis) = (library.outline(node.file)?, library.file(node.file).format.lexis?);
        let text = library.peek_text(node.file).ok()?;
        let (span, body) = (outline.span(node.node), outline.body(node.node));
        let end = if body.is_empty() { span.end } else { body.start };
        let end = text.floor_char_boundary(end.min(span.start.saturating_add(MAX_DECLARATION)) as usize);
        let text = text.get(span.start as usize..end)?;
        let words = lexemes(text, lexis).filter(|lexeme| lexeme.kind != LexemeKind::Text);
        Some(words.map(|lexeme| lexeme.span.of(text).to_owned()).collect())
    };
    read().unwrap_or_default()
}
