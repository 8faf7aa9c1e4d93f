//! Dynamic dispatch: a call through an interface or a type above may run what implements or overrides it below.

use super::call_site::{CallSite, Through};
use super::callable::Callable;
use super::fit::call_fit::needs_receiver;
use super::overloads::Choice;
use crate::docql::relations::names::lookup::{language_family, words_of_declaration};
use crate::docql::relations::names::memo::Memo;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::names::private_names::PrivateScope;
use crate::docql::relations::names::qualifiers::qualifiers;
use crate::docql::relations::names::rust::paths::{Leads, leads};
use crate::docql::relations::types::hierarchy::Hierarchy;
use crate::docql::relations::types::implementations::{asks_elsewhere, has_methods_of, types_inheriting};
use crate::docql::relations::types::protocols::{is_of_protocol, is_protocol};
use crate::docql::relations::typing::known::Receiver;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::Kind;
use crate::library::{Library, NodeRef};
use crate::stdx::Shared;
use std::collections::HashSet;
use std::sync::Arc;

/// Which methods are run through which types, as far as one query asks.
pub(in crate::docql::relations) struct Dispatch<'p, 'l> {
    table: &'p TypeTable<'l>,
    /// Made where the types above the own one do not tell.
    types: Shared<Hierarchy<'l>>,
    methods: Memo<NodeRef, Option<Arc<Method>>>,
    implemented: Memo<(NodeRef, NodeRef), bool>,
    virtuals: Memo<NodeRef, bool>,
}

/// A method that may be run by a call of what it implements or overrides.
struct Method {
    /// Its type; where that has no name, or is declared elsewhere, `None`.
    home: Option<NodeRef>,
    /// The types above that.
    above: Arc<[NodeRef]>,
    /// The words of its declaration.
    words: HashSet<String>,
    /// Rust: the trait that its block implements.
    of_trait: Option<String>,
    /// The types above those that inherit it.
    beyond: Shared<HashSet<NodeRef>>,
}

impl<'p, 'l> Dispatch<'p, 'l> {
    pub(in crate::docql::relations) fn new(table: &'p TypeTable<'l>) -> Dispatch<'p, 'l> {
        let (types, methods, implemented) = (Shared::new(), Memo::new(), Memo::new());
        Dispatch { table, types, methods, implemented, virtuals: Memo::new() }
    }

    /// The type through which a call may run `callable`: what the call is made on is a value of it, it declares the called
    /// name, and `callable` implements or overrides that.
    /// Those that are `asked` for together with it are no rivals.
    pub(super) fn through(
        &self,
        site: &CallSite<'_, 'l>,
        callable: &Callable<'l>,
        asked: &[(usize, Callable<'l>)],
    ) -> Option<NodeRef> {
        let library = self.table.library;
        let language = language_family(library.file(site.imports.file).format.id);
        let declared = site.declarations.get(&(callable.name, language));
        // What alone has its name implements nothing that is here, but perhaps what an interface has from elsewhere.
        let is_alone = declared.is_some_and(|declared| declared.callables < 2);
        if is_alone && needs_receiver(site.language()) && site.qualifiers.is_empty() {
            return None;
        }
        // Go: what a package keeps to itself implements nothing of another.
        if !callable.is_in_reach(library, site.imports.file, site.offset) || !site.allows_number(callable) {
            return None;
        }
        if site.is_at_other_level(callable) {
            return None;
        }
        let through = site.through.get_or_init(|| self.types_through(site));
        if !through.iter().any(|through| !is_alone || through.members.is_empty()) {
            return None;
        }
        let method = self.methods.get(callable.node, |_| self.method(site, callable).map(Arc::new))?;
        let found = through.iter().find_map(|through| self.runs(site, through, (callable, &method)))?;
        (site.choice(callable, asked) != Choice::Another && !site.types.is_exact(site.offset)).then_some(found)
    }

    /// What has to be known of a method once; `None` for what no call of another one runs.
    fn method(&self, site: &CallSite<'_, 'l>, callable: &Callable<'l>) -> Option<Method> {
        let library = self.table.library;
        let node = callable.node;
        let is_of_value = callable.kind.is_function() && !callable.is_constructor() && callable.reach.is_none();
        if !is_of_value || callable.is_extension || callable.is_static || PrivateScope::of(library, node).is_some() {
            return None;
        }
        let words = words_of_declaration(library, node);
        let is_written = |word: &str| words.contains(word);
        let is_fixed = match library.language(node.file) {
            "java" | "php" | "cpp" | "typescript" | "tsx" => is_written("static") || is_written("abstract"),
            "kotlin" => !is_written("override") || is_written("abstract"),
            "csharp" => is_written("static") || is_written("abstract"),
            _ => false,
        };
        if is_fixed || is_written("private") && library.language(node.file) != "cpp" {
            return None;
        }
        if let Some(span) = self.table.body_of(node) {
            let body = self.table.bodies(node.file).all.iter().find(|body| body.span == span).cloned()?;
            let of = site.types.above_body(&body)??;
            let above = std::iter::once(of).chain(self.table.above(of).iter().copied()).collect();
            return Some(Method { home: None, above, words, of_trait: None, beyond: Shared::new() });
        }
        // TypeScript: what an object has that a variable holds is what the type of that declares.
        if let Some(of) = callable.holder.and_then(|holder| site.types.held_type(holder)) {
            let above = std::iter::once(of).chain(self.table.above(of).iter().copied()).collect();
            return Some(Method { home: None, above, words, of_trait: None, beyond: Shared::new() });
        }
        let home = callable.owners.first().and_then(|(_, home)| *home);
        let of_trait = block_trait(library, node).filter(|(_, is_here)| *is_here).map(|(name, _)| name);
        if home.is_none() && of_trait.is_none() || home.is_some_and(|home| declares_only(library, home, node)) {
            return None;
        }
        let above = home.map_or_else(|| Arc::from([]), |home| self.table.above(home));
        Some(Method { home, above, words, of_trait, beyond: Shared::new() })
    }

    /// The types that a call goes through: those of what it is made on that have the called name.
    fn types_through(&self, site: &CallSite<'_, 'l>) -> Vec<Through> {
        let is_interface = |of: &NodeRef| kind_of(self.table.library, *of) == Some(Kind::Interface);
        let through = |of: NodeRef| {
            let found = site.members_of(of).into_iter().find(|(_, own)| !own.is_empty());
            // What an interface has from one that is declared nowhere here has no member to show.
            let has_it = || is_interface(&of) && asks_elsewhere(self.types(), of, site.name);
            let (declaring, members) = found.or_else(|| has_it().then(|| (of, Vec::new())))?;
            // Go: what embeds an interface passes calls on to a value of that.
            let of = match site.language() {
                "go" => [of, declaring].into_iter().find(is_interface)?,
                _ => of,
            };
            Some(Through { of, declaring, members })
        };
        self.receivers(site).into_iter().filter_map(through).collect()
    }

    /// The types of what the call is made on, as far as they are known.
    fn receivers(&self, site: &CallSite<'_, 'l>) -> Vec<NodeRef> {
        let library = self.table.library;
        let file = site.imports.file;
        let is_in_body = || !self.table.bodies_around(file, site.offset).is_empty();
        let Some(&last) = site.qualifiers.last() else {
            // What has no name has nothing below it.
            if needs_receiver(site.language()) || is_in_body() {
                return Vec::new();
            }
            let has_it = |of: &NodeRef| site.members_of(*of).iter().any(|(_, own)| !own.is_empty());
            // Kotlin: a block makes another value the own one.
            let of_block = site.scoped_receivers().iter().find_map(|it| match it {
                Receiver::Of(of, _) => Some(*of).filter(has_it),
                _ => None,
            });
            if of_block.is_some() {
                return of_block.into_iter().collect();
            }
            return site.types_around_here().into_iter().find(has_it).into_iter().collect();
        };
        if matches!(last, "this" | "super") && is_in_body() {
            return Vec::new();
        }
        let named = |of: NodeRef| library.outline(of.file).map_or("", |outline| outline.name(of.node));
        // What is called on a type itself is that of the type.
        let is_value = |of: &NodeRef| match site.language() {
            "rust" => kind_of(library, *of) == Some(Kind::Trait) && named(*of) != last,
            "cpp" => !site.before.ends_with("::"),
            // Properties are written like types.
            "csharp" => true,
            _ => named(*of) != last || site.types.is_variable(last, site.offset),
        };
        match site.receiver() {
            Some(Receiver::Of(of, _)) => Some(*of).filter(is_value).into_iter().collect(),
            Some(Receiver::OneOf(all)) => all.iter().copied().filter(is_value).collect(),
            _ => Vec::new(),
        }
    }

    /// The type that a call goes through, if it may run a method.
    fn runs(
        &self,
        site: &CallSite<'_, 'l>,
        through: &Through,
        (callable, method): (&Callable<'l>, &Method),
    ) -> Option<NodeRef> {
        let library = self.table.library;
        let Through { of, declaring, members: own } = through;
        let of = *of;
        if method.home == Some(of) || own.contains(&callable.node) {
            return None;
        }
        let is_above = || method.above.contains(&of) || self.is_beyond(of, (callable, method));
        let is = match site.language() {
            "go" => self.is_implemented(of, (callable, method)),
            "rust" => {
                let of_trait = method.of_trait.as_deref();
                of_trait == library.outline(declaring.file).map(|outline| outline.name(declaring.node))
                    && (of == *declaring || method.above.contains(&of) || self.has_block(of, callable))
            }
            "cpp" => {
                let is_said = ["virtual", "override", "final"].iter().any(|word| method.words.contains(*word));
                is_above() && (is_said || self.is_virtual(own) || self.is_virtual_above(site, method))
            }
            "csharp" => {
                let is_interface = kind_of(library, *declaring) == Some(Kind::Interface);
                (is_interface || method.words.contains("override")) && is_above()
            }
            "python" => is_above() || self.is_of_protocol(*declaring, (callable, method)),
            _ => is_above(),
        };
        is.then_some(of)
    }

    /// C++: true if one of the declarations of a method says that it is virtual.
    fn is_virtual(&self, members: &[NodeRef]) -> bool {
        let says = |member: &NodeRef| words_of_declaration(self.table.library, *member).contains("virtual");
        members.iter().any(|member| self.virtuals.get(*member, says))
    }

    /// C++: true if a type above the method declares it virtual, perhaps above the one that it is called through.
    fn is_virtual_above(&self, site: &CallSite<'_, 'l>, method: &Method) -> bool {
        method.above.iter().any(|of| self.is_virtual(&self.table.members_named(*of, site.name)))
    }

    fn types(&self) -> &Hierarchy<'l> {
        self.types.get_or_init(|| Hierarchy::new(self.table.library))
    }

    /// True if a type below that of the method, which inherits it, is below `of` as well.
    fn is_beyond(&self, of: NodeRef, (callable, method): (&Callable<'l>, &Method)) -> bool {
        let library = self.table.library;
        let is_interface = matches!(kind_of(library, of), Some(Kind::Interface | Kind::Trait | Kind::Protocol));
        // Where a type has one above it, only interfaces are above in another way.
        let may_be = is_interface || matches!(library.language(of.file), "python" | "cpp");
        let Some(home) = method.home.filter(|_| may_be) else { return false };
        let beyond = || {
            let types = self.types();
            let below = types_inheriting(types, home, callable.name);
            below.into_iter().flat_map(|below| types.all_supertypes(below)).filter(|above| *above != home).collect()
        };
        method.beyond.get_or_init(beyond).contains(&of)
    }

    /// Go: true if the type of the method, or one that embeds it, implements an interface.
    fn is_implemented(&self, interface: NodeRef, (callable, method): (&Callable<'l>, &Method)) -> bool {
        let Some(home) = method.home else { return false };
        self.implemented.get((callable.node, interface), |_| {
            let types = self.types();
            has_methods_of(types, home, interface)
                || types_inheriting(types, home, callable.name).iter().any(|of| has_methods_of(types, *of, interface))
        })
    }

    /// Python: true if the type of the method has all that a protocol asks for.
    fn is_of_protocol(&self, protocol: NodeRef, (callable, method): (&Callable<'l>, &Method)) -> bool {
        let Some(home) = method.home.filter(|_| is_protocol(self.table.library, protocol)) else { return false };
        self.implemented.get((callable.node, protocol), |_| is_of_protocol(self.types(), home, protocol))
    }

    /// Rust: true if a block implements the trait `of` for the type of the method.
    fn has_block(&self, of: NodeRef, callable: &Callable<'l>) -> bool {
        let library = self.table.library;
        let Some((owner, _)) = callable.owners.first() else { return false };
        let name = library.outline(of.file).map_or("", |outline| outline.name(of.node));
        let is_it = |block: &NodeRef| {
            let outline = library.outline(block.file);
            outline.is_some_and(|outline| outline.kind(block.node) == Kind::Impl && outline.name(block.node) == *owner)
        };
        self.types().naming(name).iter().any(is_it)
    }
}

/// Rust: the name of the trait that the block around a method implements, and whether that may be one of this workspace.
pub(in crate::docql::relations) fn block_trait(library: &Library, method: NodeRef) -> Option<(String, bool)> {
    let outline = library.outline(method.file).filter(|_| library.language(method.file) == "rust")?;
    let block = outline.parent(method.node).filter(|&at| outline.kind(at) == Kind::Impl)?;
    let name = Some(outline.detail(block)).filter(|name| !name.is_empty())?;
    let text = library.peek_text(method.file).ok()?;
    let head = text.get(outline.span(block).start as usize..outline.body(block).start as usize)?;
    // `impl<T> io::Write for T`
    let at = head.find(&format!("{name} for")).or_else(|| head.find(name))?;
    let path: Vec<&str> = qualifiers(&head[..at]).into_iter().filter(|part| !part.is_empty()).chain([name]).collect();
    let imports = Imports::new(library, method.file);
    let is_trait = |node: &NodeRef| kind_of(library, *node) == Some(Kind::Trait);
    let is_here =
        leads(&imports, outline.span(block).start, &path) != Leads::Out && library.declared(name).iter().any(is_trait);
    Some((name.to_owned(), is_here))
}

/// True for a method that an interface or trait only declares: it runs nothing.
pub(in crate::docql::relations) fn declares_only(library: &Library, home: NodeRef, method: NodeRef) -> bool {
    let is_interface = matches!(kind_of(library, home), Some(Kind::Interface | Kind::Trait | Kind::Protocol));
    is_interface && library.outline(method.file).is_some_and(|outline| outline.body(method.node).is_empty())
}

fn kind_of(library: &Library, node: NodeRef) -> Option<Kind> {
    library.outline(node.file).map(|outline| outline.kind(node.node))
}
