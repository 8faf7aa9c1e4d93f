//! Calls of a type: the functions outside it that construct it or call something on it by its name.

use super::fit::call_fit::Fit;
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::relations::names::ambiguity::{DeclKind, DeclarationTable, Declarations, Resolution};
use crate::docql::relations::names::c::tags;
use crate::docql::relations::names::generics;
use crate::docql::relations::names::lookup::{holding, language_family};
use crate::docql::relations::names::name_resolution::{Imports, NameScope};
use crate::docql::relations::names::qualifiers::{qualifiers, qualifiers_in_php};
use crate::docql::relations::names::rust::local_types;
use crate::docql::relations::names::{meaning::Meaning, modules::Modules, packages};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::scripts::scopes::Local;
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Hides, Kind, Lambda, LexemeKind, Span, TypePlace, TypeRules, lexemes};
use crate::library::{FileId, NodeRef, Outline};
use crate::stdx::{Stale, holds_word};
use rayon::prelude::*;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

/// The functions that construct one of the types `targets` or name it before what they call, each with the index of the
/// type and its first site, by file. A type's own members do not count, but those of JavaScript that construct it; nor do
/// annotations and other places for types. Ambiguous uses are marked as by name.
pub(in crate::docql::relations) fn uses<'l>(
    targets: &[NodeRef],
    table: &TypeTable<'l>,
    context: Context<'l>,
) -> Result<Vec<(usize, Found)>, Stale> {
    let library = context.library;
    let mut named: HashMap<(&str, &'static str), Vec<usize>> = HashMap::new();
    let mut aliases: HashMap<(FileId, &str), Vec<usize>> = HashMap::new();
    for (number, target) in targets.iter().enumerate() {
        let Some(outline) = library.outline(target.file) else { continue };
        let name = outline.name(target.node);
        if !name.is_empty() {
            named.entry((name, language_family(library.file(target.file).format.id))).or_default().push(number);
        }
        for alias in table.modules.aliases(*target) {
            aliases.entry(alias).or_default().push(number);
        }
    }
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let declarations = Declarations::tabulate(named.keys().copied().collect(), context)?;
    let used = UsedTypes { targets, named, aliases, table, declarations };
    let languages: HashSet<&'static str> = used.named.keys().map(|(_, language)| *language).collect();
    let of_language = |file: &FileId| languages.contains(language_family(library.file(*file).format.id));
    let files: Vec<FileId> = library.file_ids().filter(of_language).collect();
    let in_file = |&file: &FileId| {
        context.check()?;
        Ok(used.in_file(file, context))
    };
    let parts: Vec<Vec<(usize, Found)>> = files.par_iter().map(in_file).collect::<Result<_, Stale>>()?;
    Ok(parts.into_iter().flatten().collect())
}

/// Types whose uses are searched for.
struct UsedTypes<'p, 'l> {
    targets: &'p [NodeRef],
    /// The types of each name, by index.
    named: HashMap<(&'l str, &'static str), Vec<usize>>,
    /// The types that are imported under another name, by file and that name.
    aliases: HashMap<(FileId, &'l str), Vec<usize>>,
    table: &'p TypeTable<'l>,
    declarations: DeclarationTable<'l>,
}

/// Names that are looked for in a text before it is read as code, at most.
const MAX_SOUGHT: usize = 8;

impl<'l> UsedTypes<'_, 'l> {
    fn in_file(&self, file: FileId, context: Context<'l>) -> Vec<(usize, Found)> {
        let library = context.library;
        let mut out: Vec<(usize, Found)> = Vec::new();
        let (Some(lexis), Some(outline)) = (library.lexis(file), library.outline(file)) else { return out };
        let Ok(text) = library.peek_text(file) else { return out };
        let language = language_family(library.file(file).format.id);
        let has_alias = self.aliases.keys().any(|(of, _)| *of == file);
        let is_named = || self.named.keys().any(|(name, of)| *of == language && holds_word(&text, name));
        if self.named.len() <= MAX_SOUGHT && !has_alias && !is_named() {
            return out;
        }
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        // The last user of each type, and its place in the list.
        let mut last: HashMap<usize, (Option<u32>, usize)> = HashMap::new();
        for lexeme in lexemes(&text, lexis).filter(|it| matches!(it.kind, LexemeKind::Word | LexemeKind::Call)) {
            let name = lexeme.span.of(&text);
            let renamed = self.aliases.get(&(file, name)).filter(|_| has_alias);
            let Some(numbers) = renamed.or_else(|| self.named.get(&(name, language))) else { continue };
            let before = text.get(..lexeme.span.start as usize).unwrap_or_default();
            let after = text.get(lexeme.span.end as usize..).unwrap_or_default();
            let is_made = lexis.types.points && lexis.types.place == TypePlace::Before && is_made(after);
            if !is_made && !is_call(before, after, lexeme.kind, lexis.types) {
                continue;
            }
            let site = Site::new(self, &types, before, (name, lexeme.span.start), language);
            let user = match user_at(&outline, lexeme.span.start, lexis.types) {
                Some(user) => user,
                None => continue,
            };
            // What a function yields is made by others.
            if is_made && user.is_some_and(|node| outline.name_span(node).start > lexeme.span.start) {
                continue;
            }
            let span = Span::new(lexeme.span.start, lexeme.span.end);
            let is_new = lexis.types.objects && before.trim_end().ends_with("new");
            for &number in numbers {
                let evidence = site.fit(self.targets[number]);
                let known = last.get(&number).filter(|(last, _)| *last == user).map(|(_, at)| *at);
                if evidence.is_none() {
                    continue;
                }
                if let Some((_, same)) = known.and_then(|at| out.get_mut(at)) {
                    same.add_site(span, evidence);
                } else if is_new || user.is_none_or(|node| !is_of(self.targets[number], name, &outline, file, node)) {
                    last.insert(number, (user, out.len()));
                    let user = user.map_or(Item::File(file), |node| Item::Node(NodeRef { file, node }));
                    out.push((number, Found { depth: 1, site: Some(span), evidence, ..Found::plain(user) }));
                }
            }
        }
        out
    }
}

/// What uses the type that is named at `offset`: a function, a test, a variable that is set there, or the file, which is
/// `Some(None)`. `None` if it is only named there.
fn user_at(outline: &Outline<'_>, offset: u32, rules: &TypeRules) -> Option<Option<u32>> {
    let code = outline.enclosing(offset, |kind| kind.is_function() || kind == Kind::Test);
    // Where each place counts, one outside of functions is none of a value.
    if code.is_some() || rules.hides == Hides::File {
        return code.map(Some);
    }
    let names = |kind: Kind| kind.is_symbol() && kind != Kind::Module || matches!(kind, Kind::Impl | Kind::Import);
    let around = outline.enclosing(offset, names);
    let holds =
        |node: u32| matches!(outline.kind(node), Kind::Variable | Kind::Constant | Kind::Field | Kind::Property);
    match around {
        Some(node) if holds(node) => Some(Some(holding(outline, node))),
        // Kotlin: what a type is made from: `class A : Task(1)`, in an enumeration `A(Task(1))`.
        Some(node) if rules.lambda == Lambda::Braces && is_in_head(outline, node, offset) => Some(Some(node)),
        Some(_) => None,
        None => Some(None),
    }
}

/// True for a place behind the name of a type or of what an enumeration lists, and before its body.
fn is_in_head(outline: &Outline<'_>, node: u32, offset: u32) -> bool {
    let body = outline.body(node);
    let end = if body.is_empty() { outline.span(node).end } else { body.start };
    let is_one = outline.kind(node).is_class() || outline.kind(node) == Kind::Variant;
    is_one && (outline.name_span(node).end..end).contains(&offset)
}

/// True if `node` is the type `target` of the name `name`, or a part of it.
fn is_of(target: NodeRef, name: &str, outline: &Outline<'_>, file: FileId, node: u32) -> bool {
    let of_type =
        |at: u32| NodeRef { file, node: at } == target || (outline.kind(at) == Kind::Impl && outline.name(at) == name);
    // What a type names beside its name is above it.
    let is_named = || outline.detail(node) == name && !outline.kind(node).is_class();
    of_type(node) || outline.ancestors(node).any(of_type) || is_named()
}

/// A place where a type may be called by its name.
struct Site<'p, 'l> {
    imports: &'p Imports<'l>,
    modules: &'p Modules<'l>,
    /// JavaScript, Go: true if a variable or parameter has the name.
    is_variable: bool,
    offset: u32,
    name: &'p str,
    qualifiers: Vec<&'p str>,
    /// What modules say of the name, in a language where they do.
    meaning: Option<Meaning>,
    declarations: Option<&'p Declarations>,
    /// The types that the name can mean, by index, told on first use.
    candidates: OnceCell<Vec<usize>>,
}

impl<'p, 'l> Site<'p, 'l> {
    fn new(
        used: &'p UsedTypes<'_, 'l>,
        types: &'p FileTypes<'p, 'l>,
        before: &'p str,
        (name, offset): (&'p str, u32),
        language: &'static str,
    ) -> Site<'p, 'l> {
        let qualifiers = if language == "php" { qualifiers_in_php(before) } else { qualifiers(before) };
        let (imports, modules) = (types.imports, &used.table.modules);
        let head = qualifiers.first().copied().unwrap_or(name);
        let is_package = || imports.has_at(head, offset) && !types.is_variable(head, offset);
        // In Go a type stands behind nothing but its package.
        let is_value = || match qualifiers.is_empty() {
            true => types.is_value_in_go(name, offset),
            false => !is_package(),
        };
        let is_variable =
            types.local(imports.file, offset, head) == Some(Local::Variable) || language == "go" && is_value();
        let meaning = types.meaning(imports.file, offset, &qualifiers, name);
        let declared = if qualifiers.is_empty() { imports.declared_name(name, offset) } else { name };
        Site {
            imports,
            modules,
            is_variable,
            offset,
            name,
            qualifiers,
            meaning,
            declarations: used.declarations.get(&(declared, language)),
            candidates: OnceCell::new(),
        }
    }

    /// How the name is known to mean the type `target`.
    fn fit(&self, target: NodeRef) -> Fit {
        let is_one = self.declarations.is_some_and(Declarations::is_one_type);
        self.resolution(target).fit(if is_one { Evidence::Unique } else { Evidence::Import })
    }

    fn resolution(&self, target: NodeRef) -> Resolution {
        if self.is_variable {
            return Resolution::Another;
        }
        if let Some(meaning) = &self.meaning {
            return meaning.resolution(self.imports.library, target);
        }
        if !tags::may_mean(self.imports.library, (self.imports.file, self.offset), target) {
            return Resolution::Another;
        }
        let place = (self.imports.file, self.offset);
        if !local_types::may_mean(self.imports.library, place, &self.qualifiers, target) {
            return Resolution::Another;
        }
        if target.file != self.imports.file && self.modules.is_closed(target.file) {
            return Resolution::Another;
        }
        if packages::is_of_another(self.imports, self.offset, &[&self.qualifiers[..], &[self.name]].concat(), target) {
            return Resolution::Another;
        }
        let is_go = self.imports.library.file(self.imports.file).format.id == "go";
        if is_go && self.qualifiers.is_empty() && !self.modules.go.may_be_meant(self.imports, target, self.offset) {
            return Resolution::Another;
        }
        let (library, file) = (self.imports.library, self.imports.file);
        let given = generics::given_at(library, file, self.offset, self.name);
        if !generics::may_mean(library, given, target) {
            return Resolution::Another;
        }
        let Some(declarations) = self.declarations else { return Resolution::Unclear };
        declarations.resolution(DeclKind::Type, Some(target), || {
            self.candidates.get_or_init(|| {
                let scope = NameScope { imports: self.imports, offset: self.offset };
                let mut all = declarations.candidates_at(DeclKind::Type, self.name, &self.qualifiers, &scope);
                let declared = declarations.declared(DeclKind::Type);
                let may_mean = |node: NodeRef| generics::may_mean(library, given, node);
                all.retain(|&at| declared.get(at).is_none_or(|(node, _)| may_mean(*node)));
                all
            })
        })
    }
}

/// True if the name of a type between `before` and `after` is called or constructed, or something of it is. In a
/// language without constructors that is not written, and each place counts.
fn is_call(before: &str, after: &str, kind: LexemeKind, rules: &TypeRules) -> bool {
    if rules.hides == Hides::File {
        return true;
    }
    let before = before.trim_end();
    let last_word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
    if last_word == "new" {
        return true;
    }
    if matches!(
        last_word,
        "class" | "struct" | "enum" | "trait" | "interface" | "impl" | "for" | "extends" | "dyn" | "def"
    ) {
        return false;
    }
    if kind == LexemeKind::Call {
        // What takes a value apart makes none.
        return !matches!(last_word, "instanceof" | "case");
    }
    let after = after_arguments(after);
    // What is of a type is called on it: `T::new()`, `T.create()`; in Python that may as well be a value.
    if after.starts_with("::") || (after.starts_with('.') && !rules.assigns) {
        return !before.ends_with(':') || before.ends_with("::") || after.starts_with("::");
    }
    let touches = after.starts_with('{');
    rules.literals
        && after.trim_start().starts_with('{')
        && (touches || rules.result.len() > 1)
        && !before.ends_with("->")
}

/// C++: true for a type behind which a variable is made from something: `T x(1);`, `T x{1};`.
pub(super) fn is_made(after: &str) -> bool {
    let after = after_arguments(after);
    let rest = after.trim_start();
    let behind = rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    if rest.len() == after.len() || behind.len() == rest.len() || !behind.starts_with(['(', '{']) {
        return false;
    }
    let mut depth = 0usize;
    for (at, byte) in behind.bytes().enumerate().take(LONGEST_ARGUMENTS) {
        match byte {
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            let is_empty = behind[1..at].trim().is_empty() && byte == b')';
            return !is_empty && behind[at + 1..].trim_start().starts_with(';');
        }
    }
    false
}

/// What stands behind the type arguments that `after` begins with, if it does.
pub(super) fn after_arguments(after: &str) -> &str {
    let Some(rest) = after.strip_prefix('<') else { return after };
    let mut depth = 1usize;
    for (at, byte) in rest.bytes().enumerate().take(LONGEST_ARGUMENTS) {
        match byte {
            b'<' => depth += 1,
            b'>' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &rest[at + 1..];
        }
    }
    after
}

/// Bytes of type arguments that are passed over, at most.
const LONGEST_ARGUMENTS: usize = 200;
