//! `query` and `search`: a question → a page of records.

use super::call::{Call, CallEvent, with_freshness};
use super::problem::Problem;
use crate::docql::{self, RecordOptions, Shape};
use crate::engine::{self, Answer, Event, Question, Reading, Spends, Unanswered};
use crate::report;
use crate::search::{MODES, Options};
use crate::serve::answers::cursor::Cursor;
use crate::serve::answers::query::reading;
use crate::serve::answers::withheld::without_texts_of_keys;
use crate::serve::workspaces::opened::Opened;
use crate::serve::workspaces::refusal::Refusal;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Bytes of a page, at most, unless one hit alone takes more; what does not fit is on the next one.
const MAX_PAGE: usize = 4 << 20;

/// Bytes of an answer that has no pages.
const MAX_WHOLE: usize = 16 << 20;

/// What the pages of a question have in common.
struct Asked {
    text: String,
    reading: Reading,
    /// The mode, for words that are ranked in a list of their own.
    mode: Option<&'static str>,
    cursor: Option<Cursor>,
    limit: usize,
    options: RecordOptions,
    /// All of it that decides which hits there are.
    name: String,
}

/// Answers a call of `query`.
pub(super) fn query(call: &Call<'_>) -> Result<Value, Problem> {
    let text = call.text("docql").to_owned();
    let reading = reading(&text);
    answer(call, asked(call, text, reading, None)?)
}

/// Answers a call of `search`.
pub(super) fn search(call: &Call<'_>) -> Result<Value, Problem> {
    let (text, mode) = (call.text("query").to_owned(), call.arguments.word("mode"));
    let mode = MODES.iter().find(|row| row.id == mode).map(|row| row.id);
    answer(call, asked(call, text, Reading::Words, mode)?)
}

fn asked(call: &Call<'_>, text: String, reading: Reading, mode: Option<&'static str>) -> Result<Asked, Refusal> {
    if text.is_empty() {
        return Err(
            Refusal::new("query", "the query is empty").or(["$.files".to_owned(), "words to look for".to_owned()])
        );
    }
    let fields: Vec<String> =
        call.text("fields").split(',').map(|field| field.trim().to_owned()).filter(|field| !field.is_empty()).collect();
    for field in &fields {
        docql::check_record_field(field).map_err(|error| {
            Refusal::new("arguments", format!("fields: {error}")).or(error.nearest.map(str::to_owned))
        })?;
    }
    let given = call.arguments.text("cursor").filter(|given| !given.is_empty());
    Ok(Asked {
        name: format!("{}\0{text}", mode.unwrap_or_default()),
        text,
        reading,
        mode,
        cursor: given.map(Cursor::read).transpose()?,
        limit: call.arguments.count("limit"),
        options: RecordOptions { fields, brief: call.arguments.flag("brief") },
    })
}

fn answer(call: &Call<'_>, asked: Asked) -> Result<Value, Problem> {
    if asked.reading == Reading::Docql
        && let Err(diagnostics) = docql::compile(&asked.text)
    {
        // A slip in the query is told before anything is opened.
        return Err(Problem::of_query(&diagnostics));
    }
    let opened = call.open()?;
    let mut slips = None;
    let page = opened.current(call.ticket, |changing| {
        let answer = ask(call, &opened, &asked).map_err(|why| match why {
            Unanswered::Invalid(diagnostics) | Unanswered::Defect(diagnostics) => {
                slips = Some(Problem::of_query(&diagnostics));
                Refusal::new("query", "")
            }
            why => why.into(),
        })?;
        let (document, shown) = page(&opened, &asked, answer)?;
        Ok((with_freshness(document, &opened.fresh(changing)), shown))
    });
    page.map_err(|refusal| slips.unwrap_or_else(|| refusal.into()))
}

fn ask(call: &Call<'_>, opened: &Opened, asked: &Asked) -> Result<Answer, Unanswered> {
    let offset = asked.cursor.map_or(0, |cursor| cursor.offset);
    let limit = offset.saturating_add(asked.limit);
    let mut question = Question::in_report(&asked.text, asked.reading, limit, (true, true));
    question.spends = Spends::Tokens;
    question.titles = docql::tell_of_structure(&asked.options.fields);
    if let Some(row) = MODES.iter().find(|row| Some(row.id) == asked.mode) {
        question.search = Options::of(row.mode);
    }
    let on_event = |event: Event| {
        if let Event::Indexed(progress) = event {
            (call.on_event)(CallEvent::Indexed(progress));
        }
    };
    engine::answer(&opened.indexer, &question, call.ticket, &on_event)
}

/// A page, and the files that it shows.
fn page(opened: &Opened, asked: &Asked, mut answer: Answer) -> Result<(Value, BTreeSet<Arc<str>>), Refusal> {
    let offset = asked.cursor.map_or(0, |cursor| cursor.offset);
    asked.cursor.map_or(Ok(()), |cursor| cursor.check(opened, &asked.name, &answer))?;
    if matches!(answer.results.shape, Shape::Count | Shape::Structure) {
        return whole(asked, &answer);
    }
    let all = answer.clone();
    answer.results.hits.drain(..offset);
    answer.items.drain(..offset.min(answer.items.len()));
    let mut document = document(asked, &answer);
    while answer.results.hits.len() > 1 && document.to_string().len() > MAX_PAGE {
        let fewer = answer.results.hits.len() / 2;
        answer.results.hits.truncate(fewer);
        answer.items.truncate(fewer);
        document = self::document(asked, &answer);
    }
    let end = offset + answer.results.hits.len();
    let more = answer.results.total.saturating_sub(end);
    document["truncated"] = (more > 0).into();
    document["more_count"] = more.into();
    document["at_least"] = answer.results.at_least.into();
    if more > 0 && end > offset {
        document["next_cursor"] = Cursor::behind(opened, &asked.name, &all, end).to_string().into();
    }
    let paths = answer.results.hits.iter().map(|hit| Arc::clone(&hit.path)).filter(|path| !path.is_empty());
    Ok((document, paths.collect()))
}

/// An answer that has no pages.
fn whole(asked: &Asked, answer: &Answer) -> Result<(Value, BTreeSet<Arc<str>>), Refusal> {
    let document = document(asked, answer);
    if document.to_string().len() > MAX_WHOLE {
        return Err(Refusal::new("too_large", format!("the answer is larger than {} MB", MAX_WHOLE >> 20))
            .or(["$.files[?(@.path ~= \"DIRECTORY/\")]".to_owned()]));
    }
    Ok((document, BTreeSet::new()))
}

fn document(asked: &Asked, answer: &Answer) -> Value {
    let mut document = whole_document(asked, answer);
    without_texts_of_keys(&mut document);
    document
}

fn whole_document(asked: &Asked, answer: &Answer) -> Value {
    if asked.options.fields.iter().any(|field| field == "changed") {
        answer.library.look_at_commit();
    }
    let reported = report::WrittenAnswer {
        results: &answer.results,
        items: &answer.items,
        library: &answer.library,
        options: asked.options.clone(),
        colour: false,
        grouped: false,
        context: 0,
        full: false,
        path_end: '\n',
    };
    let Some(mode) = asked.mode else { return report::document(&reported) };
    let (results, ranked) = (&answer.results, answer.ranked.as_ref());
    json!({
        "type": "docql_hits",
        "schema": 1,
        "query": asked.text,
        "mode": mode,
        "total": results.total,
        "truncated": false,
        "words_alone": ranked.and_then(|ranked| ranked.without_meaning.clone()),
        "notes": results.notes,
        "hints": results.hints,
        "suggestions": results.suggestions,
        "hits": report::records(&reported).collect::<Vec<Value>>(),
    })
}
