//! A table of a server as a `CREATE` statement, for people.

use crate::databases::model::TableSchema;

/// The statement, without what only the server needs.
pub(super) fn create(table: &TableSchema) -> String {
    let quoted = |name: &str| match name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.'))
    {
        true => name.to_owned(),
        false => format!("\"{}\"", name.replace('"', "\"\"")),
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
        lines.push((format!("  PRIMARY KEY ({})", key.join(", ")), String::new()));
    }
    let last = lines.len().saturating_sub(1);
    let mut text = String::new();
    if !table.comment.is_empty() {
        text.push_str(&format!("-- {}\n", plain(&table.comment)));
    }
    text.push_str(&format!("CREATE TABLE {} (\n", quoted(&table.name)));
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
