//! Two groups that are compared: "did more orders come in May or June 2023", "how many more … in 2004 than in 2003".

use super::asked::Asked;
use crate::agent::tables::schema::conditions::Condition;

/// How such a question begins, unless it says how many more there are.
const BEGINNINGS: &[&str] = &["did", "do", "does", "are", "were", "was", "is", "have", "has"];

/// Words that only say that there are rows.
const COMING: &[&str] = &["come", "came"];

/// Two groups of rows, each by what it is called and what tells it apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent::tables) struct Contrast {
    pub sides: Vec<(String, Condition)>,
    /// Whether it is asked how many more there are.
    pub is_difference: bool,
}

impl Contrast {
    /// The groups of the one condition that has two sides, which is taken away.
    pub(in crate::agent::tables) fn of(conditions: &mut Vec<Condition>, is_difference: bool) -> Option<Contrast> {
        let sides = |condition: &Condition| match condition {
            Condition::DaysAmong(column, times) => {
                let side = |(first, next): &(String, String)| {
                    let label = format!("{first} to before {next}");
                    (label, Condition::Days(*column, first.clone(), next.clone()))
                };
                Some(times.iter().map(side).collect::<Vec<_>>()).filter(|sides| sides.len() == 2)
            }
            Condition::Among(column, texts) => {
                let side = |text: &String| (text.clone(), Condition::Among(*column, vec![text.clone()]));
                Some(texts.iter().map(side).collect::<Vec<_>>()).filter(|sides| sides.len() == 2)
            }
            _ => None,
        };
        let at = conditions.iter().position(|condition| sides(condition).is_some())?;
        let found = sides(&conditions.remove(at))?;
        let is_only = conditions.iter().all(|condition| sides(condition).is_none());
        is_only.then_some(Contrast { sides: found, is_difference })
    }
}

impl Asked {
    /// Uses the words that say that two groups are compared; whether the difference is asked for.
    pub(in crate::agent::tables) fn contrasted(&mut self) -> Option<bool> {
        let more = (0..self.words.len()).find(|at| self.is_word(*at, &["more"]) && !self.is_word(at + 1, &["than"]))?;
        let joint = |words: &[&str]| (more + 1..self.words.len()).find(|at| self.is_word(*at, words));
        let is_difference = more >= 2 && self.is_word(more - 2, &["how"]) && self.is_word(more - 1, &["many"]);
        let than = joint(&["than"]);
        let is_asked = match is_difference {
            true => than.is_some(),
            false => self.is_word(0, BEGINNINGS) && (than.is_some() || joint(&["or"]).is_some()),
        };
        // "Or more" behind a number compares that.
        if !is_asked || more > 0 && self.is_word(more - 1, &["or", "and"]) {
            return None;
        }
        self.take(more, 1);
        if let Some(than) = than {
            // One of the two, as "or" says it.
            let word = &mut self.words[than];
            (word.lower, word.stem) = ("or".to_owned(), "or".to_owned());
        }
        for at in 0..self.words.len() {
            if self.is_word(at, COMING) {
                self.take(at, 1);
            }
        }
        Some(is_difference)
    }
}
