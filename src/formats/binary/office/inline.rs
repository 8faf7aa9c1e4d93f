//! HTML within a line: escaped text, links, pictures, cells.

use super::cells::Cell;
use crate::formats::html;

/// `text` as HTML.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // No character of a control set is ever shown.
            c if c.is_control() && !matches!(c, '\n' | '\t') => {}
            c => out.push(c),
        }
    }
    out
}

/// A cell as a tag of this name.
pub(super) fn tagged(cell: &Cell, name: &str) -> String {
    let span = |name: &str, count: usize| if count > 1 { format!(" {name}=\"{count}\"") } else { String::new() };
    let inline = cell.inline.replace('\n', " ");
    let other = cell.value.as_ref().filter(|value| **value != inline);
    let value = other.map_or_else(String::new, |value| format!(" {}=\"{}\"", html::CELL_VALUE, escaped(value)));
    let (columns, rows) = (span("colspan", cell.columns), span("rowspan", cell.rows));
    format!("<{name}{columns}{rows}{value}>{inline}</{name}>")
}

/// A link, if there is an address.
pub(super) fn link(address: Option<&str>, inline: &str) -> String {
    match address {
        Some(address) if !inline.trim().is_empty() => format!("<a href=\"{}\">{inline}</a>", escaped(address)),
        _ => inline.to_owned(),
    }
}

/// A picture, by what its document says of it. Programs that insert a picture say where it came from: of a path or an
/// address only the name is told.
pub(super) fn picture(told: &str) -> String {
    let told = told.trim();
    let is_place = told.contains("://") || told.get(1..3) == Some(":\\") || told.starts_with("\\\\");
    let name = told.rsplit(['/', '\\']).next().unwrap_or(told);
    let name = name.split(['?', '#']).next().unwrap_or(name);
    let is_file = name.rsplit_once('.').is_some_and(|(stem, end)| !stem.is_empty() && (2..=4).contains(&end.len()));
    let shown = if is_place && is_file { name } else { told };
    format!("<img alt=\"{}\">", escaped(shown))
}

/// What a picture is called of which nothing is said: the name of its part.
pub(super) fn name_of_part(part: &str) -> String {
    let part = part.split(['?', '#']).next().unwrap_or(part);
    part.rsplit(['/', '\\']).next().unwrap_or(part).to_owned()
}
