//! What a text writes of a place, before the file of the workspace is known that is meant.

use super::hunks::Hunk;
use crate::search::pasted::Called;
use std::borrow::Cow;

/// What a text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::search::finder) enum What {
    /// A place in a file.
    Place,
    /// A line that a diff changes: of two values as well as of files.
    Change,
    /// A path, and nothing of a place in it.
    Path,
    /// A function or a test without a place.
    Name,
    /// What was raised.
    Message,
}

/// A place as it is written: its path may be that of another machine.
pub(in crate::search::finder) struct Written<'t> {
    pub(in crate::search::finder) path: String,
    pub(in crate::search::finder) what: What,
    /// True if the path is that of a class, and its file has an ending that nothing says.
    pub(in crate::search::finder) is_class: bool,
    /// 0 where its function or the line of the program alone tells it.
    pub(in crate::search::finder) line: u32,
    pub(in crate::search::finder) column: u32,
    pub(in crate::search::finder) said: Cow<'t, str>,
    pub(in crate::search::finder) function: Option<String>,
    pub(in crate::search::finder) source: Option<Cow<'t, str>>,
    pub(in crate::search::finder) raised: Option<Cow<'t, str>>,
    /// The function or the test that is named without a place.
    pub(in crate::search::finder) called: Option<Called>,
    /// The directory that the text says its path is from.
    pub(in crate::search::finder) directory: Option<String>,
    /// The line up to the end of the path.
    pub(in crate::search::finder) upto: &'t str,
}

impl<'t> Written<'t> {
    /// A place, and what is said of it.
    pub(in crate::search::finder) fn at(
        path: String,
        line: u32,
        column: u32,
        said: impl Into<Cow<'t, str>>,
    ) -> Written<'t> {
        Written {
            path,
            what: What::Place,
            is_class: false,
            line,
            column,
            said: said.into(),
            function: None,
            source: None,
            raised: None,
            called: None,
            directory: None,
            upto: "",
        }
    }

    /// A function or a test, and the line that names it.
    pub(in crate::search::finder) fn named((called, said): (Called, &'t str)) -> Written<'t> {
        Written { what: What::Name, called: Some(called), ..Written::at(String::new(), 0, 0, said) }
    }

    /// A path in a line that names no place.
    pub(in crate::search::finder) fn of_path(path: String, said: &'t str) -> Written<'t> {
        Written { what: What::Path, ..Written::at(path, 0, 0, said) }
    }

    /// What was raised, as the text tells it.
    pub(in crate::search::finder) fn message(said: &'t str) -> Written<'t> {
        Written { what: What::Message, ..Written::at(String::new(), 0, 0, said) }
    }

    /// The changes of a hunk.
    pub(in crate::search::finder) fn changed(hunk: Hunk<'t>) -> impl Iterator<Item = Written<'t>> {
        let path = hunk.path.to_owned();
        hunk.changes()
            .into_iter()
            .map(move |(line, said)| Written { what: What::Change, ..Written::at(path.clone(), line, 0, said) })
    }

    /// The same without the text that it was read from.
    pub(in crate::search::finder) fn into_owned(self) -> Written<'static> {
        Written {
            said: Cow::Owned(self.said.into_owned()),
            source: self.source.map(|source| Cow::Owned(source.into_owned())),
            raised: self.raised.map(|raised| Cow::Owned(raised.into_owned())),
            upto: "",
            ..self
        }
    }
}
