//! Previews: rendered documents as goldens, and what no document may ever do to a terminal.

use std::fmt::Write as _;

use docql::document::{Document, Kind, LineIndex, Node, Scope, ShownAs, Span};
use docql::languages::highlight::{HighlightBudget, Highlighter};
use docql::preview::{
    MAX_LINE_CELLS, MAX_RENDERED_LINES, MIN_WIDTH, PreviewLine, PreviewMode, PreviewPart, RenderOptions,
    highlight_matches, preview, record_lines, render, render_csv, rendered, row_of_source_line, source_lines,
    source_lines_highlighted, sticky, wrap_lines,
};
use proptest::prelude::*;

fn document(text: &str) -> Document {
    Document { text: text.to_owned(), lines: LineIndex::new(text), ..Document::default() }
}

fn markdown(text: &str, width: u16) -> Vec<PreviewLine> {
    rendered(&document(text), ShownAs::Markdown, width, &HighlightBudget::default())
}

fn texts(lines: &[PreviewLine]) -> Vec<String> {
    lines.iter().map(PreviewLine::text).collect()
}

/// Line number, text, and where the line leads.
fn dump(lines: &[PreviewLine]) -> String {
    let mut out = String::new();
    for line in lines {
        let number = line.number.map_or_else(|| format!("({})", line.source_line), |number| number.to_string());
        let links: Vec<String> = line.links.iter().map(|link| format!("{:?} {}", link.columns, link.target)).collect();
        let links = if links.is_empty() { String::new() } else { format!("   -> {}", links.join(", ")) };
        let _ = writeln!(out, "{number:>5} {}{links}", line.text());
    }
    out
}

fn golden(name: &str, found: &str) {
    let path = std::path::Path::new("tests/preview").join(name);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, found).expect("golden");
    } else {
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(found, expected, "{}", path.display());
    }
}

#[test]
fn markdown_reads_well_at_every_width() {
    let text = std::fs::read_to_string("tests/preview/guide.md").expect("guide");
    for width in [80, 40] {
        let lines = markdown(&text, width);
        for line in &lines {
            assert!(line.width() <= width as usize, "{}", line.text());
        }
        golden(&format!("guide.{width}.txt"), &dump(&lines));
    }
}

#[test]
fn pieces_of_markdown_keep_their_meaning_and_their_place() {
    let text = "# A *b*\n\n`c` [d](e) &amp;\n\n```rust\nfn f() {}\n```\n";
    let lines = markdown(text, 80);
    let spans: Vec<(String, Scope, Option<&str>)> = lines
        .iter()
        .flat_map(|line| &line.spans)
        .map(|span| (span.text.clone(), span.scope, span.source.map(|source| source.of(text))))
        .collect();
    let expected = [
        ("# ", Scope::Heading, None),
        ("A ", Scope::Heading, Some("A ")),
        ("b", Scope::Emphasis, Some("b")),
        ("c", Scope::Code, Some("c")),
        (" ", Scope::Text, Some(" ")),
        ("d", Scope::Link, Some("d")),
        (" ", Scope::Text, Some(" ")),
        ("&", Scope::Text, Some("&amp;")),
        ("  ┏ ", Scope::Rule, None),
        ("rust", Scope::Label, None),
        ("  ┃ ", Scope::Rule, None),
        ("fn", Scope::Keyword, Some("fn")),
        (" ", Scope::Code, Some(" ")),
        ("f", Scope::Function, Some("f")),
        ("() {}", Scope::Code, Some("() {}")),
    ];
    let expected: Vec<_> = expected.map(|(text, scope, source)| (text.to_owned(), scope, source)).into();
    assert_eq!(spans, expected);
}

#[test]
fn matches_are_marked_in_both_modes() {
    let text = "# Index\n\nThe **index** of indexes, wrapped because the line is long enough for that.\n";
    let start = text.find("index**").expect("match") as u32;
    let matches = [Span::new(2, 7), Span::new(start, start + 5)];
    for mut lines in [markdown(text, 30), source_lines(&document(text), 1, 10)] {
        highlight_matches(&mut lines, &matches);
        let marked: Vec<&str> = lines
            .iter()
            .flat_map(|line| &line.spans)
            .filter(|span| span.matched)
            .map(|span| span.text.as_str())
            .collect();
        assert_eq!(marked, ["Index", "index"]);
    }
}

#[test]
fn source_is_shown_line_by_line_with_and_without_colours() {
    let text = "fn a() {\n\tlet x = \"\x1b[31m\";\r\n}\n";
    let document = document(text);
    let plain = source_lines(&document, 2, 5);
    assert_eq!(texts(&plain), ["    let x = \"␛[31m\";", "}"]);
    assert_eq!((plain[0].number, plain[0].spans.iter().all(|span| span.scope == Scope::Text)), (Some(2), true));
    let mut highlighter = Highlighter::new("rust");
    let coloured = source_lines_highlighted(&document, &mut highlighter, 2, 5, &HighlightBudget::default());
    assert_eq!(texts(&coloured), texts(&plain));
    assert!(coloured[0].spans.iter().any(|span| span.text == "let" && span.scope == Scope::Keyword));
    let wrapped = wrap_lines(coloured, 12);
    assert_eq!(texts(&wrapped), ["    let x = ", "\"␛[31m\";", "}"]);
    assert_eq!((wrapped[0].number, wrapped[1].number, wrapped[1].source_line), (Some(2), None, 2));
}

#[test]
fn the_place_is_kept_when_the_mode_changes() {
    let text = std::fs::read_to_string("tests/preview/guide.md").expect("guide");
    let lines = markdown(&text, 60);
    let row = row_of_source_line(&lines, 49);
    assert!(lines[row].text().contains("中文"));
    assert_eq!(row_of_source_line(&lines, 10_000), lines.len() - 1);
    assert_eq!(row_of_source_line(&[], 3), 0);
}

#[test]
fn endless_files_cost_no_more_than_their_window() {
    let one_line = document(&"x".repeat(20_000_000));
    let started = std::time::Instant::now();
    let lines = source_lines(&one_line, 1, 60);
    assert_eq!((lines.len(), lines[0].width()), (1, MAX_LINE_CELLS));
    assert!(lines[0].text().ends_with('…'));
    let wrapped = rendered(&one_line, ShownAs::Source, 80, &HighlightBudget::default());
    assert!(wrapped.len() < 100);
    let marks = document(&"\u{301}".repeat(5_000_000));
    assert!(source_lines(&marks, 1, 1)[0].text().len() < 30_000);
    assert!(started.elapsed().as_secs() < 5);

    let long = document(&"- item\n\n# heading\n\n".repeat(40_000));
    let lines = rendered(&long, ShownAs::Markdown, 80, &HighlightBudget::default());
    assert_eq!(lines.len(), MAX_RENDERED_LINES + 1);
    assert!(lines[MAX_RENDERED_LINES].text().starts_with("… more"));
}

#[test]
fn sticky_lines_are_the_signatures_around_the_first_line() {
    let text = "impl A {\n    fn b(\n        &self,\n    ) {\n        1\n    }\n}\nfn c() {}\n";
    let mut document = document(text);
    let lines = document.lines.clone();
    for (kind, line, end, name) in [(Kind::Impl, 1, 8, "A"), (Kind::Method, 2, 7, "b"), (Kind::Function, 8, 9, "c")] {
        let start = lines.start(line);
        let start = start + (lines.text(text, line).len() - lines.text(text, line).trim_start().len()) as u32;
        let mut node = Node::new(kind, Span::new(start, lines.start(end) - 1), &lines);
        let at = start as usize + text[start as usize..].find(name).expect("name");
        node.name_span = Span::of_range(at..at + 1);
        document.nodes.push(node);
    }
    document.nest();
    let shown = |line, limit| sticky(&document, line, limit).into_iter().map(|s| (s.line, s.text)).collect::<Vec<_>>();
    assert_eq!(shown(1, 3), []);
    assert_eq!(shown(2, 3), [(1, "impl A {".to_owned())]);
    assert_eq!(shown(5, 3), [(1, "impl A {".to_owned()), (2, "    fn b(".to_owned())]);
    assert_eq!(shown(5, 1), [(2, "    fn b(".to_owned())]);
    assert_eq!(shown(8, 3), []);
}

/// A document as a reader of HTML would make it: text without tags, nodes that say what it is.
fn web_page() -> Document {
    let text = "Install\n\nGet the archive, unpack it.\n- one\n- two\n\nlet x = 1;\n\nName Use\ngrep find text\n";
    let mut page = document(text);
    let lines = page.lines.clone();
    let span = |part: &str| {
        let at = text.find(part).expect("part");
        Span::of_range(at..at + part.len())
    };
    let mut heading = Node::new(Kind::Heading, Span::new(0, text.len() as u32), &lines);
    (heading.level, heading.name, heading.name_span) = (2, "Install".into(), span("Install"));
    let mut link = Node::new(Kind::Link, span("the archive"), &lines);
    link.detail = "https://example.org/a.tar".into();
    let mut code = Node::new(Kind::CodeBlock, span("let x = 1;\n"), &lines);
    code.detail = "rust".into();
    let table = Node::new(Kind::Table, span("Name Use\ngrep find text\n"), &lines);
    page.nodes = vec![heading, link, code, table];
    page.nest();
    page.tables = vec![docql::document::Table {
        node: 3,
        headers: vec!["Name".into(), "Use".into()],
        rows: vec![vec!["grep".into(), "find text".into()]],
        row_lines: vec![10],
        ..docql::document::Table::default()
    }];
    page.source_lines = Some((1..=10).map(|line| line * 10).collect());
    page
}

#[test]
fn pages_are_rendered_from_their_nodes() {
    let lines = rendered(&web_page(), ShownAs::Nodes, 40, &HighlightBudget::default());
    let expected = "
   10 ## Install
 (10) 
   30 Get the archive, unpack it.   -> 4..15 https://example.org/a.tar
   40 - one
   50 - two
 (50) 
   70   ┏ rust
 (70)   ┃ let x = 1;
 (70) 
   90 Name │ Use
 (90) ─────┼──────────
  100 grep │ find text
";
    assert_eq!(dump(&lines), expected.trim_start_matches('\n'));
}

#[test]
fn links_in_the_cells_of_a_page_are_links() {
    let mut page = web_page();
    let at = page.text.find("find text").expect("a cell");
    let mut link = Node::new(Kind::Link, Span::of_range(at..at + 4), &page.lines);
    link.detail = "https://example.org/find".into();
    page.nodes.push(link);
    let lines = rendered(&page, ShownAs::Nodes, 40, &HighlightBudget::default());
    let row = dump(&lines).lines().last().expect("a row").to_owned();
    assert_eq!(row, "  100 grep │ find text   -> 7..11 https://example.org/find");
}

fn check(lines: &[PreviewLine], width: usize, text: &str) -> Result<(), TestCaseError> {
    for line in lines {
        prop_assert!(line.width() <= width, "{} > {width}: {:?}", line.width(), line.text());
        for span in &line.spans {
            prop_assert!(!span.text.chars().any(char::is_control), "{:?}", span.text);
            if let Some(source) = span.source {
                prop_assert!(source.end as usize <= text.len());
                if span.exact {
                    prop_assert_eq!(source.of(text), &span.text);
                }
            }
        }
        for link in &line.links {
            prop_assert!(link.columns.end as usize <= line.width() && link.columns.start <= link.columns.end);
        }
    }
    Ok(())
}

/// Text made of what Markdown, terminals and scripts find special.
fn hostile() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "# ",
        "## ",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "> ",
        "> [!NOTE]\n",
        "```rust\n",
        "```\n",
        "    ",
        "\t",
        "*",
        "**",
        "_",
        "`",
        "[",
        "](",
        ")",
        "![",
        "<b>",
        "</b>",
        "<br>",
        "<details>\n<summary>",
        "<!--",
        "-->",
        "<img src='",
        "|",
        "|--|--|\n",
        "| a | b |\n",
        "[^1]",
        "[^1]: ",
        "---\n",
        "+++\n",
        "key: value\n",
        "***\n",
        "word",
        "a long phrase of words ",
        "中文，",
        "「日本語」",
        "한국어 ",
        "e\u{301}",
        "👩‍👩‍👧‍👦",
        "🇩🇪",
        "☺\u{fe0f}",
        "\u{1b}[31m",
        "\u{7}",
        "\r\n",
        "\u{202e}",
        "\u{200d}",
        "\u{9b}",
        "&amp;",
        "&#27;",
        "&#x7;",
        "\\",
        "$x$",
        "$$\n",
        "[[wiki|x]]",
        ": def\n",
        "fn main() {}\n",
        "\"",
        "'",
        "ﷺ",
        "لا",
        "<script>\n",
        "<a href=\"x\">",
        "</a>",
        "<h2>",
        "ᄀᄀᄀᄀ",
        "\u{0}",
        "https://example.org ",
        "<https://e.org>",
        "- [ ] ",
    ]);
    prop::collection::vec(prop_oneof![8 => words.prop_map(str::to_owned), 1 => any::<String>()], 0..60)
        .prop_map(|parts| parts.concat())
}

/// A case that a random run has found.
#[test]
fn a_picture_in_a_heading_with_a_mark_of_direction_stays_in_its_line() -> Result<(), TestCaseError> {
    let text = "# <img src='\u{202e}<img src='> # ";
    let document = document(text);
    for shown_as in [ShownAs::Markdown, ShownAs::Nodes, ShownAs::Source] {
        let lines = rendered(&document, shown_as, 0, &HighlightBudget::default());
        check(&lines, MIN_WIDTH, text)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_breaks_the_screen(text in hostile(), width in 0u16..130) {
        let document = document(&text);
        let budget = HighlightBudget::default();
        let room = (width as usize).max(MIN_WIDTH);
        for shown_as in [ShownAs::Markdown, ShownAs::Nodes, ShownAs::Source] {
            check(&rendered(&document, shown_as, width, &budget), room, &text)?;
        }
        let options = RenderOptions { skipped_columns: text.len() % 7, unfold_all: true, ..RenderOptions::at_width(width) };
        let separated = render_csv(&document, 1..100, options, &budget);
        for rendering in [render(&document, ShownAs::Markdown, options, &budget), separated] {
            check(&rendering.lines, room, &text)?;
            for table in &rendering.tables {
                prop_assert!(table.start < table.end && table.end <= rendering.lines.len());
                for row in &table.rows {
                    prop_assert!((table.start..table.end).contains(&row.at));
                    check(&record_lines(&table.headers, row, width), room, &text)?;
                }
            }
            prop_assert!(rendering.folds.iter().all(|fold| fold.open && fold.at < rendering.lines.len().max(1)));
        }
        for language in ["markdown", "rust", "html", "yaml"] {
            let request = PreviewPart { width, mode: PreviewMode::Source, wrap: true, first_line: 1, lines: 50 };
            let mut highlighter = Highlighter::new(language);
            let mut lines = preview(&document, ShownAs::Source, &request, Some(&mut highlighter), &budget);
            check(&lines, room, &text)?;
            let end = text.len() as u32;
            highlight_matches(&mut lines, &[Span::new(0, end / 3), Span::new(end / 2, end)]);
            check(&lines, room, &text)?;
        }
    }

    #[test]
    fn all_of_a_line_is_shown(text in "[a-z 中文\t]{0,200}", width in 12u16..60) {
        let document = document(&text);
        let lines = wrap_lines(source_lines(&document, 1, 1), width);
        let shown: String = lines.iter().map(PreviewLine::text).collect();
        prop_assert_eq!(shown.replace(' ', ""), text.replace([' ', '\t'], ""));
    }
}

#[test]
fn html_that_is_never_closed_ends_with_its_paragraph() {
    let lines = markdown("a <b>bold <a href='x'>link\n\nplain\n\n<h2>title\n\nplain\n", 80);
    let scope_of = |text: &str| {
        let mut spans = lines.iter().flat_map(|line| &line.spans).filter(|span| span.text.contains(text));
        spans.next_back().map(|span| span.scope)
    };
    assert_eq!(scope_of("bold"), Some(Scope::Strong));
    assert_eq!(scope_of("link"), Some(Scope::Link));
    assert_eq!(scope_of("title"), Some(Scope::Heading));
    assert_eq!(scope_of("plain"), Some(Scope::Text));
}
