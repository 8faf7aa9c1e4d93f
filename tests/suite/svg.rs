//! The pictures of the README are real screens: `assets/screens/*.svg`, compared here, rewritten by `UPDATE=1`.

use crate::screens::Session;
use crate::workspace::expect;
use docql::config::ColourScheme;
use docql::tui::{Theme, draw};
use ratatui::buffer::{Buffer, CellWidth};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use std::fmt::Write;
use std::path::Path;

/// Width and height of a cell, in units of the picture.
const CELL: (f32, f32) = (8.4, 18.0);

/// Colours of the terminal that the picture shows: ground, text, then the sixteen.
const GROUND: &str = "#1b1e25";
const TEXT: &str = "#d5d9e0";
const SIXTEEN: [&str; 16] = [
    "#2a2e37", "#e0727b", "#9cc37c", "#dcb86a", "#6fabe0", "#c48ad6", "#66b9c0", "#c3c8d2", "#78808f", "#f08d95",
    "#b4d896", "#eccd86", "#8cc0f0", "#d6a3e6", "#84d0d6", "#ffffff",
];

fn colour(colour: Color, default: &str) -> String {
    let sixteen = |at: usize| SIXTEEN[at].to_owned();
    match colour {
        Color::Reset => default.to_owned(),
        Color::Rgb(r, g, b) => format!("#{r:02x}{g:02x}{b:02x}"),
        Color::Indexed(index @ 0..16) => sixteen(usize::from(index)),
        Color::Indexed(index @ 16..232) => {
            let step = |value: u8| if value == 0 { 0 } else { 55 + value * 40 };
            let cube = index - 16;
            format!("#{:02x}{:02x}{:02x}", step(cube / 36), step(cube / 6 % 6), step(cube % 6))
        }
        Color::Indexed(index) => format!("#{0:02x}{0:02x}{0:02x}", 8 + (index - 232) * 10),
        Color::Black => sixteen(0),
        Color::Red => sixteen(1),
        Color::Green => sixteen(2),
        Color::Yellow => sixteen(3),
        Color::Blue => sixteen(4),
        Color::Magenta => sixteen(5),
        Color::Cyan => sixteen(6),
        Color::Gray => sixteen(7),
        Color::DarkGray => sixteen(8),
        Color::LightRed => sixteen(9),
        Color::LightGreen => sixteen(10),
        Color::LightYellow => sixteen(11),
        Color::LightBlue => sixteen(12),
        Color::LightMagenta => sixteen(13),
        Color::LightCyan => sixteen(14),
        Color::White => sixteen(15),
    }
}

/// Text and ground of a cell.
fn colours(style: Style) -> (String, String) {
    let text = colour(style.fg.unwrap_or(Color::Reset), TEXT);
    let ground = colour(style.bg.unwrap_or(Color::Reset), GROUND);
    if style.add_modifier.contains(Modifier::REVERSED) { (ground, text) } else { (text, ground) }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A screen as a picture. Cells of one style stand together; `textLength` keeps them on the grid in any font.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = (f32::from(buffer.area.width) * CELL.0, f32::from(buffer.area.height) * CELL.1);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.1} {:.1}\" font-family=\"ui-monospace, \
         SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace\" font-size=\"14\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{GROUND}\"/>\n",
        width + 24.0,
        height + 24.0
    );
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let start = x;
            let style = buffer[(x, y)].style();
            let mut run = String::new();
            while x < buffer.area.width && buffer[(x, y)].style() == style {
                run.push_str(buffer[(x, y)].symbol());
                x += buffer[(x, y)].cell_width().max(1);
            }
            draw_run(&mut out, (start, y), x - start, &run, style);
        }
    }
    out.push_str("</svg>\n");
    out
}

fn draw_run(out: &mut String, at: (u16, u16), cells: u16, text: &str, style: Style) {
    let (foreground, ground) = colours(style);
    let (x, y) = (12.0 + f32::from(at.0) * CELL.0, 12.0 + f32::from(at.1) * CELL.1);
    let width = f32::from(cells) * CELL.0;
    if ground != GROUND {
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{ground}\"/>",
            CELL.1
        );
    }
    let shown = text.trim_end();
    if shown.is_empty() {
        return;
    }
    let width = f32::from(cells - (text.len() - shown.len()) as u16) * CELL.0;
    let mut attributes = String::new();
    for (modifier, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::DIM, " opacity=\"0.65\""),
    ] {
        if style.add_modifier.contains(modifier) {
            attributes.push_str(attribute);
        }
    }
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{:.1}\" fill=\"{foreground}\" textLength=\"{width:.1}\" xml:space=\"preserve\"{attributes}>{}</text>",
        y + 13.5,
        escaped(shown)
    );
}

/// The pictures and the keys that lead to them.
const PICTURES: [(&str, &str); 5] = [
    ("main", "validate token<ret><down><down>"),
    ("completion", "$.code.class(\"Au"),
    ("help", "token<ret>?call"),
    ("markdown", "$.content.heading(\"Chapter2\")<ret>"),
    ("callers", "$.code.method(\"AuthService.validateToken\")<ret>c"),
];

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn the_pictures_of_the_readme_are_what_the_program_draws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("README");
    for (name, keys) in PICTURES {
        let mut session = Session::new(120, 32);
        session.press(keys);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 120, 32));
        draw(&session.model, &Theme::named("dark", ColourScheme::Dark), &mut buffer);
        expect(&root.join(format!("assets/screens/{name}.svg")), &svg(&buffer));
        assert!(readme.contains(&format!("assets/screens/{name}.svg")), "{name} is not in the README");
    }
}
