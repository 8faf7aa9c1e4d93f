//! LaTeX: sections, paragraphs, lists, code, tables, figures, labels, references and files that are taken in. Macros are
//! not expanded: what a document defines for itself is read by its words.

use super::latex_statements::{Statements, notes};
use super::latex_table::table;
use super::scan::Scan;
use super::tex::{argument, commented, plain};
use crate::document::{Document, Kind};
use regex::{Captures, Regex};
use std::ops::Range;
use std::sync::LazyLock;

/// Commands that begin sections, the highest first.
const SECTIONS: [&str; 7] = ["part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph"];

/// Environments in which nothing is a command.
const VERBATIM: [&str; 7] = ["verbatim", "Verbatim", "lstlisting", "minted", "alltt", "comment", "filecontents"];

/// Environments of formulas and drawings.
const FORMULAS: [&str; 10] =
    ["equation", "align", "alignat", "gather", "multline", "eqnarray", "displaymath", "math", "flalign", "tikzpicture"];

const LISTS: [&str; 3] = ["itemize", "enumerate", "description"];

const TABLES: [&str; 5] = ["tabular", "tabularx", "tabulary", "longtable", "tabbing"];

/// Environments that are never closed cost a look at much of the file; after this many none is looked for.
const MAX_UNCLOSED: usize = 20;

/// Lines that an environment may have: one that is never closed costs no more.
const MAX_LINES: usize = 20_000;

static SECTION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"\\(part|chapter|section|subsection|subsubsection|paragraph|subparagraph)\*?\s*(?:\[[^\]]*\])?\s*\{")
        .ok()
});
static BEGIN: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\\begin\{([A-Za-z]+)\*?\}").ok());
static LINK: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\\(?:url|href|nolinkurl)\{(?<url>[^{}\n]+)\}").ok());
static REFERENCE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\\(?:eq|auto|c|C|page|name|v|f)?ref\*?\{(?<url>[^{}\n]+)\}").ok());
static INPUT: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\\(?:input|include|subfile)\{(?<url>[^{}\n]+)\}").ok());
static GRAPHICS: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"\\includegraphics\*?\s*(?:\[[^\]]*\])?\s*\{(?<url>[^{}\n]+)\}").ok());
static LABEL: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\\label\{([^{}\n]+)\}").ok());

/// Reads LaTeX.
pub(in crate::formats) fn parse(text: String) -> Document {
    let mut scan = Scan::new(&text);
    let levels = levels(&text);
    let mut unclosed = 0;
    let mut statements = Statements::of(&text);
    scan.draft.title = title(&text).unwrap_or_default();
    // What stands before the document says how it looks.
    scan.at = (0..scan.lines.len())
        .find(|&line| scan.line(line).trim_start().starts_with("\\begin{document}"))
        .map_or(0, |at| at + 1);
    while !scan.is_done() {
        let first = scan.at;
        let line = commented(scan.line(first)).trim();
        if let Some((level, heading, end)) = section(&scan, first, &levels) {
            let anchor = label_near(&scan, first, end);
            scan.heading(level, &heading, anchor.as_deref(), first, end);
            scan.at = end;
        } else if let Some(name) = begun(line) {
            let is_set_off = statements.begin(&mut scan, &name, &mut unclosed);
            environment(&mut scan, &name, is_set_off, &mut unclosed);
        } else if line.starts_with("\\end{document}") {
            break;
        } else if line.is_empty() || is_layout(line) {
            scan.at += 1;
        } else {
            paragraph(&mut scan);
        }
    }
    links(&mut scan);
    notes(&mut scan);
    scan.finish()
}

/// The levels of the section commands that are used: the highest of them has level 1.
fn levels(text: &str) -> [u8; 7] {
    let mut used = [false; 7];
    for line in text.lines().map(commented) {
        for found in SECTION.iter().flat_map(|pattern| pattern.captures_iter(line)) {
            if let Some(at) = SECTIONS.iter().position(|name| *name == &found[1]) {
                used[at] = true;
            }
        }
    }
    let mut levels = [0; 7];
    let mut next = 0;
    for (level, is_used) in levels.iter_mut().zip(used) {
        next += u8::from(is_used);
        *level = next.clamp(1, 6);
    }
    levels
}

fn title(text: &str) -> Option<String> {
    let at = text.find("\\title{").or_else(|| text.find("\\title["))?;
    let (title, _) = argument(&text[at + "\\title".len()..])?;
    Some(plain(title)).filter(|title| !title.is_empty())
}

/// The section that begins on a line: its level, its title, and the line after the title.
fn section(scan: &Scan<'_>, first: usize, levels: &[u8; 7]) -> Option<(u8, String, usize)> {
    let line = commented(scan.line(first));
    let found = SECTION.as_ref()?.captures(line)?;
    let whole = found.get(0)?;
    if line[..whole.start()].contains(['{', '\\']) && !line[..whole.start()].trim_start().starts_with("\\clearpage") {
        // `\newcommand{\x}{\section{…}}` is no section.
        return None;
    }
    let level = levels[SECTIONS.iter().position(|name| *name == &found[1])?];
    let start = scan.lines[first].start + whole.end() - 1;
    let rest = &scan.text[start..];
    let (title, _) = argument(&rest[..rest.floor_char_boundary(2_000)])?;
    if title.contains('#') {
        return None;
    }
    let lines = title.matches('\n').count();
    Some((level, plain(title), first + lines + 1)).filter(|(_, title, _)| !title.is_empty())
}

/// The label of a section: in its line, or in the next that is not empty.
fn label_near(scan: &Scan<'_>, first: usize, end: usize) -> Option<String> {
    let here = (first..end).map(|line| commented(scan.line(line)));
    let next = (end..end + 2).map(|line| commented(scan.line(line)).trim()).find(|line| !line.is_empty());
    let next = next.filter(|line| line.starts_with("\\label{"));
    here.chain(next).find_map(|line| Some(LABEL.as_ref()?.captures(line)?[1].to_owned()))
}

/// The environment that begins a line.
fn begun(line: &str) -> Option<String> {
    let found = BEGIN.as_ref()?.captures(line)?;
    (found.get(0)?.start() == 0).then(|| found[1].to_owned())
}

/// The line behind the end of an environment that begins on this line; those of the same name may lie in it.
pub(super) fn end_of(scan: &Scan<'_>, first: usize, name: &str, nests: bool, unclosed: &mut usize) -> usize {
    let (open, close) = (format!("\\begin{{{name}"), format!("\\end{{{name}"));
    let mut depth = 0_usize;
    let last = scan.lines.len().min(first + MAX_LINES);
    for number in first..last {
        let line = if nests { commented(scan.line(number)) } else { scan.line(number) };
        if number == first || nests {
            depth += line.matches(&open).count();
        }
        depth = depth.saturating_sub(line.matches(&close).count());
        if depth == 0 {
            return number + 1;
        }
    }
    *unclosed += 1;
    first + 1
}

fn environment(scan: &mut Scan<'_>, name: &str, is_set_off: bool, unclosed: &mut usize) {
    let first = scan.at;
    if *unclosed > MAX_UNCLOSED {
        scan.at += 1;
        return;
    }
    if VERBATIM.contains(&name) {
        let end = end_of(scan, first, name, false, unclosed);
        if name != "comment" {
            let language = code_language(scan.line(first));
            scan.code(&language, (first, end), (first + 1, end.saturating_sub(1).max(first + 1)));
        }
        scan.at = end;
    } else if FORMULAS.contains(&name) {
        let end = end_of(scan, first, name, true, unclosed);
        scan.code(
            if name == "tikzpicture" { "tikz" } else { "latex" },
            (first, end),
            (first + 1, end.saturating_sub(1).max(first + 1)),
        );
        scan.at = end;
    } else if LISTS.contains(&name) {
        let end = end_of(scan, first, name, true, unclosed);
        if name == "description" {
            (first..end).for_each(|line| described(scan, line));
        }
        scan.block(Kind::List, first, end);
        scan.at = end;
    } else if TABLES.contains(&name) {
        let end = end_of(scan, first, name, true, unclosed);
        table(scan, first, end);
        scan.at = end;
    } else if matches!(name, "quote" | "quotation" | "verse") {
        let end = end_of(scan, first, name, true, unclosed);
        scan.block(Kind::Quote, first, end);
        scan.at = end;
    } else {
        // What is in a figure, a theorem, an abstract is read as text.
        let line = commented(scan.line(first));
        if !is_set_off && line.contains(&format!("\\end{{{name}")) {
            scan.block(Kind::Paragraph, first, first + 1);
        }
        scan.at = first + 1;
    }
}

/// `\begin{minted}[…]{python}`, `\begin{lstlisting}[language=Python]`.
fn code_language(line: &str) -> String {
    let named = line.split_once("language=").map(|(_, rest)| rest);
    let braced = || line.strip_suffix('}').and_then(|line| line.rsplit_once('{')).filter(|_| line.contains("minted"));
    let word = named.or_else(|| braced().map(|(_, word)| word)).unwrap_or_default();
    let word = word.trim_start_matches(['{', '[']);
    word.split(|c: char| !c.is_alphanumeric() && !matches!(c, '+' | '#' | '-'))
        .next()
        .unwrap_or_default()
        .to_lowercase()
}

/// `\item[term] what it is`
fn described(scan: &mut Scan<'_>, number: usize) {
    let line = commented(scan.line(number)).trim_start();
    let term = line.strip_prefix("\\item").and_then(|rest| rest.trim_start().strip_prefix('['));
    if let Some((term, _)) = term.and_then(|rest| rest.split_once(']')) {
        let term = plain(term);
        scan.term(&term, "", number, number + 1);
    }
}

/// Lines that only say how something looks.
fn is_layout(line: &str) -> bool {
    let layout = [
        "\\end{",
        "\\label{",
        "\\centering",
        "\\maketitle",
        "\\tableofcontents",
        "\\newpage",
        "\\clearpage",
        "\\vspace",
        "\\hspace",
        "\\noindent\\rule",
        "\\bibliography",
        "\\usepackage",
        "\\documentclass",
        "\\newcommand",
        "\\renewcommand",
        "\\providecommand",
        "\\def\\",
        "\\let\\",
        "\\setlength",
        "\\input{",
        "\\include{",
        "\\includegraphics",
        "\\title",
        "\\author",
        "\\date",
    ];
    layout.iter().any(|start| line.starts_with(start))
}

fn paragraph(scan: &mut Scan<'_>) {
    let first = scan.at;
    let ends = |line: &str| {
        let has_section = SECTION.as_ref().is_some_and(|pattern| pattern.is_match(line));
        line.is_empty() || begun(line).is_some() || line.starts_with("\\end{") || has_section
    };
    let mut end = first + 1;
    while end < scan.lines.len() && !ends(scan.line(end).trim()) {
        end += 1;
    }
    scan.block(Kind::Paragraph, first, end);
    scan.at = end;
}

/// What a match and its place are: a link or a picture, its name, its address.
type Each<'e> = &'e dyn Fn(&Captures<'_>, Range<usize>) -> (Kind, String, String);

/// Links, references, files that are taken in, pictures.
fn links(scan: &mut Scan<'_>) {
    let text = scan.text;
    let mut found: Vec<(Range<usize>, Kind, String, String)> = Vec::new();
    // A comment has no links.
    let lines: Vec<(usize, &str)> = scan
        .lines
        .iter()
        .map(|line| (line.start, commented(&text[line.clone()])))
        .filter(|(_, line)| line.contains('\\'))
        .collect();
    let mut add = |pattern: &Option<Regex>, each: Each<'_>| {
        for (start, line) in &lines {
            for taken in pattern.iter().flat_map(|pattern| pattern.captures_iter(line)) {
                let range = taken.get(0).map_or(0..0, |whole| start + whole.start()..start + whole.end());
                let (kind, name, address) = each(&taken, range.clone());
                found.push((range, kind, name, address));
            }
        }
    };
    add(&LINK, &|taken, range| {
        let after = &text[range.end..];
        let name = after.starts_with('{').then(|| argument(after)).flatten().map(|(name, _)| plain(name));
        let address = taken["url"].replace("\\#", "#").replace("\\%", "%");
        (Kind::Link, name.filter(|name| !name.is_empty()).unwrap_or_else(|| address.clone()), address)
    });
    add(&REFERENCE, &|taken, _| (Kind::Link, taken["url"].to_owned(), format!("#{}", &taken["url"])));
    add(&INPUT, &|taken, _| {
        let path = taken["url"].trim();
        let has_ending = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
        (Kind::Link, path.to_owned(), if has_ending { path.to_owned() } else { format!("{path}.tex") })
    });
    add(&GRAPHICS, &|taken, range| (Kind::Image, caption(text, range), taken["url"].trim().to_owned()));
    scan.sort_code();
    for (range, kind, name, address) in found {
        scan.outside_code(kind, range, &name, &address);
    }
}

/// The caption of the figure that a picture is in.
fn caption(text: &str, picture: Range<usize>) -> String {
    let before = &text[text.floor_char_boundary(picture.start.saturating_sub(2_000))..picture.start];
    let after = &text[picture.end..text.floor_char_boundary((picture.end + 4_000).min(text.len()))];
    let end = after.find("\\end{figure").or_else(|| after.find("\\end{wrapfigure"));
    let start = before.rfind("\\begin{figure").or_else(|| before.rfind("\\begin{wrapfigure"));
    let said = |part: &str| {
        let at = part.find("\\caption")?;
        Some(plain(argument(&part[at + "\\caption".len()..])?.0))
    };
    match (start, end) {
        (Some(start), Some(end)) => said(&after[..end]).or_else(|| said(&before[start..])).unwrap_or_default(),
        _ => String::new(),
    }
}
