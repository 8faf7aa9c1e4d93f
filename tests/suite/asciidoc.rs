//! AsciiDoc as Asciidoctor and Antora read it: blocks, and where links lead; links that lead nowhere, in every format.

use crate::folders::write;
use docql::docql::{Results, compile, present, run};
use docql::document::{Document, Kind};
use docql::formats::{detect, parse};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use std::path::Path;

fn read(text: &str) -> Document {
    parse(detect(Path::new("a.adoc"), text.as_bytes()), text.to_owned())
}

/// `kind first-last name <detail>` of each node.
fn nodes(text: &str) -> Vec<String> {
    let document = read(text);
    let shown = |kind: Kind| kind != Kind::Paragraph;
    let node = |node: &docql::document::Node| {
        format!("{} {}-{} {} <{}>", node.kind.id(), node.line, node.end_line, node.name, node.detail)
    };
    document.nodes.iter().filter(|node| shown(node.kind)).map(node).collect()
}

fn indexed(files: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    (folder, indexer)
}

fn results(indexer: &Indexer, query: &str) -> Results {
    let plan = compile(query).unwrap_or_else(|problems| panic!("{query}: {problems:?}"));
    let library = indexer.library();
    present(&plan, &run(&plan, &library, &Ticket::forever()).expect("a fresh ticket"), &library, usize::MAX)
}

/// `path:line name` of each hit.
fn found(indexer: &Indexer, query: &str) -> Vec<String> {
    let hits = results(indexer, query).hits;
    hits.iter().map(|hit| format!("{}:{} {}", hit.key.path(), hit.line, hit.name)).collect()
}

#[test]
fn an_attribute_line_ends_a_paragraph_and_a_block_title_keeps_it() {
    for above in ["Some text.", "== A section", "* an item\n+", ".The title of the code", ""] {
        let text = format!("{above}\n[source,java,indent=0]\n-----\nclass A {{}}\n-----\n");
        let shown = nodes(&text);
        assert!(
            shown.iter().any(|node| node.starts_with("codeblock") && node.ends_with("<java>")),
            "{above}: {shown:?}"
        );
    }
}

#[test]
fn blocks_end_with_the_line_that_began_them_whatever_its_length() {
    let text = "=====\nan example\n\n[source,ruby]\n----\na\n-----\nb\n----\n=====\n\n== After\n";
    assert_eq!(
        nodes(text),
        ["codeblock 4-9  <ruby>", "heading 12-12 After <after>"].map(|node| node.replace("4-9", "5-9"))
    );
    let text = "////\n== Hidden\n\nxref:nowhere.adoc[]\n////\n\n== Shown\n";
    assert_eq!(nodes(text), ["heading 7-7 Shown <shown>"]);
    let text = "[NOTE]\n--\nText in a block that is no code.\n--\n";
    assert_eq!(nodes(text), ["quote 2-4 note <>"]);
    assert_eq!(nodes("```java\nint a;\n```\n"), ["codeblock 1-3  <java>"]);
    // Indented lines are code, but not where they go on with the item of a list.
    assert_eq!(nodes("Text.\n\n $ make\n\n* item\n  more of it\n"), ["codeblock 3-3  <>", "list 5-6  <>"]);
    let below = nodes("* item\n\n  $ make\n");
    assert_eq!(below, ["list 1-1  <>", "codeblock 3-3  <>"]);
    assert_eq!(nodes("[source]\nint a;\nint b;\n\nText.\n"), ["codeblock 2-3  <>"]);
    assert_eq!(nodes(":source-language: kotlin\n\n[source]\n----\nval a\n----\n"), ["codeblock 4-6  <kotlin>"]);
}

#[test]
fn attributes_stand_for_their_values_and_what_is_literal_is_no_reference() {
    let text = "= A\n:base: https://example.org\n:imagesdir: pics\n:part: sub/page\n\nSee xref:{part}.adoc[Part], link:{base}/x[X] and \
                image:a.png[A].\n\nNot `+<<this>>+`, \\<<that>> nor {unknown}.\n\n----\n:imagesdir: other\n----\n\n\
                image::b.png[]\n\n// xref:comment.adoc[]\n";
    let links: Vec<_> =
        nodes(text).into_iter().filter(|node| node.starts_with("link") || node.starts_with("image")).collect();
    assert_eq!(
        links,
        [
            "link 2-2 https://example.org <https://example.org>",
            "link 6-6 Part <sub/page.adoc>",
            "link 6-6 X <https://example.org/x>",
            "image 6-6 A <pics/a.png>",
            "image 14-14 pics/b.png <pics/b.png>",
        ]
    );
}

#[test]
fn titles_may_be_underlined_and_carry_their_anchor() {
    let text = "Guide\n=====\n\nSetup\n-----\n\nText.\n\n[[own]]\nInner part\n~~~~~~~~~~\n\n== Last [[end]]\n";
    assert_eq!(
        nodes(text),
        [
            "heading 1-13 Guide <guide>",
            "heading 4-12 Setup <setup>",
            "heading 10-12 Inner part <own>",
            "heading 13-13 Last <end>",
        ]
    );
}

#[test]
fn tables_of_every_delimiter_have_their_rows() {
    let table = |text: &str| {
        let document = read(text);
        let table = document.tables.first().expect("a table");
        (table.headers.join("+"), table.rows.iter().map(|row| row.join("+")).collect::<Vec<_>>().join(" "))
    };
    let two = |headers: &str, rows: &str| (headers.to_owned(), rows.to_owned());
    assert_eq!(table("|=====\n|A |B\n\n|1 |2\n|3 |4 \\| 5\n|=====\n"), two("A+B", "1+2 3+4 | 5"));
    assert_eq!(table("[%header]\n,===\nA,B\n1,\"2, 3\"\n,===\n"), two("A+B", "1+2, 3"));
    assert_eq!(table("[options=\"header\"]\n:===\nA:B\n1:2\n:===\n"), two("A+B", "1+2"));
    assert_eq!(table("[%header,format=csv]\n|===\nA,B\n1,2\n|===\n"), two("A+B", "1+2"));
    assert_eq!(table("[cols=\"1,2\"]\n|====\n|1\n|2\n|3\n|4\n|====\n"), two("", "1+2 3+4"));
}

const ANTORA: [(&str, &str); 11] = [
    (
        "docs/antora.yml",
        "name: shop\nversion: true\next:\n  collector:\n    run:\n      command: x\nasciidoc:\n  attributes:\n    java: \
         'example$docs-src/test/java/shop'\n",
    ),
    (
        "docs/modules/ROOT/nav.adoc",
        "* xref:index.adoc[Start]\n* xref:guide/cart.adoc[The cart]\n* xref:gone.adoc[Gone]\n",
    ),
    (
        "docs/modules/ROOT/pages/index.adoc",
        "= Start\n\ninclude::partial$note.adoc[]\n\nxref:guide/cart.adoc#prices[Prices]\nxref:guide/cart.adoc#none[]\n\
         xref:api:calls.adoc[Calls] xref:shop:api:calls.adoc[] xref:other::x.adoc[] <<start>>\nimage::flow.png[]\n",
    ),
    (
        "docs/modules/ROOT/pages/guide/cart.adoc",
        "= The cart\n\n== Prices\n\nxref:../index.adoc[Back]\n\n[source,java]\n----\ninclude::{java}/CartTest.java[tag=x]\n\
         Cart cart = new Cart();\ncart.add(1);\n----\n",
    ),
    ("docs/modules/ROOT/partials/note.adoc", "A note.\n"),
    ("docs/modules/ROOT/images/flow.png", "no picture"),
    ("docs/modules/api/pages/calls.adoc", "= Calls\n\nxref:ROOT:index.adoc[]\n"),
    ("src/shop/Cart.java", "package shop;\n\npublic class Cart {\n    public void add(int count) {}\n}\n"),
    ("src/shop/Other.java", "package shop;\n\npublic class Other {\n    public void add(int count) {}\n}\n"),
    ("docs/src/test/java/shop/CartTest.java", "package shop;\n\nclass CartTest {}\n"),
    ("docs/src/test/java/shop/SomeTest.java", "package shop;\n\nclass SomeTest {}\n"),
];

#[test]
fn cross_references_of_antora_lead_to_pages_of_modules() {
    let (_folder, indexer) = indexed(&ANTORA);
    let links = |path: &str| found(&indexer, &format!("$.files[?(@.path ~= \"{path}\")].links()"));
    assert_eq!(
        links("nav.adoc"),
        ["docs/modules/ROOT/pages/guide/cart.adoc:0 cart.adoc", "docs/modules/ROOT/pages/index.adoc:0 index.adoc"]
    );
    let of_index = links("pages/index.adoc");
    for wanted in [
        "docs/modules/ROOT/partials/note.adoc:0 note.adoc",
        "docs/modules/ROOT/pages/guide/cart.adoc:3 Prices",
        "docs/modules/api/pages/calls.adoc:0 calls.adoc",
        "docs/modules/ROOT/images/flow.png:0 flow.png",
    ] {
        assert!(of_index.iter().any(|link| link == wanted), "{wanted}: {of_index:?}");
    }
    assert!(links("calls.adoc").iter().any(|link| link.contains("pages/index.adoc")));
    let back = found(&indexer, "$.files[?(@.name==\"index.adoc\")].backlinks()");
    assert_eq!(back.iter().filter(|link| link.contains("nav.adoc:1")).count(), 1, "{back:?}");
    // What is copied when the site is made is found where it is copied from.
    assert!(links("guide/cart.adoc").iter().any(|link| link.contains("docs/src/test/java/shop/CartTest.java")));
}

#[test]
fn the_code_of_a_document_leads_to_the_declarations_that_it_names() {
    let (_folder, indexer) = indexed(&ANTORA);
    assert_eq!(
        found(&indexer, "$.content.codeblock[?(@.language==\"java\")].definition()"),
        [
            "docs/src/test/java/shop/CartTest.java:0 CartTest.java",
            "docs/src/test/java/shop/CartTest.java:3 CartTest",
            "src/shop/Cart.java:3 Cart",
            "src/shop/Cart.java:4 add"
        ]
    );
    assert_eq!(
        found(&indexer, "$.content.grep(\"Cart cart\")[?(@.path ~= \"cart.adoc\")].definition()"),
        Vec::<String>::new(),
        "more than a name is no name"
    );
    let called = "$.content.grep(\"add\", \"case word\")[?(@.path ~= \"cart.adoc\")].definition()";
    assert_eq!(found(&indexer, called), ["src/shop/Cart.java:4 add"]);
    // A link is defined where it leads.
    let link = "$.content.link[?(@.name==\"Prices\")].definition()";
    assert_eq!(found(&indexer, link), ["docs/modules/ROOT/pages/guide/cart.adoc:3 Prices"]);
}

#[test]
fn links_whose_target_is_not_there_are_asked_for_in_every_format() {
    let notebook = r##"{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"markdown","metadata":{},"source":["# Top\n","[gone](gone.ipynb) [ok](a.md)"]}]}"##;
    let files = [
        (
            "a.md",
            "# A title\n\n[ok](b.rst) [ok](#a-title) [ok](docs/) [web](https://example.org/x) [mail](mailto:a@b.c)\n\
             [dead](gone.md)\n[dead](b.rst#nowhere)\n![a picture](pic.png)\n<a id=\"own\"></a>\n\n[ok](#own) [ok](src/a.rs#L12) \
             [ok](docs/page) [out](../x.md) [tpl]({{ url }})\n\n\
             <someone@example.org> [ok](/page.html)\n",
        ),
        (
            "b.rst",
            "Top\n===\n\n`ok <a.md>`_ `dead <gone.rst>`_ `ok <own_>`_ `ok <page_>`_\n\n.. _page: a.md\n\n.. _own:\n\nText.\n",
        ),
        (
            "c.html",
            "<h1>Top</h1>\n<p><a href=\"a.md\">ok</a>\n<a href=\"gone.html\">dead</a> <a href=\"#top\">up</a></p>\n",
        ),
        ("d.ipynb", notebook),
        ("docs/page.adoc", "= Page\n\nxref:gone.adoc[dead] xref:page.adoc[ok] <<page>> <<none>>\n"),
        ("src/a.rs", "fn a() {}\n"),
    ];
    let (_folder, indexer) = indexed(&files);
    let results = results(&indexer, "$..[?(@.broken)]");
    let urls = |path: &str| {
        let hits = results.hits.iter().filter(|hit| hit.key.path() == path);
        hits.map(|hit| format!("{}:{}", hit.line, hit.name)).collect::<Vec<_>>()
    };
    assert_eq!(urls("a.md"), ["4:dead", "5:dead", "6:a picture"]);
    assert_eq!(urls("b.rst"), ["4:dead"]);
    assert_eq!(urls("c.html"), ["2:dead"]);
    assert_eq!(urls("d.ipynb").len(), 1, "{:?}", urls("d.ipynb"));
    assert_eq!(urls("docs/page.adoc"), ["3:dead", "3:none"]);
    assert_eq!(found(&indexer, "$.content.link[?(@.broken==\"anchor\")]"), ["a.md:5 dead", "docs/page.adoc:3 none"]);
    assert_eq!(found(&indexer, "$.content.heading(\"A title\").link[?(@.broken==\"file\")]"), ["a.md:4 dead"]);
}

#[test]
fn a_page_that_docusaurus_makes_under_another_address_is_no_broken_link() {
    let start = "# Start\n\n[why](/docs/migrations/why) [own](/blog/future) [dead](gone.md)\n";
    let files = [
        ("docs/docs/start.md", start),
        ("docs/docs/migrations/01-why.md", "# Why\n"),
        ("docs/docusaurus.config.ts", "export default {};\n"),
    ];
    let (_folder, indexer) = indexed(&files);
    let results = results(&indexer, "$..[?(@.broken)]");
    assert_eq!(results.hits.iter().map(|hit| hit.name.as_str()).collect::<Vec<_>>(), ["dead"]);
    let (_folder, indexer) = indexed(&files[..2]);
    assert_eq!(found(&indexer, "$.content.link[?(@.broken)]").len(), 3, "no site that is known");
}

#[test]
fn a_page_that_jekyll_makes_of_a_collection_is_no_broken_link() {
    let start = "# Start\n\n[why](/docs/why/) [post](/news/first-steps/) [own](/chosen/) [dead](gone.md)\n";
    let files = [
        ("site/index.md", start),
        ("site/_docs/why.md", "# Why\n"),
        ("site/news/_posts/2020-01-31-first-steps.md", "# First steps\n"),
        ("site/_config.yml", "title: Site\n"),
    ];
    let (_folder, indexer) = indexed(&files);
    assert_eq!(found(&indexer, "$..[?(@.broken)]"), ["site/index.md:3 dead"]);
    assert_eq!(
        found(&indexer, "$.files[?(@.path ~= \"why.md\")].backlinks()").len(),
        1,
        "the page is known by its address"
    );
    let (_folder, indexer) = indexed(&files[..3]);
    assert_eq!(found(&indexer, "$.content.link[?(@.broken)]").len(), 4, "no site that is known");
}
