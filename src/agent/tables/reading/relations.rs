//! What belongs to a row and how much of it: "customers with more than 6 invoices", "albums without tracks", "products that
//! were never sold".

use super::asked::{Asked, Bound};
use super::filled::{BETWEEN, BY};
use super::ordering::orders::is_form_of_any;
use super::understood::{has_dates, is_participle};
use crate::agent::tables::schema::catalog::Table;
use crate::agent::tables::schema::children::Child;
use crate::agent::tables::schema::conditions::{Condition, Counted, Value};
use crate::agent::tables::vocabulary::number_words::{BEHIND, COMPARISONS, EXACTLY};
use crate::agent::tables::vocabulary::relation_words::{DEEDS, GETTING};
use crate::agent::tables::vocabulary::words::{ANYBODY, BELONGING, HAVING, WHENS};

/// Where words begin that say how many, the sign, and the number.
type Count = (usize, &'static str, Value);

impl Asked {
    /// Conditions on what belongs to a row; `None` if it is not clear what is said of it. What stands behind the words
    /// that are understood may be said of what belongs to the row, and not of the row.
    pub(in crate::agent::tables) fn related(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let was_bound = self.bound.is_some();
        let mut conditions = Vec::new();
        for number in 0..table.children.len() {
            let child = &table.children[number];
            let Some(at) = self.child_at(table, child) else { continue };
            let end = at + child.said.len();
            let (sign, value) = if let Some((start, sign, value)) = self.count_before(at, end) {
                let start = self.getting_before(start);
                let more =
                    if self.is_compared(start, at) { 0 } else { self.behind(end).map_or(0, |(words, _)| words.len()) };
                self.take(start, end + more - start);
                (sign, value)
            } else if let Some(start) = self.none_before(at) {
                self.take(start, end - start);
                ("=", Value::Number("0".to_owned()))
            } else {
                continue;
            };
            if self.is_shared(table, child) {
                return None;
            }
            let when = self.child_time(table, child, end)?;
            conditions.push(Condition::Counted(Box::new(Counted { key: child.key, child: number, sign, value, when })));
        }
        conditions.extend(self.never(table)?);
        // "In 2023, how many customers had no orders?"
        let leads_with_time = (0..2).any(|at| self.moment_at(at).is_some());
        if !conditions.is_empty() && leads_with_time && has_dates(table) {
            self.unclear = Some(format!("the time may be that of {}, or of what belongs to it", table.name));
            return None;
        }
        // All of these are said of the same rows.
        if let Some(Bound { end, .. }) = self.bound.take_if(|_| !was_bound) {
            self.bound(end);
        }
        Some(conditions)
    }

    /// Where rows that belong to a row are named, unless a column of it is called so.
    pub(in crate::agent::tables) fn child_at(&self, table: &Table, child: &Child) -> Option<usize> {
        let is_column = table.own().any(|(_, column)| column.said.contains(&child.said) && !column.is_key);
        self.place(&child.said).filter(|_| !is_column)
    }

    /// Whether rows belong to a row in several ways that are called the same, which is told.
    pub(in crate::agent::tables) fn is_shared(&mut self, table: &Table, child: &Child) -> bool {
        let others: Vec<String> = table.children.iter().filter(|other| other.said == child.said).map(told_of).collect();
        if others.len() < 2 {
            return false;
        }
        self.unclear = Some(format!("\"{}\" may be {}", child.said.join(" "), others.join(" or ")));
        true
    }

    /// A number of what is named from `at` to `end`, and how it is compared.
    fn count_before(&self, at: usize, end: usize) -> Option<Count> {
        let whole = |at: usize| {
            let value = self.value_at(at)?;
            matches!(&value, Value::Number(number) if !number.contains('.')).then_some(value)
        };
        // "10 or more albums".
        for (phrase, sign) in BEHIND {
            let Some(number) = at.checked_sub(phrase.len() + 1) else { continue };
            if (0..phrase.len()).all(|count| self.is_word(number + 1 + count, &phrase[count..=count]))
                && let Some(value) = whole(number)
            {
                return Some((number, sign, value));
            }
        }
        let number = at.checked_sub(1)?;
        let value = whole(number)?;
        let compared =
            COMPARISONS.iter().filter(|(phrase, sign)| *sign != "=" && !WHENS.iter().any(|(when, _)| when == phrase));
        for (phrase, sign) in compared {
            let Some(start) = number.checked_sub(phrase.len()) else { continue };
            if self.phrases(phrase).contains(&start) {
                return Some((start, sign, value));
            }
        }
        let is_exact = number > 0 && self.is_word(number - 1, EXACTLY);
        let start = if is_exact { number - 1 } else { number };
        // "10 albums or more".
        if let Some((_, sign)) = self.behind(end) {
            return Some((start, sign, value));
        }
        let has = start > 0 && (self.is_word(start - 1, HAVING) || self.is_word(start - 1, GETTING));
        (is_exact || has).then_some((start, "=", value))
    }

    /// Whether the words between say how a number is compared, so that those behind do not.
    fn is_compared(&self, start: usize, at: usize) -> bool {
        let numbers = (start..at).filter(|at| self.value_at(*at).is_some()).min();
        let before = numbers.and_then(|at| at.checked_sub(1)).filter(|at| *at >= start);
        before.is_some_and(|at| !self.is_word(at, HAVING) && !self.is_word(at, GETTING) && !self.is_word(at, EXACTLY))
    }

    /// Where the words begin in front of a place that only say that something belongs to a row: "have placed", "belong to".
    fn getting_before(&self, mut at: usize) -> usize {
        loop {
            if at > 0 && (self.is_word(at - 1, HAVING) || self.is_word(at - 1, GETTING)) {
                at -= 1;
            } else if at > 1 && self.is_word(at - 1, BY) && self.is_word(at - 2, BELONGING) {
                at -= 2;
            } else {
                return at;
            }
        }
    }

    /// Where the words begin that say that there is none of what is named: "without", "have never placed an".
    fn none_before(&self, at: usize) -> Option<usize> {
        if let Some((start, is_none)) = self.having(at) {
            return is_none.then(|| self.getting_before(start));
        }
        let mut start = at;
        while start > 0 && self.is_word(start - 1, BETWEEN) {
            start -= 1;
        }
        // "Not in any club".
        let is_in = start < at
            && start > 0
            && self.is_word(at - 1, &["any", "a", "an"])
            && self.is_word(start - 1, &["in", "on"]);
        let first = if is_in { start - 1 } else { self.getting_before(start) };
        self.denial_before(first).filter(|_| first < start)
    }

    /// When it was that is said of what belongs to a row. `None` if what is said is not understood.
    fn child_time(&mut self, of: &Table, child: &Child, end: usize) -> Option<Option<Box<Condition>>> {
        let unused = |asked: &Asked| asked.words.iter().map(|word| word.is_used).collect::<Vec<bool>>();
        let is_moment = |asked: &Asked| (end..end + 3).any(|at| asked.moment_at(at).is_some());
        let mut when = None;
        if is_moment(self) {
            let table = child.table.as_ref()?;
            // "Tickets without replies in 2022" may be tickets of that year, as they are of somebody and have a date; of a
            // customer it is not asked when they were.
            let is_dated = !of.references.is_empty() && has_dates(of);
            if is_dated {
                self.unclear = Some(format!("the time may be that of {} or of {}", of.name, table.name));
                return None;
            }
            // Only what stands behind is said of it.
            let mut behind = self.clone();
            behind.dated = None;
            behind.words[..end].iter_mut().for_each(|word| word.is_used = true);
            let mut times = behind.times(table)?;
            if times.len() != 1 {
                return None;
            }
            for (at, (one, other)) in unused(self).into_iter().zip(unused(&behind)).enumerate().skip(end) {
                self.words[at].is_used = one || other;
            }
            (self.notes, self.unclear) = (behind.notes, behind.unclear);
            when = times.pop().map(Box::new);
        }
        self.bound(end);
        Some(when)
    }

    /// Notes that what is said behind a place is not said of the rows that are asked for.
    pub(in crate::agent::tables) fn bound(&mut self, end: usize) {
        let first = self.bound.as_ref().map_or(end, |bound| bound.end.min(end));
        let used = self.words.iter().map(|word| word.is_used).collect();
        self.bound = Some(Bound { end: first, used });
    }

    /// Whether something was understood behind such a place as if it were said of the rows that are asked for.
    pub(in crate::agent::tables) fn is_misread(&self) -> bool {
        let Some(Bound { end, used }) = &self.bound else { return false };
        self.words.iter().zip(used).skip(*end).any(|(word, was_used)| word.is_used && !was_used)
    }

    /// What was never done with a row, where rows of another table say that it was: "never ordered", "unsold".
    fn never(&mut self, table: &Table) -> Option<Vec<Condition>> {
        let mut conditions = Vec::new();
        for at in 0..self.words.len() {
            let word = &self.words[at];
            if word.is_used || word.is_quoted {
                continue;
            }
            let (bare, is_undone) =
                word.lower.strip_prefix("un").map_or((word.lower.as_str(), false), |bare| (bare, true));
            let bare = bare.to_owned();
            let is_done = is_participle(&bare) || DEEDS.iter().any(|(deeds, _)| deeds.contains(&bare.as_str()));
            if !is_done || !is_undone && self.denial_before(at).is_none() {
                continue;
            }
            let Some(number) = self.child_of_deed(table, &bare)? else { continue };
            let child = &table.children[number];
            self.take_denial(at);
            let by_any = self.is_word(at + 1, &["by"]) && self.is_word(at + 2, ANYBODY);
            let any = usize::from(self.is_word(at + 1, ANYBODY));
            let count = if by_any { 3 } else { 1 + any };
            self.take(at, count);
            self.bound(at + count);
            let value = Value::Number("0".to_owned());
            self.notes.push(format!("\"{bare}\" is told by {}", told_of(child)));
            let counted = Counted { key: child.key, child: number, sign: "=", value, when: None };
            conditions.push(Condition::Counted(Box::new(counted)));
        }
        Some(conditions)
    }

    /// The table whose rows say that something was done; `None` if there are several such.
    pub(in crate::agent::tables) fn child_of_deed(&mut self, table: &Table, deed: &str) -> Option<Option<usize>> {
        // A column that says so is what is meant: "shipped" of `shipped_at`.
        let says = |names: &[String]| names.iter().any(|own| own == deed) || is_form_of_any(deed, names);
        if table.own().any(|(_, column)| !column.is_key && says(&column.name_words)) {
            return Some(None);
        }
        let children = || table.children.iter().enumerate().filter(|(_, child)| child.far.is_none());
        let of_form: Vec<usize> =
            children().filter(|(_, child)| is_form_of_any(deed, &child.said)).map(|(number, _)| number).collect();
        let row = DEEDS.iter().find(|(deeds, _)| deeds.contains(&deed));
        let is_told = |child: &Child| {
            let names = child.table.iter().flat_map(|table| crate::library::fold_words(&table.name));
            let names: Vec<String> = names.chain(child.table.iter().map(|table| table.name.clone())).collect();
            row.is_some_and(|(_, words)| names.iter().any(|name| words.contains(&singular(name))))
        };
        let found = match of_form.is_empty() {
            true => children().filter(|(_, child)| is_told(child)).map(|(number, _)| number).collect(),
            false => of_form,
        };
        match found.as_slice() {
            [] => Some(None),
            [only] => Some(Some(*only)),
            several => {
                let names: Vec<String> = several.iter().map(|number| told_of(&table.children[*number])).collect();
                self.unclear = Some(format!("\"{deed}\" may be told by {}", names.join(" or ")));
                None
            }
        }
    }
}

/// A name of one of several things.
fn singular(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// What refers to a row, as it is told.
pub(in crate::agent::tables) fn told_of(child: &Child) -> String {
    let name = |sql: &str| sql.trim_matches('"').to_owned();
    format!("{}.{}", name(&child.sql), name(&child.column))
}
