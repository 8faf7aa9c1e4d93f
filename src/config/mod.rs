//! Settings and key chords, from TOML text. Others read the files.
//!
//! The defaults are `assets/config.toml` itself: what a user can write is what the program ships with. A
//! setting is a row in `table`, a line in that file and a field of [`Settings`]. Sources of settings are
//! [`Layer`]s, laid over each other by [`Config::read`].
//!
//! - `keys`: keys in our own words: what a terminal can send, how it is written in a keymap, how it is shown.
//! - `places`: places of a user's files, by the conventions of the platform.
//! - `problem`: problems of a configuration: the place, the fault, and whether the rest can be taken.
//! - `themes`: themes as text, by name: those that docql brings, in the order they are offered, and the user's own.
//! - `actions`: the user's own actions: programs that are started with what is known of a row.
//! - `databases`: databases on servers that a user's own file names.
//! - `table`: the settings there are: what shape each value has, and whether a workspace may set it.
//! - `layer`: one source of settings: a file, the environment, the flags.
//! - `values`: checked values of settings, each with the place it was written at.
//! - `settings`: the settings as the program reads them.
//! - `read`: layers of settings, laid over each other.

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
pub use keys::{KeyCode, KeyError, KeyPress, parse_chord, spell_chord};
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
