//! Every main state at every size of the design, with text that is hard to draw: wide, joined, combined,
//! written from the right, with tabs. The screens are in `tests/screens/sizes-*.txt`.

use crate::screens::{Session, text};
use crate::workspace::expect;
use docql::app::{Focus, IndexProgress, LayoutForm, Msg, PANES};
use ratatui::buffer::{Buffer, CellWidth};
use std::path::Path;

const SIZES: [(u16, u16); 7] = [(200, 60), (120, 36), (80, 24), (60, 20), (40, 10), (20, 4), (1, 1)];

/// The states and the keys that lead to them.
const STATES: [(&str, &str); 8] = [
    ("empty", ""),
    ("words", "索引<ret>"),
    ("popup", "$.code.function(\""),
    ("malformed", "$.toc[?(@.level==1)].nonsense<wait>"),
    ("help", "<esc>?"),
    ("rendered", "$.content.heading(\"系统架构\")<ret>"),
    ("table", "$.content.table[0]<ret>3"),
    ("callers", "$.code.method(\"größe\")<ret>c"),
];

fn session(width: u16, height: u16) -> Session {
    let mut session = Session::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/wide"), width, height);
    session.driver.walk(&mut session.model).expect("walk");
    session
}

/// Nothing sticks out, the lines between panes are whole, the caret is on the screen.
#[track_caller]
fn assert_drawn(session: &Session, what: &str) {
    let (buffer, caret): (Buffer, _) = session.buffer();
    let (width, height) = (session.model.width, session.model.height);
    for y in 0..height {
        let mut x = 0;
        while x < width {
            x += buffer[(x, y)].cell_width().max(1);
        }
        assert_eq!(x, width, "{what}: row {y} is wider than the screen");
    }
    let layout = session.model.layout();
    if layout.form != LayoutForm::Line && session.model.overlays.is_empty() && !session.model.prompt.popup_open() {
        for pane in PANES.iter().map(|row| layout.pane(row.pane)).filter(|pane| !pane.title.is_empty()) {
            for y in pane.body.y..pane.body.y + pane.body.height {
                let hidden = session.model.prompt.error().is_some() && y < pane.body.y + 4;
                let line = pane.title.x.checked_sub(1).map(|x| buffer[(x, y)].symbol().to_owned());
                assert!(hidden || line.as_deref().is_none_or(|line| line == "│"), "{what}: row {y} is {line:?}");
            }
        }
    }
    if let Some((x, y)) = caret {
        assert!(x < width && y < height, "{what}: the caret is outside");
    }
    let typing = session.model.focus() == Focus::Prompt || !session.model.overlays.is_empty();
    assert!(!typing || caret.is_some() || layout.form == LayoutForm::Line, "{what}: no caret");
}

fn screens(name: &str, make: impl Fn(u16, u16) -> Session) {
    let mut shown = String::new();
    for (width, height) in SIZES {
        let session = make(width, height);
        assert_drawn(&session, &format!("{name} {width}x{height}"));
        shown.push_str(&format!("{width}x{height}\n{}", text(&session.buffer().0)));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens");
    expect(&folder.join(format!("sizes-{name}.txt")), &shown);
}

#[test]
#[cfg_attr(not(feature = "model"), ignore = "needs vectors")]
fn every_state_fits_every_size() {
    for (name, keys) in STATES {
        screens(name, |width, height| {
            let mut session = session(width, height);
            session.driver.index(&mut session.model);
            session.press(keys);
            session
        });
    }
    screens("indexing", |width, height| {
        let mut session = session(width, height);
        let progress = IndexProgress { done: 143, total: 200, stage: "reading" };
        session.press("gr");
        // What reading for the keys told of itself depends on the machine.
        session.driver.send(&mut session.model, Msg::IndexProgressed(Some(progress)));
        session
    });
}

#[test]
fn the_preview_has_thirty_columns_of_text_on_a_small_terminal() {
    let mut session = session(80, 24);
    session.driver.index(&mut session.model);
    session.press("auswerten<ret>");
    let body = session.model.layout().pane(Focus::Preview).body;
    assert!(body.width >= 30 + 6, "{body:?}: numbers of lines take six");
}
