//! Names of Ruby with the sign that ends them, which may be the question's own: `allowed_to?`, `save!`.

use super::relations::last_part;
use crate::library::{Library, NamePart};

/// Signs that a name may end with.
const MARKS: [char; 2] = ['?', '!'];

/// Words that a question begins with which ends with a sign of its own.
const ASKS: &[&str] = &["who", "what", "which", "where", "when", "why", "how", "is", "are", "does", "do", "can"];

/// The name with the sign that a question writes behind it, if something is declared by that: what is declared without it
/// too is meant where the sign ends the question.
pub(in crate::agent) fn marked(name: &str, text: &str, library: &Library) -> Option<String> {
    let (at, mark) = MARKS.iter().find_map(|mark| Some((text.find(&format!("{name}{mark}"))?, *mark)))?;
    let (with_mark, plain) = (format!("{}{mark}", last_part(name)), last_part(name));
    if !is_declared(&with_mark, library) {
        return None;
    }
    let behind = text[at + name.len() + 1..].trim();
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    let ends_question = mark == '?' && behind.is_empty() && ASKS.contains(&first.as_str());
    (!ends_question || !is_declared(plain, library)).then(|| format!("{name}{mark}"))
}

fn is_declared(name: &str, library: &Library) -> bool {
    let mut is_one = false;
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        let outline = library.outline(node.file);
        is_one =
            outline.is_some_and(|outline| outline.name(node.node) == name && outline.kind(node.node).is_function());
        !is_one
    });
    is_one
}
