//! `expand`: how words are widened, or a query is read, without searching.

use super::call::Call;
use super::problem::Problem;
use crate::docql;
use crate::engine::Reading;
use crate::report;
use crate::search::{self, Expansion};
use crate::serve::answers::query::reading;
use crate::serve::workspaces::refusal::Refusal;
use serde_json::{Value, json};

/// Answers a call of `expand`.
pub(super) fn answer(call: &Call<'_>) -> Result<Value, Problem> {
    let text = call.text("query");
    if text.is_empty() {
        return Err(Refusal::new("query", "the query is empty").or(["words to look for".to_owned()]).into());
    }
    if reading(text) == Reading::Docql {
        let plan = docql::compile(text).map_err(|diagnostics| Problem::of_query(&diagnostics))?;
        return Ok(report::plan_json(&plan, &[]));
    }
    let request = search::read(text);
    let expansion = Expansion::of(&request);
    let words: Vec<Value> = expansion.words.iter().map(|(word, forms)| json!({"word": word, "forms": forms})).collect();
    Ok(json!({
        "type": "docql_expansion",
        "schema": 1,
        "query": text,
        "words": words,
        "phrases": request.phrases,
        "fuzzy": request.fuzzy,
        "excluded": request.excluded,
        "is_question": expansion.is_question,
        "lines": search::expansion(&request),
    }))
}
