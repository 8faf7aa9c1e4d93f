//! DocQL in ten forms: what a model is told of the language, in as few tokens as it takes.

/// A query by which the language is taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The query.
    pub query: &'static str,
    /// What it finds.
    pub finds: &'static str,
}

const fn form(query: &'static str, finds: &'static str) -> Form {
    Form { query, finds }
}

/// The ten forms, from the shortest to the longest.
pub const FORMS: [Form; 10] = [
    form(r#"$.toc[?(@.path=="src/a.py")]"#, "outline of a file"),
    form(r#"$.code.class("Parser").methods[*]"#, "members; names take * and /regex/"),
    form(r#"$.code.query("parse")"#, "any symbol by part of its name"),
    form(r#"$.code.function("parse").callers(2)"#, "also callees, references, implementations, tests"),
    form(r#"$.code.methods[?(@.lines>80 && @.visibility=="public")]"#, "filters: == ~= =~ startsWith in"),
    form(r#"$.content.grep(/TODO|FIXME/)[?(@.path ~= "src/")]"#, "lines of any text"),
    form(r#"$.content.heading("Install").codeblock[0]"#, "sections and what is in them"),
    form(r#"$.data..[?(@.image=="nginx")]"#, "JSONPath over JSON, YAML, TOML, XML, INI, HCL"),
    form(r#"$.files[?(@.changed && @.extension=="rs")]"#, "changes since the last commit"),
    form(r#"$.code.function("parse").mentions()"#, "documents that name it"),
];
