//! Whether a name tells what is called: of a name that is declared once here, where nothing says what the call is made on.

use super::call_site::CallSite;
use super::callable::Callable;
use super::dispatch::Dispatch;
use super::fit::call_fit::Fit;
use super::fit::script_binding::Binding;
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::ambiguity::DeclKind;
use crate::docql::relations::names::c::linkage;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::known::Receiver;
use crate::document::Kind;
use crate::library::NodeRef;
use crate::stdx::holds_word;

/// First words of names that libraries are full of, whatever word follows: `setLevel`, `read_line`, `as_ref`.
const USUAL_BEGINNINGS: &[&str] = &[
    "add", "as", "close", "create", "do", "each", "ends", "find", "for", "from", "get", "has", "in", "index", "into",
    "is", "last", "len", "load", "make", "new", "next", "not", "on", "open", "parse", "poll", "pop", "push", "put",
    "read", "remove", "replace", "run", "safe", "send", "set", "sort", "split", "starts", "to", "try", "with", "write",
];

/// Names of two words that libraries of languages have, in their words.
const OF_LIBRARIES: &[[&str; 2]] = &[
    ["append", "child"],
    ["char", "at"],
    ["compare", "to"],
    ["contains", "key"],
    ["copy", "from"],
    ["current", "time"],
    ["deep", "merge"],
    ["drop", "while"],
    ["entry", "set"],
    ["equals", "ignore"],
    ["exit", "code"],
    ["file", "name"],
    ["filter", "map"],
    ["flat", "map"],
    ["group", "by"],
    ["hash", "code"],
    ["key", "set"],
    ["listen", "on"],
    ["max", "by"],
    ["min", "by"],
    ["order", "by"],
    ["prepend", "child"],
    ["sub", "string"],
    ["sum", "of"],
    ["stringify", "keys"],
    ["symbolize", "keys"],
    ["take", "while"],
    ["then", "by"],
    ["time", "zone"],
    ["trim", "end"],
    ["trim", "start"],
    ["unwrap", "or"],
    ["value", "of"],
    ["wait", "for"],
];

/// Words for the own value.
const OWN: &[&str] = &["self", "this", "@", "cls"];

/// Letters of the name of a value that is called like a type, at least.
const LEAST_LETTERS: usize = 3;

impl<'l> CallSite<'_, 'l> {
    /// How a call of a name is known to mean one of `callables`, as how many of those that are `asked` for count among all
    /// that have the name; under an alias it is only what the import says. `None` if it means none of them.
    pub(in crate::docql::relations) fn evidence(
        &self,
        callables: &[(usize, Callable<'l>)],
        (asked, is_alias): (usize, bool),
        dispatch: &Dispatch<'_, 'l>,
    ) -> Fit {
        let fit = callables.iter().map(|(_, callable)| self.fit_among(callable, callables)).max().flatten();
        if fit.is_none_or(|fit| fit == Evidence::Name)
            && !is_alias
            && let Some(of) = callables.iter().find_map(|(_, callable)| dispatch.through(self, callable, callables))
        {
            return Some(Evidence::Dispatch(Some(of)));
        }
        let language = language_family(self.imports.library.file(self.imports.file).format.id);
        // Of several macros any may be it.
        let fit = fit.filter(|fit| !is_alias || language == "c" || *fit > Evidence::Name)?;
        let declared = self.declarations.get(&(self.name, language));
        let asked = if self.qualifiers.is_empty() { asked.max(1) } else { 1 };
        let is_unique = declared.is_none_or(|declarations| declarations.callables <= asked);
        let tells = || !self.types.is_common(self.name) && callables.iter().any(|(_, one)| self.tells(one));
        let is_telling = is_unique && (fit > Evidence::Name || !is_alias && tells());
        Some(if is_telling { fit.max(Evidence::Unique) } else { fit })
    }

    /// False where that nothing else here has the name tells nothing: it is that of a value, which may hold anything, or of
    /// something of the environment; or what the call is made on may be of a type of a library, with a name that those have.
    pub(in crate::docql::relations) fn tells(&self, callable: &Callable<'_>) -> bool {
        // A command may be any program.
        let is_elsewhere = self.is_command() || self.is_of_system(callable) || self.is_unbound(callable);
        !is_elsewhere && self.is_bound(callable.node) && self.is_telling(callable) && !self.is_chosen(callable)
    }

    /// C: true where a condition has a macro of the name in one branch and a function in another: a build takes one.
    fn is_chosen(&self, callable: &Callable<'_>) -> bool {
        let (library, modules) = (self.imports.library, &self.types.table.modules);
        if language_family(library.file(self.imports.file).format.id) != "c" {
            return false;
        }
        let functions = || {
            let declared = self.declarations.get(&(self.name, "c"));
            declared.map_or(&[][..], |all| all.declared(DeclKind::Function)).iter().map(|(node, _)| *node)
        };
        modules.seen_macros(self.name, self.imports.file).into_iter().any(|of| match of == callable.node {
            true => functions().any(|function| function != of && modules.is_in_other_branch(of, function)),
            false => modules.is_in_other_branch(of, callable.node),
        })
    }

    /// C: true where a header of the system has what is called, as far as includes tell.
    fn is_of_system(&self, callable: &Callable<'_>) -> bool {
        let modules = &self.types.table.modules;
        callable.kind == Kind::Macro && linkage::is_of_system(modules, callable.node, self.imports.file)
    }

    /// False where the name is that of a value, or of something of the environment.
    pub(super) fn is_bound(&self, node: NodeRef) -> bool {
        let is_elsewhere = matches!(self.receiver(), Some(Receiver::Environment | Receiver::Foreign));
        self.binding(node) != Binding::Value && !is_elsewhere && !self.may_be_hidden()
    }

    fn is_telling(&self, callable: &Callable<'_>) -> bool {
        let family = language_family(self.imports.library.file(self.imports.file).format.id);
        // Ruby makes values of all classes by one name.
        if family == "ruby" && callable.is_constructor() {
            return false;
        }
        let is_free = callable.owners.is_empty();
        let Some(&last) = self.qualifiers.last() else {
            return is_free || is_distinct(self.name) && (family != "ruby" || self.is_of_module_in_ruby(callable));
        };
        match family {
            // A path whose module was not found leads to another crate.
            "rust" if is_free && self.before.ends_with("::") => false,
            // A value of which nothing is known may be of any type, of whatever library.
            "python" => false,
            // So may one of PHP, which says of few values of what type they are.
            "php" => !self.before.ends_with("->") && callable.belongs_to(last),
            // What is called on a value is none of the functions of a module.
            "javascript" if is_free => false,
            // Exported variables and properties are written like types.
            "go" | "csharp" => self.is_called_like_owner(callable, last),
            _ if is_type_name(last, family) => callable.belongs_to(last),
            // However rare the name is, a value of which nothing is known may be of a library that has it.
            _ => self.is_called_like_owner(callable, last),
        }
    }

    /// Ruby: true for a method of a module, which may be mixed in anywhere. What a class has is called by its name alone in
    /// that class and those below it, and there the own value tells; anywhere else a library has one of the name.
    fn is_of_module_in_ruby(&self, callable: &Callable<'_>) -> bool {
        let types = &self.types.table.ruby;
        types.owner_and_levels(callable.node).is_some_and(|(owner, _)| types.is_module(&owner))
    }

    /// True if what the call is made on is written to be of a type that is declared nowhere here.
    fn is_of_type_elsewhere(&self, callable: &Callable<'_>) -> bool {
        let Some((name, text)) = self.types.type_written_before(self.offset) else { return false };
        // What holds a value of the type may be that to those who use it: `Data<Auth>`.
        !callable.owner_names().any(|owner| holds_word(&text, owner))
            && is_type_name(&name, self.language())
            && name.len() > 1
            && !self.types.has_type(self.imports.file, &name)
    }

    /// True if what the call is made on has the name of a type of the callable, or the end of it: `client`, `otherClient`
    /// and `http_clients` of an `HttpClient`. What is called by several is a list of them, which has the usual names itself.
    fn is_called_like_owner(&self, callable: &Callable<'_>, value: &str) -> bool {
        let is_distinct = is_distinct(self.name);
        let is_list = value.ends_with('s') && !is_distinct;
        // A member of a value of which nothing is known is one of whatever has that.
        let is_of_unknown = self.qualifiers.len() > 1 && !OWN.contains(&self.qualifiers[0]);
        if is_of_unknown && !is_distinct || self.is_of_type_elsewhere(callable) {
            return false;
        }
        let plain = |name: &str| {
            let letters = name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase);
            let letters: String = letters.collect();
            letters.strip_suffix('s').map_or(letters.clone(), str::to_owned)
        };
        let value = plain(value);
        let outline = self.imports.library.outline(callable.file);
        // A module of Ruby is what includes it; one around a class is no more than a place for that.
        let module = outline.and_then(|outline| {
            let is_scope = |&at: &u32| outline.kind(at).is_class() || outline.kind(at) == Kind::Module;
            let of = outline.ancestors(callable.node.node).find(is_scope)?;
            (outline.kind(of) == Kind::Module).then(|| outline.name(of))
        });
        callable.owner_names().chain(module).filter(|owner| !is_list || owner.ends_with('s')).any(|owner| {
            let owner = plain(owner);
            value.len() >= LEAST_LETTERS && owner.ends_with(&value)
                || owner.len() >= LEAST_LETTERS && value.ends_with(&owner)
        })
    }
}

/// True for a name that is written like a type: in Ruby all constants are, and the types of others are among them.
fn is_type_name(name: &str, family: &str) -> bool {
    name.starts_with(char::is_uppercase) && (family == "ruby" || name.len() == 1 || name.contains(char::is_lowercase))
}

/// True for a name that hardly anything else has: of several words, and none that libraries use.
fn is_distinct(name: &str) -> bool {
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        // Rust: `headers_mut`
        [] | [_] | [_, "mut"] => false,
        [first, second] => !USUAL_BEGINNINGS.contains(first) && !OF_LIBRARIES.contains(&[*first, *second]),
        _ => true,
    }
}

/// The words that a name is made of, in small letters: `readAll`, `read_all`, `HTTPServer`.
fn words(name: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let letters: Vec<char> = name.chars().collect();
    let mut is_new = true;
    for (at, &letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            is_new = true;
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let ends_capitals = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase() && before.is_some_and(|before| !before.is_uppercase() || ends_capitals);
        if is_new || begins {
            out.push(String::new());
        }
        if let Some(word) = out.last_mut() {
            word.extend(letter.to_lowercase());
        }
        is_new = false;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_of_words() {
        for (name, expected) in [
            ("readAll", "read all"),
            ("read_all!", "read all"),
            ("HTTPServer", "http server"),
            ("toRFC5424Level", "to rfc5424 level"),
            ("keys", "keys"),
            ("__x", "x"),
        ] {
            assert_eq!(words(name).join(" "), expected, "{name}");
        }
    }

    #[test]
    fn names_of_libraries_are_not_distinct() {
        for name in ["keys", "setTimezone", "as_mut", "Set", "location", "groupBy", "is_empty?", "headers_mut"] {
            assert!(!is_distinct(name), "{name}");
        }
        for name in ["finishJob", "profile_process", "isLowerThan", "GetPersonFromXmlNode", "with_graceful_shutdown"] {
            assert!(is_distinct(name), "{name}");
        }
    }
}
