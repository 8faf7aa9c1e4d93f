//! A question and a table → a query that filters its rows first and searches what is left for the words that are not
//! understood.

use super::statement::keys;
use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::matter_words::{
    ABOUT, ASKING, COUNTING, OF_PROGRAMS, ORDERS, PARTS_OF_PROGRAMS, UNITS,
};
use crate::agent::tables::vocabulary::number_words::COMPARISONS;
use crate::agent::tables::vocabulary::words::{ASKS, Ask, LEADS, WHENS, When};
use crate::docql::quoted;
use crate::library::Stems;
use crate::search::is_stop_word;
use std::collections::BTreeMap;

/// A query that filters rows and searches them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Filter {
    /// The conditions of the rows themselves.
    pub conditions: Vec<String>,
    /// Conditions that other tables say, too: each a column, and the SQL of the values that it has in these rows.
    pub keys: Vec<(String, String)>,
    /// The words that are searched for.
    pub words: String,
    /// Their stems, and how they are written.
    pub stems: Vec<String>,
    pub written: Vec<String>,
    /// Whether each of them is written like a name.
    pub proper: Vec<bool>,
    /// Whether a name may be among them, which may be misspelt.
    pub is_name: bool,
    /// Set if every word must stand in a row as it is: only values of columns tell that rows are meant.
    pub is_strict: bool,
    /// Set if it is sure that rows of this table are meant.
    pub is_sure: bool,
    /// How the question was read, where it could be otherwise.
    pub notes: Vec<String>,
    /// The same where a name is only one of the words: somebody else may be called so.
    pub by_words: Option<Box<Filter>>,
}

impl Filter {
    /// The steps behind what names the table; `lists` are the values of the columns that other tables tell, `words` are
    /// searched for, if there are any.
    pub(in crate::agent::tables) fn steps(&self, lists: &[String], words: &str) -> String {
        let conditions = self.conditions.iter().chain(lists).map(String::as_str).collect::<Vec<_>>().join(" && ");
        let search = if words.is_empty() { String::new() } else { format!(".search({})", quoted(words)) };
        let rows = if conditions.is_empty() { String::new() } else { format!("[?({conditions})]") };
        format!(".rows{rows}{search}")
    }
}

/// The query of a question for a table, behind whose columns stand those of the tables that it refers to; `None` if no
/// condition is understood, or if nothing is left to search for. `values` are texts in columns; `is_alone` is set where
/// there is nothing but databases.
pub(in crate::agent::tables) fn filter(
    mut asked: Asked,
    table: &Table,
    values: &[Text],
    is_alone: bool,
    stems: &mut Stems,
) -> Option<Filter> {
    let has_texts = table.own().any(|(at, column)| {
        column.type_ == Type::Text && !values.iter().any(|text| text.column == at && text.is_choice)
    });
    if !is_alone && is_of_program(&asked) {
        return None;
    }
    asked.mark_values(table, values);
    let named_at = asked.take_name(table);
    if named_at.is_none() && !(is_alone && has_texts) {
        return None;
    }
    let conditions = asked.conditions(table, values, stems)?;
    let counts = ASKS.iter().any(|(phrase, ask)| *ask != Ask::List && asked.phrase(phrase).is_some());
    let is_ordered = asked.left().any(|word| ORDERS.contains(&word.lower.as_str()) && !word.is_quoted);
    let is_ordered = is_ordered || named_at.is_some_and(|at| asked.end_before(at).is_some());
    if conditions.is_empty() || counts || is_ordered || asked.denials() > 0 || asked.is_misread() || compares(&asked) {
        return None;
    }
    let is_strict = !is_alone && !conditions.iter().any(Condition::is_measure);
    let left = of_matter(&asked, table, named_at);
    let is_within =
        (1..asked.words.len()).any(|at| asked.words[at].is_used && LEADS.contains(&asked.words[at - 1].lower.as_str()));
    let is_sure = named_at.is_some() || is_within;
    if left.is_empty() && asked.left().next().is_none() {
        return None;
    }
    let filter = made(&asked, table, conditions, &left)?;
    Some(Filter { is_strict, is_sure, ..filter })
}

/// The filter of conditions and words. Names of what is dated may be those of others, who are called alike.
fn made(asked: &Asked, table: &Table, conditions: Vec<Condition>, left: &[&Word]) -> Option<Filter> {
    let is_name = |condition: &Condition| matches!(condition, Condition::Among(at, _) if table.columns[*at].is_label);
    let (names, others): (Vec<Condition>, Vec<Condition>) = conditions.iter().cloned().partition(is_name);
    let is_dated = others.iter().any(Condition::is_measure);
    let texts = |condition: &Condition| match condition {
        Condition::Among(_, texts) => texts.join(" "),
        _ => String::new(),
    };
    let mut by_words = None;
    if is_dated && !names.is_empty() && !left.is_empty() {
        let words: Vec<String> = names.iter().map(texts).chain(left.iter().map(|word| word.written.clone())).collect();
        let stems: Vec<String> = words.iter().flat_map(|word| crate::library::fold_words(word)).collect();
        by_words = of_conditions(asked, table, others, (words, stems)).map(Box::new);
    }
    let words = left.iter().map(|word| word.written.clone()).collect();
    let stems = left.iter().map(|word| word.stem.clone()).collect();
    let filter = of_conditions(asked, table, conditions, (words, stems))?;
    let proper: Vec<bool> = left.iter().map(|word| word.is_proper).collect();
    let is_name = proper.contains(&true);
    Some(Filter { by_words, is_name, proper, ..filter })
}

fn of_conditions(
    asked: &Asked,
    table: &Table,
    conditions: Vec<Condition>,
    (written, stems): (Vec<String>, Vec<String>),
) -> Option<Filter> {
    let (mut own, mut foreign): (Vec<String>, BTreeMap<usize, Vec<Condition>>) = Default::default();
    for condition in conditions {
        let column = condition.column();
        let is_own = table.columns[column].join.is_none();
        match condition.docql(table).filter(|_| is_own) {
            Some(condition) => own.push(condition),
            None => {
                let is_link = table.columns[column].join.is_some_and(|join| table.joins[join].is_link);
                let way = table.way_to(column).filter(|_| !is_link)?;
                foreign.entry(way).or_default().push(condition);
            }
        }
    }
    let keys = foreign
        .into_iter()
        .map(|(way, conditions)| (table.columns[way].name.clone(), keys(table, conditions, way)))
        .collect();
    Some(Filter {
        conditions: own,
        keys,
        words: written.join(" "),
        proper: vec![true; stems.len()],
        stems,
        written,
        is_name: true,
        is_strict: false,
        is_sure: true,
        notes: asked.notes.clone(),
        by_words: None,
    })
}

/// Whether words are left that say which rows are meant rather than what is written in them: "median hours", "within 24
/// hours", "before Easter". Behind "about" stands what is written.
fn compares(asked: &Asked) -> bool {
    let about = asked.words.iter().position(|word| ABOUT.contains(&word.lower.as_str()));
    let end = about.unwrap_or(asked.words.len());
    let is_free = |at: usize| asked.words.get(at).is_some_and(|word| !word.is_used && !word.is_quoted);
    let is_number =
        |at: usize| is_free(at) && asked.words[at].lower.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    let parts_time = |phrase: &[&str], when: When| when != When::In || phrase == ["within"];
    (0..end).filter(|at| is_free(*at)).any(|at| {
        let lower = asked.words[at].lower.as_str();
        let is_at = |phrase: &[&str]| (0..phrase.len()).all(|more| asked.is_word(at + more, &phrase[more..=more]));
        let is_measured =
            is_number(at) && asked.words.get(at + 1).is_some_and(|word| UNITS.contains(&word.lower.as_str()));
        COUNTING.contains(&lower)
            || is_measured
            || WHENS.iter().any(|(phrase, when)| parts_time(phrase, *when) && is_at(phrase))
            || COMPARISONS.iter().any(|(phrase, sign)| {
                let behind = at + phrase.len();
                *sign != "=" && is_at(phrase) && (is_number(behind) || is_number(behind + 1))
            })
    })
}

/// The words that say what is looked for. The name of a column is none, unless it says of the rows how they are.
fn of_matter<'a>(asked: &'a Asked, table: &Table, named_at: Option<usize>) -> Vec<&'a Word> {
    let says_something = |word: &&Word| {
        let lower = word.lower.as_str();
        word.is_quoted
            || word.is_abbreviation
            || !is_stop_word(lower) && !ASKING.contains(&lower) && !ASKS.iter().any(|(ask, _)| *ask == [lower])
    };
    let is_column = |word: &&Word| {
        let is_way = |way: &Vec<String>| way.len() == 1 && way[0] == word.stem;
        let at = asked.words.iter().position(|other| std::ptr::eq(other, *word)).unwrap_or_default();
        let says_how = asked.is_adjective(table, at + 1, named_at);
        !word.is_quoted && !says_how && table.own().any(|(_, column)| column.said.iter().any(is_way))
    };
    asked.left().filter(says_something).filter(|word| !is_column(word)).collect()
}

/// Whether a question is one about a program rather than about its data.
fn is_of_program(asked: &Asked) -> bool {
    let begins = asked.words.first().is_some_and(|word| OF_PROGRAMS.contains(&word.lower.as_str()));
    let is_part = |word: &Word| {
        let one = word.lower.strip_suffix('s').unwrap_or(&word.lower);
        PARTS_OF_PROGRAMS.contains(&one) || PARTS_OF_PROGRAMS.contains(&word.lower.as_str())
    };
    begins || asked.words.iter().any(is_part)
}
