//! The indexes a plan needs for an exact answer, and the needle that lets files be skipped unread.

use super::name_pattern::{NamePattern, literal_in, lower};
use super::steps::{Argument, Comparison, FilterPath, Pick, Predicate, Start, Step, Term};
use crate::docql::catalog::{Axis, Content, Field, Relation, Root, SymbolFilter};
use crate::document::{Family, Kind};
use crate::library::{NeededName, Needs};

/// The needle: a lower-case string that some node's name contains in every file that can contribute.
pub(in crate::docql) fn needle(steps: &[Step]) -> Option<String> {
    let mut steps = steps.iter();
    let from = match steps.next()? {
        Step::Root(start) => *start,
        _ => return None,
    };
    match from {
        Start::Documents => match steps.next()? {
            Step::Symbols(select, pattern) if *select != SymbolFilter::Comment => {
                pattern.needle().or_else(|| filter_needle(steps.next()))
            }
            Step::Content(Content::Heading(_), Argument::Text(text)) => {
                text.needle().or_else(|| filter_needle(steps.next()))
            }
            Step::Content(Content::Section, Argument::Text(text)) => {
                text.needle().filter(|path| !path.contains(['/', '>']))
            }
            _ => None,
        },
        Start::TocAll | Start::AllNodes | Start::Declarations | Start::Written | Start::Catalog(Root::Entities) => {
            filter_needle(steps.next())
        }
        _ => None,
    }
}

fn filter_needle(step: Option<&Step>) -> Option<String> {
    match step? {
        Step::Refine(picks) => match picks.as_slice() {
            [Pick::Filter(predicate)] => predicate_needle(predicate),
            _ => None,
        },
        _ => None,
    }
}

fn predicate_needle(predicate: &Predicate) -> Option<String> {
    match predicate {
        Predicate::And(parts) => parts.iter().filter_map(predicate_needle).max_by_key(String::len),
        Predicate::Compare(Term::Path(path), comparison, Term::Literal(serde_json::Value::String(text))) => {
            let on_name = matches!(path.field, Some(Field::Name | Field::Title));
            let sound = matches!(
                comparison,
                Comparison::Equal | Comparison::Contains | Comparison::StartsWith | Comparison::EndsWith
            );
            (on_name && sound && !text.is_empty() && !text.contains('\n')).then(|| lower(text))
        }
        Predicate::Compare(Term::Path(path), Comparison::Matches(regex), _)
        | Predicate::Matches(Term::Path(path), Term::Pattern(Some(regex)), _) => {
            let on_name = matches!(path.field, Some(Field::Name | Field::Title));
            on_name.then(|| literal_in(regex.as_str())).flatten()
        }
        _ => None,
    }
}

/// The indexes these steps need.
pub(in crate::docql) fn needs(steps: &[Step], needle: Option<&str>) -> Needs {
    let Some(Step::Root(start)) = steps.first() else { return Needs::Structure };
    // Rows are searched as they are read, not in an index.
    let before_rows = steps.iter().take_while(|step| !matches!(step, Step::Rows(_)));
    if before_rows.into_iter().any(|step| matches!(step, Step::Content(Content::Search, _))) {
        return Needs::FullText;
    }
    let rest = &steps[1..];
    match start {
        Start::Value => Needs::Files,
        Start::Workspace | Start::Catalog(Root::Files | Root::Structure | Root::Repositories) => {
            // The tables of files are read as they are asked.
            let before_sql = rest.iter().take_while(|step| !matches!(step, Step::Sql(_)));
            if before_sql.into_iter().all(reads_only_files) { Needs::Files } else { Needs::Structure }
        }
        Start::Catalog(Root::Databases) => {
            let asks_file = |step: &Step| matches!(step, Step::Named(_)) || reads_only_files(step);
            let before_sql = rest.iter().take_while(|step| !matches!(step, Step::Sql(_)));
            match () {
                () if before_sql.into_iter().all(asks_file) => Needs::Files,
                () if stays_in_databases(rest) => Needs::Databases,
                () => Needs::Structure,
            }
        }
        Start::Catalog(Root::Tables) if stays_in_databases(rest) => Needs::Databases,
        Start::Catalog(Root::Data | Root::FrontMatter) => {
            let is_enough = |step: &Step| matches!(step, Step::ListOp(..)) || reads_only_files(step);
            if rest.iter().all(is_enough) { Needs::Files } else { Needs::Structure }
        }
        Start::Documents
            if matches!(
                rest.first(),
                Some(Step::Content(Content::Grep | Content::Block(crate::document::Kind::Comment), _))
            ) =>
        {
            if rest[1..].iter().all(stays_in_lines) {
                Needs::Files
            } else {
                Needs::Structure
            }
        }
        _ => match needle.and_then(longest_word) {
            Some(text) if rest.iter().all(|step| stays_in_named_files(step, rest)) => {
                let is_whole = is_whole_name(*start, rest);
                let declared = declared_family(*start, rest).filter(|_| needle == Some(text.as_str()));
                Needs::Named(vec![NeededName { text, is_whole, declared }])
            }
            _ => Needs::Structure,
        },
    }
}

/// The indexes that may be enough for steps from names to their callers: what else is looked at depends on the language
/// and on what stands before the calls. `None` if that is not known to be less.
pub(in crate::docql) fn first_needs(steps: &[Step], needle: Option<&str>) -> Option<Needs> {
    let (Some(Step::Root(start)), [before @ .., Step::Relation(Relation::Callers, 1)]) = (steps.first(), steps) else {
        return None;
    };
    let is_direct = before.iter().skip(2).all(|step| matches!(step, Step::Refine(_)));
    let of_names = needs(before, needle);
    // Declarations alone are not enough: the calls are wanted.
    let named = |name: NeededName| NeededName { declared: None, ..name };
    match of_names {
        Needs::Named(names) if is_direct && matches!(start, Start::Documents) => {
            Some(Needs::Named(names.into_iter().map(named).collect()))
        }
        _ => None,
    }
}

/// True if the needle is the whole name of a symbol, so that it is a whole word in the file's text.
fn is_whole_name(start: Start, rest: &[Step]) -> bool {
    let is_whole = |pattern: &NamePattern| matches!(pattern, NamePattern::Whole(_) | NamePattern::Qualified { .. });
    matches!((start, rest.first()), (Start::Documents, Some(Step::Symbols(_, pattern))) if is_whole(pattern))
}

/// The family of the wanted declarations, if only declarations with the whole bare name can be in the answer.
fn declared_family(start: Start, rest: &[Step]) -> Option<Family> {
    let (Start::Documents, [Step::Symbols(select, NamePattern::Whole(_)), more @ ..]) = (start, rest) else {
        return None;
    };
    let family = match select {
        SymbolFilter::Class => Family::Class,
        SymbolFilter::Function => Family::Function,
        SymbolFilter::Kind(kind) => kind.family(),
        SymbolFilter::Type | SymbolFilter::Field | SymbolFilter::Test | SymbolFilter::Any | SymbolFilter::Comment => {
            return None;
        }
    };
    more.iter().all(reads_only_declaration).then_some(family)
}

/// True if a step reads only the declarations it is given.
fn reads_only_declaration(step: &Step) -> bool {
    match step {
        Step::Refine(picks) => picks.iter().all(|pick| match pick {
            Pick::Filter(predicate) => predicate_reads_only_declaration(predicate),
            Pick::Wildcard | Pick::Index(_) | Pick::Slice(..) => true,
            Pick::Name(_) => false,
        }),
        Step::Field(field) | Step::ListOp(_, Argument::Field(field, _)) => is_local_field(*field),
        Step::ListOp(..) => true,
        _ => false,
    }
}

/// True if the value of a field depends only on the declaration and its file.
fn is_local_field(field: Field) -> bool {
    use Field::*;
    is_file_field(field) || matches!(field, Title | Line | EndLine | Level | Visibility | Signature | Doc)
}

fn predicate_reads_only_declaration(predicate: &Predicate) -> bool {
    let is_local = |step: &Step| matches!(step, Step::Field(field) if is_local_field(*field));
    paths_are(predicate, &|path| !path.absolute && path.steps.iter().all(is_local))
}

/// True if all paths of a condition are so.
fn paths_are(predicate: &Predicate, is: &dyn Fn(&FilterPath) -> bool) -> bool {
    let term = |term: &Term| match term {
        Term::Path(inner) => is(inner),
        Term::Function(_, inner) => !matches!(&**inner, Term::Path(inner) if !is(inner)),
        _ => true,
    };
    match predicate {
        Predicate::Or(parts) | Predicate::And(parts) => parts.iter().all(|part| paths_are(part, is)),
        Predicate::Not(inner) => paths_are(inner, is),
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => term(left) && term(right),
        Predicate::Exists(inner) => is(inner),
        Predicate::Constant(_) => true,
    }
}

/// The longest word of the needle. Titles have lost the markup of the file, so only words are sure to be in its
/// text.
fn longest_word(needle: &str) -> Option<String> {
    needle
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .max_by_key(|word| word.len())
        .filter(|word| word.len() >= 2)
        .map(str::to_owned)
}

/// True if steps from databases or their tables lead nowhere else.
fn stays_in_databases(steps: &[Step]) -> bool {
    let mut has_rows = false;
    steps.iter().all(|step| {
        has_rows |= matches!(step, Step::Rows(_) | Step::Columns | Step::Sql(_));
        match step {
            Step::Rows(picks) | Step::Refine(picks) => picks.iter().all(|pick| match pick {
                Pick::Filter(predicate) => predicate_reads_only_rows(predicate),
                _ => true,
            }),
            Step::Named(_) | Step::Columns | Step::Column(_) | Step::Sql(_) | Step::ListOp(..) => true,
            Step::Field(_) => true,
            // Foreign keys lead from table to table.
            Step::Axis(Axis::Parent) => has_rows,
            Step::Relation(Relation::References, _) => true,
            Step::Content(Content::Block(Kind::Table), _) => !has_rows,
            // Rows are searched as they are read.
            Step::Content(Content::Search, _) => has_rows,
            _ => false,
        }
    })
}

fn predicate_reads_only_rows(predicate: &Predicate) -> bool {
    let is_of_row = |step: &Step| matches!(step, Step::Field(_) | Step::Column(_));
    paths_are(predicate, &|path| !path.absolute && path.steps.iter().all(is_of_row))
}

/// True if a step after lines looks at nothing but them and what they lie in; the latter is noted as lacking where it is
/// asked for and not indexed.
fn stays_in_lines(step: &Step) -> bool {
    let is_near = |step: &Step| matches!(step, Step::Field(_) | Step::Column(_) | Step::Axis(Axis::File));
    match step {
        Step::Refine(picks) => picks.iter().all(|pick| match pick {
            Pick::Filter(predicate) => paths_are(predicate, &|path| !path.absolute && path.steps.iter().all(is_near)),
            _ => true,
        }),
        Step::ListOp(..) | Step::Field(_) | Step::Axis(Axis::File) => true,
        _ => false,
    }
}

fn reads_only_files(step: &Step) -> bool {
    match step {
        Step::Refine(picks) => picks.iter().all(|pick| match pick {
            Pick::Filter(predicate) => predicate_reads_only_files(predicate),
            _ => true,
        }),
        Step::Field(field) => is_file_field(*field),
        Step::ListOp(_, Argument::Field(field, _)) => is_file_field(*field),
        Step::ListOp(..) => true,
        Step::Axis(Axis::Tree | Axis::Flat | Axis::File) => true,
        Step::Held(_) | Step::Data(_) | Step::DataDescend => true,
        _ => false,
    }
}

fn is_file_field(field: Field) -> bool {
    use Field::*;
    matches!(
        field,
        Kind | Type
            | Name
            | Path
            | File
            | Extension
            | Directory
            | Language
            | Repository
            | Modified
            | Size
            | Lines
            | Content
            | Text
            | Source
            | Files
            | Changed
    )
}

fn predicate_reads_only_files(predicate: &Predicate) -> bool {
    paths_are(predicate, &|path| !path.absolute && path.steps.iter().all(reads_only_files))
}

/// True if a step yields only items of files that contain the name the plan starts from.
fn stays_in_named_files(step: &Step, all: &[Step]) -> bool {
    match step {
        Step::Refine(picks) => picks.iter().all(|pick| match pick {
            Pick::Filter(predicate) => predicate_stays_in_named_files(predicate),
            _ => true,
        }),
        Step::Field(_) | Step::Column(_) | Step::Rows(_) | Step::ListOp(..) => true,
        Step::Symbols(..) | Step::Content(..) => true,
        // A member's type can be in another file, as in Go.
        Step::Axis(Axis::Parent | Axis::Ancestors | Axis::Siblings | Axis::Next | Axis::Prev) => {
            matches!(all.first(), Some(Step::Content(..)))
        }
        Step::Axis(_) => true,
        Step::Relation(relation, depth) => {
            let first = all.iter().position(|other| std::ptr::eq(other, step)).unwrap_or(0);
            let direct =
                all[..first].iter().enumerate().all(|(index, other)| index == 0 || matches!(other, Step::Refine(_)));
            // What a call is made on is of a type that any file may declare.
            let named = matches!(
                relation,
                Relation::References | Relation::Mentions | Relation::Imports | Relation::Definition
            );
            // The same goes for what a name in a text means.
            let of_text = *relation == Relation::Definition && matches!(all.first(), Some(Step::Content(..)));
            direct && named && !of_text && *depth == 1
        }
        Step::Root(_)
        | Step::Columns
        | Step::Named(_)
        | Step::Sql(_)
        | Step::Descend
        | Step::Inside
        | Step::Held(_)
        | Step::Data(_)
        | Step::DataDescend => false,
    }
}

fn predicate_stays_in_named_files(predicate: &Predicate) -> bool {
    let is_near = |path: &FilterPath| !path.absolute && path.steps.iter().all(|step| matches!(step, Step::Field(_)));
    paths_are(predicate, &is_near)
}
