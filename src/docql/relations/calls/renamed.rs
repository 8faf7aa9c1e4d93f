//! JavaScript: functions that are called by a name that is neither their own nor one of an import: what is taken apart under
//! another one, `const { put: hostPut } = o`, and what a module exports under it, `module.exports = { div: civ }`.

use super::call_site::CallSite;
use super::callable::Callable;
use super::fit::call_fit::Fit;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::scripts::values::Called;
use crate::docql::relations::typing::table::TypeTable;
use crate::library::{FileId, Library, NodeRef, TrigramQuery};
use crate::stdx::Stale;
use rayon::prelude::*;
use regex::Regex;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

/// Names that files are filtered for, at most: with more of them, hardly any file has none.
const MAX_FILTERED: usize = 20;

/// Bytes of a text that is read for what it takes apart, at most: what is longer was written by a program.
const MAX_TEXT: usize = 1 << 20;

/// What a pattern, or an object, has under a name.
static ENTRY: LazyLock<Regex> = LazyLock::new(|| {
    let pattern = r#"[{,\n]\s*['"]?([A-Za-z_$][\w$]*)['"]?\s*:\s*([A-Za-z_$][\w$]*)\s*(?:[,}=\n]|//)"#;
    Regex::new(pattern).expect("a pattern")
});

/// A further name of a callable, in one file.
pub(super) struct Renamed {
    /// The index of the symbol.
    pub of: usize,
    pub file: FileId,
    pub name: String,
}

/// The names by which those of `targets` may be called that stand at the places `functions`, and the files where that is.
pub(super) fn further_names(
    functions: &[usize],
    targets: &[NodeRef],
    table: &TypeTable<'_>,
    context: Context<'_>,
) -> Result<Vec<Renamed>, Stale> {
    let library = context.library;
    let is_script = |file: FileId| language_family(library.file(file).format.id) == "javascript";
    let mut own: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut out = Vec::new();
    for &of in functions.iter().filter(|&&of| is_script(targets[of].file)) {
        let exported = table.modules.exported_as(targets[of]).into_iter();
        out.extend(exported.map(|(file, name)| Renamed { of, file, name }));
        if let Some((name, _)) = Callable::from_node(library, targets[of]) {
            own.entry(name).or_default().push(of);
        }
    }
    if own.is_empty() {
        return Ok(out);
    }
    let keys: Vec<String> = own.keys().map(|name| format!("{name}:")).collect();
    let trigrams = (keys.len() <= MAX_FILTERED).then(|| TrigramQuery::of_literals(keys.iter().map(String::as_str)));
    let may_hold = |file: &FileId| {
        let passes = |query: &TrigramQuery| library.trigrams(*file).is_none_or(|row| query.may_match(row));
        is_script(*file) && trigrams.as_ref().is_none_or(passes)
    };
    let files: Vec<FileId> = library.file_ids().filter(may_hold).collect();
    let in_file = |&file: &FileId| {
        context.check()?;
        Ok(taken_apart(library, file, &own))
    };
    let parts: Vec<Vec<Renamed>> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    out.extend(parts.into_iter().flatten());
    Ok(out)
}

/// The other names that a file may give to members of the names `own`.
fn taken_apart(library: &Library, file: FileId, own: &HashMap<&str, Vec<usize>>) -> Vec<Renamed> {
    let Ok(text) = library.peek_text(file) else { return Vec::new() };
    let mut seen = HashSet::new();
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(found) = ENTRY.captures_at(&text, at).filter(|_| text.len() <= MAX_TEXT) {
        let (key, name) = (&found[1], &found[2]);
        // What ends an entry begins the next one.
        at = found.get(2).map_or(text.len(), |name| name.end());
        let all = own.get(key).filter(|_| key != name);
        for &of in all.into_iter().flatten().filter(|&&of| seen.insert((of, name.to_owned()))) {
            out.push(Renamed { of, file, name: name.to_owned() });
        }
    }
    out
}

impl CallSite<'_, '_> {
    /// The fit of a call to a callable that has another name than the one that is called.
    pub(super) fn fit_renamed(&self, callable: &Callable<'_>) -> Fit {
        let meant = self.types.otherwise_named(self.offset, &self.qualifiers, self.name)?;
        let is_it = meant.0 == callable.node && self.allows_number(callable);
        is_it.then_some(meant.1)
    }

    /// The fit of a key in a pattern to what it takes out under another name: `const { put: hostPut } = o`.
    pub(in crate::docql::relations::calls) fn fit_taken_apart(&self, callable: &Callable<'_>) -> Fit {
        let text = self.imports.library.peek_text(self.imports.file).ok()?;
        let behind = text.get(self.offset as usize + self.name.len()..)?;
        let bound = behind.trim_start().strip_prefix(':')?.trim_start();
        let start = (text.len() - bound.len()) as u32;
        let rest = bound.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
        if rest.len() == bound.len() || !rest.trim_start().starts_with([',', '}', '=']) {
            return None;
        }
        let is_it = matches!(self.types.called_value(start), Called::Function(node) if node == callable.node);
        is_it.then_some(Evidence::Receiver)
    }
}

impl FileTypes<'_, '_> {
    /// JavaScript: the function of another name that the call of the name at `offset` means, and how that is known.
    pub(super) fn otherwise_named(&self, offset: u32, qualifiers: &[&str], name: &str) -> Option<(NodeRef, Evidence)> {
        let library = self.table.library;
        let file = self.imports.file;
        let is_other = |node: &NodeRef| {
            let outline = library.outline(node.file);
            outline.is_some_and(|of| of.name(node.node) != name && of.kind(node.node).is_function())
        };
        if language_family(library.file(file).format.id) != "javascript" {
            return None;
        }
        if let Some((_, head)) = qualifiers.last().zip(qualifiers.first())
            && !self.is_variable(head, offset)
            && let Some(Meaning::Declared(node)) = self.meaning(file, offset, qualifiers, name)
        {
            return Some((node, Evidence::Import)).filter(|(node, _)| is_other(node));
        }
        match self.called_value(offset) {
            Called::Function(node) => Some((node, Evidence::Receiver)).filter(|(node, _)| is_other(node)),
            Called::Elsewhere | Called::Unknown => None,
        }
    }
}
