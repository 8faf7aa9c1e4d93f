//! A table of a server as a `CREATE` statement, for people.

use crate::databases::model::TableSchema;

/// Words that SQL would read otherwise.
#[rustfmt::skip]
const RESERVED: &[&str] = &[
    "all", "and", "as", "by", "case", "check", "column", "default", "desc", "end", "for", "from", "group", "having", "in",
    "index", "key", "limit", "not", "null", "offset", "on", "or", "order", "primary", "rank", "references", "select",
    "table", "to", "union", "unique", "user", "values", "when", "where", "with",
];

/// A name in quotes, if SQL would not read it as it is.
fn quoted(name: &str, quote: char) -> String {
    let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    let begins = |byte: u8| byte.is_ascii_lowercase() || byte == b'_';
    match name.bytes().all(is_plain) && name.bytes().next().is_some_and(begins) && !RESERVED.contains(&name) {
        true => name.to_owned(),
        false => format!("{quote}{}{quote}", name.replace(quote, &format!("{quote}{quote}"))),
    }
}

/// The statement, without what only the server needs; names that need it are in these quotes. `is_primary` says whether the
/// key is declared as such.
pub(super) fn create(table: &TableSchema, is_primary: bool, quote: char) -> String {
    let quoted = |name: &str| quoted(name, quote);
    let name = match table.bare_name() {
        bare if bare == table.name => quoted(bare),
        bare => format!("{}.{}", quoted(&table.schema), quoted(bare)),
    };
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines = Vec::new();
    for column in &table.columns {
        let mut line = format!("  {} {}", quoted(&column.name), column.declared);
        if column.required {
            line.push_str(" NOT NULL");
        }
        if !column.references.is_empty() {
            line.push_str(&format!(" REFERENCES {}", column.references));
        }
        lines.push((line, plain(&column.comment)));
    }
    let key: Vec<String> = table.key().into_iter().map(|at| quoted(&table.columns[at].name)).collect();
    if !key.is_empty() {
        let unique = if is_primary { "PRIMARY KEY" } else { "UNIQUE" };
        lines.push((format!("  {unique} ({})", key.join(", ")), String::new()));
    }
    let last = lines.len().saturating_sub(1);
    let mut text = String::new();
    if !table.comment.is_empty() {
        text.push_str(&format!("-- {}\n", plain(&table.comment)));
    }
    text.push_str(&format!("CREATE TABLE {name} (\n"));
    for (at, (line, comment)) in lines.iter().enumerate() {
        text.push_str(line);
        text.push_str(if at == last { "" } else { "," });
        if !comment.is_empty() {
            text.push_str(&format!("  -- {comment}"));
        }
        text.push('\n');
    }
    text.push(')');
    text
}
