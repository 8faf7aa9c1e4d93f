//! Words of other languages (SQL, XPath, CSS, jq, programming languages) and their DocQL equivalents.

/// A foreign word and its DocQL equivalent.
pub type Habit = (&'static str, &'static str);

/// Steps, in lower case, without `_` and `-`.
const STEPS: &[Habit] = &[
    ("calledby", "callers"),
    ("incoming", "callers"),
    ("usedby", "callers"),
    ("outgoing", "callees"),
    ("uses", "callees"),
    ("usage", "references"),
    ("inherits", "supertypes"),
    ("subclasses", "implementations"),
    ("subclass", "implementations"),
    ("subtypes", "implementations"),
    ("subtype", "implementations"),
    ("derived", "implementations"),
    ("overrides", "implementations"),
    ("overriders", "implementations"),
    ("impls", "implementations"),
    ("implementors", "implementations"),
    ("implementers", "implementations"),
    ("superclass", "supertypes"),
    ("superclasses", "supertypes"),
    ("bases", "supertypes"),
    ("findusages", "references"),
    ("findreferences", "references"),
    ("def", "function"),
    ("fn", "function"),
    ("fun", "function"),
    ("func", "function"),
    ("proc", "function"),
    ("ctor", "constructor"),
    ("const", "constant"),
    ("var", "variable"),
    ("mod", "module"),
    ("use", "import"),
    ("header", "heading"),
    ("title", "heading"),
    ("find", "grep"),
    ("text", "grep"),
    ("contains", "grep"),
    ("match", "grep"),
    ("code", "codeblock"),
    ("snippet", "codeblock"),
    ("blockquote", "quote"),
    ("img", "image"),
    ("picture", "image"),
    ("cite", "footnote"),
    ("head", "limit"),
    ("top", "limit"),
    ("length", "count"),
    ("len", "count"),
    ("size", "count"),
    ("total", "count"),
    ("sortby", "sort"),
    ("sorted", "sort"),
    ("orderby", "sort"),
    ("order", "sort"),
    ("uniq", "unique"),
    ("dedup", "unique"),
    ("get", "nth"),
    ("at", "nth"),
    ("up", "parent"),
    ("following", "next"),
    ("preceding", "prev"),
    ("items", "children"),
    ("toc", "children"),
    ("outline", "children"),
];

/// Roots.
const ROOTS: &[Habit] = &[
    ("outline", "toc"),
    ("symbols", "code"),
    ("source", "code"),
    ("docs", "content"),
    ("documents", "content"),
    ("text", "content"),
    ("links", "content"),
    ("file", "files"),
    ("dirs", "structure"),
    ("directories", "structure"),
    ("folders", "structure"),
    ("json", "data"),
    ("yaml", "data"),
    ("metadata", "frontmatter"),
    ("projects", "repos"),
];

/// Fields.
const FIELDS: &[Habit] = &[
    ("suffix", "extension"),
    ("filetype", "extension"),
    ("fileextension", "extension"),
    ("filepath", "path"),
    ("fullpath", "path"),
    ("lineno", "line"),
    ("linenumber", "line"),
    ("startline", "line"),
    ("row", "line"),
    ("endlineno", "end_line"),
    ("loc", "lines"),
    ("linecount", "lines"),
    ("filesize", "size"),
    ("bytes", "size"),
    ("length", "lines"),
    ("heading", "title"),
    ("label", "name"),
    ("identifier", "name"),
    ("body", "source"),
    ("docstring", "doc"),
    ("access", "visibility"),
    ("modifier", "visibility"),
    ("scope", "visibility"),
    ("bases", "supertypes"),
    ("superclass", "supertypes"),
    ("rank", "score"),
    ("nesting", "level"),
    ("link", "url"),
    ("dead", "broken"),
    ("missing", "broken"),
    ("date", "modified"),
];

/// Operators: words and symbols.
const OPERATORS: &[Habit] = &[
    ("is", "=="),
    ("eq", "=="),
    ("equal", "=="),
    ("equals", "=="),
    ("-eq", "=="),
    (":", "=="),
    (":=", "=="),
    ("===", "=="),
    ("isnot", "!="),
    ("isnt", "!="),
    ("ne", "!="),
    ("neq", "!="),
    ("-ne", "!="),
    ("!==", "!="),
    ("<>", "!="),
    ("=!", "!="),
    ("/=", "!="),
    ("lt", "<"),
    ("-lt", "<"),
    ("less", "<"),
    ("below", "<"),
    ("gt", ">"),
    ("-gt", ">"),
    ("greater", ">"),
    ("above", ">"),
    ("lte", "<="),
    ("le", "<="),
    ("-le", "<="),
    ("=<", "<="),
    ("gte", ">="),
    ("ge", ">="),
    ("-ge", ">="),
    ("=>", ">="),
    ("like", "~="),
    ("ilike", "~="),
    ("has", "~="),
    ("contain", "~="),
    ("containing", "~="),
    ("include", "~="),
    ("includes", "~="),
    ("~", "~="),
    ("~~", "~="),
    ("~==", "~="),
    ("*=", "~="),
    ("indexof", "~="),
    ("match", "=~"),
    ("matches", "=~"),
    ("regex", "=~"),
    ("regexp", "=~"),
    ("rlike", "=~"),
    ("test", "=~"),
    ("==~", "=~"),
    ("~=~", "=~"),
    ("^=", "startsWith"),
    ("begins", "startsWith"),
    ("beginswith", "startsWith"),
    ("startwith", "startsWith"),
    ("startswith", "startsWith"),
    ("prefix", "startsWith"),
    ("hasprefix", "startsWith"),
    ("$=", "endsWith"),
    ("endwith", "endsWith"),
    ("endswith", "endsWith"),
    ("suffix", "endsWith"),
    ("hassuffix", "endsWith"),
    ("contains", "~="),
    ("within", "in"),
    ("oneof", "in"),
];

fn lookup(table: &[Habit], word: &str) -> Option<&'static str> {
    let plain: String = word.to_lowercase().chars().filter(|c| *c != '_').collect();
    let bare: String = plain.chars().filter(|c| *c != '-').collect();
    table.iter().find(|(theirs, _)| *theirs == plain || *theirs == bare).map(|(_, ours)| *ours)
}

/// The step equivalent to the foreign `word`.
pub fn habitual_step(word: &str) -> Option<&'static str> {
    lookup(STEPS, word)
}

/// The root equivalent to the foreign `word`.
pub fn habitual_root(word: &str) -> Option<&'static str> {
    lookup(ROOTS, word)
}

/// The field equivalent to the foreign `word`.
pub fn habitual_field(word: &str) -> Option<&'static str> {
    lookup(FIELDS, word)
}

/// The operator equivalent to the foreign `word`, which may be a word, a symbol or a function name.
pub fn habitual_operator(word: &str) -> Option<&'static str> {
    lookup(OPERATORS, word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::docql::catalog;

    #[test]
    fn every_habit_leads_to_a_row_of_the_catalogue_and_hides_none() {
        for (theirs, ours) in STEPS {
            let known =
                |name: &str| catalog::ROWS.iter().any(|row| row.kind != catalog::CatalogKind::Root && row.name == name);
            assert!(known(ours), "{theirs} → {ours}");
        }
        for (theirs, ours) in ROOTS {
            assert!(catalog::root(ours).is_some() && catalog::root(theirs).is_none(), "{theirs} → {ours}");
        }
        for (theirs, ours) in FIELDS {
            assert!(catalog::field(ours).is_some() && catalog::field(theirs).is_none(), "{theirs} → {ours}");
        }
        for (theirs, ours) in OPERATORS {
            assert!(catalog::OPERATORS.iter().any(|row| row.name == *ours), "{theirs} → {ours}");
        }
    }
}
