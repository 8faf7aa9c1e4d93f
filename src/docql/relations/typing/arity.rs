//! How many arguments functions take, where that tells those of one name apart.

use crate::docql::nodes::callables::params::{params, primary_params};
use crate::docql::nodes::names::id::{list_parts, parameters};
use crate::document::{Kind, NodeFlags};
use crate::library::{Library, NodeRef};

/// How many arguments a function takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) struct Arity {
    pub(in crate::docql::relations) least: usize,
    /// `None` if one parameter stands for any number.
    pub(in crate::docql::relations) most: Option<usize>,
    pub(in crate::docql::relations) types: TypeArguments,
    /// C#: true if it is called on values of its first parameter.
    pub(in crate::docql::relations) is_extension: bool,
}

/// Whether a call of a function is written with types: `find<User>(id)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql::relations) enum TypeArguments {
    Never,
    /// Or that is not told.
    Maybe,
    /// Nothing else says what they are.
    Always,
}

/// True for languages in which the number of arguments tells functions apart.
pub(in crate::docql::relations) fn counts(language: &str) -> bool {
    matches!(language, "java" | "csharp" | "kotlin" | "cpp" | "rust" | "typescript" | "tsx")
}

impl Arity {
    /// By the list of parameters, of which some may be left out or stand for any number.
    pub(super) fn of(library: &Library, node: NodeRef) -> Option<Arity> {
        let language = library.language(node.file);
        if language == "java" {
            let list = parameters(library, node)?;
            let count = list_parts(&list, true).len();
            let is_open = list.contains("...");
            let least = count - usize::from(is_open && count > 0);
            return Some(Arity {
                least,
                most: (!is_open).then_some(count),
                types: TypeArguments::Maybe,
                is_extension: false,
            });
        }
        if !counts(language) {
            return None;
        }
        if matches!(language, "typescript" | "tsx") {
            return Arity::of_typescript(library, node);
        }
        let (outline, text) = (library.outline(node.file)?, library.node_text(node.file).ok()?);
        let head = text.get(outline.name_span(node.node).end as usize..)?.trim_start();
        let all = match outline.kind(node.node) {
            kind if kind.is_class() => primary_params(library, node)?,
            // What a variable holds has its parameters elsewhere.
            _ if head.starts_with(['(', '<']) => params(library, node)?,
            _ => return None,
        };
        let is_open = |one: &&String| is_any_number(one, language);
        let count = all.iter().filter(|one| !is_open(one)).count();
        let needed = all.iter().filter(|one| !is_open(one) && !one.contains('=')).count();
        // What an extension is called on is its first argument where it is called by its type.
        let is_extension = is_extension(library, node);
        let most = (!all.iter().any(|one| is_open(&one))).then_some(count);
        let has_types = language == "csharp" && outline.kind(node.node) != Kind::Constructor;
        let types = if has_types { type_arguments(head, &all) } else { TypeArguments::Maybe };
        Some(Arity { least: needed.saturating_sub(usize::from(is_extension)), most, types, is_extension })
    }

    fn of_typescript(library: &Library, node: NodeRef) -> Option<Arity> {
        let (outline, text) = (library.outline(node.file)?, library.node_text(node.file).ok()?);
        let name = outline.name_span(node.node);
        // What is called behind an accessor is what that yields.
        let before = text.get(outline.span(node.node).start as usize..name.start as usize)?;
        if before.split_whitespace().any(|word| matches!(word, "get" | "set")) {
            return None;
        }
        // A variable of another type may be given more than what it is set to takes, and so may a member of an object.
        let behind = text.get(name.end as usize..)?.trim_start().trim_start_matches(['?', '!']);
        let is_of_type = behind.strip_prefix(':').is_some_and(|type_| !type_.trim_start().starts_with(['(', '<']));
        let is_of_class = || outline.parent(node.node).is_some_and(|at| outline.kind(at).is_class());
        let is_lambda = outline.flags(node.node).has(NodeFlags::LAMBDA);
        let is_given_more = is_lambda && is_of_type || outline.kind(node.node) == Kind::Method && !is_of_class();
        let all = params(library, node)?;
        let is_open = |one: &&String| one.starts_with("...");
        let count = all.iter().filter(|one| !is_open(one)).count();
        let most = (!is_given_more && !all.iter().any(|one| is_open(&one))).then_some(count);
        // What may be left out stands last.
        let least = all.iter().rposition(|one| !is_open(&one) && !may_be_left_out(one)).map_or(0, |last| last + 1);
        Some(Arity { least, most, types: TypeArguments::Maybe, is_extension: false })
    }

    /// True if the last parameter stands for any number.
    pub(in crate::docql::relations) fn is_open(self) -> bool {
        self.most.is_none()
    }

    /// True if a call with so many arguments may mean it.
    pub(in crate::docql::relations) fn allows(self, arguments: usize) -> bool {
        arguments >= self.least && self.most.is_none_or(|most| arguments <= most)
    }

    /// True if a call may mean it that is written with types, or without.
    pub(in crate::docql::relations) fn allows_types(self, has_types: bool) -> bool {
        self.types != if has_types { TypeArguments::Never } else { TypeArguments::Always }
    }
}

/// TypeScript: true for a parameter that is marked, has a default, takes nothing, or whose type is written elsewhere.
fn may_be_left_out(parameter: &str) -> bool {
    let Some((name, type_)) = parameter.split_once(':') else { return true };
    let has_default = parameter.replace("=>", "").contains('=');
    name.trim_end().ends_with('?') || has_default || type_.split('|').any(|one| one.trim() == "void")
}

/// Kotlin, C#: true if a function has a parameter of the name. In other languages arguments have none.
pub(in crate::docql::relations) fn has_parameter(library: &Library, function: NodeRef, name: &str) -> bool {
    let language = library.file(function.file).format.id;
    let Some(all) = params(library, function).filter(|_| matches!(language, "kotlin" | "csharp")) else { return true };
    let before = if language == "kotlin" { ':' } else { '=' };
    all.iter().any(|one| {
        let written = one.split(before).next().unwrap_or_default().trim_end();
        written.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next() == Some(name)
    })
}

/// C#: whether what is declared with this text behind its name is called with types.
fn type_arguments(head: &str, parameters: &[String]) -> TypeArguments {
    let Some(inside) = head.strip_prefix('<').and_then(|head| head.split('>').next()) else {
        return TypeArguments::Never;
    };
    let is_written = |name: &str| {
        let has_name = |one: &String| one.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == name);
        parameters.iter().any(has_name)
    };
    // Attributes may stand before the name of one.
    let name = |one: &str| one.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default().to_owned();
    let is_told = list_parts(inside, true).into_iter().all(|one| is_written(&name(one.trim())));
    if is_told { TypeArguments::Maybe } else { TypeArguments::Always }
}

/// True for a parameter that stands for any number of arguments.
fn is_any_number(parameter: &str, language: &str) -> bool {
    let has_word = |text: &str, word: &str| text.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
    match language {
        "csharp" => has_word(parameter, "params"),
        "kotlin" => has_word(parameter.split(':').next().unwrap_or_default(), "vararg"),
        _ => parameter.contains("..."),
    }
}

/// C#: true for a function whose first parameter begins with `this`.
pub(in crate::docql::relations) fn is_extension(library: &Library, node: NodeRef) -> bool {
    if library.file(node.file).format.id != "csharp" {
        return false;
    }
    let list = parameters(library, node);
    list.is_some_and(|list| {
        let first = list.trim_start_matches(|c: char| c.is_whitespace());
        // An attribute may stand before it.
        let first = if first.starts_with('[') { first.split_once(']').map_or("", |(_, rest)| rest) } else { first };
        first.trim_start().starts_with("this ")
    })
}

/// Kotlin: true for a function that is called on values of a type written before it: `fun Call.run()`.
pub(in crate::docql::relations) fn extends_in_kotlin(library: &Library, function: NodeRef) -> bool {
    let before = || {
        let outline = library.outline(function.file)?;
        let text = library.node_text(function.file).ok()?;
        Some(text.get(..outline.name_span(function.node).start as usize)?.trim_end().ends_with('.'))
    };
    library.file(function.file).format.id == "kotlin" && before() == Some(true)
}

/// Kotlin: true for a function that is marked to suspend.
pub(in crate::docql::relations) fn suspends(library: &Library, function: NodeRef) -> bool {
    let is_marked = || {
        let outline = library.outline(function.file)?;
        let text = library.node_text(function.file).ok()?;
        let head =
            text.get(outline.span(function.node).start as usize..outline.name_span(function.node).start as usize)?;
        let head = head.split(')').next_back()?;
        Some(head.split_whitespace().take_while(|word| *word != "fun").any(|word| word == "suspend"))
    };
    library.file(function.file).format.id == "kotlin" && is_marked() == Some(true)
}

/// True for languages in which the types of arguments tell functions of one name apart.
pub(in crate::docql::relations) fn compares(language: &str) -> bool {
    matches!(language, "java" | "csharp" | "kotlin")
}
