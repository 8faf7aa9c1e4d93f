//! Frequencies of values, as candidates.

use crate::docql::catalog::Field;
use crate::docql::complete::Request;
use crate::docql::complete::candidates::candidate::Candidate;
use crate::docql::complete::candidates::candidate::CandidateKind;
use crate::docql::complete::candidates::matching::fit;
use crate::docql::nodes::lists::items::Items;
use crate::document::{Kind, Visibility};
use crate::library::Library;
use std::cmp::Reverse;
use std::collections::HashMap;

/// A value, and true if it is text (and needs quotes).
pub(in crate::docql::complete) type ValueKey = (String, bool);

/// True if the value of a field is a one-byte column.
pub(in crate::docql::complete) fn is_column(field: Field) -> bool {
    matches!(field, Field::Kind | Field::Level | Field::Visibility)
}

/// Counts the values of a column over all rows, however many.
pub(in crate::docql::complete) fn by_column(
    field: Field,
    items: &Items,
    library: &Library,
) -> Option<HashMap<ValueKey, u64>> {
    let mut counts = [0_u64; 256];
    let mut outline = None;
    for node in items.nodes()? {
        let (_, outline) = match &outline {
            Some((file, _)) if *file == node.file => outline.as_ref()?,
            _ => outline.insert((node.file, library.outline(node.file)?)),
        };
        let byte = match field {
            Field::Kind => outline.kind(node.node) as u8,
            Field::Level => outline.level(node.node),
            Field::Visibility => outline.visibility(node.node) as u8,
            _ => return None,
        };
        counts[usize::from(byte)] += 1;
    }
    let value = |byte: u8| match field {
        Field::Kind => Kind::from_u8(byte).map(|kind| (kind.id().to_owned(), true)),
        Field::Visibility => Visibility::from_u8(byte).id().map(|id| (id.to_owned(), true)),
        _ => (byte > 0).then(|| (byte.to_string(), false)),
    };
    let counted = (0..=u8::MAX).zip(counts).filter(|(_, count)| *count > 0);
    Some(counted.filter_map(|(byte, count)| Some((value(byte)?, count))).collect())
}

/// Values as candidates: by fit, then by frequency.
pub(in crate::docql::complete) fn counted<'k>(
    counts: impl Iterator<Item = (&'k ValueKey, u64)>,
    detail: &str,
    request: &Request<'_>,
) -> Vec<Candidate> {
    let mut fitting: Vec<(u8, u64, &ValueKey)> =
        counts.filter_map(|(key, count)| Some((fit(&key.0, request.typed)?, count, key))).collect();
    let order =
        |a: &(u8, u64, &ValueKey), b: &(u8, u64, &ValueKey)| (a.0, Reverse(a.1), a.2).cmp(&(b.0, Reverse(b.1), b.2));
    if fitting.len() > crate::docql::complete::MAX_CANDIDATES {
        fitting.select_nth_unstable_by(crate::docql::complete::MAX_CANDIDATES, order);
        fitting.truncate(crate::docql::complete::MAX_CANDIDATES);
    }
    fitting.sort_by(order);
    let candidate = |(_, count, (text, quoted)): (u8, u64, &ValueKey)| match quoted {
        true => request.text_value(text, CandidateKind::Value).detail(detail).count(count),
        false => Candidate::new(CandidateKind::Value, text, text).detail(detail).count(count),
    };
    fitting.into_iter().map(candidate).collect()
}

/// The frequencies of values, and true if all rows were counted.
pub(in crate::docql::complete) type CountedValues =
    (HashMap<crate::docql::complete::place::counts::ValueKey, u64>, bool);
