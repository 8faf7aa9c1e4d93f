//! Python: constructors that types below have from one above: what runs them by the name of such a type, by
//! `super().__init__(…)`, `Base.__init__(…)` and `cls(…)`.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::lookup::enclosing_symbol;
use crate::docql::relations::types::hierarchy::Hierarchy;
use crate::docql::relations::types::implementations::{implementations, types_inheriting};
use crate::docql::relations::typing::expressions::tokens::Tokens;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, Span};
use crate::library::NodeRef;
use crate::stdx::{Stale, holds_word};
use std::collections::BTreeSet;

/// The name of a constructor.
const NAME: &str = "__init__";

/// A constructor, and who has it.
struct Inherited<'l> {
    /// The index of the constructor.
    of: usize,
    callable: Callable<'l>,
    /// Its type, and those below that have no other.
    having: Vec<NodeRef>,
    /// Those below these that have one of their own, which may run it.
    overriding: Vec<NodeRef>,
}

/// The constructors among some targets that types below have.
pub(in crate::docql::relations::calls) struct Inheritance<'p, 'l> {
    table: &'p TypeTable<'l>,
    all: Vec<Inherited<'l>>,
}

impl<'p, 'l> Inheritance<'p, 'l> {
    pub(in crate::docql::relations::calls) fn new(
        targets: &[NodeRef],
        table: &'p TypeTable<'l>,
        context: Context<'l>,
    ) -> Result<Inheritance<'p, 'l>, Stale> {
        let library = table.library;
        let is_one = |(_, target): &(usize, &NodeRef)| {
            let kind = library.outline(target.file).map(|outline| outline.kind(target.node));
            library.language(target.file) == "python" && kind == Some(Kind::Constructor)
        };
        let constructors: Vec<(usize, &NodeRef)> = targets.iter().enumerate().filter(is_one).collect();
        let mut all = Vec::new();
        let hierarchy = if constructors.is_empty() { None } else { Some(Hierarchy::new(library)) };
        for (of, target) in constructors {
            context.check()?;
            let Some((hierarchy, (_, callable))) = hierarchy.as_ref().zip(Callable::from_node(library, *target)) else {
                continue;
            };
            let Some((DeclKind::Type, home)) = callable.free else { continue };
            let mut having = vec![home];
            having.extend(types_inheriting(hierarchy, home, NAME));
            let below = having.iter().flat_map(|of| implementations(hierarchy, *of));
            let has_own = |of: &NodeRef| !hierarchy.members_named(*of, NAME).is_empty();
            let overriding: BTreeSet<NodeRef> = below.filter(has_own).filter(|of| !having.contains(of)).collect();
            // The nearest that a type has is the one it runs.
            let is_nearest = |of: &NodeRef| {
                let above = table.above(*of);
                above.iter().find(|above| !table.members_named(**above, NAME).is_empty()) == Some(&home)
            };
            having.retain(|of| *of == home || is_nearest(of));
            let overriding = overriding.into_iter().filter(is_nearest).collect();
            all.push(Inherited { of, callable, having, overriding });
        }
        Ok(Inheritance { table, all })
    }

    /// The constructors by the names of the types below that have them, each with its index.
    pub(in crate::docql::relations::calls) fn by_names(&self) -> Vec<(usize, Callable<'l>)> {
        let library = self.table.library;
        let mut out = Vec::new();
        for inherited in &self.all {
            for below in inherited.having.iter().skip(1) {
                let Some(outline) = library.outline(below.file) else { continue };
                if let Some((_, callable)) = Callable::from_node(library, inherited.callable.node) {
                    let name = outline.name(below.node);
                    out.push((inherited.of, Callable { name, free: Some((DeclKind::Type, *below)), ..callable }));
                }
            }
        }
        out
    }

    /// The callers of the constructors without the name of a type that has them, each with its index.
    pub(in crate::docql::relations::calls) fn callers(
        &self,
        context: Context<'l>,
    ) -> Result<Vec<(usize, Found)>, Stale> {
        let library = self.table.library;
        let mut out = Vec::new();
        for inherited in &self.all {
            let names: Vec<&str> =
                inherited.having.iter().filter_map(|of| Some(library.outline(of.file)?.name(of.node))).collect();
            for of in &inherited.having {
                context.check()?;
                out.extend(self.found(inherited, *of, |tokens, at| made(tokens, at).then_some(Evidence::OwnType)));
            }
            for of in &inherited.overriding {
                context.check()?;
                out.extend(self.found(inherited, *of, |tokens, at| run_from_below(tokens, at, &names)));
            }
        }
        Ok(out)
    }

    /// The places in a type that run a constructor, as `told` by the tokens there.
    fn found(
        &self,
        inherited: &Inherited<'l>,
        of: NodeRef,
        told: impl Fn(&Tokens, usize) -> Option<Evidence>,
    ) -> Vec<(usize, Found)> {
        let library = self.table.library;
        let read = || {
            let (outline, lexis) = (library.outline(of.file)?, library.lexis(of.file)?);
            let text = library.peek_text(of.file).ok()?;
            let span = outline.span(of.node);
            let inside = text.get(span.start as usize..span.end as usize)?;
            if !holds_word(inside, NAME) && !holds_word(inside, "cls") {
                return None;
            }
            let tokens = Tokens::read(inside, span.start, lexis);
            let mut out: Vec<(usize, Found)> = Vec::new();
            for at in 0..tokens.len() {
                let Some((evidence, token)) = told(&tokens, at).zip(tokens.get(at)) else { continue };
                let is_inner = outline.enclosing(token.start, Kind::is_class) != Some(of.node);
                let caller = enclosing_symbol(&outline, token.start).filter(|_| !is_inner);
                let Some(caller) = caller.map(|node| NodeRef { file: of.file, node }) else { continue };
                if caller == inherited.callable.node {
                    continue;
                }
                let site = Span::new(token.start, token.end);
                match out.last_mut() {
                    Some((_, last)) if is_of(last, caller) => last.add_site(site, Some(evidence)),
                    _ => {
                        let found = Found::plain(Item::Node(caller));
                        out.push((
                            inherited.of,
                            Found { depth: 1, site: Some(site), evidence: Some(evidence), ..found },
                        ));
                    }
                }
            }
            Some(out)
        };
        read().unwrap_or_default()
    }
}

fn is_of(found: &Found, caller: NodeRef) -> bool {
    matches!(found.item, Item::Node(node) if node == caller)
}

/// `cls(…)`
fn made(tokens: &Tokens, at: usize) -> bool {
    let is_member = at > 0 && tokens.is(at - 1, b'.');
    tokens.word(at) == "cls" && tokens.is(at + 1, b'(') && !is_member
}

/// `super().__init__(…)`, `Base.__init__(self)` where that is one of `names`.
fn run_from_below(tokens: &Tokens, at: usize, names: &[&str]) -> Option<Evidence> {
    let before = at.checked_sub(2).filter(|_| tokens.word(at) == NAME && tokens.is(at + 1, b'('))?;
    if !tokens.is(before + 1, b'.') {
        return None;
    }
    if names.contains(&tokens.word(before)) {
        return Some(Evidence::Receiver);
    }
    let open = tokens.opening(before).filter(|_| tokens.is(before, b')'))?;
    (open > 0 && tokens.word(open - 1) == "super").then_some(Evidence::OwnType)
}
