//! Near misses: questions whose words are there, and never about what is asked; beside them questions that are answered in
//! other words, and what a setting is by default.

use crate::folders::write;
use docql::agent::{Research, ResearchLimits, research};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;

const FILES: [(&str, &str); 7] = [
    (
        "README.md",
        "# Kettle\n\nA server of small values.\n\n## Configure\n\nWrite the configuration file in TOML and pass it with \
         `--config`. The server loads it once when it starts.\n\n## Scripts\n\nServer scripts are written in Lua. A script \
         may write several values at once.\n\n## Serving\n\nThe server speaks HTTP/1.1 over a socket, in the development \
         mode too.\n",
    ),
    (
        "kettle.conf",
        "# What is done when the memory is full. The policy may be:\n#\n# noeviction -> writes are refused\n# oldest -> the \
         oldest value is dropped\n#\n# full-memory-policy noeviction\n\n# The number of value spaces.\nspaces 16\n\n# How \
         many clients may connect at the same time.\nclients 900\n",
    ),
    ("src/ports.js", "// Ports.\nexport const DEFAULT_ADMIN_PORT = 4711\nexport const RETRY_PORT = 12\n"),
    (
        "src/save.js",
        "/** Saves all values in a process of its own. */\nexport function saveBehind(values) {\n  fork(values)\n}\n",
    ),
    ("src/spaces.js", "export function spaces(count) {\n  switch (count) {\n    default: return [count]\n  }\n}\n"),
    ("ci/workflow.yaml", "# YAML of the CI\nname: build\non: push\n"),
    ("tools/lint.py", "# Python 3 checks names.\nprint('lint')\n"),
];

fn workspace() -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    FILES.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn ask(workspace: &Indexer, question: &str) -> Research {
    research(workspace, question, ResearchLimits::default(), &Ticket::forever(), &|_| {}).expect("an answer")
}

/// The verb says that a mechanism is asked for, though other texts hold it, and "whether" says nothing.
#[test]
fn what_decides_is_asked_by_what_is_decided() {
    let files = [
        (
            "src/cache.py",
            "class PageCache:\n    def is_stale(self, page, now):\n        \"\"\"True if a page is older than its limit.\"\"\"\n        \
             return now - page.fetched > page.limit\n",
        ),
        (
            "docs/paths.md",
            "# Paths\n\nWhere the logs go is what the packager may decide. On a server they decide on /var.\n",
        ),
        (
            "src/paths.py",
            "def data_path(root):\n    \"\"\"What to decide on is the packager's.\"\"\"\n    return root\n",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let found = ask(&workspace, "How does it decide whether a page is stale?");
    assert!(found.is_answered, "{:#?}", found.citations);
    assert_eq!(found.citations.first().map(|citation| &*citation.passage.path), Some("src/cache.py"));
}

#[test]
fn what_is_named_beside_words_that_are_answered_without_it_is_no_answer() {
    let (_folder, workspace) = workspace();
    for question in [
        "How do I write the configuration file in YAML?",
        "How do I write server scripts in Python instead of Lua?",
        "How do I serve HTTP/3 in the development mode?",
    ] {
        let found = ask(&workspace, question);
        assert!(!found.is_answered, "{question}: {:#?}", found.citations);
        assert!(!found.citations.is_empty(), "the nearest are shown: {question}");
    }
    for question in [
        "How do I write the configuration file in TOML?",
        "How do I write server scripts in Lua?",
        "Does it speak HTTP/1.1 in the development mode?",
    ] {
        assert!(ask(&workspace, question).is_answered, "{question}");
    }
}

#[test]
fn what_is_done_may_be_said_in_another_word() {
    let (_folder, workspace) = workspace();
    for question in ["How long does a client stay in the server's memory?", "How do I restrict the number of clients?"]
    {
        let found = ask(&workspace, question);
        assert!(found.is_answered, "{question}: {:?} {:?}", found.judgement, found.missing);
    }
}

#[test]
fn the_line_that_sets_a_default_comes_first() {
    let (_folder, workspace) = workspace();
    for (question, path, line) in [
        ("What is the default full-memory-policy?", "kettle.conf", "# full-memory-policy noeviction"),
        ("How many spaces are there by default?", "kettle.conf", "spaces 16"),
        ("Which port does the admin use by default?", "src/ports.js", "DEFAULT_ADMIN_PORT = 4711"),
    ] {
        let found = ask(&workspace, question);
        let first = &found.citations[0].passage;
        assert!(found.is_answered, "{question}");
        assert!(*first.path == *path && first.text.contains(line), "{question}: {first:#?}");
        let quoted = (first.line..=first.end_line).zip(first.text.lines()).filter(|(at, _)| first.quote.contains(at));
        assert!(quoted.into_iter().any(|(_, text)| text.contains(line)), "{question}: {first:#?}");
    }
}

#[test]
fn the_default_of_a_setting_that_is_named_comes_from_the_program_and_the_manual() {
    let folder = tempfile::tempdir().expect("a folder");
    let more: String = (0..30)
        .map(|at| format!("\tflag(a, \"store.part-{at}\", \"Part {at}.\").\n\t\tDefault(\"{at}\").Int()\n"))
        .collect();
    let main = format!(
        "package main\n\nconst maxSamplesHeld = 5\n\nfunc main() {{\n{more}\tflag(a, \"query.max-samples\", \"Samples of a query.\").\n\t\tDefault(\"77000\").Int()\n{more}}}\n"
    );
    let rows: String = (0..20).map(|at| format!("| `--store.part-{at}` | Part {at}. | `{at}` |\n")).collect();
    let flags = format!(
        "# Flags\n\n| Flag | What it is | Default |\n| --- | --- | --- |\n{rows}| `--query.max-samples` | Samples of a query. | `77000` |\n"
    );
    let config = "package config\n\n// DefaultLimits are used where nothing is set.\nvar DefaultLimits = Limits{\n\tReadInterval: Duration(60),\n\tReadTimeout:  Duration(12 * Second),\n}\n\ntype Limits struct {\n\tReadTimeout Duration `yaml:\"read_timeout\"`\n}\n";
    let manual = "# Configuration\n\n```\n# How long to read.\n[ read_timeout: <duration> | default = 12s ]\n```\n\n## Reading\n\n```\n[ read_timeout: <duration> | default = <limits.read_timeout> ]\n```\n";
    let constants = "export const ZOOM_STEP = 0.25;\nexport const MIN_ZOOM = 0.5;\nexport const MAX_ZOOM = 40;\n";
    let app = "import {\n  ZOOM_STEP,\n  MAX_ZOOM,\n  DEFAULT_FONT,\n} from \"./constants\";\n\nexport function zoom(step) {\n  return step * ZOOM_STEP;\n}\n";
    let lint = "run:\n  timeout: 15m\n";
    for (name, text) in [
        ("cmd/main.go", main.as_str()),
        ("docs/flags.md", &flags),
        ("config/config.go", config),
        ("docs/configuration.md", manual),
        ("src/constants.ts", constants),
        ("src/app.ts", app),
        (".golangci.yml", lint),
    ] {
        write(folder.path(), name, text);
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for (question, expected) in [
        ("default value of --query.max-samples", &[("cmd/main.go", "77000"), ("docs/flags.md", "77000")][..]),
        (
            "What is the default of read_timeout?",
            &[("config/config.go", "12 * Second"), ("docs/configuration.md", "12s")],
        ),
        (
            "default of read_timeout in the limits",
            &[("config/config.go", "12 * Second"), ("docs/configuration.md", "12s")],
        ),
        (
            "What is the default of zoom step and the max zoom?",
            &[("src/constants.ts", "ZOOM_STEP = 0.25"), ("src/constants.ts", "MAX_ZOOM = 40")],
        ),
    ] {
        let found = ask(&workspace, question);
        let first: Vec<_> = found.citations.iter().take(2).map(|citation| &citation.passage).collect();
        for (path, value) in expected {
            let is_it = |passage: &&docql::agent::Passage| *passage.path == **path && passage.text.contains(value);
            assert!(first.iter().any(is_it), "{question}: {value}\n{first:#?}");
        }
    }
}

/// The parts of a name say nothing of what it names, and a text that only mentions it does not either.
#[test]
fn what_runs_with_one_product_is_no_answer_for_another_one_whose_name_is_somewhere() {
    let files = [
        (
            "README.md",
            "# Store\n\n## Running\n\nRun it with Postgres: put the address of your Postgres into `store.url`, then run my first \
             query from `setup.sql`. The pool is made by `makePool`.\n",
        ),
        ("setup.sql", "-- my first query\nselect 1;\n"),
        ("data/feed.xml", "<feed><title>News</title><entry>We moved from MySQL to something else.</entry></feed>\n"),
    ];
    for question in ["How do I run it with MySQL instead of Postgres?", "How do I run it with MySQL?"] {
        let found = crate::folders::ask(&files, question);
        assert!(!found.is_answered, "{question}: {:#?}", found.citations);
        assert!(found.missing.iter().any(|word| word == "MySQL"), "{question}: {:?}", found.remarks());
        assert_eq!(&*found.citations[0].passage.path, "README.md", "what is known is shown");
    }
    for question in ["How do I run it with Postgres?", "What makes the pool: makePool?"] {
        let found = crate::folders::ask(&files, question);
        assert!(found.is_answered, "{question}: {:?}", found.remarks());
    }
}

/// A participle before what it tells more of is asked about, and one behind it is only what is done.
#[test]
fn an_archive_is_no_encrypted_archive() {
    let files = [
        (
            "src/export.py",
            "def export_feeds(feeds):\n    \"\"\"Exports the feeds as an archive, one file for each of them.\"\"\"\n    return pack(feeds)\n",
        ),
        (
            "src/session.py",
            "def open_session(user):\n    \"\"\"The cookie of a session is encrypted with the key of the server.\"\"\"\n    return seal(user)\n",
        ),
        (
            "src/feeds.py",
            "def refresh_feeds(feeds):\n    \"\"\"Refreshes the feeds and keeps what they had in the archive.\"\"\"\n    return feeds\n",
        ),
        (
            "src/archive.py",
            "def open_archive(path):\n    \"\"\"Opens an archive of feeds to import them.\"\"\"\n    return unpack(path)\n",
        ),
        ("docs/feeds.md", "# Feeds\n\nFeeds are imported from an archive.\n"),
    ];
    let found = crate::folders::ask(&files, "How do I export the feeds as an encrypted archive?");
    assert!(!found.is_answered, "{:#?}", found.citations);
    assert_eq!(&*found.citations[0].passage.path, "src/export.py");
    for question in ["How do I export the feeds as an archive?", "how is the cookie of a session encrypted"] {
        assert!(crate::folders::ask(&files, question).is_answered, "{question}");
    }
}

/// A question writes in one word what the program writes in two.
#[test]
fn a_word_is_held_where_it_is_written_in_two() {
    let files = [
        (
            "src/bindings.rs",
            "/// Reads the key bindings, if the user has some of their own.\npub fn read_file(config: &Path) -> Result<KeyBindings> {\n    \
             let file = config.join(\"key_bindings.ron\");\n    parse(&read(file)?)\n}\n",
        ),
        (
            "BINDINGS.md",
            "# Key bindings\n\nThe configuration file `key_bindings.ron` is read when the program starts. Its format is that of \
             Rust objects.\n",
        ),
        (
            "THEMES.md",
            "# Themes\n\nThe configuration file of a theme is read when the program starts. Its format is TOML.\n",
        ),
        ("LOGS.md", "# Logs\n\nThe format of the log is told in line 3.\n"),
        ("CHANGES.md", "# Changes\n\n## 2\n\n* a keybinding for the help\n* an inline in the help\n"),
    ];
    let found = crate::folders::ask(&files, "what is the format of keybindings");
    assert!(found.is_answered, "{:#?}", found.citations);
    assert_eq!(&*found.citations[0].passage.path, "BINDINGS.md");
    // "In line 3" says nothing of what is inline.
    assert!(!crate::folders::ask(&files, "what is the format of inlines").is_answered);
}

/// A quarter of what is asked is nowhere, and a list of words that belongs to no declaration holds others by chance.
#[test]
fn what_is_nowhere_and_what_stands_in_a_list_by_chance_is_no_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        (
            "README.md",
            "# Kettle\n\nA server of small values. It keeps every version of a value until a reader of an older release is \
             gone.\n\n## Switch\n\nThe switch `versions` shows the version of a value, and readers may switch to the \
             release before.\n",
        ),
        (
            "colours/words.scm",
            "(#any-of? @function\n  \"plugin\"   \"account\"\n  \"write\"    \"sync\"\n  \"settings\" \"cloud\"\n  \"scope\"    \"beam\")\n",
        ),
    ] {
        write(folder.path(), name, text);
    }
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    for question in [
        "How do I show a version picker so that readers can switch between releases?",
        "How do I sync my settings with a cloud account?",
    ] {
        let found = ask(&workspace, question);
        assert!(!found.is_answered, "{question}: {:#?}", found.citations);
        assert!(!found.citations.is_empty(), "the nearest are shown: {question}");
    }
    assert!(ask(&workspace, "How do readers switch to the release before?").is_answered);
}

#[test]
fn an_acronym_that_is_nowhere_is_not_answered_by_what_is_like_it() {
    let files = [
        (
            "node.go",
            "package kettle\n\n// spill drops stale nodes, which are outdated, and sets keys anew.\nfunc spill(keys []string) {}\n",
        ),
        (
            "README.md",
            "# Kettle\n\nA store of keys. The database is opened with `open`.\n\n## Set keys\n\nSet a key with `put`.\n",
        ),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(name, text)| write(folder.path(), name, text));
    let workspace = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let found = ask(&workspace, "how do I set a TTL so that keys expire");
    assert!(!found.is_answered && found.nowhere.contains(&"ttl".to_owned()), "{:?}", found.nowhere);
    assert!(ask(&workspace, "how is the DB opened").is_answered, "it is short for what is there");
}

/// How many are shown says nothing about what is there.
#[test]
fn a_question_is_answered_however_few_passages_are_shown() {
    let (_folder, workspace) = workspace();
    for question in ["how many clients may connect", "in which language are server scripts written"] {
        let asked = |passages: usize| {
            let limits = ResearchLimits { passages, ..ResearchLimits::default() };
            research(&workspace, question, limits, &Ticket::forever(), &|_| {}).expect("an answer")
        };
        let (one, ten) = (asked(1), asked(10));
        assert_eq!((one.is_answered, &one.missing), (ten.is_answered, &ten.missing), "{question}");
        assert_eq!(one.citations.len(), 1, "{question}");
    }
}

#[test]
fn what_is_done_with_a_name_may_be_said_in_other_words_where_the_name_is_told_of() {
    let files = [
        (
            "README.md",
            "# Pets\n\n## Database configuration\n\nPets live in memory unless they are told otherwise. A similar setup is \
             there for MySQL: start it with the profile `mysql`.\n",
        ),
        (
            "db/mysql/pets_setup_mysql.txt",
            "MySQL configuration of the pets\n\nStart a server, and fill it with pets.\n",
        ),
        (
            "src/Languages.java",
            "/** Allows the app to switch languages. */\nclass Languages {\n    void switchTo(String language) {}\n}\n",
        ),
        ("notes.md", "# Notes\n\nWe switch to another branch for a release.\n"),
    ];
    let found = crate::folders::ask(&files, "how do I switch to MySQL");
    assert!(found.is_answered && &*found.citations[0].passage.path == "README.md", "{:?}", found.remarks());
    let remarks = found.remarks();
    assert!(!remarks.iter().any(|remark| remark.contains("in no passage")), "the passages say it: {remarks:?}");
}
