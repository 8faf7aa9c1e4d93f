//! What stands in files that look like keys: whoever asks may be a program that sends it on, so it is named and not shown.

use crate::agent::Research;
use crate::indexer::is_key_file;
use crate::stdx::counted;
use serde_json::{Map, Value};

/// Why something is not shown.
pub(in crate::serve) const WITHHELD: &str = "not shown: the file looks like keys";

/// Members of a record that say where it is, and nothing that stands there.
const PLACES: [&str; 12] = [
    "type",
    "path",
    "line",
    "end_line",
    "page",
    "rank",
    "score",
    "depth",
    "call_line",
    "match_line",
    "match_column",
    "match_count",
];

/// Members of the record of a file that say what it is.
const OF_FILES: [&str; 5] = ["name", "id", "size", "lines", "modified"];

/// Leaves out the passages of such files, and says how many.
pub(in crate::serve) fn without_keys(found: &mut Research) {
    let all = found.citations.len();
    found.citations.retain(|citation| !is_key_file(&citation.passage.path));
    if found.citations.len() < all {
        found.notes.push(format!("{}, {WITHHELD}", counted(all - found.citations.len(), "passage")));
    }
}

/// Leaves only their places of the records in such files: those of a result by file, and those of a list of hits.
pub(in crate::serve) fn without_texts_of_keys(document: &mut Value) {
    if let Some(Value::Object(files)) = document.get_mut("files") {
        let of_keys = files.iter_mut().filter(|(path, _)| is_key_file(path));
        of_keys.filter_map(|(_, records)| records.as_array_mut()).flatten().for_each(withhold);
    }
    for hit in document.get_mut("hits").and_then(Value::as_array_mut).into_iter().flatten() {
        if hit["path"].as_str().is_some_and(is_key_file) {
            withhold(hit);
        }
    }
}

fn withhold(record: &mut Value) {
    let Value::Object(members) = record else { return };
    let is_file = members.get("type").is_some_and(|kind| kind == "file");
    let is_place = |name: &str| PLACES.contains(&name) || is_file && OF_FILES.contains(&name);
    let kept: Map<String, Value> = std::mem::take(members).into_iter().filter(|(name, _)| is_place(name)).collect();
    *members = kept;
    members.insert("withheld".into(), WITHHELD.into());
}
