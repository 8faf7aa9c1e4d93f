//! Jupyter notebooks: cells as sections, outputs as folded text, images named; every line knows its line in the file.
//!
//! A notebook is written anew as Markdown and read as that, so that its prose, code and tables are those of any other
//! document. nbformat 3 (worksheets) and 4 are read.

use super::writer::{MarkdownWriter, escaped};
use crate::document::{DataKey, DataTree, Document, Problem, Scalar};
use crate::formats::bytes::decode;
use crate::formats::data::parse_data;
use crate::formats::markup::plain::parse_text_only;
use crate::stdx::size;

/// Characters of a cell's first line that name it.
const MAX_NAME: usize = 60;

/// Lines of one output that are kept: a training log may have a million.
const MAX_OUTPUT_LINES: usize = 500;

/// Bytes of one line of an output that are kept.
const MAX_LINE_BYTES: usize = 2_000;

/// Reads a notebook.
pub(in crate::formats) fn parse(bytes: &[u8]) -> Document {
    let decode::Decoded::Text { text, .. } = decode::decode(bytes.to_vec()) else {
        return with_problem(parse_text_only(String::new()), "not a text file");
    };
    match parse_data("json", &text) {
        Ok(tree) => Notebook::of(&tree).out.finish(),
        Err(problem) => {
            let lines = (1..=crate::document::LineIndex::new(&text).count()).collect();
            let mut document = with_problem(parse_text_only(text), &format!("not a notebook: {}", problem.message));
            document.source_lines = Some(lines);
            document
        }
    }
}

fn with_problem(mut document: Document, message: &str) -> Document {
    document.problems.push(Problem { line: 0, message: message.to_owned() });
    document
}

/// A notebook that is written anew.
struct Notebook<'t> {
    tree: &'t DataTree,
    language: String,
    out: MarkdownWriter,
}

impl<'t> Notebook<'t> {
    fn of(tree: &'t DataTree) -> Notebook<'t> {
        let mut notebook =
            Notebook { tree, language: language(tree).unwrap_or("python").to_owned(), out: MarkdownWriter::default() };
        let worksheets = notebook.children(0, "worksheets");
        let sheets = if worksheets.is_empty() { vec![0] } else { worksheets };
        // A rule at the start of the first cell is no front matter.
        notebook.out.line("", 1);
        for sheet in sheets {
            for cell in notebook.children(sheet, "cells") {
                notebook.cell(cell);
            }
        }
        notebook
    }

    fn children(&self, object: u32, name: &str) -> Vec<u32> {
        self.tree.member(object, name).map(|member| self.tree.node(member).children.clone()).unwrap_or_default()
    }

    fn string(&self, object: u32, name: &str) -> Option<&'t str> {
        match &self.tree.node(self.tree.member(object, name)?).scalar {
            Scalar::String(text) => Some(text),
            _ => None,
        }
    }

    /// The lines of a multi-line string, which is one string or an array of them, each with its line in the file.
    fn text_lines(&self, value: u32) -> Vec<(String, u32)> {
        let node = self.tree.node(value);
        let parts: Vec<u32> = if node.scalar == Scalar::Array { node.children.clone() } else { vec![value] };
        let mut out: Vec<(String, u32)> = Vec::new();
        let mut open = false;
        for part in parts {
            let node = self.tree.node(part);
            let Scalar::String(text) = &node.scalar else { continue };
            for piece in text.split_inclusive('\n') {
                let line = piece.trim_end_matches(['\n', '\r']);
                match out.last_mut().filter(|_| open) {
                    Some((last, _)) => last.push_str(line),
                    None => out.push((line.to_owned(), node.line)),
                }
                open = !piece.ends_with('\n');
            }
        }
        out
    }

    fn cell(&mut self, cell: u32) {
        let at = self.tree.node(cell).line;
        let source = self.tree.member(cell, "source").or_else(|| self.tree.member(cell, "input"));
        let lines = source.map(|source| self.text_lines(source)).unwrap_or_default();
        match self.string(cell, "cell_type") {
            Some("code") => self.code(cell, &lines),
            Some("heading") => {
                let level = match self.tree.member(cell, "level").map(|level| &self.tree.node(level).scalar) {
                    Some(Scalar::Number(level)) => level.as_u64().unwrap_or(1).clamp(1, 6) as usize,
                    _ => 1,
                };
                for (line, source) in &lines {
                    self.out.line(&format!("{} {line}", "#".repeat(level)), *source);
                }
            }
            Some("raw") => self.out.fenced(&lines, "", at),
            _ => lines.iter().for_each(|(line, source)| self.out.line(line, *source)),
        }
        self.out.line("", at);
    }

    /// A cell of code: a section named after its first line, the code, and what it printed.
    fn code(&mut self, cell: u32, lines: &[(String, u32)]) {
        let at = lines.first().map_or(self.tree.node(cell).line, |(_, line)| *line);
        let count = ["execution_count", "prompt_number"].iter().find_map(|name| self.tree.member(cell, name));
        let count = match count.map(|count| &self.tree.node(count).scalar) {
            Some(Scalar::Number(count)) => format!("[{count}]"),
            _ => "[ ]".to_owned(),
        };
        let first = lines.iter().map(|(line, _)| line.trim()).find(|line| !line.is_empty()).unwrap_or_default();
        self.out.line(&format!("###### {}", escaped(&format!("{count} {}", clipped(first)))), at);
        self.out.line("", at);
        let language = magic(first).unwrap_or(&self.language);
        self.out.fenced(lines, language, at);
        let outputs = self.children(cell, "outputs");
        for (number, output) in outputs.into_iter().enumerate() {
            self.output(output, &format!("output {} of {count}", number + 1));
        }
    }

    fn output(&mut self, output: u32, name: &str) {
        let at = self.tree.node(output).line;
        if let Some(text) = self.tree.member(output, "text") {
            return self.folded(self.text_lines(text), self.string(output, "name").unwrap_or("output"), at);
        }
        if let Some(trace) = self.tree.member(output, "traceback") {
            // Its entries end without a line break.
            let entries = &self.tree.node(trace).children;
            let lines = entries.iter().flat_map(|&entry| self.text_lines(entry)).collect();
            return self.folded(lines, self.string(output, "ename").unwrap_or("error"), at);
        }
        let data = self.tree.member(output, "data").unwrap_or(output);
        for &value in &self.tree.node(data).children {
            if let DataKey::Name(kind) = &self.tree.node(value).key
                && kind.starts_with("image/")
            {
                let (kind, line) = (escaped(kind), self.tree.node(value).line);
                let bytes: usize = self.text_lines(value).iter().map(|(line, _)| line.len()).sum();
                // Base 64 holds three bytes in four letters.
                let bytes = if kind == "image/svg+xml" { bytes } else { bytes / 4 * 3 };
                self.out.line(&format!("![{kind}, {}, {name}]()", size(bytes as u64)), line);
                self.out.line("", line);
            }
        }
        let plain = self.tree.member(data, "text/markdown").or_else(|| self.tree.member(data, "text/plain"));
        if let Some(plain) = plain {
            self.folded(self.text_lines(plain), "result", at);
        }
    }

    fn folded(&mut self, mut lines: Vec<(String, u32)>, label: &str, at: u32) {
        let more = lines.len().saturating_sub(MAX_OUTPUT_LINES);
        lines.truncate(MAX_OUTPUT_LINES);
        for (line, _) in &mut lines {
            *line = without_colours(line);
            if line.len() > MAX_LINE_BYTES {
                line.truncate((0..=MAX_LINE_BYTES).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0));
                line.push('…');
            }
        }
        if lines.iter().all(|(line, _)| line.trim().is_empty()) {
            return;
        }
        if more > 0 {
            let last = lines.last().map_or(at, |(_, line)| *line);
            lines.push((format!("… {more} more lines"), last));
        }
        self.out.line(&format!("<details><summary>{}</summary>", escaped(label)), at);
        self.out.line("", at);
        self.out.fenced(&lines, "text", at);
        let last = lines.last().map_or(at, |(_, line)| *line);
        self.out.line("</details>", last);
        self.out.line("", last);
    }
}

/// The language of the kernel.
fn language(tree: &DataTree) -> Option<&str> {
    let metadata = tree.member(0, "metadata")?;
    let of = |object: &str, member: &str| {
        let value = tree.member(tree.member(metadata, object)?, member)?;
        if let Scalar::String(name) = &tree.node(value).scalar { Some(&**name) } else { None }
    };
    let name = of("language_info", "name").or_else(|| of("kernelspec", "language"))?;
    name.chars().all(|c| c.is_ascii_alphanumeric() || "+#-_.".contains(c)).then_some(name)
}

/// The language that the first line of a cell switches to: `%%bash`.
fn magic(first: &str) -> Option<&str> {
    let name = first.strip_prefix("%%")?.split_whitespace().next()?;
    let name = if matches!(name, "sh" | "script") { "bash" } else { name };
    matches!(
        name,
        "bash" | "html" | "javascript" | "js" | "latex" | "markdown" | "perl" | "python" | "ruby" | "sql" | "svg"
    )
    .then_some(name)
}

fn clipped(line: &str) -> String {
    let mut out: String = line.chars().take(MAX_NAME).collect();
    if out.len() < line.len() {
        out.push('…');
    }
    out
}

/// `line` without the escape sequences that colour tracebacks.
fn without_colours(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('\u{1b}') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some(sequence) = rest.strip_prefix('[') {
            let end = sequence.find(|c: char| ('@'..='~').contains(&c)).map_or(sequence.len(), |end| end + 1);
            rest = &sequence[end..];
        }
    }
    out.push_str(rest);
    out
}
