//! Conditions, of rows and of what belongs to them, as SQL.

use super::clause::{Condition, Of, Place, What, With};
use super::from::{From, joined};
use super::paths::{Step, path};
use super::resolve::Resolver;
use super::sql::is_of_group;
use crate::agent::tables::schema::catalog::{Table, Type};
use crate::agent::tables::schema::clocks::Clock;
use crate::agent::tables::schema::conditions::Condition as Conditions;

/// Conditions of rows that belong to a row, which are met by the same rows.
struct Within {
    /// The step to them, and those from there.
    steps: Vec<Step>,
    conditions: Vec<String>,
    count: Option<(&'static str, String)>,
    is_not: bool,
}

/// A condition of a column, once it is clear which one.
struct Clear {
    table: usize,
    /// Whether the column is behind its table.
    sql: Box<dyn Fn(bool) -> String>,
    is_not: bool,
}

/// The conditions of rows, and those of groups; `None` if one is not clear.
pub(super) fn wheres(
    resolver: &Resolver<'_>,
    from: &mut From<'_>,
    grouped: &[Place],
) -> Option<(Vec<String>, Vec<String>)> {
    let (clauses, tables) = (resolver.clauses, resolver.tables);
    let subject = clauses.subject?;
    let (mut here, mut having, mut within): (Vec<Clear>, Vec<String>, Vec<Within>) = Default::default();
    for (at, condition) in clauses.conditions.iter().enumerate() {
        let lacks = clauses.lacks.is_some_and(|lacks| at > lacks);
        if is_of_group(condition, subject) || !grouped.is_empty() && is_of_group(condition, from.root) {
            let Condition::Has { count: Some((sign, number)), .. } = condition else { return None };
            having.push(format!("count(*) {sign} {number}"));
            continue;
        }
        // "Female students with sex F" says the same twice.
        if clauses.conditions[..at].iter().any(|other| says_same(other, condition)) {
            continue;
        }
        let is_both = clauses.both.is_some_and(|both| at >= both);
        if !is_both && denies_another(&clauses.conditions[..at], condition) {
            return None;
        }
        match condition {
            Condition::Has { table, count, is_not } => {
                if from.holds(*table) && count.is_none() && !is_not {
                    continue;
                }
                let steps = path(from.root, *table, tables)?;
                let is_up = steps.iter().all(|step| step.is_up);
                match is_up {
                    // It refers to one, or to none.
                    true if count.is_none() && !is_not => from.join(*table)?,
                    true => return None,
                    false => add(
                        &mut within,
                        Within { steps, conditions: Vec::new(), count: count.clone(), is_not: *is_not },
                    )?,
                }
            }
            Condition::Compared { of, near, with, is_not } => {
                let clear = clear(resolver, of, *near, with, *is_not)?;
                // "How many books does Mori Kenji have" counts no book of that title.
                let counts = clauses.shown.iter().any(|what| matches!(what, What::Rows(_)));
                let is_label =
                    resolver.of(of, *near).is_some_and(|((table, at), _)| tables[table].columns[at].is_label);
                if counts && is_label && clear.table == from.root && matches!(with, With::Texts(_)) {
                    return None;
                }
                // "Students who are friends of Kyle": he is not one of them.
                let is_whose = |table: &usize| tables[*table].refers_twice(from.root);
                if is_label && clear.table == from.root && clauses.tables.iter().any(is_whose) {
                    return None;
                }
                let steps = path(from.root, clear.table, tables)?;
                let is_up = steps.iter().all(|step| step.is_up);
                if lacks && clear.table != from.root {
                    let open = within.iter_mut().find(|open| open.is_not)?;
                    extend(open, &steps, &clear)?;
                } else if is_both {
                    // A row has one value of its own.
                    let conditions = vec![(clear.sql)(true)];
                    let is_known = |one: &Within| one.first() == steps.iter().find(|step| !step.is_up).copied();
                    if is_up || within.iter().any(|one| one.is_not && is_known(one)) {
                        return None;
                    }
                    within.retain(|one| !(one.conditions.is_empty() && one.count.is_none() && is_known(one)));
                    within.push(Within { steps, conditions, count: None, is_not: false });
                } else if from.holds(clear.table) || is_up {
                    from.join(clear.table)?;
                    here.push(clear);
                } else {
                    let conditions = vec![(clear.sql)(true)];
                    add(&mut within, Within { steps, conditions, count: None, is_not: clear.is_not })?;
                }
            }
        }
    }
    // What has none of some rows has none that something is said of.
    let is_none = |one: &&Within| one.is_not && one.conditions.is_empty();
    let is_some = |none: &Within| within.iter().any(|one| !one.is_not && one.first() == none.first());
    if within.iter().filter(is_none).any(is_some) {
        return None;
    }
    for one in &within {
        from.join(one.first()?.from)?;
    }
    from.besides = within.iter().filter_map(|one| one.joins(tables)).collect();
    let is_joined = from.is_joined();
    let told = |clear: &Clear| {
        let sql = (clear.sql)(is_joined);
        if clear.is_not { negated(&sql) } else { sql }
    };
    let mut conditions: Vec<String> = here.iter().map(told).collect();
    for one in &within {
        conditions.push(one.sql(from, tables)?);
    }
    Some((conditions, having))
}

/// Whether two conditions say the same of a column, wherever they stand.
fn says_same(one: &Condition, other: &Condition) -> bool {
    match (one, other) {
        (
            Condition::Compared { of: Of::Named(first), with, is_not, .. },
            Condition::Compared { of: Of::Named(second), with: with_too, is_not: is_not_too, .. },
        ) => first.may_be == second.may_be && with == with_too && is_not == is_not_too,
        _ => false,
    }
}

/// Whether a column is to be equal to two values: rows that have either may be meant, or those with both.
fn denies_another(before: &[Condition], condition: &Condition) -> bool {
    let is_equal = |with: &With| matches!(with, With::Number("=", _) | With::Texts(_) | With::Year("=", _));
    let Condition::Compared { of, with, is_not: false, .. } = condition else { return false };
    let of_same = |other: &Condition| match other {
        Condition::Compared { of: own, with, is_not: false, .. } => {
            let is_same = match (own, of) {
                (Of::Named(one), Of::Named(two)) => one.may_be == two.may_be,
                (one, two) => one == two,
            };
            is_same && (is_equal(with) || matches!(with, With::Part(_)))
        }
        _ => false,
    };
    is_equal(with) && before.iter().any(of_same) || before.iter().any(|other| leaves_none(other, condition))
}

/// Whether nothing can meet both of two conditions of a column: less than a number, and more than it.
fn leaves_none(one: &Condition, other: &Condition) -> bool {
    let read = |condition: &Condition| match condition {
        Condition::Compared { of, with: With::Number(sign, number), is_not: false, .. } => {
            Some((of.clone(), *sign, number.parse::<f64>().ok()?))
        }
        Condition::Compared { of, with: With::Year(sign, year), is_not: false, .. } => {
            Some((of.clone(), *sign, *year as f64))
        }
        _ => None,
    };
    let (Some((of, sign, first)), Some((too, other, last))) = (read(one), read(other)) else { return false };
    let is_below = |sign: &str| sign.starts_with('<');
    let is_above = |sign: &str| sign.starts_with('>');
    let same = match (&of, &too) {
        (Of::Named(one), Of::Named(two)) => one.may_be == two.may_be,
        (one, two) => one == two,
    };
    same && (is_below(sign) && is_above(other) && last >= first || is_above(sign) && is_below(other) && first >= last)
}

/// A condition that is not met.
fn negated(sql: &str) -> String {
    match sql.split_once(" = ") {
        Some((column, value)) if !sql.contains(" OR ") && !sql.contains(" AND ") => format!("{column} <> {value}"),
        _ => format!("NOT ({sql})"),
    }
}

/// Adds conditions to those of the same rows.
fn add(within: &mut Vec<Within>, new: Within) -> Option<()> {
    let first = Within::first;
    // Who has no cat need have no pet.
    if new.conditions.is_empty() && new.count.is_none() && !new.is_not {
        let is_known = within.iter().any(|one| first(one) == first(&new));
        if is_known {
            let longer = within.iter_mut().find(|one| first(one) == first(&new) && new.steps.starts_with(&one.steps));
            if let Some(one) = longer.filter(|one| !one.is_not) {
                one.steps = new.steps;
            }
            return Some(());
        }
    }
    // "More than 100 urgent tickets" may count the urgent ones or all.
    let is_other_count = |one: &Within| one.count.is_some() != new.count.is_some() && !one.is_not && !new.is_not;
    if within.iter().any(|one| first(one) == first(&new) && is_other_count(one)) {
        return None;
    }
    let same = within.iter_mut().find(|one| {
        first(one) == first(&new) && one.is_not == new.is_not && one.count.is_none() && new.count.is_none()
    });
    match same {
        Some(one) if one.steps.starts_with(&new.steps) => one.conditions.extend(new.conditions),
        Some(one) if new.steps.starts_with(&one.steps) => {
            one.steps = new.steps;
            one.conditions.extend(new.conditions);
        }
        Some(_) => return None,
        None => within.push(new),
    }
    Some(())
}

/// Adds a condition to rows that there are not to be.
fn extend(open: &mut Within, steps: &[Step], clear: &Clear) -> Option<()> {
    if clear.is_not {
        return None;
    }
    if steps.starts_with(&open.steps) {
        open.steps = steps.to_vec();
    } else if !open.steps.starts_with(steps) {
        return None;
    }
    open.conditions.push((clear.sql)(true));
    Some(())
}

impl Within {
    /// The step from a row to what belongs to it.
    fn first(&self) -> Option<Step> {
        self.steps.iter().find(|step| !step.is_up).copied()
    }

    /// The tables behind the first step as they are joined, and each of them, if there are several.
    fn joins(&self, tables: &[Table]) -> Option<Vec<String>> {
        let first = self.first()?;
        let at = self.steps.iter().position(|step| *step == first)?;
        let more: String = self.steps[at + 1..].iter().map(|step| format!(" JOIN {}", joined(step, tables))).collect();
        let own = tables[first.to].sql.clone();
        let all = [format!("{own}{more}"), own].into_iter();
        (!more.is_empty())
            .then(|| all.chain(self.steps[at + 1..].iter().map(|step| tables[step.to].sql.clone())).collect())
    }

    fn sql(&self, from: &From<'_>, tables: &[Table]) -> Option<String> {
        let first = self.first()?;
        let at = self.steps.iter().position(|step| *step == first)?;
        let own = from.column((first.from, first.own));
        let child = &tables[first.to];
        let by = format!("{}.{}", child.sql, child.columns[first.other].sql);
        let mut sql = format!("SELECT {by} FROM {}", child.sql);
        for step in &self.steps[at + 1..] {
            sql.push_str(&format!(" JOIN {}", joined(step, tables)));
        }
        let mut conditions = self.conditions.clone();
        if self.is_not {
            conditions.push(format!("{by} IS NOT NULL"));
        }
        if !conditions.is_empty() {
            sql.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
        }
        if let Some((sign, number)) = &self.count {
            // Who has none is in no group.
            let is_some = matches!(*sign, ">" | ">=") || *sign == "=" && number != "0";
            if !is_some {
                return None;
            }
            sql.push_str(&format!(" GROUP BY {by} HAVING count(*) {sign} {number}"));
        }
        let not = if self.is_not { "NOT " } else { "" };
        Some(format!("{own} {not}IN ({sql})"))
    }
}

/// Words of columns that say when something began, and not how long ago.
const BEGINNINGS: &[&str] =
    &["birth", "birthday", "born", "dob", "founded", "built", "opened", "established", "construction", "year"];

/// A condition as SQL; `None` if the column is not clear, or cannot be compared so.
fn clear(resolver: &Resolver<'_>, of: &Of, near: Option<usize>, with: &With, is_not: bool) -> Option<Clear> {
    let ((table, at), grows) = resolver.of(of, near)?;
    let own = &resolver.tables[table];
    let column = &own.columns[at];
    // The number of a key is no quantity.
    let is_equal = matches!(with, With::Number("=", _) | With::Texts(_) | With::Year("=", _));
    if column.is_key && !is_equal {
        return None;
    }
    let is_number = resolver.is_number((table, at)) && !column.is_hundredths;
    let is_cast = is_number && column.type_ == Type::Text;
    let turned = |sign: &'static str| match (grows, sign) {
        (false, ">") => "<",
        (false, "<") => ">",
        (false, ">=") => "<=",
        (false, "<=") => ">=",
        (_, sign) => sign,
    };
    // Nobody is younger than the year 40.
    let is_age =
        |with: &With| matches!(with, With::Number(_, number) if number.parse::<f64>().is_ok_and(|age| age < 1000.0));
    let says_when = || column.name_words.iter().any(|word| BEGINNINGS.contains(&word.as_str()));
    if !column.doubt.is_empty() || matches!(of, Of::Measured(_)) && is_age(with) && says_when() {
        return None;
    }
    let behind = match with {
        With::Number(sign, number) if is_number => format!("{{}} {} {number}", turned(sign)),
        With::Number(sign, number) => year(column.type_, column.clock, turned(sign), number.parse().ok()?)?,
        With::Between(first, last) if is_number => format!("{{}} BETWEEN {first} AND {last}"),
        With::Between(..) => return None,
        With::Texts(texts) if column.type_ == Type::Text && !is_cast => match texts.as_slice() {
            [one] => format!("{{}} = {}", Conditions::text(one)),
            several => {
                let list: Vec<String> = several.iter().map(|text| Conditions::text(text)).collect();
                format!("{{}} IN ({})", list.join(", "))
            }
        },
        With::Texts(numbers) if is_number && numbers.iter().all(|one| one.parse::<f64>().is_ok()) => {
            format!("{{}} IN ({})", numbers.join(", "))
        }
        With::Texts(_) => return None,
        With::Part(part) if column.type_ == Type::Text => format!("{{}} LIKE {}", Conditions::text(part)),
        With::Part(_) => return None,
        With::Average(sign) if is_number && !column.is_key => {
            let all = resolver.as_number((table, at), &column.sql);
            format!("{{}} {} (SELECT avg({all}) FROM {})", turned(sign), own.sql)
        }
        With::Average(_) => return None,
        With::Year(sign, number) if is_number => format!("{{}} {sign} {number}"),
        With::Year(sign, number) => year(column.type_, column.clock, sign, *number)?,
    };
    let (bare, full) = (column.sql.clone(), format!("{}.{}", own.sql, column.sql));
    let compares = matches!(with, With::Number(..) | With::Between(..) | With::Average(_) | With::Texts(_));
    let behind = if is_cast && compares { behind.replace("{}", "CAST({} AS REAL)") } else { behind };
    let sql = move |is_behind: bool| behind.replace("{}", if is_behind { &full } else { &bare });
    Some(Clear { table, sql: Box::new(sql), is_not })
}

/// A comparison of dates, as texts, with a year.
fn year(type_: Type, clock: Clock, sign: &str, year: i64) -> Option<String> {
    if !(1000..=9998).contains(&year) {
        return None;
    }
    match type_ {
        Type::Date if clock == Clock::Iso => Some(match sign {
            "=" => format!("({{}} >= '{year}-01-01' AND {{}} < '{}-01-01')", year + 1),
            ">" => format!("{{}} >= '{}-01-01'", year + 1),
            ">=" => format!("{{}} >= '{year}-01-01'"),
            "<" => format!("{{}} < '{year}-01-01'"),
            _ => format!("{{}} < '{}-01-01'", year + 1),
        }),
        _ => None,
    }
}
