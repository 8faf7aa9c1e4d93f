//! What a role of PostgreSQL may do beyond reading: a role that may is refused, with the SQL that takes it away.

use crate::databases::model::DatabaseProblem;
use crate::databases::servers::asking::{Session, collect, text};

/// The roles that the current one is or may become, whether it inherits from them or has to become them: `who` says so
/// before what one of them may do, and is empty for the current one itself; `without` takes away what it is by another.
/// And the relations of users. Beside them whom a right is to be taken from: everybody has it, or the role.
const ROLES: &str = "
WITH role AS (SELECT r.*, CASE WHEN r.rolname = current_user THEN '' ELSE 'belongs to ' || r.rolname || ', which ' END AS who,
  CASE WHEN r.rolname <> current_user THEN (SELECT pg_catalog.string_agg(pg_catalog.format('REVOKE %I FROM %I', d.rolname,
      current_user), '; ') FROM pg_catalog.pg_auth_members m JOIN pg_catalog.pg_roles d ON d.oid = m.roleid
    JOIN pg_catalog.pg_roles u ON u.oid = m.member WHERE u.rolname = current_user
    AND pg_catalog.pg_has_role(d.oid, r.oid, 'MEMBER')) END AS without
  FROM pg_catalog.pg_roles r WHERE pg_catalog.pg_has_role(current_user, r.oid, 'MEMBER')),
relation AS (SELECT c.oid, c.relkind, c.relowner, c.relacl, n.nspname || '.' || c.relname AS name,
    pg_catalog.format('%I.%I', n.nspname, c.relname) AS quoted
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema')";

/// What it may do beyond reading, and the SQL that takes it away: the first thing that is found, of its own before what it
/// is by others. A superuser is everything, and must not be told to take anything from others. Statistics
/// (`pg_monitor`) and the tables of all schemas (`pg_read_all_data`) are read. A right is found where it was granted: to the
/// role, to one that it belongs to, to everybody. Functions without a list of who may call
/// them are those that look at the caller themselves.
const POWERS: &str = ",
found AS (
SELECT who, without, 'is a superuser' AS what, pg_catalog.format('ALTER ROLE %I NOSUPERUSER', rolname) AS mend
  FROM role WHERE rolsuper
UNION ALL SELECT who, without, 'may make roles, databases or replicas',
    pg_catalog.format('ALTER ROLE %I NOCREATEROLE NOCREATEDB NOREPLICATION', rolname)
  FROM role WHERE rolcreaterole OR rolcreatedb OR rolreplication
UNION ALL SELECT who, without, 'passes by the security of rows (BYPASSRLS)',
    pg_catalog.format('ALTER ROLE %I NOBYPASSRLS', rolname)
  FROM role WHERE rolbypassrls
UNION ALL SELECT '', without, 'belongs to ' || rolname, '' FROM role
  WHERE rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program',
    'pg_write_all_data', 'pg_signal_backend', 'pg_maintain', 'pg_create_subscription', 'pg_checkpoint')
UNION ALL SELECT r.who, r.without, 'owns ' || c.name, pg_catalog.format('ALTER TABLE %s OWNER TO CURRENT_USER', c.quoted)
  FROM role r JOIN relation c ON c.relowner = r.oid
UNION ALL SELECT r.who, r.without, 'may write to ' || c.name,
    pg_catalog.format('REVOKE %s %s FROM %s', CASE c.relkind WHEN 'S' THEN 'UPDATE ON SEQUENCE'
      ELSE 'INSERT, UPDATE, DELETE, TRUNCATE, TRIGGER ON' END, c.quoted,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)
  FROM role r, relation c, LATERAL (SELECT grantee, privilege_type FROM pg_catalog.aclexplode(c.relacl)
    UNION ALL SELECT x.grantee, x.privilege_type FROM pg_catalog.pg_attribute t, pg_catalog.aclexplode(t.attacl) x
    WHERE t.attrelid = c.oid) a
  WHERE a.grantee IN (0, r.oid) AND (a.privilege_type = 'UPDATE'
    OR c.relkind <> 'S' AND a.privilege_type IN ('INSERT', 'DELETE', 'TRUNCATE', 'TRIGGER'))
UNION ALL SELECT r.who, r.without, 'may create tables in schema ' || n.nspname,
    pg_catalog.format('ALTER SCHEMA %I OWNER TO CURRENT_USER', n.nspname)
  FROM role r JOIN pg_catalog.pg_namespace n ON n.nspowner = r.oid WHERE n.nspname !~ '^pg_'
UNION ALL SELECT r.who, r.without, 'may create tables in schema ' || n.nspname,
    pg_catalog.format('REVOKE CREATE ON SCHEMA %I FROM %s', n.nspname,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)
  FROM role r, pg_catalog.pg_namespace n, pg_catalog.aclexplode(n.nspacl) a
  WHERE n.nspname !~ '^pg_' AND a.grantee IN (0, r.oid) AND a.privilege_type = 'CREATE'
UNION ALL SELECT r.who, r.without, 'owns the database',
    pg_catalog.format('ALTER DATABASE %I OWNER TO CURRENT_USER', d.datname)
  FROM role r JOIN pg_catalog.pg_database d ON d.datdba = r.oid WHERE d.datname = current_database()
UNION ALL SELECT r.who, r.without, 'may create schemas', pg_catalog.format('REVOKE CREATE ON DATABASE %I FROM %s',
    d.datname, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)
  FROM role r, pg_catalog.pg_database d, pg_catalog.aclexplode(d.datacl) a
  WHERE d.datname = current_database() AND a.grantee IN (0, r.oid) AND a.privilege_type = 'CREATE'
UNION ALL SELECT r.who, r.without, 'may call ' || p.proname || ', which reaches more than tables',
    pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM %s', p.oid::pg_catalog.regprocedure,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)
  FROM role r, pg_catalog.pg_proc p, pg_catalog.aclexplode(p.proacl) a
  WHERE p.proname IN ('pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file',
    'pg_file_write', 'pg_file_rename', 'pg_file_unlink', 'pg_file_sync', 'lo_import', 'lo_export', 'pg_reload_conf',
    'pg_rotate_logfile', 'pg_promote', 'pg_switch_wal', 'pg_create_restore_point', 'pg_backup_start', 'pg_backup_stop',
    'pg_start_backup', 'pg_stop_backup', 'dblink_connect_u')
  AND a.grantee IN (0, r.oid) AND pg_catalog.has_schema_privilege(r.oid, p.pronamespace, 'USAGE')
  AND r.rolname !~ '^pg_'
UNION ALL SELECT r.who, r.without, 'may use the foreign server ' || s.srvname,
    pg_catalog.format('REVOKE USAGE ON FOREIGN SERVER %I FROM %s', s.srvname,
      CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END)
  FROM role r, pg_catalog.pg_foreign_server s, pg_catalog.aclexplode(s.srvacl) a WHERE a.grantee IN (0, r.oid)
UNION ALL SELECT r.who, r.without, 'owns the foreign server ' || s.srvname,
    pg_catalog.format('ALTER SERVER %I OWNER TO CURRENT_USER', s.srvname)
  FROM role r JOIN pg_catalog.pg_foreign_server s ON s.srvowner = r.oid)
SELECT who || what, coalesce(CASE WHEN who = '' AND mend <> '' THEN mend ELSE without END, '')
FROM found ORDER BY who <> '', what <> 'is a superuser' LIMIT 1";

/// A function that does what its owner may do, where that is more than reading, and the SQL that keeps the role from it.
/// Conditions of docql call none; SQL that somebody types could.
const DEFINERS: &str = "
SELECT r.who || 'may call ' || n.nspname || '.' || p.proname || ', which does what ' || o.rolname || ' may do',
  coalesce(r.without, pg_catalog.format('REVOKE EXECUTE ON FUNCTION %s FROM %s', p.oid::pg_catalog.regprocedure,
    CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END))
FROM role r CROSS JOIN pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
JOIN pg_catalog.pg_roles o ON o.oid = p.proowner
CROSS JOIN LATERAL pg_catalog.aclexplode(coalesce(p.proacl, pg_catalog.acldefault('f', p.proowner))) a
WHERE p.prosecdef AND n.nspname NOT IN ('pg_catalog', 'information_schema')
AND p.prorettype NOT IN ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
AND a.grantee IN (0, r.oid) AND pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
AND (o.rolsuper OR EXISTS (SELECT FROM relation c WHERE c.relkind <> 'S' AND (c.relowner = o.oid
  OR pg_catalog.has_table_privilege(o.oid, c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE'))))
ORDER BY r.who <> '', p.proname LIMIT 1";

/// Refuses a role that may do more than read.
pub(super) fn check(session: &mut dyn Session) -> Result<(), DatabaseProblem> {
    let powers = collect(session, &format!("{ROLES}{POWERS}"), Vec::new())?;
    let Some(power) = powers.first() else { return Ok(()) };
    let mend = text(power.get(1));
    let right = format!(
        "{mend} takes it away; or make one: CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA public TO reader; GRANT \
         SELECT ON table, … TO reader"
    );
    Err(DatabaseProblem::Role(text(power.first()), right))
}

/// Why this role may not ask SQL of its own.
pub(super) fn why_no_sql(session: &mut dyn Session) -> Result<Option<String>, DatabaseProblem> {
    let definers = collect(session, &format!("{ROLES}{DEFINERS}"), Vec::new())?;
    Ok(definers.first().map(|definer| {
        let (what, mend) = (text(definer.first()), text(definer.get(1)));
        format!(
            "the role {what}, and SQL could call it: {mend} takes that away; rows and conditions are asked all the same"
        )
    }))
}
