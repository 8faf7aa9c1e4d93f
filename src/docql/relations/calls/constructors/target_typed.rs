//! C#: constructors that are called by `new(…)`, of a type that is written elsewhere.

use crate::docql::nodes::context::Context;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::calls::call_places::in_files_with;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::fit::call_fit::{BY_NAME, Fit};
use crate::docql::relations::calls::overloads::Choice;
use crate::docql::relations::names::ambiguity::DeclarationTable;
use crate::docql::relations::names::lookup::enclosing_symbol;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Lexeme, LexemeKind, lexemes};
use crate::library::{FileId, NodeRef};
use crate::stdx::Stale;

/// Searches for such places for several constructors.
pub(in crate::docql::relations::calls) struct TargetTyped<'p, 'l> {
    pub table: &'p TypeTable<'l>,
    pub declarations: &'p DeclarationTable<'l>,
}

impl<'l> TargetTyped<'_, 'l> {
    /// What calls the constructors among `targets` so, each with the index of its target.
    pub(in crate::docql::relations::calls) fn callers(
        &self,
        targets: &[(usize, Callable<'l>)],
        context: Context<'l>,
    ) -> Result<Vec<(usize, Found)>, Stale> {
        let library = self.table.library;
        let is_made_so = |of: &Callable<'_>| of.is_constructor() && library.language(of.file) == "csharp";
        let targets: Vec<&(usize, Callable<'l>)> = targets.iter().filter(|(_, of)| is_made_so(of)).collect();
        if targets.is_empty() {
            return Ok(Vec::new());
        }
        in_files_with("csharp", ["new(", "new ("].into_iter(), context, |file| self.in_file(file, &targets))
    }

    fn in_file(&self, file: FileId, targets: &[&(usize, Callable<'l>)]) -> Vec<(usize, Found)> {
        let library = self.table.library;
        let mut out: Vec<(usize, Found)> = Vec::new();
        let (Some(lexis), Some(outline)) = (library.lexis(file), library.outline(file)) else { return out };
        let Ok(text) = library.peek_text(file) else { return out };
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        for lexeme in lexemes(&text, lexis).filter(|lexeme| is_made(&text, *lexeme)) {
            let start = lexeme.span.start;
            let expected = types.expected(start);
            let caller = enclosing_symbol(&outline, start).map(|node| NodeRef { file, node });
            let item = caller.map_or(Item::File(file), Item::Node);
            let before = text.get(..start as usize).unwrap_or_default();
            for (number, callable) in targets {
                let call = CallSite::new(&types, start, before, callable.name, self.declarations);
                let evidence = self.fit(&call, &expected, callable);
                if evidence.is_some() && caller != Some(callable.node) {
                    let (site, item) = (Some(lexeme.span), item.clone());
                    out.push((*number, Found { depth: 1, site, evidence, ..Found::plain(item) }));
                }
            }
        }
        out
    }

    fn fit(&self, call: &CallSite<'_, 'l>, expected: &Receiver, callable: &Callable<'l>) -> Fit {
        let (_, home) = callable.free?;
        let is_home = |node: NodeRef| node == home || self.table.variants(home).contains(&node);
        let known = match expected {
            Receiver::Of(node, evidence) if is_home(*node) => Some(*evidence),
            Receiver::OneOf(all) if all.iter().any(|node| is_home(*node)) => BY_NAME,
            // What nothing tells may be of the types that the file speaks of.
            Receiver::Unknown if call.types.mentions(callable.name) => BY_NAME,
            _ => None,
        }?;
        let is_taken = self.table.arity(callable.node).is_none_or(|arity| call.allows(callable.node, arity));
        match call.choice(callable, &[]) {
            _ if !is_taken => None,
            Choice::This => Some(known),
            Choice::Another => None,
            Choice::Open => BY_NAME,
        }
    }
}

/// True for the word of `new(…)`, but not of a condition on a parameter for types: `where T : new()`.
fn is_made(text: &str, lexeme: Lexeme) -> bool {
    let is_word = matches!(lexeme.kind, LexemeKind::Word | LexemeKind::Call) && lexeme.span.of(text) == "new";
    if !is_word || !text.get(lexeme.span.end as usize..).is_some_and(|after| after.trim_start().starts_with('(')) {
        return false;
    }
    let head = text.get(..lexeme.span.start as usize).unwrap_or_default();
    let line = head.rsplit(['\n', ';', '{', '}']).next().unwrap_or_default();
    !line.split_whitespace().any(|word| word == "where")
}
