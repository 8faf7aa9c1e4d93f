//! Lexical rules of a language: its comments, strings and names, and the comments that document a file.

use super::NamePlace;

/// One sort of string literals.
#[derive(Debug)]
pub struct StringRule {
    /// The opening mark (`"`, `r#"`, `"""`).
    pub open: &'static str,
    /// The closing mark.
    pub close: &'static str,
    /// True if a backslash escapes the next character.
    pub escapes: bool,
    /// True if it may hold line breaks; if not, a line break ends it (an unclosed quote does no harm).
    pub multiline: bool,
}

/// Comments, strings and names as a language writes them.
#[derive(Debug)]
pub struct Lexis {
    /// Marks of comments that end with the line.
    pub line_comments: &'static [&'static str],
    /// Opening and closing marks of block comments.
    pub block_comments: &'static [(&'static str, &'static str)],
    /// True if block comments nest.
    pub nested_comments: bool,
    /// Strings, longer openings first.
    pub strings: &'static [StringRule],
    /// Words that are never names of declared things.
    pub keywords: &'static [&'static str],
    /// The words at the top of a file that document it.
    pub file_doc: &'static FileDoc,
    /// Places where names of some families can be declared; those of other families can be anywhere.
    pub name_places: &'static [NamePlace],
}

/// The documentation of a file at its top, as a language has it.
#[derive(Debug)]
pub struct FileDoc {
    /// The beginnings of comments that document the file they stand in; where a language has such, no other does.
    pub inner: &'static [&'static str],
    /// True if a string that is the first statement does.
    pub docstring: bool,
    /// The beginnings of lines that may stand above the documentation; each is passed over, up to the bracket that
    /// closes what it opens.
    pub above: &'static [&'static str],
    /// The beginnings of lines that are no declarations: a comment directly above one is about the file.
    pub below: &'static [&'static str],
    /// Marks within comments that document the file even directly above a declaration.
    pub tags: &'static [&'static str],
}

impl FileDoc {
    /// Whatever comment stands first, apart from what follows it.
    pub const HEADER: FileDoc = FileDoc { inner: &[], docstring: false, above: &[], below: &[], tags: &[] };
}
