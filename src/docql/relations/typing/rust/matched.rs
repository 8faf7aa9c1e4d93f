//! Rust: the types of names that patterns bind.

use super::patterns::{From, Step, read};
use super::values::values;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::chain;
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::overloading::arguments::spans_in;

impl FileTypes<'_, '_> {
    /// The type of the name that is bound at `here` by a pattern.
    pub(in crate::docql::relations::typing) fn matched(&self, region: &Region, here: usize, depth: u8) -> Type {
        let Some(pattern) = read(&region.tokens, here).filter(|_| depth <= MAX_DEPTH) else { return Type::Unknown };
        let mut steps = pattern.steps.as_slice();
        let mut value = match pattern.from {
            From::Value(start, _) | From::Scrutinee(start, _) => {
                let (start, rest) = self.tuple_part(region, start, steps);
                steps = rest;
                self.yielded_at(region, start, depth + 1)
            }
            From::Element(start) => {
                let of = self.yielded_at(region, start, depth + 1);
                self.element_of(&of)
            }
            From::Typed(start, end) => self.spelled(region, start, end, Evidence::Signature),
            From::Parameter(parameter) => match parameter.typed {
                Some((start, end)) => self.spelled(region, start, end, Evidence::Signature),
                None => self.lambda_parameter(region, parameter.start, parameter.number, depth + 1),
            },
        };
        for step in steps {
            value = self.stepped(region, &value, step, depth + 1);
        }
        value
    }

    /// Of a tuple that is written out, the part that the pattern takes, with the other steps.
    fn tuple_part<'s>(&self, region: &Region, start: usize, steps: &'s [Step]) -> (usize, &'s [Step]) {
        let tokens = &region.tokens;
        let part = || {
            let (Step::Part(number), rest) = steps.split_first()? else { return None };
            let close = tokens.closing(start).filter(|_| tokens.is(start, b'('))?;
            let (part, _) = *spans_in(tokens, start + 1, close)?.get(*number)?;
            Some((part, rest))
        };
        part().unwrap_or((start, steps))
    }

    /// The type of the expression at `start`, or of the first of those that it may yield of which something is known.
    pub(in crate::docql::relations::typing) fn yielded_at(&self, region: &Region, start: usize, depth: u8) -> Type {
        let (tokens, Some(rules)) = (&region.tokens, self.rules(region.file)) else { return Type::Unknown };
        let told = values(tokens, start).into_iter().map(|start| {
            let Some((links, end)) = chain::read(tokens, start, tokens.len(), rules) else { return Type::Unknown };
            let ends = tokens.is_line(end)
                || [b',', b';', b'{', b')', b'}', b']'].iter().any(|sign| tokens.is(end, *sign))
                || tokens.word(end) == "else"
                || tokens.are(end, "&&");
            if ends { self.value(region, &links, depth) } else { Type::Unknown }
        });
        told.into_iter().find(|found| !matches!(found, Type::Unknown)).unwrap_or(Type::Unknown)
    }

    /// What a loop over a value yields.
    pub(in crate::docql::relations::typing) fn element_of(&self, of: &Type) -> Type {
        if let Some(found) = self.gone_through_in_rust(of) {
            return found;
        }
        match of {
            Type::Environment | Type::Foreign => Type::Environment,
            _ => self.node_of(of).and_then(|(node, _)| self.items_of(node)).unwrap_or(Type::Unknown),
        }
    }
}
