//! Texts that files of C include and whose names say no language, `#include "commands.def"`: what they name counts as
//! what the file names that includes them. They are read as C, but not for what they declare.

use super::named::{Naming, Namings};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::c::linkage;
use crate::document::{LexemeKind, Span, lexemes};
use crate::library::{FileId, TrigramQuery};

/// Bytes of a text that is read as C, at most.
const MAX_BYTES: u64 = 4 << 20;

/// Endings of prose and data, which nobody includes.
const PROSE: [&str; 8] = ["", "txt", "log", "out", "rst", "in", "dat", "po"];

/// Files that include a text and are asked what a name means there, at most.
const MAX_INCLUDERS: usize = 8;

impl Namings<'_, '_> {
    /// The texts that may name some of what is declared in C.
    pub(super) fn included(&self) -> Vec<FileId> {
        let library = self.table.library;
        let names: Vec<&str> = self.named.keys().filter(|(_, of)| *of == "c").map(|(name, _)| *name).collect();
        if names.is_empty() {
            return Vec::new();
        }
        // Each name alone, where they are few.
        let trigrams: Vec<TrigramQuery> = match names.len() {
            0..=MAX_NAMES => names.iter().map(|name| TrigramQuery::of_literals([*name])).collect(),
            _ => Vec::new(),
        };
        let may_hold = |file: &FileId| {
            let row = library.trigrams(*file);
            trigrams.is_empty() || row.is_none_or(|row| trigrams.iter().any(|query| query.may_match(row)))
        };
        let includes = &self.table.modules.includes;
        let is_text = |file: &FileId| {
            let entry = library.file(*file);
            entry.format.id == "plain" && !PROSE.contains(&entry.extension().as_str()) && entry.size <= MAX_BYTES
        };
        let all = library.file_ids().filter(|file| is_text(file) && may_hold(file));
        all.filter(|file| !includes.includers(*file).is_empty()).collect()
    }

    /// The places in such a text that name what is `sought`.
    pub(super) fn in_included(&self, file: FileId, sought: &impl Fn(usize) -> bool) -> Vec<Naming> {
        let (library, modules) = (self.table.library, &self.table.modules);
        let mut includers: Vec<FileId> = modules.includes.includers(file).iter().copied().collect();
        includers.sort_unstable();
        includers.truncate(MAX_INCLUDERS);
        let lexis = includers.first().and_then(|by| library.lexis(*by));
        let (Some(lexis), Ok(text)) = (lexis, library.peek_text(file)) else { return Vec::new() };
        let mut out = Vec::new();
        for lexeme in lexemes(&text, lexis).filter(|it| matches!(it.kind, LexemeKind::Word | LexemeKind::Call)) {
            let name = lexeme.span.of(&text);
            let Some(all) = self.named.get(&(name, "c")) else { continue };
            let is_call = lexeme.kind == LexemeKind::Call;
            if is_call && is_declared(&text, lexeme.span) {
                continue;
            }
            let mut add = |of: usize, evidence: Option<Evidence>| {
                let of = if self.apart { of } else { 0 };
                out.push(Naming { of, span: lexeme.span, evidence, is_value: !is_call });
            };
            for named in all.iter().filter(|named| named.aliased_in.is_none()) {
                for (of, one) in named.callables.iter().filter(|(of, one)| sought(*of) && one.is_free_in_c()) {
                    let fit = |by: &FileId| linkage::fit(modules, &self.declarations, (name, "c"), (one.node, *by));
                    if let Some(evidence) = includers.iter().filter_map(fit).max() {
                        add(*of, Some(evidence));
                    }
                }
                for (of, _) in named.types.iter().filter(|(of, _)| sought(*of)) {
                    add(*of, Some(Evidence::Name));
                }
                named.others.iter().filter(|of| sought(**of)).for_each(|of| add(*of, None));
            }
        }
        out
    }
}

/// Names that texts are picked for one by one, at most.
const MAX_NAMES: usize = 32;

/// True if a prototype stands at a name: `int main_loop(int, int);`, or a definition. A name of a type stands before it.
fn is_declared(text: &str, name: Span) -> bool {
    let line = text.get(..name.start as usize).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    let line = line.trim_end_matches(['*', ' ', '\t']);
    let is_word = line.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    is_word && !line.ends_with("return") && !line.contains(['(', '{', '"', '='])
}
