//! Words with the table and the columns that rows are to have: `table:articles category=fashion colours`. The filter
//! comes first, as in the query that such words are read as.

use super::read::{Request, next_piece, read, unquoted};
use crate::docql::quoted;

/// The name of the facet.
const TABLE: &str = "table:";

/// Signs between a column and a value, the longer first, and what they are in a query.
const SIGNS: [(&str, &str); 6] = [("!=", "!="), (">=", ">="), ("<=", "<="), ("=", "=="), (">", ">"), ("<", "<")];

/// Words for the rows of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowRequest {
    /// The name of the table.
    pub table: String,
    /// Column, sign and value of conditions, as in a query.
    conditions: Vec<(String, &'static str, String)>,
    words: String,
    /// What has no meaning for rows.
    ignored: Vec<String>,
}

impl RowRequest {
    /// Reads words; `None` if they name no table.
    pub fn read(text: &str) -> Option<RowRequest> {
        let pieces = pieces(text);
        let table = pieces.iter().find_map(|piece| {
            let name = piece.get(..TABLE.len()).filter(|start| start.eq_ignore_ascii_case(TABLE))?;
            let value = &piece[name.len()..];
            Some(unquoted(value).unwrap_or(value).to_owned()).filter(|value| !value.is_empty())
        })?;
        let mut rows = RowRequest { table, conditions: Vec::new(), words: String::new(), ignored: Vec::new() };
        for piece in pieces {
            if piece.get(..TABLE.len()).is_some_and(|start| start.eq_ignore_ascii_case(TABLE)) {
                continue;
            }
            match condition(piece) {
                Some(condition) => rows.conditions.push(condition),
                None => rows.take(piece),
            }
        }
        Some(rows)
    }

    /// Takes words; facets of files and what is to be left out mean nothing for rows.
    fn take(&mut self, piece: &str) {
        let Request { terms, phrases, fuzzy, .. } = read(piece);
        let words: Vec<String> = terms.into_iter().chain(phrases).chain(fuzzy).collect();
        let is_exclusion = piece.len() > 1 && piece.starts_with('-');
        if words.is_empty() || is_exclusion {
            return self.ignored.push(piece.to_owned());
        }
        for word in words {
            let space = if self.words.is_empty() { "" } else { " " };
            self.words.push_str(space);
            self.words.push_str(&word);
        }
    }

    /// The query that says the same.
    pub fn query(&self) -> String {
        let mut query = format!("$.table({}).rows", quoted(&self.table));
        let said = |(column, sign, value): &(String, &str, String)| format!("@[{}] {sign} {value}", quoted(column));
        let conditions: Vec<String> = self.conditions.iter().map(said).collect();
        if !conditions.is_empty() {
            query.push_str(&format!("[?({})]", conditions.join(" && ")));
        }
        if !self.words.is_empty() {
            query.push_str(&format!(".search({})", quoted(&self.words)));
        }
        query
    }

    /// What is to be known of how it was read.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = vec![format!("read as {}", self.query())];
        if !self.ignored.is_empty() {
            notes.push(format!("{} says nothing about rows, and was left out", self.ignored.join(" ")));
        }
        notes
    }
}

/// The pieces of words; what is quoted behind a sign is one.
fn pieces(text: &str) -> Vec<&str> {
    let (mut pieces, mut rest) = (Vec::new(), text.trim_start());
    while !rest.is_empty() {
        let (mut piece, mut after) = next_piece(rest);
        if let Some(at) = piece.find("=\"").filter(|_| !piece.starts_with('"'))
            && let Some(length) = rest[at + 2..].find('"')
        {
            (piece, after) = rest.split_at(at + 2 + length + 1);
        }
        pieces.push(piece);
        rest = after.trim_start();
    }
    pieces
}

/// A condition on a column: its name, a sign, a value that is a number where it looks like one.
fn condition(piece: &str) -> Option<(String, &'static str, String)> {
    let end = piece.find(|c: char| !c.is_alphanumeric() && c != '_')?;
    let (name, rest) = piece.split_at(end);
    let (value, said) = SIGNS.iter().find_map(|(sign, said)| Some((rest.strip_prefix(sign)?, *said)))?;
    if name.is_empty() || value.is_empty() || value.starts_with(['=', '>', '<']) {
        return None;
    }
    let is_flag = matches!(value, "true" | "false");
    let is_number = is_flag
        || value.parse::<i64>().is_ok_and(|number| number.to_string() == value)
        || value.parse::<f64>().is_ok_and(|number| number.to_string() == value && number.is_finite());
    let value = match unquoted(value) {
        Some(text) => quoted(text),
        None if is_number || value == "null" => value.to_owned(),
        None => quoted(value),
    };
    Some((name.to_owned(), said, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(words: &str) -> Option<String> {
        RowRequest::read(words).map(|rows| rows.query())
    }

    #[test]
    fn a_table_and_columns_make_a_query_that_filters_first() {
        assert_eq!(query("category=fashion colours"), None);
        assert_eq!(query("table:articles").as_deref(), Some(r#"$.table("articles").rows"#));
        assert_eq!(
            query(r#"summer table:articles category="home decor" views>=100 published_date<2023-05-01 "red dress""#)
                .as_deref(),
            Some(
                r#"$.table("articles").rows[?(@["category"] == "home decor" && @["views"] >= 100 && @["published_date"] < "2023-05-01")].search("summer red dress")"#
            )
        );
        assert_eq!(
            query(r#"Table:t zip=007 x!="a\"b" a=null a==b"#).as_deref(),
            Some(r#"$.table("t").rows[?(@["zip"] == "007" && @["x"] != "a\\" && @["a"] == null)].search("b\" a==b")"#)
        );
        let rows = RowRequest::read("table:t path:src -old new").expect("rows");
        assert_eq!(rows.query(), r#"$.table("t").rows.search("new")"#);
        assert_eq!(rows.notes().len(), 2);
        assert!(rows.notes()[1].starts_with("path:src -old "));
    }
}
