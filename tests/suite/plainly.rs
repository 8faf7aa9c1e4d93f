//! What is typed plainly is found plainly: a word that one text has, a name with the word that declares it, an option, a
//! question, a page that is translated, a setting that is explained.

use docql::engine::{self, Question, Reading};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

/// The hits of a search, best first.
pub fn hits(files: &[(&str, &str)], words: &str) -> Vec<docql::docql::Hit> {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| crate::folders::write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    let question = Question::in_report(words, Reading::Words, 50, (false, false));
    engine::answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results.hits
}

/// Their places, with the line of the match.
fn found(files: &[(&str, &str)], words: &str) -> Vec<String> {
    hits(files, words).iter().map(|hit| format!("{}:{} {}", hit.path, hit.line, hit.name)).collect()
}

fn assert_first(files: &[(&str, &str)], words: &str, expected: &str) {
    let places = found(files, words);
    assert!(places.first().is_some_and(|place| place.starts_with(expected)), "{words}: {places:?}");
}

#[test]
fn a_word_that_hardly_any_text_has_leads_to_that_text() {
    let files = [
        ("zebra.txt", "zebra\n"),
        ("data/sponsors.yml", "- login: zebraone\n  url: https://example.org\n"),
        ("src/align.py", "def align(rows):\n    return rows\n\n\ndef aligned():\n    return 1\n"),
        ("src/debug.py", "# The dump aligns what it prints.\ndef dump():\n    pass\n"),
        ("docs/packages.md", "# Packages\n\n## Package integration\n\nOne integration.\n"),
        ("docs/next.md", "# Next\n\nAll integrations are listed elsewhere.\n"),
    ];
    for (words, expected) in [
        ("zebraone", "data/sponsors.yml:1"),
        ("Zebraone", "data/sponsors.yml:1"),
        ("aligns", "src/debug.py:"),
        ("integrations", "docs/next.md:"),
        // A name that has the word stands before texts.
        ("align", "src/align.py:1 align"),
    ] {
        assert_first(&files, words, expected);
    }
}

#[test]
fn a_name_with_the_word_that_declares_it_leads_to_the_declaration() {
    let files = [
        ("samples/Window1.cs", "public partial class Window1 { }\n\npublic class Windows { }\n"),
        ("src/Window.cs", "/// A window.\npublic class Window : WindowBase {\n    public int Key;\n}\n"),
        ("src/Keys.cs", "public struct Key { }\n"),
        ("src/KeyKind.cs", "public enum Key { A }\n"),
        ("src/StyledProperty.cs", "public class StyledProperty<T> { }\n"),
        ("src/Uses.cs", "class Uses { StyledProperty<T> a; StyledProperty<T> b; }\n"),
        ("app/query.py", "def query_extractor(q):\n    return q\n\n\ndef Query(default):\n    return default\n"),
        ("app/notes.md", "# Notes\n\nThe class window is opened, def Query is called.\n"),
    ];
    for (words, expected) in [
        ("class Window", "src/Window.cs:2 Window"),
        ("class window", "src/Window.cs:2 Window"),
        ("public class Window : WindowBase", "src/Window.cs:2 Window"),
        ("struct Key", "src/Keys.cs:1 Key"),
        ("enum Key", "src/KeyKind.cs:1 Key"),
        ("def Query", "app/query.py:5 Query"),
        ("class StyledProperty<T>", "src/StyledProperty.cs:1"),
        ("StyledProperty<T>", "src/StyledProperty.cs:1"),
    ] {
        assert_first(&files, words, expected);
    }
}

#[test]
fn a_package_that_is_called_otherwise_than_its_directory_qualifies_its_names() {
    let files = [
        (
            "client/v3/client.go",
            "package clientv3\n\n// New makes one.\nfunc New() *Client { return nil }\n\ntype Client struct{}\n",
        ),
        ("tests/use.go", "package tests\n\nfunc newClientV3() { clientv3.New() }\n"),
        ("other/new.go", "package other\n\nfunc New() {}\n"),
    ];
    assert_first(&files, "clientv3.New", "client/v3/client.go:4 New");
    assert_first(&files, "clientv3.Client", "client/v3/client.go:6 Client");
}

#[test]
fn options_and_signs_are_taken_to_the_letter() {
    let files = [
        ("README.md", "# Tool\n\n## Paging\n\nPaging is on.\n\n## Usage\n\nCall it with `--paging=never`.\n"),
        ("src/paging.rs", "pub enum PagingMode { Never }\n\npub fn paging() {}\n"),
        ("src/app.rs", "pub fn app() {\n    arg(\"--paging\");\n}\n"),
        ("src/server.c", "int server;\n\nvoid f(void) {\n    g(&server.db);\n}\n"),
    ];
    let places = found(&files, "--paging");
    assert!(
        places[..2].iter().all(|place| place.contains("README.md:7") || place.contains("src/app.rs:1")),
        "{places:?}"
    );
    assert_first(&files, "&server.", "src/server.c:3 f");
}

/// Three words that begin questions stand in some comment of every large project.
#[test]
fn the_beginning_of_a_question_is_no_message() {
    let files = [
        ("tools/prof.pl", "sub sweep {\n    # This is tricky: what happens when\n    return 1;\n}\n"),
        ("src/evict.c", "/* Frees memory when it is full. */\nint evictWhenMemoryIsFull(void) {\n    return 0;\n}\n"),
    ];
    assert_first(&files, "what happens when memory is full", "src/evict.c:2");
}

#[test]
fn of_a_page_in_many_languages_that_in_english_comes_first_or_that_of_the_question() {
    let page = |title: &str| format!("# {title}\n\nCookie Cookie cookies.\n");
    let texts: Vec<(String, String)> = ["de", "em", "en", "ru", "zh"]
        .iter()
        .map(|code| {
            (format!("docs/{code}/docs/cookies.md"), page(if *code == "zh" { "Cookie 参数" } else { "Cookie" }))
        })
        .chain([("README.md".to_owned(), page("Cookies here")), ("doc/README-ko.md".to_owned(), page("Cookies here"))])
        .collect();
    let files: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let places = found(&files, "cookies");
    let at = |path: &str| places.iter().position(|place| place.starts_with(path)).expect(path);
    assert!(at("docs/en/") < at("docs/de/") && at("docs/en/") < at("docs/em/"), "{places:?}");
    assert!(at("README.md") < at("doc/README-ko.md"), "{places:?}");
    let places = found(&files, "Cookie 参数");
    assert!(places[0].starts_with("docs/zh/"), "{places:?}");
}

#[test]
fn lists_of_changes_come_after_the_source_where_one_topic_is_asked_for() {
    let files = [
        ("CHANGELOG.md", "# 3.4\n\n## gRPC proxy\n\nFaster.\n\n## Metrics\n\nMore.\n"),
        (
            "server/grpcproxy/proxy.go",
            "// Package grpcproxy is the gRPC proxy.\npackage grpcproxy\n\n// GRPCProxy is one.\ntype GRPCProxy struct{}\n",
        ),
        ("server/metrics.go", "package server\n\n// metrics of the server\nvar metrics = 1\n"),
    ];
    for words in ["grpc proxy", "metrics"] {
        assert_first(&files, words, "server/");
    }
}

/// A setting stands with what explains it, and apart from its neighbours.
#[test]
fn settings_that_are_explained_are_found_each_by_its_own_comment() {
    let setting = |name: &str, about: &str| format!("{}\n{name} yes\n\n", format!("# {about}\n").repeat(6).trim_end());
    let conf = setting("appendonly", "Write every change to a log on the disk.")
        + &setting("requirepass", "Clients have to say a password before anything else.")
        + &setting("databases", "How many databases there are.");
    let files = [("server.conf", conf.as_str()), ("src/auth.c", "/* checks */\nint checkAccess(void) { return 0; }\n")];
    assert_first(&files, "say a password before anything", "server.conf:9");
}

/// A string that may hold quotes ends where it says, and not at the first of them.
#[test]
fn a_message_with_quotes_leads_to_the_raw_string_that_it_was_made_from() {
    let files = [
        (
            "build/mapping.rs",
            "fn parse(s: &str) -> Result<()> {\n    bail!(r#\"Invalid matcher: \"{s}\"\"#);\n}\n\nfn other() {\n    \
             bail!(\"some other matcher\");\n}\n",
        ),
        ("README.md", "# Mappings\n\nA matcher may be invalid, a matcher is a glob: `*.foo`.\n"),
    ];
    assert_first(&files, "Invalid matcher: \"*.foo$\"", "build/mapping.rs:1 parse");
}

#[test]
fn values_of_a_message_are_not_taken_for_fields_of_a_log() {
    let files = &[
        (
            "src/core.py",
            "def end(log, d):\n    log(\n        f'Incomplete download: size={d.total};'\n        f' downloaded={d.done}'\n    )\n    log('Download begins')\n",
        ),
        (
            "src/status.py",
            "class DownloadStatus:\n    \"\"\"How many bytes were downloaded, of a download of what size.\"\"\"\n",
        ),
    ];
    for words in [
        "http: error: Incomplete download: size=1048576; downloaded=4096",
        "Incomplete download: size=1048576; downloaded=4096",
    ] {
        assert_first(files, words, "src/core.py:");
        let found = hits(files, words);
        assert_eq!(found[0].matched.as_ref().map(|of| of.line), Some(3), "{words}");
    }
    // Of a line of a log with fields the message is looked for.
    let found = hits(files, "Download begins size=3 from=x");
    assert_eq!(found[0].matched.as_ref().map(|of| of.line), Some(6));
}
