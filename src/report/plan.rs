//! How a query is read and what it needs, as text and as JSON.

use crate::docql::Plan;
use crate::library::Needs;
use serde_json::{Value, json};

/// A plan as the JSON document of the contract; `counts` are the items that each step finds, if they were counted.
pub fn plan_json(plan: &Plan, counts: &[usize]) -> Value {
    json!({
        "type": "docql_plan",
        "schema": 1,
        "canonical": plan.canonical(),
        "steps": plan.steps_text(),
        "counts": counts,
        "needs": needs_text(plan.needs()),
    })
}

/// What a query needs, for people.
pub fn needs_text(needs: &Needs) -> String {
    match needs {
        Needs::Files => "files on demand; no index".to_owned(),
        Needs::Databases => "the tables of databases; rows are asked of them".to_owned(),
        Needs::Named(names) => {
            let names: Vec<String> = names.iter().map(|name| format!("\"{}\"", name.text)).collect();
            format!("the structure of files whose text holds {}", names.join(" or "))
        }
        Needs::Structure => "the structure of all files".to_owned(),
        Needs::Text(_) => "the full-text index".to_owned(),
        Needs::FullText => "the structure of all files and the full-text index".to_owned(),
        Needs::Pictures => "the structure of all files, and the vectors of pictures".to_owned(),
        Needs::Vectors => "the structure of all files, the full-text index and all vectors".to_owned(),
    }
}
