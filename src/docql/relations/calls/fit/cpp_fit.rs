//! C and C++: names that are found where others are not: what an enumeration without a scope lists is a name of what is
//! around it, and a macro may make a member of a plain name.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::c::namespaces::Standing;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Kind;
use crate::library::NodeRef;

impl CallSite<'_, '_> {
    /// The fit of a qualified name to what an enumeration without a scope lists, `Stats::OPEN` for `enum Kind { OPEN }` in
    /// `Stats`; `None` for anything else, and behind the name of the enumeration.
    pub(in crate::docql::relations::calls) fn fit_enumerator(&self, callable: &Callable<'_>) -> Option<Fit> {
        if callable.kind != Kind::Variant || self.language() != "cpp" || !self.before.ends_with("::") {
            return None;
        }
        let qualifier = self.qualifiers.last().copied()?;
        let home = callable.owners.first().and_then(|(_, home)| *home)?;
        let outline = self.imports.library.outline(home.file)?;
        if outline.name(home.node) == qualifier || self.is_scoped(home) {
            return None;
        }
        let Some((outer, around)) = callable.owners.get(1) else { return Some(self.fit_beside(home)) };
        let before = &self.qualifiers[..self.qualifiers.len() - 1];
        if *outer == self.declared_name(qualifier, before) {
            let found = self.resolution(&self.type_candidates, DeclKind::Type, *around, qualifier, before);
            return Some(found.fit(Evidence::Receiver));
        }
        // What a type has from one above it is called by its own name.
        Some(match self.receiver() {
            Some(Receiver::Of(of, _)) => {
                around.filter(|around| self.types.table.above(*of).contains(around)).map(|_| Evidence::Receiver)
            }
            Some(Receiver::Unknown) => BY_NAME,
            _ => None,
        })
    }

    /// The fit of a name behind a namespace to what an enumeration there lists.
    fn fit_beside(&self, home: NodeRef) -> Fit {
        let names = (self.name, &self.qualifiers[..]);
        match self.types.table.modules.namespaces.standing((self.imports, self.offset), names, home) {
            Standing::This => Some(Evidence::Import),
            Standing::Another => None,
            Standing::ByArguments | Standing::Open => BY_NAME,
        }
    }

    /// The fit of a name behind that of a type which is none of its owners: what that has from above it, or by another name.
    pub(in crate::docql::relations::calls) fn fit_on_type(&self, callable: &Callable<'_>) -> Fit {
        let home = callable.owners.first().and_then(|(_, home)| *home)?;
        let (library, last) = (self.imports.library, self.qualifiers.last()?);
        let kind = |of: NodeRef| library.outline(of.file).map(|outline| outline.kind(of.node));
        match self.receiver() {
            Some(Receiver::Of(of, _)) if kind(*of) == Some(Kind::Alias) => BY_NAME,
            Some(Receiver::Of(of, _)) => self.types.table.above(*of).contains(&home).then_some(Evidence::Receiver),
            Some(Receiver::Unknown) if self.types.is_template_parameter(self.imports.file, self.offset, last) => {
                BY_NAME
            }
            _ => None,
        }
    }

    /// True if a type is another form of the template `of`: `template <> class Sub<true> {`.
    pub(in crate::docql::relations::calls) fn is_specialization(&self, home: Option<NodeRef>, of: NodeRef) -> bool {
        let library = self.imports.library;
        let name = |of: NodeRef| library.outline(of.file).map_or("", |outline| outline.name(of.node));
        home.is_some_and(|home| home != of && home.file == of.file && name(home) == name(of))
    }

    /// True for `enum class`, what it lists is known by its name alone.
    fn is_scoped(&self, enumeration: NodeRef) -> bool {
        let library = self.imports.library;
        let head = || {
            let outline = library.outline(enumeration.file)?;
            let text = library.peek_text(enumeration.file).ok()?;
            let (start, end) = (outline.span(enumeration.node).start, outline.name_span(enumeration.node).start);
            Some(
                text.get(start as usize..end as usize)?
                    .split_whitespace()
                    .any(|word| matches!(word, "class" | "struct")),
            )
        };
        head().unwrap_or_default()
    }

    /// True if a plain name is an argument of a macro, which may take the member out of a value: `ADD(count, 1)` for
    /// `#define ADD(member, n) all.member += n`.
    pub(in crate::docql::relations::calls) fn is_given_to_macro(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        if callable.kind != Kind::Field || language_family(self.language()) != "c" {
            return false;
        }
        let is_macro = |node: NodeRef| library.outline(node.file).is_some_and(|it| it.kind(node.node) == Kind::Macro);
        self.types.called_around(self.offset).is_some_and(|name| library.declared(&name).into_iter().any(is_macro))
    }
}
