//! What serves programs over HTTP.

use super::workspace::FileSelection;
use clap::Args;
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "The address and the token are printed; the server ends when it is interrupted.
It reads, and changes nothing but its own index; nothing outside of the directories is ever read.

  curl -H \"Authorization: Bearer $TOKEN\" http://127.0.0.1:PORT/v1/status
  docql help serving                   the endpoints, with worked calls")]
pub struct Serve {
    /// The directories that clients may ask about (the git root of the current directory, else that)
    #[arg(value_name = "DIR")]
    pub roots: Vec<PathBuf>,
    /// The port to listen at; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub port: u16,
    /// The file whose text is the token that clients have to know ($DOCQL_TOKEN, else a new one that is printed)
    #[arg(long, value_name = "FILE")]
    pub token_file: Option<PathBuf>,
    /// Let other machines in, at this address of yours: whoever has the token reads the directories, and whoever sees
    /// the network reads both, for nothing is encrypted
    #[arg(long, value_name = "ADDRESS")]
    pub expose: Option<IpAddr>,
    /// Answer requests for this host name too; others than localhost and addresses are refused
    #[arg(long, value_name = "NAME")]
    pub allow_host: Vec<String>,
    /// How long an answer may take
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=3600))]
    pub timeout: u64,
    #[command(flatten)]
    pub selected: FileSelection,
}
