//! Of what the terminal is given of pictures, and when.

use crate::pictures::Blocks;
use crate::tui::terminal::backend::tests::Written;
use crate::tui::view::pictures::*;

fn picture(number: u32, graphics: Graphics) -> Arc<Picture> {
    let blocks = Blocks::of(2, 2, &[[9, 9, 9, 255]; 8].concat());
    Arc::new(Picture { number, blocks, graphics: Some(graphics) })
}

fn kitty(number: u32) -> Arc<Picture> {
    let firsts = vec!["\u{10eeee}a".to_owned(), "\u{10eeee}b".to_owned()];
    let further = "\u{10eeee}".to_owned();
    let (transmit, delete) = (format!("<give {number}>"), format!("<forget {number}>"));
    picture(number, Graphics::Kitty(Kitty { transmit, delete, colour: [1, 2, 3], firsts, further }))
}

#[test]
fn what_the_terminal_keeps_is_sent_once_and_taken_back_when_it_is_not_needed() {
    let written = Written::default();
    let mut backend = FrameBackend::new(written.clone());
    let mut given = Given::default();
    let (one, two) = (kitty(1), kitty(2));
    let mut frame = |ready: &[&Arc<Picture>]| {
        given.before(ready.iter().copied(), &mut backend).expect("memory");
        backend.end_frame().expect("memory");
        written.take()
    };
    assert_eq!(frame(&[]), "", "nothing is written where there is nothing");
    assert_eq!(frame(&[&one]), "\x1b[?2026h<give 1>\x1b[?2026l");
    assert_eq!(frame(&[&one]), "");
    assert_eq!(frame(&[&two, &one]), "\x1b[?2026h<give 2>\x1b[?2026l");
    assert_eq!(frame(&[&two]), "\x1b[?2026h<forget 1>\x1b[?2026l");
    given.take_back(&mut backend).expect("memory");
    assert_eq!(written.take(), "\x1b[?2026h<forget 2>");
    given.before([&two].into_iter(), &mut backend).expect("memory");
    assert_eq!(written.take(), "<give 2>", "a terminal that was left gets it again");
}

#[test]
fn what_is_drawn_over_cells_is_written_where_it_was_not_before_and_nowhere_else() {
    let written = Written::default();
    let mut backend = FrameBackend::new(written.clone());
    let mut given = Given::default();
    let picture = picture(1, Graphics::Sequence("<drawn>".to_owned()));
    let at = |y| Overlaid { picture: Arc::clone(&picture), area: Rect::new(4, y, 2, 2), ground: Color::Reset };
    let mut frame = |now: &[Overlaid]| {
        given.after(now, &mut backend).expect("memory");
        written.take()
    };
    assert_eq!(frame(&[at(7)]), "\x1b[?2026h\x1b[8;5H\x1b[49m<drawn>\x1b[m");
    assert_eq!(frame(&[at(7)]), "");
    assert_eq!(frame(&[at(6)]), "\x1b[7;5H\x1b[49m<drawn>\x1b[m");
    assert_eq!(frame(&[]), "");
    assert_eq!(frame(&[at(6)]), "\x1b[7;5H\x1b[49m<drawn>\x1b[m", "cells were there in between");
    given.cleared();
    given.after(&[at(6)], &mut backend).expect("memory");
    assert_eq!(written.take(), "\x1b[7;5H\x1b[49m<drawn>\x1b[m");
}

#[test]
fn the_cells_of_a_picture_that_is_gone_are_written_even_if_they_hold_nothing() {
    let screen = Rect::new(0, 0, 6, 4);
    let mut with = Buffer::empty(screen);
    for position in Rect::new(1, 1, 2, 2).positions() {
        with[position].set_diff_option(CellDiffOption::Skip);
    }
    let mut without = Buffer::empty(screen);
    without.set_string(0, 0, "text", Style::default());
    let drawn: Vec<(u16, u16)> = with.diff(&without).into_iter().map(|(x, y, _)| (x, y)).collect();
    for position in Rect::new(1, 1, 2, 2).positions() {
        assert!(drawn.contains(&(position.x, position.y)), "{position}: {drawn:?}");
    }
    assert!(without.diff(&with).iter().all(|(x, y, _)| !(1..3).contains(x) || !(1..3).contains(y)));
}

#[test]
fn a_picture_below_a_list_or_at_the_last_line_is_left_in_half_blocks() {
    let screen = Rect::new(0, 0, 6, 4);
    let whole = |area: Rect| is_whole(&picture(1, Graphics::Sequence(String::new())), area, screen);
    assert!(whole(Rect::new(1, 1, 2, 2)));
    assert!(!whole(Rect::new(1, 2, 2, 2)), "the cursor would go below the screen");
    assert!(!whole(Rect::new(1, 1, 2, 1)) && !whole(Rect::new(1, 1, 1, 2)), "it is cut");
}
