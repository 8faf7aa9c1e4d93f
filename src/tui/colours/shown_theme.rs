//! The theme that is on the screen: follows the model, and keeps the last good one if a file is wrong.

use super::colour::Depth;
use super::theme::Theme;
use crate::app::Model;
use crate::config::{ColourScheme, Use, UserTheme};
use std::sync::Arc;

/// The theme that is drawn with.
#[derive(Debug)]
pub struct ShownTheme {
    theme: Theme,
    scheme: ColourScheme,
    depth: Depth,
    /// True if the terminal is known to make links clickable.
    knows_links: bool,
    /// The name and the user's themes that it was made from.
    made_from: Option<(String, Arc<Vec<UserTheme>>)>,
}

impl ShownTheme {
    /// The theme that suits the terminal, until the model has another.
    pub fn new(scheme: ColourScheme, depth: Depth, knows_links: bool) -> ShownTheme {
        ShownTheme { theme: Theme::named("auto", scheme).at(depth), scheme, depth, knows_links, made_from: None }
    }

    /// The theme.
    pub fn get(&self) -> &Theme {
        &self.theme
    }

    /// The colours to use; a theme that is chosen here has some even if none were wanted at the start.
    fn shown_depth(&self) -> Depth {
        self.depth.max(Depth::Sixteen)
    }

    /// The terminal has become light, or dark.
    pub fn ground_is(&mut self, scheme: ColourScheme) {
        if self.scheme != scheme {
            (self.scheme, self.made_from) = (scheme, None);
        }
    }

    /// Takes the theme of the model. What is wrong with it is returned as a sentence; it is then not taken.
    pub fn follow(&mut self, model: &Model) -> Option<String> {
        let problem = self.take(model);
        self.theme.hyperlinks = match model.settings.hyperlinks {
            Use::Auto => self.knows_links,
            Use::On => true,
            Use::Off => false,
        };
        problem
    }

    fn take(&mut self, model: &Model) -> Option<String> {
        let is_same = |(name, themes): &(String, Arc<Vec<UserTheme>>)| {
            *name == model.theme && Arc::ptr_eq(themes, &model.user_themes)
        };
        if self.made_from.as_ref().is_some_and(is_same) {
            return None;
        }
        self.made_from = Some((model.theme.clone(), Arc::clone(&model.user_themes)));
        // Whoever asked for no colours at the start gets none, until a theme is chosen here.
        let is_chosen = model.theme != model.settings.theme || model.theme_before.is_some();
        if self.scheme == ColourScheme::Monochrome && !is_chosen {
            self.theme = Theme::named("mono", self.scheme);
            return None;
        }
        let own = model.user_themes.iter().find(|theme| theme.name == model.theme);
        let Some(own) = own else {
            self.theme = Theme::named(&model.theme, self.scheme).at(self.shown_depth());
            return None;
        };
        let (theme, problems) = Theme::read(&own.text);
        match problems.first() {
            None => self.theme = theme.on(self.scheme).at(self.shown_depth()),
            Some(problem) => return Some(format!("themes/{}.toml: {problem}", own.name)),
        }
        None
    }
}
