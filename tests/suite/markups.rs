//! Text that is marked up: what leads somewhere in Org and AsciiDoc, cells that span in LaTeX, tables of pages whose cells
//! hold more than a line, wide and doubled columns of CSV, large files of data, messages of Protocol Buffers.

use crate::packages::cells;
use docql::document::{Document, Kind};
use docql::engine::{Question, Reading, answer};
use docql::formats::{by_id, read};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::stdx::Ticket;
use std::time::{Duration, Instant};
use tempfile::TempDir;

fn parsed(format: &str, text: &str) -> Document {
    read(by_id(format).expect("a format"), text.as_bytes().to_vec()).expect("a document")
}

/// Name and address of all nodes of a kind.
fn named(document: &Document, kind: Kind) -> Vec<(String, String)> {
    let nodes = document.nodes.iter().filter(|node| node.kind == kind);
    nodes.map(|node| (node.name.to_string(), node.detail.to_string())).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, address)| ((*name).to_owned(), (*address).to_owned())).collect()
}

/// A workspace of these files, and what a query finds there, as the texts of its hits.
fn workspace(files: &[(&str, &str)]) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, text).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn total(indexer: &Indexer, text: &str, reading: Reading) -> usize {
    let question = Question::in_report(text, reading, 50, (true, true));
    answer(indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results.total
}

#[test]
fn links_of_org_lead_to_headlines_anchors_and_files_and_pictures_are_shown() {
    let text = "#+TITLE: The lamp\n\n* Checkboxes\n:PROPERTIES:\n:CUSTOM_ID: boxes\n:END:\nSee [[*Plain Lists]], [[#boxes][these]], \
[[file:other.org::*The end][the end]] and [[Plain Lists]].\n\n#+CAPTION: The harbour\n[[./pics/shot.png]]\n\n* Plain Lists\nText [[file:gone.org]].\n";
    let document = parsed("org", text);
    assert_eq!(
        (&*document.title, &*document.nodes[0].name, document.nodes[0].kind),
        ("The lamp", "The lamp", Kind::Heading)
    );
    assert_eq!(named(&document, Kind::Image), pairs(&[("The harbour", "./pics/shot.png")]));
    let (_folder, indexer) =
        workspace(&[("notes.org", text), ("other.org", "* The end\nx\n"), ("pics/shot.png", "no picture")]);
    for (query, expected) in [
        ("$.content.heading(\"Plain Lists\").backlinks()", 2),
        ("$.content.heading(\"Checkboxes\").backlinks()", 1),
        ("$.content.heading(\"The end\").backlinks()", 1),
        ("$.content.links[?(@.broken==\"file\")]", 1),
    ] {
        assert_eq!(total(&indexer, query, Reading::Docql), expected, "{query}");
    }
}

/// The lines of all nodes of a kind.
fn lines(document: &Document, kind: Kind) -> Vec<(u32, u32)> {
    document.nodes.iter().filter(|node| node.kind == kind).map(|node| (node.line, node.end_line)).collect()
}

#[test]
fn lines_of_org_that_are_shown_as_they_are_are_code_and_states_are_those_of_the_file() {
    let text = "#+TODO: OPEN(o) | CLOSED(c!)\n\n* OPEN [#A] Lamp :harbour:\nRun this:\n: make lamp\n: make light\nThen wait.\n\n\
- an item\n\n  : make fog\n\n* TODO items\n* CLOSED\n";
    let document = parsed("org", text);
    assert_eq!(lines(&document, Kind::CodeBlock), [(5, 6), (11, 11)]);
    assert_eq!(lines(&document, Kind::Paragraph), [(4, 4), (7, 7)]);
    let titles: Vec<String> = named(&document, Kind::Heading).into_iter().map(|(title, _)| title).collect();
    assert_eq!(titles, ["Lamp", "TODO items", "CLOSED"]);
    assert_eq!(named(&parsed("org", "* DONE Lamp\n"), Kind::Heading)[0].0, "Lamp");
}

#[test]
fn indented_paragraphs_of_asciidoc_are_code_in_lists_too() {
    let text = ". Open a terminal.\n. Call the program:\n+\n--\n $ lamp on\n\nIt is lit.\n--\n\n. Look:\n+\n $ lamp state\n lit\n\n\
* an item\n  that goes on\n\n  $ lamp off\n\nLamp::\n  It shines.\nFog horn::\n\n  It sounds.\n";
    let document = parsed("asciidoc", text);
    assert_eq!(lines(&document, Kind::CodeBlock), [(5, 5), (12, 13), (18, 18)]);
    assert_eq!(lines(&document, Kind::Term), [(20, 21), (22, 22)]);
}

#[test]
fn a_picture_of_rst_may_have_a_name_that_the_text_refers_to() {
    let text = "Themes\n======\n\nSee |alabaster| |v|.\n\n.. |alabaster| image:: themes/alabaster.png\n.. |dark|  image:: dark.png\n   \
:alt: The dark one\n.. |v| replace:: 1.0\n";
    let document = parsed("rst", text);
    let expected = [("alabaster", "themes/alabaster.png"), ("The dark one", "dark.png")];
    assert_eq!(named(&document, Kind::Image), pairs(&expected));
    assert_eq!(document.nodes.iter().filter(|node| node.kind == Kind::Term).count(), 0);
}

#[test]
fn blanks_of_a_page_that_are_taken_back_leave_no_element_behind_the_text() {
    let document = parsed("html", "<pre><dl><dd><p>    <code>y");
    assert!(document.text.contains('y') && document.problems.is_empty(), "{document:?}");
}

#[test]
fn a_man_page_may_begin_with_blank_lines() {
    let page = "\n\n.TH LAMP 1\n.SH NAME\nlamp - light it\n.SH OPTIONS\n.TP\n.B -l\nLight all.\n";
    let (_folder, indexer) = workspace(&[("man/lamp.1", page), ("log/lamp.2", "\n\nNov 23 .TH\n")]);
    assert_eq!(total(&indexer, "$.content.heading(\"OPTIONS\")", Reading::Docql), 1);
}

#[test]
fn an_address_may_begin_with_an_attribute_in_asciidoc() {
    let text = ":url-home: https://example.org\n:dir: docs\n\n= Title\n\nOn {url-home}[the page], {url-home}/x.zip[a file], \
{dir}/a.adoc[no link], link:{url-home}/y[once], \\{url-home}[none].\n";
    let links = named(&parsed("asciidoc", text), Kind::Link);
    let expected = [
        ("once", "https://example.org/y"),
        ("the page", "https://example.org"),
        ("a file", "https://example.org/x.zip"),
        // Where the attribute is set its address stands for itself.
        ("https://example.org", "https://example.org"),
    ];
    let mut sorted = links.clone();
    sorted.sort();
    let mut expected = pairs(&expected);
    expected.sort();
    assert_eq!(sorted, expected);
}

#[test]
fn cells_of_latex_span_columns_and_rows() {
    let text = r"\begin{document}
\begin{tabular}{lcc}
\toprule
 & \multicolumn{2}{c}{Accuracy} \\
Model & Top-1 & Top-5 \\
\midrule
\multirow{2}{*}{GPT} & 1 & 2 \\
 & 3 & 4 \\
\bottomrule
\end{tabular}
\includegraphics[width=2cm]{pics/shot}
\end{document}
";
    let document = parsed("tex", text);
    assert_eq!(cells(&document, 0), ["Model|Accuracy Top-1|Accuracy Top-5", "GPT|1|2", "GPT|3|4"]);
    let (_folder, indexer) = workspace(&[("paper.tex", text), ("pics/shot.png", "no picture")]);
    assert_eq!(total(&indexer, "$.content.images[?(@.broken==\"file\")]", Reading::Docql), 0, "the ending is found");
    assert_eq!(total(&indexer, "$.content.rows[?(@.Model==\"GPT\")]", Reading::Docql), 2);
}

#[test]
fn cells_of_pages_hold_lists_headings_and_tables() {
    let page = "<table><tr><th>Name</th><th>What</th></tr><tr><td>a</td><td><p>2</p><ul><li>q</li></ul></td></tr>\
<tr><td>b</td><td><ul><li>r</li></ul></td></tr><tr><td>c</td><td><h3>Note</h3>text</td></tr>\
<tr><td>d</td><td><table><tr><td>x</td><td>y</td></tr><tr><td>z</td><td>w</td></tr></table></td></tr><tr><td>e</td><td>last</td></tr></table>";
    let document = parsed("html", page);
    let table = (0..document.tables.len()).find(|at| document.tables[*at].headers.len() == 2).expect("the outer table");
    let told = cells(&document, table);
    assert_eq!(told, ["Name|What", "a|2 - q", "b|r", "c|Note text", "d|x | y z | w", "e|last"], "{}", document.text);
    // Without titles it arranges the page.
    let page = "<table><tr><td><h1>Welcome</h1></td><td>menu</td></tr><tr><td>x</td><td>y</td></tr></table>";
    assert!(parsed("html", page).tables.is_empty());
}

#[test]
fn titles_of_csv_may_be_many_or_stand_twice() {
    let wide = |separate: &str| (0..60_000).map(|at| format!("{separate}{at}")).collect::<Vec<_>>().join(",");
    let started = Instant::now();
    let document = parsed("csv", &format!("{}\n{}\n", wide("c"), wide("")));
    assert_eq!(document.tables[0].headers.len(), 60_000);
    // Every title was compared with all before it: 60,000 took many seconds.
    assert!(started.elapsed() < Duration::from_secs(4), "{:?}", started.elapsed());
    let doubled = parsed("csv", "id,id,name\n1,2,Ann\n");
    assert_eq!(doubled.tables[0].headers, ["id", "id", "name"]);
    assert!(parsed("csv", "red,red,blue\nblue,red,red\n").tables[0].headers.is_empty(), "words as below it");
}

#[test]
fn large_descriptions_of_interfaces_are_read() {
    let described = |bytes: usize| {
        let paths = bytes / 200;
        let path = |at: usize| {
            format!(
                "\"/items/{at}\": {{\"get\": {{\"operationId\": \"get{at}\", \"summary\": \"{}\"}}}}",
                "lamp ".repeat(24)
            )
        };
        let all: Vec<String> = (0..paths).map(path).collect();
        format!("{{\"paths\": {{{}}},\n\"openapi\": \"3.0.0\"}}", all.join(",\n"))
    };
    let document = parsed("json", &described(3 << 20));
    let operations = document.nodes.iter().filter(|node| node.kind == Kind::Api).count();
    assert!(operations > 15_000, "{operations}: {:?}", document.problems);
    // A file over 8 MB is read where it is named: all of it, then.
    let document = parsed("json", &described(10 << 20));
    let operations = document.nodes.iter().filter(|node| node.kind == Kind::Api).count();
    assert!(operations > 50_000, "{operations}: {:?}", document.problems);
}

#[test]
fn an_address_of_mail_in_rst_is_no_file() {
    let text = "Ask `the keeper <keeper@example.org>`_ or read `this <keeper.rst>`_. A `\\<document>`_ is a name.\n";
    let document = parsed("rst", text);
    let expected = [("the keeper", "mailto:keeper@example.org"), ("this", "keeper.rst")];
    assert_eq!(named(&document, Kind::Link), pairs(&expected));
}

#[test]
fn a_whole_path_names_a_file_of_the_workspace() {
    let (folder, indexer) = workspace(&[("docs/a.md", "# One\n\ntext\n\n# Two\n"), ("docs/b.md", "# Other\n")]);
    let whole = std::path::absolute(folder.path()).expect("a path").join("docs/a.md");
    let whole = whole.to_str().expect("letters");
    for (place, expected) in [("", 1), (":3", 1), ("#two", 1), ("#L1-L3", 1), (":99", 0)] {
        assert_eq!(total(&indexer, &format!("{whole}{place}"), Reading::Reference), expected, "{place}");
    }
    assert_eq!(total(&indexer, "/nowhere/docs/a.md", Reading::Reference), 0);
}

#[test]
fn messages_of_protocol_buffers_are_entities() {
    let text = "syntax = \"proto3\";\npackage a.v1;\nmessage User {\n  enum State { NEW = 0; }\n  string name = 1;\n}\nservice Users {\n  rpc Get(User) returns (User);\n}\n";
    let (_folder, indexer) = workspace(&[("users.proto", text)]);
    assert_eq!(total(&indexer, "$.entities[?(@.name==\"User.State\")]", Reading::Docql), 1);
    assert_eq!(total(&indexer, "$.entities[?(@.name==\"Users\")]", Reading::Docql), 1);
    assert_eq!(total(&indexer, "$.entities[?(@.type==\"API\")]", Reading::Docql), 1);
}

#[test]
fn a_file_that_is_packed_otherwise_says_why_nothing_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.tar.xz"), b"\xfd7zXZ\0 nothing").expect("a file");
    let mut options = WorkspaceOptions::at(folder.path());
    options.roots = vec!["x.tar.xz".into()];
    let indexer = Indexer::open(options).expect("a workspace");
    let question = Question::in_report("lamp", Reading::Words, 50, (true, true));
    let results = answer(&indexer, &question, &Ticket::forever(), &|_| {}).expect("an answer").results;
    let notes = results.notes.join("\n");
    assert!(notes.contains("x.tar.xz: packed as xz, which is not read"), "{notes}");
}

#[test]
fn tables_of_typst_have_titles_spans_and_rows() {
    let text = "= Limits\n#table(\n  columns: (1fr, auto, auto),\n  align: (left, right),\n  table.header([*What*], [Min], [Max]),\n  [Retries (a) b], [1], table.cell(rowspan: 2)[5],\n  // none\n  [Size, #strong[all]], [2],\n  table.cell(colspan: 2)[Both], \"text, too\",\n)\n\nBehind it.\n\n#figure(\n  table(columns: 2)[A][B][1][2],\n  caption: [Small],\n)\n\n```typ\n#table(columns: 2, [x], [y])\n```\n#table(columns: 2, [never closed\n";
    let document = parsed("typst", text);
    assert_eq!(document.tables.len(), 2, "{:?}", document.tables);
    assert_eq!(cells(&document, 0), ["What|Min|Max", "Retries (a) b|1|5", "Size, all|2|5", "Both|Both|text, too"],);
    assert_eq!(document.tables[0].row_lines, [6, 8, 9]);
    assert_eq!(cells(&document, 1), ["A|B", "1|2"]);
    assert!(
        document.nodes.iter().any(|node| node.kind == Kind::Paragraph && document.slice(node.span) == "Behind it.")
    );
}

#[test]
fn a_table_of_values_begins_below_what_is_said_of_it() {
    let files = [
        ("report.csv", "Report for Acme\nDate,2024-01-01\n\nid,name,amount\n1,ant,3\n2,bee,4\n"),
        ("scope.csv", "# made by \"a tool\n# time;volt\n0.1;2.5\n0.2;2.6\n"),
    ];
    let (_folder, indexer) = workspace(&files);
    assert_eq!(total(&indexer, "$.content.rows[?(@.amount > 3)]", Reading::Docql), 1);
    assert_eq!(total(&indexer, "$.content.rows[?(@.volt > 2)]", Reading::Docql), 2);
    assert_eq!(total(&indexer, "$.content.rows[?(@.time == 0.1)]", Reading::Docql), 1);
    // What is said above the table stays text.
    assert_eq!(total(&indexer, "$.content.paragraphs[?(@.text contains \"Acme\")]", Reading::Docql), 1);
}

#[test]
fn a_build_file_in_kotlin_names_what_it_depends_on() {
    let build = "plugins { kotlin(\"jvm\") }\n\ndependencies {\n    implementation(\"com.squareup.okhttp3:okhttp:4.12.0\")\n    testImplementation(platform(\"org.junit:junit-bom:5.10.0\"))\n}\n";
    let (_folder, indexer) = workspace(&[("build.gradle.kts", build)]);
    assert_eq!(total(&indexer, "$.entities[?(@.name == \"com.squareup.okhttp3:okhttp\")]", Reading::Docql), 1);
    assert_eq!(total(&indexer, "$.entities[?(@.name == \"org.junit:junit-bom\")]", Reading::Docql), 1);
}

#[test]
fn lists_of_restructuredtext_hold_code_pictures_and_tables() {
    let text = "Steps:\n\n* Build it::\n\n      make all\n\n  .. code-block:: sh\n\n     make test\n\n* .. image:: lamp.png\n     :alt: The lamp\n\n\
#. Compare:\n\n   .. csv-table::\n      :header: \"Name\", \"Use\"\n\n      \"oil\", \"light\"\n\n   ==== ====\n   A    B\n   ==== ====\n   1    2\n   \
==== ====\n\n   - Inner\n\n     .. note::\n\n        Mind::\n\n            rm -r\n\nAfter.\n";
    let document = parsed("rst", text);
    let code = document.nodes.iter().filter(|node| node.kind == Kind::CodeBlock);
    let code: Vec<&str> = code.map(|node| node.body.of(&document.text).trim()).collect();
    assert_eq!(code, ["make all", "make test", "rm -r"]);
    assert_eq!(named(&document, Kind::Image), pairs(&[("The lamp", "lamp.png")]));
    assert_eq!((cells(&document, 0), cells(&document, 1)), (owned(&["Name|Use", "oil|light"]), owned(&["A|B", "1|2"])));
    let paragraphs: Vec<&str> = document
        .nodes
        .iter()
        .filter(|node| node.kind == Kind::Paragraph)
        .map(|node| node.span.of(&document.text))
        .collect();
    assert_eq!(paragraphs, ["Steps:", "After."]);
    assert_eq!(document.nodes.iter().filter(|node| node.kind == Kind::List).count(), 2);
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn pictures_are_called_by_what_is_said_instead_of_them_else_by_their_title() {
    let text = "= T\n\nimage::a.png[alt=\"The lamp\",width=90]\n\nimage::b.png[\"Oil, tar\",90]\n\n.The pier\n[.left]\nimage::c.png[width=9]\n";
    let expected = [("The lamp", "a.png"), ("Oil, tar", "b.png"), ("The pier", "c.png")];
    assert_eq!(named(&parsed("asciidoc", text), Kind::Image), pairs(&expected));
    let text = "Lamp\n====\n\n.. figure:: a.png\n   :width: 9\n\n   The lamp\n   at night\n\n   More.\n\n.. figure:: b.png\n   :alt: Oil\n\n   Seen\n";
    assert_eq!(named(&parsed("rst", text), Kind::Image), pairs(&[("The lamp at night", "a.png"), ("Oil", "b.png")]));
}

#[test]
fn a_title_of_typst_is_what_its_calls_show() {
    let text = "= #text(blue)[Oil] lamp#footnote[Of #emph[tin].] <lamp>\n\n== The \\#1 pier #h(1em)\n\n#heading(level: 3)[At #strong[night]]\n\n= #sym.arrow\n\n= #either[Sizes][How wide?]\n";
    let document = parsed("typst", text);
    let headings: Vec<&str> =
        document.nodes.iter().filter(|node| node.kind == Kind::Heading).map(|node| &*node.name).collect();
    assert_eq!(headings, ["Oil lamp", "The \\#1 pier", "At night", "#sym.arrow", "Sizes How wide?"]);
    assert_eq!(document.nodes.iter().filter(|node| node.kind == Kind::Footnote).count(), 1);
}
