//! Predicate pushdown: leaves that depend on the file are decided once per file, leaves on a one-byte column become
//! a table, and only the rest is evaluated node by node. [`super::filter`] evaluates every leaf, so that the answer
//! does not depend on where it is decided.

use super::filter::{Subject, asks_for_tests, holds, holds_for};
use crate::docql::catalog;
use crate::docql::catalog::{Field, FieldSource};
use crate::docql::nodes::context::Context;
use crate::docql::nodes::fields;
use crate::docql::nodes::lists::item::{Found, Item};
use crate::docql::nodes::names::name_op::NameOp;
use crate::docql::nodes::value::Value;
use crate::docql::nodes::visible::visibility;
use crate::docql::plan::steps::{Comparison, FilterPath, Predicate, Term};
use crate::document::{KINDS, Kind, Visibility};
use crate::library::{FileId, Letters, Library, NodeRef, Outline};
use crate::stdx::{Stale, Ticket};

/// A one-byte column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Kind,
    Level,
    Visibility,
}

/// The truth value of a leaf for each value of a column.
#[derive(Debug)]
struct TruthTable(Box<[bool; 256]>);

/// The comparison and text of a leaf that only compares the name.
fn in_name(leaf: &Predicate) -> Option<(NameOp, &str)> {
    let Predicate::Compare(Term::Path(path), comparison, Term::Literal(serde_json::Value::String(text))) = leaf else {
        return None;
    };
    let what = match comparison {
        Comparison::Equal => NameOp::Equals,
        Comparison::Contains => NameOp::Contains,
        Comparison::StartsWith => NameOp::StartsWith,
        Comparison::EndsWith => NameOp::EndsWith,
        _ => return None,
    };
    is_name(path).then_some((what, text))
}

/// True for a path from a node to its name.
fn is_name(path: &FilterPath) -> bool {
    !path.absolute && matches!(path.field, Some(Field::Name | Field::Title))
}

/// True for a path from a node to itself.
fn is_itself(path: &FilterPath) -> bool {
    !path.absolute && path.field.is_none() && path.steps.is_empty()
}

/// A prepared condition, its parts in order of cost.
#[derive(Debug)]
enum Test<'p> {
    Constant(bool),
    /// Decided by the file: an index into [`Condition::by_file`].
    File(usize),
    Table(Column, TruthTable),
    /// Decided by a comparison of the name with a text.
    Name(NameOp, &'p str),
    /// Decided by fields of the node, with the storage they are read from.
    Node(&'p Predicate, FieldSource),
    /// Decided by walking from the node.
    Walk(&'p Predicate),
    All(Vec<Test<'p>>),
    Any(Vec<Test<'p>>),
    Not(Box<Test<'p>>),
}

/// A condition on nodes.
#[derive(Debug)]
pub(super) struct Condition<'p> {
    test: Test<'p>,
    /// The leaves decided by the file.
    by_file: Vec<&'p Predicate>,
}

/// The names that a condition accepts by their letter signature, without reading them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::docql) enum SignatureMatch {
    /// Names with any letter: they are not empty.
    AnyLetter,
    /// ASCII names: their signature is exact for the single letter in question.
    OneLetter,
}

/// The verdict of a file on a condition.
#[derive(Debug)]
pub(super) enum FileVerdict {
    /// The same for all its nodes.
    Whole(bool),
    /// The values of the leaves that the file decides.
    Leaves(Vec<bool>),
}

impl<'p> Condition<'p> {
    /// Prepares `predicate` for nodes of `kinds`, a bit set.
    pub(in crate::docql) fn new(predicate: &'p Predicate, kinds: u64, library: &Library) -> Condition<'p> {
        let mut by_file = Vec::new();
        let test = prepare(predicate, kinds, library, &mut by_file);
        Condition { test, by_file }
    }

    /// The kinds for which it can hold, as a bit set.
    pub(in crate::docql) fn kinds(&self) -> u64 {
        fn of(test: &Test<'_>) -> u64 {
            match test {
                Test::Constant(false) => 0,
                Test::Table(Column::Kind, TruthTable(table)) => {
                    (0..64).filter(|&bit| table[bit]).fold(0, |all, bit| all | 1 << bit)
                }
                Test::All(parts) => parts.iter().map(of).fold(u64::MAX, |all, kinds| all & kinds),
                Test::Any(parts) => parts.iter().map(of).fold(0, |all, kinds| all | kinds),
                _ => u64::MAX,
            }
        }
        of(&self.test)
    }

    /// The letter signature that a name must have for it to hold, as far as it is known.
    pub(in crate::docql) fn letters(&self) -> Letters {
        fn of(test: &Test<'_>) -> Letters {
            match test {
                Test::Name(_, text) => Letters::of_run(text),
                Test::All(parts) => parts.iter().map(of).fold(Letters::default(), Letters::and),
                _ => Letters::default(),
            }
        }
        of(&self.test)
    }

    /// The names for which the signature alone decides that it holds, if it is a condition on names.
    pub(super) fn signature_match(&self) -> Option<SignatureMatch> {
        match &self.test {
            Test::Name(NameOp::Contains | NameOp::StartsWith | NameOp::EndsWith, "") => Some(SignatureMatch::AnyLetter),
            Test::Name(NameOp::Contains, text) if matches!(text.as_bytes(), [letter] if letter.is_ascii_alphabetic()) => {
                Some(SignatureMatch::OneLetter)
            }
            _ => None,
        }
    }

    /// Decides the leaves that depend on `file`.
    pub(super) fn decide(&self, file: FileId, context: Context<'_>) -> Result<FileVerdict, Stale> {
        let found = Found::plain(Item::File(file));
        let leaves = self.by_file.iter().map(|leaf| holds(leaf, &found, context)).collect::<Result<Vec<_>, _>>()?;
        Ok(match file_verdict(&self.test, &leaves) {
            Some(verdict) => FileVerdict::Whole(verdict),
            None => FileVerdict::Leaves(leaves),
        })
    }

    /// True if it holds for a node of the file with the verdict `decided`.
    pub(in crate::docql) fn holds(
        &self,
        decided: &FileVerdict,
        outline: &Outline<'_>,
        node: NodeRef,
        context: Context<'_>,
    ) -> Result<bool, Stale> {
        match decided {
            FileVerdict::Whole(verdict) => Ok(*verdict),
            FileVerdict::Leaves(leaves) => test_holds(&self.test, leaves, outline, node, context),
        }
    }
}

/// The value of a test if the leaves of the file decide it.
fn file_verdict(test: &Test<'_>, leaves: &[bool]) -> Option<bool> {
    match test {
        Test::Constant(value) => Some(*value),
        Test::File(leaf) => Some(leaves[*leaf]),
        Test::Table(..) | Test::Name(..) | Test::Node(..) | Test::Walk(_) => None,
        Test::Not(inner) => file_verdict(inner, leaves).map(|value| !value),
        Test::All(parts) => combined_verdict(parts, leaves, false),
        Test::Any(parts) => combined_verdict(parts, leaves, true),
    }
}

/// `decisive` if any part has that value, the opposite if all parts have it, else `None`.
fn combined_verdict(parts: &[Test<'_>], leaves: &[bool], decisive: bool) -> Option<bool> {
    let mut open = false;
    for part in parts {
        match file_verdict(part, leaves) {
            Some(value) if value == decisive => return Some(decisive),
            Some(_) => {}
            None => open = true,
        }
    }
    (!open).then_some(!decisive)
}

fn test_holds(
    test: &Test<'_>,
    leaves: &[bool],
    outline: &Outline<'_>,
    node: NodeRef,
    context: Context<'_>,
) -> Result<bool, Stale> {
    let part = |part: &Test<'_>| test_holds(part, leaves, outline, node, context);
    Ok(match test {
        Test::Constant(value) => *value,
        Test::File(leaf) => leaves[*leaf],
        Test::Table(column, TruthTable(table)) => {
            table[match column {
                Column::Kind => outline.kind(node.node) as usize,
                Column::Level => usize::from(outline.level(node.node)),
                Column::Visibility => visibility(context.library, outline, node) as usize,
            }]
        }
        Test::Name(what, text) => what.holds(outline, node.node, text),
        Test::Node(predicate, source) => {
            if *source == FieldSource::Text {
                // Reading a text may take long.
                context.check()?;
            }
            holds_for(predicate, Subject::Node(node, outline), context)?
        }
        Test::Walk(predicate) => {
            context.check()?;
            holds(predicate, &Found::plain(Item::Node(node)), context)?
        }
        Test::Not(inner) => !part(inner)?,
        Test::All(parts) => {
            for inner in parts {
                if !part(inner)? {
                    return Ok(false);
                }
            }
            true
        }
        Test::Any(parts) => {
            for inner in parts {
                if part(inner)? {
                    return Ok(true);
                }
            }
            false
        }
    })
}

fn prepare<'p>(predicate: &'p Predicate, kinds: u64, library: &Library, by_file: &mut Vec<&'p Predicate>) -> Test<'p> {
    let mut all = |parts: &'p [Predicate]| {
        let mut tests: Vec<Test<'p>> = parts.iter().map(|part| prepare(part, kinds, library, by_file)).collect();
        tests.sort_by_key(cost);
        tests
    };
    match predicate {
        Predicate::And(parts) => Test::All(all(parts)),
        Predicate::Or(parts) => Test::Any(all(parts)),
        Predicate::Not(inner) => Test::Not(Box::new(prepare(inner, kinds, library, by_file))),
        Predicate::Constant(value) => Test::Constant(*value),
        // A node always exists; its name exists if it is not empty.
        Predicate::Exists(path) if is_itself(path) => Test::Constant(true),
        Predicate::Exists(path) if is_name(path) => Test::Name(NameOp::Contains, ""),
        leaf => match reads(leaf, kinds) {
            ReadSet::Nothing | ReadSet::Document | ReadSet::Only(FieldSource::File | FieldSource::FileOrBlock) => {
                by_file.push(leaf);
                Test::File(by_file.len() - 1)
            }
            ReadSet::Only(FieldSource::Kind) => tabulate(leaf, Column::Kind, library),
            ReadSet::Only(FieldSource::Level) => tabulate(leaf, Column::Level, library),
            ReadSet::Only(FieldSource::Visibility) => tabulate(leaf, Column::Visibility, library),
            ReadSet::Only(source) => match in_name(leaf) {
                Some((what, text)) => Test::Name(what, text),
                None => Test::Node(leaf, source),
            },
            ReadSet::Walks => Test::Walk(leaf),
        },
    }
}

/// The cost of a test. Conditions have no side effects, so they may be reordered.
fn cost(test: &Test<'_>) -> u8 {
    match test {
        Test::Constant(_) => 0,
        Test::File(_) => 1,
        Test::Table(..) => 2,
        Test::Name(..) => 3,
        Test::Node(_, FieldSource::Text) => 5,
        Test::Node(..) => 4,
        Test::Walk(_) => 6,
        Test::All(parts) | Test::Any(parts) => parts.iter().map(cost).max().unwrap_or(0),
        Test::Not(inner) => cost(inner),
    }
}

/// The storage that a leaf reads.
#[derive(Clone, Copy)]
enum ReadSet {
    Nothing,
    /// Paths from the root of the document, whose values are the same for every node.
    Document,
    Only(FieldSource),
    /// More than fields: paths with steps.
    Walks,
}

impl ReadSet {
    /// The union of two sides. Two different columns cannot be a table any more.
    fn and(self, other: ReadSet) -> ReadSet {
        match (self, other) {
            (ReadSet::Walks, _) | (_, ReadSet::Walks) => ReadSet::Walks,
            (ReadSet::Nothing, reads) | (reads, ReadSet::Nothing) => reads,
            (ReadSet::Document, ReadSet::Document) => ReadSet::Document,
            (ReadSet::Document, _) | (_, ReadSet::Document) => ReadSet::Walks,
            (ReadSet::Only(a), ReadSet::Only(b)) if a == b => ReadSet::Only(a),
            (ReadSet::Only(FieldSource::Text), _) | (_, ReadSet::Only(FieldSource::Text)) => {
                ReadSet::Only(FieldSource::Text)
            }
            _ => ReadSet::Only(FieldSource::Columns),
        }
    }
}

fn reads(leaf: &Predicate, kinds: u64) -> ReadSet {
    match leaf {
        // Which functions are tests, their kind does not tell.
        Predicate::Compare(left, comparison, right) if asks_for_tests(left, comparison, right) => {
            ReadSet::Only(FieldSource::Columns)
        }
        Predicate::Compare(left, _, right) | Predicate::Matches(left, right, _) => {
            reads_term(left, kinds).and(reads_term(right, kinds))
        }
        Predicate::Exists(path) => match (path.absolute, path.field) {
            (false, Some(field)) => reads_field(field, kinds),
            (true, _) => ReadSet::Document,
            _ => ReadSet::Walks,
        },
        _ => ReadSet::Walks,
    }
}

fn reads_term(term: &Term, kinds: u64) -> ReadSet {
    match term {
        Term::Literal(_) | Term::Long(_) | Term::OneOf(_) | Term::Pattern(_) => ReadSet::Nothing,
        Term::Function(_, inner) => reads_term(inner, kinds),
        Term::Path(path) => match (path.absolute, path.field) {
            (false, Some(field)) => reads_field(field, kinds),
            (true, _) => ReadSet::Document,
            _ => ReadSet::Walks,
        },
    }
}

fn reads_field(field: Field, kinds: u64) -> ReadSet {
    let blocks = bit(Kind::CodeBlock) | bit(Kind::Diagram);
    ReadSet::Only(match catalog::field_source(field) {
        FieldSource::FileOrBlock if kinds & blocks != 0 => FieldSource::Columns,
        FieldSource::FileOrBlock => FieldSource::File,
        source => source,
    })
}

/// The bit of a kind in a bit set.
pub(in crate::docql) fn bit(kind: Kind) -> u64 {
    const { assert!(KINDS.len() <= 64) };
    1 << kind as u8
}

/// Evaluates a leaf that reads one column for each value of that column.
fn tabulate<'p>(leaf: &'p Predicate, column: Column, library: &Library) -> Test<'p> {
    let ticket = Ticket::forever();
    let context = Context { library, ticket: &ticket, value: None, file: None, strict: false, seen: None };
    let mut table = Box::new([false; 256]);
    for (byte, entry) in (0..=u8::MAX).zip(table.iter_mut()) {
        let value: Value<'static> = match column {
            Column::Kind => match Kind::from_u8(byte) {
                Some(kind) => fields::kind_value(kind),
                None => continue,
            },
            Column::Level => fields::level_value(byte),
            Column::Visibility => fields::visibility_value(Visibility::from_u8(byte)),
        };
        *entry = holds_for(leaf, Subject::Column(&value), context).unwrap_or(false);
    }
    Test::Table(column, TruthTable(table))
}
