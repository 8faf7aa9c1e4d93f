//! Constructors that types below one inherit or call: `new Sub()` where that has none of its own, `super(…)` in JavaScript,
//! `parent::__construct()`, `new self` and `new static` in PHP, `using Base::Base` in C++.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::lookup::{enclosing_symbol, language_family};
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, LexemeKind, Span, lexemes};
use crate::library::{NodeRef, Outline};
use crate::stdx::Stale;
use std::collections::{HashMap, HashSet};

/// Types below one that are looked at, at most.
const MAX_BELOW: usize = 500;

/// What inherits from the types of several constructors.
pub(in crate::docql::relations::calls) struct Inherited<'p, 'l> {
    table: &'p TypeTable<'l>,
    /// Types by the names of those that they say they are below of.
    naming: HashMap<&'l str, Vec<NodeRef>>,
}

/// The types below one that has constructors.
#[derive(Default)]
struct Below {
    /// Those that inherit its constructors.
    heirs: Vec<NodeRef>,
    /// Those that have constructors of their own, and call its from these.
    calling: Vec<NodeRef>,
}

/// True for languages in which constructors are inherited and called so.
fn inherits_so(language: &'static str) -> bool {
    matches!(language, "php" | "cpp") || language_family(language) == "javascript"
}

impl<'p, 'l> Inherited<'p, 'l> {
    /// What inherits from the types of `targets`, as far as these are constructors.
    pub(in crate::docql::relations::calls) fn new(
        targets: &[NodeRef],
        table: &'p TypeTable<'l>,
        context: Context<'l>,
    ) -> Result<Inherited<'p, 'l>, Stale> {
        let library = table.library;
        let is_asked = |target: &NodeRef| {
            let is_constructor = |of: Outline<'_>| of.kind(target.node) == Kind::Constructor;
            inherits_so(library.language(target.file)) && library.outline(target.file).is_some_and(is_constructor)
        };
        let families: HashSet<&str> =
            targets.iter().filter(|of| is_asked(of)).map(|of| language_family(library.language(of.file))).collect();
        let mut naming: HashMap<&'l str, Vec<NodeRef>> = HashMap::new();
        let files = library.outlines().filter(|(file, _)| families.contains(language_family(library.language(*file))));
        for (file, outline) in files {
            context.check()?;
            for node in (0..outline.len()).filter(|&at| outline.kind(at).is_class() && outline.has_detail(at)) {
                for name in outline.detail(node).split(',').map(bare_name).filter(|name| !name.is_empty()) {
                    naming.entry(name).or_default().push(NodeRef { file, node });
                }
            }
        }
        Ok(Inherited { table, naming })
    }

    /// The types that have the constructor `target` from the type above them that declares it, each with that as its own.
    pub(in crate::docql::relations::calls) fn as_heirs(
        &self,
        target: NodeRef,
        constructor: &Callable<'l>,
    ) -> Vec<(NodeRef, Callable<'l>)> {
        let heirs = constructor.home().map(|home| self.below(home).heirs).unwrap_or_default();
        heirs
            .into_iter()
            .filter_map(|heir| Some((heir, Callable::of_heir(self.table.library, target, heir)?)))
            .collect()
    }

    fn below(&self, home: NodeRef) -> Below {
        let (library, mut out) = (self.table.library, Below::default());
        if self.naming.is_empty() {
            return out;
        }
        let (mut seen, mut open) = (HashSet::from([home]), vec![home]);
        while let Some(of) = open.pop() {
            let name = library.outline(of.file).map(|outline| outline.name(of.node)).unwrap_or_default();
            let aliases = self.table.modules.aliases(of);
            let names: HashSet<&str> = aliases.into_iter().map(|(_, alias)| alias).chain([name]).collect();
            for &below in names.into_iter().filter_map(|name| self.naming.get(name)).flatten() {
                if seen.len() > MAX_BELOW || !self.table.above(below).contains(&of) || !seen.insert(below) {
                    continue;
                }
                if library.language(below.file) == "cpp" {
                    if self.takes_constructors(below, name) {
                        out.heirs.push(below);
                        open.push(below);
                    }
                } else if self.has_constructor(below) {
                    out.calling.push(below);
                } else {
                    out.heirs.push(below);
                    open.push(below);
                }
            }
        }
        out
    }

    fn has_constructor(&self, of: NodeRef) -> bool {
        let outline = self.table.library.outline(of.file);
        outline.is_some_and(|outline| outline.children(Some(of.node)).any(|at| outline.kind(at) == Kind::Constructor))
    }

    /// C++: true for `using Base::Base;`.
    fn takes_constructors(&self, of: NodeRef, base: &str) -> bool {
        let outline = self.table.library.outline(of.file);
        let is_it = |path: &str| {
            let mut parts = path.rsplit("::").map(|part| part.split('<').next().unwrap_or_default().trim());
            parts.next() == Some(base) && parts.next() == Some(base)
        };
        outline.is_some_and(|outline| {
            let mut imports = outline.children(Some(of.node)).filter(|&at| outline.kind(at) == Kind::Import);
            imports.any(|at| is_it(outline.detail(at)))
        })
    }

    /// The callers of the constructors among `targets` that call them by a word of the language, each with the index of its
    /// target.
    pub(in crate::docql::relations::calls) fn callers(
        &self,
        targets: &[(usize, Callable<'l>)],
        context: Context<'l>,
    ) -> Result<Vec<(usize, Found)>, Stale> {
        let (library, mut out) = (self.table.library, Vec::new());
        let mut known: HashMap<NodeRef, Vec<(NodeRef, Span, Evidence)>> = HashMap::new();
        for (number, constructor) in targets.iter().filter(|(_, of)| library.language(of.file) != "cpp") {
            context.check()?;
            let Some(home) = constructor.home().filter(|of| inherits_so(library.language(of.file))) else { continue };
            for &(of, site, evidence) in known.entry(home).or_insert_with(|| self.words(home)).iter() {
                let Some(outline) = library.outline(of.file) else { continue };
                let caller = enclosing_symbol(&outline, site.start).map(|node| NodeRef { file: of.file, node });
                if caller != Some(constructor.node) {
                    let item = caller.map_or(Item::File(of.file), Item::Node);
                    let (site, evidence) = (Some(site), Some(evidence));
                    out.push((*number, Found { depth: 1, site, evidence, ..Found::plain(item) }));
                }
            }
        }
        Ok(out)
    }

    /// The places that call the constructor of a type by a word, each with the type it stands in.
    fn words(&self, home: NodeRef) -> Vec<(NodeRef, Span, Evidence)> {
        let below = self.below(home);
        let mut out = Vec::new();
        if self.table.library.language(home.file) != "php" {
            let supers = below
                .calling
                .iter()
                .flat_map(|of| self.places(*of, |word, _, behind| word == "super" && behind.starts_with('(')));
            out.extend(supers.map(|(of, span)| (of, span, Evidence::OwnType)));
            return out;
        }
        let is_made = |before: &str| before.trim_end().ends_with("new");
        for &of in std::iter::once(&home).chain(&below.heirs) {
            let own = self.places(of, |word, before, _| word == "self" && is_made(before));
            out.extend(own.into_iter().map(|(of, span)| (of, span, Evidence::OwnType)));
            // Below there may be another one.
            let known = if below.calling.is_empty() { Evidence::OwnType } else { Evidence::Name };
            let any = self.places(of, |word, before, _| word == "static" && is_made(before));
            out.extend(any.into_iter().map(|(of, span)| (of, span, known)));
        }
        for &of in below.calling.iter().chain(&below.heirs) {
            let parents = self.places(of, |word, before, behind| {
                word == "parent" && (behind.starts_with("::__construct(") || is_made(before))
            });
            out.extend(parents.into_iter().map(|(of, span)| (of, span, Evidence::OwnType)));
        }
        out
    }

    /// The words in a type, and in no other in that, that are so, with what stands before and behind them.
    fn places(&self, of: NodeRef, is_so: impl Fn(&str, &str, &str) -> bool) -> Vec<(NodeRef, Span)> {
        let library = self.table.library;
        let (Some(outline), Some(lexis)) = (library.outline(of.file), library.lexis(of.file)) else {
            return Vec::new();
        };
        let (Ok(text), span) = (library.peek_text(of.file), outline.span(of.node)) else { return Vec::new() };
        let Some(inside) = text.get(span.start as usize..span.end as usize) else { return Vec::new() };
        let is_word = |kind: LexemeKind| matches!(kind, LexemeKind::Word | LexemeKind::Call);
        let words = lexemes(inside, lexis).filter(|lexeme| is_word(lexeme.kind)).filter(|lexeme| {
            let Span { start, end } = lexeme.span;
            is_so(lexeme.span.of(inside), &inside[..start as usize], &inside[end as usize..])
        });
        let places = words.map(|lexeme| Span::new(span.start + lexeme.span.start, span.start + lexeme.span.end));
        let is_own = |place: &Span| outline.enclosing(place.start, Kind::is_class) == Some(of.node);
        places.filter(is_own).map(|place| (of, place)).collect()
    }
}

/// The last name of a type as it is written: `Base` of `lib.Base<T>`, `\A\Base`.
fn bare_name(written: &str) -> &str {
    let written = written.split('<').next().unwrap_or_default().trim();
    written.rsplit(['.', '\\', ':', ' ']).next().unwrap_or_default()
}
