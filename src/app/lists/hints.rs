//! The line of hints: what can be done with the row that is selected, in its pane, and where each hint stands,
//! so that a click on it does it.

use super::panels;
use crate::app::protocol::command::Command;
use crate::app::protocol::keymap::{Context, Keymap};
use crate::app::state::layout::Focus;
use crate::app::state::model::Model;
use crate::app::state::overlay::{Panel, PanelKind};
use crate::app::state::preview::StopKind;
use crate::config::spell_chord;
use crate::document::Family;
use crate::stdx::display_width;
use std::ops::Range;

/// One hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The keys, as they are shown.
    pub chord: String,
    /// What they do.
    pub title: &'static str,
    /// The same, for the one who clicks.
    pub command: Command,
    /// Where both stand on the line.
    pub columns: Range<u16>,
}

/// What the line of hints says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hints {
    /// The name of the pane, with which the line begins; empty where there is no room for it.
    pub name: &'static str,
    /// What can be done with the row, the most useful first; as many as fit.
    pub row: Vec<Hint>,
    /// What works whatever the row is, at the right end.
    pub always: Vec<Hint>,
}

/// Between two hints.
const GAP: u16 = 2;

/// The narrowest line that names the pane.
const NAMED_FROM: u16 = 70;

/// The hints on a line of this width.
pub fn hints(model: &Model, width: u16) -> Hints {
    let context = if model.focus() == Focus::Prompt { Context::Prompt } else { Context::Browse };
    let mut always = always(&model.keymap, context);
    let taken: u16 = always.iter().map(|hint| hint.columns.end + GAP).sum::<u16>().saturating_sub(GAP);
    // One free cell at either end.
    let mut end = width.saturating_sub(1);
    if taken < end {
        end -= taken;
        let mut x = end;
        for hint in &mut always {
            hint.columns = x..x + hint.columns.end;
            x = hint.columns.end + GAP;
        }
    } else {
        always.clear();
    }
    let (name, commands) = commands(model);
    let mut x = 1;
    if width >= NAMED_FROM {
        x += display_width(name) as u16 + GAP;
    }
    let mut row = Vec::new();
    for command in commands {
        let Some(hint) = hint(model, context, command) else { continue };
        if hint.columns.end + GAP + 1 > end.saturating_sub(x) {
            break;
        }
        let columns = x..x + hint.columns.end;
        x = columns.end + GAP;
        row.push(Hint { columns, ..hint });
    }
    Hints { name: if width >= NAMED_FROM { name } else { "" }, row, always }
}

impl Hints {
    /// What a click at a column does.
    pub fn at(&self, column: u16) -> Option<Command> {
        let hit = self.row.iter().chain(&self.always).find(|hint| hint.columns.contains(&column));
        hit.map(|hint| hint.command)
    }
}

/// The hint of a command, as if it stood at the left edge.
fn hint(model: &Model, context: Context, command: Command) -> Option<Hint> {
    let chord = spell_chord(model.keymap.keys_of(context, command).first()?);
    let title = match command {
        Command::Enter | Command::RunQuery if model.picking => "pick",
        Command::Up if model.picking => return None,
        Command::ToggleSource if model.preview.source => "rendered",
        Command::Enter if model.focus() == Focus::Preview => match model.preview.stop_at() {
            Some(StopKind::Fold) => "fold or unfold",
            _ => "row as record",
        },
        Command::Enter if model.results.results.is_none() && model.focus() == Focus::Results => "run",
        Command::Compare => "back",
        Command::ToggleWrap if model.preview.wrap => "cut",
        other => other.row().title,
    };
    Some(placed(chord, title, command))
}

fn placed(chord: String, title: &'static str, command: Command) -> Hint {
    let cells = (display_width(&chord) + 1 + display_width(title)) as u16;
    Hint { chord, title, command, columns: 0..cells }
}

/// `? keys  : commands`.
fn always(keymap: &Keymap, context: Context) -> Vec<Hint> {
    let rows = match context {
        Context::Prompt => [(Command::LeavePrompt, "browse"), (Command::Interrupt, "clear")],
        Context::Browse => [(Command::Help, "keys"), (Command::Palette, "commands")],
    };
    let spelt = rows.iter().filter_map(|(command, does)| {
        let chord = spell_chord(keymap.keys_of(context, *command).first()?);
        Some(placed(chord, does, *command))
    });
    spelt.collect()
}

/// The name of the pane that has the focus, and what can be done there.
fn commands(model: &Model) -> (&'static str, Vec<Command>) {
    use Command::*;
    let subject = model.subject();
    let layers: &[Command] = match subject.as_ref().map(|subject| subject.kind.family()) {
        Some(Family::Class | Family::Function) => &[Callers, Callees, Tests, Mentions],
        Some(Family::Member) => &[References, Mentions],
        _ => &[],
    };
    match model.focus() {
        Focus::Prompt => {
            let mut commands = vec![RunQuery];
            if model.prompt.reading() == crate::app::protocol::effect::Reading::Docql {
                commands.push(AcceptCompletion);
            }
            commands.extend([PromptDown, QueryHistory]);
            if matches!(
                model.prompt.reading(),
                crate::app::protocol::effect::Reading::Words | crate::app::protocol::effect::Reading::Question
            ) {
                commands.push(AsDocql);
            }
            ("PROMPT", commands)
        }
        Focus::Toc => ("TREE", [&[Enter, Unfold, Fold, FilterPane], layers, &[OpenEditor, EditQuery]].concat()),
        Focus::Results if model.results.results.is_none() => {
            ("TRY", vec![Enter, MoveDown, EditQuery, EditDocql, FocusToc])
        }
        Focus::Results if model.results.tree.is_some() => {
            ("CALLS", vec![Unfold, Fold, Callers, Callees, Enter, OpenEditor, Up, Back, NextMatch])
        }
        Focus::Results => {
            ("RESULTS", [&[Enter, OpenEditor], layers, &[Up, Back, NextMatch, FilterPane, Facets, EditQuery]].concat())
        }
        Focus::Preview if model.preview.record.is_some() => {
            ("RECORD", vec![Up, NextStop, PreviousStop, CopyTable, CopyCsv])
        }
        Focus::Preview => ("PREVIEW", in_preview(model)),
    }
}

/// What can be done in the preview. The keys of tables are named where the cursor is on a row of one, not wherever a
/// table is somewhere on the page.
fn in_preview(model: &Model) -> Vec<Command> {
    use Command::*;
    let preview = &model.preview;
    let basics = vec![Up, NextMatch, FilterPane, ToggleSource, ToggleWrap, FollowLink, OpenEditor, Zoom, EditQuery];
    match preview.stop_at() {
        _ if preview.comparing => vec![Compare, ToggleWrap, ToggleSource, OpenEditor, Zoom, EditQuery],
        Some(StopKind::Row) => {
            vec![Up, Enter, NextStop, CopyTable, CopyCsv, ToggleSource, OpenEditor, Zoom, EditQuery]
        }
        Some(StopKind::Fold) => [&[Enter, NextStop], basics.as_slice()].concat(),
        None if preview.has_stop_in_view() => [&basics[..3], &[NextStop], &basics[3..]].concat(),
        None => basics,
    }
}

/// The menu of a row: everything that the line of hints has room for on the widest screen, and copying.
pub(in crate::app) fn menu(model: &Model) -> Panel {
    let (_, commands) = commands(model);
    let copying =
        [Command::CopyLocation, Command::CopySnippet, Command::CopyRowQuery, Command::ToggleMark, Command::Up];
    let title = model.subject().map_or_else(|| "COMMANDS".to_owned(), |subject| subject.name);
    let mut all: Vec<Command> = Vec::new();
    for command in commands.into_iter().chain(copying) {
        if !all.contains(&command) {
            all.push(command);
        }
    }
    let rows = all.into_iter().map(|command| panels::command_row(&model.keymap, command.row(), ""));
    Panel::new(PanelKind::Menu, title, rows.collect())
}
