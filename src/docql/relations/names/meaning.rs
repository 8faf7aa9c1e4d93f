//! What a dotted name means, as modules tell.

use super::ambiguity::Resolution;
use super::go::builds::Build;
use super::lookup::package_of;
use crate::library::{FileId, Library, NodeRef};

/// What a dotted name means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Meaning {
    /// A type, function or variable.
    Declared(NodeRef),
    /// The module that a file is.
    Module(FileId),
    /// A package without a file of its own.
    Directory(String),
    /// Something of a value.
    Value,
    /// Nothing that is indexed: of the language, or from a module that is not here.
    Elsewhere,
    /// Nothing tells.
    Open,
}

impl Meaning {
    /// What it tells of a site that may mean `this`.
    pub(in crate::docql::relations) fn resolution(&self, library: &Library, this: NodeRef) -> Resolution {
        let Meaning::Declared(node) = *self else { return Resolution::Another };
        let (Some(own), Some(outline)) = (library.outline(this.file), library.outline(node.file)) else {
            return Resolution::Unclear;
        };
        // Declarations of one name in one place are one: overloads, branches.
        let is_same = is_one_module(library, node.file, this.file)
            && outline.name(node.node) == own.name(this.node)
            && (outline.parent(node.node) == own.parent(this.node) || node.file != this.file);
        if is_same && node.file != this.file && library.file(this.file).format.id == "go" {
            return of_builds(library, node.file, this.file);
        }
        let kind = outline.kind(node.node);
        match kind.is_function() || kind.is_class() {
            _ if is_same => Resolution::This,
            true => Resolution::Another,
            false => Resolution::Unclear,
        }
    }
}

/// Go: what a name that means a declaration in the file `found` tells of one in the file `this` of its package: two files
/// declare a name where no build takes both.
fn of_builds(library: &Library, found: FileId, this: FileId) -> Resolution {
    let is_left_out = |file: FileId| Build::of(library, file).is_some_and(|build| build.is_left_out());
    match (is_left_out(found), is_left_out(this)) {
        (false, false) => Resolution::This,
        // What is left out is found by what stands beside it alone.
        (true, false) => Resolution::Another,
        (_, true) => Resolution::Unclear,
    }
}

/// True for a file and itself, for the files of a package of Go, and for a file of JavaScript and the one that says its
/// types: `a.js`, `a.d.ts`.
fn is_one_module(library: &Library, a: FileId, b: FileId) -> bool {
    if library.file(a).format.id == "go" {
        let is_beside = library.file(a).directory() == library.file(b).directory();
        return is_beside && package_of(library, a) == package_of(library, b);
    }
    let stem = |file: FileId| {
        let path = &*library.file(file).path;
        let typed =
            [".d.ts", ".d.mts", ".d.cts"].iter().find_map(|end| path.strip_suffix(end)).map(|stem| (stem, true));
        let plain = || [".js", ".mjs", ".cjs"].iter().find_map(|end| path.strip_suffix(end)).map(|stem| (stem, false));
        typed.or_else(plain)
    };
    a == b || stem(a).zip(stem(b)).is_some_and(|(a, b)| a.0 == b.0 && a.1 != b.1)
}
