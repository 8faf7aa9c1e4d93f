//! The selected row, and the way to it.

use crate::app::protocol::command::Command;
use crate::docql::{Hit, MatchedLine};
use crate::document::{Family, Kind, NodeKey};
use std::sync::Arc;

/// A part of the way from the workspace to the selection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crumb {
    /// Its text.
    pub label: String,
    /// A query for what is inside it; empty where there is none.
    pub query: String,
    /// Its identity, to select it in the list of what is around it.
    pub key: NodeKey,
    /// Its line; 0 for files and directories.
    pub line: u32,
    /// For a part of a trail: so many places back in the history; 0 is where the user is.
    pub back: Option<usize>,
}

/// The selected row, as commands act upon it.
#[derive(Clone, Debug, PartialEq)]
pub struct Subject {
    /// Its identity.
    pub key: NodeKey,
    /// The file; a directory's path ends in `/`.
    pub path: Arc<str>,
    /// Its kind.
    pub kind: Kind,
    /// Its name.
    pub name: String,
    /// First line; 0 for files and directories.
    pub line: u32,
    /// Last line.
    pub end_line: u32,
    /// The column of the match in the line, in bytes from 1; 0 for none.
    pub column: u32,
    /// A query that yields it.
    pub query: String,
    /// A second line about it.
    pub snippet: String,
    /// True if something is inside.
    pub container: bool,
    /// True if the line is that of a place inside of it, a call, and the second line shows it.
    pub site: bool,
    /// True if the line is that of a match inside of it, and not its first.
    pub inside: bool,
}

impl Subject {
    /// The subject that a hit is.
    pub(in crate::app) fn of_hit(hit: &Hit) -> Subject {
        let path = match hit.kind {
            Kind::Directory => format!("{}/", hit.key.path()).into(),
            _ => Arc::clone(&hit.path),
        };
        // The answer of SQL is of the database, and of none of its tables.
        let is_of_file = hit.kind == Kind::Row && hit.record.is_some() && hit.context.is_empty();
        Subject {
            key: hit.key.clone(),
            path,
            kind: hit.kind,
            name: hit.name.clone(),
            line: if is_of_file { 0 } else { hit.shown_line() },
            end_line: if is_of_file { 0 } else { hit.shown_end() },
            column: hit.matched.as_ref().map_or(0, |matched| matched.column),
            query: hit.query.clone(),
            snippet: hit.snippet.clone(),
            container: hit.drillable,
            site: hit.shows_site(),
            inside: hit.shown_line() != hit.line,
        }
    }

    /// The subject that a further match of a hit is: the same node, at the line of the match.
    pub(in crate::app) fn of_match(hit: &Hit, nth: usize) -> Subject {
        let subject = Subject::of_hit(hit);
        match hit.others.get(nth) {
            Some(MatchedLine { line, column, text, .. }) => Subject {
                key: NodeKey::line(&hit.path, *line),
                line: *line,
                end_line: *line,
                column: *column,
                snippet: text.clone(),
                site: true,
                inside: *line != hit.line,
                ..subject
            },
            None => subject,
        }
    }

    /// `path:line`.
    pub fn location(&self) -> String {
        match self.line {
            0 => self.path.to_string(),
            line => format!("{}:{line}", self.path),
        }
    }

    /// The commands that lead along the relations such a row most likely has.
    pub(in crate::app) fn relations(&self) -> &'static [Command] {
        match self.kind.family() {
            Family::Class | Family::Function => {
                &[Command::Callers, Command::Callees, Command::Tests, Command::Mentions]
            }
            Family::Member => &[Command::References, Command::Mentions],
            _ => &[],
        }
    }
}
