//! The way in which the terminal shows pictures: by its answers, the environment, and the user's settings.

use super::background::split;
use super::clipboard::Between;
use super::probe::receive;
use crate::config::{Ambiguous, Borders, ImagesChoice, Settings};
use crate::pictures::{IS_BUILT, Protocol, Terminal, TerminalReplies, question};
use crate::tui::colours::colour::{Depth, variable};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// The time that the terminal may take. It is asked only by those who want pictures, once, and it ends at its last
/// answer.
const PATIENCE: Duration = Duration::from_millis(250);

/// Most bytes of answers; more is not an answer.
const MAX_BYTES: usize = 4096;

/// The cell of a terminal that does not say how large its cells are.
const USUAL_CELL: (u16, u16) = (10, 20);

/// Answers of a terminal about pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// The best protocol that it knows.
    pub protocol: Option<Protocol>,
    /// The width and height of a cell in pixels.
    pub cell: Option<(u16, u16)>,
    /// True if it unpacks pictures.
    pub unpacks: bool,
}

/// The facts by which a way to show pictures is chosen.
#[derive(Debug)]
pub struct Protocols {
    /// The depth of its colours.
    pub depth: Depth,
    /// True if it draws characters of ambiguous width wide; half blocks are such.
    pub wide: Option<bool>,
    /// Its answers; `None` until it is asked.
    pub said: Option<Said>,
}

impl Protocols {
    /// True if it must be asked to know how it shows pictures.
    pub fn must_ask(&self, choice: ImagesChoice, settings: &Settings) -> bool {
        let is_between = Between::detect(variable) == Between::Screen;
        self.said.is_none() && self.can(choice, settings) && choice != ImagesChoice::HalfBlocks && !is_between
    }

    /// True if pictures can be shown at all: there are colours for half blocks, which all others become where they are
    /// covered, and half blocks are one cell wide.
    fn can(&self, choice: ImagesChoice, settings: &Settings) -> bool {
        let is_ascii = match (settings.borders, settings.ambiguous) {
            (Borders::Ascii, _) | (_, Ambiguous::Wide) => true,
            (_, Ambiguous::Auto) => self.wide == Some(true),
            (_, Ambiguous::Narrow) => false,
        };
        let is_wanted = match choice {
            ImagesChoice::Placeholder => false,
            ImagesChoice::Known => shows_pictures(variable),
            _ => true,
        };
        IS_BUILT && is_wanted && self.depth >= Depth::Indexed && !is_ascii
    }

    /// The way in which the terminal is to show pictures; `None` if it is not.
    pub fn resolve(&self, choice: ImagesChoice, settings: &Settings) -> Option<Terminal> {
        if !self.can(choice, settings) {
            return None;
        }
        let said = self.said.unwrap_or_default();
        let between = Between::detect(variable);
        let cell = window_cell().or(said.cell);
        let protocol = match choice {
            ImagesChoice::Kitty => Protocol::Kitty,
            ImagesChoice::Iterm2 => Protocol::Iterm2,
            ImagesChoice::Sixel => Protocol::Sixel,
            ImagesChoice::Auto => best(said, cell, self.depth, variable),
            // Half blocks are for those who ask for them.
            ImagesChoice::Known => {
                Some(best(said, cell, self.depth, variable)).filter(|way| *way != Protocol::HalfBlocks)?
            }
            ImagesChoice::HalfBlocks | ImagesChoice::Placeholder => Protocol::HalfBlocks,
        };
        Some(Terminal {
            protocol,
            cell: cell.unwrap_or(USUAL_CELL),
            through_tmux: between == Between::Tmux,
            unpacks: said.unpacks,
        })
    }
}

/// The best way that a terminal is known to have; `variable` tells the environment variables that are set.
fn best(
    said: Said,
    cell: Option<(u16, u16)>,
    depth: Depth,
    variable: impl Fn(&str) -> Option<String> + Copy,
) -> Protocol {
    let protocol = match said.protocol {
        None if Between::detect(variable) == Between::Nothing && knows_iterm2(variable) => Some(Protocol::Iterm2),
        protocol => protocol,
    };
    match protocol {
        // The number of a picture is a colour, which must arrive as it is.
        Some(Protocol::Kitty) if depth < Depth::True => Protocol::HalfBlocks,
        Some(protocol) if cell.is_some() => protocol,
        _ => Protocol::HalfBlocks,
    }
}

/// True if the environment names a terminal that shows the pictures of iTerm2; such terminals do not answer.
fn knows_iterm2(variable: impl Fn(&str) -> Option<String>) -> bool {
    const PROGRAMS: [&str; 8] = ["iTerm", "WezTerm", "mintty", "vscode", "Tabby", "Hyper", "rio", "WarpTerminal"];
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    PROGRAMS.iter().any(|name| program.contains(name))
        || variable("LC_TERMINAL").is_some_and(|terminal| terminal.contains("iTerm"))
}

/// True if the environment names a terminal that is known to show pictures, and nothing stands between that may not
/// let them through.
fn shows_pictures(variable: impl Fn(&str) -> Option<String> + Copy) -> bool {
    let is_set = |name: &&str| variable(name).is_some_and(|value| !value.is_empty());
    let term = variable("TERM").unwrap_or_default();
    let program = variable("TERM_PROGRAM").unwrap_or_default();
    Between::detect(variable) == Between::Nothing
        && (["kitty", "ghostty", "foot"].iter().any(|name| term.contains(name))
            || ["ghostty", "WezTerm"].contains(&program.as_str())
            || ["KITTY_WINDOW_ID", "GHOSTTY_RESOURCES_DIR", "WEZTERM_EXECUTABLE", "KONSOLE_VERSION"].iter().any(is_set)
            || knows_iterm2(variable))
}

/// The size of a cell in pixels, as the system says.
pub fn window_cell() -> Option<(u16, u16)> {
    let window = crossterm::terminal::window_size().ok()?;
    let cell = (window.width.checked_div(window.columns)?, window.height.checked_div(window.rows)?);
    (cell.0 > 0 && cell.1 > 0).then_some(cell)
}

/// Asks the terminal, which must be in raw mode, and which nobody else may read from; returns what was typed
/// meanwhile too.
pub fn ask() -> (Said, String) {
    let mut out = std::io::stdout();
    // These answer for kitty's graphics, but do not know the characters that place them.
    let knows_parts = ["WEZTERM_EXECUTABLE", "KONSOLE_VERSION"].iter().all(|name| variable(name).is_none());
    let question = question(Between::detect(variable) == Between::Tmux, knows_parts);
    if !std::io::stdin().is_terminal() || out.write_all(question.as_bytes()).and_then(|()| out.flush()).is_err() {
        return (Said::default(), String::new());
    }
    let (mut answers, mut typed) = (TerminalReplies::default(), String::new());
    let (mut rest, mut count) = (Vec::new(), 0);
    let deadline = Instant::now() + PATIENCE;
    while !answers.has_ended() && count < MAX_BYTES {
        let left = deadline.saturating_duration_since(Instant::now());
        let mut bytes = Vec::new();
        if left.is_zero() || !receive(&mut bytes, left) {
            break;
        }
        count += bytes.len();
        typed += &split(&mut rest, &bytes, &mut |sequence| answers.hear(sequence));
    }
    (Said { protocol: answers.protocol(), cell: answers.cell(), unpacks: answers.unpacks() }, typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_way_is_one_that_the_terminal_and_what_stands_between_let_through() {
        let cell = Some((8, 16));
        let said = |protocol| Said { protocol, cell, unpacks: false };
        let best_of = |protocol, cell, depth, variables: &[(&str, &str)]| {
            let variable = |name: &str| Some(variables.iter().find(|(known, _)| *known == name)?.1.to_owned());
            best(said(protocol), cell, depth, variable)
        };
        let kitty = Some(Protocol::Kitty);
        assert_eq!(best_of(kitty, cell, Depth::True, &[]), Protocol::Kitty);
        assert_eq!(best_of(kitty, cell, Depth::Indexed, &[]), Protocol::HalfBlocks);
        assert_eq!(best_of(Some(Protocol::Sixel), cell, Depth::Indexed, &[]), Protocol::Sixel);
        assert_eq!(best_of(Some(Protocol::Sixel), None, Depth::True, &[]), Protocol::HalfBlocks);
        assert_eq!(best_of(None, cell, Depth::True, &[]), Protocol::HalfBlocks);
        let iterm = ("TERM_PROGRAM", "iTerm.app");
        assert_eq!(best_of(None, cell, Depth::True, &[iterm]), Protocol::Iterm2);
        assert_eq!(best_of(None, cell, Depth::True, &[iterm, ("TMUX", "/t")]), Protocol::HalfBlocks);
        assert_eq!(best_of(None, cell, Depth::True, &[("LC_TERMINAL", "iTerm2")]), Protocol::Iterm2);
    }

    #[test]
    fn pictures_are_shown_unasked_where_the_environment_names_a_terminal_that_can() {
        let known = |variables: &[(&str, &str)]| {
            shows_pictures(|name: &str| Some(variables.iter().find(|(known, _)| *known == name)?.1.to_owned()))
        };
        assert!(known(&[("TERM", "xterm-kitty")]) && known(&[("TERM_PROGRAM", "WezTerm")]));
        assert!(known(&[("LC_TERMINAL", "iTerm2")]) && known(&[("TERM", "foot"), ("COLORTERM", "truecolor")]));
        assert!(!known(&[]) && !known(&[("TERM", "xterm-256color")]) && !known(&[("KITTY_WINDOW_ID", "")]));
        assert!(!known(&[("TERM", "tmux-256color"), ("KITTY_WINDOW_ID", "1"), ("TMUX", "/t")]));
    }

    #[test]
    fn without_colours_or_with_wide_blocks_pictures_stay_named() {
        let settings = Settings::default();
        let resolve = |depth, wide, choice, settings: &Settings| {
            let protocols = Protocols { depth, wide, said: Some(Said::default()) };
            protocols.resolve(choice, settings).map(|terminal| terminal.protocol)
        };
        let half = IS_BUILT.then_some(Protocol::HalfBlocks);
        for choice in [ImagesChoice::Auto, ImagesChoice::HalfBlocks] {
            assert_eq!(resolve(Depth::True, None, choice, &settings), half);
            assert_eq!(resolve(Depth::Indexed, Some(false), choice, &settings), half);
            assert_eq!(resolve(Depth::Indexed, Some(true), choice, &settings), None);
            assert_eq!(resolve(Depth::Sixteen, None, choice, &settings), None);
            assert_eq!(resolve(Depth::Monochrome, None, choice, &settings), None);
            let ascii = Settings { borders: Borders::Ascii, ..settings.clone() };
            assert_eq!(resolve(Depth::True, None, choice, &ascii), None);
        }
        assert_eq!(resolve(Depth::True, None, ImagesChoice::Placeholder, &settings), None);
    }
}
