//! Themes: complete, readable on the background they are made for, and usable without colours.

use docql::document::SCOPES;
use toml::{Table, Value};

const THEMES: [&str; 4] = ["dark", "light", "ansi16", "mono"];
const ROLES: &[&str] = &[
    "text",
    "muted",
    "accent",
    "selection",
    "border",
    "border_focus",
    "title",
    "match",
    "error",
    "warning",
    "hint",
    "kind",
    "number",
    "prompt_root",
    "prompt_function",
    "prompt_string",
    "prompt_operator",
    "prompt_error",
    "popup",
    "popup_selected",
    "sticky",
    "scrollbar",
];
const ANSI: &[&str] = &["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"];
const LEAST_CONTRAST: f64 = 4.5;

fn theme(name: &str) -> Table {
    std::fs::read_to_string(format!("themes/{name}.toml")).expect("theme").parse().expect("TOML")
}

fn section<'t>(theme: &'t Table, name: &str) -> &'t Table {
    theme.get(name).and_then(Value::as_table).expect("section")
}

/// The colour under `key` of a style; a style that is a string is its foreground.
fn colour<'t>(style: &'t Value, key: &str) -> Option<&'t str> {
    match style {
        Value::String(colour) => (key == "fg").then_some(colour),
        style => style.get(key)?.as_str(),
    }
}

fn luminance(colour: &str) -> Option<f64> {
    let code = u32::from_str_radix(colour.strip_prefix('#')?, 16).ok()?;
    let channel = |shift: u32| {
        let value = f64::from((code >> shift) & 0xff) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    };
    Some(0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0))
}

fn contrast(a: &str, b: &str) -> Option<f64> {
    let (a, b) = (luminance(a)?, luminance(b)?);
    Some((a.max(b) + 0.05) / (a.min(b) + 0.05))
}

#[test]
fn every_theme_styles_every_role_and_scope_and_nothing_else() {
    let scopes: Vec<&str> = SCOPES.iter().map(|(_, name)| *name).collect();
    for name in THEMES {
        let theme = theme(name);
        for (part, known) in [("ui", ROLES), ("syntax", &scopes[..])] {
            let mut known = known.to_vec();
            known.sort_unstable();
            let mut keys: Vec<&str> = section(&theme, part).keys().map(String::as_str).collect();
            keys.sort_unstable();
            assert_eq!(keys, known, "{name} [{part}]");
            for (key, style) in section(&theme, part) {
                check_style(style).unwrap_or_else(|problem| panic!("{name} {part}.{key}: {problem}"));
            }
        }
        assert_eq!(section(&theme, "meta")["name"].as_str(), Some(name));
    }
}

fn check_style(style: &Value) -> Result<(), String> {
    let colour_known = |colour: &str| {
        colour == "default" || ANSI.contains(&colour.trim_start_matches("bright-")) || luminance(colour).is_some()
    };
    let bad = |text: &str| Err(format!("unknown colour {text}"));
    match style {
        Value::String(colour) => {
            if colour_known(colour) {
                Ok(())
            } else {
                bad(colour)
            }
        }
        Value::Table(table) => table.iter().try_for_each(|(key, value)| match (key.as_str(), value) {
            ("fg" | "bg", Value::String(colour)) => {
                if colour_known(colour) {
                    Ok(())
                } else {
                    bad(colour)
                }
            }
            ("bold" | "italic" | "underline" | "dim" | "reverse", Value::Boolean(_)) => Ok(()),
            _ => Err(format!("unknown key {key}")),
        }),
        _ => Err("neither a colour nor a table".to_owned()),
    }
}

#[test]
fn every_colour_is_readable_on_its_background() {
    let mut faint = Vec::new();
    for name in ["dark", "light"] {
        let theme = theme(name);
        let background = section(&theme, "meta")["background"].as_str().expect("background");
        let selection = colour(&section(&theme, "ui")["selection"], "bg").expect("selection");
        for part in ["ui", "syntax"] {
            for (key, style) in section(&theme, part) {
                let ink = colour(style, "fg").expect("foreground");
                let own = colour(style, "bg").unwrap_or(background);
                // What result rows are made of must stay readable when they are selected.
                let on_selection =
                    matches!(key.as_str(), "text" | "match" | "kind" | "number" | "muted") && part == "ui";
                for paper in [Some(own), on_selection.then_some(selection)].into_iter().flatten() {
                    let contrast = contrast(ink, paper).expect("colours");
                    let least = if paper == own { LEAST_CONTRAST } else { 3.0 };
                    if contrast < least {
                        faint.push(format!("{name} {part}.{key}: {contrast:.2} on {paper}"));
                    }
                }
            }
        }
    }
    assert!(faint.is_empty(), "{}", faint.join("\n"));
}

#[test]
fn without_colours_selection_and_matches_still_show() {
    for name in ["ansi16", "mono"] {
        let theme = theme(name);
        let ui = section(&theme, "ui");
        for role in ["selection", "popup_selected"] {
            assert_eq!(ui[role].get("reverse").and_then(Value::as_bool), Some(true), "{name} {role}");
        }
        assert_eq!(ui["match"].get("underline").and_then(Value::as_bool), Some(true));
    }
    let mono = std::fs::read_to_string("themes/mono.toml").expect("theme");
    assert!(!mono.contains("fg =") && !mono.contains("bg ="));
}
