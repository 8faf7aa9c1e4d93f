//! How a place that names a symbol fits it, whether it calls the symbol or not.

use super::call_fit::{BY_NAME, Fit, needs_receiver};
use crate::docql::nodes::evidence::Evidence;
use crate::docql::relations::calls::call_site::CallSite;
use crate::docql::relations::calls::callable::Callable;
use crate::docql::relations::names::lookup::{language_family, symbols_named};
use crate::docql::relations::typing::known::Receiver;
use crate::docql::relations::typing::locals::places::Standing;
use crate::document::Kind;
use crate::library::NodeRef;

impl CallSite<'_, '_> {
    /// How the name is known to mean `named`, of which it may be a call.
    pub(in crate::docql::relations) fn fit_named(&self, named: &Callable<'_>, is_call: bool) -> Fit {
        if let Some(fit) = self.fit_of_object_in_ruby(named).or_else(|| self.fit_in_lua(named)) {
            return fit;
        }
        if self.is_import() {
            // A path goes on behind a module, whatever function has its name.
            if named.kind.is_function() && self.is_in_rust() && self.is_path() {
                return None;
            }
            // C#: namespaces and types are imported, and no methods.
            if named.kind.is_function() && self.language() == "csharp" {
                return None;
            }
            return self.fit_import_in_kotlin(named).unwrap_or_else(|| self.fit_import(named));
        }
        if let Some(fit) = self.fit_in_pair(named) {
            return fit;
        }
        if is_call && self.is_in_java() && self.is_component(named) {
            return self.fit_component(named);
        }
        let kind = named.kind;
        // Java: `@Name(key = 1)` sets what a method of the annotation yields.
        if kind.is_function()
            && !is_call
            && self.is_in_java()
            && let Standing::Argument(of) = self.standing()
        {
            return of.as_deref().filter(|of| named.belongs_to(of)).map(|_| Evidence::Receiver);
        }
        if self.is_of_the_other_sort(named, is_call) || self.is_in_rust() && self.leads_out() {
            return None;
        }
        if !self.qualifiers.is_empty() || is_call {
            let fit = self.fit(named).or_else(|| self.fit_listed(named));
            let is_guess = fit == BY_NAME && !is_call && kind.is_function() && self.language() == "csharp";
            return fit.filter(|_| !is_guess || !self.is_value_in_csharp());
        }
        match self.standing() {
            // In what a macro is given, a constant may stand for a key: `json!({ NAME: 1 })`.
            Standing::Key(None) if kind == Kind::Constant && self.is_in_rust() => {}
            Standing::Key(_) if kind.is_function() && self.language_is_script() => return self.fit_taken_apart(named),
            Standing::Key(of) | Standing::Argument(of) if !kind.is_function() => {
                return self.fit_key(named, of.as_deref());
            }
            Standing::Part if !kind.is_function() => return self.fit_part(named),
            Standing::Read => {}
            // What is set in a type without a receiver is its own.
            Standing::Set if !kind.is_function() => {}
            _ => return None,
        }
        if named.reach.is_none() && self.is_variable_here() {
            return None;
        }
        match self.fit(named) {
            // Java: what a `switch` compares with stands without its type.
            None if kind == Kind::Variant && (!self.is_in_java() || self.types.is_in_case(self.offset)) => BY_NAME,
            fit => fit,
        }
    }

    /// How the name is known to mean the type `named`.
    pub(in crate::docql::relations) fn fit_type_named(&self, named: NodeRef) -> Fit {
        if let Some(fit) = self.fit_table_in_lua(named) {
            return fit;
        }
        match self.types.meaning(self.imports.file, self.offset, &self.qualifiers, self.imported_as()) {
            Some(meaning) if self.is_import() => meaning.resolution(self.imports.library, named).fit(Evidence::Import),
            _ if self.qualifiers.is_empty() && self.is_key() => None,
            // A variable is what it is, whatever type is imported by its name.
            _ if self.language_is_script() && self.qualifiers.is_empty() && self.is_variable_here() => None,
            // JavaScript: a member of a value may be anything.
            _ if self.language_is_script() && !self.qualifiers.is_empty() && !self.is_headed_by_import() => {
                self.fit_type(named).and(BY_NAME)
            }
            _ if self.is_in_go() => self.fit_go_type(named),
            _ => self.fit_type(named),
        }
    }

    /// Go: the fit of a name to a type: it stands behind nothing but its package, and alone for what is declared around it,
    /// in the own package, or in one that is taken in as a whole.
    fn fit_go_type(&self, named: NodeRef) -> Fit {
        let fit = match self.qualifiers.is_empty() {
            true if self.types.is_value_in_go(self.name, self.offset) => None,
            true if self.types.is_type_parameter(self.imports.file, self.offset, self.name) => None,
            true if !self.types.table.modules.go.may_be_meant(self.imports, named, self.offset) => None,
            false if !self.is_headed_by_import() => None,
            _ => self.fit_type(named),
        };
        self.in_build(named.file, fit)
    }

    fn is_in_go(&self) -> bool {
        self.imports.library.file(self.imports.file).format.id == "go"
    }

    fn is_named_map(&self, name: &str) -> bool {
        let library = self.imports.library;
        let kinds = symbols_named(library, name)
            .into_iter()
            .filter_map(|node| Some(library.outline(node.file)?.kind(node.node)));
        let kinds: Vec<Kind> = kinds.collect();
        kinds.contains(&Kind::Alias) && !kinds.contains(&Kind::Struct)
    }

    fn is_key(&self) -> bool {
        matches!(self.standing(), Standing::Key(_) | Standing::Argument(_))
    }

    fn standing(&self) -> &Standing {
        self.standing.get_or_init(|| self.types.standing(self.offset))
    }

    pub(in crate::docql::relations::calls) fn is_import(&self) -> bool {
        *self.is_import.get_or_init(|| {
            let outline = self.imports.library.outline(self.imports.file);
            outline.is_some_and(|outline| outline.enclosing(self.offset, |kind| kind == Kind::Import).is_some())
        })
    }

    /// True where a field and a method may share a name, and the brackets tell which of the two is meant.
    fn is_of_the_other_sort(&self, named: &Callable<'_>, is_call: bool) -> bool {
        let (language, kind) = (self.imports.library.file(self.imports.file).format.id, named.kind);
        match (kind.is_function(), is_call) {
            // Java: what is not called is a field, but behind `::`, where it counts as called.
            (true, false) if language == "java" => true,
            (true, false) if language == "kotlin" && self.before.ends_with(['.', '?']) => true,
            (true, false) if language == "kotlin" => !self.is_infix(),
            (true, false) if language == "csharp" => !self.may_be_handed_on(),
            (true, false) => {
                matches!(language, "rust" | "php" | "c" | "cpp")
                    && (self.before.ends_with('.') || self.before.ends_with("->"))
                    || language == "rust" && self.is_path()
            }
            // Rust: a constant may hold a function.
            (false, true) if matches!(kind, Kind::Constant | Kind::Variable) => language == "java",
            // A method goes before a field of its name that holds a function.
            (false, true) if matches!(language, "kotlin" | "csharp") => self.is_beside_function(named),
            (false, true) => matches!(language, "rust" | "java" | "php") && kind != Kind::Variant,
            _ => false,
        }
    }

    /// Java: true for a component of a record that has no method by its name but the one that comes with it.
    pub(super) fn is_component(&self, named: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let Some(home) = named.owners.first().and_then(|(_, home)| *home) else { return false };
        let kind = |node: NodeRef| library.outline(node.file).map(|outline| outline.kind(node.node));
        let all = self.types.table.members_named(home, named.name);
        kind(home) == Some(Kind::Record)
            && named.kind == Kind::Field
            && !all.into_iter().any(|node| kind(node).is_some_and(Kind::is_function))
    }

    /// The fit of a call of the name of a component: `order.id()`, `Order::id`.
    pub(super) fn fit_component(&self, named: &Callable<'_>) -> Fit {
        let home = named.owners.first().and_then(|(_, home)| *home)?;
        match self.receiver() {
            Some(Receiver::Of(of, evidence)) => (*of == home).then_some(*evidence),
            Some(Receiver::OneOf(all)) => BY_NAME.filter(|_| all.contains(&home)),
            Some(Receiver::Unknown) => BY_NAME.filter(|_| !self.types.is_common(named.name)),
            Some(_) => None,
            None => {
                let own = self.types.own_type(self.imports.file, self.offset);
                (own == Some(home)).then_some(Evidence::OwnType)
            }
        }
    }

    /// What stands behind the name in its line.
    fn behind(&self) -> String {
        let text = self.imports.library.peek_text(self.imports.file).ok();
        let behind = text.as_deref().and_then(|text| text.get(self.offset as usize + self.name.len()..));
        behind.and_then(|behind| behind.lines().next()).unwrap_or_default().to_owned()
    }

    /// Rust: true if a path goes on behind the name, which is that of a type or a module.
    fn is_path(&self) -> bool {
        let behind = self.behind();
        behind.starts_with("::") && !behind.starts_with("::<")
    }

    /// Kotlin: true if the name stands between two values, and is called on them: `a join b`.
    fn is_infix(&self) -> bool {
        let before = self.before.trim_end_matches([' ', '\t']);
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let is_value = match word {
            "" => before.ends_with([')', ']', '}', '"', '\'', '`']),
            "this" | "super" | "true" | "false" | "null" => true,
            word => !self.imports.library.lexis(self.imports.file).is_some_and(|lexis| lexis.keywords.contains(&word)),
        };
        let behind = self.behind();
        let next = behind.trim_start().chars().next();
        let begins = |c: char| c.is_alphanumeric() || matches!(c, '_' | '(' | '"' | '\'' | '{' | '`');
        is_value && before.len() < self.before.len() && behind.starts_with([' ', '\t']) && next.is_some_and(begins)
    }

    /// C#: true if nothing is done with the name, so that it may be a method that is handed on: `Done += OnDone;`
    fn may_be_handed_on(&self) -> bool {
        let behind = self.behind();
        let behind = behind.trim_start();
        behind.is_empty() || behind.starts_with([';', ',', ')', '}', ':', '<', ']']) || behind.starts_with("//")
    }

    /// C#: true if something that holds a value has the name: what nothing is known of and does not call is more likely that
    /// than a method which is handed on.
    fn is_value_in_csharp(&self) -> bool {
        let library = self.imports.library;
        symbols_named(library, self.name).into_iter().any(|node| {
            let kind = library.outline(node.file).map(|outline| outline.kind(node.node));
            library.language(node.file) == "csharp" && matches!(kind, Some(Kind::Field | Kind::Property))
        })
    }

    /// True for a field of a type that has a method of the name as well.
    fn is_beside_function(&self, named: &Callable<'_>) -> bool {
        let library = self.imports.library;
        let homes = named.owners.iter().filter_map(|(_, home)| *home);
        homes
            .flat_map(|home| self.types.table.members_named(home, named.name))
            .any(|member| library.outline(member.file).is_some_and(|outline| outline.kind(member.node).is_function()))
    }

    fn is_variable_here(&self) -> bool {
        *self.is_variable_here.get_or_init(|| self.types.is_variable(self.name, self.offset))
    }

    /// JavaScript: the name that is given to what is imported at the site, of which another import may have the own name:
    /// `{ a as b }`.
    fn imported_as(&self) -> &str {
        let outline = self.imports.library.outline(self.imports.file).filter(|_| self.language_is_script());
        let import = outline
            .and_then(|outline| Some(outline.name(outline.enclosing(self.offset, |kind| kind == Kind::Import)?)));
        import.filter(|name| !name.is_empty() && *name != "*").unwrap_or(self.name)
    }

    /// The fit of a name in an import.
    fn fit_import(&self, named: &Callable<'_>) -> Fit {
        match self.types.meaning(self.imports.file, self.offset, &self.qualifiers, self.imported_as()) {
            Some(meaning) => meaning.resolution(self.imports.library, named.node).fit(Evidence::Import),
            None if self.qualifiers.is_empty() && !named.owners.is_empty() => None,
            None => self.fit(named),
        }
    }

    /// The fit of a key, or an argument by its name, where `of` is the type that is made with it, if that is written.
    fn fit_key(&self, named: &Callable<'_>, of: Option<&str>) -> Fit {
        match of {
            _ if self.is_in_go() && !named.owners.is_empty() => self.fit_go_key(named),
            Some(of) if named.belongs_to(of) => Some(Evidence::Receiver),
            Some("Self" | "cls") => self.fit_enclosing_type(named),
            // Go: `Table{Key: 1}`, where that is another name for a map or a list.
            Some(of) if named.owners.is_empty() && self.is_in_go() && self.is_named_map(of) => self.fit(named),
            Some(_) => None,
            None => self.fit_part(named),
        }
    }

    /// Go: the fit of a key to a field, by the type of what is made with it.
    fn fit_go_key(&self, named: &Callable<'_>) -> Fit {
        match self.types.made_around(self.offset) {
            Some(Receiver::Of(node, evidence)) => {
                let fit = self.fit_value(named, &self.members_of(node), evidence, "go");
                let fit = if fit.is_none() && self.may_be_of_another(node) { BY_NAME } else { fit };
                self.in_build(named.file, fit)
            }
            Some(Receiver::Foreign) => None,
            _ => self.fit_part(named),
        }
    }

    /// Go: true for a type that is made of another one, whose fields it has: `type A B`, but no map and no list.
    fn may_be_of_another(&self, node: NodeRef) -> bool {
        let library = self.imports.library;
        let Some(outline) = library.outline(node.file).filter(|of| of.kind(node.node) == Kind::Alias) else {
            return false;
        };
        let Ok(text) = library.peek_text(node.file) else { return true };
        let behind = text.get(outline.name_span(node.node).end as usize..).unwrap_or_default();
        let written = behind.trim_start_matches([' ', '\t', '=']);
        !written.starts_with("map[") && !written.starts_with('[')
    }

    /// The fit of a key of an object whose type is not written: a class has its fields from nowhere else.
    fn fit_part(&self, named: &Callable<'_>) -> Fit {
        let library = self.imports.library;
        let is_script = language_family(library.file(named.file).format.id) == "javascript";
        let is_of_class = named.owners.iter().filter_map(|(_, home)| *home).any(|home| {
            library.outline(home.file).is_some_and(|outline| matches!(outline.kind(home.node), Kind::Class))
        });
        if is_script && is_of_class || named.owners.is_empty() || !needs_receiver(library.file(named.file).format.id) {
            return None;
        }
        BY_NAME
    }
}
