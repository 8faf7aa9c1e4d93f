//! Queries worth trying on this workspace, made from what is in it.

use crate::app::{ExampleNames, Starter, Starters};
use crate::docql::{method_count, quoted};
use crate::document::{FormatFamily, Kind};
use crate::library::{Library, NodeRef, is_source, role};
use crate::stdx::grouped;
use std::collections::HashMap;

/// Up to eight queries with what they yield, more of them the more is indexed; and names to write examples with.
pub(in crate::workers) fn starters(library: &Library) -> Starters {
    let mut starters = Vec::new();
    let mut add = |query: String, note: String| starters.push(Starter { query, note });
    let found = NotableNames::read(library);
    if let Some((name, methods, members)) = &found.biggest {
        let note = match (methods, members) {
            (0, 0) => "its declaration".to_owned(),
            (0 | 1, members) if members > methods => counted(*members, "member"),
            (methods, _) => counted(*methods, "method"),
        };
        add(format!("$.code.class({})", quoted(name)), format!("biggest type: {note}"));
    }
    if found.top_sections > 0 {
        add("$.toc[?(@.level==1)]".to_owned(), format!("{} entries of level 1", grouped(found.top_sections)));
    }
    if let Some((name, count)) = &found.heading {
        add(format!("$.content.heading({})", quoted(name)), format!("{} about it", counted(*count, "section")));
    }
    if found.mains > 0 {
        add("$.code.function(\"main\")".to_owned(), counted(found.mains, "entry point"));
    }
    if let Some(name) = &found.function {
        add(format!("$.code.function({}).callers()", quoted(name)), "who calls it".to_owned());
    }
    if let Some(table) = &found.database_table {
        add("$.tables[*]".to_owned(), "tables of databases".to_owned());
        add(format!("$.table({}).rows", quoted(table)), "its rows".to_owned());
    }
    if found.tables > 0 {
        add("$.content.table[*]".to_owned(), counted(found.tables, "table"));
    }
    if let Some((language, count)) = &found.code_blocks {
        let query = format!("$.content.codeblock[?(@.language=={})]", quoted(language));
        add(query, counted(*count, "code block"));
    }
    if let Some((extension, count)) = extensions(library) {
        add(format!("$.files[?(@.extension=={})]", quoted(&extension)), counted(count, "file"));
    }
    let names = ExampleNames {
        method: found.class.and_then(|class| longest_method(library, class)),
        class: found.biggest.map(|(name, ..)| name),
        function: found.function,
        heading: found.heading.map(|(word, _)| word),
    };
    Starters { queries: starters, names }
}

/// The name of the method of a type that takes the most lines.
fn longest_method(library: &Library, class: NodeRef) -> Option<String> {
    let outline = library.outline(class.file)?;
    let own = outline.children(Some(class.node)).map(|node| NodeRef { file: class.file, node });
    let all = own.chain(library.adopted(class).iter().copied());
    let methods = all.filter_map(|at| {
        let outline = library.outline(at.file).filter(|outline| outline.kind(at.node) == Kind::Method)?;
        Some((outline.end_line(at.node) - outline.line(at.node), outline.name(at.node)))
    });
    methods.max_by_key(|(lines, _)| *lines).map(|(_, name)| name.to_owned())
}

/// `1 table`, `2 tables`.
fn counted(count: usize, noun: &str) -> String {
    format!("{} {noun}{}", grouped(count), if count == 1 { "" } else { "s" })
}

fn extensions(library: &Library) -> Option<(String, usize)> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for file in library.files().iter().filter(|file| file.format.family != FormatFamily::Data) {
        // What is read as nothing but lines says little of what is here.
        if file.format.id != "plain" {
            *counts.entry(file.extension()).or_default() += 1;
        }
    }
    counts.remove("");
    counts.into_iter().max_by_key(|(name, count)| (*count, std::cmp::Reverse(name.clone())))
}

/// Functions whose calls are counted: long ones are known by their callers, short ones by everybody.
const MOST_LOOKED_AT: usize = 200;

/// From so many calls on, none is better known than another.
const MANY_CALLS: usize = 30;

/// Keeps the longest functions, own ones first.
fn keep_longest(functions: &mut Vec<(bool, bool, u32, String)>) {
    functions.sort_unstable_by(|a, b| b.cmp(a));
    functions.truncate(MOST_LOOKED_AT);
}

#[derive(Default)]
struct NotableNames {
    /// Its name, and how many methods and members it has.
    biggest: Option<(String, usize, usize)>,
    class: Option<NodeRef>,
    heading: Option<(String, usize)>,
    function: Option<String>,
    code_blocks: Option<(String, usize)>,
    top_sections: usize,
    mains: usize,
    tables: usize,
    /// A table of a database.
    database_table: Option<String>,
}

impl NotableNames {
    fn read(library: &Library) -> NotableNames {
        let mut found = NotableNames::default();
        let mut words: HashMap<String, usize> = HashMap::new();
        let mut languages: HashMap<&str, usize> = HashMap::new();
        // A name with a number in it was most likely generated. What others have written, tests and examples stand behind the workspace's own source.
        let mut biggest = (false, 0, 0);
        let mut functions: Vec<(bool, bool, u32, String)> = Vec::new();
        let language = main_language(library);
        for (file, outline) in library.outlines() {
            let entry = library.file(file);
            let is_source = entry.format.id == language && is_source(entry);
            for node in 0..outline.len() {
                let kind = outline.kind(node);
                found.top_sections += usize::from(kind.in_outline() && outline.level(node) == 1);
                match kind {
                    Kind::Heading if role(entry).is_none() => {
                        for word in outline.name(node).split_whitespace().filter(|word| is_telling(word)) {
                            *words.entry(word.to_owned()).or_default() += 1;
                        }
                    }
                    Kind::Table if entry.is_database() => {
                        found.database_table.get_or_insert_with(|| outline.name(node).to_owned());
                    }
                    Kind::Table => found.tables += 1,
                    Kind::CodeBlock if !outline.detail(node).is_empty() => {
                        *languages.entry(outline.detail(node)).or_default() += 1;
                    }
                    Kind::Function if outline.name(node) == "main" => found.mains += 1,
                    kind if kind.is_class() => {
                        let methods = method_count(library, NodeRef { file, node });
                        let members = outline.children(Some(node)).count();
                        // A type without methods is one where the language has none, and own code comes first.
                        let size = (is_source, if methods > 1 { methods } else { 1 }, members);
                        if size > biggest && (is_source || methods > 0) && !outline.name(node).is_empty() {
                            biggest = size;
                            found.biggest = Some((outline.name(node).to_owned(), methods, members));
                            found.class = Some(NodeRef { file, node });
                        }
                    }
                    kind if kind.is_function() && !library.is_test(NodeRef { file, node }) => {
                        let lines = outline.end_line(node) - outline.line(node);
                        // What a language calls by itself is in every type: `__init__`.
                        let name = outline.name(node);
                        let is_named = !name.contains(|c: char| c.is_ascii_digit()) && !name.starts_with("__");
                        let is_telling = is_named && kind != Kind::Macro;
                        functions.push((is_source, is_telling, lines, outline.name(node).to_owned()));
                        if functions.len() >= 4 * MOST_LOOKED_AT {
                            keep_longest(&mut functions);
                        }
                    }
                    _ => {}
                }
            }
        }
        keep_longest(&mut functions);
        let calls = |name: &str| library.call_sites(name).len().min(MANY_CALLS);
        let most_called = functions.into_iter().max_by_key(|(own, telling, lines, name)| {
            (*own, *telling, calls(name), *lines, std::cmp::Reverse(name.clone()))
        });
        found.function = most_called.map(|(.., name)| name);
        let most = |counts: HashMap<String, usize>| {
            counts.into_iter().max_by_key(|(name, count)| (*count, std::cmp::Reverse(name.clone())))
        };
        found.heading = most(words);
        found.code_blocks = most(languages.into_iter().map(|(name, count)| (name.to_owned(), count)).collect());
        found
    }
}

/// The language that most of the workspace's own source is written in; what else is in it may come from elsewhere.
fn main_language(library: &Library) -> &'static str {
    let mut counts: HashMap<&'static str, usize> = HashMap::new();
    for file in library.files().iter().filter(|file| file.format.family == FormatFamily::Code && is_source(file)) {
        *counts.entry(file.format.id).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(id, count)| (*count, std::cmp::Reverse(*id))).map_or("", |(id, _)| id)
}

/// A word of a heading that says what the section is about.
fn is_telling(word: &str) -> bool {
    word.chars().count() >= 4
        && word.chars().all(char::is_alphabetic)
        && !["with", "from", "what", "this", "that", "your", "when", "into", "using", "about", "more"]
            .contains(&word.to_lowercase().as_str())
}
