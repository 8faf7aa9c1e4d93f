//! The known names nearest to an unknown one, and names of shapes for messages.

use crate::docql::catalog::Shape;
use crate::document::Span;
use crate::stdx::edit_distance;

/// Up to two known names close to `name`: by edit distance, by a common prefix, or as a substring.
pub(in crate::docql) fn nearest<'k>(name: &str, known: impl Iterator<Item = &'k str>) -> Vec<&'k str> {
    let limit = (name.chars().count() / 3).clamp(1, 3);
    let lower = name.to_lowercase();
    let mut scored: Vec<(usize, &str)> = known
        .filter_map(|candidate| {
            let plain = candidate.to_lowercase();
            let distance = edit_distance(name, candidate, limit);
            if distance <= limit {
                Some((distance, candidate))
            } else if lower.len() >= 3 && (plain.starts_with(&lower) || lower.starts_with(&plain) && plain.len() >= 3) {
                Some((limit + 1, candidate))
            } else if lower.len() >= 4 && plain.contains(&lower) {
                Some((limit + 2, candidate))
            } else if plain.len() >= 4 && lower.contains(&plain) {
                Some((limit + 3, candidate))
            } else {
                None
            }
        })
        .collect();
    scored.sort_by_key(|(distance, candidate)| (*distance, candidate.len()));
    scored.dedup_by_key(|(_, candidate)| *candidate);
    scored.into_iter().map(|(_, candidate)| candidate).take(2).collect()
}

/// The name of a shape's items in messages.
pub(in crate::docql) fn shape_label(shape: Shape) -> &'static str {
    match shape {
        Shape::Workspace => "the workspace",
        Shape::Content => "$.content",
        Shape::Code => "$.code",
        Shape::Sections => "sections",
        Shape::Symbols => "symbols",
        Shape::Nodes => "nodes",
        Shape::Files => "files",
        Shape::Structure => "directories",
        Shape::Repositories => "repositories",
        Shape::Excerpts => "lines",
        Shape::Places => "places",
        Shape::Answer => "passages",
        Shape::Databases => "databases",
        Shape::Tables => "tables",
        Shape::Rows => "rows",
        Shape::Data => "data",
        Shape::Values => "values",
        Shape::Count => "a count",
    }
}

/// True if [`shape_label`] takes a singular verb.
pub(in crate::docql) fn is_singular(shape: Shape) -> bool {
    matches!(shape, Shape::Workspace | Shape::Content | Shape::Code | Shape::Count)
}

/// "; did you mean …?", or nothing for `None`.
pub(in crate::docql) fn did_you_mean(meant: Option<&str>) -> String {
    meant.map_or(String::new(), |meant| format!("; did you mean \"{meant}\"?"))
}

/// `text` with `span` replaced: a fix. A span that splits a character is widened to include it.
pub(in crate::docql) fn replaced(text: &str, span: Span, by: &str) -> String {
    let place = span.on_boundaries(text).range();
    format!("{}{by}{}", &text[..place.start], &text[place.end..])
}
