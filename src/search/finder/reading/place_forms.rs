//! How tools write places: frames of traces, messages of compilers, reports of tests.

use regex::{Captures, Regex};
use std::sync::LazyLock;

/// How one kind of tool writes places; the first row that fits a line reads it.
pub(in crate::search::finder) struct Form {
    pattern: &'static str,
    /// What stands before the path in the workspace, where the place says more than a file name.
    pub(in crate::search::finder) directory: fn(&Captures<'_>) -> String,
}

fn nothing(_: &Captures<'_>) -> String {
    String::new()
}

/// `com.example.Cart` is declared in `com/example`.
fn package(captures: &Captures<'_>) -> String {
    let class = captures.name("class").map_or("", |class| class.as_str());
    class.rsplit_once('.').map_or(String::new(), |(package, _)| package.replace('.', "/") + "/")
}

/// `com.example.` before a class, whose file is named like it.
fn class_package(captures: &Captures<'_>) -> String {
    captures.name("class").map_or(String::new(), |package| package.as_str().replace('.', "/"))
}

/// Documentation of a crate shows its `src` in a directory that is called like it.
fn crate_source(captures: &Captures<'_>) -> String {
    captures.name("class").map_or(String::new(), |name| format!("{}/src/", name.as_str()))
}

const FORMS: &[Form] = &[
    // Python, and what imitates it.
    Form { pattern: r#"File "(?P<path>[^"]+)", line (?P<line>\d+)(?:, (?P<said>in .*))?"#, directory: nothing },
    // JVM languages: the frame names the class, the file stands without its directory.
    Form {
        pattern: r"\bat (?:[\w.@-]*/)*(?P<class>[\w.$]+?)(?:\$[\w$]*)?\.[\w$<>]+\((?P<path>[\w$-]+\.\w+):(?P<line>\d+)\)",
        directory: package,
    },
    // The same in lists that other tools make of frames.
    Form {
        pattern: r"^\s*(?:[\w.@-]*/)*(?P<class>[\w.$]+?)(?:\$[\w$]*)?\.[\w$<>]+\((?P<path>[\w$-]+\.(?:java|kt|groovy|scala)):(?P<line>\d+)\)",
        directory: package,
    },
    // Surefire and Failsafe: the class is named, its file is not.
    Form {
        pattern: r"^\s*(?:\[(?:ERROR|WARNING|INFO)\]\s+)?(?P<class>(?:[a-z_]\w*\.)*)(?P<path>[A-Z]\w*)(?:[.$][A-Z]\w*)*\.[a-z_]\w*(?:\([^()]*\)|\[[^\]]*\])*:(?P<line>\d+)(?:\s|->|$)",
        directory: class_package,
    },
    // Methods that begin with a capital, where it is no ending of a file: their class is called as tests are.
    Form {
        pattern: r"^\s*(?:\[(?:ERROR|WARNING|INFO)\]\s+)?(?P<class>(?:[a-z_]\w*\.)*)(?P<path>[A-Z]\w*(?:Tests?|IT))(?:[.$][A-Z]\w*)*?\.[A-Z]\w*(?:\([^()]*\)|\[[^\]]*\])*:(?P<line>\d+)(?:\s|->|$)",
        directory: class_package,
    },
    // Maven: `File.java:[12,3]`; Kotlin: `File.kt: (12, 3)`; Gradle: `'build.gradle' line: 12`.
    Form {
        pattern: r"(?P<path>(?:file://|[A-Za-z]:[\\/])?[^\s:()\[\]<>|]+\.\w+):\[(?P<line>\d+)(?:,(?P<column>\d+))?\]",
        directory: nothing,
    },
    // GHC writes the place of several lines as Kotlin does.
    Form {
        pattern: r"(?P<path>(?:file://|[A-Za-z]:[\\/])?[^\s:()\[\]<>|]+\.\w+): ?\((?P<line>\d+), ?(?P<column>\d+)\)",
        directory: nothing,
    },
    Form { pattern: r"'(?P<path>[^'\n]+\.\w+)' line: (?P<line>\d+)", directory: nothing },
    // .NET and PHP.
    Form { pattern: r"\bin (?P<path>\S.*?):line (?P<line>\d+)", directory: nothing },
    Form { pattern: r"(?P<path>[^\s()\[\]<>|]+\.\w+):(?:line |L)(?P<line>\d+)", directory: nothing },
    Form { pattern: r"\bin (?P<path>\S+?) on line (?P<line>\d+)", directory: nothing },
    // Addresses of code on a server, and of its documentation.
    Form {
        pattern: r#"(?P<path>[^\s"'`()\[\]<>|,;=#?]+)(?:(?:\?[^\s"'`()\[\]<>|#]*)?#(?:L|lines?-|n|l)|\?L)(?P<line>\d+)(?:C(?P<column>\d+))?"#,
        directory: nothing,
    },
    Form {
        pattern: r#"\bsrc/(?P<class>[a-z]\w*)/(?P<path>[^\s"'`()\[\]<>|,;=#?]+\.rs)\.html#(?P<line>\d+)\b"#,
        directory: crate_source,
    },
    // A server that adds when a file was changed: `http://localhost:3000/src/App.tsx?t=1712345678901:12:3`.
    Form {
        pattern: r#"(?P<path>(?:\w+://[^\s/]+/)?[^\s:"'`()\[\]<>|,;=#?]+\.\w+)\?[\w.%&=~-]+:(?P<line>\d+)(?::(?P<column>\d+))?\b"#,
        directory: nothing,
    },
    // Addresses that open an editor, and those that name the file and the line each.
    Form {
        pattern: r"\b[\w-]+://file(?P<path>/(?:[A-Za-z]:)?[^\s:]+):(?P<line>\d+)(?::(?P<column>\d+))?",
        directory: nothing,
    },
    Form { pattern: r"[?&](?:file|path)=(?P<path>[^&\s]+)&(?:\w+=[^&\s]*&)*?line=(?P<line>\d+)", directory: nothing },
    // Commands for a runner of workflows: `::error file=a.js,line=12,col=5::`.
    Form {
        pattern: r"\bfile=(?P<path>[^,\n]+),(?:\w+=[^,:]*,)*?line=(?P<line>\d+)(?:,endLine=\d+)?(?:,col=(?P<column>\d+))?",
        directory: nothing,
    },
    // The same of another runner: `##vso[task.logissue type=error;sourcepath=a.js;linenumber=12;columnnumber=5;]`.
    Form {
        pattern: r"\bsourcepath=(?P<path>[^;\]]+);linenumber=(?P<line>\d+)(?:;columnnumber=(?P<column>\d+))?",
        directory: nothing,
    },
    // Objects of JSON: matches of ripgrep, SARIF, lines of logs.
    Form {
        pattern: r#""(?:uri|text|file|path|pathname|filename|fileName|filePath|file_path)"\s*:\s*"(?P<path>[^"]+\.\w+)".{0,200}?"(?:line|lineno|lineNumber|line_number|startLine|start_line)"\s*:\s*(?P<line>\d+)"#,
        directory: nothing,
    },
    Form {
        pattern: r#""(?:line|lineno|lineNumber|line_number)"\s*:\s*(?P<line>\d+)[^{}]{0,200}?"(?:file|path|pathname|filename|fileName|filePath|file_path)"\s*:\s*"(?P<path>[^"]+\.\w+)""#,
        directory: nothing,
    },
    // Tags: by the line of the program, by its number, as a table. The same as an object.
    Form { pattern: r#"^(?P<said>\S+)\t(?P<path>[^\t]+)\t[/?]\^?(?P<source>.*?)\$?[/?];""#, directory: nothing },
    Form { pattern: r#"^(?P<said>\S+)\t(?P<path>[^\t]+)\t(?P<line>\d+);""#, directory: nothing },
    Form {
        pattern: r"^(?P<said>\S+)\s+[a-z]+\s+(?P<line>\d+) (?P<path>\S+\.\w+)\s+(?P<source>\S.*)$",
        directory: nothing,
    },
    Form {
        pattern: r#""name": ?"(?P<said>[^"]+)", ?"path": ?"(?P<path>[^"]+)", ?"pattern": ?"/\^?(?P<source>(?:[^"\\]|\\.)*?)\$?/""#,
        directory: nothing,
    },
    // Linkers name the section and not the line: the function of it has the line before.
    Form { pattern: r"(?P<path>[^\s:()]+\.\w+):\(\.text[^)]*\)", directory: nothing },
    Form { pattern: r"^(?P<path>[^\s:()]+\.\w+):function ", directory: nothing },
    // Templates of Rails, which are named by their ends, and tests of Rust in comments.
    Form { pattern: r"(?P<path>\S+\.\w+) where line #(?P<line>\d+)", directory: nothing },
    Form { pattern: r"\bon line #(?P<line>\d+) of (?P<path>\S+\.\w+)", directory: nothing },
    Form {
        pattern: r"\bRender(?:ed|ing) (?:(?:collection of|layout) )?(?P<path>[\w./-]+/[\w.-]+\.\w+)(?: within | \()",
        directory: nothing,
    },
    Form { pattern: r"(?P<path>\S+\.rs) - .*\(line (?P<line>\d+)\)", directory: nothing },
    // webpack.
    Form { pattern: r"\bin (?P<path>\S+\.\w+) (?P<line>\d+):(?P<column>\d+)", directory: nothing },
    // Terms of Erlang.
    Form { pattern: r#"\{file,\s*"(?P<path>[^"]+)"\},\s*\{line,\s*(?P<line>\d+)\}"#, directory: nothing },
    // Lists of vim, links of Org.
    Form {
        pattern: r"^(?P<path>[^\s|]+)\|(?P<line>\d+)(?:-\d+)?(?: col (?P<column>\d+)(?:-\d+)?)?\|",
        directory: nothing,
    },
    Form { pattern: r#"(?:\bfile:)?(?P<path>[^\s:"'`()\[\]<>|]+\.\w+)::(?P<line>\d+)\b"#, directory: nothing },
    // What an editor was called with.
    Form {
        pattern: r"\b(?:vim?|nvim|view|emacs|emacsclient|nano|micro|kak|less)\s(?:.*\s)?\+(?P<line>\d+)(?::(?P<column>\d+))?\s+(?P<path>\S+)",
        directory: nothing,
    },
    Form {
        pattern: r"\b(?:vim?|nvim|view|emacs|emacsclient|nano|micro|kak|less)\s(?:.*\s)?(?P<path>\S+)\s+\+(?P<line>\d+)\b",
        directory: nothing,
    },
    // The place behind what is said of it: `a.js: Unexpected token (12:5)`, `a.js (12:5)`, `a.js (12,5)`, `cannot format a.py: Cannot
    // parse: 12:5`, `a.scss 12:5  root stylesheet`.
    Form {
        pattern: r#"(?P<path>[^\s:"'`()\[\]<>|,;=]+\.\w+)(?::\s.*)? \((?P<line>\d+)[:,](?P<column>\d+)\)"#,
        directory: nothing,
    },
    Form {
        pattern: r"(?P<path>[^\s:()\[\]<>|]+\.\w+): Cannot parse[^:]*: (?P<line>\d+):(?P<column>\d+)",
        directory: nothing,
    },
    Form { pattern: r"(?P<path>[^\s:]+\.(?:scss|sass|less|css)) (?P<line>\d+):(?P<column>\d+)\b", directory: nothing },
    // MSVC, TypeScript, PHP: `file(12,3)`.
    Form {
        pattern: r"(?P<path>(?:[A-Za-z]:)?[^\s:()<>|]+\.\w+)\((?P<line>\d+)(?:,\s*(?P<column>\d+))?\)",
        directory: nothing,
    },
    // Sentences, and shells.
    Form {
        pattern: r#"(?P<path>[^\s"'`()\[\]<>|,;=:]+\.\w+)["'`)]?[,:]? (?:at |on )?lines? (?P<line>\d+)(?:,? (?:column|col|character) (?P<column>\d+))?"#,
        directory: nothing,
    },
    Form { pattern: r"^(?P<path>[^\s:]*/[^\s:]+): line (?P<line>\d+): ", directory: nothing },
    Form {
        pattern: r#"\blines? (?P<line>\d+)(?:[-–]\d+)? (?:of|in) (?:file )?["'`]?(?P<path>[^\s"'`()\[\]<>|,;=:]+\.\w+)"#,
        directory: nothing,
    },
    Form {
        pattern: r#"(?P<path>[^\s"'`()\[\]<>|,;=:，。；：（）「」《》\p{Han}]+\.[A-Za-z0-9_]+)["'`)]?[ ，,：:]*的?第 ?(?P<line>\d+) ?行"#,
        directory: nothing,
    },
    // Everybody else.
    Form {
        pattern: r#"(?P<path>(?:[a-z][a-z+.-]+://|[A-Za-z]:[\\/])?[^\s:"'`()\[\]<>|,;=]*[^\s:"'`()\[\]<>|,;=.]):(?P<line>\d+)(?::(?P<column>\d+))?\b"#,
        directory: nothing,
    },
];

pub(in crate::search::finder) static PATTERNS: LazyLock<Vec<(Regex, &'static Form)>> =
    LazyLock::new(|| FORMS.iter().filter_map(|form| Some((Regex::new(form.pattern).ok()?, form))).collect());

/// A path with `/` between its parts, without what says where it is from.
pub(in crate::search::finder) fn normal(path: &str) -> String {
    // In strings of other languages backslashes are written twice.
    let path = path.replace("\\\\", "\\").replace('\\', "/");
    let path = match path.split_once("://") {
        // Behind the name of a server.
        Some(("http" | "https", rest)) => rest.split_once('/').map_or(path.as_str(), |(_, path)| path),
        Some((scheme, rest)) if is_scheme(scheme) => rest,
        _ => &path,
    };
    // What stands before a `:` may be left out: `phar:///srv/app.phar/src/a.php`.
    let path = path.find(|c| c != '/').filter(|&at| at > 1).map_or(path, |at| &path[at - 1..]);
    let mut path = path.trim_start_matches("./").to_owned();
    while let Some(rest) = path.strip_prefix("../") {
        path = rest.to_owned();
    }
    path
}

/// Whether this may stand before `://`: `file`, `webpack-internal`, `phar`.
fn is_scheme(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || "+.-".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.chars().all(is_letter)
}
