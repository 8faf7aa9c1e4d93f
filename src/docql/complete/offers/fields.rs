//! The fields that make sense for the items of a list.

use crate::docql::catalog::{FIELDS, Field, FieldRow, Shape};
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::offers::likely;
use crate::docql::syntax::tree::Segment;

pub(in crate::docql::complete) fn field_candidate(row: &FieldRow) -> Candidate {
    Candidate::new(CandidateKind::Field, row.name, row.name)
        .detail(row.value.label())
        .signature(format!("{}: {}", row.name, row.value.label()))
        .doc(row.doc)
}

/// All fields, those most often used in filters on such items first.
pub(in crate::docql::complete) fn likely_fields(
    before: &[Segment],
    shape: Shape,
) -> impl Iterator<Item = &'static FieldRow> {
    let first = likely::fields(before, shape);
    let mut rows: Vec<&FieldRow> = FIELDS.iter().collect();
    rows.sort_by_key(|row| first.iter().position(|name| *name == row.name).unwrap_or(first.len()));
    rows.into_iter()
}

/// True if items of `shape` can have the field.
pub(in crate::docql::complete) fn fits_shape(field: Field, shape: Shape) -> bool {
    use Field::*;
    let of_files =
        [Name, Path, Extension, Directory, Language, Size, Lines, Title, Modified, Changed, Repository, Kind, Content];
    let not_of_sections = [
        Type,
        Source,
        Signature,
        Doc,
        Visibility,
        Package,
        QualifiedName,
        Modified,
        Size,
        Score,
        Depth,
        Supertypes,
        Params,
        Annotations,
        Calls,
        Files,
        Comment,
    ];
    let of_excerpts = [
        Text,
        Line,
        EndLine,
        Kind,
        Path,
        File,
        Extension,
        Directory,
        Language,
        Parent,
        Lines,
        QualifiedName,
        Repository,
    ];
    match shape {
        Shape::Files => of_files.contains(&field),
        Shape::Sections => !not_of_sections.contains(&field),
        Shape::Symbols => !matches!(
            field,
            Anchor
                | Url
                | Broken
                | Alt
                | Headers
                | Rows
                | Columns
                | RowCount
                | Counted
                | ColumnCount
                | Comment
                | Page
                | Code
                | Files
                | Score
        ),
        Shape::Structure | Shape::Repositories => matches!(field, Name | Path | Kind | Files | Directory),
        Shape::Excerpts => of_excerpts.contains(&field),
        Shape::Databases => matches!(field, Name | Path | Size | Modified),
        Shape::Tables => matches!(field, Name | Path | RowCount | Counted | ColumnCount | Headers | Comment | Text),
        Shape::Nodes => !matches!(field, Files | Comment),
        _ => false,
    }
}
