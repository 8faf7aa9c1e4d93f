//! From the words of an `outline.toml` to the numbers of the grammar; every unknown word is an error.

use super::model::{
    Action, Attributed, Case, Check, Doc, Fallback, Outline, Qualified, Reparse, Rule, RuleList, Scope, TextCheck,
    VisibilityRules,
};
use super::path::{Names, Path};
use super::patterns::{self, pattern, rewrites};
use super::rule_error::RuleError;
use super::schema::{
    AttributedFile, CaseFile, CheckFile, DocFile, OutlineFile, ReparseFile, RuleFile, TextFile, VisibilityFile, Words,
};
use crate::document::{Kind, NodeFlags, Visibility};
use regex::Regex;
use std::collections::HashMap;
use std::num::NonZeroU16;

const SCOPES: [(Scope, &str); 4] =
    [(Scope::File, "file"), (Scope::Type, "type"), (Scope::Function, "function"), (Scope::Import, "import")];

impl Outline {
    /// Compiles the tables of a language: its own first, then those it builds upon. Lists are united, the
    /// rules of the earlier come before those of the later, and of single settings the earliest counts.
    pub(in crate::languages) fn compile(
        sources: &[&str],
        grammar: &tree_sitter::Language,
    ) -> Result<Outline, RuleError> {
        let mut files = Vec::new();
        for source in sources {
            files.push(toml::from_str::<OutlineFile>(source)?);
        }
        let mut compiler = Compiler {
            names: Names { grammar, lenient: false },
            base: vec![Action::Enter; grammar.node_kind_count()],
            rules: Vec::new(),
            placed: Vec::new(),
        };
        for (number, file) in files.iter().enumerate() {
            compiler.names.lenient = number > 0;
            compiler.mark(&file.skip, Action::Skip)?;
            compiler.mark(&file.folded, Action::Folded)?;
            compiler.mark(&file.comments, Action::Comment)?;
            compiler.mark(&file.attributes, Action::Attribute)?;
            for rule in &file.rule {
                let nodes = || rule.nodes.iter().map(str::to_owned).collect();
                let in_rule = |problem| RuleError::InRule { nodes: nodes(), problem: Box::new(problem) };
                compiler.place(rule).map_err(in_rule)?;
            }
        }
        compiler.finish(&files)
    }
}

struct Compiler<'g> {
    names: Names<'g>,
    base: Vec<Action>,
    rules: Vec<Rule>,
    /// Scope, kind of node, rule.
    placed: Vec<(Scope, u16, u16)>,
}

impl Compiler<'_> {
    fn mark(&mut self, names: &Words, action: Action) -> Result<(), RuleError> {
        for name in names.iter() {
            for kind in self.names.kinds(name)? {
                if let Some(slot) = self.base.get_mut(kind as usize) {
                    *slot = action;
                }
            }
        }
        Ok(())
    }

    fn place(&mut self, file: &RuleFile) -> Result<(), RuleError> {
        let number = self.rules.len() as u16;
        let mut scopes = Vec::new();
        for word in file.scopes.iter() {
            scopes.push(scope(word)?);
        }
        if scopes.is_empty() {
            scopes = vec![Scope::File, Scope::Type, Scope::Function];
        }
        for name in file.nodes.iter() {
            for kind in self.names.kinds(name)? {
                self.placed.extend(scopes.iter().map(|&scope| (scope, kind, number)));
            }
        }
        let rule = self.rule(file)?;
        self.rules.push(rule);
        Ok(())
    }

    fn rule(&self, file: &RuleFile) -> Result<Rule, RuleError> {
        let kind = file.kind.as_deref().map(kind).transpose()?;
        let enter = match file.enter.as_deref() {
            Some("yes") => Action::Enter,
            Some("no") => Action::Skip,
            Some("folded") => Action::Folded,
            Some(other) => return Err(RuleError::word(other, "way to enter")),
            None if kind == Some(Kind::Import) || file.reparse.is_some() => Action::Skip,
            None => Action::Enter,
        };
        let mut cases = Vec::new();
        for case in &file.cases {
            cases.push(self.case(case)?);
        }
        Ok(Rule {
            check: self.check(&file.check)?,
            kind,
            member: file.member.as_deref().map(self::kind).transpose()?,
            each: self.paths(&file.each)?,
            name: self.paths(&file.name)?,
            spelled: pattern(&file.spelled)?,
            body: self.paths(&file.body)?,
            body_behind: self.kinds(&file.body_behind)?,
            detail: self.paths(&file.detail)?,
            owner: self.paths(&file.owner)?,
            alias: self.paths(&file.alias)?,
            docstring: self.path(&file.docstring)?,
            flags: flags(&file.flags)?,
            visibility: file.visibility.as_deref().map(visibility).transpose()?,
            cases: cases.into(),
            enter,
            scope: file.scope.as_deref().map(scope).transpose()?,
            prefix: self.paths(&file.prefix)?,
            loose: file.loose,
            own_span: file.own_span,

            of_type: file.of_type,
            once: file.once,
            exports: file.exports,
            section: self.path(&file.section)?,
            revise: self.path(&file.revise)?,
            reparse: file.reparse.as_ref().map(|file| self.reparse(file)).transpose()?,
        })
    }

    fn reparse(&self, file: &ReparseFile) -> Result<Reparse, RuleError> {
        let mut recast = Vec::new();
        for (read, real) in &file.recast {
            recast.push((kind(read)?, kind(real)?));
        }
        Ok(Reparse {
            inside: Path::compile(&file.inside, &self.names)?,
            starts: file.starts.clone(),
            only: self.kinds(&file.only)?,
            rewrite: rewrites(&file.rewrite)?,
            recast: recast.into(),
        })
    }

    fn attributed(&self, file: &AttributedFile) -> Result<Attributed, RuleError> {
        Ok(Attributed { kinds: self.kinds(&file.nodes)?, declares: Regex::new(&file.declares)? })
    }

    fn case(&self, file: &CaseFile) -> Result<Case, RuleError> {
        Ok(Case {
            check: self.check(&file.check)?,
            kind: file.kind.as_deref().map(kind).transpose()?,
            flags: flags(&file.flags)?,
            visibility: file.visibility.as_deref().map(visibility).transpose()?,
            none: file.none,
        })
    }

    fn check(&self, file: &CheckFile) -> Result<Check, RuleError> {
        let mut text = Vec::new();
        for condition in &file.text {
            text.push(self.text(condition)?);
        }
        let mut parent = Vec::new();
        for word in file.parent.iter() {
            parent.push(parent_kind(word)?);
        }
        Ok(Check {
            has: self.paths(&file.has)?,
            lacks: self.paths(&file.lacks)?,
            text: text.into(),
            parent: parent.into(),
            parent_name: pattern(&file.parent_name)?,
            parent_extends: pattern(&file.parent_extends)?,
            broken: file.broken,
            in_field: self.fields(&file.in_field)?,
            not_field: self.fields(&file.not_field)?,
            via: self.kinds(&file.via)?,
            name: pattern(&file.name)?,
            modifiers: file.modifiers.iter().map(str::to_owned).collect(),
            attribute: pattern(&file.attribute)?,
            doc: pattern(&file.doc)?,
            owned: file.owned,
            named_as: self.path(&file.named_as)?,
            named_as_type: file.named_as_type,
        })
    }

    fn text(&self, file: &TextFile) -> Result<TextCheck, RuleError> {
        Ok(TextCheck {
            path: Path::compile(&file.path, &self.names)?,
            words: file.words.iter().map(str::to_owned).collect(),
            pattern: pattern(&file.pattern)?,
        })
    }

    fn path(&self, text: &Option<String>) -> Result<Option<Path>, RuleError> {
        text.as_deref().map(|text| Path::compile(text, &self.names)).transpose()
    }

    fn paths(&self, texts: &Words) -> Result<Box<[Path]>, RuleError> {
        texts.iter().map(|text| Path::compile(text, &self.names)).collect()
    }

    fn fields(&self, names: &Words) -> Result<Box<[NonZeroU16]>, RuleError> {
        let mut fields = Vec::new();
        for name in names.iter() {
            fields.extend(self.names.field(name)?);
        }
        Ok(fields.into())
    }

    fn kinds(&self, names: &Words) -> Result<Box<[u16]>, RuleError> {
        let mut kinds = Vec::new();
        for name in names.iter() {
            kinds.extend(self.names.kinds(name)?);
        }
        Ok(kinds.into())
    }

    /// Settings that are united over all files, in a strict reading only for the first.
    fn united(&mut self, files: &[OutlineFile], list: fn(&OutlineFile) -> &Words) -> Result<Box<[u16]>, RuleError> {
        let mut kinds = Vec::new();
        for (number, file) in files.iter().enumerate() {
            self.names.lenient = number > 0;
            kinds.extend(self.kinds(list(file))?);
        }
        Ok(kinds.into())
    }

    fn finish(mut self, files: &[OutlineFile]) -> Result<Outline, RuleError> {
        let attributes = self.united(files, |file| &file.attributes)?;
        let modifiers = self.united(files, |file| &file.modifiers)?;
        let through = self.united(files, |file| &file.through)?;
        let around_pieces = self.united(files.get(..1).unwrap_or_default(), |file| &file.around_pieces)?;
        let mut qualified = Vec::new();
        for (number, file) in files.iter().enumerate() {
            self.names.lenient = number > 0;
            for (name, parts) in &file.qualified {
                qualified.push(Qualified {
                    kinds: self.names.kinds(name)?.into(),
                    owner: self.path(&parts.owner)?,
                    name: Path::compile(&parts.name, &self.names)?,
                });
            }
        }
        let chain = files.iter().find_map(|file| file.chain.as_deref());
        let chain = chain.and_then(|field| self.names.grammar.field_id_for_name(field));
        let unseen = patterns::unseen(files.iter().flat_map(|file| file.unseen.iter()))?;
        let in_pieces = files.first().into_iter().flat_map(|file| file.unseen_in_pieces.iter());
        let unseen_in_pieces = patterns::unseen(in_pieces)?;
        let all = |list: fn(&OutlineFile) -> &[[String; 2]]| {
            rewrites(&files.iter().flat_map(&list).cloned().collect::<Vec<_>>())
        };
        let attributed = files.first().and_then(|file| file.attributed.as_ref());
        let attributed = attributed.map(|file| self.attributed(file)).transpose()?;
        let levels = files.iter().find_map(|file| file.levels.as_ref()).map(patterns::levels).transpose()?;
        let nested = pattern(&files.iter().find_map(|file| file.nested.clone()))?;
        let unfolded = pattern(&files.iter().find_map(|file| file.unfolded.clone()))?;
        let doc = doc(files.iter().find_map(|file| file.doc.as_ref()));
        let import = files.iter().find_map(|file| file.import.as_ref());
        let visibility = visibility_rules(files.iter().find_map(|file| file.visibility.as_ref()))?;
        let (actions, lists) = self.lists();
        Ok(Outline {
            grammar: self.names.grammar.clone(),
            actions,
            lists,
            rules: self.rules,
            attributes,
            modifiers,
            unseen,
            unseen_in_pieces,
            conditions: files.iter().any(|file| file.conditions),
            rewrite: all(|file| &file.rewrite)?,
            misread: all(|file| &file.misread)?,
            attributed,
            levels,
            around_pieces,
            tables: files.iter().any(|file| file.tables),
            nested,
            unfolded,
            through,
            chain,
            qualified,
            doc,
            import: import.cloned().unwrap_or_default(),
            visibility,
        })
    }

    fn lists(&self) -> ([Box<[Action]>; 4], Vec<RuleList>) {
        let mut lists: Vec<RuleList> = Vec::new();
        let actions = SCOPES.map(|(scope, _)| {
            let mut row = self.base.clone();
            for (kind, slot) in row.iter_mut().enumerate() {
                let here = |&&(place, placed, _): &&(Scope, u16, u16)| place == scope && placed as usize == kind;
                let rules: Box<[u16]> = self.placed.iter().filter(here).map(|&(_, _, rule)| rule).collect();
                if !rules.is_empty() {
                    let otherwise = *slot;
                    *slot = Action::Rules(lists.len() as u16);
                    lists.push(RuleList { rules, otherwise });
                }
            }
            row.into()
        });
        (actions, lists)
    }
}

fn doc(file: Option<&DocFile>) -> Doc {
    let list = |words: &Words| words.iter().map(str::to_owned).collect();
    match file {
        Some(file) => Doc { prefixes: list(&file.prefixes), except: list(&file.except), inner: list(&file.inner) },
        None => Doc { prefixes: [].into(), except: [].into(), inner: [].into() },
    }
}

fn visibility_rules(file: Option<&VisibilityFile>) -> Result<VisibilityRules, RuleError> {
    let nothing = VisibilityFile::default();
    let file = file.unwrap_or(&nothing);
    let mut words = Vec::new();
    for row in &file.words {
        match row.as_slice() {
            [word, who] => words.push((word.clone(), visibility(who)?, None)),
            [word, who, place] => words.push((word.clone(), visibility(who)?, Some(scope(place)?))),
            _ => return Err(RuleError::NoVisibilityRow(row.clone())),
        }
    }
    let mut names = Vec::new();
    for [shape, who] in &file.names {
        names.push((Regex::new(shape)?, visibility(who)?));
    }
    let mut by_parent = HashMap::new();
    let mut in_type = None;
    for (place, who) in &file.default {
        let default = if who == "inherit" { Fallback::Inherit } else { Fallback::Is(visibility(who)?) };
        if place == "type" {
            in_type = Some(default);
        } else {
            by_parent.insert(parent_kind(place)?, default);
        }
    }
    let unexported = file.unexported.as_deref().map(visibility).transpose()?;
    Ok(VisibilityRules { words: words.into(), names: names.into(), by_parent, in_type, unexported })
}

fn kind(word: &str) -> Result<Kind, RuleError> {
    Kind::parse(word).ok_or_else(|| RuleError::word(word, "kind"))
}

fn parent_kind(word: &str) -> Result<Option<Kind>, RuleError> {
    if word == "file" { Ok(None) } else { kind(word).map(Some) }
}

fn scope(word: &str) -> Result<Scope, RuleError> {
    let found = SCOPES.iter().find(|(_, name)| *name == word);
    found.map(|&(scope, _)| scope).ok_or_else(|| RuleError::word(word, "scope"))
}

fn visibility(word: &str) -> Result<Visibility, RuleError> {
    (0..=4)
        .map(Visibility::from_u8)
        .find(|who| who.id().unwrap_or("unknown") == word)
        .ok_or_else(|| RuleError::word(word, "visibility"))
}

fn flags(words: &Words) -> Result<NodeFlags, RuleError> {
    let mut flags = NodeFlags::default();
    for word in words.iter() {
        flags.set(match word {
            "test" => NodeFlags::TEST,
            "lambda" => NodeFlags::LAMBDA,
            "declaration" => NodeFlags::DECLARATION,
            _ => return Err(RuleError::word(word, "mark")),
        });
    }
    Ok(flags)
}
