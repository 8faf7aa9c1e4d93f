//! The rows of help, palette, facets and the other lists: made from the tables, never written by hand.

use crate::app::protocol::command::{COMMANDS, Command, CommandRow, Group};
use crate::app::protocol::keymap::{Context, Keymap};
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::app::state::pictures;
use crate::app::update::command_line::usage;
use crate::config::spell_chord;
use crate::stdx::display_width;

/// The keys of a command, as they are shown: `c, g c`.
pub fn keys_of(keymap: &Keymap, command: Command, most: usize) -> String {
    let context = if command.row().group == Group::Prompt { Context::Prompt } else { Context::Browse };
    let chords = keymap.keys_of(context, command);
    chords.iter().take(most).map(|chord| spell_chord(chord)).collect::<Vec<_>>().join(", ")
}

/// The name of a command, and what it takes behind it.
fn label(row: &CommandRow) -> String {
    match usage(row.command) {
        "" => row.title.to_owned(),
        usage => format!("{} {usage}", row.title),
    }
}

/// The ways on from a key that does nothing: `/ search · f filter · ? keys`.
pub fn ways(keymap: &Keymap) -> String {
    let ways = [
        (Command::EditQuery, "search"),
        (Command::FilterPane, "filter"),
        (Command::Help, "keys"),
        (Command::Quit, "quits"),
    ];
    let said = ways.iter().filter_map(|(command, does)| {
        let key = keys_of(keymap, *command, 1);
        (!key.is_empty()).then(|| format!("{key} {does}"))
    });
    said.collect::<Vec<_>>().join(" · ")
}

/// A row of a list of commands.
pub(super) fn command_row(keymap: &Keymap, row: &CommandRow, group: &'static str) -> PanelRow {
    PanelRow {
        left: keys_of(keymap, row.command, 3),
        text: label(row),
        right: if row.docql.is_empty() { row.id.to_owned() } else { format!("{}   {}", row.docql, row.id) },
        doc: row.doc.to_owned(),
        group,
        choice: Choice::Command(row.command),
    }
}

/// Keys, commands and the language; what concerns the pane that has the focus stands first.
pub fn help(model: &Model) -> Panel {
    let mut rows = Vec::new();
    let here = match model.arrangement.pane {
        _ if model.focus() == Focus::Prompt => Group::Prompt,
        Focus::Toc => Group::Move,
        Focus::Preview => Group::View,
        _ => Group::Layers,
    };
    let mut groups: Vec<&(Group, &str)> = Group::ALL.iter().collect();
    groups.sort_by_key(|(group, _)| *group != here);
    for (group, title) in groups {
        let of_group = COMMANDS.iter().filter(|row| row.group == *group);
        rows.extend(of_group.map(|row| command_row(&model.keymap, row, title)));
    }
    for (text, doc) in [
        ("words", "Search names, headings and text; \"exact phrase\", -not, path: lang: kind: narrow it."),
        ("$…", "A DocQL query, completed while you type. Tab takes a completion, Enter runs."),
        ("?…", "A question: its words are searched."),
        (":…", "A command by its name."),
    ] {
        rows.push(PanelRow {
            left: String::new(),
            text: text.to_owned(),
            right: String::new(),
            doc: doc.to_owned(),
            group: "THE PROMPT reads its first character",
            choice: Choice::None,
        });
    }
    for (text, doc) in OUTSIDE {
        rows.push(PanelRow {
            left: String::new(),
            text: text.to_owned(),
            right: String::new(),
            doc: doc.to_owned(),
            group: "FROM THE SHELL",
            choice: Choice::None,
        });
    }
    rows.extend(super::glyphs::legend());
    rows.extend(super::vocabulary::rows(&model.examples));
    Panel::new(PanelKind::Help, "KEYS AND LANGUAGE", rows)
}

/// What the program is started with to learn it, and to go on.
const OUTSIDE: [(&str, &str); 3] = [
    ("docql tutorial", "Ten minutes in which the explorer is learned by using it, on files of its own."),
    ("docql --resume", "Goes on where the last session of this workspace was left."),
    ("docql --help", "Everything the program does without the explorer."),
];

/// The order of the groups in the palette; what is not named here stands at the end.
const PALETTE: [Group; 6] = [Group::Query, Group::Layers, Group::Act, Group::Copy, Group::View, Group::Program];

/// Commands by name.
pub fn palette(model: &Model) -> Panel {
    let mut commands: Vec<&CommandRow> =
        COMMANDS.iter().filter(|row| row.group != Group::Prompt && row.command != Command::Palette).collect();
    // Who knows no command sees first what can be asked and where one can go; moving has keys that everyone knows.
    let place = |group: Group| PALETTE.iter().position(|other| *other == group);
    commands.sort_by_key(|row| place(row.group).unwrap_or(PALETTE.len()));
    let mut rows: Vec<PanelRow> = commands
        .into_iter()
        .map(|row| PanelRow { left: keys_of(&model.keymap, row.command, 1), ..command_row(&model.keymap, row, "") })
        .collect();
    if cfg!(debug_assertions) {
        for (id, _) in crate::app::protocol::command::HIDDEN {
            rows.push(PanelRow {
                left: String::new(),
                text: (*id).to_owned(),
                right: String::new(),
                doc: String::new(),
                group: "",
                choice: Choice::Crash,
            });
        }
    }
    Panel::new(PanelKind::Palette, "COMMAND", rows)
}

/// Files that were left out, and why.
pub fn problems(model: &Model) -> Panel {
    let rows = model.listing.skipped.iter().map(|skipped| PanelRow {
        left: String::new(),
        text: skipped.path.clone(),
        right: skipped.reason.clone(),
        doc: String::new(),
        group: "",
        choice: match pictures::can_open(model, &skipped.path) {
            true => Choice::Link(format!("/{}", skipped.path)),
            false => Choice::None,
        },
    });
    let count = model.listing.skipped.len();
    let noun = if count == 1 { "FILE" } else { "FILES" };
    Panel::new(PanelKind::Problems, format!("{count} {noun} LEFT OUT"), rows.collect())
}

/// Scrolls the topmost list so that its cursor is on the screen.
pub fn fit(model: &mut Model) {
    let height = usize::from(body(model).height);
    if let Some(panel) = model.overlays.last_mut() {
        panel.window.follow(panel.shown.len(), height);
    }
}

/// Where the rows of a panel are, on a screen of this model's size.
pub fn body(model: &Model) -> crate::app::state::layout::Area {
    let frame = frame(model);
    let taken = 3 + doc_lines(model);
    crate::app::state::layout::Area::new(
        frame.x + 1,
        frame.y + 2,
        frame.width.saturating_sub(2),
        frame.height.saturating_sub(taken),
    )
}

/// How many lines there are for the sentence about the chosen row: as many as the longest of the list needs, where
/// there is room, so that nothing moves while one goes through the rows.
pub fn doc_lines(model: &Model) -> u16 {
    let height = frame(model).height;
    if height < 7 {
        return 0;
    }
    let cells = usize::from(width(model).saturating_sub(4)).max(1);
    let rows = model.overlays.last().map_or(&[][..], |panel| &panel.rows);
    let longest = rows.iter().map(|row| display_width(&row.doc)).max().unwrap_or(0);
    // A line that ends before a word is not full.
    let wanted = if longest <= cells { 1 } else { (longest + longest / 8).div_ceil(cells) as u16 };
    wanted.clamp(1, if height < 16 { 1 } else { MOST_DOC_LINES })
}

/// Most lines for the sentence about a row.
const MOST_DOC_LINES: u16 = 3;

/// How wide a panel is, its frame included.
fn width(model: &Model) -> u16 {
    model.width.saturating_sub(4).clamp(model.width.min(30), 100)
}

/// The cells that the text of a row has, beside frame, mark and scroll bar.
pub(in crate::app) fn text_width(model: &Model) -> usize {
    usize::from(width(model).saturating_sub(6))
}

/// Where a panel is, its frame included.
pub fn frame(model: &Model) -> crate::app::state::layout::Area {
    let width = width(model);
    let most = model.usable_height().saturating_sub(4).max(model.usable_height().min(8));
    // A short list takes no more than it needs, however few of its rows what is typed leaves over.
    let height = model.overlays.last().map_or(most, |panel| panel.wanted_height().clamp(most.min(8), most));
    crate::app::state::layout::Area::new((model.width - width) / 2, (model.usable_height() - height) / 2, width, height)
}
