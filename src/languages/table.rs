//! The languages, one row each.

use super::lexical_rules;
use crate::document::{FormatFamily, FormatInfo, Lexis, ShownAs};
use crate::languages::rules::model::Outline;
use crate::languages::rules::rule_error::RuleError;
use std::sync::OnceLock;

/// One programming language.
pub struct Language {
    /// Its row among all formats.
    pub info: &'static FormatInfo,
    /// File extensions, lower case, without the dot.
    pub extensions: &'static [&'static str],
    /// Whole file names.
    pub filenames: &'static [&'static str],
    /// Names of programs in a `#!` line, without version numbers.
    pub interpreters: &'static [&'static str],
    /// The tree-sitter grammar.
    pub grammar: fn() -> tree_sitter::Language,
    /// Outline tables (`assets/languages/<id>/outline.toml`): its own, then those it builds upon.
    pub outline: &'static [&'static str],
    compiled: OnceLock<Option<Outline>>,
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.info.id).finish()
    }
}

impl Language {
    /// The fault of the outline table, if it has one.
    pub fn outline_problem(&self) -> Option<RuleError> {
        Outline::compile(self.outline, &(self.grammar)()).err()
    }

    /// The compiled outline table. An invalid table is `None`; a test sees to it that there is none.
    pub(super) fn table(&self) -> Option<&Outline> {
        self.compiled.get_or_init(|| Outline::compile(self.outline, &(self.grammar)()).ok()).as_ref()
    }
}

/// The colours of one language.
#[derive(Clone, Copy, Debug)]
pub struct HighlightSource {
    /// The language, spelled as everywhere else.
    pub id: &'static str,
    /// Endings of files, and ids of formats, that are coloured by it too.
    pub others: &'static [&'static str],
    /// The grammar.
    pub grammar: fn() -> tree_sitter::Language,
    /// Queries whose capture names are spellings of scopes. An inner node wins over an outer one, and on the
    /// same node a later pattern over an earlier one. `@text` gives plain text back inside something coloured
    /// (code in a string), `@embedded.<id>` hands a node to another language.
    pub query: &'static str,
}

/// The language with this identifier (`rust`, `cpp`).
pub fn by_id(id: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.info.id == id)
}

const fn info(id: &'static str, label: &'static str, lexis: &'static Lexis) -> FormatInfo {
    FormatInfo {
        id,
        label,
        family: FormatFamily::Code,
        lexis: Some(lexis),
        derived_text: false,
        has_tags: false,
        shown_as: ShownAs::Source,
    }
}

macro_rules! outline {
    ($id:literal) => {
        include_str!(concat!("../../assets/languages/", $id, "/outline.toml"))
    };
}

macro_rules! colours {
    ($($file:literal)+) => {
        concat!($(include_str!(concat!("../../assets/languages/", $file, ".scm"))),+)
    };
}

/// The grammar of the colours: that of the outline, or another one.
macro_rules! painted {
    ($grammar:expr) => {
        $grammar
    };
    ($grammar:expr, $painted:expr) => {
        $painted
    };
}

macro_rules! languages {
    ($($id:literal $label:literal $lexis:ident $grammar:expr, [$($outline:literal)*]
        extensions $extensions:expr, filenames $filenames:expr, interpreters $interpreters:expr,
        colours [$($colours:literal)*] $(of $painted:expr)?;)*) => {
        /// Every language docql has an outline for.
        pub static LANGUAGES: &[Language] = &ROWS;

        static ROWS: [Language; [$($id),*].len()] = [$(Language {
            info: &info($id, $label, &lexical_rules::$lexis),
            extensions: &$extensions,
            filenames: &$filenames,
            interpreters: &$interpreters,
            grammar: || $grammar.into(),
            outline: &[$(outline!($outline)),*],
            compiled: OnceLock::new(),
        }),*];

        /// The colours of the same languages.
        pub(super) const COLOURS: &[HighlightSource] = &[$(HighlightSource {
            id: $id,
            others: &$extensions,
            grammar: || painted!($grammar $(, $painted)?).into(),
            query: colours!($($colours)*),
        }),*];
    };
}

languages! {
    "go" "Go" GO tree_sitter_go::LANGUAGE, ["go"]
        extensions ["go"], filenames [], interpreters [],
        colours ["go/highlights"];
    "rust" "Rust" RUST tree_sitter_rust::LANGUAGE, ["rust"]
        extensions ["rs"], filenames [], interpreters ["rust-script"],
        colours ["rust/highlights"];
    "python" "Python" PYTHON tree_sitter_python::LANGUAGE, ["python"]
        extensions ["py", "pyi", "pyw", "pyx"], filenames ["SConstruct", "SConscript", "wscript"],
        interpreters ["python", "pypy"],
        colours ["python/highlights"];
    "javascript" "JavaScript" JAVASCRIPT tree_sitter_javascript::LANGUAGE, ["javascript"]
        extensions ["js", "mjs", "cjs", "jsx"], filenames ["Jakefile"], interpreters ["node", "nodejs", "bun"],
        colours ["javascript/shared" "javascript/highlights" "tsx/highlights"];
    "typescript" "TypeScript" TYPESCRIPT tree_sitter_typescript::LANGUAGE_TYPESCRIPT, ["typescript" "javascript"]
        extensions ["ts", "mts", "cts"], filenames [], interpreters ["ts-node", "deno", "tsx"],
        colours ["javascript/shared" "typescript/highlights"];
    "tsx" "TSX" TSX tree_sitter_typescript::LANGUAGE_TSX, ["typescript" "javascript"]
        extensions ["tsx"], filenames [], interpreters [],
        colours ["javascript/shared" "typescript/highlights" "tsx/highlights"];
    "vue" "Vue" VUE tree_sitter_typescript::LANGUAGE_TYPESCRIPT, ["typescript" "javascript"]
        extensions ["vue"], filenames [], interpreters [],
        colours ["html/highlights" "vue/highlights"] of tree_sitter_html::LANGUAGE;
    "svelte" "Svelte" SVELTE tree_sitter_typescript::LANGUAGE_TYPESCRIPT, ["typescript" "javascript"]
        extensions ["svelte"], filenames [], interpreters [],
        colours ["html/highlights" "vue/highlights"] of tree_sitter_html::LANGUAGE;
    "astro" "Astro" ASTRO tree_sitter_typescript::LANGUAGE_TYPESCRIPT, ["typescript" "javascript"]
        extensions ["astro"], filenames [], interpreters [],
        colours ["html/highlights" "vue/highlights"] of tree_sitter_html::LANGUAGE;
    "java" "Java" JAVA tree_sitter_java::LANGUAGE, ["java"]
        extensions ["java"], filenames [], interpreters [],
        colours ["java/highlights"];
    "kotlin" "Kotlin" KOTLIN tree_sitter_kotlin_ng::LANGUAGE, ["kotlin"]
        extensions ["kt", "kts"], filenames [], interpreters ["kotlin"],
        colours ["kotlin/highlights"];
    "c" "C" C tree_sitter_c::LANGUAGE, ["c"]
        extensions ["c", "h"], filenames [], interpreters ["tcc"],
        colours ["c/highlights"];
    "cpp" "C++" CPP tree_sitter_cpp::LANGUAGE, ["cpp" "c"]
        extensions ["cpp", "cc", "cxx", "c++", "hpp", "hh", "hxx", "h++", "ipp", "inl", "tpp", "cu", "cuh"],
        filenames [], interpreters [],
        colours ["c/highlights" "cpp/highlights"];
    "csharp" "C#" CSHARP tree_sitter_c_sharp::LANGUAGE, ["csharp"]
        extensions ["cs", "csx"], filenames [], interpreters ["dotnet-script"],
        colours ["csharp/highlights"];
    "ruby" "Ruby" RUBY tree_sitter_ruby::LANGUAGE, ["ruby"]
        extensions ["rb", "rake", "gemspec", "ru"],
        filenames ["Rakefile", "Gemfile", "Guardfile", "Vagrantfile", "Podfile", "Fastfile", "Brewfile"],
        interpreters ["ruby", "jruby"],
        colours ["ruby/highlights"];
    "php" "PHP" PHP tree_sitter_php::LANGUAGE_PHP, ["php"]
        extensions ["php", "phtml", "php3", "php4", "php5", "phps"], filenames [], interpreters ["php"],
        colours ["php/highlights"];
    "lua" "Lua" LUA tree_sitter_lua::LANGUAGE, ["lua"]
        extensions ["lua", "rockspec", "nse", "wlua"], filenames [".luacheckrc", ".luacov", ".busted"],
        interpreters ["lua", "luajit", "resty", "texlua"],
        colours ["lua/highlights"];
    "bash" "Bash" BASH tree_sitter_bash::LANGUAGE, ["bash"]
        extensions ["sh", "bash", "zsh", "ksh", "bats", "ebuild", "eclass"],
        filenames [
            ".bashrc", ".bash_profile", ".bash_aliases", ".bash_logout", ".profile", ".zshrc", ".zshenv", ".zprofile",
            "PKGBUILD", "APKBUILD",
        ],
        interpreters ["bash", "sh", "zsh", "dash", "ksh", "ash", "bats"],
        colours ["bash/highlights"];
}
