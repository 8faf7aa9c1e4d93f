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
    /// The languages whose translations are read as well as English, by the script of the question.
    read: &'static [&'static str],
    asked: [bool; ASKED.len()],
}

/// The share that a document keeps where code is asked for.
const INSTEAD_OF_CODE: f32 = 0.7;

/// The share that a page keeps which says in another language what one in English says.
const TRANSLATED: f32 = 0.7;

/// Whether a letter is of a script.
type Script = fn(char) -> bool;

/// Scripts, and the languages that who writes them reads.
const SCRIPTS: [(Script, &[&str]); 4] = [
    (|c| matches!(c, '\u{3040}'..='\u{30ff}'), &["ja"]),
    (|c| matches!(c, '\u{ac00}'..='\u{d7af}' | '\u{1100}'..='\u{11ff}'), &["ko"]),
    (crate::library::is_cjk, &["zh"]),
    (|c| matches!(c, '\u{400}'..='\u{4ff}'), &["ru", "uk", "bg", "be", "sr"]),
];

/// Languages that names of pages end with.
#[rustfmt::skip]
const LANGUAGES: [&str; 30] = [
    "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "fa", "fi", "fr", "he", "hi", "hu", "id", "it", "ja", "ko", "nl",
    "pl", "pt", "ro", "ru", "sv", "th", "tr", "uk", "vi", "zh",
];

fn languages_of(terms: &[String]) -> &'static [&'static str] {
    let has = |is: fn(char) -> bool| terms.iter().any(|term| term.chars().any(is));
    SCRIPTS.iter().find(|(is, _)| has(*is)).map_or(&[], |(_, languages)| languages)
}

/// What stands around the language in names of directories, and what the one is called that is not translated.
const AROUND: [(&str, &str, &str); 3] = [("", "", "en"), ("values-", "", "values"), ("", ".lproj", "en.lproj")];

/// What the English one is called of files that are called like languages.
const ENGLISH: [&str; 5] = ["en", "en-US", "en_US", "en-us", "en_us"];

/// The language that a page or a file of texts is translated into, by its path: a directory, its name or the end of its
/// name is called so, and with `en` there, or without it, the same page is in the workspace.
fn translation<'f>(library: &Library, file: &'f FileEntry) -> Option<&'f str> {
    if matches!(file.format.family, FormatFamily::Code | FormatFamily::Picture) {
        return None;
    }
    let is_language = |part: &str| {
        let (code, region) = part.split_once(['-', '_']).unwrap_or((part, "xx"));
        let is_code = (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase());
        is_code && (2..=4).contains(&region.len()) && region.bytes().all(|byte| byte.is_ascii_alphabetic())
    };
    let path: &'f str = &file.path;
    let mut start = 0;
    for part in file.directory().split('/') {
        let end = start + part.len();
        for (before, behind, base) in AROUND {
            let language = part.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            let Some(language) = language.filter(|language| *language != "en" && is_language(language)) else {
                continue;
            };
            let is_there = || library.find(&format!("{}{base}{}", &path[..start], &path[end..])).is_some();
            if path.ends_with(".po") || is_there() {
                return Some(language);
            }
        }
        start = end + 1;
    }
    let (stem, ending) = path.rsplit_once('.')?;
    let name = stem.rsplit('/').next().unwrap_or(stem);
    let directory = &stem[..stem.len() - name.len()];
    let in_english = |name: &&str| library.find(&format!("{}{name}.{ending}", directory)).is_some();
    if is_language(name) && ENGLISH.iter().find(|name| in_english(name)).is_some_and(|english| *english != name) {
        return Some(name);
    }
    let (page, language) = stem.rsplit_once(['.', '-', '_']).map(|(page, _)| (page, &stem[page.len() + 1..]))?;
    // `README.zh-CN.md`
    let (page, language) = match page.rsplit_once(['.', '_']) {
        Some((before, code)) if is_language(&format!("{code}-{language}")) => (before, &stem[before.len() + 1..]),
        _ => (page, language),
    };
    // The README of a project stands above what it is translated to.
    let name = page.rsplit('/').next().unwrap_or(page);
    let ends = ["", ".en", "-en", "_en"];
    let mut pages = [page, name].into_iter().flat_map(|page| ends.map(|end| format!("{page}{end}.{ending}")));
    let mut is_there = || pages.any(|path| library.find(&path).is_some());
    (is_language(language) && LANGUAGES.contains(&language.split(['-', '_']).next()?) && is_there()).then_some(language)
}

impl Roles {
    /// Reads which roles the words of a question ask for.
    pub(super) fn of(terms: &[String]) -> Roles {
        let is_asked = |words: &[&str]| terms.iter().any(|term| words.contains(&term.to_lowercase().as_str()));
        let asked = ASKED.map(|(_, words)| is_asked(words));
        let has_run = |term: &String| term.chars().any(crate::library::is_cjk) && term.chars().nth(4).is_some();
        let asks_code = (0..terms.len()).any(|at| is_sort(terms, at));
        let is_description = terms.len() >= DESCRIPTION || terms.iter().any(has_run);
        Roles { is_description, asks_code, read: languages_of(terms), asked }
    }

    /// The share of the score that a hit keeps.
    pub(super) fn share(&self, file: &FileEntry, target: Target, library: &Library) -> f32 {
        let of_symbol = target.is_in_tests(library).then_some(Role::Test);
        let of_prose = (self.asks_code && file.format.family == FormatFamily::Prose).then_some(INSTEAD_OF_CODE);
        let of_roles = role(file).into_iter().chain(of_symbol).map(|role| self.of_role(role));
        let of_translation = translation(library, file).filter(|language| !self.reads(language));
        of_roles.chain(of_prose).chain(of_translation.map(|_| TRANSLATED)).fold(1.0, f32::min)
    }

    /// Whether who asks reads a language: `zh` is all of `zh-hant`.
    fn reads(&self, language: &str) -> bool {
        self.read.iter().any(|read| language.split(['-', '_']).next() == Some(*read))
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
            // Its headings are the names of parts, as one or two words are: what has these is meant.
            Role::Changes if !self.is_description => 0.15,
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
