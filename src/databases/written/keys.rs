//! Which column tells the rows of a table apart, and which columns refer to it: names propose it, and all values of the
//! columns must bear it out.

use crate::document::Cell;
use std::collections::HashSet;

/// Last words of names of keys.
const ENDS: &[&str] = &["id", "no", "nr", "number", "code", "key", "uuid", "guid", "ref", "编号", "代码"];

/// A table as far as keys need it.
pub(super) struct Columns<'t> {
    pub name: &'t str,
    pub names: &'t [String],
    pub values: Vec<&'t [Cell]>,
}

/// The words of a name, in small letters: `customerID` has two.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let letters: Vec<char> = name.chars().collect();
    let mut is_inside = false;
    for (at, letter) in letters.iter().enumerate() {
        if !letter.is_alphanumeric() {
            is_inside = false;
            continue;
        }
        let before = at.checked_sub(1).map(|at| letters[at]);
        let is_next_small = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase()
            && before.is_some_and(|before| before.is_lowercase() || is_next_small && before.is_uppercase());
        if !is_inside || begins {
            words.push(String::new());
        }
        is_inside = true;
        if let Some(word) = words.last_mut() {
            word.extend(letter.to_lowercase());
        }
    }
    words
}

/// The ways in which a table says of one of its rows what it is: `orders`, `order`.
fn singular(table: &str) -> Vec<String> {
    let whole = words(table).concat();
    let mut ways = vec![whole.clone()];
    if let Some(stem) = whole.strip_suffix("ies") {
        ways.push(format!("{stem}y"));
    }
    ways.extend(whole.strip_suffix("es").map(str::to_owned));
    ways.extend(whole.strip_suffix('s').map(str::to_owned));
    ways
}

/// Whether the last word of a name, or the end of a Chinese one, is that of a key.
fn ends_like_key(name: &str) -> bool {
    let words = words(name);
    let last = words.last().map_or("", String::as_str);
    ENDS.iter().any(|end| last == *end || !end.is_ascii() && last.ends_with(end))
}

/// The column that tells the rows of a table apart and is called so: by its table, or the first.
pub(super) fn key(table: &Columns<'_>) -> Option<usize> {
    let ways = singular(table.name);
    let is_of_table = |name: &String| {
        let whole = words(name).concat();
        ways.iter().any(|way| whole == *way || whole.starts_with(way.as_str()) && ends_like_key(name))
    };
    let is_bare = |name: &String| words(name).len() == 1 && ends_like_key(name) && !is_of_table(name);
    let is_unique = |at: &usize| {
        let values = table.values[*at];
        let known: HashSet<String> = values.iter().filter_map(shown).collect();
        !values.is_empty() && known.len() == values.len()
    };
    let places = || (0..table.names.len()).filter(is_unique);
    let named = places().find(|at| is_of_table(&table.names[*at]));
    let bare = || places().find(|at| is_bare(&table.names[*at]));
    named.or_else(bare).or_else(|| places().find(|at| *at == 0 && ends_like_key(&table.names[0])))
}

/// A value that may be compared with that of a key.
fn shown(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Integer(number) => Some(number.to_string()),
        Cell::Text(text) => Some(text.to_string()),
        _ => None,
    }
}

/// Whether the name of a column is that of the key of a table, whatever stands in front of it: `billing_customer_id`.
fn is_called_like(name: &str, table: &str, key: &str) -> bool {
    let own = words(name);
    let key_words = words(key);
    let is_bare = key_words.len() == 1
        && ends_like_key(key)
        && !singular(table).iter().any(|way| key_words[0].starts_with(way.as_str()));
    let whole = key_words.concat();
    let ways: Vec<String> = match is_bare {
        true => singular(table).iter().map(|way| format!("{way}{whole}")).collect(),
        false => vec![whole],
    };
    // The name from one of its words on.
    (0..own.len()).any(|from| ways.contains(&own[from..].concat()))
}

/// The tables and keys that columns refer to: the table, the column, the other table. One whose name or values fit several
/// refers to none.
pub(super) fn references(tables: &[Columns<'_>], keys: &[Option<usize>]) -> Vec<(usize, usize, usize)> {
    let known: Vec<HashSet<String>> = tables
        .iter()
        .zip(keys)
        .map(|(table, key)| key.map_or_else(HashSet::new, |key| table.values[key].iter().filter_map(shown).collect()))
        .collect();
    let mut found = Vec::new();
    for (at, table) in tables.iter().enumerate() {
        for (column, name) in table.names.iter().enumerate() {
            let is_own_key = keys[at] == Some(column);
            let refers = |other: &usize| {
                let Some(key) = keys[*other] else { return false };
                let is_other = *other != at || !is_own_key;
                // Of two tables with the same key the one that is called like it is meant.
                let is_owner = !is_own_key || !is_called_like(name, table.name, name) || !is_owned(table.name, name);
                is_other && is_owner && is_called_like(name, tables[*other].name, &tables[*other].names[key])
            };
            let mut fitting: Vec<usize> = (0..tables.len()).filter(refers).collect();
            if fitting.is_empty() && !is_own_key && is_of_person(name) {
                let is_of_people = |other: &usize| keys[*other].is_some() && says_people(tables[*other].name);
                fitting = (0..tables.len()).filter(is_of_people).collect();
            }
            // What tells the rows of another one apart as well is called after the table that it belongs to: the `film_id` of
            // `film_category` is that of a film.
            if fitting.len() > 1 {
                let owner = |other: &&usize| {
                    keys[**other].is_some_and(|key| is_owned(tables[**other].name, &tables[**other].names[key]))
                };
                let owners: Vec<usize> = fitting.iter().filter(owner).copied().collect();
                if owners.len() == 1 {
                    fitting = owners;
                }
            }
            let [other] = fitting.as_slice() else { continue };
            let values: Vec<Option<String>> =
                table.values[column].iter().filter(|cell| **cell != Cell::Null).map(shown).collect();
            let is_there = |value: &Option<String>| value.as_ref().is_some_and(|value| known[*other].contains(value));
            if !values.is_empty() && values.iter().all(is_there) {
                found.push((at, column, *other));
            }
        }
    }
    found
}

/// Words in front of a key that say what somebody does, and names of tables of people.
const ROLES: &[&str] = &[
    "assignee",
    "author",
    "creator",
    "editor",
    "employee",
    "lead",
    "manager",
    "owner",
    "person",
    "reporter",
    "reviewer",
    "supervisor",
    "teacher",
    "user",
];
const PEOPLE: &[&str] =
    &["people", "persons", "person", "users", "user", "employees", "employee", "staff", "members", "member"];

/// Whether a column is the key of somebody by what they do: `assignee_id`.
fn is_of_person(name: &str) -> bool {
    let words = words(name);
    ends_like_key(name) && words.iter().any(|word| ROLES.contains(&word.as_str()))
}

fn says_people(table: &str) -> bool {
    words(table).last().is_some_and(|word| PEOPLE.contains(&word.as_str()))
}

/// Whether a column is called like a table, so that it is the key of that.
fn is_owned(table: &str, name: &str) -> bool {
    let whole = words(name).concat();
    singular(table).iter().any(|way| whole.starts_with(way.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_propose_references_and_values_decide() {
        let numbers = |all: &[i64]| all.iter().map(|number| Cell::Integer(*number)).collect::<Vec<_>>();
        let names = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let (ids, twice, strange) = (numbers(&[1, 2, 3]), numbers(&[1, 1, 3]), numbers(&[1, 2, 9]));
        let customers = names("id size");
        let orders = names("orderId customer_id sales_customer_id other_customer_id paid");
        let tables = [
            Columns { name: "Customers", names: &customers, values: vec![&ids, &ids] },
            Columns { name: "orders", names: &orders, values: vec![&ids, &twice, &twice, &strange, &twice] },
        ];
        let keys: Vec<Option<usize>> = tables.iter().map(key).collect();
        assert_eq!(keys, [Some(0), Some(0)]);
        assert_eq!(references(&tables, &keys), [(1, 1, 0), (1, 2, 0)]);
        // Somebody is referred to by what they do, where all values are people.
        let (people, tasks) = (names("id name"), names("id assignee_id owner_id"));
        let tables = [
            Columns { name: "people", names: &people, values: vec![&ids, &ids] },
            Columns { name: "tasks", names: &tasks, values: vec![&ids, &twice, &strange] },
        ];
        let keys: Vec<Option<usize>> = tables.iter().map(key).collect();
        assert_eq!(references(&tables, &keys), [(1, 1, 0)]);
        // A key of a link that happens to tell its rows apart is none that others refer to.
        let (films, link, roles) = (names("film_id title"), names("film_id kind"), names("actor_id film_id"));
        let tables = [
            Columns { name: "film", names: &films, values: vec![&ids, &ids] },
            Columns { name: "film_kind", names: &link, values: vec![&ids, &twice] },
            Columns { name: "film_actor", names: &roles, values: vec![&twice, &twice] },
        ];
        let keys: Vec<Option<usize>> = tables.iter().map(key).collect();
        assert_eq!(references(&tables, &keys), [(1, 0, 0), (2, 1, 0)]);
        assert_eq!(words("CustomerID"), ["customer", "id"]);
        assert_eq!(words("salesRepEmployeeNumber"), ["sales", "rep", "employee", "number"]);
        assert!(ends_like_key("客户编号") && !ends_like_key("paid"));
    }
}
