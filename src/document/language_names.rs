//! Languages by the names that people give them: `ts` is TypeScript, in a query, in words, and behind the fence of a block
//! of code.

/// Ids of formats ([`super::FormatInfo::id`]), and what else they are called, in lower case. Endings of files that are no
/// names of their language (`h`, `mjs`) are not among them.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("asciidoc", &["adoc"]),
    ("assembly", &["asm", "nasm"]),
    ("bash", &["ksh", "sh", "shell", "shellscript", "zsh"]),
    ("batch", &["bat", "cmd", "dosbatch"]),
    ("bibtex", &["bib"]),
    ("clojure", &["clj"]),
    ("cpp", &["c++", "cplusplus", "cxx"]),
    ("csharp", &["c#", "cs"]),
    ("diff", &["patch"]),
    ("dockerfile", &["docker"]),
    ("dotenv", &["env"]),
    ("elixir", &["ex"]),
    ("erlang", &["erl"]),
    ("go", &["golang"]),
    ("gradle", &["groovy"]),
    ("graphql", &["gql"]),
    ("haskell", &["hs"]),
    ("hcl", &["terraform", "tf"]),
    ("html", &["htm", "xhtml"]),
    ("javascript", &["ecmascript", "js", "node", "nodejs"]),
    ("jsonl", &["jsonlines", "ndjson"]),
    ("julia", &["jl"]),
    ("jupyter", &["ipynb", "notebook"]),
    ("kotlin", &["kt"]),
    ("lisp", &["elisp", "emacs-lisp", "scheme"]),
    ("makefile", &["make"]),
    ("markdown", &["md"]),
    ("objective-c", &["objc", "objectivec"]),
    ("ocaml", &["ml"]),
    ("perl", &["pl"]),
    ("plain", &["plaintext", "text", "txt"]),
    ("powershell", &["ps1", "pwsh"]),
    ("protobuf", &["proto"]),
    ("python", &["py", "python3"]),
    ("ruby", &["rb"]),
    ("rust", &["rs"]),
    ("rst", &["restructuredtext"]),
    ("tex", &["latex"]),
    ("typescript", &["ts"]),
    ("vim", &["viml", "vimscript"]),
    ("yaml", &["yml"]),
];

/// Whether two names are of one language, in any case. Asked of every file, so that the ids are looked through first.
pub fn is_same_language(a: &str, b: &str) -> bool {
    let is = |name: &str, known: &str| known.eq_ignore_ascii_case(name);
    let has = |others: &[&str], name: &str| others.iter().any(|other| is(name, other));
    let by_id = || OTHER_NAMES.iter().find(|(id, _)| is(a, id));
    let row = || by_id().or_else(|| OTHER_NAMES.iter().find(|(_, others)| has(others, a)));
    is(a, b) || row().is_some_and(|(id, others)| is(b, id) || has(others, b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn a_language_has_several_names_and_a_name_one_language() {
        assert!(
            is_same_language("ts", "TypeScript") && is_same_language("C++", "cpp") && is_same_language("SH", "zsh")
        );
        assert!(!is_same_language("ts", "tsx") && !is_same_language("c", "cpp") && !is_same_language("js", "json"));
        assert!(is_same_language("Cobol", "cobol") && !is_same_language("cobol", "c"));
        let mut seen = HashSet::new();
        for name in OTHER_NAMES.iter().flat_map(|(id, others)| std::iter::once(id).chain(*others)) {
            assert!(seen.insert(name), "{name}");
            assert_eq!(name.to_lowercase(), *name);
        }
    }
}
