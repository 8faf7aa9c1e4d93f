//! What was found of what is asked of names, and the sentences that say it.

use super::relations::{AskedOf, last_part};
use crate::library::fold_words;
use crate::search::AskedWord;

/// Remarks that are said beside an empty relation, at most.
const MAX_REMARKS: usize = 3;

/// What a step is for: the number of the relation that is asked, and whether it looks for the declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Part {
    pub at: usize,
    pub is_definition: bool,
}

/// A step for what is asked: a query, why it is asked, and what for.
pub(in crate::agent) struct AskStep {
    pub query: String,
    pub reason: &'static str,
    pub part: Part,
}

/// What was found of one relation.
#[derive(Clone, Debug, Default)]
struct Told {
    is_declared: bool,
    /// What has the relation, if it was looked for.
    related: Option<usize>,
    /// How many of those by a name alone, and how many through a type above.
    unsure: Unsure,
    query: String,
    remarks: Vec<String>,
}

/// How many of what has a relation have it by a name alone, and how many through a type above.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct Unsure {
    pub by_name: usize,
    pub dispatched: usize,
}

/// What is asked of names, and what was found of it.
#[derive(Clone, Debug, Default)]
pub(in crate::agent) struct Asks {
    asked: Vec<AskedOf>,
    told: Vec<Told>,
    /// True if the question says nothing beside.
    is_all: bool,
}

impl Asks {
    /// What is asked, in a question of these words.
    pub(in crate::agent) fn new(asked: &[AskedOf], words: &[AskedWord]) -> Asks {
        let is_of_name = |word: &str, name: &str| {
            let name = name.to_lowercase();
            name == word || last_part(&name) == word || fold_words(&name).iter().any(|part| part == word)
        };
        let is_named = |word: &AskedWord| {
            asked
                .iter()
                .any(|asked| is_of_name(&word.written, &asked.name) || fold_words(&asked.name).contains(&word.written))
        };
        Asks { asked: asked.to_vec(), told: vec![Told::default(); asked.len()], is_all: words.iter().all(is_named) }
    }

    /// The steps for all that is asked; those that `is_loose` are for names with dots that are declared nowhere.
    pub(in crate::agent) fn steps(&self, is_loose: bool) -> Vec<AskStep> {
        let both = self.asked.iter().zip(&self.told).enumerate();
        let due = both.filter(|(_, (asked, told))| !is_loose || asked.is_qualified() && !told.is_declared);
        due.flat_map(|(at, (asked, _))| {
            let (declared, related) = asked.queries(is_loose);
            [
                AskStep { query: declared, reason: "named in the question", part: Part { at, is_definition: true } },
                AskStep { query: related, reason: "asked of what is named", part: Part { at, is_definition: false } },
            ]
        })
        .collect()
    }

    /// True if nothing is asked of names.
    pub(in crate::agent) fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// What a place that was found is: `caller of start`.
    pub(in crate::agent) fn says(&self, part: Part) -> String {
        self.asked.get(part.at).map_or(String::new(), |asked| format!("{} {}", asked.relation.one, asked.name))
    }

    /// The name whose tests a step looks for.
    pub(in crate::agent) fn tested(&self, part: Part) -> Option<&str> {
        let asked = self.asked.get(part.at).filter(|asked| asked.relation.step == "tests()" && !part.is_definition)?;
        Some(&asked.name)
    }

    /// True if tests of a name are asked for, and no query has found any.
    pub(in crate::agent) fn lacks_tests(&self) -> bool {
        let mut both = self.asked.iter().zip(&self.told);
        both.any(|(asked, told)| asked.relation.step == "tests()" && told.related.is_none_or(|related| related == 0))
    }

    /// Notes that a declaration was found.
    pub(in crate::agent) fn declared(&mut self, part: Part) {
        if let Some(told) = self.told.get_mut(part.at) {
            told.is_declared = true;
        }
    }

    /// Notes how many have the relation, how many of those are not sure, by which query, and what that remarks.
    pub(in crate::agent) fn related(
        &mut self,
        part: Part,
        (hits, unsure): (usize, Unsure),
        query: &str,
        remarks: Vec<String>,
    ) {
        if let Some(told) = self.told.get_mut(part.at) {
            *told = Told { related: Some(hits), unsure, query: query.to_owned(), remarks, ..*told };
        }
    }

    /// What is declared and was asked for, by its number.
    fn known(&self) -> impl Iterator<Item = (usize, &AskedOf, &Told, usize)> {
        let both = self.asked.iter().zip(&self.told).enumerate();
        both.filter(|(_, (_, told))| told.is_declared)
            .filter_map(|(at, (asked, told))| Some((at, asked, told, told.related?)))
    }

    /// True if that is all that is asked, and it is known.
    pub(in crate::agent) fn is_settled(&self) -> bool {
        self.is_all && !self.asked.is_empty() && self.known().count() == self.asked.len()
    }

    /// True if a text names what is asked about, and not only to import it.
    pub(in crate::agent) fn is_named_in(&self, text: &str) -> bool {
        self.asked.iter().any(|asked| {
            let name = last_part(&asked.name);
            text.lines().any(|line| holds(line, name) && !is_import(line, name))
        })
    }

    /// What is remarked of what was found.
    pub(in crate::agent) fn remarks(&self) -> Vec<String> {
        let found = self.known().filter(|(.., related)| *related > 0);
        // A mark is seen where rows are listed.
        found.flat_map(|(_, _, told, _)| &told.remarks).filter(|remark| !remark.contains(" marked ")).cloned().collect()
    }

    /// What is to be said of it, with how many of each are shown.
    pub(in crate::agent) fn sentences(
        &self,
        shown: impl Fn(usize) -> usize,
        naming: impl Fn(&str) -> Vec<String>,
    ) -> Vec<String> {
        let say = |(at, asked, told, related): (usize, &AskedOf, &Told, usize)| {
            let naming = if asked.relation.step == "tests()" { naming(last_part(&asked.name)) } else { Vec::new() };
            match &naming[..] {
                [first, ..] if related == 0 => {
                    format!("no test in this workspace is known to call {}; {first} names it", asked.name)
                }
                _ => sentence(asked, told, related, shown(at)),
            }
        };
        self.known().map(say).collect()
    }
}

fn sentence(asked: &AskedOf, told: &Told, related: usize, shown: usize) -> String {
    let AskedOf { relation, name, .. } = asked;
    if related == 0 {
        let mut said = relation.none.replace("{}", name);
        for remark in told.remarks.iter().take(MAX_REMARKS) {
            said.push_str("; ");
            said.push_str(remark);
        }
        return said;
    }
    let many = if related == 1 { relation.many.trim_end_matches('s') } else { relation.many };
    let preposition = if relation.step == "references()" { "to" } else { "of" };
    let Unsure { by_name, dispatched } = told.unsure;
    let others = match (by_name, dispatched) {
        (_, 0) => "by name alone",
        (0, _) => "through a type above",
        _ => "through a type above or by name alone",
    };
    let sure = match related.saturating_sub(by_name + dispatched) {
        _ if by_name + dispatched == 0 => String::new(),
        0 if dispatched == 0 => ", none of them sure: they go by the name alone".to_owned(),
        0 => format!(", none of them sure: {others}"),
        sure => format!(", {sure} of them sure, the others {others}"),
    };
    match shown < related {
        true => {
            let are = if shown == 1 { "is" } else { "are" };
            format!("{related} {many} {preposition} {name}{sure}, {shown} {are} shown; all: {}", told.query)
        }
        false => format!("{related} {many} {preposition} {name}{sure}"),
    }
}

/// True if a line holds a name as a word of its own.
pub(in crate::agent) fn holds(line: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    line.match_indices(name)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + name.len()..].starts_with(is_part))
}

/// Beginnings of lines that bring names in from elsewhere, or hand them on.
const IMPORTS: &[&str] =
    &["import ", "from ", "use ", "pub use ", "pub(crate) use ", "using ", "#include", "require", "export {", "} from"];

/// True for a line that imports a name, one of a list of imports too.
fn is_import(line: &str, name: &str) -> bool {
    hands_on(line) || line.trim().trim_end_matches([',', ';', ')']) == name
}

/// True for a line that brings names in from elsewhere, or hands them on.
pub(in crate::agent) fn hands_on(line: &str) -> bool {
    let line = line.trim();
    IMPORTS.iter().any(|start| line.starts_with(start))
}
