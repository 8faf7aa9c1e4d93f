//! The relations of a row: the steps that its query can go on with, as the language says.

use crate::app::lists::keys::keys_of;
use crate::app::protocol::command::{COMMANDS, Command};
use crate::app::protocol::keymap::Keymap;
use crate::app::state::subject::Subject;
use crate::docql::{self, Severity};
use crate::document::{Family, Kind};

/// True if the query of a row can go on with a step.
pub(in crate::app) fn has(subject: &Subject, step: &str) -> bool {
    let kind = subject.kind;
    // Of what is written only code and links name something.
    let is_written = kind.family() == Family::Section;
    if is_written && step.starts_with(".definition") && !matches!(kind, Kind::CodeBlock | Kind::Link | Kind::Image) {
        return false;
    }
    let diagnostics = docql::check(&format!("{}{step}", subject.query));
    diagnostics.iter().all(|diagnostic| diagnostic.severity != Severity::Error)
}

/// Why a command leads nowhere from a row that has no such relation, with the relations that it has: `a heading has no
/// callers; it has m mentions, g x related`.
pub(in crate::app) fn refused(keymap: &Keymap, subject: &Subject, command: Command) -> String {
    let others = COMMANDS.iter().filter_map(|row| {
        // What is around a row and beside it is no answer to what was asked.
        let step = row.command.layer_step().filter(|_| !matches!(row.command, Command::Parent | Command::Siblings))?;
        let key = keys_of(keymap, row.command, 1);
        (!key.is_empty() && has(subject, step)).then(|| format!("{key} {}", row.title))
    });
    let others: Vec<String> = others.collect();
    let kind = subject.kind.id();
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    let why = format!("{article} {kind} has no {}", command.row().title);
    if others.is_empty() { why } else { format!("{why}; it has {}", others.join(", ")) }
}
