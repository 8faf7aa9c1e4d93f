//! From the text of a data file to its document.

use super::json::{self, Mode};
use super::places::Places;
use super::tree::keep_inside;
use super::{entities, hcl, ini, openapi, properties, protobuf, toml, xml, yaml};
use crate::document::{DataTree, Document, PARTLY, Problem};
use crate::formats::draft::nodes::Draft;

/// Larger files of plain data are searched as text; their tree is only built when somebody asks for it by name.
const LARGEST_TREE: usize = 2 << 20;

/// The same for files that may name something: operations, schemas, objects of a cluster.
const LARGEST_NAMING: usize = 32 << 20;

/// Keys of which a large file that names something has one.
const NAMING: [&str; 6] = ["openapi", "swagger", "asyncapi", "$schema", "$defs", "apiVersion"];

/// Reads `text` as data, strictly; `id` is that of a format of data.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse_data(id: &str, text: &str) -> Result<DataTree, Problem> {
    let mut tree = match id {
        "json" => json::parse(text, Mode::Strict)?.0,
        "jsonl" => match json::parse_lines(text)? {
            (tree, problems) if problems.is_empty() => tree,
            (_, mut problems) => return Err(problems.swap_remove(0)),
        },
        "yaml" => yaml::parse(text)?,
        "toml" => toml::parse(text)?,
        "xml" | "svg" => xml::parse(text)?,
        "ini" => ini::parse(text)?,
        "properties" => properties::parse(text)?,
        "dotenv" => properties::parse_dotenv(text)?,
        "hcl" => hcl::parse(text)?,
        "protobuf" => protobuf::parse(text)?,
        other => return Err(Problem { line: 0, message: format!("`{other}` is not a data format") }),
    };
    keep_inside(&mut tree, text);
    Ok(tree)
}

/// Reads a file of the workspace as data, as people write it: comments in JSON are forgiven, and broken lines of JSON
/// Lines left out. `id` is that of a format of data.
///
/// # Errors
/// What is wrong with the text, and where.
pub fn parse_file_data(id: &str, text: &str) -> Result<DataTree, Problem> {
    let mut tree = match id {
        "json" | "jsonc" => json::parse(text, Mode::Lenient)?.0,
        "jsonl" => json::parse_lines(text)?.0,
        strict => return parse_data(strict, text),
    };
    keep_inside(&mut tree, text);
    Ok(tree)
}

/// Reads a JSON file. Comments and trailing commas are common in configuration: forgiven, but noted.
pub(in crate::formats) fn parse_json(text: String) -> Document {
    document(text, |text, draft| {
        let (tree, forgiven) = json::parse(text, Mode::Lenient)?;
        if let Some(line) = forgiven {
            draft.problem(line, "comments or trailing commas, which are not part of JSON; read anyway");
        }
        Ok(tree)
    })
}

/// Reads JSON with comments.
pub(in crate::formats) fn parse_jsonc(text: String) -> Document {
    document(text, |text, _| json::parse(text, Mode::Lenient).map(|(tree, _)| tree))
}

/// Reads one JSON value per line.
pub(in crate::formats) fn parse_json_lines(text: String) -> Document {
    document(text, |text, draft| {
        let (tree, problems) = json::parse_lines(text)?;
        for problem in problems {
            draft.problem(problem.line, problem.message);
        }
        Ok(tree)
    })
}

/// Reads a YAML file.
pub(in crate::formats) fn parse_yaml(text: String) -> Document {
    document(text, |text, _| yaml::parse(text))
}

/// Reads a TOML file.
pub(in crate::formats) fn parse_toml(text: String) -> Document {
    document(text, |text, _| toml::parse(text))
}

/// Reads an XML file. Its tree is built at once only where it names dependencies: others are asked for by name.
pub(in crate::formats) fn parse_xml(text: String) -> Document {
    let head = &text[..text.floor_char_boundary(4 << 10)];
    let is_manifest = head.contains("<Project") || head.contains("<project") && head.contains("maven");
    match is_manifest {
        true => document(text, |text, _| xml::parse(text)),
        false => Draft::new().finish(text),
    }
}

fn document(text: String, read: impl Fn(&str, &mut Draft) -> Result<DataTree, Problem>) -> Document {
    let mut draft = Draft::new();
    if text.len() > LARGEST_TREE {
        let names_something = NAMING.iter().any(|key| memchr::memmem::find(text.as_bytes(), key.as_bytes()).is_some());
        if names_something && text.len() > LARGEST_NAMING {
            draft.problem(
                0,
                format!("{PARTLY}: larger than 32 MB; what it names is not known, its values are ($.data)"),
            );
        } else if !names_something {
            draft.problem(0, "larger than 2 MB; searched as text, not as data");
        }
        if !names_something || text.len() > LARGEST_NAMING {
            return draft.finish(text);
        }
    }
    match read(&text, &mut draft) {
        Ok(mut tree) => {
            keep_inside(&mut tree, &text);
            let places = Places::new(&text);
            openapi::mark(&places, &tree, &mut draft);
            entities::mark(&places, &tree, &mut draft);
            draft.data = Some(tree);
        }
        Err(problem) => draft.problem(problem.line, problem.message),
    }
    draft.finish(text)
}
