//! How much is taken at once, and for how long anybody waits.

use std::time::Duration;

/// How much and how long. What is beyond is answered with what to do, or closed.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Connections that are open.
    pub connections: usize,
    /// Requests that are worked on or wait for it.
    pub requests: usize,
    /// Requests that are worked on.
    pub calls: usize,
    /// Searches among them: each takes all processors, so that more at once would only hold up what is quick. One for
    /// every two processors, and no more than four.
    pub searches: usize,
    /// Queries among them: places stay free for what is quick whatever is asked, such as reading a line.
    pub queries: usize,
    /// Bytes of a body that comes.
    pub body: usize,
    /// Bytes of the head of a request.
    pub head: usize,
    /// How long a head, a body, or one who does not read on is waited for.
    pub patience: Duration,
    /// How long an answer may take.
    pub answer: Duration,
    /// How long requests that are under way have at the end.
    pub farewell: Duration,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 256,
            requests: 128,
            calls: 8,
            searches: std::thread::available_parallelism().map_or(1, |processors| processors.get() / 2).clamp(1, 4),
            queries: 6,
            body: 256 << 10,
            head: 16 << 10,
            patience: Duration::from_secs(30),
            answer: Duration::from_secs(60),
            farewell: Duration::from_secs(5),
        }
    }
}
