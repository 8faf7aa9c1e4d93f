//! Named things in data files: what a package depends on, objects of a cluster, jobs, schemas. Which file is which is
//! told by what it holds, for names say little.

use super::places::{Places, key, reached, string};
use crate::document::{DataTree, Kind, Scalar};
use crate::formats::draft::nodes::Draft;

/// Entities of one row that are named in one file.
const MAX_OF_ROW: usize = 20_000;

/// How an entity is called.
#[derive(Clone, Copy)]
enum Name {
    /// As the key under which it stands.
    Key,
    /// As the text up to a version or a condition: `requests[socks] >= 2`.
    Requirement,
    /// As this member says.
    Member(&'static str),
    /// As a kind, a slash, and the name in its metadata.
    Object,
}

/// A sort of entities.
struct Row {
    /// What they are.
    what: &'static str,
    /// Paths of which one must lead somewhere in the file.
    any: &'static [&'static str],
    /// Paths of which none may.
    none: &'static [&'static str],
    /// Members of which an entity has one; empty for all entities.
    having: &'static [&'static str],
    places: &'static [(&'static str, Name)],
}

const ROWS: &[Row] = &[
    // package.json, Cargo.toml, pubspec.yaml
    Row {
        what: "dependency",
        any: &["name", "version", "private", "package/name", "workspace", "devDependencies"],
        none: &["lockfileVersion", "openapi", "swagger", "apiVersion"],
        having: &[],
        places: &[
            ("dependencies/*", Name::Key),
            ("devDependencies/*", Name::Key),
            ("peerDependencies/*", Name::Key),
            ("optionalDependencies/*", Name::Key),
            ("dev-dependencies/*", Name::Key),
            ("build-dependencies/*", Name::Key),
            ("workspace/dependencies/*", Name::Key),
            ("target/*/dependencies/*", Name::Key),
            ("target/*/dev-dependencies/*", Name::Key),
            ("dev_dependencies/*", Name::Key),
        ],
    },
    // pyproject.toml
    Row {
        what: "dependency",
        any: &["project", "tool", "build-system"],
        none: &["openapi", "swagger"],
        having: &[],
        places: &[
            ("project/dependencies/*", Name::Requirement),
            ("project/optional-dependencies/*/*", Name::Requirement),
            ("dependency-groups/*/*", Name::Requirement),
            ("build-system/requires/*", Name::Requirement),
            ("tool/poetry/dependencies/*", Name::Key),
            ("tool/poetry/dev-dependencies/*", Name::Key),
            ("tool/poetry/group/*/dependencies/*", Name::Key),
        ],
    },
    // composer.json
    Row {
        what: "dependency",
        any: &["autoload", "require/php", "require-dev"],
        none: &[],
        having: &[],
        places: &[("require/*", Name::Key), ("require-dev/*", Name::Key)],
    },
    // pom.xml, *.csproj
    Row {
        what: "dependency",
        any: &["project/modelVersion", "Project/ItemGroup"],
        none: &[],
        having: &[],
        places: &[
            ("project/dependencies/dependency", Name::Member("artifactId")),
            ("project/dependencyManagement/dependencies/dependency", Name::Member("artifactId")),
            ("project/build/plugins/plugin", Name::Member("artifactId")),
            ("Project/ItemGroup/PackageReference", Name::Member("@Include")),
        ],
    },
    // package.json, composer.json
    Row {
        what: "script",
        any: &["dependencies", "devDependencies", "version", "private", "require"],
        none: &["lockfileVersion", "jobs"],
        having: &[],
        places: &[("scripts/*", Name::Key)],
    },
    Row {
        what: "Kubernetes object",
        any: &["apiVersion"],
        none: &[],
        having: &["metadata"],
        places: &[("", Name::Object), ("items", Name::Object)],
    },
    // GitHub Actions, Forgejo, CircleCI
    Row {
        what: "job",
        any: &["on", "true", "workflows"],
        none: &[],
        having: &["steps", "uses", "runs-on", "docker", "machine", "executor"],
        places: &[("jobs/*", Name::Key)],
    },
    // GitLab CI
    Row {
        what: "job",
        any: &["stages", "default", "image", "include", "variables", "*/script"],
        none: &["on", "services/*/image", "openapi"],
        having: &["script", "trigger"],
        places: &[("*", Name::Key)],
    },
    // Azure Pipelines
    Row {
        what: "job",
        any: &["trigger", "pool", "stages", "pr"],
        none: &[],
        having: &[],
        places: &[("jobs", Name::Member("job")), ("stages/jobs", Name::Member("job"))],
    },
    // Compose files
    Row {
        what: "service",
        any: &["services/*/image", "services/*/build"],
        none: &[],
        having: &["image", "build"],
        places: &[("services/*", Name::Key)],
    },
    // JSON Schema, OpenAPI, Swagger
    Row {
        what: "schema",
        any: &["$schema", "openapi", "swagger", "$defs", "asyncapi"],
        none: &[],
        having: &["type", "properties", "$ref", "allOf", "anyOf", "oneOf", "enum", "const", "items", "description"],
        places: &[("$defs/*", Name::Key), ("definitions/*", Name::Key), ("components/schemas/*", Name::Key)],
    },
];

/// Adds a node for every entity of `tree`.
pub(super) fn mark(places: &Places<'_>, tree: &DataTree, draft: &mut Draft) {
    let roots = match tree.node(0).scalar {
        // Several documents in one file are an array.
        Scalar::Array => tree.node(0).children.clone(),
        _ => vec![0],
    };
    for root in roots.into_iter().take(MAX_OF_ROW).filter(|root| tree.node(*root).scalar == Scalar::Object) {
        ROWS.iter().for_each(|row| row.mark(places, tree, root, draft));
    }
}

impl Row {
    fn mark(&self, places: &Places<'_>, tree: &DataTree, root: u32, draft: &mut Draft) {
        let leads = |path: &&str| !reached(tree, root, path).is_empty();
        if !self.any.iter().any(leads) || self.none.iter().any(leads) {
            return;
        }
        for (path, name) in self.places {
            let is_one = |at: u32| tree.node(at).scalar != Scalar::Array || matches!(name, Name::Key);
            let each = |at: u32| if is_one(at) { vec![at] } else { tree.node(at).children.clone() };
            let found = reached(tree, root, path).into_iter().flat_map(each);
            for at in found.take(MAX_OF_ROW) {
                let has = |member: &&str| tree.member(at, member).is_some();
                if !self.having.is_empty() && !self.having.iter().any(has) {
                    continue;
                }
                if let Some(name) = name.of(tree, at).filter(|name| !name.trim().is_empty()) {
                    places.mark(draft, Kind::Term, (tree, at), &name, self.what);
                }
            }
        }
    }
}

impl Name {
    fn of(self, tree: &DataTree, at: u32) -> Option<String> {
        let member = |name: &str| tree.member(at, name).and_then(|value| string(tree, value));
        match self {
            Name::Key => key(tree, at).filter(|name| !name.starts_with('.')).map(str::to_owned),
            Name::Requirement => string(tree, at).map(|text| requirement(text).to_owned()),
            Name::Member(name) => member(name).map(str::to_owned),
            Name::Object => {
                let metadata = tree.member(at, "metadata")?;
                let name = ["name", "generateName"].iter().find_map(|name| tree.member(metadata, name))?;
                Some(format!("{}/{}", member("kind")?, string(tree, name)?))
            }
        }
    }
}

/// The name in a requirement of Python.
fn requirement(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || "<>=!~;[(@".contains(c)).unwrap_or(text.len());
    &text[..end]
}
