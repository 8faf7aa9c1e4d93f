//! Mail: messages, mailboxes, pages that were saved as a message; and that hostile ones cost little.

use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::formats::{by_id, read};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use proptest::prelude::*;

const LETTER: &str = "From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>\r\nTo: Ann <ann@example.org>, bo@example.org\r\n\
Subject: =?utf-8?B?TGltaXRzIGbDvHIgUmV0cmllcw==?=\r\nDate: Fri, 1 Mar 2024 14:05:00 +0100\r\nMIME-Version: 1.0\r\n\
Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\nContent-Type: multipart/alternative; boundary=inner\r\n\r\n\
--inner\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
Three retries are the limit, says J=FCrgen, and each of=\r\n them waits.\r\n\r\n> why not\r\n> four?\r\n\r\n- the first\r\n  waits a second\r\n- the second two\r\n\r\n\
diff --git a/x b/x\r\n@@ -1 +1 @@\r\n-a   b\r\n+a   c\r\n\r\n\
--inner\r\nContent-Type: text/html\r\n\r\n<h1>not read</h1>\r\n--inner--\r\n\
--outer\r\nContent-Type: text/csv; name=\"limits.csv\"\r\nContent-Disposition: attachment; filename=\"limits.csv\"\r\n\r\nwhat,limit\r\nretries,3\r\n\
--outer\r\nContent-Type: image/png\r\nContent-Disposition: attachment; filename=\"<b>plan.png\"\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n\
--outer\r\nContent-Type: message/rfc822\r\n\r\nFrom: c@example.org\r\nSubject: The older one\r\n\r\nIt was five once.\r\n--outer--\r\n";

const MAILBOX: &str = "From a@example.org Fri Mar  1 14:05:00 2024\nFrom: a@example.org\nSubject: One\n\nFrom here on it is text.\n\n\
From time to time this line has no time of day.\n\n>From a mailbox it comes marked.\n\nFrom b@example.org Sat Mar  2 10:00:00 2024\nFrom: b@example.org\n\
Content-Type: text/html\n\n<html><body><h1>Headline</h1><p>Gulls &amp; herons\u{1b}[31m</p><script>alert(1)</script></body></html>\n";

const PAGE: &str = "Subject: Saved\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; type=\"text/html\"\n\n\
--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\nContent-Location: https://example.org/wiki\n\n\
<html><body><h1>The wiki</h1><h2>Limits</h2><p>Sixty requests a minute, =E2=82=AC 5.</p></body></html>\n\
--b\nContent-Type: image/png\nContent-Location: https://example.org/a.png\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n--b--\n";

fn document(text: &str) -> Document {
    read(by_id("mail").expect("a format"), text.as_bytes().to_vec()).expect("a document")
}

fn headings(document: &Document) -> Vec<(u8, &str)> {
    let headings = document.nodes.iter().filter(|node| node.kind == Kind::Heading);
    headings.map(|node| (node.level, &*node.name)).collect()
}

fn texts(document: &Document, kind: Kind) -> Vec<&str> {
    let nodes = document.nodes.iter().filter(|node| node.kind == kind);
    nodes.map(|node| node.span.of(&document.text).trim()).collect()
}

#[test]
fn a_message_is_a_section_with_its_text_and_attachments() {
    let letter = document(LETTER);
    assert_eq!(
        headings(&letter),
        [(1, "Limits für Retries"), (2, "Attachments"), (2, "limits.csv"), (2, "The older one")]
    );
    for part in [
        "From: Jürgen <j@example.org>",
        "To: Ann <ann@example.org>, bo@example.org",
        "Date: 2024-03-01 14:05",
        "Three retries are the limit, says Jürgen, and each of them waits.",
        "the first waits a second",
        "limits.csv (text/csv, ",
        "<b>plan.png (image/png, 8 bytes)",
        "It was five once.",
    ] {
        assert!(letter.text.contains(part), "{part}: {}", letter.text);
    }
    assert!(!letter.text.contains("not read"));
    assert_eq!(texts(&letter, Kind::Quote), ["why not four?"]);
    let code = texts(&letter, Kind::CodeBlock);
    assert!(code[0].contains("@@ -1 +1 @@\n-a   b\n+a   c") && code[1].contains("retries,3"), "{code:?}");
    assert_eq!(letter.nodes.iter().filter(|node| node.kind == Kind::List).count(), 2);
}

#[test]
fn a_mailbox_is_its_messages_and_a_saved_page_is_the_page() {
    let mailbox = document(MAILBOX);
    assert_eq!(headings(&mailbox), [(1, "One"), (1, "(no subject)"), (2, "Headline")]);
    for part in ["From here on it is text.", "From time to time", "\nFrom a mailbox it comes marked.", "Gulls & herons"]
    {
        assert!(mailbox.text.contains(part), "{part}: {}", mailbox.text);
    }
    assert!(!mailbox.text.contains("alert") && !mailbox.text.contains('\u{1b}'), "{:?}", mailbox.text);
    let page = document(PAGE);
    assert_eq!(headings(&page), [(1, "The wiki"), (2, "Limits")]);
    assert!(page.text.contains("Sixty requests a minute, € 5."), "{}", page.text);
    // Browsers that save a page send it, too; what it looks like is none of its text.
    let style = "--b\nContent-Type: text/css\nContent-Location: https://example.org/a.css\n\nbody { width: 9px }\n--b\nContent-Type: image";
    let saved = PAGE.replacen("--b\nContent-Type: image", style, 1);
    for from in [
        "<Saved by Blink>\nSnapshot-Content-Location: https://example.org/wiki",
        "\"Saved by Windows Internet Explorer 8\"",
    ] {
        let page = document(&format!("From: {from}\nDate: Fri, 1 Mar 2024 14:05:00 -0000\n{saved}"));
        assert_eq!(headings(&page), [(1, "The wiki"), (2, "Limits")], "{}", page.text);
        assert!(!page.text.contains("Saved by") && !page.text.contains("9px"), "{}", page.text);
    }
    let sent = document(&format!("From: Ann <ann@example.org>\n{PAGE}"));
    assert_eq!(headings(&sent)[0], (1, "Saved"), "{}", sent.text);
    assert!(document("").problems.iter().any(|problem| problem.message.contains("no message")));
}

/// A page of frames, each with what it names and the frame that it holds.
fn framed(page: &str, parts: &[(&str, &str)]) -> Document {
    let part = |(named, html): &(&str, &str)| format!("--b\nContent-Type: text/html\n{named}\n\n{html}\n");
    let parts: String = parts.iter().map(part).collect();
    document(&format!(
        "From: <Saved by Blink>\nSnapshot-Content-Location: https://example.org/a/top.html\nSubject: Top\n\
MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b; type=\"text/html\"\n\n--b\nContent-Type: text/html\n\
Content-Location: https://example.org/a/top.html\n\n{page}\n{parts}--b--\n"
    ))
}

#[test]
fn what_frames_of_a_saved_page_show_stands_in_their_places() {
    let page = "<html><head><title>Top</title></head><body><h1>Above</h1><IFRAME class=x SRC='inner.html?a=1&amp;b=2'>old</IFRAME>\
<h1>Between</h1><iframe name='<p>\">' src=\"cid:second@mhtml.blink\" /><iframe width=1 src=/count.html></iframe><h1>Below</h1></body></html>";
    let shown = framed(
        page,
        &[
            ("Content-ID: <second@mhtml.blink>", "<h2>Second</h2><iframe src=//example.org/third.html></iframe>"),
            ("Content-Location: https://example.org/count.html", "<h2>Counted</h2>"),
            (
                "Content-Location: https://example.org/a/inner.html?a=1&b=2",
                "<head><title>In</title></head><body><h2>Inner</h2>",
            ),
            ("Content-Location: https://example.org/third.html", "<h3>Third</h3><iframe src=a/top.html></iframe>"),
            ("Content-Location: https://example.org/nowhere.html", "<h2>Nowhere</h2>"),
        ],
    );
    let expected = [(1, "Above"), (2, "Inner"), (1, "Between"), (2, "Second"), (3, "Third"), (1, "Below")];
    assert_eq!(headings(&shown), expected, "{}", shown.text);
    assert!(!shown.text.contains("old") && shown.title == "Top", "{:?} {}", shown.title, shown.text);
    // Pages of nothing but frames, and frames that show each other.
    let shown = framed(
        "<frameset><frame src=a.html><frame src=b.html></frameset>",
        &[
            ("Content-Location: https://example.org/a/a.html", "<h1>A</h1><iframe src=b.html></iframe>"),
            ("Content-Location: https://example.org/a/b.html", "<h1>B</h1><iframe src=a.html></iframe>"),
        ],
    );
    assert_eq!(headings(&shown), [(1, "A"), (1, "B")], "{}", shown.text);
}

#[test]
fn messages_are_asked_like_any_document() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("letter.eml"), LETTER).expect("a file");
    std::fs::write(folder.path().join("all.mbox"), MAILBOX).expect("a file");
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    let found = |text: &str| {
        let reading = if text.starts_with('$') { Reading::Docql } else { Reading::Words };
        let question = Question::in_report(text, reading, 100, (true, true));
        let answer = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer");
        let hits = answer.results.hits.iter();
        hits.map(|hit| format!("{}:{} {}", hit.path, hit.line, hit.name)).collect::<Vec<_>>()
    };
    assert_eq!(found("jürgen retries limit")[0], "letter.eml:1 Limits für Retries");
    assert_eq!(found("$.content.grep(\"herons\")").len(), 1);
    assert_eq!(found("$.content.section(\"Attachments\")").len(), 1);
    assert_eq!(found("kind:codeblock retries").len(), 2, "one stands below a heading with the word");
}

#[test]
fn messages_in_messages_end_somewhere() {
    for part in ["--a\nContent-Type: message/rfc822\n\n", "--a\nContent-Type: multipart/digest; boundary=a\n\n"] {
        let text = format!("Subject: x\nContent-Type: multipart/mixed; boundary=a\n\n{}", part.repeat(100_000));
        assert!(!document(&text).text.is_empty());
    }
}

proptest! {
    #[test]
    fn a_changed_message_is_read_without_harm(
        which in 0_usize..3,
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = [LETTER, MAILBOX, PAGE][which].as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len() + 1));
        let document = read(by_id("mail").expect("a format"), bytes).expect("a document");
        for node in &document.nodes {
            prop_assert!(document.text.get(node.span.range()).is_some());
        }
    }
}
