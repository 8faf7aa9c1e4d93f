//! Man pages: man(7) and mdoc(7) with sections, definitions and examples like those of any other document.

use super::mdoc;
use super::roff::{Font, Runs, arguments};
use super::tbl::Tbl;
use super::writer::{MarkdownWriter, escaped};
use crate::document::Document;
use crate::formats::bytes::decode;

/// Reads a man page. Nothing in it is executed: macros it defines and conditions are passed over.
pub(in crate::formats) fn parse(bytes: &[u8]) -> Document {
    let text = match decode::decode(bytes.to_vec()) {
        decode::Decoded::Text { text, .. } => text,
        decode::Decoded::Binary => String::new(),
    };
    let mut page = Page::default();
    // Nothing at the start of a page is front matter.
    page.out.line("", 1);
    for (number, line) in text.lines().enumerate() {
        page.read(line, number as u32 + 1);
    }
    page.end_block();
    page.end_table();
    page.out.finish()
}

/// What the next line of text becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
enum Expected {
    /// More of the paragraph.
    #[default]
    Text,
    /// A heading of this level.
    Heading(usize),
    /// The term that a definition follows.
    Term,
    /// The first line of the definition.
    Definition,
}

/// A page that is written anew.
#[derive(Default)]
struct Page {
    out: MarkdownWriter,
    expected: Expected,
    /// The font of the next line, where a macro without arguments asks for one.
    font: Font,
    /// Lines of an example.
    example: Option<Vec<(String, u32)>>,
    /// The table that is open.
    table: Option<Tbl>,
    /// Braces that are open in a condition that is passed over.
    braces: usize,
    /// The line that ends the definition of a macro.
    until: Option<String>,
    /// What mdoc's `.Nm` stands for.
    name: String,
}

impl Page {
    fn read(&mut self, line: &str, at: u32) {
        if let Some(end) = &self.until {
            if line.trim_end() == end {
                self.until = None;
            }
            return;
        }
        if self.braces > 0 {
            self.braces = (self.braces + line.matches("\\{").count()).saturating_sub(line.matches("\\}").count());
            return;
        }
        if self.table.as_mut().is_some_and(|table| table.take(line, at)) {
            return;
        }
        let Some(request) = line.strip_prefix(['.', '\'']).map(str::trim_start) else { return self.text(line, at) };
        let name_end = request.find([' ', '\t']).unwrap_or(request.len());
        let (name, rest) = request.split_at(name_end);
        self.request(name, rest, at);
    }

    fn request(&mut self, name: &str, rest: &str, at: u32) {
        match name {
            "" => {}
            _ if name.starts_with("\\\"") || name.starts_with("\\#") => {}
            "de" | "de1" | "am" | "ig" => {
                let ends = arguments(rest);
                let end = ends.get(usize::from(name != "ig")).map_or("", String::as_str);
                self.until = Some(if end.is_empty() { "..".to_owned() } else { format!(".{end}") });
            }
            "if" | "ie" | "el" | "while" => {
                self.braces = rest.matches("\\{").count().saturating_sub(rest.matches("\\}").count());
            }
            "TH" | "Dt" => self.title(&arguments(rest), at),
            "SH" | "Sh" => self.heading(2, rest, at),
            "SS" | "Ss" => self.heading(3, rest, at),
            "PP" | "LP" | "P" | "Pp" | "sp" | "HP" | "RS" | "RE" | "Bl" | "El" | "SY" | "YS" => self.blank(at),
            "TP" | "TQ" => {
                self.blank(at);
                self.expected = Expected::Term;
            }
            "IP" => self.indented(&arguments(rest), at),
            "nf" | "EX" | "Vb" | "DS" => self.begin_example(at),
            "TS" => self.begin_table(at),
            "TE" => self.end_table(),
            "Bd" if ["-literal", "-unfilled"].iter().any(|kind| rest.contains(kind)) => self.begin_example(at),
            "fi" | "EE" | "Ve" | "DE" | "Ed" | "Bd" => self.end_block(),
            "B" | "SB" => self.styled(&[Font::Bold], " ", rest, at),
            "I" => self.styled(&[Font::Italic], " ", rest, at),
            "BR" => self.styled(&[Font::Bold, Font::Roman], "", rest, at),
            "BI" => self.styled(&[Font::Bold, Font::Italic], "", rest, at),
            "RB" => self.styled(&[Font::Roman, Font::Bold], "", rest, at),
            "RI" => self.styled(&[Font::Roman, Font::Italic], "", rest, at),
            "IB" => self.styled(&[Font::Italic, Font::Bold], "", rest, at),
            "IR" => self.styled(&[Font::Italic, Font::Roman], "", rest, at),
            "SM" | "UR" | "MT" | "R" => self.styled(&[Font::Roman], " ", rest, at),
            "OP" => {
                let words = arguments(rest).join(" ");
                self.text(&format!("[{words}]"), at);
            }
            "so" => self.text(&format!("See {}.", rest.trim()), at),
            "It" => {
                self.blank(at);
                self.expected = Expected::Term;
                self.mdoc("No", rest, at);
            }
            "Nm" if self.name.is_empty() => {
                self.name = arguments(rest).into_iter().next().unwrap_or_default();
                self.mdoc(name, rest, at);
            }
            _ if mdoc::is_line(name) => self.mdoc(name, rest, at),
            // Anything else is about looks, or asks for what only a formatter has.
            _ => {}
        }
    }

    fn text(&mut self, line: &str, at: u32) {
        let mut runs = Runs::default();
        match std::mem::take(&mut self.font) {
            Font::Roman => runs.add(line),
            font => runs.add_in(font, line),
        }
        self.put(&runs, at);
    }

    fn mdoc(&mut self, name: &str, rest: &str, at: u32) {
        let runs = mdoc::line(name, rest, &self.name);
        self.put(&runs, at);
    }

    /// The arguments in turns in these fonts.
    fn styled(&mut self, fonts: &[Font], between: &str, rest: &str, at: u32) {
        let mut runs = Runs::default();
        let arguments = arguments(rest);
        if arguments.is_empty() {
            self.font = fonts[0];
            return;
        }
        if fonts.len() == 1 {
            runs.add_in(fonts[0], &arguments.join(between));
        } else {
            arguments.iter().zip(fonts.iter().cycle()).for_each(|(argument, font)| runs.add_in(*font, argument));
        }
        self.put(&runs, at);
    }

    /// Writes a line of text as what is expected.
    fn put(&mut self, runs: &Runs, at: u32) {
        if let Some(table) = &mut self.table {
            return table.text(&runs.markdown());
        }
        if let Some(lines) = &mut self.example {
            return lines.push((runs.plain(), at));
        }
        let line = runs.markdown();
        if line.is_empty() {
            return self.blank(at);
        }
        match std::mem::take(&mut self.expected) {
            Expected::Text => self.out.line(&line, at),
            Expected::Heading(level) => {
                self.out.line(&format!("{} {}", "#".repeat(level), escaped(runs.plain().trim())), at);
                self.out.line("", at);
            }
            Expected::Term => {
                self.out.line(&line, at);
                self.expected = Expected::Definition;
            }
            Expected::Definition => self.out.line(&format!(": {line}"), at),
        }
    }

    fn blank(&mut self, at: u32) {
        match &mut self.example {
            _ if self.table.is_some() => {}
            Some(lines) => lines.push((String::new(), at)),
            None => {
                self.expected = Expected::Text;
                self.out.line("", at);
            }
        }
    }

    fn title(&mut self, arguments: &[String], at: u32) {
        self.end_block();
        self.end_table();
        let plain = |text: &String| {
            let mut runs = Runs::default();
            runs.add(text);
            runs.plain()
        };
        let name = arguments.first().map(plain).unwrap_or_default();
        let section = arguments.get(1).map(|section| format!("({})", plain(section))).unwrap_or_default();
        self.out.line(&format!("# {}", escaped(&format!("{name}{section}"))), at);
        self.out.line("", at);
    }

    fn heading(&mut self, level: usize, rest: &str, at: u32) {
        self.end_block();
        self.end_table();
        self.blank(at);
        self.expected = Expected::Heading(level);
        let words = arguments(rest);
        if !words.is_empty() {
            self.text(&words.join(" "), at);
        }
    }

    /// A paragraph with a mark or a term beside it.
    fn indented(&mut self, arguments: &[String], at: u32) {
        self.blank(at);
        let Some(mark) = arguments.first().filter(|mark| !mark.is_empty()) else { return };
        self.expected = Expected::Term;
        self.text(mark, at);
    }

    fn begin_example(&mut self, at: u32) {
        // In a cell it is text like any other.
        if self.table.is_none() {
            self.end_block();
            self.blank(at);
            self.example = Some(Vec::new());
        }
    }

    /// Ends an example; without one, nothing.
    fn end_block(&mut self) {
        let Some(mut lines) = self.example.take() else { return };
        while lines.last().is_some_and(|(line, _)| line.trim().is_empty()) {
            lines.pop();
        }
        if let Some(&(_, at)) = lines.first() {
            self.out.fenced(&lines, "text", at);
        }
    }

    fn begin_table(&mut self, at: u32) {
        self.end_block();
        self.end_table();
        self.blank(at);
        self.table = Some(Tbl::new(at));
    }

    /// Ends a table; without one, nothing.
    fn end_table(&mut self) {
        if let Some(table) = self.table.take() {
            self.expected = Expected::Text;
            table.write(&mut self.out);
        }
    }
}
