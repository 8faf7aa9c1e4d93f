//! Rust: the types of what functions without a name are given.

use super::types;
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::locals::lambda::callee;
use crate::docql::relations::typing::written::Written;
use crate::library::NodeRef;

impl FileTypes<'_, '_> {
    /// The type of the parameter `number` of the function without a name that begins at `start`: as the function that it is
    /// given to says.
    pub(in crate::docql::relations::typing) fn closure_parameter(
        &self,
        region: &Region,
        start: usize,
        number: usize,
        depth: u8,
    ) -> Option<Type> {
        let (tokens, rules) = (&region.tokens, self.rules(region.file)?);
        let (name, argument) = callee(tokens, start)?;
        let first = chain::start_of(tokens, name + 1, rules)?;
        let (links, _) = chain::read(tokens, first, name + 1, rules).filter(|(_, end)| *end == name + 1)?;
        if let Type::Function(function) = self.value_or_function(region, &links, depth + 1) {
            let is_path = name > 1 && tokens.are(name - 2, "::");
            return self.given_to_closure(function, argument?, number, is_path);
        }
        let (Link::Member(method), holder) = links.split_last()? else { return None };
        let value = self.value(region, holder, depth + 1);
        if number == 0 { self.given_by_library(&value, method) } else { None }
    }

    /// The type of a parameter of what a function takes as an argument.
    fn given_to_closure(&self, function: NodeRef, argument: usize, number: usize, is_path: bool) -> Option<Type> {
        let all = self.parameters(function);
        let has_own = params(self.table.library, function).is_some_and(|written| written.len() < all.len());
        let taken = all.get(argument + usize::from(has_own && !is_path))?;
        let of_parameter = |text: &str| {
            let text = types::taken_by(text)?.get(number).copied()?.to_owned();
            Some(Type::Written(Written { text, ..taken.clone() }, Evidence::Signature))
        };
        let named = || self.bounds_of(function, taken.text.trim());
        of_parameter(&taken.text).or_else(|| named().iter().find_map(|bound| of_parameter(bound)))
    }
}
