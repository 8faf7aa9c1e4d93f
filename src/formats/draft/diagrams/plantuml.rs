//! What only PlantUML has: more words that declare nodes, steps of activities, branches without a name. And elements of the
//! C4 model, which are calls of macros there and in Mermaid.

use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// Words that declare nodes, beside those that Mermaid has too.
pub(super) const WORDS: &str =
    "file|stack|process|action|circle|label|diamond|metaclass|stereotype|map|json|clock|concise|robust|binary";

/// What states are by which a diagram branches: their names stand at arrows, and are not shown.
const BRANCHES: &[&str] = &["<<choice>>", "<<fork>>", "<<join>>", "<<start>>", "<<end>>", "<<history>>"];

/// `System(id, "Label", …)`, `Container_Boundary(id, "Label") {`
static ELEMENT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let words = r"(?:Person|System|Container|Component|Deployment_Node|Node)(?:_?(?:Db|Queue|Ext|L|R))*|\w*Boundary";
    Regex::new(&format!(r#"^\s*(?:{words})\(\s*(?<id>[\w.-]+)\s*,\s*"(?<label>[^"\n]+)""#)).ok()
});

/// `:Count the lamps;`
static STEP: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"^\s*(?:#\w+)?:(?<label>[^:;|\n][^;\n]*?)\s*[;|<>/\]}]$").ok());

/// `"Main admin" as admin`, `"Light a lamp" as (light)`, `:Main admin: as admin`
static RENAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let label = r#"(?:"(?<quoted>[^"\n]+)"|:(?<said>[^:\n]+):)"#;
    Regex::new(&format!(r"^\s*{label}\s+(?i:as)\s+\(?(?<id>[\w.-]+)\)?\s*(?:<<[^\n]*)?$")).ok()
});

/// The places of an identifier and of its label.
type Labelled = (Range<usize>, Range<usize>);

/// An element of the C4 model.
pub(super) fn element(line: &str) -> Option<Labelled> {
    let found = ELEMENT.as_ref().filter(|_| line.contains('('))?.captures(line)?;
    Some((found.name("id")?.range(), found.name("label")?.range()))
}

/// An actor or a use case that is only given a short name.
pub(super) fn renamed(line: &str) -> Option<Labelled> {
    let found = RENAMED.as_ref()?.captures(line)?;
    Some((found.name("id")?.range(), found.name("quoted").or_else(|| found.name("said"))?.range()))
}

/// The place of the text of a step of an activity.
pub(super) fn step(line: &str) -> Option<Range<usize>> {
    Some(STEP.as_ref()?.captures(line)?.name("label")?.range())
}

/// The identifier of a state that is a branch.
pub(super) fn branch(line: &str) -> Option<&str> {
    let (before, _) = BRANCHES.iter().find_map(|branch| line.split_once(branch))?;
    Some(before.trim_start().strip_prefix("state ")?.trim())
}
