//! Ways to define tables and their columns: schemas and migrations of frameworks, and SQL.

use regex::Regex;

/// A way to define tables.
pub(super) struct Dialect {
    pub extensions: &'static [&'static str],
    /// What every definition has, in any case.
    pub keyword: &'static str,
    pub table: fn(&str) -> Option<Regex>,
    pub column: fn(&str) -> Option<Regex>,
    /// Whether a file may change a table several times.
    pub has_steps: bool,
    /// Where a definition ends that begins at a place.
    pub end: fn(&str, usize) -> usize,
}

pub(super) const DIALECTS: [Dialect; 7] = [
    Dialect {
        extensions: &["rb"],
        keyword: "create_table",
        table: ruby_table,
        column: ruby_column,
        has_steps: false,
        end: end_of_block,
    },
    Dialect {
        extensions: &["sql", "ddl"],
        keyword: "create ",
        table: sql_table,
        column: sql_column,
        has_steps: false,
        end: end_of_list,
    },
    Dialect {
        extensions: &["php"],
        keyword: "Schema::",
        table: php_table,
        column: php_column,
        has_steps: true,
        end: end_of_call,
    },
    // Migrations of Entity Framework, which make tables and add to them.
    Dialect {
        extensions: &["cs"],
        keyword: "CreateTable",
        table: |name| between(r#"\bCreateTable\(\s*name:\s*""#, name, "\""),
        column: |name| between(r"(?m)^[ \t]*", name, r"\s*=\s*\w+\.Column<"),
        has_steps: true,
        end: end_of_call,
    },
    Dialect {
        extensions: &["cs"],
        keyword: "AddColumn",
        table: |name| {
            let name = regex::escape(name);
            Regex::new(&format!(
                r#"\b(?P<call>AddColumn)<[^>]*>\(\s*name:\s*"[^"]*",\s*(?:schema:\s*"[^"]*",\s*)?table:\s*"{name}""#
            ))
            .ok()
        },
        column: |name| between(r#"\bname:\s*""#, name, "\""),
        has_steps: true,
        end: end_of_list,
    },
    // Those of Alembic.
    Dialect {
        extensions: &["py"],
        keyword: "op.",
        table: |name| between(r#"\bop\.(?:create_table|add_column)\(\s*["']"#, name, r#"["']"#),
        column: |name| between(r#"\bColumn\(\s*["']"#, name, r#"["']"#),
        has_steps: true,
        end: end_of_call,
    },
    // Those of Knex.
    Dialect {
        extensions: &["js", "ts", "cjs", "mjs"],
        keyword: "Table(",
        table: |name| between(r#"\.(?:createTable|alterTable|table)\(\s*["'`]"#, name, r#"["'`]"#),
        column: |name| between(r#"\b\w+\.\w+\(\s*["'`]"#, name, r#"["'`]"#),
        has_steps: true,
        end: end_of_call,
    },
];

/// A name between what stands before it and behind it.
fn between(before: &str, name: &str, behind: &str) -> Option<Regex> {
    Regex::new(&format!("{before}(?P<name>{}){behind}", regex::escape(name))).ok()
}

fn ruby_table(name: &str) -> Option<Regex> {
    let name = regex::escape(name);
    Regex::new(&format!(
        r#"(?m)^[ \t]*create_table[ \t(]+(?:"(?P<double>{name})"|'(?P<single>{name})'|:(?P<sign>{name})\b)"#
    ))
    .ok()
}

/// A reference to another table has a column that is called like it.
fn ruby_column(name: &str) -> Option<Regex> {
    let referred = name
        .strip_suffix("_id")
        .map(|name| format!(r#"|\w+\.(?:references|belongs_to)[ \t(]+["':](?P<referred>{})\b"#, regex::escape(name)));
    let name = regex::escape(name);
    Regex::new(&format!(r#"(?m)^[ \t]*(?:\w+\.\w+[ \t(]+["':](?P<name>{name})\b{})"#, referred.unwrap_or_default()))
        .ok()
}

fn sql_table(name: &str) -> Option<Regex> {
    let name = regex::escape(name);
    Regex::new(&format!(
        r#"(?i)\bcreate\s+(?:(?:global|local|temp|temporary|unlogged|external)\s+)*table\s+(?:if\s+not\s+exists\s+)?(?:["`\[]?\w+["`\]]?\.)*["`\[]?\b(?P<name>{name})\b["`\]]?\s*\("#
    ))
    .ok()
}

fn sql_column(name: &str) -> Option<Regex> {
    let name = regex::escape(name);
    Regex::new(&format!(r#"(?i)[(,]\s*(?:--[^\n]*\n\s*)*["`\[]?\b(?P<name>{name})\b["`\]]?\s+\w"#)).ok()
}

/// Migrations of Laravel. What changes a table adds columns to it.
fn php_table(name: &str) -> Option<Regex> {
    let name = regex::escape(name);
    Regex::new(&format!(
        r#"\bSchema::(?:connection\([^()]*\)\s*->\s*)?(?:create|table)(?:IfNotExists)?\(\s*['"](?P<name>{name})['"]"#
    ))
    .ok()
}

/// A key of another table may be named by its type, and some calls add columns whose names they do not write.
fn php_column(name: &str) -> Option<Regex> {
    let made = match name {
        "id" => r"|\$\w+->(?P<own>id|increments|bigIncrements)\(\s*\)",
        "created_at" | "updated_at" => r"|\$\w+->(?P<times>(?:nullable)?[tT]imestamps(?:Tz)?)\(",
        "deleted_at" => r"|\$\w+->(?P<gone>softDeletes(?:Tz)?)\(\s*\)",
        "remember_token" => r"|\$\w+->(?P<token>rememberToken)\(",
        _ => "",
    };
    let morphs = name.strip_suffix("_id").or(name.strip_suffix("_type"));
    let morphs = morphs.map(|name| format!(r#"|\$\w+->\w*[mM]orphs\(\s*['"](?P<morphs>{})['"]"#, regex::escape(name)));
    let (name, morphs) = (regex::escape(name), morphs.unwrap_or_default());
    // What is dropped or indexed is defined elsewhere; a new name stands behind the old one.
    Regex::new(&format!(
        r#"\$\w+->(?:{PHP_TYPES})\(\s*['"](?P<name>{name})['"]|->renameColumn\([^,]*,\s*['"](?P<renamed>{name})['"]{morphs}{made}"#
    ))
    .ok()
}

/// The calls that add a column of a type.
const PHP_TYPES: &str = concat!(
    r"id|string|char|text|\w+Text|\w*[iI]nteger|\w*[iI]ncrements|boolean|jsonb?|date\w*|time\w*|decimal|unsignedDecimal|",
    r"float|double|enum|set|uuid|ulid|binary|foreign(?:Id|Uuid|Ulid)|ipAddress|macAddress|year|geometry|geography|point|vector|softDeletes\w*"
);

/// The end of a call: the brackets that are open at a place within it.
fn end_of_call(text: &str, start: usize) -> usize {
    let begin = text[..start].rfind('(').unwrap_or(start);
    end_of_list(text, begin)
}

/// The end of a block of Ruby: the line that closes it stands no deeper than the one that opens it.
fn end_of_block(text: &str, start: usize) -> usize {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let begin = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let mut lines = text[begin..].split_inclusive('\n');
    let (mut end, deep) = (begin, indent(text[begin..].trim_end_matches(['\r', '\n'])));
    let Some(first) = lines.next() else { return text.len() };
    let deep = deep.min(indent(first));
    end += first.len();
    for line in lines {
        if line.trim_start().starts_with("end") && indent(line) <= deep {
            break;
        }
        end += line.len();
    }
    end
}

/// The end of what stands in brackets, opened at or behind a place.
fn end_of_list(text: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'(' => depth += 1,
            b')' if depth <= 1 => return at,
            b')' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
