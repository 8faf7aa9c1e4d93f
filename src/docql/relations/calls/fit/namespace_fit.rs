//! C++: how a call fits a function by the namespaces around both, and what no call in another file can mean.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::{Callable, is_test_of_c};
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::c::includes::is_header;
use crate::docql::relations::names::c::linkage;
use crate::docql::relations::names::c::namespaces::Standing;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::overloading::model::Argument;
use crate::library::{FileId, NodeRef};

impl CallSite<'_, '_> {
    /// The fit where namespaces decide; `None` where they do not.
    pub(in crate::docql::relations::calls) fn fit_in_namespaces(&self, callable: &Callable<'_>) -> Option<Fit> {
        if self.language() != "cpp" {
            return None;
        }
        let by_path = self.before.ends_with("::");
        match callable.free {
            Some((DeclKind::Function, this)) if callable.reach.is_none() && (by_path || self.qualifiers.is_empty()) => {
                if self.qualifiers.last().is_some_and(|last| self.is_of_type(last)) {
                    return None;
                }
                Some(self.fit_function(this))
            }
            Some((DeclKind::Type, home)) if by_path && callable.is_constructor() && self.is_namespace_only() => {
                self.fit_made_in(home)
            }
            // Before a method stands a type.
            None if by_path && self.is_namespace_only() => Some(None),
            _ => None,
        }
    }

    /// The fit of a construction behind a namespace to a constructor of the type `home`; `None` for one inside of another.
    fn fit_made_in(&self, home: NodeRef) -> Option<Fit> {
        let outline = self.imports.library.outline(home.file)?;
        if outline.ancestors(home.node).any(|at| outline.kind(at).is_class()) {
            return None;
        }
        let site = (self.imports, self.offset);
        let namespaces = &self.types.table.modules.namespaces;
        Some(match namespaces.standing(site, (self.name, &self.qualifiers[..]), home) {
            Standing::This => Some(Evidence::Import),
            Standing::Another => None,
            Standing::ByArguments | Standing::Open => BY_NAME,
        })
    }

    fn fit_function(&self, this: NodeRef) -> Fit {
        // What the own type has hides what is declared outside of it.
        if self.qualifiers.is_empty() && self.is_of_own_type() {
            return None;
        }
        let (modules, file) = (&self.types.table.modules, self.imports.file);
        let site = (self.imports, self.offset);
        let standing = || modules.namespaces.standing(site, (self.name, &self.qualifiers[..]), this);
        let standing = self.standing_in_macro(this).unwrap_or_else(standing);
        let alike = |own: NodeRef| self.types.has_parameters_of(own, this);
        let linked = || linkage::fit_beside(modules, self.declarations, (self.name, "c"), (this, file), &alike);
        match standing {
            Standing::Another => None,
            Standing::This if self.is_hidden_by_inner(this) => None,
            Standing::This => linked(),
            Standing::ByArguments if !self.may_lead_by_arguments(this.file) => None,
            Standing::ByArguments | Standing::Open => linked().and(BY_NAME),
        }
    }

    /// True if a function in a namespace further in takes the name of `this`: a plain name means the innermost.
    fn is_hidden_by_inner(&self, this: NodeRef) -> bool {
        if !self.qualifiers.is_empty() {
            return false;
        }
        let (modules, file) = (&self.types.table.modules, self.imports.file);
        let own = modules.namespaces.of(this);
        let Some(declarations) = self.declarations.get(&(self.name, "c")) else { return false };
        let is_seen = |of: FileId| of == file || modules.includes.includes(file, of);
        let is_inner = |node: NodeRef| {
            let path = modules.namespaces.of(node);
            path.len() > own.len()
                && path.starts_with(&own)
                && is_seen(node.file)
                && modules.namespaces.standing((self.imports, self.offset), (self.name, &[][..]), node)
                    == Standing::This
        };
        let is_narrow = |node: NodeRef| self.arity_of(node).is_none_or(|arity| self.allows(node, arity));
        declarations.declared(DeclKind::Function).iter().any(|(node, _)| is_inner(*node) && is_narrow(*node))
    }

    /// True if an argument may be of a type that stands beside a function in `file`, by which a plain name is found there.
    fn may_lead_by_arguments(&self, file: FileId) -> bool {
        let includes = &self.types.table.modules.includes;
        let is_seen = file == self.imports.file || !is_header(self.imports.library, file);
        let is_plain = |argument: &Argument| match argument {
            Argument::Literal(_) => true,
            Argument::Named(of) => of == "char*",
            _ => false,
        };
        (is_seen || includes.includes(self.imports.file, file))
            && self.types.argument_types(self.offset).is_none_or(|all| !all.iter().all(is_plain))
    }

    /// True if some type has the name.
    fn is_of_type(&self, name: &str) -> bool {
        self.types.has_type(self.imports.file, name)
    }

    /// True if the last qualifier is a namespace, and no type.
    fn is_namespace_only(&self) -> bool {
        let last = self.qualifiers.last().copied().unwrap_or_default();
        self.types.table.modules.namespaces.is_namespace(last) && !self.is_of_type(last)
    }

    /// True if a plain name stands where no type around it can have a method: in no type at all, or in types of which all that
    /// is above them is known.
    pub(in crate::docql::relations::calls) fn is_out_of_types(&self, around: &[(&str, Option<NodeRef>)]) -> bool {
        let is_known = |home: NodeRef| {
            // A type that is written outside of another sees what that has.
            if self.is_written_outside(home) {
                return false;
            }
            let table = self.types.table;
            let all = std::iter::once(home).chain(table.above(home).iter().copied()).collect::<Vec<_>>();
            all.iter().all(|of| {
                let Some(outline) = self.imports.library.outline(of.file) else { return false };
                let mut names = outline.detail(of.node).split(',').map(str::trim).filter(|name| !name.is_empty());
                names.all(|name| {
                    let name = name.split('<').next().unwrap_or(name);
                    let last = name.rsplit(':').next().unwrap_or(name).trim();
                    all.iter().any(|above| {
                        self.imports.library.outline(above.file).is_some_and(|of| of.name(above.node) == last)
                    })
                })
            })
        };
        // The suite of a test may be no type.
        let is_suite = |name: &str| self.is_in_test() && !self.is_of_type(name);
        let is_out = |(name, home): &(&str, Option<NodeRef>)| home.map_or_else(|| is_suite(name), is_known);
        self.language() == "cpp" && around.iter().all(is_out) && !self.is_in_function_of_macro()
    }

    /// True in a function whose head a macro writes, of whatever type: `DEFINE_BOTH(Status, Db::Get)(int key) {`.
    fn is_in_function_of_macro(&self) -> bool {
        let (library, file) = (self.imports.library, self.imports.file);
        let is_of_macro = || {
            let outline = library.outline(file)?;
            let node = outline.enclosing(self.offset, |kind| kind.is_function())?;
            let text = library.peek_text(file).ok()?;
            let given = text.get(outline.name_span(node).end as usize..)?.strip_prefix('(')?.split(')').next()?;
            let is_in_capitals = !outline.name(node).contains(char::is_lowercase);
            Some(is_in_capitals && given.contains("::"))
        };
        is_of_macro().unwrap_or_default()
    }

    /// True for `class A::B {`.
    fn is_written_outside(&self, home: NodeRef) -> bool {
        let library = self.imports.library;
        let Some(outline) = library.outline(home.file) else { return true };
        let start = outline.name_span(home.node).start as usize;
        library.peek_text(home.file).is_ok_and(|text| text.get(..start).is_some_and(|before| before.ends_with("::")))
    }

    fn is_in_test(&self) -> bool {
        let (library, file) = (self.imports.library, self.imports.file);
        let around =
            library.outline(file).and_then(|outline| outline.enclosing(self.offset, |kind| kind.is_function()));
        around.is_some_and(|node| is_test_of_c(library, NodeRef { file, node }))
    }

    /// True if a callable belongs to a file that is compiled by itself, and this is another one: what is `static`, in a
    /// namespace without a name, or a member of a type that is declared there.
    pub(in crate::docql::relations::calls) fn is_of_another_unit(&self, callable: &Callable<'_>) -> bool {
        let (library, own) = (self.imports.library, self.imports.file);
        let is_apart = |file: FileId| {
            file != own
                && language_family(library.file(file).format.id) == "c"
                && !is_header(library, file)
                && !self.types.table.modules.includes.includes(own, file)
        };
        let home = match callable.free {
            Some((DeclKind::Type, home)) => Some(home),
            _ => callable.owners.first().and_then(|(_, home)| *home),
        };
        match home {
            Some(home) => is_apart(home.file),
            None => callable.is_private && self.language() == "cpp" && is_apart(callable.file),
        }
    }
}
