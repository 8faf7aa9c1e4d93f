//! PHP: how a call fits a callable by the own value, by the type that is named before it, and by what types hand on.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::ambiguity::{DeclKind, Resolution};
use crate::docql::relations::names::lookup::words_of_declaration;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::names::php::{docs, traits};
use crate::docql::relations::typing::known::Receiver;
use crate::document::{Kind, NodeFlags};
use crate::library::NodeRef;

/// Types to which calls are handed on, followed at most.
const MAX_HANDED_ON: usize = 8;

impl CallSite<'_, '_> {
    fn is_in_php(&self) -> bool {
        is_php(self.imports.library, self.imports.file)
    }

    /// The fit of a call on the own value, or of a type by its name; `None` where neither stands before the name.
    pub(super) fn fit_in_php(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !self.is_in_php() || self.is_import() {
            return None;
        }
        if let Some(fit) = self.fit_function_in_php(callable) {
            return Some(fit);
        }
        let last = *self.qualifiers.last()?;
        let by_path = self.before.ends_with("::");
        if self.before.ends_with('\\') {
            // `new \A\B()`
            let (DeclKind::Type, this) = callable.free? else { return None };
            return Some(self.meant_in_php(Some(this), self.name, &self.qualifiers).fit(Evidence::Import));
        }
        match last {
            "this" if self.is_on_variable(last) && self.qualifiers.len() == 1 => {}
            "self" | "static" if by_path && self.qualifiers.len() == 1 => {}
            "parent" | "" => return None,
            _ if by_path && !self.is_on_variable(last) => {
                return Some(match self.receiver() {
                    Some(Receiver::Foreign) => None,
                    _ if callable.owners.is_empty() => None,
                    _ => self.fit_receiver(callable, "php"),
                });
            }
            _ => return None,
        }
        Some(self.fit_own_in_php(callable))
    }

    /// The fit of a function that is called by its name, or by its path: what the imports and the namespace at the site say.
    fn fit_function_in_php(&self, callable: &Callable<'_>) -> Option<Fit> {
        let (DeclKind::Function, this) = callable.free? else { return None };
        let is_path = self.qualifiers.is_empty() || self.before.ends_with('\\');
        if callable.kind != Kind::Function || !is_path || self.before.ends_with("->") || self.before.ends_with("::") {
            return None;
        }
        Some(self.function_meant_in_php(Some(this), self.name, &self.qualifiers).fit(Evidence::Import))
    }

    /// Whether a name of a function means `this`, by the imports and the namespace at the site.
    pub(super) fn function_meant_in_php(&self, this: Option<NodeRef>, name: &str, before: &[&str]) -> Resolution {
        let Some(this) = this else { return Resolution::Unclear };
        let php = &self.types.table.modules.php;
        let all = match self.imported_in_php() {
            Some(full) => php.functions_named(full),
            None => php.functions_meant(self.imports, self.offset, &[before, &[name]].concat()),
        };
        match all.as_slice() {
            all if !all.contains(&this) => Resolution::Another,
            [_] => Resolution::This,
            // Of several of one full name that of the own file is the one that is loaded.
            _ if this.file == self.imports.file => Resolution::This,
            _ => Resolution::Unclear,
        }
    }

    /// True if the qualifier next to the name is a variable.
    fn is_on_variable(&self, qualifier: &str) -> bool {
        let before = self.before.trim_end_matches([':', '-', '>', '?']).trim_end();
        before.strip_suffix(qualifier).is_some_and(|before| before.ends_with('$'))
    }

    /// The fit of a call on the own value: of what its type has, by itself or from above; in a trait of what the classes
    /// have that take it in.
    pub(super) fn fit_own_in_php(&self, callable: &Callable<'_>) -> Fit {
        let library = self.imports.library;
        let home = callable.owners.first().and_then(|(_, home)| *home)?;
        // What a function without a type is bound to is told where it is given away.
        let Some(own) = self.types.own_type(self.imports.file, self.offset) else { return BY_NAME };
        if self.is_in_unnamed_class() {
            return BY_NAME;
        }
        let table = self.types.table;
        let kind = library.outline(own.file).map(|outline| outline.kind(own.node));
        let declared = self.first_of(own, |_| true);
        let defined = self.first_of(own, |member| !self.is_only_declared(member));
        let has_it = |members: &[NodeRef]| members.contains(&callable.node);
        if has_it(&declared) || has_it(&defined) {
            return Some(Evidence::OwnType);
        }
        // What is below may have it in its place: that is told of dispatch.
        if !defined.is_empty() {
            return None;
        }
        let below = table.php_below();
        if kind == Some(Kind::Trait) {
            let users = below.users(library, own, |of| table.above(of));
            let all = users.iter().map(|user| self.first_of(*user, |member| !self.is_only_declared(member)));
            let all: Vec<Vec<NodeRef>> = all.filter(|members| !members.is_empty()).collect();
            if all.iter().any(|members| has_it(members)) {
                let is_sure = all.iter().all(|members| has_it(members));
                return Some(if is_sure { Evidence::OwnType } else { Evidence::Dispatch(Some(own)) });
            }
        }
        // A class below has it, or takes it in; `self::` in a class looks above alone.
        let looks_below = self.qualifiers.last() != Some(&"self") || kind == Some(Kind::Trait);
        let is_below = |of: &NodeRef| below.of(own).contains(of);
        if looks_below && (is_below(&home) || below.of(home).iter().any(is_below)) {
            return Some(Evidence::Dispatch(Some(own)));
        }
        if !declared.is_empty() {
            return None;
        }
        // A function without a name may be bound to another value than the one it is made by.
        let is_bound_elsewhere = || BY_NAME.filter(|_| self.types.is_in_unnamed_function(self.offset));
        self.fit_handed_on(callable, own).or_else(is_bound_elsewhere)
    }

    /// The fit of `parent::` in the trait `of`: what the classes have from above that take it in; where none does here, any.
    pub(super) fn fit_above_users(&self, callable: &Callable<'_>, of: NodeRef) -> Fit {
        let library = self.imports.library;
        let is_trait = |of: NodeRef| library.outline(of.file).is_some_and(|it| it.kind(of.node) == Kind::Trait);
        if !self.is_in_php() || !is_trait(of) {
            return None;
        }
        let table = self.types.table;
        let users = table.php_below().users(library, of, |of| table.above(of));
        let above = |user: &NodeRef| {
            let all = self.members_of(*user).into_iter().skip(1).filter(|(above, _)| !is_trait(*above));
            all.map(|(_, members)| members).find(|members| !members.is_empty()).unwrap_or_default()
        };
        let is_any = users.is_empty() && self.types.leads_to(callable.file);
        if is_any || users.iter().any(|user| above(user).contains(&callable.node)) { BY_NAME } else { None }
    }

    /// Takes away the traits in whose place the type, or one above it, has the methods of others.
    pub(in crate::docql::relations::calls) fn put_aside_in_php(&self, all: &mut Vec<(NodeRef, Vec<NodeRef>)>) {
        if !self.is_in_php() || all.iter().filter(|(_, members)| !members.is_empty()).count() < 2 {
            return;
        }
        let library = self.imports.library;
        let aside: Vec<(String, String)> = all.iter().flat_map(|(of, _)| traits::put_aside(library, *of)).collect();
        all.retain(|(of, _)| {
            let name = library.outline(of.file).map_or("", |outline| outline.name(of.node));
            !aside.iter().any(|(of, method)| of == name && method == self.name)
        });
    }

    /// The members of the called name that the nearest type has, `of` itself or one above it, of those that are `meant`.
    fn first_of(&self, of: NodeRef, meant: impl Fn(NodeRef) -> bool) -> Vec<NodeRef> {
        let all = self.members_of(of).into_iter().map(|(_, members)| members);
        let mut all = all.map(|members| members.into_iter().filter(|member| meant(*member)).collect::<Vec<_>>());
        all.find(|members| !members.is_empty()).unwrap_or_default()
    }

    fn is_only_declared(&self, member: NodeRef) -> bool {
        let outline = self.imports.library.outline(member.file);
        outline.is_some_and(|outline| outline.flags(member.node).has(NodeFlags::DECLARATION))
    }

    /// True in `new class { … }`, whose own value is of no type that is declared.
    fn is_in_unnamed_class(&self) -> bool {
        let Some(outline) = self.imports.library.outline(self.imports.file) else { return false };
        let is_method = |kind: Kind| matches!(kind, Kind::Method | Kind::Constructor);
        let Some(method) = outline.enclosing(self.offset, is_method) else { return false };
        outline.parent(method).is_none_or(|at| !outline.kind(at).is_class())
    }

    /// False for a member that is no function where one is called, and for a function where none is.
    pub(in crate::docql::relations::calls) fn is_of_sort_in_php(&self, member: NodeRef) -> bool {
        let library = self.imports.library;
        if !self.is_in_php() {
            return true;
        }
        let is_called = || {
            let text = library.peek_text(self.imports.file).ok()?;
            // A name in a text is that of what will be called.
            Some(text.get(self.offset as usize + self.name.len()..)?.trim_start().starts_with(['(', '"', '\'']))
        };
        let is_called = *self.is_called.get_or_init(|| is_called().unwrap_or(true));
        library.outline(member.file).is_some_and(|of| of.kind(member.node).is_function() == is_called)
    }

    /// True for a static method that is called on a value of which nothing is known.
    pub(super) fn is_static_on_value(&self, callable: &Callable<'_>) -> bool {
        self.before.ends_with("->") && words_of_declaration(self.imports.library, callable.node).contains("static")
    }

    /// The fit of a call of what neither a type nor those above it declare, if it is handed on to something else:
    /// `__call`, `__callStatic`. Where a documentation names what has it, that does.
    pub(super) fn fit_handed_on(&self, callable: &Callable<'_>, node: NodeRef) -> Fit {
        let library = self.imports.library;
        let table = self.types.table;
        let home = callable.owners.first().and_then(|(_, home)| *home)?;
        if !callable.kind.is_function() {
            return None;
        }
        let with_above = |of: NodeRef| std::iter::once(of).chain(table.above(of).iter().copied()).collect::<Vec<_>>();
        let has =
            |of: NodeRef, magic: &str| with_above(of).iter().any(|of| !table.members_named(*of, magic).is_empty());
        let magic = if self.before.ends_with("::") { "__callStatic" } else { "__call" };
        if !has(node, magic) {
            return None;
        }
        let (mut seen, mut at, mut is_told) = (vec![node], 0, false);
        while let Some(&of) = seen.get(at).filter(|_| at < MAX_HANDED_ON) {
            at += 1;
            if of != node && !has(of, "__call") {
                continue;
            }
            let mut named = with_above(of).into_iter().map(|of| (of, docs::named_in(library, of)));
            let Some((holder, named)) = named.find(|(_, named)| !named.is_empty()) else { continue };
            is_told = true;
            for written in named {
                for meant in self.types.meant_in_doc(holder, &written) {
                    if with_above(meant).contains(&home) {
                        return BY_NAME;
                    }
                    if !seen.contains(&meant) {
                        seen.push(meant);
                    }
                }
            }
        }
        if is_told { None } else { BY_NAME }
    }

    /// Whether a name of a type means `this`, by the imports and the namespace at the site.
    pub(super) fn meant_in_php(&self, this: Option<NodeRef>, name: &str, before: &[&str]) -> Resolution {
        let Some(this) = this else { return Resolution::Unclear };
        let php = &self.types.table.modules.php;
        let all = match self.imported_in_php() {
            Some(full) => php.nearest_named(full, self.imports.file),
            // Behind these stands a member.
            None if !before.is_empty() && !self.before.ends_with('\\') => Vec::new(),
            None => php.all_meant(self.imports, self.offset, &[before, &[name]].concat()),
        };
        match all.as_slice() {
            [only] if *only == this => Resolution::This,
            all if all.contains(&this) => Resolution::Unclear,
            _ => Resolution::Another,
        }
    }

    /// The full name that is imported at the site, if one is.
    fn imported_in_php(&self) -> Option<&str> {
        let outline = self.imports.library.outline(self.imports.file).filter(|_| self.is_import())?;
        Some(outline.detail(outline.enclosing(self.offset, |kind| kind == Kind::Import)?))
    }
}
