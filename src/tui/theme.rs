//! Themes: which colour and weight a meaning has. Nothing else in the program knows colours.

use crate::config::{ColourScheme, SHIPPED_THEMES};
use crate::docql::PromptScope;
use crate::document::{SCOPES, Scope};
use ratatui::style::{Color, Modifier, Style};
use std::time::Duration;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};
use toml::{Table, Value};

/// What a part of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the names say it; ROLES gives the spelling in themes")]
pub enum Role {
    Text,
    Dim,
    Title,
    TitleFocused,
    Border,
    Selection,
    Match,
    Error,
    Warning,
    Good,
    Ghost,
    Popup,
    PopupSelection,
    Key,
    Kind,
    File,
    Mark,
    Sticky,
    LineNumber,
    Target,
    Toast,
    Scrollbar,
}

/// The spelling of each role in themes, under `[ui]`. A few parts of the screen share one.
const ROLES: &[(Role, &str)] = &[
    (Role::Text, "text"),
    (Role::Dim, "muted"),
    (Role::Title, "muted"),
    (Role::TitleFocused, "border_focus"),
    (Role::Border, "border"),
    (Role::Selection, "selection"),
    (Role::Match, "match"),
    (Role::Error, "error"),
    (Role::Warning, "warning"),
    (Role::Good, "hint"),
    (Role::Ghost, "hint"),
    (Role::Popup, "popup"),
    (Role::PopupSelection, "popup_selected"),
    (Role::Key, "accent"),
    (Role::Kind, "kind"),
    (Role::File, "title"),
    (Role::Mark, "accent"),
    (Role::Sticky, "sticky"),
    (Role::LineNumber, "number"),
    (Role::Target, "accent"),
    (Role::Toast, "title"),
    (Role::Scrollbar, "scrollbar"),
];

/// The role of each scope of the prompt, under `[ui]`.
const PROMPT_SCOPES: &[(PromptScope, &str)] = &[
    (PromptScope::Root, "prompt_root"),
    (PromptScope::Function, "prompt_function"),
    (PromptScope::Field, "prompt_function"),
    (PromptScope::String, "prompt_string"),
    (PromptScope::Number, "prompt_string"),
    (PromptScope::Operator, "prompt_operator"),
    (PromptScope::Keyword, "prompt_root"),
    (PromptScope::Punctuation, "prompt_operator"),
    (PromptScope::Words, "text"),
    (PromptScope::Error, "prompt_error"),
];

/// How long the terminal may take to tell its colours.
const PATIENCE: Duration = Duration::from_millis(120);

/// Which style each meaning has.
#[derive(Clone, Debug)]
pub struct Theme {
    roles: Vec<Style>,
    scopes: Vec<Style>,
    prompt: Vec<Style>,
}

impl Theme {
    /// The style of a part of the screen.
    pub fn role(&self, role: Role) -> Style {
        self.roles.get(role as usize).copied().unwrap_or_default()
    }

    /// The style of highlighted text.
    pub fn scope(&self, scope: Scope) -> Style {
        self.scopes.get(scope as usize).copied().unwrap_or_default()
    }

    /// The style of a part of the prompt.
    pub fn prompt(&self, scope: PromptScope) -> Style {
        let at = PROMPT_SCOPES.iter().position(|(known, _)| *known == scope);
        at.and_then(|at| self.prompt.get(at)).copied().unwrap_or_default()
    }

    /// The theme of this name; `auto` and unknown names give the one that suits the terminal.
    pub fn named(name: &str, scheme: ColourScheme) -> Theme {
        let suited = match scheme {
            ColourScheme::Dark => "dark",
            ColourScheme::Light => "light",
            ColourScheme::Sixteen => "ansi16",
            ColourScheme::Monochrome => "mono",
        };
        let text = |wanted: &str| SHIPPED_THEMES.iter().find(|(known, _)| *known == wanted).map(|(_, text)| *text);
        Theme::read(text(name).or_else(|| text(suited)).unwrap_or_default()).0
    }

    /// Reads a theme. What it does not say or what cannot be read has no style; the latter is reported.
    pub fn read(text: &str) -> (Theme, Vec<String>) {
        let mut problems = Vec::new();
        let table: Table = text.parse().unwrap_or_else(|error: toml::de::Error| {
            problems.push(error.message().to_owned());
            Table::new()
        });
        let colours = table.get("palette").and_then(Value::as_table).cloned().unwrap_or_default();
        let mut style = |section: &str, name: &str| {
            let value = table.get(section).and_then(Value::as_table).and_then(|section| section.get(name));
            value.map_or(Style::default(), |value| {
                read_style(value, &colours).unwrap_or_else(|problem| {
                    problems.push(format!("{section}.{name}: {problem}"));
                    Style::default()
                })
            })
        };
        let theme = Theme {
            roles: ROLES.iter().map(|(_, name)| style("ui", name)).collect(),
            prompt: PROMPT_SCOPES.iter().map(|(_, name)| style("ui", name)).collect(),
            scopes: SCOPES.iter().map(|(_, name)| style("syntax", name)).collect(),
        };
        (theme, problems)
    }
}

/// A style as words (`bold red`, `#88aaff on black`) or as a table (`{ fg = "red", bold = true }`).
fn read_style(value: &Value, colours: &Table) -> Result<Style, String> {
    if let Some(text) = value.as_str() {
        return words(text, colours);
    }
    let Some(table) = value.as_table() else { return Err("must be text or a table".to_owned()) };
    let mut style = Style::default();
    for (key, value) in table {
        match (key.as_str(), value) {
            ("fg", Value::String(name)) => style = style.fg(colour(name, colours)?),
            ("bg", Value::String(name)) => style = style.bg(colour(name, colours)?),
            ("underline_color", Value::String(name)) => style = style.underline_color(colour(name, colours)?),
            (name, Value::Boolean(true)) => style = style.add_modifier(modifier(name).ok_or_else(|| unknown(name))?),
            (name, Value::Boolean(false)) if modifier(name).is_some() => {}
            ("modifiers", Value::Array(names)) => {
                for name in names.iter().filter_map(Value::as_str) {
                    style = style.add_modifier(modifier(name).ok_or_else(|| unknown(name))?);
                }
            }
            (name, _) => return Err(unknown(name)),
        }
    }
    Ok(style)
}

fn unknown(name: &str) -> String {
    format!("`{name}` is neither a colour nor bold, dim, italic, underline, reverse, strike")
}

fn words(text: &str, colours: &Table) -> Result<Style, String> {
    let mut style = Style::default();
    let mut ground = false;
    for word in text.split_whitespace() {
        match modifier(word) {
            Some(modifier) => style = style.add_modifier(modifier),
            None if word == "on" => ground = true,
            None if ground => style = style.bg(colour(word, colours)?),
            None => style = style.fg(colour(word, colours)?),
        }
    }
    Ok(style)
}

fn modifier(word: &str) -> Option<Modifier> {
    Some(match word {
        "bold" => Modifier::BOLD,
        "dim" => Modifier::DIM,
        "italic" => Modifier::ITALIC,
        "underline" | "underlined" => Modifier::UNDERLINED,
        "reverse" | "reversed" => Modifier::REVERSED,
        "strike" | "crossed_out" => Modifier::CROSSED_OUT,
        _ => return None,
    })
}

fn colour(name: &str, colours: &Table) -> Result<Color, String> {
    if let Some(meant) = colours.get(name).and_then(Value::as_str)
        && meant != name
    {
        return colour(meant, &Table::new());
    }
    match name {
        "default" | "none" => Ok(Color::Reset),
        _ => name.replace('_', "-").parse().or_else(|_| name.parse()).map_err(|_| unknown(name)),
    }
}

/// What the terminal looks like; asks it whether it is light or dark, which must happen before keys are read.
pub fn detect_scheme(theme: &str) -> ColourScheme {
    let is = |name: &str, wanted: &[&str]| std::env::var(name).is_ok_and(|value| wanted.contains(&value.as_str()));
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if no_colour || is("TERM", &["dumb"]) {
        return ColourScheme::Monochrome;
    }
    // The terminal's own palette suits every ground; only true colours need to know which one it is.
    if theme != "auto" || !is("COLORTERM", &["truecolor", "24bit"]) {
        return ColourScheme::Sixteen;
    }
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match theme_mode(options) {
        Ok(ThemeMode::Light) => ColourScheme::Light,
        Ok(ThemeMode::Dark) => ColourScheme::Dark,
        Err(_) => from_environment(),
    }
}

/// What `COLORFGBG` says, which some terminals set: the last number is the ground.
fn from_environment() -> ColourScheme {
    let value = std::env::var("COLORFGBG").unwrap_or_default();
    match value.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok()) {
        Some(7 | 9..=15) => ColourScheme::Light,
        _ => ColourScheme::Dark,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_number() {
        for (number, (role, name)) in ROLES.iter().enumerate() {
            assert_eq!(*role as usize, number, "{name}");
        }
    }

    #[test]
    fn shipped_themes_are_read_whole() {
        for (name, text) in SHIPPED_THEMES {
            assert_eq!(Theme::read(text).1, Vec::<String>::new(), "{name}");
        }
    }

    #[test]
    fn styles_are_words_or_tables() {
        let (theme, problems) = Theme::read(
            "[palette]\nsky = '#88aaff'\n[ui]\nerror = 'bold red on black'\naccent = { fg = 'sky', bold = true }\nmatch = 'nonsense'",
        );
        let error = Style::default().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.role(Role::Error), error);
        assert_eq!(theme.role(Role::Key).fg, Some(Color::Rgb(0x88, 0xaa, 0xff)));
        assert_eq!(theme.role(Role::Match), Style::default());
        assert_eq!(problems.len(), 1);
    }
}
