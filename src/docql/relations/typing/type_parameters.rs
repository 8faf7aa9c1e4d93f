//! Names of types that a function or a type declares for itself: `<Item> void add(Item item)`, `class Hold<Item>`.

use super::arity::compares;
use super::known::FileTypes;
use super::written;
use crate::document::Kind;
use crate::library::{FileId, NodeRef};
use std::sync::Arc;

/// Bytes before a declaration in which the parameters of its template stand, at most.
const MAX_TEMPLATE: usize = 1 << 10;

impl FileTypes<'_, '_> {
    /// Java, Kotlin, C#, Go: true if a function or type around `offset` declares a parameter of its own for types with this
    /// name: `<Item> void add(Item item)`, `class Hold<Item>`, `func Add[Item any](item Item)`.
    pub(in crate::docql::relations) fn is_type_parameter(&self, file: FileId, offset: u32, name: &str) -> bool {
        let language = self.table.library.file(file).format.id;
        (compares(language) || language == "go") && self.declares_type_parameter(file, offset, name).is_some()
    }

    /// The function or type around `offset` that declares a parameter for types with this name.
    pub(super) fn declares_type_parameter(&self, file: FileId, offset: u32, name: &str) -> Option<NodeRef> {
        let outline = self.table.library.outline(file)?;
        let is_declared = |kind: Kind| kind.is_function() || kind.is_class() || kind == Kind::Alias;
        let innermost = outline.enclosing(offset, is_declared)?;
        let around = outline.ancestors(innermost).filter(|&at| is_declared(outline.kind(at)));
        let mut all = std::iter::once(innermost).chain(around).map(|node| NodeRef { file, node });
        all.find(|&of| self.type_parameters(of).iter().any(|one| one == name))
    }

    /// C++: true if a template around `offset` takes a type by this name: `template <typename Hasher> void run(Hasher& h) {`.
    pub(in crate::docql::relations) fn is_template_parameter(&self, file: FileId, offset: u32, name: &str) -> bool {
        let library = self.table.library;
        let Some(outline) = library.outline(file).filter(|_| library.language(file) == "cpp") else { return false };
        let Ok(text) = library.peek_text(file) else { return false };
        let is_declared = |kind: Kind| kind.is_function() || kind.is_class();
        let Some(innermost) = outline.enclosing(offset, is_declared) else { return false };
        let around = outline.ancestors(innermost).filter(|&at| is_declared(outline.kind(at)));
        let takes = |node: u32| {
            let start = (outline.span(node).start as usize).saturating_sub(MAX_TEMPLATE);
            let before = text.get(text.floor_char_boundary(start)..outline.name_span(node).start as usize);
            let before = before.unwrap_or_default();
            let head = &before[before.rfind([';', '{', '}']).map_or(0, |end| end + 1)..];
            head.contains("template") && takes_type(head, name)
        };
        std::iter::once(innermost).chain(around).any(takes)
    }

    /// The names that a function or type declares for types.
    pub(super) fn type_parameters(&self, of: NodeRef) -> Arc<[String]> {
        self.table.type_parameters.get(of, |of| self.read_type_parameters(*of))
    }

    /// The names of [`FileTypes::type_parameters`]: in angles behind its name, or before the type that it yields.
    fn read_type_parameters(&self, of: NodeRef) -> Arc<[String]> {
        let library = self.table.library;
        let (Some(outline), Ok(text)) = (library.outline(of.file), library.text(of.file)) else { return Arc::new([]) };
        let (span, name) = (outline.span(of.node), outline.name_span(of.node));
        let behind = text.get(name.end as usize..(span.end as usize).min(text.len())).unwrap_or_default();
        let before = text.get(span.start as usize..name.start as usize).unwrap_or_default();
        if library.file(of.file).format.id == "go" {
            return go_type_parameters(before, behind);
        }
        // What touches a name before the function's are arguments of a type.
        let is_list = |&(at, _): &(usize, &str)| !before[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let list = match behind.strip_prefix('<') {
            Some(list) => list,
            None if self.rules(of.file).is_some_and(|rules| rules.objects) => "",
            None => before.match_indices('<').find(is_list).map_or("", |(at, _)| &before[at + 1..]),
        };
        let mut depth = 0usize;
        let end = list.bytes().position(|byte| {
            depth += usize::from(byte == b'<');
            let ends = byte == b'>' && depth == 0;
            depth = if byte == b'>' { depth.saturating_sub(1) } else { depth };
            ends
        });
        let list = list.get(..end.unwrap_or(0)).unwrap_or_default();
        let first = |one: &&str| {
            let words = one.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
            words.into_iter().find(|word| !matches!(*word, "in" | "out" | "reified" | "const")).map(str::to_owned)
        };
        written::split(list, b',').iter().filter_map(first).collect()
    }
}

/// Go: the names for types in the head of a declaration: in brackets behind its name, `[K comparable, V any]`, or in those of
/// the type that a method is declared on, `(m *Map[K, V])`.
fn go_type_parameters(before: &str, behind: &str) -> Arc<[String]> {
    let in_brackets = |text: &str| Some(text.split_once('[')?.1.split_once(']')?.0.to_owned());
    let list = match behind.starts_with('[') {
        // `type Row[8]int` is an array: what is no name for a type has no limits.
        true => in_brackets(behind).filter(|list| list.trim().contains([' ', '\t', '\n'])),
        false => before.rsplit_once(')').and_then(|(receiver, _)| in_brackets(receiver)),
    };
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let first = |one: &&str| one.split(|c| !is_part(c)).find(|word| !word.is_empty()).map(str::to_owned);
    written::split(list.as_deref().unwrap_or_default(), b',').iter().filter_map(first).collect()
}

/// True if the head of a template has a parameter for types with this name.
fn takes_type(head: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    head.match_indices(name).any(|(at, _)| {
        let (before, behind) = (head[..at].trim_end(), &head[at + name.len()..]);
        let is_whole = !head[..at].ends_with(is_part) && !behind.starts_with(is_part);
        is_whole && ["typename", "class", "..."].iter().any(|word| before.ends_with(word))
    })
}
