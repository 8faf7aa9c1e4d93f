//! What a role of PostgreSQL may read; one that may do more is refused.

use crate::databases::model::{ColumnSchema, DatabaseProblem, TableSchema, ValueClass};
use crate::databases::servers::asking::{Catalog, Session, collect, number, text};
use crate::databases::servers::options::ServerOptions;
use crate::databases::servers::written;
use crate::document::Cell;
use std::collections::BTreeMap;

/// What a role may do beyond reading: the first thing that is found.
const POWERS: &str = "
SELECT 'is a superuser' FROM pg_catalog.pg_roles r WHERE r.rolname = current_user AND r.rolsuper
UNION ALL SELECT 'may make roles, databases or replicas' FROM pg_catalog.pg_roles r
  WHERE r.rolname = current_user AND (r.rolcreaterole OR r.rolcreatedb OR r.rolreplication)
UNION ALL SELECT 'belongs to ' || p.rolname FROM pg_catalog.pg_roles p
  WHERE (p.rolsuper OR p.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
    'pg_write_all_data', 'pg_signal_backend', 'pg_maintain', 'pg_create_subscription'))
  AND pg_catalog.pg_has_role(current_user, p.oid, 'MEMBER')
UNION ALL SELECT 'may write to ' || n.nspname || '.' || c.relname FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND (pg_catalog.has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')
    OR pg_catalog.has_any_column_privilege(c.oid, 'INSERT, UPDATE'))
UNION ALL SELECT 'may create tables in schema ' || n.nspname FROM pg_catalog.pg_namespace n
  WHERE n.nspname !~ '^pg_' AND pg_catalog.has_schema_privilege(n.oid, 'CREATE')
UNION ALL SELECT 'may create schemas' WHERE pg_catalog.has_database_privilege(current_database(), 'CREATE')
LIMIT 1";

/// Tables and views that the role may read.
const TABLES: &str = "
SELECT c.oid::int8, n.nspname::text, c.relname::text, c.reltuples::int8,
  coalesce(pg_catalog.obj_description(c.oid, 'pg_class'), ''), pg_catalog.pg_table_is_visible(c.oid)
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
ORDER BY 2, 3 LIMIT 10000";

/// Their columns.
const COLUMNS: &str = "
SELECT a.attrelid::int8, a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
  coalesce(b.typname, t.typname)::text, coalesce(o.collisdeterministic, true),
  coalesce(pg_catalog.col_description(a.attrelid, a.attnum), ''),
  coalesce((SELECT k.place FROM pg_catalog.pg_index i, unnest(i.indkey) WITH ORDINALITY k(attribute, place)
    WHERE i.indrelid = a.attrelid AND i.indisprimary AND k.attribute = a.attnum), 0),
  EXISTS (SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = a.attrelid AND i.indisvalid AND i.indkey[0] = a.attnum),
  coalesce((SELECT CASE WHEN pg_catalog.pg_table_is_visible(f.oid) THEN '' ELSE s.nspname || '.' END
      || f.relname || '.' || g.attname FROM pg_catalog.pg_constraint q, unnest(q.conkey, q.confkey) u(mine, other),
    pg_catalog.pg_class f, pg_catalog.pg_namespace s, pg_catalog.pg_attribute g
    WHERE f.relnamespace = s.oid AND q.conrelid = a.attrelid AND q.contype = 'f' AND u.mine = a.attnum AND f.oid = q.confrelid
    AND g.attrelid = f.oid AND g.attnum = u.other ORDER BY q.oid LIMIT 1), '')
FROM pg_catalog.pg_attribute a JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_catalog.pg_type b ON b.oid = t.typbasetype LEFT JOIN pg_catalog.pg_collation o ON o.oid = a.attcollation
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
  AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
  AND pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT')
ORDER BY a.attrelid, a.attnum LIMIT 200000";

/// Reads it.
pub(super) fn read(session: &mut dyn Session, options: &ServerOptions) -> Result<Catalog, DatabaseProblem> {
    let powers = collect(session, POWERS, Vec::new())?;
    if let Some(power) = powers.first() {
        let user = options.user.replace('"', "");
        let right = format!(
            "CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA public TO reader; GRANT SELECT ON table, … TO reader; and, \
             before PostgreSQL 15, REVOKE CREATE ON SCHEMA public FROM PUBLIC; what {user} may do besides is to be revoked"
        );
        return Err(DatabaseProblem::Role(text(power.first()), right));
    }
    let encoding = collect(session, "SELECT current_setting('server_encoding')", Vec::new())?;
    let in_unicode = encoding.first().is_some_and(|row| text(row.first()) == "UTF8");
    let mut columns: BTreeMap<i64, Vec<ColumnSchema>> = BTreeMap::new();
    for row in collect(session, COLUMNS, Vec::new())? {
        columns.entry(number(row.first())).or_default().push(column(&row, in_unicode));
    }
    let mut catalog = Catalog::default();
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
        let mut table =
            TableSchema { name, schema, comment: text(row.get(4)), columns, estimate, ..TableSchema::default() };
        table.sql = written::create(&table);
        catalog.tables.push(table);
    }
    Ok(catalog)
}

fn column(row: &[Cell], in_unicode: bool) -> ColumnSchema {
    let is = |at: usize| matches!(row.get(at), Some(Cell::Integer(1)));
    let class = match text(row.get(4)).as_str() {
        "int2" | "int4" | "int8" => ValueClass::Integer,
        "float8" => ValueClass::Real,
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
        class,
        affinity: None,
    }
}
