//! What research found → rows of a screen, in the order of the answer, and the steps as queries to run.

use super::claims::Claim;
use super::found::{Citation, Research, StepTaken};
use super::passages::asked::asked_words;
use super::passages::label::telling;
use super::passages::lines::text_lines::text_of;
use super::tables::Counted;
use crate::docql::{self, Excerpt, Found, Item, Matched, Results, ResultsHeader, Shape};
use crate::document::{Kind, Span};
use crate::library::Library;
use crate::stdx::counted;

/// The number of a citation, as a row shows it.
const NUMBERS: [&str; 10] = ["[1]", "[2]", "[3]", "[4]", "[5]", "[6]", "[7]", "[8]", "[9]", "[10]"];

impl Research {
    /// The passages as rows, each at the line that says most; beside them what was not found, and the steps.
    pub fn rows(&self) -> Results {
        let library = &self.library;
        let found: Vec<(usize, &Citation, Found)> = self
            .numbered()
            .filter_map(|(number, citation)| Some((number, citation, Found::plain(item(library, citation)?))))
            .collect();
        let items: Vec<Found> = found.iter().map(|(.., found)| found.clone()).collect();
        let heading =
            ResultsHeader { query: self.question.clone(), shape: Shape::Answer, ranked: false, partial: None };
        let mut results = docql::present_items(heading, &items, library, items.len());
        let mut asked = asked_words(&self.question, library);
        for (hit, (number, citation, _)) in results.hits.iter_mut().zip(&found) {
            let passage = &citation.passage;
            if let Some((line, text)) = telling(passage, &mut asked) {
                let line = passage.in_file(line);
                let indent = text.len() - text.trim_start().len();
                hit.snippet = text.trim().to_owned();
                hit.matched = Some(Box::new(Matched::in_line(line, indent as u32 + 1, hit.snippet.len() as u32)));
            }
            if !passage.title().is_empty() {
                hit.name = passage.title();
            }
            if hit.context == hit.name {
                hit.context.clear();
            }
            (hit.kind, hit.role) = (passage.kind, NUMBERS.get(number - 1).copied().unwrap_or_default());
        }
        let counted = self.counted.iter().flat_map(Counted::lines);
        results.said = counted.chain(self.said.iter().cloned()).chain(self.claims.iter().map(told)).collect();
        results.notes.push(self.heading());
        results.notes.extend(self.remarks());
        results.hints.clone_from(&results.notes);
        let mut steps: Vec<String> = self.steps.iter().map(|taken| taken.step.text().to_owned()).collect();
        steps.retain(|step| *step != self.question);
        if let Some(counted) = &self.counted {
            // What was asked of the database is the first that can be asked again.
            steps.retain(|step| *step != counted.query);
            steps.insert(0, counted.query.clone());
        }
        let kept = self.asked_before.iter().map(|question| format!("? {question}"));
        results.suggestions = kept.chain(steps).collect();
        results
    }
}

/// What is known of an answer while it is looked for: the sentences of a model, whom it is that is asked, the steps. The
/// rows that the words of the question have found stay until then.
pub fn growing(question: &str, rows: &Results, steps: &[StepTaken], claims: &[Claim], asked: &str) -> Results {
    let mut results = Results { query: question.to_owned(), shape: Shape::Answer, ..rows.clone() };
    results.is_provisional = false;
    results.said = claims.iter().map(told).collect();
    results.suggestions = Vec::new();
    let steps = steps.iter().map(|taken| format!("{}  {}", taken.step.text(), counted(taken.hits, "hit")));
    results.notes = std::iter::once(asked.to_owned()).chain(steps).collect();
    results
}

fn told(claim: &Claim) -> String {
    format!("{}{}", claim.text, claim.mark())
}

/// The lines of a citation, with what is quoted of them as its match.
fn item(library: &Library, citation: &Citation) -> Option<Item> {
    let passage = &citation.passage;
    let file = library.find(&passage.path)?;
    let index = text_of(library, file)?.index;
    let (line, end_line) = (passage.line, passage.end_line.min(index.count()));
    let span = Span::new(index.start(line), index.start(end_line + 1));
    let quoted = index.start(*passage.quote.start());
    let mark = Span::new(quoted, quoted);
    let (line, end_line) = passage.place();
    Some(Item::Excerpt(Excerpt { file, span, kind: Kind::Chunk, line, end_line, mark }))
}
