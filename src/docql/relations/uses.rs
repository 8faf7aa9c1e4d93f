//! Calls of a type: the functions outside it that construct it or call something on it by its name.

use super::ambiguity::{DeclKind, Declarations, Resolution};
use super::call_fit::qualifiers;
use super::modules::{Meaning, Modules};
use super::name_resolution::{Imports, NameScope};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::item::{Found, Item};
use crate::docql::relations::lookup::{language_family, same_language_family};
use crate::document::{Hides, Kind, LexemeKind, Span, TypeRules, lexemes};
use crate::library::{FileId, NodeRef};
use crate::stdx::Stale;
use rayon::prelude::*;
use std::collections::HashSet;

/// The functions that construct the type `target` or name it before what they call, each with its first site, in path
/// order. The type's own members do not count, nor annotations and other places for types; ambiguous uses are marked as
/// by name.
pub(super) fn uses<'l>(target: NodeRef, modules: &Modules<'l>, context: Context<'l>) -> Result<Vec<Found>, Stale> {
    let library = context.library;
    let Some(outline) = library.outline(target.file) else { return Ok(Vec::new()) };
    let name = outline.name(target.node);
    if name.is_empty() {
        return Ok(Vec::new());
    }
    let language = language_family(library.file(target.file).format.id);
    let table = Declarations::tabulate(HashSet::from([(name, language)]), context)?;
    let nobody = Declarations::default();
    let used = UsedType { target, name, modules, declarations: table.get(&(name, language)).unwrap_or(&nobody) };
    let files: Vec<FileId> =
        library.file_ids().filter(|file| same_language_family(library, *file, target.file)).collect();
    let in_file = |&file: &FileId| {
        context.check()?;
        Ok(used.in_file(file, context))
    };
    let parts: Vec<Vec<Found>> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    Ok(parts.into_iter().flatten().collect())
}

/// A type whose uses are searched for.
struct UsedType<'p, 'l> {
    target: NodeRef,
    name: &'l str,
    modules: &'p Modules<'l>,
    declarations: &'p Declarations,
}

impl<'l> UsedType<'_, 'l> {
    fn in_file(&self, file: FileId, context: Context<'l>) -> Vec<Found> {
        let (library, name, target) = (context.library, self.name, self.target);
        let mut out: Vec<Found> = Vec::new();
        let (Some(lexis), Some(outline)) = (library.file(file).format.lexis, library.outline(file)) else { return out };
        let Ok(text) = library.peek_text(file) else { return out };
        if memchr::memmem::find(text.as_bytes(), name.as_bytes()).is_none() {
            return out;
        }
        let imports = Imports::new(library, file);
        let is_own = |node: u32| {
            let of_type = |at: u32| {
                NodeRef { file, node: at } == target || (outline.kind(at) == Kind::Impl && outline.name(at) == name)
            };
            of_type(node) || outline.ancestors(node).any(of_type) || outline.detail(node) == name
        };
        let mut last = None;
        for lexeme in lexemes(&text, lexis) {
            let names_it = matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) && lexeme.span.of(&text) == name;
            if !names_it {
                continue;
            }
            let before = text.get(..lexeme.span.start as usize).unwrap_or_default();
            let after = text.get(lexeme.span.end as usize..).unwrap_or_default();
            if !is_call(before, after, lexeme.kind, lexis.types) {
                continue;
            }
            let resolution = self.resolution(before, lexeme.span.start, &imports);
            let evidence =
                resolution.fit(if self.declarations.is_one_type() { Evidence::Unique } else { Evidence::Import });
            if evidence.is_none() {
                continue;
            }
            let user = outline.enclosing(lexeme.span.start, |kind| kind.is_function() || kind == Kind::Test);
            if let Some(same) = out.last_mut().filter(|_| user.is_some() && user == last) {
                same.further.push(Span::new(lexeme.span.start, lexeme.span.end));
                same.evidence = same.evidence.max(evidence);
            } else if let Some(node) = user.filter(|&node| !is_own(node)) {
                last = Some(node);
                let site = Some(Span::new(lexeme.span.start, lexeme.span.end));
                out.push(Found { depth: 1, site, evidence, ..Found::plain(Item::Node(NodeRef { file, node })) });
            }
        }
        out
    }

    /// Decides whether the name at `offset` refers to the type.
    fn resolution(&self, before: &str, offset: u32, imports: &Imports<'l>) -> Resolution {
        if imports.library.file(imports.file).format.id == "python" {
            let mut names = qualifiers(before);
            names.push(self.name);
            match self.modules.meaning(imports, offset, &names) {
                Meaning::Open => {}
                meaning => return meaning.resolution(imports.library, self.target),
            }
        }
        self.declarations.resolution(DeclKind::Type, Some(self.target), || {
            let scope = NameScope { imports, offset };
            self.declarations.candidates_at(DeclKind::Type, self.name, &qualifiers(before), &scope)
        })
    }
}

/// True if the name of a type between `before` and `after` is called or constructed, or something of it is. In a
/// language without constructors that is not written, and each place counts.
fn is_call(before: &str, after: &str, kind: LexemeKind, rules: &TypeRules) -> bool {
    if rules.hides == Hides::File {
        return true;
    }
    let before = before.trim_end();
    let last_word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    if last_word == "new" {
        return true;
    }
    if matches!(
        last_word,
        "class" | "struct" | "enum" | "trait" | "interface" | "impl" | "for" | "extends" | "dyn" | "def"
    ) {
        return false;
    }
    if kind == LexemeKind::Call {
        return true;
    }
    let after = after_arguments(after);
    // What is of a type is called on it: `T::new()`, `T.create()`; in Python that may as well be a value.
    if after.starts_with("::") || (after.starts_with('.') && !rules.assigns) {
        return !before.ends_with(':') || before.ends_with("::") || after.starts_with("::");
    }
    let touches = after.starts_with('{');
    rules.literals
        && after.trim_start().starts_with('{')
        && (touches || rules.result.len() > 1)
        && !before.ends_with("->")
}

/// What stands behind the type arguments that `after` begins with, if it does.
fn after_arguments(after: &str) -> &str {
    let Some(rest) = after.strip_prefix('<') else { return after };
    let mut depth = 1usize;
    for (at, byte) in rest.bytes().enumerate().take(LONGEST_ARGUMENTS) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &rest[at + 1..];
        }
    }
    after
}

/// Bytes of type arguments that are passed over, at most.
const LONGEST_ARGUMENTS: usize = 200;
