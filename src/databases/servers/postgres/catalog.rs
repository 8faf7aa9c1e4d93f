//! What a role of PostgreSQL may read; one that may do more is refused.

use crate::databases::model::{ColumnSchema, DatabaseProblem, TableSchema, ValueClass};
use crate::databases::servers::asking::{Catalog, Session, collect, number, text};
use crate::databases::servers::options::ServerOptions;
use crate::databases::servers::written;
use crate::document::Cell;
use std::collections::BTreeMap;

/// What a role may do beyond reading, itself or as any role that it belongs to, whether it inherits from that or has to
/// become it: the first thing that is found. Statistics (`pg_monitor`) and the tables of all schemas (`pg_read_all_data`)
/// are read. Functions without a list of who may call them are those that look at the caller themselves.
const POWERS: &str = "
WITH role AS (SELECT r.*, CASE WHEN r.rolname = current_user THEN '' ELSE 'belongs to ' || r.rolname || ', which ' END AS who
  FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER')),
relation AS (SELECT c.oid, c.relkind, c.relowner, n.nspname || '.' || c.relname AS name FROM pg_catalog.pg_class c
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'),
written AS (SELECT r.oid AS role, r.who, c.name, c.relkind FROM role r, relation c
  WHERE CASE c.relkind WHEN 'S' THEN pg_catalog.has_sequence_privilege(r.oid, c.oid, 'UPDATE')
    ELSE pg_catalog.has_table_privilege(r.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER')
      OR pg_catalog.has_any_column_privilege(r.oid, c.oid, 'INSERT, UPDATE') END)
SELECT who || 'is a superuser' FROM role WHERE rolsuper
UNION ALL SELECT who || 'may make roles, databases or replicas' FROM role
  WHERE rolcreaterole OR rolcreatedb OR rolreplication
UNION ALL SELECT who || 'passes by the security of rows (BYPASSRLS)' FROM role WHERE rolbypassrls
UNION ALL SELECT 'belongs to ' || rolname FROM role
  WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
    'pg_write_all_data', 'pg_signal_backend', 'pg_maintain', 'pg_create_subscription', 'pg_checkpoint')
UNION ALL SELECT r.who || 'owns ' || c.name FROM role r JOIN relation c ON c.relowner = r.oid
UNION ALL SELECT who || 'may write to ' || name FROM written
UNION ALL SELECT r.who || 'may create tables in schema ' || n.nspname FROM role r, pg_catalog.pg_namespace n
  WHERE n.nspname !~ '^pg_' AND (n.nspowner = r.oid OR pg_catalog.has_schema_privilege(r.oid, n.oid, 'CREATE'))
UNION ALL SELECT r.who || 'owns the database' FROM role r JOIN pg_catalog.pg_database d ON d.datdba = r.oid
  WHERE d.datname = current_database()
UNION ALL SELECT who || 'may create schemas' FROM role
  WHERE pg_catalog.has_database_privilege(oid, current_database(), 'CREATE')
UNION ALL SELECT r.who || 'may call ' || p.proname || ', which reaches more than tables' FROM role r, pg_catalog.pg_proc p
  WHERE p.proname IN ('pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file',
    'pg_file_write', 'pg_file_rename', 'pg_file_unlink', 'pg_file_sync', 'lo_import', 'lo_export', 'pg_reload_conf',
    'pg_rotate_logfile', 'pg_promote', 'pg_switch_wal', 'pg_create_restore_point', 'pg_backup_start', 'pg_backup_stop',
    'pg_start_backup', 'pg_stop_backup', 'dblink_connect_u')
  AND p.proacl IS NOT NULL
  AND pg_catalog.has_function_privilege(r.oid, p.oid, 'EXECUTE')
  AND pg_catalog.has_schema_privilege(r.oid, p.pronamespace, 'USAGE')
UNION ALL SELECT r.who || 'may call ' || n.nspname || '.' || p.proname || ', which does what ' || o.rolname || ' may do'
  FROM role r, pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_catalog.pg_roles o ON o.oid = p.proowner
  WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND p.prorettype NOT IN ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
  AND pg_catalog.has_function_privilege(r.oid, p.oid, 'EXECUTE')
  AND pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
  AND (o.rolsuper OR EXISTS (SELECT FROM relation c WHERE c.relkind <> 'S' AND (c.relowner = o.oid
    OR pg_catalog.has_table_privilege(o.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))))
UNION ALL SELECT r.who || 'may use the foreign server ' || s.srvname FROM role r, pg_catalog.pg_foreign_server s
  WHERE pg_catalog.has_server_privilege(r.oid, s.oid, 'USAGE')
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
        table.sql = written::create(&table, '"');
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
