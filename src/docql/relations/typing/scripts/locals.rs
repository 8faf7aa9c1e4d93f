//! JavaScript and TypeScript: what a name means that the functions around it bind.

use super::scopes::{Bound, Local};
use crate::docql::relations::typing::bound::Binding;
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::locals::binding;
use crate::document::{Kind, TypeRules};
use crate::library::{FileId, NodeRef};

/// Values followed to one that is remembered, at most.
const MAX_REMEMBERED: u8 = 2;

impl FileTypes<'_, '_> {
    /// What the functions around `offset` bind a name to; `None` if they do not, and in other languages.
    pub(in crate::docql::relations) fn local(&self, file: FileId, offset: u32, name: &str) -> Option<Local> {
        let (region, bound) = self.bound_at(file, offset, name)?;
        Some(self.listed(&region, &bound, (name, offset)).map_or(Local::Variable, Local::Node))
    }

    /// True if the function or type is one that scopes tell of: where they do not know it, it is out of scope.
    pub(in crate::docql::relations) fn is_scoped(&self, node: NodeRef) -> bool {
        let (Some(outline), Some(rules)) = (self.table.library.outline(node.file), self.rules(node.file)) else {
            return false;
        };
        let start = outline.name_span(node.node).start;
        let region = self.region(node.file, start).filter(|_| rules.objects);
        region
            .is_some_and(|region| region.scopes().bound_at(outline.name(node.node), region.tokens.at(start)).is_some())
    }

    /// The nearest binding of `name` before the token `at` that is one of a variable, with the token where it stands.
    pub(in crate::docql::relations::typing) fn variable_at(
        &self,
        region: &Region,
        (name, at): (&str, usize),
        rules: &TypeRules,
    ) -> Option<(Binding, usize)> {
        if !rules.objects {
            return binding::find(&region.tokens, at, name, rules);
        }
        let offset = region.tokens.get(at).map(|token| token.start)?;
        let bound = region.scopes().find(name, at)?;
        self.listed(region, bound, (name, offset)).is_none().then_some((bound.binding, bound.at))
    }

    /// What a name is that is bound at the token `at`. In JavaScript every use of it is the same, and many ask.
    pub(in crate::docql::relations::typing) fn bound(
        &self,
        region: &Region,
        binding: Binding,
        (at, used): (usize, usize),
        depth: u8,
    ) -> Type {
        let offset = region.tokens.get(at).map(|token| token.start);
        let is_script = self.rules(region.file).is_some_and(|rules| rules.objects);
        let Some(offset) = offset.filter(|_| is_script) else {
            return self.read_bound(region, binding, (at, used), depth);
        };
        let key = (region.file, offset, binding);
        if let Some(known) = self.bound_values.borrow().get(&key) {
            return known.clone();
        }
        let found = self.read_bound(region, binding, (at, used), depth);
        // What is asked for at the end of a long way may be told no more.
        if depth <= MAX_REMEMBERED {
            self.bound_values.borrow_mut().insert(key, found.clone());
        }
        found
    }

    fn bound_at(&self, file: FileId, offset: u32, name: &str) -> Option<(Region, Bound)> {
        self.rules(file).filter(|rules| rules.objects && !name.is_empty())?;
        let span = self.region_span(file, offset)?;
        let text = self.table.library.peek_text(file).ok()?;
        let code = text.get(span.start as usize..(span.end as usize).min(text.len()))?;
        if !may_bind(code, name) {
            return None;
        }
        let region = self.region(file, offset)?;
        let bound = *region.scopes().find(name, region.tokens.at(offset))?;
        Some((region, bound))
    }

    /// The node of what is bound, as seen from `offset`, if the outline has one.
    fn listed(&self, region: &Region, bound: &Bound, (name, offset): (&str, u32)) -> Option<NodeRef> {
        let start = region.tokens.get(bound.at)?.start;
        let outline = self.table.library.outline(region.file)?;
        let is_it = |node: u32| {
            let kind = outline.kind(node);
            let is_listed = kind.is_function() && kind != Kind::Method || kind.is_class();
            is_listed && outline.name_span(node).start == start
        };
        let is_import = |&node: &u32| outline.name_span(node).start == start;
        let import = || self.with_imports(region.file, |imports| imports.node_at(name, offset)).filter(is_import);
        let node = outline.innermost(start, is_it).or_else(import)?;
        Some(NodeRef { file: region.file, node })
    }
}

/// True if `name` stands in `code` where it may be bound: most functions have nothing of the name of what they call, and need
/// not be read.
fn may_bind(code: &str, name: &str) -> bool {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$');
    memchr::memmem::find_iter(code.as_bytes(), name.as_bytes()).any(|at| {
        let (Some(before), Some(behind)) = (code.get(..at), code.get(at + name.len()..)) else { return false };
        !is_part(before.chars().next_back())
            && !is_part(behind.chars().next())
            && (!behind.starts_with('(') || before.trim_end_matches([' ', '*']).ends_with("function"))
            && !before.ends_with('.')
            || before.ends_with("...")
    })
}
