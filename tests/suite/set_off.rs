//! What is set off from the text: notes of all formats, theorems and figures by their labels, names of pictures, references
//! of OpenDocument, changes of Word that are read as accepted, files without a text.

use crate::packages::{cells, document, package, word};
use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::formats::{by_id, read};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use tempfile::TempDir;

fn parsed(format: &str, text: &str) -> Document {
    read(by_id(format).expect("a format"), text.as_bytes().to_vec()).expect("a document")
}

/// Name and text of all nodes of a kind.
fn all(document: &Document, kind: Kind) -> Vec<(String, String)> {
    let nodes = document.nodes.iter().filter(|node| node.kind == kind);
    nodes.map(|node| (node.name.to_string(), document.slice(node.span).trim().to_owned())).collect()
}

#[track_caller]
fn assert_notes(document: &Document, expected: &[(&str, &str)]) {
    let found = all(document, Kind::Footnote);
    let found: Vec<(&str, &str)> = found.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    assert_eq!(found, expected, "{}", document.text);
    // Of a page a line is that of its file.
    let is_same = |(at, line): (usize, &u32)| *line as usize == at + 1;
    if !document.source_lines.as_ref().is_none_or(|lines| lines.iter().enumerate().all(is_same)) {
        return;
    }
    let notes = document.nodes.iter().filter(|node| node.kind == Kind::Footnote);
    for (note, (_, text)) in notes.zip(expected) {
        let first = text.lines().next().unwrap_or_default();
        let line = document.text.lines().nth(note.line as usize - 1).unwrap_or_default();
        assert!(line.contains(first), "line {} is {line:?}", note.line);
    }
}

fn opened(files: &[(&str, &str)]) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

/// Kind and line of what a question finds.
fn found(indexer: &Indexer, text: &str, reading: Reading) -> Vec<(String, u32)> {
    let question = Question::in_report(text, reading, 50, (true, true));
    let results = answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
    results.hits.iter().map(|hit| (hit.kind.id().to_owned(), hit.line)).collect()
}

#[test]
fn notes_of_word_documents_and_opendocument_are_nodes() {
    let notes = r#"<w:footnotes xmlns:w="w"><w:footnote w:id="1"><w:p><w:r><w:t>About okapis.</w:t></w:r></w:p><w:p><w:r><w:t>More.</w:t></w:r></w:p></w:footnote>
<w:footnote w:id="2"><w:p><w:r><w:t>About ocelots.</w:t></w:r></w:p></w:footnote></w:footnotes>"#;
    let text = r#"<w:p><w:r><w:t>Seen</w:t><w:footnoteReference w:id="1"/><w:t> twice</w:t><w:footnoteReference w:id="2"/></w:r></w:p>"#;
    let docx = word(text, &[("footnotes", notes)]);
    assert_notes(&docx, &[("1", "[1] About okapis.\n\nMore."), ("2", "[2] About ocelots.")]);

    let note = |id: &str, text: &str| {
        format!(
            r#"<x:note x:note-class="footnote"><x:note-citation>{id}</x:note-citation><x:note-body><x:p>{text}</x:p></x:note-body></x:note>"#
        )
    };
    let content = format!(
        r#"<o:document-content xmlns:o="o" xmlns:x="x"><o:text><x:p>Seen{} twice{}</x:p></o:text></o:document-content>"#,
        note("1", "About okapis."),
        note("2", "About ocelots.")
    );
    let odt = document("opendocument", package(&[("content.xml", &content)]));
    assert_notes(&odt, &[("1", "[1] About okapis."), ("2", "[2] About ocelots.")]);
}

#[test]
fn notes_of_pages_and_books_are_nodes_however_their_writers_mark_them() {
    let pandoc = r##"<p>Text<a href="#fn1" id="fnref1">1</a></p><section class="footnotes" role="doc-endnotes"><ol>
<li id="fn1"><p>About okapis. <a href="#fnref1">back</a></p></li><li id="fn2"><p>About ocelots.</p></li></ol></section>"##;
    assert_notes(&parsed("html", pandoc), &[("1", "About okapis. back"), ("2", "About ocelots.")]);
    let google = r##"<body class="doc-content"><p>Text<sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup></p><hr><div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a> About okapis.</p></div></body>"##;
    assert_notes(&parsed("html", google), &[("1", "[1] About okapis.")]);
    let word = r##"<p>Text<a href="#_ftn1" name="_ftnref1">[1]</a></p><div id=ftn1><p class=MsoFootnoteText><a href="#_ftnref1" name="_ftn1">[1]</a> About okapis.</p></div>"##;
    assert_notes(&parsed("html", word), &[("1", "[1] About okapis.")]);
    let asciidoctor = r##"<p>Text</p><div id="footnotes"><hr><div class="footnote" id="_footnotedef_1"><a href="#_footnoteref_1">1</a>. About okapis.</div></div><p>Behind.</p>"##;
    assert_notes(&parsed("html", asciidoctor), &[("1", "1. About okapis.")]);
    // What holds notes that are told apart is none, and other ids say nothing.
    let markdown =
        r##"<div class="footnote"><hr><ol><li id="fn:a">About okapis.</li></ol></div><div id="fn-main">Own</div>"##;
    assert_notes(&parsed("html", markdown), &[("a", "About okapis.")]);

    let chapter = r#"<html><body><h1>One</h1><p>Text.</p><aside epub:type="footnote" id="n1"><div><p>About okapis.</p></div><p>More.</p></aside><p>Behind.</p></body></html>"#;
    let book = document(
        "epub",
        package(&[
            ("META-INF/container.xml", "<container><rootfile full-path=\"c.opf\"/></container>"),
            (
                "c.opf",
                "<package><manifest><item id=\"a\" href=\"a.xhtml\" media-type=\"x/html\"/></manifest><spine><itemref idref=\"a\"/></spine></package>",
            ),
            ("a.xhtml", chapter),
        ]),
    );
    assert_notes(&book, &[("n1", "About okapis.\n\nMore.")]);
}

#[test]
fn notes_of_latex_and_typst_are_nodes_where_they_stand() {
    let latex = "\\newcommand{\\n}[1]{\\footnote{#1}}\n\\begin{document}\nText\\footnote{About \\emph{okapis}.} on.\n% \\footnote{No}\n\\begin{verbatim}\n\\footnote{No}\n\\end{verbatim}\n\\end{document}\n";
    assert_notes(&parsed("tex", latex), &[("", "\\footnote{About \\emph{okapis}.}")]);
    let typst = "Text#footnote[About [all] okapis.] <ok> on#footnote(<ok>).\n// #footnote[No]\n\nOn#footnote(numbering: \"*\")[Two].\n";
    assert_notes(
        &parsed("typst", typst),
        &[("ok", "#footnote[About [all] okapis.]"), ("", "#footnote(numbering: \"*\")[Two]")],
    );
    let (_folder, indexer) = opened(&[("a.tex", latex)]);
    assert_eq!(found(&indexer, "$.content.footnote(\"okapis\")", Reading::Docql), [("footnote".to_owned(), 3)]);
}

#[test]
fn theorems_figures_and_calls_are_named_by_their_labels() {
    let latex = "\\newtheorem{rule}{Rule}\n\\begin{document}\n\\section{One}\\label{sec:one}\n\\begin{theorem}[Big]\\label{thm:a}\nWalrus body.\n\\end{theorem}\n\
\\begin{lemma} A lemma of narwhals. \\end{lemma}\n\\begin{center} In the middle. \\end{center}\n\\begin{rule}\n\\label{rule:b}\nOwn.\n\\end{rule}\n\
\\begin{figure}\n\\includegraphics{a.png}\n\\caption{Flow}\\label{fig:flow}\n\\end{figure}\n\\begin{equation}\n\\label{eq:x}\nx = 1\n\\end{equation}\nSee \\ref{thm:a}.\n\\end{document}\n";
    let document = parsed("tex", latex);
    let names: Vec<String> = all(&document, Kind::Quote).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["theorem (Big)", "lemma", "rule"]);
    assert!(all(&document, Kind::Paragraph).iter().any(|(_, text)| text.contains("In the middle.")));
    let typst = "#heading(level: 2)[Deep] <deep>\n\n#quote(block: true, attribution: [X])[Said.] <said>\n\n#figure(kind: \"algorithm\", caption: [Sorting])[\n  Steps.\n] <algo>\n\n\
#figure(image(\"a.png\"), caption: [Flow]) <flow>\n\nA paragraph. <par>\n";
    let document = parsed("typst", typst);
    let headings: Vec<(u8, &str, &str)> = document
        .nodes
        .iter()
        .filter(|node| node.kind == Kind::Heading)
        .map(|node| (node.level, &*node.name, &*node.detail))
        .collect();
    assert_eq!(headings, [(2, "Deep", "deep")]);
    let names: Vec<String> = all(&document, Kind::Quote).into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["", "Sorting"]);
    let (_folder, indexer) = opened(&[("t.tex", latex), ("t.typ", typst)]);
    for (place, kind, line) in [
        ("t.tex#sec:one", "heading", 3),
        ("t.tex#thm:a", "quote", 4),
        ("t.tex#rule:b", "quote", 9),
        ("t.tex#fig:flow", "image", 14),
        ("t.tex#eq:x", "codeblock", 17),
        ("t.typ#deep", "heading", 1),
        ("t.typ#said", "quote", 3),
        ("t.typ#algo", "quote", 5),
        ("t.typ#flow", "image", 9),
        ("t.typ#par", "paragraph", 11),
    ] {
        assert_eq!(found(&indexer, place, Reading::Reference), [(kind.to_owned(), line)], "{place}");
    }
    assert!(found(&indexer, "t.tex#thm:gone", Reading::Reference).is_empty());
}

#[test]
fn the_name_of_a_picture_is_no_part_of_the_words_around_it() {
    let html = parsed("html", "<p>left<img src=\"a.png\" alt=\"a walrus\">right<img src=\"b.png\">on</p>");
    assert_eq!(html.text.trim(), "left a walrus righton");
    let drawing =
        r#"<w:p><w:r><w:t>left</w:t><w:drawing><wp:docPr descr="a walrus"/></w:drawing><w:t>right</w:t></w:r></w:p>"#;
    assert_eq!(word(drawing, &[]).text.trim(), "left a walrus right");
    let frame = r#"<o:c xmlns:o="o" xmlns:x="x" xmlns:d="d" xmlns:l="l"><o:text><x:p>left<d:frame d:name="grafik1"><d:image l:href="Pictures/1.png"/></d:frame>Right</x:p></o:text></o:c>"#;
    let odt = document("opendocument", package(&[("content.xml", frame)]));
    assert_eq!(odt.text.trim(), "left grafik1 Right");
}

#[test]
fn references_of_opendocument_lead_to_the_sections_of_their_places() {
    let content = r#"<o:c xmlns:o="o" xmlns:x="x"><o:text><x:h x:outline-level="1">One</x:h><x:p><x:bookmark-start x:name="here"/>Place.</x:p>
<x:h x:outline-level="1">Two</x:h><x:p>Table <x:sequence x:ref-name="refTable0">1</x:sequence></x:p>
<x:p>See <x:bookmark-ref x:ref-name="here">Place</x:bookmark-ref>, <x:sequence-ref x:ref-name="refTable0">Table 1</x:sequence-ref>.</x:p></o:text></o:c>"#;
    let odt = document("opendocument", package(&[("content.xml", content)]));
    let links: Vec<(&str, &str)> =
        odt.nodes.iter().filter(|node| node.kind == Kind::Link).map(|node| (&*node.name, &*node.detail)).collect();
    assert_eq!(links, [("Place", "#one"), ("Table 1", "#two")]);
}

#[test]
fn deleted_ends_of_paragraphs_and_deleted_rows_are_read_as_accepted() {
    let run = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let deleted = r#"<w:pPr><w:rPr><w:del w:id="1"/></w:rPr></w:pPr>"#;
    let cell = |inner: &str| format!("<w:tc>{inner}</w:tc>");
    let said = |text: &str| format!("<w:p>{}</w:p>", run(text));
    let gone = format!("<w:tr><w:trPr><w:del w:id=\"2\"/></w:trPr>{}{}</w:tr>", cell("<w:p/>"), cell(&said("row")));
    let body = format!(
        "<w:p>{deleted}{}</w:p>{}<w:tbl><w:tr>{}{}</w:tr>{gone}<w:tr>{}{}</w:tr></w:tbl><w:p>{deleted}{}</w:p>",
        run("One "),
        said("sentence."),
        cell(&said("a")),
        cell(&said("b")),
        cell(&format!("<w:p>{deleted}{}</w:p>{}", run("c"), said("d"))),
        cell(&format!("<w:p>{deleted}{}</w:p>", run("e"))),
        run("End.")
    );
    let docx = word(&body, &[]);
    assert!(docx.text.starts_with("One sentence.\n") && docx.text.trim_end().ends_with("End."), "{}", docx.text);
    assert_eq!(cells(&docx, 0), ["a|b", "cd|e"]);
}

#[test]
fn a_document_without_a_text_says_why() {
    let told = |text: &str| {
        let docx = document("docx", package(&[("word/document.xml", text)]));
        assert_eq!(docx.text.trim(), "");
        docx.of_all().map(str::to_owned).collect::<Vec<_>>()
    };
    let body = "<w:document xmlns:w=\"w\"><w:body><w:p><w:r><w:t>&e1;</w:t></w:r></w:p></w:body></w:document>";
    let bomb = format!("<!DOCTYPE d [<!ENTITY e0 \"lol\"><!ENTITY e1 \"&e0;&e0;\">]>{body}");
    assert_eq!(told(&bomb), ["read in part: entities that it declares itself, which are not expanded"]);
    assert_eq!(told("<w:document xmlns:w=\"w\"><w:body/></w:document>"), ["no text"]);
}
