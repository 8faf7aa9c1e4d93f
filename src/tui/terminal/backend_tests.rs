//! The bytes that are written for frames, and that a terminal shows them.

use crate::tui::terminal::backend::*;
use proptest::prelude::*;
use ratatui::Terminal;
use ratatui::style::Style;
use std::cell::RefCell;
use std::num::NonZeroU16;
use std::rc::Rc;

const SIZE: (u16, u16) = (24, 6);
const ROWS: NonZeroU16 = NonZeroU16::new(SIZE.1).unwrap();
const COLUMNS: NonZeroU16 = NonZeroU16::new(SIZE.0).unwrap();

fn screen(bytes: &[u8]) -> Vec<String> {
    let mut parser = vt100::Parser::new(ROWS, COLUMNS, 0);
    parser.process(bytes);
    // Of a space the colour of letters does not show.
    let cell = |row, column| {
        let cell = parser.screen().cell(row, column)?;
        let is_blank = matches!(cell.contents(), "" | " ") && !cell.inverse() && !cell.underline();
        Some(match is_blank {
            true => format!("{:?} {}", cell.bgcolor(), cell.is_wide_continuation()),
            false => format!("{cell:?}"),
        })
    };
    let cell = |row, column| cell(row, column).unwrap_or_default();
    (0..SIZE.1)
        .flat_map(|row| (0..SIZE.0).map(move |column| (row, column)))
        .map(|(row, column)| cell(row, column))
        .collect()
}

fn style() -> impl Strategy<Value = Style> {
    let colour = prop_oneof![
        Just(Color::Reset),
        Just(Color::Red),
        Just(Color::Indexed(200)),
        (any::<u8>(), any::<u8>()).prop_map(|(r, g)| Color::Rgb(r, g, 7)),
    ];
    let modifier = prop_oneof![
        Just(Modifier::empty()),
        Just(Modifier::BOLD),
        Just(Modifier::BOLD | Modifier::ITALIC),
        Just(Modifier::REVERSED | Modifier::UNDERLINED),
    ];
    (colour.clone(), colour, modifier).prop_map(|(fg, bg, modifier)| Style::new().fg(fg).bg(bg).add_modifier(modifier))
}

fn frames() -> impl Strategy<Value = Vec<Vec<(u16, u16, String, Style)>>> {
    let text = prop_oneof!["[a-z ]{1,9}", "[a-z]{0,3}[系统│é]{1,3}[a-z]{0,3}"];
    let piece = (0..SIZE.0, 0..SIZE.1, text, style());
    prop::collection::vec(prop::collection::vec(piece, 0..6), 1..5)
}

/// The bytes that were written, for the test to read.
#[derive(Clone, Default)]
pub struct Written(Rc<RefCell<Vec<u8>>>);

impl Written {
    /// The bytes that were written since the last time.
    pub fn take(&self) -> String {
        String::from_utf8(std::mem::take(&mut self.0.borrow_mut())).expect("text")
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// All bytes written after each frame.
fn drawn<B: Backend<Error = io::Error>>(
    backend: impl FnOnce(Written) -> B,
    frames: &[Vec<(u16, u16, String, Style)>],
    end: impl Fn(&mut B),
) -> Vec<Vec<u8>> {
    let written = Written::default();
    let backend = backend(written.clone());
    let area = ratatui::layout::Rect::new(0, 0, SIZE.0, SIZE.1);
    let options = ratatui::TerminalOptions { viewport: ratatui::Viewport::Fixed(area) };
    let mut terminal = Terminal::with_options(backend, options).expect("a terminal in memory");
    let mut out = Vec::new();
    for frame in frames {
        terminal
            .draw(|canvas| {
                for (x, y, text, style) in frame {
                    canvas.buffer_mut().set_stringn(*x, *y, text, usize::from(SIZE.0 - x), *style);
                }
                canvas.set_cursor_position((3, 3));
            })
            .expect("memory");
        end(terminal.backend_mut());
        out.push(written.0.borrow().clone());
    }
    out
}

proptest! {
    #[test]
    fn the_screen_is_what_crossterm_would_show(frames in frames()) {
        let ours = drawn(FrameBackend::new, &frames, |backend| backend.end_frame().expect("memory"));
        let theirs = drawn(CrosstermBackend::new, &frames, |_| {});
        for (ours, theirs) in ours.iter().zip(&theirs) {
            prop_assert_eq!(screen(ours), screen(theirs));
            prop_assert!(ours.len() <= theirs.len() + (BEGIN.len() + END.len()) * frames.len());
        }
    }
}

#[test]
fn a_frame_like_the_last_one_writes_nothing() {
    let frame = vec![(1, 1, "text".to_owned(), Style::new().fg(Color::Red))];
    let all = drawn(FrameBackend::new, &[frame.clone(), frame], |backend| backend.end_frame().expect("memory"));
    assert_eq!(all[0], all[1]);
}
