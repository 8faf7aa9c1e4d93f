//! Themes: which colour and weight a meaning has. Nothing else in the program knows colours.

use crate::config::ColourScheme;
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
    SelectionUnfocused,
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
}

/// The spelling of each role in themes, under `[ui]`, and what it looks like where a theme says nothing.
const ROLES: &[(Role, &str, &str)] = &[
    (Role::Text, "text", ""),
    (Role::Dim, "dim", "dim"),
    (Role::Title, "title", "dim"),
    (Role::TitleFocused, "title_focused", "bold"),
    (Role::Border, "border", "dim"),
    (Role::Selection, "selection", "reverse"),
    (Role::SelectionUnfocused, "selection_unfocused", "bold underline"),
    (Role::Match, "match", "bold underline"),
    (Role::Error, "error", "bold"),
    (Role::Warning, "warning", ""),
    (Role::Good, "good", ""),
    (Role::Ghost, "ghost", "dim"),
    (Role::Popup, "popup", ""),
    (Role::PopupSelection, "popup_selection", "reverse"),
    (Role::Key, "key", "bold"),
    (Role::Kind, "kind", ""),
    (Role::File, "file", "bold"),
    (Role::Mark, "mark", "bold"),
    (Role::Sticky, "sticky", "bold"),
    (Role::LineNumber, "line_number", "dim"),
    (Role::Target, "target", "bold"),
    (Role::Toast, "toast", "bold"),
];

/// The spelling of each scope of the prompt in themes, under `[prompt]`.
const PROMPT_SCOPES: &[(PromptScope, &str)] = &[
    (PromptScope::Root, "root"),
    (PromptScope::Function, "function"),
    (PromptScope::Field, "field"),
    (PromptScope::String, "string"),
    (PromptScope::Number, "number"),
    (PromptScope::Operator, "operator"),
    (PromptScope::Keyword, "keyword"),
    (PromptScope::Punctuation, "punctuation"),
    (PromptScope::Words, "words"),
    (PromptScope::Error, "error"),
];

/// How long the terminal may take to tell its colours.
const PATIENCE: Duration = Duration::from_millis(120);

/// The shipped themes, by name. A user's theme of the same name wins.
const SHIPPED: &[(&str, &str)] = &[];

/// Names of the shipped themes.
pub fn theme_names() -> Vec<String> {
    SHIPPED.iter().map(|(name, _)| (*name).to_owned()).collect()
}

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
            ColourScheme::Monochrome => return Theme::read("").0,
        };
        let text = |wanted: &str| SHIPPED.iter().find(|(known, _)| *known == wanted).map(|(_, text)| *text);
        Theme::read(text(name).or_else(|| text(suited)).unwrap_or_default()).0
    }

    /// Reads a theme. What it does not say keeps the look without colours; what cannot be read is reported.
    pub fn read(text: &str) -> (Theme, Vec<String>) {
        let mut problems = Vec::new();
        let table: Table = text.parse().unwrap_or_else(|error: toml::de::Error| {
            problems.push(error.message().to_owned());
            Table::new()
        });
        let colours = table.get("colors").or(table.get("palette")).and_then(Value::as_table).cloned().unwrap_or_default();
        let section = |name: &str| table.get(name).and_then(Value::as_table);
        let mut style = |section: Option<&Table>, name: &str, default: &str| {
            let value = section.and_then(|section| section.get(name));
            let base = words(default, &colours).unwrap_or_default();
            match value.map(|value| read_style(value, &colours)) {
                None => base,
                Some(Ok(style)) => style,
                Some(Err(problem)) => {
                    problems.push(format!("{name}: {problem}"));
                    base
                }
            }
        };
        let (ui, syntax, prompt) = (section("ui"), section("syntax"), section("prompt"));
        let theme = Theme {
            roles: ROLES.iter().map(|(_, name, default)| style(ui, name, default)).collect(),
            scopes: SCOPES.iter().map(|(scope, name)| style(syntax, name, plain_look(*scope))).collect(),
            prompt: PROMPT_SCOPES.iter().map(|(_, name)| style(prompt, name, "")).collect(),
        };
        (theme, problems)
    }
}

/// How a scope looks without colours.
fn plain_look(scope: Scope) -> &'static str {
    match scope {
        Scope::Heading | Scope::Strong => "bold",
        Scope::Emphasis | Scope::Quote => "italic",
        Scope::Link => "underline",
        Scope::Strike => "strike",
        Scope::Comment | Scope::Rule | Scope::Punctuation => "dim",
        _ => "",
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

/// Asks the terminal whether it is light or dark; must run before keys are read.
pub fn detect_scheme(theme: &str) -> ColourScheme {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if no_colour || theme == "mono" {
        return ColourScheme::Monochrome;
    }
    if theme != "auto" {
        return ColourScheme::Dark;
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
        for (number, (role, name, _)) in ROLES.iter().enumerate() {
            assert_eq!(*role as usize, number, "{name}");
        }
    }

    #[test]
    fn shipped_themes_are_read_whole() {
        for (name, text) in SHIPPED {
            assert_eq!(Theme::read(text).1, Vec::<String>::new(), "{name}");
        }
    }

    #[test]
    fn styles_are_words_or_tables() {
        let (theme, problems) = Theme::read(
            "[palette]\nsky = '#88aaff'\n[ui]\nerror = 'bold red on black'\nkey = { fg = 'sky', bold = true }\nmatch = 'nonsense'",
        );
        let error = Style::default().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.role(Role::Error), error);
        assert_eq!(theme.role(Role::Key).fg, Some(Color::Rgb(0x88, 0xaa, 0xff)));
        assert_eq!(theme.role(Role::Match).add_modifier, Modifier::BOLD | Modifier::UNDERLINED);
        assert_eq!(problems.len(), 1);
    }
}
