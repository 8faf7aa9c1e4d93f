//! What a role of PostgreSQL may read.

use super::rights;
use crate::databases::model::{ColumnSchema, DatabaseProblem, TableSchema, ValueClass};
use crate::databases::servers::asking::{Catalog, Session, collect, number, text};
use crate::databases::servers::options::ServerOptions;
use crate::databases::servers::written;
use crate::document::Cell;
use std::collections::BTreeMap;

/// Tables and views that the role may read.
const TABLES: &str = "
SELECT c.oid::int8, n.nspname::text, c.relname::text, c.reltuples::int8,
  coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''), pg_catalog.pg_table_is_visible(c.oid), c.relkind = 'v',
  EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
ORDER BY 2, 3 LIMIT 10000";

/// Their columns. Without a primary key the shortest unique index over columns that must have values is the key, of several
/// the one that was made first. Only newer servers have databases whose collations are not those of their system, and
/// indexes that hold columns beside those of the key.
const COLUMNS: &str = "
WITH RECURSIVE uniques AS (SELECT i.indrelid, i.indexrelid, i.indisprimary, i.indkey,
    coalesce((to_jsonb(i) ->> 'indnkeyatts')::int, i.indnatts) AS count
  FROM pg_catalog.pg_index i WHERE i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL
    AND i.indexprs IS NULL),
keys AS (SELECT DISTINCT ON (u.indrelid) u.* FROM uniques u
  WHERE NOT EXISTS (SELECT FROM unnest(u.indkey) WITH ORDINALITY k(attribute, place)
    JOIN pg_catalog.pg_attribute m ON m.attrelid = u.indrelid AND m.attnum = k.attribute
    WHERE k.place <= u.count
      AND NOT (m.attnotnull AND pg_catalog.has_column_privilege(m.attrelid, m.attnum, 'SELECT')))
  ORDER BY u.indrelid, u.indisprimary DESC, u.count, u.indexrelid),
base AS (SELECT oid, typname FROM pg_catalog.pg_type WHERE typtype <> 'd'
  UNION ALL SELECT d.oid, base.typname FROM pg_catalog.pg_type d JOIN base ON d.typtype = 'd' AND d.typbasetype = base.oid)
SELECT a.attrelid::int8, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
  b.typname::text, coalesce(o.collisdeterministic, true),
  coalesce(pg_catalog.col_description(a.attrelid, a.attnum), ''),
  coalesce((SELECT k.place FROM keys i, unnest(i.indkey) WITH ORDINALITY k(attribute, place)
    WHERE i.indrelid = a.attrelid AND k.attribute = a.attnum AND k.place <= i.count), 0),
  EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid AND i.indisvalid AND i.indkey[0] = a.attnum),
  coalesce((SELECT CASE WHEN pg_catalog.pg_table_is_visible(f.oid) THEN '' ELSE s.nspname || '.' END
      || f.relname || '.' || g.attname FROM pg_catalog.pg_constraint q, unnest(q.conkey, q.confkey) u(mine, other),
    pg_catalog.pg_class f, pg_catalog.pg_namespace s, pg_catalog.pg_attribute g
    WHERE f.relnamespace = s.oid AND q.conrelid = a.attrelid AND q.contype = 'f' AND u.mine = a.attnum AND f.oid = q.confrelid
    AND g.attrelid = f.oid AND g.attnum = u.other ORDER BY q.oid LIMIT 1), ''),
  coalesce(CASE o.collname WHEN 'default' THEN (SELECT d.datcollate FROM pg_catalog.pg_database d
    WHERE d.datname = current_database() AND coalesce(to_jsonb(d) ->> 'datlocprovider', 'c') = 'c') ELSE o.collname END, '')
FROM pg_catalog.pg_attribute a JOIN base b ON b.oid = a.atttypid
LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
ORDER BY a.attrelid, a.attnum LIMIT 200000";

/// Collations that are the order of code points.
const CODE_POINTS: &[&str] = &["C", "POSIX", "ucs_basic", "C.UTF-8", "C.utf8", "pg_c_utf8"];

/// Tables, columns, keys and comments as `pg_catalog` has them.
pub(super) fn read(session: &mut dyn Session, options: &ServerOptions) -> Result<Catalog, DatabaseProblem> {
    rights::check(session)?;
    let encoding = collect(session, "SELECT current_setting('server_encoding')", Vec::new())?;
    let in_unicode = encoding.first().is_some_and(|row| text(row.first()) == "UTF8");
    let mut columns: BTreeMap<i64, Vec<ColumnSchema>> = BTreeMap::new();
    for row in collect(session, COLUMNS, Vec::new())? {
        columns.entry(number(row.first())).or_default().push(column(&row, in_unicode));
    }
    let mut catalog = Catalog { why_no_sql: rights::why_no_sql(session)?, ..Catalog::default() };
    for row in collect(session, TABLES, Vec::new())? {
        let (schema, bare) = (text(row.get(1)), text(row.get(2)));
        let full = format!("{schema}.{bare}");
        let is_visible = matches!(row.get(5), Some(Cell::Integer(1)));
        let name = if is_visible { bare } else { full.clone() };
        if !options.tables.is_empty() && !options.tables.iter().any(|table| *table == name || *table == full) {
            catalog.others.push(full);
            continue;
        }
        let estimate = u64::try_from(number(row.get(3))).ok().filter(|rows| *rows > 0);
        let columns = columns.remove(&number(row.first())).unwrap_or_default();
        let is = |at: usize| matches!(row.get(at), Some(Cell::Integer(1)));
        let (comment, is_computed) = (text(row.get(4)), is(6));
        let mut table = TableSchema { name, schema, comment, columns, is_computed, estimate, ..TableSchema::default() };
        table.sql = written::create(&table, is(7), '"');
        catalog.tables.push(table);
    }
    Ok(catalog)
}

fn column(row: &[Cell], in_unicode: bool) -> ColumnSchema {
    let is = |at: usize| matches!(row.get(at), Some(Cell::Integer(1)));
    let class = match text(row.get(4)).as_str() {
        "int2" | "int4" | "int8" => ValueClass::Integer,
        "float8" => ValueClass::Real,
        "float4" => ValueClass::Single,
        "numeric" => ValueClass::Decimal,
        "date" => ValueClass::Date,
        "timestamp" | "timestamptz" => ValueClass::Time,
        "bool" => ValueClass::Flag,
        "bytea" => ValueClass::Bytes,
        "text" | "varchar" if is(5) && in_unicode => ValueClass::Text,
        // Their texts are decided by docql alone.
        _ if !in_unicode => ValueClass::Any,
        _ => ValueClass::Other,
    };
    ColumnSchema {
        name: text(row.get(1)),
        declared: text(row.get(2)),
        required: is(3),
        comment: text(row.get(6)),
        key: u32::try_from(number(row.get(7))).unwrap_or_default(),
        indexed: is(8),
        references: text(row.get(9)),
        is_in_code_points: CODE_POINTS.contains(&text(row.get(10)).as_str()),
        class,
        ..ColumnSchema::default()
    }
}
