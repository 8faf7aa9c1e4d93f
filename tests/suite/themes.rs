//! Themes: complete, readable on every ground they may be shown on, and usable with few colours or none.

use crate::screens::Session;
use docql::app::Focus;
use docql::config::{ColourScheme, SHIPPED_THEMES};
use docql::docql::PromptScope;
use docql::document::{SCOPES, Scope};
use docql::tui::{Depth, Role, Theme, draw};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use toml::{Table, Value};

/// What text must have on its ground.
const READABLE: f64 = 4.5;

/// What lines and marks must have.
const VISIBLE: f64 = 3.0;

/// Grounds of terminals as people have them: black, and what editors and desktops call dark or light.
const DARK: [&str; 3] = ["#000000", "#1e1e1e", "#282c34"];
const LIGHT: [&str; 3] = ["#ffffff", "#fafafa", "#f5f0e1"];

const TEXT: &[Role] = &[
    Role::Text,
    Role::Dim,
    Role::Title,
    Role::TitleFocused,
    Role::Match,
    Role::Error,
    Role::Warning,
    Role::Good,
    Role::Ghost,
    Role::Key,
    Role::Kind,
    Role::File,
    Role::Mark,
    Role::LineNumber,
    Role::Target,
    Role::Toast,
];
const ON_POPUP: &[Role] = &[Role::Popup, Role::Dim, Role::Key, Role::TitleFocused, Role::Error];
const OWN_GROUND: &[Role] = &[Role::Selection, Role::PopupSelection, Role::Sticky];
const LINES: &[Role] = &[Role::Border, Role::Scrollbar];
const PROMPT: &[PromptScope] = &[
    PromptScope::Root,
    PromptScope::Function,
    PromptScope::Field,
    PromptScope::String,
    PromptScope::Number,
    PromptScope::Operator,
    PromptScope::Keyword,
    PromptScope::Punctuation,
    PromptScope::Words,
    PromptScope::Error,
];

fn theme(name: &str) -> Theme {
    Theme::named(name, ColourScheme::Dark)
}

fn meta(text: &str, key: &str) -> String {
    let table: Table = text.parse().expect("TOML");
    table["meta"].get(key).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn rgb(code: &str) -> Color {
    code.parse().expect("a colour")
}

fn luminance(colour: Color) -> Option<f64> {
    let Color::Rgb(red, green, blue) = colour else { return None };
    let [red, green, blue] = [red, green, blue].map(|value| {
        let value = f64::from(value) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    });
    Some(0.2126 * red + 0.7152 * green + 0.0722 * blue)
}

fn contrast(a: Color, b: Color) -> Option<f64> {
    let (a, b) = (luminance(a)?, luminance(b)?);
    Some((a.max(b) + 0.05) / (a.min(b) + 0.05))
}

#[test]
fn there_are_four_light_and_four_dark_themes_and_each_is_told_apart() {
    let count = |wanted: &str| SHIPPED_THEMES.iter().filter(|(_, text)| meta(text, "appearance") == wanted).count();
    assert!(count("dark") >= 4 && count("light") >= 4);
    for (name, text) in SHIPPED_THEMES {
        assert_eq!(meta(text, "name"), *name);
        assert!(!meta(text, "description").is_empty(), "{name}");
        assert_eq!(Theme::read(text).1, Vec::<String>::new(), "{name}");
    }
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/themes")).expect("themes").count();
    assert_eq!(files, SHIPPED_THEMES.len(), "every file is shipped");
}

#[test]
fn every_role_and_scope_has_a_look() {
    for (name, _) in SHIPPED_THEMES.iter().filter(|(name, _)| *name != "mono") {
        let theme = theme(name);
        let roles = [TEXT, OWN_GROUND, LINES, &[Role::Popup]].concat();
        for role in roles {
            assert_ne!(theme.role(role), Style::default(), "{name} {role:?}");
        }
        for (scope, spelled) in SCOPES {
            assert_ne!(theme.scope(*scope), Style::default(), "{name} {spelled}");
        }
        for scope in PROMPT {
            assert_ne!(theme.prompt(*scope), Style::default(), "{name} {scope:?}");
        }
    }
}

/// Every pair of ink and paper on the screen, with a name and the least contrast it must have.
fn pairs(theme: &Theme, papers: &[Color]) -> Vec<(String, Color, Color, f64)> {
    let mut pairs = Vec::new();
    let mut add = |name: String, style: Style, under: &[Color], least: f64| {
        let ink = style.fg.unwrap_or(Color::Reset);
        let own = style.bg.filter(|ground| *ground != Color::Reset);
        for paper in own.map_or(under.to_vec(), |own| vec![own]) {
            pairs.push((name.clone(), ink, paper, least));
        }
    };
    for role in TEXT {
        add(format!("{role:?}"), theme.role(*role), papers, READABLE);
    }
    for role in LINES {
        add(format!("{role:?}"), theme.role(*role), papers, VISIBLE);
    }
    for (scope, name) in SCOPES {
        let least = if *scope == Scope::Rule { VISIBLE } else { READABLE };
        add(format!("syntax {name}"), theme.scope(*scope), papers, least);
    }
    for scope in PROMPT {
        add(format!("prompt {scope:?}"), theme.prompt(*scope), papers, READABLE);
    }
    for role in OWN_GROUND {
        add(format!("{role:?}"), theme.role(*role), papers, READABLE);
    }
    for role in ON_POPUP {
        add(format!("{role:?} on popup"), theme.role(Role::Popup).patch(theme.role(*role)), papers, READABLE);
    }
    pairs
}

#[test]
fn every_text_is_readable_on_every_ground_it_may_stand_on() {
    let mut faint = Vec::new();
    for (name, text) in SHIPPED_THEMES {
        let (background, appearance) = (meta(text, "background"), meta(text, "appearance"));
        let papers: Vec<Color> = match (background.as_str(), appearance.as_str()) {
            ("default", "dark") => DARK.map(rgb).to_vec(),
            ("default", "light") => LIGHT.map(rgb).to_vec(),
            ("default", _) => continue,
            (ground, _) => vec![rgb(ground)],
        };
        let is_dark = luminance(papers[0]).expect("ground") < 0.2;
        assert_eq!(appearance, if is_dark { "dark" } else { "light" }, "{name}");
        for (part, ink, paper, least) in pairs(&theme(name), &papers) {
            let contrast = contrast(ink, paper).unwrap_or_else(|| panic!("{name} {part}: {ink:?} on {paper:?}"));
            if contrast < least {
                faint.push(format!("{name} {part}: {contrast:.2} on {paper:?}"));
            }
        }
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

/// The colours of a terminal with 256, as all of them have those above 16.
fn of_256(colour: Color) -> Color {
    let step = |at: u8| [0, 95, 135, 175, 215, 255][usize::from(at)];
    match colour {
        Color::Indexed(at @ 16..=231) => Color::Rgb(step((at - 16) / 36), step((at - 16) / 6 % 6), step((at - 16) % 6)),
        Color::Indexed(at @ 232..) => Color::Rgb(8 + (at - 232) * 10, 8 + (at - 232) * 10, 8 + (at - 232) * 10),
        other => other,
    }
}

#[test]
fn with_256_colours_text_stays_readable_and_the_selection_visible() {
    for (name, text) in SHIPPED_THEMES.iter().filter(|(_, text)| meta(text, "appearance") != "any") {
        let theme = theme(name).at(Depth::Indexed);
        let ground = theme
            .ground()
            .bg
            .map(of_256)
            .unwrap_or_else(|| if meta(text, "appearance") == "dark" { rgb(DARK[1]) } else { rgb(LIGHT[1]) });
        for (part, ink, paper, least) in pairs(&theme, &[ground]) {
            let contrast = contrast(of_256(ink), of_256(paper)).unwrap_or_else(|| panic!("{name} {part} {ink:?}"));
            // The nearest colour is a little off; readable it must stay.
            assert!(contrast >= least * 0.8, "{name} {part}: {contrast:.2} {ink:?} on {paper:?}");
        }
        for role in [Role::Selection, Role::PopupSelection] {
            assert_ne!(theme.role(role).bg.map(of_256), Some(ground), "{name} {role:?}");
        }
    }
}

#[test]
fn with_sixteen_colours_or_none_the_selection_is_reversed_and_matches_are_underlined() {
    for (name, _) in SHIPPED_THEMES {
        for depth in [Depth::Sixteen, Depth::Monochrome] {
            let theme = theme(name).at(depth);
            for role in [Role::Selection, Role::PopupSelection] {
                assert!(theme.role(role).add_modifier.contains(Modifier::REVERSED), "{name} {depth:?} {role:?}");
            }
            assert!(theme.role(Role::Match).add_modifier.contains(Modifier::UNDERLINED), "{name} {depth:?}");
            let mut styles: Vec<Style> = SCOPES.iter().map(|(scope, _)| theme.scope(*scope)).collect();
            styles.extend([TEXT, OWN_GROUND, LINES, ON_POPUP].concat().into_iter().map(|role| theme.role(role)));
            for colour in styles.iter().flat_map(|style| [style.fg, style.bg]).flatten() {
                assert!(!matches!(colour, Color::Rgb(..) | Color::Indexed(_)), "{name} {depth:?} {colour:?}");
                assert!(
                    depth == Depth::Sixteen || colour == Color::Reset || name.starts_with("ansi"),
                    "{name} {colour:?}"
                );
            }
        }
    }
}

#[test]
fn without_colours_selection_focus_and_matches_are_seen() {
    let mut session = Session::new(120, 36);
    session.press("validate<ret>");
    let theme = Theme::named("auto", ColourScheme::Monochrome);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
    draw(&session.model, &theme, &mut buffer);
    let cells = || buffer.content().iter();
    assert!(cells().all(|cell| cell.fg == Color::Reset && cell.bg == Color::Reset));
    let results = session.model.layout().pane(Focus::Results);
    let row = |y: u16| -> Vec<Modifier> {
        (results.body.x..results.body.x + results.body.width).map(|x| buffer[(x, y)].modifier).collect()
    };
    let is_reversed = |y: &u16| row(*y).iter().all(|modifier| modifier.contains(Modifier::REVERSED));
    let reversed: Vec<u16> = (results.body.y..results.body.y + results.body.height).filter(is_reversed).collect();
    assert!(!reversed.is_empty(), "the selected row is reversed");
    let mut before_text = results.body.x..results.body.x + 4;
    assert!(before_text.any(|x| buffer[(x, reversed[0])].symbol() == "▌"), "and has a bar");
    let is_match = |modifier: &Modifier| modifier.contains(Modifier::BOLD | Modifier::UNDERLINED);
    assert!((results.body.y..results.body.y + results.body.height).any(|y| row(y).iter().any(is_match)), "matches");
    let title = &buffer[(results.title.x, results.title.y)];
    assert_eq!(title.symbol(), "▌", "the pane with the focus has a bar");
    let name = &buffer[(results.title.x + 3, results.title.y)];
    assert!(name.modifier.contains(Modifier::BOLD), "and a bold title");
    let toc = session.model.layout().pane(Focus::Toc).title;
    assert!(!buffer[(toc.x + 3, toc.y)].modifier.contains(Modifier::BOLD), "others have not");
}

#[test]
fn links_of_the_preview_are_clickable_where_the_terminal_knows_how() {
    let folder = tempfile::tempdir().expect("folder");
    let text = "# Here\n\nSee [the page](https://example.org/a) and [that](javascript:alert).\n";
    std::fs::write(folder.path().join("README.md"), text).expect("write");
    let mut session = Session::at(folder.path(), 120, 36);
    session.driver.walk(&mut session.model).expect("walk");
    session.driver.index(&mut session.model);
    session.press("<esc>");
    let shown = |hyperlinks: bool, session: &Session| {
        let mut theme = theme("dark");
        theme.hyperlinks = hyperlinks;
        let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 36));
        draw(&session.model, &theme, &mut buffer);
        buffer.content().iter().map(|cell| cell.symbol()).filter(|symbol| symbol.contains('\x1b')).collect::<String>()
    };
    let links = shown(true, &session);
    assert!(links.starts_with("\x1b]8;;https://example.org/a\x1b\\the page\x1b]8;;\x1b\\"), "{links:?}");
    assert!(!links.contains("\x1b]8;;javascript"), "{links:?}");
    assert_eq!(shown(false, &session), "");
    session.press("?");
    assert_eq!(shown(true, &session), "", "a link would shine through what lies over it");
}
