//! Words that are a regular expression: `/fn \w+_test/ path:core`, `impl.*for Picker`. They find lines, as does the query
//! that they are read as.

use super::letter;
use super::read::{ANY_CASE, EXACT_CASE, Facets, Request, WHOLE_WORDS, pieces, read};
use crate::docql::quoted;
use std::sync::LazyLock;

/// What hardly stands in text that is no expression: anything repeated, sets repeated, classes and borders of words where
/// no path has them (`src\bin\data`), signs with a backslash, an end of a line, words with a bar between them.
static SIGNS: LazyLock<Option<regex::Regex>> = LazyLock::new(|| {
    let signs = [
        r"[.\]][*+](?:$|[^*+/])",
        r"\][{?]|\]\{\d",
        r"\\[wsdWSD](?:[*+?{\\)\]|]|\s|$)",
        r"(?:^|[\s(|])\\b|\\b(?:$|[\s)|(])",
        r"\\[().\[\]{}|$^*+?]",
        r"^\^\w|[\w;){}\],]\$$",
        r"\w\w\|\w\w|\(\?:|\(\?i\)",
    ];
    regex::Regex::new(&signs.join("|")).ok()
});

/// Words that are, or may be, a regular expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternRequest {
    source: String,
    ignores_case: bool,
    /// Conditions on files, as in a query.
    conditions: Vec<String>,
    /// True if slashes say that it is one.
    is_certain: bool,
    /// What has no meaning for lines.
    ignored: Vec<String>,
}

impl PatternRequest {
    /// Reads words; `None` if they look like no expression, or like one that cannot be read.
    pub fn read(text: &str) -> Option<PatternRequest> {
        let text = text.trim();
        let (source, flags, filters) = match in_slashes(text) {
            Some((source, flags, rest)) => (source.to_owned(), Some(flags), pieces(rest)),
            // The second slash is still to come.
            None => {
                let (words, filters): (Vec<&str>, Vec<&str>) =
                    pieces(text).into_iter().partition(|piece| !is_filter(piece));
                let words = words.join(" ");
                let source = words.strip_prefix('/').filter(|rest| !has_slash(rest)).unwrap_or(&words).to_owned();
                (source, None, filters)
            }
        };
        let is_certain = flags.is_some();
        if source.is_empty() || !is_certain && !looks_so(&source) || regex_syntax::parse(&source).is_err() {
            return None;
        }
        let mut request = read(&filters.join(" "));
        let (facets, without) = (std::mem::take(&mut request.facets), std::mem::take(&mut request.without));
        let mut ignored: Vec<String> = std::mem::take(&mut request.typed);
        let mut conditions: Vec<String> = of_files(&facets, &mut ignored).collect();
        conditions.extend(of_files(&without, &mut ignored).map(|condition| format!("!({condition})")));
        let exact = request.exact_case || has_capital(&source);
        Some(PatternRequest {
            ignores_case: flags == Some("i") || request.any_case || !exact,
            source: if request.whole_words { format!(r"\b(?:{source})\b") } else { source },
            conditions,
            is_certain,
            ignored,
        })
    }

    /// Reads a phrase in quotes, or signs, as what finds every line that says it; `None` for anything else, and where
    /// something is asked that lines have not.
    pub fn of_phrase(text: &str) -> Option<PatternRequest> {
        let request = read(text);
        let [phrase] = &request.phrases[..] else { return None };
        let is_alone = request.terms.is_empty() && request.fuzzy.is_empty() && request.excluded.is_empty();
        let mut ignored = Vec::new();
        let mut conditions: Vec<String> = of_files(&request.facets, &mut ignored).collect();
        conditions.extend(of_files(&request.without, &mut ignored).map(|condition| format!("!({condition})")));
        let source = regex::escape(phrase);
        (is_alone && request.pasted.is_none() && ignored.is_empty()).then(|| PatternRequest {
            ignores_case: !letter::counts_capitals(phrase, &request),
            source: if request.whole_words { format!(r"\b(?:{source})\b") } else { source },
            conditions,
            is_certain: true,
            ignored,
        })
    }

    /// True if slashes say that it is an expression: else the workspace decides.
    pub fn is_certain(&self) -> bool {
        self.is_certain
    }

    /// The query that says the same.
    pub fn query(&self) -> String {
        let case = if self.ignores_case { "i" } else { "" };
        let conditions = match self.conditions.is_empty() {
            true => String::new(),
            false => format!("[?({})]", self.conditions.join(" && ")),
        };
        format!("$.content.grep(/{}/{case}){conditions}", with_escaped_slashes(&self.source))
    }

    /// What is to be known of how it was read.
    pub fn notes(&self) -> Vec<String> {
        let case = if self.ignores_case { "i" } else { "" };
        let mut notes = vec![format!("read as the regular expression /{}/{case}", with_escaped_slashes(&self.source))];
        if !self.ignored.is_empty() {
            notes.push(format!("{} says nothing about lines, and was left out", self.ignored.join(" ")));
        }
        notes
    }
}

/// What is wrong with words in slashes that are meant as an expression and are none: they are searched as words.
pub(in crate::search) fn unreadable(words: &str) -> Option<String> {
    let inner = words.trim().strip_prefix('/')?;
    let inner = inner.strip_suffix("/i").or_else(|| inner.strip_suffix('/'))?;
    // A path has slashes within.
    let reason = match regex_syntax::parse(inner).err().filter(|_| !inner.contains('/'))? {
        regex_syntax::Error::Parse(error) => error.kind().to_string(),
        regex_syntax::Error::Translate(error) => error.kind().to_string(),
        _ => "it cannot be read".to_owned(),
    };
    Some(format!("/{inner}/ is no regular expression ({reason}); it was searched as words"))
}

/// The expression between slashes, the letters behind them, and the rest: `/fn \w+/i path:core`. A path has more slashes.
fn in_slashes(text: &str) -> Option<(&str, &str, &str)> {
    let inner = text.strip_prefix('/')?;
    let close = slash(inner)?;
    let rest = &inner[close + 1..];
    let (flags, rest) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
    (close > 0 && matches!(flags, "" | "i") && !inner.starts_with('/')).then_some((&inner[..close], flags, rest))
}

/// The first slash of an expression that has no backslash before it and stands in no set.
fn slash(text: &str) -> Option<usize> {
    let (mut is_escaped, mut is_set) = (false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => is_set = true,
            ']' => is_set = false,
            '/' if !is_set => return Some(at),
            _ => {}
        }
    }
    None
}

fn has_slash(text: &str) -> bool {
    slash(text).is_some()
}

/// An expression as it stands between slashes.
fn with_escaped_slashes(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut is_escaped = false;
    for character in source.chars() {
        if character == '/' && !is_escaped {
            out.push('\\');
        }
        is_escaped = character == '\\' && !is_escaped;
        out.push(character);
    }
    out
}

fn looks_so(source: &str) -> bool {
    // Two backslashes are a path of another system, or a string that has one.
    !source.contains(r"\\") && SIGNS.as_ref().is_some_and(|signs| signs.is_match(source))
}

/// True if a capital stands in it that is no class (`\S`).
fn has_capital(source: &str) -> bool {
    let mut is_escaped = false;
    source.chars().any(|character| {
        let counts = character.is_uppercase() && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        counts
    })
}

/// True for a facet or a switch.
fn is_filter(piece: &str) -> bool {
    let Request { facets, without, .. } = read(piece);
    let is_switch = [ANY_CASE, EXACT_CASE, WHOLE_WORDS].iter().any(|switch| piece.eq_ignore_ascii_case(switch));
    is_switch || !facets.is_empty() || !without.is_empty()
}

/// Conditions on files; of several values of one facet any is enough. What lines cannot be asked for is ignored.
fn of_files<'f>(facets: &'f Facets, ignored: &mut Vec<String>) -> impl Iterator<Item = String> + use<'f> {
    let others = Facets { path: Vec::new(), ext: Vec::new(), lang: Vec::new(), ..facets.clone() };
    ignored.extend(others.told());
    let path = |value: &String| match value.contains(['*', '?']) {
        true => format!("@.path =~ /{}/i", with_escaped_slashes(&of_glob(value))),
        false => format!("@.path ~= {}", quoted(value)),
    };
    let ext = |value: &String| format!("@.extension == {}", quoted(value));
    let lang = |value: &String| format!("@.language == {0} || @.extension == {0}", quoted(value));
    let any = |conditions: Vec<String>| (!conditions.is_empty()).then(|| conditions.join(" || "));
    let all = [
        any(facets.path.iter().map(path).collect()),
        any(facets.ext.iter().map(ext).collect()),
        any(facets.lang.iter().map(lang).collect()),
    ];
    let several = all.iter().flatten().count() > 1;
    all.into_iter().flatten().map(move |one| if several && one.contains(" || ") { format!("({one})") } else { one })
}

/// A glob over the end of a path as an expression.
fn of_glob(glob: &str) -> String {
    let part = |character: char| match character {
        '*' => ".*".to_owned(),
        '?' => ".".to_owned(),
        other => regex::escape(other.encode_utf8(&mut [0; 4])),
    };
    format!("(^|/){}$", glob.chars().map(part).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(words: &str) -> Option<String> {
        PatternRequest::read(words).map(|pattern| pattern.query())
    }

    #[test]
    fn slashes_make_an_expression() {
        assert_eq!(query(r"/fn \w+_test/").as_deref(), Some(r"$.content.grep(/fn \w+_test/i)"));
        assert_eq!(query("/todo/").as_deref(), Some("$.content.grep(/todo/i)"));
        assert_eq!(query("/Todo/").as_deref(), Some("$.content.grep(/Todo/)"));
        assert_eq!(query("/Todo/i").as_deref(), Some("$.content.grep(/Todo/i)"));
        assert_eq!(query("TODO|FIXME case:any").as_deref(), Some("$.content.grep(/TODO|FIXME/i)"));
        assert_eq!(query("/todo/ case:exact word:whole").as_deref(), Some(r"$.content.grep(/\b(?:todo)\b/)"));
        assert_eq!(query(r"/a\/b[/]c/").as_deref(), Some(r"$.content.grep(/a\/b[\/]c/i)"));
        for path in ["/usr/lib/", "/usr", "//", "/", "/a/b c/", "/todo/x", "src/main.rs", "/(/"] {
            assert_eq!(query(path), None, "{path}");
        }
    }

    #[test]
    fn filters_are_conditions_on_files() {
        let said = |words: &str| query(words).expect(words);
        assert!(said("/x/ path:src/ -path:test").contains(r#"[?(@.path ~= "src/" && !(@.path ~= "test"))]"#));
        assert!(
            said("foo.*bar ext:rs ext:md path:a")
                .contains(r#"[?(@.path ~= "a" && (@.extension == "rs" || @.extension == "md"))]"#)
        );
        assert!(said("/x/ path:*.go").contains(r"[?(@.path =~ /(^|\/).*\.go$/i)]"));
        let notes = PatternRequest::read("/x/ kind:class -old").expect("an expression").notes();
        assert_eq!(notes[1], "-old kind:class says nothing about lines, and was left out");
        for words in ["/x/ path:src/ -path:test", "foo.*bar ext:rs ext:md path:a", "/x/ path:*.go lang:go"] {
            let query = query(words).expect(words);
            assert!(crate::docql::compile(&query).is_ok(), "{query}");
        }
    }

    #[test]
    fn what_hardly_is_text_may_be_an_expression() {
        for words in [
            "impl.*for Picker",
            r"fn \w+_impl\(",
            r"\bfoo\b",
            "TODO|FIXME",
            "^func ",
            "[a-z]+_id",
            "};$",
            r"a\.b",
            "/impl.*for",
            "error (?:a|b)",
            "f(.*) -> x",
        ] {
            assert!(PatternRequest::read(words).is_some_and(|pattern| !pattern.is_certain()), "{words}");
        }
        for words in [
            "read file",
            "foo(bar)",
            "int *p",
            "a || b",
            "a->b|c",
            "*.rs",
            "**/*.rs",
            r"src\bin\data.rs",
            r"C:\\dir\\w",
            "what is this?",
            "C++",
            "x = y * 2 + z",
            "path:*.rs token",
            "vec![1, 2]",
            "$HOME is not set",
            "arr[0]",
            "...",
            "a.b.c",
            "foo...",
            "costs 5$ each",
        ] {
            assert_eq!(PatternRequest::read(words), None, "{words}");
        }
    }
}
