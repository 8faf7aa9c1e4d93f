//! The entry points of compilation: text → plan, or diagnostics with fixes that run.

use crate::docql::catalog;
use crate::docql::catalog::{Field, Shape};
use crate::docql::plan::name_pattern::{NamePattern, TextPattern};
use crate::docql::plan::resolve::Resolver;
use crate::docql::plan::steps::{Argument, Pick, Plan, Start, Step};
use crate::docql::plan::{needs, ordering};
use crate::docql::syntax::diagnostic::{Diagnostic, Severity};
use crate::docql::syntax::format::format;
use crate::docql::syntax::parse::{Parsed, parse};
use crate::docql::syntax::token::{Dialect, tokens};

/// Parses and resolves `text`. The plan can be run if no diagnostic is an error.
fn resolve_text(text: &str, dialect: Dialect) -> (Plan, Parsed) {
    let mut parsed = parse(text, dialect);
    let strict = dialect == Dialect::Strict;
    let mut resolver = Resolver::new(text, strict, !parsed.closers.is_empty());
    let (steps, shape) = if strict {
        let mut steps = vec![Step::Root(Start::Value)];
        let shape = resolver.resolve_steps(&parsed.query.segments, Shape::Data, &mut steps);
        (steps, shape)
    } else {
        resolver.resolve_query(&parsed.query.segments)
    };
    parsed.diagnostics.append(&mut resolver.diagnostics);
    let written = if resolver.columns.is_empty() { String::new() } else { text.to_owned() };
    for diagnostic in &mut parsed.diagnostics {
        diagnostic.span = diagnostic.span.on_boundaries(text);
    }
    parsed.diagnostics.sort_by_key(|diagnostic| (diagnostic.severity == Severity::Note, diagnostic.span.start));
    let needle = if strict { None } else { needs::needle(&steps) };
    let plan = Plan {
        needs: needs::needs(&steps, needle.as_deref()),
        first_needs: needs::first_needs(&steps, needle.as_deref()),
        ranked: steps.iter().any(is_ranking),
        ordered: steps.iter().any(states_order),
        asks_changes: names_field(text, dialect, Field::Changed),
        canonical: format(&parsed.query),
        needle,
        strict,
        columns: resolver.columns,
        names: resolver.names,
        written,
        shape,
        steps,
    };
    (plan, parsed)
}

/// True if this is the name of a root: `code`, `toc`.
pub fn is_root(name: &str) -> bool {
    catalog::root(name).is_some()
}

/// True if `text` begins a query: with the sigil, unless that is part of the name of a variable, as in a message
/// (`$HOME is not set`), or the prompt of a shell (`$ make test`).
pub fn begins_query(text: &str) -> bool {
    let text = text.trim_start();
    let Some(rest) = text.strip_prefix('$') else { return text.starts_with(['＄', '￥', '¥']) };
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // Behind the prompt of a shell stands a program: `$ make test`.
    let program = rest.strip_prefix(' ').map(str::trim_start).unwrap_or_default();
    let program = &program[..program.find(|c: char| !is_name(c)).unwrap_or(program.len())];
    if !program.is_empty() && !is_root(program) {
        return false;
    }
    let (name, behind) = rest.split_at(rest.find(|c: char| !is_name(c)).unwrap_or(rest.len()));
    if name.is_empty() || is_root(name) || behind.trim_start().starts_with(['.', '[', '(']) {
        return !rest.starts_with('{');
    }
    // What is all in capitals is no step, and no query goes on with a word.
    let is_variable = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && (!name.contains(|c: char| c.is_ascii_lowercase()) || behind.trim_start().starts_with(is_name));
    !is_variable
}

/// `words` as a query with the missing `$` or `$.` added; `None` if that is not a valid query.
pub fn without_sigil(words: &str) -> Option<String> {
    let text = words.trim();
    let path = text.strip_prefix('.').unwrap_or(text);
    let root = path.find(['.', '[', '(']).map(|end| &path[..end])?;
    let query = format!("$.{path}");
    let is_wrong = |text: &str| check(text).iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    (catalog::root(root).is_some() && !is_wrong(&query)).then_some(query)
}

/// True if a name or a text of a query is that of a field.
fn names_field(text: &str, dialect: Dialect, field: Field) -> bool {
    tokens(text, dialect).iter().any(|token| {
        let word = token.span.of(text).trim_matches(['"', '\'', '-']);
        catalog::field(word).is_some_and(|row| row.field == field)
    })
}

fn is_ranking(step: &Step) -> bool {
    matches!(
        step,
        Step::ListOp(catalog::ListOp::Sort, _)
            | Step::Content(catalog::Content::Search, _)
            | Step::Relation(catalog::Relation::Callees, _)
    )
}

/// True if a step defines the order of its items: unions, backward slices, exact names first, data.
fn states_order(step: &Step) -> bool {
    match step {
        Step::Refine(picks) => {
            picks.len() > 1 || matches!(picks.as_slice(), [Pick::Slice(_, _, Some(step))] if *step < 0)
        }
        Step::Content(catalog::Content::Heading(_) | catalog::Content::Section, Argument::Text(text)) => {
            matches!(text, TextPattern::Contains(_))
        }
        Step::Symbols(_, pattern) => matches!(pattern, NamePattern::Part(_)),
        Step::Axis(direction) => *direction == catalog::Axis::Ancestors,
        Step::Held(_) | Step::Data(_) | Step::DataDescend => true,
        Step::Rows(picks) => picks.len() > 1,
        _ => false,
    }
}

/// The diagnostics of `text`: errors first, then notes on what was read leniently. Fixes are complete queries
/// without errors.
pub fn check(text: &str) -> Vec<Diagnostic> {
    let (_, parsed) = resolve_text(text, Dialect::Lenient);
    with_verified_fixes(text, parsed.diagnostics, Dialect::Lenient)
}

/// Sentences about what in `text` is read otherwise than it is written, and the query as it is read; none if nothing is.
pub fn remarks(text: &str) -> Vec<String> {
    let (_, parsed) = resolve_text(text, Dialect::Lenient);
    let notes = parsed.diagnostics.into_iter().filter(|known| known.severity == Severity::Note);
    let mut remarks: Vec<String> = notes.map(|note| note.message).collect();
    remarks.dedup();
    if !remarks.is_empty() {
        remarks.push(format!("read as {}", canonical(text)));
    }
    remarks
}

/// Bytes of a fix, at most: nobody reads a longer one.
const MAX_FIX_BYTES: usize = 2_000;

/// Keeps the fixes that can be run, with missing closing characters added.
fn with_verified_fixes(text: &str, mut diagnostics: Vec<Diagnostic>, dialect: Dialect) -> Vec<Diagnostic> {
    // An unclosed string swallows the closing characters after it, so they are not missing for another reason.
    let swallowed = diagnostics.iter().any(|diagnostic| diagnostic.code == "Q003" && diagnostic.fixes.len() > 1);
    diagnostics.retain(|other| !(swallowed && other.incomplete && matches!(other.code, "Q004" | "Q005" | "Q006")));
    // The same of an unclosed regular expression; if it is one without them, it is not wrong in itself.
    let is_regex = |text: &String| resolve_text(text, dialect).1.diagnostics.iter().all(|known| known.code != "Q018");
    let is_cause = |known: &Diagnostic| known.code == "Q004" && known.fixes.first().is_some_and(is_regex);
    if diagnostics.iter().any(is_cause) {
        diagnostics.retain(|other| !matches!(other.code, "Q005" | "Q006" | "Q018"));
    }
    let mut left = MAX_REPAIRS;
    let first = diagnostics.iter_mut().find(|known| known.severity == Severity::Error && !known.incomplete);
    // A fix as long as that would be dropped, and what closes each of many steps is far to look for.
    if let Some(first) = first.filter(|_| dialect == Dialect::Lenient && text.len() <= MAX_FIX_BYTES) {
        first.fixes.splice(0..0, ordering::as_written_here(text));
    }
    for diagnostic in &mut diagnostics {
        // An unfinished text is fixed by its closing characters.
        if diagnostic.incomplete && diagnostic.fixes.is_empty() {
            diagnostic.fixes.push(text.to_owned());
        }
        let candidates = std::mem::take(&mut diagnostic.fixes);
        let fits = |fix: &String| fix.len() <= MAX_FIX_BYTES;
        // The likeliest fix may have further errors to repair; the others only if no fix is left.
        for (at, fix) in candidates.iter().enumerate().filter(|(_, fix)| fits(fix)) {
            let depth = if at == 0 { MAX_FIX_DEPTH } else { 0 };
            let clean = repair(fix, dialect, depth, &mut left).filter(|clean| !diagnostic.fixes.contains(clean));
            // A repair that drops text is offered by the other error's own fix.
            let mut kept = |clean: &String| {
                depth == 0 || clean.len() + 2 >= text.len() || repair(fix, dialect, 0, &mut left).is_some()
            };
            diagnostic.fixes.extend(clean.filter(&mut kept));
        }
        if diagnostic.fixes.is_empty() {
            let others = candidates.iter().skip(1).filter(|fix| fits(fix));
            diagnostic.fixes.extend(others.take(4).find_map(|fix| repair(fix, dialect, MAX_FIX_DEPTH, &mut left)));
        }
        diagnostic.fixes.truncate(3);
    }
    diagnostics
}

/// Texts that are tried for all diagnostics together: each is read as a whole.
const MAX_REPAIRS: usize = 64;

/// Further errors repaired in one fix, at most.
const MAX_FIX_DEPTH: usize = 2;

/// `text` in a form that can be run: missing closing characters are added and up to `depth` further errors
/// repaired with one of their first fixes. Nothing comes of it once no texts are `left` to try.
fn repair(text: &str, dialect: Dialect, depth: usize, left: &mut usize) -> Option<String> {
    *left = left.checked_sub(1)?;
    let diagnostics = resolve_text(text, dialect).1.diagnostics;
    let Some(error) = diagnostics.into_iter().find(|diagnostic| diagnostic.severity == Severity::Error) else {
        return Some(canonical_in(text, dialect));
    };
    let closers = parse(text, dialect).closers;
    let closed = format!("{text}{closers}");
    if !closers.is_empty()
        && resolve_text(&closed, dialect).1.diagnostics.iter().all(|known| known.severity == Severity::Note)
    {
        return Some(canonical_in(&closed, dialect));
    }
    let deeper = error.fixes.iter().filter(|fix| depth > 0 && fix.len() <= MAX_FIX_BYTES);
    deeper.take(2).find_map(|fix| repair(fix, dialect, depth - 1, left))
}

fn canonical_in(text: &str, dialect: Dialect) -> String {
    format(&parse(text, dialect).query)
}

/// The canonical spelling of a query, as far as it can be parsed.
pub fn canonical(text: &str) -> String {
    canonical_in(text, Dialect::Lenient)
}

/// Compiles a finished query.
///
/// # Errors
/// The diagnostics, if one of them is an error; notes alone do not fail.
pub fn compile(text: &str) -> Result<Plan, Vec<Diagnostic>> {
    compile_in(text, Dialect::Lenient)
}

/// Compiles a query in the strict dialect of RFC 9535, for the value of a data file.
///
/// # Errors
/// The diagnostics, if one of them is an error.
pub fn compile_data(text: &str) -> Result<Plan, Vec<Diagnostic>> {
    compile_in(text, Dialect::Strict)
}

fn compile_in(text: &str, dialect: Dialect) -> Result<Plan, Vec<Diagnostic>> {
    let (plan, parsed) = resolve_text(text, dialect);
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error) {
        return Err(with_verified_fixes(text, parsed.diagnostics, dialect));
    }
    Ok(plan)
}

/// Compiles a query while it is being typed: missing closing characters are implied, an unclosed string in a name
/// argument is a prefix.
///
/// # Errors
/// The diagnostics, if one of them is an error other than a missing closing character.
pub fn compile_live(text: &str) -> Result<Plan, Vec<Diagnostic>> {
    let (plan, parsed) = resolve_text(text, Dialect::Lenient);
    let blocks = |diagnostic: &&Diagnostic| {
        let only_closers = diagnostic.incomplete && matches!(diagnostic.code, "Q003" | "Q004" | "Q005" | "Q006");
        diagnostic.severity == Severity::Error && !only_closers
    };
    if parsed.diagnostics.iter().any(|diagnostic| blocks(&diagnostic)) {
        return Err(with_verified_fixes(text, parsed.diagnostics, Dialect::Lenient));
    }
    Ok(plan)
}
