//! The languages with a grammar and a highlight query, one row each.

use tree_sitter::Language;

/// What is needed to highlight one language.
#[derive(Debug)]
pub struct HighlightSource {
    /// The language, spelled as everywhere else.
    pub id: &'static str,
    /// Other names that code blocks use for it, file extensions among them.
    pub aliases: &'static [&'static str],
    /// The grammar.
    pub grammar: fn() -> Language,
    /// Queries whose capture names are spellings of scopes. An inner node wins over an outer one, and on the
    /// same node a later pattern over an earlier one. `@text` gives plain text back inside something coloured
    /// (code in a string), `@embedded.<id>` hands a node to another language.
    pub query: &'static str,
}

macro_rules! query {
    ($($file:literal)+) => {
        concat!($(include_str!(concat!("../../../assets/languages/", $file, ".scm"))),+)
    };
}

macro_rules! sources {
    ($($id:literal $aliases:expr, $grammar:expr, $query:expr;)*) => {
        /// Every language with a highlight query.
        pub static SOURCES: &[HighlightSource] = &[$(HighlightSource {
            id: $id, aliases: &$aliases, grammar: || $grammar.into(), query: $query,
        }),*];
    };
}

sources! {
    "go" ["golang"], tree_sitter_go::LANGUAGE, query!("go/highlights");
    "rust" ["rs"], tree_sitter_rust::LANGUAGE, query!("rust/highlights");
    "python" ["py", "python3", "pyi"], tree_sitter_python::LANGUAGE, query!("python/highlights");
    "javascript" ["js", "jsx", "mjs", "cjs", "node"], tree_sitter_javascript::LANGUAGE, query!("javascript/shared" "javascript/highlights" "tsx/highlights");
    "typescript" ["ts", "mts", "cts"], tree_sitter_typescript::LANGUAGE_TYPESCRIPT, query!("javascript/shared" "typescript/highlights");
    "tsx" [], tree_sitter_typescript::LANGUAGE_TSX, query!("javascript/shared" "typescript/highlights" "tsx/highlights");
    "java" [], tree_sitter_java::LANGUAGE, query!("java/highlights");
    "kotlin" ["kt", "kts"], tree_sitter_kotlin_ng::LANGUAGE, query!("kotlin/highlights");
    "c" ["h"], tree_sitter_c::LANGUAGE, query!("c/highlights");
    "cpp" ["c++", "cc", "cxx", "hpp", "hh"], tree_sitter_cpp::LANGUAGE, query!("c/highlights" "cpp/highlights");
    "csharp" ["c#", "cs"], tree_sitter_c_sharp::LANGUAGE, query!("csharp/highlights");
    "ruby" ["rb"], tree_sitter_ruby::LANGUAGE, query!("ruby/highlights");
    "php" [], tree_sitter_php::LANGUAGE_PHP, query!("php/highlights");
    "bash" ["sh", "shell", "zsh", "ksh"], tree_sitter_bash::LANGUAGE, query!("bash/highlights");
    "json" ["jsonc", "json5", "jsonl"], tree_sitter_json::LANGUAGE, query!("json/highlights");
    "yaml" ["yml"], tree_sitter_yaml::LANGUAGE, query!("yaml/highlights");
    "toml" [], tree_sitter_toml_ng::LANGUAGE, query!("toml/highlights");
    "html" ["htm", "xhtml"], tree_sitter_html::LANGUAGE, query!("html/highlights");
    "css" [], tree_sitter_css::LANGUAGE, query!("css/highlights");
}

/// The row of a language, found by its id or one of its other names, ignoring case.
pub fn highlight_source(name: &str) -> Option<&'static HighlightSource> {
    row_of(name).map(|row| &SOURCES[row])
}

/// The number of the row of a language.
pub(super) fn row_of(name: &str) -> Option<usize> {
    SOURCES.iter().position(|source| {
        source.id.eq_ignore_ascii_case(name) || source.aliases.iter().any(|alias| alias.eq_ignore_ascii_case(name))
    })
}
