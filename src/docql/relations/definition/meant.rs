//! What one name in code means, and where it leads if that is not here.

use super::scopes::{MAX_NAMESAKES, before_name, declared, imported, local_to, own_members, resolved};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::Item;
use crate::docql::relations::calls::callees::called_at;
use crate::docql::relations::calls::fit::call_fit::needs_receiver;
use crate::docql::relations::code_blocks;
use crate::docql::relations::named::Namings;
use crate::docql::relations::names::c::linkage::without_prototypes;
use crate::docql::relations::names::lookup::{enclosing_symbol, is_declaration, language_family, nearest};
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::docql::relations::typing::table::TypeTable;
use crate::docql::relations::words::names_of;
use crate::document::{Kind, Lexeme, LexemeKind, Span};
use crate::library::{FileId, NodeRef};
use crate::stdx::Stale;
use std::collections::HashMap;
use std::sync::Arc;

/// What a name means.
pub(super) enum Meant {
    /// Declarations here, each with how that is known; by `Evidence::Name` they are guessed.
    Declared(Vec<(NodeRef, Option<Evidence>)>),
    /// What is not in this workspace.
    Elsewhere(Away),
    /// Nothing that is known.
    Nothing,
}

/// What a name is of that is declared elsewhere.
pub(in crate::docql) enum Away {
    /// A package, module or type, by its name.
    Of(String),
    /// A value of such a type.
    OfValue,
    /// A macro.
    OfMacro,
}

impl std::fmt::Display for Away {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Away::Of(name) => write!(f, "of {name}, which is not in this workspace"),
            Away::OfValue => f.write_str("of a value whose type is not in this workspace"),
            Away::OfMacro => f.write_str("of a macro that is not in this workspace"),
        }
    }
}

impl Meant {
    fn known(all: Vec<NodeRef>, evidence: Option<Evidence>) -> Meant {
        Meant::Declared(all.into_iter().map(|node| (node, evidence)).collect())
    }
}

/// Rust: true for a macro that is called, by what stands behind its name: `format!(…)`, not `a != b`.
fn is_macro_of_rust(language: &str, behind: &str) -> bool {
    language == "rust"
        && behind.strip_prefix('!').is_some_and(|rest| rest.trim_start_matches(' ').starts_with(['(', '[', '{']))
}

/// Declarations that are shown where only the name tells, at most.
const MAX_GUESSES: usize = 20;

/// The names of a file, as they were read last.
type Read = (FileId, Arc<HashMap<u32, Lexeme>>);

/// What names mean, one after the other.
pub(super) struct Names<'p, 'l> {
    table: &'p TypeTable<'l>,
    context: Context<'l>,
    /// The judges of the declarations of each name and language.
    judges: HashMap<(String, &'static str), Arc<Judge<'p, 'l>>>,
    read: Option<Read>,
    /// True for a list of many names: calls are judged like other names, without their overloads.
    is_list: bool,
}

/// The declarations of a name, and what judges which of them a place means.
struct Judge<'p, 'l> {
    all: Vec<NodeRef>,
    namings: Namings<'p, 'l>,
    /// Modules, of which only imports tell.
    modules: Vec<NodeRef>,
}

impl<'p, 'l> Names<'p, 'l> {
    pub(super) fn new(table: &'p TypeTable<'l>, context: Context<'l>) -> Names<'p, 'l> {
        Names { table, context, judges: HashMap::new(), read: None, is_list: false }
    }

    /// Whether what follows is one of many names, of which a list is made.
    pub(super) fn list(&mut self, is_list: bool) {
        self.is_list = is_list;
    }

    /// What the name at `mark` in the `text` of a file means.
    pub(super) fn meant(&mut self, file: FileId, text: &str, mark: Span) -> Result<Meant, Stale> {
        let library = self.table.library;
        let (Some(outline), name) = (library.outline(file), mark.of(text)) else { return Ok(Meant::Nothing) };
        if library.file(file).format.lexis.is_none() {
            let block = outline.enclosing(mark.start, |kind| kind == Kind::CodeBlock);
            let named = block.map(|node| code_blocks::named(library, NodeRef { file, node }, name));
            return Ok(Meant::known(named.unwrap_or_default(), None));
        }
        if is_declaration(library, file, mark.start) {
            let own = outline.enclosing(mark.start, |kind| kind.is_symbol());
            return Ok(Meant::known(own.map(|node| NodeRef { file, node }).into_iter().collect(), None));
        }
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        let judge = self.judge(name, file)?;
        match self.lexeme(file, text, mark) {
            Some(lexeme) => self.in_code(&types, text, lexeme, &judge),
            // In a comment or a text nothing tells but the name.
            None => Ok(self.guessed(judge.all.clone(), file, mark)),
        }
    }

    /// What the name at a place in code means, the surest first.
    fn in_code(
        &self,
        types: &FileTypes<'_, 'l>,
        text: &str,
        lexeme: Lexeme,
        judge: &Judge<'p, 'l>,
    ) -> Result<Meant, Stale> {
        let (library, file, mark) = (self.table.library, types.imports.file, lexeme.span);
        let name = mark.of(text);
        let around = library.outline(file).and_then(|outline| enclosing_symbol(&outline, mark.start));
        let around = around.map(|node| NodeRef { file, node });
        let is_call = lexeme.kind == LexemeKind::Call;
        let behind = text.get(mark.end as usize..).unwrap_or_default();
        if is_macro_of_rust(library.file(file).format.id, behind) {
            return Ok(self.macros(judge, file, mark));
        }
        if let Some(called) =
            around.filter(|_| is_call && !self.is_list).map(|caller| self.called(caller, mark)).transpose()?
            && !called.is_empty()
        {
            return Ok(Meant::Declared(called));
        }
        let before = before_name(text, mark.start);
        let local = || around.filter(|_| before.is_empty()).and_then(|around| local_to(types, around, mark, name));
        if let Some(function) = local() {
            return Ok(Meant::known(vec![function], None));
        }
        if let Some(meant) = imported(&self.table.modules, types.imports, mark.start, &before, name) {
            return Ok(Meant::known(without_prototypes(library, vec![meant]), Some(Evidence::Import)));
        }
        let mut found = judge.namings.at(types, text, lexeme, &|_| true);
        // What a path goes on behind is a module or a type.
        let is_function = |node: NodeRef| library.outline(node.file).is_some_and(|of| of.kind(node.node).is_function());
        found.retain(|naming| !behind.starts_with("::") || !is_function(judge.all[naming.of]));
        let best = found.iter().map(|naming| naming.evidence).max();
        if let Some(best) = best {
            let meant = found.iter().filter(|naming| naming.evidence == best).map(|naming| judge.all[naming.of]);
            let meant = self.of_the_sort(meant.collect(), is_call);
            return Ok(match best {
                Some(Evidence::Name) => self.guessed(meant, file, mark),
                _ => Meant::known(without_prototypes(library, meant), best),
            });
        }
        let is_bare = before.is_empty() && !needs_receiver(library.file(file).format.id);
        if let Some(caller) = around.filter(|_| is_bare || self.is_own(file, &before)) {
            let own = own_members(library, caller, name);
            if !own.is_empty() {
                // What is called, and could not be, is a guess.
                let evidence = if is_call { Evidence::Name } else { Evidence::OwnType };
                return Ok(Meant::known(own, Some(evidence)));
            }
        }
        if let Some(of) = self.elsewhere(types, mark.start, &before, name) {
            return Ok(Meant::Elsewhere(of));
        }
        // A module is not called.
        let modules = if is_call { Vec::new() } else { resolved(types.imports, text, mark, &judge.modules) };
        if !modules.is_empty() {
            return Ok(Meant::known(modules, None));
        }
        let members = self.members_perhaps(types, mark.start, &before, judge);
        Ok(self.guessed(self.of_the_sort(members, is_call), file, mark))
    }

    /// Rust: the macros of a name, which nothing else is called by: `format!(…)` is no function.
    fn macros(&self, judge: &Judge<'p, 'l>, file: FileId, mark: Span) -> Meant {
        let kind = |node: &NodeRef| self.table.library.outline(node.file).map(|outline| outline.kind(node.node));
        let all: Vec<NodeRef> = judge.all.iter().copied().filter(|node| kind(node) == Some(Kind::Macro)).collect();
        match all.is_empty() {
            true => Meant::Elsewhere(Away::OfMacro),
            false => self.guessed(all, file, mark),
        }
    }

    /// Those of several that are called, or not, as the name is: a type and its constructor, a field and a method.
    fn of_the_sort(&self, all: Vec<NodeRef>, is_call: bool) -> Vec<NodeRef> {
        let library = self.table.library;
        let is_function =
            |node: &NodeRef| library.outline(node.file).is_some_and(|of| of.kind(node.node).is_function());
        let (functions, others): (Vec<NodeRef>, Vec<NodeRef>) = all.iter().copied().partition(is_function);
        if is_call || functions.is_empty() || others.is_empty() { all } else { others }
    }

    /// True if the own value, or the own type, stands before a name.
    fn is_own(&self, file: FileId, before: &[&str]) -> bool {
        let own = |word: &str| self.table.library.lexis(file).is_some_and(|lexis| lexis.types.is_own(word));
        matches!(before, [word] if own(word))
    }

    /// The members of the name, where it is one of a value of which nothing tells. What many things have says nothing.
    fn members_perhaps(
        &self,
        types: &FileTypes<'_, 'l>,
        offset: u32,
        before: &[&str],
        judge: &Judge<'p, 'l>,
    ) -> Vec<NodeRef> {
        let library = self.table.library;
        let is_own = || self.is_own(types.imports.file, before);
        let is_open = match types.receiver(offset) {
            Some(Receiver::Unknown | Receiver::OneOf(_)) => true,
            Some(Receiver::Of(..)) => is_own(),
            _ => false,
        };
        let is_member = |node: &NodeRef| {
            let Some(outline) = library.outline(node.file) else { return false };
            let parent = outline.parent(node.node);
            let is_held = parent.is_some_and(|at| outline.kind(at).is_class() || outline.kind(at) == Kind::Impl);
            let name = outline.name(node.node);
            (is_held || outline.kind(node.node) == Kind::Method) && !types.is_common(name)
        };
        match is_open {
            true => judge.all.iter().copied().filter(is_member).collect(),
            false => Vec::new(),
        }
    }

    /// What is called at `mark`, and how that is known.
    fn called(&self, caller: NodeRef, mark: Span) -> Result<Vec<(NodeRef, Option<Evidence>)>, Stale> {
        let library = self.table.library;
        let found = called_at(caller, mark, self.context)?;
        let called = found
            .iter()
            .filter_map(|found| if let Item::Node(node) = found.item { Some((node, found.evidence)) } else { None });
        let mut called: Vec<(NodeRef, Option<Evidence>)> = called.collect();
        // A macro leads on to what it stands for.
        let is_macro = |(node, _): &(NodeRef, Option<Evidence>)| {
            library.outline(node.file).is_some_and(|of| of.kind(node.node) == Kind::Constant)
        };
        if called.iter().any(is_macro) {
            called.retain(is_macro);
        }
        let kept = without_prototypes(library, called.iter().map(|(node, _)| *node).collect());
        let known = |node: NodeRef| called.iter().find(|(of, _)| *of == node).and_then(|(_, evidence)| *evidence);
        Ok(kept.into_iter().map(|node| (node, known(node))).collect())
    }

    /// The nearest of what may be meant, if anything is.
    fn guessed(&self, all: Vec<NodeRef>, file: FileId, mark: Span) -> Meant {
        let library = self.table.library;
        let around = library.outline(file).and_then(|outline| enclosing_symbol(&outline, mark.start));
        let from = NodeRef { file, node: around.unwrap_or(0) };
        let near = without_prototypes(library, nearest(library, all, from));
        if near.is_empty() || near.len() > MAX_GUESSES {
            Meant::Nothing
        } else {
            Meant::known(near, Some(Evidence::Name))
        }
    }

    /// What a name is of, where that is known not to be here.
    fn elsewhere(&self, types: &FileTypes<'_, 'l>, offset: u32, before: &[&str], name: &str) -> Option<Away> {
        let head = *before.first().unwrap_or(&name);
        let path = types.imports.path_at(head, offset).filter(|_| !types.is_variable(head, offset));
        if let Some(path) = path {
            let meaning = types.meaning(types.imports.file, offset, before, name);
            let is_here = matches!(meaning, Some(Meaning::Declared(_) | Meaning::Module(_) | Meaning::Directory(_)));
            let of = if before.is_empty() { path.to_owned() } else { before.join(".") };
            return (!is_here).then_some(Away::Of(of));
        }
        match types.receiver(offset)? {
            Receiver::Foreign => Some(Away::OfValue),
            _ => None,
        }
    }

    fn judge(&mut self, name: &str, file: FileId) -> Result<Arc<Judge<'p, 'l>>, Stale> {
        let library = self.table.library;
        let key = (name.to_owned(), language_family(library.file(file).format.id));
        if let Some(known) = self.judges.get(&key) {
            return Ok(Arc::clone(known));
        }
        let is_module =
            |node: &NodeRef| library.outline(node.file).is_some_and(|of| of.kind(node.node) == Kind::Module);
        let (modules, mut all): (Vec<NodeRef>, Vec<NodeRef>) =
            declared(library, name, file).into_iter().partition(is_module);
        all.truncate(MAX_NAMESAKES);
        let namings = Namings::new(&all, true, self.table, self.context)?;
        let judge = Arc::new(Judge { all, namings, modules });
        self.judges.insert(key, Arc::clone(&judge));
        Ok(judge)
    }

    /// The name at `mark`, if that stands in code.
    fn lexeme(&mut self, file: FileId, text: &str, mark: Span) -> Option<Lexeme> {
        let lexis = self.table.library.file(file).format.lexis?;
        if self.read.as_ref().is_none_or(|(known, _)| *known != file) {
            let names = names_of(text, lexis, self.table.library.file(file).format.id);
            let all = names.map(|lexeme| (lexeme.span.start, lexeme));
            self.read = Some((file, Arc::new(all.collect())));
        }
        let (_, all) = self.read.as_ref()?;
        all.get(&mark.start).copied().filter(|lexeme| lexeme.span.end == mark.end)
    }
}
