//! How a call without a receiver fits a callable: by what is in scope, and by the types around it.

use super::call_fit::{BY_NAME, Fit, needs_receiver};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::fields;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::{Callable, owners_with_nodes};
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::c::linkage;
use crate::docql::relations::names::lookup::language_family;
use crate::document::Kind;
use crate::library::NodeRef;

impl<'l> CallSite<'_, 'l> {
    /// The fit of an unqualified call: it can refer to functions, and to methods in languages with implicit receivers.
    pub(in crate::docql::relations::calls) fn fit_unqualified(
        &self,
        callable: &Callable<'_>,
        language: &'static str,
    ) -> Fit {
        let near = self.imports.file == callable.file;
        // A method of an object has no name but behind that.
        let kind = || self.imports.library.outline(callable.file).map(|outline| outline.kind(callable.node.node));
        if language_family(language) == "javascript" && kind() == Some(Kind::Method) {
            return None;
        }
        if callable.owners.is_empty() {
            if self.named_in_body().is_some() {
                return None;
            }
            let implicit = !needs_receiver(language);
            return match callable.free {
                Some((DeclKind::Function, this)) if language_family(language) == "c" && callable.reach.is_none() => {
                    let (modules, file) = (&self.types.table.modules, self.imports.file);
                    linkage::fit(modules, self.declarations, (self.name, "c"), (this, file))
                }
                Some((DeclKind::Function, this)) if callable.is_function && self.is_command() => {
                    self.types.table.modules.sourcing.fit(self.name, this, self.imports.file)
                }
                _ if callable.reach.is_some() => Some(Evidence::Import),
                Some((kind, this)) if implicit && !near && self.imports.has_at(self.name, self.offset) => {
                    self.resolution(&self.name_candidates, kind, Some(this), self.name, &[]).fit(Evidence::Import)
                }
                // With implicit receivers a bare name may be a method; in C, a declaration and its definition
                // are two nodes of one function.
                Some((DeclKind::Function, _)) | None if implicit => {
                    if near {
                        Some(Evidence::Import)
                    } else {
                        BY_NAME
                    }
                }
                Some((kind, this)) => {
                    self.resolution(&self.name_candidates, kind, Some(this), self.name, &[]).fit(Evidence::Import)
                }
                None => BY_NAME,
            };
        }
        if needs_receiver(language) {
            return self.named_in_body().filter(|node| *node == callable.node).map(|_| Evidence::OwnType);
        }
        match self.fit_enclosing_type(callable) {
            None if self.is_given_to_macro(callable) => BY_NAME,
            // Without a receiver, what the own type has comes first.
            None if self.is_of_own_type() => None,
            // What is of no type around has to be imported.
            None if language == "java" && self.is_in_java() => self.fit_imported(callable),
            None if self.is_out_of_types(self.around.get_or_init(|| self.types_around().unwrap_or_default())) => None,
            None => BY_NAME,
            fit => fit,
        }
    }

    /// Python: what a class has by the called name where the site is in its body, outside of its functions: there its names
    /// need nothing in front of them, from where they are bound.
    fn named_in_body(&self) -> Option<NodeRef> {
        let file = self.imports.file;
        let outline = self.imports.library.outline(file).filter(|_| self.language() == "python")?;
        let around = outline.enclosing(self.offset, |kind| kind.is_function() || kind.is_class())?;
        let class = match outline.kind(around).is_class() {
            true => around,
            // What decorates a method, and what its parameters have for want of another value.
            false => outline.parent(around).filter(|&at| outline.kind(at).is_class() && self.is_in_head(around))?,
        };
        let is_it =
            |node: &u32| outline.name(*node) == self.name && outline.span(*node).start < self.offset && *node != around;
        let node = outline.children(Some(class)).filter(is_it).last()?;
        (!self.types.is_in_comprehension(self.offset)).then_some(NodeRef { file, node })
    }

    /// True if the site is before the body of a function that begins with `def` or what decorates it.
    fn is_in_head(&self, function: u32) -> bool {
        let (library, file) = (self.imports.library, self.imports.file);
        let (Some(outline), Ok(text)) = (library.outline(file), library.peek_text(file)) else { return false };
        let written = outline.span(function).of(&text);
        let begins = ["@", "def ", "async "].iter().any(|word| written.starts_with(word));
        begins && self.offset < outline.body(function).start
    }

    /// True if the type around the site, or one above it, has a member of the called name.
    pub(in crate::docql::relations::calls) fn is_of_own_type(&self) -> bool {
        let has_member = |own: NodeRef| self.members_of(own).iter().any(|(_, members)| !members.is_empty());
        *self.is_of_own_type.get_or_init(|| self.types.own_type(self.imports.file, self.offset).is_some_and(has_member))
    }

    /// The fit of a call from within one of the callable's types, or from a method of it written outside.
    pub(in crate::docql::relations::calls) fn fit_enclosing_type(&self, callable: &Callable<'_>) -> Fit {
        if let Some(fit) = self.fit_bodies(callable) {
            return fit;
        }
        let (library, file) = (self.imports.library, self.imports.file);
        let around = self.around.get_or_init(|| self.types_around().unwrap_or_default());
        let language = language_family(library.file(file).format.id);
        let same = |(name, home): &(&str, Option<NodeRef>), (own, of): &(&str, Option<NodeRef>)| match self
            .declarations
            .get(&(*own, language))
        {
            _ if name != own => None,
            Some(declarations) => declarations.same_type(*home, *of).fit(Evidence::OwnType),
            None => Some(Evidence::OwnType),
        };
        let around = &around[..self.reach_of_types(around)];
        let owners = &callable.owners[..callable.members_of_owners(library)];
        let fits = around.iter().flat_map(|here| owners.iter().map(move |own| same(here, own)));
        let fit = fits.max().unwrap_or_default();
        let homes = || around.iter().filter_map(|(name, home)| Some((*name, (*home)?)));
        let is_alias = |home: NodeRef| library.outline(home.file).is_some_and(|of| of.kind(home.node) == Kind::Alias);
        match fit {
            // What an alias stands for may have it.
            None if homes().any(|(_, home)| is_alias(home)) => BY_NAME,
            None => homes().map(|(name, home)| self.fit_inherited(callable, name, home)).max().unwrap_or_default(),
            fit => fit,
        }
    }

    /// How many of the types around the site a call may be one of a member of, innermost first: the own value is of the
    /// innermost, and what that has hides what those around it have.
    fn reach_of_types(&self, around: &[(&str, Option<NodeRef>)]) -> usize {
        if !self.qualifiers.is_empty() {
            return around.len().min(1);
        }
        let has_own = |home: NodeRef| match self.is_in_java() {
            // What an inner type inherits hides what those around it have, whatever arguments it takes.
            true => self.has_named(home),
            false => self.members_of(home).first().is_some_and(|(_, own)| !own.is_empty()),
        };
        let hides = around.iter().position(|(_, home)| home.is_some_and(has_own));
        hides.map_or(around.len(), |at| at + 1)
    }

    /// True if a type has or inherits a function of the called name.
    fn has_named(&self, home: NodeRef) -> bool {
        let table = self.types.table;
        let is_function =
            |at: &NodeRef| self.imports.library.outline(at.file).is_some_and(|it| it.kind(at.node).is_function());
        let has_own = |of: NodeRef| table.members_named(of, self.name).iter().any(is_function);
        has_own(home) || table.above(home).iter().any(|of| has_own(*of))
    }

    /// The types around the site whose declarations are known, innermost first.
    pub(in crate::docql::relations::calls) fn types_around_here(&self) -> Vec<NodeRef> {
        let around = self.around.get_or_init(|| self.types_around().unwrap_or_default());
        around.iter().filter_map(|(_, home)| *home).collect()
    }

    fn types_around(&self) -> Option<Vec<(&'l str, Option<NodeRef>)>> {
        let (library, file) = (self.imports.library, self.imports.file);
        let outline = library.outline(file)?;
        let around = outline.enclosing(self.offset, |kind| kind.is_function() || kind.is_class());
        // Rust: a constant of a type, or a type that it assigns to a name.
        let is_part = |kind: Kind| matches!(kind, Kind::Constant | Kind::Alias) && self.language() == "rust";
        let constant = || outline.enclosing(self.offset, is_part);
        let node = around.or_else(constant)?;
        let (around, mut owners) = (NodeRef { file, node }, fields::owner_names(&outline, node));
        if !outline.kind(node).is_class() {
            return Some(owners_with_nodes(library, around, enclosing_node(library, around), owners));
        }
        // What sets a field, and a block of a class, stand in no function.
        owners.insert(0, outline.name(node));
        Some(owners_with_nodes(library, around, Some(around), owners))
    }

    /// The fit of a call in the type `home`, called `here`, to a method of a supertype, or of a subtype that may
    /// override its own.
    fn fit_inherited(&self, callable: &Callable<'_>, here: &str, home: NodeRef) -> Fit {
        if callable.owners.is_empty() {
            return None;
        }
        let has_own = |home: NodeRef| self.members_of(home).first().is_some_and(|(_, own)| !own.is_empty());
        let above = self.types.table.above(home);
        let owners = &callable.owners[..callable.members_of_owners(self.imports.library)];
        // JavaScript: a function that makes values has what hangs on its prototype. C#: a part of a type has what the others
        // have.
        let is_made = |of: NodeRef| {
            (self.types.is_maker(of) || !self.types.table.variants(of).is_empty())
                && self.types.table.members_named(of, self.name).contains(&callable.node)
        };
        let is_owner = |of: &NodeRef| owners.iter().any(|(_, own)| *own == Some(*of)) || is_made(*of);
        if let Some(at) = above.iter().position(is_owner) {
            // What is nearer overrides it.
            let is_overridden = has_own(home) || above[..at].iter().any(|nearer| has_own(*nearer));
            return if is_overridden { None } else { Some(Evidence::OwnType) };
        }
        // A call of what the type itself has is a call of that; what overrides it is called through it.
        let is_below = callable.extends.contains(&here) && !has_own(home) && !above.iter().any(|above| has_own(*above));
        if is_below { BY_NAME } else { None }
    }
}
