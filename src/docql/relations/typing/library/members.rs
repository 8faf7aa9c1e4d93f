//! What members of types of languages and their libraries yield, where that tells functions of one name apart.

use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::names::lookup::language_family;
use crate::docql::relations::typing::elements;
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::{self, Written};
use crate::library::NodeRef;

/// What methods yield: of values of a type, or of any where none is named.
struct Members {
    family: &'static str,
    of: &'static str,
    names: &'static [&'static str],
    yields: &'static str,
}

const fn row(family: &'static str, of: &'static str, names: &'static [&'static str], yields: &'static str) -> Members {
    Members { family, of, names, yields }
}

/// Methods of values.
const MEMBERS: &[Members] = &[
    row("java", "", &["toString"], "String"),
    row("java", "", &["getClass"], "Class"),
    row("java", "", &["hashCode"], "int"),
    row("java", "", &["equals"], "boolean"),
    row(
        "java",
        "String",
        &[
            "concat",
            "formatted",
            "indent",
            "intern",
            "lowercase",
            "padEnd",
            "padStart",
            "removePrefix",
            "removeSuffix",
            "repeat",
            "replace",
            "replaceAll",
            "replaceFirst",
            "strip",
            "stripLeading",
            "stripTrailing",
            "substring",
            "toLowerCase",
            "toUpperCase",
            "trim",
            "uppercase",
        ],
        "String",
    ),
    row("java", "String", &["length", "indexOf", "lastIndexOf", "compareTo", "codePointAt"], "int"),
    row(
        "java",
        "String",
        &["contains", "contentEquals", "endsWith", "equalsIgnoreCase", "isBlank", "isEmpty", "matches", "startsWith"],
        "boolean",
    ),
    row("java", "String", &["charAt"], "char"),
    row("java", "String", &["toCharArray"], "char[]"),
    row("java", "String", &["getBytes"], "byte[]"),
    row("java", "String", &["split"], "String[]"),
    row("java", "StringBuilder", &["append", "insert", "reverse", "replace", "deleteCharAt"], "StringBuilder"),
    row("java", "StringBuilder", &["length", "indexOf"], "int"),
    row("java", "StringBuilder", &["charAt"], "char"),
    row("java", "StringBuilder", &["substring"], "String"),
    row("java", "Class", &["getName", "getSimpleName", "getTypeName", "getCanonicalName"], "String"),
    row("java", "Class", &["isArray", "isEnum", "isInterface", "isInstance", "isAssignableFrom"], "boolean"),
    row("java", "Integer", &["intValue"], "int"),
    row("java", "Long", &["longValue"], "long"),
    row("java", "Boolean", &["booleanValue"], "boolean"),
    row("java", "Number", &["intValue"], "int"),
    row("java", "Number", &["longValue"], "long"),
    row("java", "Number", &["doubleValue"], "double"),
    row("java", "List", &["size"], "int"),
    row("java", "Collection", &["size"], "int"),
    row("java", "Map", &["size"], "int"),
    row("java", "Set", &["size"], "int"),
    row("java", "List", &["isEmpty"], "boolean"),
    row("java", "Collection", &["isEmpty"], "boolean"),
    row("java", "Set", &["isEmpty"], "boolean"),
    row("java", "Map", &["isEmpty", "containsKey"], "boolean"),
    row("csharp", "", &["ToString"], "string"),
    row("csharp", "", &["GetHashCode"], "int"),
    row("csharp", "", &["Equals"], "bool"),
];

/// Methods that are called on types of Java's library.
const ON_TYPES: &[Members] = &[
    row("java", "Arrays", &["asList"], "List"),
    row("java", "Boolean", &["parseBoolean"], "boolean"),
    row("java", "Boolean", &["valueOf"], "Boolean"),
    row("java", "Character", &["isDigit", "isLetter", "isWhitespace", "isUpperCase", "isLowerCase"], "boolean"),
    row("java", "Character", &["toLowerCase", "toUpperCase"], "char"),
    row("java", "Class", &["forName"], "Class"),
    row("java", "Collections", &["emptyList", "singletonList", "unmodifiableList"], "List"),
    row("java", "Collections", &["emptyMap", "singletonMap", "unmodifiableMap"], "Map"),
    row("java", "Collections", &["emptySet", "singleton", "unmodifiableSet"], "Set"),
    row("java", "Double", &["parseDouble"], "double"),
    row("java", "Double", &["valueOf"], "Double"),
    row("java", "Float", &["parseFloat"], "float"),
    row("java", "Float", &["valueOf"], "Float"),
    row("java", "Integer", &["parseInt", "compare", "bitCount"], "int"),
    row("java", "Integer", &["valueOf"], "Integer"),
    row("java", "Integer", &["toString", "toHexString", "toBinaryString"], "String"),
    row("java", "List", &["of", "copyOf"], "List"),
    row("java", "Long", &["parseLong"], "long"),
    row("java", "Long", &["valueOf"], "Long"),
    row("java", "Long", &["toString", "toHexString"], "String"),
    row("java", "Map", &["of", "copyOf"], "Map"),
    row("java", "Set", &["of", "copyOf"], "Set"),
    row("java", "String", &["format", "join", "valueOf", "copyValueOf"], "String"),
    row("java", "System", &["currentTimeMillis", "nanoTime"], "long"),
    row("java", "System", &["getProperty", "getenv", "lineSeparator"], "String"),
];

fn found(rows: &[Members], family: &str, of: &str, name: &str) -> Option<&'static str> {
    let is_it = |row: &&Members| row.family == family && row.of == of && row.names.contains(&name);
    rows.iter().find(is_it).map(|row| row.yields)
}

impl FileTypes<'_, '_> {
    /// A text.
    pub(in crate::docql::relations::typing) fn text(&self, region: &Region) -> Type {
        match self.table.library.file(region.file).format.id {
            "java" | "kotlin" => self.of_library(region, "String"),
            "csharp" => self.of_library(region, "string"),
            "rust" => self.of_library(region, "str"),
            _ => Type::Foreign,
        }
    }

    /// A value of a type of the library.
    pub(in crate::docql::relations::typing) fn of_library(&self, region: &Region, name: &str) -> Type {
        Type::Written(self.library_type(region, name), Evidence::Receiver)
    }

    fn library_type(&self, region: &Region, name: &str) -> Written {
        let offset = region.tokens.get(0).map_or(0, |token| token.start);
        Written::new(name.to_owned(), region.file, offset)
    }

    /// What a member of a value yields that all values have, or those of a type of the library.
    pub(in crate::docql::relations::typing) fn member_of_library(
        &self,
        region: &Region,
        value: &Type,
        name: &str,
        is_called: bool,
    ) -> Option<Type> {
        let family = language_family(self.table.library.file(region.file).format.id);
        let is_listed = |row: &Members| row.family == family && row.names.contains(&name);
        if !MEMBERS.iter().any(is_listed) && !matches!(name, "length" | "Length" | "size" | "clone") {
            return None;
        }
        if let Type::Written(written, evidence) = value {
            let rules = self.rules(written.file)?;
            if elements::item(&written.text, rules).is_some() {
                return match (name, is_called) {
                    ("length" | "Length" | "size", false) => Some(self.of_library(region, "int")),
                    ("clone", true) => Some(Type::Yielding(written.clone(), *evidence)),
                    _ => None,
                };
            }
        }
        let yielding = |name| Some(Type::Yielding(self.library_type(region, name), Evidence::Receiver));
        if !is_called {
            return None;
        }
        match value {
            // What a type has itself says what it yields.
            Type::Node(node, _) if self.has_member(*node, name) => None,
            Type::Written(written, _) => match self.resolve(written) {
                Some(Some(node)) if self.has_member(node, name) => None,
                Some(None) => {
                    let path = written::path(&written.text, self.rules(written.file)?);
                    let of = path.last().copied().unwrap_or_default();
                    found(MEMBERS, family, of, name).or_else(|| found(MEMBERS, family, "", name)).and_then(yielding)
                }
                _ => found(MEMBERS, family, "", name).and_then(yielding),
            },
            Type::Node(..) | Type::Foreign | Type::Unknown => found(MEMBERS, family, "", name).and_then(yielding),
            _ => None,
        }
    }

    fn has_member(&self, node: NodeRef, name: &str) -> bool {
        let above = self.table.above(node);
        let mut all = std::iter::once(&node).chain(above.iter());
        all.any(|&of| !self.table.members_named(of, name).is_empty())
    }

    /// What a method of a type of the library yields that is called on the type itself.
    pub(in crate::docql::relations::typing) fn yielded_on_type(
        &self,
        region: &Region,
        of: &str,
        name: &str,
    ) -> Option<&'static str> {
        let family = language_family(self.table.library.file(region.file).format.id);
        found(ON_TYPES, family, of, name)
    }
}
