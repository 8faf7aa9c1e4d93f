//! Ruby: how a call fits a method by what it is called on, at the level of values or of the class itself.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::typing::ruby::core::is_core;
use crate::docql::relations::typing::ruby::model::{Known, Level, Levels, MAKES, Value};
use crate::docql::relations::typing::ruby::types::weighed;
use crate::document::Kind;
use crate::library::NodeRef;

impl CallSite<'_, '_> {
    /// The fit of a call in Ruby; `None` where names have to tell: outside of all classes, of functions outside of them.
    pub(super) fn fit_in_ruby(&self, callable: &Callable<'_>) -> Option<Fit> {
        if self.language() != "ruby" || self.is_import() || callable.reach.is_some() {
            return None;
        }
        if callable.kind == Kind::Constant {
            return None;
        }
        let receiver = self.ruby_receiver.get_or_init(|| self.types.ruby_receiver(self.offset)).as_ref();
        let own = || {
            let (path, level) = self.types.ruby_own(self.offset)?;
            Some(Known { path, level, evidence: Evidence::OwnType, is_exact: false })
        };
        let Some((owner, levels)) = self.types.table.ruby.owner_and_levels(callable.node) else {
            return self.fit_outside_of_classes(receiver, own);
        };
        let callee = (callable, owner.as_str(), levels);
        let fit = match receiver {
            Some(Value::OneOf(all)) => {
                let fits = all.iter().map(|of| self.fit_of_method(Some(of), own, callee).flatten());
                fit_of_each(&fits.collect::<Vec<Fit>>())
            }
            receiver => self.fit_of_method(receiver, own, callee)?,
        };
        // Where a refinement holds is not told.
        let is_refined = || self.types.table.ruby.refined(callable.node).is_some_and(|of| self.may_be(receiver, &of));
        Some(if fit.is_none() && is_refined() { BY_NAME } else { fit })
    }

    /// Ruby: the fit of a variable of the object at the site, `@count`, with one of the name, or with the property that
    /// reads it; `None` where neither is one. An object has those of its class, of those above it and below it.
    pub(super) fn fit_of_object_in_ruby(&self, named: &Callable<'_>) -> Option<Fit> {
        if self.language() != "ruby" {
            return None;
        }
        let is_variable = named.name.starts_with('@');
        match (self.before.ends_with('@'), is_variable) {
            (false, false) => return None,
            (false, true) => return Some(None),
            (true, false) if named.kind != Kind::Property => return Some(None),
            (true, _) => {}
        }
        let ruby = &self.types.table.ruby;
        let home = enclosing_node(self.types.table.library, named.node).and_then(|home| ruby.path_of(home));
        let Some((owner, (own, _))) = home.zip(self.types.ruby_own(self.offset)) else { return Some(None) };
        let is_above = |below: &str, above: &str| {
            let lineage = ruby.lineage(below, Level::Value);
            lineage.steps.iter().any(|(of, _)| of == above)
        };
        let is_own = owner == own || is_above(&own, &owner) || is_above(&owner, &own);
        Some(is_own.then_some(Evidence::OwnType))
    }

    /// The fit of a call of what is declared in a class or module.
    fn fit_of_method(
        &self,
        receiver: Option<&Value>,
        own: impl Fn() -> Option<Known>,
        callee: (&Callable<'_>, &str, Levels),
    ) -> Option<Fit> {
        let (callable, owner, levels) = callee;
        match receiver {
            // What the body of a class names by a symbol is mostly called on its values: `before_action :sign_in`.
            None if self.is_symbol() => own().map(|on| {
                let on_values = Known { level: Level::Value, ..on.clone() };
                self.fit_on(&on_values, callee).max(self.fit_on(&on, callee))
            }),
            None => own().map(|on| {
                let fit = self.fit_on(&on, callee);
                // A block in the body of a class may be run by its values: `validate do … end`.
                let on_values = || Known { level: Level::Value, ..on.clone() };
                let is_of_values = || on.level == Level::Itself && self.is_in_block_of_class();
                if fit.is_none() && is_of_values() { self.fit_on(&on_values(), callee).and(BY_NAME) } else { fit }
            }),
            Some(Value::Of(on)) => {
                let is_own = self.qualifiers.last() == Some(&"self");
                let is_closed = callable.is_private && !is_own && levels.value && on.level == Level::Value;
                Some(self.fit_on(on, callee).filter(|_| !is_closed))
            }
            Some(Value::Core(class)) => Some(self.fit_of_language(callable, owner, class)),
            Some(Value::Foreign | Value::Outside) => Some(self.fit_of_library(callable, owner)),
            // Anything may be made somewhere.
            Some(Value::Unknown | Value::OneOf(_)) if callable.is_constructor() => Some(None),
            Some(Value::Unknown | Value::OneOf(_)) if callable.is_private && levels.value => Some(None),
            Some(Value::Unknown | Value::OneOf(_)) => Some(BY_NAME.filter(|_| self.types.leads_to(callable.file))),
        }
    }

    /// True in a class outside of its methods.
    fn is_in_block_of_class(&self) -> bool {
        let outline = self.imports.library.outline(self.imports.file);
        outline.is_some_and(|outline| {
            let around =
                outline.enclosing(self.offset, |kind| kind.is_function() || kind.is_class() || kind == Kind::Test);
            around.is_some_and(|node| outline.kind(node).is_class())
        })
    }

    /// True for a name that stands in a symbol: `:run`.
    fn is_symbol(&self) -> bool {
        self.before.ends_with(':') && !self.before.ends_with("::")
    }

    /// The fit of a call of what is declared outside of classes: every object has it, but only calls it by the name alone.
    fn fit_outside_of_classes(&self, receiver: Option<&Value>, own: impl Fn() -> Option<Known>) -> Option<Fit> {
        match receiver {
            None => {
                let hides = |on: Known| !self.types.table.ruby.lookup(&on.path, on.level, self.name).is_empty();
                own().is_some_and(hides).then_some(None)
            }
            Some(Value::Unknown) => None,
            Some(Value::Of(_)) if self.qualifiers.last() == Some(&"self") => None,
            Some(_) => Some(None),
        }
    }

    /// True if the call is made on a value, and the method is one of types themselves, or the other way round.
    pub(in crate::docql::relations::calls) fn is_at_other_level(&self, callable: &Callable<'_>) -> bool {
        if self.language() != "ruby" {
            return false;
        }
        let level = match self.ruby_receiver.get_or_init(|| self.types.ruby_receiver(self.offset)) {
            None => self.types.ruby_own(self.offset).map(|(_, level)| level),
            Some(Value::Of(on)) => Some(on.level),
            Some(_) => None,
        };
        let levels = || self.types.table.ruby.owner_and_levels(callable.node).map(|(_, levels)| levels);
        level.is_some_and(|level| levels().is_some_and(|levels| !levels.has(level)))
    }

    /// The methods that the call on a value means; a class is made with a method that calls another one.
    fn methods_on(&self, on: &Known) -> Vec<NodeRef> {
        let found = self.types.table.ruby.lookup(&on.path, on.level, self.name);
        if found.is_empty() && self.name == MAKES { self.types.set_up_in_ruby(on) } else { found }
    }

    fn fit_on(&self, on: &Known, (callable, owner, levels): (&Callable<'_>, &str, Levels)) -> Fit {
        let types = &self.types.table.ruby;
        let is_making = self.name == MAKES && callable.is_constructor();
        if callable.is_constructor() && !is_making {
            return None;
        }
        let found = self.methods_on(on);
        if found.contains(&callable.node) {
            return Some(weighed(&found, callable.node, self.imports.file, on.evidence));
        }
        let level = if is_making { Level::Value } else { on.level };
        let is_below = || !on.is_exact && types.lineage(owner, level).steps.contains(&(on.path.clone(), level));
        if is_making {
            // `new` in a class itself makes one below it where it is called on that.
            return BY_NAME.filter(|_| on.evidence == Evidence::OwnType && is_below());
        }
        if !found.is_empty() {
            return None;
        }
        if on.evidence == Evidence::OwnType && on.level == Level::Value {
            // The own value of a module is one of what mixes it in.
            let all = types.including(&on.path);
            let mut found: Vec<Vec<NodeRef>> = all.iter().map(|of| types.lookup(of, level, self.name)).collect();
            found.retain(|found| !found.is_empty());
            if found.iter().any(|found| found.contains(&callable.node)) {
                let is_told = found.iter().all(|found| found.contains(&callable.node));
                return if is_told { Some(Evidence::OwnType) } else { BY_NAME };
            }
        }
        // Nothing has the name where the call would look for it. A type below may, and a module that is mixed in while the
        // program runs, or into what the own value is.
        let of_module = || levels.value && types.is_module(owner);
        let is_mixed_in = || on.evidence == Evidence::OwnType && types.is_module(&on.path) && level == Level::Value;
        match levels.has(level) {
            true if is_below() || of_module() || is_mixed_in() => BY_NAME,
            _ if level == Level::Itself && of_module() => BY_NAME,
            _ => None,
        }
    }

    /// The fit of a call on a value of the language: what its class has that is opened here, and what is above that. Of what is
    /// above it the class may have its own.
    fn fit_of_language(&self, callable: &Callable<'_>, owner: &str, class: &str) -> Fit {
        let found = self.types.table.ruby.lookup(class, Level::Value, self.name);
        match found.contains(&callable.node) {
            true if owner == class => Some(weighed(&found, callable.node, self.imports.file, Evidence::Receiver)),
            true => BY_NAME,
            false => None,
        }
    }

    /// The fit of a call on a value of a library: what every object has is opened here, and perhaps what the value has from the
    /// language.
    fn fit_of_library(&self, callable: &Callable<'_>, owner: &str) -> Fit {
        let of_objects = ["Object", "Kernel"].iter();
        let all = of_objects.map(|of| self.types.table.ruby.lookup(of, Level::Value, self.name));
        match all.into_iter().find(|found| !found.is_empty()) {
            Some(found) if found.contains(&callable.node) => Some(Evidence::Receiver),
            _ => BY_NAME.filter(|_| is_core(owner)),
        }
    }

    /// True if what a call is made on may be of a class that is named by a constant.
    fn may_be(&self, receiver: Option<&Value>, class: &str) -> bool {
        let types = &self.types.table.ruby;
        let is_among = |path: &str, level: Level| types.lineage(path, level).steps.iter().any(|(of, _)| of == class);
        match receiver {
            // What stands around it is of the class itself.
            None => false,
            Some(Value::Of(on)) => is_among(&on.path, on.level) || !on.is_exact,
            Some(Value::Core(of)) => is_among(of, Level::Value) || matches!(class, "Object" | "Kernel"),
            Some(Value::OneOf(all)) => all.iter().any(|of| self.may_be(Some(of), class)),
            Some(Value::Foreign | Value::Outside | Value::Unknown) => true,
        }
    }
}

/// The fit of a call on what is one of a few, by that on each of them: sure where it means the same on all.
fn fit_of_each(fits: &[Fit]) -> Fit {
    if fits.iter().all(Option::is_some) {
        fits.iter().min().copied().flatten()
    } else {
        BY_NAME.filter(|_| fits.iter().any(Option::is_some))
    }
}
