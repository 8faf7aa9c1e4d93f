//! Functions that cannot call what a condition names, told by their texts: what they call has its name there, or one that
//! it was given elsewhere. Who has neither is not asked what it calls, which costs a thousand times as much.

use crate::docql::catalog::Relation;
use crate::docql::nodes::context::Context;
use crate::docql::plan::steps::{Comparison, Step, Term};
use crate::document::Kind;
use crate::library::{FileId, Library, NodeRef, TrigramQuery};
use crate::stdx::holds_word;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Other names of a function that are followed, at most; with more nothing is ruled out.
const MAX_NAMES: usize = 40;

/// How often names of names are looked for.
const MAX_ROUNDS: usize = 3;

/// True if the condition `left comparison right` asks what the node `found` calls, and it cannot hold.
pub(super) fn is_ruled_out(
    (left, comparison, right): (&Term, &Comparison, &Term),
    found: Option<NodeRef>,
    context: Context<'_>,
) -> bool {
    let Term::Path(path) = left else { return false };
    let is_of_callees = !path.absolute && matches!(path.steps.as_slice(), [Step::Relation(Relation::Callees, 1)]);
    let Term::Literal(serde_json::Value::String(wanted)) = right else { return false };
    let is_name = !wanted.is_empty() && wanted.chars().all(|c| c.is_alphanumeric() || c == '_');
    let (Some(node), Some(seen)) = (found, context.seen) else { return false };
    if !is_of_callees || !is_name || !matches!(comparison, Comparison::Equal) {
        return false;
    }
    let names = seen.known.names(wanted, || other_names(wanted, context.library));
    names.as_deref().is_some_and(|names| !holds_any(node, names, context.library))
}

/// True if the text of a declaration has one of the names as a word, or cannot be read.
fn holds_any(node: NodeRef, names: &[String], library: &Library) -> bool {
    if let Some(row) = library.trigrams(node.file)
        && !names.iter().any(|name| TrigramQuery::of_literals([name.as_str()]).may_match(row))
    {
        return false;
    }
    let (Some(outline), Ok(text)) = (library.outline(node.file), library.text(node.file)) else { return true };
    let own = outline.span(node.node).of(&text);
    names.iter().any(|name| holds_word(own, name))
}

/// Functions that are called without their names: by the value that has them, or for want of another.
const UNNAMED: &[&str] = &["apply", "call", "invoke", "method_missing"];

/// The names under which something called `wanted` may be called; `None` where they are not told by texts.
fn other_names(wanted: &str, library: &Library) -> Option<Vec<String>> {
    // Who makes a value of a type calls what sets it up, which is not named there.
    let sets_up = |node: &NodeRef| {
        let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
        kind.is_none_or(|kind| kind == Kind::Constructor)
    };
    let is_unnamed = wanted.starts_with("__") || UNNAMED.iter().any(|name| wanted.eq_ignore_ascii_case(name));
    if is_unnamed || library.declared(wanted).iter().any(sets_up) {
        return None;
    }
    let mut names = vec![wanted.to_owned()];
    let mut next = 0;
    for _ in 0..MAX_ROUNDS {
        let of = &names[next..];
        if of.is_empty() {
            break;
        }
        let found = given_to(of, library)?;
        let known = names.len();
        names.extend(found.into_iter().filter(|name| !names.contains(name)).collect::<Vec<_>>());
        if names.len() > MAX_NAMES {
            return None;
        }
        next = known;
    }
    Some(names)
}

/// The names that files give to what is called `names`: by imports, assignments, aliases and macros; `None` where a table
/// of functions in C holds it by its place alone.
fn given_to(names: &[String], library: &Library) -> Option<BTreeSet<String>> {
    let all = names.iter().map(|name| regex_syntax::escape(name)).collect::<Vec<_>>().join("|");
    let pattern = GIVING.join("|").replace("NAMES", &format!("(?:{all})"));
    let (giving, in_table) = (
        regex::Regex::new(&format!("(?m){pattern}")).ok()?,
        regex::Regex::new(&format!(r"[{{,]\s*&?(?:{all})\s*[,}}]")).ok()?,
    );
    let trigrams = TrigramQuery::of_literals(names.iter().map(String::as_str));
    let files: Vec<FileId> =
        library.file_ids().filter(|file| library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))).collect();
    let in_file = |scratch: &mut Vec<u8>, file: &FileId| {
        let is_c = matches!(library.file(*file).format.id, "c" | "cpp");
        let mut found = Some(BTreeSet::new());
        let mut look = |text: &str| {
            let given =
                |found: regex::Captures<'_>| found.iter().skip(1).flatten().next().map(|name| name.as_str().to_owned());
            let is_listed = is_c && in_table.is_match(text);
            found = (!is_listed).then(|| giving.captures_iter(text).filter_map(given).collect());
        };
        // A file that cannot be read gives no names.
        let _ = library.scan_text(*file, scratch, &mut look);
        found
    };
    let both = |all: Option<BTreeSet<String>>, more: Option<BTreeSet<String>>| {
        let (mut all, more) = all.zip(more)?;
        all.extend(more);
        Some(all)
    };
    files.par_iter().map_init(Vec::new, in_file).reduce(|| Some(BTreeSet::new()), both)
}

/// How texts give another name to what is called `NAMES`: the group that matches is it.
const GIVING: &[&str] = &[
    r"\bNAMES\s+as\s+(\w+)",
    r"(\w+)\s*(?::=|=>|[:=])\s*&?(?:[\w$]+\s*(?:\.|::|->)\s*)*NAMES[ \t]*(?:[,;)\]}\r\n]|$)",
    r"\{[^{}\n]*\bNAMES\s*:\s*(\w+)[^{}\n]*\}\s*=",
    r"^[ \t]*#[ \t]*define[ \t]+(\w+)[^\n]*\bNAMES\b",
    r"\balias(?:_method)?\s*\(?:?(\w+)[\s,]+:?NAMES\b",
    r"\b(?:using|typealias|typedef)\s[^\n;]*\bNAMES\b[^\n;]*?(\w+)\s*;",
];
