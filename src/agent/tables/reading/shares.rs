//! How large a part of the rows is: "what share of tickets is open", "percentage of orders in 2023 that were cancelled".

use super::asked::Asked;
use super::values::Text;
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::conditions::Condition;
use crate::library::Stems;

/// Words that ask for a part.
const SHARES: &[&[&str]] = &[&["share", "of"], &["percentage", "of"], &["percent", "of"], &["proportion", "of"]];

/// Words in front of these.
const BEFORE: &[&str] = &["what", "which", "how", "many", "the", "is", "show", "give", "me"];

/// Words behind which it is said of which rows the part is.
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "have", "has", "had", "come", "comes", "came", "live", "lives", "did", "do", "does",
    "cost", "costs", "got", "went", "go", "goes",
];

/// Words that say it as well, but may say of which rows all are.
const RELATIVE: &[&str] = &["that", "which", "who", "whose"];

impl Asked {
    /// What is said of all of which a part is asked: nothing, if no part is asked for; `None` if it is not clear what the
    /// part is.
    pub(in crate::agent::tables) fn share(
        &mut self,
        table: &Table,
        values: &[Text],
        stems: &mut Stems,
    ) -> Option<Option<Vec<Condition>>> {
        let found = SHARES.iter().find_map(|phrase| Some((self.phrase(phrase)?, phrase.len())));
        let Some((at, count)) = found.filter(|(at, _)| (0..*at).all(|at| self.is_word(at, BEFORE))) else {
            return Some(None);
        };
        self.take(0, at + count);
        let is_verb = |at: &usize| self.is_word(*at, VERBS) || self.is_word(*at, RELATIVE);
        let verb = (at + count..self.words.len()).find(is_verb);
        // "Of the orders that were shipped in 2017" are all, where it goes on: "… went to France".
        let goes_on = verb
            .is_some_and(|verb| self.is_word(verb, RELATIVE) && (verb + 2..self.words.len()).any(|at| is_verb(&at)));
        if goes_on {
            return None;
        }
        let Some(verb) = verb else {
            // "Share of open tickets": all of them are tickets. A time may be said of both.
            let mut whole = self.clone();
            let conditions = whole.conditions(table, values, stems)?;
            return conditions.iter().all(|condition| !condition.is_measure()).then(|| Some(Vec::new()));
        };
        let mut head = self.clone();
        head.words.truncate(verb);
        let mut all = head.conditions(table, values, stems)?;
        all.extend(head.filled(table));
        Some(Some(all))
    }
}
