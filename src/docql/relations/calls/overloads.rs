//! Functions of one name and one type: which of them a call means, by the types of its arguments.

use super::call_site::CallSite;
use super::callable::Callable;
use crate::docql::relations::typing::arguments::{Argument, Worth};
use crate::docql::relations::typing::arity::Arity;
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

/// True for languages in which the types of arguments tell functions of one name apart.
fn compares(language: &str) -> bool {
    matches!(language, "java" | "csharp" | "kotlin" | "cpp")
}

impl CallSite<'_, '_> {
    /// Which of the functions of one name and type the arguments of the call choose. Those that are `asked` for together
    /// with the callable are no rivals.
    pub(super) fn choice(&self, callable: &Callable<'_>, asked: &[(usize, Callable<'_>)]) -> Choice {
        let library = self.imports.library;
        let is_told = compares(self.language()) && library.language(callable.file) == self.language();
        let table = self.types.table;
        let Some(arity) = self.arity_of(callable.node).filter(|_| is_told) else { return Choice::This };
        let taking = |rival: &NodeRef| {
            let is_asked = asked.iter().any(|(_, asked)| asked.node == *rival);
            let arity = table.arity(*rival).filter(|arity| !is_asked && self.allows(*rival, *arity))?;
            Some((*rival, arity))
        };
        // A prototype is no rival of what it declares.
        let is_other =
            |rival: &&NodeRef| self.language() != "cpp" || !self.types.has_parameters_of(callable.node, **rival);
        let rivals = table.rivals(callable.node);
        let rivals: Vec<(NodeRef, Arity)> = rivals.iter().filter(is_other).filter_map(taking).collect();
        if rivals.is_empty() && !self.is_in_java() && !self.may_be_extended() {
            return Choice::This;
        }
        let Some(arguments) = self.argument_types() else {
            return if rivals.is_empty() { Choice::This } else { Choice::Open };
        };
        let Some(mine) = self.worths(callable.node, arity, arguments) else {
            // What takes as many arguments alone may be meant all the same: what is known of their types is a guess.
            return if rivals.is_empty() { Choice::Open } else { Choice::Another };
        };
        let is_sure = |(at, worth): (usize, &Worth)| *worth != Worth::Possible || arguments[at] != Argument::Unknown;
        let mut choice = Choice::This;
        for (rival, arity_of) in rivals {
            let Some(theirs) = self.worths(rival, arity_of, arguments) else { continue };
            match compared(&theirs, &mine) {
                (1.., 0) => return Choice::Another,
                (0, 1..) => {}
                // A list of any length stands behind what is written for so many.
                (0, 0) if arity.is_open() && !arity_of.is_open() && theirs.iter().enumerate().all(is_sure) => {
                    return Choice::Another;
                }
                (0, 0) if !arity.is_open() && arity_of.is_open() && mine.iter().enumerate().all(is_sure) => {}
                _ => choice = Choice::Open,
            }
        }
        choice
    }

    /// C#: true if a method of the name extends a type, perhaps that of what is called on.
    fn may_be_extended(&self) -> bool {
        self.language() == "csharp" && self.types.table.is_extended(self.name, self.imports.file)
    }

    /// C#: whether a method that extends a type is meant, where the type has methods of that name: they go before, if they
    /// take the arguments.
    pub(super) fn choice_against(&self, extension: &Callable<'_>, own: &[NodeRef]) -> Choice {
        let (Some(arity), Some(arguments)) = (self.types.table.arity(extension.node), self.argument_types()) else {
            return Choice::Open;
        };
        let worths = |own: &NodeRef| self.worths(*own, self.types.table.arity(*own)?, arguments);
        let own: Vec<Vec<Worth>> = own.iter().filter_map(worths).collect();
        let Some(mine) = self.worths(extension.node, arity, arguments) else { return Choice::Another };
        let is_sure = |(at, worth): (usize, &Worth)| *worth != Worth::Possible || arguments[at] != Argument::Unknown;
        match own.as_slice() {
            [] => Choice::This,
            own if own
                .iter()
                .any(|worths| worths.iter().enumerate().all(is_sure) && compared(worths, &mine).1 == 0) =>
            {
                Choice::Another
            }
            _ => Choice::Open,
        }
    }

    /// How each argument fits its parameter; `None` if one does not.
    fn worths(&self, function: NodeRef, arity: Arity, arguments: &[Argument]) -> Option<Vec<Worth>> {
        let all = self.types.parameters(function);
        let is_by_type = self.qualifiers.last().is_some_and(|last| last.starts_with(char::is_uppercase));
        // What an extension is called on is none of its arguments.
        let own = usize::from(arity.is_extension && arguments.len() < all.len() + usize::from(!is_by_type));
        let parameters = all.get(own..).unwrap_or_default();
        let of = |(at, argument): (usize, &Argument)| {
            let last = parameters.len().checked_sub(1);
            match parameters.get(at).or(last.filter(|_| arity.is_open()).map(|last| &parameters[last])) {
                Some(parameter) => self.types.worth(parameter, argument),
                None => Some(Worth::Possible),
            }
        };
        arguments.iter().enumerate().map(of).collect()
    }
}

/// How many arguments the one function takes better than the other, and how many worse.
fn compared(theirs: &[Worth], mine: &[Worth]) -> (usize, usize) {
    let count = |of: &dyn Fn(u8, u8) -> bool| {
        theirs.iter().zip(mine).filter(|(theirs, mine)| of(rank(**theirs), rank(**mine))).count()
    };
    (count(&|theirs, mine| theirs > mine), count(&|theirs, mine| theirs < mine))
}

/// What takes anything is no better than what may take it.
fn rank(worth: Worth) -> u8 {
    match worth {
        Worth::Possible | Worth::Anything => 0,
        Worth::Above => 1,
        Worth::Same => 2,
    }
}
