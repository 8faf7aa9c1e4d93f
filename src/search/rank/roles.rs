//! The share of a score that hits keep by the role of their file.

use crate::document::FormatFamily;
use crate::library::{FileEntry, Library, Role, role};
use crate::search::model::target::Target;
use crate::search::words::sorts::is_sort;

/// Words of a question that ask for a role.
const ASKED: [(Role, &[&str]); 4] = [
    (Role::Test, &["test", "tests", "testing", "tested", "spec", "mock", "测试", "測試", "单元测试"]),
    (Role::Picture, &["picture", "image", "screenshot", "photo", "logo", "icon", "diagram", "图片", "截图", "图标"]),
    (Role::Example, &["example", "examples", "benchmark", "bench", "sample", "示例", "例子", "範例"]),
    (
        Role::Changes,
        &[
            "changelog",
            "changes",
            "changed",
            "release",
            "released",
            "version",
            "deprecated",
            "removed",
            "版本",
            "更新",
            "变更",
        ],
    ),
];

/// From so many words on it is a description: who describes something looks for it, not for its tests, which use
/// the same words. Who types parts of a name may look for either.
const DESCRIPTION: usize = 3;

/// The share of a score that each role keeps for one question.
#[derive(Clone, Copy, Debug)]
pub(super) struct Roles {
    is_description: bool,
    /// Whether a sort of code is asked for: "which function …".
    asks_code: bool,
    asked: [bool; ASKED.len()],
}

/// The share that a document keeps where code is asked for.
const INSTEAD_OF_CODE: f32 = 0.7;

impl Roles {
    /// Reads which roles the words of a question ask for.
    pub(super) fn of(terms: &[String]) -> Roles {
        let is_asked = |words: &[&str]| terms.iter().any(|term| words.contains(&term.to_lowercase().as_str()));
        let asked = ASKED.map(|(_, words)| is_asked(words));
        let has_run = |term: &String| term.chars().any(crate::library::is_cjk) && term.chars().nth(4).is_some();
        let asks_code = (0..terms.len()).any(|at| is_sort(terms, at));
        Roles { is_description: terms.len() >= DESCRIPTION || terms.iter().any(has_run), asks_code, asked }
    }

    /// The share of the score that a hit keeps.
    pub(super) fn share(&self, file: &FileEntry, target: Target, library: &Library) -> f32 {
        let of_symbol = target.is_in_tests(library).then_some(Role::Test);
        let of_prose = (self.asks_code && file.format.family == FormatFamily::Prose).then_some(INSTEAD_OF_CODE);
        let of_roles = role(file).into_iter().chain(of_symbol).map(|role| self.of_role(role));
        of_roles.chain(of_prose).fold(1.0, f32::min)
    }

    fn of_role(&self, role: Role) -> f32 {
        let is_asked = ASKED.iter().zip(self.asked).any(|((asked, _), is_asked)| is_asked && *asked == role);
        match role {
            // Who writes tests asks what to write them with: tests are full of the words.
            Role::Test if is_asked && self.is_description => 0.75,
            _ if is_asked => 1.0,
            Role::Minified | Role::Picture => 0.6,
            Role::Foreign => 0.75,
            Role::Test | Role::Example if !self.is_description => 0.85,
            Role::Test | Role::Example => 0.65,
            Role::Changes => 0.7,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(question: &str, role: Role) -> f32 {
        Roles::of(&question.split(' ').map(str::to_owned).collect::<Vec<_>>()).of_role(role)
    }

    #[test]
    fn tests_stand_behind_what_they_test_unless_they_are_asked_for() {
        assert!(share("follow redirects of servers", Role::Test) < share("follow redirects", Role::Test));
        let asked = share("run the tests with tox", Role::Test);
        assert!(asked > share("run it with tox on a server", Role::Test) && asked < 1.0);
        assert_eq!(share("测试 输入", Role::Test), 1.0);
        assert!(share("限制同时运行的任务数量", Role::Test) < share("限制", Role::Test));
        assert_eq!(share("what changed in version 3", Role::Changes), 1.0);
        assert!(share("what is a version 3 token", Role::Test) < 1.0);
    }
}
