//! Rust: the types of what functions without a name are given, and of what generic ones yield for what they are given.

use super::types;
use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::chain::{self, Link};
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::locals::lambda::callee;
use crate::docql::relations::typing::python::generic::argument;
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

    /// What a generic function yields, whose arguments in the tokens `start..end` tell its types: `fn spawn<T>(task: T) ->
    /// Spawn<T>`. A type counts only if its name means the same where the function is declared.
    pub(in crate::docql::relations::typing) fn generic_result(
        &self,
        region: &Region,
        function: NodeRef,
        (start, end): (usize, usize),
        depth: u8,
    ) -> Option<Type> {
        self.rules(function.file).filter(|rules| rules.tries && depth < MAX_DEPTH)?;
        let result = self.declared(function).first().cloned()?;
        let names = self.type_parameters(function);
        if !names.iter().any(|name| mentions(&result.text, name)) {
            return None;
        }
        let parameters = self.parameters(function);
        let has_own = params(self.table.library, function).is_some_and(|written| written.len() < parameters.len());
        let mut given: Vec<String> = names.to_vec();
        for (number, parameter) in parameters.iter().enumerate() {
            let Some(at) = names.iter().position(|name| name == parameter.text.trim()) else { continue };
            let Some(number) = number.checked_sub(usize::from(has_own)) else { continue };
            let Some((from, to)) = argument(&region.tokens, (start, end), number) else { continue };
            let value = self.expression(region, from, to, depth + 1);
            if result.text.trim() == names[at] && matches!(value, Type::Node(..) | Type::Written(..)) {
                return Some(value);
            }
            let Some((node, _)) = self.node_of(&value) else { continue };
            let text = self.table.library.outline(node.file)?.name(node.node).to_owned();
            if self.resolve(&Written { text: text.clone(), ..result }) == Some(Some(node)) {
                given[at] = text;
            }
        }
        let told: Vec<&str> = given.iter().map(String::as_str).collect();
        let text = self.with_arguments(&result.text, function, &told);
        (text != result.text).then_some(Type::Written(Written { text, ..result }, Evidence::Signature))
    }
}

/// True if a type has a name in it, and nothing that belongs to what it stands for: `F::Output`.
fn mentions(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let behind = |at: usize| &text[at + name.len()..];
    let is_whole = |at: &usize| !text[..*at].ends_with(is_part) && !behind(*at).starts_with(is_part);
    let mut all = text.match_indices(name).map(|(at, _)| at).filter(is_whole).peekable();
    all.peek().is_some() && all.all(|at| !behind(at).starts_with("::"))
}
