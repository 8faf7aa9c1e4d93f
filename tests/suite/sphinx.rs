//! Links of Sphinx's manuals: documents by paths without an ending, labels wherever they are set, tables of contents.

use crate::folders::write;
use docql::docql::{compile, present, run};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;

const FILES: &[(&str, &str)] = &[
    ("docs/conf.py", "project = 'Shop'\n"),
    (
        "docs/index.rst",
        "Top\n===\n\n.. toctree::\n   :maxdepth: 2\n\n   guide/start\n   The end <guide/end>\n   guide/gone\n   self\n\n\
         See :doc:`guide/start`, :doc:`the\nend </guide/end>`, :ref:`costs`, :ref:`what it is <Prices>`, :ref:`nowhere`,\n\
         :doc:`api/made`, :ref:`other manual <python:if>` and ``:ref:`literal` ``.\n",
    ),
    ("docs/guide/start.rst", "Start\n=====\n\nOn to :doc:`end` and :ref:`a table <table>`.\n"),
    (
        "docs/guide/end.rst",
        "End\n===\n\n.. _prices:\n.. _costs:\n\nPrices\n------\n\nTen.\n\n.. _table:\n\n.. table:: All of them\n\n   ==  ==\n   a   b\n   ==  ==\n",
    ),
    ("a/conf.py", "extensions = ['sphinx.ext.autosectionlabel']\n"),
    ("a/end.rst", ".. _prices:\n\nElsewhere\n=========\n\n:ref:`Elsewhere`, :ref:`end:Elsewhere`, :ref:`prices`\n"),
];

fn indexed(files: &[(&str, &str)]) -> (tempfile::TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    files.iter().for_each(|(path, text)| write(folder.path(), path, text));
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("an indexer");
    indexer.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    (folder, indexer)
}

/// `path:line name` of each hit.
fn found(indexer: &Indexer, query: &str) -> Vec<String> {
    let plan = compile(query).unwrap_or_else(|problems| panic!("{query}: {problems:?}"));
    let library = indexer.library();
    let list = run(&plan, &library, &Ticket::forever()).expect("a fresh ticket");
    let hits = present(&plan, &list, &library, usize::MAX).hits;
    hits.iter().map(|hit| format!("{}:{} {}", hit.key.path(), hit.line, hit.name)).collect()
}

#[test]
fn documents_and_labels_are_found_where_sphinx_finds_them() {
    let (_folder, indexer) = indexed(FILES);
    let leads = |file: &str, name: &str| {
        let query = format!("$.content.link[?(@.path ~= \"{file}\" && @.name == \"{name}\")].definition()");
        found(&indexer, &query)
    };
    assert_eq!(
        leads("docs/index.rst", "guide/start"),
        ["docs/guide/start.rst:0 start.rst"],
        "a path from the document"
    );
    assert_eq!(leads("docs/index.rst", "the end"), ["docs/guide/end.rst:0 end.rst"], "a path from the manual");
    assert_eq!(leads("docs/index.rst", "The end"), ["docs/guide/end.rst:0 end.rst"], "an entry of the contents");
    assert_eq!(leads("docs/index.rst", "costs"), ["docs/guide/end.rst:7 Prices"], "the section after the label");
    assert_eq!(leads("docs/index.rst", "what it is"), ["docs/guide/end.rst:7 Prices"], "the first of two labels");
    assert_eq!(leads("docs/guide/start.rst", "a table"), ["docs/guide/end.rst:7 Prices"], "the section around a table");
    assert_eq!(leads("a/end.rst", "prices"), ["a/end.rst:3 Elsewhere"], "its own manual comes first");
    assert_eq!(leads("a/end.rst", "Elsewhere"), ["a/end.rst:3 Elsewhere"], "titles are labels where `conf.py` says so");
    assert_eq!(leads("a/end.rst", "end:Elsewhere"), ["a/end.rst:3 Elsewhere"]);
    assert_eq!(leads("docs/index.rst", "literal"), Vec::<String>::new(), "literal text is no reference");
    let back = found(&indexer, "$.content.heading(\"Prices\").backlinks()");
    assert_eq!(back, ["docs/guide/start.rst:4 a table", "docs/index.rst:13 costs", "docs/index.rst:13 what it is"]);
}

#[test]
fn a_picture_of_any_kind_is_the_one_that_is_there() {
    let files = &[
        ("conf.py", "project = 'Shop'\n"),
        ("index.rst", "Top\n===\n\n.. image:: /img/drawing.*\n\n.. image:: img/drawing.*\n\n.. image:: /img/gone.*\n"),
        ("img/drawing.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n"),
    ];
    let (_folder, indexer) = indexed(files);
    let broken = found(&indexer, "$..[?(@.broken)]");
    assert!(broken.len() == 1 && broken[0].starts_with("index.rst:8"), "{broken:?}");
}

#[test]
fn what_no_document_sets_is_broken_and_what_others_make_is_not() {
    let (_folder, indexer) = indexed(FILES);
    assert_eq!(found(&indexer, "$.content.link[?(@.broken == \"file\")]"), ["docs/index.rst:9 guide/gone"]);
    assert_eq!(found(&indexer, "$.content.link[?(@.broken == \"anchor\")]"), ["docs/index.rst:13 nowhere"]);
}

#[test]
fn a_path_in_what_is_taken_in_is_one_of_the_document_that_takes_it_in() {
    let (_folder, indexer) = indexed(&[
        ("docs/conf.py", "project = 'Shop'\n"),
        ("docs/guide/start.rst", "Start\n=====\n\n.. include:: /shared/note.rst\n"),
        ("docs/guide/end.rst", "End\n===\n"),
        ("docs/shared/note.rst", "Go on with :doc:`end`, not with :doc:`gone`.\n"),
    ]);
    let leads = found(&indexer, "$.content.link[?(@.name == \"end\")].definition()");
    assert_eq!(leads, ["docs/guide/end.rst:0 end.rst"]);
    assert_eq!(found(&indexer, "$.content.link[?(@.broken == \"file\")]"), ["docs/shared/note.rst:1 gone"]);
}
