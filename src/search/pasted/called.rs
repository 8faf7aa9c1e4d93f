//! What a frame calls: a function with what it belongs to, in frames of .NET and of the JVM with the package of its class
//! and the types of its parameters.

use regex::Regex;
use std::sync::LazyLock;

/// A function or a test that a line names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// Its name behind those of what it belongs to: `Request.Builder.build`.
    pub name: String,
    /// Its class, where the frame names it in full.
    pub class: Option<ClassName>,
    /// The types of its parameters, where the frame names them.
    pub types: Option<Vec<String>>,
}

/// The class of a function, in full.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassName {
    /// Its package or namespace; empty where it has none.
    pub package: String,
    /// Its name: of classes in one another that of the outermost, as far as the frame tells them from packages.
    pub name: String,
}

impl Called {
    /// A name of which the line says no more.
    pub fn plain(name: String) -> Called {
        Called { name, class: None, types: None }
    }
}

/// What stands in frames for functions that have no name of their own: they are called as their class.
const UNNAMED: &[&str] = &["<init>", "<clinit>", "ctor", "cctor"];

/// What compilers of .NET make of functions, and what was written: state machines, classes of what lambdas hold, local
/// functions, lambdas.
static MADE: LazyLock<Vec<(Regex, &'static str)>> = LazyLock::new(|| {
    let rows = [
        (r"([.+])<(<.+|[^<>]+)>d(?:__\w+)?(?:`\d+)?\.MoveNext$", "$1$2"),
        (r"[.+]<>c(?:__DisplayClass\w+)?(?:`\d+)?([.+])", "$1"),
        (r"[.+]<(?:[\w.]+\.)?(\w+)>g__(\w+)\|\w+$", "+$1.$2"),
        (r"[.+]<(?:[\w.]+\.)?(\w+)>b__\w+$", ".$1"),
        (r"`\d+", ""),
    ];
    rows.into_iter().filter_map(|(made, written)| Some((Regex::new(made).ok()?, written))).collect()
});

/// What a frame calls that names a function behind its class, `okhttp3.Request$Builder.build`, and its parameters,
/// `Uri address, Int32 count`.
pub(super) fn of_class(path: &str, parameters: Option<&str>) -> Option<Called> {
    let path = MADE.iter().fold(path.to_owned(), |path, (made, written)| made.replace(&path, *written).into_owned());
    let (owner, function) = path.rsplit_once('.')?;
    let owner = owner.trim_end_matches('.');
    let (package, classes) = owner.rsplit_once('.').unwrap_or(("", owner));
    let is_written = |part: &&str| part.starts_with(|c: char| c.is_alphabetic() || c == '_') && *part != "Companion";
    let mut parts: Vec<&str> = classes.split(['$', '+']).filter(is_written).collect();
    let class = ClassName { package: package.to_owned(), name: (*parts.first()?).to_owned() };
    if !UNNAMED.contains(&function) {
        parts.push(written_function(function)?);
    }
    Some(Called { name: parts.join("."), class: Some(class), types: parameters.and_then(types) })
}

/// The function that a compiler of the JVM has made one of: `lambda$save$0`, `get$okhttp`, `access$add`.
fn written_function(made: &str) -> Option<&str> {
    let rest = ["lambda$", "access$", "$anonfun$"].iter().find_map(|start| made.strip_prefix(start)).unwrap_or(made);
    rest.split('$').find(|part| part.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

/// The types of parameters that are written with their names: `Uri address, Dictionary[String,Int32] counts`.
fn types(parameters: &str) -> Option<Vec<String>> {
    let (mut depth, mut parts) = (0_usize, vec![String::new()]);
    for c in parameters.chars() {
        match c {
            '[' | '<' | '(' => depth += 1,
            ']' | '>' | ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        match parts.last_mut() {
            Some(part) if c != ',' || depth > 0 => part.push(c),
            _ => parts.push(String::new()),
        }
    }
    if parameters.trim().is_empty() {
        return Some(Vec::new());
    }
    parts.iter().map(|part| Some(part.trim().rsplit_once(' ')?.0.to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_compilers_have_made_is_called_as_it_was_written() {
        for (path, name, class) in [
            ("okhttp3.Request$Builder.build", "Request.Builder.build", "okhttp3 Request"),
            ("okhttp3.HttpUrl$Companion.get", "HttpUrl.get", "okhttp3 HttpUrl"),
            ("okhttp3.Cache.get$okhttp", "Cache.get", "okhttp3 Cache"),
            ("a.b.Cart$Line.lambda$save$0", "Cart.Line.save", "a.b Cart"),
            ("a.b.Cart.<init>", "Cart", "a.b Cart"),
            ("Shop.Cart`2.Add", "Cart.Add", "Shop Cart"),
            ("Shop.Cart..ctor", "Cart", "Shop Cart"),
            ("Shop.Cart`2.<Add>d__73.MoveNext", "Cart.Add", "Shop Cart"),
            ("Shop.Cart.<Add>d__73`1.MoveNext", "Cart.Add", "Shop Cart"),
            ("Shop.Cart`3.<Add>g__Wait|4_0", "Cart.Add.Wait", "Shop Cart"),
            ("Shop.Cart.<<Add>g__Wait|4_0>d.MoveNext", "Cart.Add.Wait", "Shop Cart"),
            ("Shop.Cart.<>c__DisplayClass5_0.<Add>b__0", "Cart.Add", "Shop Cart"),
            ("Shop.Cart.<>c.<<Add>b__1_0>d.MoveNext", "Cart.Add", "Shop Cart"),
        ] {
            let called = of_class(path, None).expect("a function");
            let of = called.class.map(|class| format!("{} {}", class.package, class.name));
            assert_eq!((called.name.as_str(), of.as_deref()), (name, Some(class)), "{path}");
        }
        assert_eq!(of_class("add", None), None);
    }

    #[test]
    fn parameters_have_types_before_their_names() {
        let told = |parameters: &str| types(parameters).map(|types| types.join("|"));
        assert_eq!(told("Uri address, Func`2[] f, Map[A,B] m").as_deref(), Some("Uri|Func`2[]|Map[A,B]"));
        assert_eq!(told("").as_deref(), Some(""));
        assert_eq!(told("Cart.java"), None);
    }
}
