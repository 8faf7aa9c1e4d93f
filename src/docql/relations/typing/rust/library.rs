//! Rust: what methods of the library's types yield, and what they give to the closures that they take.

use super::types::{self, Parts};
use crate::docql::relations::typing::expressions::model::{Region, Type};
use crate::docql::relations::typing::known::FileTypes;
use crate::docql::relations::typing::written::Written;

/// Methods of types of the library.
struct Methods {
    of: &'static [&'static str],
    names: &'static [&'static str],
    /// What they yield: `$0` is the first argument of the type, `=` the type itself, nothing what is not told.
    yields: &'static str,
    /// What they give to a closure first.
    gives: &'static str,
}

const fn row(
    of: &'static [&'static str],
    names: &'static [&'static str],
    yields: &'static str,
    gives: &'static str,
) -> Methods {
    Methods { of, names, yields, gives }
}

const HOLDING: &[&str] = &["Option", "Result"];
const LISTS: &[&str] = &["Vec", "[]", "VecDeque", "BinaryHeap", "SmallVec", "ArrayVec", "Punctuated"];
const SETS: &[&str] = &["HashSet", "BTreeSet", "IndexSet"];
const MAPS: &[&str] = &["HashMap", "BTreeMap", "IndexMap"];
const ITERATORS: &[&str] =
    &["Iterator", "IntoIterator", "DoubleEndedIterator", "ExactSizeIterator", "Peekable", "Iter"];
const CELLS: &[&str] = &["Mutex", "RwLock", "RefCell", "Cell", "OnceCell", "OnceLock"];

const METHODS: &[Methods] = &[
    row(
        HOLDING,
        &[
            "unwrap",
            "expect",
            "unwrap_or",
            "unwrap_or_else",
            "unwrap_or_default",
            "unwrap_unchecked",
            "get_or_insert_with",
        ],
        "$0",
        "",
    ),
    row(&["Result"], &["ok"], "Option<$0>", ""),
    row(&["Result"], &["err"], "Option<$1>", ""),
    row(&["Result"], &["map_err", "or_else"], "Result<$0, _>", "$1"),
    row(&["Result"], &["unwrap_err", "expect_err"], "$1", ""),
    row(&["Option"], &["ok_or", "ok_or_else", "context", "with_context"], "Result<$0, _>", ""),
    row(&["Result"], &["context", "with_context"], "Result<$0, _>", ""),
    row(
        HOLDING,
        &[
            "as_ref",
            "as_mut",
            "as_deref",
            "as_deref_mut",
            "cloned",
            "copied",
            "take",
            "or",
            "inspect",
            "filter",
            "replace",
            "xor",
        ],
        "=",
        "$0",
    ),
    row(HOLDING, &["iter", "iter_mut", "into_iter"], "Iterator<$0>", ""),
    row(HOLDING, &["map", "and_then", "is_some_and", "is_ok_and", "is_none_or"], "", "$0"),
    row(HOLDING, &["map_or", "map_or_else"], "", "$0"),
    row(LISTS, &["iter", "iter_mut", "into_iter", "drain"], "Iterator<$0>", ""),
    row(
        LISTS,
        &[
            "first",
            "last",
            "get",
            "get_mut",
            "pop",
            "first_mut",
            "last_mut",
            "front",
            "back",
            "pop_front",
            "pop_back",
            "peek",
        ],
        "Option<$0>",
        "",
    ),
    row(LISTS, &["swap_remove"], "$0", ""),
    row(LISTS, &["as_slice", "as_mut_slice", "to_vec", "into_boxed_slice"], "=", ""),
    row(
        LISTS,
        &["retain", "sort_by_key", "sort_by", "sort_unstable_by_key", "dedup_by_key", "partition_point"],
        "",
        "$0",
    ),
    row(SETS, &["iter", "into_iter", "drain"], "Iterator<$0>", ""),
    row(SETS, &["get", "take", "first", "last"], "Option<$0>", ""),
    row(MAPS, &["get", "get_mut", "remove"], "Option<$1>", ""),
    row(MAPS, &["values", "values_mut", "into_values"], "Iterator<$1>", ""),
    row(MAPS, &["keys", "into_keys"], "Iterator<$0>", ""),
    row(MAPS, &["iter", "iter_mut", "into_iter", "drain"], "Iterator<($0, $1)>", ""),
    row(MAPS, &["entry"], "Entry<$0, $1>", ""),
    row(&["Entry"], &["or_default", "or_insert", "or_insert_with"], "$1", ""),
    row(ITERATORS, &["next", "last", "nth", "next_back", "peek", "max", "min", "next_if"], "Option<$0>", ""),
    row(ITERATORS, &["find", "max_by_key", "min_by_key", "max_by", "min_by", "reduce", "rfind"], "Option<$0>", "$0"),
    row(
        ITERATORS,
        &[
            "rev",
            "skip",
            "take",
            "chain",
            "peekable",
            "by_ref",
            "cloned",
            "copied",
            "step_by",
            "cycle",
            "fuse",
            "iter",
            "into_iter",
        ],
        "=",
        "",
    ),
    row(ITERATORS, &["filter", "skip_while", "take_while", "inspect"], "=", "$0"),
    row(ITERATORS, &["enumerate"], "Iterator<(usize, $0)>", ""),
    row(
        ITERATORS,
        &[
            "map",
            "for_each",
            "any",
            "all",
            "filter_map",
            "flat_map",
            "position",
            "find_map",
            "map_while",
            "partition",
            "try_for_each",
        ],
        "",
        "$0",
    ),
    row(&["Mutex", "RwLock"], &["lock", "read", "write"], "Locked<$0>", ""),
    // What a lock of another library yields needs no unwrapping.
    row(&["Locked"], &["unwrap", "expect", "unwrap_or_else"], "$0", ""),
    row(&["RefCell"], &["borrow", "borrow_mut"], "$0", ""),
    row(CELLS, &["get_mut"], "", ""),
    row(&["Mutex", "RwLock"], &["into_inner"], "Result<$0, _>", ""),
    row(&["RefCell", "Cell"], &["into_inner", "get", "take", "replace"], "$0", ""),
    row(&["OnceCell", "OnceLock"], &["get"], "Option<$0>", ""),
    row(&["OnceCell", "OnceLock"], &["get_or_init"], "$0", ""),
    row(
        &["str", "String"],
        &["to_string", "to_owned", "into_owned", "to_lowercase", "to_uppercase", "replace", "repeat"],
        "String",
        "",
    ),
    row(
        &["str", "String"],
        &["trim", "trim_start", "trim_end", "as_str", "trim_matches", "trim_end_matches"],
        "str",
        "",
    ),
    row(&["str", "String"], &["len"], "usize", ""),
    row(&["Path", "PathBuf", "OsStr", "OsString"], &["to_path_buf", "join", "to_owned"], "PathBuf", ""),
];

/// What going through a value of a type yields.
const GONE_THROUGH: &[(&[&str], &str)] = &[
    (LISTS, "$0"),
    (SETS, "$0"),
    (HOLDING, "$0"),
    (ITERATORS, "$0"),
    (&["IntoIter", "Drain", "IterMut"], "$0"),
    (MAPS, "($0, $1)"),
];

/// Methods that yield a value of the type that they are called on, unless it has its own.
const KEEPING: &[&str] =
    &["clone", "to_owned", "as_ref", "as_mut", "borrow", "borrow_mut", "by_ref", "deref", "unwrap_or_clone"];

/// The text of a row with the arguments of a type in their places.
fn filled(pattern: &str, parts: &Parts<'_>) -> Option<String> {
    let mut out = String::new();
    let mut rest = pattern;
    while let Some((before, behind)) = rest.split_once('$') {
        let number = usize::from(behind.as_bytes().first()? - b'0');
        out.push_str(before);
        out.push_str(parts.arguments.get(number)?);
        rest = &behind[1..];
    }
    out.push_str(rest);
    Some(out)
}

fn row_of(name: &str, method: &str) -> Option<&'static Methods> {
    METHODS.iter().find(|row| row.names.contains(&method) && row.of.contains(&name))
}

impl FileTypes<'_, '_> {
    /// The parts of a written type of the library; `None` if it is declared here.
    fn library_parts<'w>(&self, written: &'w Written) -> Option<Parts<'w>> {
        let parts = types::parts(&written.text, self.rules(written.file)?.holders)?;
        (!matches!(self.resolve(written), Some(Some(_)))).then_some(parts)
    }

    /// What the method `name` of a type of the library yields when it is called; `None` if the type has none in the table.
    pub(in crate::docql::relations::typing) fn of_rust_library(&self, value: &Type, name: &str) -> Option<Type> {
        let Type::Written(written, evidence) = value else { return None };
        self.rules(written.file).filter(|rules| rules.tries && METHODS.iter().any(|row| row.names.contains(&name)))?;
        let written = self.unaliased(written);
        let parts = self.library_parts(&written)?;
        let row = row_of(parts.name(), name)?;
        let text = match row.yields {
            "" => None,
            "=" => Some(written.text.clone()),
            pattern => filled(pattern, &parts),
        };
        Some(text.map_or(Type::Unknown, |text| Type::Yielding(Written { text, ..written }, *evidence)))
    }

    /// What a method yields that most types have, and that yields the value again.
    pub(in crate::docql::relations::typing) fn kept(&self, value: &Type, name: &str) -> Option<Type> {
        if !KEEPING.contains(&name) {
            return None;
        }
        match value {
            Type::Written(written, evidence) => {
                self.rules(written.file).filter(|rules| rules.tries)?;
                Some(Type::Yielding(written.clone(), *evidence))
            }
            Type::Node(node, evidence) => {
                self.rules(node.file).filter(|rules| rules.tries)?;
                Some(Type::Yielding(self.written_as(*node)?, *evidence))
            }
            _ => None,
        }
    }

    /// What a method of a value of the library gives to the closure that it takes.
    pub(in crate::docql::relations::typing) fn given_by_library(&self, value: &Type, name: &str) -> Option<Type> {
        let Type::Written(written, evidence) = value else { return None };
        let written = self.unaliased(written);
        let parts = self.library_parts(&written)?;
        let row = row_of(parts.name(), name).filter(|row| !row.gives.is_empty())?;
        let text = filled(row.gives, &parts)?;
        Some(Type::Written(Written { text, ..written }, *evidence))
    }

    /// What a loop over a value binds.
    pub(in crate::docql::relations::typing) fn gone_through_in_rust(&self, value: &Type) -> Option<Type> {
        let Type::Written(written, evidence) = value else { return None };
        let written = self.unaliased(written);
        let parts = self.library_parts(&written)?;
        let (_, pattern) = GONE_THROUGH.iter().find(|(of, _)| of.contains(&parts.name()))?;
        let text = filled(pattern, &parts)?;
        Some(Type::Written(Written { text, ..written }, *evidence))
    }

    /// What `?`, `Some(x)`, `Ok(x)` and, with another number, `Err(x)` take out of a value.
    pub(in crate::docql::relations::typing) fn held_by(&self, value: &Type, number: usize) -> Type {
        let Type::Written(written, evidence) = value else {
            return if matches!(value, Type::Foreign | Type::Environment) { Type::Environment } else { Type::Unknown };
        };
        let written = self.unaliased(written);
        let held = || {
            let parts = types::parts(&written.text, self.rules(written.file)?.holders)?;
            let text = parts.arguments.get(number).filter(|_| HOLDING.contains(&parts.name()))?;
            Some(Type::Written(Written { text: (*text).to_owned(), ..written }, *evidence))
        };
        held().unwrap_or(Type::Unknown)
    }

    /// What an index takes out of a value of the library: one of a list, or a part of it.
    pub(in crate::docql::relations::typing) fn item_of(
        &self,
        region: &Region,
        value: &Type,
        (start, end): (usize, usize),
    ) -> Option<Type> {
        let Type::Written(written, evidence) = value else { return None };
        self.rules(written.file).filter(|rules| rules.tries)?;
        let written = self.unaliased(written);
        let parts = self.library_parts(&written)?;
        let is_range = (start..end).any(|at| region.tokens.are(at, ".."));
        let pattern = match parts.name() {
            name if LISTS.contains(&name) && is_range => return Some(Type::Written(written, *evidence)),
            name if LISTS.contains(&name) => "$0",
            name if MAPS.contains(&name) => "$1",
            _ => return None,
        };
        let text = filled(pattern, &parts)?;
        Some(Type::Written(Written { text, ..written }, *evidence))
    }
}
