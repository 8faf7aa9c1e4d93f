//! The steps of a round by rules: the question, what it names, what the best passages name, words that are missing.

use crate::agent::passages::passage::{Passage, Step};
use crate::agent::passages::shown::Chosen;
use crate::agent::question::changes::{self, Change};
use crate::agent::question::done::Done;
use crate::agent::question::relations::{all_named, last_part};
use crate::agent::question::settings::defaults::NamedSetting;
use crate::agent::question::settings::sought::{Looks, Sought};
use crate::agent::question::settings::{defaults, keys, limits, values};
use crate::agent::question::told::{AskStep, Asks, Part};
use crate::agent::question::{Analysis, is_identifier, is_key_of_settings, is_product, numbered};
use crate::agent::question::{features, making, project, proper, relations, sides};
use crate::docql::quoted;
use crate::search::AskedWord;
use std::sync::Arc;

/// Passages whose names are followed.
const FOLLOWED: usize = 5;

/// Names that are followed.
const NAMES: usize = 4;

/// Why a name of the question is looked for as it is written.
pub(in crate::agent) const NAMED: &str = "written in the question";

/// What a place weighs that a report names: it comes before all that words find.
const NAMED_PLACE: f32 = 40.0;

/// What a file weighs that a report names by its last name alone: there may be many of that name, and it may be said in
/// passing.
const NAMED_FILE: f32 = 5.0;

/// Files that a report is likely to be about that are looked into, at most.
pub(in crate::agent) const LOOKED_INTO: usize = 6;

/// A step that is due, why, and what its finds weigh.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent) struct Due {
    pub step: Step,
    pub reason: String,
    pub weight: f32,
    /// What its finds are to the question, where that is known before.
    pub looks_for: Option<LooksFor>,
}

impl Due {
    /// True if it looks for what tells of a token.
    pub(in crate::agent) fn is_for_token(&self) -> bool {
        matches!(self.looks_for, Some(LooksFor::Token(_) | LooksFor::Option(_) | LooksFor::Key(_)))
    }

    /// True if it looks for lines that give a setting its value.
    pub(in crate::agent) fn is_for_setting(&self) -> bool {
        matches!(
            self.looks_for,
            Some(LooksFor::Default | LooksFor::Setting(_) | LooksFor::Declared(_) | LooksFor::Sought(_))
        )
    }
}

/// What the finds of a step are to a question.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::agent) enum LooksFor {
    /// What is asked of a name.
    Part(Part),
    /// Where an option, or another token, is described or read.
    Token(String),
    /// What tells of a key that no quotes say is one.
    Key(String),
    /// Where a document describes a name that is asked for.
    Described(String),
    /// Where a program declares an option by its name alone.
    Option(String),
    /// Tests that name what no test may be known to call.
    Naming(String),
    /// What answers a part of the question.
    PartOfQuestion,
    /// What is asked about, in documents and in the program.
    Sides,
    /// Lines that say what a setting is where nobody has set it.
    Default,
    /// The same of a setting that the question names.
    Setting(NamedSetting),
    /// Lines that set what is asked for by what it is about.
    Sought(Looks),
    /// Declarations of such a setting.
    Declared(NamedSetting),
    /// What has changed.
    Change(Change),
    /// A proper name, as a part of another one.
    PartOfName(String),
    /// A name of what is asked whether it is there.
    Feature(String),
    /// A proper name, as one of its own.
    Itself(String),
    /// The files of a project that say what it is and how to work with it; what `is_fallback` answers only where the
    /// others do not.
    Project { is_fallback: bool },
    /// What tells how something is made.
    Making,
    /// Declarations that are named by what is done, and by what it is done to.
    Deed,
    /// Declarations of a name whose value is asked for, and lines that give it one.
    Value,
    /// What answers a question for structure: the number of the query.
    Structure(usize),
}

/// What is known when the steps of a round are chosen.
pub(in crate::agent) struct Known<'m> {
    pub analysis: &'m Analysis,
    pub words: &'m [AskedWord],
    /// What is asked of names.
    pub asks: &'m Asks,
    /// What the question asks the place of.
    pub done: Option<&'m Done>,
    /// Proper names of the question that few texts hold.
    pub proper: &'m [String],
    /// Names of what it asks whether it is there.
    pub features: &'m [String],
    /// Words of the question that may be keys or options.
    pub keys: &'m [String],
    /// Places that the question names.
    pub places: &'m [String],
    /// Directories that projects are at home in.
    pub homes: &'m [String],
    /// The question, where the project has no name.
    pub about: &'m str,
    /// The setting that it asks for by what that is about.
    pub sought: Option<&'m Sought>,
    /// Files that a report is likely to be about, most likely first.
    pub likely: &'m [Arc<str>],
    /// The best passages so far.
    pub best: &'m [Chosen],
    /// Words that no passage holds, as bits.
    pub missing: u64,
}

impl Known<'_> {
    /// The steps for what is asked of names.
    pub(in crate::agent) fn asked(&self, is_loose: bool) -> impl Iterator<Item = Due> {
        let step = |AskStep { query, reason, part }| Due {
            looks_for: Some(LooksFor::Part(part)),
            ..due(Step::Docql(query), reason, 1.0)
        };
        self.asks.steps(is_loose).into_iter().map(step)
    }

    /// The question itself, its parts, what it names.
    pub(in crate::agent) fn first(&self) -> Vec<Due> {
        let Analysis { text, names, quoted: quotes, relation, .. } = self.analysis;
        let mut due = vec![due(Step::Words(self.analysis.matter().into_owned()), "the question", 1.0)];
        due.extend(self.asked(false));
        due.extend(self.keys.iter().map(|key| Due {
            looks_for: Some(LooksFor::Key(key.clone())),
            ..self::due(Step::Docql(keys::query(key)), "where it is written so", 1.0)
        }));
        due.extend(sides::matter(text).map(|matter| Due {
            looks_for: Some(LooksFor::Sides),
            ..self::due(Step::Words(matter), "in documents and in the program", 1.0)
        }));
        due.extend(self.asks.tested_names().flat_map(|name| {
            let look = |query| Due {
                looks_for: Some(LooksFor::Naming(name.to_owned())),
                ..self::due(Step::Docql(query), "tests that name it", 1.0)
            };
            relations::naming_queries(name).map(look)
        }));
        due.extend(changes::asked(text).into_iter().map(|change| Due {
            looks_for: Some(LooksFor::Change(change)),
            ..self::due(Step::Docql(change.query().to_owned()), "asked of what has changed", 1.0)
        }));
        due.extend(self.done.map(Done::queries).unwrap_or_default().into_iter().map(|query| Due {
            looks_for: Some(LooksFor::Deed),
            ..self::due(Step::Docql(query), "named by what is done", 0.8)
        }));
        if let Some(name) = values::asked(self.analysis) {
            let look =
                |query, reason| Due { looks_for: Some(LooksFor::Value), ..self::due(Step::Docql(query), reason, 1.0) };
            due.push(look(values::declared(name), "where it is declared"));
            due.push(look(values::assigned(name), "where it is set"));
        }
        for name in self.proper {
            let look = |query, looks_for, reason| Due {
                looks_for: Some(looks_for),
                ..self::due(Step::Docql(query), reason, 1.0)
            };
            due.push(look(
                proper::part_query(name),
                LooksFor::PartOfName(name.clone()),
                "whether it is a part of a name",
            ));
            due.push(look(proper::query(name), LooksFor::Itself(name.clone()), "whether it stands by itself"));
        }
        due.extend(self.features.iter().map(|name| Due {
            looks_for: Some(LooksFor::Feature(name.clone())),
            ..self::due(Step::Docql(features::query(name)), "whether the program says it itself", 1.0)
        }));
        due.extend(making::asked(self.analysis).iter().flat_map(|made| making::queries(made)).map(|query| Due {
            looks_for: Some(LooksFor::Making),
            ..self::due(Step::Docql(query), "where documents say how it is made", 1.0)
        }));
        let about = project::queries(self.about, self.homes).into_iter();
        due.extend(about.map(|(query, is_fallback)| Due {
            looks_for: Some(LooksFor::Project { is_fallback }),
            ..self::due(Step::Docql(query), "asked of the project itself", 1.0)
        }));
        due.extend(self.sought.map(Sought::queries).unwrap_or_default().into_iter().map(|(looks, query)| Due {
            looks_for: Some(LooksFor::Sought(looks)),
            ..self::due(Step::Docql(query), "where it is set", 1.0)
        }));
        let of_default = if defaults::asks(self.analysis) { &names[..] } else { &[] };
        due.extend(of_default.iter().filter_map(|name| values::defined_by_macro(name)).map(|query| Due {
            looks_for: Some(LooksFor::Value),
            ..self::due(Step::Docql(query), "where a macro declares it", 1.0)
        }));
        due.extend(NamedSetting::all(self.analysis, self.words).into_iter().flat_map(|setting| {
            let declared = Due {
                looks_for: Some(LooksFor::Declared(setting.clone())),
                ..self::due(Step::Docql(setting.declared_query()), "where it is declared", 1.0)
            };
            let query = Step::Docql(setting.query());
            let set = Due { looks_for: Some(LooksFor::Setting(setting)), ..self::due(query, "where it is set", 1.0) };
            [declared, set]
        }));
        due.extend(defaults::queries(self.analysis, self.words).into_iter().map(|query| Due {
            looks_for: Some(LooksFor::Default),
            ..self::due(Step::Docql(query), "where it is set", 1.0)
        }));
        due.extend(self.places.iter().enumerate().map(|(at, place)| {
            let is_sure = place.contains(['/', ':', '#']);
            // Of several places the first one comes first.
            let weight = if is_sure { NAMED_PLACE / (1.0 + at as f32 / 5.0) } else { NAMED_FILE };
            self::due(Step::Read(place.clone()), "named in the report", weight)
        }));
        if let Some(report) = &self.analysis.report {
            for (words, reason) in [(&report.title, "its title"), (&report.prose, "what it says beside code")] {
                if !words.is_empty() && words != text {
                    due.push(self::due(Step::Words(words.clone()), reason, 1.0));
                }
            }
        }
        let looked_into = self.likely.iter().take(LOOKED_INTO);
        due.extend(looked_into.map(|path| self::due(Step::Read(path.to_string()), "its words, file by file", 0.5)));
        for name in names {
            due.push(declared(name, "named in the question"));
            due.push(self::due(Step::Docql(written(name)), NAMED, 0.3));
            if let (Some(relation), true) = (relation, self.asks.is_empty()) {
                let query = format!("{}.{relation}", all_named(name));
                due.push(self::due(Step::Docql(query), "asked of what is named", 1.0));
            }
        }
        due.extend(
            self.analysis
                .described()
                .map(|name| look_for(LooksFor::Described(name.to_owned()), name, "where it is described")),
        );
        due.extend(self.analysis.tokens().flat_map(described));
        let counted = limits::counted(text).filter(|_| self.analysis.report.is_none());
        due.extend(counted.map(|counted| Due {
            looks_for: Some(LooksFor::PartOfQuestion),
            ..self::due(Step::Docql(limits::query(&counted)), "where a limit of it is said", 0.8)
        }));
        due.extend(quotes.iter().map(|quote| self::due(Step::Words(quoted(quote)), "quoted in the question", 0.8)));
        due.extend(self.analysis.parts_alone().into_iter().map(|part| Due {
            looks_for: Some(LooksFor::PartOfQuestion),
            ..self::due(Step::Words(part), "a part of the question", 0.8)
        }));
        due
    }

    /// What the best passages name, and what the best declarations call and are called by.
    pub(in crate::agent) fn followed(&self) -> Vec<Due> {
        let best = self.best;
        let mut names: Vec<(&str, f32, &Passage)> = Vec::new();
        for (rank, Chosen { passage, .. }) in best.iter().take(FOLLOWED).enumerate() {
            for (place, name) in passage.mentions.iter().enumerate() {
                let own = 1.0 / (rank as f32 + 2.0) / (place as f32 + 2.0);
                match names.iter_mut().find(|(known, ..)| known == name) {
                    Some((_, weight, _)) => *weight += own,
                    None => names.push((name, own, passage)),
                }
            }
        }
        names.sort_by(|a, b| b.1.total_cmp(&a.1));
        let mut due: Vec<Due> = Vec::new();
        for (name, _, passage) in names.iter().take(NAMES) {
            let reason = format!("named in {}", passage.path);
            due.push(declared(name, &reason));
            if is_key(name) {
                due.push(self::due(Step::Docql(written(name)), &reason, 0.3));
            }
        }
        let is_read =
            |token: &str| best.iter().any(|Chosen { passage, .. }| passage.is_source && passage.text.contains(token));
        for token in self.analysis.tokens().filter(|token| !is_read(token)) {
            if let Some(name) = token.strip_prefix("--") {
                due.push(look_for(LooksFor::Option(name.to_owned()), &in_quotes(name), "where the option is declared"));
            }
        }
        let declared =
            best.iter().map(|chosen| &chosen.passage).filter(|p| p.kind.is_function() && !p.query.is_empty());
        for passage in declared.take(2) {
            let query = &passage.query;
            due.push(self::due(Step::Docql(format!("{query}.callees()")), &format!("called by {}", passage.name), 0.5));
            due.push(self::due(Step::Docql(format!("{query}.callers()")), &format!("calls {}", passage.name), 0.5));
        }
        due
    }

    /// The words that are still missing, with the name that the best passage has.
    pub(in crate::agent) fn rewritten(&self) -> Vec<Due> {
        let words: Vec<&str> = self
            .words
            .iter()
            .enumerate()
            .filter(|(at, word)| self.missing >> at & 1 == 1 && !word.is_nowhere)
            .map(|(_, word)| word.written.as_str())
            .collect();
        let mut due = Vec::new();
        if !words.is_empty() {
            due.push(self::due(Step::Words(words.join(" ")), "words that nothing held yet", 0.5));
            if let Some(first) = self.best.first()
                && !first.passage.name.is_empty()
            {
                let text = format!("{} {}", first.passage.name, words.join(" "));
                due.push(self::due(Step::Words(text), "the same, with the best find", 0.5));
            }
        }
        // The rarest words alone: what a question says beside them hides texts that are short.
        let mut rare: Vec<&AskedWord> = self.words.iter().filter(|word| !word.is_nowhere).collect();
        rare.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        if rare.len() > 3 {
            let rarest: Vec<&str> = rare.iter().take(3).map(|word| word.written.as_str()).collect();
            due.push(self::due(Step::Words(rarest.join(" ")), "the rarest words", 0.5));
        }
        due
    }
}

/// True for what is written as keys of settings and options are: `max_length`, `--retry-lock`.
fn is_key(name: &str) -> bool {
    !name.contains(':') && name.contains(['_', '-']) && !name.bytes().any(|byte| byte.is_ascii_uppercase())
}

pub(in crate::agent) fn due(step: Step, reason: &str, weight: f32) -> Due {
    Due { step, reason: reason.to_owned(), weight, looks_for: None }
}

/// Looks for the lines that describe a token, and for those that compare something to it.
fn described(token: &str) -> [Due; 3] {
    let look = |text: &str, reason| look_for(LooksFor::Token(token.to_owned()), text, reason);
    [
        // Manual pages write hyphens so that none of them is taken for a dash.
        look(&token.replace('-', "\\-"), "where a manual page describes it"),
        look(token, "where it is described"),
        look(&in_quotes(token), "where a program reads it"),
    ]
}

fn look_for(what: LooksFor, text: &str, reason: &str) -> Due {
    Due { looks_for: Some(what), ..due(Step::Docql(format!("$.content.grep({})", quoted(text))), reason, 1.0) }
}

fn in_quotes(text: &str) -> String {
    format!("\"{text}\"")
}

/// Looks a name up: where it is declared, or – an option, a key – where it stands.
fn declared(name: &str, reason: &str) -> Due {
    if is_identifier(name) && !name.contains('.') && numbered(name).is_none() {
        return due(Step::Docql(all_named(name)), reason, 0.8);
    }
    due(Step::Words(quoted(name.trim_start_matches('-'))), reason, 0.6)
}

/// All lines that a name stands in, as it is written. One with a number may be written apart, together or with a sign.
pub(in crate::agent) fn written(name: &str) -> String {
    if let Some((letters, number)) = numbered(name) {
        let number = number.replace('.', "\\.");
        return format!("$.content.grep(/(^|[^a-z]){letters}[-_ .\\/#]?{number}([^0-9]|$)/i)");
    }
    if is_product(name) {
        let shouted = name.to_ascii_uppercase();
        return format!("$.content.grep(/(^|[^A-Za-z])(?i:{name})|[a-z]{name}|{shouted}/)");
    }
    if is_key_of_settings(name) {
        return format!("$.content.grep(/{}/)", keys::key_pattern(name));
    }
    if let Some(query) = keys::option_query(name) {
        return query;
    }
    // The dots of an option divide nothing.
    let part = name.strip_prefix("--").unwrap_or_else(|| last_part(name));
    format!("$.content.grep({}, \"word\")", quoted(part))
}
