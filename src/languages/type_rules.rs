//! How each language writes the types of values, and what it hides: what the relations between calls and declarations
//! are read by.

use crate::document::{Hides, TypePlace, TypeRules};

pub(super) static GO: TypeRules = TypeRules {
    place: TypePlace::After,
    own: &[],
    binders: &["var", "const"],
    literals: true,
    builtin: &[
        "bool",
        "byte",
        "rune",
        "string",
        "error",
        "any",
        "int",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "uintptr",
        "float32",
        "float64",
        "complex64",
        "complex128",
    ],
    hides: Hides::Directory,
    ..TypeRules::NONE
};

pub(super) static RUST: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: "->",
    own: &["self", "Self"],
    binders: &["let", "mut", "const", "static", "ref"],
    literals: true,
    builtin: &[
        "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64", "String", "Vec", "Option", "Result", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque",
    ],
    holders: &["Box", "Rc", "Arc", "Ref", "RefMut", "MutexGuard", "Cow", "Pin"],
    hides: Hides::Module,
    ..TypeRules::NONE
};

pub(super) static PYTHON: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: "->",
    own: &["self", "cls"],
    assigns: true,
    blocks: false,
    builtin: &[
        "int",
        "str",
        "bytes",
        "bytearray",
        "bool",
        "float",
        "complex",
        "list",
        "dict",
        "set",
        "tuple",
        "frozenset",
        "object",
        "None",
        "range",
        "type",
        "memoryview",
        "slice",
    ],
    holders: &["Optional", "Final", "ClassVar", "Type"],
    ..TypeRules::NONE
};

pub(super) static JAVASCRIPT: TypeRules =
    TypeRules { own: &["this"], binders: &["const", "let", "var"], hides: Hides::Type, ..TypeRules::NONE };

pub(super) static TYPESCRIPT: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: ":",
    own: &["this"],
    binders: &["const", "let", "var"],
    builtin: &["string", "number", "boolean", "bigint", "symbol", "void", "undefined", "null"],
    holders: &["Promise", "Readonly", "Awaited"],
    hides: Hides::Type,
    ..TypeRules::NONE
};

pub(super) static JAVA: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &["this"],
    binders: &["var"],
    builtin: &["boolean", "byte", "char", "short", "int", "long", "float", "double", "void", "String", "Object"],
    hides: Hides::OutermostType,
    overloads: true,
    ..TypeRules::NONE
};

pub(super) static KOTLIN: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: ":",
    own: &["this"],
    binders: &["val", "var"],
    builtin: &["Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double", "Unit", "String"],
    hides: Hides::Type,
    overloads: true,
    ..TypeRules::NONE
};

pub(super) static C: TypeRules =
    TypeRules { place: TypePlace::Before, own: &[], hides: Hides::File, ..TypeRules::NONE };

pub(super) static CPP: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &["this"],
    binders: &["auto"],
    builtin: &["bool", "char", "short", "int", "long", "float", "double", "void", "unsigned", "size_t"],
    holders: &["unique_ptr", "shared_ptr"],
    overloads: true,
    ..TypeRules::NONE
};

pub(super) static CSHARP: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &["this"],
    binders: &["var"],
    builtin: &[
        "bool", "byte", "char", "short", "int", "long", "float", "double", "decimal", "void", "string", "object",
    ],
    holders: &["Task", "ValueTask"],
    hides: Hides::Type,
    overloads: true,
    ..TypeRules::NONE
};

pub(super) static PHP: TypeRules =
    TypeRules { own: &["$this", "this", "self", "static"], assigns: true, hides: Hides::Type, ..TypeRules::NONE };
