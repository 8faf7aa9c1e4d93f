//! Functions of one name and one type: which of them a call means, by the types of its arguments.

use super::call_site::CallSite;
use super::callable::{Arity, Callable};
use crate::docql::relations::typing::arguments::{Argument, Worth};
use crate::library::NodeRef;

/// What the arguments of a call say of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// It is meant, if any of its name and type is.
    This,
    /// It is not.
    Another,
    /// Others fit as well, or an argument does not seem to fit.
    Open,
}

impl CallSite<'_, '_> {
    /// Which of the functions of one name and type the arguments of the call choose.
    pub(super) fn choice(&self, callable: &Callable<'_>) -> Choice {
        let (Some(arity), Some(arguments)) = (callable.arity, self.argument_types()) else { return Choice::This };
        let rivals = self.rivals(callable.node);
        let takes_as_many = |rival: &NodeRef| {
            Arity::of(self.imports.library, *rival).is_some_and(|arity| arity.allows(arguments.len()))
        };
        let Some(mine) = self.worths(callable.node, arity, arguments) else {
            // What takes as many arguments alone may be meant all the same: what is known of their types is a guess.
            return if rivals.iter().any(takes_as_many) { Choice::Another } else { Choice::Open };
        };
        let mut choice = Choice::This;
        for rival in rivals {
            let Some(arity_of) = Arity::of(self.imports.library, rival).filter(|of| of.allows(arguments.len())) else {
                continue;
            };
            let Some(theirs) = self.worths(rival, arity_of, arguments) else { continue };
            let count = |of: &dyn Fn(u8, u8) -> bool| {
                theirs.iter().zip(&mine).filter(|(theirs, mine)| of(rank(**theirs), rank(**mine))).count()
            };
            let (better, worse) = (count(&|theirs, mine| theirs > mine), count(&|theirs, mine| theirs < mine));
            let is_sure =
                |(at, worth): (usize, &Worth)| *worth != Worth::Possible || arguments[at] != Argument::Unknown;
            match (better, worse) {
                (1.., 0) => return Choice::Another,
                (0, 1..) => {}
                // A list of any length stands behind what is written for so many.
                (0, 0) if arity.is_open && !arity_of.is_open && theirs.iter().enumerate().all(is_sure) => {
                    return Choice::Another;
                }
                (0, 0) if !arity.is_open && arity_of.is_open && mine.iter().enumerate().all(is_sure) => {}
                _ => choice = Choice::Open,
            }
        }
        choice
    }

    /// How each argument fits its parameter; `None` if one does not.
    fn worths(&self, function: NodeRef, arity: Arity, arguments: &[Argument]) -> Option<Vec<Worth>> {
        let parameters = self.types.parameters(function);
        let of = |(at, argument): (usize, &Argument)| {
            let last = parameters.len().checked_sub(1);
            match parameters.get(at).or(last.filter(|_| arity.is_open).map(|last| &parameters[last])) {
                Some(parameter) => self.types.worth(parameter, argument),
                None => Some(Worth::Possible),
            }
        };
        arguments.iter().enumerate().map(of).collect()
    }

    /// The other functions of its name that are declared beside it.
    fn rivals(&self, function: NodeRef) -> Vec<NodeRef> {
        let Some(outline) = self.imports.library.outline(function.file) else { return Vec::new() };
        let is_rival = |&at: &u32| {
            at != function.node && outline.kind(at).is_function() && outline.name(at) == outline.name(function.node)
        };
        let all = outline.children(outline.parent(function.node)).filter(is_rival);
        all.map(|node| NodeRef { file: function.file, node }).collect()
    }
}

/// What takes anything is no better than what may take it.
fn rank(worth: Worth) -> u8 {
    match worth {
        Worth::Possible | Worth::Anything => 0,
        Worth::Above => 1,
        Worth::Same => 2,
    }
}
