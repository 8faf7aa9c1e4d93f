//! The kinds of node, a row each: spelling, plural, letter, family and description.

/// Kinds of nodes. The order is the order of [`KINDS`]; the number is what columns store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "each variant is documented by its row in KINDS")]
pub enum Kind {
    File,
    Directory,
    Repository,
    Heading,
    Paragraph,
    List,
    Quote,
    CodeBlock,
    Table,
    Image,
    Link,
    Footnote,
    Diagram,
    FrontMatter,
    Page,
    Class,
    Struct,
    Interface,
    Trait,
    Enum,
    Union,
    Record,
    Object,
    Protocol,
    Function,
    Method,
    Constructor,
    Macro,
    Field,
    Property,
    Variant,
    Constant,
    Variable,
    Alias,
    Module,
    Import,
    Test,
    Impl,
    Term,
    Api,
    Comment,
    Match,
    Reference,
    Chunk,
    DataObject,
    DataArray,
    Value,
    Row,
}

/// Groups of kinds that a query can select at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Files, directories and repositories.
    File,
    /// Parts of prose: headings, paragraphs, tables …
    Section,
    /// Types in the wide sense: class, struct, interface, trait, enum, union, record, object, protocol.
    Class,
    /// Callables in the wide sense: function, method, constructor, macro.
    Function,
    /// Fields, variants, constants, variables, type aliases.
    Member,
    /// Modules, imports, tests, and the blocks that attach methods to a type.
    Structure,
    /// Glossary terms and API endpoints.
    Entity,
    /// Pieces of text: matches, comments, references, chunks.
    Excerpt,
    /// Values of data files.
    Data,
}

/// One row of the table of kinds.
#[derive(Debug)]
pub struct KindRow {
    /// The kind this row describes.
    pub kind: Kind,
    /// Its spelling in queries and results (`@.kind == "class"`, `"type":"class"`).
    pub id: &'static str,
    /// Its plural, the name of the list in `$.code` and `$.content`.
    pub plural: &'static str,
    /// The letter that stands for it on screen; never the only carrier of meaning.
    pub letter: char,
    /// The group it belongs to.
    pub family: Family,
    /// The kind in a few words.
    pub doc: &'static str,
}

macro_rules! kinds {
    ($($kind:ident $id:literal $plural:literal $letter:literal $family:ident $doc:literal;)*) => {
        /// Every kind of node, in the order of [`Kind`].
        pub const KINDS: &[KindRow] = &[$(KindRow {
            kind: Kind::$kind, id: $id, plural: $plural, letter: $letter, family: Family::$family, doc: $doc,
        }),*];
    };
}

kinds! {
    File "file" "files" ' ' File "a file";
    Directory "directory" "directories" '/' File "a directory";
    Repository "repository" "repositories" 'R' File "a repository inside the workspace";
    Heading "heading" "headings" '§' Section "a heading with everything below it";
    Paragraph "paragraph" "paragraphs" '¶' Section "a paragraph of prose";
    List "list" "lists" '•' Section "a bullet or numbered list";
    Quote "quote" "quotes" '"' Section "a block quotation";
    CodeBlock "codeblock" "codeblocks" '{' Section "a fenced or indented block of code";
    Table "table" "tables" '#' Section "a table with headers and rows";
    Image "image" "images" 'i' Section "a picture";
    Link "link" "links" '@' Section "a hyperlink";
    Footnote "footnote" "footnotes" '^' Section "a footnote";
    Diagram "diagram" "diagrams" 'D' Section "a diagram written as text (mermaid, plantuml, dot)";
    FrontMatter "frontmatter" "frontmatters" '-' Section "YAML or TOML metadata at the top of a document";
    Page "page" "pages" 'p' Section "a page of a paginated document";
    Class "class" "classes" 'C' Class "a class";
    Struct "struct" "structs" 'S' Class "a struct";
    Interface "interface" "interfaces" 'I' Class "an interface";
    Trait "trait" "traits" 'T' Class "a trait";
    Enum "enum" "enums" 'E' Class "an enum";
    Union "union" "unions" 'U' Class "a union";
    Record "record" "records" 'R' Class "a record";
    Object "object" "objects" 'O' Class "a singleton object";
    Protocol "protocol" "protocols" 'P' Class "a protocol";
    Function "function" "functions" 'f' Function "a function that belongs to no type";
    Method "method" "methods" 'm' Function "a function that belongs to a type";
    Constructor "constructor" "constructors" 'n' Function "a constructor";
    Macro "macro" "macros" '!' Function "a macro";
    Field "field" "fields" '.' Member "a field of a type";
    Property "property" "properties" '.' Member "a property with accessors";
    Variant "variant" "variants" 'v' Member "a case of an enum";
    Constant "constant" "constants" 'c' Member "a constant";
    Variable "variable" "variables" 'x' Member "a variable";
    Alias "alias" "aliases" '=' Member "another name for a type";
    Module "module" "modules" 'M' Structure "a module, package or namespace";
    Import "import" "imports" '<' Structure "an import";
    Test "test" "tests" 't' Structure "a test case";
    Impl "impl" "impls" '+' Structure "a block that attaches methods to a type";
    Term "Term" "terms" '*' Entity "a defined term";
    Api "API" "apis" '>' Entity "an HTTP, RPC or GraphQL endpoint";
    Comment "comment" "comments" '/' Excerpt "a comment in code";
    Match "match" "matches" ':' Excerpt "a line of text that matched";
    Reference "reference" "references" '&' Excerpt "a place that names a symbol";
    Chunk "chunk" "chunks" '%' Excerpt "a retrieval-sized piece of a document";
    DataObject "object" "objects" '{' Data "an object of a data file";
    DataArray "array" "arrays" '[' Data "an array of a data file";
    Value "value" "values" '=' Data "a value";
    Row "row" "rows" '#' Data "a row of a table";
}

impl Kind {
    /// The row that describes this kind.
    pub fn row(self) -> &'static KindRow {
        &KINDS[self as usize]
    }

    /// The spelling in queries and results.
    pub fn id(self) -> &'static str {
        self.row().id
    }

    /// The group this kind belongs to.
    pub fn family(self) -> Family {
        self.row().family
    }

    /// The kind of a column byte; `None` for an unknown byte.
    pub fn from_u8(byte: u8) -> Option<Kind> {
        KINDS.get(byte as usize).map(|row| row.kind)
    }

    /// The kind with this spelling, ignoring case: singular, plural, or with the suffix `Entity`.
    pub fn parse(text: &str) -> Option<Kind> {
        let text = text.strip_suffix("Entity").unwrap_or(text);
        // What rows of a screen call it.
        let text = if text.eq_ignore_ascii_case("text") { Kind::Chunk.id() } else { text };
        KINDS
            .iter()
            .find(|row| row.id.eq_ignore_ascii_case(text) || row.plural.eq_ignore_ascii_case(text))
            .map(|row| row.kind)
    }

    /// True if this is a type in the wide sense.
    pub fn is_class(self) -> bool {
        self.family() == Family::Class
    }

    /// True if this is a callable in the wide sense.
    pub fn is_function(self) -> bool {
        self.family() == Family::Function
    }

    /// True if this may be written outside of the type that it belongs to, and names that then.
    pub fn names_owner(self) -> bool {
        self.is_function() || self == Kind::Property
    }

    /// True if this names something that is declared in code.
    pub fn is_symbol(self) -> bool {
        matches!(self.family(), Family::Class | Family::Function | Family::Member)
            || matches!(self, Kind::Module | Kind::Test)
    }

    /// True if nodes of this kind appear in the outline of a file.
    pub fn in_outline(self) -> bool {
        self == Kind::Heading || self.is_symbol()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_number() {
        for (number, row) in KINDS.iter().enumerate() {
            assert_eq!(row.kind as usize, number, "{}", row.id);
        }
        assert_eq!(Kind::from_u8(KINDS.len() as u8), None);
    }

    #[test]
    fn spellings_are_found_whatever_their_case() {
        assert_eq!(Kind::parse("ClassEntity"), Some(Kind::Class));
        assert_eq!(Kind::parse("METHODS"), Some(Kind::Method));
        assert_eq!(Kind::parse("api"), Some(Kind::Api));
        assert_eq!(["text", "chunk", "Chunks"].map(Kind::parse), [Some(Kind::Chunk); 3]);
        assert_eq!(Kind::parse("nothing"), None);
    }
}
