//! What a question asks of the structure of a workspace, and of which part of it.

use super::versions;
use crate::library::is_cjk;

/// What is asked of a part of a workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// What depends on it.
    Dependents,
    /// What it depends on.
    Dependencies,
    /// Files that import it.
    Importers,
    /// What is inside of it.
    Inside,
    /// How all of it is organised.
    Layout,
    /// Which packages there are.
    Packages,
    /// Which version of it is needed, or which it is.
    Version,
    /// Everything of a sort that is in it.
    All,
}

/// A question for structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub relation: Relation,
    /// The part that is asked about, as it is written; empty for all of it.
    pub subject: String,
    /// True if packages are asked for, and not any code.
    pub is_of_packages: bool,
}

/// Words for packages, and for what imports them.
const PACKAGES: &[&str] = &[
    "crates",
    "crate",
    "packages",
    "package",
    "projects",
    "project",
    "libraries",
    "library",
    "workspaces",
    "subprojects",
];
const CODE: &[&str] = &["modules", "module", "files", "file", "classes", "components", "parts", "code", "sources"];

/// What a question is made of: what stands before its subject, behind it, and what it asks. `#` stands for a word for
/// packages or for code, `%` for one for packages.
#[rustfmt::skip]
const FORMS: &[(&str, &str, Relation)] = &[
    ("which # depend on ", "", Relation::Dependents),
    ("which # depends on ", "", Relation::Dependents),
    ("what # depend on ", "", Relation::Dependents),
    ("which # are dependent on ", "", Relation::Dependents),
    ("list all # that depend on ", "", Relation::Dependents),
    ("list the # that depend on ", "", Relation::Dependents),
    ("who depends on ", "", Relation::Dependents),
    ("what depends on ", "", Relation::Dependents),
    ("dependents of ", "", Relation::Dependents),
    ("which % use ", "", Relation::Dependents),
    ("which % uses ", "", Relation::Dependents),
    ("which % need ", "", Relation::Dependents),
    ("which % require ", "", Relation::Dependents),
    ("which % import ", "", Relation::Dependents),
    ("what does ", " depend on", Relation::Dependencies),
    ("what do ", " depend on", Relation::Dependencies),
    ("which # does ", " depend on", Relation::Dependencies),
    ("what # does ", " depend on", Relation::Dependencies),
    ("which % does ", " use", Relation::Dependencies),
    ("what % does ", " use", Relation::Dependencies),
    ("which % does ", " need", Relation::Dependencies),
    ("what are the dependencies of ", "", Relation::Dependencies),
    ("which are the dependencies of ", "", Relation::Dependencies),
    ("list the dependencies of ", "", Relation::Dependencies),
    ("list all dependencies of ", "", Relation::Dependencies),
    ("dependencies of ", "", Relation::Dependencies),
    ("which dependencies does ", " have", Relation::Dependencies),
    ("what dependencies does ", " have", Relation::Dependencies),
    ("which # import ", "", Relation::Importers),
    ("what # import ", "", Relation::Importers),
    ("which # imports ", "", Relation::Importers),
    ("which # include ", "", Relation::Importers),
    ("who imports ", "", Relation::Importers),
    ("what imports ", "", Relation::Importers),
    ("where is ", " imported", Relation::Importers),
    ("list all # that import ", "", Relation::Importers),
    ("list the # that import ", "", Relation::Importers),
    ("what is inside ", "", Relation::Inside),
    ("what's inside ", "", Relation::Inside),
    ("what is in ", "", Relation::Inside),
    ("what's in ", "", Relation::Inside),
    ("what is there in ", "", Relation::Inside),
    ("what does ", " contain", Relation::Inside),
    ("list the contents of ", "", Relation::Inside),
    ("show the contents of ", "", Relation::Inside),
    ("contents of ", "", Relation::Inside),
    ("which % are there", "", Relation::Packages),
    ("what % are there", "", Relation::Packages),
    ("list all %", "", Relation::Packages),
    ("list the %", "", Relation::Packages),
];

/// The same in Chinese, where the subject is of Latin letters: what has to be said, one after the other.
#[rustfmt::skip]
const CHINESE: &[(&[&str], Relation)] = &[
    (&["哪些", "依赖"], Relation::Dependents),
    (&["谁依赖"], Relation::Dependents),
    (&["什么依赖"], Relation::Dependents),
    (&["依赖哪些"], Relation::Dependencies),
    (&["依赖了哪些"], Relation::Dependencies),
    (&["依赖什么"], Relation::Dependencies),
    (&["的依赖"], Relation::Dependencies),
    (&["文件", "导入"], Relation::Importers),
    (&["文件", "引入"], Relation::Importers),
    (&["谁导入"], Relation::Importers),
    (&["里有什么"], Relation::Inside),
    (&["里面有什么"], Relation::Inside),
    (&["包含什么"], Relation::Inside),
];

/// Words that ask how all of it is organised: what is asked about, and what of it.
const WHOLE: &[&str] = &[
    "repository",
    "repo",
    "project",
    "codebase",
    "code base",
    "code",
    "workspace",
    "source tree",
    "sources",
    "source code",
    "项目",
    "仓库",
    "代码",
];
const ORGANISED: &[&str] = &["organised", "organized", "structured", "laid out", "arranged", "split up", "divided"];
const ORGANISATION: &[&str] = &["structure", "layout", "organisation", "organization", "overview"];
const CHINESE_ORGANISED: &[&str] =
    &["怎么组织", "如何组织", "组织结构", "目录结构", "整体结构", "结构是怎样", "结构是什么"];

/// Words around a subject that say which sort of thing it is.
const AROUND: &[&str] = &["the", "this", "a", "an", "our", "directory", "folder", "dir", "dependency"];

/// Words that stand for all of it.
const ITSELF: &[&str] = &["it", "this", "that", "repo", "repository", "workspace", "codebase", "app", "application"];

/// What a text asks of structure; `None` for other questions.
pub(super) fn asked(text: &str) -> Option<Asked> {
    let text = text.trim().trim_end_matches(['?', '？', '.', '。', '!', ' ']);
    let lower = text.to_ascii_lowercase();
    if asks_layout(&lower) {
        return Some(Asked { relation: Relation::Layout, subject: String::new(), is_of_packages: false });
    }
    if let Some(subject) = versions::asked(text) {
        return Some(Asked { relation: Relation::Version, subject, is_of_packages: false });
    }
    if text.contains(is_cjk) {
        return chinese(text);
    }
    FORMS.iter().find_map(|(before, behind, relation)| {
        let (start, is_of_packages) = begins(&lower, before)?;
        let body = lower.get(start..)?.strip_suffix(behind)?;
        let subject = text.get(start..start + body.len())?;
        let subject = named(subject, *relation)?;
        Some(Asked { relation: *relation, subject, is_of_packages })
    })
}

/// Where the subject begins behind the beginning of a question, and whether that says packages.
fn begins(lower: &str, form: &str) -> Option<(usize, bool)> {
    let Some((head, tail)) = form.split_once(['#', '%']) else {
        return lower.starts_with(form).then_some((form.len(), false));
    };
    let rest = lower.strip_prefix(head)?;
    let sorts = || PACKAGES.iter().map(|word| (word, true)).chain(CODE.iter().map(|word| (word, false)));
    let (word, is_of_packages) = sorts().find(|(word, _)| {
        rest.strip_prefix(**word).is_some_and(|rest| rest.starts_with(tail) && (!tail.is_empty() || rest.is_empty()))
    })?;
    (is_of_packages || form.contains('#')).then_some((head.len() + word.len() + tail.len(), is_of_packages))
}

/// The name of what is asked about: one word, without what says which sort of thing it is.
fn named(subject: &str, relation: Relation) -> Option<String> {
    if relation == Relation::Packages {
        return subject.trim().is_empty().then(String::new);
    }
    let is_quote = |c: char| matches!(c, '`' | '"' | '\'' | ',' | ':');
    let words: Vec<&str> = subject.split_whitespace().map(|word| word.trim_matches(is_quote)).collect();
    let is_around = |word: &str| {
        let word = word.to_ascii_lowercase();
        AROUND.contains(&word.as_str()) || PACKAGES.contains(&word.as_str()) || CODE.contains(&word.as_str())
    };
    let mut kept = words.iter().copied().filter(|word| !is_around(word));
    match (kept.next(), kept.next()) {
        // "what does this project depend on"
        (None, _) if !words.is_empty() => Some(String::new()),
        (Some(word), None) if ITSELF.contains(&word.to_ascii_lowercase().as_str()) => Some(String::new()),
        (Some(word), None) if is_part(word) => Some(word.to_owned()),
        _ => None,
    }
}

/// True for what packages, paths and modules are called.
fn is_part(word: &str) -> bool {
    let word = word.trim_start_matches(['@', '.', '_']);
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '@' | '+');
    (1..=120).contains(&word.len()) && word.starts_with(char::is_alphanumeric) && word.chars().all(is_letter)
}

fn chinese(text: &str) -> Option<Asked> {
    let said: String = text.chars().filter(|c| is_cjk(*c)).collect();
    let follows = |parts: &[&str]| {
        let mut rest = said.as_str();
        parts.iter().all(|part| match rest.split_once(part) {
            Some((_, behind)) => {
                rest = behind;
                true
            }
            None => false,
        })
    };
    // "A 依赖哪些包" holds the words of "哪些包依赖 A" as well, in another order.
    let (_, relation) = CHINESE.iter().find(|(parts, _)| follows(parts))?;
    let is_apart = |c: char| is_cjk(c) || c.is_whitespace() || matches!(c, '`' | '"' | '“' | '”' | '，' | '、');
    let mut names = text.split(is_apart).filter(|word| !word.is_empty());
    let is_kind = |word: &&str| PACKAGES.contains(word) || CODE.contains(word);
    let subject = names.rfind(|word| !is_kind(word) && is_part(word))?;
    let is_of_packages = ["包", "模块", "项目"].iter().any(|kind| said.contains(kind)) || text.contains("crate");
    Some(Asked { relation: *relation, subject: subject.to_owned(), is_of_packages })
}

/// True if a text in lower case asks how all of the workspace is organised.
fn asks_layout(lower: &str) -> bool {
    let is_word = |word: &str| match word.is_ascii() {
        true => {
            lower.split(|c: char| !c.is_alphanumeric()).any(|own| own == word)
                || word.contains(' ') && lower.contains(word)
        }
        false => lower.contains(word),
    };
    let is_whole = WHOLE.iter().any(|whole| is_word(whole));
    let is_short = lower.split_whitespace().count() <= 9;
    let is_how = lower.starts_with("how ") && ORGANISED.iter().any(|word| lower.contains(word));
    let is_what = ORGANISATION.iter().any(|what| {
        ["the ", "this ", "our "].iter().any(|article| {
            WHOLE
                .iter()
                .filter(|whole| whole.is_ascii())
                .any(|whole| lower.ends_with(&format!("{what} of {article}{whole}")))
        })
    });
    let is_chinese = CHINESE_ORGANISED.iter().any(|how| lower.contains(how));
    is_short && is_whole && (is_how || is_what || is_chinese)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn structure_is_asked_for_in_many_forms() {
        for (text, relation, subject) in [
            ("which crates depend on atuin-common", Relation::Dependents, "atuin-common"),
            ("Which packages use the toml crate?", Relation::Dependents, "toml"),
            ("what depends on `left-pad`?", Relation::Dependents, "left-pad"),
            ("what does mdbook-core depend on", Relation::Dependencies, "mdbook-core"),
            ("what does this project depend on?", Relation::Dependencies, ""),
            ("which libraries does the server use", Relation::Dependencies, "server"),
            ("which files import os/path", Relation::Importers, "os/path"),
            ("where is React imported", Relation::Importers, "React"),
            ("which modules depend on _urlparse", Relation::Dependents, "_urlparse"),
            ("what is inside the src/agent directory?", Relation::Inside, "src/agent"),
            ("what does the package core contain", Relation::Inside, "core"),
            ("how is this repository organised", Relation::Layout, ""),
            ("what is the structure of the project?", Relation::Layout, ""),
            ("which crates are there", Relation::Packages, ""),
            ("哪些 crate 依赖 mdbook-markdown", Relation::Dependents, "mdbook-markdown"),
            ("core 依赖哪些包？", Relation::Dependencies, "core"),
            ("哪些文件导入了 httpcore", Relation::Importers, "httpcore"),
            ("这个项目的目录结构是什么", Relation::Layout, ""),
        ] {
            let found = asked(text).map(|asked| (asked.relation, asked.subject));
            assert_eq!(found, Some((relation, subject.to_owned())), "{text}");
        }
    }

    #[test]
    fn other_questions_ask_for_no_structure() {
        for text in [
            "what does the retry policy depend on when a host is down",
            "what is in the header of a request",
            "how is a request structured",
            "how are labels organised in a series",
            "which files are imported at start",
            "list all shells history can be imported from",
            "",
        ] {
            assert_eq!(asked(text), None, "{text}");
        }
    }
}
