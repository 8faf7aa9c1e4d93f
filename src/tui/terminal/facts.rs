//! Facts of the terminal, for `docql doctor`; and the keys that arrive from it.

use super::clipboard::Between;
use super::input;
use super::protocols;
use super::protocols::Said;
use super::{hyperlinks, probe};
use crate::config::{ColourScheme, KeyPress};
use crate::pictures::IS_BUILT;
use crate::tui::colours::colour::{Depth, asked_ground, depth, variable};
use crossterm::event;
use crossterm::terminal::{disable_raw_mode, enable_raw_mode};
use std::io::IsTerminal;

/// Texts that are drawn to measure their width, and the width that each should have: a line, a letter of ambiguous
/// width, a CJK character, an emoji, one by variation selector, one of three that are joined.
pub const MEASURED: [(&str, &str, u16); 6] = [
    ("lines", "│", 1),
    ("ambiguous letters", "α", 1),
    ("CJK", "中", 2),
    ("emoji", "🚀", 2),
    ("emoji by selector", "❤\u{fe0f}", 2),
    ("joined emoji", "👨\u{200d}👩\u{200d}👧", 2),
];

/// A terminal as it presents itself.
#[derive(Clone, Debug)]
pub struct Facts {
    /// True if standard input and output are a terminal.
    pub is_terminal: bool,
    /// Its size in cells.
    pub size: Option<(u16, u16)>,
    /// The depth of its colours.
    pub depth: Depth,
    /// True if it says that its ground is dark; `None` if it says nothing.
    pub is_dark: Option<bool>,
    /// The cells that [`MEASURED`] take; shorter if it does not say.
    pub widths: Vec<u16>,
    /// Its answers about pictures; `None` if it was not asked.
    pub pictures: Option<Said>,
    /// True if it is known to make links clickable.
    pub has_links: bool,
    /// The multiplexer in between.
    pub between: Between,
    /// True if it is reached over SSH.
    pub is_remote: bool,
}

impl Facts {
    /// Finds out. Without a terminal nothing is asked; what does not answer is not waited for.
    pub fn find() -> Facts {
        let is_terminal = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
        let is_dumb = variable("TERM").is_none_or(|term| term == "dumb");
        let (mut is_dark, mut widths, mut pictures) = (None, Vec::new(), None);
        if is_terminal && !is_dumb {
            is_dark = asked_ground().map(|scheme| scheme == ColourScheme::Dark);
            if enable_raw_mode().is_ok() {
                widths = probe::measure(&MEASURED.map(|(_, text, _)| text)).widths;
                pictures = IS_BUILT.then(|| protocols::ask().0);
                // What cannot be undone here is undone by the shell.
                let _ = disable_raw_mode();
            }
        }
        Facts {
            is_terminal,
            size: crossterm::terminal::size().ok().filter(|_| is_terminal),
            depth: depth(variable),
            is_dark,
            widths,
            pictures,
            has_links: hyperlinks::are_known(variable),
            between: Between::detect(variable),
            is_remote: is_remote(),
        }
    }
}

/// True if the terminal is reached over SSH.
pub fn is_remote() -> bool {
    ["SSH_TTY", "SSH_CONNECTION", "SSH_CLIENT"].iter().any(|name| variable(name).is_some())
}

/// Tells every key that arrives, until `tell` says that it is enough. The terminal is in raw mode meanwhile.
///
/// # Errors
/// If the terminal does not do it.
pub fn each_key(tell: &mut dyn FnMut(KeyPress) -> bool) -> std::io::Result<()> {
    enable_raw_mode()?;
    let outcome = loop {
        match event::read() {
            Ok(event) => {
                if let Some(key) = input::pressed(&event)
                    && !tell(key)
                {
                    break Ok(());
                }
            }
            Err(error) => break Err(error),
        }
    };
    disable_raw_mode()?;
    outcome
}
