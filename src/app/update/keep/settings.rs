//! Settings while the program runs: the first ones, and those that are read anew.

use crate::app::protocol::effect::Effect;
use crate::app::protocol::keymap::Keymap;
use crate::app::protocol::message::Starter;
use crate::app::state::model::{Model, Toast};
use crate::app::update::follow::notices::notify;
use crate::config::{Config, Settings};
use std::sync::Arc;

/// The state at the start with these settings; a notice names what is wrong with them.
pub fn configured(config: Config) -> Model {
    let mut model = Model::new(config.settings.clone());
    model.user_themes = Arc::new(config.themes.clone());
    let (_, of_keys) = Keymap::of(&config.settings);
    model.toast = problem(&config, &of_keys).map(|text| Toast { text, quits: false });
    model
}

/// The first problem in a line, and how many more there are.
fn problem(config: &Config, of_keys: &[String]) -> Option<String> {
    let all: Vec<String> = config.problems.iter().map(ToString::to_string).chain(of_keys.iter().cloned()).collect();
    match all.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first, rest @ ..] => Some(format!("{first}   (+{}: docql config --check)", rest.len())),
    }
}

/// Settings were read anew. With a wrong value among them the last good ones stay; a notice names the problem.
pub fn read(model: &mut Model, config: Config, effects: &mut Vec<Effect>) {
    let (keymap, of_keys) = Keymap::of(&config.settings);
    let problem = problem(&config, &of_keys);
    if config.has_errors() || !of_keys.is_empty() {
        return notify(model, problem.unwrap_or_default(), effects);
    }
    let before = std::mem::replace(&mut model.settings, config.settings);
    model.keymap = keymap;
    model.pending.clear();
    apply(model, &before, effects);
    let same = model.settings == before && *model.user_themes == config.themes;
    model.user_themes = Arc::new(config.themes);
    match problem {
        Some(problem) => notify(model, problem, effects),
        None if same => notify(model, "the settings are as they were", effects),
        None => notify(model, "settings read", effects),
    }
}

/// Applies the settings that differ from those before: the user's changes since stay.
fn apply(model: &mut Model, before: &Settings, effects: &mut Vec<Effect>) {
    let settings = &model.settings;
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
    let about_pictures = |of: &Settings| (of.images, of.borders, of.ambiguous);
    if about_pictures(settings) != about_pictures(before) {
        effects.push(Effect::AskPictures { choice: settings.images, notify: false });
    }
}

/// The saved queries, as what is worth trying.
pub(in crate::app) fn saved(model: &Model) -> impl Iterator<Item = Starter> + use<> {
    let starters = |(name, query): (String, String)| Starter { query, note: name };
    model.settings.queries.clone().into_iter().map(starters)
}
