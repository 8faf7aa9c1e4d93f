//! What is overdue: due before today and not done, if columns say both.

use crate::agent::tables::reading::asked::Asked;
use crate::agent::tables::reading::values::Text;
use crate::agent::tables::schema::catalog::{Column, Table, Type};
use crate::agent::tables::schema::clocks::Clock;
use crate::agent::tables::schema::conditions::{Condition, Value};
use crate::agent::tables::vocabulary::relative::iso;

/// Words that say that something is overdue.
const OVERDUE: &[&[&str]] = &[&["overdue"], &["past", "due"]];

/// Words of columns that say when something is due.
const DUE: &[&str] = &["due", "deadline", "required", "到期", "截止"];

/// Words of columns, and of their values, that say that it is done.
const DONE: &[&str] = &[
    "paid",
    "payed",
    "closed",
    "completed",
    "complete",
    "finished",
    "returned",
    "resolved",
    "settled",
    "shipped",
    "delivered",
    "done",
    "cancelled",
    "canceled",
    "refunded",
    "void",
    "archived",
    "rejected",
    "付款",
    "完成",
    "关闭",
    "归还",
    "已付款",
    "已完成",
    "已关闭",
    "已取消",
    "已归还",
];

/// Values that say that it is not.
const UNDONE: &[&str] = &[
    "open",
    "pending",
    "unpaid",
    "new",
    "active",
    "overdue",
    "in progress",
    "in process",
    "waiting",
    "sent",
    "issued",
    "on hold",
    "borrowed",
    "scheduled",
    "未付款",
    "待付款",
    "进行中",
    "未完成",
    "处理中",
];

impl Asked {
    /// The conditions of what is overdue; `None` if no columns say what that is.
    pub(in crate::agent::tables) fn overdue(&mut self, table: &Table, values: &[Text]) -> Option<Vec<Condition>> {
        let Some((at, count)) = OVERDUE.iter().find_map(|phrase| Some((self.phrase(phrase)?, phrase.len()))) else {
            return Some(Vec::new());
        };
        let is_said_so = |text: &Text| text.text.to_lowercase() == "overdue";
        if values.iter().any(is_said_so) || table.own().any(|(_, column)| column.name_words == ["overdue"]) {
            // A value or a column says so by itself.
            return Some(Vec::new());
        }
        let due: Vec<(usize, &Column)> = table.own().filter(|(_, column)| is_date_of(column, DUE)).collect();
        let [(due, due_column)] = due.as_slice() else {
            self.unclear = Some("no one column says when something is due".to_owned());
            return None;
        };
        let (due, due_name) = (*due, due_column.name.clone());
        let Some((undone, done_name)) = not_done(table, values) else {
            self.unclear = Some(format!("no column says what of {} is done, so that nothing is overdue", table.name));
            return None;
        };
        // In front of it may stand what denies it.
        if self.denial_before(at).is_some() {
            return None;
        }
        self.take(at, count);
        let today = iso(self.today);
        self.notes.push(format!("overdue: {due_name} before {today}, and not done by {done_name}"));
        Some([Condition::Compared(due, "<", Value::Text(today))].into_iter().chain(undone).collect())
    }
}

/// Whether a column holds dates, and its name says one of these words.
pub(in crate::agent::tables) fn is_date_of(column: &Column, words: &[&str]) -> bool {
    let says = column.name_words.iter().any(|word| words.contains(&word.as_str()))
        || words.iter().any(|word| !word.is_ascii() && column.name.contains(word));
    column.type_ == Type::Date && column.clock != Clock::Unknown && column.doubt.is_empty() && says
}

/// What says of rows that they are not done: a date that is not there yet, or a flag; and a state, all of whose values are
/// known. `None` if nothing does, or several do, or a state may be either.
fn not_done(table: &Table, values: &[Text]) -> Option<(Vec<Condition>, String)> {
    let dates = table.own().filter(|(_, column)| is_date_of(column, DONE));
    let dates = dates.map(|(number, column)| (Condition::Empty(number, true), column.name.clone()));
    let flags = table.own().filter(|(_, column)| {
        column.type_ == Type::Flag && column.name_words.iter().any(|word| DONE.contains(&word.as_str()))
    });
    let flags = flags.map(|(number, column)| (Condition::Flag(number, None, false), column.name.clone()));
    let texts = |number: usize| values.iter().filter(move |text| text.column == number && text.is_choice);
    let is_done = |text: &Text| DONE.contains(&text.text.to_lowercase().as_str());
    let is_known = |text: &Text| is_done(text) || UNDONE.contains(&text.text.to_lowercase().as_str());
    let states: Vec<(usize, &Column)> = table.own().filter(|(number, _)| texts(*number).any(is_done)).collect();
    if states.iter().any(|(number, _)| !texts(*number).all(is_known)) || states.len() > 1 {
        return None;
    }
    let states = states.into_iter().map(|(number, column)| {
        let done = texts(number).filter(|text| is_done(text)).map(|text| text.text.clone()).collect();
        (Condition::NotAmong(number, done), column.name.clone())
    });
    let marks: Vec<(Condition, String)> = dates.chain(flags).collect();
    let all: Vec<(Condition, String)> = marks.iter().cloned().chain(states).collect();
    if marks.len() > 1 || all.is_empty() {
        return None;
    }
    let names: Vec<&str> = all.iter().map(|(_, name)| name.as_str()).collect();
    let names = names.join(" and ");
    Some((all.into_iter().map(|(condition, _)| condition).collect(), names))
}
