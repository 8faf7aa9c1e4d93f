"""Lists and calls every tool with the official Python client, in each era of the protocol."""

import asyncio
import sys

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client

CALLS = {
    "query": ({"docql": '$.code.class("AuthService").methods'}, "fun validateToken"),
    "explore": ({"question": "how is a token validated?"}, "validateToken"),
    "read": ({"id": "README.md:1"}, "README.md"),
    "status": ({}, "files"),
}


async def session(mode: str, program: str, corpus: str) -> None:
    server = StdioServerParameters(command=program, args=["mcp", corpus])
    async with Client(stdio_client(server), mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == list(CALLS), tools
        for tool in tools:
            arguments, said = CALLS[tool.name]
            answer = await client.call_tool(tool.name, arguments)
            assert not answer.is_error and said in answer.content[0].text, answer
        refused = await client.call_tool("query", {"docql": "$.code.class("})
        assert refused.is_error and "fix: " in refused.content[0].text, refused
        print(f"python, {mode}: {len(tools)} tools of {client.server_info.name}, protocol {client.protocol_version}")


async def main() -> None:
    for mode in ("auto", "legacy"):
        await session(mode, *sys.argv[1:])


asyncio.run(main())
