//! The last stage: findings → results, with how many there are in all and what is worth knowing beside them.

use super::find::{Findings, Ranking};
use super::left_out::left_out;
use super::lines;
use super::question::{Audience, Order, Question, Reading};
use super::read::{Asked, Words};
use crate::docql::{self, Found, Item, Place, Presented, Results, ResultsHeader, Shape};
use crate::document::Kind;
use crate::library::{Library, NamePart, Needs};
use crate::search::{self, Request, Reranked};
use crate::stdx::{Stale, Ticket};

/// Hits of a report that are counted at most.
const MAX_COUNTED: usize = 10_000;

impl Asked {
    /// Presents findings. `grow` gets the rows of a screen before they have been counted; without it they are
    /// not the last word, and need not be.
    pub(super) fn present(
        &self,
        findings: &Findings,
        library: &Library,
        question: &Question,
        ticket: &Ticket,
        grow: Option<&dyn Fn(Results)>,
    ) -> Result<Results, Stale> {
        let words = match self {
            Asked::Docql(plan) => {
                let wanted =
                    Presented { limit: self.limit(question), explains: question.explains(), detail: question.detail };
                let mut results = docql::present_while(plan, &findings.outcome, library, wanted, ticket)?;
                if matches!(question.audience, Audience::Report { .. }) {
                    // Which files have been parsed by chance is nothing to report: a screen shows it, since it may.
                    if matches!(plan.needs(), Needs::Files) && !question.titles {
                        let of_files = results.hits.iter_mut().filter(|hit| hit.kind == Kind::File);
                        of_files.for_each(|hit| hit.context.clear());
                    }
                    // Whoever types sees in the prompt what is read otherwise than it is written.
                    if question.reading == Reading::Docql {
                        results.notes.extend(docql::remarks(&question.text));
                    }
                }
                return Ok(results);
            }
            Asked::Reference(text) => return Ok(referred(text, findings, library, question)),
            Asked::Words(words) => words,
        };
        let nothing = Ranking::default();
        let ranking = findings.ranking.as_deref().unwrap_or(&nothing);
        let items: Vec<Found> = findings.outcome.items.clone().into();
        match question.audience {
            Audience::Screen { .. } => words.rows(ranking, &items, library, question, ticket, grow),
            Audience::Report { .. } => Ok(words.report(ranking, &items, library, question)),
        }
    }
}

/// What a reference names; of what is not there the cause.
fn referred(text: &str, findings: &Findings, library: &Library, question: &Question) -> Results {
    let items: Vec<Found> = findings.outcome.items.clone().into();
    let heading = ResultsHeader { query: text.to_owned(), shape: Shape::Nodes, ranked: false, partial: None };
    let mut results = docql::present_items(heading, &items, library, question.limit);
    if items.len() > 1 {
        results.notes.push(format!("{} have this name; an id tells them apart", items.len()));
    }
    if items.is_empty() {
        results.hints.push(missing(text, library));
    }
    results
}

/// Why a reference names nothing, with the query that shows what is there instead.
fn missing(text: &str, library: &Library) -> String {
    let Some(reference) = docql::Reference::read(text, library) else {
        let path = text.split_once(['#', ':']).map_or(text, |(path, _)| path).trim();
        if let Some(why) = left_out(path, library) {
            return why;
        }
        let name = path.rsplit('/').next().filter(|name| !name.is_empty());
        if let Some(declared) = name.filter(|_| path == text.trim()).and_then(|name| declared(name, library)) {
            return declared;
        }
        return match name {
            Some(name) => format!(
                "no file of the workspace has this path; $.files[?(@.path ~= {})] lists those with such a name",
                docql::quoted(name)
            ),
            None => "no file of the workspace has this path; $.files[*] lists all".to_owned(),
        };
    };
    let path = &library.file(reference.file).path;
    match reference.place {
        Place::Line(_) | Place::Lines(_) => {
            format!("{path} has no such lines; $.files[?(@.path == {})] shows how many it has", docql::quoted(path))
        }
        Place::Page(_) => format!(
            "{path} has no such page; $.content.paragraphs[?(@.path == {})] shows what it has",
            docql::quoted(path)
        ),
        Place::Cell(..) => format!(
            "{path} has no such cell in a row of a table; $.content.rows[?(@.path == {})] shows what it has",
            docql::quoted(path)
        ),
        Place::File | Place::Named(_) => {
            format!("{path} has nothing of this name; $.toc[?(@.path == {})] lists what it has", docql::quoted(path))
        }
    }
}

/// Ids that are told of what is declared by a name, at most.
const MAX_DECLARED: usize = 3;

/// Where something is declared by a name that is that of no file, with ids that name it.
fn declared(name: &str, library: &Library) -> Option<String> {
    let mut nodes = Vec::new();
    library.nodes_named(&name.to_lowercase(), NamePart::Whole, |node| {
        nodes.extend(library.outline(node.file).filter(|of| of.kind(node.node).is_symbol()).map(|_| node));
        nodes.len() <= MAX_DECLARED
    });
    let mut ids = docql::Ids::new(library);
    let told: Vec<String> = nodes.iter().take(MAX_DECLARED).filter_map(|node| ids.of(&Item::Node(*node))).collect();
    let more = if nodes.len() > MAX_DECLARED { ", …" } else { "" };
    let all = docql::quoted(name);
    (!told.is_empty()).then(|| {
        format!("{name} is no path; it is declared as {}{more}: $.code.query({all}) lists all", told.join(", "))
    })
}

impl Words {
    /// Rows of a screen, with the line of each that shows why it is a hit.
    fn rows(
        &self,
        ranking: &Ranking,
        items: &[Found],
        library: &Library,
        question: &Question,
        ticket: &Ticket,
        grow: Option<&dyn Fn(Results)>,
    ) -> Result<Results, Stale> {
        let heading = ResultsHeader { query: as_read(&self.request), shape: Shape::Nodes, ranked: true, partial: None };
        let mut results = docql::present_items(heading, items, library, question.limit);
        (results.total, results.at_least) = (ranking.total, ranking.at_least);
        results.with_identifier = ranking.ranked.with_identifier;
        results.as_query = Some(self.request.as_query());
        results.is_provisional = self.options.is_waiting() || ranking.reranked == Reranked::Later;
        lines::mark(&mut results.hits, &self.seeker(), ticket)?;
        results.tried = search::summary(&ranking.ranked);
        self.note(&mut results, ranking, library, ticket);
        if let Some(grow) = grow.filter(|_| ranking.at_least && ranking.total < self.options.enough) {
            // What can be shown is shown; how much there is in all takes longer.
            grow(results.clone());
            let asked = (&self.request, library);
            let count = search::count(&ranking.ranked, asked, &self.options, self.options.enough, ticket);
            (results.total, results.files, results.at_least) = (count.hits, count.files, count.at_least);
        }
        ticket.check()?;
        Ok(results)
    }

    /// Hits of a report, in rank order.
    fn report(&self, ranking: &Ranking, items: &[Found], library: &Library, question: &Question) -> Results {
        let ranked = question.order != Order::Path;
        let heading = ResultsHeader { query: question.text.clone(), shape: Shape::Nodes, ranked, partial: None };
        let mut results = docql::present_items(heading, items, library, question.limit);
        results.with_identifier = ranking.ranked.with_identifier;
        let forever = Ticket::forever();
        // Nobody stops a report.
        let _ = lines::mark(&mut results.hits, &self.seeker(), &forever);
        if !ranking.ranked.is_whole {
            let asked = (&self.request, library);
            let most = MAX_COUNTED.min(self.options.enough);
            let count = search::count(&ranking.ranked, asked, &self.options, most, &forever);
            (results.total, results.at_least) = (count.hits.max(results.total), count.at_least);
        }
        self.note(&mut results, ranking, library, &forever);
        results.suggestions.extend(docql::without_sigil(&question.text));
        results
    }

    fn note(&self, results: &mut Results, ranking: &Ranking, library: &Library, ticket: &Ticket) {
        let notes = search::notes(&self.request, &ranking.ranked, library, ticket);
        *if results.total == 0 { &mut results.hints } else { &mut results.notes } = notes;
    }
}

/// How the words were read, as a line for people.
fn as_read(words: &Request) -> String {
    let mut parts: Vec<String> = words.terms.clone();
    parts.extend(words.phrases.iter().map(|phrase| format!("\"{phrase}\"")));
    parts.extend(words.fuzzy.iter().map(|word| format!("~{word}~")));
    parts.extend(words.excluded.iter().map(|word| format!("-{word}")));
    parts.extend(words.facets.told());
    match words.lists() {
        true => format!("everything with {}", parts.join(" ")),
        false => format!("names, headings and text with {}", parts.join(" ")),
    }
}
