//! The fields of nodes, files and other items.

/// The type of a field; it decides how comparisons with it work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueType {
    /// Text; `==` is exact.
    Text,
    /// One of a few words; `==` ignores case.
    Word,
    /// A number; `==` also takes it as a string.
    Number,
    /// A list of texts; text operators test each of them.
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

/// The fields of nodes, files and other items.
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
    Id,
    Page,
    Slide,
    Sheet,
    Cell,
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
    Broken,
    Headers,
    Rows,
    Columns,
    RowCount,
    Counted,
    ColumnCount,
    Comment,
    Alt,
    Width,
    Height,
    Code,
    Changed,
    Score,
    Depth,
    Certainty,
    Evidence,
    Supertypes,
    /// The parameters of a function.
    Params,
    /// The names of what stands on a declaration.
    Annotations,
    Files,
    Calls,
}

/// The storage a field of a node is read from, which is what a condition on it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldSource {
    /// The file entry: the value is the same for all nodes of a file.
    File,
    /// The file entry; for code blocks, the columns.
    FileOrBlock,
    /// The kind column.
    Kind,
    /// The level column.
    Level,
    /// The visibility column.
    Visibility,
    /// Other columns.
    Columns,
    /// The text of the file.
    Text,
}

/// One field.
#[derive(Debug)]
pub struct FieldRow {
    /// The spelling in queries.
    pub name: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// Its type.
    pub value: ValueType,
    /// The storage it is read from.
    pub source: FieldSource,
    /// One line for help and completion.
    pub doc: &'static str,
    /// The implementation.
    pub field: Field,
}

macro_rules! fields {
    ($($name:literal $aliases:expr, $value:ident, $field:ident, $source:ident, $doc:literal;)*) => {
        /// Every field.
        pub const FIELDS: &[FieldRow] = &[$(FieldRow {
            name: $name,
            aliases: &$aliases,
            value: ValueType::$value,
            source: FieldSource::$source,
            doc: $doc,
            field: Field::$field,
        }),*];
    };
}

fields! {
    "name" [], Text, Name, Columns, "name of a symbol, title of a section";
    "title" [], Text, Title, Columns, "title of a section, name of a symbol";
    "kind" [], Word, Kind, Kind, "what it is: class, method, heading, table …; test is any test";
    "type" [], Word, Type, Kind, "the same, also as ClassEntity, FunctionEntity …";
    "level" [], Number, Level, Level, "heading level; depth of a declaration from 1";
    "line" [], Number, Line, Columns, "first line, from 1";
    "end_line" ["endLine"], Number, EndLine, Columns, "last line";
    "path" [], Text, Path, File, "path of the file";
    "file" ["filename"], Text, File, File, "name of the file";
    "extension" ["ext"], Word, Extension, File, "extension of the file, without dot";
    "directory" ["dir", "folder"], Text, Directory, File, "directory of the file";
    "language" ["lang"], Word, Language, FileOrBlock, "language of the file or code block";
    "repo" ["repository"], Text, Repository, File, "name of the repository";
    "text" [], Text, Text, Text, "own text, without what lies inside";
    "content" [], Text, Content, Text, "full text with everything inside";
    "source" [], Text, Source, Text, "source text of a symbol";
    "code" [], Text, Code, Text, "code of a code block, without fences";
    "signature" [], Text, Signature, Text, "declaration without its body";
    "doc" ["docs", "documentation"], Text, Doc, Text, "doc comment, without markers";
    "params" ["parameters", "args", "arguments"], List, Params, Text, "parameters of a function, as they are written";
    "annotations" ["annotation", "decorators", "attributes"], List, Annotations, Text, "names of the annotations, attributes or decorators of a declaration, without what they are given";
    "visibility" [], Word, Visibility, Visibility, "public, protected, internal, private";
    "parent" [], Text, Parent, Columns, "name of what it lies in";
    "qualified_name" ["qualifiedName", "fullName", "fqn"], Text, QualifiedName, Columns, "name with those of all it lies in";
    "package" ["packageName", "module", "namespace"], Text, Package, Columns, "package, module or namespace";
    "calls" [], Number, Calls, Text, "how many different names a function or type calls";
    "supertypes" ["extends", "implements"], List, Supertypes, Columns, "names of the types it extends or implements";
    "anchor" [], Text, Anchor, Columns, "anchor of a section, as in links";
    "id" [], Text, Id, Text, "what docql show takes: path, kind and names, unique and stable";
    "url" ["href", "target"], Text, Url, Columns, "address of a link or image, path of an API, what an import names: its module and what it takes from it";
    "broken" [], Word, Broken, Text, "file or anchor, of a link or picture whose target is not in the workspace";
    "alt" [], Text, Alt, Columns, "alternative text of an image";
    "width" [], Number, Width, Text, "width of an image in pixels, where it is a file of the workspace";
    "height" [], Number, Height, Text, "height of an image in pixels";
    "headers" [], List, Headers, Text, "column titles of a table";
    "rows" [], List, Rows, Text, "cells of a table";
    "columns" [], List, Columns, Text, "columns of a table";
    "rowCount" ["row_count"], Number, RowCount, Text, "rows of a table";
    "counted" [], Word, Counted, Text, "exact, or estimate where rowCount is what a server believes of a large table";
    "columnCount" ["column_count"], Number, ColumnCount, Text, "columns of a table";
    "comment" [], Text, Comment, Text, "what the schema of a database says of a table";
    "page" [], Number, Page, Columns, "page that it begins on, in a document that has pages";
    "slide" [], Number, Slide, Columns, "slide that it begins on, from 1";
    "sheet" [], Text, Sheet, Columns, "sheet that it stands in, by its name";
    "cell" [], Text, Cell, Text, "address of a row in its sheet, as Limits!A7";
    "lines" [], Number, Lines, Columns, "how many lines";
    "size" [], Number, Size, File, "bytes of the file";
    "modified" ["mtime"], Text, Modified, File, "last change of the file, as 2026-11-21T09:30:00Z";
    "changed" ["change"], Word, Changed, Text, "added, modified, renamed, untracked or conflicted, beside the commit that is checked out; deleted files are named in a note";
    "score" [], Number, Score, Columns, "rank score, after a search";
    "depth" [], Number, Depth, Columns, "steps of a relation, after callers(n)";
    "certainty" [], Word, Certainty, Columns, "sure, possible or name, after callers(), callees() and references()";
    "evidence" [], Word, Evidence, Columns, "how a call is known: receiver, own type, signature, import, unique, dispatch, name";
    "files" [], Number, Files, File, "files in a directory or repository";
}

/// Finds a field by its name or an alias.
pub fn field(name: &str) -> Option<&'static FieldRow> {
    FIELDS.iter().find(|row| row.name == name || row.aliases.contains(&name))
}

/// The storage that `field` of a node is read from.
pub fn field_source(field: Field) -> FieldSource {
    FIELDS.iter().find(|row| row.field == field).map_or(FieldSource::Text, |row| row.source)
}
