//! Settings while the program runs: the first ones, those that are read anew, and choosing a theme.

use super::notices::say;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::keymap::Keymap;
use crate::app::protocol::message::Starter;
use crate::app::protocol::saved::{ChosenTheme, StateRequest};
use crate::app::state::model::{Model, Toast};
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::config::{Config, SHIPPED_THEMES};
use std::sync::Arc;

/// The state at the start with these settings. What was wrong with them is said.
pub fn configured(config: Config) -> Model {
    let mut model = Model::new(config.settings.clone());
    model.user_themes = Arc::new(config.themes.clone());
    let (_, of_keys) = Keymap::read(&config.settings.keymap, &config.settings.keys);
    model.toast = said(&config, &of_keys).map(|text| Toast { text, quits: false });
    model
}

/// The first problem in a line, and how many more there are.
fn said(config: &Config, of_keys: &[String]) -> Option<String> {
    let all: Vec<String> = config.problems.iter().map(ToString::to_string).chain(of_keys.iter().cloned()).collect();
    match all.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first, rest @ ..] => Some(format!("{first}   (+{}: docql config --check)", rest.len())),
    }
}

/// Settings were read anew. With a wrong value among them the last good ones stay; the problem is said.
pub fn read(model: &mut Model, config: Config, effects: &mut Vec<Effect>) {
    let (keymap, of_keys) = Keymap::read(&config.settings.keymap, &config.settings.keys);
    let problem = said(&config, &of_keys);
    if config.has_errors() || !of_keys.is_empty() {
        return say(model, problem.unwrap_or_default(), effects);
    }
    let settings = config.settings;
    let before = std::mem::replace(&mut model.settings, settings);
    let settings = &model.settings;
    model.keymap = keymap;
    model.pending.clear();
    model.prompt.popup_choice = Some(settings.popup);
    model.prompt.popup_delay = settings.popup_delay;
    if settings.layout != before.layout {
        model.arrangement.choice = settings.layout;
    }
    if (settings.toc_share, settings.preview_share) != (before.toc_share, before.preview_share) {
        (model.arrangement.toc_share, model.arrangement.preview_share) = (settings.toc_share, settings.preview_share);
    }
    if settings.theme != before.theme {
        model.theme.clone_from(&settings.theme);
    }
    if settings.queries != before.queries {
        let found = model.results.starters.split_off(before.queries.len().min(model.results.starters.len()));
        model.results.starters = saved(model).chain(found).collect();
        if model.results.results.is_none() {
            model.results.rebuild();
        }
    }
    let settings = &model.settings;
    if settings.mouse != before.mouse {
        model.mouse = settings.mouse;
        effects.push(Effect::CaptureMouse(model.mouse));
    }
    let about_pictures = |of: &crate::config::Settings| (of.images, of.borders, of.ambiguous);
    if about_pictures(settings) != about_pictures(&before) {
        effects.push(Effect::AskPictures { choice: settings.images, tell: false });
    }
    let same = model.settings == before && *model.user_themes == config.themes;
    model.user_themes = Arc::new(config.themes);
    match problem {
        Some(problem) => say(model, problem, effects),
        None if same => say(model, "the settings are as they were", effects),
        None => say(model, "settings read", effects),
    }
}

/// The saved queries, as what is worth trying.
pub fn saved(model: &Model) -> impl Iterator<Item = Starter> + use<> {
    let starters = |(name, query): (String, String)| Starter { query, note: name };
    model.settings.queries.clone().into_iter().map(starters)
}

/// All themes. The cursor starts at the one that is shown, which returns if none is chosen.
pub fn themes(model: &mut Model) -> Panel {
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
    model.theme_before = Some(model.theme.clone());
    panel
}

/// Shows the theme under the cursor, while themes are listed.
pub fn preview_theme(model: &mut Model) {
    let panel = model.overlays.last().filter(|panel| panel.kind == PanelKind::Themes);
    if let Some(Choice::Theme(name)) = panel.and_then(Panel::selected).map(|row| &row.choice) {
        model.theme = name.clone();
    }
}

/// No theme was chosen.
pub fn theme_kept(model: &mut Model) {
    if let Some(before) = model.theme_before.take() {
        model.theme = before;
    }
}

/// A theme that was chosen in an earlier run is shown, unless the settings name another one since.
pub fn theme_remembered(model: &mut Model, chosen: &ChosenTheme) {
    let is_known = chosen.theme == "auto"
        || SHIPPED_THEMES.iter().any(|(name, _)| *name == chosen.theme)
        || model.user_themes.iter().any(|theme| theme.name == chosen.theme);
    if is_known && chosen.configured == model.settings.theme && model.theme == model.settings.theme {
        model.theme.clone_from(&chosen.theme);
    }
}

/// A theme was chosen: it is shown from now on, until the settings name another one.
pub fn choose_theme(model: &mut Model, name: String, effects: &mut Vec<Effect>) {
    model.theme_before = None;
    let configured = model.settings.theme.clone();
    effects.push(Effect::State(StateRequest::KeepTheme(ChosenTheme { theme: name.clone(), configured })));
    let said = format!("theme {name}, here and at the next start; another theme in config.toml takes over");
    model.theme = name;
    say(model, said, effects);
}
