//! The names of the source in the preview that are declared elsewhere, to go to the definition of one.

use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::docql::{Declared, KnownName, quoted};
use crate::stdx::grouped;

/// The names as a list to choose from.
pub(in crate::app) fn panel(path: &str, names: &[KnownName]) -> Panel {
    let row = |name: &KnownName| {
        let declared = match &name.declared {
            Declared::At(place) => place.clone(),
            Declared::InPlaces(places) => format!("{} places", grouped(*places)),
        };
        PanelRow {
            left: name.line.to_string(),
            text: name.name.clone(),
            right: format!("{}{}  {declared}", if name.by_name { "~ " } else { "" }, name.kind.id()),
            doc: String::new(),
            group: "",
            choice: Choice::Definition(query(path, name), format!("definition of {}", name.name)),
        }
    };
    Panel::new(PanelKind::Names, "DEFINITION OF", names.iter().map(row).collect())
}

/// What the name means where it stands.
fn query(path: &str, name: &KnownName) -> String {
    let (path, line) = (quoted(path), name.line);
    format!("$.content.grep({}, \"case word\")[?(@.path=={path} && @.line=={line})].definition()", quoted(&name.name))
}
