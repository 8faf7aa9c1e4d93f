//! Layers of settings, laid over each other.

use super::actions::without_command;
use super::databases::without_address;
use super::layer::{Layer, SettingSource};
use super::problem::ConfigProblem;
use super::settings::Settings;
use super::table::SETTINGS;
use super::themes::UserTheme;
use super::values::Values;
use toml::Value;

/// The shipped configuration, commented; it is itself the source of all defaults.
pub const DEFAULT_CONFIG: &str = include_str!("../../assets/config.toml");

/// The place of a value that nobody has changed.
const DEFAULT: &str = "default";

/// The settings, and everything to be said about them.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The settings that count.
    pub settings: Settings,
    /// Everything that was not taken, in the order of the layers.
    pub problems: Vec<ConfigProblem>,
    /// The user's own themes.
    pub themes: Vec<UserTheme>,
    values: Values,
}

impl Default for Config {
    fn default() -> Self {
        Config::read(&[], Vec::new())
    }
}

impl Default for Settings {
    fn default() -> Self {
        Config::default().settings
    }
}

impl Config {
    /// Lays `layers` over the defaults; a later one wins. What is wrong in one leaves the value of those
    /// below. `themes` are the user's own.
    pub fn read(layers: &[Layer], themes: Vec<UserTheme>) -> Config {
        let mut names: Vec<String> = super::SHIPPED_THEMES.iter().map(|(name, _)| (*name).to_owned()).collect();
        names.extend(themes.iter().map(|theme| theme.name.clone()));
        let mut config = Config {
            settings: Settings::of(&Values::default()),
            problems: Vec::new(),
            values: Values::default(),
            themes,
        };
        let mut shipped = Layer::file(SettingSource::User, DEFAULT, DEFAULT_CONFIG);
        shipped.entries.iter_mut().for_each(|entry| DEFAULT.clone_into(&mut entry.place));
        for layer in std::iter::once(&shipped).chain(layers) {
            config.problems.extend(layer.problems.iter().cloned());
            for entry in &layer.entries {
                if let Err(problem) = config.values.take(entry, layer.source, &names) {
                    config.problems.push(problem);
                }
            }
        }
        config.settings = Settings::of(&config.values);
        config.problems.extend(without_command(&mut config.settings.actions));
        config.problems.extend(without_address(&mut config.settings.databases));
        config
    }

    /// Every value with its key and who set it, in the order of the shipped file.
    pub fn effective(&self) -> impl Iterator<Item = (String, String, &str)> {
        let at = |key: &[String]| SETTINGS.iter().position(|row| row.key == key.join(".")).unwrap_or(usize::MAX);
        let mut rows: Vec<(&Vec<String>, &(Value, String))> = self.values.all().collect();
        rows.sort_by_key(|(key, _)| (at(key), (*key).clone()));
        rows.into_iter().map(|(path, (value, place))| (spelled(path), value.to_string(), place.as_str()))
    }

    /// True if a value is wrong, so that what was there before should stay.
    pub fn has_errors(&self) -> bool {
        self.problems.iter().any(|problem| problem.is_error)
    }
}

/// A path of keys as TOML has it.
fn spelled(path: &[String]) -> String {
    let is_bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let part = |part: &String| if is_bare(part) { part.clone() } else { Value::String(part.clone()).to_string() };
    path.iter().map(part).collect::<Vec<_>>().join(".")
}
