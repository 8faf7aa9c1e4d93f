//! Parameters of functions without a name: their types follow from what the function is given to.

use super::lambda::callee;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::chain;
use crate::docql::relations::typing::expressions::model::{MAX_DEPTH, Region, Type};
use crate::docql::relations::typing::expressions::tokens::is_assignment;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::scripts::generics::Called;
use crate::docql::relations::typing::written::{self, Written};
use crate::document::TypePlace;
use crate::library::NodeRef;

/// Methods of containers whose functions get something else than an element first.
const NO_ELEMENTS: &[&str] = &[
    "aggregate",
    "apply",
    "collect",
    "computeIfAbsent",
    "computeIfPresent",
    "fold",
    "foldRight",
    "ifEmpty",
    "merge",
    "orElseGet",
    "reduce",
    "reduceRight",
    "run",
    "zip",
];

impl FileTypes<'_, '_> {
    /// The type of the parameter `number` of the function without a name that begins at `start`.
    pub(in crate::docql::relations::typing) fn lambda_parameter(
        &self,
        region: &Region,
        start: usize,
        number: usize,
        depth: u8,
    ) -> Type {
        if depth > MAX_DEPTH {
            return Type::Unknown;
        }
        self.argument_of(region, start, number, depth).unwrap_or(Type::Unknown)
    }

    fn argument_of(&self, region: &Region, start: usize, number: usize, depth: u8) -> Option<Type> {
        let tokens = &region.tokens;
        let rules = self.rules(region.file)?;
        if rules.tries {
            return self.closure_parameter(region, start, number, depth);
        }
        if let Some(written) = self.written_before(region, start) {
            return self.parameter_of_type(&written, number);
        }
        if rules.place == TypePlace::Before
            && let Some(wanted) = self.wanted(region, start, depth)
        {
            return self.parameter_of_type(&wanted, number);
        }
        let (name, argument) = callee(tokens, start)?;
        let first = chain::start_of(tokens, name + 1, rules)?;
        let (links, end) = chain::read(tokens, first, name + 1, rules)?;
        if end != name + 1 {
            return None;
        }
        let (_, holder) = links.split_last()?;
        if let Type::Function(function) = self.value_or_function(region, &links, depth + 1) {
            let found = self.parameter_of(function, argument, number)?;
            if !rules.objects {
                return Some(found);
            }
            let holder = (!holder.is_empty()).then(|| self.value(region, holder, depth + 1));
            let open = tokens.opener(start)?;
            let arguments = (open + 1, tokens.closing(open)?);
            let call = Called { function, holder: holder.as_ref(), arguments, without: argument };
            return Some(self.yielded_by_call(region, call, found, depth + 1));
        }
        if let Some(given) = self.given_as_parameter(region, (tokens.word(name), holder, number), depth) {
            return Some(given);
        }
        // What a promise holds.
        if rules.objects && number == 0 && tokens.word(name) == "then" && !holder.is_empty() {
            let held = self.value(region, holder, depth + 1);
            return matches!(held, Type::Module(_) | Type::Object(..)).then_some(held);
        }
        if holder.is_empty() || NO_ELEMENTS.contains(&tokens.word(name)) {
            return None;
        }
        let value = self.expanded(self.value(region, holder, depth + 1));
        match self.container_of(&value).map_or(value, |(of, evidence)| Type::Written(of, evidence)) {
            Type::Written(container, evidence) => {
                let text = self.elements(&container, number)?.to_owned();
                Some(Type::Written(Written { text, ..container }, evidence))
            }
            _ => None,
        }
    }

    /// The type that a function without a name has to be of where it begins at `start` and is given to nothing: behind a cast, a
    /// variable that is set to it, or a word that returns it.
    fn wanted(&self, region: &Region, start: usize, depth: u8) -> Option<Written> {
        let tokens = &region.tokens;
        let last = (0..start).rev().find(|&at| !tokens.is_line(at))?;
        if tokens.is(last, b')') {
            let open = tokens.opening(last)?;
            let is_cast = open.checked_sub(1).is_none_or(|at| matches!(tokens.word(at), "" | "return"));
            let text = tokens.slice(open + 1, last).to_owned();
            let offset = tokens.get(open)?.start;
            return (is_cast && !text.is_empty()).then_some(Written::new(text, region.file, offset));
        }
        if tokens.word(last) == "return" {
            let outline = self.table.library.outline(region.file)?;
            let node = outline.enclosing(tokens.get(last)?.start, |kind| kind.is_function())?;
            return self.declared(NodeRef { file: region.file, node }).first().cloned();
        }
        let name = last.checked_sub(1).filter(|_| is_assignment(tokens, last))?;
        match self.name(region, tokens.word(name), name + 1, (false, depth + 1)) {
            Type::Written(written, _) => Some(written),
            _ => None,
        }
    }

    /// What a function gets for its parameter `number` from a container that is declared elsewhere.
    fn elements<'w>(&self, container: &'w Written, number: usize) -> Option<&'w str> {
        let rules = self.rules(container.file)?;
        let arguments = written::arguments_of(&container.text, rules);
        let text = match arguments.as_slice() {
            [] if number == 0 => elements::element(&container.text, rules)?,
            [only] if number == 0 => only,
            // Of a map: key and value.
            [_, _] => arguments.get(number)?,
            _ => return None,
        };
        let is_elsewhere = arguments.is_empty() || self.resolve(container) == Some(None);
        let is_known = !written::is_type_parameter(text) || self.given_for(container, text).is_some();
        Some(text).filter(|_| is_elsewhere && is_known)
    }

    /// The type of the parameter `number` of the function that `function` takes as an argument.
    fn parameter_of(&self, function: NodeRef, argument: Option<usize>, number: usize) -> Option<Type> {
        let is_script = self.rules(function.file).is_some_and(|rules| rules.objects);
        let told = |function: NodeRef| {
            let all = self.parameters(function);
            // What it is called on is none of its arguments.
            let own = usize::from(is_script && self.takes_own(function));
            let taken = argument.map_or_else(|| all.last(), |argument| all.get(argument + own))?;
            self.parameter_of_type(taken, number)
        };
        // TypeScript: which overload takes a function, its parameters say.
        let others = || self.table.rivals(function).iter().find_map(|&other| told(other));
        told(function).or_else(|| if is_script { others() } else { None })
    }

    /// The type of the parameter `number` of a function of a written type.
    fn parameter_of_type(&self, taken: &Written, number: usize) -> Option<Type> {
        let rules = self.rules(taken.file)?;
        let alternatives = if rules.objects { written::alternatives(&taken.text, rules) } else { Vec::new() };
        if alternatives.len() > 1 {
            let one = |text: &&str| {
                let text = text.trim();
                let bare = text.strip_prefix('(').and_then(|text| text.strip_suffix(')')).unwrap_or(text);
                Some(Written { text: bare.to_owned(), ..*taken })
                    .filter(|_| text.contains("=>") || bare.len() == text.len())
            };
            return alternatives.iter().filter_map(one).find_map(|one| self.parameter_of_type(&one, number));
        }
        let taken = &self.function_type(taken);
        let is_function = taken.text.trim_start().starts_with('(');
        if !is_function && let Some(Some(interface)) = self.resolve(taken) {
            let method = self.only_method(interface)?;
            let written = self.parameters(method).get(number)?.clone();
            let is_known = !written::is_type_parameter(&written.text);
            return is_known.then_some(Type::Written(written, Evidence::Signature));
        }
        let text = written::taken_by_function(&taken.text, number, rules)?;
        let is_known = !written::is_type_parameter(text) || rules.objects;
        is_known.then(|| Type::Written(Written { text: text.to_owned(), ..*taken }, Evidence::Signature))
    }

    /// The one method of an interface that is to be written.
    fn only_method(&self, interface: NodeRef) -> Option<NodeRef> {
        let outline = self.table.library.outline(interface.file)?;
        let is_open = |&node: &u32| outline.kind(node).is_function() && outline.body(node).is_empty();
        let mut open = outline.children(Some(interface.node)).filter(is_open);
        let only = open.next()?;
        open.next().is_none().then_some(NodeRef { file: interface.file, node: only })
    }
}
