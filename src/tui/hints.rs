//! The line of hints: what can be done with the row that is selected, in its pane.

use super::theme::Role;
use super::view::Canvas;
use super::widgets::Pen;
use crate::app::{Area, Command, Context, Focus, Keymap, Reading, StopKind};
use crate::config::spell_chord;
use crate::document::Family;
use crate::stdx::display_width;

/// Draws the hints that fit, the most useful first.
pub fn draw(canvas: &mut Canvas, area: Area) {
    let (model, theme) = (canvas.model, canvas.theme);
    let (name, commands) = commands(canvas);
    let dim = theme.role(Role::Dim);
    let key = theme.role(Role::Key);
    if model.filtering.is_some() {
        let mut pen = Pen::new(canvas.buffer, area, 0);
        pen.put(" FILTER", theme.role(Role::TitleFocused)).put("  ", dim);
        for (chord, title) in [("Enter", "keep"), ("Esc", "clear"), ("↑↓", "move")] {
            pen.put(chord, key).put(" ", dim).put(title, dim).put("  ", dim);
        }
        return;
    }
    let context = if model.focus() == Focus::Prompt { Context::Prompt } else { Context::Browse };
    let mut pen = Pen::new(canvas.buffer, area, 0);
    pen.put_right(" ", dim).put_right(&always(&model.keymap, context), dim).put(" ", dim);
    if area.width >= 70 {
        pen.put(name, theme.role(Role::TitleFocused)).put("  ", dim);
    }
    for command in commands {
        let Some(chord) = model.keymap.keys_of(context, command).first().map(|chord| spell_chord(chord)) else {
            continue;
        };
        let title = match command {
            Command::Enter | Command::RunQuery if model.picking => "pick",
            Command::Up if model.picking => continue,
            Command::ToggleSource if model.preview.source => "rendered",
            Command::Enter if model.preview.stop_at() == Some(StopKind::Fold) && model.focus() == Focus::Preview => {
                "fold or unfold"
            }
            Command::Enter if model.focus() == Focus::Preview => "row as record",
            Command::Enter if model.results.results.is_none() && model.focus() == Focus::Results => "run",
            Command::Compare => "back",
            Command::ToggleWrap if model.preview.wrap => "cut",
            other => other.row().title,
        };
        if display_width(&chord) + display_width(title) + 4 > pen.left() {
            break;
        }
        pen.put(&chord, key).put(" ", dim).put(title, dim).put("  ", dim);
    }
}

/// What works whatever the row is: `? keys  : commands`.
fn always(keymap: &Keymap, context: Context) -> String {
    let rows = match context {
        Context::Prompt => [(Command::LeavePrompt, "browse"), (Command::Interrupt, "clear")],
        Context::Browse => [(Command::Help, "keys"), (Command::Palette, "commands")],
    };
    let said = rows.iter().filter_map(|(command, does)| {
        let chord = spell_chord(keymap.keys_of(context, *command).first()?);
        Some(format!("{chord} {does}"))
    });
    said.collect::<Vec<_>>().join("  ")
}

fn commands(canvas: &Canvas) -> (&'static str, Vec<Command>) {
    use Command::*;
    let model = canvas.model;
    let subject = model.subject();
    let layers: &[Command] = match subject.as_ref().map(|subject| subject.kind.family()) {
        Some(Family::Class | Family::Function) => &[Callers, Callees, Tests, Mentions],
        Some(Family::Member) => &[References, Mentions],
        _ => &[],
    };
    match model.focus() {
        Focus::Prompt => {
            let mut commands = vec![RunQuery];
            if model.prompt.reading() == Reading::Docql {
                commands.push(AcceptCompletion);
            }
            commands.extend([PromptDown, QueryHistory]);
            if matches!(model.prompt.reading(), Reading::Words | Reading::Question) {
                commands.push(AsDocql);
            }
            ("PROMPT", commands)
        }
        Focus::Toc => ("TREE", [&[Enter, Unfold, Fold, FilterPane], layers, &[OpenEditor, EditQuery]].concat()),
        Focus::Results if model.results.results.is_none() => {
            ("TRY", vec![Enter, MoveDown, EditQuery, EditDocql, FocusToc])
        }
        Focus::Results => {
            ("RESULTS", [&[Enter, OpenEditor], layers, &[Up, Back, NextMatch, FilterPane, Facets, EditQuery]].concat())
        }
        Focus::Preview => (
            "PREVIEW",
            if model.preview.record.is_some() {
                return ("RECORD", vec![Up, NextStop, PreviousStop, CopyTable, CopyCsv]);
            } else if model.preview.comparing {
                vec![Compare, ToggleWrap, ToggleSource, OpenEditor, Zoom, EditQuery]
            } else if model.preview.stop_at() == Some(StopKind::Row) {
                vec![Up, Enter, NextStop, CopyTable, CopyCsv, ToggleSource, OpenEditor, Zoom, EditQuery]
            } else {
                let mut basics =
                    vec![Up, NextMatch, FilterPane, ToggleSource, ToggleWrap, FollowLink, OpenEditor, Zoom, EditQuery];
                match model.preview.stop_at() {
                    Some(_) => basics.splice(1..1, [Enter, NextStop]).for_each(drop),
                    None if model.preview.has_stop_in_view() => basics.insert(3, NextStop),
                    None => {}
                }
                basics
            },
        ),
    }
}
