// What holds for the nodes of every document, whatever its bytes were.

use docql::document::Document;

fn check(document: &Document) {
    let text = &document.text;
    let mut open: Vec<(u32, u32)> = Vec::new();
    for (at, node) in document.nodes.iter().enumerate() {
        let (start, end) = (node.span.start, node.span.end);
        assert!(start <= end && end as usize <= text.len(), "node {at}: {start}..{end} of {}", text.len());
        assert!(text.is_char_boundary(start as usize) && text.is_char_boundary(end as usize), "node {at}");
        assert!(node.end as usize <= document.nodes.len() && node.end as usize > at, "node {at} ends at {}", node.end);
        while open.last().is_some_and(|(_, last)| *last as usize <= at) {
            open.pop();
        }
        assert!(open.last().is_none_or(|(_, last)| node.end <= *last), "node {at} leaves its parent");
        open.push((at as u32, node.end));
    }
    for table in &document.tables {
        for row in 0..table.row_count().min(1_000) {
            assert!(table.line(text, &document.lines, row) <= table.end_line(text, &document.lines, row));
            table.cells(text, row).for_each(drop);
        }
    }
}
