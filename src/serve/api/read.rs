//! `read`: lines of a file, or what an id names.

use super::call::{Call, with_freshness};
use super::problem::Problem;
use crate::document::LineIndex;
use crate::indexer::is_key_file;
use crate::serve::answers::read::{Place, find, with_column};
use crate::serve::answers::withheld::WITHHELD;
use crate::serve::workspaces::refusal::Refusal;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Answers a call of `read`.
pub(super) fn answer(call: &Call<'_>) -> Result<Value, Problem> {
    let (id, most) = (call.text("id"), call.arguments.count("max_bytes"));
    if id.is_empty() {
        return Err(Refusal::new("arguments", "id is empty").or(["a path, path:12-40, or an id".to_owned()]).into());
    }
    let opened = call.open()?;
    let document = opened.current(call.ticket, |changing| {
        let (id, column) = with_column(id);
        let mut place = find(&opened, &id, call.ticket)?;
        let column = column.map_or(1, |(column, last)| place.begin_at_column(column, last));
        let library = opened.indexer.library();
        let path = Arc::clone(&library.file(place.file).path);
        if is_key_file(&path) {
            return Err(Refusal::new("file", format!("{path}: {WITHHELD}")));
        }
        let text = library.text(place.file).map_err(|reason| Refusal::new("file", format!("{path}: {reason}")))?;
        let document = with_freshness(excerpt(&place, column, (&path, &text), most), &opened.fresh(changing));
        Ok((document, BTreeSet::from([path])))
    })?;
    Ok(document)
}

/// As many lines as `most` bytes hold, the first from a column on; of a line that is longer its beginning, and one character
/// at least.
fn excerpt(place: &Place, column: usize, (path, text): (&str, &str), most: usize) -> Value {
    let lines = LineIndex::new(text).count();
    let (first, last) = (place.first.max(1), place.last.min(lines));
    let wanted = text.split_inclusive('\n').skip(first as usize - 1).take((last + 1).saturating_sub(first) as usize);
    let (mut given, mut next, mut further) = (String::new(), first, None);
    for line in wanted {
        let from = if next == first { column } else { 1 };
        let line = line.char_indices().nth(from - 1).map_or("", |(start, _)| &line[start..]);
        if given.len() + line.len() > most {
            if given.is_empty() {
                let least = line.chars().next().map_or(0, char::len_utf8);
                given.push_str(&line[..line.floor_char_boundary(most).max(least)]);
                further = (given.len() < line.len()).then(|| from + given.chars().count());
                next += u32::from(further.is_none());
            }
            break;
        }
        given.push_str(line);
        next += 1;
    }
    let end_line = if further.is_some() { next } else { next.saturating_sub(1).max(first) };
    let next = match further {
        Some(column) if next < last => Some(format!("{path}:{next}:{column}-{last}")),
        Some(column) => Some(format!("{path}:{next}:{column}")),
        None => (next <= last).then(|| format!("{path}:{next}-{last}")),
    };
    json!({
        "type": "docql_text",
        "schema": 1,
        "path": path,
        "line": first,
        "end_line": end_line,
        "lines": lines,
        "kind": place.named.as_ref().map(|(kind, _)| kind.id()),
        "name": place.named.as_ref().map(|(_, name)| name),
        "text": given,
        "truncated": next.is_some(),
        "next": next,
    })
}
