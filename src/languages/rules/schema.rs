//! The schema of an `outline.toml`, exactly as written.
//!
//! `rules.rs` turns these into numbers of the grammar; the walk never sees them.

use serde::Deserialize;
use std::collections::BTreeMap;

/// A string or a list of strings.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Words {
    One(String),
    Many(Vec<String>),
}

impl Default for Words {
    fn default() -> Words {
        Words::Many(Vec::new())
    }
}

impl Words {
    pub(in crate::languages) fn iter(&self) -> impl Iterator<Item = &str> {
        match self {
            Words::One(word) => std::slice::from_ref(word),
            Words::Many(words) => words.as_slice(),
        }
        .iter()
        .map(String::as_str)
    }
}

/// A whole `outline.toml`.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OutlineFile {
    /// Kinds of node that are comments.
    pub(super) comments: Words,
    /// Comments that document what follows them.
    pub doc: Option<DocFile>,
    /// Kinds that stand before a declaration, or in it, and belong to it: attributes, decorators.
    pub attributes: Words,
    /// Kinds of children whose words are modifiers; of a composite one, each child is a word.
    pub(super) modifiers: Words,
    /// Kinds that hold no declaration: never entered.
    pub skip: Words,
    /// Kinds entered only if they span several lines: expressions that may hold a named function.
    pub(super) folded: Words,
    /// A pattern for the text of such an expression that is entered even though it is written in one line.
    pub unfolded: Option<String>,
    /// Patterns of words that the grammar must not see, since only a preprocessor reads them: the group `unseen`.
    pub unseen: Words,
    /// More of them, for what is broken and read declaration by declaration.
    pub unseen_in_pieces: Words,
    /// Conditions (`#if`) may stand in the middle of what the grammar does not understand then: one branch of each is read.
    pub conditions: bool,
    /// `[pattern, text]`: what the parser sees in place of the first group of the pattern where it does not understand a
    /// text as it is, filled up with spaces to the same length. One after the other, as long as
    /// one is found; kept if fewer errors are left. Lines are joined where the group is white space.
    pub rewrite: Vec<[String; 2]>,
    /// The same, but for every text: what the grammar takes for something else without seeing an error.
    pub misread: Vec<[String; 2]>,
    /// Attributes that the grammar takes for the beginning of an expression, so that it sees no declaration behind them.
    pub attributed: Option<AttributedFile>,
    /// How the lines of a broken text say what its brackets do not.
    pub levels: Option<LevelsFile>,
    /// Kinds that stand around outermost declarations. A language with such is written in braces, and what is broken in a
    /// tree is read declaration by declaration. Not taken from the tables that this one builds upon.
    pub around_pieces: Words,
    /// True if functions are written for tables by their names, which makes classes of some: `function a.b()`. What becomes
    /// of that, `languages/outline/tables.rs` says.
    pub tables: bool,
    /// A pattern for the text of a function, variable or field; the walk looks for declarations in those that match.
    pub nested: Option<String>,
    /// Kinds that a chain step (`declarator+`) passes through to their first named child.
    pub through: Words,
    /// The field that a chain follows in the condition `via`.
    pub chain: Option<String>,
    /// Names with the owner in them (`Foo::bar`): kind of node → where the owner and the name are.
    pub qualified: BTreeMap<String, QualifiedFile>,
    /// The spelling of imports.
    pub import: Option<ImportFile>,
    /// Visibilities of declarations.
    pub visibility: Option<VisibilityFile>,
    /// Declarations. Of several rules for one kind of node the first whose conditions hold applies.
    pub rule: Vec<RuleFile>,
}

/// Comments that are documentation.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct DocFile {
    /// Beginnings of doc comments; every comment directly above is one if this is empty.
    pub prefixes: Words,
    /// Beginnings of comments that are none after all.
    pub except: Words,
    /// Beginnings of comments that document the module or file they stand in.
    pub inner: Words,
}

/// How lines are indented, in a language whose blocks end with a bracket or a word. Each pattern is for a line without
/// its indentation, strings and comments.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelsFile {
    /// Lines that begin a declaration: what stands deeper, or as deep, has ended above.
    pub declares: String,
    /// Lines that belong to the declaration below: attributes.
    pub above: Option<String>,
    /// The word that ends a block, and lines that begin one which it ends.
    pub end: Option<String>,
    pub begins: Option<String>,
    /// What makes a program of a member of a type: what every file begins with, what stands before the member and behind
    /// it. What is broken is then left out alone.
    pub around: Option<[String; 3]>,
}

/// Nodes that begin with attributes of a declaration, though they are something else to the grammar. They are read once
/// more without them, and the declaration has its attributes all the same.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AttributedFile {
    /// The kinds of node.
    pub nodes: Words,
    /// A pattern for the text behind the attributes, from its beginning (`^`). A group in it still belongs to the last of
    /// them.
    pub declares: String,
}

/// Parts of a qualified name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct QualifiedFile {
    pub owner: Option<String>,
    pub name: String,
}

/// The spelling of imports.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::languages) struct ImportFile {
    /// The separator of the segments of an import.
    pub separator: String,
    /// True if the imported name is appended to the module it comes from.
    pub join: bool,
    /// The word that stands for the module itself in a list of names.
    pub own: String,
    /// True if paths end in versions that are no part of the name: `a/b/v2`, `a/b.v3`.
    pub versions: bool,
}

impl Default for ImportFile {
    fn default() -> ImportFile {
        ImportFile { separator: ".".into(), join: true, own: String::new(), versions: false }
    }
}

/// Visibilities, tried in this order.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct VisibilityFile {
    /// `[word, visibility]` or `[word, visibility, scope]`: modifiers, the first row found counts.
    pub words: Vec<Vec<String>>,
    /// `[pattern, visibility]`: what names look like.
    pub names: Vec<[String; 2]>,
    /// Kind of the enclosing declaration (or `file`, `type`) → visibility, or `inherit`.
    pub default: BTreeMap<String, String>,
    /// For files that export something: the visibility of what they do not export.
    pub unexported: Option<String>,
}

/// One rule.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RuleFile {
    /// The kinds of node this rule is for.
    pub nodes: Words,
    /// Scopes in which it holds: `file`, `type`, `function`, `import`; all but `import` if empty.
    #[serde(rename = "in")]
    pub scopes: Words,
    /// Its conditions.
    #[serde(rename = "if")]
    pub check: CheckFile,
    /// The kind that it declares; a rule without a kind hands on what it knows to the declarations in it.
    pub kind: Option<String>,
    /// The kind that it declares directly inside a type.
    pub member: Option<String>,
    /// The nodes that each declare something (`a, b int`); the node itself if empty. Names and bodies are
    /// looked for from there.
    pub each: Words,
    /// Paths to the name; the first one that leads somewhere counts.
    pub name: Words,
    /// A pattern over the text of the node whose first group is the name: for macros, whose arguments the
    /// grammar reads as something else. The rule holds only if it matches.
    pub spelled: Option<String>,
    /// Paths to the body.
    pub body: Words,
    /// The kinds of a body that stands behind the node, as its next sibling. The rule holds only if one does.
    pub body_behind: Words,
    /// Supertypes of a type, the trait of an impl, the path of an import.
    pub detail: Words,
    /// The type that a method written outside of it belongs to.
    pub owner: Words,
    /// The local name of an import.
    pub alias: Words,
    /// A documentation string.
    pub docstring: Option<String>,
    /// Marks: `test`, `lambda`, `declaration`.
    pub flags: Words,
    /// Its visibility, whatever the rest says.
    pub visibility: Option<String>,
    /// Sharper meanings; every case whose conditions hold is applied, in order.
    pub cases: Vec<CaseFile>,
    /// True if to look for declarations inside: `yes`, `no`, `folded`.
    pub enter: Option<String>,
    /// The scope inside, where the kind does not say it.
    pub scope: Option<String>,
    /// Paths to the first part of the path of these imports, or the imports inside.
    pub prefix: Words,
    /// Hands on no start and no doc comment: what is inside stands on its own; with `own_span` it has the doc comment.
    pub loose: bool,
    /// Each declared node is a span of its own, and the rest is handed on to the declarations inside:
    /// `typedef struct a { … } A`.
    pub own_span: bool,
    /// Belongs to the enclosing type even from inside one of its functions.
    pub of_type: bool,
    /// Declares each name only once per enclosing declaration.
    pub once: bool,
    /// Marks a file as one that exports.
    pub exports: bool,
    /// The text at this path is a visibility word that holds for what follows in the type.
    pub section: Option<String>,
    /// The names at this path, declared elsewhere in the same place, get the visibility of this rule.
    pub revise: Option<String>,
    /// A part that is tokens to the grammar, and declarations to people: it is parsed once more.
    pub reparse: Option<ReparseFile>,
}

/// A part that is parsed once more.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReparseFile {
    /// The nodes with brackets around what is parsed.
    pub inside: String,
    /// The beginning of its text.
    #[serde(default)]
    pub starts: String,
    /// The kinds of node that are taken from the outermost level of the second parse.
    pub only: Words,
    /// `[pattern, text]`: what the parser sees in place of the first group of the pattern, filled up with spaces
    /// to the same length. One after the other.
    #[serde(default)]
    pub rewrite: Vec<[String; 2]>,
    /// Kinds of the second parse, and the kinds that they really are.
    #[serde(default)]
    pub recast: BTreeMap<String, String>,
}

/// Conditions; all must hold.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CheckFile {
    /// Paths that lead somewhere.
    pub has: Words,
    /// Paths that lead nowhere.
    pub lacks: Words,
    /// Texts of other nodes.
    pub text: Vec<TextFile>,
    /// Kinds of the enclosing declaration; `file` where there is none.
    pub parent: Words,
    /// A pattern for the name of the enclosing declaration.
    pub parent_name: Option<String>,
    /// A pattern for one of the types that the enclosing declaration extends.
    pub parent_extends: Option<String>,
    /// The node is a child of a piece of broken syntax, or not.
    pub broken: Option<bool>,
    /// The node stands in one of these fields of its parent.
    pub in_field: Words,
    /// The node stands in none of these fields of its parent.
    pub not_field: Words,
    /// The innermost link of the chain that leads to the name is of one of these kinds.
    pub via: Words,
    /// A pattern for the name. Like all that follows only for cases.
    pub name: Option<String>,
    /// Modifiers that are all there.
    pub(super) modifiers: Words,
    /// A pattern for one of the attributes.
    pub attribute: Option<String>,
    /// A pattern for the doc comment above.
    pub doc: Option<String>,
    /// An owner outside is named.
    pub owned: Option<bool>,
    /// The name is the text at this path.
    pub named_as: Option<String>,
    /// The name is that of the enclosing or owning type.
    pub named_as_type: Option<bool>,
}

/// A condition on the text of a node: one of these words, or a pattern.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TextFile {
    pub path: String,
    #[serde(default)]
    pub words: Words,
    pub pattern: Option<String>,
}

/// A sharper meaning.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CaseFile {
    /// Its conditions.
    #[serde(rename = "if")]
    pub check: CheckFile,
    pub kind: Option<String>,
    pub flags: Words,
    pub visibility: Option<String>,
    /// Declares nothing after all.
    pub none: bool,
}
