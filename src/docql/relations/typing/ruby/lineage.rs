//! Where methods are looked up: in what a type prepends, itself, what it includes, and so on in the type above it.

use super::core;
use super::model::{Constant, Level, Lineage, Mixing};
use super::types::Types;
use crate::docql::relations::types::inheritance::MAX_SUPERTYPES;
use crate::document::Kind;
use crate::library::NodeRef;
use std::sync::Arc;

/// What every object has, as far as it is opened here.
const OF_OBJECTS: [&str; 3] = ["Object", "Kernel", "BasicObject"];

impl Types<'_> {
    /// Where methods of a type are looked up.
    pub(in crate::docql::relations) fn lineage(&self, path: &str, level: Level) -> Arc<Lineage> {
        self.lineages.get((path.to_owned(), level), |(path, level)| {
            let mut lineage = Lineage { steps: Vec::new(), is_open: false, is_split: false };
            match level {
                Level::Value => self.add_values(path, &mut lineage, 0),
                Level::Itself => {
                    self.add_itself(path, &mut lineage, 0);
                    let of_types: &[&str] = if self.is_module(path) { &["Module"] } else { &["Class", "Module"] };
                    of_types.iter().for_each(|of| self.add_opened(of, &mut lineage));
                }
            }
            OF_OBJECTS.iter().for_each(|of| self.add_opened(of, &mut lineage));
            Arc::new(lineage)
        })
    }

    fn add_opened(&self, path: &str, lineage: &mut Lineage) {
        let step = (path.to_owned(), Level::Value);
        if !lineage.steps.contains(&step) && !self.places(path).is_empty() {
            lineage.steps.push(step);
        }
    }

    fn add_values(&self, path: &str, lineage: &mut Lineage, depth: usize) {
        let step = (path.to_owned(), Level::Value);
        if lineage.steps.contains(&step) || depth > MAX_SUPERTYPES || lineage.steps.len() > MAX_SUPERTYPES {
            return;
        }
        let mixed = self.mixed(path, lineage);
        let of = |how: Mixing| mixed.iter().rev().filter(move |(it, _)| *it == how);
        // What a type prepends goes before it, but never leads back to it.
        let at = lineage.steps.len();
        lineage.steps.push(step);
        of(Mixing::Prepend).for_each(|(_, of)| self.add_values(of, lineage, depth + 1));
        lineage.steps[at..].rotate_left(1);
        of(Mixing::Include).for_each(|(_, of)| self.add_values(of, lineage, depth + 1));
        for above in self.superclasses(path, lineage) {
            self.add_values(&above, lineage, depth + 1);
        }
    }

    fn add_itself(&self, path: &str, lineage: &mut Lineage, depth: usize) {
        let step = (path.to_owned(), Level::Itself);
        if lineage.steps.contains(&step) || depth > MAX_SUPERTYPES || lineage.steps.len() > MAX_SUPERTYPES {
            return;
        }
        lineage.steps.push(step);
        let mixed = self.mixed(path, lineage);
        for (_, of) in mixed.iter().rev().filter(|(how, _)| *how == Mixing::Extend) {
            self.add_values(of, lineage, depth + 1);
        }
        // What includes a concern is extended by its methods for classes.
        for (_, of) in mixed.iter().rev().filter(|(how, _)| *how == Mixing::Include) {
            let for_classes = format!("{of}::ClassMethods");
            if !self.places(&for_classes).is_empty() {
                self.add_values(&for_classes, lineage, depth + 1);
            }
        }
        for above in self.superclasses(path, lineage) {
            self.add_itself(&above, lineage, depth + 1);
        }
    }

    /// The modules that a class or module mixes in, as they are written.
    pub(super) fn mixed(&self, path: &str, lineage: &mut Lineage) -> Vec<(Mixing, String)> {
        let mut all = Vec::new();
        for place in self.places(path) {
            let bodies = self.bodies(place.file);
            let Some(outline) = self.library.outline(place.file) else { continue };
            let nesting = self.nesting(place.file, outline.name_span(place.node).end);
            for mixin in bodies.mixins.iter().filter(|mixin| mixin.of == place.node) {
                if mixin.path == ["self"] {
                    all.push((mixin.how, path.to_owned()));
                    continue;
                }
                // What a type inherits is not looked through for what it inherits from.
                match self.constant_within(&mixin.path, &nesting, false) {
                    Some(Constant::Type(of)) => all.push((mixin.how, of)),
                    _ => lineage.is_open = true,
                }
            }
        }
        let handed = self.handed_on(path, &all);
        all.extend(handed);
        all
    }

    /// The class above another, by the constant in its head within what is around it, and of those of the language what they
    /// have above them there. Several only where classes of several programs have the path.
    fn superclasses(&self, path: &str, lineage: &mut Lineage) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for place in self.places(path) {
            let Some(written) = self.written_above(place) else { continue };
            let found = self.above(place, &written).filter(|found| found != path);
            lineage.is_open |= found.is_none();
            let of_language = || Some(written.trim_start_matches("::").to_owned()).filter(|of| core::is_core(of));
            all.extend(found.or_else(of_language).filter(|of| of != path && !all.contains(of)));
        }
        lineage.is_split |= all.len() > 1;
        if all.is_empty() {
            all.extend(core::above(path).map(str::to_owned));
        }
        all
    }

    fn above(&self, place: NodeRef, written: &str) -> Option<String> {
        let outline = self.library.outline(place.file)?;
        let nesting = self.nesting(place.file, outline.name_span(place.node).end);
        let mut names: Vec<String> = written.split("::").map(str::to_owned).collect();
        if names.iter().skip(1).any(String::is_empty) {
            names.clear();
        }
        match self.constant_within(&names, nesting.get(1..)?, false)? {
            Constant::Type(found) => Some(found),
            Constant::Assigned(_) => None,
        }
    }

    /// The constant in the head of a class: `class A < B::C`, `A = Class.new(B::C)`; empty where something else stands there.
    fn written_above(&self, place: NodeRef) -> Option<String> {
        let outline = self.library.outline(place.file).filter(|it| it.kind(place.node) != Kind::Module)?;
        let text = self.library.peek_text(place.file).ok()?;
        let rest = text.get(outline.name_span(place.node).end as usize..outline.span(place.node).end as usize)?;
        let line = rest.lines().next()?.trim_start();
        let head = match line.strip_prefix('=') {
            Some(made) => made.split_once(".new").map_or("", |(_, behind)| behind.trim_start_matches('(')),
            None => line.strip_prefix('<')?.trim_start(),
        };
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':');
        let name = head.find(|c| !is_part(c)).map_or(head, |end| &head[..end]);
        let is_constant = name.trim_start_matches("::").starts_with(char::is_uppercase);
        let is_whole = !head[name.len()..].starts_with(['(', '.', '[']);
        Some(if is_constant && is_whole { name.to_owned() } else { String::new() })
    }

    /// The classes and modules that mix a module into their values.
    pub(in crate::docql::relations) fn including(&self, module: &str) -> Arc<[String]> {
        self.including.get(module.to_owned(), |module| {
            let all = self.mixings(module, |how| how != Mixing::Extend, MAX_SUPERTYPES).into_iter();
            let mut all: Vec<String> =
                all.filter_map(|(of, _)| self.path_of(of)).filter(|path| path != module).collect();
            all.sort_unstable();
            all.dedup();
            all.into()
        })
    }

    /// The methods of a name that a call means: those of the nearest type that has some.
    pub(in crate::docql::relations) fn lookup(&self, path: &str, level: Level, name: &str) -> Vec<NodeRef> {
        self.lookup_after(path, level, name, |_| true)
    }

    /// The same behind the step of a type, which has to be in the lineage: what `super` means there.
    pub(in crate::docql::relations) fn lookup_above(&self, path: &str, level: Level, name: &str) -> Vec<NodeRef> {
        let own = (path.to_owned(), level);
        let mut is_behind = false;
        self.lookup_after(path, level, name, |step| {
            let was = is_behind;
            is_behind |= *step == own;
            was
        })
    }

    fn lookup_after(
        &self,
        path: &str,
        level: Level,
        name: &str,
        mut counts: impl FnMut(&(String, Level)) -> bool,
    ) -> Vec<NodeRef> {
        let lineage = self.lineage(path, level);
        let mut several: Vec<NodeRef> = Vec::new();
        for step in lineage.steps.iter().filter(|step| counts(step)) {
            let members = self.members(&step.0);
            let all = members.methods.get(name).into_iter().flatten();
            let found: Vec<NodeRef> = all.filter(|(_, levels)| levels.has(step.1)).map(|(node, _)| *node).collect();
            // Which of several above it stands above it is not told.
            let is_one = !lineage.is_split || step.0 == path;
            if is_one && !found.is_empty() {
                return found;
            }
            several.extend(found);
        }
        several
    }
}
