//! The places in code that name symbols, each judged by what is written around it.

use crate::docql::nodes::callables::{called::is_local, heads::is_of_type_in_c};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::plan::name_pattern::lower;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::calls::dispatch::Dispatch;
use crate::docql::relations::calls::fit::call_fit::Fit;
use crate::docql::relations::left_out::LeftOut;
use crate::docql::relations::names::ambiguity::{DeclarationTable, Declarations};
use crate::docql::relations::names::lookup::{enclosing_symbol, is_declaration, language_family, start_of_own};
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::table::TypeTable;
use crate::docql::relations::words::{is_key_in_ruby, is_literal, names_of};
use crate::document::{Kind, Lexeme, LexemeKind, Span};
use crate::library::{FileId, Library, NamePart, NodeRef, TrigramQuery};
use crate::stdx::{Shared, Stale, holds_word};
use std::collections::{HashMap, HashSet};

/// Names that files are picked for one by one, at most: where more are looked for, every file may hold some.
const FEW_NAMES: usize = 32;

/// A place that names a symbol.
#[derive(Clone, Copy, Debug)]
pub(super) struct Naming {
    /// The index of the symbol, where symbols are told apart.
    pub of: usize,
    pub span: Span,
    /// How it is known that the symbol is meant; `None` where places that name it are not told apart.
    pub evidence: Option<Evidence>,
    /// True if it means the symbol as a value: it neither calls nor imports it.
    pub is_value: bool,
}

/// Symbols of one name in one language, by what is read of the places that name them; each with its index.
pub(super) struct Named<'l> {
    name: &'l str,
    language: &'static str,
    /// Functions, variables and members.
    pub(super) callables: Vec<(usize, Callable<'l>)>,
    pub(super) types: Vec<(usize, NodeRef)>,
    /// Others: every place with their name counts.
    pub(super) others: Vec<usize>,
    /// The files in which they have the name, if that is one they are imported under.
    pub(super) aliased_in: Option<HashSet<FileId>>,
    /// True if nothing else here has the name; told on first use.
    is_unique: Shared<bool>,
}

impl<'l> Named<'l> {
    fn new(name: &'l str, language: &'static str) -> Named<'l> {
        let (callables, types, others) = (Vec::new(), Vec::new(), Vec::new());
        Named { name, language, callables, types, others, aliased_in: None, is_unique: Shared::new() }
    }

    /// Adds the symbol `of`; where symbols are not told `apart`, those that the same places name are added once.
    fn add(&mut self, (of, target): (usize, NodeRef), kind: Kind, callable: Option<Callable<'l>>, apart: bool) {
        match callable {
            Some(callable) if !apart && self.callables.iter().any(|(_, known)| *known == callable) => {}
            Some(callable) => self.callables.push((of, callable)),
            None if kind.is_class() || kind == Kind::Alias => self.types.push((of, target)),
            // What nothing can call by its name is named nowhere: what titles tests, what describes a property.
            None if kind.is_symbol() && is_told_apart(kind) => {}
            None if self.aliased_in.is_none() => self.others.push(of),
            None => {}
        }
    }

    /// True if nothing else in its language has the name.
    fn is_unique(&self, library: &Library) -> bool {
        *self.is_unique.get_or_init(|| self.aliased_in.is_none() && is_unique(library, self.name, self.language))
    }

    /// True if any of them is `sought`, and may be meant at `offset` of `file`.
    fn is_any(&self, sought: &impl Fn(usize) -> bool, library: &Library, (file, offset): (FileId, u32)) -> bool {
        let mut all = self.types.iter().map(|(of, _)| of).chain(&self.others);
        let mut callables = self.callables.iter();
        all.any(|of| sought(*of))
            || callables.any(|(of, callable)| sought(*of) && callable.is_in_reach(library, file, offset))
    }

    /// True if the name of one of the callables stands at `offset` of a file.
    fn is_declared_at(&self, library: &Library, (file, offset): (FileId, u32)) -> bool {
        let is_there = |one: &Callable<'_>| {
            let outline = library.outline(one.node.file).filter(|_| one.node.file == file);
            outline.is_some_and(|outline| outline.name_span(one.node.node).start == offset)
        };
        self.callables.iter().any(|(_, one)| is_there(one))
    }

    fn is_in(&self, file: FileId) -> bool {
        self.aliased_in.as_ref().is_none_or(|files| files.contains(&file))
    }
}

/// A search for the places that name symbols.
pub(super) struct Namings<'p, 'l> {
    pub(super) named: HashMap<(&'l str, &'static str), Vec<Named<'l>>>,
    /// True if the symbols of a name are told apart: a place may name several.
    pub(super) apart: bool,
    pub(super) declarations: DeclarationTable<'l>,
    pub(super) table: &'p TypeTable<'l>,
    dispatch: Dispatch<'p, 'l>,
    /// Places that nothing but their name speaks for, where much else has it.
    pub(super) left_out: LeftOut,
}

impl<'p, 'l> Namings<'p, 'l> {
    /// One for `targets`, which are told `apart` or count as one.
    pub(super) fn new(
        targets: &[NodeRef],
        apart: bool,
        table: &'p TypeTable<'l>,
        context: Context<'l>,
    ) -> Result<Namings<'p, 'l>, Stale> {
        let library = table.library;
        let mut own: HashMap<(&'l str, &'static str), Named<'l>> = HashMap::new();
        let mut aliased: HashMap<(&'l str, &'static str, NodeRef), Named<'l>> = HashMap::new();
        for (of, &target) in targets.iter().enumerate() {
            context.check()?;
            let Some(outline) = library.outline(target.file) else { continue };
            let (name, kind) = (outline.name(target.node), outline.kind(target.node));
            let language = language_family(library.file(target.file).format.id);
            let name = without_sigil(name, language);
            if name.is_empty() || is_blank(name, language) {
                continue;
            }
            let callable = || {
                let callable = Callable::from_node(library, target).map(|(_, callable)| callable);
                let callable = callable.filter(|of| without_sigil(of.name, language) == name && is_told_apart(kind));
                callable.or_else(|| Callable::by_own_name(library, target))
            };
            if let Some(callable) = callable() {
                callable.note_lacks(table);
            }
            let named = own.entry((name, language)).or_insert_with(|| Named::new(name, language));
            named.add((of, target), kind, callable(), apart);
            for alias in table.modules.renamed.of(target) {
                let named = own.entry((alias, language)).or_insert_with(|| Named::new(alias, language));
                named.add((of, target), kind, callable(), apart);
            }
            for (file, alias) in table.modules.aliases(target) {
                let key = (alias, language, target);
                let named = aliased.entry(key).or_insert_with(|| Named::new(alias, language));
                if named.aliased_in.get_or_insert_default().is_empty() {
                    named.add((of, target), kind, callable(), apart);
                }
                named.aliased_in.get_or_insert_default().insert(file);
            }
        }
        let names = own.iter().flat_map(|((name, language), named)| {
            let owners = named.callables.iter().flat_map(|(_, callable)| callable.owner_names()).chain([*name]);
            owners.map(|name| (name, *language)).collect::<Vec<_>>()
        });
        let declarations = Declarations::tabulate(names.collect(), context)?;
        let mut named: HashMap<(&'l str, &'static str), Vec<Named<'l>>> = HashMap::new();
        for one in own.into_values().chain(aliased.into_values()) {
            named.entry((one.name, one.language)).or_default().push(one);
        }
        let dispatch = Dispatch::new(table);
        Ok(Namings { named, apart, declarations, table, dispatch, left_out: LeftOut::default() })
    }

    /// The files that may hold some.
    pub(super) fn files(&self) -> Vec<FileId> {
        let library = self.table.library;
        let languages: HashSet<&'static str> = self.named.keys().map(|(_, language)| *language).collect();
        let is_of_one = |file: &FileId| {
            let format = library.file(*file).format;
            format.lexis.is_some() && languages.contains(language_family(format.id))
        };
        if self.named.len() > FEW_NAMES {
            return library.file_ids().filter(is_of_one).chain(self.included()).collect();
        }
        let conditions: Vec<_> = self
            .named
            .keys()
            .map(|(name, language)| (*language, TrigramQuery::of_literals([*name]), library.may_mention(name)))
            .collect();
        let may_hold = |file: &FileId| {
            conditions.iter().any(|(language, trigrams, may_mention)| {
                language_family(library.file(*file).format.id) == *language
                    && may_mention(*file)
                    && library.trigrams(*file).is_none_or(|row| trigrams.may_match(row))
            })
        };
        library.file_ids().filter(|file| is_of_one(file) && may_hold(file)).chain(self.included()).collect()
    }

    /// Those in a file, declarations apart, of the symbols that are `sought`.
    pub(super) fn in_file(&self, file: FileId, sought: impl Fn(usize) -> bool) -> Vec<Naming> {
        let library = self.table.library;
        let Some(lexis) = library.file(file).format.lexis else { return self.in_included(file, &sought) };
        let Ok(text) = library.peek_text(file) else { return Vec::new() };
        if self.named.len() <= FEW_NAMES && !self.named.keys().any(|(name, _)| holds_word(&text, name)) {
            return Vec::new();
        }
        let imports = Imports::new(library, file);
        let types = FileTypes::new(self.table, &imports);
        let names = names_of(&text, lexis, library.file(file).format.id);
        names.flat_map(|lexeme| self.at(&types, &text, lexeme, &sought)).collect()
    }

    /// The symbols that one name in the `text` of a file means, of those that are `sought`.
    pub(super) fn at(
        &self,
        types: &FileTypes<'_, 'l>,
        text: &str,
        lexeme: Lexeme,
        sought: &impl Fn(usize) -> bool,
    ) -> Vec<Naming> {
        let (library, file, mut out) = (self.table.library, types.imports.file, Vec::new());
        let (name, start) = (lexeme.span.of(text), lexeme.span.start);
        let format = library.file(file).format;
        let Some(lexis) = format.lexis else { return out };
        let Some(all) = self.named.get(&(name, language_family(format.id))) else { return out };
        let Some(before) = text.get(..start as usize) else { return out };
        let outline = library.outline(file);
        let is_import =
            |at: u32| outline.is_some_and(|outline| outline.enclosing(at, |kind| kind == Kind::Import).is_some());
        let around = || outline.and_then(|outline| enclosing_symbol(&outline, start));
        let function_start = || {
            let function = outline.and_then(|outline| Some(start_of_own(&outline, text, (around()?, name))));
            function.unwrap_or(0) as usize
        };
        let is_call = lexeme.kind == LexemeKind::Call;
        for named in all.iter().filter(|named| named.is_in(file) && named.is_any(sought, library, (file, start))) {
            let is_of_object = named.language == "ruby" && before.ends_with('@');
            let is_own = || !is_of_object && is_local(text, lexis, function_start()..start as usize, name);
            // JavaScript: what is set on a value whose type has it declares nothing.
            let sigil = if is_of_object { before.len() - before.trim_end_matches('@').len() } else { 0 };
            let is_set = self.declares(named, file, start - sigil as u32);
            let is_script = named.language == "javascript";
            let is_declared =
                is_set && !(is_script && before.ends_with('.') && !named.is_declared_at(library, (file, start)));
            if is_declared || lexis.bare_calls && is_own() || is_script && is_literal(text, name, lexeme.span) {
                continue;
            }
            if named.language == "ruby" && is_key_in_ruby(text, lexeme.span) {
                continue;
            }
            let site = || CallSite::new(types, start, before, named.name, &self.declarations);
            let place = Place { as_callable: site(), as_type: site(), is_call };
            // What closes an element repeats what opens it.
            let is_type = || around().is_some_and(|node| is_of_type_in_c(library, NodeRef { file, node }, start));
            let is_value = (!is_call || is_type()) && !before.ends_with("</") && !is_import(start);
            let is_value = is_value && !(named.language == "c" && asks_whether_defined(before));
            let is_sure = |(_, evidence): &(usize, Option<Evidence>)| *evidence > Some(Evidence::Name);
            let fits = self.fits(named, &place, sought);
            if fits.is_empty() {
                self.left_out.count(&place.as_callable);
            }
            let found = fits.into_iter().filter(|fit| !is_set || is_sure(fit));
            out.extend(found.map(|(of, evidence)| Naming { of, span: lexeme.span, evidence, is_value }));
        }
        out
    }

    /// The symbols that a place means, by index, with how that is known.
    fn fits(
        &self,
        named: &Named<'l>,
        place: &Place<'_, 'l>,
        sought: &impl Fn(usize) -> bool,
    ) -> Vec<(usize, Option<Evidence>)> {
        if !self.apart {
            let fit = self.fit(named, &named.callables, &named.types, place);
            let evidence = if named.others.is_empty() { fit.map(Some) } else { Some(None) };
            return evidence.map(|evidence| (0, evidence)).into_iter().collect();
        }
        let imports = place.as_callable.imports;
        let is_in_reach = |one: &Callable<'l>| one.is_in_reach(imports.library, imports.file, place.as_callable.offset);
        let callables = named.callables.chunks(1).filter(|one| sought(one[0].0) && is_in_reach(&one[0].1));
        let types = named.types.chunks(1).filter(|one| sought(one[0].0));
        let of_callables = callables.map(|one| (one[0].0, self.fit(named, one, &[], place)));
        let of_types = types.map(|one| (one[0].0, self.fit(named, &[], one, place)));
        let fits = of_callables.chain(of_types).filter_map(|(of, fit)| Some((of, Some(fit?))));
        let others = named.others.iter().filter(|of| sought(**of)).map(|of| (*of, None));
        fits.chain(others).collect()
    }

    fn fit(
        &self,
        named: &Named<'l>,
        callables: &[(usize, Callable<'l>)],
        types: &[(usize, NodeRef)],
        place: &Place<'_, 'l>,
    ) -> Fit {
        let Place { as_callable, as_type, is_call } = place;
        // What a call means is told in one way, whoever asks.
        let functions = callables.iter().filter(|(_, one)| one.is_function).count();
        if *is_call && functions > 0 {
            let asked = if self.apart { 1 } else { functions };
            let told = as_callable.evidence(callables, (asked, named.aliased_in.is_some()), &self.dispatch);
            if told.is_some() && types.is_empty() {
                return told;
            }
        }
        let fit = callables.iter().map(|(_, one)| as_callable.fit_named(one, place.is_call)).max().flatten();
        let fit = fit.max(types.iter().map(|(_, one)| as_type.fit_type_named(*one)).max().flatten())?;
        // Under a name that is not its own it is only what the import says.
        if named.aliased_in.is_some() {
            return Some(fit).filter(|fit| *fit > Evidence::Name);
        }
        let tells =
            || !as_callable.types.is_common(named.name) && callables.iter().any(|(_, one)| as_callable.tells(one));
        let is_telling = named.is_unique(self.table.library) && (fit > Evidence::Name || tells());
        Some(if is_telling { fit.max(Evidence::Unique) } else { fit })
    }

    /// True if the name at `offset` is a declaration, not a reference. An embedded field in Go is a reference to its
    /// type.
    fn declares(&self, named: &Named<'l>, file: FileId, offset: u32) -> bool {
        let library = self.table.library;
        let is_embedded = || named.language == "go" && !named.types.is_empty() && is_embedded(library, file, offset);
        is_declaration(library, file, offset) && !is_embedded()
    }
}

/// Ruby: the name of a variable of an object without what marks it: `@count`.
fn without_sigil<'n>(name: &'n str, language: &str) -> &'n str {
    if language == "ruby" { name.trim_start_matches('@') } else { name }
}

/// Go, Rust: true for the name of what has none, which a value is given that nobody wants: `_ = f()`.
fn is_blank(name: &str, language: &str) -> bool {
    name == "_" && matches!(language, "go" | "rust")
}

/// C: true before a name of which a condition asks whether it is defined: `#ifdef`, `#if defined(`.
fn asks_whether_defined(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let Some(directive) = line.trim_start().strip_prefix('#') else { return false };
    matches!(directive.trim(), "ifdef" | "ifndef" | "undef")
        || directive.trim_end_matches(['(', ' ', '\t']).ends_with("defined")
}

/// Go: true for a field without a name of its own, which is called as its type: nothing but a tag or a comment follows.
fn is_embedded(library: &Library, file: FileId, offset: u32) -> bool {
    let outline = library.outline(file);
    let field = outline.and_then(|of| of.enclosing(offset, |kind| kind.is_symbol()).map(|node| (of, node)));
    let Some((outline, node)) = field.filter(|(of, node)| of.kind(*node) == Kind::Field) else { return false };
    let Ok(text) = library.peek_text(file) else { return false };
    let behind = text.get(outline.name_span(node).end as usize..).unwrap_or_default();
    let rest = behind.trim_start_matches([' ', '\t', '\r']);
    behind.starts_with('[') || rest.is_empty() || rest.starts_with(['\n', ';', '}', '`', '"', '/'])
}

/// A place where a name stands. A site caches one list of candidates, so types get one of their own.
struct Place<'p, 'l> {
    as_callable: CallSite<'p, 'l>,
    as_type: CallSite<'p, 'l>,
    is_call: bool,
}

/// True for functions, variables and members of types: what stands around their names tells whether they are meant.
fn is_told_apart(kind: Kind) -> bool {
    !kind.is_class() && !matches!(kind, Kind::Alias | Kind::Module | Kind::Impl | Kind::Import)
}

/// True if the language has one symbol of the name.
fn is_unique(library: &Library, name: &str, language: &'static str) -> bool {
    let mut count = 0;
    library.nodes_named(&lower(name), NamePart::Whole, |node| {
        let is_one = library.outline(node.file).is_some_and(|outline| {
            let kind = outline.kind(node.node);
            outline.name(node.node) == name && kind.is_symbol() && kind != Kind::Import
        });
        count += usize::from(is_one && language_family(library.file(node.file).format.id) == language);
        count < 2
    });
    count < 2
}
