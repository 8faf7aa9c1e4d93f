//! An HTTP server on this machine, for one test: it does what its script says.

use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Result, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;

/// A request as it came: its head, and what it asks.
#[derive(Clone, Debug)]
pub struct Asked {
    pub head: String,
    pub body: Value,
}

impl Asked {
    pub fn texts(&self) -> Vec<String> {
        let input = self.body["input"].as_array().expect("a list of texts");
        input.iter().map(|text| text.as_str().expect("a text").to_owned()).collect()
    }

    /// The value of a header, by its name in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim()).next()
    }
}

/// An answer: a status line, and a body.
pub type Answer = (&'static str, String);

/// Whether a connection is used again after an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Then {
    Close,
    Keep,
}

/// The server. It serves one connection after the other.
pub struct Server {
    pub address: SocketAddr,
    connections: Arc<AtomicUsize>,
    asked: Arc<Mutex<Vec<Asked>>>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// A server that gives whole answers. They may depend on how many requests there were, this one counted.
    pub fn new(answer: impl Fn(&Asked, usize) -> Answer + Send + 'static) -> Server {
        Server::scripted(move |asked, count, stream| {
            let (status, body) = answer(asked, count);
            let length = body.len();
            write!(stream, "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")?;
            Ok(Then::Close)
        })
    }

    /// A server that writes to the connection what it likes.
    pub fn scripted(script: impl Fn(&Asked, usize, &mut TcpStream) -> Result<Then> + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (asked, is_over) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicBool::new(false)));
        let connections = Arc::new(AtomicUsize::new(0));
        let (record, over, count) = (Arc::clone(&asked), Arc::clone(&is_over), Arc::clone(&connections));
        let thread = std::thread::spawn(move || {
            for stream in listener.incoming() {
                if over.load(Ordering::Acquire) {
                    return;
                }
                count.fetch_add(1, Ordering::AcqRel);
                // Who hangs up early is no failure of the server.
                let _ = stream.and_then(|stream| serve(stream, &record, &script));
            }
        });
        Server { address, connections, asked, is_over, thread: Some(thread) }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn asked(&self) -> Vec<Asked> {
        self.asked.lock().expect("a record").clone()
    }

    pub fn connections(&self) -> usize {
        self.connections.load(Ordering::Acquire)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Release);
        drop(TcpStream::connect(self.address));
        if let Some(thread) = self.thread.take() {
            thread.join().expect("a server that ends");
        }
    }
}

fn serve(
    mut stream: TcpStream,
    record: &Mutex<Vec<Asked>>,
    script: &dyn Fn(&Asked, usize, &mut TcpStream) -> Result<Then>,
) -> Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head)? == 0 {
                return Ok(());
            }
        }
        let mut asked = Asked { head, body: Value::Null };
        let length = asked.header("content-length").and_then(|length| length.parse().ok());
        let mut body = vec![0; length.unwrap_or(0)];
        reader.read_exact(&mut body)?;
        asked.body = serde_json::from_slice(&body).unwrap_or_default();
        let count = {
            let mut record = record.lock().expect("a record");
            record.push(asked.clone());
            record.len()
        };
        if script(&asked, count, &mut stream)? == Then::Close {
            return Ok(());
        }
    }
}
