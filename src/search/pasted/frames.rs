//! Frames of stack traces: the function that a frame names.

use super::called::{Called, of_class};
use regex::Regex;
use std::sync::LazyLock;

/// How frames are written; the first row that fits a whole line reads it.
static FORMS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let patterns = [
        // Python.
        r#"^File "[^"]+", line \d+, in (?P<name>[\w.]+)"#,
        // Go: with arguments, or with a receiver.
        r"^(?:created by )?(?:[\w.~-]+/)*(?P<name>[\w-]+(?:\.[\w-]+)*?(?:\.\(\*?\w+(?:\[\.\.\.\])?\))?(?:\.[\w-]+)+(?:\[\.\.\.\])?)\((?:\{?0x[^)]*|\.\.\.|)\)(?: in goroutine \d+)?$",
        r"^(?:created by )?(?:[\w.~-]+/)*(?P<name>\w+\.\(\*?\w+(?:\[\.\.\.\])?\)(?:\.[\w-]+)+)(?: in goroutine \d+|\(.*)?$",
        // Ruby.
        r"^(?:from )?\S+:\d+:in [`'](?:(?:block|rescue|ensure) (?:\(\d+ levels\) )?in )?(?P<name>[\w:.#?!]+)'",
        // PHP.
        r"^#\d+ .*?\(\d+\): (?P<name>[\w\\]+(?:->|::)\w+)\(",
        // .NET, JVM, V8.
        r"^at (?:async |new )?(?:[\w.@-]*/)*(?P<name>[\w.$<>]+)(?:\[\w+\])?(?: \[as \w+\])? ?\((?:[^()]*:\d+|Native Method|Unknown Source|<anonymous>)\)$",
        r"^at (?P<name>[\w.`+<>|]+)(?:\[[\w`, ]+\])?\((?P<parameters>[^()]*)\)(?: in .+)?$",
        r"^at (?:async )?(?P<name>[\w.$]+) (?:\[[^\]]*\] )?\(.*\)$",
        // Firefox and Safari.
        r"^(?P<name>[\w.$]+)(?:/<)*@\S+:\d+:\d+$",
        // Where a debugger has stopped; valgrind.
        r"^(?:(?:Temporary breakpoint|Breakpoint) \d+(?:\.\d+)?, )?(?:0x[0-9a-f]+ in )?(?P<name>[A-Za-z_][\w:~<>]*) \(.*\) at \S+:\d+$",
        r"^==\d+==\s+(?:at|by) 0x[0-9A-Fa-f]+: (?P<name>[^\s(]+) \(",
        // Debuggers, and the backtraces of Rust.
        r"^#\d+\s+(?:0x[0-9a-f]+ in )?(?P<name>[^\s(]+)\s*\(",
        r"^#\d+\s+0x[0-9a-f]+ in (?P<name>[^\s(]+)",
        // The C library of GNU: the program, and with what it was started.
        r"^\S.*\((?P<name>[A-Za-z_]\w*)\+0x[0-9a-f]+\) ?\[0x[0-9a-f]+\]$",
        r"^\d+:\s+(?:0x[0-9a-f]+ - )?(?P<name><?[\w<][^\s()]*(?: as [^\s()>]+>)?(?:::[^\s()]+)+)$",
        // The function that a linker reads: of GNU, of Apple, of Microsoft, gold.
        r"^(?:\S+: )?\S+\.(?:o|obj|a)(?:\([^()]*\))?: in function [`'‘](?P<name>[\w:~]+)(?:\(.*\))?(?:\[.*\])?['’]:$",
        r"^_?(?P<name>[\w:~]+)(?:\(.*\))? in \S+\.o$",
        r#"^\S+ : error LNK\d+: .* referenced in function (?:"(?:[\w*&]+ )*)?(?P<name>[\w:~]+)"#,
        r"^\S+:function (?P<name>[\w:~]+)(?:\([^)]*\))?: ",
        // Names of C++ and Rust as linkers tell them.
        r"^(?P<name><.+ as .+>(?:::[\w{}#<>]+)+)$",
        r"^(?P<name>[\w<>:{}#, &*]+::(?:\{\{closure\}\}|\{closure#\d+\}|h[0-9a-f]{16})(?:::\S+)?)$",
        r"^(?P<name>\w[\w<>,*&]*(?:::~?\w[\w<>,*&]*)+)\([^()]*\)(?: const)?(?: \[clone [^\]]*\])?$",
    ];
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
});

/// The names that a function's own is told from others by, at most.
const MAX_NAMES: usize = 2;

/// What stands in frames for things that have no name, or is no one's own.
const NO_NAMES: &[&str] = &[
    "Object",
    "Module",
    "Function",
    "<anonymous>",
    "anonymous",
    "Anonymous",
    "async",
    "new",
    "<module>",
    "<lambda>",
    "<init>",
    "<clinit>",
    "ctor",
    "top",
];

/// The function that a frame names, with what it belongs to. `None` for what is no frame.
pub(super) fn called(line: &str) -> Option<Called> {
    let found = FORMS.iter().find_map(|form| form.captures(line))?;
    let name = found.name("name")?;
    // V8 writes a space before the place.
    let is_of_class = line.starts_with("at ") && line[name.end()..].starts_with(['(', '[']);
    let in_full = || of_class(name.as_str(), found.name("parameters").map(|parameters| parameters.as_str()));
    let in_full = if is_of_class { in_full() } else { None };
    in_full.or_else(|| qualified(name.as_str()).map(Called::plain))
}

/// Its last names: `Server.serve`.
pub(super) fn function(line: &str) -> Option<String> {
    let name = called(line)?.name;
    let at = name.rmatch_indices('.').nth(MAX_NAMES - 1);
    Some(at.map_or(name.as_str(), |(at, _)| &name[at + 1..]).to_owned())
}

/// The last names of a path of names, without arguments of types and what compilers add.
fn qualified(name: &str) -> Option<String> {
    let name = implemented(&name.replace("->", "."));
    let separated = without_arguments(&name).replace("(*", "").replace(['(', ')'], "").replace("::", ".");
    let parts: Vec<&str> = separated.split(['.', '#', '\\', '+', '/']).flat_map(own_name).collect();
    let parts = &parts[parts.len().saturating_sub(MAX_NAMES)..];
    (!parts.is_empty()).then(|| parts.join("."))
}

/// `<Type as Trait>::f` is `Type::f`.
fn implemented(name: &str) -> String {
    let inner = || {
        let (of, rest) = name.strip_prefix('<')?.split_once(" as ")?;
        let (_, function) = rest.rsplit_once(">::").or_else(|| rest.split_once(">::"))?;
        Some(format!("{of}::{function}"))
    };
    inner().unwrap_or_else(|| name.to_owned())
}

/// A name without what stands between `<` and `>`, or `[` and `]`; `<init>` stays for the list of what is no name.
fn without_arguments(name: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0_usize);
    for c in name.chars() {
        match c {
            '<' | '[' => depth += 1,
            '>' | ']' => depth = depth.saturating_sub(1),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out
}

/// A part of a path of names as a programmer wrote it; none if nobody wrote it.
fn own_name(part: &str) -> Option<&str> {
    // Classes in classes, and lambdas of the JVM: `Cart$Line`, `lambda$save$0`.
    let part = match part.strip_prefix("lambda$") {
        Some(rest) => rest.split('$').next()?,
        None => part.split('$').rfind(|name| name.starts_with(|c: char| c.is_alphabetic())).unwrap_or(part),
    };
    let part = part.trim_end_matches("-fm").trim_matches(|c: char| !c.is_alphanumeric() && !"_?!~".contains(c));
    let numbered = |prefix: &str| {
        let rest = part.strip_prefix(prefix);
        rest.is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()))
    };
    let is_hash = part.len() == 17 && part.starts_with('h') && part[1..].chars().all(|c| c.is_ascii_hexdigit());
    let is_made = numbered("func") || numbered("gowrap") || numbered("") || part.starts_with("closure") || is_hash;
    (!part.is_empty() && !is_made && !NO_NAMES.contains(&part)).then_some(part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_name_their_function() {
        for (frame, name) in [
            ("github.com/x/y/v2/modules/proxy.(*Handler).loopOnce(0xc0001a4000, {0x1, 0x2})", "Handler.loopOnce"),
            ("http.(*Server).ServeHTTP", "Server.ServeHTTP"),
            ("created by net/http.(*Server).Serve in goroutine 1", "Server.Serve"),
            ("github.com/x/y.Run.func1.2(0xc0)", "y.Run"),
            ("github.com/x/y.(*Pool[...]).Get(...)", "Pool.Get"),
            ("main.run(0x1)", "main.run"),
            ("at com.foo.Bar.baz(Bar.java:12)", "Bar.baz"),
            ("at app//com.foo.Bar$Line.lambda$save$0(Unknown Source)", "Line.save"),
            ("at Shop.Cart.Add(Int32 count) in C:\\work\\Cart.cs:line 9", "Cart.Add"),
            ("at Shop.Store`2.<Add>g__Wait|4_0[T](Task`1 task) in /_/Store.cs:line 9", "Add.Wait"),
            ("at shop.Cart$Companion.get(Unknown Source:3)", "Cart.get"),
            ("at Object.foo (/a/b.js:1:2)", "foo"),
            ("at async Cart.add (file:///a/b.js:1:2)", "Cart.add"),
            ("at new Cart (/a/b.js:1:2)", "Cart"),
            ("add@http://localhost/b.js:1:2", "add"),
            ("File \"x.py\", line 3, in load_all", "load_all"),
            ("app/user.rb:12:in `save'", "save"),
            ("app/user.rb:12:in 'User#save'", "User.save"),
            ("#0 /var/www/index.php(12): App\\Cart->add(Object)", "Cart.add"),
            ("#1  0x00005 in Cart::add (this=0x0) at ../src/x.c:44", "Cart.add"),
            ("add (c=0x0) at ../src/x.c:44", "add"),
            ("Breakpoint 1, Cart::add (c=<optimized out>) at x.c:44", "Cart.add"),
            ("==12==    by 0x12F3A0: cart_add (cart.c:150)", "cart_add"),
            ("12: shop::cart::Cart::add::h0123456789abcdef", "Cart.add"),
            ("/usr/local/bin/shop *:6379(cart_add+0x3f)[0x45d2bf]", "cart_add"),
            ("<shop::Cart as core::fmt::Display>::fmt", "Cart.fmt"),
            ("shop::cart::add::{{closure}}", "cart.add"),
            ("shop::Cart<T>::add(int, char const*)", "Cart.add"),
        ] {
            assert_eq!(function(frame).as_deref(), Some(name), "{frame}");
        }
    }

    #[test]
    fn names_and_sentences_are_no_frames() {
        for text in
            ["Server::run", "strings.Builder", "serve", "at the end (of it)", "foo(bar)", "http.Get(url)", "a.b", ""]
        {
            assert_eq!(function(text), None, "{text}");
        }
    }
}
