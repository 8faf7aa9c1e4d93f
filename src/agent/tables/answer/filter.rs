//! A question and a table → a query that filters its rows first and searches what is left for the words that are not
//! understood.

use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::conditions::Condition;
use crate::agent::tables::vocabulary::matter_words::{ASKING, OF_PROGRAMS, ORDERS, PARTS_OF_PROGRAMS};
use crate::agent::tables::vocabulary::words::{ASKS, Ask};
use crate::docql::quoted;
use crate::library::Stems;
use crate::search::is_stop_word;

/// A query that filters rows and searches them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Filter {
    /// The query, behind what names the table.
    pub steps: String,
    /// The stems of the words that are searched for.
    pub stems: Vec<String>,
    /// Set if every word must stand in a row as it is: only values of columns tell that rows are meant.
    pub is_strict: bool,
}

/// The query of a question for a table; `None` if no condition is understood, or if nothing is left to search for.
/// `values` are texts in columns; `is_alone` is set where there is nothing but databases.
pub(in crate::agent::tables) fn filter(
    mut asked: Asked,
    table: &Table,
    values: &[Text],
    is_alone: bool,
    stems: &mut Stems,
) -> Option<Filter> {
    let is_of_program = !is_alone && is_of_program(&asked);
    let has_texts = (0..table.columns.len()).any(|at| {
        table.columns[at].type_ == Type::Text && !values.iter().any(|text| text.column == at && text.is_choice)
    });
    if asked.denials > 0 || is_of_program {
        return None;
    }
    let named_at = asked.take_name(table);
    if named_at.is_none() && !(is_alone && has_texts) {
        return None;
    }
    let conditions = asked.conditions(table, values, stems)?;
    let counts = ASKS.iter().any(|(phrase, ask)| *ask != Ask::List && asked.phrase(phrase).is_some());
    let is_ordered = asked.left().any(|word| ORDERS.contains(&word.lower.as_str()) && !word.is_quoted);
    if conditions.is_empty() || counts || is_ordered {
        return None;
    }
    let is_strict = !is_alone && !conditions.iter().any(Condition::is_measure);
    let left = of_matter(&asked, table, named_at);
    if left.is_empty() {
        return None;
    }
    let words: Vec<&str> = left.iter().map(|word| word.written.as_str()).collect();
    let conditions = conditions.iter().map(|condition| condition.docql(table)).collect::<Option<Vec<String>>>()?;
    let steps = format!(".rows[?({})].search({})", conditions.join(" && "), quoted(&words.join(" ")));
    Some(Filter { steps, stems: left.iter().map(|word| word.stem.clone()).collect(), is_strict })
}

/// The words that say what is looked for. The name of a column is none, unless it says of the rows how they are.
fn of_matter<'a>(asked: &'a Asked, table: &Table, named_at: Option<usize>) -> Vec<&'a Word> {
    let says_something = |word: &&Word| {
        let lower = word.lower.as_str();
        word.is_quoted
            || !is_stop_word(lower) && !ASKING.contains(&lower) && !ASKS.iter().any(|(ask, _)| *ask == [lower])
    };
    let is_column = |word: &&Word| {
        let is_way = |way: &Vec<String>| way.len() == 1 && way[0] == word.stem;
        let at = asked.words.iter().position(|other| std::ptr::eq(other, *word)).unwrap_or_default();
        let says_how = asked.is_adjective(table, at + 1, named_at);
        !word.is_quoted && !says_how && table.columns.iter().any(|column| column.said.iter().any(is_way))
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
