//! The queries that answer a question for structure, and what is said of what they find.

use super::asked::{Relation, asked};
use super::known::{Package, called, packages};
use super::manifests::MANIFESTS;
use super::queries::{
    Shape, dependencies, dependents, importers, inside, layout, list_of_packages, subject_or_workspace, versions_of,
};
use super::sorts::{AllOf, Way, all_of};
use crate::library::Library;
use crate::stdx::{counted, grouped};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Names that a sentence lists, at most.
const MAX_NAMES: usize = 12;

/// A find of a query: where it is, and what it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::agent) struct Listing {
    pub path: Arc<str>,
    /// The first word of what it is called.
    pub name: String,
    /// What it is called.
    pub title: String,
    /// Its line, or its value.
    pub text: String,
}

/// A query, and what it has found.
#[derive(Clone, Debug)]
struct Asking {
    query: String,
    shape: Shape,
    /// True if it answers only where those before it have found nothing.
    is_fallback: bool,
    /// What is found is needed for; empty for what is needed to run, and for other questions.
    what_for: &'static str,
    hits: usize,
    listed: Vec<Listing>,
}

/// A question for structure, with what has been found.
#[derive(Clone, Debug)]
pub(in crate::agent) struct Structure {
    asked: AskedOfPart,
    asking: Vec<Asking>,
    /// The names of packages by the paths of their manifests.
    packages: BTreeMap<Arc<str>, String>,
    /// True if the workspace has what is asked about: that nothing is found answers then.
    is_known: bool,
}

/// What is asked, and of what.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AskedOfPart {
    relation: Relation,
    /// What is asked about, as it is called here.
    subject: String,
    /// What all are asked for of, with [`Relation::All`].
    all: Option<AllOf>,
}

impl Structure {
    /// What a text asks of the structure of a workspace; `None` for other questions, and for parts that it does not have.
    pub(in crate::agent) fn of(text: &str, library: &Library) -> Option<Structure> {
        let Some(asked) = asked(text) else { return all_of(text, library).map(|all| Structure::of_all(all, library)) };
        let packages = packages(library);
        let meant: Vec<Package> = called(&packages, &asked.subject).into_iter().cloned().collect();
        let subject = match meant.first() {
            // A language is called as packages are.
            Some(package) if !asked.subject.is_empty() && asked.relation != Relation::Version => package.name.clone(),
            _ => asked.subject.clone(),
        };
        let queries = match asked.relation {
            Relation::Dependents => dependents(&asked, &subject, library),
            Relation::Importers => vec![(importers(&asked.subject), Shape::Files, false)],
            Relation::Dependencies | Relation::All => Vec::new(),
            Relation::Inside => inside(&asked, &meant, library),
            Relation::Layout => layout(library),
            Relation::Packages => list_of_packages(library),
            Relation::Version => versions_of(&asked, &packages, library),
        };
        let of_manifests = match asked.relation {
            Relation::Dependencies => dependencies(&asked, &meant, &packages, library),
            _ => Vec::new(),
        };
        let queries = queries.into_iter().map(|(query, shape, is_fallback)| (query, shape, is_fallback, ""));
        let of_manifests = of_manifests.into_iter().map(|(query, what_for)| (query, Shape::Runs, false, what_for));
        let asking = |(query, shape, is_fallback, what_for)| Asking {
            query,
            shape,
            is_fallback,
            what_for,
            hits: 0,
            listed: Vec::new(),
        };
        let asking: Vec<Asking> = queries.chain(of_manifests).map(asking).collect();
        let is_known = !meant.is_empty() && !asked.subject.is_empty();
        let names = packages.into_iter().map(|package| (package.manifest, package.name)).collect();
        let subject = subject_or_workspace(subject, library);
        let asked = AskedOfPart { relation: asked.relation, subject, all: None };
        (!asking.is_empty()).then_some(Structure { asked, asking, packages: names, is_known })
    }

    /// A question for everything of a sort.
    fn of_all(all: AllOf, library: &Library) -> Structure {
        let asking = |(at, way): (usize, &Way)| Asking {
            query: way.query.clone(),
            shape: if way.query.starts_with("$.files") { Shape::Files } else { Shape::Lines },
            is_fallback: at > 0,
            what_for: "",
            hits: 0,
            listed: Vec::new(),
        };
        let asking = all.ways.iter().enumerate().map(asking).collect();
        let subject = subject_or_workspace(all.within.clone(), library);
        let is_known = all.is_known();
        let asked = AskedOfPart { relation: Relation::All, subject, all: Some(all) };
        Structure { asked, asking, packages: BTreeMap::new(), is_known }
    }

    /// The queries, with their numbers.
    pub(in crate::agent) fn queries(&self) -> impl Iterator<Item = (usize, &str)> {
        self.asking.iter().enumerate().map(|(at, asking)| (at, asking.query.as_str()))
    }

    /// Why they are asked.
    pub(in crate::agent) fn reason(&self) -> &'static str {
        match self.asked.relation {
            Relation::Dependents | Relation::Dependencies | Relation::Version => "what manifests say",
            Relation::Importers => "what imports it",
            Relation::Inside | Relation::All => "what is inside",
            Relation::Layout | Relation::Packages => "how the workspace is organised",
        }
    }

    /// How the finds of a query are shown.
    pub(in crate::agent) fn shape(&self, at: usize) -> Shape {
        self.asking.get(at).map_or(Shape::Lines, |asking| asking.shape)
    }

    /// What a passage is that shows a find.
    pub(in crate::agent) fn says(&self) -> String {
        let subject = &self.asked.subject;
        match self.asked.relation {
            Relation::Dependents => format!("depends on {subject}"),
            Relation::Importers => format!("imports {subject}"),
            Relation::Dependencies => format!("what {subject} depends on"),
            Relation::Inside | Relation::All => format!("in {subject}"),
            Relation::Version => format!("tells the version of {subject}"),
            Relation::Layout | Relation::Packages => format!("part of {subject}"),
        }
    }

    /// Takes what a query has found. Returns whether it answers.
    pub(in crate::agent) fn take(&mut self, at: usize, hits: usize, listed: Vec<Listing>) -> bool {
        let has_answer = self.is_found();
        let Some(asking) = self.asking.get_mut(at) else { return false };
        let way = self.asked.all.as_ref().and_then(|all| all.ways.get(at));
        if asking.is_fallback && has_answer || way.is_some_and(|way| hits < way.least) {
            return false;
        }
        (asking.hits, asking.listed) = (hits, listed);
        true
    }

    /// True if something was found.
    pub(in crate::agent) fn is_found(&self) -> bool {
        self.asking.iter().any(|asking| asking.hits > 0)
    }

    /// True if the question is answered: by what was found, or by that there is nothing of it.
    pub(in crate::agent) fn is_answered(&self) -> bool {
        self.is_found() || self.is_known && matches!(self.asked.relation, Relation::Dependents | Relation::All)
    }

    /// What is to be said of it.
    pub(in crate::agent) fn sentences(&self) -> Vec<String> {
        let found: Vec<&Asking> = self.asking.iter().filter(|asking| asking.hits > 0).collect();
        let subject = &self.asked.subject;
        if found.is_empty() {
            let none = match &self.asked.all {
                Some(AllOf { ways, .. }) => {
                    let way = ways.last();
                    let (called, query) = way.map_or(("", ""), |way| (way.called.0.as_str(), way.query.as_str()));
                    format!("no {called} in {subject}; asked: {query}")
                }
                None => format!("no package of this workspace depends on {subject}"),
            };
            return (self.is_answered()).then_some(none).into_iter().collect();
        }
        let all = found.iter().map(|asking| asking.query.as_str()).collect::<Vec<_>>().join(" and ");
        let names = self.names(&found);
        let many = names.len();
        // What is listed ends somewhere.
        let least = if found.iter().any(|asking| asking.hits > asking.listed.len()) { "at least " } else { "" };
        let said = match self.asked.relation {
            Relation::Dependents if found.iter().any(|asking| asking.is_fallback) => {
                format!("{least}{} {} {subject}", counted(many, "file"), verb(many, "import"))
            }
            Relation::Dependents => {
                format!("{least}{} {} on {subject}", counted(many, "package"), verb(many, "depend"))
            }
            Relation::Importers => format!("{least}{} {} {subject}", counted(many, "file"), verb(many, "import")),
            Relation::Dependencies => return vec![format!("{}; all: {all}", self.needs(&found))],
            Relation::Inside => {
                let hits: usize = found.iter().map(|asking| asking.hits).sum();
                let what = if found[0].shape == Shape::Files { "file" } else { "declaration" };
                format!("{} in {subject}", counted(hits, what))
            }
            Relation::All => {
                let hits: usize = found.iter().map(|asking| asking.hits).sum();
                let ways = self.asked.all.iter().flat_map(|all| &all.ways);
                let way = self.asking.iter().zip(ways).find(|(asking, _)| asking.hits > 0);
                let (one, many) = way.map_or(("", ""), |(_, way)| (&way.called.0, &way.called.1));
                format!("{} {} in {subject}", grouped(hits), if hits == 1 { one } else { many })
            }
            Relation::Version => format!("version of {subject}"),
            Relation::Layout => format!("{subject} has {}", counted(many, "part")),
            Relation::Packages => format!("{} in {subject}", counted(many, "package")),
        };
        // Of many that are counted the first names say nothing.
        let has_names = self.asked.all.is_none() || names.len() <= MAX_NAMES;
        let names = if has_names { format!(": {}", listed(&names)) } else { String::new() };
        vec![format!("{said}{names}; all: {all}")]
    }

    /// What is needed, that first which is needed to run: most of what manifests list is not.
    fn needs(&self, found: &[&Asking]) -> String {
        let mut uses: Vec<&str> = found.iter().map(|asking| asking.what_for).collect();
        uses.sort_by_key(|what_for| !what_for.is_empty());
        uses.dedup();
        let mut said: Vec<String> = Vec::new();
        let mut known: Vec<String> = vec![self.asked.subject.clone()];
        for what_for in uses {
            let of_use: Vec<&Asking> = found.iter().filter(|asking| asking.what_for == what_for).copied().collect();
            let mut names = self.names(&of_use);
            // Two manifests of one project write a name with its group, and without it.
            names.retain(|name| {
                let own = name.rsplit(':').next().unwrap_or(name).to_owned();
                let is_new = !known.contains(&own);
                known.push(own);
                is_new
            });
            if names.is_empty() {
                continue;
            }
            let (many, names) = (names.len(), listed(&names));
            said.push(match (said.is_empty(), what_for.is_empty()) {
                (true, true) => format!("{} depends on {many}: {names}", self.asked.subject),
                (true, false) => format!("{} depends on {many} {what_for}: {names}", self.asked.subject),
                (false, _) => format!("{many} more {what_for}: {names}"),
            });
        }
        if said.is_empty() { format!("{} depends on nothing else", self.asked.subject) } else { said.join("; ") }
    }

    /// What the finds are called, each once.
    fn names(&self, found: &[&Asking]) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (listing, asking) in found.iter().flat_map(|asking| asking.listed.iter().map(move |one| (one, asking))) {
            let package = || self.packages.get(&listing.path).cloned();
            let name = match self.asked.relation {
                Relation::Dependents if !asking.is_fallback => package().unwrap_or_else(|| listing.path.to_string()),
                Relation::Dependents | Relation::Importers => listing.path.to_string(),
                Relation::Layout | Relation::Packages => match (package(), listing.path.rsplit_once('/')) {
                    (Some(name), Some((directory, _))) => format!("{name} ({directory})"),
                    (Some(name), None) => name,
                    (None, Some(_)) if self.packages.is_empty() => {
                        listing.path.split('/').next().unwrap_or_default().to_owned()
                    }
                    (None, _) => continue,
                },
                Relation::Inside | Relation::All if asking.shape == Shape::Files => listing.path.to_string(),
                Relation::Dependencies => needed(listing),
                Relation::Version => format!("{} says {}", listing.path, listing.text.trim()),
                Relation::Inside => listing.name.clone(),
                Relation::All => listing.title.clone(),
            };
            if !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// What a find in a manifest says that is needed.
fn needed(listing: &Listing) -> String {
    let file = listing.path.rsplit('/').next().unwrap_or_default();
    let row = MANIFESTS.iter().find(|row| row.is_file(file));
    row.and_then(|row| row.needed_in(&listing.text)).unwrap_or(&listing.name).to_owned()
}

fn verb(many: usize, verb: &str) -> String {
    if many == 1 { format!("{verb}s") } else { verb.to_owned() }
}

fn listed(names: &[String]) -> String {
    let rest = names.len().saturating_sub(MAX_NAMES);
    let shown = names[..names.len() - rest].join(", ");
    if rest == 0 { shown } else { format!("{shown} and {rest} more") }
}
