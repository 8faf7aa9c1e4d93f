//! Functions of one name: which of them takes given arguments best.

use super::arguments::spans_in;
use super::model::{Argument, Worth};
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::relations::typing::arity::{Arity, compares};
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::model::Region;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::Written;
use crate::library::NodeRef;

/// Calls in arguments of calls whose own arguments are looked at, at most, and arguments of each.
const MAX_NESTED: u8 = 2;
const MAX_ARGUMENTS: usize = 16;

/// How a function takes the arguments of a call.
#[derive(Clone, Debug)]
pub(in crate::docql::relations) struct Taking {
    pub function: NodeRef,
    worths: Vec<Worth>,
    /// True if its last parameter takes any number of them.
    pub is_spread: bool,
    /// Parameters before those of the arguments.
    own: usize,
}

impl Taking {
    /// True if what is known of each argument says how it is taken.
    pub(in crate::docql::relations) fn is_sure(&self, arguments: &[Argument]) -> bool {
        let is_sure =
            |(worth, argument): (&Worth, &Argument)| *worth != Worth::Possible || *argument != Argument::Unknown;
        self.worths.iter().zip(arguments).all(is_sure)
    }
}

impl FileTypes<'_, '_> {
    /// How a function takes arguments; `None` if it does not take one of them. What it extends may stand among them,
    /// unless it is called by its type.
    pub(in crate::docql::relations) fn taking(
        &self,
        function: NodeRef,
        arity: Arity,
        arguments: &[Argument],
        is_by_type: bool,
    ) -> Option<Taking> {
        let all = self.parameters(function);
        // What an extension is called on is none of its arguments.
        let own = usize::from(arity.is_extension && arguments.len() < all.len() + usize::from(!is_by_type));
        let count = all.len().saturating_sub(own);
        let worths = |is_spread: bool| {
            let of = |(at, argument): (usize, &Argument)| match self.parameter_at(&all, own + at, is_spread) {
                Some(parameter) => self.worth(&parameter, argument),
                None => Some(Worth::Possible),
            };
            arguments.iter().enumerate().map(of).collect::<Option<Vec<Worth>>>()
        };
        let taking = |worths, is_spread| Taking { function, worths, is_spread, own };
        // An array is given for the whole list.
        let is_whole =
            || matches!(arguments.last(), Some(Argument::Array(_) | Argument::Null)) && arguments.len() == count;
        if !arity.is_open() {
            return worths(false).map(|worths| taking(worths, false));
        }
        if is_whole()
            && let Some(worths) = worths(false)
        {
            return Some(taking(worths, false));
        }
        worths(true).map(|worths| taking(worths, true))
    }

    /// The parameter that takes an argument, by its number; of one that takes any number what each of them is.
    fn parameter_at(&self, all: &[Written], at: usize, is_spread: bool) -> Option<Written> {
        let last = all.len().checked_sub(1).filter(|_| is_spread);
        let parameter = all.get(at).or_else(|| all.get(last?))?;
        if is_spread && last.is_some_and(|last| at >= last) {
            let rules = self.rules(parameter.file)?;
            let text = elements::item(&parameter.text, rules).unwrap_or(&parameter.text).to_owned();
            return Some(Written { text, ..*parameter });
        }
        Some(parameter.clone())
    }

    /// How many arguments the one function takes better than the other, and how many worse.
    pub(in crate::docql::relations) fn compared(
        &self,
        theirs: &Taking,
        mine: &Taking,
        arguments: &[Argument],
    ) -> (usize, usize) {
        let (mut better, mut worse) = (0, 0);
        for (at, argument) in arguments.iter().enumerate() {
            let (Some(a), Some(b)) = (theirs.worths.get(at), mine.worths.get(at)) else { continue };
            let is_equal = rank(*a) == rank(*b) && rank(*a) != rank(Worth::Possible) && *argument != Argument::Function;
            let (is_better, is_worse) = match is_equal {
                true => (self.is_nearer(theirs, mine, at), self.is_nearer(mine, theirs, at)),
                false => (rank(*a) > rank(*b), rank(*a) < rank(*b)),
            };
            better += usize::from(is_better && !is_worse);
            worse += usize::from(is_worse && !is_better);
        }
        (better, worse)
    }

    /// True if what the one function takes for an argument, the other takes as well.
    fn is_nearer(&self, one: &Taking, other: &Taking, at: usize) -> bool {
        let parameter = |of: &Taking| self.parameter_at(&self.parameters(of.function), of.own + at, of.is_spread);
        let (Some(one), Some(other)) = (parameter(one), parameter(other)) else { return false };
        matches!(self.worth(&other, &self.of_type(&one)), Some(Worth::Same | Worth::Above | Worth::Anything))
    }

    /// True if two functions take parameters of the same types: the one overrides the other.
    pub(in crate::docql::relations) fn take_the_same(&self, one: NodeRef, other: NodeRef) -> bool {
        let types = |of: NodeRef| self.parameters(of).iter().map(|written| self.of_type(written)).collect::<Vec<_>>();
        types(one) == types(other)
    }

    /// The function that a call of `function` with the arguments in the tokens `start..end` means, among those of its name
    /// that its type has and inherits; `None` where that is not told, and they yield different things.
    pub(in crate::docql::relations::typing) fn overload(
        &self,
        region: &Region,
        function: NodeRef,
        (start, end): (usize, usize),
        depth: u8,
    ) -> Option<NodeRef> {
        let library = self.table.library;
        if !compares(library.file(function.file).format.id) || start == 0 {
            return Some(function);
        }
        let mut all = vec![function];
        all.extend(self.table.rivals(function).iter().copied());
        let name = library.outline(function.file)?.name(function.node);
        if let Some(home) = enclosing_node(library, function) {
            all.extend(self.table.above(home).iter().flat_map(|&of| self.table.members_named(of, name)));
        }
        let is_function = |of: &NodeRef| library.outline(of.file).is_some_and(|it| it.kind(of.node).is_function());
        all.retain(is_function);
        if all.len() == 1 {
            return Some(function);
        }
        let spans = spans_in(&region.tokens, start, end)?;
        let arities = all.into_iter().filter_map(|of| Some((of, self.table.arity(of)?)));
        let fitting: Vec<(NodeRef, Arity)> = arities.filter(|(_, arity)| arity.allows(spans.len())).collect();
        let yields = |of: NodeRef| self.declared(of).first().map(|written| self.of_type(written));
        match fitting.as_slice() {
            [] => Some(function),
            [(first, _), rest @ ..] if rest.iter().all(|(of, _)| yields(*of) == yields(*first)) => Some(*first),
            // Arguments are made of calls with arguments of their own.
            _ if depth > MAX_NESTED || spans.len() > MAX_ARGUMENTS => None,
            _ => {
                let arguments = spans.into_iter().map(|(start, end)| self.argument(region, start, end, depth + 1));
                self.best(&fitting, &arguments.collect::<Vec<_>>())
            }
        }
    }

    /// The one of several functions that takes the arguments better than all others.
    fn best(&self, all: &[(NodeRef, Arity)], arguments: &[Argument]) -> Option<NodeRef> {
        let takings: Vec<Taking> =
            all.iter().filter_map(|(of, arity)| self.taking(*of, *arity, arguments, false)).collect();
        let wins = |mine: &Taking, theirs: &Taking| {
            if mine.is_spread != theirs.is_spread {
                return !mine.is_spread && mine.is_sure(arguments);
            }
            // What overrides another stands before it.
            self.compared(theirs, mine, arguments).0 == 0 && self.compared(theirs, mine, arguments).1 > 0
                || self.take_the_same(mine.function, theirs.function)
        };
        let is_best =
            |mine: &&Taking| takings.iter().all(|theirs| theirs.function == mine.function || wins(mine, theirs));
        takings.iter().find(is_best).map(|taking| taking.function)
    }
}

/// What takes anything is no better than what may take it.
fn rank(worth: Worth) -> u8 {
    match worth {
        Worth::Unboxed => 0,
        Worth::Possible | Worth::Anything => 1,
        Worth::Boxed => 2,
        Worth::Above => 3,
        Worth::Same => 4,
    }
}
