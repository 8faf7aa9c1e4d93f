//! The tutorial: ten steps on a small workspace, each noticed when it is done by looking at the model.

use super::command::Command;
use super::effect::Reading;
use super::keymap::{Context, Keymap};
use super::layout::Focus;
use super::model::Model;
use super::overlay::PanelKind;
use super::panels::keys_of;
use super::toc::Folding;

/// One step.
#[derive(Debug)]
pub struct Step {
    /// What it teaches, in a word or two.
    pub title: &'static str,
    /// What to do; `{id}` stands for the keys of a command.
    pub ask: &'static str,
    /// Whether it has been done.
    pub done: fn(&Model) -> bool,
}

/// Rows of the screen that the tutorial takes, below everything else.
pub const ROWS: u16 = 4;

/// The steps in order.
pub const STEPS: &[Step] = &[
    Step {
        title: "Words",
        ask: "Type light in the prompt above. Names, headings and text that match appear with every key.",
        done: |model| reads(model, Reading::Words) && prompt(model).contains("light") && hits(model) > 0,
    },
    Step {
        title: "Results",
        ask: "Press Enter: the keys now move in the results. j and k, or the arrows, choose a row; the preview follows.",
        done: |model| model.focus() == Focus::Results && model.results.moved && hits(model) > 0,
    },
    Step {
        title: "Drill down",
        ask: "{query.edit} goes back to the prompt. Type $.code.class(\"Keeper\") and press Enter twice: once to run it, \
              once to go inside. Every move is a query; the line that begins with ≡ or the prompt shows it.",
        done: |model| prompt(model).ends_with(".children") && hits(model) > 0,
    },
    Step {
        title: "Up and back",
        ask: "{layer.up} goes up one layer, {history.back} back to where you were, {history.forward} forward again. Press {layer.up}.",
        done: |model| model.focus() == Focus::Results && !prompt(model).ends_with(".children"),
    },
    Step {
        title: "Relations",
        ask: "Who lights the lamp? Press {query.edit}, ask for $.code.method(\"light\"), press Enter, then {layer.callers} for its \
              callers. {layer.tests} are its tests, {layer.mentions} its mentions in documents.",
        done: |model| prompt(model).ends_with(".callers()") && hits(model) > 0,
    },
    Step {
        title: "Completion",
        ask: "Press {query.edit} and type $.code.class(\"La – the list knows the names that are here. Tab takes the first; \
              Enter always runs what stands in the prompt.",
        done: |model| prompt(model).starts_with("$.code.class(\"Lamp\")"),
    },
    Step {
        title: "Conditions",
        ask: "Brackets keep what fulfils a condition. Press Esc until the prompt is left, then {query.edit}, and ask for \
              $.toc[?(@.level==1)]. What closes itself need not be typed.",
        done: |model| prompt(model).contains("[?(@.") && !model.prompt.is_wrong() && hits(model) > 0,
    },
    Step {
        title: "The tree",
        ask: "Esc leaves the prompt. {focus.toc} goes to the tree; {fold.open} or → unfolds a directory, a file, a class.",
        done: |model| {
            model.focus() == Focus::Toc && model.toc.selected().is_some_and(|row| row.folding == Folding::Unfolded)
        },
    },
    Step {
        title: "The preview",
        ask: "{focus.preview} goes to the preview. Scroll it with j; {preview.down} and {preview.up} scroll it from any pane. \
              {view.zoom} gives it the whole screen and takes it back. Zoom now.",
        done: |model| model.arrangement.zoomed,
    },
    Step {
        title: "Help",
        ask: "Press {app.help} and type what you look for: copy, for instance. Enter carries out the chosen row, Esc closes. \
              {app.palette} is the list of commands by name.",
        done: |model| {
            model.overlays.last().is_some_and(|panel| panel.kind == PanelKind::Help && !panel.line.text().is_empty())
        },
    },
];

fn prompt(model: &Model) -> &str {
    model.prompt.line.text()
}

fn reads(model: &Model, reading: Reading) -> bool {
    model.prompt.reading() == reading
}

/// The rows of the answer to what stands in the prompt.
fn hits(model: &Model) -> usize {
    match &model.results.results {
        Some(results) if !model.results.dimmed && !model.results.running => results.hits.len(),
        _ => 0,
    }
}

/// Where the user is in the tutorial.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tutorial {
    /// How many steps are done or skipped.
    pub done: usize,
    /// Whether the last one was done, not skipped.
    pub praised: bool,
}

impl Tutorial {
    /// What to do now; `None` when all is done.
    pub fn step(&self) -> Option<&'static Step> {
        STEPS.get(self.done)
    }

    /// Goes on without doing the step.
    pub fn skip(&mut self) {
        self.done = (self.done + 1).min(STEPS.len());
        self.praised = false;
    }
}

/// Notices that a step has been done.
pub fn watch(model: &mut Model) {
    let Some(tutorial) = &model.tutorial else { return };
    if tutorial.step().is_some_and(|step| (step.done)(model))
        && let Some(tutorial) = &mut model.tutorial
    {
        tutorial.done += 1;
        tutorial.praised = true;
    }
}

/// What a step asks, with the keys that are bound now; a command without a key is given by its name.
pub fn asked(step: &Step, keymap: &Keymap) -> String {
    let mut out = String::new();
    let mut rest = step.ask;
    while let Some((before, inner)) = rest.split_once('{') {
        out.push_str(before);
        let Some((id, after)) = inner.split_once('}') else { break };
        if let Some(command) = Command::parse(id) {
            let keys = keys_of(keymap, command, 1);
            out.push_str(&if keys.is_empty() { format!(":{}", command.row().title) } else { keys });
        }
        rest = after;
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Keys to skip a step, as they are shown where the focus is.
pub fn skip_keys(model: &Model) -> String {
    let context = if model.focus() == Focus::Prompt { Context::Prompt } else { Context::Browse };
    let keys = model.keymap.keys_of(context, Command::SkipStep);
    keys.first().map_or(":skip".to_owned(), |chord| crate::config::spell_chord(chord))
}
