//! Kotlin: what is called on a value of a library's type, and is declared here.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::arity::extends_in_kotlin;
use crate::docql::relations::typing::expressions::model::Type;
use crate::docql::relations::typing::known::FileTypes;
use crate::document::Kind;
use crate::library::{FileId, NodeRef};

impl FileTypes<'_, '_> {
    /// What the member `name` of a value of a library's type is where something here extends such types by that name: it,
    /// if it extends just this type, else nobody knows. `None` if nothing does.
    pub(in crate::docql::relations::typing) fn extending(
        &self,
        file: FileId,
        value: &Type,
        name: &str,
        is_called: bool,
    ) -> Option<Type> {
        let library = self.table.library;
        if library.language(file) != "kotlin" || !matches!(value, Type::Foreign | Type::Written(..)) {
            return None;
        }
        let is_meant = |node: &NodeRef| {
            let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
            let is_value = |kind: Kind| matches!(kind, Kind::Property | Kind::Variable | Kind::Constant);
            kind.is_some_and(|kind| if is_called { kind.is_function() } else { is_value(kind) })
                && extends_in_kotlin(library, *node)
        };
        let extended = |node: NodeRef| {
            let written = self.extended(node)?;
            // A type that is declared here is none of a library's.
            let is_here = self.resolve(&written).flatten().is_some();
            (!is_here).then(|| (node, bare(&written.text).to_owned()))
        };
        let all: Vec<(NodeRef, String)> =
            self.table.named(name).into_iter().filter(is_meant).filter_map(extended).collect();
        if all.is_empty() {
            return None;
        }
        let own = match value {
            Type::Written(written, _) => bare(&written.text),
            _ => "",
        };
        let exact: Vec<NodeRef> =
            all.iter().filter(|(_, of)| of == own && !own.is_empty()).map(|(at, _)| *at).collect();
        match exact.as_slice() {
            [one] if is_called => Some(Type::Function(*one)),
            [one] => self.declared(*one).first().map(|written| Type::Written(written.clone(), Evidence::Signature)),
            _ => Some(Type::Unknown),
        }
    }
}

/// The name of a written type, without what it is given.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches('?').split('<').next().unwrap_or_default().trim()
}
