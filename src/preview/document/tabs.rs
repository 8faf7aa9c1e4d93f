//! How wide tabs are in a text: as it says itself, else as its indentation tells.

/// Cells from one tab stop to the next where nothing tells: fewer than most programs take, since panes are narrow.
const TAB: usize = 4;

/// What tabs are where blanks and tabs indent one text: what those editors take that write it so.
const MIXED: usize = 8;

/// Bytes at the beginning of a text whose indentation is looked at.
const LOOKED_AT: usize = 32 << 10;

/// Lines at the beginning and at the end of a text that may set something, as in Vim ("modelines"), and bytes of them.
const MODELINES: usize = 5;
const MAX_MODELINES: usize = 1 << 10;

/// Cells from one tab stop to the next in a text.
pub(super) fn tab_cells(text: &str) -> usize {
    said(text).unwrap_or(if is_mixed(text) { MIXED } else { TAB })
}

/// What the text says: `vim: set ts=8:`, `-*- tab-width: 8 -*-`.
fn said(text: &str) -> Option<usize> {
    let head = &text[..text.floor_char_boundary(MAX_MODELINES)];
    let tail = &text[text.ceil_char_boundary(text.len().saturating_sub(MAX_MODELINES))..];
    let number = |line: &str, name: &str| {
        line.match_indices(name).find_map(|(at, _)| {
            let is_whole = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-');
            let digits = line[at + name.len()..].trim_start();
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            digits[..end].parse().ok().filter(|cells| is_whole && (1..=16).contains(cells))
        })
    };
    let in_line = |line: &str| {
        let is_vim = ["vim:", "vi:", "ex:"].iter().any(|word| line.contains(word));
        let vim = || ["ts=", "tabstop="].iter().find_map(|name| number(line, name));
        if is_vim { vim() } else { number(line, "tab-width:") }
    };
    head.lines().take(MODELINES).chain(tail.lines().rev().take(MODELINES)).find_map(in_line)
}

/// True if some lines begin with tabs, and no few others with blanks alone: what is indented by half a tab and less.
fn is_mixed(text: &str) -> bool {
    let (mut tabs, mut blanks) = (0usize, 0usize);
    for line in text[..text.floor_char_boundary(LOOKED_AT)].lines() {
        let rest = line.trim_start_matches(' ');
        // What goes on with a comment is no indentation: ` * text`.
        let is_indented = line.len() - rest.len() >= 2 && !rest.is_empty() && !rest.starts_with(['*', '\t']);
        tabs += usize::from(line.starts_with('\t'));
        blanks += usize::from(is_indented);
    }
    tabs > 0 && blanks >= 4 && blanks * 8 >= tabs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_says_how_wide_its_tabs_are() {
        for (text, cells) in [
            ("", 4),
            ("a\n\tb\n", 4),
            ("/* vi:set ts=8 sts=4 sw=4 noet:\n */\n\tb\n", 8),
            ("\tb\n# vim: set sts=2 tabstop=3 :\n", 3),
            ("# vim: set sts=2 :\n\tb\n", 4),
            ("# vim: set ts=0 :\n\tb\n", 4),
            ("/* -*- mode: C; c-basic-offset: 2; tab-width: 6 -*- */\n", 6),
            ("the last=2 parts=9\n", 4),
            ("ä\u{1f44d}# vim: ts=2", 2),
        ] {
            assert_eq!(tab_cells(text), cells, "{text:?}");
        }
    }

    #[test]
    fn tabs_among_blanks_are_wide() {
        let mixed = "f ()\n{\n  if (a)\n    {\n      b ();\n      if (c)\n\td ();\n    }\n}\n";
        assert_eq!(tab_cells(mixed), 8);
        let comments = "/*\n * one\n * two\n * three\n * four\n */\nf()\n{\n\tif (a)\n\t\tb(c,\n\t\t  d);\n}\n";
        assert_eq!(tab_cells(comments), 4);
        let aligned = format!("{}{}", "\tb();\n".repeat(100), "  c\n".repeat(4));
        assert_eq!(tab_cells(&aligned), 4);
    }
}
