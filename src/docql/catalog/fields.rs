//! The fields of nodes, files and other items.

/// What comparisons with a field mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Text; `==` is exact.
    Text,
    /// One of a few words; `==` ignores case.
    Word,
    /// A number; `==` also takes it as a string.
    Number,
    /// A list of texts; text operators look at each.
    List,
}

impl ValueType {
    /// The name for people.
    pub fn label(self) -> &'static str {
        match self {
            ValueType::Text => "text",
            ValueType::Word => "word",
            ValueType::Number => "number",
            ValueType::List => "list",
        }
    }
}

/// The fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say what each is")]
pub enum Field {
    Kind,
    Type,
    Name,
    Title,
    Text,
    Content,
    Source,
    Line,
    EndLine,
    Level,
    Path,
    File,
    Extension,
    Directory,
    Language,
    Repository,
    Anchor,
    Page,
    Signature,
    Doc,
    Visibility,
    Package,
    Parent,
    QualifiedName,
    Modified,
    Size,
    Lines,
    Url,
    Headers,
    Rows,
    Columns,
    RowCount,
    ColumnCount,
    Alt,
    Code,
    Score,
    Depth,
    Supertypes,
    Files,
}

/// One field.
#[derive(Debug)]
pub struct FieldRow {
    /// How it is written.
    pub name: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// What comparisons mean.
    pub value: ValueType,
    /// What it is, in one line.
    pub doc: &'static str,
    /// The implementation.
    pub field: Field,
}

macro_rules! fields {
    ($($name:literal $aliases:expr, $value:ident, $field:ident, $doc:literal;)*) => {
        /// Every field.
        pub const FIELDS: &[FieldRow] = &[$(FieldRow {
            name: $name, aliases: &$aliases, value: ValueType::$value, doc: $doc, field: Field::$field,
        }),*];
    };
}

fields! {
    "name" [], Text, Name, "name of a symbol, title of a section";
    "title" [], Text, Title, "title of a section, name of a symbol";
    "kind" [], Word, Kind, "what it is: class, method, heading, table …";
    "type" [], Word, Type, "the same, also as ClassEntity, FunctionEntity …";
    "level" [], Number, Level, "heading level; depth of a declaration from 1";
    "line" [], Number, Line, "first line, from 1";
    "end_line" ["endLine"], Number, EndLine, "last line";
    "path" [], Text, Path, "path of the file";
    "file" ["filename"], Text, File, "name of the file";
    "extension" ["ext"], Word, Extension, "extension of the file, without dot";
    "directory" ["dir", "folder"], Text, Directory, "directory of the file";
    "language" ["lang"], Word, Language, "language of the file or code block";
    "repo" ["repository"], Text, Repository, "name of the repository";
    "text" [], Text, Text, "own text, without what lies inside";
    "content" [], Text, Content, "full text with everything inside";
    "source" [], Text, Source, "source text of a symbol";
    "code" [], Text, Code, "code of a code block, without fences";
    "signature" [], Text, Signature, "declaration without its body";
    "doc" ["docs", "documentation"], Text, Doc, "doc comment, without markers";
    "visibility" [], Word, Visibility, "public, protected, internal, private";
    "parent" [], Text, Parent, "name of what it lies in";
    "qualified_name" ["qualifiedName", "fullName", "fqn"], Text, QualifiedName, "name with those of all it lies in";
    "package" ["packageName", "module", "namespace"], Text, Package, "package, module or namespace";
    "supertypes" ["extends", "implements"], List, Supertypes, "names of the types it extends or implements";
    "anchor" ["id"], Text, Anchor, "anchor of a section, as in links";
    "url" ["href", "target"], Text, Url, "address of a link or image, path of an API";
    "alt" [], Text, Alt, "alternative text of an image";
    "headers" [], List, Headers, "column titles of a table";
    "rows" [], List, Rows, "cells of a table";
    "columns" [], List, Columns, "columns of a table";
    "rowCount" ["row_count"], Number, RowCount, "rows of a table";
    "columnCount" ["column_count"], Number, ColumnCount, "columns of a table";
    "page" [], Number, Page, "page of a paginated document";
    "lines" [], Number, Lines, "how many lines";
    "size" [], Number, Size, "bytes of the file";
    "modified" ["mtime"], Text, Modified, "last change of the file, as 2026-11-21T09:30:00Z";
    "score" [], Number, Score, "rank score, after a search";
    "depth" [], Number, Depth, "steps of a relation, after callers(n)";
    "files" [], Number, Files, "files in a directory or repository";
}

/// The field with this name.
pub fn field(name: &str) -> Option<&'static FieldRow> {
    FIELDS.iter().find(|row| row.name == name || row.aliases.contains(&name))
}
