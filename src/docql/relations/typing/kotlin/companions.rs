//! Kotlin: what the companion of a type has, which is called on the type.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::names::companions::companion;
use crate::docql::relations::typing::expressions::model::Type;
use crate::docql::relations::typing::known::FileTypes;
use crate::library::NodeRef;

impl FileTypes<'_, '_> {
    /// What a name is that is called on a type, or read there: a member of its companion, or that itself.
    pub(in crate::docql::relations::typing) fn of_companion(
        &self,
        of: NodeRef,
        name: &str,
        (is_called, depth): (bool, u8),
    ) -> Option<Type> {
        let companion = companion(self.table.library, of)?;
        if name == "Companion" {
            return Some(Type::Itself(companion));
        }
        let found = self.member(companion, name, Evidence::Receiver, (is_called, depth));
        Some(found).filter(|found| !matches!(found, Type::Unknown))
    }
}
