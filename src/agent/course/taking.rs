//! What the machine makes of what a step has found: what it is to the question.

use super::machine::Machine;
use super::moves::Taken;
use super::steps::{Due, LooksFor, NAMED, written};
use crate::agent::passages::evidence::Standing;
use crate::agent::passages::passage::{Passage, Step};
use crate::agent::question::changes::Changed;
use crate::agent::question::settings::keys::is_like_a_word;
use crate::agent::question::settings::sought::Wants;

impl Machine {
    /// Takes what a step found. Returns how many passages are new.
    pub(in crate::agent) fn take(&mut self, due: &Due, taken: Taken<'_>) -> usize {
        self.taken += 1;
        let Taken { hits, unsure, mut passages, remarks, notes, listed, is_sure } = taken;
        if due.reason == NAMED && hits == 0 {
            let names =
                self.analysis.names.iter().filter(|name| self.scope.narrow(Step::Docql(written(name))) == due.step);
            self.unwritten.extend(names.cloned());
        }
        let step = self.taken - 1;
        let part = match &due.looks_for {
            Some(LooksFor::PartOfName(name)) => {
                // A name that is no part of another one is there.
                self.proper.retain(|known| known != name || hits > 0);
                return 0;
            }
            Some(LooksFor::Itself(name)) => {
                self.unwritten.extend((hits == 0 && self.proper.contains(name)).then(|| name.clone()));
                return 0;
            }
            Some(LooksFor::Feature(name)) => {
                // The files that hold it, though not those that would say that it is there.
                if hits == 0 && !remarks.is_empty() {
                    self.elsewhere.push((name.clone(), remarks.to_vec()));
                }
                return 0;
            }
            Some(LooksFor::Structure(at)) => {
                let is_taken = self.structure.as_mut().is_some_and(|structure| structure.take(*at, hits, listed));
                let passages = if is_taken { passages } else { Vec::new() };
                return self.evidence.add(step, due.weight, Standing::Asked, passages);
            }
            Some(LooksFor::Change(change)) => {
                let gone = if passages.is_empty() { Vec::new() } else { notes.to_vec() };
                self.changed.push(Changed { what: *change, hits, paths: remarks.to_vec(), gone });
                return self.evidence.add(step, due.weight, Standing::Asked, passages);
            }
            Some(LooksFor::Part(part)) => *part,
            Some(LooksFor::Declared(name) | LooksFor::Setting(name)) => {
                // The lines that name it are all that hold it in any spelling.
                let is_absent = hits == 0 && matches!(due.looks_for, Some(LooksFor::Setting(_)));
                let absent =
                    name.as_written().filter(|name| is_absent && !self.unwritten.iter().any(|one| one == name));
                self.unwritten.extend(absent.map(str::to_owned));
                self.ungiven.retain(|known| Some(known.as_str()) != name.as_written());
                let is_told = passages.is_empty() && !self.given.iter().any(|known| known == name);
                match name.as_written().filter(|_| is_told) {
                    Some(written) => self.ungiven.push(written.to_owned()),
                    None => self.given.push(name.clone()),
                }
                return self.evidence.add(step, due.weight, Standing::Described, passages);
            }
            Some(LooksFor::Value) => {
                let (own, others): (Vec<Passage>, Vec<Passage>) =
                    passages.into_iter().partition(|passage| passage.is_source);
                return self.evidence.add(step, due.weight, Standing::Described, own)
                    + self.evidence.add(step, due.weight, Standing::Found, others);
            }
            Some(LooksFor::PartOfQuestion) => {
                if self.analysis.compares_in_words() {
                    passages.sort_by_key(Passage::is_of_program);
                }
                return self.evidence.add_part(step, due.weight, passages);
            }
            Some(LooksFor::Sides) => {
                let (program, documents): (Vec<Passage>, Vec<Passage>) =
                    passages.into_iter().partition(|passage| passage.is_source);
                return self.evidence.add_part(step, due.weight, program)
                    + self.evidence.add_part(step, due.weight, documents);
            }
            Some(LooksFor::Project { is_fallback }) => {
                if *is_fallback && self.tells_project {
                    return 0;
                }
                self.tells_project |= !passages.is_empty();
                return self.evidence.add(step, due.weight, Standing::Described, passages);
            }
            Some(LooksFor::Sought(_)) => {
                let is_default = self.sought.as_ref().is_some_and(|sought| sought.wants == Wants::Default);
                self.tells_setting |= !passages.is_empty() && (is_sure || !is_default);
                let standing = if is_sure { Standing::Defined } else { Standing::Described };
                return self.evidence.add(step, due.weight, standing, passages);
            }
            Some(LooksFor::Default | LooksFor::Described(_)) => {
                return self.evidence.add(step, due.weight, Standing::Described, passages);
            }
            Some(LooksFor::Key(key)) => {
                let is_all = self.is_about_token();
                self.tells_key |= is_all && !passages.is_empty();
                // Beside other words of the question one line says what it is, unless it may be no more than a word itself.
                let first = passages.iter().take(1).filter(|one| !one.is_source && !is_like_a_word(key)).count();
                let most = if is_all { passages.len() } else { first };
                let found = passages.split_off(most);
                return self.evidence.add(step, due.weight, Standing::Described, passages)
                    + self.evidence.add(step, due.weight, Standing::Found, found);
            }
            // A report asks what is wrong, and not what an option is.
            _ if due.is_for_token() && !self.is_report() => {
                // Who asks for more than what an option is has that answered first; documents say more than one line.
                let (told, read): (Vec<Passage>, Vec<Passage>) =
                    passages.into_iter().partition(|passage| !passage.is_source || self.is_about_token());
                return self.evidence.add(step, due.weight, Standing::Described, told)
                    + self.evidence.add(step, due.weight, Standing::Found, read);
            }
            _ => return self.evidence.add(step, due.weight, Standing::Found, passages),
        };
        if part.is_definition {
            let (defined, others): (Vec<Passage>, Vec<Passage>) =
                passages.into_iter().partition(|passage| passage.kind.is_symbol());
            if !defined.is_empty() {
                self.asks.declared(part, due.step.text(), defined.iter().map(|passage| &*passage.path));
            }
            return self.evidence.add(step, due.weight, Standing::Defined, defined)
                + self.evidence.add(step, due.weight, Standing::Found, others);
        }
        self.asks.related(part, (hits, unsure), due.step.text(), remarks.to_vec());
        for related in passages.iter_mut().filter_map(|passage| passage.related.as_mut()) {
            (related.asked, related.says) = (part.at, self.asks.says(part));
        }
        self.evidence.add(step, due.weight, Standing::Asked, passages)
    }
}
