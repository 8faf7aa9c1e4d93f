//! The tutorial: ten steps on a small workspace, each noticed when it is done by looking at the model.

use crate::app::lists::keys::keys_of;
use crate::app::protocol::command::Command;
use crate::app::protocol::effect::PromptReading;
use crate::app::protocol::keymap::Keymap;
use crate::app::state::model::Model;
use crate::app::state::overlay::PanelKind;
use crate::app::state::panes::Focus;
use crate::app::state::tutorial::Tutorial;
use crate::config::spell_chord;

/// One step.
#[derive(Debug)]
pub struct Step {
    /// The subject, in a word or two.
    pub title: &'static str,
    /// Things to do, one after the other.
    pub parts: &'static [Part],
}

/// One thing to do.
#[derive(Debug)]
pub struct Part {
    /// The request; `{id}` stands for the keys of a command.
    pub ask: &'static str,
    /// True once it has been done.
    pub done: fn(&Model) -> bool,
}

macro_rules! steps {
    ($($title:literal { $($ask:literal => $done:expr;)+ })+) => {
        /// The steps in order.
        pub const STEPS: &[Step] = &[$(Step { title: $title, parts: &[$(Part { ask: $ask, done: $done }),+] }),+];
    };
}

steps! {
    "Words" {
        "Type light in the prompt above. Names, headings and text that match appear with every key."
            => |model| reads(model, PromptReading::Words) && prompt(model).contains("light") && hits(model) > 0;
    }
    "Results" {
        "Press Enter: from now on the keys move in the list of results."
            => |model| answered(model, "light");
        "j and k, or the arrows, choose a row; the preview follows. Choose another row."
            => |model| answered(model, "light") && model.results.position() > 1;
    }
    "Drill down" {
        "{query.edit} goes back to the prompt. Type $.code.class(\"Keeper\") and press Enter: a query that begins \
         with $ finds just what it says."
            => |model| answered(model, "$.code.class(\"Keeper\")");
        "Press Enter once more to go inside: what the class contains becomes the list. Every move is a query; \
         the prompt shows it."
            => |model| prompt(model).ends_with(".children") && hits(model) > 0;
    }
    "Up and back" {
        "{layer.up} goes up one layer. Press it."
            => |model| model.focus() == Focus::Results && !model.history.ahead().is_empty();
        "{history.forward} goes forward again and {history.back} back: query, row and scroll position are as they \
         were. Press {history.forward}."
            => |model| model.focus() == Focus::Results && model.history.ahead().is_empty();
    }
    "Relations" {
        "Who lights the lamp? Press {query.edit}, type $.code.method(\"light\") and press Enter."
            => |model| answered(model, "$.code.method(\"light\")");
        "{layer.callers} asks who calls it; {layer.tests} would ask for its tests, {layer.mentions} for its mentions \
         in documents. Press {layer.callers}."
            => |model| prompt(model).ends_with(".callers()") && hits(model) > 0;
    }
    "Completion" {
        "Press {query.edit} and type $.code.class(\"La – the list knows the names that are here. Press Tab: it takes \
         the first."
            => |model| prompt(model).starts_with("$.code.class(\"Lamp\"");
        "Enter always runs what stands in the prompt. Press Enter."
            => |model| answered(model, "$.code.class(\"Lamp\"");
    }
    "Conditions" {
        "Brackets keep what fulfils a condition. Press {query.edit}, type $.toc[?(@.level==1)] and press Enter. What \
         closes itself need not be typed."
            => |model| answered(model, "$.toc[?(@.");
    }
    "The tree" {
        "{focus.toc} goes to the tree of directories, files and what is in them."
            => |model| model.focus() == Focus::Toc;
        "j and k move; {fold.open} or → unfolds a directory, a file, a class, {fold.close} folds it. Unfold a row."
            => |model| model.focus() == Focus::Toc && !model.toc.unfolded(1)[0].is_empty();
    }
    "The preview" {
        "{focus.preview} goes to the preview, where j and k scroll; {preview.down} and {preview.up} scroll it from \
         any pane. Press {focus.preview}."
            => |model| model.focus() == Focus::Preview;
        "{view.zoom} gives a pane the whole screen. Press it."
            => |model| model.arrangement.zoomed;
        "{view.zoom} takes the screen back. Press it again."
            => |model| !model.arrangement.zoomed;
    }
    "Help" {
        "Press {app.help} and type what you look for in everyday words: copy, for instance, or who calls."
            => |model| helped(model).is_some_and(|text| text.chars().count() >= 4);
        "Enter carries out the chosen row, Esc closes the list. {app.palette} lists commands by name. Press Esc."
            => |model| model.overlays.is_empty();
    }
}

/// True if a query that begins so was run and has found something.
fn answered(model: &Model, query: &str) -> bool {
    model.focus() == Focus::Results && prompt(model).starts_with(query) && hits(model) > 0
}

/// The text searched for in the help that is open.
fn helped(model: &Model) -> Option<&str> {
    model.overlays.last().filter(|panel| panel.kind == PanelKind::Help).map(|panel| panel.line.text())
}

fn prompt(model: &Model) -> &str {
    model.prompt.line.text()
}

fn reads(model: &Model, reading: PromptReading) -> bool {
    model.prompt.reading() == reading
}

/// The rows of the answer to what stands in the prompt.
fn hits(model: &Model) -> usize {
    match &model.results.results {
        Some(results) if !model.results.dimmed && !model.results.running => results.hits.len(),
        _ => 0,
    }
}

impl Tutorial {
    /// The step to do now; `None` when all are done.
    pub fn step(&self) -> Option<&'static Step> {
        STEPS.get(self.done)
    }

    /// The one thing to do now.
    pub fn part(&self) -> Option<&'static Part> {
        self.step()?.parts.get(self.part)
    }

    /// The present part is done: goes on to the next.
    pub(in crate::app) fn advance(&mut self) {
        self.part += 1;
        self.praised = true;
        if self.part().is_none() {
            (self.done, self.part) = (self.done + 1, 0);
        }
    }

    /// Goes on without doing the step.
    pub(in crate::app) fn skip(&mut self) {
        (self.done, self.part) = ((self.done + 1).min(STEPS.len()), 0);
        self.praised = false;
    }
}

/// The request, with the keys that are bound now; a command without a key is given by its name.
pub fn asked(part: &Part, keymap: &Keymap) -> String {
    let mut out = String::new();
    let mut rest = part.ask;
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
    let keys = model.keymap.keys_of(model.focus().context(), Command::SkipStep);
    keys.first().map_or(":skip".to_owned(), |chord| spell_chord(chord))
}
