//! What a question is about, told from how it is written: how many there may be at most, names in their own spelling, tests
//! that name what they do not call, names that documents describe.

use crate::folders::ask;
use docql::agent::Research;

const KEYS: &[(&str, &str)] = &[
    (
        "docs/keys.md",
        "# Keys\n\nA user has keys, and shares a key with another user.\n\n## Sharing\n\nWho shares a key with a user \
         gives it a name.\n",
    ),
    (
        "src/keys.py",
        "def share_key(user, key):\n    \"\"\"Shares a key with a user.\"\"\"\n    user.keys.append(key)\n",
    ),
    (
        "src/server.py",
        "MAXCLIENTS = 900\n\n\ndef accept(clients):\n    \"\"\"Takes one more client of the server.\"\"\"\n    if \
         len(clients) >= MAXCLIENTS:\n        raise Refused()\n",
    ),
    ("src/log.py", "def rotate(logs):\n    \"\"\"Removes the oldest logs, up to four files.\"\"\"\n    del logs[4:]\n"),
];

#[test]
fn how_many_there_may_be_is_answered_by_what_says_so() {
    let found = ask(KEYS, "how many clients can the server have at most?");
    assert!(found.is_answered, "{:?}", found.remarks());
    assert_eq!(&*found.citations[0].passage.path, "src/server.py");
    assert!(found.steps.iter().any(|taken| taken.reason == "where a limit of it is said"), "{:?}", found.steps);
    assert!(!found.missing.contains(&"most".to_owned()), "{:?}", found.missing);
    for question in ["How many keys can one user share at most?", "what is the maximum number of keys a user shares"] {
        let found = ask(KEYS, question);
        assert!(!found.is_answered, "nothing says it: {question}");
    }
    assert!(ask(KEYS, "who shares a key with a user?").is_answered, "no limit is asked for");
}

const STORE: &[(&str, &str)] = &[
    ("docs/api.md", "# Fields\n\n## Update\n\nThe **update\\_type** says whether blocks were added to a file.\n"),
    (
        "docs/config.md",
        "# Settings\n\nSee `retryInterval` in the sample.\n\n**retryInterval**\n\nSeconds between two tries.\n\n# \
         Sample\n\n`retryInterval=60`, `retryInterval=90` or `retryInterval=120`.\n",
    ),
    (
        "src/auth.js",
        "// Warns who logs in without users.\nexport function refreshNoAuthWarning(users) {\n  return users.length === 0\n}\n",
    ),
    ("src/options.py", "class Options:\n    map_remote = []\n    retryInterval = 60\n"),
    (
        "tests/test_mapping.py",
        "def test_mapping():\n    \"\"\"Requests are mapped to a remote one.\"\"\"\n    configure(map_remote=[\"a\"])\n    \
         assert request() == \"a\"\n",
    ),
    (
        "src/quic.py",
        "class MockQuic:\n    \"\"\"Speaks QUIC, speaks HTTP/3 over QUIC.\"\"\"\n\n    def speak(self):\n        return \
         'HTTP/3 over QUIC'\n\n\nclass Connection:\n    \"\"\"Speaks HTTP/3 over QUIC.\"\"\"\n",
    ),
];

const BROKER: &[(&str, &str)] = &[
    (
        "tools/dump/stubs.c",
        "int retain_store(struct message *message)\n{\n\treturn 0;\n}\n\nint retain_message_store(void)\n{\n\treturn 0;\n}\n",
    ),
    (
        "src/retain.c",
        "/* Retained messages are stored by topic. */\nint retain_store(struct message *message)\n{\n\tadd(message);\n\treturn \
         save(message);\n}\n",
    ),
    ("fuzzing/feed.c", "int feed(struct message *message)\n{\n\treturn retain_store(message);\n}\n"),
    ("src/take.c", "int take(struct message *message)\n{\n\treturn retain_store(message);\n}\n"),
    (
        "posts/version-1-0-released.md",
        "# Version 1.0\n\nRetained messages: retained messages are stored again when a retained message is stored.\n\nIt is \
         said that Postgresql stores messages elsewhere.\n",
    ),
    ("docs/retained.md", "# Retained messages\n\nA retained message is stored for who comes later.\n"),
];

#[test]
fn what_stands_in_for_a_program_and_what_a_release_brought_come_after_the_program() {
    let found = ask(BROKER, "where are retained messages stored?");
    assert_eq!(&*found.citations[0].passage.path, "src/retain.c");
    let place = |path: &str| found.citations.iter().position(|one| &*one.passage.path == path);
    assert!(place("docs/retained.md") < place("posts/version-1-0-released.md"), "{:?}", found.paths());
    let found = ask(BROKER, "who calls retain_store");
    let callers: Vec<&str> = found.citations.iter().take(2).map(|one| &*one.passage.path).collect();
    assert_eq!(callers, ["src/take.c", "fuzzing/feed.c"]);
}

#[test]
fn a_name_with_capitals_inside_is_held_where_it_is_one_word() {
    let found = ask(BROKER, "can messages be stored in PostgreSQL?");
    assert!(found.nowhere.is_empty() && found.missing.is_empty(), "{:?}", found.remarks());
}

fn steps(found: &Research) -> Vec<&str> {
    found.steps.iter().map(|taken| taken.step.text()).collect()
}

#[test]
fn a_name_that_markdown_escapes_is_followed_whole() {
    let found = ask(STORE, "which field says whether blocks were added to a file");
    let steps = steps(&found);
    assert!(steps.iter().any(|step| step.contains("\"update_type\"")), "{steps:?}");
    assert!(!steps.iter().any(|step| step.contains("\"_type\"")), "{steps:?}");
}

#[test]
fn the_end_of_one_word_and_another_one_are_no_product() {
    let found = ask(STORE, "can users log in with OAuth?");
    assert_eq!(found.heading(), "not found here: nothing says \"OAuth\"; the nearest are");
}

#[test]
fn a_test_that_names_what_none_calls_comes_first_and_is_said() {
    let found = ask(STORE, "which tests cover map_remote?");
    assert_eq!(found.said, ["no test in this workspace is known to call map_remote; tests/test_mapping.py:1 names it"]);
    assert_eq!(&*found.citations[0].passage.path, "tests/test_mapping.py");
}

#[test]
fn what_a_name_does_is_told_by_the_document_that_describes_it() {
    let found = ask(STORE, "what is retryInterval by default and what does it do");
    let lines: Vec<(&str, u32)> =
        found.citations.iter().map(|one| (&*one.passage.path, one.passage.line)).take(3).collect();
    assert!(lines.contains(&("docs/config.md", 5)), "{lines:?}");
}

#[test]
fn what_stands_for_something_in_tests_comes_after_it() {
    let found = ask(STORE, "does it speak HTTP/3 over QUIC, and how do I turn that off");
    let names: Vec<&str> = found.citations.iter().map(|one| one.passage.name.as_str()).collect();
    let place = |name: &str| names.iter().position(|known| *known == name);
    assert!(place("Connection") < place("MockQuic") || place("MockQuic").is_none(), "{names:?}");
    assert!(
        steps(&found).iter().any(|step| step.contains("HTTP/3 over QUIC how do I turn that off")),
        "{:?}",
        steps(&found)
    );
}
