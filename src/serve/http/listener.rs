//! Connections, from the first to the last: each has its bounds, and none that breaks harms another.

use super::gate::Gate;
use super::limits::ServerLimits;
use super::patience::Patience;
use super::site::{RETRY_AFTER, Site};
use crate::serve::answers::call::Server;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::{Notify, Semaphore};
use tokio::time::{sleep, timeout};

/// Header lines of a request.
const MAX_HEADERS: usize = 64;

/// How long no connection is taken after one could not be: the system has no room for more.
const NO_ROOM: Duration = Duration::from_millis(100);

/// A place where connections arrive.
#[derive(Debug)]
pub struct Listener {
    socket: std::net::TcpListener,
    stop: Stop,
}

/// Ends a server that runs.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<Notify>);

impl Stop {
    /// No more connections are taken; requests that are under way are answered.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Listener {
    /// Listens at an address; port 0 is any that is free.
    ///
    /// # Errors
    /// If the address is taken, or none of this machine.
    pub fn bind(address: SocketAddr) -> io::Result<Listener> {
        let socket = std::net::TcpListener::bind(address)?;
        socket.set_nonblocking(true)?;
        Ok(Listener { socket, stop: Stop::default() })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// If the system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.socket.local_addr()
    }

    /// What ends it.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until it is told to stop, or by a signal: interrupted, terminated.
    ///
    /// # Errors
    /// If the system lacks what it takes.
    pub fn serve(self, server: Server, gate: Gate, limits: ServerLimits) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .max_blocking_threads(limits.calls)
            .enable_io()
            .enable_time()
            .build()?;
        let served = runtime.block_on(async {
            let socket = tokio::net::TcpListener::from_std(self.socket)?;
            let site = Arc::new(Site::new(server, gate, limits));
            run(&socket, &site, limits, &self.stop).await
        });
        // A call that nobody waits for any more must not hold the process.
        runtime.shutdown_background();
        served
    }
}

async fn run(socket: &tokio::net::TcpListener, site: &Arc<Site>, limits: ServerLimits, stop: &Stop) -> io::Result<()> {
    let connections = Arc::new(Semaphore::new(limits.connections));
    let graceful = GracefulShutdown::new();
    let mut signals = Signals::new()?;
    loop {
        let accepted = tokio::select! {
            accepted = socket.accept() => accepted,
            () = stop.0.notified() => break,
            () = signals.next() => break,
        };
        let Ok((stream, _)) = accepted else {
            sleep(NO_ROOM).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&connections).try_acquire_owned() else {
            send_away(&stream);
            continue;
        };
        // Answers are small, and somebody waits for each.
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(Patience::new(stream, limits.patience));
        let site = Arc::clone(site);
        let service = service_fn(move |request| {
            let site = Arc::clone(&site);
            async move { site.answer(request).await }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.patience)
            .max_buf_size(limits.head)
            .max_headers(MAX_HEADERS)
            .serve_connection(io, service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is no business of the others.
            let _ = connection.await;
            drop(permit);
        });
    }
    tokio::select! {
        _ = timeout(limits.farewell, graceful.shutdown()) => {}
        () = signals.next() => {}
    }
    Ok(())
}

/// Answers one for whom there is no room, as far as that goes without waiting.
fn send_away(stream: &TcpStream) {
    let body = "{\"type\":\"docql_error\",\"schema\":1,\"code\":\"busy\",\"message\":\"too many connections are open\",\"fixes\":[]}\n";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: {RETRY_AFTER}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(answer.as_bytes());
}

/// Signals that end the server.
struct Signals {
    #[cfg(unix)]
    terminated: tokio::signal::unix::Signal,
    #[cfg(unix)]
    interrupted: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn new() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals { terminated: signal(SignalKind::terminate())?, interrupted: signal(SignalKind::interrupt())? })
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminated.recv() => {}
            _ = self.interrupted.recv() => {}
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    fn new() -> io::Result<Signals> {
        Ok(Signals {})
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
