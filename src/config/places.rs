//! Places of a user's files, by the conventions of the platform.

use std::path::PathBuf;

/// The file a workspace may carry in its root.
pub const WORKSPACE_FILE: &str = ".docql.toml";

/// The user's configuration file: `$DOCQL_CONFIG` if set; else `config.toml` in [`config_directory`].
pub fn config_file(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    variable("DOCQL_CONFIG").or_else(|| Some(config_directory(&variable)?.join("config.toml")))
}

/// The directory for the user's settings and themes: `docql` in `$XDG_CONFIG_HOME`; without that in
/// `~/.config`, on macOS `~/Library/Application Support`, on Windows `%APPDATA%`. `variable` tells the
/// environment variables that are set and not empty.
pub fn config_directory(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let home = || {
        let home = variable("HOME")?;
        Some(if cfg!(target_os = "macos") { home.join("Library/Application Support") } else { home.join(".config") })
    };
    let named = variable("XDG_CONFIG_HOME").filter(|directory| directory.is_absolute());
    let platform = || if cfg!(windows) { variable("APPDATA") } else { home() };
    named.or_else(platform).map(|directory| directory.join("docql"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_file_is_where_the_platform_has_it_unless_it_is_named() {
        let file = |variables: &[(&str, &str)]| {
            let file = config_file(|name| Some(variables.iter().find(|(known, _)| *known == name)?.1.into()));
            file.map(|file| file.display().to_string())
        };
        assert_eq!(file(&[("HOME", "/h")]).as_deref(), Some("/h/.config/docql/config.toml"));
        assert_eq!(file(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "/x")]).as_deref(), Some("/x/docql/config.toml"));
        assert_eq!(
            file(&[("HOME", "/h"), ("XDG_CONFIG_HOME", "relative")]).as_deref(),
            Some("/h/.config/docql/config.toml"),
            "a relative one is to be ignored"
        );
        assert_eq!(file(&[("HOME", "/h"), ("DOCQL_CONFIG", "/d.toml")]).as_deref(), Some("/d.toml"));
        assert_eq!(file(&[]), None);
    }
}
