//! `docql query --data FILE`: strict RFC 9535 over one value.

use super::output::report_errors;
use crate::cli::arguments::Query;
use crate::cli::run::exit::{FOUND, NOTHING};
use crate::docql::{self, Item};
use crate::document::FormatFamily;
use crate::library::Library;
use crate::report;
use crate::stdx::{printing, size};
use anyhow::Context;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

/// Larger files are not read: their trees take many times as much memory.
const MAX_BYTES: u64 = 64 << 20;

/// Where a shell puts what it hands over itself: `<(command)`.
const HANDED_OVER: &[&str] = &["/dev/fd", "/dev/stdin", "/proc/self/fd"];

/// The bytes of `file`, or of standard input for `-`: one more than may be read at most. A pipe that has a name may have
/// nobody who writes to it, and a device no end.
fn read(file: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let is_handed_over = file.as_os_str() == "-" || HANDED_OVER.iter().any(|place| file.starts_with(place));
    if !is_handed_over && !file.metadata()?.is_file() {
        return Err(std::io::Error::other("no regular file; --data - reads standard input"));
    }
    match file.as_os_str() == "-" {
        true => std::io::stdin().lock().take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
        false => std::fs::File::open(file)?.take(MAX_BYTES + 1).read_to_end(&mut bytes)?,
    };
    Ok(bytes)
}

/// Runs the query over the value in `file`, or in standard input for `-`; the answer is a plain JSON array.
pub(super) fn run(arguments: &Query, file: &Path) -> anyhow::Result<u8> {
    let plan = match docql::compile_data(&arguments.query) {
        Ok(plan) => plan,
        Err(diagnostics) => return report_errors(arguments, &diagnostics),
    };
    let bytes = read(file).with_context(|| file.display().to_string())?;
    if bytes.len() as u64 > MAX_BYTES {
        anyhow::bail!("{}: more than {}, which --data does not read", file.display(), size(MAX_BYTES));
    }
    let crate::formats::Decoded::Text { text, .. } = crate::formats::decode(bytes) else {
        anyhow::bail!("{}: not a text file", file.display());
    };
    let tree = data_tree(file, &text)?;
    let library = Library::nothing();
    let found = docql::run_data(&plan, &Arc::new(tree), &library);
    if !arguments.quiet {
        let values: Vec<serde_json::Value> = found
            .iter()
            .filter_map(
                |found| if let Item::Data { tree, node, .. } = &found.item { Some(tree.to_json(*node)) } else { None },
            )
            .collect();
        let mut out = printing::stdout();
        report::json_line(&values.into(), &mut out)?;
        out.flush()?;
        if let Some(rest) = arguments.query.strip_prefix("$.data").filter(|_| found.is_empty()) {
            let query = printing::harmless(rest).into_owned();
            writeln!(printing::stderr(), "docql: --data asks the value itself: ${query} is what it has")?;
        }
    }
    Ok(if found.is_empty() { NOTHING } else { FOUND })
}

/// By extension; without a known one JSON is tried before YAML, of which it is nearly a part.
fn data_tree(file: &Path, text: &str) -> anyhow::Result<crate::document::DataTree> {
    let format = crate::formats::detect(file, text.as_bytes()).info;
    let tries: &[&str] = match (format.family, format.id) {
        (_, "jsonc") | (FormatFamily::Prose | FormatFamily::Code | FormatFamily::Plain | FormatFamily::Picture, _) => {
            &["json", "yaml"]
        }
        (FormatFamily::Data, known) => &[known],
    };
    let mut first = None;
    for id in tries {
        match crate::formats::parse_data(id, text) {
            Ok(tree) => return Ok(tree),
            Err(problem) => first = first.or(Some(problem)),
        }
    }
    let problem = first.map_or(String::new(), |problem| format!(":{}: {}", problem.line, problem.message));
    anyhow::bail!("{}{problem}", file.display())
}
