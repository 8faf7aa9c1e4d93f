//! Themes, the user's own and those that are shipped, to choose one.

use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::config::SHIPPED_THEMES;

/// All themes, the cursor on the one that is shown.
pub(in crate::app) fn panel(model: &Model) -> Panel {
    let described = |text: &str, key: &str| {
        let table: toml::Table = text.parse().unwrap_or_default();
        let meta = table.get("meta").and_then(|meta| meta.get(key)).and_then(toml::Value::as_str);
        meta.unwrap_or_default().to_owned()
    };
    let row = |name: &str, text: &str, group: &'static str| PanelRow {
        left: String::new(),
        text: name.to_owned(),
        right: described(text, "appearance"),
        doc: described(text, "description"),
        group,
        choice: Choice::Theme(name.to_owned()),
    };
    let mut rows = vec![PanelRow {
        right: "as the terminal is".to_owned(),
        doc: "light or dark, as the terminal says".to_owned(),
        ..row("auto", "", "")
    }];
    rows.extend(model.user_themes.iter().map(|theme| row(&theme.name, &theme.text, "")));
    let own = |name: &&(&str, &str)| !model.user_themes.iter().any(|theme| theme.name == name.0);
    rows.extend(SHIPPED_THEMES.iter().filter(own).map(|(name, text)| row(name, text, "")));
    let mut panel = Panel::new(PanelKind::Themes, "THEME", rows);
    let current = panel.rows.iter().position(|row| row.text == model.theme).unwrap_or(0);
    panel.window.cursor = current;
    panel
}
