//! The layout of the screen: a function of its size and of the arrangement of the panes.
//!
//! Called by `update` (page sizes, what is under the mouse) and by the drawing code, so that both agree.

use super::arrangement::Arrangement;
use super::panes::{Column, Focus, PANES};
use crate::config::LayoutChoice;

/// A rectangle of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Left column.
    pub x: u16,
    /// Top row.
    pub y: u16,
    /// Columns.
    pub width: u16,
    /// Rows.
    pub height: u16,
}

impl Area {
    /// The rectangle with these edges.
    pub fn new(x: u16, y: u16, width: u16, height: u16) -> Area {
        Area { x, y, width, height }
    }

    /// True if the cell is inside.
    pub fn contains(self, column: u16, row: u16) -> bool {
        (self.x..self.x.saturating_add(self.width)).contains(&column)
            && (self.y..self.y.saturating_add(self.height)).contains(&row)
    }

    /// True if no cell is inside.
    pub fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }
}

/// The form of the layout, by the room there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayoutForm {
    /// Tree, results and preview.
    #[default]
    Wide,
    /// Two columns; the tree takes the place of the results.
    Stack,
    /// One pane, with a peek into the preview.
    Single,
    /// The prompt and a list.
    List,
    /// One line.
    Line,
}

/// A pane: its title line and its inside. Both are empty while it is not on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PaneArea {
    /// The title line.
    pub title: Area,
    /// The rows below it.
    pub body: Area,
}

/// The places of everything on the screen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// The form.
    pub form: LayoutForm,
    /// The line with breadcrumbs and the state of the index.
    pub crumbs: Area,
    /// The prompt.
    pub prompt: Area,
    /// The line that shows the reading of the query, or the move, as DocQL.
    pub reading: Area,
    /// The line of pane names, where only one pane fits.
    pub tabs: Area,
    /// The panes, in the order of their table.
    panes: [PaneArea; PANES.len()],
    /// The pinned text, beside or above the preview.
    pub pinned: PaneArea,
    /// A few lines of the preview below the only pane, under a rule.
    pub peek: Area,
    /// The rule below the panes.
    pub rule: Area,
    /// The line about the selected row.
    pub card: Area,
    /// The line of hints.
    pub hint: Area,
}

/// By so many percent the preview is wider where the tree takes no column of its own.
pub(in crate::app) const STACK_MORE: u16 = 9;

/// Side by side, two previews need at least so many columns.
const TWO_PREVIEWS: u16 = 120;
/// One above the other they need at least so many rows.
const TWO_PREVIEWS_HIGH: u16 = 10;

impl Layout {
    /// Makes room for what was pinned: left of the preview where it is wide, else above it.
    pub(super) fn with_pinned(mut self) -> Layout {
        let PaneArea { title, body } = self.pane(Focus::Preview);
        if body.width >= TWO_PREVIEWS {
            let left = body.width / 2;
            let cut = |area: Area, x: u16, width: u16| if area.is_empty() { area } else { Area { x, width, ..area } };
            self.pinned = PaneArea { title: cut(title, title.x, left), body: cut(body, body.x, left) };
            let (x, width) = (body.x + left + 1, body.width - left - 1);
            self.put(Focus::Preview, PaneArea { title: cut(title, x, width), body: cut(body, x, width) });
        } else if body.height >= TWO_PREVIEWS_HIGH {
            let (own_title, upper) = match title.is_empty() {
                true => (Area { height: 1, ..body }, Area { y: body.y + 1, height: body.height / 2 - 1, ..body }),
                false => (title, Area { height: body.height / 2, ..body }),
            };
            let below = upper.y + upper.height;
            let rest = body.y + body.height - below - 1;
            self.pinned = PaneArea { title: own_title, body: upper };
            let place = PaneArea {
                title: Area { y: below, height: 1, ..body },
                body: Area { y: below + 1, height: rest, ..body },
            };
            self.put(Focus::Preview, place);
        }
        self
    }

    /// The place of a pane; of the prompt that of the results.
    pub fn pane(&self, pane: Focus) -> PaneArea {
        self.panes[pane.place()]
    }

    fn put(&mut self, pane: Focus, place: PaneArea) {
        self.panes[pane.place()] = place;
    }

    /// The cells for what is inside a pane: those of its body, or of the peek into it.
    pub(in crate::app) fn inside(&self, pane: Focus) -> Area {
        let body = self.pane(pane).body;
        match body.is_empty() && pane.row().follows {
            // The first row of the peek is a rule.
            true => Area { height: self.peek.height.saturating_sub(1), ..self.peek },
            false => body,
        }
    }

    /// The place of the pane that is shown in a column; empty if there is none.
    pub(in crate::app) fn column(&self, column: Column) -> PaneArea {
        let places = PANES.iter().filter(|row| row.column == column).map(|row| self.pane(row.pane));
        places.into_iter().find(|place| !place.body.is_empty()).unwrap_or_default()
    }
}

/// Finds a place for everything on a screen of `width` × `height` cells.
pub fn layout(width: u16, height: u16, arrangement: &Arrangement) -> Layout {
    let form = form(width, height, arrangement.choice);
    let mut layout = Layout { form, ..Layout::default() };
    if form == LayoutForm::Line {
        layout.prompt = Area::new(0, 0, width, height.min(1));
        return layout;
    }
    let (mut top, mut bottom) = (0, height);
    if form != LayoutForm::List && height >= 18 {
        layout.crumbs = Area::new(0, 0, width, 1);
        top += 1;
    }
    layout.prompt = Area::new(0, top, width, 1);
    top += 1;
    if height >= 30 {
        layout.reading = Area::new(0, top, width, 1);
        top += 1;
    }
    if form != LayoutForm::List && height >= 20 {
        bottom -= 1;
        layout.hint = Area::new(0, bottom, width, 1);
    }
    if height >= 8 {
        bottom -= 1;
        layout.card = Area::new(0, bottom, width, 1);
    }
    if height >= 30 && form != LayoutForm::Single {
        bottom -= 1;
        layout.rule = Area::new(0, bottom, width, 1);
    }
    let middle = Area::new(0, top, width, bottom.saturating_sub(top));
    if arrangement.zoomed || matches!(form, LayoutForm::Single | LayoutForm::List) {
        single(&mut layout, middle, arrangement);
    } else {
        columns(&mut layout, middle, arrangement);
    }
    layout
}

fn form(width: u16, height: u16, choice: LayoutChoice) -> LayoutForm {
    if width < 20 || height < 4 {
        return LayoutForm::Line;
    }
    if width < 50 || height < 10 {
        return LayoutForm::List;
    }
    match choice {
        LayoutChoice::Single => LayoutForm::Single,
        LayoutChoice::Wide if width >= 80 => LayoutForm::Wide,
        LayoutChoice::Stack if width >= 70 => LayoutForm::Stack,
        _ if width >= 110 => LayoutForm::Wide,
        _ if width >= 80 => LayoutForm::Stack,
        _ => LayoutForm::Single,
    }
}

fn single(layout: &mut Layout, mut middle: Area, arrangement: &Arrangement) {
    if layout.form != LayoutForm::List {
        layout.tabs = Area { height: 1.min(middle.height), ..middle };
        middle.y += layout.tabs.height;
        middle.height -= layout.tabs.height;
    }
    let pane = arrangement.pane;
    if layout.form == LayoutForm::Single && !pane.row().follows && !arrangement.zoomed && middle.height >= 12 {
        // A third for the preview, its rule included: less would not show what a row is about.
        let peek = (middle.height / 3).max(3) + 1;
        middle.height -= peek;
        layout.peek = Area::new(0, middle.y + middle.height, middle.width, peek);
    }
    layout.put(pane, PaneArea { title: Area::default(), body: middle });
}

fn columns(layout: &mut Layout, middle: Area, arrangement: &Arrangement) {
    let share = |percent: u16| (u32::from(middle.width) * u32::from(percent) / 100) as u16;
    let preview = if arrangement.preview_hidden { 0 } else { share(arrangement.preview_share) };
    let preview = if layout.form == LayoutForm::Stack && preview > 0 {
        share(arrangement.preview_share + STACK_MORE)
    } else {
        preview
    };
    let toc = if arrangement.toc_hidden || layout.form == LayoutForm::Stack { 0 } else { share(arrangement.toc_share) };
    // The results keep a readable width whatever the shares are; one column is for each separator.
    let min_main = 30.min(middle.width);
    let preview = preview.min(middle.width.saturating_sub(min_main + 1));
    let toc = toc.min(middle.width.saturating_sub(preview + min_main + 2));
    let toc = if toc < 12 { 0 } else { toc };
    let preview = if preview < 12 { 0 } else { preview };
    let place = |x: u16, width: u16| PaneArea {
        title: Area::new(x, middle.y, width, 1.min(middle.height)),
        body: Area::new(x, middle.y + 1, width, middle.height.saturating_sub(1)),
    };
    let left = if toc > 0 { toc + 1 } else { 0 };
    let right = if preview > 0 { preview + 1 } else { 0 };
    let main = place(left, middle.width.saturating_sub(left + right));
    if toc > 0 {
        layout.put(arrangement.shown_in(Column::Left), place(0, toc));
    }
    if preview > 0 {
        layout.put(arrangement.shown_in(Column::Right), place(middle.width - preview, preview));
    }
    let takes_main = layout.form == LayoutForm::Stack && arrangement.pane.row().column == Column::Left;
    let pane = if takes_main { arrangement.pane } else { arrangement.shown_in(Column::Main) };
    layout.put(pane, main);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrangement(pane: Focus) -> Arrangement {
        let mut arrangement = Arrangement::usual(LayoutChoice::Auto, 25, 40);
        arrangement.set_focus(pane);
        arrangement
    }

    #[test]
    fn everything_stays_on_the_screen_at_every_size() {
        for width in 0..140 {
            for height in 0..50 {
                for pane in PANES.iter().map(|row| row.pane) {
                    for zoomed in [false, true] {
                        let layout = layout(width, height, &Arrangement { zoomed, ..arrangement(pane) });
                        let lines = [layout.crumbs, layout.prompt, layout.reading, layout.tabs, layout.peek];
                        let below = [layout.rule, layout.card, layout.hint];
                        for area in
                            layout.panes.iter().flat_map(|pane| [pane.title, pane.body]).chain(lines).chain(below)
                        {
                            assert!(area.is_empty() || area.x + area.width <= width, "{width}x{height} {area:?}");
                            assert!(area.is_empty() || area.y + area.height <= height, "{width}x{height} {area:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_pinned_and_the_preview_share_the_place() {
        for width in 0..200 {
            for height in 0..40 {
                for zoomed in [false, true] {
                    let before = layout(width, height, &Arrangement { zoomed, ..arrangement(Focus::Preview) });
                    let after = before.clone().with_pinned();
                    let cells = |pane: PaneArea| {
                        usize::from(pane.title.width * pane.title.height)
                            + usize::from(pane.body.width * pane.body.height)
                    };
                    let (whole, rest) = (before.pane(Focus::Preview), after.pane(Focus::Preview));
                    let beside = !after.pinned.body.is_empty() && after.pinned.body.x != rest.body.x;
                    let line = usize::from(beside);
                    let separator = line * usize::from(whole.body.height + whole.title.height);
                    let both = cells(after.pinned) + cells(rest) + separator;
                    assert_eq!(both, cells(whole), "{width}x{height}");
                }
            }
        }
    }

    #[test]
    fn breakpoints_are_those_of_the_design() {
        let form = |width, height| layout(width, height, &arrangement(Focus::Results)).form;
        assert_eq!(
            [form(120, 36), form(80, 24), form(60, 20)],
            [LayoutForm::Wide, LayoutForm::Stack, LayoutForm::Single]
        );
        assert_eq!([form(40, 10), form(20, 4), form(1, 1)], [LayoutForm::List, LayoutForm::List, LayoutForm::Line]);
        let stack = layout(80, 24, &arrangement(Focus::Results));
        assert!(stack.pane(Focus::Preview).body.width >= 30 && stack.pane(Focus::Results).body.width >= 30);
    }
}
