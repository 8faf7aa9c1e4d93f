//! `docql serve` as clients see it: bytes into a connection, bytes out of it, over one table of endpoints.

mod answers;
mod bounds;
mod schema;

use crate::asked;
use crate::folders::write;
use docql::serve::http::{Gate, Listener, ServerLimits, Stop, Token};
use docql::serve::{Server, Workspaces};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const TOKEN: &str = "a-token-that-is-long-enough";

fn workspace() -> tempfile::TempDir {
    let folder = asked::workspace();
    write(folder.path(), "secret.txt", "root:x:0:0\n");
    write(folder.path(), "token", TOKEN);
    folder
}

/// An answer as it came.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: String,
}

impl Answer {
    /// The first answer in `bytes`, and what stands behind it.
    fn first(bytes: &[u8]) -> (Answer, &[u8]) {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head of ASCII");
        let status = head.split(' ').nth(1).expect("a status").parse().expect("a number");
        let mut answer = Answer { status, head, body: String::new() };
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        let length = if status == 204 { Some(0) } else { length };
        let rest = &bytes[end..];
        let body = length.map_or(rest, |length: usize| &rest[..length]);
        answer.body = String::from_utf8(body.to_vec()).expect("a body of UTF-8");
        (answer, &rest[body.len()..])
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {self:?}"))
    }
}

/// Sends bytes, and reads to the end of the connection. A connection that is reset has been closed too.
fn exchange(address: SocketAddr, bytes: &[u8]) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("a connection");
    let mut out = Vec::new();
    // Who is sent away in the middle of a long body may not get rid of the rest.
    let _ = stream.write_all(bytes);
    let _ = stream.read_to_end(&mut out);
    out
}

/// A request with the token, on a connection of its own.
fn request(method: &str, target: &str, headers: &str, body: &str) -> String {
    let length = if body.is_empty() { String::new() } else { format!("Content-Length: {}\r\n", body.len()) };
    format!(
        "{method} {target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {TOKEN}\r\nConnection: close\r\n{length}{headers}\r\n{body}"
    )
}

/// A server, and how to ask it.
trait Asked {
    fn address(&self) -> SocketAddr;

    fn raw(&self, bytes: &[u8]) -> Vec<u8> {
        exchange(self.address(), bytes)
    }

    fn ask(&self, method: &str, target: &str, headers: &str, body: &str) -> Answer {
        Answer::first(&self.raw(request(method, target, headers, body).as_bytes())).0
    }

    fn post(&self, path: &str, given: &Value) -> Answer {
        self.ask("POST", path, "Content-Type: application/json\r\n", &given.to_string())
    }

    fn get(&self, path: &str, given: &Value) -> Answer {
        let pairs = given.as_object().expect("arguments").iter();
        let pairs: Vec<String> = pairs.map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        self.ask("GET", &format!("{path}?{}", pairs.join("&")), "", "")
    }

    /// The document of a call that is answered.
    fn document(&self, path: &str, given: Value) -> Value {
        let answer = self.post(path, &given);
        assert_eq!(answer.status, 200, "{path} {given}: {answer:?}");
        answer.json()
    }

    fn lives(&self) {
        assert_eq!(self.get("/v1/status", &json!({})).status, 200);
    }
}

fn encoded(value: &Value) -> String {
    let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

/// The program.
struct Program {
    folder: tempfile::TempDir,
    child: Child,
    address: SocketAddr,
    lines: Vec<String>,
}

impl Program {
    fn new() -> Program {
        Program::of(&["--token-file", "token"], &[])
    }

    fn of(options: &[&str], variables: &[(&str, &str)]) -> Program {
        let folder = workspace();
        let home = folder.path().join("home");
        std::fs::create_dir_all(&home).expect("a folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(["serve", "work"]).args(options).current_dir(folder.path());
        command.env_clear().env("HOME", home).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.envs(variables.iter().copied()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("a server");
        let output = BufReader::new(child.stdout.take().expect("standard output"));
        let lines: Vec<String> = output.lines().take(2).map(|line| line.expect("a line")).collect();
        let address = lines[0].split_once("http://").expect("an address").1.parse().expect("an address");
        Program { folder, child, address, lines }
    }

    fn work(&self) -> PathBuf {
        self.folder.path().join("work")
    }

    fn docql(&self, arguments: &[&str]) -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_docql"));
        command.args(arguments).current_dir(self.work()).env_clear().env("HOME", self.folder.path().join("home"));
        let output = command.output().expect("a run");
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("no JSON: {output:?}"))
    }
}

impl Asked for Program {
    fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A server in this process, with limits of its own.
struct Within {
    _folder: tempfile::TempDir,
    address: SocketAddr,
    stop: Stop,
    thread: Option<std::thread::JoinHandle<std::io::Result<()>>>,
}

impl Within {
    fn new(limits: ServerLimits) -> Within {
        let folder = workspace();
        let root = folder.path().join("work");
        Within::at(folder, root, limits)
    }

    fn at(folder: tempfile::TempDir, root: PathBuf, limits: ServerLimits) -> Within {
        Within::opening(folder, root, limits, || ())
    }

    /// The same; `before` runs before a workspace is opened.
    fn opening(
        folder: tempfile::TempDir,
        root: PathBuf,
        limits: ServerLimits,
        before: impl Fn() + Send + Sync + 'static,
    ) -> Within {
        let make = move |root: &Path, _: Option<&str>| {
            before();
            Ok(docql::indexer::WorkspaceOptions::at(root))
        };
        let workspaces = Workspaces::new(&[root], Box::new(make)).expect("workspaces");
        let listener = Listener::bind("127.0.0.1:0".parse().expect("an address")).expect("a free port");
        let (address, stop) = (listener.address().expect("an address"), listener.stop());
        let gate = Gate { token: Token::given(TOKEN).expect("a token"), names: Vec::new(), is_exposed: false };
        let thread = std::thread::spawn(move || listener.serve(Server::new(workspaces), gate, limits));
        Within { _folder: folder, address, stop, thread: Some(thread) }
    }
}

impl Asked for Within {
    fn address(&self) -> SocketAddr {
        self.address
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
