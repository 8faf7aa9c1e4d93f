//! Functions of one name: which of them a call means, by the types of its arguments.

use super::access::can_call;
use super::call_site::CallSite;
use super::callable::Callable;
use crate::docql::relations::typing::arity::{Arity, compares};
use crate::docql::relations::typing::known::Receiver;
use crate::docql::relations::typing::overloading::overloads::Taking;
use crate::library::{FileId, NodeRef};

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
    /// Which of the functions of one name and type the arguments of the call choose. Those that are `asked` for together
    /// with the callable are no rivals.
    pub(super) fn choice(&self, callable: &Callable<'_>, asked: &[(usize, Callable<'_>)]) -> Choice {
        let library = self.imports.library;
        if self.language() == "rust" {
            return self.choice_in_rust(callable, asked);
        }
        let is_told = (compares(self.language()) || self.language() == "cpp")
            && (library.language(callable.file) == self.language() || self.is_on_jvm_with(callable.file));
        let table = self.types.table;
        let Some(arity) = self.arity_of(callable.node).filter(|_| is_told) else { return Choice::This };
        let taking = |rival: NodeRef| {
            let is_asked = asked.iter().any(|(_, asked)| asked.node == rival);
            // What is private elsewhere is no rival.
            let is_seen = can_call(table, rival, self.imports.file, self.offset);
            let arity = table.arity(rival).filter(|arity| !is_asked && is_seen && self.allows(rival, *arity))?;
            Some((rival, arity))
        };
        let extended = |of: NodeRef| self.types.extended(of).map(|written| written.text);
        let is_other = |rival: &NodeRef| match self.language() {
            // A prototype is no rival of what it declares.
            "cpp" => !self.types.has_parameters_of(callable.node, *rival),
            // What is called on tells functions apart that extend different types.
            "kotlin" if callable.is_extension => extended(callable.node) == extended(*rival),
            _ => true,
        };
        let rivals = self.rivals(callable).into_iter().filter(is_other);
        let rivals: Vec<(NodeRef, Arity)> = rivals.filter_map(taking).collect();
        if rivals.is_empty() && !self.is_in_java() && !self.may_be_extended() {
            return Choice::This;
        }
        let Some(arguments) = self.argument_types() else {
            return if rivals.is_empty() { Choice::This } else { Choice::Open };
        };
        let rivals: Vec<Taking> = rivals.into_iter().filter_map(|(rival, arity)| self.taking(rival, arity)).collect();
        let Some(mine) = self.taking(callable.node, arity) else {
            // Where none of the name seems to take the arguments, what is known of them is a guess.
            return if rivals.is_empty() { Choice::Open } else { Choice::Another };
        };
        let mut choice = Choice::This;
        for theirs in rivals {
            // A list of any length stands behind what is written for so many.
            if theirs.is_spread != mine.is_spread {
                let single = if mine.is_spread { &theirs } else { &mine };
                match single.is_sure(arguments) {
                    true if mine.is_spread => return Choice::Another,
                    true => continue,
                    false => {}
                }
            }
            match self.types.compared(&theirs, &mine, arguments) {
                (1.., 0) => return Choice::Another,
                (0, 1..) => {}
                _ => choice = Choice::Open,
            }
        }
        choice
    }

    /// The other functions that a call of the name may mean: those beside the callable, in Java those that the type of what
    /// is called on has and inherits as well.
    fn rivals(&self, callable: &Callable<'_>) -> Vec<NodeRef> {
        let library = self.imports.library;
        let mut all = self.types.table.rivals(callable.node).to_vec();
        let is_of_java = library.language(callable.file) == "java";
        if !self.is_in_java() && !is_of_java || callable.owners.is_empty() {
            return all;
        }
        let of = match self.receiver() {
            Some(Receiver::Of(node, _)) => Some(*node),
            Some(_) => None,
            None => callable.owners.first().and_then(|(_, home)| *home),
        };
        for member in of.into_iter().flat_map(|of| self.members(of)).flat_map(|(_, own)| own) {
            let is_known = *member == callable.node || all.contains(member);
            if !is_known && !self.types.take_the_same(*member, callable.node) {
                all.push(*member);
            }
        }
        all
    }

    /// Java, Kotlin: true if the one calls what the other declares.
    fn is_on_jvm_with(&self, file: FileId) -> bool {
        let of_jvm = |language: &str| matches!(language, "java" | "kotlin");
        of_jvm(self.language()) && of_jvm(self.imports.library.language(file))
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
        let taking = |own: &NodeRef| self.taking(*own, self.types.table.arity(*own)?);
        let own: Vec<Taking> = own.iter().filter_map(taking).collect();
        let Some(mine) = self.taking(extension.node, arity) else { return Choice::Another };
        let goes_before = |own: &Taking| own.is_sure(arguments) && self.types.compared(own, &mine, arguments).1 == 0;
        match own.as_slice() {
            [] => Choice::This,
            own if own.iter().any(goes_before) => Choice::Another,
            _ => Choice::Open,
        }
    }

    /// How a function takes the arguments of the call; `None` if it does not.
    fn taking(&self, function: NodeRef, arity: Arity) -> Option<Taking> {
        let is_by_type = self.qualifiers.last().is_some_and(|last| last.starts_with(char::is_uppercase));
        self.types.taking(function, arity, self.argument_types()?, is_by_type)
    }

    /// Java: true unless what is known of the arguments of the call says that a function does not take them.
    pub(super) fn may_be_given(&self, function: NodeRef) -> bool {
        let Some(arity) = self.arity_of(function).filter(|_| self.is_in_java()) else { return true };
        self.argument_types().is_none() || self.taking(function, arity).is_some()
    }
}
