//! Rules of types of a language: where they are written, and what is hidden from callers.

/// How a language writes the types of values, and what it hides from callers.
#[derive(Debug)]
pub struct TypeRules {
    /// Where a type stands beside what has it.
    pub place: TypePlace,
    /// The sign between a function's parameters and its result, where there is one.
    pub result: &'static str,
    /// Words for the own value or type.
    pub own: &'static [&'static str],
    /// Words that begin the declaration of a variable.
    pub binders: &'static [&'static str],
    /// True if `x = …` at the start of a statement declares `x`.
    pub assigns: bool,
    /// True if `T{…}` constructs a `T`.
    pub literals: bool,
    /// True if `->` leads to a member of what stands before it.
    pub points: bool,
    /// True if `{ a, b: c }` makes an object, and takes one apart: the language is JavaScript, or built upon it.
    pub objects: bool,
    /// True if a block in braces is a scope.
    pub blocks: bool,
    /// True if `?` behind a value takes out what it holds, and patterns take values apart: the language is Rust.
    pub tries: bool,
    /// How functions without a name are written.
    pub lambda: Lambda,
    /// Methods of the library's containers that yield a container of the same elements.
    pub keeping: &'static [&'static str],
    /// Methods of the library's containers that yield an element.
    pub taking: &'static [&'static str],
    /// Types that are never declared in a workspace and have no methods that are.
    pub builtin: &'static [&'static str],
    /// Types that say nothing of a value.
    pub anything: &'static [&'static str],
    /// Members that every value has, of types that are declared nowhere.
    pub given: &'static [&'static str],
    /// Functions of the language and its library that yield what they were given, or something of it.
    pub passing: &'static [&'static str],
    /// Methods that values of the language's own types have: that a name is declared once says little of them.
    pub common: &'static [&'static str],
    /// Values of the language itself, whose methods are declared nowhere.
    pub globals: &'static [&'static str],
    /// What stands before the name of a method that is read like a field.
    pub properties: &'static [&'static str],
    /// Types that stand for what they hold: its methods can be called on them.
    pub holders: &'static [&'static str],
    /// Who sees what is private.
    pub hides: Hides,
    /// Which variables a call by a bare name means before any function.
    pub called: CalledVariables,
    /// True if functions of one name are told apart by the types of their parameters.
    pub overloads: bool,
}

impl TypeRules {
    /// True for a word that stands for the own value or type, if no variable has the name.
    pub fn is_own(&self, word: &str) -> bool {
        match self.place {
            TypePlace::Nowhere => matches!(word, "self" | "this" | "Self" | "static"),
            _ => self.own.contains(&word),
        }
    }

    /// Nothing is known of types.
    pub const NONE: TypeRules = TypeRules {
        place: TypePlace::Nowhere,
        result: "",
        own: &["self", "this"],
        binders: &[],
        assigns: false,
        literals: false,
        points: false,
        objects: false,
        blocks: true,
        tries: false,
        lambda: Lambda::Unread,
        keeping: &[],
        taking: &[],
        builtin: &[],
        anything: &[],
        given: &[],
        passing: &[],
        common: &[],
        globals: &[],
        properties: &[],
        holders: &[],
        hides: Hides::Nothing,
        called: CalledVariables::None,
        overloads: false,
    };
}

/// How a function without a name has its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lambda {
    /// What it is given says nothing of their types, or is not read.
    Unread,
    /// `x -> …`, `(x, y) => …`, with this arrow.
    Arrow(&'static str),
    /// `{ x, y -> … }`, where one that is not named is `it`.
    Braces,
}

/// Where the type of a variable is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TypePlace {
    /// Types are not written.
    Nowhere,
    /// `x T`
    After,
    /// `x: T`
    Colon,
    /// `T x`
    Before,
    /// `T $x`, a result behind the parameters
    BeforeSigil,
}

/// Which variables around a call by a bare name hide the functions of that name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CalledVariables {
    /// None, or what modules say tells.
    None,
    /// Those that are written to hold functions.
    Functions,
    /// All.
    All,
}

/// Who can call what is private.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hides {
    /// Everybody: privacy is a habit.
    Nothing,
    /// Its directory.
    Directory,
    /// Its file; what is in a header, everybody.
    File,
    /// Its type, and types in that; outside of types its file.
    Type,
    /// The outermost type around it.
    OutermostType,
    /// Its module, and modules in that.
    Module,
}
