//! Python: what a `with` statement binds: what a manager gives when it is entered.

use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::Written;

impl FileTypes<'_, '_> {
    /// The type of what a `with` statement makes of the expression at the token `start`.
    pub(in crate::docql::relations::typing) fn entered(
        &self,
        region: &Region,
        start: usize,
        used: usize,
        depth: u8,
    ) -> Type {
        let tokens = &region.tokens;
        let Some(rules) = self.rules(region.file).filter(|_| start <= used && depth <= MAX_DEPTH) else {
            return Type::Unknown;
        };
        let Some((links, end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
        if tokens.word(end) != "as" {
            return Type::Unknown;
        }
        if let Some((Link::Call(..), called)) = links.split_last()
            && let Type::Function(function) = self.value_or_function(region, called, depth + 1)
            && self.yields(function)
        {
            return self.given(function, depth + 1);
        }
        match self.value(region, &links, depth + 1) {
            Type::Written(written, evidence) if let Some(text) = entered_as(&written.text) => {
                Type::Written(Written { text, ..written }, evidence)
            }
            // What a generator yields is not written.
            Type::Written(written, _) if written.text.trim_end().ends_with("Generator") => Type::Unknown,
            manager => self.given_by(manager, depth),
        }
    }

    /// What a value gives when it is entered.
    fn given_by(&self, manager: Type, depth: u8) -> Type {
        let Some((node, evidence)) = self.node_of(&manager) else { return manager };
        let enter = |name: &str| match self.member(node, name, evidence, (true, depth + 1)) {
            Type::Function(function) => Some(function),
            _ => None,
        };
        // Whoever is entered without saying how has it from a type that is not here, and is given itself, as a rule.
        let Some(function) = enter("__enter__").or_else(|| enter("__aenter__")) else { return manager };
        let given = self.result(function, 0, depth + 1);
        match self.node_of(&given) {
            // A type above writes itself for all those below it.
            Some((of, _)) if of == node || self.table.above(node).contains(&of) => manager,
            _ => given,
        }
    }
}

fn entered_as(text: &str) -> Option<String> {
    elements::entered(text).or_else(|| elements::yielded(text)).map(str::to_owned)
}
