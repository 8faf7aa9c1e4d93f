//! Lexical rules of a language: its comments, strings and names, and the comments that document a file.

use super::{NamePlace, TypeRules};

/// One sort of string literals.
#[derive(Debug)]
pub struct StringRule {
    /// The opening mark (`"`, `r#"`, `"""`).
    pub open: &'static str,
    /// The closing mark.
    pub close: &'static str,
    /// How its closing mark is written inside it.
    pub escapes: Escapes,
    /// True if it may hold line breaks; if not, a line break ends it (an unclosed quote does no harm).
    pub multiline: bool,
    /// What opens an expression in it, if something does.
    pub expression: Option<ExpressionMark>,
    /// True if a word of the writer's and `(` follow the opening mark, and `)` and the word precede the closing one:
    /// `R"x(…)x"`.
    pub delimited: bool,
}

/// How a string holds its own closing mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Escapes {
    /// Not at all.
    None,
    /// Behind a backslash.
    Backslash,
    /// Twice: `"a ""b"" c"`.
    Doubled,
}

impl StringRule {
    const PLAIN: StringRule = StringRule {
        open: "",
        close: "",
        escapes: Escapes::None,
        multiline: false,
        expression: None,
        delimited: false,
    };

    /// One that ends with the line and has escapes.
    #[must_use]
    pub const fn line(open: &'static str, close: &'static str) -> StringRule {
        StringRule { open, close, escapes: Escapes::Backslash, ..StringRule::PLAIN }
    }

    /// One of several lines, with escapes.
    #[must_use]
    pub const fn block(open: &'static str, close: &'static str) -> StringRule {
        StringRule { open, close, escapes: Escapes::Backslash, multiline: true, ..StringRule::PLAIN }
    }

    /// One of several lines, without escapes.
    #[must_use]
    pub const fn raw(open: &'static str, close: &'static str) -> StringRule {
        StringRule { open, close, multiline: true, ..StringRule::PLAIN }
    }

    /// One that ends with the line, without escapes.
    #[must_use]
    pub const fn literal(open: &'static str, close: &'static str) -> StringRule {
        StringRule { open, close, ..StringRule::PLAIN }
    }
}

/// How an expression in a string begins. But for the first sort, strings of the same quotes may stand in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpressionMark {
    /// `{x:>8}`, where a word with an `f` stands before the string.
    Brace,
    /// `${x}`
    Dollar,
    /// `#{x}`
    Hash,
    /// `{x:f}`; `{{` is text.
    Interpolated,
    /// `{{x:f}}`; `{` is text.
    TwiceInterpolated,
    /// `{$x}`
    BraceDollar,
    /// `$(x)`, `` `x` ``, `${x}` and `$x`, as shells have them.
    Shell,
}

/// How a language writes strings of whole lines: those behind the line that opens one, up to a word of the writer's.
#[derive(Debug)]
pub struct HeredocRule {
    /// The mark before the word.
    pub open: &'static str,
    /// Signs behind the mark with which the closing word may be indented; where there are none, it always may.
    pub indents: &'static [u8],
    /// What it may be indented with.
    pub blanks: &'static [u8],
    /// True if blanks may precede the word, and signs stand in it.
    pub loose: bool,
    /// True if the closing word has a line of its own; if not, code follows it.
    pub whole_lines: bool,
    /// Quotes around the word.
    pub quotes: &'static [u8],
    /// Those of them in whose strings there are neither escapes nor expressions.
    pub plain_quotes: &'static [u8],
    /// What opens an expression in others.
    pub expression: ExpressionMark,
    /// True if the mark is an operator, too: where a value has ended.
    pub doubtful: bool,
}

/// Comments, strings and names as a language writes them.
#[derive(Debug)]
pub struct Lexis {
    /// Marks of comments that end with the line.
    pub line_comments: &'static [&'static str],
    /// Opening and closing marks of block comments.
    pub block_comments: &'static [(&'static str, &'static str)],
    /// True if block comments nest.
    pub nested_comments: bool,
    /// Strings, longer openings first.
    pub strings: &'static [StringRule],
    /// Words that are never names of declared things.
    pub keywords: &'static [&'static str],
    /// The words at the top of a file that document it.
    pub file_doc: &'static FileDoc,
    /// Places where names of some families can be declared; those of other families can be anywhere.
    pub name_places: &'static [NamePlace],
    /// How types of values are written, and what the language hides.
    pub types: &'static TypeRules,
    /// True if a name alone may be a call, and end in `!` or `?`.
    pub bare_calls: bool,
    /// True if a name behind an `@` that begins a line is called with what stands below it.
    pub decorators: bool,
    /// What else only some languages write.
    pub forms: Forms,
    /// The language that texts in files of this one may be written in instead.
    pub dialect: Option<&'static Dialect>,
}

/// A language of which the files may be called like those of another one: C++ in `.h`.
#[derive(Debug)]
pub struct Dialect {
    /// The identifier of the language.
    pub id: &'static str,
    /// Its own rules.
    pub lexis: &'static Lexis,
    /// True for the beginning of a text that can be nothing else.
    pub is_written: fn(&str) -> bool,
}

impl Dialect {
    /// Bytes of a text that decide.
    pub const HEAD_BYTES: usize = 64 << 10;

    /// True if `text` is written in it.
    pub fn is_of(&self, text: &str) -> bool {
        (self.is_written)(&text[..text.floor_char_boundary(Dialect::HEAD_BYTES)])
    }
}

/// Words of Kotlin that a label may touch.
const LABELLED: [&str; 5] = ["this", "super", "return", "break", "continue"];

impl Lexis {
    /// No comments, no strings, no words: what the rows of languages add to.
    pub const PLAIN: Lexis = Lexis {
        line_comments: &[],
        block_comments: &[],
        nested_comments: false,
        strings: &[],
        keywords: &[],
        file_doc: &FileDoc::HEADER,
        name_places: &[],
        types: &TypeRules::NONE,
        bare_calls: false,
        decorators: false,
        forms: Forms::PLAIN,
        dialect: None,
    };

    /// True if the word `name` at byte `start` of `text` is one of the language's own, or a label behind one: `this@name`.
    /// Behind a dot it is a member's name.
    pub fn is_keyword_at(&self, text: &str, start: usize, name: &str) -> bool {
        let before = &text.as_bytes()[..start.min(text.len())];
        let is_label = |before: &[u8]| LABELLED.iter().any(|word| before.ends_with(word.as_bytes()));
        self.keywords.contains(&name) && !before.ends_with(b".") || before.strip_suffix(b"@").is_some_and(is_label)
    }

    /// True if `#{…}` in a literal is code.
    pub(in crate::document) fn has_hash_expressions(&self) -> bool {
        self.strings.iter().any(|rule| rule.expression == Some(ExpressionMark::Hash))
    }
}

/// Forms that only some languages have, apart from comments and strings.
#[derive(Clone, Copy, Debug)]
pub struct Forms {
    /// Words behind which a value begins (`return /x/`); behind others `/` divides. Where there are none, the language
    /// has no literals of regular expressions.
    pub before_values: &'static [&'static str],
    /// True if elements are values: `<p>text {code}</p>`.
    pub markup: bool,
    /// True if `#name` is a name.
    pub private_names: bool,
    /// True if `name![…]` and `name!{…}` call a macro.
    pub macros: bool,
    /// True if a name before a literal in backticks is called with it.
    pub tagged_literals: bool,
    /// Types of the language, where `name.call(…)` and `name.apply(…)` call the function `name`: those of their prototypes
    /// are no functions of a workspace.
    pub function_methods: &'static [&'static str],
    /// True if `a::name` refers to a function that is called later: it counts as a call.
    pub references: bool,
    /// True if `name { … }` calls a function with what stands in braces.
    pub trailing_lambdas: bool,
    /// True if a function is called with a text or a table right behind its name: `name "a"`, `name { … }`.
    pub bare_arguments: bool,
    /// True if types stand in brackets: `name[A, B](…)` calls.
    pub bracketed_types: bool,
    /// True if `'` parts the digits of a number: `1'000`.
    pub parted_numbers: bool,
    /// True if a preprocessor reads conditions first: `#if`.
    pub conditions: bool,
    /// Strings of whole lines.
    pub heredocs: Option<&'static HeredocRule>,
    /// True if `%w[…]`, `%q(…)` and their like are literals.
    pub percent_literals: bool,
    /// True if the text is a script of commands: the first word of one is called, whatever follows it.
    pub commands: bool,
    /// Where a program stands between elements.
    pub page: Option<&'static PageRules>,
}

/// How a page of elements writes its program.
#[derive(Debug)]
pub struct PageRules {
    /// True if lines `---` at its beginning hold a script.
    pub fence: bool,
    /// The marks around an expression: `{{` and `}}`, or `{` and `}`, which nest.
    pub expression: (&'static str, &'static str),
    /// The beginnings of the names of attributes whose values are code.
    pub attributes: &'static [&'static str],
}

impl Forms {
    /// None of them.
    pub const PLAIN: Forms = Forms {
        before_values: &[],
        markup: false,
        private_names: false,
        macros: false,
        tagged_literals: false,
        function_methods: &[],
        references: false,
        trailing_lambdas: false,
        bare_arguments: false,
        bracketed_types: false,
        parted_numbers: false,
        conditions: false,
        heredocs: None,
        percent_literals: false,
        commands: false,
        page: None,
    };
}

/// The documentation of a file at its top, as a language has it.
#[derive(Debug)]
pub struct FileDoc {
    /// The beginnings of comments that document the file they stand in; where a language has such, no other does.
    pub inner: &'static [&'static str],
    /// True if a string that is the first statement does.
    pub docstring: bool,
    /// The beginnings of lines that may stand above the documentation; each is passed over, up to the bracket that
    /// closes what it opens.
    pub above: &'static [&'static str],
    /// The beginnings of lines that are no declarations: a comment directly above one is about the file.
    pub below: &'static [&'static str],
    /// Marks within comments that document the file even directly above a declaration.
    pub tags: &'static [&'static str],
}

impl FileDoc {
    /// Whatever comment stands first, apart from what follows it.
    pub const HEADER: FileDoc = FileDoc { inner: &[], docstring: false, above: &[], below: &[], tags: &[] };
}
