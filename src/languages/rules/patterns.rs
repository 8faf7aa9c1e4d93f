//! The patterns of a table.

use super::model::{Around, Levels, Rewrite, Unseen};
use super::rule_error::RuleError;
use super::schema::LevelsFile;
use regex::{Regex, RegexSet};

pub(super) fn pattern(text: &Option<String>) -> Result<Option<Regex>, RuleError> {
    Ok(text.as_deref().map(Regex::new).transpose()?)
}

/// Patterns of which a group is not to be seen.
pub(super) fn unseen<'t>(texts: impl Iterator<Item = &'t str>) -> Result<Unseen, RuleError> {
    let texts: Vec<&str> = texts.collect();
    let one = |text: &&str| {
        let pattern = Regex::new(text)?;
        match pattern.capture_names().flatten().any(|name| name == "unseen") {
            true => Ok(pattern),
            false => Err(RuleError::NoUnseenGroup((*text).to_owned())),
        }
    };
    Ok(Unseen { any: RegexSet::new(&texts)?, each: texts.iter().map(one).collect::<Result<_, RuleError>>()? })
}

/// Patterns of which the first group is seen as something else.
pub(super) fn rewrites(list: &[[String; 2]]) -> Result<Box<[Rewrite]>, RuleError> {
    let mut rewrites = Vec::new();
    for [find, put] in list {
        let find = Regex::new(find)?;
        if find.captures_len() < 2 || put.contains('\n') {
            return Err(RuleError::Rewrite { find: find.to_string(), put: put.clone() });
        }
        rewrites.push(Rewrite { find, put: put.clone() });
    }
    Ok(rewrites.into())
}

pub(super) fn levels(file: &LevelsFile) -> Result<Levels, RuleError> {
    Ok(Levels {
        declares: Regex::new(&file.declares)?,
        above: pattern(&file.above)?,
        end: file.end.clone(),
        begins: pattern(&file.begins)?,
        around: file.around.clone().map(|[head, before, after]| Around { head, before, after }),
    })
}
