//! How a call in JavaScript or TypeScript fits a callable by what the functions around it bind.

use super::call_fit::{BY_NAME, Fit};
use crate::docql::nodes::callables::heads::is_static;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::typing::known::Receiver;
use crate::docql::relations::typing::scripts::lineage::Hung;
use crate::docql::relations::typing::scripts::scopes::Local;
use crate::docql::relations::typing::scripts::values::Called;
use crate::docql::relations::typing::written::Written;
use crate::document::Kind;
use crate::library::NodeRef;

impl CallSite<'_, '_> {
    /// The fit of a call whose name a function around it binds; `None` where none does.
    pub(in crate::docql::relations::calls) fn fit_local(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !self.qualifiers.is_empty() {
            return None;
        }
        match self.local() {
            Some(Local::Node(node)) if self.is_import_node(node) => None,
            Some(Local::Node(node)) => Some(self.is_overload(node, callable.node).then_some(Evidence::Import)),
            Some(Local::Variable) => {
                Some(self.is_called(callable).filter(|is_called| *is_called).map(|_| Evidence::Receiver))
            }
            // `const { run } = api`
            None if self.language_is_script() && self.types.is_part(self.name, self.offset) => {
                self.is_called(callable).map(|is_called| is_called.then_some(Evidence::Receiver))
            }
            // What another function declares is not known here.
            None if callable.reach.is_some() && self.types.is_scoped(callable.node) => Some(None),
            None => None,
        }
    }

    /// JavaScript: true for a name that nothing in its file binds, where the callable is known by an import alone: only a
    /// framework that imports by itself makes it that.
    pub(in crate::docql::relations::calls) fn is_unbound(&self, callable: &Callable<'_>) -> bool {
        self.language_is_script()
            && self.qualifiers.is_empty()
            && callable.owners.is_empty()
            && !self.imports.has_at(self.name, self.offset)
            // `var run = require('./a').run`
            && !self.imports.library.declared(self.name).iter().any(|node| node.file == self.imports.file)
            && self.types.table.modules.is_imported_only(callable.node, self.imports.file)
    }

    /// TypeScript: true for a property whose type is that of the callable: `run: App["run"]`.
    pub(in crate::docql::relations::calls) fn is_typed_as(&self, property: NodeRef, callable: &Callable<'_>) -> bool {
        if !self.language_is_script() {
            return false;
        }
        let is_it = |written: &Written| {
            let (of, key) = written.text.trim().strip_suffix(']')?.rsplit_once('[')?;
            let key = key.trim().trim_matches(['"', '\'', '`']);
            let of = Written { text: of.to_owned(), ..*written };
            let of = (key == callable.name).then(|| self.types.resolve(&of))??;
            Some(self.types.table.members_named(of?, key).contains(&callable.node))
        };
        self.types.declared(property).iter().any(|written| is_it(written).unwrap_or_default())
    }

    /// The fit of a call of what a module takes by its name out of something that is made of an object which has it, as far as
    /// names tell: `const { add } = slice.actions`. What is called takes other arguments than the function in the object.
    pub(in crate::docql::relations::calls) fn fit_taken_out(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !self.language_is_script() || callable.kind != Kind::Method || self.is_import() {
            return None;
        }
        let library = self.imports.library;
        let Some(Meaning::Declared(taken)) = self.meaning(self.name, &self.qualifiers) else { return None };
        let outline = library.outline(taken.file).filter(|_| taken.file == callable.file)?;
        let text = library.peek_text(taken.file).ok()?;
        let name = outline.name_span(taken.node);
        let is_variable = matches!(outline.kind(taken.node), Kind::Variable | Kind::Constant);
        let is_alone = text.get(name.end as usize..)?.trim_start().starts_with([',', '}']);
        let of_class = outline.parent(callable.node.node).is_some_and(|at| outline.kind(at).is_class());
        let is_it = is_variable && is_alone && !of_class && outline.name(taken.node) == callable.name;
        is_it.then_some(BY_NAME)
    }

    /// TypeScript: true if what stands before the name is a namespace that has the function: `namespace M { export function
    /// run() { … } }`, and `M.run()`.
    pub(in crate::docql::relations::calls) fn is_of_script_namespace(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let is_in_namespace = || {
            let outline = library.outline(callable.file)?;
            Some(outline.kind(outline.parent(callable.node.node)?) == Kind::Module)
        };
        if self.qualifiers.is_empty() || !self.language_is_script() || is_in_namespace() != Some(true) {
            return false;
        }
        let meaning = || self.meaning(self.name, &self.qualifiers);
        match self.name_candidates.meaning.get_or_init(meaning) {
            Some(Meaning::Declared(node)) => self.is_overload(*node, callable.node),
            _ => false,
        }
    }

    /// The fit of a call on an object that is written out, or on what a module exports; `None` on anything else.
    pub(in crate::docql::relations::calls) fn fit_object(&self, callable: &Callable<'_>) -> Option<Fit> {
        if self.qualifiers.is_empty() || !self.language_is_script() || self.receiver() != Some(&Receiver::Object) {
            return None;
        }
        Some(match self.is_called(callable) {
            Some(is_called) => is_called.then_some(Evidence::Receiver),
            // A part of it is taken from elsewhere, or has its type written apart.
            None if callable.reach.is_none() && (self.is_held(callable) || self.is_of_types_alone(callable)) => BY_NAME,
            None => None,
        })
    }

    /// The fit of a call on `this`, on a variable or on what a function makes to what hangs on that, or on what it has
    /// everything from: `app.run = function () { … }`, `Foo.prototype.run = …`. `None` where that tells nothing.
    pub(in crate::docql::relations::calls) fn fit_hung(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !self.language_is_script() || self.qualifiers.is_empty() || !callable.kind.names_owner() {
            return None;
        }
        let owner = callable.owners.first().map(|(owner, _)| *owner);
        let Some(own_at) = self.own_at() else {
            if let Some((maker, evidence)) = self.maker() {
                return self.fit_told(callable, self.types.hung_on_made(maker, callable.node, owner), evidence);
            }
            return self.types.is_hung_before(self.offset, callable.node).then_some(Some(Evidence::Receiver));
        };
        if self.types.own_type(self.imports.file, own_at).is_some() {
            return None;
        }
        let told = self.types.hung_on_this(own_at, callable.node, owner);
        self.fit_told(callable, told, Evidence::OwnType)
    }

    /// The fit of a call on an object, by how the callable hangs on that.
    fn fit_told(&self, callable: &Callable<'_>, told: Hung, evidence: Evidence) -> Option<Fit> {
        let is_told = || callable.holder.is_some() || !callable.owners.is_empty();
        match told {
            Hung::There => Some(Some(evidence)),
            Hung::Below => Some(Some(Evidence::Dispatch(None))),
            Hung::Another => Some(None),
            Hung::Above(node) => {
                let members = self.members_of(node);
                let is_named = members.iter().any(|(_, own)| !own.is_empty());
                is_named.then(|| self.fit_value(callable, &members, evidence, "javascript"))
            }
            Hung::Elsewhere => self.fit_enclosing_type(callable).is_none().then_some(BY_NAME),
            Hung::Open => (!is_told() && !self.types.is_common(self.name)).then_some(BY_NAME),
            Hung::Unknown => None,
        }
    }

    /// How the name is known to mean a value that stands in an object, behind the name of that object or of a module that it
    /// stands for: `codes.ERR_CLOSED`, `errors.ERR_CLOSED`; `None` where nothing leads to it.
    pub(in crate::docql::relations::calls) fn fit_entry(&self, callable: &Callable<'_>) -> Fit {
        let holder = callable.holder.filter(|_| callable.kind != Kind::Method)?;
        let (last, before) = self.qualifiers.split_last()?;
        let head = before.first().unwrap_or(last);
        if self.types.is_variable(head, self.offset) {
            return None;
        }
        let meaning = self.types.meaning(self.imports.file, self.offset, before, last)?;
        (self.types.followed(meaning) == Meaning::Declared(holder)).then_some(Evidence::Receiver)
    }

    /// TypeScript: the fit of a call of a member on a value that is said to be anything, which nothing is hidden from and no
    /// number of arguments is checked of; `None` on anything else, and where nothing leads to the member.
    pub(in crate::docql::relations::calls) fn fit_unchecked(&self, callable: &Callable<'_>) -> Option<Fit> {
        if !self.language_is_script() || self.qualifiers.is_empty() {
            return None;
        }
        let home = callable.owners.first().and_then(|(_, home)| *home)?;
        let receiver = self.types.receiver_behind_any(self.offset)?;
        let told = match receiver {
            // A value of what is above the member's type may be one of that.
            Receiver::Of(node, _) if self.types.table.above(home).contains(&node) => Some(BY_NAME),
            Receiver::Of(node, evidence) => {
                self.own_or_above(callable, node, home).map(|is_it| is_it.then_some(evidence))
            }
            _ => None,
        };
        told.or_else(|| self.names_owner(callable).then_some(BY_NAME))
    }

    /// Whether a value of the type `node` has the callable of `home` by the called name, whatever that takes; `None` if it has
    /// none that is known.
    fn own_or_above(&self, callable: &Callable<'_>, node: NodeRef, home: NodeRef) -> Option<bool> {
        let table = self.types.table;
        let above = table.above(node);
        let mut types = std::iter::once(&node).chain(above.iter());
        let named = types.find_map(|&of| {
            let named = table.members_named(of, self.name);
            (of == home || !named.is_empty()).then(|| of == home || named.contains(&callable.node))
        });
        named.or_else(|| (!self.names_owner(callable)).then_some(false))
    }

    /// TypeScript: true if a call is made on a value of the callable's own type, which has no other member of the name, though
    /// the callable takes another number of arguments: the checker was told to be silent there.
    pub(in crate::docql::relations::calls) fn is_against_number(&self, callable: &Callable<'_>) -> bool {
        let home = callable.owners.first().and_then(|(_, home)| *home).filter(|_| self.language_is_script());
        let is_alone = |of: NodeRef| self.types.table.members_named(of, self.name) == [callable.node];
        home.is_some_and(|home| {
            matches!(self.receiver(), Some(Receiver::Of(node, _)) if *node == home) && is_alone(home)
        })
    }

    /// Whether the value that is called is the callable, if that is known.
    fn is_called(&self, callable: &Callable<'_>) -> Option<bool> {
        match self.called_value.get_or_init(|| self.types.called_value(self.offset)) {
            Called::Function(node) => Some(self.is_overload(*node, callable.node)),
            // What is not written there may be set elsewhere.
            Called::Elsewhere if self.is_held(callable) => None,
            Called::Elsewhere => Some(false),
            Called::Unknown => None,
        }
    }

    /// What the functions around the call bind its name to.
    pub(in crate::docql::relations::calls) fn local(&self) -> Option<Local> {
        let local = || self.types.local(self.imports.file, self.offset, self.name);
        *self.local.get_or_init(local)
    }

    /// True if a class has a member of the name for itself and one for its values, and the call is made on the other of the
    /// two.
    pub(in crate::docql::relations::calls) fn is_of_other_side(&self, callable: &Callable<'_>) -> bool {
        if !self.language_is_script() || self.qualifiers.is_empty() {
            return false;
        }
        let Some(home) = callable.owners.first().and_then(|(_, home)| *home) else { return false };
        let library = self.imports.library;
        let has_other = || {
            let named = self.types.table.members_named(home, self.name);
            named.iter().any(|&node| is_static(library, node) != callable.is_static)
        };
        has_other() && self.types.is_on_itself(self.offset) == Some(!callable.is_static)
    }

    /// True if the callable is written out in a type that may be a part of others, and the call is made on a value of that
    /// type or of what is made of it: `type A = B & { run(): void }`.
    pub(in crate::docql::relations::calls) fn is_of_made(&self, callable: &Callable<'_>) -> bool {
        let home = callable.owners.first().and_then(|(_, home)| *home).filter(|_| self.language_is_script());
        home.is_some_and(|home| self.types.is_type_name(home) && self.types.is_value_of(self.offset, home))
    }

    /// True for what a file declares that says the types of others: `index.d.ts`.
    fn is_of_types_alone(&self, callable: &Callable<'_>) -> bool {
        let path = &*self.imports.library.file(callable.file).path;
        [".d.ts", ".d.mts", ".d.cts"].iter().any(|end| path.ends_with(end))
    }

    /// True for a function that is set on a value: `a.run = function () { … }`.
    pub(in crate::docql::relations::calls) fn is_set_on_value(&self, callable: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let (Some(outline), Ok(text)) = (library.outline(callable.file), library.peek_text(callable.file)) else {
            return false;
        };
        let name = outline.name_span(callable.node.node);
        text.get(..name.start as usize).is_some_and(|before| before.ends_with('.'))
    }

    fn is_import_node(&self, node: NodeRef) -> bool {
        self.imports.library.outline(node.file).is_some_and(|outline| outline.kind(node.node) == Kind::Import)
    }

    /// True if two nodes are one function, or overloads of one.
    fn is_overload(&self, a: NodeRef, b: NodeRef) -> bool {
        let is_beside = || {
            let outline = self.imports.library.outline(a.file)?;
            let is_one =
                outline.name(a.node) == outline.name(b.node) && outline.parent(a.node) == outline.parent(b.node);
            // Two that have a body are two functions, in blocks of their own.
            let is_whole = |node: NodeRef| !outline.body(node.node).is_empty();
            Some(is_one && !(is_whole(a) && is_whole(b)))
        };
        a == b || a.file == b.file && is_beside() == Some(true)
    }
}
