//! The language itself: nothing is lost, nothing panics, every error has a place and a sentence.

use docql::docql::{Dialect, Severity, canonical, check, compile, compile_data, compile_live, complete, paint, tokens};
use docql::stdx::Ticket;
use proptest::prelude::*;
use std::fmt::Write;

/// How many random queries are tried; `DOCQL_CASES=1000000` for the long run.
fn cases(few: u32) -> ProptestConfig {
    let cases = std::env::var("DOCQL_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(few);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// Everything that is done to a text as it is typed.
fn exercise(text: &str) {
    for dialect in [Dialect::Lenient, Dialect::Strict] {
        assert_eq!(tokens(text, dialect).iter().map(|token| token.span.of(text)).collect::<String>(), text);
    }
    paint(text);
    for diagnostic in check(text) {
        assert!(
            diagnostic.span.end as usize <= text.len() && text.is_char_boundary(diagnostic.span.start as usize),
            "{text}: {diagnostic:?}"
        );
        assert!(!diagnostic.message.is_empty());
        for fix in &diagnostic.fixes {
            assert!(compile(fix).is_ok(), "the fix {fix} of {text} does not compile");
        }
    }
    let _ = (compile(text).is_ok(), compile_live(text).is_ok(), compile_data(text).is_ok());
    let clean = canonical(text);
    if compile(text).is_ok() {
        assert_eq!(canonical(&clean), clean, "{text}");
        assert!(compile(&clean).is_ok(), "{text} became {clean}: {:?}", compile(&clean).err());
    }
}

/// Pieces that queries are made of, whole and broken.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        "$",
        ".",
        "..",
        "[",
        "]",
        "(",
        ")",
        "?",
        "@",
        "*",
        ",",
        ":",
        "'",
        "\"",
        "/",
        "\\",
        " ",
        "=",
        "==",
        "!=",
        "~=",
        "=~",
        "<",
        ">=",
        "&&",
        "||",
        "!",
        "&",
        "|",
        "~",
        "-",
        "+",
        "0",
        "1",
        "-2",
        "1.5",
        "1e9",
        "toc",
        "code",
        "content",
        "files",
        "data",
        "frontmatter",
        "structure",
        "class",
        "method",
        "methods",
        "heading",
        "grep",
        "callers",
        "name",
        "level",
        "title",
        "path",
        "children",
        "limit",
        "sort",
        "count",
        "length",
        "match",
        "in",
        "not",
        "and",
        "or",
        "contains",
        "startsWith",
        "starts with",
        "true",
        "null",
        "\"x\"",
        "'y'",
        "/a.b/i",
        "/[/",
        "（",
        "）",
        "“",
        "”",
        "。",
        "名前",
        "e\u{301}",
        "\u{1f600}",
        "\t",
        "\n",
        "\\u12",
        "$.toc[?(@.level==1)]",
        "$.code.class(\"A\")",
        "[?(@.",
        "[*]",
    ];
    prop_oneof![
        9 => prop::sample::select(words.to_vec()).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

proptest! {
    #![proptest_config(cases(3000))]

    #[test]
    fn no_text_makes_it_panic(pieces in prop::collection::vec(piece(), 0..24)) {
        exercise(&pieces.concat());
    }

    #[test]
    fn completion_answers_at_every_caret(pieces in prop::collection::vec(piece(), 0..10)) {
        let text = pieces.concat();
        for caret in 0..=text.len() {
            let completions = complete(&text, caret, None, &Ticket::forever());
            let (start, end) = (completions.replace.start as usize, completions.replace.end as usize);
            prop_assert!(text.is_char_boundary(start) && text.is_char_boundary(end));
            for candidate in completions.candidates {
                prop_assert!(candidate.insert.is_char_boundary(candidate.caret), "{:?}", candidate);
            }
        }
    }
}

#[test]
fn deep_nesting_is_refused_without_exhausting_the_stack() {
    for unit in ["[?(@", "(", "[?@", "!", "[?(@.children", "$.code.class("] {
        exercise(&format!("$.toc{}", unit.repeat(20_000)));
        exercise(&format!("$.toc[?({}", unit.repeat(20_000)));
    }
}

#[test]
fn every_prefix_of_every_example_can_be_typed() {
    let examples = docql::docql::catalog::ROWS
        .iter()
        .map(|row| row.example)
        .chain(docql::docql::catalog::OPERATORS.iter().map(|row| row.example));
    for example in examples {
        for (at, _) in example.char_indices() {
            let prefix = &example[..at];
            exercise(prefix);
            for diagnostic in check(prefix).iter().filter(|diagnostic| diagnostic.severity == Severity::Error) {
                let names = ["Q014", "Q015", "Q017", "Q018"];
                assert!(
                    diagnostic.incomplete || names.contains(&diagnostic.code),
                    "{prefix}: half typed is not an error: {diagnostic:?}"
                );
            }
        }
        assert!(compile(example).is_ok(), "{example}: {:?}", compile(example).err());
    }
}

/// `tests/docql/malformed.expected` holds what each query of `malformed.txt` is answered with; a human
/// reads the difference. `UPDATE=1` writes it anew.
#[test]
fn malformed_queries_get_a_caret_and_a_plain_sentence() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docql");
    let queries = std::fs::read_to_string(directory.join("malformed.txt")).expect("queries");
    let mut out = String::new();
    let (mut errors, mut fixable) = (0, 0);
    for query in queries.lines() {
        let diagnostics = check(query);
        let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        if query == "$" || query == "$.toc[0,]" && error.is_none() {
            continue;
        }
        let error = error.unwrap_or_else(|| panic!("{query} is accepted"));
        assert!(
            error.message.chars().next().is_some_and(|c| !c.is_uppercase()) && error.message.len() > 8,
            "{query}: {}",
            error.message
        );
        errors += 1;
        fixable += usize::from(diagnostics.iter().any(|diagnostic| !diagnostic.fixes.is_empty()));
        let only: Vec<_> =
            diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error).take(1).cloned().collect();
        let _ = writeln!(out, "{}", docql::report::diagnostics_text(query, &only));
    }
    let expected = directory.join("malformed.expected");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&expected, &out).expect("written");
    }
    assert_eq!(out, std::fs::read_to_string(&expected).unwrap_or_default());
    assert!(errors >= 100, "{errors} malformed queries");
    assert!(fixable * 10 >= errors * 7, "only {fixable} of {errors} offer a fix");
}
