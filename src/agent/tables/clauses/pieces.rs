//! A question → its pieces, each with all that it may name.

use super::clause::Place;
use super::fillers::{is_deed, is_idle, is_of_named};
use super::measures::{Measured, comparative, superlative};
use super::names::{called_otherwise, done, named, referred};
use super::sayings::{Saying, saying};
use crate::agent::tables::reading::asked::{Asked, Word};
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::conditions::Value;
use crate::agent::tables::vocabulary::called::CALLED;
use crate::agent::tables::vocabulary::number_words::NUMBERS;
use crate::agent::tables::vocabulary::people::{SEX, SEXES};
use crate::library::is_cjk;

/// Words of a value, and of a name, at most.
const MAX_WORDS: usize = 8;

/// Words behind which "one" is a number.
const BEFORE_ONE: &[&str] = &["than", "least", "most", "exactly", "only"];

/// How well a column is named: by its whole name, by what its table adds to it, by a part of it.
pub(super) const WHOLE: u8 = 3;
pub(super) const BARE: u8 = 2;
pub(super) const PART: u8 = 1;

/// Words that stand side by side, and what they may name.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    pub at: usize,
    pub count: usize,
    pub text: String,
    pub tables: Vec<usize>,
    pub columns: Vec<(Place, u8)>,
    pub values: Vec<(Place, String)>,
    pub number: Option<String>,
    pub saying: Option<Saying>,
    /// A superlative, and a comparative.
    pub most: Option<Measured>,
    pub more: Option<Measured>,
    pub is_quoted: bool,
    /// Whether it says what is done, so that there is a row of a table.
    pub is_done: bool,
    /// How it is read, where it could be otherwise.
    pub note: Option<String>,
}

impl Piece {
    fn names_nothing(&self) -> bool {
        self.tables.is_empty() && self.columns.is_empty() && self.values.is_empty()
    }
}

/// The pieces of a question; `None` if some word of it says nothing.
pub(super) fn pieces(asked: &Asked, tables: &[Table], values: &[Vec<Text>]) -> Option<Vec<Piece>> {
    let words = &asked.words;
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let (mut at, mut last_deed, mut deed_at) = (0, 0, 0);
    while at < words.len() {
        let piece = if words[at].is_quoted {
            quoted(asked, at, (tables, values))
        } else {
            plain(asked, at, (tables, values), &lower)
        };
        match piece {
            Some(piece) => {
                at += piece.count;
                pieces.push(piece);
            }
            None if words[at].lower.contains(is_cjk) => return None,
            None if words[at].is_abbreviation => return None,
            // "In one semester" may mean the same one.
            None if words[at].lower == "one" && names_rows(asked, at + 1, (tables, values), &lower) => return None,
            None if is_idle(&words[at].lower) => at += 1,
            None if is_deed(&words[at].lower) || is_way(&words[at], tables) => {
                (last_deed, deed_at) = (pieces.len(), at);
                at += 1;
            }
            None => return None,
        }
    }
    let is_said_of = |piece: &Piece| !piece.names_nothing() || piece.number.is_some() || piece.is_quoted;
    let is_clear = last_deed == 0 || pieces[last_deed..].iter().any(is_said_of) || is_of_named(&lower, deed_at);
    is_clear.then_some(pieces)
}

/// Whether a table begins here, or a column.
fn names_rows(asked: &Asked, at: usize, known: (&[Table], &[Vec<Text>]), lower: &[&str]) -> bool {
    at < asked.words.len()
        && plain(asked, at, known, lower).is_some_and(|piece| !piece.tables.is_empty() || !piece.columns.is_empty())
}

/// A value in quotes.
fn quoted(asked: &Asked, at: usize, (tables, values): (&[Table], &[Vec<Text>])) -> Option<Piece> {
    let count = asked.words[at..].iter().take_while(|word| word.is_quoted).count();
    // Of two texts in quotes that stand side by side the first ends where it is one of the values.
    let whole = asked.written(at, count).to_owned();
    let mut piece = Piece { at, count, text: whole, is_quoted: true, ..Piece::default() };
    let written = &piece.text;
    piece.values = named_values(written, &asked.words[at..at + count], tables, values);
    Some(piece)
}

/// The longest piece that begins here.
fn plain(asked: &Asked, at: usize, (tables, values): (&[Table], &[Vec<Text>]), lower: &[&str]) -> Option<Piece> {
    let words = &asked.words;
    let until = words[at..].iter().take(MAX_WORDS).take_while(|word| !word.is_quoted).count();
    // "List the name and the number".
    let is_count = lower[at] == "number" && at + 1 == lower.len();
    let said = saying(&lower[at..at + until]).or(is_count.then_some((Saying::Count, 1)));
    let least = said.map_or(0, |(_, count)| count);
    for count in (1..=until).rev() {
        let here = &words[at..at + count];
        let mut piece = Piece { at, count, text: asked.written(at, count).to_owned(), ..Piece::default() };
        piece.columns = columns(here, tables);
        piece.tables = named(here, tables, piece.columns.iter().any(|(_, quality)| *quality > PART));
        // What refers to a table and is called like it says no more than the table does.
        if let [table] = piece.tables[..] {
            let refers = |(of, at): Place| tables[of].references.iter().any(|(by, to, _)| *by == at && *to == table);
            piece.columns.retain(|(place, _)| !refers(*place));
        }
        if piece.tables.is_empty() && least == 0 {
            let whole: Vec<Place> =
                piece.columns.iter().filter(|(_, quality)| *quality > PART).map(|(place, _)| *place).collect();
            if let Some((table, note)) = referred(here, &whole, tables) {
                (piece.tables, piece.note) = (vec![table], note);
            }
        }
        let is_more = count > least || here.iter().any(|word| word.is_abbreviation);
        if is_more || least == 0 {
            let written = asked.written(at, count);
            piece.values = named_values(written, here, tables, values);
            let is_word = count == 1 && (is_idle(&here[0].lower) || is_deed(&here[0].lower)) && !here[0].is_proper;
            // What is done may be what rows are called that it was done with: rules are not sure enough of it.
            if is_word && is_deed(&here[0].lower) && !piece.values.is_empty() {
                return Some(Piece { saying: Some(Saying::Unclear), ..piece });
            }
            if is_word {
                piece.values.clear();
            }
        }
        if piece.names_nothing()
            && least == 0
            && let Some((table, note)) = called_otherwise(here, tables)
        {
            (piece.tables, piece.note) = (vec![table], Some(note));
        }
        if !piece.names_nothing() && count > least {
            let number = Value::number(lower[at]).filter(|_| count == 1 && piece.tables.is_empty());
            if let Some(Value::Number(number)) = number.filter(|_| piece.columns.is_empty()) {
                piece.number = Some(number);
            }
            return Some(piece);
        }
        if count == least {
            return Some(Piece { saying: said.map(|(saying, _)| saying), ..piece });
        }
    }
    let word = lower[at];
    let piece = Piece { at, count: 1, text: words[at].written.clone(), ..Piece::default() };
    let number = match Value::number(word) {
        Some(Value::Number(number)) => Some(number),
        _ if word == "one" && at > 0 && BEFORE_ONE.contains(&lower[at - 1]) => Some("1".to_owned()),
        // "One" is a number only where something says so.
        _ => NUMBERS.iter().position(|own| *own == word).filter(|&at| at > 0).map(|at| (at + 1).to_string()),
    };
    if let Some(table) = done(&words[at], tables) {
        return Some(Piece { tables: vec![table], is_done: true, ..piece });
    }
    let (most, more) = (superlative(word), comparative(word));
    let says = number.is_some() || most.is_some() || more.is_some();
    says.then_some(Piece { number, most, more, ..piece })
}

/// The columns that are called so.
fn columns(here: &[Word], tables: &[Table]) -> Vec<(Place, u8)> {
    let mut found = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        let best = table.own().map(|(place, column)| ((at, place), likeness(column, table, here)));
        let best: Vec<(Place, u8)> = best.filter(|(_, likeness)| *likeness > 0).collect();
        let best = if best.is_empty() { own_names(at, table, here).collect() } else { best };
        let most = best.iter().map(|(_, likeness)| *likeness).max().unwrap_or(0);
        found.extend(best.into_iter().filter(|(_, likeness)| *likeness == most));
    }
    if found.is_empty() {
        found = columns_called_otherwise(here, tables);
    }
    found
}

/// The columns that people call so, whatever their names are.
fn columns_called_otherwise(here: &[Word], tables: &[Table]) -> Vec<(Place, u8)> {
    let [word] = here else { return Vec::new() };
    let names = CALLED.iter().filter(|(said, _)| said.contains(&word.lower.as_str())).flat_map(|(_, names)| *names);
    let names: Vec<&str> = names.copied().collect();
    let is = |column: &Column| matches!(column.name_words.as_slice(), [only] if names.contains(&only.as_str()));
    let of = |(at, table): (usize, &Table)| -> Vec<(Place, u8)> {
        table.own().filter(|(_, column)| is(column)).map(|(own, _)| ((at, own), BARE)).collect()
    };
    tables.iter().enumerate().flat_map(of).collect()
}

/// Whether a word is a part of the name of a column that refers to another table: who "supports" whom, by `support_rep_id`.
fn is_way(word: &Word, tables: &[Table]) -> bool {
    let says = |(table, (by, ..)): (&Table, &(usize, usize, usize))| {
        let column = &table.columns[*by];
        column.words.len() > 1 && column.words.contains(&word.stem) && !UNSAID.contains(&word.stem.as_str())
    };
    word.lower.len() > 3 && tables.iter().flat_map(|table| table.references.iter().map(move |to| (table, to))).any(says)
}

/// What "name" and "id" are of a table that calls them otherwise.
fn own_names(at: usize, table: &Table, here: &[Word]) -> impl Iterator<Item = (Place, u8)> {
    let says = |word: &str| matches!(here, [only] if only.stem == word);
    let (is_name, is_key) = (says("name"), says("id"));
    let keys = table.own().filter(|(own, column)| column.is_key && !table.references.iter().any(|(by, ..)| by == own));
    let keys: Vec<usize> = keys.map(|(own, _)| own).collect();
    let keys = if is_key && keys.len() == 1 { keys } else { Vec::new() };
    let labels = if is_name { table.labels.clone() } else { Vec::new() };
    labels.into_iter().chain(keys).map(move |own| ((at, own), BARE))
}

/// Words that names of columns begin or end with, and nobody says.
const UNSAID: &[&str] = &["name", "id", "code", "of", "the", "and", "in", "for"];

/// Words that say that a column holds a number of something.
const COUNTS_BEFORE: &[&str] = &["number", "num", "no", "nb", "count"];

/// Whether a word looks like a form of a verb, which a column of the same stem need not be meant by.
fn is_verb(word: &str) -> bool {
    word.ends_with("ed") || word.ends_with("ing")
}

/// How well words name a column; 0 if they do not.
fn likeness(column: &Column, table: &Table, here: &[Word]) -> u8 {
    let is = |name: &[String]| {
        !name.is_empty()
            && name.len() == here.len()
            && name.iter().zip(here).all(|(own, word)| *own == word.stem || *own == word.lower)
    };
    let others = other_ways(column);
    if others.iter().any(|way| is(way)) {
        return if column.is_key { BARE } else { WHOLE };
    }
    if let [word] = here
        && !word.is_proper
        && (word.lower.len() <= 2 && word.lower != "id"
            || is_verb(&word.lower) && (column.is_key || !column.name_words.contains(&word.lower)))
    {
        return 0;
    }
    // "Number of products" is `number_products`.
    if let [first, of, rest @ ..] = here
        && of.lower == "of"
        && column.type_ == Type::Number
        && column.words.len() == rest.len() + 1
        && COUNTS_BEFORE.contains(&column.name_words.first().map_or("", String::as_str))
        && first.lower == "number"
        && column.words[1..].iter().zip(rest).all(|(own, word)| *own == word.stem)
    {
        return WHOLE;
    }
    let counted: Vec<String> = column.counts().into_iter().flatten().cloned().collect();
    let number = |name: &[String]| {
        here.len() == name.len() + 2 && here[0].lower == "number" && here[1].lower == "of" && {
            name.iter().zip(&here[2..]).all(|(own, word)| *own == word.stem)
        }
    };
    if is(&column.words) || !counted.is_empty() && number(&counted) {
        return WHOLE;
    }
    if column.said.iter().any(|way| is(way)) {
        return if column.is_key { BARE } else { WHOLE };
    }
    // The `type_code` of `ref_types`.
    let ends = (0..table.said.len()).map(|from| &table.said[from..]);
    if ends.filter_map(|end| column.words.strip_prefix(end)).any(is) {
        return BARE;
    }
    // "The treatment date" of `date_of_treatment`.
    let sorted = |name: &mut Vec<&str>| {
        name.retain(|word| *word != "of");
        name.sort_unstable();
        name.len()
    };
    let (mut own, mut said): (Vec<&str>, Vec<&str>) =
        (column.words.iter().map(String::as_str).collect(), here.iter().map(|word| word.stem.as_str()).collect());
    if sorted(&mut own) > 1 && sorted(&mut said) > 1 && own == said {
        return BARE;
    }
    // A part of a name of several words, unless nobody would say it alone.
    let is_idle = here.iter().all(|word| is_idle(&word.lower) || is_deed(&word.lower));
    let is_said = !is_idle && here.iter().any(|word| !UNSAID.contains(&word.lower.as_str()) && word.lower.len() > 2);
    let is_part = column.words.len() > here.len() && column.words.windows(here.len()).any(is);
    u8::from(is_said && is_part && !column.is_key) * PART
}

/// Other names of columns that hold parts of names.
fn other_ways(column: &Column) -> Vec<Vec<String>> {
    let name: String = column.name_words.concat();
    let says = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
    match name.as_str() {
        "fname" | "firstname" | "forename" | "first" => vec![says(&["first", "name"])],
        "lname" | "lastname" | "surname" | "last" => {
            vec![says(&["last", "name"]), says(&["surnam"]), says(&["surname"]), says(&["famili", "name"])]
        }
        "dob" => vec![says(&["birth", "date"]), says(&["date", "of", "birth"])],
        "weight" => vec![says(&["weigh"])],
        "sex" => vec![says(&["gender"])],
        "gender" => vec![says(&["sex"])],
        // The director of `directed_by`.
        _ => match (column.words.as_slice(), column.name_words.last().map(String::as_str)) {
            ([verb, _], Some("by")) => ["or", "er"].iter().map(|end| vec![format!("{verb}{end}")]).collect(),
            _ => Vec::new(),
        },
    }
}

/// The values that are called so.
fn named_values(written: &str, here: &[Word], tables: &[Table], values: &[Vec<Text>]) -> Vec<(Place, String)> {
    let lower = written.to_lowercase();
    let mut found = Vec::new();
    for (at, texts) in values.iter().enumerate() {
        for text in texts {
            let column = &tables[at].columns[text.column];
            let is_letter = text.text.chars().count() == 1;
            let is_sex = is_letter || column.words.iter().any(|word| SEX.contains(&word.as_str()));
            let is = match is_sex && is_of_sex(column, here, &text.text) {
                true => true,
                false => text.text.trim().to_lowercase() == lower || is_same_choice(text, here),
            };
            if is && column.type_ == Type::Text && !text.text.trim().is_empty() {
                found.push(((at, text.column), text.text.clone()));
            }
        }
    }
    found
}

/// Whether words are a value of a choice in another form: dogs, and "dog"; TV shows, and "TV Show".
fn is_same_choice(text: &Text, here: &[Word]) -> bool {
    let Some((last, before)) = here.split_last() else { return false };
    if !text.is_choice || last.stem.len() <= 2 || here.iter().any(|word| word.is_quoted) {
        return false;
    }
    let lower = text.text.to_lowercase();
    let Some(start) = lower.strip_suffix(last.stem.as_str()) else { return false };
    start.split_whitespace().eq(before.iter().map(|word| word.lower.as_str()))
        && start.ends_with(' ') != before.is_empty()
}

/// Whether a word means the sex that a column holds so.
fn is_of_sex(column: &Column, here: &[Word], text: &str) -> bool {
    let [word] = here else { return false };
    let is_column = column.name_words.iter().any(|word| SEX.contains(&word.as_str()));
    let lower = text.to_lowercase();
    let means =
        |(said, held): &(&[&str], &[&str])| said.contains(&word.lower.as_str()) && held.contains(&lower.as_str());
    is_column && SEXES.iter().any(means)
}
