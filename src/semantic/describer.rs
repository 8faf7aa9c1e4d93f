//! A language model describes pieces of files, each in a line.

use super::problem::{EndpointProblem, Unusable};
use crate::llm::secrets::{is_key_file, redact};
use crate::llm::{Fence, LanguageModel, Message, Prompt, Usage};
use crate::stdx::{Stale, Ticket, printable, tokens};

const DESCRIBE: &str = include_str!("../../assets/prompts/describe.md");

/// Bytes of a description, at most.
const MAX_BYTES: usize = 300;

/// Tokens around a piece in a prompt, and of its description, at most as a rule.
const AROUND: usize = 60;
const ANSWER: usize = 50;

/// A piece of a file, as it may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Where it is.
    pub place: String,
    /// What it says, what looks like keys left out.
    pub text: String,
}

impl Chunk {
    /// A piece of the file at `path`; `None` if nothing of that may be sent. How many keys were left out.
    pub fn of(path: &str, text: &str) -> Option<(Chunk, usize)> {
        if is_key_file(path) {
            return None;
        }
        let redacted = redact(text);
        Some((Chunk { place: path.to_owned(), text: redacted.text }, redacted.count))
    }

    /// Tokens of a request that are its, at most as a rule, with those of its description.
    pub fn tokens(&self) -> usize {
        tokens::upper_bound(&self.text) + tokens::upper_bound(&self.place) + AROUND + ANSWER
    }
}

/// The descriptions of some pieces, and what they have cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    /// One for each piece; `None` where the answer has none.
    pub texts: Vec<Option<String>>,
    /// Tokens.
    pub usage: Usage,
    /// What is wrong with an answer that describes nothing.
    pub fault: Option<EndpointProblem>,
}

/// A language model that describes pieces of files.
#[derive(Debug)]
pub struct Describer {
    model: LanguageModel,
}

impl Describer {
    /// Has `model` describe. Nothing is sent by this.
    pub fn new(model: LanguageModel) -> Describer {
        Describer { model }
    }

    /// The model that writes the descriptions; they are kept under its name.
    pub fn model(&self) -> &LanguageModel {
        &self.model
    }

    /// Tokens of a request beside those of its pieces, at most.
    pub fn overhead() -> usize {
        tokens::upper_bound(DESCRIBE)
    }

    /// What would be sent for these pieces.
    pub fn prompt(chunks: &[Chunk]) -> Prompt {
        let fence = Fence::around(chunks.iter().map(|chunk| chunk.text.as_str()));
        let quoted = chunks.iter().enumerate().map(|(at, chunk)| {
            fence.quoted(&[("number", &(at + 1).to_string()), ("path", &chunk.place)], &printable(&chunk.text))
        });
        let text = quoted.collect::<Vec<String>>().join("\n");
        Prompt { system: DESCRIBE.trim_end().to_owned(), messages: vec![Message::User(text)], tools: Vec::new() }
    }

    /// Has these pieces described.
    ///
    /// # Errors
    /// [`Stale`] as soon as `ticket` is; [`EndpointProblem`] if there is no answer.
    pub fn describe(&self, chunks: &[Chunk], ticket: &Ticket) -> Result<Result<Described, EndpointProblem>, Stale> {
        let reply = match self.model.ask(&Describer::prompt(chunks), ticket, &mut |_| {})? {
            Ok(reply) => reply,
            Err(problem) => return Ok(Err(problem.into())),
        };
        let texts = lines(&reply.text, chunks.len());
        let address = || self.model.address().to_owned();
        let fault = texts
            .iter()
            .all(Option::is_none)
            .then(|| EndpointProblem::Unusable { address: address(), what: Unusable::NoDescriptions });
        Ok(Ok(Described { texts, usage: reply.usage, fault }))
    }
}

/// The descriptions in an answer, by their numbers; the first one of each counts.
fn lines(answer: &str, chunks: usize) -> Vec<Option<String>> {
    let mut texts: Vec<Option<String>> = vec![None; chunks];
    for line in answer.lines() {
        let line = line.trim_start_matches(['-', '*', '[', '(', '#', ' ', '\t']);
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = line.split_at(digits);
        let said = rest.trim_start_matches([']', ')', '*']);
        let Some(said) = said.strip_prefix([':', '.', ')']).map(|said| said.trim_matches([' ', '*', '\t', '\r']))
        else {
            continue;
        };
        let slot = number.parse::<usize>().ok().and_then(|number| texts.get_mut(number.checked_sub(1)?));
        if let Some(slot @ None) = slot
            && !said.is_empty()
        {
            // A model may repeat what it should not have seen.
            let said = redact(said).text;
            *slot = Some(printable(&said[..said.floor_char_boundary(said.len().min(MAX_BYTES))]).into_owned());
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart_by_their_numbers() {
        let answer =
            "Here they are:\n1: Weighs parcels.\n[3]: Sends **them**.\n3: Again.\n4: Nobody.\n2:\n0: Nothing.\n";
        let said = lines(answer, 3);
        assert_eq!(said, [Some("Weighs parcels.".to_owned()), None, Some("Sends **them**.".to_owned())]);
        assert_eq!(lines("- **2**: Counts.\n1. Weighs.", 2), [Some("Weighs.".to_owned()), Some("Counts.".to_owned())]);
        assert_eq!(lines("nothing\n1 thing: no\n", 1), [None]);
        assert!(lines(&format!("1: {}", "架".repeat(900)), 1)[0].as_ref().is_some_and(|said| said.len() <= MAX_BYTES));
    }
}
