//! What can be called: the properties that decide which calls can refer to it.

use crate::docql::nodes::callables::heads::{before_method, is_static};
use crate::docql::nodes::fields;
use crate::docql::nodes::names::qualified::enclosing_node;
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::lookup::{language_family, words_of_declaration};
use crate::docql::relations::names::sourcing;
use crate::docql::relations::typing::arity::{extends_in_kotlin, is_extension};
use crate::docql::relations::typing::table::TypeTable;
use crate::document::{Hides, Kind, NodeFlags, Span, Visibility};
use crate::library::{FileId, Library, NodeRef};

/// The properties of a callable that decide which calls can refer to it.
#[derive(PartialEq)]
pub(in crate::docql::relations) struct Callable<'l> {
    /// The types it belongs to, with their declarations where known.
    pub(in crate::docql::relations) owners: Vec<(&'l str, Option<NodeRef>)>,
    /// For a constructor its type, for a free function the function itself.
    pub(super) free: Option<(DeclKind, NodeRef)>,
    /// For a constructor of a type inside of another, that.
    pub(super) outer: Option<(&'l str, NodeRef)>,
    /// For a nested function, its scope: the enclosing function.
    pub(super) reach: Option<(FileId, Span)>,
    /// JavaScript: the variable that holds the object it is a member of.
    pub(super) holder: Option<NodeRef>,
    /// True for a function that is called on values of a type which it extends: in C# of its first parameter, in Kotlin
    /// of what is written before its name.
    pub(super) is_extension: bool,
    /// Names of the supertypes of its type.
    pub(super) extends: Vec<&'l str>,
    /// The name it is called by.
    pub(in crate::docql::relations) name: &'l str,
    /// Its declaration.
    pub(in crate::docql::relations) node: NodeRef,
    pub(in crate::docql::relations) kind: Kind,
    /// JavaScript: true for a method that is called on its class, and on no value of it.
    pub(super) is_static: bool,
    /// True if it is not open to everybody.
    pub(super) is_private: bool,
    /// True for a function that is declared under the name: a macro or the type of a constructor is not.
    pub(in crate::docql::relations) is_function: bool,
    /// Its file; an unqualified call there most likely refers to it.
    pub(in crate::docql::relations) file: FileId,
}

impl<'l> Callable<'l> {
    /// The callable declared by `target`, with the name it is called by; `None` if `target` is not callable by name.
    pub(in crate::docql) fn from_node(library: &'l Library, target: NodeRef) -> Option<(&'l str, Callable<'l>)> {
        let outline = library.outline(target.file)?;
        let kind = outline.kind(target.node);
        let mut owners = fields::owner_names(&outline, target.node);
        owners.extend(object_type(library, target).filter(|_| owners.is_empty()));
        // A constructor is called by the name of its type.
        let is_constructor = kind == Kind::Constructor;
        let name = if is_constructor { owners.first().copied()? } else { outline.name(target.node) };
        // What names a test in JavaScript or Lua is a title.
        let language = language_family(library.file(target.file).format.id);
        let is_title = kind == Kind::Test && matches!(language, "javascript" | "lua");
        // In C++ it is put together by a macro, and what is called by the name is something else.
        let is_of_macro = || is_test_of_c(library, target);
        if name.is_empty() || !kind.is_symbol() || is_title || is_of_macro() || is_of_descriptor(library, target) {
            return None;
        }
        let holds = |at: &u32| outline.kind(*at).is_function() || outline.kind(*at) == Kind::Test;
        // What a constructor makes a member of its type belongs to that.
        let home = std::iter::successors(outline.home(target.node), |&at| outline.parent(at));
        let around = home.into_iter().find(holds);
        // What a script declares in a function is there for everybody once that has run.
        let is_script = sourcing::is_script(library, target.file);
        // Java: what overrides something in the body of a type without a name is called by everybody who has a value of it.
        // In Kotlin it says so.
        let is_in_body = match library.language(target.file) {
            "java" => kind == Kind::Method,
            "kotlin" => kind.is_function() && words_of_declaration(library, target).contains("override"),
            _ => false,
        } && outline.parent(target.node).is_some_and(|at| outline.kind(at).is_function());
        // Lua: a table has what a function gives to it.
        let is_of_table = language == "lua" && kind.names_owner() && outline.has_detail(target.node);
        let is_everywhere =
            is_constructor || is_of_table || is_script || is_in_body || is_set_in_method(library, target);
        let reach = around.filter(|_| !is_everywhere).map(|at| (target.file, outline.span(at)));
        // Constructors and nested functions are called without a receiver.
        let is_free = is_constructor
            || owners.is_empty()
            || (reach.is_some() && kind != Kind::Method && !is_of_local_type(library, target))
            || is_of_namespace(library, target)
            || is_friend(library, target);
        let home = enclosing_node(library, target);
        let free = match (is_free, is_constructor) {
            (true, true) => home.map(|home| (DeclKind::Type, home)),
            (true, false) => Some((DeclKind::Function, target)),
            (false, _) => None,
        };
        let owners = if is_free { Vec::new() } else { owners_with_nodes(library, target, home, owners) };
        let of_home = home.filter(|_| !is_free).and_then(|home| Some(library.outline(home.file)?.detail(home.node)));
        let extends = of_home.into_iter().flat_map(|names| names.split(',')).map(str::trim).collect();
        let is_private = outline.visibility(target.node) == Visibility::Private;
        let is_entry = || language_family(library.file(target.file).format.id) == "javascript";
        let holder = outline.parent(target.node).filter(|&at| {
            matches!(outline.kind(at), Kind::Variable | Kind::Constant) && (kind == Kind::Method || is_entry())
        });
        let holder = holder.map(|node| NodeRef { file: target.file, node });
        Some((
            name,
            Callable {
                is_extension: is_extension(library, target) || extends_in_kotlin(library, target),
                owners,
                outer: home.filter(|_| is_constructor).and_then(|home| type_around(library, home)),
                free,
                reach,
                holder,
                extends,
                name,
                node: target,
                kind,
                is_static: is_static(library, target),
                is_private,
                is_function: kind.is_function() && outline.name(target.node) == name,
                file: target.file,
            },
        ))
    }

    /// A constructor as the method that it is in languages that call it by a name of its own, too: `Base.__init__(self)`,
    /// `parent::__construct()`.
    pub(in crate::docql::relations) fn by_own_name(library: &'l Library, target: NodeRef) -> Option<Callable<'l>> {
        let is_named = matches!(library.language(target.file), "python" | "php");
        let outline = library.outline(target.file).filter(|_| is_named)?;
        let (called, callable) = Callable::from_node(library, target).filter(|(_, of)| of.is_constructor())?;
        let (name, home) = (outline.name(target.node), enclosing_node(library, target));
        let owners = owners_with_nodes(library, target, home, fields::owner_names(&outline, target.node));
        let extends = home.and_then(|home| Some(library.outline(home.file)?.detail(home.node))).unwrap_or_default();
        let extends = extends.split(',').map(str::trim).collect();
        let method = Callable { owners, extends, name, free: None, outer: None, kind: Kind::Method, ..callable };
        (name != called).then_some(Callable { is_function: true, ..method })
    }

    /// A constructor that a type below has from its own type, by the name of that.
    pub(super) fn of_heir(library: &'l Library, target: NodeRef, heir: NodeRef) -> Option<Callable<'l>> {
        let (_, callable) = Callable::from_node(library, target).filter(|(_, of)| of.is_constructor())?;
        let name = library.outline(heir.file)?.name(heir.node);
        let free = Some((DeclKind::Type, heir));
        Some(Callable { name, free, outer: type_around(library, heir), is_function: false, ..callable })
    }

    /// The type that a constructor makes values of.
    pub(super) fn home(&self) -> Option<NodeRef> {
        self.free.filter(|_| self.is_constructor()).map(|(_, home)| home)
    }

    /// Names of types that can qualify a call.
    pub(in crate::docql) fn owner_names(&self) -> impl Iterator<Item = &'l str> {
        self.owners.iter().map(|(name, _)| *name).chain(self.outer.iter().map(|(name, _)| *name))
    }

    /// False where the name at `offset` of `file` cannot mean it, whatever is written there: a nested function out of its
    /// scope, what is private to another package. That is told of every word that has its name, before anything is read.
    pub(in crate::docql::relations) fn is_in_reach(&self, library: &Library, file: FileId, offset: u32) -> bool {
        if let Some((of, span)) = self.reach {
            return of == file && span.contains(offset);
        }
        !self.is_private || file == self.file || !self.is_hidden_from(library, file)
    }

    /// True if it is private, and that is to a directory which is not that of `file`.
    pub(super) fn is_hidden_from(&self, library: &Library, file: FileId) -> bool {
        let hides = library.file(self.file).format.lexis.map(|lexis| lexis.types.hides);
        let directory = |file: FileId| library.file(file).directory();
        self.is_private && hides == Some(Hides::Directory) && directory(file) != directory(self.file)
    }

    /// Notes what its callers depend on besides the files that hold its name: of a member, whatever its type has to do
    /// with.
    pub(in crate::docql::relations) fn note_lacks(&self, table: &TypeTable<'_>) {
        let Some(outline) = table.library.outline(self.node.file) else { return };
        // What makes a value need not hold the name of its type: `new(1)` in C#, `super(1)`, `new Sub()`; in Ruby all types
        // share a name for it.
        let language = language_family(table.library.language(self.file));
        let is_made = self.is_constructor() && matches!(language, "c" | "csharp" | "javascript" | "php" | "ruby");
        if !self.owners.is_empty() || outline.has_detail(self.node.node) || is_made {
            table.lack_everything();
        } else if outline.name(self.node.node) != self.name {
            table.lack_name(self.name);
        }
    }

    /// True for what C declares outside of all types and functions.
    pub(in crate::docql::relations) fn is_free_in_c(&self) -> bool {
        self.owners.is_empty() && self.reach.is_none() && matches!(self.free, Some((DeclKind::Function, _)))
    }

    pub(in crate::docql::relations) fn is_constructor(&self) -> bool {
        matches!(self.free, Some((DeclKind::Type, _)))
    }

    /// How many of its owners have it as a member, innermost first: what a type inside of another has is none of that, but
    /// what an object has that stands for its class is.
    pub(super) fn members_of_owners(&self, library: &Library) -> usize {
        let is_class = |home: NodeRef| {
            let nests = matches!(library.language(home.file), "java" | "kotlin" | "csharp" | "cpp" | "python");
            nests && library.outline(home.file).is_some_and(|outline| outline.kind(home.node) != Kind::Object)
        };
        let class = self.owners.iter().position(|(_, home)| home.is_some_and(is_class));
        class.map_or(self.owners.len(), |at| at + 1)
    }

    pub(super) fn belongs_to(&self, name: &str) -> bool {
        self.owners.iter().any(|(owner, _)| *owner == name)
    }
}

/// C and C++: true for what `TEST(suite, name)` declares.
pub(in crate::docql::relations) fn is_test_of_c(library: &Library, node: NodeRef) -> bool {
    language_family(library.file(node.file).format.id) == "c"
        && library.outline(node.file).is_some_and(|outline| outline.flags(node.node).has(NodeFlags::TEST))
}

/// True for a field of a type that is declared in a function, or what such an enumeration lists.
fn is_of_local_type(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    matches!(outline.kind(node.node), Kind::Field | Kind::Property | Kind::Variant)
        && outline.parent(node.node).is_some_and(|at| outline.kind(at).is_class())
}

/// True for a field that a method of its type sets: `self.count = 0`. It stands in the method, and is no part of it.
fn is_set_in_method(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file).filter(|outline| outline.kind(node.node) == Kind::Field) else {
        return false;
    };
    let is_in_function = outline.parent(node.node).is_some_and(|at| outline.kind(at).is_function());
    let home = outline.ancestors(node.node).find(|&at| outline.kind(at).is_class());
    is_in_function && home.is_some_and(|home| outline.level(node.node) == outline.level(home).saturating_add(1))
}

/// C++: true for a function that is defined in a type and is no member of it.
fn is_friend(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    language_family(library.file(node.file).format.id) == "c"
        && outline.kind(node.node) == Kind::Function
        && outline.parent(node.node).is_some_and(|at| outline.kind(at).is_class())
}

/// C++: true for `int a::f()` where `a` is no type but a namespace.
fn is_of_namespace(library: &Library, node: NodeRef) -> bool {
    let Some(outline) = library.outline(node.file) else { return false };
    let owner = outline.detail(node.node).rsplit("::").next().unwrap_or_default();
    !owner.is_empty()
        && outline.kind(node.node).is_function()
        && library.language(node.file) == "cpp"
        && library.owner(node).is_none()
        && !library.modules_named(owner).is_empty()
}

/// JavaScript: true for what describes a property, which nobody calls: `Object.defineProperty(a, "b", { get() { … } })`.
fn is_of_descriptor(library: &Library, target: NodeRef) -> bool {
    if is_in_descriptor(library, target) {
        return true;
    }
    let is_accessor = || library.outline(target.file).is_some_and(|it| matches!(it.name(target.node), "get" | "set"));
    let Some((text, head)) = is_accessor().then(|| before_method(library, target)).flatten() else { return false };
    let start = text.floor_char_boundary(head.start.saturating_sub(MAX_DESCRIPTOR));
    let before = text.get(start..head.start).unwrap_or_default();
    let Some((_, inside)) = before.rsplit_once("Object.defineProperty(") else { return false };
    let count = |sign: char| inside.matches(sign).count();
    count('{') == count('}') + 1 && count('(') == count(')')
}

/// The same among several: `Object.defineProperties(a, { b: { get() { … } } })`, where `b` is a property.
fn is_in_descriptor(library: &Library, target: NodeRef) -> bool {
    let Some(outline) = library.outline(target.file) else { return false };
    let around = outline.parent(target.node).filter(|&at| outline.kind(at) == Kind::Property);
    let Some(around) = around.filter(|_| matches!(outline.name(target.node), "get" | "set" | "value")) else {
        return false;
    };
    let Ok(text) = library.peek_text(target.file) else { return false };
    let behind = text.get(outline.name_span(around).end as usize..).unwrap_or_default();
    behind.trim_start_matches(['"', '\'', ' ']).starts_with(':')
}

/// Bytes before an accessor in which its property is looked for, at most.
const MAX_DESCRIPTOR: usize = 2 << 10;

/// TypeScript: the name of the type that is written out as an object around a member: `type A = { run(): void }`.
fn object_type(library: &Library, member: NodeRef) -> Option<&str> {
    let outline = library.outline(member.file)?;
    let around = outline.parent(member.node).filter(|&at| outline.kind(at) == Kind::Alias)?;
    let is_script = library.lexis(member.file).is_some_and(|lexis| lexis.types.objects);
    is_script.then(|| outline.name(around))
}

/// The type directly around another.
fn type_around(library: &Library, inner: NodeRef) -> Option<(&str, NodeRef)> {
    let outline = library.outline(inner.file)?;
    let around = outline.parent(inner.node).filter(|&at| outline.kind(at).is_class());
    around.map(|node| (outline.name(node), NodeRef { file: inner.file, node }))
}

/// Each owner with its declaration: that of the innermost may be elsewhere, those of the others enclose it.
pub(super) fn owners_with_nodes<'l>(
    library: &'l Library,
    target: NodeRef,
    home: Option<NodeRef>,
    owners: Vec<&'l str>,
) -> Vec<(&'l str, Option<NodeRef>)> {
    let Some(outline) = library.outline(target.file) else { return Vec::new() };
    let around = |name: &str| {
        let found = outline.ancestors(target.node).find(|&at| outline.kind(at).is_class() && outline.name(at) == name);
        found.map(|node| NodeRef { file: target.file, node })
    };
    let named =
        |node: &NodeRef, name: &str| library.outline(node.file).is_some_and(|outline| outline.name(node.node) == name);
    owners.into_iter().map(|name| (name, home.filter(|home| named(home, name)).or_else(|| around(name)))).collect()
}
