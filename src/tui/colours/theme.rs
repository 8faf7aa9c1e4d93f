//! Themes: which colour and weight a meaning has. Nothing else in the program knows colours.

use super::colour;
use super::colour::Depth;
use crate::config::{ColourScheme, SHIPPED_THEMES, did_you_mean};
use crate::docql::PromptScope;
use crate::document::{SCOPES, Scope};
use ratatui::style::{Color, Modifier, Style};
use toml::{Table, Value};

/// Roles: the meaning of a part of the screen.
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

/// The roles of the colours of a palette, for themes that have one.
const PALETTE_ROLES: &str = include_str!("../../../assets/roles.toml");

/// The style of each role.
#[derive(Clone, Debug)]
pub struct Theme {
    /// True if links are to be made clickable.
    pub hyperlinks: bool,
    /// The colours that there are.
    pub depth: Depth,
    ground: Style,
    /// The ground of terminals that it is made for, if it is made for some.
    made_for: Option<ColourScheme>,
    /// What is painted on others.
    paint: Option<Color>,
    roles: Vec<Style>,
    scopes: Vec<Style>,
    prompt: Vec<Style>,
}

impl Theme {
    /// The style of a cell that holds nothing: text on the ground of the theme, or on that of the terminal.
    pub fn ground(&self) -> Style {
        self.role(Role::Text).patch(self.ground)
    }

    /// The same theme on a terminal with such a ground: a theme for another one paints its own.
    pub fn on(mut self, scheme: ColourScheme) -> Theme {
        if self.ground.bg.is_none() && self.made_for.is_some_and(|ground| ground != scheme) {
            self.ground.bg = self.paint;
        }
        self
    }

    /// The same theme in the colours that a terminal has.
    pub fn at(mut self, depth: Depth) -> Theme {
        self.depth = depth;
        let stand_out = [Role::Selection as usize, Role::PopupSelection as usize];
        for (number, style) in self.roles.iter_mut().enumerate() {
            *style = colour::at(depth, *style, stand_out.contains(&number));
        }
        for style in self.scopes.iter_mut().chain(&mut self.prompt).chain([&mut self.ground]) {
            *style = colour::at(depth, *style, false);
        }
        self
    }

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
        Theme::read(text(name).or_else(|| text(suited)).unwrap_or_default()).0.on(scheme)
    }

    /// Reads a theme. What cannot be read is reported and has no style. What it does not say is as in
    /// `assets/roles.toml` if it has a palette, else as in the theme `ansi16`.
    pub fn read(text: &str) -> (Theme, Vec<String>) {
        let mut problems = Vec::new();
        let table: Table = text.parse().unwrap_or_else(|error: toml::de::Error| {
            problems.push(error.message().to_owned());
            Table::new()
        });
        let mut colours = table.get("palette").and_then(Value::as_table).cloned().unwrap_or_default();
        let sixteen = || SHIPPED_THEMES.iter().find(|(name, _)| *name == "ansi16").map_or("", |(_, text)| *text);
        let base = if colours.is_empty() { sixteen() } else { PALETTE_ROLES };
        let base: Table = base.parse().unwrap_or_default();
        let meta = |name: &str| table.get("meta").and_then(|meta| meta.get(name)).and_then(Value::as_str);
        let background = meta("background");
        let background = background.unwrap_or("default").to_owned();
        colours.insert("ground".to_owned(), Value::String(background.clone()));
        let mut style = |section: &str, name: &str| {
            let in_table = |table: &Table| table.get(section)?.as_table()?.get(name).cloned();
            let value = in_table(&table).or_else(|| in_table(&base));
            value.map_or(Style::default(), |value| {
                read_style(&value, &colours).unwrap_or_else(|problem| {
                    let problem = format!("{section}.{name}: {problem}");
                    if !problems.contains(&problem) {
                        problems.push(problem);
                    }
                    Style::default()
                })
            })
        };
        let mut theme = Theme {
            hyperlinks: false,
            depth: Depth::True,
            ground: Style::default(),
            made_for: match meta("appearance") {
                Some("light") => Some(ColourScheme::Light),
                Some("dark") => Some(ColourScheme::Dark),
                _ => None,
            },
            paint: None,
            roles: ROLES.iter().map(|(_, name)| style("ui", name)).collect(),
            prompt: PROMPT_SCOPES.iter().map(|(_, name)| style("ui", name)).collect(),
            scopes: SCOPES.iter().map(|(_, name)| style("syntax", name)).collect(),
        };
        match colour(&background, &Table::new()) {
            Ok(Color::Reset) => {}
            Ok(ground) => theme.ground = Style::default().bg(ground),
            Err(problem) => problems.push(format!("meta.background: {problem}")),
        }
        let usual = if theme.made_for == Some(ColourScheme::Light) { "#ffffff" } else { "#16181d" };
        match colour(meta("paint").unwrap_or(usual), &Table::new()) {
            Ok(paint) => theme.paint = Some(paint),
            Err(problem) => problems.push(format!("meta.paint: {problem}")),
        }
        unknown_names(&table, &mut problems);
        (theme, problems)
    }
}

/// Reports roles that there are not.
fn unknown_names(table: &Table, problems: &mut Vec<String>) {
    let ui = ROLES.iter().map(|(_, name)| *name).chain(PROMPT_SCOPES.iter().map(|(_, name)| *name));
    let known: [(&str, Vec<&str>); 2] =
        [("ui", ui.collect()), ("syntax", SCOPES.iter().map(|(_, name)| *name).collect())];
    for (section, known) in known {
        let names = table.get(section).and_then(Value::as_table).into_iter().flatten();
        for (name, _) in names.filter(|(name, _)| !known.contains(&name.as_str())) {
            problems.push(format!(
                "{section}.{name}: there is no role of this name{}",
                did_you_mean(name, known.iter().copied())
            ));
        }
    }
}

/// A style as words (`bold red`, `#88aaff on black`) or as a table (`{ fg = "red", bold = true }`).
fn read_style(value: &Value, colours: &Table) -> Result<Style, StyleError> {
    if let Some(text) = value.as_str() {
        return words(text, colours);
    }
    let Some(table) = value.as_table() else { return Err(StyleError::Shape) };
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

/// What is wrong with a style of a theme. Its text is a clause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum StyleError {
    #[error("must be text or a table")]
    Shape,
    #[error("`{0}` is neither a colour nor bold, dim, italic, underline, reverse, strike")]
    Unknown(String),
}

fn unknown(name: &str) -> StyleError {
    StyleError::Unknown(name.to_owned())
}

fn words(text: &str, colours: &Table) -> Result<Style, StyleError> {
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

fn colour(name: &str, colours: &Table) -> Result<Color, StyleError> {
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
            "[ui]\nerror = 'bold red on black'\naccent = { fg = '#88aaff', bold = true }\nmatch = 'nonsense'\nkid = 'red'",
        );
        let error = Style::default().fg(Color::Red).bg(Color::Black).add_modifier(Modifier::BOLD);
        assert_eq!(theme.role(Role::Error), error);
        assert_eq!(theme.role(Role::Key).fg, Some(Color::Rgb(0x88, 0xaa, 0xff)));
        assert_eq!(theme.role(Role::Match), Style::default());
        assert!(theme.role(Role::Selection).add_modifier.contains(Modifier::REVERSED), "as in ansi16");
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert_eq!(problems[1], "ui.kid: there is no role of this name, did you mean `kind`?");
    }

    #[test]
    fn a_palette_with_its_ground_is_a_whole_theme() {
        let names = "panel selected chosen text bright muted faint red orange yellow green teal blue violet pink";
        let palette: String = names.split(' ').map(|name| format!("{name} = '#102030'\n")).collect();
        let text = format!("[meta]\nbackground = '#fefefe'\n[palette]\n{palette}[ui]\naccent = 'pink on ground'\n");
        let (theme, problems) = Theme::read(&text);
        assert_eq!(problems, Vec::<String>::new());
        let (ink, paper) = (Color::Rgb(0x10, 0x20, 0x30), Color::Rgb(0xfe, 0xfe, 0xfe));
        assert_eq!(theme.role(Role::Key), Style::default().fg(ink).bg(paper));
        assert_eq!(theme.ground(), Style::default().fg(ink).bg(paper));
        let (_, problems) = Theme::read(&text.replace("teal = '#102030'\n", ""));
        assert!(problems.iter().any(|problem| problem.contains("`teal`")), "{problems:?}");
    }
}
