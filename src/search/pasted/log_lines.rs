//! Lines of logs, taken apart: what a line says, without its envelope – time, level, thread, logger, host, process.

use super::fields::Fields;
use regex::Regex;
use std::sync::LazyLock;

/// Bytes of a line that are read: longer ones are data.
const MAX_BYTES: usize = 64 << 10;

/// Pieces of an envelope, at most.
const MAX_PIECES: usize = 12;

const LEVELS: &str = "TRACE|DEBUG|INFO|INFORMATION|NOTICE|WARN|WARNING|ERROR|ERR|CRITICAL|CRIT|FATAL|SEVERE|PANIC|\
                      DPANIC|EMERG|ALERT|TRC|DBG|INF|WRN|FTL";

/// How bad it is: in brackets, before a colon, or in letters of one size. `Error` begins a message as well.
static LEVEL: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    compiled(&[
        &format!(r"^[\[(<|]\s*(?i:{LEVELS})\s*[\])>|]:?(?:\s|$)"),
        &format!(r"^(?i:{LEVELS})\s*[|:](?:\s|$)"),
        &format!(r"^(?:{LEVELS}|{})(?:\s|$)", LEVELS.to_lowercase()),
    ])
});

/// Pieces that by themselves say that a line is one of a log: time stamps and levels that no sentence begins with.
static STAMPS: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let clock = r"\d{2}:\d{2}:\d{2}(?:[.,]\d+)?(?:\s?(?:Z|UTC|GMT|[+-]\d{2}:?\d{2}))?";
    let month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
    compiled(&[
        // ISO 8601, and what Go, nginx, Java, Python and LevelDB make of it; the number of the process may stand before it.
        &format!(r"^(?:\[\d+\]\s+)?\[?\d{{4}}[-/.]\d{{2}}[-/.]\d{{2}}[-T _]{clock}\]?:?"),
        // Apache, and nginx's access log.
        &format!(
            r"^\[(?:[A-Z][a-z]{{2}} )?(?:\d{{2}}/{month}/\d{{4}}[: ]|{month} {{1,2}}\d{{1,2}} ){clock}(?: \d{{4}})?\]"
        ),
        // Syslog: the host and the process follow.
        &format!(r"^(?:<\d+>)?(?:1 )?{month} {{1,2}}\d{{1,2}} {clock} [\w.-]+ [\w./-]+(?:\[\d+\])?:"),
        r"^<\d+>1 \S+ \S+ \S+ \S+ \S+ (?:-|\[[^\]]*\])",
        &format!(r"^\[?{clock}\]?"),
        // Kubernetes and Google's libraries.
        r"^[IWEF]\d{4} \d{2}:\d{2}:\d{2}\.\d+\s+\d+ [\w./-]+:\d+\]",
        // Ruby's logger.
        r"^[DIWEF], \[[^\]]+\]",
        // Seconds since 1970, or thousandths of them.
        r"^\[?1\d{9}(?:\d{3}|\.\d+)?\]?\s",
        // Python: `ERROR:root:`.
        &format!(r"^(?:{LEVELS}):[\w.]+:"),
        &format!(r"^\[(?:{LEVELS})\s*\]"),
        &format!(r"^(?:{LEVELS})(?:\t|  +|\s+\[[^\]]{{1,60}}\])"),
        r"^level=\w+\s",
        // A program that says who it is and how bad it is: `nginx: [emerg] `.
        &format!(r"^[\w./-]+: \[(?i:{LEVELS})\]\s"),
        // The script that has said it, in the console of a browser.
        r"^[\w.-]+\.(?:[cm]?[jt]sx?|vue|svelte|html):\d+(?::\d+)?\s",
        // A container that somebody has put together with others.
        r"^[\w.-]+[-_]\d+\s+\|\s",
        // With whom it speaks.
        r"^\d{1,3}(?:\.\d{1,3}){3}:\d+\s+-\s",
        // An exception by its full name, which the message is behind.
        r#"^(?:Exception in thread "[^"]*" )?(?:[A-Za-z_$][\w$]*\.)+[A-Z][\w$]*:\s"#,
    ])
});

/// Pieces that stand behind those.
static PIECES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    compiled(&[
        // How bad it is, and in which process, in the bracket that the time has opened.
        &format!(r"^(?:{LEVELS})/[\w.-]+\]\s"),
        // Threads, processes, requests.
        r"^\[[^\]\s][^\]]{0,60}\]:?(?:\s|$)",
        r"^\(\w[\w -]{0,40}\)\s",
        r"^\d+#\d+:\s",
        r"^[#*]?\d+\s",
        r"^(?:-{1,3}|:|\|)\s",
        // With whom: `10.0.0.9:51212 - `, `rid:12 - `.
        r"^\[?(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-fA-F:]{2,}\])(?::\d+)?\s+-\s",
        r"^[a-z]{1,12}:\d+\s+-\s",
        // Who says it: `http.handlers.proxy<TAB>`, `c.e.Foo - `, `c.e.Foo  : `, `my_crate::module: `.
        r"^[A-Za-z_][\w.$/-]*(?::\d+)?(?:\t|\s+[-:|]\s)",
        r"^[A-Za-z_]\w*(?:(?:\.|::)\w+)+:\s",
        r"^[\w.-]+ [\w./-]+\[\d+\]:\s",
        r"^[\w./-]+\[\d+\]:\s",
        r"^[\w./-]+\.\w+:\d+:?\s",
    ])
});

/// What a checker of style says of a place, and the name of the rule behind it: `12:5  error  Missing semicolon.  semi`.
static CHECKED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^\s*\d+:\d+\s+(?:error|warning|warn|info)\s+(?P<said>\S.*?)(?:\s{2,}[@\w/-]+)?\s*$").ok()
});

/// What nginx says of the request behind the message.
const BEHIND: &[&str] = &[", client: ", ", referer: "];

/// The line of a configuration that a message is about, behind it.
static LINE_BEHIND: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\s(?:in|at) \S*[/\\.]\S*:\d+$").ok());

/// `key=value` behind a message.
static PAIRS_BEHIND: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"(?:\s+[A-Za-z_][\w.-]*=(?:"(?:[^"\\]|\\.)*"|[^\s"]*))+$"#).ok());

/// An exception by its full name.
static EXCEPTION: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r#"^(?:Exception in thread "[^"]*" )?(?:[A-Za-z_$][\w$]*\.)+([A-Z][\w$]*):\s"#).ok());

fn compiled(patterns: &[&str]) -> Vec<Regex> {
    patterns.iter().filter_map(|pattern| Regex::new(pattern).ok()).collect()
}

/// What a line of a log says, or an error of several that were caused by one another.
pub(super) fn message(text: &str) -> Option<String> {
    if text.len() > MAX_BYTES {
        return None;
    }
    if let Some(fields) = Fields::of_json(text).or_else(|| Fields::of_pairs(text)) {
        // A container's log wraps lines of another.
        let message = fields.words()?;
        return Some(without_envelope(&message).unwrap_or(message));
    }
    let checked = || CHECKED.as_ref()?.captures(text)?.name("said").map(|said| said.as_str().to_owned());
    without_envelope(text).or_else(checked).or_else(|| with_fields(text)).or_else(|| chained(text))
}

/// The message of a line that begins as those of logs do.
fn without_envelope(line: &str) -> Option<String> {
    let begun = STAMPS.iter().find_map(|stamp| stamp.find(line))?;
    let mut rest = line[begun.end()..].trim_start_matches(' ').trim_start_matches('\t');
    let mut has_level = false;
    for _ in 0..MAX_PIECES {
        let piece = |pieces: &[Regex]| pieces.iter().find_map(|piece| piece.find(rest)).map(|piece| piece.end());
        let level = piece(&LEVEL).filter(|_| !has_level);
        has_level |= level.is_some();
        let Some(end) = level.or_else(|| piece(&STAMPS)).or_else(|| piece(&PIECES)) else { break };
        rest = rest[end..].trim_start();
    }
    let rest = BEHIND.iter().fold(rest, |rest, behind| rest.split(behind).next().unwrap_or(rest)).trim();
    let rest = LINE_BEHIND.as_ref().and_then(|regex| regex.find(rest)).map_or(rest, |found| &rest[..found.start()]);
    if let Some(fields) = Fields::of_json(rest).or_else(|| Fields::of_pairs(rest)) {
        return fields.words();
    }
    let message = with_fields(rest).or_else(|| chained(rest)).unwrap_or_else(|| rest.to_owned());
    // An exception that only names another says nothing but what it is.
    let exception = || EXCEPTION.as_ref()?.captures(line)?.get(1).map(|name| name.as_str().to_owned());
    let named = if message.contains(char::is_whitespace) { None } else { exception() };
    named.or_else(|| message.contains(char::is_alphabetic).then_some(message))
}

/// A message with an object or pairs behind it: of those what went wrong.
fn with_fields(text: &str) -> Option<String> {
    let object = text.match_indices('{').find_map(|(at, _)| Some((at, Fields::of_json(&text[at..])?)));
    let pairs = || {
        let at = PAIRS_BEHIND.as_ref()?.find(text)?.start();
        Some((at, Fields::of_pairs(text[at..].trim())?))
    };
    let (at, fields) = object.or_else(pairs)?;
    let message = text[..at].trim_end_matches([' ', '\t', ':']);
    match fields.cause().map(|cause| chained(&cause).unwrap_or(cause)) {
        Some(cause) if message.is_empty() => Some(cause),
        Some(cause) => Some(format!("{message}: {cause}")),
        None => message.contains(char::is_whitespace).then(|| message.to_owned()),
    }
}

/// Errors that were caused by one another, in a chain with colons between.
fn chained(text: &str) -> Option<String> {
    static CAUSED: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\s.;,]*\bCaused by:?\s+(?:0:\s+)?").ok());
    static NUMBER: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\s+\d{1,2}:\s+").ok());
    let (first, causes) = {
        let caused = CAUSED.as_ref()?.find(text)?;
        (&text[..caused.start()], &text[caused.end()..])
    };
    let causes = CAUSED.as_ref()?.replace_all(causes, ": ");
    let causes = NUMBER.as_ref()?.replace_all(&causes, ": ");
    Some(format!("{first}: {causes}").trim_start_matches(": ").to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_logs_say_their_message() {
        for (line, said) in [
            (
                r#"{"level":"error","ts":1714564800.1,"logger":"http","msg":"no upstreams available","status":503}"#,
                "no upstreams available",
            ),
            (
                r#"{"level":"error","msg":"cannot dial the host","error":"lookup x: no such host","request":{"host":"y"}}"#,
                "cannot dial the host: lookup x: no such host",
            ),
            (
                r#"{"level":"error","msg":"it said \"no\" to me","err":{"message":"it broke here"#,
                "it said \"no\" to me",
            ),
            (r#"{"msg":"failed","status":503,"retries":3,"level":"warn"}"#, "failed status retries"),
            (r#"{"log":"2024-05-01T12:00:00Z ERROR disk is nearly full\n","stream":"stderr"}"#, "disk is nearly full"),
            (r#"{"error":"host not allowed: x"}"#, "host not allowed: x"),
            (
                r#"time="2024-05-01T12:00:00Z" level=error msg="cannot open the file" err="no such file""#,
                "cannot open the file: no such file",
            ),
            ("level=warn ts=2024-05-01T12:00:00Z caller=main.go:12 msg=\"queue is full now\"", "queue is full now"),
            (
                "2024/05/01 12:00:00.000\tERROR\thttp.handlers.reverse_proxy\taborting with incomplete response\t{\"upstream\": \"x\", \"error\": \"context canceled\"}",
                "aborting with incomplete response: context canceled",
            ),
            ("2024-05-01 12:00:00,123 ERROR [main] c.e.Foo - cannot find the user", "cannot find the user"),
            (
                "webserver-1  | [2026-11-20 10:11:12,345] [ERROR] [shop.cart] cannot find the user",
                "cannot find the user",
            ),
            (
                "2024-05-01 12:00:00.123  WARN 1234 --- [nio-8080-exec-1] c.e.shop.Cart  : cart is empty again",
                "cart is empty again",
            ),
            ("12:00:00.123 [main] INFO  c.e.Foo - cannot find the user", "cannot find the user"),
            (
                "2024/05/17-07:51:04.213456 139 [WARN] [/db/version_set.cc:58] cannot find the user",
                "cannot find the user",
            ),
            ("ERROR:root:cannot find the user", "cannot find the user"),
            ("2024-05-01 12:00:00,123 - app.views - ERROR - cannot find the user", "cannot find the user"),
            ("May  1 12:00:00 web1 sshd[1234]: cannot find the user", "cannot find the user"),
            ("<34>1 2024-05-01T12:00:00.003Z web1 app 1234 ID47 - cannot find the user", "cannot find the user"),
            ("E, [2024-05-01T12:00:00.123456 #99] ERROR -- : cannot find the user", "cannot find the user"),
            (
                "2024/05/01 12:00:00 [error] 123#123: *45 connect() failed (111: Connection refused) while connecting to upstream, client: 1.2.3.4, server: x",
                "connect() failed (111: Connection refused) while connecting to upstream",
            ),
            ("E0501 12:00:00.000000   12345 server.go:12] cannot find the user", "cannot find the user"),
            ("2024-05-01T12:00:00.123Z ERROR my_app::db: cannot find the user id=12 tries=3", "cannot find the user"),
            ("[2026-11-20 10:11:12,345: ERROR/MainProcess] cannot find the user", "cannot find the user"),
            ("  12:5  error  Cannot find the user.  no-users", "Cannot find the user."),
            ("12:5 warning Cannot find the user. @shop/no-users", "Cannot find the user. @shop/no-users"),
            ("[ERROR] cannot find the user", "cannot find the user"),
            ("1714564800.123 [main] cannot find the user", "cannot find the user"),
            ("1714564800123 ERROR cannot find the user", "cannot find the user"),
            ("[58021] 2024/03/01 10:11:12.743955 [WRN] cannot find the user: BOB", "cannot find the user: BOB"),
            ("[44] 2024/03/01 10:11:12.743955 [INF] 10.0.0.9:51212 - rid:12 - Cannot find it", "Cannot find it"),
            ("10.0.0.9:51212 - rid:12 - Cannot find it: it is gone", "Cannot find it: it is gone"),
            (
                "2024-05-02 10:02:11 [shop.core.cart] ERROR: Error finding <GET https://x.com/a>",
                "Error finding <GET https://x.com/a>",
            ),
            ("2024-05-02 10:02:11 info cannot find the user", "cannot find the user"),
            ("org.example.SavingFailed: java.io.NotSerializableException: com.acme.Foo", "SavingFailed"),
            (r#"nginx: [emerg] unknown directive "foo" in /etc/nginx/nginx.conf:3"#, r#"unknown directive "foo""#),
            ("org.example.errors.NoSuchUser: User bob is not here.", "User bob is not here."),
            (
                r#"Exception in thread "main" java.lang.IllegalStateException: cannot find the user"#,
                "cannot find the user",
            ),
            (
                "Error: cannot start Caused by: 0: cannot open the file 1: no such file",
                "Error: cannot start: cannot open the file: no such file",
            ),
            ("caddy said: HTTP 403: {\"error\":\"host not allowed: x\"}", "caddy said: HTTP 403: host not allowed: x"),
        ] {
            assert_eq!(message(line).as_deref(), Some(said), "{line}");
        }
    }

    #[test]
    fn what_is_no_line_of_a_log_is_left_as_it_is() {
        for text in [
            "error handling",
            "where are errors logged",
            "2024 report",
            "INFO",
            "{",
            "{\"a\": 1}",
            "a=b c=d",
            "[main]",
            "12:00",
            "foo: bar",
            "json {",
            "config key=value",
            "ERROR in module",
            "",
        ] {
            assert_eq!(message(text), None, "{text}");
        }
    }
}
