//! Containers of the library: what their methods yield of their elements.

use super::known::FileTypes;
use super::written::{self, Written};

impl FileTypes<'_, '_> {
    /// What the method `name` of a container that is declared elsewhere yields: the same elements, or one of them.
    pub(super) fn of_container(&self, container: &Written, name: &str) -> Option<Written> {
        let rules = self.rules(container.file)?;
        let is_keeping = rules.keeping.contains(&name);
        if !is_keeping && !rules.taking.contains(&name) {
            return None;
        }
        let element = written::element(&container.text, rules)?;
        let is_list = written::arguments_of(&container.text, rules).is_empty();
        if !is_list && self.resolve(container) != Some(None) {
            return None;
        }
        match is_keeping {
            true => Some(container.clone()),
            false if written::is_type_parameter(element) => None,
            false => Some(Written { text: element.to_owned(), ..*container }),
        }
    }
}
