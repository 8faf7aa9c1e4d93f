//! The theme: shown while it is looked at, kept once it is chosen.

use crate::app::lists::panels::themes;
use crate::app::protocol::effect::Effect;
use crate::app::protocol::saved::{ChosenTheme, StateRequest};
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind};
use crate::app::update::follow::notices::notify;
use crate::config::SHIPPED_THEMES;

/// All themes as a list to choose from; the one that is shown returns if none is chosen.
pub(in crate::app) fn list(model: &mut Model) -> Panel {
    model.theme_before = Some(model.theme.clone());
    themes::panel(model)
}

/// Shows the theme under the cursor, while themes are listed.
pub(in crate::app) fn preview(model: &mut Model) {
    let panel = model.overlays.last().filter(|panel| panel.kind == PanelKind::Themes);
    if let Some(Choice::Theme(name)) = panel.and_then(Panel::selected).map(|row| &row.choice) {
        model.theme = name.clone();
    }
}

/// No theme was chosen: the one before comes back.
pub(in crate::app) fn leave(model: &mut Model) {
    if let Some(before) = model.theme_before.take() {
        model.theme = before;
    }
}

/// A theme that was chosen in an earlier run is shown, unless the settings name another one since.
pub(in crate::app) fn remembered(model: &mut Model, chosen: &ChosenTheme) {
    let is_known = chosen.theme == "auto"
        || SHIPPED_THEMES.iter().any(|(name, _)| *name == chosen.theme)
        || model.user_themes.iter().any(|theme| theme.name == chosen.theme);
    if is_known && chosen.configured == model.settings.theme && model.theme == model.settings.theme {
        model.theme.clone_from(&chosen.theme);
    }
}

/// A theme was chosen: it is shown from now on, until the settings name another one.
pub(in crate::app) fn choose(model: &mut Model, name: String, effects: &mut Vec<Effect>) {
    model.theme_before = None;
    let configured = model.settings.theme.clone();
    effects.push(Effect::State(StateRequest::KeepTheme(ChosenTheme { theme: name.clone(), configured })));
    let notice = format!("theme {name}, here and at the next start; another theme in config.toml takes over");
    model.theme = name;
    notify(model, notice, effects);
}
