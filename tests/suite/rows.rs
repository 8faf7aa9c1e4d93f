//! Rows of tables, alike in Markdown, HTML, sheets and delimited text: columns filter, sort, read, complete.

use docql::docql::{Item, RecordOptions, Records, compile, complete};
use docql::engine::{Answer, Question, Reading, Unanswered, answer};
use docql::indexer::{Indexer, WorkspaceOptions};
use docql::library::Needs;
use docql::stdx::Ticket;
use proptest::prelude::*;
use tempfile::TempDir;

const CSV: &str = "id,region,price,\"odd name\",note\n1,north,12.50,a,\"two\nlines\"\n2,south,7,b,\n3,north,100.10,c,\"say \"\"hi\"\"\"\n";
const MARKDOWN: &str = "# Limits\n\n| Region | Price |\n|---|---|\n| north | 12.5 |\n| south | 7 |\n";
const HTML: &str = "<h1>Page</h1><table><tr><th>region</th><th>price</th></tr><tr><td>north</td><td>99</td></tr>\n<tr><td>Ann Dooley</td><td>3</td></tr></table>";

fn workspace(files: &[(&str, &[u8])]) -> (TempDir, Indexer) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        std::fs::write(folder.path().join(name), bytes).expect("a file");
    }
    let indexer = Indexer::open(WorkspaceOptions::at(folder.path())).expect("a workspace");
    (folder, indexer)
}

fn tables() -> (TempDir, Indexer) {
    workspace(&[("a.csv", CSV.as_bytes()), ("b.md", MARKDOWN.as_bytes()), ("c.html", HTML.as_bytes())])
}

fn asked(workspace: &Indexer, query: &str) -> Result<Answer, Unanswered> {
    answer(workspace, &Question::in_report(query, Reading::Docql, 1_000, (true, true)), &Ticket::forever(), &|_| {})
}

/// File and line of each row.
fn places(workspace: &Indexer, query: &str) -> Vec<String> {
    let answer = asked(workspace, query).unwrap_or_else(|why| panic!("{query}: {why:?}"));
    let place = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    answer.results.hits.iter().map(|hit| format!("{}:{}", place(&hit.path), hit.line)).collect()
}

#[test]
fn an_empty_cell_of_a_file_is_null_and_an_empty_text() {
    let people = "name,phone,age\nann,1,3\nbob,,4\ncy,3\n";
    let (_folder, workspace) = workspace(&[("p.csv", people.as_bytes())]);
    for (condition, expected) in [
        ("@.phone == null", &["p.csv:3"][..]),
        ("null == @.phone", &["p.csv:3"]),
        (r#"@.phone == """#, &["p.csv:3"]),
        ("!@.phone", &["p.csv:3"]),
        ("@.phone != null", &["p.csv:2", "p.csv:4"]),
        // A row that ends before a column holds nothing there.
        ("@.age == null", &["p.csv:4"]),
        ("@.name == null || @.age > 3", &["p.csv:3"]),
    ] {
        assert_eq!(places(&workspace, &format!("$.content.rows[?({condition})]")), expected, "{condition}");
    }
}

#[test]
fn two_columns_of_a_file_compare_as_numbers_where_both_are() {
    let pairs = "a,b\n10,9\n9,10\n100, 20\n5,\n,5\nx,a\n7,7.0\n";
    let (_folder, workspace) = workspace(&[("p.csv", pairs.as_bytes())]);
    for (condition, expected) in [
        ("@.a > @.b", &["p.csv:2", "p.csv:4", "p.csv:7"][..]),
        ("@.a < @.b", &["p.csv:3"]),
        ("@.a == @.b", &["p.csv:8"]),
        ("@.a >= @.b", &["p.csv:2", "p.csv:4", "p.csv:7", "p.csv:8"]),
    ] {
        assert_eq!(places(&workspace, &format!("$.content.rows[?({condition})]")), expected, "{condition}");
    }
}

#[test]
fn a_condition_on_a_column_reads_every_kind_of_table_alike() {
    let (_folder, workspace) = tables();
    let rows = |query| places(&workspace, query);
    assert_eq!(rows(r#"$.content.rows[?(@.region=="north")]"#), ["a.csv:2", "a.csv:5", "b.md:5", "c.html:1"]);
    // Numbers in cells compare as numbers: 7 is not above 12 for its first digit.
    assert_eq!(rows("$.content.table.rows[?(@.price>12)]"), ["a.csv:2", "a.csv:5", "b.md:5", "c.html:1"]);
    assert_eq!(rows("$.content.rows[?(@.price==12.5)]"), ["a.csv:2", "b.md:5"]);
    assert_eq!(rows(r#"$.content.rows[?(@["odd name"]=="c")]"#), ["a.csv:5"]);
    assert_eq!(rows("$.content.rows[?(@.note)]"), ["a.csv:2", "a.csv:5"]);
    assert_eq!(rows("$.content.table.rows[0]"), ["a.csv:2", "b.md:5", "c.html:1"]);
    assert_eq!(rows("$.content.table.rows[-1:]"), ["a.csv:5", "b.md:6", "c.html:2"]);
    assert_eq!(rows(r#"$.files[?(@.name=="a.csv")].rows[*].limit(2)"#), ["a.csv:2", "a.csv:4"]);
    assert_eq!(rows(r#"$.content.rows.sort("-price").limit(3)"#), ["a.csv:5", "c.html:1", "a.csv:2"]);
    assert_eq!(rows("$.content.rows[?(@.price<8)].parent()"), ["a.csv:1", "b.md:3", "c.html:1"]);
}

#[test]
fn a_column_wins_over_a_field_and_its_cells_are_an_object() {
    let (_folder, workspace) = workspace(&[("a.csv", b"line,name,count\n900,x,5\n3,y,6\n")]);
    assert_eq!(places(&workspace, "$.content.rows[?(@.line==900)]"), ["a.csv:2"]);
    assert_eq!(places(&workspace, r#"$.content.rows[?(@.extension=="csv" && @.count==6)]"#), ["a.csv:3"]);
    let answer = asked(&workspace, "$.content.rows[0]").expect("an answer");
    let hit = &answer.results.hits[0];
    let record = Records::new(&answer.library, &RecordOptions::default()).of(&answer.items[0], hit);
    assert_eq!(record["type"], "row");
    assert_eq!(record["cells"].to_string(), r#"{"line":"900","name":"x","count":"5"}"#);
    assert_eq!((&record["line"], &record["end_line"]), (&2.into(), &2.into()));
    let names = asked(&workspace, "$.content.rows[*].name").expect("an answer");
    let value = |item: &Item| if let Item::Value { value, .. } = item { value.to_string() } else { "none".to_owned() };
    assert_eq!(names.items.iter().map(|found| value(&found.item)).collect::<Vec<_>>(), ["\"x\"", "\"y\""]);
    let count = asked(&workspace, "$.content.rows[*].count()").expect("an answer");
    assert_eq!(count.results.hits[0].name, "2");
    // The list of cells of a table stays what it was.
    assert_eq!(places(&workspace, "$.content.table[?(length(@.rows)==2)]"), ["a.csv:1"]);
}

#[test]
fn the_rows_inside_of_anything_are_found_as_they_are_counted() {
    let (_folder, workspace) = tables();
    for start in ["$.toc", "$.toc[*]", "$.content.sections", "$.files"] {
        let found = places(&workspace, &format!("{start}.rows"));
        assert!(!found.is_empty(), "{start}");
        assert_eq!(found, places(&workspace, &format!("{start}.rows[*]")), "{start}");
        let count = asked(&workspace, &format!("{start}.rows.count()")).expect("a count");
        assert_eq!(count.results.hits[0].name, found.len().to_string(), "{start}");
    }
}

#[test]
fn the_names_of_columns_in_a_message_command_no_terminal() {
    let (_folder, workspace) = workspace(&[("a.csv", b"na\x1b[1mme,b\n1,2\n")]);
    let query = "$.content.rows[?(@.nme==1)]";
    let Err(Unanswered::Invalid(errors)) = asked(&workspace, query) else { panic!("it was answered") };
    let told = docql::report::diagnostics_text(query, &errors);
    assert!(told.contains("Q024") && told.contains("[1mme") && !told.contains('\x1b'), "{told:?}");
}

#[test]
fn a_column_that_no_table_has_is_an_error_with_the_nearest_names() {
    let (_folder, workspace) = tables();
    for (query, fix) in [
        (r#"$.content.rows[?(@.regoin=="north")]"#, r#"$.content.rows[?(@.Region=="north")]"#),
        (r#"$.content.rows[?(@.regoin!="north")]"#, r#"$.content.rows[?(@.Region!="north")]"#),
        (r#"$.content.rows[?(@.oddname)]"#, r#"$.content.rows[?(@["odd name"])]"#),
        (r#"$.content.rows.sort("-prise")"#, r#"$.content.rows.sort("-Price")"#),
        ("$.content.rows[*].prise", "$.content.rows[*].Price"),
    ] {
        let Err(Unanswered::Invalid(errors)) = asked(&workspace, query) else { panic!("{query} was answered") };
        assert_eq!((errors[0].code, errors[0].fixes.first().map(String::as_str)), ("Q024", Some(fix)), "{query}");
        assert!(compile(fix).is_ok(), "{fix}");
    }
    // Without tables there is nothing to be wrong about.
    let (_folder, empty) = workspace_without_tables();
    assert_eq!(places(&empty, "$.content.rows[?(@.anything)]"), Vec::<String>::new());
}

fn workspace_without_tables() -> (TempDir, Indexer) {
    workspace(&[("a.md", b"# A\n\nWords.\n")])
}

#[test]
fn an_empty_answer_says_which_condition_left_nothing_and_what_is_near() {
    let (_folder, workspace) = tables();
    let answer = asked(&workspace, r#"$.content.rows[?(@.region=="nroth")]"#).expect("an answer");
    assert!(answer.results.hints.iter().any(|hint| hint.contains("of 7 rows none")), "{:?}", answer.results.hints);
    assert!(answer.results.suggestions.iter().any(|query| query.contains(r#""north""#)), "{:?}", answer.results);
}

#[test]
fn search_finds_a_misspelt_name_among_the_rows_that_a_filter_leaves() {
    let (_folder, workspace) = tables();
    let found = |words: &str| places(&workspace, &format!(r#"$.content.rows[?(@.price==3)].search("{words}")"#));
    for words in ["Dooley", "Doo ley", "dooly", "ann doley", "Ann"] {
        assert_eq!(found(words), ["c.html:2"], "{words}");
    }
    assert_eq!(found("zebra"), Vec::<String>::new());
    let other = places(&workspace, r#"$.content.rows[?(@.price>3)].search("Dooley")"#);
    assert_eq!(other, Vec::<String>::new(), "the filter comes first");
}

#[test]
fn delimited_text_is_read_as_spreadsheets_write_it() {
    let latin1 = b"Name;Ort\nM\xfcller;K\xf6ln\nJos\xe9;Gen\xe8ve\nFran\xe7ois;Orl\xe9ans\n";
    let marked = "\u{feff}a,b\r\n1,2\r\n";
    let (_folder, workspace) = workspace(&[
        ("latin.csv", latin1),
        ("marked.csv", marked.as_bytes()),
        ("plain.tsv", b"x\ty\n1\t2\n\n3\t4\n"),
        ("bare.csv", b"1,red\n2,blue\n"),
        ("named.csv", b"sep=#\nk#v\n1#2\n"),
    ]);
    assert_eq!(places(&workspace, r#"$.content.rows[?(@.Ort=="Köln")]"#), ["latin.csv:2"]);
    assert_eq!(places(&workspace, "$.content.rows[?(@.a==1)]"), ["bare.csv:1", "marked.csv:2"]);
    assert_eq!(places(&workspace, "$.content.rows[?(@.y==4)]"), ["plain.tsv:4"]);
    assert_eq!(places(&workspace, r#"$.content.rows[?(@.B=="blue")]"#), ["bare.csv:2"]);
    assert_eq!(places(&workspace, "$.content.rows[?(@.v==2)]"), ["named.csv:3"]);
}

#[test]
fn a_large_table_is_one_node_whose_rows_are_read_when_asked() {
    let mut text = String::from("id,kind,note\n");
    for number in 0..300_000 {
        text.push_str(&format!("{number},{},some words that fill the line\n", ["a", "b", "c"][number % 3]));
    }
    assert!(text.len() > 8 << 20, "above the size up to which files have an outline");
    let (_folder, workspace) = workspace(&[("big.csv", text.as_bytes())]);
    let answer = asked(&workspace, r#"$.content.rows[?(@.kind=="b" && @.id>=299990)]"#).expect("an answer");
    assert_eq!(answer.results.total, 3);
    let outline = answer.library.file_ids().next().and_then(|file| answer.library.outline(file));
    assert_eq!(outline.map(|outline| outline.len()), Some(1));
}

#[test]
fn completion_offers_the_columns_and_the_values_in_them() {
    let (_folder, workspace) = tables();
    workspace.ensure(&Needs::Structure, &Ticket::forever(), &|_| {}).expect("a fresh ticket");
    let library = workspace.library();
    let offers = |text: &str| -> Vec<String> {
        let completions = complete(text, text.len(), Some(&library), &Ticket::forever());
        completions.candidates.into_iter().map(|candidate| candidate.insert).collect()
    };
    let has = |text: &str, wanted: &str| {
        let offered = offers(text);
        assert!(offered.iter().any(|insert| insert.contains(wanted)), "{text}: {offered:?}");
    };
    has("$.content.rows[?(@.", "region");
    has("$.content.rows[?(", r#"@["odd name"]"#);
    has("$.content.rows[?(@.pri", "price");
    has("$.content.rows[?(@.region==", "north");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Whatever is in the file: no panic, and what was written is read back.
    #[test]
    fn what_is_written_is_read_back(
        rows in prop::collection::vec(prop::collection::vec("[a-z \",\n;é]{0,8}", 3), 1..8),
        tail in "[\",\n\\PC]{0,30}",
    ) {
        let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
        let lines: Vec<String> = rows.iter().map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",")).collect();
        let text = format!("one,two,three\n{}\n", lines.join("\n"));
        let format = docql::formats::by_id("csv").expect("a format");
        let document = docql::formats::parse(format, text.clone());
        let table = &document.tables[0];
        let read = |at| table.cells(&document.text, at).map(|cell| cell.into_owned()).collect::<Vec<String>>();
        prop_assert_eq!(table.row_count(), rows.len());
        for (at, row) in rows.iter().enumerate() {
            prop_assert_eq!(&read(at), row);
        }
        let damaged = docql::formats::parse(format, text + &tail);
        for table in &damaged.tables {
            for at in 0..table.row_count() {
                prop_assert!(table.cells(&damaged.text, at).count() > 0);
                prop_assert!(table.line(&damaged.text, &damaged.lines, at) <= table.end_line(&damaged.text, &damaged.lines, at));
            }
        }
    }
}

#[cfg(feature = "sqlite")]
#[test]
fn a_file_without_a_database_is_the_table_that_it_is_called_and_gives_the_same_rows() {
    let cells = [
        ["1", "lamp", "12.5", "3", "red", "2023-01-05"],
        ["2", "chair", "", "7", "", "2023-02-01"],
        ["3", "desk", "100.0", "", "", "2023-03-09"],
        ["4", "shelf", "7", "0", "blue", ""],
        ["5", "box", "9", "12", "green", "2023-02-11"],
    ];
    // Programs put blanks around numbers.
    let padded = |(at, cell): (usize, &&str)| if at == 2 || at == 3 { format!(" {cell} ") } else { (*cell).to_owned() };
    let lines: Vec<String> =
        cells.iter().map(|row| row.iter().enumerate().map(padded).collect::<Vec<_>>().join(",")).collect();
    let csv = format!("id,name,price,stock,note,added\n{}\n", lines.join("\n"));
    let (_files, of_file) = workspace(&[("items.csv", csv.as_bytes())]);
    let value = |cell: &&str| if cell.is_empty() { "NULL".to_owned() } else { format!("'{cell}'") };
    let rows: Vec<String> =
        cells.iter().map(|row| format!("({})", row.iter().map(value).collect::<Vec<_>>().join(", "))).collect();
    let sql = format!(
        "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, price REAL, stock INTEGER, note TEXT, added DATE); INSERT INTO items VALUES {}",
        rows.join(", ")
    );
    let (_folder, of_database) = crate::worded::made_by("shop.db", &sql);
    let names = |workspace: &Indexer, query: &str| -> Vec<String> {
        let answer = asked(workspace, query).unwrap_or_else(|why| panic!("{query}: {why:?}"));
        let name = |item: &Item| {
            let columns = item.columns()?;
            columns.iter().find(|(name, _)| **name == *"name").map(|(_, value)| value.to_string())
        };
        answer.items.iter().filter_map(|found| name(&found.item)).collect()
    };
    for (condition, count) in [
        ("@.price == null", 1),
        ("@.price > 9", 2),
        ("@.price == 9", 1),
        ("@.price != 9", 4),
        ("@.stock >= 3", 3),
        ("@.stock == 0", 1),
        ("@.price in [7, 9]", 2),
        ("@.note == null", 2),
        ("@.note != \"red\"", 4),
        ("!@.note", 2),
        ("@.added >= \"2023-02-01\"", 3),
        ("@.added == null", 1),
    ] {
        let query = format!("$.table(\"items\").rows[?({condition})]");
        let all = names(&of_database, &query);
        assert_eq!((all.len(), &names(&of_file, &query)), (count, &all), "{condition}");
    }
    for query in ["$.table(\"items\").rows.sort(\"price\")", "$.table(\"ITEMS.csv\").rows"] {
        assert_eq!(names(&of_file, query).len(), 5, "{query}");
    }
    assert_eq!(asked(&of_file, "$.table(\"items\").columns").expect("columns").items.len(), 6);
    assert_eq!(asked(&of_file, "$.table(\"item\").rows").expect("no rows").items.len(), 0);
}
