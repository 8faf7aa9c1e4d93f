//! Pictures in the preview: in half blocks and in the protocols of terminals, scrolled, covered, damaged, hostile.

use crate::pty::Terminal as Pty;
use crate::screens::{Session, check};
use docql::app::{Focus, Msg};
use docql::config::ColourScheme;
use docql::pictures::{Protocol, Terminal};
use docql::tui::{Depth, Theme, draw};
use docql::workers::WorkspaceOptions;
use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Color;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A picture each row of which has its number as its red.
fn stripes(width: u32, height: u32) -> Vec<u8> {
    let image = RgbImage::from_fn(width, height, |x, y| Rgb([y as u8, 100, if x == 0 { 250 } else { 7 }]));
    let mut bytes = Cursor::new(Vec::new());
    DynamicImage::ImageRgb8(image).write_to(&mut bytes, ImageFormat::Png).expect("memory");
    bytes.into_inner()
}

fn write(folder: &Path, path: &str, content: &[u8]) {
    let path = folder.join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a directory");
    std::fs::write(path, content).expect("written");
}

/// A directory whose name is always the same.
struct Gallery(TempDir);

impl Gallery {
    fn path(&self) -> PathBuf {
        self.0.path().join("gallery")
    }
}

/// A workspace with a document about pictures, one of which is 12 rows high at cells of 8 by 16 pixels.
fn workspace() -> Gallery {
    let folder = Gallery(tempfile::tempdir().expect("a folder"));
    let fill: String = (1..40).map(|number| format!("Paragraph {number}.\n\n")).collect();
    let text = format!("# Guide\n\nBefore.\n\n![Stripes](art/stripes.png)\n\nBehind, a needle.\n\n{fill}");
    write(&folder.path(), "guide.md", text.as_bytes());
    write(&folder.path(), "other.md", "Nothing but text.\n".repeat(60).as_bytes());
    write(&folder.path(), "art/stripes.png", &stripes(160, 192));
    folder
}

const CELL: (u16, u16) = (8, 16);

fn terminal(protocol: Protocol) -> Option<Terminal> {
    Some(Terminal { protocol, cell: CELL, through_tmux: false, unpacks: false })
}

/// A file alone on the screen; pictures are shown in this way.
fn opened(folder: &Path, path: &str, (width, height): (u16, u16), terminal: Option<Terminal>) -> Session {
    let mut session = Session::of(WorkspaceOptions::at(folder), width, height);
    session.driver.walk(&mut session.model).expect("walked");
    session.driver.index(&mut session.model);
    session.driver.send(&mut session.model, Msg::PicturesKnown { terminal, notify: false });
    session.press(&format!("$.files[?(@.path==\"{path}\")]<ret>3z"));
    session
}

fn buffer_at(session: &Session, depth: Depth) -> Buffer {
    let mut buffer = Buffer::empty(Rect::new(0, 0, session.model.width, session.model.height));
    draw(&session.model, &Theme::named("dark", ColourScheme::Dark).at(depth), &mut buffer);
    buffer
}

fn buffer(session: &Session) -> Buffer {
    buffer_at(session, Depth::True)
}

/// What marks a cell as one of the stripes: it is green in the same way everywhere.
fn red(colour: Color) -> Option<u8> {
    match colour {
        Color::Rgb(red, 100, 7) => Some(red),
        _ => None,
    }
}

/// The rows of the screen that show stripes in half blocks, with the red of their upper pixel.
fn striped(buffer: &Buffer) -> Vec<(u16, u8)> {
    let area = buffer.area;
    (0..area.height)
        .filter_map(|y| {
            (0..area.width).find_map(|x| Some((y, red(buffer[(x, y)].fg)?)).filter(|_| is_block(&buffer[(x, y)])))
        })
        .collect()
}

fn is_block(cell: &Cell) -> bool {
    cell.symbol() == "▀"
}

fn stand_ins(buffer: &Buffer) -> usize {
    buffer.content().iter().filter(|cell| cell.symbol().starts_with('\u{10eeee}')).count()
}

#[test]
fn without_being_turned_on_pictures_are_named() {
    let folder = workspace();
    let session = opened(&folder.path(), "guide.md", (80, 30), None);
    assert!(session.text().contains("⟨image: Stripes — art/stripes.png 160×192⟩"), "{}", session.text());
    assert!(striped(&buffer(&session)).is_empty());
    let mut session = opened(&folder.path(), "guide.md", (80, 30), None);
    session.press("o");
    assert!(session.text().contains("picture: PNG image, 160×192, "), "{}", session.text());
}

#[test]
fn a_picture_stands_below_its_name_and_the_text_goes_on_below_it() {
    let folder = workspace();
    let session = opened(&folder.path(), "guide.md", (60, 30), terminal(Protocol::HalfBlocks));
    check("pictures", &session);
    let rows = striped(&buffer(&session));
    assert_eq!(rows.len(), 12, "{rows:?}");
    // Eight rows of pixels are half a cell: the mean of each is between them.
    for (number, (_, red)) in rows.iter().enumerate() {
        let expected = 16 * number as u8 + 4;
        assert!(red.abs_diff(expected) <= 3, "row {number} is {red}");
    }
    // 256 colours get the nearest, and 16 none of a picture's.
    let indexed = buffer_at(&session, Depth::Indexed);
    let blocks: Vec<&Cell> = indexed.content().iter().filter(|cell| is_block(cell)).collect();
    assert!(!blocks.is_empty() && blocks.iter().all(|cell| matches!(cell.fg, Color::Indexed(_))));
}

#[test]
fn a_picture_that_is_scrolled_shows_its_own_rows_at_both_ends() {
    let folder = workspace();
    let mut session = opened(&folder.path(), "guide.md", (60, 18), terminal(Protocol::HalfBlocks));
    let whole = striped(&buffer(&session));
    let (first, count) = (whole[0].0, whole.len());
    assert!(count < 12, "cut at the bottom: {whole:?}");
    // The pane is 14 rows or so: half of them are for a picture, which then is smaller than it could be.
    let colours: Vec<u8> = whole.iter().map(|(_, red)| *red).collect();
    for scrolled in 1..30_u16 {
        session.press("j");
        let buffer = buffer(&session);
        let now = striped(&buffer);
        let top = session.model.layout().pane(Focus::Preview).body.y + session.model.preview.sticky().len() as u16;
        let expected: Vec<(u16, u8)> = colours
            .iter()
            .enumerate()
            .filter_map(|(row, red)| Some(((first + row as u16).checked_sub(scrolled)?, *red)))
            .filter(|(y, _)| *y >= top)
            .collect();
        assert_eq!(now, expected, "{scrolled} lines down\n{}", session.text());
    }
    assert!(striped(&buffer(&session)).is_empty());
    // From below it comes in at its end.
    session.press("gg");
    assert_eq!(striped(&buffer(&session)), whole);
}

#[test]
fn a_picture_that_is_cut_at_the_bottom_shows_its_beginning() {
    let folder = workspace();
    let fill = "Before.\n\n".repeat(8);
    write(&folder.path(), "low.md", format!("{fill}![Stripes](art/stripes.png)\n\nEnd.\n").as_bytes());
    for (protocol, is_drawn) in [(Protocol::HalfBlocks, true), (Protocol::Sixel, true), (Protocol::Kitty, false)] {
        let session = opened(&folder.path(), "low.md", (60, 26), terminal(protocol));
        let buffer = buffer(&session);
        let page = session.model.preview.page.as_ref().expect("a page");
        let picture = &page.pictures[0];
        let shown = session.model.preview.height - picture.at;
        assert!(0 < shown && shown < usize::from(picture.key.rows), "{shown} of {}", picture.key.rows);
        // What cannot be cut is in half blocks as long as it is not whole.
        assert_eq!(striped(&buffer).len(), if is_drawn { shown } else { 0 }, "{protocol:?}");
        let columns = usize::from(picture.key.columns);
        assert_eq!(stand_ins(&buffer), if is_drawn { 0 } else { shown * columns }, "{protocol:?}");
    }
}

#[test]
fn what_lies_over_a_picture_hides_it_and_nothing_of_it_remains() {
    let folder = workspace();
    for protocol in [Protocol::Kitty, Protocol::Sixel, Protocol::Iterm2] {
        let mut session = opened(&folder.path(), "guide.md", (60, 30), terminal(protocol));
        let is_graphic = |session: &Session| {
            let buffer = buffer(session);
            use ratatui::buffer::CellDiffOption::Skip;
            let skipped = buffer.content().iter().filter(|cell| cell.diff_option == Skip).count();
            assert!(buffer.content().iter().all(|cell| !cell.symbol().contains('\x1b')), "no escape is in a cell");
            (stand_ins(&buffer) + skipped, striped(&buffer).len())
        };
        assert_eq!(is_graphic(&session), (20 * 12, 0), "{protocol:?}");
        // The list of keys lies over a part of it; the rest is in half blocks.
        session.press("?");
        assert!(session.text().contains("KEYS AND LANGUAGE"));
        assert_eq!(is_graphic(&session).0, 0, "{protocol:?}");
        session.press("<esc>");
        assert_eq!(is_graphic(&session), (20 * 12, 0), "{protocol:?}");
        session.press("s");
        assert_eq!(is_graphic(&session), (0, 0), "the source has none");
        session.press("s");
        assert_eq!(is_graphic(&session), (20 * 12, 0));
        session.press(":view.pictures<ret>");
        assert_eq!(is_graphic(&session), (0, 0));
        assert!(session.text().contains("pictures are named"), "{}", session.text());
    }
    let mut session = opened(&folder.path(), "guide.md", (60, 30), terminal(Protocol::Kitty));
    assert_eq!(session.model.pictures.ready().count(), 1);
    session.press("z<c-l>$.files[?(@.path==\"other.md\")]<ret>");
    assert_eq!((stand_ins(&buffer(&session)), session.model.pictures.ready().count()), (0, 0), "{}", session.text());
}

#[test]
fn reading_goes_on_working_around_pictures() {
    let folder = workspace();
    let mut session = opened(&folder.path(), "guide.md", (60, 30), terminal(Protocol::HalfBlocks));
    session.press("fneedle<ret>");
    assert!(session.text().contains("match 1 of 1"), "{}", session.text());
    session.press("<esc>gg");
    let top = session.model.preview.line_at_top();
    session.press("s");
    assert!(session.text().contains("![Stripes](art/stripes.png)"), "{}", session.text());
    session.press("s");
    assert_eq!(session.model.preview.line_at_top(), top);
    // A lower pane leaves less room, and a narrow one too.
    for (width, height, rows) in [(60, 18, 7), (30, 40, 12), (60, 60, 12)] {
        session.driver.send(&mut session.model, Msg::Resized { width, height });
        let page = session.model.preview.page.as_ref().expect("a page");
        let key = &page.pictures[0].key;
        assert!(key.rows <= rows && key.rows > rows / 2, "{width}×{height}: {key:?}");
        assert_eq!(session.model.pictures.ready().count(), 1);
    }
}

#[test]
fn a_picture_that_is_opened_itself_fills_the_pane_and_its_bytes_are_its_source() {
    let folder = workspace();
    let mut session = opened(&folder.path(), "guide.md", (60, 30), terminal(Protocol::HalfBlocks));
    session.press("o");
    assert_eq!(striped(&buffer(&session)).len(), 12, "never larger than it is");
    assert!(session.text().contains("picture: PNG image, 160×192, "), "{}", session.text());
    session.press("s");
    assert!(session.text().contains("89 50 4e 47") && striped(&buffer(&session)).is_empty());
    session.press("s");
    session.driver.send(&mut session.model, Msg::Resized { width: 60, height: 12 });
    let rows = striped(&buffer(&session)).len();
    assert!((5..12).contains(&rows), "it is seen whole: {rows}");
    session.driver.send(&mut session.model, Msg::Resized { width: 60, height: 40 });
    session.press("H");
    assert!(session.text().contains("Behind, a needle."), "{}", session.text());
}

#[test]
fn what_cannot_be_shown_stays_named_and_says_why() {
    let folder = workspace();
    let outside = tempfile::tempdir().expect("a folder");
    write(outside.path(), "secret.png", &stripes(16, 16));
    let whole = stripes(160, 192);
    write(&folder.path(), "art/cut.png", &whole[..whole.len() / 2]);
    let mut bomb = whole.clone();
    bomb[16..20].copy_from_slice(&90_000_u32.to_be_bytes());
    bomb[20..24].copy_from_slice(&90_000_u32.to_be_bytes());
    write(&folder.path(), "art/bomb.png", &bomb);
    write(&folder.path(), "art/drawn.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>");
    write(&folder.path(), "art/text.png", b"no picture at all");
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("secret.png"), folder.path().join("art/linked.png")).expect("link");
    let names = ["cut.png", "bomb.png", "drawn.svg", "text.png", "linked.png", "none.png"];
    let mut text: String = names.iter().map(|name| format!("![a](art/{name})\n\n")).collect();
    let up = "../".repeat(20);
    let secret = outside.path().join("secret.png");
    text += &format!("![a]({up}{})\n\n", secret.display().to_string().trim_start_matches('/'));
    text += &format!("![a]({})\n\n![a](https://example.org/stripes.png)\n\n", secret.display());
    text += "![a\u{1b}_Gi=1;\u{10eeee}](art/cut.png?x\u{1b}[31m)\n";
    write(&folder.path(), "bad.md", text.as_bytes());
    for protocol in [Protocol::HalfBlocks, Protocol::Kitty] {
        let session = opened(&folder.path(), "bad.md", (100, 30), terminal(protocol));
        let shown = session.text();
        assert!(shown.contains("⟨image: a — art/cut.png 160×192, not shown: the file is damaged⟩"), "{shown}");
        assert!(shown.contains("art/bomb.png 90000×90000, not shown: too many pixels⟩"), "{shown}");
        for plain in ["art/drawn.svg⟩", "art/text.png⟩", "art/none.png⟩", "art/linked.png⟩", "secret.png⟩"] {
            assert!(shown.contains(plain), "{plain}: {shown}");
        }
        let buffer = buffer(&session);
        assert_eq!((stand_ins(&buffer), striped(&buffer).len()), (0, 0));
        assert!(buffer.content().iter().all(|cell| !cell.symbol().chars().any(char::is_control)), "{shown}");
        assert!(session.model.preview.page.as_ref().is_some_and(|page| page.pictures.is_empty()));
    }
    write(&folder.path(), "one.md", b"![a](art/cut.png)\n");
    let mut session = opened(&folder.path(), "one.md", (100, 30), terminal(Protocol::HalfBlocks));
    session.press("o");
    let shown = session.text();
    assert!(shown.contains("PNG image, 160×192, 540 bytes; not shown: the file is damaged"), "{shown}");
}

/// The explorer in a pseudo-terminal on a workspace whose README shows a picture.
fn in_terminal(images: &'static str) -> (Pty, Gallery) {
    let folder = workspace();
    std::fs::rename(folder.path().join("guide.md"), folder.path().join("README.md")).expect("renamed");
    let home = tempfile::tempdir().expect("a folder");
    let variables = [("DOCQL_PREVIEW_IMAGES", images), ("COLORTERM", "truecolor"), ("DOCQL_THEME", "dark")];
    let query = "$.files[?(@.path==\"README.md\")]";
    let terminal = Pty::with(home, &folder.path(), (120, 36), &["-q", query, "."], &variables);
    (terminal, folder)
}

/// How often `what` was written.
fn count(terminal: &Pty, what: &str) -> usize {
    terminal.written().matches(what).count()
}

/// Goes to the other file, and waits for its text.
fn leave_the_picture(terminal: &mut Pty) {
    terminal.press("/\u{15}$.files[?(@.path==\"other.md\")]\r");
    terminal.wait_for("Nothing but text.");
}

#[test]
fn kitty_gets_a_picture_once_and_is_told_to_forget_it() {
    for images in ["kitty", "auto"] {
        let (mut terminal, _folder) = in_terminal(images);
        terminal.wait_until("the picture", |screen| screen.contents().contains('\u{10eeee}'));
        terminal.press("\r");
        terminal.wait_for("? keys");
        terminal.press("?");
        terminal.wait_for("KEYS AND LANGUAGE");
        terminal.press("\u{1b}");
        terminal.wait_until("the picture again", |screen| {
            screen.contents().contains('\u{10eeee}') && !screen.contents().contains("KEYS AND LANGUAGE")
        });
        assert_eq!(count(&terminal, ",a=T,U=1,"), 1, "{images}");
        let written = terminal.written();
        let given = written.split("\x1b_Gq=2,i=").nth(1).expect("given");
        assert_eq!(given.contains("o=z"), images == "auto", "packed for whoever says that it unpacks");
        let id = given.split(',').next().expect("a number");
        let forgotten = format!("\x1b_Ga=d,d=I,i={id},q=2;\x1b\\");
        assert!(!written.contains(&forgotten));
        leave_the_picture(&mut terminal);
        terminal.wait_until("no picture", |screen| !screen.contents().contains('\u{10eeee}'));
        assert_eq!(count(&terminal, &forgotten), 1);
        // It comes back as another one, and goes when docql does.
        terminal.press("H");
        terminal.wait_until("the picture", |screen| screen.contents().contains('\u{10eeee}'));
        assert_eq!(count(&terminal, ",a=T,U=1,"), 2);
        terminal.press("q");
        assert_eq!(terminal.end(), 0);
        assert_eq!(count(&terminal, "\x1b_Ga=d,d=I,i="), 2);
        terminal.assert_sane();
    }
}

#[test]
fn a_sixel_is_written_once_and_overdrawn_by_what_follows() {
    let (mut terminal, _folder) = in_terminal("sixel");
    terminal.wait_for("Behind, a needle.");
    terminal.wait_until("the sixel", |_| count(&terminal, "\x1bP") == 1);
    let place = terminal.written();
    let before = place.split("\x1bP").next().expect("what stands before it");
    assert!(before.ends_with('A') && before.contains("X\x1b[1B"), "cells are taken away first");
    terminal.press("\r");
    terminal.wait_for("? keys");
    assert_eq!(count(&terminal, "\x1bP"), 1, "a frame that does not move it does not write it");
    leave_the_picture(&mut terminal);
    terminal.press("H");
    terminal.wait_for("Behind, a needle.");
    terminal.wait_until("the sixel again", |_| count(&terminal, "\x1bP") == 2);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}

#[test]
fn nothing_is_asked_or_sent_where_pictures_are_not_wanted() {
    let (mut terminal, _folder) = in_terminal("placeholder");
    terminal.wait_for("Behind, a needle.");
    terminal.press("\r");
    terminal.wait_for("? keys");
    assert_eq!((count(&terminal, "\x1b_G"), count(&terminal, "\x1b[16t"), count(&terminal, "\x1bP")), (0, 0, 0));
    // Turned on, the terminal is asked; it does not answer, and half blocks come.
    terminal.press(":view.pictures\r");
    terminal.wait_for("pictures are shown: half blocks");
    terminal.wait_for("▀");
    assert_eq!(count(&terminal, "\x1b_Gi=31"), 1);
    terminal.press("q");
    assert_eq!(terminal.end(), 0);
    terminal.assert_sane();
}
