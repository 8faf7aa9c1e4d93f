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

#[test]
fn steps_as_other_tools_call_them_lead_to_those_that_are_there() {
    for (word, meant) in [
        ("subtypes", "implementations"),
        ("overrides", "implementations"),
        ("implementors", "implementations"),
        ("superclass", "supertypes"),
        ("find_usages", "references"),
    ] {
        let known = check(&format!("$.code.class(\"Client\").{word}()"));
        let said = known.first().map(|diagnostic| diagnostic.message.as_str()).unwrap_or_default();
        assert!(said.contains(&format!("did you mean \"{meant}\"?")), "{word}: {said}");
    }
}

/// The number of the token of `text` that starts at or holds the byte `at`; spaces are none.
fn token_at(text: &str, at: usize) -> usize {
    let is_before = |token: &docql::docql::Token| token.span.end as usize <= at;
    let all = tokens(text, Dialect::Lenient);
    all.iter().filter(|token| !token.span.of(text).trim().is_empty()).take_while(|token| is_before(token)).count()
}

/// `tests/docql/malformed.txt` holds queries as people get them wrong, a `‸` before the token that is the
/// mistake; `malformed.expected` what each is answered with. A human reads the difference. `UPDATE=1`
/// writes it anew.
#[test]
fn malformed_queries_get_a_caret_at_the_mistake_a_plain_sentence_and_a_fix() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docql");
    let queries = std::fs::read_to_string(directory.join("malformed.txt")).expect("queries");
    let mut out = String::new();
    let (mut errors, mut fixable, mut astray) = (0, 0, Vec::new());
    for marked in queries.lines() {
        let mistake = marked.find('‸').unwrap_or_else(|| panic!("{marked}: the mistake is not marked"));
        let query = marked.replacen('‸', "", 1);
        let diagnostics = check(&query);
        let error = diagnostics.iter().find(|diagnostic| diagnostic.severity == Severity::Error);
        let error = error.unwrap_or_else(|| panic!("{query} is accepted"));
        let sentence = &error.message;
        assert!(
            sentence.chars().next().is_some_and(|c| !c.is_uppercase()) && sentence.split(' ').count() > 2,
            "{query}: {sentence}"
        );
        if token_at(&query, mistake).abs_diff(token_at(&query, error.span.start as usize)) > 1 {
            astray.push(format!("{marked}: the caret is at byte {}", error.span.start));
        }
        for fix in &error.fixes {
            assert!(compile(fix).is_ok() && *fix != query, "{query}: {fix} is no fix");
        }
        errors += 1;
        fixable += usize::from(!error.fixes.is_empty());
        let _ = writeln!(out, "{}", docql::report::diagnostics_text(&query, std::slice::from_ref(error)));
    }
    assert!(astray.is_empty(), "{}", astray.join("\n"));
    let expected = directory.join("malformed.expected");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&expected, &out).expect("written");
    }
    assert_eq!(out, std::fs::read_to_string(&expected).unwrap_or_default());
    assert!(errors >= 200, "{errors} malformed queries");
    assert!(fixable * 10 >= errors * 9, "only {fixable} of {errors} offer a fix");
    println!("{fixable} of {errors} malformed queries offer a fix");
}

/// The steps of a query as it is written cleanly, each with its call or its brackets; the first is the root.
fn steps(clean: &str) -> Vec<String> {
    let (mut steps, mut depth, mut goes_on) = (Vec::<String>::new(), 0_usize, false);
    for token in tokens(clean, Dialect::Lenient) {
        let text = token.span.of(clean);
        let begins = depth == 0 && !goes_on && (text.starts_with('.') || text == "[" || steps.is_empty());
        // What stands behind dots belongs to them.
        goes_on = depth == 0 && text.starts_with('.');
        match text {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        match steps.last_mut().filter(|_| !begins) {
            Some(last) => last.push_str(text),
            None => steps.push(text.to_owned()),
        }
    }
    // `$.code` is one root.
    if steps.len() > 1 && steps[0] == "$" && steps[1].starts_with('.') && !steps[1].starts_with("..") {
        let name = steps.remove(1);
        steps[0].push_str(&name);
    }
    steps
}

/// Whether all of `wanted` stand in `all`, in this order.
fn has_all(all: &[String], wanted: &[&str]) -> bool {
    let mut all = all.iter();
    wanted.iter().all(|wanted| all.any(|step| step == wanted))
}

#[test]
fn a_fix_keeps_every_step_but_the_one_that_is_wrong() {
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/docql");
    let files = ["content", "contract", "data", "filters", "lists", "names", "relations"];
    let texts = files.map(|file| std::fs::read_to_string(directory.join(format!("{file}.txt"))).expect("queries"));
    let queries: Vec<&str> = texts.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with("$.")).collect();
    let (mut fixes, mut dropped) = (0, Vec::new());
    for (number, query) in queries.iter().enumerate().filter(|(_, query)| compile(query).is_ok()) {
        let clean = canonical(query);
        let steps_of_it = steps(&clean);
        assert_eq!(steps_of_it.concat(), clean);
        for at in 1..=steps_of_it.len() {
            let (before, after) = (steps_of_it[..at].concat(), steps_of_it[at..].concat());
            // A step more that nothing has, a step that is spelled wrong, a number in the middle.
            let mut mistakes = vec![(format!("{before}.frobnicate{after}"), at)];
            match number % 3 {
                0 => mistakes.push((format!("{before}.frobnicate(\"x\"){after}"), at)),
                1 => mistakes.push((format!("{before}.clases{after}"), at)),
                _ if at < steps_of_it.len() => mistakes.push((format!("{before}.count(){after}"), at)),
                _ => {}
            }
            if let Some(step) =
                steps_of_it.get(at).filter(|step| step.len() > 5 && step.starts_with('.') && step.is_ascii())
            {
                let wrong = format!("{}{}", &step[..3], &step[4..]);
                let mistake = format!("{before}{wrong}{}", steps_of_it[at + 1..].concat());
                mistakes.push((mistake, at + 1));
            }
            for (mistake, behind) in mistakes {
                let wanted: Vec<&str> =
                    steps_of_it[..at].iter().chain(&steps_of_it[behind..]).map(String::as_str).collect();
                for error in check(&mistake).iter().filter(|known| known.severity == Severity::Error).take(1) {
                    for fix in &error.fixes {
                        fixes += 1;
                        if !has_all(&steps(fix), &wanted) {
                            dropped.push(format!("{mistake}\n  {}\n  → {fix}", error.message));
                        }
                    }
                }
            }
        }
    }
    println!("{fixes} fixes");
    assert!(fixes > 1_000, "{fixes} fixes");
    assert!(dropped.is_empty(), "{} of {fixes} fixes drop steps:\n{}", dropped.len(), dropped.join("\n"));
}

#[test]
fn a_language_is_meant_by_each_of_its_names() {
    let files = &[
        ("a.ts", "export function one() {}\n"),
        ("b.mts", "export function two() {}\n"),
        ("c.tsx", "export function three() {}\n"),
        ("d.sh", "four() { :; }\n"),
        ("e.md", "# Five\n\n```ts\nlet x = 1\n```\n\n```sh\nls\n```\n"),
    ];
    let count = |query: &str| -> String {
        crate::relations::results(files, query).hits.first().map_or(String::new(), |hit| hit.name.clone())
    };
    for (query, found) in [
        (r#"$.files[?(@.language=="ts")].count()"#, "2"),
        (r#"$.files[?(@.language=="TypeScript")].count()"#, "2"),
        (r#"$.files[?(@.language!="ts")].count()"#, "3"),
        (r#"$.files[?(@.language in ["ts","shell"])].count()"#, "3"),
        (r#"$.content.codeblock[?(@.language=="typescript")].count()"#, "1"),
        (r#"$.content.codeblock[?(@.language=="bash")].count()"#, "1"),
        (r#"$.files[?(@.language==@.extension)].count()"#, "4"),
        // The ending of a file is that alone.
        (r#"$.files[?(@.extension=="ts")].count()"#, "1"),
    ] {
        assert_eq!(count(query), found, "{query}");
    }
}
