//! What the machine makes of what a step has found: what it is to the question.

use super::machine::Machine;
use super::moves::Taken;
use super::steps::{Due, LooksFor, NAMED, written};
use crate::agent::passages::evidence::Standing;
use crate::agent::passages::passage::{Passage, Step};
use crate::agent::question::changes::Changed;
use crate::agent::question::settings::defaults::NamedSetting;
use crate::agent::question::settings::keys::is_like_a_word;
use crate::agent::question::settings::sought::Wants;
use crate::agent::question::told::Part;

impl Machine {
    /// Takes what a step found. Returns how many passages are new.
    pub(in crate::agent) fn take(&mut self, due: &Due, taken: Taken<'_>) -> usize {
        self.taken += 1;
        if due.reason == NAMED && taken.hits == 0 {
            let names =
                self.analysis.names.iter().filter(|name| self.scope.narrow(Step::Docql(written(name))) == due.step);
            self.unwritten.extend(names.cloned());
        }
        let Some(looks_for) = &due.looks_for else { return self.take_found(due, taken.passages) };
        match looks_for {
            LooksFor::PartOfName(_) | LooksFor::Itself(_) | LooksFor::Feature(_) => {
                self.note_names(looks_for, &taken);
                0
            }
            LooksFor::Structure(at) => {
                let is_taken =
                    self.structure.as_mut().is_some_and(|structure| structure.take(*at, taken.hits, taken.listed));
                let passages = if is_taken { taken.passages } else { Vec::new() };
                self.add(due, Standing::Asked, passages)
            }
            LooksFor::Change(change) => {
                let gone = if taken.passages.is_empty() { Vec::new() } else { taken.notes.to_vec() };
                let paths = taken.remarks.to_vec();
                self.changed.push(Changed { what: *change, hits: taken.hits, paths, gone });
                self.add(due, Standing::Asked, taken.passages)
            }
            LooksFor::Part(part) => self.take_part(due, *part, taken),
            LooksFor::Value => {
                let standings = (Standing::Described, Standing::Found);
                self.add_split(due, taken.passages, standings, |passage| passage.is_source)
            }
            LooksFor::PartOfQuestion | LooksFor::Sides => self.take_side(due, taken.passages),
            _ => self.take_setting(due, looks_for, taken),
        }
    }

    fn add(&mut self, due: &Due, standing: Standing, passages: Vec<Passage>) -> usize {
        self.evidence.add(self.taken - 1, due.weight, standing, passages)
    }

    /// Adds those that are `first` with the first standing, and the others with the second.
    fn add_split(
        &mut self,
        due: &Due,
        passages: Vec<Passage>,
        (standing, of_others): (Standing, Standing),
        first: impl Fn(&Passage) -> bool,
    ) -> usize {
        let (told, others): (Vec<Passage>, Vec<Passage>) = passages.into_iter().partition(first);
        self.add(due, standing, told) + self.add(due, of_others, others)
    }

    /// Notes which names are there, and where.
    fn note_names(&mut self, looks_for: &LooksFor, taken: &Taken<'_>) {
        match looks_for {
            // A name that is no part of another one is there.
            LooksFor::PartOfName(name) => self.proper.retain(|known| known != name || taken.hits > 0),
            LooksFor::Itself(name) => {
                self.unwritten.extend((taken.hits == 0 && self.proper.contains(name)).then(|| name.clone()));
            }
            // The files that hold it, though not those that would say that it is there.
            LooksFor::Feature(name) if taken.hits == 0 && !taken.remarks.is_empty() => {
                self.elsewhere.push((name.clone(), taken.remarks.to_vec()));
            }
            _ => {}
        }
    }

    /// Takes what a part of the question found, or a side of what it compares.
    fn take_side(&mut self, due: &Due, mut passages: Vec<Passage>) -> usize {
        let step = self.taken - 1;
        if due.looks_for == Some(LooksFor::PartOfQuestion) {
            if self.analysis.compares_in_words() {
                passages.sort_by_key(Passage::is_of_program);
            }
            return self.evidence.add_part(step, due.weight, passages);
        }
        let (program, documents): (Vec<Passage>, Vec<Passage>) =
            passages.into_iter().partition(|passage| passage.is_source);
        self.evidence.add_part(step, due.weight, program) + self.evidence.add_part(step, due.weight, documents)
    }

    /// Takes what says how the project is worked with, what a setting is, or what a key is.
    fn take_setting(&mut self, due: &Due, looks_for: &LooksFor, taken: Taken<'_>) -> usize {
        let Taken { hits, mut passages, is_sure, .. } = taken;
        match looks_for {
            LooksFor::Declared(name) | LooksFor::Setting(name) => {
                // The lines that name it are all that hold it in any spelling.
                let is_absent = hits == 0 && matches!(looks_for, LooksFor::Setting(_));
                self.note_setting(name, is_absent, passages.is_empty());
                let is_given = is_sure || matches!(looks_for, LooksFor::Setting(_));
                self.add(due, if is_given { Standing::Described } else { Standing::Unset }, passages)
            }
            LooksFor::Project { is_fallback: true } if self.tells_project => 0,
            LooksFor::Project { .. } => {
                self.tells_project |= !passages.is_empty();
                self.add(due, Standing::Described, passages)
            }
            LooksFor::Sought(_) => {
                let is_default = self.sought.as_ref().is_some_and(|sought| sought.wants == Wants::Default);
                self.tells_setting |= !passages.is_empty() && (is_sure || !is_default);
                self.add(due, if is_sure { Standing::Defined } else { Standing::Described }, passages)
            }
            LooksFor::Default | LooksFor::Described(_) | LooksFor::Making => {
                self.add(due, Standing::Described, passages)
            }
            LooksFor::Key(key) => {
                let is_all = self.is_about_token();
                self.tells_key |= is_all && !passages.is_empty();
                // Beside other words of the question one line says what it is, unless it may be no more than a word itself.
                let first = passages.iter().take(1).filter(|one| !one.is_source && !is_like_a_word(key)).count();
                let most = if is_all { passages.len() } else { first };
                let found = passages.split_off(most);
                self.add(due, Standing::Described, passages) + self.add(due, Standing::Found, found)
            }
            _ => self.take_found(due, passages),
        }
    }

    /// Notes whether a setting is there, and is given a value.
    fn note_setting(&mut self, name: &NamedSetting, is_absent: bool, is_empty: bool) {
        let absent = name.as_written().filter(|name| is_absent && !self.unwritten.iter().any(|one| one == name));
        self.unwritten.extend(absent.map(str::to_owned));
        self.ungiven.retain(|known| Some(known.as_str()) != name.as_written());
        let is_told = is_empty && !self.given.iter().any(|known| known == name);
        match name.as_written().filter(|_| is_told) {
            Some(written) => self.ungiven.push(written.to_owned()),
            None => self.given.push(name.clone()),
        }
    }

    /// Takes what was found by words.
    fn take_found(&mut self, due: &Due, passages: Vec<Passage>) -> usize {
        // A report asks what is wrong, and not what an option is.
        if !due.is_for_token() || self.is_report() {
            return self.add(due, Standing::Found, passages);
        }
        // Who asks for more than what an option is has that answered first; documents say more than one line.
        let is_about_token = self.is_about_token();
        self.add_split(due, passages, (Standing::Described, Standing::Found), |one| !one.is_source || is_about_token)
    }

    /// Takes what is asked of a name: where it is declared, or what has a relation to it.
    fn take_part(&mut self, due: &Due, part: Part, taken: Taken<'_>) -> usize {
        let Taken { hits, unsure, mut passages, remarks, .. } = taken;
        if part.is_definition {
            let defined = passages.iter().filter(|passage| passage.kind.is_symbol());
            let paths: Vec<&str> = defined.map(|passage| &*passage.path).collect();
            if !paths.is_empty() {
                self.asks.declared(part, due.step.text(), paths.into_iter());
            }
            let standings = (Standing::Defined, Standing::Found);
            return self.add_split(due, passages, standings, |passage| passage.kind.is_symbol());
        }
        self.asks.related(part, (hits, unsure), due.step.text(), remarks.to_vec());
        for related in passages.iter_mut().filter_map(|passage| passage.related.as_mut()) {
            let maybe = if related.is_unsure { "maybe " } else { "" };
            (related.asked, related.says) = (part.at, format!("{maybe}{}", self.asks.says(part)));
        }
        self.add(due, Standing::Asked, passages)
    }
}
