//! A site where a name is called: what stands before the name, and what that is.

use super::access::can_call;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::ambiguity::DeclarationTable;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::names::lua::chains::qualifiers_in_lua;
use crate::docql::relations::names::lua::values;
use crate::docql::relations::names::meaning::Meaning;
use crate::docql::relations::names::name_resolution::Imports;
use crate::docql::relations::names::php::types::is_php;
use crate::docql::relations::names::qualifiers::{qualified, qualifiers_in_php};
use crate::docql::relations::names::rust::paths::Leads;
use crate::docql::relations::typing::arity::{Arity, counts, extends_in_kotlin, has_parameter, suspends};
use crate::docql::relations::typing::known::{FileTypes, Receiver};
use crate::docql::relations::typing::locals::places::Standing;
use crate::docql::relations::typing::overloading::model::{Argument, Given};
use crate::docql::relations::typing::ruby::model::Value;
use crate::docql::relations::typing::scripts::scopes::Local;
use crate::docql::relations::typing::scripts::values::Called;
use crate::library::NodeRef;
use std::cell::{Cell, OnceCell};

/// Why a call is left out without a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum LeftOutFor {
    /// Nothing tells the type of the value.
    Unknown,
    /// Python: so it is, and nothing that the file imports leads to what is asked for.
    Apart,
    /// Its type is written, and declared nowhere here.
    Elsewhere,
}

/// What a name at a site can mean, computed on first use.
#[derive(Default)]
pub(super) struct Candidates {
    /// The declarations of the name, by index.
    pub(super) declared: OnceCell<Vec<usize>>,
    /// What modules say of it, if they do.
    pub(super) meaning: OnceCell<Option<Meaning>>,
}

/// A type that a call is made on a value of, which may be of a type below.
pub(super) struct Through {
    pub(super) of: NodeRef,
    /// The type, itself or above, that has the called name.
    pub(super) declaring: NodeRef,
    /// What has the name there.
    pub(super) members: Vec<NodeRef>,
}

/// A site where a name is called.
pub(in crate::docql::relations) struct CallSite<'p, 'l> {
    pub imports: &'p Imports<'l>,
    /// Types around the site.
    pub types: &'p FileTypes<'p, 'l>,
    pub offset: u32,
    /// The text of the file before the name.
    pub before: &'p str,
    /// The called name.
    pub name: &'p str,
    /// The declarations of the names in question.
    pub declarations: &'p DeclarationTable<'p>,
    /// The qualifiers before the name, outermost first.
    pub(super) qualifiers: Vec<&'p str>,
    /// The candidates of the last qualifier, as a type, and of the name itself.
    pub(super) type_candidates: Candidates,
    pub(super) name_candidates: Candidates,
    /// What the call is made on, and whether the last qualifier is a module; computed on first use, since a name such as
    /// `String` is that of hundreds of callables.
    receiver: OnceCell<Option<Receiver>>,
    /// Why the call was left out without a row, if it was.
    pub(in crate::docql::relations) left_out: Cell<Option<LeftOutFor>>,
    is_module: OnceCell<bool>,
    /// Kotlin: the values that blocks around the site make the own one.
    scoped: OnceCell<Vec<Receiver>>,
    members: OnceCell<Vec<(NodeRef, Vec<NodeRef>)>>,
    /// The types that the call goes through, if it may run what is below them.
    pub(super) through: OnceCell<Vec<Through>>,
    is_headed_by_import: OnceCell<bool>,
    /// How the name stands where it is not called, whether that is in an import, and whether a variable there has it.
    pub(super) standing: OnceCell<Standing>,
    pub(super) is_import: OnceCell<bool>,
    pub(super) is_variable_here: OnceCell<bool>,
    pub(super) is_of_own_type: OnceCell<bool>,
    is_hidden: OnceCell<bool>,
    may_be_hidden: OnceCell<bool>,
    pub(super) local: OnceCell<Option<Local>>,
    pub(super) called_value: OnceCell<Called>,
    /// JavaScript: where the `this` stands that the call is made on.
    own_at: OnceCell<Option<u32>>,
    is_of_macro: OnceCell<Option<bool>>,
    /// PHP: whether the name is called.
    pub(super) is_called: OnceCell<bool>,
    is_signature: OnceCell<bool>,
    /// Ruby: what the call is made on; `None` if nothing stands before the name.
    pub(super) ruby_receiver: OnceCell<Option<Value>>,
    /// Lua: what the name is joined to stands for, and what the name alone is taken from.
    pub(super) lua_value: OnceCell<values::Value>,
    pub(super) lua_alias: OnceCell<Option<values::Value>>,
    is_declarator: OnceCell<bool>,
    /// Rust: where the name alone and the path before it lead.
    pub(super) leads: [OnceCell<Leads>; 2],
    arguments: OnceCell<Option<Given>>,
    argument_types: OnceCell<Option<Vec<Argument>>>,
    /// The types of the function around the site, with their declarations where known.
    pub(super) around: OnceCell<Vec<(&'l str, Option<NodeRef>)>>,
}

impl<'p, 'l> CallSite<'p, 'l> {
    pub(in crate::docql::relations) fn new(
        types: &'p FileTypes<'p, 'l>,
        offset: u32,
        before: &'p str,
        name: &'p str,
        declarations: &'p DeclarationTable<'p>,
    ) -> CallSite<'p, 'l> {
        let imports = types.imports;
        let is_script = language_family(imports.library.language(imports.file)) == "javascript";
        let (before, qualifiers) = match is_php(imports.library, imports.file) {
            true => (before, qualifiers_in_php(before)),
            false if imports.library.language(imports.file) == "lua" => (before, qualifiers_in_lua(before)),
            false => qualified(before, is_script),
        };
        CallSite {
            imports,
            types,
            offset,
            before,
            name,
            declarations,
            qualifiers,
            type_candidates: Candidates::default(),
            name_candidates: Candidates::default(),
            receiver: OnceCell::new(),
            left_out: Cell::new(None),
            is_module: OnceCell::new(),
            scoped: OnceCell::new(),
            members: OnceCell::new(),
            through: OnceCell::new(),
            is_headed_by_import: OnceCell::new(),
            standing: OnceCell::new(),
            is_import: OnceCell::new(),
            is_variable_here: OnceCell::new(),
            is_of_own_type: OnceCell::new(),
            is_hidden: OnceCell::new(),
            may_be_hidden: OnceCell::new(),
            local: OnceCell::new(),
            called_value: OnceCell::new(),
            own_at: OnceCell::new(),
            is_of_macro: OnceCell::new(),
            is_called: OnceCell::new(),
            is_signature: OnceCell::new(),
            ruby_receiver: OnceCell::new(),
            lua_value: OnceCell::new(),
            lua_alias: OnceCell::new(),
            is_declarator: OnceCell::new(),
            leads: Default::default(),
            arguments: OnceCell::new(),
            argument_types: OnceCell::new(),
            around: OnceCell::new(),
        }
    }

    /// The language of the file.
    pub(super) fn language(&self) -> &'static str {
        self.imports.library.language(self.imports.file)
    }

    /// True if the call stands in a file of Java.
    pub(super) fn is_in_java(&self) -> bool {
        self.language() == "java"
    }

    /// How many arguments the call has; `None` where that is not known, or the language may leave arguments out or add some.
    pub(super) fn arguments(&self) -> Option<&Given> {
        let count = || if counts(self.language()) { self.types.arguments(self.offset) } else { None };
        self.arguments.get_or_init(count).as_ref()
    }

    /// How many arguments a function takes, where the number that the call has tells something.
    pub(super) fn arity_of(&self, function: NodeRef) -> Option<Arity> {
        if counts(self.language()) { self.types.table.arity(function) } else { None }
    }

    /// True if the function, which takes so many, may be called with the arguments of the call.
    pub(super) fn allows(&self, function: NodeRef, arity: Arity) -> bool {
        let (own, other) = (self.language(), self.imports.library.language(function.file));
        // Another language may leave arguments out, or add some.
        let is_one = |family: [&str; 2]| family.contains(&own) && family.contains(&other);
        if own != other && !is_one(["java", "kotlin"]) && !is_one(["typescript", "tsx"]) {
            return true;
        }
        let Some(Given { least, most, has_types, names }) = self.arguments() else { return true };
        let has_names = || names.iter().all(|name| has_parameter(self.imports.library, function, name));
        if !arity.allows_types(*has_types) || !has_names() {
            return false;
        }
        // The own value is an argument as well where the function is called by the path of its type, and what Kotlin
        // extends is one in Java.
        let library = self.imports.library;
        let (least, most) = match own {
            // What goes on when it is done is the last argument of what suspends.
            "java" => {
                let more = usize::from(extends_in_kotlin(library, function)) + usize::from(suspends(library, function));
                if *most < more {
                    return false;
                }
                (least.saturating_sub(more), most - more)
            }
            _ => (*least, *most),
        };
        let more = usize::from(own == "rust" && self.before.ends_with("::"));
        (least.saturating_sub(more)..=most).any(|count| arity.allows(count))
            || most < arity.least && self.language() == "cpp" && self.types.table.is_declared_with_defaults(function)
    }

    /// True if a variable or parameter of the name hides the functions that have it.
    pub(super) fn is_hidden(&self) -> bool {
        let is_hidden = || self.qualifiers.is_empty() && self.types.is_hidden(self.name, self.offset, self.before);
        *self.is_hidden.get_or_init(is_hidden)
    }

    /// Kotlin: true if a variable or parameter of the name may be what is called.
    pub(super) fn may_be_hidden(&self) -> bool {
        let may_be = || self.qualifiers.is_empty() && self.types.may_be_hidden(self.name, self.offset, self.before);
        *self.may_be_hidden.get_or_init(may_be)
    }

    /// Rust: true if a macro is called, `name!(…)`, false if a function is; `None` where the name stands otherwise.
    pub(super) fn is_of_macro(&self) -> Option<bool> {
        let is_of_macro = || {
            let text = self.imports.library.peek_text(self.imports.file).ok()?;
            let behind = text.get(self.offset as usize + self.name.len()..)?;
            match behind.as_bytes().first()? {
                b'!' if !behind.starts_with("!=") => Some(true),
                b'(' => Some(false),
                _ => None,
            }
        };
        *self.is_of_macro.get_or_init(is_of_macro)
    }

    /// TypeScript: true if no call stands here but a member of a type: `{ close(): void }`.
    pub(super) fn is_signature(&self) -> bool {
        let is_script = || {
            matches!(self.language(), "typescript" | "tsx" | "vue" | "svelte" | "astro") && self.qualifiers.is_empty()
        };
        *self.is_signature.get_or_init(|| is_script() && self.types.is_signature(self.offset, self.before))
    }

    /// C++: true if no call stands here but a declaration: of a variable that is made from something, of a friend, of
    /// what a template is made into.
    pub(super) fn is_declarator(&self) -> bool {
        let is_cpp = || self.language() == "cpp";
        *self.is_declarator.get_or_init(|| is_cpp() && self.types.is_declarator(self.offset))
    }

    /// What the arguments are, where functions of one name are told apart by them.
    pub(super) fn argument_types(&self) -> Option<&[Argument]> {
        let of_call = || self.arguments().and_then(|_| self.types.argument_types(self.offset));
        self.argument_types.get_or_init(of_call).as_deref()
    }

    /// What the call is made on; `None` if nothing stands before the name.
    pub(in crate::docql::relations) fn receiver(&self) -> Option<&Receiver> {
        match self.known_receiver() {
            Some(Receiver::Of(node, _)) if self.types.is_maker(*node) => Some(&Receiver::Unknown),
            known => known,
        }
    }

    fn known_receiver(&self) -> Option<&Receiver> {
        self.receiver.get_or_init(|| self.types.receiver(self.offset)).as_ref()
    }

    /// Kotlin: the values that blocks around the site make the own one, innermost first.
    pub(super) fn scoped_receivers(&self) -> &[Receiver] {
        let around = || if self.language() == "kotlin" { self.types.scoped_receivers(self.offset) } else { Vec::new() };
        self.scoped.get_or_init(around)
    }

    /// JavaScript: the function that makes the value on which the call is made: `new Foo().run()`.
    pub(super) fn maker(&self) -> Option<(NodeRef, Evidence)> {
        match self.known_receiver() {
            Some(Receiver::Of(node, evidence)) if self.types.is_maker(*node) => Some((*node, *evidence)),
            _ => None,
        }
    }

    /// JavaScript: where the `this` stands that the call is made on: before the name, or where a variable is that,
    /// `const self = this`.
    pub(super) fn own_at(&self) -> Option<u32> {
        let is_script = || language_family(self.language()) == "javascript";
        let own_at = || match self.qualifiers[..] {
            [_] if is_script() => self.types.own_value_at(self.offset),
            _ => None,
        };
        *self.own_at.get_or_init(own_at)
    }

    /// The members of the called name that `node`, the type of what the call is made on, and each type above it have.
    pub(in crate::docql::relations) fn members(&self, node: NodeRef) -> &[(NodeRef, Vec<NodeRef>)] {
        self.members.get_or_init(|| self.members_of(node))
    }

    pub(super) fn members_of(&self, node: NodeRef) -> Vec<(NodeRef, Vec<NodeRef>)> {
        let above = self.types.table.above(node);
        let types = std::iter::once(node).chain(above.iter().copied());
        let is_java = self.is_in_java();
        // `Base::ready` is a method.
        let is_called = self.arguments().is_some() || self.before.ends_with("::");
        // A field of the name is not called, and what takes other arguments overrides nothing that is.
        let is_meant = |member: &NodeRef| {
            let library = self.imports.library;
            let is_function = || library.outline(member.file).is_some_and(|of| of.kind(member.node).is_function());
            let arity = self.arguments().and_then(|_| self.types.table.arity(*member));
            let (file, offset) = (self.imports.file, self.offset);
            (!is_java || (is_function() || !is_called) && can_call(self.types.table, *member, file, offset))
                && arity.is_none_or(|arity| self.allows(*member, arity))
                && self.may_be_given(*member)
                && self.is_of_sort_in_php(*member)
        };
        let named = |of: NodeRef| self.types.table.members_named(of, self.name);
        let mut all: Vec<(NodeRef, Vec<NodeRef>)> =
            types.map(|of| (of, named(of).into_iter().filter(is_meant).collect())).collect();
        self.put_aside_in_php(&mut all);
        all
    }

    /// True if the last qualifier is imported and not known to be a value, and no variable of that name is in scope.
    pub(super) fn is_module(&self, qualifier: &str) -> bool {
        *self.is_module.get_or_init(|| {
            self.imports.has_at(qualifier, self.offset)
                && !self.types.is_variable(qualifier, self.offset)
                && !matches!(
                    self.types.meaning(self.imports.file, self.offset, &[], qualifier),
                    Some(Meaning::Declared(_) | Meaning::Value)
                )
        })
    }

    /// True if the first qualifier is imported, and no variable of that name is in scope.
    pub(super) fn is_headed_by_import(&self) -> bool {
        *self.is_headed_by_import.get_or_init(|| {
            self.qualifiers.first().is_some_and(|head| {
                self.imports.has_at(head, self.offset) && !self.types.is_variable(head, self.offset)
            })
        })
    }
}
