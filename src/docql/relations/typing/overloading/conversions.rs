//! How well an argument fits a parameter: what languages and their libraries take a value of one type for.

use super::model::{Argument, Worth};
use crate::docql::nodes::supertypes::supertype_names;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::library::types::{is_below, plain};
use crate::docql::relations::typing::written::{self, Written};
use crate::document::{Kind, TypePlace, TypeRules};
use crate::library::NodeRef;

/// Kinds of numbers, and of what numbers are taken for: each with those that a value of it becomes by itself, nearest first.
const WIDER: &[(&str, &[&str])] = &[
    ("byte", &["short", "int", "long", "float", "double"]),
    ("short", &["int", "long", "float", "double"]),
    ("char", &["int", "long", "float", "double"]),
    ("int", &["long", "float", "double"]),
    ("long", &["float", "double"]),
    ("float", &["double"]),
    ("double", &[]),
    ("boolean", &[]),
];

/// The objects that values which are none are put into.
const BOXES: &[(&str, &str)] = &[
    ("byte", "Byte"),
    ("short", "Short"),
    ("char", "Character"),
    ("int", "Integer"),
    ("long", "Long"),
    ("float", "Float"),
    ("double", "Double"),
    ("boolean", "Boolean"),
];

/// Types of Java that take the place of no function.
const NO_FUNCTIONS: &[&str] = &[
    "Class",
    "Collection",
    "Date",
    "Duration",
    "Exception",
    "Instant",
    "List",
    "Locale",
    "Map",
    "Number",
    "Object",
    "Set",
    "Throwable",
    "TimeUnit",
];

/// Types of C# that nothing is made of a text or number by itself.
const UNMADE: &[&str] = &["CancellationToken", "DateTime", "Guid", "Stream", "TimeSpan", "Type"];

/// What arrays are above all in Java.
const ABOVE_ARRAYS: &[&str] = &["Cloneable", "Serializable"];

/// The kind of number that a name of Kotlin stands for, which has no objects for them.
fn plain_in<'n>(name: &'n str, language: &str) -> &'n str {
    match language {
        "kotlin" => BOXES.iter().find(|(_, of)| *of == name).map_or(plain(name), |(kind, _)| kind),
        "csharp" => match name {
            "Boolean" => "boolean",
            "Int32" => "int",
            "Int64" => "long",
            "Double" => "double",
            _ => plain(name),
        },
        _ => plain(name),
    }
}

fn wider(kind: &str) -> Option<&'static [&'static str]> {
    WIDER.iter().find(|(of, _)| *of == kind).map(|(_, wider)| *wider)
}

fn boxed(kind: &str) -> Option<&'static str> {
    BOXES.iter().find(|(of, _)| *of == kind).map(|(_, boxed)| *boxed)
}

fn unboxed(name: &str) -> Option<&'static str> {
    BOXES.iter().find(|(_, boxed)| *boxed == name).map(|(kind, _)| *kind)
}

/// The kind of number that an operation on two has.
pub(in crate::docql::relations::typing) fn promoted(a: &str, b: &str) -> Option<&'static str> {
    let kinds = ["double", "float", "long", "int"];
    let is_number = |kind: &str| kind != "boolean" && wider(kind).is_some();
    let found = kinds.into_iter().find(|kind| *kind == a || *kind == b).unwrap_or("int");
    (is_number(a) && is_number(b)).then_some(found)
}

impl FileTypes<'_, '_> {
    fn is_interface(&self, of: NodeRef) -> bool {
        self.table.library.outline(of.file).is_some_and(|outline| outline.kind(of.node) == Kind::Interface)
    }

    /// How an argument fits a parameter of the written type; `None` if it cannot be one.
    pub(in crate::docql::relations) fn worth(&self, parameter: &Written, argument: &Argument) -> Option<Worth> {
        let rules = self.rules(parameter.file)?;
        if rules.points && rules.place == TypePlace::Before {
            return self.worth_in_cpp(parameter, argument, rules);
        }
        let language = self.table.library.file(parameter.file).format.id;
        if let Some(item) = elements::item(&parameter.text, rules) {
            return self.worth_of_array(&Written { text: item.to_owned(), ..*parameter }, argument, language);
        }
        let path = written::path(&parameter.text, rules);
        let Some(name) = path.last().filter(|name| !written::is_type_parameter(name)) else {
            return Some(Worth::Possible);
        };
        let name = plain_in(name, language);
        match argument {
            Argument::Unknown => Some(Worth::Possible),
            Argument::Function => self.worth_of_function(parameter, name),
            _ if name == "Object" => Some(Worth::Anything),
            Argument::Null => self.worth_of_null(parameter, name, rules),
            Argument::Made(of) => Some(if plain(of) == name { Worth::Same } else { Worth::Possible }),
            Argument::Of(_) if wider(name).is_some() || name == "String" => None,
            Argument::Of(node) => self.worth_of_declared(parameter, name, *node),
            Argument::Array(_) if wider(name).is_some() || name == "String" => None,
            // C# makes spans and sequences of them.
            Argument::Array(_) if language == "csharp" => Some(Worth::Possible),
            Argument::Array(_) => match self.resolve(parameter) {
                Some(None) => ABOVE_ARRAYS.contains(&name).then_some(Worth::Above),
                Some(Some(of)) => self.is_alias(of).then_some(Worth::Possible),
                None => Some(Worth::Possible),
            },
            Argument::Literal(kind) => match language {
                "csharp" | "kotlin"
                    if *kind == "int" && wider(name).is_some_and(|_| name != "boolean" && name != "char") =>
                {
                    let is_whole = language == "csharp" || !matches!(name, "float" | "double");
                    is_whole.then_some(if name == "int" { Worth::Same } else { Worth::Above })
                }
                _ => self.worth_of_named(parameter, name, kind, language),
            },
            Argument::Named(of) => self.worth_of_named(parameter, name, plain_in(of, language), language),
        }
    }

    fn is_alias(&self, of: NodeRef) -> bool {
        self.table.library.outline(of.file).is_some_and(|outline| outline.kind(of.node) == Kind::Alias)
    }

    fn worth_of_function(&self, parameter: &Written, name: &str) -> Option<Worth> {
        let is_none =
            wider(name).is_some() || name == "String" || unboxed(name).is_some() || NO_FUNCTIONS.contains(&name);
        let is_class = || self.resolve(parameter).flatten().is_some_and(|of| !self.is_interface(of));
        (!is_none && !is_class()).then_some(Worth::Same)
    }

    fn worth_of_null(&self, parameter: &Written, name: &str, rules: &TypeRules) -> Option<Worth> {
        let is_marked = parameter.text.trim_end().ends_with('?');
        match rules.blocks && !is_marked {
            true if wider(name).is_some() => None,
            _ => Some(Worth::Above),
        }
    }

    /// How a value of a declared type fits.
    fn worth_of_declared(&self, parameter: &Written, name: &str, node: NodeRef) -> Option<Worth> {
        match self.resolve(parameter) {
            Some(Some(of)) if of == node => Some(Worth::Same),
            Some(Some(of)) => self.table.above(node).contains(&of).then_some(Worth::Above),
            Some(None) if self.is_of_jvm(node.file) => match self.is_below_library(node, name) {
                Some(true) => Some(Worth::Above),
                Some(false) => None,
                None => Some(Worth::Possible),
            },
            _ => Some(Worth::Possible),
        }
    }

    /// True if a declared type is below one of the library; `None` if it is below others, of which nothing is known.
    fn is_below_library(&self, node: NodeRef, name: &str) -> Option<bool> {
        let library = self.table.library;
        let above = self.table.above(node);
        let mut is_open = false;
        for of in std::iter::once(&node).chain(above.iter()) {
            let outline = library.outline(of.file)?;
            if outline.kind(of.node) == Kind::Enum && matches!(name, "Enum" | "Comparable" | "Serializable") {
                return Some(true);
            }
            for super_ in supertype_names(library, *of) {
                let is_here = |at: &NodeRef| library.outline(at.file).is_some_and(|it| it.name(at.node) == super_);
                match is_below(&super_, name) {
                    _ if super_ == name => return Some(true),
                    _ if above.iter().any(is_here) => {}
                    Some(true) => return Some(true),
                    Some(false) => {}
                    None => is_open = true,
                }
            }
        }
        (!is_open).then_some(false)
    }

    /// How an argument fits a parameter that is a list of fixed length of such items.
    fn worth_of_array(&self, item: &Written, argument: &Argument, language: &str) -> Option<Worth> {
        let rules = self.rules(item.file)?;
        let path = written::path(&item.text, rules);
        let name = path.last().map_or("", |name| plain(name));
        let is_object = |inside: &Argument| match inside {
            Argument::Named(of) => wider(of).is_none(),
            _ => true,
        };
        match argument {
            Argument::Unknown | Argument::Made(_) => Some(Worth::Possible),
            Argument::Null => Some(Worth::Above),
            Argument::Array(inside) if elements::item(&item.text, rules).is_none() && wider(name).is_some() => {
                match inside.as_ref() {
                    Argument::Unknown => Some(Worth::Possible),
                    Argument::Named(of) if plain(of) == name => Some(Worth::Same),
                    _ => None,
                }
            }
            Argument::Array(inside) => match self.worth(item, inside)? {
                _ if !is_object(inside) => None,
                Worth::Anything | Worth::Boxed | Worth::Unboxed => Some(Worth::Above),
                worth => Some(worth),
            },
            // What C# makes of other values is told where they are declared.
            Argument::Named(of) if language == "csharp" && wider(of).is_none() && of != "String" => {
                Some(Worth::Possible)
            }
            _ => None,
        }
    }

    /// How a value of a type that is not declared here fits.
    fn worth_of_named(&self, parameter: &Written, name: &str, of: &str, language: &str) -> Option<Worth> {
        let possible = |is_possible: bool| is_possible.then_some(Worth::Possible);
        let is_jvm = language_family(self.table.library.file(parameter.file).format.id) == "java";
        if of == name {
            return Some(Worth::Same);
        }
        // What is passed on to a narrower kind is none; objects of numbers are opened.
        match (wider(of), wider(name)) {
            (Some(kinds), Some(_)) => {
                return (language != "kotlin" && kinds.contains(&name)).then_some(Worth::Above);
            }
            (None, Some(_)) => {
                let kind =
                    unboxed(of).filter(|kind| *kind == name || wider(kind).is_some_and(|all| all.contains(&name)));
                return kind.map(|_| Worth::Unboxed);
            }
            _ => {}
        }
        let declared = match self.resolve(parameter) {
            Some(Some(declared)) => return possible(self.is_alias(declared)),
            declared => declared,
        };
        if wider(of).is_some() {
            let object = boxed(of).unwrap_or(of);
            return match declared {
                _ if object == name || is_below(object, name) == Some(true) => Some(Worth::Boxed),
                None => Some(Worth::Possible),
                _ => possible(!is_jvm && !UNMADE.contains(&name) && name != "String"),
            };
        }
        match is_below(of, name) {
            _ if name == "String" => None,
            Some(true) => Some(Worth::Above),
            Some(false) if is_jvm && declared.is_some() => None,
            // C# makes other types of texts.
            _ if !is_jvm && of == "String" => possible(declared.is_none() || !UNMADE.contains(&name)),
            _ => Some(Worth::Possible),
        }
    }
}
