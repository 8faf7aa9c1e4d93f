//! Disambiguation: the declarations that share a name, and which of them a site in code refers to.

use super::c::linked::Linked;
use super::generics;
use super::name_resolution::{ModulePath, NameScope, module_of};
use crate::docql::nodes::context::Context;
use crate::docql::relations::names::lookup::language_family;
use crate::document::{Kind, NodeFlags};
use crate::library::{Library, NodeRef};
use crate::stdx::{Shared, Stale};
use rayon::prelude::*;
use std::collections::{HashMap, HashSet};

/// Declarations of one name that are told apart, at most: every call site would be compared with all of them.
const MAX_DECLARATIONS: usize = 2_000;

/// The declarations that share a name.
#[derive(Debug, Default)]
pub(in crate::docql::relations) struct Declarations {
    /// Number of callables.
    pub callables: usize,
    /// The types, each with its module.
    types: Vec<(NodeRef, ModulePath)>,
    /// C#: how many types each of them takes.
    taken: Vec<Option<usize>>,
    /// The functions outside types and other functions, each with its module.
    functions: Vec<(NodeRef, ModulePath)>,
    /// C: what linkage asks of the functions, made on first use.
    pub(super) linked: Shared<Linked>,
}

/// The kind of declaration that a site refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum DeclKind {
    Type,
    Function,
}

/// Declarations by name and language family.
pub(in crate::docql) type DeclarationTable<'l> = HashMap<(&'l str, &'static str), Declarations>;

/// The relation of a site to a given declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Resolution {
    /// It does: the name is unique, or imports and qualifiers say so.
    This,
    /// It refers to another declaration of the name.
    Another,
    /// It may: imports and qualifiers do not decide.
    Unclear,
}

impl Declarations {
    /// Collects the declarations of `names`, each a name with its language family.
    pub(in crate::docql) fn tabulate<'l>(
        names: HashSet<(&'l str, &'static str)>,
        context: Context<'l>,
    ) -> Result<DeclarationTable<'l>, Stale> {
        let library = context.library;
        let of_name = |of @ (name, language): (&'l str, &'static str)| {
            context.check()?;
            let is_meant = |node: &NodeRef| {
                let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
                kind.is_some_and(|kind| is_callable_or_type(kind) || kind == Kind::Module)
                    && language_family(library.file(node.file).format.id) == language
            };
            // Methods of Ruby belong to modules as to types.
            let modules = if language == "ruby" { library.modules_named(name) } else { Vec::new() };
            let nodes: Vec<NodeRef> = library.declared(name).into_iter().chain(modules).filter(is_meant).collect();
            Ok((of, Declarations::classify(&nodes, context)?))
        };
        names.into_par_iter().map(of_name).collect()
    }

    pub(in crate::docql::relations) fn classify(
        nodes: &[NodeRef],
        context: Context<'_>,
    ) -> Result<Declarations, Stale> {
        let library = context.library;
        let mut out = Declarations::default();
        for &node in nodes {
            context.check()?;
            let Some(outline) = library.outline(node.file) else { continue };
            // What a macro names a test is called by nobody.
            let is_test = outline.flags(node.node).has(NodeFlags::TEST)
                && language_family(library.file(node.file).format.id) == "c";
            if is_test {
                continue;
            }
            if outline.kind(node.node).is_function() {
                out.callables += 1;
                if is_free_function(library, node) && out.functions.len() <= MAX_DECLARATIONS {
                    out.functions.push((node, module_of(library, node)));
                }
            } else if !outline.flags(node.node).has(NodeFlags::DECLARATION) && out.types.len() <= MAX_DECLARATIONS {
                out.types.push((node, module_of(library, node)));
            }
        }
        if out.types.len() > 1 {
            out.taken = out.types.iter().map(|(node, _)| generics::taken(library, *node)).collect();
        }
        Ok(out)
    }

    pub(in crate::docql::relations) fn declared(&self, kind: DeclKind) -> &[(NodeRef, ModulePath)] {
        if kind == DeclKind::Type { &self.types } else { &self.functions }
    }

    /// The declarations of `kind` that `name` can refer to at `place`, by index. `before` are its qualifiers, outermost
    /// first.
    pub(in crate::docql) fn candidates_at(
        &self,
        kind: DeclKind,
        name: &str,
        before: &[&str],
        place: &NameScope<'_, '_>,
    ) -> Vec<usize> {
        let all = self.declared(kind);
        if all.len() > MAX_DECLARATIONS { Vec::new() } else { place.resolve(all, name, before) }
    }

    /// Decides whether a site refers to `this`. `candidates` yields the declarations that the site can refer to; it is
    /// called only if the name is ambiguous.
    pub(in crate::docql::relations) fn resolution<M: AsRef<[usize]>>(
        &self,
        kind: DeclKind,
        this: Option<NodeRef>,
        candidates: impl FnOnce() -> M,
    ) -> Resolution {
        let all = self.declared(kind);
        let Some(own) = self.module(kind, this) else {
            return if self.is_unique(kind) { Resolution::This } else { Resolution::Unclear };
        };
        if self.is_unique(kind) {
            return Resolution::This;
        }
        let candidates = candidates();
        let taken = |at: usize| self.taken.get(at).filter(|_| kind == DeclKind::Type);
        let own_at = all.iter().position(|(node, _)| Some(*node) == this);
        let own_taken = own_at.and_then(taken);
        let is_own = |&at: &usize| all.get(at).is_some_and(|(_, module)| module == own) && taken(at) == own_taken;
        match candidates.as_ref() {
            [] => Resolution::Unclear,
            candidates if !candidates.iter().any(is_own) => Resolution::Another,
            candidates if candidates.iter().all(is_own) => Resolution::This,
            _ => Resolution::Unclear,
        }
    }

    /// True if the language has one type of the name.
    pub(in crate::docql::relations) fn is_one_type(&self) -> bool {
        self.is_unique(DeclKind::Type)
    }

    /// Decides whether two nodes declare the same type.
    pub(in crate::docql::relations) fn same_type(&self, a: Option<NodeRef>, b: Option<NodeRef>) -> Resolution {
        let taken = |of: Option<NodeRef>| {
            let at = self.types.iter().position(|(node, _)| Some(*node) == of);
            at.and_then(|at| self.taken.get(at))
        };
        match (self.module(DeclKind::Type, a), self.module(DeclKind::Type, b)) {
            _ if self.is_unique(DeclKind::Type) => Resolution::This,
            (Some(own), Some(other)) if own == other && taken(a) == taken(b) => Resolution::This,
            (Some(_), Some(_)) => Resolution::Another,
            _ => Resolution::Unclear,
        }
    }

    fn module(&self, kind: DeclKind, node: Option<NodeRef>) -> Option<&ModulePath> {
        let found = self.declared(kind).iter().find(|(at, _)| Some(*at) == node);
        found.map(|(_, module)| module)
    }

    /// True if all declarations of `kind` are one to the language: they are in the same module.
    fn is_unique(&self, kind: DeclKind) -> bool {
        let all = self.declared(kind);
        let is_one = || kind == DeclKind::Function || self.taken.windows(2).all(|pair| pair[0] == pair[1]);
        all.len() <= MAX_DECLARATIONS && all.windows(2).all(|pair| pair[0].1 == pair[1].1) && is_one()
    }
}

/// True for functions outside types and other functions.
fn is_free_function(library: &Library, node: NodeRef) -> bool {
    library.outline(node.file).is_some_and(|outline| {
        let kind = outline.kind(node.node);
        let inside =
            |at| outline.kind(at).is_class() || outline.kind(at) == Kind::Impl || outline.kind(at).is_function();
        !matches!(kind, Kind::Method | Kind::Constructor)
            && outline.detail(node.node).is_empty()
            && !outline.ancestors(node.node).any(inside)
    })
}

fn is_callable_or_type(kind: Kind) -> bool {
    kind.is_function() || kind.is_class() || kind == Kind::Alias
}
