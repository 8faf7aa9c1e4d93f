//! Conditions decided over columns, by the file or by a scan of names find what conditions find that are
//! asked of each item. A list of two selectors is never decided over columns, so `[?P, ?P]` is the measure
//! for `[?P]`.

use crate::workspace::Workspace;
use docql::docql::{Results, compile, present, run};
use docql::library::{Letters, LettersOfNames, Library, NamePart, Needs, NodeRef};
use docql::stdx::Ticket;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

fn library() -> &'static Library {
    static LIBRARY: LazyLock<(Workspace, Arc<Library>)> = LazyLock::new(|| {
        let workspace = Workspace::new();
        let library = workspace.library(&Needs::Structure, 2);
        (workspace, library)
    });
    &LIBRARY.1
}

fn answer(query: &str, limit: usize) -> Results {
    let plan = compile(query).unwrap_or_else(|diagnostics| panic!("{query}: {diagnostics:?}"));
    let outcome = run(&plan, library(), &Ticket::forever()).expect("a fresh ticket");
    present(&plan, &outcome, library(), limit)
}

fn keys(results: &Results) -> Vec<String> {
    results.hits.iter().map(|hit| hit.key.0.clone()).collect()
}

const STARTS: &[&str] = &[
    "$.toc",
    "$..",
    "$.entities",
    "$.code.symbols",
    "$.code.functions",
    "$.code.classes",
    "$.code.methods",
    "$.code.tests",
    "$.code.function(\"*e*\")",
    "$.code.function(\"validate\")",
    "$.content.headings",
    "$.content.heading(\"a\")",
    "$.content.codeblocks",
    "$.content.tables",
];

fn fields() -> impl Strategy<Value = &'static str> {
    let text = ["name", "title", "path", "file", "directory", "repo", "parent", "package", "anchor", "url"];
    let words = ["kind", "type", "visibility", "language", "extension"];
    let numbers = ["level", "line", "end_line", "lines", "size", "depth", "score", "page"];
    // Weighted towards what columns and files decide; some that read the text.
    let costly = ["qualified_name", "supertypes", "doc", "signature", "text", "modified"];
    let all: Vec<&str> = [&text[..], &words, &words, &numbers, &costly].concat();
    prop::sample::select(all)
}

fn literals() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "\"a\"",
        "\"e\"",
        "\"auth\"",
        "\"Token\"",
        "\"class\"",
        "\"FunctionEntity\"",
        "\"heading\"",
        "\"public\"",
        "\"rust\"",
        "\"go\"",
        "\"md\"",
        "\"src\"",
        "\"\"",
        "\"2\"",
        "\"配置\"",
        "\"İ\"",
        "1",
        "2",
        "3",
        "10",
        "0",
        "2.5",
        "true",
        "null",
    ])
}

/// Conditions that are not refused, as a comparison of a number with a word is.
fn leaves() -> impl Strategy<Value = String> {
    any_leaves().prop_filter("refused", |leaf| compile(&format!("$..[?({leaf})]")).is_ok())
}

fn any_leaves() -> impl Strategy<Value = String> {
    let operators = ["==", "!=", "<", "<=", ">", ">=", "~=", "startsWith", "endsWith"];
    let lists = ["[\"class\", \"heading\"]", "[1, 2]", "[\"go\", \"rust\", \"\"]", "[]"];
    let patterns = ["^[a-z]+$", "(?i)auth", "e", "^$", "s(er|t)"];
    prop_oneof![
        6 => (fields(), prop::sample::select(operators.to_vec()), literals())
            .prop_map(|(field, operator, literal)| format!("@.{field} {operator} {literal}")),
        1 => (literals(), fields()).prop_map(|(literal, field)| format!("{literal} == @.{field}")),
        1 => (fields(), fields()).prop_map(|(one, other)| format!("@.{one} == @.{other}")),
        1 => (fields(), prop::sample::select(lists.to_vec())).prop_map(|(field, list)| format!("@.{field} in {list}")),
        1 => (fields(), prop::sample::select(patterns.to_vec()))
            .prop_map(|(field, pattern)| format!("@.{field} =~ /{pattern}/")),
        1 => (fields(), prop::sample::select(vec!["[a-z]*", "A.*", "e"]))
            .prop_map(|(field, pattern)| format!("match(@.{field}, \"{pattern}\")")),
        1 => fields().prop_map(|field| format!("@.{field}")),
        1 => (fields(), 0..12_u32).prop_map(|(field, length)| format!("length(@.{field}) > {length}")),
        1 => Just("count(@.methods[*]) > 1".to_owned()),
        1 => Just("@.level == $.toc[0].level".to_owned()),
        1 => Just("$.content.headings".to_owned()),
        1 => Just("true".to_owned()),
    ]
}

fn conditions() -> impl Strategy<Value = String> {
    leaves().prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("({})", parts.join(" && "))),
            prop::collection::vec(inner.clone(), 2..4).prop_map(|parts| format!("({})", parts.join(" || "))),
            inner.prop_map(|part| format!("!({part})")),
        ]
    })
}

fn named() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        1 => prop::sample::select(vec!["aut", "token", "e", "配置", "Get", "İ"]).prop_map(|text| format!(" && @.name ~= \"{text}\"")),
        1 => prop::sample::select(vec!["Config", "main", "validate"]).prop_map(|text| format!(" && @.title == \"{text}\"")),
        1 => prop::sample::select(vec!["new", "Se", "T"]).prop_map(|text| format!(" && @.name startsWith \"{text}\"")),
        1 => prop::sample::select(vec!["oken$", "(?i)TOKEN", "^val", "用户"]).prop_map(|text| format!(" && @.name =~ /{text}/")),
    ]
}

#[test]
fn a_scan_of_names_finds_what_a_look_at_each_name_finds() {
    let library = library();
    let all =
        || library.outlines().flat_map(|(file, outline)| (0..outline.len()).map(move |node| (file, outline, node)));
    let names: BTreeSet<String> = all().map(|(_, outline, node)| outline.lower_name(node).into_owned()).collect();
    assert!(names.len() > 100 && names.iter().any(|name| !name.is_ascii()));
    let parts = ["a", "e", "token", "_", "validate", "配置", "用户", "i̇", ".", " ", "nothing is called this"];
    let any = parts.iter().map(|part| (NamePart::Any, *part));
    let whole = names.iter().map(String::as_str).chain(parts).map(|name| (NamePart::Whole, name));
    for (part, needle) in any.chain(whole).filter(|(_, needle)| !needle.is_empty()) {
        let is_wanted = |name: &str| if part == NamePart::Any { name.contains(needle) } else { name == needle };
        let wanted: Vec<NodeRef> = all()
            .filter(|(_, outline, node)| is_wanted(&outline.lower_name(*node)))
            .map(|(file, _, node)| NodeRef { file, node })
            .collect();
        let mut visited = Vec::new();
        library.nodes_named(needle, part, |node| {
            visited.push(node);
            true
        });
        assert_eq!(library.named(needle, part, &Ticket::forever()).as_ref(), Ok(&wanted), "{needle}");
        assert_eq!(visited, wanted, "{needle}");
    }
    for (file, outline, node) in all() {
        let (letters, node) = (library.letters(file), node as usize);
        let of_name = Letters::of_name(outline.name(node as u32));
        let place = letters.offset() + node;
        let is_in = |bits: u64| bits >> (place % LettersOfNames::BLOCK) & 1 == 1;
        let (block, length) = (place / LettersOfNames::BLOCK, of_name.least_length());
        assert!(letters.holds(node, of_name), "{}", outline.name(node as u32));
        assert!(is_in(letters.near(block, of_name, 0)) && is_in(letters.at_most(block, length)));
        assert!(length == 0 || !is_in(letters.at_most(block, length - 1)));
        assert_eq!(letters.len(), outline.len() as usize);
    }
}

#[test]
fn the_last_of_a_list_is_the_one_that_is_shown_last() {
    // A route stands on the line before its function, and behind it in the outline.
    let list = "$..[?(@.name ~= \"get_item\" || @.name ~= \"GET /items\")]";
    let all = keys(&answer(list, usize::MAX));
    for (step, shown) in
        [("first()", all.first()), ("last()", all.last()), ("nth(1)", all.get(1)), ("nth(-2)", all.iter().rev().nth(1))]
    {
        assert_eq!(keys(&answer(&format!("{list}.{step}"), usize::MAX)).first(), shown, "{step}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conditions_hold_wherever_they_are_decided(
        start in prop::sample::select(STARTS.to_vec()),
        condition in conditions(),
        named in named(),
        limit in 0..6_usize,
    ) {
        let condition = format!("{condition}{named}");
        let query = format!("{start}[?({condition})]");
        let (fast, plain) = (answer(&query, usize::MAX), answer(&format!("{start}[?({condition}), ?({condition})]"), usize::MAX));
        let (found, mut sorted, mut wanted) = (keys(&fast), keys(&fast), keys(&plain));
        sorted.sort();
        wanted.sort();
        prop_assert_eq!(sorted, wanted, "{}", &query);
        prop_assert_eq!((fast.total, fast.files), (found.len(), fast.groups.len()));

        // A page is the beginning of the whole, and what is counted is what there is.
        let page = answer(&query, limit);
        prop_assert_eq!(&keys(&page)[..], &found[..limit.min(found.len())]);
        prop_assert_eq!((page.total, page.files), (fast.total, fast.files));
        let totals = |results: &Results| results.groups.iter().map(|group| (group.path.clone(), group.total)).collect::<Vec<_>>();
        prop_assert_eq!(totals(&page), totals(&fast));
        let counted = answer(&format!("{query}.count()"), 1);
        prop_assert_eq!(&counted.hits[0].name, &found.len().to_string());

        // Places in the list are places in the list, whether it is listed or not.
        let first: Vec<String> = found.iter().take(limit).cloned().collect();
        prop_assert_eq!(keys(&answer(&format!("{query}.limit({limit})"), usize::MAX)), first);
        prop_assert_eq!(keys(&answer(&format!("{query}.last()"), usize::MAX)), found.last().cloned().into_iter().collect::<Vec<_>>());
        prop_assert_eq!(keys(&answer(&format!("{query}.nth({limit})"), usize::MAX)), found.get(limit).cloned().into_iter().collect::<Vec<_>>());
        for order in ["name", "-lines", "kind"] {
            let sorted = keys(&answer(&format!("{query}.sort(\"{order}\")"), usize::MAX));
            let plain = keys(&answer(&format!("{start}[?({condition}), ?({condition})].sort(\"{order}\")"), usize::MAX));
            prop_assert_eq!(sorted, plain, "{} by {}", &query, order);
        }
    }
}
