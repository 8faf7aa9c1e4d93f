//! The vocabulary: every root, step, field, filter function and operator, one row each.
//!
//! Parser checks, completion, diagnostics, `docql help`, the in-app help and the manual are read from here.
//!
//! - `fields`: the fields of nodes, files and other items.
//! - `forms`: DocQL in ten forms: what a model is told of the language, in as few tokens as it takes.
//! - `habits`: words of other languages (SQL, XPath, CSS, jq, programming languages) and their DocQL equivalents.
//! - `operators`: operators and functions of filters.
//! - `rows`: roots and steps: what each accepts, what it yields, and an example that a test runs.
//! - `shape`: the shape of a result, which decides the steps that can follow.

mod fields;
mod forms;
mod habits;
mod operators;
mod rows;
mod shape;

pub use fields::{FIELDS, Field, FieldRow, FieldSource, ValueType, field, field_source};
pub use forms::{FORMS, Form};
pub use habits::{habitual_field, habitual_operator, habitual_root, habitual_step};
pub use operators::{
    FILTER_FUNCTIONS, FilterFunction, FilterFunctionRow, OPERATORS, Operator, OperatorRow, filter_function,
};
pub use rows::{
    Action, ArgumentKind, Axis, CatalogKind, Content, DEFAULT_TEST_DEPTH, ListOp, MAX_CALL_DEPTH, ROWS, Relation, Root,
    Row, SymbolFilter, root, step, steps_for,
};
pub use shape::Shape;
