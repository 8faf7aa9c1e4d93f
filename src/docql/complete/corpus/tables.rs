//! Names of databases and of their tables, for arguments of functions.

use crate::docql::catalog::{Action, Root};
use crate::docql::complete::MAX_CANDIDATES;
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::matching::fit;
use crate::docql::eval::rows::{database_name, is_database};
use crate::docql::syntax::tree::{ExpressionKind, Literal, Segment, SegmentKind};
use crate::document::Kind;
use crate::library::Library;

/// Names for the argument of a function that takes one of a database or of a table; `None` for all others.
pub(in crate::docql::complete) fn arguments(
    action: &Action,
    before: &[Segment],
    library: &Library,
    request: &Request<'_>,
) -> Option<Vec<Candidate>> {
    let is_table = match action {
        Action::Root(Root::Databases) => false,
        Action::Root(Root::Tables) | Action::Tables => true,
        _ => return None,
    };
    let mut names: Vec<(u8, String, String)> = Vec::new();
    let mut add = |name: &str, shown: String, detail: String| {
        let fit = table_fit(name, request.typed).or_else(|| fit(&shown, request.typed));
        names.extend(fit.map(|fit| (fit, shown, detail)));
    };
    let databases = library.file_ids().filter(|&file| is_database(library, file));
    let databases: Vec<_> = databases.map(|file| (file, database_name(library, file))).collect();
    for &(file, database) in &databases {
        if !is_table {
            add(database, database.to_owned(), "database".to_owned());
            continue;
        }
        let is_meant = chosen(before).is_none_or(|chosen| chosen == database);
        let Some(outline) = library.outline(file).filter(|_| is_meant) else { continue };
        for at in (0..outline.len()).filter(|&at| outline.kind(at) == Kind::Table) {
            let name = outline.name(at);
            // The same name in two databases is told apart by theirs.
            let is_elsewhere = databases.iter().any(|(other, _)| {
                let has = |outline: crate::library::Outline<'_>| (0..outline.len()).any(|at| outline.name(at) == name);
                *other != file && chosen(before).is_none() && library.outline(*other).is_some_and(has)
            });
            let shown = if is_elsewhere { format!("{database}.{name}") } else { name.to_owned() };
            add(name, shown, format!("table of {database}"));
        }
    }
    names.sort_by_key(|(fit, ..)| *fit);
    let candidate =
        |(_, name, detail): (u8, String, String)| request.text_value(&name, CandidateKind::Name).detail(detail);
    Some(names.into_iter().take(MAX_CANDIDATES).map(candidate).collect())
}

/// How well `typed` matches the name of a table, with or without its schema.
pub(super) fn table_fit(name: &str, typed: &str) -> Option<u8> {
    let bare = name.rsplit_once('.').and_then(|(_, bare)| fit(bare, typed));
    fit(name, typed).into_iter().chain(bare).min()
}

/// The database that the steps before have chosen.
fn chosen(before: &[Segment]) -> Option<&str> {
    before.iter().find_map(|segment| match &segment.kind {
        SegmentKind::Call(name, arguments) if name.text == "database" => match &arguments.first()?.kind {
            ExpressionKind::Literal(Literal::Text { value, .. }) => Some(value.as_str()),
            _ => None,
        },
        _ => None,
    })
}
