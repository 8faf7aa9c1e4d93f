//! Arguments as they come from a model or a program → what a tool or an endpoint works with; whatever is wrong is said,
//! with what would be right.

use super::table::{Argument, MAX_TOKENS, MIN_TOKENS, Wanted};
use crate::serve::workspaces::refusal::Refusal;
use crate::stdx::edit_distance;
use serde_json::{Map, Value};

/// Letters that a name may be off to be meant.
const NEAR: usize = 3;

/// The arguments of a call, checked against the rows of what is called.
pub(in crate::serve) struct Arguments<'a> {
    rows: &'static [Argument],
    given: &'a Map<String, Value>,
}

impl<'a> Arguments<'a> {
    /// Checks names and types of what is given.
    pub(in crate::serve) fn check(
        called: &str,
        rows: &'static [Argument],
        given: &'a Map<String, Value>,
    ) -> Result<Arguments<'a>, Refusal> {
        for (name, value) in given.iter().filter(|(_, value)| !value.is_null()) {
            let Some(argument) = rows.iter().find(|argument| argument.name == name) else {
                return Err(unknown(called, rows, name));
            };
            let is_right = match argument.wanted {
                Wanted::Text => value.is_string(),
                Wanted::Tokens => number(value).is_some(),
                Wanted::Count { least, most, .. } => {
                    number(value).is_some_and(|number| (least..=most).contains(&number))
                }
                Wanted::Flag => flag(value).is_some(),
                Wanted::OneOf(words) => value.as_str().is_some_and(|word| words.contains(&word)),
            };
            if !is_right {
                return Err(wrong(argument, value));
            }
        }
        let has = |argument: &&Argument| given.get(argument.name).is_some_and(|value| !value.is_null());
        match rows.iter().filter(|argument| argument.is_required).find(|argument| !has(argument)) {
            Some(missing) => Err(Refusal::new("arguments", format!("{called} needs \"{}\"", missing.name))
                .or([format!("{}: {}", missing.name, if missing.doc.is_empty() { "text" } else { missing.doc })])),
            None => Ok(Arguments { rows, given }),
        }
    }

    /// A text; `None` if it is left out.
    pub(in crate::serve) fn text(&self, name: &str) -> Option<&'a str> {
        self.given.get(name).and_then(Value::as_str)
    }

    /// The word that was chosen.
    pub(in crate::serve) fn word(&self, name: &str) -> &'a str {
        let row = self.rows.iter().find(|argument| argument.name == name).map(|argument| argument.wanted);
        let usual = if let Some(Wanted::OneOf(words)) = row { words.first().copied().unwrap_or("") } else { "" };
        self.text(name).unwrap_or(usual)
    }

    /// A number of a row that wants one.
    pub(in crate::serve) fn count(&self, name: &str) -> usize {
        let row = self.rows.iter().find(|argument| argument.name == name).map(|argument| argument.wanted);
        let usual = if let Some(Wanted::Count { usual, .. }) = row { usual } else { 0 };
        usize::try_from(self.given.get(name).and_then(number).unwrap_or(usual)).unwrap_or(usize::MAX)
    }

    /// Whether a flag is set.
    pub(in crate::serve) fn flag(&self, name: &str) -> bool {
        self.given.get(name).and_then(flag).unwrap_or(false)
    }

    /// The budget of the answer.
    pub(in crate::serve) fn tokens(&self) -> Result<usize, Refusal> {
        let given = Argument::tokens(self.given.get("max_tokens").and_then(number));
        if given < MIN_TOKENS {
            let refusal = Refusal::new("arguments", format!("max_tokens must be {MIN_TOKENS} or more"));
            return Err(refusal.or([MIN_TOKENS.to_string()]));
        }
        Ok(given as usize)
    }
}

/// A whole number; models write it as text or with a fraction of nothing too.
fn number(value: &Value) -> Option<u64> {
    let whole = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number as u64);
    value.as_u64().or_else(|| value.as_f64().and_then(whole)).or_else(|| value.as_str()?.trim().parse().ok())
}

/// Yes or no; in an address they are words.
fn flag(value: &Value) -> Option<bool> {
    value.as_bool().or_else(|| value.as_str()?.parse().ok())
}

/// Names that other tools have for an argument.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("path", "id"),
    ("file", "id"),
    ("file_path", "id"),
    ("uri", "id"),
    ("symbol", "id"),
    ("query", "docql"),
    ("q", "docql"),
    ("pattern", "docql"),
    ("query", "question"),
    ("q", "question"),
    ("text", "question"),
    ("limit", "max_tokens"),
    ("repo", "root"),
    ("revision", "at"),
    ("ref", "at"),
];

fn unknown(called: &str, rows: &[Argument], name: &str) -> Refusal {
    let names: Vec<&str> = rows.iter().map(|argument| argument.name).collect();
    let meant = OTHER_NAMES.iter().filter(|(other, own)| *other == name && names.contains(own)).map(|(_, own)| *own);
    let near = names.iter().copied().filter(|known| edit_distance(known, name, NEAR) <= NEAR);
    let near: Vec<String> = meant.chain(near).map(str::to_owned).collect();
    let name: String = name.chars().take(60).collect();
    Refusal::new("arguments", format!("{called} has no argument \"{name}\"; it takes {}", names.join(", ")))
        .or(near.into_iter().take(1))
}

fn wrong(argument: &Argument, value: &Value) -> Refusal {
    let (wanted, fixes) = match argument.wanted {
        Wanted::Text => ("a string".to_owned(), Vec::new()),
        Wanted::Tokens => {
            let near = if number(value).is_some() { MIN_TOKENS } else { MAX_TOKENS };
            (format!("a whole number from {MIN_TOKENS}"), vec![near.to_string()])
        }
        Wanted::Count { least, most, .. } => {
            let near = if number(value).is_some_and(|given| given > most) { most } else { least };
            (format!("a whole number from {least} to {most}"), vec![near.to_string()])
        }
        Wanted::Flag => ("true or false".to_owned(), Vec::new()),
        Wanted::OneOf(words) => {
            (format!("one of {}", words.join(", ")), words.iter().map(|word| (*word).to_owned()).collect())
        }
    };
    let shown: String = value.to_string().chars().take(40).collect();
    Refusal::new("arguments", format!("{} is {wanted}, not {shown}", argument.name)).or(fixes)
}
