//! Settings and key chords, from TOML text. Others read the files.
//!
//! The defaults are `assets/config.toml` itself: what a user can write is what the program ships with. A
//! setting is a row in `table`, a line in that file and a field of [`Settings`]. Sources of settings are
//! [`Layer`]s, laid over each other by [`Config::read`].

mod actions;
mod databases;
mod keys;
mod layer;
mod places;
mod problem;
mod read;
mod settings;
mod table;
mod themes;
mod values;

pub use actions::{Action, ActionScreen, PLACEHOLDERS};
pub use databases::DatabaseSettings;
pub use keys::{Key, KeyCode, KeyError, parse_chord, spell_chord};
pub use layer::{Layer, SettingSource};
pub use places::{WORKSPACE_FILE, config_directory, config_file};
pub use problem::ConfigProblem;
pub use read::{Config, DEFAULT_CONFIG};
pub use settings::{
    Ambiguous, Borders, ColourScheme, EmbeddingsChoice, ImagesChoice, KeyBinding, LayoutChoice, ModelSettings,
    PopupChoice, Settings, Use,
};
pub use table::{
    ACTIONS, DATABASES, MODEL_PROVIDERS, OPEN_TABLES, SETTINGS, SettingRow, Shape, did_you_mean, parse_size,
    variable_of,
};
pub use themes::{SHIPPED_THEMES, UserTheme};
