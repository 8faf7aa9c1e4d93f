//! AsciiDoc: sections, delimited blocks, tables, lists, terms, links, by the rules of Asciidoctor.
//!
//! - `attributes`: what stands in brackets above a block: style, language, anchor; and `:name: value` of a document.
//! - `delimiter`: lines that begin and end blocks.
//! - `references`: links, includes, pictures, cross references, notes.
//! - `table`: tables of `|===`, `,===`, `:===`.
//! - `title`: titles of sections, in one line or underlined.

mod attributes;
mod delimiter;
mod references;
mod table;
mod title;

use super::scan::Scan;
use crate::document::{Document, Kind};
use attributes::{BlockAttributes, is_attribute_line, is_document_attribute};
use delimiter::{Delimiter, delimiter};
use title::{Title, embedded_anchor, title};

/// Reads AsciiDoc.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut reader =
        Reader { scan: Scan::new(&text), above: BlockAttributes::default(), open: Vec::new(), is_in_list: false };
    while !reader.scan.is_done() {
        reader.block();
    }
    let mut scan = reader.scan;
    references::add(&mut scan);
    scan.finish()
}

struct Reader<'t> {
    scan: Scan<'t>,
    /// What the lines above say of the next block.
    above: BlockAttributes<'t>,
    /// The last lines of the blocks that are entered, the innermost last, and whether a list is around each.
    open: Vec<(usize, bool)>,
    /// Whether what is indented belongs to a list.
    is_in_list: bool,
}

impl<'t> Reader<'t> {
    /// Reads the block, or the line about one, at the current line.
    fn block(&mut self) {
        let first = self.scan.at;
        let line = self.scan.line(first);
        if let Some(title) = self.title(first) {
            let (text, own) = embedded_anchor(title.text);
            self.scan.heading(title.level, text, self.above.anchor.or(own), first, first + title.lines);
            self.scan.at += title.lines;
            self.above = BlockAttributes::default();
            self.is_in_list = false;
        } else if is_attribute_line(line) {
            self.above.read(line);
            self.scan.at += 1;
        } else if let Some(delimiter) = delimiter(line) {
            self.delimited(delimiter);
        } else if is_comment(line) {
            self.scan.hide(first, first + 1);
            self.scan.at += 1;
        } else if line.is_empty() || line == "+" || is_document_attribute(line) || is_condition(line) {
            self.scan.at += 1;
        } else if is_block_title(line) {
            self.scan.block(Kind::Paragraph, first, first + 1);
            self.scan.at += 1;
        } else {
            self.paragraph();
            self.above = BlockAttributes::default();
        }
    }

    /// The title of a section at a line. Blocks hold none, nor does what goes on with the item of a list.
    fn title(&self, first: usize) -> Option<Title<'t>> {
        let goes_on = first > 0 && self.scan.line(first - 1) == "+";
        let may_be = self.open.is_empty() && !goes_on;
        if may_be { title(self.scan.line(first), self.scan.line(first + 1)) } else { None }
    }

    /// A block between two equal lines. Blocks of text are entered, blocks of code are not.
    fn delimited(&mut self, delimiter: Delimiter) {
        let first = self.scan.at;
        if let Some((_, in_list)) = self.open.pop_if(|(last, _)| *last == first) {
            self.is_in_list = in_list;
            self.scan.at += 1;
            return;
        }
        let above = std::mem::take(&mut self.above);
        let fence = if delimiter == Delimiter::Fenced { "```" } else { self.scan.line(first) };
        // A block that never ends does so with the block around it.
        let stop = self.open.last().map_or(self.scan.lines.len(), |(last, _)| *last);
        let close = (first + 1..stop).find(|&line| self.scan.line(line) == fence);
        let end = close.unwrap_or(stop);
        let after = (end + usize::from(close.is_some())).min(self.scan.lines.len());
        match delimiter {
            Delimiter::Table(separator) => table::read(&mut self.scan, (first, end, after), separator, above.written()),
            Delimiter::Comment => {
                self.scan.hide(first, after);
                self.scan.at = after;
            }
            _ if delimiter.is_verbatim(&above) => {
                let language = above.language(&self.scan, first);
                self.scan.code(&language, (first, after), (first + 1, end));
                self.scan.at = after;
            }
            _ => {
                if close.is_some() {
                    self.open.push((end, std::mem::take(&mut self.is_in_list)));
                    self.set_off(delimiter, &above, first, after);
                }
                self.scan.at += 1;
            }
        }
    }

    /// A quotation, or a block that its attributes call a warning: what is in it is read as usual.
    fn set_off(&mut self, delimiter: Delimiter, above: &BlockAttributes<'_>, first: usize, end: usize) {
        match above.admonition() {
            Some(label) => self.scan.admonition(&label.to_lowercase(), first, end),
            None if delimiter == Delimiter::Quote || above.style == "quote" => self.scan.admonition("", first, end),
            None => {}
        }
    }

    fn paragraph(&mut self) {
        let first = self.scan.at;
        let line = self.scan.line(first);
        // An indented paragraph is shown as it is, unless it goes on with the item of a list, or says what a term is.
        let is_listed = is_list_item(line) || term(line).is_some();
        let is_indented = line.starts_with([' ', '\t']) && !is_listed;
        let is_code = self.above.is_code() || is_indented && (!self.is_in_list || self.is_attached(first));
        self.is_in_list =
            is_listed || self.is_in_list && (is_indented || first > 0 && self.scan.line(first - 1) == "+");
        let mut end = first + 1;
        while end < self.scan.lines.len() && !self.ends_paragraph(end, is_code) {
            end += 1;
        }
        if is_code {
            let language = self.above.language(&self.scan, first);
            self.scan.code(&language, (first, end), (first, end));
            self.scan.at = end;
            return;
        }
        if let Some(term) = term(line) {
            self.scan.term(term, "", first, end);
            self.scan.at = first + 1;
            return;
        }
        let is_labelled = |label: &&&str| line.strip_prefix(**label).is_some_and(|rest| rest.starts_with(": "));
        let labelled = attributes::ADMONITIONS.iter().find(is_labelled).copied();
        if let Some(label) = labelled.or(self.above.admonition()) {
            self.scan.admonition(&label.to_lowercase(), first, end);
        } else if matches!(self.above.style, "quote" | "verse") {
            self.scan.admonition("", first, end);
        } else {
            let kind = if is_list_item(line) { Kind::List } else { Kind::Paragraph };
            self.scan.block(kind, first, end);
        }
        self.scan.at = end;
    }

    /// Whether a paragraph in a list is one of its own: behind a blank line or `+`, and not the text of a term.
    fn is_attached(&self, first: usize) -> bool {
        let mut above = (0..first).rev().map(|number| self.scan.line(number)).peekable();
        let is_apart = above.peek().is_none_or(|line| line.is_empty() || *line == "+");
        is_apart && !above.find(|line| !line.is_empty()).is_some_and(|line| line.ends_with("::"))
    }

    fn ends_paragraph(&self, number: usize, is_code: bool) -> bool {
        let line = self.scan.line(number);
        let is_block = line.is_empty()
            || is_attribute_line(line)
            || delimiter(line).is_some()
            || self.open.last().is_some_and(|&(last, _)| last == number);
        is_block || !is_code && (line == "+" || title(line, "").is_some() || term(line).is_some())
    }
}

/// `// said to nobody`
fn is_comment(line: &str) -> bool {
    line.starts_with("//") && !line.starts_with("///")
}

/// `ifdef::name[]`: a line for the preprocessor, without a text of its own.
fn is_condition(line: &str) -> bool {
    let is_directive = ["ifdef::", "ifndef::", "ifeval::", "endif::"].iter().any(|name| line.starts_with(name));
    is_directive && (line.ends_with("[]") || line.starts_with("ifeval::"))
}

/// `.The title of a block`
fn is_block_title(line: &str) -> bool {
    let title = line.strip_prefix('.').map(|rest| rest.strip_prefix('.').unwrap_or(rest));
    title.is_some_and(|title| !title.is_empty() && !title.starts_with([' ', '\t', '.']))
}

/// `** of the second level`, `.. numbered`, `<1> of a callout`.
fn is_list_item(line: &str) -> bool {
    let line = line.trim_start();
    let mark = line.split(' ').next().unwrap_or_default();
    let of_one = |sign: char, longest: usize| mark.len() <= longest && mark.chars().all(|c| c == sign);
    let inner = mark.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).or_else(|| mark.strip_suffix('.'));
    let is_number = inner.is_some_and(|digits| {
        !digits.is_empty() && digits.len() <= 3 && digits.chars().all(|c| c.is_ascii_digit()) || digits == "."
    });
    let is_letter = inner.is_some_and(|letter| letter.len() == 1 && letter.chars().all(|c| c.is_ascii_alphabetic()));
    let is_mark = !mark.is_empty() && (of_one('*', 5) || of_one('.', 5) || mark == "-" || mark == "•");
    mark.len() < line.len() && (is_mark || is_number || is_letter)
}

/// `CPU:: The processor.`
fn term(line: &str) -> Option<&str> {
    let (term, _) = line.split_once(":: ").or_else(|| line.strip_suffix("::").map(|term| (term, "")))?;
    let term = term.trim().trim_matches(['*', '`']);
    (!term.is_empty() && term.len() <= 100).then_some(term)
}
