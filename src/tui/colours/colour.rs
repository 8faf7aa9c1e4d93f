//! The colours of a terminal, and for each colour the nearest that it has.

use crate::config::ColourScheme;
use ratatui::style::{Color, Modifier, Style};
use std::time::Duration;
use terminal_colorsaurus::{QueryOptions, ThemeMode, theme_mode};

/// The time that the terminal may take to tell its colours.
const PATIENCE: Duration = Duration::from_millis(120);

/// The six steps of red, green and blue in the cube of 216 colours.
const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Colours with less chroma than this, of 255, count as grey among sixteen colours.
const GREY: u8 = 40;

/// Depths of colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None; bold, underline and reverse only.
    Monochrome,
    /// Its own palette of 16.
    Sixteen,
    /// 256 fixed ones.
    Indexed,
    /// All of them.
    True,
}

/// The depth of colour that the environment tells; `variable` gives those that are set and not empty.
pub fn depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let term = variable("TERM").unwrap_or_default();
    let colours = variable("COLORTERM").unwrap_or_default().to_lowercase();
    if variable("NO_COLOR").is_some() || matches!(term.as_str(), "dumb" | "vt100" | "vt102" | "vt220") {
        return Depth::Monochrome;
    }
    let has_direct = ["-direct", "-truecolor", "kitty", "ghostty", "wezterm", "alacritty", "foot"]
        .iter()
        .any(|name| term.contains(name));
    if matches!(colours.as_str(), "truecolor" | "24bit") || has_direct {
        // GNU screen passes on what it does not know, and does not know true colours.
        return if term.starts_with("screen") && variable("TMUX").is_none() { Depth::Indexed } else { Depth::True };
    }
    if term.contains("256") || !colours.is_empty() && !term.starts_with("linux") {
        return Depth::Indexed;
    }
    Depth::Sixteen
}

/// The environment of this process, as [`depth`] wants it.
pub fn variable(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The colour scheme of the terminal, and whether it has answered if it was asked whether it is light or dark. That
/// must happen before keys are read.
pub fn detect_scheme(theme: &str, depth: Depth) -> (ColourScheme, Option<bool>) {
    match depth {
        Depth::Monochrome => (ColourScheme::Monochrome, None),
        // The terminal's own palette suits every ground; only fixed colours need to know which one it is.
        Depth::Sixteen => (ColourScheme::Sixteen, None),
        _ if theme != "auto" => (ground_of_environment(), None),
        Depth::Indexed | Depth::True => {
            let asked = asked_ground();
            (asked.unwrap_or_else(ground_of_environment), Some(asked.is_some()))
        }
    }
}

/// The colour scheme that the terminal tells.
pub fn asked_ground() -> Option<ColourScheme> {
    let mut options = QueryOptions::default();
    options.timeout = PATIENCE;
    match theme_mode(options) {
        Ok(ThemeMode::Light) => Some(ColourScheme::Light),
        Ok(ThemeMode::Dark) => Some(ColourScheme::Dark),
        Err(_) => None,
    }
}

/// The colour scheme that `COLORFGBG` tells, which some terminals set: the last number is the background.
fn ground_of_environment() -> ColourScheme {
    let value = variable("COLORFGBG").unwrap_or_default();
    match value.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok()) {
        Some(7 | 9..=15) => ColourScheme::Light,
        _ => ColourScheme::Dark,
    }
}

/// `style` in the colours of this depth. With sixteen, a ground that is nearly that of the screen would be
/// lost, so it becomes reverse where `stands_out`, and is left out elsewhere.
pub fn at(depth: Depth, style: Style, stands_out: bool) -> Style {
    let convert = |colour: Color| match (depth, colour) {
        (Depth::Indexed, Color::Rgb(red, green, blue)) => Color::Indexed(indexed([red, green, blue])),
        (Depth::Sixteen, Color::Rgb(red, green, blue)) => sixteen([red, green, blue]),
        _ => colour,
    };
    match depth {
        Depth::True => style,
        Depth::Monochrome => {
            let is_marked = stands_out && style.bg.is_some_and(|ground| ground != Color::Reset);
            let plain = Style { fg: None, bg: None, underline_color: None, ..style };
            if is_marked { plain.add_modifier(Modifier::REVERSED) } else { plain }
        }
        Depth::Indexed => Style { fg: style.fg.map(convert), bg: style.bg.map(convert), ..style },
        Depth::Sixteen if matches!(style.bg, Some(Color::Rgb(..))) => {
            let plain = Style { fg: None, bg: None, underline_color: None, ..style };
            if stands_out { plain.add_modifier(Modifier::REVERSED) } else { plain }
        }
        Depth::Sixteen => Style { fg: style.fg.map(convert), underline_color: None, ..style },
    }
}

/// The nearest of the cube of 216 colours and the 24 greys.
fn indexed(colour: [u8; 3]) -> u8 {
    let step = |value: u8| (0..6).min_by_key(|&step| STEPS[step].abs_diff(value)).unwrap_or(0);
    let steps = colour.map(step);
    let cube = steps.map(|step| STEPS[step]);
    let mean = colour.iter().map(|&value| u32::from(value)).sum::<u32>() / 3;
    let grey = (mean.saturating_sub(3) / 10).min(23) as u8;
    let greys = [8 + 10 * grey; 3];
    match distance(colour, greys) < distance(colour, cube) {
        true => 232 + grey,
        false => 16 + (36 * steps[0] + 6 * steps[1] + steps[2]) as u8,
    }
}

/// The nearest of the six hues of a palette; the terminal's own foreground for greys. Lightness is left to
/// the palette, which is made for the ground of its terminal.
fn sixteen(colour: [u8; 3]) -> Color {
    let most = colour.into_iter().max().unwrap_or(0);
    let chroma = most - colour.into_iter().min().unwrap_or(0);
    if chroma < GREY {
        return Color::Reset;
    }
    let [red, green, blue] = colour.map(f32::from);
    let chroma = f32::from(chroma);
    let hue = match most {
        most if most == colour[0] => ((green - blue) / chroma).rem_euclid(6.0),
        most if most == colour[1] => (blue - red) / chroma + 2.0,
        _ => (red - green) / chroma + 4.0,
    };
    // In degrees: red ends where orange begins to look yellow.
    match (hue * 60.0) as u16 {
        0..=24 | 336.. => Color::Red,
        25..=74 => Color::Yellow,
        75..=159 => Color::Green,
        160..=199 => Color::Cyan,
        200..=254 => Color::Blue,
        255..=335 => Color::Magenta,
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_says_how_many_colours_there_are() {
        for (variables, expected) in [
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")][..], Depth::True),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "24bit")], Depth::True),
            (&[("TERM", "xterm-kitty")], Depth::True),
            (&[("TERM", "xterm-direct")], Depth::True),
            (&[("TERM", "xterm-256color")], Depth::Indexed),
            (&[("TERM", "tmux-256color"), ("COLORTERM", "truecolor"), ("TMUX", "/t")], Depth::True),
            (&[("TERM", "screen-256color"), ("COLORTERM", "truecolor"), ("TMUX", "/t")], Depth::True),
            (&[("TERM", "screen-256color"), ("COLORTERM", "truecolor")], Depth::Indexed),
            (&[("TERM", "rxvt"), ("COLORTERM", "rxvt")], Depth::Indexed),
            (&[("TERM", "xterm")], Depth::Sixteen),
            (&[("TERM", "linux")], Depth::Sixteen),
            (&[], Depth::Sixteen),
            (&[("TERM", "dumb"), ("COLORTERM", "truecolor")], Depth::Monochrome),
            (&[("TERM", "vt100")], Depth::Monochrome),
            (&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("NO_COLOR", "1")], Depth::Monochrome),
        ] {
            let found = depth(|name| Some(variables.iter().find(|(known, _)| *known == name)?.1.to_owned()));
            assert_eq!(found, expected, "{variables:?}");
        }
    }

    #[test]
    fn colours_become_the_nearest_that_there_is() {
        for (colour, of_256, of_16) in [
            ([0, 0, 0], 16, Color::Reset),
            ([255, 255, 255], 231, Color::Reset),
            ([8, 8, 8], 232, Color::Reset),
            ([0x80, 0x80, 0x80], 244, Color::Reset),
            ([255, 0, 0], 196, Color::Red),
            ([0x5f, 0x87, 0xaf], 67, Color::Blue),
            ([0xf0, 0xc6, 0x74], 222, Color::Yellow),
            ([0x76, 0xbd, 0xb8], 109, Color::Cyan),
            ([0xa3, 0xc6, 0x8f], 150, Color::Green),
            ([0xb7, 0x9f, 0xe0], 146, Color::Magenta),
        ] {
            assert_eq!(indexed(colour), of_256, "{colour:?}");
            assert_eq!(sixteen(colour), of_16, "{colour:?}");
        }
    }

    #[test]
    fn a_selection_is_never_lost() {
        let selection = Style::default().fg(Color::Rgb(230, 230, 230)).bg(Color::Rgb(30, 40, 60));
        for depth in [Depth::Monochrome, Depth::Sixteen] {
            let style = at(depth, selection, true);
            assert!(style.add_modifier.contains(Modifier::REVERSED) && style.bg.is_none(), "{depth:?}");
            assert!(!at(depth, selection, false).add_modifier.contains(Modifier::REVERSED));
        }
        assert_eq!(at(Depth::Indexed, selection, true).bg, Some(Color::Indexed(236)));
        assert_eq!(at(Depth::True, selection, true), selection);
    }
}
