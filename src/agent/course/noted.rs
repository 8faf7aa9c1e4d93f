//! What the machine is told before it begins: what the workspace says of the question.

use super::machine::Machine;
use crate::agent::question::marked::marked;
use crate::agent::question::packages::{Shape, Structure};
use crate::agent::question::project::{self, itself};
use crate::agent::question::settings::sought::Sought;
use crate::agent::question::told::Part;
use crate::library::Library;
use std::sync::Arc;

impl Machine {
    /// Notes what the question asks of the structure of the workspace.
    pub(in crate::agent) fn note_structure(&mut self, structure: Option<Structure>) {
        self.structure = structure.filter(|_| !self.is_report());
    }

    /// How what a query for structure finds is shown, and what each find is.
    pub(in crate::agent) fn shown_as(&self, at: usize) -> (Shape, String) {
        let structure = self.structure.as_ref();
        structure.map_or((Shape::Lines, String::new()), |structure| (structure.shape(at), structure.says()))
    }

    /// The name whose tests a step looks for.
    pub(in crate::agent) fn tested(&self, part: Part) -> Option<&str> {
        self.asks.tested(part)
    }

    /// The name of which a part of the question asks for relations.
    pub(in crate::agent) fn name_of(&self, part: Part) -> Option<&str> {
        self.asks.name_of(part)
    }

    /// The setting that the question asks for by what that is about.
    pub(in crate::agent) fn sought(&self) -> Option<&Sought> {
        self.sought.as_ref()
    }

    /// True if a question for structure is answered.
    pub(in crate::agent) fn is_structural(&self) -> bool {
        self.structure.as_ref().is_some_and(Structure::is_answered)
    }

    /// Notes which names of the question end with the sign that stands behind them.
    pub(in crate::agent) fn note_marked(&mut self, library: &Library) {
        let text = self.analysis.text.clone();
        self.asks.rename(|name| marked(name, &text, library));
        for name in &mut self.analysis.names {
            if let Some(whole) = marked(name, &text, library) {
                *name = whole;
            }
        }
        self.asks.note_meant(library);
    }

    /// Notes the places in files that a trace in the question names.
    pub(in crate::agent) fn note_places(&mut self, places: Vec<String>) {
        self.places = places;
    }

    /// Notes the directories that the projects are at home in which are asked about, and what they are called.
    pub(in crate::agent) fn note_project(&mut self, homes: Vec<String>, names: &[String]) {
        let about = itself::without_names(&self.analysis.text, names);
        // What files of the project say of themselves is no setting of the program.
        self.sought = Sought::of(&self.analysis, &about, names).filter(|_| !project::is_asked(&about));
        (self.homes, self.about) = (homes, about);
    }

    /// Notes the files that a report is likely to be about, most likely first.
    pub(in crate::agent) fn note_likely(&mut self, files: Vec<Arc<str>>) {
        self.likely = files;
    }

    /// Notes the words of the question that may be keys or options.
    pub(in crate::agent) fn note_keys(&mut self, keys: Vec<String>) {
        // What is written as keys are is looked for as it is written.
        self.sought = self.sought.take().filter(|_| keys.is_empty());
        self.keys = keys;
    }

    /// Notes the names of what the question asks whether it is there, and the one that stands nowhere.
    pub(in crate::agent) fn note_features(&mut self, names: Vec<String>, nowhere: Option<String>) {
        self.features = names;
        self.unwritten.extend(nowhere);
    }

    /// Notes the proper names of the question that few texts hold.
    pub(in crate::agent) fn note_proper(&mut self, names: Vec<String>) {
        self.proper = names;
    }
}
