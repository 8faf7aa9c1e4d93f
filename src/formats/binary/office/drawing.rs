//! Charts and diagrams that a document draws from parts of their own: what they say, a chart as the table behind it.

use super::cells::{Cell, join_down};
use super::html::{Html, Mark};
use super::inline::escaped;
use super::number_format::rounded;
use super::package::{Package, Relation};
use super::xml::{Tag, Token, each};
use std::collections::{BTreeMap, HashMap};

/// Points of one chart that are kept.
const MAX_POINTS: usize = 20_000;

/// Levels of the categories of a chart that are kept.
const MAX_LEVELS: usize = 8;

/// Series of one chart that are kept.
const MAX_SERIES: usize = 255;

/// What a drawing says.
#[derive(Debug)]
pub(super) enum Drawing {
    /// Its titles, and its series with their names.
    Chart(Vec<String>, Vec<Series>),
    /// The texts of its boxes.
    Diagram(Vec<String>),
}

/// One series of values, by their places.
#[derive(Debug, Default)]
pub(super) struct Series {
    name: String,
    /// What the values are of, by levels: the innermost, then what groups it. A group is told where it begins.
    categories: Vec<BTreeMap<usize, String>>,
    values: BTreeMap<usize, String>,
}

/// The drawings that a part has relations to, by the ids of these.
pub(super) fn drawings(package: &mut Package<'_>, relations: &HashMap<String, Relation>) -> HashMap<String, Drawing> {
    let mut found = HashMap::new();
    for (id, relation) in relations {
        let read = match relation.kind.as_str() {
            "chart" => chart,
            "diagramData" => diagram,
            _ => continue,
        };
        if let Some(xml) = package.part(&relation.target) {
            found.insert(id.clone(), read(&xml));
        }
    }
    found
}

/// The id of the relation to a drawing that a tag stands for.
pub(super) fn drawing_of(tag: &Tag<'_>) -> Option<String> {
    match tag.name {
        "chart" => tag.relation(),
        "relIds" => tag.get("dm"),
        _ => None,
    }
}

fn chart(xml: &[u8]) -> Drawing {
    let (mut titles, mut series): (Vec<String>, Vec<Series>) = (Vec::new(), Vec::new());
    let (mut open, mut at, mut text, mut points) = (Vec::new(), 0, String::new(), 0);
    each(xml, &mut |token| match token {
        Token::Open(tag) => {
            match tag.name {
                "ser" if series.len() < MAX_SERIES => series.push(Series::default()),
                "pt" => at = tag.number("idx").unwrap_or(0),
                "v" | "t" => text.clear(),
                "cat" | "xVal" | "lvl" => series.last_mut().into_iter().for_each(Series::start_level),
                "title" => titles.push(String::new()),
                _ => {}
            }
            open.push(tag.name.to_owned());
        }
        Token::Text(part) => text.push_str(part),
        Token::Close(name) => {
            let is_in = |name: &str| open.iter().any(|open| open == name);
            match name {
                "t" if is_in("title") => titles.last_mut().into_iter().for_each(|title| title.push_str(&text)),
                "v" if points < MAX_POINTS => {
                    points += 1;
                    let value = text.trim().to_owned();
                    match series.last_mut() {
                        Some(last) if is_in("tx") => last.name = value,
                        Some(last) if is_in("cat") || is_in("xVal") => {
                            last.categories.last_mut().map(|level| level.insert(at, value));
                        }
                        Some(last) if is_in("val") || is_in("yVal") => drop(last.values.insert(at, rounded(&value))),
                        _ => {}
                    }
                }
                _ => {}
            }
            open.pop();
        }
    });
    titles.retain(|title| !title.trim().is_empty());
    Drawing::Chart(titles, series)
}

impl Series {
    /// Begins a level of categories; one that is empty was begun by the tag around it.
    fn start_level(&mut self) {
        if self.categories.len() < MAX_LEVELS && self.categories.last().is_none_or(|level| !level.is_empty()) {
            self.categories.push(BTreeMap::new());
        }
    }
}

fn diagram(xml: &[u8]) -> Drawing {
    Drawing::Diagram(texts(xml))
}

/// The paragraphs of text in what is drawn.
pub(super) fn texts(xml: &[u8]) -> Vec<String> {
    let (mut texts, mut text, mut in_text) = (Vec::new(), String::new(), false);
    each(xml, &mut |token| match token {
        Token::Open(tag) if tag.name == "t" => in_text = true,
        Token::Close("t") => in_text = false,
        Token::Text(part) if in_text => text.push_str(part),
        Token::Close("p") if !text.trim().is_empty() => texts.push(std::mem::take(&mut text)),
        Token::Close("p") => text.clear(),
        _ => {}
    });
    texts
}

impl Drawing {
    /// Writes it.
    pub(super) fn write(&self, out: &mut Html) {
        match self {
            Drawing::Diagram(texts) => {
                texts.iter().for_each(|text| out.item(0, &Mark::Bullet, &escaped(text)));
                out.close();
            }
            Drawing::Chart(titles, series) => {
                titles.iter().for_each(|title| out.paragraph(&escaped(title)));
                let rows = chart_rows(series);
                if rows.len() > 1 {
                    out.table(&rows);
                }
            }
        }
    }

    /// The titles of a chart and of its axes.
    pub(super) fn titles(&self) -> &[String] {
        match self {
            Drawing::Chart(titles, _) => titles,
            Drawing::Diagram(_) => &[],
        }
    }
}

/// The table behind a chart: the names of its series, and a row for each place.
fn chart_rows(series: &[Series]) -> Vec<Vec<Cell>> {
    let mut places: Vec<usize> = series
        .iter()
        .flat_map(|of| of.categories.iter().flat_map(BTreeMap::keys).chain(of.values.keys()))
        .copied()
        .collect();
    places.sort_unstable();
    places.dedup();
    let levels = series.iter().map(|of| of.categories.len()).max().unwrap_or(0).max(1);
    let names = series.iter().map(|of| escaped(&of.name));
    let mut rows = vec![vec![Cell::default(); levels].into_iter().chain(names.map(Cell::from)).collect::<Vec<_>>()];
    for place in places {
        let mut row: Vec<Cell> = (0..levels).rev().map(|level| category(series, level, place)).collect();
        let values = series.iter().map(|of| of.values.get(&place).cloned().unwrap_or_default());
        row.extend(values.map(|value| Cell::from(escaped(&value))));
        rows.push(row);
    }
    join_down(&mut rows);
    rows
}

/// The category of a place at a level, as the first series has it that has any; a group goes on until the next begins.
fn category(series: &[Series], level: usize, place: usize) -> Cell {
    let levels = series.iter().filter_map(|of| of.categories.get(level));
    let told = levels.clone().find_map(|points| points.get(&place)).cloned();
    let goes_on = told.is_none() && level > 0 && levels.clone().any(|points| points.range(..place).next().is_some());
    Cell { goes_on, ..Cell::from(escaped(&told.unwrap_or_default())) }
}
