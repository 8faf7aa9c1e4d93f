//! Python: functions that yield what they are given, or an instance of it: `def make(of: type[T], …) -> T`.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::Kind;
use crate::library::NodeRef;

/// Overloads that are read, at most.
const MAX_OVERLOADS: usize = 12;

impl FileTypes<'_, '_> {
    /// What a call of a function with the arguments in the tokens `start..end` yields.
    pub(in crate::docql::relations::typing) fn yielded_to(
        &self,
        region: &Region,
        function: NodeRef,
        (start, end): (usize, usize),
        depth: u8,
    ) -> Type {
        if self.table.library.file(function.file).format.id != "python" {
            let generic = self.generic_result(region, function, (start, end), depth);
            return generic.unwrap_or_else(|| self.result(function, 0, depth));
        }
        // Which of the overloads is meant, does not matter: each says how it is given what it yields.
        let mut all = self.overloads(function).into_iter();
        let chosen = all.find_map(|function| self.chosen(region, function, (start, end), depth));
        chosen.unwrap_or_else(|| self.result(function, 0, depth))
    }

    /// Whether a method writes as its result what it writes as the type of its receiver: `def open(self: T) -> T`.
    pub(in crate::docql::relations::typing) fn is_of_receiver(&self, function: NodeRef, result: &Written) -> bool {
        let library = self.table.library;
        let is_method =
            library.outline(function.file).is_some_and(|outline| outline.kind(function.node) == Kind::Method);
        if !is_method || library.file(function.file).format.id != "python" {
            return false;
        }
        let (parameters, Some(rules)) = (self.parameters(function), self.rules(function.file)) else { return false };
        let result = result.text.trim();
        let is_name = !result.is_empty() && result.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name
            && parameters.first().is_some_and(|of| {
                let of = of.text.trim();
                of == result || written::itself(of, rules).is_some_and(|inside| inside.trim() == result)
            })
    }

    /// A function and those that are declared beside it with its name.
    fn overloads(&self, function: NodeRef) -> Vec<NodeRef> {
        let Some(outline) = self.table.library.outline(function.file) else { return Vec::new() };
        let is_same = |&at: &u32| {
            outline.kind(at).is_function() && outline.name(at) == outline.name(function.node) && at != function.node
        };
        let beside = outline.children(outline.parent(function.node)).filter(is_same);
        let beside = beside.map(|node| NodeRef { file: function.file, node });
        std::iter::once(function).chain(beside).take(MAX_OVERLOADS).collect()
    }

    /// The type that the caller chooses with an argument, where a function says that it yields such a value.
    fn chosen(&self, region: &Region, function: NodeRef, (start, end): (usize, usize), depth: u8) -> Option<Type> {
        let rules = self.rules(function.file)?;
        let result = self.declared(function).first().cloned()?;
        let alternatives = written::alternatives(&result.text, rules);
        let [chosen] = alternatives.as_slice() else { return None };
        let chosen = chosen.trim();
        let is_name = !chosen.is_empty() && chosen.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name || chosen == "Self" || matches!(self.resolve(&result), Some(Some(_))) {
            return None;
        }
        let parameters = self.parameters(function);
        let mut told = parameters.iter().enumerate().filter_map(|(number, parameter)| {
            let text = parameter.text.split('=').next().unwrap_or_default();
            match written::itself(text, rules) {
                Some(inside) => (inside == chosen).then_some((number, true)),
                None if text.trim() == chosen => Some((number, false)),
                // `Callable[P, T]`, `Makes[T]`: a type is given, which makes values of itself.
                None => written::alternatives(text, rules)
                    .iter()
                    .any(|one| written::arguments_of(one, rules).iter().any(|inside| inside.trim() == chosen))
                    .then_some((number, true)),
            }
        });
        let (number, is_type) = told.next()?;
        let outline = self.table.library.outline(function.file)?;
        let is_bound = matches!(outline.kind(function.node), Kind::Method | Kind::Constructor);
        let (from, to) = argument(&region.tokens, (start, end), number.checked_sub(usize::from(is_bound))?)?;
        match self.expression(region, from, to, depth + 1) {
            Type::Itself(node) if is_type => Some(Type::Node(node, Evidence::Signature)),
            found @ (Type::Node(..) | Type::Written(..)) if !is_type => Some(found),
            _ => None,
        }
    }
}

/// The tokens of an argument by its number; `None` if it is given by a name, or there are fewer.
pub(in crate::docql::relations::typing) fn argument(
    tokens: &Tokens,
    (start, end): (usize, usize),
    number: usize,
) -> Option<(usize, usize)> {
    let (mut at, mut from, mut left) = (start, start, number);
    while at < end && !(left == 0 && tokens.is(at, b',')) {
        if tokens.is(at, b',') {
            (from, left) = (at + 1, left - 1);
        }
        let is_open = [b'(', b'[', b'{'].iter().any(|sign| tokens.is(at, *sign));
        at = if is_open { tokens.closing(at)? + 1 } else { at + 1 };
    }
    let from = (from..at).find(|&at| !tokens.is_line(at))?;
    let to = (from..at).rev().find(|&at| !tokens.is_line(at))? + 1;
    (left == 0).then_some((from, to))
}
