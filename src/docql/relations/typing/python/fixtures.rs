//! Python: fixtures of pytest, which tests and other fixtures ask for by the names of their parameters.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::model::{Fixtures, Region, Type};
use crate::docql::relations::typing::expressions::tokens::{TokenKind, Tokens};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::Written;
use crate::document::Lexis;
use crate::library::{FileId, NodeRef};
use std::collections::HashMap;
use std::sync::Arc;

/// Plugins that name plugins are followed, at most.
const MAX_PLUGINS: u8 = 4;

/// The variable that names plugins, and how much of what it is set to is read.
const PLUGINS: &str = "pytest_plugins";
const MAX_PLUGINS_BYTES: usize = 4_000;

/// The file whose fixtures are known in its directory and below.
const SHARED: &str = "conftest.py";

impl FileTypes<'_, '_> {
    /// The value of the fixture that the parameter at the token `at` asks for, if it asks for one.
    pub(in crate::docql::relations::typing) fn fixture(&self, region: &Region, at: usize, depth: u8) -> Type {
        let found = self.asked_for(region, at);
        found.map_or(Type::Unknown, |fixture| self.given(fixture, depth))
    }

    fn asked_for(&self, region: &Region, at: usize) -> Option<NodeRef> {
        let library = self.table.library;
        if library.file(region.file).format.id != "python" {
            return None;
        }
        let (tokens, outline) = (&region.tokens, library.outline(region.file)?);
        let function = outline.enclosing(tokens.get(at)?.start, |kind| kind.is_function())?;
        let name = tokens.word(at);
        let is_fixture = || self.fixtures(region.file).named.values().flatten().any(|&node| node == function);
        let is_asked = is_parameter_of(tokens, at, outline.name_span(function).end)
            && (outline.name(function).starts_with("test") || is_fixture())
            && !is_parametrized(tokens, tokens.at(outline.name_span(function).start), name);
        is_asked.then(|| self.fixture_named(name, NodeRef { file: region.file, node: function })).flatten()
    }

    /// The fixture `name` that is known to `function`: of its type, else of its file, else of the nearest directory.
    fn fixture_named(&self, name: &str, function: NodeRef) -> Option<NodeRef> {
        let library = self.table.library;
        let outline = library.outline(function.file)?;
        // A fixture may ask for the one that it hides.
        let own = self.fixtures(function.file);
        let near = own.named.get(name).into_iter().flatten().copied().filter(|&node| {
            let around = outline.parent(node);
            node != function.node && around.is_none_or(|around| outline.ancestors(function.node).any(|at| at == around))
        });
        if let Some(node) = near.max_by_key(|&node| (outline.level(node), node)) {
            return Some(NodeRef { file: function.file, node });
        }
        if let Some(node) = self.brought(function.file, name, 0) {
            return Some(node);
        }
        let mut directory = Some(library.file(function.file).directory());
        while let Some(here) = directory {
            let path = if here.is_empty() { SHARED.to_owned() } else { format!("{here}/{SHARED}") };
            let shared = library.find(&path).filter(|&file| file != function.file);
            let known = |file: FileId| self.shared_fixture(file, name).or_else(|| self.brought(file, name, 0));
            if let Some(node) = shared.and_then(known) {
                return Some(node);
            }
            directory = (!here.is_empty()).then(|| here.rsplit_once('/').map_or("", |(above, _)| above));
        }
        None
    }

    fn shared_fixture(&self, file: FileId, name: &str) -> Option<NodeRef> {
        let outline = self.table.modules.python.outline(file)?;
        let all = self.fixtures(file);
        let node = all.named.get(name)?.iter().copied().filter(|&node| outline.parent(node).is_none()).max()?;
        Some(NodeRef { file, node })
    }

    /// The fixture that a file has from others: by an import, or since it names them as plugins.
    fn brought(&self, file: FileId, name: &str, depth: u8) -> Option<NodeRef> {
        let modules = &self.table.modules.python;
        if let Meaning::Declared(node) = modules.exported(file, name)
            && node.file != file
            && self.fixtures(node.file).named.get(name).is_some_and(|all| all.contains(&node.node))
        {
            return Some(node);
        }
        let fixtures = self.fixtures(file);
        let mut plugins = fixtures.plugins.iter().filter(|_| depth < MAX_PLUGINS);
        plugins.find_map(|path| match modules.imported(file, path) {
            Meaning::Module(from) if from != file => {
                self.shared_fixture(from, name).or_else(|| self.brought(from, name, depth + 1))
            }
            _ => None,
        })
    }

    fn fixtures(&self, file: FileId) -> Arc<Fixtures> {
        self.table.fixtures.get(file, |&file| Arc::new(self.read_fixtures(file).unwrap_or_default()))
    }

    fn read_fixtures(&self, file: FileId) -> Option<Fixtures> {
        let library = self.table.library;
        let (outline, lexis) = (library.outline(file)?, library.file(file).format.lexis?);
        let text = library.text(file).ok()?;
        let mut out = Fixtures { named: HashMap::new(), plugins: plugins(&text, lexis) };
        for node in (0..outline.len()).filter(|&node| outline.kind(node).is_function()) {
            let head = outline.span(node).start as usize..outline.name_span(node).start as usize;
            let Some(head) = text.get(head).filter(|head| head.contains("fixture")) else { continue };
            if let Some(name) = fixture_name(&Tokens::read(head, 0, lexis), outline.name(node)) {
                out.named.entry(name).or_default().push(node);
            }
        }
        Some(out)
    }

    /// True if a function yields what it gives, and does not return it.
    pub(in crate::docql::relations::typing) fn yields(&self, function: NodeRef) -> bool {
        let library = self.table.library;
        let Some(outline) = library.outline(function.file) else { return false };
        let body = outline.body(function.node);
        let Some(region) = self.region(function.file, body.start) else { return false };
        let tokens = &region.tokens;
        (tokens.at(body.start)..tokens.at(body.end)).any(|at| tokens.word(at) == "yield")
    }

    /// What a fixture gives to those that ask for it, or a function to the `with` statement that enters it: what it yields,
    /// else what it returns.
    pub(in crate::docql::relations::typing) fn given(&self, fixture: NodeRef, depth: u8) -> Type {
        let yields = self.yields(fixture);
        match self.declared(fixture).first() {
            Some(written) if yields => match elements::yielded(&written.text) {
                Some(text) => Type::Written(Written { text: text.to_owned(), ..*written }, Evidence::Signature),
                None => Type::Unknown,
            },
            Some(written) => Type::Written(written.clone(), Evidence::Signature),
            None => self.returned(fixture, if yields { "yield" } else { "return" }, depth),
        }
    }
}

/// The modules that a file names as plugins: one, or a list.
fn plugins(text: &str, lexis: &Lexis) -> Vec<String> {
    let mut places = memchr::memmem::find_iter(text.as_bytes(), PLUGINS);
    let Some(start) = places.find(|&at| at == 0 || text.as_bytes()[at - 1] == b'\n') else { return Vec::new() };
    let end = text.floor_char_boundary((start + MAX_PLUGINS_BYTES).min(text.len()));
    let tokens = Tokens::read(&text[start..end], 0, lexis);
    let Some(value) = (1..tokens.len()).find(|&at| tokens.is(at, b'=')).map(|at| at + 1) else { return Vec::new() };
    let is_list = tokens.is(value, b'[') || tokens.is(value, b'(');
    let last = if is_list { tokens.closing(value).unwrap_or(value) } else { value };
    let texts = (value..=last).filter(|&at| tokens.get(at).is_some_and(|token| token.kind == TokenKind::Text));
    texts.map(|at| tokens.slice(at, at + 1).trim_matches(['"', '\'']).to_owned()).collect()
}

/// True if the token `at` is a parameter without type and value of the function whose name ends at byte `name_end`.
fn is_parameter_of(tokens: &Tokens, at: usize, name_end: u32) -> bool {
    let open = (tokens.at(name_end)..at).find(|&at| tokens.is(at, b'('));
    let next = (at + 1..tokens.len()).find(|&at| !tokens.is_line(at));
    let ends = next.is_some_and(|next| tokens.is(next, b',') || tokens.is(next, b')'));
    ends && open.is_some() && tokens.opener(at) == open
}

/// True if a decorator before the token `end` gives the parameter `name` values of its own.
fn is_parametrized(tokens: &Tokens, end: usize, name: &str) -> bool {
    let is_named = |at: usize| {
        let names = tokens.slice(at, at + 1);
        tokens.get(at).is_some_and(|token| token.kind == TokenKind::Text)
            && names.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == name)
    };
    (0..end).filter(|&at| tokens.word(at) == "parametrize" && tokens.is(at + 1, b'(')).any(|at| {
        let close = tokens.closing(at + 1).unwrap_or(end);
        // The names come first, alone or as a list; values may be such texts as well.
        let list = at + 2;
        let last = match tokens.closing(list).filter(|_| tokens.is(list, b'(') || tokens.is(list, b'[')) {
            Some(close) => close,
            None => (list..close).find(|&at| tokens.is(at, b',')).unwrap_or(close),
        };
        (list..last).any(is_named) && !(list..close).any(|at| tokens.word(at) == "indirect")
    })
}

/// The name that the fixture with the decorators `head` is asked for by; `None` if it is no fixture.
fn fixture_name(head: &Tokens, own: &str) -> Option<String> {
    let decorator = (0..head.len()).filter(|&at| head.is(at, b'@')).find_map(|at| {
        let mut last = at + 1;
        while head.is(last + 1, b'.') && !head.word(last + 2).is_empty() {
            last += 2;
        }
        (head.word(last) == "fixture").then_some(last)
    })?;
    let arguments = decorator + 1;
    let close = head.closing(arguments).filter(|_| head.is(arguments, b'(')).unwrap_or(arguments);
    let named = (arguments..close).find(|&at| head.word(at) == "name" && head.is(at + 1, b'='));
    let text = named.map(|at| head.slice(at + 2, at + 3).trim_matches(['"', '\'']));
    Some(text.unwrap_or(own).to_owned())
}
