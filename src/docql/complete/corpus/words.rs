//! Candidates for search words: names of the corpus, and facets: `path:`, `lang:`, `kind:`, `ext:`, `repo:`, `table:`.

use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::matching::fit;
use crate::docql::complete::corpus::names;
use crate::docql::complete::corpus::tables::table_fit;
use crate::docql::complete::place::narrowed::ListCache;
use crate::document::{KINDS, Kind, Span};
use crate::library::Library;
use crate::stdx::Ticket;
use std::cmp::Reverse;
use std::collections::HashMap;

/// Names offered, at most.
const MAX_NAMES: usize = 12;

/// The facet that is there where there are databases.
const TABLE: &str = "table:";

/// The facets of a search, each with its description.
const FACETS: &[(&str, &str)] = &[
    ("path:", "only files whose path contains it"),
    ("lang:", "only files of a language"),
    ("kind:", "only what is of a kind"),
    ("ext:", "only files with an extension"),
    ("repo:", "only one repository; auto chooses some, * is all"),
    (TABLE, "only rows of a table of a database, such as table:orders amount>=100"),
];

/// What says how literally the words are meant, each with its description.
const TO_THE_LETTER: &[(&str, &str)] = &[
    ("case:exact", "capitals are others than small letters"),
    ("case:any", "capitals count nowhere"),
    ("word:whole", "only whole words count"),
];

/// Candidates for the word `typed`.
pub(in crate::docql::complete) fn offers(typed: &str, library: Option<&Library>, ticket: &Ticket) -> Vec<Candidate> {
    let (minus, body) = match typed.strip_prefix('-') {
        Some(body) => ("-", body),
        None => ("", typed),
    };
    if let Some((facet, value)) = body.split_once(':')
        && FACETS.iter().any(|(name, _)| name.strip_suffix(':') == Some(facet))
    {
        return library.map_or(Vec::new(), |library| values(minus, facet, value, library));
    }
    if body.chars().count() < 2 {
        return Vec::new();
    }
    let mut out: Vec<Candidate> = FACETS
        .iter()
        .chain(TO_THE_LETTER.iter().filter(|_| minus.is_empty()))
        .filter(|(name, _)| name.starts_with(body))
        .filter(|(name, _)| *name != TABLE || minus.is_empty() && library.is_some_and(has_tables))
        .map(|(name, doc)| {
            Candidate::new(CandidateKind::Field, *name, format!("{minus}{name}")).detail("narrows").doc(*doc)
        })
        .collect();
    if let Some(library) = library {
        out.extend(named(minus, body, library, ticket));
    }
    out
}

/// Names of symbols and titles; several words are quoted.
fn named(minus: &str, typed: &str, library: &Library, ticket: &Ticket) -> Vec<Candidate> {
    let (replace, lists) = (Span::default(), &ListCache::default());
    let request = Request { before: "", after: "", typed, quote: None, replace, library: Some(library), lists, ticket };
    let mut names = names::gather(library, &request, |outline, at| {
        outline.kind(at).is_symbol() || outline.kind(at) == Kind::Heading
    });
    names.truncate(MAX_NAMES);
    for candidate in &mut names {
        let word = quoted(&candidate.label);
        candidate.insert = format!("{minus}{word}");
        candidate.caret = candidate.insert.len();
    }
    names
}

fn quoted(word: &str) -> String {
    if word.contains(char::is_whitespace) { format!("\"{word}\"") } else { word.to_owned() }
}

/// The names of the tables of databases.
fn tables(library: &Library) -> impl Iterator<Item = &str> {
    let databases = library.file_ids().filter(|file| library.file(*file).is_database());
    let outlines = databases.filter_map(|file| library.outline(file));
    outlines.flat_map(|outline| {
        let tables = (0..outline.len()).filter(move |&at| outline.kind(at) == Kind::Table);
        tables.map(move |at| outline.name(at))
    })
}

fn has_tables(library: &Library) -> bool {
    tables(library).next().is_some()
}

/// The values of a facet, with the number of files or nodes they keep.
fn values(minus: &str, facet: &str, typed: &str, library: &Library) -> Vec<Candidate> {
    let typed = typed.trim_start_matches('"');
    let mut counts: HashMap<String, u64> = HashMap::new();
    for file in library.files() {
        match facet {
            "lang" => *counts.entry(file.format.id.to_owned()).or_default() += 1,
            "ext" => *counts.entry(file.extension()).or_default() += 1,
            "path" => {
                // Each directory on the way counts the files below it.
                for (at, _) in file.path.match_indices('/') {
                    *counts.entry(file.path[..=at].to_owned()).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    match facet {
        "kind" => {
            let mut kinds = vec![0_u64; KINDS.len()];
            for (_, outline) in library.outlines() {
                for kind in outline.kinds() {
                    if let Some(count) = kinds.get_mut(usize::from(*kind)) {
                        *count += 1;
                    }
                }
            }
            counts.extend(KINDS.iter().zip(kinds).map(|(row, count)| (row.id.to_owned(), count)));
        }
        "table" => counts.extend(tables(library).map(|name| (name.to_owned(), 0))),
        "repo" => counts.extend(library.repositories().iter().map(|repository| (repository.name.to_string(), 0))),
        _ => {}
    }
    let mut fitting: Vec<(u8, u64, String)> = counts
        .into_iter()
        .filter(|(value, count)| !value.is_empty() && (*count > 0 || matches!(facet, "repo" | "table")))
        .filter_map(|(value, count)| {
            let fit = if facet == "table" { table_fit(&value, typed) } else { fit(&value, typed) };
            Some((fit?, count, value))
        })
        .collect();
    fitting.sort_by(|a, b| (a.0, Reverse(a.1), &a.2).cmp(&(b.0, Reverse(b.1), &b.2)));
    fitting.truncate(crate::docql::complete::MAX_CANDIDATES);
    let candidate = |(_, count, value): (u8, u64, String)| {
        let insert = format!("{minus}{facet}:{}", quoted(&value));
        let candidate = Candidate::new(CandidateKind::Value, value, insert).detail(facet);
        if count > 0 { candidate.count(count) } else { candidate }
    };
    fitting.into_iter().map(candidate).collect()
}
