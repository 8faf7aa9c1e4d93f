//! What was found of what is asked of names, and the sentences that say it.

use super::meant_types;
use super::relations::{AskedOf, last_part};
use super::structure::is_of_parts;
use crate::library::{Library, fold_words};
use crate::search::AskedWord;

/// Remarks that are said beside an empty relation, at most.
const MAX_REMARKS: usize = 3;

/// Words of such questions that say where to look, or through what: "who calls `Store.grant`, through the interface too".
#[rustfmt::skip]
const BESIDE: &[&str] = &[
    "also", "anywhere", "code", "codebase", "directly", "everywhere", "here", "indirectly", "interface", "interfaces",
    "otherwise", "place", "places", "project", "protocol", "repo", "repository", "source", "through", "too", "trait", "via",
    "workspace",
];

/// True for such a word.
pub(in crate::agent) fn is_beside(word: &str) -> bool {
    BESIDE.contains(&word)
}

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
    /// True if nothing is declared as the name is written, and it was asked without what it is declared in.
    is_loose: bool,
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

impl Told {
    /// The name that was asked about.
    fn name<'a>(&self, asked: &'a AskedOf) -> &'a str {
        if self.is_loose { last_part(&asked.name) } else { &asked.name }
    }
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
        let is_all = words.iter().all(|word| is_named(word) || is_beside(&word.written));
        Asks { asked: asked.to_vec(), told: vec![Told::default(); asked.len()], is_all }
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

    /// Has names asked about as `other` says they are called.
    pub(in crate::agent) fn rename(&mut self, other: impl Fn(&str) -> Option<String>) {
        for asked in &mut self.asked {
            if let Some(name) = other(&asked.name) {
                asked.name = name;
            }
        }
    }

    /// Notes which declarations of the workspace the names mean.
    pub(in crate::agent) fn note_meant(&mut self, library: &Library) {
        for asked in &mut self.asked {
            let step = asked.relation.step;
            if step == "implementations()" && asked.words.iter().any(|word| word.starts_with("implement")) {
                asked.meant = meant_types::implemented(&asked.name, library);
                continue;
            }
            asked.meant = meant_types::meant(&asked.name, is_of_parts(step), library)
                .filter(|_| is_of_parts(step) || matches!(step, "tests()" | "references()") && asked.is_qualified());
        }
    }

    /// True if nothing is asked of names.
    pub(in crate::agent) fn is_empty(&self) -> bool {
        self.asked.is_empty()
    }

    /// What a place that was found is: `caller of start`.
    pub(in crate::agent) fn says(&self, part: Part) -> String {
        let both = self.asked.get(part.at).zip(self.told.get(part.at));
        both.map_or(String::new(), |(asked, told)| format!("{} {}", asked.relation.one, told.name(asked)))
    }

    /// The name that a step looks for relations of.
    pub(in crate::agent) fn name_of(&self, part: Part) -> Option<&str> {
        self.asked.get(part.at).filter(|_| !part.is_definition).map(|asked| last_part(&asked.name))
    }

    /// The name whose tests a step looks for.
    pub(in crate::agent) fn tested(&self, part: Part) -> Option<&str> {
        let asked = self.asked.get(part.at).filter(|asked| asked.relation.step == "tests()" && !part.is_definition)?;
        Some(&asked.name)
    }

    /// The names whose tests are asked for.
    pub(in crate::agent) fn tested_names(&self) -> impl Iterator<Item = &str> {
        let tested = self.asked.iter().filter(|asked| asked.relation.step == "tests()");
        tested.map(|asked| asked.name.as_str())
    }

    /// True if tests of a name are asked for, and no query has found any.
    pub(in crate::agent) fn lacks_tests(&self) -> bool {
        let mut both = self.asked.iter().zip(&self.told);
        both.any(|(asked, told)| asked.relation.step == "tests()" && told.related.is_none_or(|related| related == 0))
    }

    /// Notes that declarations were found by this query, in these files. One in a file, or a directory, that is called
    /// like what the name is declared in is meant; others only have the last part of the name.
    pub(in crate::agent) fn declared<'p>(&mut self, part: Part, query: &str, mut paths: impl Iterator<Item = &'p str>) {
        let Some(asked) = self.asked.get(part.at) else { return };
        let owner = fold_words(asked.name.strip_suffix(last_part(&asked.name)).unwrap_or_default());
        // A whole path begins with nothing, which every name ends with.
        let is_name_of_owner = |name: &str| {
            let name = fold_words(name);
            !name.is_empty() && owner.ends_with(&name)
        };
        let is_of_owner = |path: &str| path.split(['/', '.']).any(is_name_of_owner);
        let is_loose =
            asked.is_qualified() && asked.meant.is_none() && !query.contains(&asked.name) && !paths.all(is_of_owner);
        // Of two relations of one name the declaration is looked for once.
        let both = self.told.iter_mut().zip(&self.asked);
        for (told, _) in both.filter(|(_, other)| other.name == asked.name) {
            (told.is_declared, told.is_loose) = (true, is_loose);
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
        is_written: impl Fn(&str) -> bool,
    ) -> Vec<String> {
        let say = |(at, asked, told, related): (usize, &AskedOf, &Told, usize)| {
            let naming = if asked.relation.step == "tests()" { naming(last_part(&asked.name)) } else { Vec::new() };
            match &naming[..] {
                [first, ..] if related == 0 => {
                    format!("no test in this workspace is known to call {}; {first} names it", told.name(asked))
                }
                _ => sentence(asked, told, related, shown(at)),
            }
        };
        let undeclared = self.undeclared().filter(|name| is_written(name));
        // A language that is not read may declare it.
        let remarks = || self.told.iter().flat_map(|told| &told.remarks);
        let undeclared = undeclared.map(|name| {
            let word = format!(" the word {name},");
            match remarks().find(|remark| remark.contains("without an outline") && remark.contains(&word)) {
                Some(remark) => format!("nothing that is read here declares {name}; {remark}"),
                None => format!("nothing here declares {name}"),
            }
        });
        self.known().map(say).chain(undeclared).collect()
    }

    /// The names that were asked about and are declared nowhere.
    fn undeclared(&self) -> impl Iterator<Item = &str> {
        let both = self.asked.iter().zip(&self.told);
        let is_one = |(asked, told): &(&AskedOf, &Told)| told.related.is_some() && !told.is_declared && !asked.is_word;
        let mut names: Vec<&str> = both.filter(is_one).map(|(asked, _)| asked.name.as_str()).collect();
        names.dedup();
        names.into_iter()
    }
}

fn sentence(asked: &AskedOf, told: &Told, related: usize, shown: usize) -> String {
    let (relation, name) = (asked.relation, told.name(asked));
    // Who reads "callers of Store.compact" must not be given those of another one.
    let loose = || format!("; nothing here declares {}, so this is of every {name}", asked.name);
    let loose = if told.is_loose { loose() } else { String::new() };
    let loose = match asked.meant.as_ref().map(|meant| meant.aside.as_str()) {
        Some(aside) if !aside.is_empty() => format!("{loose}; {aside}"),
        _ => loose,
    };
    let seen = asked.visibility.map_or(String::new(), |seen| format!("{seen} "));
    if related == 0 {
        let none = relation.none.replace("{}", name).replacen("declares no ", &format!("declares no {seen}"), 1);
        let mut said = none + &loose;
        for remark in told.remarks.iter().take(MAX_REMARKS) {
            said.push_str("; ");
            said.push_str(remark);
        }
        return said;
    }
    // What lies below those is another relation.
    let seen = if relation.step == "implementations()" { "direct ".to_owned() } else { seen };
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
            format!(
                "{related} {seen}{many} {preposition} {name}{sure}, {shown} {are} shown; all: {}{loose}",
                told.query
            )
        }
        false => format!("{related} {seen}{many} {preposition} {name}{sure}{loose}"),
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
