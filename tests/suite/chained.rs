//! Messages as they reach people: carried by wrappers, quoted by tests, shouted by banners, made by other programs.

use crate::relations::indexed;
use docql::engine::{Question, Reading, answer};
use docql::stdx::Ticket;

const SERVICE_GO: &str = "package a\n\nfunc Find(name string) error {\n\treturn status.Errorf(codes.NotFound, \"service %q not found\", \
                          name)\n}\n\nfunc load() error {\n\treturn fmt.Errorf(\"read config: %w\", port(\"x\"))\n}\n\nfunc port(s \
                          string) error {\n\treturn fmt.Errorf(\"invalid port %q\", s)\n}\n";
const SERVICE_TEST_GO: &str = "package a\n\nfunc TestFind(t *testing.T) {\n\twant := `rpc error: code = NotFound desc = service \"x\" \
                               not found`\n}\n\nfunc TestPort(t *testing.T) {\n\twant := `invalid port \"80a\"`\n}\n";
const POOL_JAVA: &str = "class Pool {\n  void take(String name) {\n    throw new PoolException(\"Could not borrow a connection for \" + \
                         name + \" from the pool\");\n  }\n}\n";
const MAIN_RS: &str = "fn run() -> anyhow::Result<()> {\n    read(\"x\").with_context(|| format!(\"could not read settings file {}\", \
                       \"x\"))\n}\n\nfn read(p: &str) -> anyhow::Result<()> {\n    anyhow::bail!(\"unexpected token {} in line {}\", \
                       p, 3);\n}\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn reads() {\n        assert_eq!(read(\"{\"), \
                       \"unexpected token { in line 3\");\n    }\n}\n";
const SITE_RB: &str = "def build\n  fail \"Your site could not be built because of its pages\"\nend\n\ndef metadata(file)\n  \
                       warn(\"Failed to load #{file}: #{error}\")\nend\n";
const GUIDE_MD: &str =
    "# Trouble\n\nERROR: Your site could not be built because of a date.\n\n## Ports\n\nA port is a number.\n";

const FILES: &[(&str, &str)] = &[
    ("service.go", SERVICE_GO),
    ("service_test.go", SERVICE_TEST_GO),
    ("Pool.java", POOL_JAVA),
    ("src/main.rs", MAIN_RS),
    ("site.rb", SITE_RB),
    ("docs/guide.md", GUIDE_MD),
];

/// The first hits of words, as `path:line`.
fn found(words: &str) -> Vec<String> {
    let (_folder, workspace) = indexed(FILES);
    let question = Question::in_report(words, Reading::Words, 10, (true, true));
    let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
    answered.results.hits.iter().map(|hit| format!("{}:{}", hit.path, hit.shown_line())).collect()
}

fn is_first(words: &str, place: &str) {
    let found = found(words);
    assert_eq!(found.first().map(String::as_str), Some(place), "{words}: {found:?}");
}

#[test]
fn the_innermost_link_of_a_chain_that_is_made_here_comes_first() {
    for (message, place) in [
        ("open x: read config: invalid port \"80a\"", "service.go:12"),
        (
            "rpc error: code = Internal desc = it ended: rpc error: code = NotFound desc = service \"x\" not found",
            "service.go:4",
        ),
        ("request failed: {\"error\":\"service \\\"x\\\" not found\",\"code\":5}", "service.go:4"),
        (
            "a.b.Nested: it failed; nested exception is c.PoolException: Could not borrow a connection for db1 from the pool",
            "Pool.java:3",
        ),
        ("Caused by: c.PoolException: Could not borrow a connection for db1 from the pool", "Pool.java:3"),
        (
            "Error: cannot go on\n\nCaused by:\n    0: could not read settings file x.toml\n    1: unexpected token { in line 3",
            "src/main.rs:6",
        ),
        (
            "Error: cannot go on\n\nCaused by:\n    0: could not read settings file x.toml\n    1: permission denied",
            "src/main.rs:2",
        ),
        ("ERROR [main] it failed because of invalid port \"80a\"", "service.go:12"),
    ] {
        is_first(message, place);
    }
}

#[test]
fn what_makes_a_message_comes_before_tests_that_have_filled_it_in() {
    is_first("rpc error: code = NotFound desc = service \"x\" not found", "service.go:4");
    is_first("invalid port \"80a\"", "service.go:12");
    is_first("unexpected token { in line 3", "src/main.rs:6");
    let all = found("invalid port \"80a\"");
    assert!(all.contains(&"service_test.go:8".to_owned()), "the test is found all the same: {all:?}");
}

#[test]
fn a_banner_is_found_in_whatever_letters_and_where_it_is_cut() {
    for banner in [
        "YOUR SITE COULD NOT BE BUILT",
        "*** YOUR SITE COULD NOT BE BUILT ***",
        "**Your site** could _not_ be built",
        "your site COULD NOT be",
        "\u{250c}\u{2500}\u{2500}\n\u{2502} YOUR SITE COULD \u{2502}\n\u{2502} NOT BE BUILT: \u{2502}\n\u{2514}\u{2500}\u{2500}",
    ] {
        is_first(banner, "site.rb:2");
    }
}

#[test]
fn a_string_with_a_place_for_everything_is_not_taken_for_the_source_of_what_another_program_says() {
    is_first("Failed to load x.yml: no such file", "site.rb:6");
    is_first("ERROR: Failed to load x.yml: no such file", "site.rb:6");
    let (_folder, workspace) = indexed(FILES);
    let best = |said: &str| {
        let question = Question::in_report(said, Reading::Words, 10, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        answered.results.hits.iter().filter_map(|hit| hit.score).fold(0.0, f32::max)
    };
    let own = best("Failed to load x.yml: no such file");
    let foreign = best("bundler: failed to load command: rake (/usr/local/bundle/bin/rake)");
    assert!(foreign < own / 4.0, "{foreign} {own}");
}

#[test]
fn which_function_asks_for_what_it_does() {
    let files = &[
        (
            "net.c",
            "/* Frees the client and all that it holds. */\nvoid freeClient(client *c) {\n    release(c);\n}\n\n\
             /* Which function is called when a function of a client is called: a function table. */\n\
             void callFunction(client *c) {\n    c->function(c);\n}\n",
        ),
        ("notes.md", "# Functions\n\nA function is called by a client; which function, the client says.\n"),
    ];
    let (_folder, workspace) = indexed(files);
    for words in ["which function frees a client", "the function that frees a client", "what code frees a client"] {
        let question = Question::in_report(words, Reading::Words, 10, (true, true));
        let answered = answer(&workspace, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let names: Vec<&str> = answered.results.hits.iter().map(|hit| hit.name.as_str()).collect();
        assert_eq!(names.first(), Some(&"freeClient"), "{words}: {names:?}");
    }
}
