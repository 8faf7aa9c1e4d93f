//! Kotlin: which of two types a value is of, where a test says that it is of another than it is declared with.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::chain::Link;
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;

impl FileTypes<'_, '_> {
    /// The type in the tokens, to which a test says that a value belongs.
    pub(in crate::docql::relations::typing) fn tested(
        &self,
        region: &Region,
        (start, end): (usize, usize),
    ) -> Option<Type> {
        let Type::Written(written, _) = self.spelled(region, start, end, Evidence::Signature) else { return None };
        match self.resolve(&written) {
            Some(Some(node)) => Some(Type::Node(node, Evidence::Signature)),
            // What a library declares has nothing of what is declared here; the value may have that all the same.
            Some(None) => None,
            None => Some(Type::Unknown),
        }
    }

    /// What a value is that a test says to be `told`: of the narrower type, if one of the two is; nothing if it was known
    /// better before.
    pub(in crate::docql::relations::typing) fn narrower(
        &self,
        region: &Region,
        links: &[Link],
        told: Type,
        depth: u8,
    ) -> Option<Type> {
        let Type::Node(node, _) = told else { return Some(told) };
        let declared = self.value_before_tests(region, links, depth + 1);
        match self.node_of(&declared) {
            Some((of, _)) if of == node || self.table.above(node).contains(&of) => Some(told),
            Some((of, _)) if self.table.above(of).contains(&node) => None,
            Some(_) => Some(Type::Unknown),
            None => Some(told),
        }
    }
}
