//! Lexical rules: comments, strings and names as each language writes them, good enough for reading without a grammar.
//!
//! A prefix of letters (`r"…"`, `f'…'`, `R"(…)"`) is read as a word, so the tables name what follows it; those that name
//! the prefix too come first.
//! A closing mark that is empty makes the opening mark a whole literal: Rust's `'"'` beside its lifetimes.

use super::cpp_text::is_cpp;
use super::type_rules::{self, words};
use crate::document::{
    Dialect, Escapes, ExpressionMark, Family, FileDoc, Forms, HeredocRule, Lexis, NamePlace, PageRules, StringRule,
};

/// `@"a ""b"" c"`
const fn verbatim(open: &'static str) -> StringRule {
    StringRule { escapes: Escapes::Doubled, ..StringRule::block(open, "\"") }
}

const fn with(expression: ExpressionMark, rule: StringRule) -> StringRule {
    StringRule { expression: Some(expression), ..rule }
}

/// `R"x(…)x"`
const fn delimited(open: &'static str) -> StringRule {
    StringRule { delimited: true, ..StringRule::raw(open, "\"") }
}

const SCRIPT_DOC: FileDoc = FileDoc {
    above: &["'use strict'", "\"use strict\"", "'use client'", "\"use client\""],
    below: &["import ", "import{", "export * from", "export {", "'use ", "\"use "],
    tags: &["@file", "@overview", "@module", "@packageDocumentation"],
    ..FileDoc::HEADER
};

const SCRIPT_FORMS: Forms = Forms {
    before_values: words![
        await case default delete do else extends in instanceof new return throw typeof void yield
    ],
    private_names: true,
    tagged_literals: true,
    function_methods: &[
        "Array", "Date", "Error", "Function", "Map", "Number", "Object", "Promise", "RegExp", "Set", "String",
    ],
    ..Forms::PLAIN
};

const RUBY_BEFORE_VALUES: &[&str] = words![
    and case do else elsif if in not or puts return then unless until when while yield
];

/// `<<~X`, `<<-'X'`, `<<X`
const RUBY_HEREDOCS: HeredocRule = HeredocRule {
    open: "<<",
    indents: b"~-",
    blanks: b" \t",
    loose: false,
    whole_lines: true,
    quotes: b"\"'`",
    plain_quotes: b"'",
    expression: ExpressionMark::Hash,
    doubtful: true,
};

/// `<<<X`, `<<<'X'`
const PHP_HEREDOCS: HeredocRule = HeredocRule {
    open: "<<<",
    indents: b"",
    whole_lines: false,
    quotes: b"\"'",
    expression: ExpressionMark::BraceDollar,
    doubtful: false,
    ..RUBY_HEREDOCS
};

/// `<<X`, `<<-X`, `<< 'X'`, `<<\X`
const SHELL_HEREDOCS: HeredocRule = HeredocRule {
    indents: b"-",
    blanks: b"\t",
    loose: true,
    quotes: b"\"'\\",
    plain_quotes: b"\"'\\",
    expression: ExpressionMark::Shell,
    doubtful: false,
    ..RUBY_HEREDOCS
};

const C_DOC: FileDoc = FileDoc {
    above: &["#pragma once"],
    below: &["#include", "#if", "#pragma", "#define _", "#undef", "#import", "import ", "module;", "extern \"C\""],
    tags: &["@file", "\\file"],
    ..FileDoc::HEADER
};

const SLASHES: &[&str] = &["//"];
const STARS: &[(&str, &str)] = &[("/*", "*/")];

/// `type Name struct`, `func Name(`, `func (r *T) Name(`, `Name(…)` in an interface, `name := func…`. Only blanks,
/// comments and the ends of lines stand in between.
static GO_NAMES: [NamePlace; 2] = [
    NamePlace::new(
        Family::Class,
        r"(?:^|[\n\r(;/\x80-\xff]|\btype)[ \t\f\v]*$",
        r"^\s*(?:struct\b|interface\b|[\[/\x80-\xff]|$)",
    ),
    NamePlace::new(
        Family::Function,
        r"(?:^|[\n\r(){};:,/\x80-\xff]|\b(?:func|var|if|for|switch|case))[ \t\f\v]*$",
        r"^\s*(?:[(\[=:,/*<\w\x80-\xff]|$)",
    ),
];

/// `struct name {`, with attributes or macros in between, and `typedef struct { … } name;`. `struct name *` uses it.
/// Headers may turn out to be C++: `class name : base {`, `struct name<T> {`, `concept name = …`.
static C_NAMES: [NamePlace; 3] = [
    NamePlace::new(Family::Class, "", r"^[\s\w]*(?:[{:<\[/\\#(\x80-\xff]|$)"),
    NamePlace::new(Family::Class, r"(?:^|\}|\*/|(?://|#)[^\n]*\n)[^;{}]*$", r"^\s*(?:[;,)/\\#\[(\w\x80-\xff]|$)"),
    NamePlace::new(Family::Class, r"\bconcept\b[^;{}]*$", ""),
];

pub(super) static GO: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[StringRule::raw("`", "`"), StringRule::line("\"", "\""), StringRule::line("'", "'")],
    keywords: words![
        break case chan const continue default defer else fallthrough for func go goto if import interface map
        package range return select struct switch type var nil true false iota
    ],
    file_doc: &FileDoc { below: &["package"], ..FileDoc::HEADER },
    name_places: &GO_NAMES,
    types: &type_rules::GO,
    forms: Forms { bracketed_types: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static RUST: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    nested_comments: true,
    strings: &[
        StringRule::raw("r\"", "\""),
        StringRule::raw("br\"", "\""),
        StringRule::raw("cr\"", "\""),
        StringRule::raw("###\"", "\"###"),
        StringRule::raw("##\"", "\"##"),
        StringRule::raw("#\"", "\"#"),
        StringRule::block("\"", "\""),
        StringRule::line("'\"'", ""),
        StringRule::line("'\\\"'", ""),
        StringRule::line("'\\''", ""),
        StringRule::line("'\\\\'", ""),
    ],
    keywords: words![
        as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod
        move mut pub ref return self Self static struct super trait true type union unsafe use where while yield
        macro_rules
    ],
    file_doc: &FileDoc { inner: &["//!", "/*!"], above: &["#!["], ..FileDoc::HEADER },
    types: &type_rules::RUST,
    forms: Forms { macros: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static PYTHON: Lexis = Lexis {
    line_comments: &["#"],
    strings: &[
        with(ExpressionMark::Brace, StringRule::block("\"\"\"", "\"\"\"")),
        with(ExpressionMark::Brace, StringRule::block("'''", "'''")),
        with(ExpressionMark::Brace, StringRule::line("\"", "\"")),
        with(ExpressionMark::Brace, StringRule::line("'", "'")),
    ],
    keywords: words![
        False None True and as assert async await break class continue def del elif else except finally for from
        global if import in is lambda nonlocal not or pass raise return try while with yield match case self cls
    ],
    file_doc: &FileDoc { docstring: true, below: &["import ", "from ", "if ", "try:"], ..FileDoc::HEADER },
    types: &type_rules::PYTHON,
    decorators: true,
    ..Lexis::PLAIN
};

pub(super) static JAVASCRIPT: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[
        with(ExpressionMark::Dollar, StringRule::block("`", "`")),
        StringRule::line("\"", "\""),
        StringRule::line("'", "'"),
    ],
    keywords: words![
        async await break case catch class const continue debugger default delete do else export extends false
        finally for from function if import in instanceof let new null of return static super switch this throw true
        try typeof undefined var void while with yield
    ],
    file_doc: &SCRIPT_DOC,
    types: &type_rules::JAVASCRIPT,
    forms: Forms { markup: true, ..SCRIPT_FORMS },
    ..Lexis::PLAIN
};

pub(super) static TYPESCRIPT: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[
        with(ExpressionMark::Dollar, StringRule::block("`", "`")),
        StringRule::line("\"", "\""),
        StringRule::line("'", "'"),
    ],
    keywords: words![
        abstract any as async await boolean break case catch class const continue debugger declare default delete do
        else enum export extends false finally for from function if implements import in infer instanceof interface
        is keyof let namespace never new null number of override private protected public readonly return satisfies
        static string super switch this throw true try type typeof undefined unknown var void while with yield
    ],
    file_doc: &SCRIPT_DOC,
    types: &type_rules::TYPESCRIPT,
    forms: SCRIPT_FORMS,
    ..Lexis::PLAIN
};

/// TypeScript with elements; without, `<T>` before a value says its type.
pub(super) static TSX: Lexis = Lexis { forms: Forms { markup: true, ..SCRIPT_FORMS }, ..TYPESCRIPT };

const VUE_PAGE: PageRules = PageRules { fence: false, expression: ("{{", "}}"), attributes: &[":", "@", "#", "v-"] };

const SVELTE_PAGE: PageRules = PageRules { fence: false, expression: ("{", "}"), attributes: &[] };

const ASTRO_PAGE: PageRules = PageRules { fence: true, ..SVELTE_PAGE };

/// TypeScript in the scripts of a page; what is JavaScript there reads the same.
const fn page(rules: &'static PageRules) -> Lexis {
    Lexis { forms: Forms { page: Some(rules), ..SCRIPT_FORMS }, ..TYPESCRIPT }
}

pub(super) static VUE: Lexis = page(&VUE_PAGE);

pub(super) static SVELTE: Lexis = page(&SVELTE_PAGE);

pub(super) static ASTRO: Lexis = page(&ASTRO_PAGE);

pub(super) static JAVA: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[StringRule::block("\"\"\"", "\"\"\""), StringRule::line("\"", "\""), StringRule::line("'", "'")],
    keywords: words![
        abstract assert boolean break byte case catch char class const continue default do double else enum extends
        false final finally float for goto if implements import instanceof int interface long native new null
        package private protected public return short static strictfp super switch
        synchronized this throw throws transient true try var void volatile while yield
    ],
    file_doc: &FileDoc { below: &["package ", "import "], ..FileDoc::HEADER },
    types: &type_rules::JAVA,
    forms: Forms { references: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static KOTLIN: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    nested_comments: true,
    strings: &[
        with(ExpressionMark::Dollar, StringRule::raw("\"\"\"", "\"\"\"")),
        with(ExpressionMark::Dollar, StringRule::line("\"", "\"")),
        StringRule::line("'", "'"),
    ],
    keywords: words![
        abstract as break by class const constructor continue crossinline do else enum false final finally for fun get
        if import in init inline interface internal is lateinit noinline null object override package private protected
        public reified return sealed set super suspend tailrec this throw true try typealias val var vararg when where
        while
    ],
    file_doc: &FileDoc { above: &["@file:"], below: &["package ", "import "], ..FileDoc::HEADER },
    types: &type_rules::KOTLIN,
    forms: Forms { references: true, trailing_lambdas: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static C: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[StringRule::line("\"", "\""), StringRule::line("'", "'")],
    keywords: words![
        auto bool break case char const continue default define do double elif else endif enum extern false float
        for goto if ifdef ifndef include inline int long pragma register restrict return short signed sizeof static
        struct switch true typedef undef union unsigned void volatile while NULL
    ],
    file_doc: &C_DOC,
    name_places: &C_NAMES,
    types: &type_rules::C,
    forms: Forms { parted_numbers: true, conditions: true, ..Forms::PLAIN },
    dialect: Some(&Dialect { id: "cpp", lexis: &CPP, is_written: is_cpp }),
    ..Lexis::PLAIN
};

pub(super) static CPP: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[
        delimited("R\""),
        delimited("LR\""),
        delimited("uR\""),
        delimited("UR\""),
        delimited("u8R\""),
        StringRule::line("\"", "\""),
        StringRule::line("'", "'"),
    ],
    keywords: words![
        alignas alignof auto bool break case catch char class co_await co_return co_yield concept const const_cast
        consteval constexpr continue decltype default define delete do double dynamic_cast else endif enum explicit
        export extern false final float for friend goto if ifdef ifndef include inline int long mutable namespace
        new noexcept nullptr operator override pragma private protected public register reinterpret_cast requires
        return short signed sizeof static static_assert static_cast struct switch template this throw true try
        typedef typeid typename undef union unsigned using virtual void volatile while
    ],
    file_doc: &C_DOC,
    types: &type_rules::CPP,
    forms: Forms { parted_numbers: true, conditions: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static CSHARP: Lexis = Lexis {
    line_comments: SLASHES,
    block_comments: STARS,
    strings: &[
        with(ExpressionMark::TwiceInterpolated, StringRule::raw("$$\"\"\"", "\"\"\"")),
        with(ExpressionMark::Interpolated, StringRule::raw("$\"\"\"", "\"\"\"")),
        with(ExpressionMark::Interpolated, verbatim("$@\"")),
        with(ExpressionMark::Interpolated, verbatim("@$\"")),
        with(ExpressionMark::Interpolated, StringRule::line("$\"", "\"")),
        StringRule::raw("\"\"\"\"", "\"\"\"\""),
        StringRule::raw("\"\"\"", "\"\"\""),
        verbatim("@\""),
        StringRule::line("\"", "\""),
        StringRule::line("'", "'"),
    ],
    keywords: words![
        abstract as async await base bool break byte case catch char checked class const continue decimal default
        delegate do double else enum event explicit extern false finally fixed float for foreach get goto if
        implicit in init int interface internal is lock long nameof namespace new null object operator out override
        params private protected public readonly ref return sbyte sealed set short sizeof stackalloc
        static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual
        void volatile when where while yield
    ],
    file_doc: &FileDoc {
        above: &["#nullable", "#pragma"],
        below: &["using ", "global using ", "extern alias "],
        ..FileDoc::HEADER
    },
    types: &type_rules::CSHARP,
    forms: Forms { conditions: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static RUBY: Lexis = Lexis {
    line_comments: &["#"],
    block_comments: &[("=begin", "=end")],
    strings: &[
        with(ExpressionMark::Hash, StringRule::line("\"", "\"")),
        StringRule::line("'", "'"),
        with(ExpressionMark::Hash, StringRule::line("`", "`")),
    ],
    keywords: words![
        BEGIN END alias and begin break case class def defined do else elsif end ensure false for if in module next
        nil not or redo rescue retry return self super then true undef unless until when while yield
    ],
    file_doc: &FileDoc { below: &["require", "load ", "autoload "], ..FileDoc::HEADER },
    bare_calls: true,
    forms: Forms {
        before_values: RUBY_BEFORE_VALUES,
        heredocs: Some(&RUBY_HEREDOCS),
        percent_literals: true,
        ..Forms::PLAIN
    },
    ..Lexis::PLAIN
};

pub(super) static PHP: Lexis = Lexis {
    // `#[` starts an attribute, not a comment.
    line_comments: &["//", "# ", "##", "#!", "#-"],
    block_comments: STARS,
    strings: &[
        with(ExpressionMark::BraceDollar, StringRule::line("\"", "\"")),
        StringRule::line("'", "'"),
        with(ExpressionMark::BraceDollar, StringRule::line("`", "`")),
    ],
    keywords: words![
        abstract and array as break callable case catch class clone const continue declare default do echo else
        elseif empty enum extends false final finally fn for foreach function global goto if implements include
        include_once instanceof insteadof interface isset list match namespace new null or print private protected
        public readonly require require_once return self static switch this throw trait true try unset use var while
        xor yield
    ],
    file_doc: &FileDoc {
        above: &["<?", "declare(", "declare ("],
        below: &["namespace ", "use ", "require", "include"],
        tags: &["@file"],
        ..FileDoc::HEADER
    },
    types: &type_rules::PHP,
    forms: Forms { heredocs: Some(&PHP_HEREDOCS), ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static LUA: Lexis = Lexis {
    line_comments: &["--"],
    block_comments: &[("--[[", "]]"), ("--[=[", "]=]"), ("--[==[", "]==]"), ("--[===[", "]===]")],
    strings: &[
        StringRule::raw("[[", "]]"),
        StringRule::raw("[=[", "]=]"),
        StringRule::raw("[==[", "]==]"),
        StringRule::raw("[===[", "]===]"),
        StringRule::line("\"", "\""),
        StringRule::line("'", "'"),
    ],
    keywords: words![
        and break do else elseif end false for function goto if in local nil not or repeat return self then true until
        while
    ],
    file_doc: &FileDoc { below: &["local ", "require", "module(", "return "], tags: &["@module"], ..FileDoc::HEADER },
    types: &type_rules::LUA,
    forms: Forms { bare_arguments: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};

pub(super) static BASH: Lexis = Lexis {
    // A bare `#` also counts arguments and cuts prefixes: `$#`, `${x#y}`.
    line_comments: &["# ", "##", "#!", "#\t"],
    strings: &[
        with(ExpressionMark::Shell, StringRule::block("\"", "\"")),
        StringRule::block("$'", "'"),
        StringRule::raw("'", "'"),
    ],
    keywords: words![
        case coproc declare do done elif else esac eval exec exit export fi for function if in local readonly return
        select set shift source then time trap typeset unset until while
    ],
    file_doc: &FileDoc {
        below: &["set ", "source ", ". ", "cd ", "if ", "[", "exec ", "umask", "PATH=", "IFS=", "shopt ", "emulate "],
        ..FileDoc::HEADER
    },
    forms: Forms { heredocs: Some(&SHELL_HEREDOCS), commands: true, ..Forms::PLAIN },
    ..Lexis::PLAIN
};
