//! C++: constructors that are called by a variable which is made from something: `T x(1);`, `T x{1};`.

use crate::docql::nodes::callables::params::params;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::calls::call_places::in_files_with;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::fit::call_fit::Fit;
use crate::docql::relations::calls::overloads::Choice;
use crate::docql::relations::calls::uses::{after_arguments, is_made};
use crate::docql::relations::names::ambiguity::DeclarationTable;
use crate::docql::relations::names::lookup::enclosing_symbol;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Kind, LexemeKind, Span, lexemes};
use crate::library::{FileId, NodeRef};
use crate::stdx::Stale;
use std::collections::HashMap;

/// Searches for such variables for several constructors.
pub(in crate::docql::relations::calls) struct Made<'p, 'l> {
    pub table: &'p TypeTable<'l>,
    pub declarations: &'p DeclarationTable<'l>,
}

/// Constructors by the name of their type, each with the index of its target.
type ByName<'t, 'l> = HashMap<&'l str, Vec<&'t (usize, Callable<'l>)>>;

impl<'l> Made<'_, 'l> {
    /// What calls the constructors among `targets` so, each with the index of its target.
    pub(in crate::docql::relations::calls) fn callers(
        &self,
        targets: &[(usize, Callable<'l>)],
        context: Context<'l>,
    ) -> Result<Vec<(usize, Found)>, Stale> {
        let library = self.table.library;
        let mut by_name: ByName<'_, 'l> = HashMap::new();
        for target in targets.iter().filter(|(_, of)| of.is_constructor() && library.language(of.file) == "cpp") {
            by_name.entry(target.1.name).or_default().push(target);
        }
        if by_name.is_empty() {
            return Ok(Vec::new());
        }
        in_files_with("cpp", by_name.keys().copied(), context, |file| self.in_file(file, &by_name))
    }

    fn in_file(&self, file: FileId, by_name: &ByName<'_, 'l>) -> Vec<(usize, Found)> {
        let library = self.table.library;
        let mut out: Vec<(usize, Found)> = Vec::new();
        let (Some(lexis), Some(outline)) = (library.lexis(file), library.outline(file)) else { return out };
        let Ok(text) = library.peek_text(file) else { return out };
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        // The last caller of each constructor, by its place in the list.
        let mut last: HashMap<usize, (Option<u32>, usize)> = HashMap::new();
        for lexeme in lexemes(&text, lexis).filter(|it| it.kind == LexemeKind::Word) {
            let Some(targets) = by_name.get(lexeme.span.of(&text)) else { continue };
            let after = text.get(lexeme.span.end as usize..).unwrap_or_default();
            let caller = enclosing_symbol(&outline, lexeme.span.start);
            // What a function yields is made by others, and so is what is declared outside of all code.
            let is_code = |node: u32| {
                let kind = outline.kind(node);
                !kind.is_class() && kind != Kind::Module && outline.name_span(node).start < lexeme.span.start
            };
            if !is_made(after) || !caller.is_some_and(is_code) {
                continue;
            }
            let variable = text.len() - after_arguments(after).trim_start().len();
            let item = caller.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }));
            for (number, callable) in targets {
                let evidence = self.fit(&types, &text, (lexeme.span.start, variable as u32), callable);
                let known = last.get(number).filter(|(known, _)| *known == caller).map(|(_, at)| *at);
                if evidence.is_none() {
                    continue;
                }
                if let Some((_, same)) = known.and_then(|at| out.get_mut(at)) {
                    same.add_site(lexeme.span, evidence);
                    continue;
                }
                last.insert(*number, (caller, out.len()));
                let site = Some(Span::new(lexeme.span.start, lexeme.span.end));
                out.push((*number, Found { depth: 1, site, evidence, ..Found::plain(item.clone()) }));
            }
        }
        out
    }

    /// How the variable at the second of the places, behind its type at the first, is known to be made by a constructor.
    fn fit(&self, types: &FileTypes<'_, 'l>, text: &str, places: (u32, u32), callable: &Callable<'l>) -> Fit {
        let (_, home) = callable.free?;
        let before = |offset: u32| text.get(..offset as usize).unwrap_or_default();
        let of_type = CallSite::new(types, places.0, before(places.0), callable.name, self.declarations);
        let known = of_type.fit_type(home)?;
        let call = CallSite::new(types, places.1, before(places.1), callable.name, self.declarations);
        let allows = |node: NodeRef| self.table.arity(node).is_none_or(|arity| call.allows(node, arity));
        if !allows(callable.node) || self.is_deleted(callable.node) {
            return None;
        }
        // What copies a value is meant where one of the type is given, and that is seldom.
        let rivals = self
            .constructors(home)
            .into_iter()
            .filter(|&node| allows(node) && !self.is_deleted(node) && !self.copies(callable.name, node));
        if self.copies(callable.name, callable.node) {
            return Some(Evidence::Name);
        }
        let is_alone = rivals.count() < 2;
        Some(match call.choice(callable, &[]) {
            _ if is_alone => known,
            Choice::This => known,
            Choice::Another => return None,
            Choice::Open => Evidence::Name,
        })
    }

    /// The constructors that a type declares in its body.
    fn constructors(&self, of: NodeRef) -> Vec<NodeRef> {
        let Some(outline) = self.table.library.outline(of.file) else { return Vec::new() };
        let is_constructor = |&at: &u32| outline.kind(at) == Kind::Constructor;
        let all = outline.children(Some(of.node)).filter(is_constructor);
        all.map(|node| NodeRef { file: of.file, node }).collect()
    }

    /// True for a constructor that takes nothing but a value of its type.
    fn copies(&self, name: &str, node: NodeRef) -> bool {
        let all = params(self.table.library, node).unwrap_or_default();
        let [one] = all.as_slice() else { return false };
        let type_ = one.split('&').next().unwrap_or_default().trim();
        one.contains('&') && type_.trim_start_matches("const ").trim() == name
    }

    /// True for `T(int) = delete`.
    fn is_deleted(&self, node: NodeRef) -> bool {
        let library = self.table.library;
        let written = || {
            let span = library.outline(node.file)?.span(node.node);
            let text = library.peek_text(node.file).ok()?;
            Some(text.get(span.start as usize..span.end as usize)?.trim_end_matches(';').trim_end().ends_with("delete"))
        };
        written().unwrap_or_default()
    }
}
