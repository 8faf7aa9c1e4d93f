//! ASCII in the place of characters that a terminal draws too wide, or not at all.

use ratatui::buffer::Buffer;

/// Characters of ours and of typography that have a stand-in of one cell.
const STAND_INS: &[(&str, char)] = &[
    ("…", '~'),
    ("·•∙", '.'),
    ("›»❯→▸▹►", '>'),
    ("‹«←◂◃◄", '<'),
    ("↑△▴", '^'),
    ("↓▽▾▿", 'v'),
    ("≡═", '='),
    ("✓", '+'),
    ("—–−‐‑", '-'),
    ("“”„", '"'),
    ("‘’‚", '\''),
    ("§", '#'),
    ("×", 'x'),
    ("≥", '>'),
    ("≤", '<'),
    ("±", '+'),
    ("↻", '*'),
    ("◆◇■□●○★☆", '*'),
];

/// The ASCII character for a line or a block.
fn line(character: char) -> Option<char> {
    Some(match character {
        '─' | '━' | '╌' | '╍' | '┄' | '┅' | '┈' | '┉' | '╴' | '╶' | '╸' | '╺' => '-',
        '│' | '┃' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋' | '╵' | '╷' | '╹' | '╻' | '║' => '|',
        '═' => '=',
        '▌' | '▍' | '▎' | '▏' => '>',
        '░' => '.',
        '▪' => '*',
        '\u{2580}'..='\u{259f}' => '#',
        '\u{2500}'..='\u{257f}' => '+',
        _ => return None,
    })
}

/// The ASCII character that stands for a character of ambiguous width, if there is one.
pub fn narrow(character: char) -> Option<char> {
    line(character).or_else(|| {
        let row = STAND_INS.iter().find(|(characters, _)| characters.contains(character));
        row.map(|(_, stand_in)| *stand_in)
    })
}

/// Replaces lines and blocks on the screen; all characters that have a stand-in where `everything` is wanted.
pub fn plain(buffer: &mut Buffer, everything: bool) {
    for cell in &mut buffer.content {
        let mut characters = cell.symbol().chars();
        let (Some(only), None) = (characters.next(), characters.next()) else { continue };
        if only.is_ascii() {
            continue;
        }
        if let Some(stand_in) = if everything { narrow(only) } else { line(only) } {
            cell.set_char(stand_in);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::layout::Rect;
    use ratatui::style::Style;

    #[test]
    fn lines_become_ascii_and_words_stay() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 14, 1));
        buffer.set_string(0, 0, "┬─│▌ é … → 中α", Style::default());
        let text = |buffer: &Buffer| buffer.content().iter().map(|cell| cell.symbol()).collect::<String>();
        plain(&mut buffer, false);
        assert_eq!(text(&buffer), "+-|> é … → 中 α");
        plain(&mut buffer, true);
        assert_eq!(text(&buffer), "+-|> é ~ > 中 α");
    }
}
