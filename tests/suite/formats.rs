//! Every format is read truly: dumps of sample files, and promises that hold for any bytes at all.

use docql::document::{DataTree, Document, Kind, Node, Scalar};
use docql::formats::{
    Decoded, FORMATS, Format, Packing, UnpackProblem, decode, detect, is_packed, parse, parse_data, unpack, unpack_cut,
};
use proptest::prelude::*;
use std::fmt::Write;
use std::path::Path;

/// Reads bytes the way the program does.
fn read(path: &Path, bytes: Vec<u8>) -> (&'static Format, Document) {
    let format = detect(path, &bytes);
    match decode(bytes) {
        Decoded::Text { text, .. } => (format, parse(format, text)),
        Decoded::Binary => panic!("{path:?} is binary"),
    }
}

fn dump(format: &Format, document: &Document) -> String {
    let mut out = format!("format: {}\ntitle: {}\n", format.info.id, document.title);
    for problem in &document.problems {
        writeln!(out, "problem: line {}: {}", problem.line, problem.message).unwrap();
    }
    for (index, node) in document.nodes.iter().enumerate() {
        dump_node(&mut out, document, index, node);
    }
    for (node, text) in &document.written_out {
        writeln!(out, "{} refers to:", document.nodes[*node as usize].name).unwrap();
        text.lines().for_each(|line| writeln!(out, "  {line}").unwrap());
    }
    for (name, tree) in [("front matter", &document.frontmatter), ("data", &document.data)] {
        if let Some(tree) = tree {
            writeln!(out, "{name}:").unwrap();
            dump_data(&mut out, tree, 0, 1);
        }
    }
    if format.info.derived_text {
        out.push_str("text:\n");
        for (number, line) in document.text.lines().enumerate() {
            let source = document.source_line(document.lines.start(number as u32 + 1));
            writeln!(out, "{source:>5}|{line}").unwrap();
        }
    }
    out
}

fn dump_node(out: &mut String, document: &Document, index: usize, node: &Node) {
    let mut depth = 0;
    let mut at = node.parent;
    while let Some(parent) = at {
        depth += 1;
        at = document.nodes[parent as usize].parent;
    }
    let lines =
        if node.line == node.end_line { node.line.to_string() } else { format!("{}-{}", node.line, node.end_line) };
    write!(out, "{:indent$}{} {lines}", "", node.kind.id(), indent = depth * 2).unwrap();
    if node.level > 0 {
        write!(out, " h{}", node.level).unwrap();
    }
    if !node.name.is_empty() {
        write!(out, " {:?}", node.name).unwrap();
    }
    if !node.detail.is_empty() {
        write!(out, " <{}>", node.detail).unwrap();
    }
    if !node.name_span.is_empty() && document.slice(node.name_span) != &*node.name {
        write!(out, " name={:?}", document.slice(node.name_span)).unwrap();
    }
    let shows_text = matches!(node.kind, Kind::Paragraph | Kind::CodeBlock | Kind::Diagram | Kind::Footnote);
    if shows_text {
        let span = if node.body.is_empty() { node.span } else { node.body };
        let text: String = document.slice(span).chars().take(60).collect();
        write!(out, " {text:?}").unwrap();
    }
    out.push('\n');
    if let Some(table) = document.table(index as u32) {
        writeln!(out, "{:indent$}| {:?}", "", table.headers, indent = depth * 2 + 2).unwrap();
        for (row, line) in table.rows.iter().zip(&table.row_lines) {
            writeln!(out, "{:indent$}| {line} {row:?}", "", indent = depth * 2 + 2).unwrap();
        }
    }
}

fn dump_data(out: &mut String, tree: &DataTree, index: u32, depth: usize) {
    let node = tree.node(index);
    let value = match &node.scalar {
        Scalar::Array => "array".to_owned(),
        Scalar::Object => "object".to_owned(),
        _ => tree.to_json(index).to_string(),
    };
    let key = match &node.key {
        docql::document::DataKey::Root => "$".to_owned(),
        docql::document::DataKey::Name(name) => name.to_string(),
        docql::document::DataKey::Index(index) => index.to_string(),
    };
    writeln!(out, "{:indent$}{}-{} {key} = {value}", "", node.line, node.end_line, indent = depth * 2).unwrap();
    for &child in &node.children {
        dump_data(out, tree, child, depth + 1);
    }
}

/// What every reader promises for every input.
fn check(document: &Document, file_lines: u32) {
    let text = &document.text;
    let mut last = (0, std::cmp::Reverse(u32::MAX));
    for (index, node) in document.nodes.iter().enumerate() {
        for span in [node.span, node.name_span, node.body, node.doc] {
            assert!(span.start <= span.end && span.end as usize <= text.len(), "{node:?}");
            assert!(text.is_char_boundary(span.start as usize) && text.is_char_boundary(span.end as usize), "{node:?}");
            assert!(node.span.covers(span), "{node:?}");
        }
        assert!((last.0, last.1) <= (node.span.start, std::cmp::Reverse(node.span.end)), "order {node:?}");
        last = (node.span.start, std::cmp::Reverse(node.span.end));
        assert!(1 <= node.line && node.line <= node.end_line && node.end_line <= file_lines, "{node:?} {file_lines}");
        assert!(node.end as usize > index && node.end as usize <= document.nodes.len());
        if let Some(parent) = node.parent {
            let parent_node = &document.nodes[parent as usize];
            assert!(parent < index as u32 && parent_node.span.covers(node.span) && parent_node.end >= node.end);
        }
        assert!(!node.name.contains('\n'), "{node:?}");
    }
    for table in &document.tables {
        assert_eq!(document.nodes[table.node as usize].kind, Kind::Table);
        assert_eq!(table.rows.len(), table.row_lines.len());
        assert!(table.row_lines.iter().all(|line| 1 <= *line && *line <= file_lines));
    }
    for tree in document.data.iter().chain(&document.frontmatter) {
        for index in 0..tree.len() as u32 {
            let node = tree.node(index);
            assert!(1 <= node.line && node.line <= node.end_line && node.end_line <= file_lines, "{node:?}");
        }
    }
    if let Some(map) = &document.source_lines {
        assert!(map.iter().all(|line| 1 <= *line && *line <= file_lines));
        assert_eq!(map.len(), document.lines.count() as usize);
    }
}

fn line_count(text: &str) -> u32 {
    docql::document::LineIndex::new(text).count()
}

/// What packs bytes, as a file of its own name would be.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    std::io::Write::write_all(&mut encoder, bytes).expect("memory");
    encoder.finish().expect("memory")
}

#[test]
fn compressed_text_is_unpacked_up_to_a_limit() {
    let (packing, inner) = docql::formats::packing(Path::new("docs/README.md.GZ")).expect("a packing");
    assert_eq!((packing, inner.as_path()), (Packing::Gzip, Path::new("docs/README.md")));
    assert_eq!(docql::formats::packing(Path::new("all.tar.gz")), None, "an archive is no text");
    assert_eq!(docql::formats::packing(Path::new("gz")), None);
    let packed = gzip(b"# One\n");
    assert!(is_packed(packing, &packed) && !is_packed(packing, b"# One"));
    assert_eq!(unpack(packing, &packed, 6).as_deref(), Ok(&b"# One\n"[..]));
    assert_eq!(unpack(packing, &packed, 5), Err(UnpackProblem::TooLarge(5)));
    // Two streams in one file are one text; a stream that is cut is damaged, and its head can be read all the same.
    let twice = [packed.clone(), packed.clone()].concat();
    assert_eq!(unpack(packing, &twice, 100).as_deref(), Ok(&b"# One\n# One\n"[..]));
    let cut = &packed[..packed.len() - 9];
    assert!(matches!(unpack(packing, cut, 100), Err(UnpackProblem::Damaged(_))));
    assert_eq!(unpack_cut(packing, cut, 3), b"# O");
    // A megabyte of zeros in a kilobyte does not become a megabyte.
    assert_eq!(unpack(packing, &gzip(&vec![0; 1 << 20]), 1000), Err(UnpackProblem::TooLarge(1000)));
}

#[test]
fn zstandard_is_unpacked_up_to_a_limit() {
    let (packing, _) = docql::formats::packing(Path::new("server.log.zst")).expect("a packing");
    let packed = ruzstd::encoding::compress_to_vec(&b"one\ntwo\n"[..], ruzstd::encoding::CompressionLevel::Fastest);
    assert_eq!(unpack(packing, &packed, 8).as_deref(), Ok(&b"one\ntwo\n"[..]));
    assert_eq!(unpack(packing, &packed, 7), Err(UnpackProblem::TooLarge(7)));
    assert!(matches!(unpack(packing, &packed[..packed.len() - 3], 100), Err(UnpackProblem::Damaged(_))));
    assert!(matches!(unpack(packing, b"nothing", 100), Err(UnpackProblem::Damaged(_))));
}

#[test]
fn sample_files_are_read_as_reviewed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    let mut names: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    let mut wrong = Vec::new();
    for path in names.iter().filter(|path| path.extension().is_some_and(|ext| ext != "dump")) {
        let bytes = std::fs::read(path).unwrap();
        let (format, document) = read(path, bytes.clone());
        check(&document, line_count(&String::from_utf8_lossy(&bytes)));
        let actual = dump(format, &document);
        let expected_path = path.with_extension(format!("{}.dump", path.extension().unwrap().to_string_lossy()));
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&expected_path, &actual).unwrap();
        } else if std::fs::read_to_string(&expected_path).unwrap_or_default() != actual {
            wrong.push(format!("{}:\n{actual}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "set UPDATE=1 to accept:\n{}", wrong.join("\n"));
}

/// Pieces that parsers stumble over, glued together at random.
fn tricky() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "# T\n",
        "## 标题 {#id}\n",
        "T\n===\n",
        "- a\n",
        "  - b\n",
        "> q\n",
        "```rust\n",
        "```\n",
        "|a|b|\n",
        "|-|-|\n",
        "**Term**: x\n",
        "\n",
        "\r\n",
        "    code\n",
        "[a](b)",
        "![i](u)",
        "[^1]: n\n",
        "[^1]",
        "---\n",
        "a: 1\n",
        "<h1>",
        "</h1>",
        "<a id=x>",
        "<pre>",
        "</pre>",
        "<table><tr><td>",
        "</table>",
        "<ul><li>",
        "</div>",
        "&amp;",
        "&#x41;",
        "{",
        "}",
        "[",
        "]",
        "\"k\": ",
        "1,",
        "\"",
        "\\u",
        "&a ",
        "*a\n",
        "<<: ",
        "[t]\n",
        "k = 1\n",
        "'''",
        "GET /x ",
        "`GET /u/{id}`",
        "http://a.b/c",
        "架构",
        "é",
        "\t",
        ": d\n",
        "term\n",
        "<!--",
        "-->",
        "<script>",
        "1. x\n",
        "第一章 引言\n",
        "ALL CAPS\n",
        "=====\n",
        ".. code:: x\n",
        "   y\n",
        "*** h\n",
        "</a>",
        "<dt>",
        "<dd>",
        "<dfn>",
    ]);
    prop::collection::vec(pieces, 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_gives_a_well_formed_document(text in tricky(), row in any::<prop::sample::Index>()) {
        let format = FORMATS[row.index(FORMATS.len().min(14))];
        let document = parse(format, text.clone());
        prop_assert!(document.problems.iter().all(|p| !p.message.contains("failed")), "{:?}", document.problems);
        check(&document, line_count(&text));
    }

    #[test]
    fn any_bytes_are_binary_or_well_formed(bytes in prop::collection::vec(any::<u8>(), 0..300), row in any::<prop::sample::Index>()) {
        let format = FORMATS[row.index(FORMATS.len())];
        if let Decoded::Text { text, .. } = decode(bytes) {
            check(&parse(format, text.clone()), line_count(&text));
        }
    }
}

/// Any JSON value, not too large.
fn json() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        ".{0,8}".prop_map(Into::into),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec((".{0,4}", inner), 0..6)
                .prop_map(|members| serde_json::Value::Object(members.into_iter().collect())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn json_is_read_as_the_reference_reads_it(value in json(), cut in any::<prop::sample::Index>(), change in ".") {
        let mut text = serde_json::to_string_pretty(&value).unwrap();
        prop_assert_eq!(parse_data("json", &text).unwrap().to_json(0), value);
        // Broken text is refused exactly where the reference refuses it.
        let at = (0..=cut.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.insert_str(at, &change);
        let reference = serde_json::from_str::<serde_json::Value>(&text);
        prop_assert_eq!(parse_data("json", &text).is_ok(), reference.is_ok(), "{}", text);
    }
}

#[test]
fn cut_sample_files_are_well_formed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats");
    for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let bytes = std::fs::read(&path).unwrap();
        let step = (bytes.len() / 60).max(1);
        for end in (0..bytes.len()).step_by(step) {
            if let Decoded::Text { text, .. } = decode(bytes[..end].to_vec()) {
                let document = parse(detect(&path, &bytes), text.clone());
                assert!(document.problems.iter().all(|p| !p.message.contains("failed")), "{path:?} cut at {end}");
                check(&document, line_count(&text));
            }
        }
    }
}
