//! The repositories that a question is followed in, where there are many.

use crate::agent::passages::passage::Step;
use crate::docql::{Found, quoted};
use crate::library::Library;
use crate::search::{self, AUTO, EVERY, Facets, MANY, Request};

/// The repositories that steps look in; all of them if none are named.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::agent) struct Scope {
    /// As `repo:` names them, best first.
    names: Vec<String>,
    /// As `@.repo` names them.
    fields: Vec<String>,
    /// What is said of it.
    told: Option<String>,
}

impl Scope {
    /// The repositories that a question names, else – where there are many, or it says `repo:auto` – those that it is
    /// about, by what a search of all of them has found.
    pub(in crate::agent) fn of(request: &Request, library: &Library, found: &[Found], golden: &[String]) -> Scope {
        let named = &request.facets.repo;
        let is_auto = named.iter().any(|value| value == AUTO);
        if named.iter().any(|value| value == EVERY) {
            return Scope::default();
        }
        if !named.is_empty() && !is_auto {
            return Scope::named(named, library);
        }
        if !is_auto && library.repositories().len() <= MANY {
            return Scope::default();
        }
        let hits: Vec<_> = found.iter().filter_map(|found| found.item.file()).collect();
        let Some(chosen) = search::choose(request, library, &hits, golden) else { return Scope::default() };
        Scope { fields: fields(&chosen.numbers, library), told: Some(chosen.told()), names: chosen.names }
    }

    /// Repositories that the user has named: the same that words with `repo:` look in.
    fn named(values: &[String], library: &Library) -> Scope {
        let facets = Facets { repo: values.to_vec(), ..Facets::default() };
        let numbers: Vec<u32> = search::repositories_of(&facets, library);
        Scope { fields: fields(&numbers, library), names: values.to_vec(), told: None }
    }

    /// The directories that the projects are at home in which a question is about, with a `/` behind them: the roots of the
    /// workspace, and repositories in it, of many those that steps look in.
    pub(in crate::agent) fn homes(&self, library: &Library) -> Vec<String> {
        let (all, roots) = (library.repositories(), library.roots());
        let is_meant =
            |name: &String| if self.fields.is_empty() { all.len() <= MANY } else { self.fields.contains(name) };
        let repositories = all.iter().filter(|one| is_meant(&one.name) && !one.path.is_empty());
        let mut homes: Vec<String> = roots.iter().map(|root| root.prefix.clone()).collect();
        homes.extend(repositories.map(|one| format!("{}/", one.path)));
        homes.retain(|home| !home.is_empty());
        homes.sort();
        homes.dedup();
        homes
    }

    /// The names of the repositories, best first; none where steps look in all of them.
    pub(in crate::agent) fn names(&self) -> &[String] {
        &self.names
    }

    /// What is said of the choice, if there was one.
    pub(in crate::agent) fn told(&self) -> Option<&String> {
        self.told.as_ref()
    }

    /// A step that looks in these repositories alone.
    pub(in crate::agent) fn narrow(&self, step: Step) -> Step {
        if self.names.is_empty() {
            return step;
        }
        match step {
            Step::Words(text) => Step::Words(self.words(&text)),
            Step::Docql(query) => Step::Docql(self.docql(query)),
            Step::Read(place) => Step::Read(place),
        }
    }

    fn words(&self, text: &str) -> String {
        let name = |name: &String| match name.contains(char::is_whitespace) {
            true => format!(" repo:\"{name}\""),
            false => format!(" repo:{name}"),
        };
        let names: String = self.names.iter().map(name).collect();
        format!("{}{names}", without_repositories(text))
    }

    /// Declarations and lines that are looked for by name; what is asked of a declaration leads wherever it leads.
    fn docql(&self, query: String) -> String {
        let list: Vec<String> = self.fields.iter().map(|field| quoted(field)).collect();
        let is_inside = format!("@.repo in [{}]", list.join(", "));
        if let Some(rest) = query.strip_prefix("$.toc[?(") {
            return format!("$.toc[?({is_inside} && {rest}");
        }
        match query.strip_prefix("$.content.grep(") {
            Some(rest) => format!("$.files[?({is_inside})].grep({rest}"),
            None => query,
        }
    }
}

/// The values of `@.repo` of these repositories.
fn fields(numbers: &[u32], library: &Library) -> Vec<String> {
    let mut fields: Vec<String> = Vec::new();
    for repository in numbers.iter().filter_map(|number| library.repositories().get(*number as usize)) {
        if !fields.contains(&repository.name) {
            fields.push(repository.name.clone());
        }
    }
    fields
}

/// A text without what it says of repositories.
pub(in crate::agent) fn without_repositories(text: &str) -> String {
    if !text.contains("repo:") {
        return text.to_owned();
    }
    let lines = text.lines().map(|line| {
        let words = line.split(' ').filter(|word| !word.starts_with("repo:"));
        words.collect::<Vec<_>>().join(" ")
    });
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}
