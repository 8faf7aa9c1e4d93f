//! JavaScript: what hangs on an object, and on those that it has everything from.

use super::given::Inherited;
use super::hung::{Object, Objects, This};
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::qualifiers::before_key;
use crate::docql::relations::typing::expressions::chain;
use crate::docql::relations::typing::known::FileTypes;
use crate::document::Kind;
use crate::library::{FileId, NodeRef, Outline};
use std::rc::Rc;

/// Objects from which one has everything, at most.
const MAX_ABOVE: usize = 16;

/// How a function hangs on what `this` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum Hung {
    /// It is there, or on the nearest of those above that have its name.
    There,
    /// On an object that has everything from `this`, which the value may be.
    Below,
    /// Another one of its name does.
    Another,
    /// The class above may have it.
    Above(NodeRef),
    /// On what has the name of one of them, in another file.
    Elsewhere,
    /// Whoever calls the function around says what `this` is.
    Open,
    Unknown,
}

/// What hangs somewhere is looked for there.
enum Place {
    Object(FileId, Object),
    Class(NodeRef),
}

impl FileTypes<'_, '_> {
    /// Where the `this` stands on which the name at `offset` is called: before it, or where the variable before it is that,
    /// `const self = this`.
    pub(in crate::docql::relations) fn own_value_at(&self, offset: u32) -> Option<u32> {
        let library = self.table.library;
        let text = library.peek_text(self.imports.file).ok()?;
        let before = text.get(..offset as usize)?;
        let before =
            before_key(before).unwrap_or(before.trim_end().trim_end_matches('.').trim_end_matches('?')).trim_end();
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let word = &before[before.trim_end_matches(is_part).len()..];
        if word == "this" {
            return Some(offset);
        }
        if word.is_empty() || !may_be_own(&text, word) {
            return None;
        }
        let region = self.whole(self.imports.file)?;
        let at = region.scopes().own_value(&region.tokens, word, region.tokens.at(offset))?;
        region.tokens.get(at).map(|token| token.start)
    }

    /// How `function` hangs on what `this` at `offset` is; `owner` is the name of what it is a method of.
    pub(in crate::docql::relations) fn hung_on_this(
        &self,
        offset: u32,
        function: NodeRef,
        owner: Option<&str>,
    ) -> Hung {
        let own = || {
            let region = self.whole(self.imports.file)?;
            Some(Objects::of(&region).this(region.tokens.at(offset), 0))
        };
        match own() {
            Some(This::Of(own)) => self.hung_on((self.imports.file, own), function, owner),
            Some(This::Open) if function.file == self.imports.file => {
                let is_named = self.homes_of(function).iter().any(|home| !home.path.is_empty());
                if is_named { Hung::Open } else { Hung::Unknown }
            }
            _ => Hung::Unknown,
        }
    }

    /// How `function` hangs on the values that the function `maker` makes.
    pub(in crate::docql::relations) fn hung_on_made(
        &self,
        maker: NodeRef,
        function: NodeRef,
        owner: Option<&str>,
    ) -> Hung {
        let Some((outline, region)) = self.table.library.outline(maker.file).zip(self.whole(maker.file)) else {
            return Hung::Unknown;
        };
        let path = format!("{}.prototype", outline.name(maker.node));
        let at = region.tokens.at(outline.name_span(maker.node).start);
        self.hung_on((maker.file, Object { path, at }), function, owner)
    }

    /// True if `function`, of the same file, hangs on the variable before the name at `offset`, or on what that has.
    pub(in crate::docql::relations) fn is_hung_before(&self, offset: u32, function: NodeRef) -> bool {
        let object = || {
            let region = self.whole(self.imports.file)?;
            let end = chain::joint(&region.tokens, region.tokens.at(offset), self.rules(self.imports.file)?)?;
            Objects::of(&region).path(end.checked_sub(1)?, 0)
        };
        let file = self.imports.file;
        let is_there = |object: Object| self.hung_on((file, object), function, None) == Hung::There;
        function.file == file && object().is_some_and(is_there)
    }

    /// JavaScript: true for a function, which may make values by `new`.
    pub(in crate::docql::relations) fn is_maker(&self, node: NodeRef) -> bool {
        let is_function = |outline: Outline<'_>| outline.kind(node.node) == Kind::Function;
        self.table.library.outline(node.file).is_some_and(is_function)
            && self.rules(node.file).is_some_and(|rules| rules.objects)
    }

    /// How `function` hangs on an object of a file.
    fn hung_on(&self, (own_file, own): (FileId, Object), function: NodeRef, owner: Option<&str>) -> Hung {
        let Some(outline) = self.table.library.outline(function.file) else { return Hung::Unknown };
        let name = outline.name(function.node);
        let (mut is_elsewhere, mut is_another) = (false, false);
        for place in self.lineage(own_file, own.clone()) {
            let (file, object) = match place {
                Place::Object(file, object) => (file, object),
                Place::Class(node) => return Hung::Above(node),
            };
            let hung = self.hanging(file, &object, name);
            if hung.contains(&function) {
                return Hung::There;
            }
            if !hung.is_empty() {
                is_another = true;
                break;
            }
            let is_named = || owner.is_some() && object.path.strip_suffix(".prototype") == owner;
            is_elsewhere |= file != function.file && is_named();
        }
        if is_elsewhere && !is_another {
            return Hung::Elsewhere;
        }
        let homes = self.homes_of(function).into_iter().filter(|home| !home.path.is_empty());
        let is_own = |place: &Place| matches!(place, Place::Object(file, of) if self.is_one(own_file, &own, *file, of));
        let mut below = homes.flat_map(|home| self.lineage(function.file, home).into_iter().skip(1));
        match below.any(|place| is_own(&place)) {
            true => Hung::Below,
            false if is_another => Hung::Another,
            false => Hung::Unknown,
        }
    }

    /// The objects on which a function hangs.
    fn homes_of(&self, function: NodeRef) -> Vec<Object> {
        let library = self.table.library;
        let Some((outline, region)) = library.outline(function.file).zip(self.whole(function.file)) else {
            return Vec::new();
        };
        let objects = Objects::of(&region);
        let key = objects.key_at(outline.name_span(function.node).start);
        let by_name =
            if outline.kind(function.node) == Kind::Function { objects.hung_by_name(key) } else { Vec::new() };
        objects.home(key).into_iter().chain(by_name).collect()
    }

    /// The functions of a name that hang on an object of a file, in that file.
    fn hanging(&self, file: FileId, object: &Object, name: &str) -> Vec<NodeRef> {
        let Some(outline) = self.table.library.outline(file) else { return Vec::new() };
        let is_named = |at: &u32| outline.name(*at) == name && outline.kind(*at).names_owner();
        let all = (0..outline.len()).filter(is_named).map(|node| NodeRef { file, node });
        all.filter(|node| self.homes_of(*node).iter().any(|home| self.is_one(file, home, file, object))).collect()
    }

    fn is_one(&self, file: FileId, a: &Object, other: FileId, b: &Object) -> bool {
        let is_one = || Some(Objects::of(&self.whole(file)?).is_one(a, b));
        file == other && is_one() == Some(true)
    }

    /// An object of a file and those that it has everything from, nearest first, up to the first class.
    fn lineage(&self, file: FileId, own: Object) -> Vec<Place> {
        let mut all = vec![Place::Object(file, own)];
        let mut at = 0;
        while let Some(Place::Object(file, object)) = all.get(at) {
            let (file, object) = (*file, object.clone());
            let mut above: Vec<Place> = self.declared_place(file, &object).into_iter().collect();
            let inherited = self.inherited(file);
            let from = inherited.iter().rev().filter(|it| self.is_one(file, &it.object, file, &object));
            above.extend(from.map(|it| Place::Object(file, it.from.clone())));
            for place in above.into_iter().take(MAX_ABOVE.saturating_sub(all.len())) {
                let is_known = |known: &Place| match (known, &place) {
                    (Place::Object(file, a), Place::Object(other, b)) => self.is_one(*file, a, *other, b),
                    (Place::Class(a), Place::Class(b)) => a == b,
                    _ => false,
                };
                if !all.iter().any(is_known) {
                    all.push(place);
                }
            }
            at += 1;
        }
        all
    }

    /// Where an object is declared that has another name in the file, or stands for a class: `Base.prototype` of what is
    /// imported.
    fn declared_place(&self, file: FileId, object: &Object) -> Option<Place> {
        let library = self.table.library;
        let region = self.whole(file)?;
        let path = object.path.strip_suffix(".prototype").unwrap_or(&object.path);
        let names: Vec<&str> = path.split('.').collect();
        let (name, before) = names.split_last().filter(|_| names[0] != "module" && !names[0].is_empty())?;
        let offset = region.tokens.get(object.at)?.start;
        match self.followed(self.meaning(file, offset, before, name)?) {
            Meaning::Declared(node) => {
                let outline = library.outline(node.file)?;
                if outline.kind(node.node).is_class() {
                    return Some(Place::Class(node));
                }
                let other = self.whole(node.file).filter(|_| node.file != file)?;
                let rest = object.path.strip_prefix(path).unwrap_or_default();
                let (path, at) = (outline.name(node.node), other.tokens.at(outline.name_span(node.node).start));
                Some(Place::Object(node.file, Object { path: format!("{path}{rest}"), at }))
            }
            Meaning::Module(other) if other != file && path == object.path => {
                Some(Place::Object(other, Object { path: "module.exports".to_owned(), at: 0 }))
            }
            _ => None,
        }
    }

    /// Which objects of a file have everything from which.
    fn inherited(&self, file: FileId) -> Rc<Vec<Inherited>> {
        if let Some(known) = self.inherited.borrow().get(&file) {
            return Rc::clone(known);
        }
        let read = || {
            let region = self.whole(file)?;
            let objects = Objects::of(&region);
            Some((0..region.tokens.len()).flat_map(|at| objects.inherited_at(at)).collect())
        };
        let found = Rc::new(read().unwrap_or_default());
        self.inherited.borrow_mut().insert(file, Rc::clone(&found));
        found
    }
}

/// True if a text gives `this` to a name.
fn may_be_own(text: &str, name: &str) -> bool {
    memchr::memmem::find_iter(text.as_bytes(), name.as_bytes()).any(|at| {
        let behind = text.get(at + name.len()..).unwrap_or_default().trim_start().strip_prefix('=');
        behind.is_some_and(|value| value.trim_start().starts_with("this"))
    })
}
