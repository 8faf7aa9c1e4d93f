//! How the programs that agents live in are told of the server: what goes into which file, a row each.

use serde_json::{Value, json};

/// A program that agents live in.
#[derive(Clone, Copy, Debug)]
pub struct AgentClient {
    /// Its name behind `--print-config`.
    pub name: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Where its configuration is, or the command that changes it.
    pub place: &'static str,
    /// How it is written.
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// JSON with the servers below this key; with `"type": "stdio"` if set.
    Servers(&'static str, bool),
    /// JSON with the servers below this key, without a word on how they talk.
    Context(&'static str),
    /// TOML.
    Toml,
}

/// All programs whose configuration is known.
pub const CLIENTS: [AgentClient; 5] = [
    AgentClient {
        name: "claude",
        title: "Claude Code and Claude Desktop",
        place: ".mcp.json of the project, or claude_desktop_config.json",
        shape: Shape::Servers("mcpServers", true),
    },
    AgentClient {
        name: "cursor",
        title: "Cursor",
        place: ".cursor/mcp.json of the project, or of your home directory",
        shape: Shape::Servers("mcpServers", false),
    },
    AgentClient {
        name: "vscode",
        title: "VS Code",
        place: ".vscode/mcp.json of the project",
        shape: Shape::Servers("servers", true),
    },
    AgentClient {
        name: "codex",
        title: "Codex",
        place: "config.toml in .codex of your home directory",
        shape: Shape::Toml,
    },
    AgentClient { name: "zed", title: "Zed", place: "settings.json of Zed", shape: Shape::Context("context_servers") },
];

impl AgentClient {
    /// The client of this name.
    pub fn find(name: &str) -> Option<&'static AgentClient> {
        CLIENTS.iter().find(|client| client.name == name)
    }

    /// What goes into its configuration so that it starts `command` with `arguments`.
    pub fn configuration(&self, command: &str, arguments: &[String]) -> String {
        let server = json!({"command": command, "args": arguments});
        let below = |key: &str, server: Value| {
            let text = serde_json::to_string_pretty(&json!({key: {"docql": server}})).unwrap_or_default();
            text + "\n"
        };
        match self.shape {
            Shape::Servers(key, has_type) => {
                let mut typed = json!({});
                if has_type {
                    typed["type"] = "stdio".into();
                }
                typed["command"] = command.into();
                typed["args"] = arguments.into();
                below(key, typed)
            }
            Shape::Context(key) => below(key, server),
            Shape::Toml => {
                let quoted = |text: &str| toml::Value::from(text).to_string();
                let arguments: Vec<String> = arguments.iter().map(|argument| quoted(argument)).collect();
                format!("[mcp_servers.docql]\ncommand = {}\nargs = [{}]\n", quoted(command), arguments.join(", "))
            }
        }
    }
}
