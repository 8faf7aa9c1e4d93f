//! Roots and steps: what each accepts, what it yields, and an example that a test runs.

use super::shape::Shape;
use crate::document::Kind;
use Shape::{
    Code, Content as Written, Count, Data, Databases, Excerpts, Files, Nodes, Repositories, Rows, Sections, Structure,
    Symbols, Tables, Values,
};

/// The kind of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CatalogKind {
    /// The first step after `$`.
    Root,
    /// A list: `.methods`, also `.methods()`.
    List,
    /// A function: `.heading("x")`, also without parentheses where it needs no argument.
    Function,
}

/// The argument a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// No argument.
    Nothing,
    /// A symbol name, a glob or a regular expression; all if left out.
    Name,
    /// Text that must be contained; all if left out or `"*"`.
    Text,
    /// Text or a regular expression; required.
    Pattern,
    /// Words; required.
    Words,
    /// A number of steps; 1 if left out.
    Depth,
    /// A whole number; required.
    Number,
    /// A field name; required.
    FieldName,
}

/// The starting points of queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say what each is")]
pub enum Root {
    Toc,
    Entities,
    Content,
    Code,
    FrontMatter,
    Data,
    Files,
    Structure,
    Repositories,
    Databases,
    Tables,
    Sql,
}

/// The declarations that a list or function selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolFilter {
    /// Types in the wide sense: classes, structs, interfaces, traits, enums …
    Class,
    /// Callables in the wide sense: functions, methods, constructors, macros.
    Function,
    /// Types and type aliases.
    Type,
    /// Fields and properties.
    Field,
    /// Tests, by kind or flag.
    Test,
    /// Any declaration.
    Any,
    /// Comments.
    Comment,
    /// Exactly this kind.
    Kind(Kind),
}

/// The content that a function selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Content {
    /// Headings of a level; of any level for 0.
    Heading(u8),
    /// A section by its number or anchor.
    Chapter,
    /// A section by a path of titles.
    Section,
    /// Nodes of a kind whose text matches.
    Block(Kind),
    /// Retrieval-sized pieces.
    Chunks,
    /// Matching lines.
    Grep,
    /// Ranked full-text search.
    Search,
}

/// Directions to move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say what each is")]
pub enum Axis {
    Children,
    Parent,
    Ancestors,
    Siblings,
    Next,
    Prev,
    File,
    Tree,
    Flat,
}

/// Calls between a test and the code it covers, at most, if a query does not say.
pub const DEFAULT_TEST_DEPTH: u32 = 6;

/// Calls that a relation follows, at most.
pub const MAX_CALL_DEPTH: u32 = 20;

/// Relations between nodes, across files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say what each is")]
pub enum Relation {
    Callers,
    Callees,
    References,
    Definition,
    Implementations,
    Supertypes,
    Tests,
    Imports,
    Mentions,
    Links,
    Backlinks,
    Related,
}

/// Operations on the result as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say what each is")]
pub enum ListOp {
    First,
    Last,
    Nth,
    Limit,
    Sort,
    Unique,
    Count,
}

/// The operation a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the variants are documented by their types")]
pub enum Action {
    Root(Root),
    Symbols(SymbolFilter),
    Content(Content),
    Axis(Axis),
    Relation(Relation),
    ListOp(ListOp),
    FilesNamed,
    Rows,
    Tables,
    Columns,
    Sql,
    /// What a root yields of each document, of the files before the step.
    Held(Root),
}

/// One root, list or function.
#[derive(Debug)]
pub struct Row {
    /// The spelling in queries.
    pub name: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// Root, list or function.
    pub kind: CatalogKind,
    /// Shapes it can follow; empty for roots.
    pub on: &'static [Shape],
    /// The argument it takes.
    pub argument: ArgumentKind,
    /// The shape it yields.
    pub yields: Shape,
    /// One line for help and completion.
    pub doc: &'static str,
    /// A query that uses it; a test runs it.
    pub example: &'static str,
    /// The implementation.
    pub action: Action,
}

/// Shapes whose items are or contain nodes.
const NODES: &[Shape] = &[Sections, Symbols, Nodes, Excerpts, Files];
/// Shapes that contain declarations.
const DECLARING: &[Shape] = &[Code, Sections, Symbols, Nodes, Excerpts, Files];
/// Shapes that contain prose.
const WRITTEN: &[Shape] = &[Written, Sections, Symbols, Nodes, Excerpts, Files];
/// Shapes with code relations.
const IN_CODE: &[Shape] = &[Symbols, Nodes, Excerpts];
/// Shapes with names whose declarations can be gone to: blocks of code in documents, and links, are among sections.
const NAMING: &[Shape] = &[Sections, Symbols, Nodes, Excerpts];
/// Shapes whose items are declarations or hold some.
const TESTED: &[Shape] = &[Symbols, Nodes, Excerpts, Files];
/// Shapes with document relations.
const IN_DOCUMENTS: &[Shape] = &[Sections, Symbols, Nodes, Excerpts, Files];
/// Any list.
const LISTS: &[Shape] = &[
    Sections,
    Symbols,
    Nodes,
    Excerpts,
    Files,
    Structure,
    Repositories,
    Data,
    Databases,
    Tables,
    Rows,
    Values,
    Written,
    Code,
];
/// Shapes that `.search` looks through.
const SEARCHED: &[Shape] = &[Written, Sections, Symbols, Nodes, Excerpts, Files, Rows];
/// Shapes whose items lie in a file.
const PLACED: &[Shape] = &[Sections, Symbols, Nodes, Excerpts, Files, Tables, Rows];
const IN_A_TREE: &[Shape] = &[Sections, Symbols, Nodes, Excerpts, Files, Tables];
/// Shapes that hold tables.
const TABLED: &[Shape] = &[Written, Sections, Symbols, Nodes, Excerpts, Files, Databases, Tables];
const TREE: &[Shape] = &[Structure, Files];

macro_rules! rows {
    ($($kind:ident $name:literal $aliases:expr, $on:expr, $argument:ident => $yields:ident, $action:expr, $doc:literal, $example:literal;)*) => {
        /// Every root, list and function. The first matching row wins.
        pub const ROWS: &[Row] = &[$(Row {
            name: $name, aliases: &$aliases, kind: CatalogKind::$kind, on: $on, argument: ArgumentKind::$argument, yields: $yields,
            doc: $doc, example: $example, action: $action,
        }),*];
    };
}

rows! {
    Root "toc" [], &[], Nothing => Nodes, Action::Root(Root::Toc), "the outline: headings of documents, declarations of code", "$.toc[?(@.level==1)]";
    Root "content" [], &[], Nothing => Written, Action::Root(Root::Content), "what is written: sections, blocks, tables, lines", r#"$.content.heading("Authentication")"#;
    Root "code" [], &[], Nothing => Code, Action::Root(Root::Code), "what is declared: types, functions, members", r#"$.code.class("AuthService")"#;
    Root "entities" [], &[], Nothing => Nodes, Action::Root(Root::Entities), "named things: classes, functions, API endpoints, terms", r#"$.entities[?(@.type=="API")]"#;
    Root "files" [], &[], Nothing => Files, Action::Root(Root::Files), "the files of the workspace", r#"$.files[?(@.extension=="rs")]"#;
    Root "structure" [], &[], Nothing => Structure, Action::Root(Root::Structure), "the directory tree", "$.structure.tree()";
    Root "frontmatter" ["frontMatter", "meta"], &[], Nothing => Data, Action::Root(Root::FrontMatter), "YAML or TOML metadata of documents, as data", "$.frontmatter.tags[0]";
    Root "data" [], &[], Nothing => Data, Action::Root(Root::Data), "JSON, YAML, TOML, XML, INI, HCL files, as data", "$.data.info.title";
    Root "repos" ["repositories"], &[], Nothing => Repositories, Action::Root(Root::Repositories), "the repositories of the workspace", "$.repos[*]";
    Root "databases" ["database"], &[], Text => Databases, Action::Root(Root::Databases), "the databases of the workspace, or one by its name", "$.databases[*]";
    Root "tables" ["table"], &[], Text => Tables, Action::Root(Root::Tables), "the tables of all databases (of CSV files where there is none), or one by its name or database.name", r#"$.table("orders").rows[?(@.amount>100)]"#;
    Root "sql" [], &[], Words => Rows, Action::Root(Root::Sql), "the answer of one SELECT, where one database is here", r#"$.sql("SELECT region, sum(amount) FROM orders GROUP BY region")"#;

    Function "class" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Class), "types in the wide sense (class, struct, interface, trait, enum …) by name", r#"$.code.class("AuthService")"#;
    Function "function" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Function), "functions in the wide sense (methods, constructors, macros too) by name", r#"$.code.function("deploy")"#;
    Function "method" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Method)), "methods by name", r#"$.code.method("validateToken")"#;
    Function "constructor" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Constructor)), "constructors by name", r#"$.code.constructor("*")"#;
    Function "interface" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Interface)), "interfaces by name", r#"$.code.interface("*")"#;
    Function "struct" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Struct)), "structs by name", r#"$.code.struct("*")"#;
    Function "trait" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Trait)), "traits by name", r#"$.code.trait("*")"#;
    Function "enum" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Enum)), "enums by name", r#"$.code.enum("*")"#;
    Function "union" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Union)), "unions by name", r#"$.code.union("*")"#;
    Function "record" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Record)), "records by name", r#"$.code.record("*")"#;
    Function "object" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Object)), "singleton objects by name", r#"$.code.object("*")"#;
    Function "protocol" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Protocol)), "protocols by name", r#"$.code.protocol("*")"#;
    Function "type" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Type), "types and type aliases by name", r#"$.code.type("Auth*")"#;
    Function "alias" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Alias)), "type aliases by name", r#"$.code.alias("*")"#;
    Function "field" ["property"], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Field), "fields and properties by name", r#"$.code.field("*")"#;
    Function "variant" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Variant)), "enum variants by name", r#"$.code.variant("*")"#;
    Function "constant" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Constant)), "constants by name", r#"$.code.constant("*")"#;
    Function "variable" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Variable)), "variables outside of functions by name", r#"$.code.variable("*")"#;
    Function "module" ["package", "namespace"], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Module)), "modules, packages and namespaces by name", r#"$.code.module("*")"#;
    Function "macro" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Macro)), "macros by name", r#"$.code.macro("*")"#;
    Function "import" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Import)), "imports by name, by path, or by the module that they take something from", r#"$.code.import("*")"#;
    Function "test" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Test), "tests by name", r#"$.code.test("*")"#;
    Function "query" ["symbol", "symbols"], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Any), "any declaration by a part of its name, whole names first", r#"$.code.query("auth")"#;

    List "classes" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Class), "types in the wide sense", "$.code.classes[*]";
    List "functions" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Function), "functions in the wide sense", "$.code.functions[*]";
    List "methods" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Method)), "methods", r#"$.code.class("AuthService").methods[*]"#;
    List "constructors" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Constructor)), "constructors", "$.code.constructors[*]";
    List "interfaces" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Interface)), "interfaces", "$.code.interfaces[*]";
    List "structs" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Struct)), "structs", "$.code.structs[*]";
    List "traits" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Trait)), "traits", "$.code.traits[*]";
    List "enums" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Enum)), "enums", "$.code.enums[*]";
    List "unions" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Union)), "unions", "$.code.unions[*]";
    List "records" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Record)), "records", "$.code.records[*]";
    List "objects" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Object)), "singleton objects", "$.code.objects[*]";
    List "types" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Type), "types and type aliases", "$.code.types[*]";
    List "aliases" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Alias)), "type aliases", "$.code.aliases[*]";
    List "fields" ["properties"], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Field), "fields and properties", "$.code.fields[*]";
    List "variants" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Variant)), "enum variants", "$.code.variants[*]";
    List "constants" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Constant)), "constants", "$.code.constants[*]";
    List "variables" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Variable)), "variables outside of functions", "$.code.variables[*]";
    List "modules" ["packages", "namespaces"], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Module)), "modules, packages and namespaces", "$.code.modules[*]";
    List "macros" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Macro)), "macros", "$.code.macros[*]";
    List "comments" ["comment"], DECLARING, Text => Excerpts, Action::Symbols(SymbolFilter::Comment), "comments that contain a text", r#"$.code.comments("token")"#;
    Function "file" [], &[Code], Text => Files, Action::FilesNamed, "files whose path contains a text", r#"$.code.file("auth")"#;

    Function "imports" [], IN_CODE, Nothing => Symbols, Action::Relation(Relation::Imports), "imports of the file that holds it", r#"$.code.function("deploy").imports()"#;
    List "imports" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Kind(Kind::Import)), "imports", "$.code.imports[*]";
    Function "tests" [], TESTED, Depth => Symbols, Action::Relation(Relation::Tests), "tests that reach it, or what a file declares, over so many calls (6); one that may mean a namesake counts twice", r#"$.code.function("deploy").tests()"#;
    List "tests" [], DECLARING, Name => Symbols, Action::Symbols(SymbolFilter::Test), "tests", "$.code.tests[*]";

    Function "heading" ["headings"], WRITTEN, Text => Sections, Action::Content(Content::Heading(0)), "sections whose title contains a text, in each document exact titles first", r#"$.content.heading("Deployment")"#;
    Function "h1" [], WRITTEN, Text => Sections, Action::Content(Content::Heading(1)), "sections of level 1", r#"$.content.h1()"#;
    Function "h2" [], WRITTEN, Text => Sections, Action::Content(Content::Heading(2)), "sections of level 2", r#"$.content.h2("Deployment")"#;
    Function "h3" [], WRITTEN, Text => Sections, Action::Content(Content::Heading(3)), "sections of level 3", r#"$.content.h3()"#;
    Function "h4" [], WRITTEN, Text => Sections, Action::Content(Content::Heading(4)), "sections of level 4", r#"$.content.h4()"#;
    Function "h5" [], WRITTEN, Text => Sections, Action::Content(Content::Heading(5)), "sections of level 5", r#"$.content.h5()"#;
    Function "h6" [], WRITTEN, Text => Sections, Action::Content(Content::Heading(6)), "sections of level 6", r#"$.content.h6()"#;
    Function "chapter" [], WRITTEN, Words => Sections, Action::Content(Content::Chapter), "the section with a number (by place or written) or an anchor", r#"$.content.chapter("1.2")"#;
    Function "section" ["sections"], WRITTEN, Text => Sections, Action::Content(Content::Section), "the section at a path of titles", r#"$.content.section("Deployment/Staging")"#;
    Function "paragraph" ["paragraphs"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Paragraph)), "paragraphs that contain a text", r#"$.content.paragraph("token")"#;
    Function "list" ["lists"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::List)), "lists that contain a text", r#"$.content.list("writer")"#;
    Function "quote" ["quotes"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Quote)), "quotations that contain a text", "$.content.quote()";
    Function "image" ["images"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Image)), "pictures by alt text or address", "$.content.image()";
    Function "footnote" ["footnotes"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Footnote)), "footnotes that contain a text", "$.content.footnote()";
    Function "diagram" ["diagrams"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Diagram)), "diagrams written as text", "$.content.diagram()";
    Function "codeblock" ["codeblocks"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::CodeBlock)), "blocks of code in documents", r#"$.content.codeblock[?(@.language=="bash")]"#;
    Function "table" ["tables"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Table)), "tables", "$.content.table[?(@.rowCount>1)]";
    List "rows" [], TABLED, Nothing => Rows, Action::Rows, "rows of tables; columns are fields inside of [?(…)]", r#"$.content.table.rows[?(@.Seconds>100)]"#;
    List "tables" ["table"], &[Databases], Text => Tables, Action::Tables, "tables of a database, or one by its name", r#"$.database("shop").tables[*]"#;
    List "columns" [], &[Tables], Nothing => Rows, Action::Columns, "columns of a table: name, type, key, required, references, comment", r#"$.table("orders").columns[?(@.type=="TEXT")]"#;
    Function "sql" [], &[Databases, Files], Words => Rows, Action::Sql, "the answer of one SELECT; the tables of files are a database too", r#"$.database("shop").sql("SELECT count(*) FROM orders")"#;
    Function "chunks" ["all"], WRITTEN, Nothing => Excerpts, Action::Content(Content::Chunks), "everything, in retrieval-sized pieces", "$.content.chunks()";
    Function "grep" [], WRITTEN, Pattern => Excerpts, Action::Content(Content::Grep), "lines of any text, code too; literal ignoring case, or /regex/; then \"case\", \"word\" or both", r#"$.content.grep("token")"#;
    Function "search" [], SEARCHED, Words => Nodes, Action::Content(Content::Search), "ranked full-text search in what is selected so far", r#"$.content.search("validate token")"#;
    Function "links" [], IN_DOCUMENTS, Nothing => Nodes, Action::Relation(Relation::Links), "documents and sections it links to", r#"$.files[?(@.extension=="md")].links()"#;
    Function "link" ["links"], WRITTEN, Text => Sections, Action::Content(Content::Block(Kind::Link)), "hyperlinks by text or address", "$.content.link()";

    List "children" [], NODES, Nothing => Nodes, Action::Axis(Axis::Children), "what lies directly inside", r#"$.code.class("AuthService").children[0]"#;
    Function "parent" [], IN_A_TREE, Nothing => Nodes, Action::Axis(Axis::Parent), "what it lies in", r#"$.code.method("validateToken").parent()"#;
    Function "parent" [], &[Rows], Nothing => Rows, Action::Axis(Axis::Parent), "the rows it refers to by its foreign keys, else its table", r#"$.table("orders").rows.parent()"#;
    Function "ancestors" [], NODES, Nothing => Nodes, Action::Axis(Axis::Ancestors), "all it lies in, innermost first", r#"$.code.method("validateToken").ancestors()"#;
    Function "siblings" [], NODES, Nothing => Nodes, Action::Axis(Axis::Siblings), "the others that lie in the same", r#"$.content.heading("Deployment").siblings()"#;
    Function "next" [], NODES, Nothing => Nodes, Action::Axis(Axis::Next), "the sibling after it", r#"$.content.heading("Staging").next()"#;
    Function "prev" ["previous"], NODES, Nothing => Nodes, Action::Axis(Axis::Prev), "the sibling before it", r#"$.content.heading("Production").prev()"#;
    Function "file" [], PLACED, Nothing => Files, Action::Axis(Axis::File), "the file that holds it", r#"$.code.class("AuthService").file()"#;
    List "data" [], &[Files], Nothing => Data, Action::Held(Root::Data), "what they hold, as data: JSON, YAML, TOML, XML, INI, HCL", r#"$.files[?(@.extension=="toml")].data"#;
    List "frontmatter" ["frontMatter", "meta"], &[Files], Nothing => Data, Action::Held(Root::FrontMatter), "their YAML or TOML metadata, as data", r#"$.files[?(@.path ~= "docs/")].frontmatter.title"#;
    Function "tree" [], TREE, Nothing => Structure, Action::Axis(Axis::Tree), "the directories, drawn", "$.structure.tree()";
    Function "flat" [], TREE, Nothing => Structure, Action::Axis(Axis::Flat), "the directories as a list of paths", "$.structure.flat()";

    Function "callers" [], IN_CODE, Depth => Symbols, Action::Relation(Relation::Callers), "what calls it, over so many steps", r#"$.code.method("validateToken").callers(2)"#;
    Function "callees" ["calls"], IN_CODE, Depth => Symbols, Action::Relation(Relation::Callees), "what it calls, over so many steps", r#"$.code.function("deploy").callees()"#;
    Function "references" ["refs", "usages"], IN_CODE, Nothing => Excerpts, Action::Relation(Relation::References), "places in code that name it", r#"$.code.class("AuthService").references()"#;
    Function "references" [], &[Tables, Rows], Nothing => Rows, Action::Relation(Relation::References), "what refers to it by a foreign key: rows, for a table columns", r#"$.table("orders").references()"#;
    Function "definition" ["definitions"], NAMING, Nothing => Symbols, Action::Relation(Relation::Definition), "where it is defined; what a block of code in a document names", r#"$.code.method("validateToken").callers().definition()"#;
    Function "implementations" [], IN_CODE, Depth => Symbols, Action::Relation(Relation::Implementations), "types and methods that implement it, in C the functions that tables have for a field, over so many steps", "$.code.interfaces.implementations()";
    Function "supertypes" [], IN_CODE, Depth => Symbols, Action::Relation(Relation::Supertypes), "types it extends or implements, methods it overrides, over so many steps", "$.code.classes.supertypes()";
    Function "mentions" [], IN_DOCUMENTS, Nothing => Excerpts, Action::Relation(Relation::Mentions), "documents, comments and configuration that name it", r#"$.code.function("deploy").mentions()"#;
    Function "backlinks" [], IN_DOCUMENTS, Nothing => Nodes, Action::Relation(Relation::Backlinks), "links that lead to it", r#"$.files[?(@.extension=="md")].backlinks()"#;
    Function "related" [], IN_DOCUMENTS, Nothing => Nodes, Action::Relation(Relation::Related), "documents linked either way, and sections of the same title", r#"$.content.heading("Deployment").related()"#;

    Function "first" [], LISTS, Nothing => Nodes, Action::ListOp(ListOp::First), "the first of the whole result", "$.toc[*].first()";
    Function "last" [], LISTS, Nothing => Nodes, Action::ListOp(ListOp::Last), "the last of the whole result", "$.toc[*].last()";
    Function "nth" [], LISTS, Number => Nodes, Action::ListOp(ListOp::Nth), "the item at a place of the whole result, from 0; negative from the end", "$.toc[*].nth(2)";
    Function "limit" ["take"], LISTS, Number => Nodes, Action::ListOp(ListOp::Limit), "at most so many of the whole result", "$.toc[*].limit(3)";
    Function "sort" ["orderBy"], LISTS, FieldName => Nodes, Action::ListOp(ListOp::Sort), "the whole result ordered by a field; \"-field\" for descending", r#"$.code.functions.sort("name")"#;
    Function "unique" ["distinct"], LISTS, Nothing => Nodes, Action::ListOp(ListOp::Unique), "one of each name or value", "$.code.imports.unique()";
    Function "count" [], LISTS, Nothing => Count, Action::ListOp(ListOp::Count), "how many there are", "$.toc[*].count()";
}

fn is_called(row: &Row, name: &str) -> bool {
    row.name == name || row.aliases.contains(&name)
}

/// Finds a root by its name or an alias.
pub fn root(name: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.kind == CatalogKind::Root && is_called(row, name))
}

/// Finds a step that can follow `shape`. If a name is both a list and a function (`.imports`, `.imports()`),
/// `called` decides.
pub fn step(name: &str, shape: Shape, called: bool) -> Option<&'static Row> {
    let fits = |row: &&'static Row| row.kind != CatalogKind::Root && is_called(row, name) && row.on.contains(&shape);
    let preferred = if called { CatalogKind::Function } else { CatalogKind::List };
    ROWS.iter().find(|row| fits(row) && row.kind == preferred).or_else(|| ROWS.iter().find(fits))
}

/// The rows that may follow `shape`.
pub fn steps_for(shape: Shape) -> impl Iterator<Item = &'static Row> {
    ROWS.iter().filter(move |row| row.kind != CatalogKind::Root && row.on.contains(&shape))
}
