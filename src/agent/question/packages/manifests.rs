//! Manifests: how packages say what they are called, and what they depend on. Each row is read by what names packages, what
//! asks who depends on one, and what asks what one depends on.

use crate::docql::quoted;
use regex::Regex;

/// How a manifest writes what its package depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// As keys of these parts of its data.
    Keys(&'static [&'static str]),
    /// As texts in these parts of its data, which begin with the name.
    Texts(&'static [&'static str]),
    /// As lines: what stands before the name, and behind it; and the part of such a line that names what is needed, as the
    /// first group of an expression.
    Lines(&'static str, &'static str, &'static str),
}

/// How a manifest says what its package is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// In the first line that begins so, behind a section that begins so, if it has any.
    Line(&'static str, &'static str),
    /// In the first line that sets this member of whatever the script calls its package: `spec.name = "x"`.
    Member(&'static str),
    /// In the first element of this name outside of one of that name.
    Element(&'static str, &'static str),
    /// As its directory is.
    Directory,
}

/// A sort of manifest.
pub(super) struct Manifest {
    /// The name of the file, or its ending with the dot.
    pub file: &'static str,
    pub named: Named,
    /// What it depends on, and what for: empty for what it needs to run.
    needs: &'static [(&'static str, Needs)],
}

/// Manifests. Several rows may read the same file.
#[rustfmt::skip]
pub(super) const MANIFESTS: &[Manifest] = &[
    Manifest {
        file: "Cargo.toml", named: Named::Line("[package]", "name"),
        needs: &[
            ("", Needs::Keys(&[".dependencies", ".target.*.dependencies"])),
            (TO_BUILD, Needs::Keys(&[
                r#"["dev-dependencies","build-dependencies"]"#, r#".target.*["dev-dependencies","build-dependencies"]"#,
            ])),
        ],
    },
    Manifest {
        file: "package.json", named: Named::Line("", "\"name\""),
        needs: &[
            ("", Needs::Keys(&[r#"["dependencies","peerDependencies"]"#])),
            (TO_DEVELOP, Needs::Keys(&[r#"["devDependencies","optionalDependencies"]"#])),
        ],
    },
    Manifest {
        file: "pyproject.toml", named: Named::Line("[", "name"),
        needs: &[
            ("", Needs::Texts(&[".project.dependencies"])),
            ("", Needs::Keys(&[".tool.poetry.dependencies"])),
            (TO_DEVELOP, Needs::Texts(&[r#".project["optional-dependencies"].*"#, r#"["dependency-groups"].*"#])),
            (TO_DEVELOP, Needs::Keys(&[".tool.poetry.group.*.dependencies"])),
        ],
    },
    Manifest { file: "requirements.txt", named: Named::Directory, needs: &[("", Needs::Lines("^[ \\t]*", "[ \\t]*([=<>~!;\\[#]|$)", r"^\s*([\w.-]+)"))] },
    Manifest {
        file: "go.mod", named: Named::Line("", "module"),
        needs: &[
            ("", Needs::Lines(IN_GO, r"(\/v\d+)?[ \t]+v\d[^ \t]*[ \t]*(\/\/[ \t]*[^i \t].*)?$", NEEDED_IN_GO)),
            (INDIRECTLY, Needs::Lines(IN_GO, r"(\/v\d+)?[ \t]+v\d[^ \t]*[ \t]*\/\/[ \t]*i", NEEDED_IN_GO)),
        ],
    },
    Manifest {
        file: "pom.xml", named: Named::Element("artifactId", "parent"),
        needs: &[("", Needs::Lines("<artifactId>[ \\t]*", "[ \\t]*<\\/artifactId>", r"([\w.-]+)"))],
    },
    Manifest {
        file: "build.gradle", named: Named::Directory,
        needs: &[("", Needs::Lines(GRADLE, r"[:'\x22)\]]", IN_GRADLE))],
    },
    Manifest {
        file: "build.gradle.kts", named: Named::Directory,
        needs: &[("", Needs::Lines(GRADLE, r"[:'\x22)\]]", IN_GRADLE))],
    },
    Manifest {
        file: "composer.json", named: Named::Line("", "\"name\""),
        needs: &[("", Needs::Keys(&[".require"])), (TO_DEVELOP, Needs::Keys(&[r#"["require-dev"]"#]))],
    },
    Manifest {
        file: "pubspec.yaml", named: Named::Line("", "name"),
        needs: &[("", Needs::Keys(&[".dependencies"])), (TO_DEVELOP, Needs::Keys(&[".dev_dependencies"]))],
    },
    Manifest {
        file: ".gemspec", named: Named::Member("name"),
        needs: &[
            ("", Needs::Lines(r"^[^#]*\.add_(runtime_)?dependency[ \t(]+['\x22]", r"['\x22]", IN_GEMSPEC)),
            (TO_DEVELOP, Needs::Lines(r"^[^#]*\.add_development_dependency[ \t(]+['\x22]", r"['\x22]", IN_GEMSPEC)),
        ],
    },
    Manifest { file: "Gemfile", named: Named::Directory, needs: &[("", Needs::Lines(r"^[ \t]*gem[ \t(]+['\x22]", r"['\x22]", r"gem[\s(]+['\x22]([^'\x22]+)"))] },
];

/// What is not needed to run is needed for.
const TO_BUILD: &str = "to build or to test";
pub(super) const TO_DEVELOP: &str = "to develop, or as an option";
const INDIRECTLY: &str = "through others";

/// What stands before the name of a module that is required, and such a line.
const IN_GO: &str = r"^[ \t]*(require[ \t]+)?([\w.-]+\/)*";
const NEEDED_IN_GO: &str = r"^\s*(?:require\s+)?([^\s(]+)\s+v\d";

/// A dependency in the specification of a gem.
const IN_GEMSPEC: &str = r"dependency[\s(]+['\x22]([^'\x22]+)";

/// What stands before the name of a dependency in a script of Gradle.
const GRADLE: &str =
    r"^[ \t]*\w*(implementation|api|compile|compileonly|runtimeonly|kapt|ksp|annotationprocessor)\w*[ \t(]+.*[:'\x22.]";

/// A dependency in such a script: its group and name, or the one that a catalogue or a project has.
const IN_GRADLE: &str = r"[\s(]+(?:\w+\s*\(\s*)*['\x22]?((?:libs|projects)\.[\w.]+|[\w.-]+:[\w.-]+|:[\w:.-]+)";

/// Lines of such a script that say a version.
const TOLD_IN_GRADLE: &str = r"[?(@.text =~ /(:|version)[^A-Za-z{]{0,4}\d/i)]";

/// Where the dependencies of a package of Maven stand: its other parts name themselves alike.
const IN_MAVEN: &str = ".data.project.dependencies..artifactId";

impl Manifest {
    /// What a line of a manifest says that its package depends on, or a value; `None` where manifests of this sort are no
    /// lines.
    pub(super) fn needed_in<'t>(&self, text: &'t str) -> Option<&'t str> {
        let Some((_, Needs::Lines(.., name))) = self.needs.first() else { return None };
        Some(Regex::new(name).ok()?.captures(text)?.get(1)?.as_str())
    }

    /// True for a file of this sort, by its name.
    pub(super) fn is_file(&self, name: &str) -> bool {
        name == self.file || self.is_ending() && name.ends_with(self.file)
    }

    /// True if the files of this sort have an ending of their own.
    pub(super) fn is_ending(&self) -> bool {
        self.file.starts_with('.')
    }

    /// The condition that files of this sort pass, below a directory; anywhere without one.
    pub(super) fn condition(&self, directory: Option<&str>) -> String {
        match (directory, self.is_ending()) {
            (None, false) => format!("@.name == {}", quoted(self.file)),
            (None, true) => format!("@.name endsWith {}", quoted(self.file)),
            (Some(""), false) => format!("@.path == {}", quoted(self.file)),
            (Some(directory), false) => format!("@.path == {}", quoted(&format!("{directory}/{}", self.file))),
            (Some(directory), true) => {
                let directory = if directory.is_empty() { String::new() } else { format!("{}\\/", escaped(directory)) };
                format!("@.path =~ /^{directory}[^\\/]*{}$/", escaped(self.file))
            }
        }
    }

    /// The queries for what depends on a package of this name.
    pub(super) fn dependents(&self, name: &str) -> Vec<String> {
        self.needing(name, &self.condition(None))
    }

    /// The same of manifests that pass a condition.
    pub(super) fn needing(&self, name: &str, condition: &str) -> Vec<String> {
        let files = format!("$.files[?({condition})]");
        let pattern = escaped(name);
        let of = |needs: &Needs| -> Vec<String> {
            match needs {
                Needs::Keys(parts) => {
                    parts.iter().map(|part| format!("{files}.data{part}[{}]", quoted(name))).collect()
                }
                Needs::Texts(parts) => parts
                    .iter()
                    .map(|part| format!("{files}.data{part}[?(@ =~ /^{pattern}([^A-Za-z0-9._-]|$)/i)]"))
                    .collect(),
                Needs::Lines(before, behind, _) => vec![format!("{files}.grep(/{before}{pattern}{behind}/i)")],
            }
        };
        self.needs.iter().flat_map(|(_, needs)| of(needs)).collect()
    }

    /// The queries for the version that manifests which pass a condition ask for of a package of this name. What takes it
    /// from elsewhere tells none.
    pub(super) fn telling(&self, name: &str, condition: &str) -> Vec<String> {
        if self.file == "pom.xml" {
            let is_it = format!("@.artifactId == {} && @.version =~ /^[^$]/", quoted(name));
            return vec![format!("$.files[?({condition})].data.project..[?({is_it})].version")];
        }
        // What members of a workspace need by its name alone stands there.
        let of_workspace = (self.file == "Cargo.toml")
            .then(|| format!("$.files[?({condition})].data.workspace.dependencies[{}]", quoted(name)));
        let all = of_workspace.into_iter().chain(self.needing(name, condition));
        let told = if self.is_of_gradle() { TOLD_IN_GRADLE } else { "" };
        all.map(|query| format!("{query}{told}")).collect()
    }

    /// True for scripts of Gradle.
    pub(super) fn is_of_gradle(&self) -> bool {
        self.file.starts_with("build.gradle")
    }

    /// The queries for all that the package of the manifest at `path` depends on, and what for.
    pub(super) fn dependencies(&self, path: &str) -> Vec<(String, &'static str)> {
        let file = format!("$.files[?(@.path == {})]", quoted(path));
        let of = |needs: &Needs| -> Vec<String> {
            match needs {
                Needs::Keys(parts) | Needs::Texts(parts) => {
                    parts.iter().map(|part| format!("{file}.data{part}.*")).collect()
                }
                Needs::Lines(..) if self.file == "pom.xml" => vec![format!("{file}{IN_MAVEN}")],
                Needs::Lines(before, behind, _) => vec![format!("{file}.grep(/{before}[A-Za-z0-9_.\\/-]+{behind}/i)")],
            }
        };
        self.needs.iter().flat_map(|(what_for, needs)| of(needs).into_iter().map(|query| (query, *what_for))).collect()
    }

    /// True if a manifest of this sort that names no package is none of one.
    pub(super) fn needs_name(&self) -> bool {
        self.named != Named::Directory
    }

    /// The name that a manifest of this text gives its package.
    pub(super) fn name_in<'t>(&self, text: &'t str) -> Option<&'t str> {
        match self.named {
            Named::Directory => None,
            Named::Line(section, key) => {
                let mut lines = text.lines().map(str::trim);
                if !section.is_empty() {
                    lines.find(|line| line.starts_with(section))?;
                }
                lines.find_map(|line| value(line.strip_prefix(key)?))
            }
            Named::Member(key) => text.lines().find_map(|line| {
                let (holder, rest) = line.trim().split_once('.')?;
                let is_one =
                    !holder.is_empty() && holder.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
                is_one.then(|| value(rest.strip_prefix(key)?)).flatten()
            }),
            Named::Element(name, outside) => {
                let end = format!("</{outside}>");
                let text = text.split_once(&*end).map_or(text, |(_, behind)| behind);
                let (_, behind) = text.split_once(&*format!("<{name}>"))?;
                behind.split('<').next().map(str::trim).filter(|name| !name.is_empty())
            }
        }
    }
}

/// The value behind a key: in quotes, or the next word.
fn value(rest: &str) -> Option<&str> {
    let rest = rest.strip_prefix([' ', '\t', '=', ':'])?.trim_start_matches([' ', '\t', '=', ':']);
    let value = match rest.strip_prefix(['"', '\'']) {
        Some(inside) => inside.split(['"', '\'']).next(),
        None => rest.split_whitespace().next(),
    };
    value.filter(|value| !value.is_empty())
}

/// A name as a part of a regular expression.
pub(super) fn escaped(name: &str) -> String {
    let mut escaped = String::with_capacity(name.len());
    for c in name.chars() {
        if !c.is_alphanumeric() && !matches!(c, '_' | '-' | '@' | ':') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_manifests_say_what_is_needed() {
        for (file, text, needed) in [
            ("go.mod", "require example.org/a/b/v2 v2.1.0", "example.org/a/b/v2"),
            ("go.mod", "\tgolang.org/x/sys v0.1.0 // indirect", "golang.org/x/sys"),
            ("Gemfile", "gem \"rails\", \"~> 7\"", "rails"),
            (".gemspec", "  s.add_dependency \"cancancan\", [\">= 2.2\", \"< 4.0\"]", "cancancan"),
            (".gemspec", "  spec.add_runtime_dependency('ransack')", "ransack"),
            ("build.gradle", "    implementation 'org.x:lib:1.0'", "org.x:lib"),
            ("build.gradle.kts", "    api(project(\":core\"))", ":core"),
            ("build.gradle.kts", "    testImplementation(libs.junit.core)", "libs.junit.core"),
            ("requirements.txt", "requests[socks]>=2", "requests"),
            ("pom.xml", "\"one\"", "one"),
        ] {
            let row = MANIFESTS.iter().find(|row| row.file == file).expect("a row");
            assert_eq!(row.needed_in(text), Some(needed), "{text}");
        }
    }

    #[test]
    fn manifests_say_what_their_packages_are_called() {
        let name = |file: &str, text: &'static str| {
            MANIFESTS.iter().find(|row| row.file == file).and_then(|row| row.name_in(text))
        };
        assert_eq!(name("Cargo.toml", "[workspace]\nname = 1\n[package]\nname = \"a-b\"\n"), Some("a-b"));
        assert_eq!(name("Cargo.toml", "[workspace]\nmembers = []\n"), None);
        let gem = "Gem::Specification.new do |s|\n  s.platform = X\n  s.name        = 'core'\n  s.names = 'a'\n";
        assert_eq!(name(".gemspec", gem), Some("core"));
        assert_eq!(name("package.json", "{\n  \"name\": \"@x/y\",\n"), Some("@x/y"));
        assert_eq!(name("go.mod", "module example.org/a/b\n"), Some("example.org/a/b"));
        let pom = "<project><parent><artifactId>top</artifactId></parent><artifactId>own</artifactId></project>";
        assert_eq!(name("pom.xml", pom), Some("own"));
        assert_eq!(name("Gemfile", "gem 'x'"), None);
    }
}
