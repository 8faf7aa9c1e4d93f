//! Man pages: tables of tbl(1) with their titles, spans and text blocks.

use crate::packages::{cells, document};
use docql::document::{Document, Kind};

fn page(body: &str) -> Document {
    document("man", format!(".TH LAMP 1\n.SH TABLE\n{body}.SH AFTER\nDone.\n").into_bytes())
}

/// The cells of the only table.
fn table(body: &str) -> Vec<String> {
    let document = page(body);
    assert_eq!(document.tables.len(), 1, "{}", document.text);
    assert!(document.nodes.iter().any(|node| node.kind == Kind::Heading && &*node.name == "AFTER"));
    cells(&document, 0)
}

#[test]
fn text_blocks_are_cells_and_bold_rows_are_titles() {
    let body = ".TS\nallbox;\nlbx lb lb\nl l l.\nInterface\tAttribute\tValue\nT{\n.na\n.nh\n.BR open (),\n.BR close ()\nT}\tSafety\tSafe | \
\\-1\nT{\n.B read\nT}\tT{\nany\nT}\tno\n.TE\n";
    let document = page(body);
    let table = &document.tables[0];
    assert_eq!(table.headers, ["Interface", "Attribute", "Value"]);
    assert_eq!(table.rows, [["open(), close()", "Safety", "Safe | -1"], ["read", "any", "no"]]);
    assert_eq!(table.row_lines, [8, 14]);
    assert_eq!(document.nodes[table.node as usize].line, 7);
}

#[test]
fn a_rule_says_which_rows_are_titles() {
    let rows = ["Name|Use", "a|1", "b|2"];
    assert_eq!(table(".TS\ntab(@) box;\nl | l.\nName@Use\n_\na@1\nb@2\n=\n.TE\n"), rows);
    assert_eq!(table(".TS\nl l\n_ _\nl l.\nName\tUse\na\t1\nb\t2\n.TE\n"), rows);
    assert_eq!(table(".TS H\nl,l.\nName\n.TH\na\nb\n.TE\n"), ["Name", "a", "b"]);
    // Titles in two rows are one.
    let two = ".TS\ntab(;);\nl c s, ^ l l, l l l.\nKey;Sent\n;DEC;ANSI\n_\nUp;A;B\n.TE\n";
    assert_eq!(table(two), ["Key|Sent DEC|Sent ANSI", "Up|A|B"]);
}

#[test]
fn no_row_is_a_title_where_nothing_says_so() {
    let document = page(".TS\nlB l.\n\\-a\tall\n\\-b\tbrief\n.TE\n");
    assert!(document.tables[0].headers.is_empty());
    assert_eq!(document.tables[0].rows, [["-a", "all"], ["-b", "brief"]]);
}

#[test]
fn cells_of_tbl_span_columns_and_rows() {
    let body = ".TS\ntab(:);\nc s s\nlB lB lB\nl l s\nl ^ l.\nPrices\nKind:From:To\noil:none\ntar:x:2\n\\^::3\n.T&\nl s s.\nEnd of \\\nit\n.TE\n";
    let document = page(body);
    assert!(document.text.contains("Prices"));
    assert_eq!(
        cells(&document, 0),
        ["Kind|From|To", "oil|none|none", "tar|none|2", "tar|none|3", "End of it|End of it|End of it"]
    );
    let repeated = [(1, 2), (2, 1), (3, 0), (3, 1), (4, 1), (4, 2)];
    assert_eq!(document.tables[0].repeated, repeated);
}

#[test]
fn tables_that_are_none_or_never_end_lose_no_text() {
    let document = page(".TS\nallbox;\n\\fBlamp\\fR [file]\n.TE\n.PP\nLight.\n");
    assert!(document.tables.is_empty() && document.text.contains("lamp [file]"), "{}", document.text);
    // A heading ends a table that is open.
    assert_eq!(table(".TS\nl l.\na\tb\nT{\nc\nT}\td\n"), ["", "a|b", "c|d"]);
    let wide = format!(".TS\nl {} l.\n{}.TE\n", "s ".repeat(300), "a\tb\n".repeat(60_000));
    let document = page(&wide);
    let bytes: usize = document.tables.iter().flat_map(|table| &table.rows).map(Vec::len).sum();
    assert!(bytes < 2 << 20, "{bytes}");
}
