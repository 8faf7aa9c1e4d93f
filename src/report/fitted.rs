//! What research found, within a budget of tokens: fewer lines of each passage first, then fewer passages.

use crate::agent::Research;
use crate::stdx::{counted, tokens::upper_bound};
use std::io::{self, Write};

/// An answer as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fitted {
    /// The text.
    pub bytes: Vec<u8>,
    /// Tokens of it, at most; more than the budget if nothing more could be left out.
    pub tokens: usize,
}

/// Writes `research` within `most` tokens, and says in a note what was left out for that. What a sentence of a model cites
/// stays, so that the sentence can be checked.
///
/// # Errors
/// If `write` fails.
pub fn fitted(
    mut research: Research,
    most: usize,
    write: &dyn Fn(&Research, &mut dyn Write) -> io::Result<()>,
) -> io::Result<Fitted> {
    let written = |research: &Research| -> io::Result<Fitted> {
        let mut bytes = Vec::new();
        write(research, &mut bytes)?;
        let tokens = upper_bound(&String::from_utf8_lossy(&bytes));
        Ok(Fitted { bytes, tokens })
    };
    let whole = written(&research)?;
    if whole.tokens <= most {
        return Ok(whole);
    }
    let notes = research.notes.len();
    let shortened =
        research.citations.iter_mut().map(|citation| citation.passage.shorten()).filter(|is_short| *is_short).count();
    // An answer without its passages would say that there is none.
    let (all, cited) = (research.citations.len(), last_cited(&research).max(1));
    research.steps.clear();
    loop {
        let dropped = all - research.citations.len();
        research.notes.truncate(notes);
        research.notes.extend(left_out(shortened.min(research.citations.len()), dropped));
        let now = written(&research)?;
        if now.tokens <= most || research.citations.len() <= cited {
            return Ok(now);
        }
        research.citations.pop();
    }
}

/// The highest number among what sentences cite; 0 where they cite nothing.
fn last_cited(research: &Research) -> usize {
    research.claims.iter().flat_map(|claim| claim.cites.iter().copied()).max().unwrap_or(0)
}

fn left_out(shortened: usize, dropped: usize) -> Option<String> {
    let lines = (shortened > 0).then(|| format!("lines of {}", counted(shortened, "passage")));
    let passages = (dropped > 0).then(|| format!("{} whole", counted(dropped, "passage")));
    let parts: Vec<String> = lines.into_iter().chain(passages).collect();
    (!parts.is_empty()).then(|| format!("left out for the budget of tokens: {}", parts.join(", ")))
}
