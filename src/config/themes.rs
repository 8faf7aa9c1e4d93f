//! Themes as text, by name: those that docql brings, in the order they are offered, and the user's own.

/// Every shipped theme: its name and its file.
pub const SHIPPED_THEMES: &[(&str, &str)] = &[
    ("dark", include_str!("../../themes/dark.toml")),
    ("light", include_str!("../../themes/light.toml")),
    ("basalt", include_str!("../../themes/basalt.toml")),
    ("kiln", include_str!("../../themes/kiln.toml")),
    ("nightshade", include_str!("../../themes/nightshade.toml")),
    ("tidepool", include_str!("../../themes/tidepool.toml")),
    ("chalk", include_str!("../../themes/chalk.toml")),
    ("meadow", include_str!("../../themes/meadow.toml")),
    ("parchment", include_str!("../../themes/parchment.toml")),
    ("shoal", include_str!("../../themes/shoal.toml")),
    ("ansi16", include_str!("../../themes/ansi16.toml")),
    ("mono", include_str!("../../themes/mono.toml")),
];

/// A theme of the user's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserTheme {
    /// Its name: that of its file.
    pub name: String,
    /// Its text.
    pub text: String,
}
