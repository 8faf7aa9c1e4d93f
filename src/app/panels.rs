//! The rows of help, palette, facets and the other lists: made from the tables, never written by hand.

use super::command::{COMMANDS, Command, CommandRow, Group};
use super::effect::Reading;
use super::keymap::{Context, Keymap};
use super::model::Model;
use super::overlay::{Choice, Panel, PanelKind, PanelRow};
use crate::config::spell_chord;
use crate::docql::Hit;
use std::collections::BTreeMap;

/// The keys of a command, as they are shown: `c, g c`.
pub fn keys_of(keymap: &Keymap, command: Command, most: usize) -> String {
    let context = if command.row().group == Group::Prompt { Context::Prompt } else { Context::Browse };
    let chords = keymap.keys_of(context, command);
    chords.iter().take(most).map(|chord| spell_chord(chord)).collect::<Vec<_>>().join(", ")
}

fn command_row(keymap: &Keymap, row: &CommandRow, group: &'static str) -> PanelRow {
    PanelRow {
        left: keys_of(keymap, row.command, 3),
        text: row.title.to_owned(),
        right: if row.docql.is_empty() { row.id.to_owned() } else { format!("{}   {}", row.docql, row.id) },
        doc: row.doc.to_owned(),
        group,
        choice: Choice::Command(row.command),
    }
}

/// Keys, commands and the language.
pub fn help(model: &Model) -> Panel {
    let mut rows = Vec::new();
    for (group, title) in Group::ALL {
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
    rows.extend(super::vocabulary::rows());
    Panel::new(PanelKind::Help, "KEYS AND LANGUAGE", rows)
}

/// Commands by name.
pub fn palette(model: &Model) -> Panel {
    let mut rows: Vec<PanelRow> = COMMANDS
        .iter()
        .filter(|row| row.group != Group::Prompt && row.command != Command::Palette)
        .map(|row| PanelRow {
            left: keys_of(&model.keymap, row.command, 1),
            text: row.title.to_owned(),
            ..command_row(&model.keymap, row, "")
        })
        .collect();
    if cfg!(debug_assertions) {
        for (id, _) in super::command::HIDDEN {
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
        choice: Choice::None,
    });
    let count = model.listing.skipped.len();
    let noun = if count == 1 { "FILE" } else { "FILES" };
    Panel::new(PanelKind::Problems, format!("{count} {noun} LEFT OUT"), rows.collect())
}

/// Ways to narrow the results, counted over the loaded hits. Each is a condition added to the query.
pub fn facets(model: &Model) -> Option<Panel> {
    let results = model.results.results.as_ref()?;
    let reading = model.results.reading?;
    let mut rows = Vec::new();
    let mut add = |group: &'static str, counts: BTreeMap<String, usize>, words: &str, field: &str| {
        let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
        counts.sort_by_key(|(value, count)| (std::cmp::Reverse(*count), value.clone()));
        for (value, count) in counts.into_iter().take(12) {
            let query = narrowed(&model.results.text, reading, words, field, &value);
            rows.push(PanelRow {
                left: count.to_string(),
                text: value,
                right: query.clone(),
                doc: String::new(),
                group,
                choice: Choice::Query(query),
            });
        }
    };
    add("KIND", count(&results.hits, |hit| Some(hit.kind.id().to_owned())), "kind", "@.kind ==");
    let language = |hit: &Hit| {
        let at = model.listing.find(&hit.path)?;
        Some(model.listing.files[at].format.id.to_owned())
    };
    add("LANGUAGE", count(&results.hits, language), "lang", "@.lang ==");
    let directory = |hit: &Hit| hit.path.split_once('/').map(|(first, _)| format!("{first}/"));
    add("DIRECTORY", count(&results.hits, directory), "path", "@.path startsWith");
    let loaded = results.hits.len();
    let title = if loaded < results.total {
        format!("NARROW THE RESULTS ─ counted in the {loaded} of {} that are loaded", results.total)
    } else {
        "NARROW THE RESULTS".to_owned()
    };
    Some(Panel::new(PanelKind::Facets, title, rows))
}

fn count(hits: &[Hit], value: impl Fn(&Hit) -> Option<String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for value in hits.iter().filter_map(value) {
        *counts.entry(value).or_default() += 1;
    }
    counts
}

/// The query with a condition more; the same condition a second time is taken away again.
fn narrowed(text: &str, reading: Reading, words: &str, field: &str, value: &str) -> String {
    let (addition, separator) = match reading {
        Reading::Docql => (format!("[?({field} \"{value}\")]"), ""),
        _ => (format!("{words}:{value}"), " "),
    };
    match text.strip_suffix(&addition) {
        Some(without) => without.trim_end().to_owned(),
        None => format!("{text}{separator}{addition}"),
    }
}

/// Where the rows of a panel are, on a screen of this model's size.
pub fn body(model: &Model) -> super::layout::Area {
    let frame = frame(model);
    super::layout::Area::new(frame.x + 1, frame.y + 2, frame.width.saturating_sub(2), frame.height.saturating_sub(4))
}

/// Where a panel is, its frame included.
pub fn frame(model: &Model) -> super::layout::Area {
    let width = model.width.saturating_sub(4).clamp(model.width.min(30), 100);
    let height = model.height.saturating_sub(4).max(model.height.min(8));
    super::layout::Area::new((model.width - width) / 2, (model.height - height) / 2, width, height)
}
