//! Operators and functions of filters.

use super::ValueType;
use ValueType::{List, Number, Text, Word};

/// One operator.
#[derive(Debug)]
pub struct OperatorRow {
    /// The operator this row describes.
    pub operator: Operator,
    /// The spelling in queries.
    pub name: &'static str,
    /// Other spellings.
    pub aliases: &'static [&'static str],
    /// Types of fields it can compare.
    pub on: &'static [ValueType],
    /// One line for help and completion.
    pub doc: &'static str,
    /// A query that uses it; a test runs it.
    pub example: &'static str,
}

/// Every operator, the likeliest first.
pub const OPERATORS: &[OperatorRow] = &[
    OperatorRow {
        operator: Operator::Equal,
        name: "==",
        aliases: &["="],
        on: &[Number, Word, Text, List],
        doc: "is equal to",
        example: r#"$.toc[?(@.level==1)]"#,
    },
    OperatorRow {
        operator: Operator::NotEqual,
        name: "!=",
        aliases: &[],
        on: &[Number, Word, Text],
        doc: "is not equal to",
        example: r#"$.toc[?(@.level!=1)]"#,
    },
    OperatorRow {
        operator: Operator::Contains,
        name: "~=",
        aliases: &["contains"],
        on: &[Text, Word, List],
        doc: "contains, ignoring case",
        example: r#"$.toc[?(@.title ~= "auth")]"#,
    },
    OperatorRow {
        operator: Operator::Matches,
        name: "=~",
        aliases: &[],
        on: &[Text, Word, List],
        doc: "matches /regex/ somewhere",
        example: r#"$.toc[?(@.title =~ /^[A-Z]/)]"#,
    },
    OperatorRow {
        operator: Operator::StartsWith,
        name: "startsWith",
        aliases: &["starts with"],
        on: &[Text, Word, List],
        doc: "starts with, ignoring case",
        example: r#"$.code.functions[?(@.name startsWith "validate")]"#,
    },
    OperatorRow {
        operator: Operator::EndsWith,
        name: "endsWith",
        aliases: &["ends with"],
        on: &[Text, Word, List],
        doc: "ends with, ignoring case",
        example: r#"$.code.classes[?(@.name endsWith "Service")]"#,
    },
    OperatorRow {
        operator: Operator::Greater,
        name: ">",
        aliases: &[],
        on: &[Number, Text],
        doc: "is greater than",
        example: r#"$.toc[?(@.level>1)]"#,
    },
    OperatorRow {
        operator: Operator::GreaterOrEqual,
        name: ">=",
        aliases: &[],
        on: &[Number, Text],
        doc: "is greater than or equal to",
        example: r#"$.toc[?(@.level>=2)]"#,
    },
    OperatorRow {
        operator: Operator::Less,
        name: "<",
        aliases: &[],
        on: &[Number, Text],
        doc: "is less than",
        example: r#"$.toc[?(@.line<10)]"#,
    },
    OperatorRow {
        operator: Operator::LessOrEqual,
        name: "<=",
        aliases: &[],
        on: &[Number, Text],
        doc: "is less than or equal to",
        example: r#"$.toc[?(@.level<=2)]"#,
    },
    OperatorRow {
        operator: Operator::In,
        name: "in",
        aliases: &[],
        on: &[Word, Text, Number],
        doc: "is one of a list",
        example: r#"$.toc[?(@.kind in ["class", "heading"])]"#,
    },
];

/// The functions of RFC 9535, section 2.4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "the rows say what each is")]
pub enum FilterFunction {
    Length,
    Count,
    Match,
    Search,
    Value,
}

/// One filter function.
#[derive(Debug)]
pub struct FilterFunctionRow {
    /// The function this row describes.
    pub function: FilterFunction,
    /// The spelling in queries.
    pub name: &'static str,
    /// Number of arguments.
    pub arguments: usize,
    /// One line for help and completion.
    pub doc: &'static str,
    /// A query that uses it; a test runs it.
    pub example: &'static str,
}

/// Every filter function.
pub const FILTER_FUNCTIONS: &[FilterFunctionRow] = &[
    FilterFunctionRow {
        function: FilterFunction::Length,
        name: "length",
        arguments: 1,
        doc: "characters of a text, items of a list",
        example: "$.toc[?length(@.title) > 12]",
    },
    FilterFunctionRow {
        function: FilterFunction::Count,
        name: "count",
        arguments: 1,
        doc: "how many a path yields",
        example: "$.code.classes[?count(@.methods) > 1]",
    },
    FilterFunctionRow {
        function: FilterFunction::Match,
        name: "match",
        arguments: 2,
        doc: "whether a whole text matches a regular expression",
        example: r#"$.toc[?match(@.title, "[A-Z].*")]"#,
    },
    FilterFunctionRow {
        function: FilterFunction::Search,
        name: "search",
        arguments: 2,
        doc: "whether a regular expression matches somewhere in a text",
        example: r#"$.toc[?search(@.title, "[Aa]uth")]"#,
    },
    FilterFunctionRow {
        function: FilterFunction::Value,
        name: "value",
        arguments: 1,
        doc: "the value of a path that yields just one",
        example: r#"$.toc[?value(@.level) == 1]"#,
    },
];

/// Finds a filter function by name.
pub fn filter_function(name: &str) -> Option<&'static FilterFunctionRow> {
    FILTER_FUNCTIONS.iter().find(|row| row.name == name)
}

/// Comparison and text operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs, reason = "OPERATORS in the catalog says what each does")]
pub enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Contains,
    StartsWith,
    EndsWith,
    Matches,
    In,
}
