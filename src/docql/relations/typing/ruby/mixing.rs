//! Which modules a type names in its body, and which types name a module.

use super::bodies::Mixin;
use super::handed::{Handed, HandedTo, To, may_hand};
use super::model::{Constant, Lineage, Mixing};
use super::types::Types;
use crate::document::Kind;
use crate::library::{FileId, NodeRef, TrigramQuery};

/// Types that name one module, at most.
const MAX_NAMING: usize = 10_000;

impl Types<'_> {
    /// The modules that a class or module includes, prepends or is extended by, wherever it is opened.
    pub(in crate::docql::relations) fn mixed_in(&self, node: NodeRef) -> Vec<NodeRef> {
        let Some(path) = self.path_of(node) else { return Vec::new() };
        let mut lineage = Lineage { steps: Vec::new(), is_open: false, is_split: false };
        let mut out: Vec<NodeRef> = Vec::new();
        for (_, of) in self.mixed(&path, &mut lineage).into_iter().filter(|(_, of)| *of != path) {
            out.extend(self.homes(&of));
        }
        let mut seen = std::collections::HashSet::new();
        out.retain(|of| seen.insert(*of));
        out
    }

    /// The classes and modules whose bodies include or prepend a module or are extended by it, each where it says so, and
    /// whether it is extended.
    pub(in crate::docql::relations) fn mixing_in(&self, module: NodeRef) -> Vec<(NodeRef, bool)> {
        let Some(path) = self.path_of(module) else { return Vec::new() };
        let all = self.mixings(&path, |_| true, MAX_NAMING);
        all.into_iter().map(|(of, how)| (of, how == Mixing::Extend)).collect()
    }

    /// The classes and modules whose bodies name a module in a `wanted` way, each where it says so; the walk ends with the
    /// file by which they are more than `most`.
    pub(super) fn mixings(&self, module: &str, wanted: impl Fn(Mixing) -> bool, most: usize) -> Vec<(NodeRef, Mixing)> {
        let name = module.rsplit("::").next().unwrap_or(module);
        let trigrams = TrigramQuery::of_literals([name]);
        let may_hold = |file: &FileId| {
            self.library.language(*file) == "ruby"
                && self.library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
        };
        let mut all = self.handing(module);
        all.retain(|(_, how)| wanted(*how));
        for file in self.library.file_ids().filter(may_hold) {
            let bodies = self.bodies(file);
            let is_named = |it: &&Mixin| wanted(it.how) && it.path.last().is_some_and(|last| last == name);
            for mixin in bodies.mixins.iter().filter(is_named) {
                let Some(outline) = self.library.outline(file) else { continue };
                let nesting = self.nesting(file, outline.name_span(mixin.of).end);
                let of = self.constant_within(&mixin.path, &nesting, false);
                if matches!(of, Some(Constant::Type(of)) if of == module) {
                    all.push((NodeRef { file, node: mixin.of }, mixin.how));
                }
            }
            if all.len() > most {
                break;
            }
        }
        all
    }

    /// The places where a class or module is opened and given methods; the first one where it is given none.
    fn homes(&self, path: &str) -> Vec<NodeRef> {
        let places = self.places(path);
        let has_methods = |place: &NodeRef| {
            self.library.outline(place.file).is_some_and(|outline| {
                outline
                    .children(Some(place.node))
                    .any(|at| outline.kind(at).is_function() || is_for_classes(outline.kind(at), outline.name(at)))
            })
        };
        let homes: Vec<NodeRef> = places.iter().copied().filter(has_methods).collect();
        if homes.is_empty() { places.into_iter().take(1).collect() } else { homes }
    }

    /// What a class or module that includes these modules gets from outside besides.
    pub(super) fn handed_on(&self, path: &str, included: &[(Mixing, String)]) -> Vec<(Mixing, String)> {
        let mut all: Vec<(Mixing, String)> = self.handed_to().get(path).cloned().unwrap_or_default();
        for (_, module) in included.iter().filter(|(how, _)| *how == Mixing::Include) {
            for place in self.places(module) {
                let bodies = self.bodies(place.file);
                let is_meant = |one: &&Handed| matches!(one.to, To::Includers(of) if of == place.node);
                let named = bodies.handed.iter().filter(is_meant);
                all.extend(named.filter_map(|one| Some((one.how, self.module_named(place.file, one)?))));
            }
        }
        all.retain(|(_, of)| of != path);
        all
    }

    /// The places of the classes and modules that a module is mixed into from outside, with how.
    pub(super) fn handing(&self, module: &str) -> Vec<(NodeRef, Mixing)> {
        let all = self.handed_to().iter().flat_map(|(of, given)| given.iter().map(move |given| (of, given)));
        let named = all.filter(|(_, (_, given))| given == module);
        named.filter_map(|(of, (how, _))| Some((self.places(of).into_iter().next()?, *how))).collect()
    }

    fn module_named(&self, file: FileId, one: &Handed) -> Option<String> {
        match self.constant_within(&one.path, &self.nesting(file, one.at), false) {
            Some(Constant::Type(of)) => Some(of),
            _ => None,
        }
    }

    fn handed_to(&self) -> &HandedTo {
        self.handed.get_or_init(|| {
            let mut all = HandedTo::new();
            for file in self.library.file_ids().filter(|file| self.library.language(*file) == "ruby") {
                // Most files are not looked through.
                if !self.library.peek_text(file).is_ok_and(|text| may_hand(&text)) {
                    continue;
                }
                for one in &self.bodies(file).handed {
                    let To::Constant(path) = &one.to else { continue };
                    let nesting = self.nesting(file, one.at);
                    if let Some(Constant::Type(of)) = self.constant_within(path, &nesting, false)
                        && let Some(module) = self.module_named(file, one)
                    {
                        all.entry(of).or_default().push((one.how, module));
                    }
                }
            }
            all
        })
    }
}

/// True for the module of what a concern gives to classes.
fn is_for_classes(kind: Kind, name: &str) -> bool {
    kind == Kind::Module && name == "ClassMethods"
}
