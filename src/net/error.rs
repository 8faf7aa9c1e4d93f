//! Errors of requests: each says what happened, where, and what to do about it.

use super::decode::DecodeError;
use std::fmt;
use std::time::Duration;

/// A URL in the settings that leads to no service. Trying again cannot help.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct AddressError {
    /// The table of the settings.
    pub settings: &'static str,
    /// The reason.
    pub fault: AddressFault,
}

/// Reasons to refuse a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AddressFault {
    /// Nothing is written.
    Empty,
    /// It holds a name or a password, which would be shown with it.
    Credentials,
    /// It cannot be parsed; this much of it is shown.
    NoAddress(String),
    /// It is neither HTTP nor HTTPS; this much of it is shown.
    OtherScheme(String),
    /// The program was built without HTTP.
    NotBuilt,
}

impl fmt::Display for AddressError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXAMPLE: &str = "an address is like https://host/v1";
        let of = self.settings;
        match &self.fault {
            AddressFault::Empty => write!(f, "{of}.url is empty; give the address of the endpoint"),
            AddressFault::Credentials => write!(
                f,
                "{of}.url holds a name or password; put the key into a variable and name that in {of}.key_env"
            ),
            AddressFault::NoAddress(shown) => write!(f, "{of}.url: {shown} is no address; {EXAMPLE}"),
            AddressFault::OtherScheme(shown) => {
                write!(f, "{of}.url: {shown} begins with neither http:// nor https://; {EXAMPLE}")
            }
            AddressFault::NotBuilt => write!(f, "{of}.url: docql was built without `online`, it asks nobody"),
        }
    }
}

/// A request without a usable answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct RequestError {
    /// The address without its query, which may hold a secret.
    pub address: String,
    /// The table of the settings.
    pub settings: &'static str,
    /// The reason.
    pub failure: Failure,
}

/// Reasons why a request brings no usable answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The deadline is over, or the service was silent for too long.
    Timeout,
    /// No connection came about, or it broke before an answer began.
    Unreachable {
        /// In the words of the system.
        cause: String,
        /// The likely cause.
        hint: Hint,
    },
    /// The service answers with a status that is no success.
    Refused {
        /// The status code.
        status: u16,
        /// Its name, empty if it has none.
        name: &'static str,
        /// The reason in the words of the service; may be empty.
        reason: String,
        /// True if a key was sent.
        has_key: bool,
        /// The pause that the service asks for.
        retry_after: Option<Duration>,
    },
    /// The connection broke in the middle of the answer.
    BrokenOff {
        /// In the words of the system.
        cause: String,
    },
    /// The answer is longer than it may be.
    TooLarge {
        /// The limit, in bytes.
        limit: u64,
    },
    /// The stream is not in its format.
    Malformed(DecodeError),
    /// The system gives no thread to send the request on.
    NoThread {
        /// In the words of the system.
        cause: String,
    },
}

/// Likely causes of a connection that fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hint {
    /// Nobody listens.
    NotRunning,
    /// The certificate is for another name, or nobody trusted has signed it.
    Certificate,
    /// The other side does not speak TLS.
    NotTls,
}

impl RequestError {
    /// True if asking again cannot help before somebody changes the settings.
    pub fn is_final(&self) -> bool {
        match self.failure {
            Failure::Refused { status, .. } => matches!(status, 300..=399 | 401 | 403 | 404),
            Failure::NoThread { .. } => true,
            _ => false,
        }
    }

    /// True if there was no answer in time.
    pub fn is_timeout(&self) -> bool {
        self.failure == Failure::Timeout
    }

    /// The pause that the service asks for.
    pub fn retry_after(&self) -> Option<Duration> {
        self.failure.retry_after()
    }
}

impl Failure {
    /// True if the same request may succeed a little later.
    #[cfg(feature = "online")]
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Failure::Timeout | Failure::BrokenOff { .. } => true,
            Failure::Unreachable { hint, .. } => *hint == Hint::NotRunning,
            // 529 is how some model providers say that they are overloaded.
            Failure::Refused { status, .. } => matches!(status, 408 | 425 | 429 | 500 | 502 | 503 | 504 | 529),
            Failure::TooLarge { .. } | Failure::Malformed(_) | Failure::NoThread { .. } => false,
        }
    }

    pub(super) fn retry_after(&self) -> Option<Duration> {
        match self {
            Failure::Refused { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RequestError { address, settings: of, failure } = self;
        match failure {
            Failure::Timeout => write!(f, "{address} does not answer in time"),
            Failure::Unreachable { cause, hint } => {
                write!(f, "{address} does not answer ({cause}); ")?;
                match hint {
                    Hint::NotRunning => f.write_str("is it running?"),
                    Hint::Certificate => write!(
                        f,
                        "{of}.url must be the name in its certificate, and who signed that one this machine trusts, \
                         or `SSL_CERT_FILE` names"
                    ),
                    Hint::NotTls => write!(f, "does it speak HTTPS? if not, {of}.url begins with http://"),
                }
            }
            Failure::Refused { status, name, reason, has_key, retry_after } => {
                write!(f, "{address} refuses ({status}")?;
                for (separator, part) in [(" ", *name), (": ", reason)] {
                    if !part.is_empty() {
                        write!(f, "{separator}{part}")?;
                    }
                }
                f.write_str(")")?;
                match status {
                    401 | 403 if !has_key => write!(f, "; it wants a key: name its variable in {of}.key_env"),
                    401 | 403 => f.write_str("; it does not take this key"),
                    404 => write!(f, "; check {of}.url and {of}.model"),
                    429 | 503 if retry_after.is_some_and(|pause| !pause.is_zero()) => {
                        let seconds = retry_after.unwrap_or_default().as_secs();
                        write!(f, "; it wants to be left alone for {seconds} s")
                    }
                    300..=399 => write!(f, "; it sends docql elsewhere: give that address in {of}.url"),
                    _ => Ok(()),
                }
            }
            Failure::BrokenOff { cause } => write!(f, "{address} breaks off its answer ({cause})"),
            Failure::TooLarge { limit } => write!(f, "{address} answers more than {limit} bytes"),
            Failure::Malformed(problem) => write!(f, "{address} answers {problem}"),
            Failure::NoThread { cause } => write!(f, "no thread to ask {address} with ({cause})"),
        }
    }
}
