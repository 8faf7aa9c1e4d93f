//! How each language writes the types of values, and what it hides: what the relations between calls and declarations
//! are read by.

use crate::document::{CalledVariables, Hides, Lambda, TypePlace, TypeRules};

/// A list of words, written without quotes.
macro_rules! words {
    ($($word:tt)*) => { &[$(stringify!($word)),*] };
}
pub(super) use words;

pub(super) static GO: TypeRules = TypeRules {
    place: TypePlace::After,
    own: &[],
    binders: &["var", "const"],
    literals: true,
    passing: words![
        Clone Collect Compact Concat Delete Filter Find First Grow Insert Keys Last Load LoadOrStore Map Max Min Must Or Ptr
        Reverse Sorted SortedFunc Swap Values
    ],
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
    called: CalledVariables::All,
    ..TypeRules::NONE
};

pub(super) static RUST: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: "->",
    own: &["self", "Self"],
    binders: &["let", "mut", "const", "static", "ref"],
    literals: true,
    tries: true,
    common: words![
        as_bytes as_mut as_path as_ref as_slice as_str chars clone cmp collect contains eq extend filter find fmt
        get get_mut insert into into_iter into_owned is_empty is_none is_some iter iter_mut len map next next_back
        position push remove take to_owned to_string trim
    ],
    builtin: &[
        "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64", "String", "Vec", "Option", "Result", "HashMap", "HashSet", "BTreeMap", "BTreeSet", "VecDeque",
    ],
    holders: &["Box", "Rc", "Arc", "Ref", "RefMut", "MutexGuard", "RwLockReadGuard", "RwLockWriteGuard", "Cow", "Pin"],
    hides: Hides::Module,
    called: CalledVariables::All,
    ..TypeRules::NONE
};

pub(super) static PYTHON: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: "->",
    own: &["self", "cls", "Self"],
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
    anything: &["Any", "Callable"],
    given: &["__dict__", "__name__", "__qualname__", "__module__", "__doc__", "__slots__", "__mro__"],
    passing: words![
        getattr next min max iter copy deepcopy reduce partial vars sum map filter sorted reversed zip enumerate list
        tuple dict set frozenset chain get pop wraps locals globals property staticmethod classmethod cached_property
        super ref proxy local ContextVar LocalProxy LocalStack defaultdict deque __import__ import_module
    ],
    common: words![
        add append as_integer_ratio capitalize casefold center clear close copy count critical debug decode difference discard
        encode end endswith error exception extend fileno find findall finditer flush format fromkeys get getvalue group groupdict
        groups index info insert intersection is_alive isalnum isalpha isdigit islower isspace isupper items join keys
        ljust lower lstrip match open partition pop popitem read readable readline readlines remove release acquire
        replace reverse rfind rindex rjust rpartition rsplit rstrip run search seek seekable send set setdefault sort
        span split splitlines start startswith stop strip sub tell throw title translate truncate union update upper
        values wait warning writable write writelines
    ],
    properties: &["property"],
    holders: &["Optional", "Final", "ClassVar", "Type", "type"],
    ..TypeRules::NONE
};

/// What strings, arrays and promises of JavaScript have.
const SCRIPT_COMMON: &[&str] = words![
    at catch charAt charCodeAt codePointAt concat endsWith every filter finally find findIndex findLast flat flatMap
    forEach includes indexOf join lastIndexOf length localeCompare map match matchAll normalize padEnd padStart pop
    push reduce reduceRight repeat replace replaceAll reverse shift slice some sort splice split startsWith substr substring then
    toFixed toISOString toLocaleString toLowerCase toString toUpperCase trim trimEnd trimStart unshift valueOf
];

/// Values of JavaScript and of where it runs that yield nothing of a workspace: `console.error(…)` is no method here.
const SCRIPT_GLOBALS: &[&str] = words![
    Atomics BigInt Date Intl JSON Math Number String Symbol console crypto localStorage performance sessionStorage
];

pub(super) static JAVASCRIPT: TypeRules = TypeRules {
    own: &["this"],
    binders: &["const", "let", "var"],
    objects: true,
    common: SCRIPT_COMMON,
    globals: SCRIPT_GLOBALS,
    properties: &["get "],
    hides: Hides::Type,
    called: CalledVariables::All,
    ..TypeRules::NONE
};

pub(super) static TYPESCRIPT: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: ":",
    own: &["this"],
    binders: &["const", "let", "var"],
    objects: true,
    lambda: Lambda::Arrow("=>"),
    keeping: words![concat filter flat reverse slice sort toReversed toSorted values],
    taking: words![at find findLast get pop shift],
    builtin: &["string", "number", "boolean", "bigint", "symbol", "void", "undefined", "null"],
    anything: &["any"],
    common: SCRIPT_COMMON,
    globals: SCRIPT_GLOBALS,
    properties: &["get "],
    holders: &["Promise", "Readonly", "Awaited", "Partial", "Required", "NonNullable"],
    hides: Hides::Type,
    called: CalledVariables::All,
    ..TypeRules::NONE
};

/// What yields what a library of Java or Kotlin was given: elements, results of functions, doubles for tests.
const JVM_PASSING: &[&str] = words![
    also any apply argThat call cast computeIfAbsent computeIfPresent doAnswer doNothing doReturn doThrow element eq
    first get getBean getBody getFirst getIfAvailable getInstance getKey getLast getObject getOrDefault getOrElse getValue
    given invoke join last let lookup max merge min mock newInstance next of ofNullable orElse orElseGet orElseThrow peek
    poll pop previous put reduce remove requireNonNull requireNonNullElse run same should single spy take takeIf then
    verify when with
];

pub(super) static JAVA: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &["this"],
    binders: &["var"],
    given: &["getClass"],
    lambda: Lambda::Arrow("->"),
    keeping: words![
        distinct dropWhile filter findAny findFirst iterator limit listIterator max min parallel parallelStream reversed
        sequential skip sorted stream subList takeWhile toList unordered values
    ],
    taking: words![
        computeIfAbsent element first get getFirst getLast getOrDefault last next orElse orElseGet orElseThrow poll pollFirst pollLast
        pop previous removeFirst removeLast take
    ],
    builtin: &["boolean", "byte", "char", "short", "int", "long", "float", "double", "void", "String", "Object"],
    passing: JVM_PASSING,
    common: words![
        append charAt collect compareTo contains containsKey endsWith entrySet equals filter findAny findFirst flatMap
        forEach getClass getMessage hasNext hashCode indexOf interrupt isEmpty isPresent iterator keySet length limit
        map orElse parallelStream peek put putAll remove removeIf replace replaceAll size sorted split startsWith
        stream substring toArray toLowerCase toString toUpperCase trim
    ],
    hides: Hides::OutermostType,
    overloads: true,
    ..TypeRules::NONE
};

pub(super) static KOTLIN: TypeRules = TypeRules {
    place: TypePlace::Colon,
    result: ":",
    own: &["this"],
    binders: &["val", "var"],
    lambda: Lambda::Braces,
    keeping: words![
        asReversed asSequence distinct distinctBy drop dropLast dropWhile filter filterNot filterNotNull iterator onEach
        reversed shuffled sorted sortedBy sortedByDescending sortedWith take takeLast takeWhile toList toMutableList
        toMutableSet toSet
    ],
    taking: words![
        elementAt elementAtOrNull find findLast first firstOrNull get getOrDefault getOrElse getOrNull getOrPut getValue
        last lastOrNull maxBy maxByOrNull minBy minByOrNull next random removeAt removeFirst removeLast single
        singleOrNull
    ],
    builtin: &["Boolean", "Byte", "Char", "Short", "Int", "Long", "Float", "Double", "Unit", "String"],
    passing: JVM_PASSING,
    hides: Hides::Type,
    overloads: true,
    called: CalledVariables::Functions,
    ..TypeRules::NONE
};

/// Types of C++ that have `->`: of the standard, Boost, Chromium, WebKit, Qt.
const POINTERS: &[&str] = words![
    unique_ptr shared_ptr optional auto_ptr intrusive_ptr scoped_ptr scoped_refptr linked_ptr not_null RefPtr Ref
    nsCOMPtr QSharedPointer QScopedPointer QPointer ComPtr
];

// A header of C++ may be called `.h`, too.
pub(super) static C: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &[],
    points: true,
    hides: Hides::File,
    holders: POINTERS,
    called: CalledVariables::All,
    ..TypeRules::NONE
};

pub(super) static CPP: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &["this"],
    binders: &["auto"],
    builtin: &["bool", "char", "short", "int", "long", "float", "double", "void", "unsigned", "size_t"],
    common: words![
        append assign at back begin c_str capacity cbegin cend clear compare count crbegin crend data emplace emplace_back
        empty end erase find first front get insert length lower_bound pop_back push_back rbegin release rend reserve
        reset resize rfind second size str substr swap upper_bound
    ],
    points: true,
    holders: POINTERS,
    overloads: true,
    called: CalledVariables::All,
    ..TypeRules::NONE
};

pub(super) static CSHARP: TypeRules = TypeRules {
    place: TypePlace::Before,
    own: &["this"],
    binders: &["var"],
    lambda: Lambda::Arrow("=>"),
    keeping: words![
        AsEnumerable Distinct OrderBy OrderByDescending Reverse Skip SkipWhile Take TakeWhile ThenBy ThenByDescending
        ToArray ToList Where
    ],
    taking: words![
        Dequeue ElementAt ElementAtOrDefault Find First FirstOrDefault GetValueOrDefault Last LastOrDefault Peek Pop
        Single SingleOrDefault
    ],
    builtin: &[
        "bool", "byte", "char", "short", "int", "long", "float", "double", "decimal", "void", "string", "object",
    ],
    // Of every object.
    common: words![CompareTo Equals GetHashCode GetType MemberwiseClone ReferenceEquals ToString],
    holders: &["Task", "ValueTask"],
    hides: Hides::Type,
    overloads: true,
    called: CalledVariables::All,
    ..TypeRules::NONE
};

pub(super) static PHP: TypeRules = TypeRules {
    place: TypePlace::BeforeSigil,
    result: ":",
    own: &["$this", "this", "self", "static"],
    assigns: true,
    points: true,
    builtin: &["array", "bool", "false", "float", "int", "never", "null", "string", "true", "void"],
    anything: &["callable", "iterable", "mixed", "object"],
    hides: Hides::Type,
    ..TypeRules::NONE
};

pub(super) static LUA: TypeRules = TypeRules {
    own: &["self"],
    // Of the libraries of the language, of LuaJIT, and of what is around it.
    common: words![
        byte char close concat copy create dump extend find format gmatch gsub insert len lines lower match new open
        pack read remove rep resume reverse seek select sort status sub unpack upper wrap write yield
    ],
    hides: Hides::File,
    ..TypeRules::NONE
};
