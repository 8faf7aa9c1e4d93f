//! Questions for a key of settings, or an option, that no quotes mark as one: what sets, describes and reads it comes first.

use crate::folders::ask;
use docql::agent::Research;

const FILES: &[(&str, &str)] = &[
    (
        "ring.conf",
        "# How long a peer may be silent, in seconds.\n#\n# Zero keeps everybody.\npeer-keepalive 300\n\n# Copies that \
         take no writes.\n# read-only no\n\nring_size 7\n",
    ),
    (
        "src/config.c",
        "static config all[] = {\n    createIntConfig(\"peer-keepalive\", NULL, 0, 9, server.peerkeepalive, 300, NULL),\n    \
         createBoolConfig(\"read-only\", NULL, 0, server.readonly, 0, NULL),\n};\n",
    ),
    (
        "src/peer.c",
        "/* Keeps a peer alive: peer keepalive is configured by the system. */\nint peerKeepAlive(int fd) {\n    return \
         setPeerKeepalive(fd);\n}\n\n/* Configures where the keepalive of a peer is kept. */\nint configureKeepalive(int fd) \
         {\n    return fd;\n}\n",
    ),
    (
        "server/opts.go",
        "package server\n\nfunc parse(k string) {\n\tswitch k {\n\tcase \"client_advertise\":\n\t\tset(k)\n\tcase \
         \"ring_size\":\n\t\tset(k)\n\t}\n}\n",
    ),
    (
        "server/client.go",
        "package server\n\n// advertiseClient tells where a client is configured to be.\nfunc advertiseClient() \
         {}\n\n// configureClient configures a client.\nfunc configureClient() {}\n",
    ),
    (
        "docs/replicas.md",
        "# Replicas\n\nA read-only copy answers reads. How a read-only copy handles a write: it is refused.\n",
    ),
    (
        "docs/manual.md",
        "# Manual\n\n## Options\n\n* `--null-input` / `-n`:\n\n    Reads no input at all.\n\n* `--exit-status` / \
         `-e`:\n\n    Says by its status what it found.\n",
    ),
    (
        "src/main.c",
        "static const char *usage =\n  \"  -n, --null-input   reads no input at all\\n\"\n  \"  -e, --exit-status  says what it \
         found\\n\";\n",
    ),
    (
        "src/number.c",
        "/* What n does: n is the number of digits that are done. */\nchar *nrv_alloc(int n) {\n    return n;\n}\n",
    ),
    ("run.sh", "#!/bin/sh\nif [ -n \"$1\" ]; then\n  echo -n done\nfi\n"),
];

fn places(found: &Research) -> Vec<String> {
    let place = |passage: &docql::agent::Passage| format!("{}:{}-{}", passage.path, passage.line, passage.end_line);
    found.citations.iter().map(|citation| place(&citation.passage)).collect()
}

/// True if one of the first passages shows a line.
fn shows(found: &Research, first: usize, path: &str, line: &str) -> bool {
    let mut passages = found.citations.iter().take(first).map(|citation| &citation.passage);
    passages.any(|passage| &*passage.path == path && passage.text.contains(line))
}

#[test]
fn a_key_without_quotes_is_looked_for_to_the_letter() {
    for question in [
        "where is peer-keepalive configured",
        "how do I set peer-keepalive",
        "what does peer-keepalive do",
        "where is peer-keepalive documented",
        "what does the peer-keepalive setting mean?",
    ] {
        let found = ask(FILES, question);
        assert!(found.is_answered, "{question}: {:?}", found.remarks());
        assert!(shows(&found, 1, "ring.conf", "peer-keepalive 300"), "{question}: {:?}", places(&found));
        assert!(shows(&found, 1, "ring.conf", "How long a peer may be silent"), "the comment above tells what it is");
        assert!(
            shows(&found, 3, "src/config.c", "createIntConfig(\"peer-keepalive\""),
            "{question}: {:?}",
            places(&found)
        );
        assert!(found.missing.is_empty() && found.nowhere.is_empty(), "{question}: {:?}", found.remarks());
    }
    let found = ask(FILES, "where is client_advertise configured");
    assert!(shows(&found, 1, "server/opts.go", "case \"client_advertise\""), "{:?}", places(&found));
    let found = ask(FILES, "where is ring_size set");
    assert!(shows(&found, 2, "server/opts.go", "case \"ring_size\""), "{:?}", places(&found));
    assert!(shows(&found, 2, "ring.conf", "ring_size 7"), "{:?}", places(&found));
}

#[test]
fn an_ordinary_word_with_a_hyphen_does_not_take_a_question_over() {
    let found = ask(FILES, "how does a read-only copy handle a write");
    assert!(shows(&found, 1, "docs/replicas.md", "it is refused"), "{:?}", places(&found));
    // Where it is asked about itself it is a key.
    let found = ask(FILES, "where is read-only configured");
    assert!(shows(&found, 1, "ring.conf", "# read-only no"), "{:?}", places(&found));
}

#[test]
fn an_option_with_one_hyphen_is_looked_for_with_it() {
    for question in ["what does -n do", "what does the -n flag do", "what does \"-n\" do?"] {
        let found = ask(FILES, question);
        assert!(found.is_answered, "{question}: {:?}", found.remarks());
        assert!(shows(&found, 1, "docs/manual.md", "Reads no input at all"), "{question}: {:?}", places(&found));
        assert!(shows(&found, 2, "src/main.c", "-n, --null-input"), "{question}: {:?}", places(&found));
    }
    let found = ask(FILES, "what is -e for");
    assert!(shows(&found, 1, "docs/manual.md", "Says by its status"), "{:?}", places(&found));
}
