//! TypeScript: what is declared here in addition to the types of a module that is elsewhere: `declare module 'x' { … }`.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::typing::expressions::model::Type;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written;
use crate::library::NodeRef;

/// Modules of one name that are looked at, at most.
const MAX_MODULES: usize = 20;

impl FileTypes<'_, '_> {
    /// A member of a value of a type that is imported from elsewhere, where something here adds one of that name to a type of
    /// the module. Whether to that type, only the module knows.
    pub(in crate::docql::relations::typing) fn augmented(
        &self,
        value: &Type,
        name: &str,
        (is_called, depth): (bool, u8),
    ) -> Option<Type> {
        let Type::Written(written, _) = value else { return None };
        let (library, rules) = (self.table.library, self.rules(written.file).filter(|rules| rules.objects)?);
        let path = written::path(&written.text, rules);
        let head = path.first()?;
        let module = self.with_imports(written.file, |imports| imports.path_at(head, written.offset))?;
        if module.starts_with('.') {
            return None;
        }
        let types = |module: &NodeRef| {
            let file = module.file;
            let node = module.node;
            let outline = library.outline(file);
            let all = outline.map(|outline| {
                let is_type = |&at: &u32| outline.kind(at).is_class();
                outline.children(Some(node)).filter(is_type).map(|node| NodeRef { file, node }).collect::<Vec<_>>()
            });
            all.unwrap_or_default()
        };
        let modules = library.modules_named(module).into_iter().take(MAX_MODULES);
        let all: Vec<NodeRef> = modules.flat_map(|module| types(&module)).collect();
        let told = all.into_iter().map(|of| self.member(of, name, Evidence::Name, (is_called, depth + 1)));
        told.into_iter().find(|found| !matches!(found, Type::Unknown))
    }
}
