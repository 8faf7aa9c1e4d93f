//! A plan in words, one line per step.

use super::name_pattern::{NamePattern, TextPattern};
use super::steps::{Argument, Pick, Plan, Start, Step};
use crate::docql::catalog::{Content, SymbolFilter};

impl Plan {
    /// A description of each step.
    pub fn steps_text(&self) -> Vec<String> {
        let mut out: Vec<String> = self.steps.iter().map(step).collect();
        if let Some(needle) = &self.needle {
            out.push(format!("only files with a name that contains \"{needle}\""));
        }
        out
    }
}

fn step(step: &Step) -> String {
    match step {
        Step::Root(start) => match start {
            Start::Workspace => "all files".to_owned(),
            Start::AllNodes => "all nodes of each document".to_owned(),
            Start::TocTop => "the top level of each outline".to_owned(),
            Start::TocAll => "every item of each outline".to_owned(),
            Start::Documents => "each document".to_owned(),
            Start::Declarations => "every declaration of each document".to_owned(),
            Start::Written => "every piece of prose of each document".to_owned(),
            Start::Catalog(root) => format!("{root:?}").to_lowercase(),
            Start::Value => "the value of the data file".to_owned(),
        },
        Step::Symbols(select, pattern) => format!("inside: {}{}", symbol_label(*select), name_clause(pattern)),
        Step::Content(content, argument) => format!("inside: {}{}", content_label(*content), argument_clause(argument)),
        Step::Axis(direction) => format!("{direction:?}").to_lowercase(),
        Step::Relation(relation, depth) => format!("{} over {depth} step(s)", format!("{relation:?}").to_lowercase()),
        Step::Refine(picks) => format!("of each list: {}", picks.iter().map(pick).collect::<Vec<_>>().join(", ")),
        Step::Descend => "and everything inside".to_owned(),
        Step::Inside => "everything inside".to_owned(),
        Step::Field(field) => format!("the value of {field:?}").to_lowercase(),
        Step::Data(picks) => format!("children: {}", picks.iter().map(pick).collect::<Vec<_>>().join(", ")),
        Step::Rows(picks) if picks.is_empty() => "the rows of each table".to_owned(),
        Step::Rows(picks) => {
            format!("of the rows of each table: {}", picks.iter().map(pick).collect::<Vec<_>>().join(", "))
        }
        Step::Held(root) => format!("the {} of each file", format!("{root:?}").to_lowercase()),
        Step::Columns => "the columns of each table".to_owned(),
        Step::Named(name) => format!("those called \"{name}\""),
        Step::Sql(sql) => format!("SQL: {}", sql.text),
        Step::Column(column) => format!("the value of {}", column.name),
        Step::DataDescend => "and all values inside".to_owned(),
        Step::ListOp(whole, argument) => match argument {
            Argument::Number(number) => format!("of the whole result: {whole:?} {number}").to_lowercase(),
            Argument::Field(field, descending) => {
                format!("the whole result by {field:?}{}", if *descending { ", descending" } else { "" }).to_lowercase()
            }
            Argument::Column(column, descending) => {
                format!("the whole result by {}{}", column.name, if *descending { ", descending" } else { "" })
            }
            _ => format!("of the whole result: {whole:?}").to_lowercase(),
        },
    }
}

/// What a declaration that is selected is called.
pub(in crate::docql) fn symbol_label(select: SymbolFilter) -> String {
    match select {
        SymbolFilter::Any => "declarations".to_owned(),
        SymbolFilter::Kind(kind) => kind.id().to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn name_clause(pattern: &NamePattern) -> String {
    match pattern {
        NamePattern::All => " of any name".to_owned(),
        NamePattern::Whole(name) => format!(" named \"{name}\""),
        NamePattern::Qualified { parts, .. } => format!(" named \"{}\"", parts.join(".")),
        NamePattern::Regex(regex) => format!(" with a name that matches /{}/", regex.as_str()),
        NamePattern::Within { owners, glob, .. } => {
            format!(" in \"{}\" with a name that matches /{}/", owners.join("."), glob.as_str())
        }
        NamePattern::Imported(parts) => format!(" with the name or the path \"{}\"", parts.join(".")),
        NamePattern::ImportPath(regex) => format!(" with a path that matches /{}/", regex.as_str()),
        NamePattern::Start(start) => format!(" whose name starts with \"{start}\""),
        NamePattern::Part(part) => format!(" with \"{part}\" in their name, whole names first"),
    }
}

fn content_label(content: Content) -> String {
    match content {
        Content::Heading(0) => "headings".to_owned(),
        Content::Heading(level) => format!("headings of level {level}"),
        Content::Block(kind) => kind.id().to_owned(),
        Content::Grep => "lines".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn argument_clause(argument: &Argument) -> String {
    match argument {
        Argument::Text(TextPattern::Contains(text)) => format!(" that contain \"{text}\""),
        Argument::Text(TextPattern::Regex(regex)) => format!(" that match /{}/", regex.as_str()),
        Argument::Lines(regex) => format!(" that match /{}/", regex.as_str()),
        Argument::Words(words) => format!(" \"{words}\""),
        _ => String::new(),
    }
}

fn pick(pick: &Pick) -> String {
    match pick {
        Pick::Name(name) => format!("\"{name}\""),
        Pick::Wildcard => "all".to_owned(),
        Pick::Index(index) => format!("number {index}"),
        Pick::Slice(start, end, step) => {
            let text = |value: &Option<i64>| value.map_or(String::new(), |value| value.to_string());
            format!("{}:{}:{}", text(start), text(end), text(step))
        }
        Pick::Filter(predicate) => format!("where {}", crate::docql::plan::describe::describe(predicate)),
    }
}
