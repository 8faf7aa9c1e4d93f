//! The table of formats, a row each, and which of them a file has.

mod detect;

use crate::document::{FormatFamily, FormatInfo, Lexis, ShownAs, StringRule};
use crate::formats::binary::{database, office, pdf, picture};
use crate::formats::format::{Format, Reader};
use crate::formats::markup::plain;
use crate::formats::rewritten::{man, notebook};
use crate::formats::{code, data, html, markdown, markup};
use std::sync::LazyLock;

pub use detect::detect;

/// Every format; where two rows claim a name the first has it.
pub static FORMATS: LazyLock<Vec<&'static Format>> =
    LazyLock::new(|| ROWS.iter().chain(CODE.iter()).chain(PLAIN).collect());

static CODE: LazyLock<Vec<Format>> = LazyLock::new(code::rows);

/// The format with this `id`.
pub fn by_id(id: &str) -> Option<&'static Format> {
    FORMATS.iter().copied().find(|format| format.info.id == id)
}

/// Whether files of a format are no text: what they hold is in them in a way of their own.
pub fn is_package(info: &FormatInfo) -> bool {
    by_id(info.id).is_some_and(|format| matches!(format.reader, Reader::Package(_) | Reader::Paged(..)))
}

/// Whether files of a format are databases: they are opened, not read, and may be of any size.
pub fn is_database(info: &FormatInfo) -> bool {
    matches!(info.id, "sqlite" | "database")
}

/// Whether files of a format are pictures: of their bytes the first ones are read.
pub fn is_picture(info: &FormatInfo) -> bool {
    info.family == FormatFamily::Picture
}

/// Whether files of a format are tables: their rows are cut when they are asked for, so that a large one costs little.
pub fn is_table(info: &FormatInfo) -> bool {
    info.id == "csv"
}

/// The format that people call `name`: by its id, its label, another name, or one of its extensions, in any case.
pub fn by_name(name: &str) -> Option<&'static Format> {
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    let by_label = || FORMATS.iter().copied().find(|format| format.info.is_called(name));
    by_label().or_else(|| FORMATS.iter().copied().find(|format| format.extensions.iter().any(|known| is(known))))
}

/// Text of which nothing is known.
pub(super) fn plain() -> &'static Format {
    &ROWS[0]
}

static SCRIPT: Lexis = Lexis {
    line_comments: &["#"],
    strings: &[StringRule::line("\"", "\""), StringRule::literal("'", "'")],
    ..Lexis::PLAIN
};

static SLASHES: Lexis = Lexis {
    line_comments: &["//"],
    block_comments: &[("/*", "*/")],
    strings: &[StringRule::line("\"", "\""), StringRule::line("'", "'")],
    ..Lexis::PLAIN
};

static SQL: Lexis = Lexis {
    line_comments: &["--"],
    block_comments: &[("/*", "*/")],
    strings: &[StringRule::raw("'", "'"), StringRule::literal("\"", "\"")],
    ..Lexis::PLAIN
};

static MARKUP: Lexis = Lexis { block_comments: &[("<!--", "-->")], ..Lexis::PLAIN };

macro_rules! format {
    ($id:literal, $label:literal, $family:ident, $lexis:expr, $extensions:expr, $filenames:expr, $reader:expr) => {
        format!($id, $label, $family, $lexis, $extensions, $filenames, $reader, as Source)
    };
    ($id:literal, $label:literal, $family:ident, $lexis:expr, $extensions:expr, $filenames:expr, $reader:expr, as $shown:ident) => {
        format!($id, $label, $family, $lexis, $extensions, $filenames, Reader::Text($reader), false, $shown)
    };
    ($id:literal, $label:literal, $family:ident, $lexis:expr, $extensions:expr, $filenames:expr, $reader:expr, derived) => {
        format!($id, $label, $family, $lexis, $extensions, $filenames, $reader, true, Nodes)
    };
    ($id:literal, $label:literal, $family:ident, $lexis:expr, $extensions:expr, $filenames:expr, $reader:expr, derived as $shown:ident) => {
        format!($id, $label, $family, $lexis, $extensions, $filenames, $reader, true, $shown)
    };
    ($id:literal, $label:literal, $family:ident, $lexis:expr, $extensions:expr, $filenames:expr, $reader:expr, $derived:literal, $shown:ident) => {
        Format {
            info: &FormatInfo {
                id: $id,
                label: $label,
                family: FormatFamily::$family,
                lexis: $lexis,
                derived_text: $derived,
                has_tags: $derived && matches!($reader, Reader::Text(_)),
                shown_as: ShownAs::$shown,
            },
            extensions: &$extensions,
            filenames: &$filenames,
            interpreters: &[],
            reader: $reader,
        }
    };
}

/// Formats with structure. They come before the languages, whose grammars may know the same extensions.
#[rustfmt::skip]
static ROWS: &[Format] = &[
    format!("plain", "Text", Plain, None, ["txt", "text", "log", "1st", "me"],
        ["readme", "license", "licence", "copying", "notice", "authors", "contributors", "changes", "changelog", "news",
         "todo", "install", "version", "copyright"], plain::parse),
    format!("markdown", "Markdown", Prose, None,
        ["md", "markdown", "mdx", "mdown", "mkd", "mkdn", "mdwn", "qmd", "rmd", "mdc", "livemd"], [], markdown::parse, as Markdown),
    format!("html", "HTML", Prose, None, ["html", "htm", "xhtml", "shtml"], [], Reader::Text(html::parse), derived),
    format!("jupyter", "Jupyter notebook", Prose, None, ["ipynb"], [], Reader::Bytes(notebook::parse), derived as Markdown),
    format!("man", "Man page", Prose, None, ["man", "mdoc", "roff"], [], Reader::Bytes(man::parse), derived as Markdown),
    format!("docx", "Word document", Prose, None, ["docx", "docm", "dotx"], [], Reader::Package(office::parse_docx), derived),
    format!("pptx", "Slides", Prose, None, ["pptx", "pptm", "ppsx", "potx"], [], Reader::Package(office::parse_pptx), derived),
    format!("xlsx", "Sheets", Prose, None, ["xlsx", "xlsm", "xltx"], [], Reader::Package(office::parse_xlsx), derived),
    format!("opendocument", "OpenDocument", Prose, None, ["odt", "odp", "ods", "ott", "otp", "ots"], [],
        Reader::Package(office::parse_odf), derived),
    format!("epub", "Book", Prose, None, ["epub"], [], Reader::Package(office::parse_epub), derived),
    format!("mail", "Mail", Prose, None, ["eml", "mbox", "mht", "mhtml"], [], Reader::Package(office::parse_mail), derived),
    format!("sqlite", "SQLite database", Prose, None, ["sqlite", "sqlite3", "db3"], [], Reader::Package(database::parse_database), derived),
    // Made by the source of databases on servers; no file is called so.
    format!("database", "Database on a server", Prose, None, [], [], Reader::Package(database::parse_elsewhere), derived),
    format!("rows", "Rows of a database", Prose, None, [], [], Reader::Package(database::parse_elsewhere), derived),
    format!("pdf", "PDF", Prose, None, ["pdf"], [], Reader::Paged(pdf::parse, pdf::beginning), derived),
    format!("picture", "Picture", Picture, None,
        ["png", "jpg", "jpeg", "gif", "webp", "bmp", "ico", "tif", "tiff", "avif", "heic", "heif", "jxl"], [],
        Reader::Package(picture::read), derived),
    format!("rst", "reStructuredText", Prose, None, ["rst"], [], markup::parse_rst),
    format!("asciidoc", "AsciiDoc", Prose, None, ["adoc", "asciidoc"], [], markup::parse_asciidoc),
    format!("tex", "LaTeX", Prose, None, ["tex", "ltx"], [], markup::parse_latex),
    format!("typst", "Typst", Prose, None, ["typ"], [], markup::parse_typst),
    format!("diagram", "Diagram", Prose, None,
        ["mmd", "mermaid", "puml", "plantuml", "pu", "iuml", "wsd", "dot", "gv", "d2"], [], markup::parse_diagram),
    format!("org", "Org", Prose, None, ["org"], [], markup::parse_org),
    format!("json", "JSON", Data, Some(&SLASHES),
        ["json", "geojson", "webmanifest", "avsc", "har", "topojson", "gltf", "mcmeta", "code-workspace"],
        [".prettierrc", ".eslintrc", ".babelrc", ".jshintrc", ".swcrc", ".watchmanconfig", "composer.lock",
         "pipfile.lock", "flake.lock"], data::parse_json),
    format!("jsonc", "JSON with comments", Data, Some(&SLASHES), ["jsonc", "json5"],
        ["tsconfig.json", "jsconfig.json", "devcontainer.json"], data::parse_jsonc),
    format!("jsonl", "JSON Lines", Data, None, ["jsonl", "ndjson"], [], data::parse_json_lines),
    format!("yaml", "YAML", Data, Some(&SCRIPT), ["yaml", "yml", "eyaml", "cff", "sublime-syntax"],
        [".clang-format", ".clang-tidy", ".gemrc", "pixi.lock", "pubspec.lock"], data::parse_yaml),
    format!("toml", "TOML", Data, Some(&SCRIPT), ["toml"],
        ["cargo.lock", "pipfile", "poetry.lock", "pdm.lock", "uv.lock", "gopkg.lock"], data::parse_toml),
    format!("xml", "XML", Data, Some(&MARKUP),
        ["xml", "xsd", "xsl", "xslt", "rss", "atom", "plist", "csproj", "vbproj", "fsproj", "vcxproj", "props",
         "targets", "resx", "xaml", "wsdl", "storyboard", "xib", "ui", "qrc", "iml"],
        ["pom.xml"], data::parse_xml),
    format!("svg", "SVG", Data, Some(&MARKUP), ["svg"], [], data::parse_svg),
    format!("ini", "INI", Data, Some(&SCRIPT),
        ["ini", "cfg", "conf", "cnf", "desktop", "service", "socket", "timer", "editorconfig", "gitconfig", "npmrc"],
        [".editorconfig", ".gitconfig", ".gitmodules", ".npmrc", ".flake8", ".pylintrc", ".coveragerc", ".hgrc"],
        plain::parse_text_only),
    format!("properties", "Properties", Data, Some(&SCRIPT), ["properties"], [], plain::parse_text_only),
    format!("dotenv", "Environment", Data, Some(&SCRIPT), ["env"], [".env", ".envrc"], plain::parse_text_only),
    format!("protobuf", "Protocol Buffers", Data, Some(&SLASHES), ["proto"], [], code::parse_protobuf),
    format!("hcl", "HCL", Data, Some(&SCRIPT), ["tf", "tfvars", "hcl", "nomad"], [], plain::parse_text_only),
];

/// Formats that are text with a name, so that `@.lang` and highlighting know them. They come last.
#[rustfmt::skip]
static PLAIN: &[Format] = &[
    format!("graphql", "GraphQL", Plain, Some(&SCRIPT), ["graphql", "gql", "graphqls"], [], code::parse_graphql),
    format!("css", "CSS", Plain, Some(&SLASHES), ["css"], [], plain::parse_text_only),
    format!("scss", "SCSS", Plain, Some(&SLASHES), ["scss", "sass", "less"], [], plain::parse_text_only),
    format!("sql", "SQL", Plain, Some(&SQL), ["sql", "ddl", "dml", "psql"], [], plain::parse_text_only),
    format!("makefile", "Makefile", Plain, Some(&SCRIPT), ["mk", "mak", "make"], ["makefile", "gnumakefile", "kbuild"],
        plain::parse_text_only),
    format!("dockerfile", "Dockerfile", Plain, Some(&SCRIPT), ["dockerfile", "containerfile"],
        ["dockerfile", "containerfile"], plain::parse_text_only),
    format!("cmake", "CMake", Plain, Some(&SCRIPT), ["cmake"], ["cmakelists.txt"], plain::parse_text_only),
    format!("meson", "Meson", Plain, Some(&SCRIPT), [], ["meson.build", "meson_options.txt", "meson.options"],
        plain::parse_text_only),
    format!("bazel", "Bazel", Plain, Some(&SCRIPT), ["bzl", "bazel"], ["build.bazel"],
        plain::parse_text_only),
    format!("gitignore", "Ignore rules", Plain, Some(&SCRIPT), ["gitignore"],
        [".gitignore", ".dockerignore", ".npmignore", ".ignore", ".gitattributes", ".eslintignore", ".prettierignore",
         "codeowners", ".mailmap"], plain::parse_text_only),
    format!("csv", "CSV", Plain, None, ["csv", "tsv", "psv"], [], data::parse_delimited, as Table),
    format!("diff", "Diff", Plain, None, ["diff", "patch", "rej"], [], plain::parse_text_only),
    format!("tex-package", "LaTeX package", Plain, None, ["sty", "cls", "dtx", "ins"], [], plain::parse_text_only),
    format!("bibtex", "BibTeX", Plain, None, ["bib", "bst"], [], plain::parse_text_only),
    format!("vim", "Vim script", Plain, None, ["vim"], [".vimrc", "vimrc"], plain::parse_text_only),
    format!("tcl", "Tcl", Plain, Some(&SCRIPT), ["tcl"], [], plain::parse_text_only),
    format!("powershell", "PowerShell", Plain, Some(&SCRIPT), ["ps1", "psm1", "psd1"], [], plain::parse_text_only),
    format!("batch", "Batch file", Plain, None, ["bat", "cmd"], [], plain::parse_text_only),
    format!("nix", "Nix", Plain, Some(&SCRIPT), ["nix"], [], plain::parse_text_only),
    format!("gradle", "Gradle", Plain, Some(&SLASHES), ["gradle", "groovy"], ["jenkinsfile"], code::parse_gradle),
    format!("gomod", "Go module", Plain, Some(&SLASHES), [], ["go.mod", "go.work"], code::parse_gomod),
    format!("requirements", "Requirements", Plain, Some(&SCRIPT), [],
        ["requirements.txt", "requirements-dev.txt", "requirements_dev.txt", "dev-requirements.txt",
         "test-requirements.txt", "requirements-test.txt", "constraints.txt"], code::parse_requirements),
    format!("swift", "Swift", Plain, Some(&SLASHES), ["swift"], [], plain::parse_text_only),
    format!("dart", "Dart", Plain, Some(&SLASHES), ["dart"], [], plain::parse_text_only),
    format!("scala", "Scala", Plain, Some(&SLASHES), ["scala", "sbt", "sc"], [], plain::parse_text_only),
    format!("objective-c", "Objective-C", Plain, Some(&SLASHES), ["m", "mm"], [], plain::parse_text_only),
    format!("perl", "Perl", Plain, Some(&SCRIPT), ["pl", "pm", "t", "pod"], [], plain::parse_text_only),
    format!("r", "R", Plain, Some(&SCRIPT), ["r"], [".rprofile"], plain::parse_text_only),
    format!("julia", "Julia", Plain, Some(&SCRIPT), ["jl"], [], plain::parse_text_only),
    format!("elixir", "Elixir", Plain, Some(&SCRIPT), ["ex", "exs"], [], plain::parse_text_only),
    format!("erlang", "Erlang", Plain, None, ["erl", "hrl"], [], plain::parse_text_only),
    format!("haskell", "Haskell", Plain, None, ["hs", "lhs", "cabal"], [], plain::parse_text_only),
    format!("ocaml", "OCaml", Plain, None, ["ml", "mli"], [], plain::parse_text_only),
    format!("clojure", "Clojure", Plain, None, ["clj", "cljs", "cljc", "edn"], [], plain::parse_text_only),
    format!("lisp", "Lisp", Plain, None, ["lisp", "el", "scm", "rkt", "ss"], [], plain::parse_text_only),
    format!("zig", "Zig", Plain, Some(&SLASHES), ["zig", "zon"], [], plain::parse_text_only),
    format!("yacc", "Yacc", Plain, Some(&SLASHES), ["y", "yy", "ypp"], [], plain::parse_text_only),
    format!("lex", "Lex", Plain, Some(&SLASHES), ["l", "ll", "lpp"], [], plain::parse_text_only),
    format!("assembly", "Assembly", Plain, None, ["s", "asm"], [], plain::parse_text_only),
    format!("template", "Template", Plain, Some(&MARKUP), ["hbs", "ejs", "jinja", "jinja2", "j2", "mustache", "liquid", "erb"],
        [], plain::parse_text_only),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_own_id_and_lower_case_extensions() {
        let mut ids: Vec<_> = FORMATS.iter().map(|format| format.info.id).collect();
        ids.sort_unstable();
        let count = ids.len();
        ids.dedup();
        assert_eq!(ids.len(), count);
        for format in FORMATS.iter() {
            for extension in format.extensions {
                assert_eq!(*extension, extension.to_lowercase(), "{}", format.info.id);
            }
        }
    }
}
