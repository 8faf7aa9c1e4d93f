//! How a call fits where types without a name have a part in it: it stands in the body of one, or is made on one.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::typing::bodies::Body;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Span;
use crate::library::NodeRef;

impl CallSite<'_, '_> {
    /// The fit of a call to what stands in the body `own` of a type without a name.
    pub(in crate::docql::relations::calls) fn fit_in_body(
        &self,
        callable: &Callable<'_>,
        own: Span,
        language: &'static str,
    ) -> Fit {
        match self.qualifiers.as_slice() {
            [] | ["this"] => self.fit_bodies(callable).unwrap_or_default(),
            // What is above is never what stands in the body.
            [.., "super"] => None,
            _ => self.fit_receiver(callable, language).filter(|_| self.may_be_dispatched(callable, own)),
        }
    }

    /// The fit of a call without a receiver, or on the own value, as far as bodies around it or the callable tell; `None` if
    /// they do not.
    pub(in crate::docql::relations::calls) fn fit_bodies(&self, callable: &Callable<'_>) -> Option<Fit> {
        let language = self.language();
        if !matches!(language, "java" | "kotlin") {
            return None;
        }
        let (table, file) = (self.types.table, self.imports.file);
        let own = table.body_of(callable.node).map(|span| (callable.file, span));
        for body in table.bodies_around(file, self.offset) {
            if own == Some((file, body.span)) {
                return Some(Some(Evidence::OwnType));
            }
            let has_own = !self.members_in(&body).is_empty();
            let above = self.types.above_body(&body);
            let inherited = above.flatten().map(|of| self.members_of(of)).unwrap_or_default();
            if has_own || inherited.iter().any(|(_, own)| !own.is_empty()) {
                let is_inherited = !has_own && own.is_none();
                return Some(
                    is_inherited.then(|| self.fit_value(callable, &inherited, Evidence::OwnType, language)).flatten(),
                );
            }
            if !self.qualifiers.is_empty() {
                return Some(if above.is_none() && own.is_none() { BY_NAME } else { None });
            }
        }
        own.map(|_| None)
    }

    /// The methods of the called name that stand in a body, and may be given the arguments of the call.
    fn members_in(&self, body: &Body) -> Vec<NodeRef> {
        let file = self.imports.file;
        let Some(outline) = self.imports.library.outline(file) else { return Vec::new() };
        let named = body.members.iter().filter(|&&at| outline.kind(at).is_function() && outline.name(at) == self.name);
        let nodes = named.map(|&node| NodeRef { file, node });
        let takes = |node: &NodeRef| self.arity_of(*node).is_none_or(|arity| self.allows(*node, arity));
        nodes.filter(|node| takes(node) && self.may_be_given(*node)).collect()
    }

    /// The fit of a call on a value of a type without a name: `new T() { … }.run()`; `None` if it is made on no such value.
    pub(in crate::docql::relations::calls) fn fit_made(&self, callable: &Callable<'_>) -> Option<Fit> {
        let before = self.before.strip_suffix('.')?.trim_end();
        if !matches!(self.language(), "java" | "kotlin") || !before.ends_with('}') {
            return None;
        }
        let table = self.types.table;
        let bodies = table.bodies(self.imports.file);
        let body = bodies.all.iter().find(|body| body.span.end as usize == before.len())?;
        if (callable.file, table.body_of(callable.node)) == (self.imports.file, Some(body.span)) {
            return Some(Some(Evidence::Receiver));
        }
        let is_hidden = !self.members_in(body).is_empty() || table.body_of(callable.node).is_some();
        is_hidden.then_some(None)
    }

    /// How a call on a value, if any, is one of what stands in a body: through what that overrides; `None` if the value is
    /// none that could be of its type.
    pub(in crate::docql::relations::calls) fn fit_dispatched(
        &self,
        callable: &Callable<'_>,
        receiver: &Receiver,
    ) -> Option<Fit> {
        let table = self.types.table;
        let own = table.body_of(callable.node)?;
        let body = table.bodies(callable.file).all.iter().find(|body| body.span == own).cloned()?;
        Some(match (receiver, self.types.above_body(&body)) {
            (Receiver::Of(node, _), Some(Some(of))) => {
                let is_above = *node == of || table.above(of).contains(node);
                let has_it = || self.members_of(*node).iter().any(|(_, own)| !own.is_empty());
                if is_above && has_it() { BY_NAME } else { None }
            }
            (Receiver::Of(..) | Receiver::Above(_) | Receiver::Foreign | Receiver::Module, _) => None,
            (_, Some(Some(of))) => {
                let overrides = self.members_of(of).iter().any(|(_, own)| !own.is_empty());
                let is_told = table.leads_to(self.imports.file, callable.file) && !self.types.is_common(self.name);
                if overrides && is_told { BY_NAME } else { None }
            }
            (_, _) => {
                if self.types.is_common(self.name) {
                    None
                } else {
                    BY_NAME
                }
            }
        })
    }

    /// False for what nobody sees outside of the body `own`.
    fn may_be_dispatched(&self, callable: &Callable<'_>, own: Span) -> bool {
        !callable.is_private || self.imports.file == callable.file && own.contains(self.offset)
    }
}
