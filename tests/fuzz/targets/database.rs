//! Any bytes as a database: its schema and its rows are read within bounds.
#![cfg_attr(fuzzing, no_main)]

use docql::databases::{Database, RowQuery};
use std::ops::ControlFlow;

include!("driver.inc.rs");

target!(|input: &[u8]| {
    let Ok(database) = Database::of_bytes(input.to_vec()) else { return };
    for table in database.tables().iter().take(16) {
        let _ = database.count(table);
        let mut rows = 0;
        let mut each = |_: i64, _: Vec<docql::document::Cell>| {
            rows += 1;
            if rows < 1_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let _ = database.rows(table, &RowQuery::default(), &|| true, &mut each);
    }
});
