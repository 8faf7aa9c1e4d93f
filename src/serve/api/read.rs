//! `read`: lines of a file, or what an id names.

use super::call::{Call, with_freshness};
use super::problem::Problem;
use crate::document::LineIndex;
use crate::indexer::is_key_file;
use crate::serve::answers::read::{Place, find};
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
        let place = find(&opened, id, call.ticket)?;
        let library = opened.indexer.library();
        let path = Arc::clone(&library.file(place.file).path);
        if is_key_file(&path) {
            return Err(Refusal::new("file", format!("{path}: {WITHHELD}")));
        }
        let text = library.text(place.file).map_err(|reason| Refusal::new("file", format!("{path}: {reason}")))?;
        let document = with_freshness(excerpt(&place, &path, &text, most), &opened.fresh(changing));
        Ok((document, BTreeSet::from([path])))
    })?;
    Ok(document)
}

/// As many lines as `most` bytes hold; of a first line that is longer its beginning.
fn excerpt(place: &Place, path: &str, text: &str, most: usize) -> Value {
    let lines = LineIndex::new(text).count();
    let (first, last) = (place.first.max(1), place.last.min(lines));
    let wanted = text.split_inclusive('\n').skip(first as usize - 1).take((last + 1).saturating_sub(first) as usize);
    let (mut given, mut next, mut is_cut) = (String::new(), first, false);
    for line in wanted {
        if given.len() + line.len() > most {
            is_cut = given.is_empty();
            if is_cut {
                given.push_str(&line[..line.floor_char_boundary(most)]);
                next += 1;
            }
            break;
        }
        given.push_str(line);
        next += 1;
    }
    json!({
        "type": "docql_text",
        "schema": 1,
        "path": path,
        "line": first,
        "end_line": next.saturating_sub(1).max(first),
        "lines": lines,
        "kind": place.named.as_ref().map(|(kind, _)| kind.id()),
        "name": place.named.as_ref().map(|(_, name)| name),
        "text": given,
        "truncated": is_cut || next <= last,
        "next": (next <= last).then(|| format!("{path}:{next}-{last}")),
    })
}
