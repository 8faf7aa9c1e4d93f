//! Links that the terminal itself makes clickable (OSC 8).

use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use std::num::NonZeroU16;
use std::ops::Range;

/// The longest address that is given to the terminal, in bytes.
const LONGEST: usize = 1000;

/// True if this terminal is known to understand. Others might show the address instead of hiding it. `variable` tells
/// the environment variables that are set and not empty.
pub fn are_known(variable: impl Fn(&str) -> Option<String>) -> bool {
    let text = |name: &str| variable(name).unwrap_or_default();
    let number = |text: &str| {
        text.split('.')
            .take(2)
            .map(|part| part.trim_end_matches(char::is_alphabetic).parse().unwrap_or(0))
            .fold(0, |all: u32, part: u32| all * 100 + part)
    };
    let (term, program) = (text("TERM"), text("TERM_PROGRAM"));
    if variable("TMUX").is_some() || program == "tmux" {
        return program == "tmux" && number(&text("TERM_PROGRAM_VERSION")) >= 304;
    }
    if term.starts_with("screen") || term == "dumb" || term == "linux" {
        return false;
    }
    ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "WarpTerminal"].contains(&program.as_str())
        || ["kitty", "alacritty", "foot", "ghostty", "contour", "wezterm"].iter().any(|name| term.contains(name))
        || text("VTE_VERSION").parse::<u32>().is_ok_and(|version| version >= 5000)
        || text("KONSOLE_VERSION").parse::<u32>().is_ok_and(|version| version >= 201_200)
        || variable("WT_SESSION").is_some()
}

/// An address as it may be given to the terminal: of a harmless kind, printable ASCII only.
pub fn address(target: &str) -> Option<&str> {
    let is_kind = ["https://", "http://", "mailto:"].iter().any(|kind| {
        target.get(..kind.len()).is_some_and(|start| start.eq_ignore_ascii_case(kind)) && target.len() > kind.len()
    });
    let is_plain = target.bytes().all(|byte| byte.is_ascii_graphic());
    (is_kind && is_plain && target.len() <= LONGEST).then_some(target)
}

/// Makes the cells `columns` of a row clickable. Cells of one look become one cell of the buffer that is as
/// wide as all of them, so that the address is written once.
pub fn link(buffer: &mut Buffer, row: u16, columns: Range<u16>, target: &str) {
    let Some(address) = address(target) else { return };
    let area = Rect::new(columns.start, row, columns.len() as u16, 1).intersection(buffer.area);
    let mut at = area.x;
    while at < area.right() {
        let (text, cells) = piece(buffer, row, at..area.right());
        if let (Some(width), Some(cell)) = (NonZeroU16::new(cells), buffer.cell_mut((at, row))) {
            cell.set_symbol(&format!("\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\"));
            cell.set_diff_option(CellDiffOption::ForcedWidth(width));
        }
        at += cells.max(1);
    }
}

/// The text of the cells that look like the first, and how many cells it takes.
fn piece(buffer: &Buffer, row: u16, columns: Range<u16>) -> (String, u16) {
    use ratatui::buffer::CellWidth;
    let style = buffer[(columns.start, row)].style();
    let (mut text, mut cells) = (String::new(), 0);
    while columns.start + cells < columns.end {
        let cell = &buffer[(columns.start + cells, row)];
        let width = cell.cell_width().max(1);
        // A wide character that the pane cuts stays as it is.
        if cell.style() != style || columns.start + cells + width > columns.end {
            break;
        }
        text.push_str(cell.symbol());
        cells += width;
    }
    (text, cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::style::{Modifier, Style};

    #[test]
    fn only_harmless_addresses_reach_the_terminal() {
        for (target, taken) in [
            ("https://example.org/a?b=c#d", true),
            ("HTTP://example.org", true),
            ("mailto:a@example.org", true),
            ("https://", false),
            ("javascript:alert(1)", false),
            ("file:///etc/passwd", false),
            ("docs/guide.md", false),
            ("https://example.org/\x1b]0;x\x07", false),
            ("https://example.org/ä", false),
            ("https://example.org/a b", false),
        ] {
            assert_eq!(address(target).is_some(), taken, "{target:?}");
        }
        assert_eq!(address(&format!("https://{}", "x".repeat(2000))), None);
    }

    #[test]
    fn cells_of_one_look_are_written_as_one() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 12, 1));
        buffer.set_string(0, 0, "see 中文 link", Style::default());
        buffer.set_string(9, 0, "lin", Style::default().add_modifier(Modifier::BOLD));
        link(&mut buffer, 0, 4..12, "https://example.org");
        assert_eq!(buffer[(4, 0)].symbol(), "\x1b]8;;https://example.org\x1b\\中文 \x1b]8;;\x1b\\");
        assert_eq!(buffer[(9, 0)].symbol(), "\x1b]8;;https://example.org\x1b\\lin\x1b]8;;\x1b\\");
        let before = Buffer::empty(Rect::new(0, 0, 12, 1));
        let drawn: Vec<u16> = before.diff(&buffer).into_iter().map(|(x, ..)| x).collect();
        assert_eq!(drawn, [0, 1, 2, 4, 9], "what lies under a link is not drawn over it");
        link(&mut buffer, 0, 0..3, "javascript:x");
        assert_eq!(buffer[(0, 0)].symbol(), "s");
    }

    #[test]
    fn terminals_that_do_not_know_links_get_none() {
        for (variables, known) in [
            (&[("TERM", "xterm-kitty")][..], true),
            (&[("TERM", "xterm-256color"), ("VTE_VERSION", "7200")], true),
            (&[("TERM", "xterm-256color"), ("VTE_VERSION", "4600")], false),
            (&[("TERM", "xterm-256color"), ("TERM_PROGRAM", "WezTerm")], true),
            (&[("TERM", "xterm-256color")], false),
            (
                &[("TERM", "tmux-256color"), ("TMUX", "/t"), ("TERM_PROGRAM", "tmux"), ("TERM_PROGRAM_VERSION", "3.4")],
                true,
            ),
            (
                &[
                    ("TERM", "tmux-256color"),
                    ("TMUX", "/t"),
                    ("TERM_PROGRAM", "tmux"),
                    ("TERM_PROGRAM_VERSION", "3.3a"),
                ],
                false,
            ),
            (&[("TERM", "screen-256color"), ("VTE_VERSION", "7200")], false),
            (&[("TERM", "linux")], false),
        ] {
            let variable = |name: &str| Some(variables.iter().find(|(key, _)| *key == name)?.1.to_owned());
            assert_eq!(are_known(variable), known, "{variables:?}");
        }
    }
}
