//! Settings and key chords, from TOML text. Others read the files.
//!
//! The defaults are `assets/config.toml` itself: what a user can write is what the program ships with.

mod keys;
mod settings;

pub use keys::{Key, KeyCode, parse_chord, spell_chord};
pub use settings::{ColourScheme, ConfigProblem, DEFAULT_CONFIG, LayoutChoice, PopupChoice, Settings};
