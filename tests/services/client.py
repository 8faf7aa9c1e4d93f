"""Lists and calls every tool with the official Python client, in each era of the protocol, over standard input and over
HTTP; and validates the description of the endpoints."""

import asyncio
import json
import os
import subprocess
import sys
import urllib.request

from mcp import StdioServerParameters
from mcp.client import Client
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client
from openapi_spec_validator import OpenAPIV31SpecValidator

CALLS = {
    "query": ({"docql": '$.code.class("AuthService").methods'}, "fun validateToken"),
    "explore": ({"question": "how is a token validated?"}, "validateToken"),
    "read": ({"id": "README.md:1"}, "README.md"),
    "status": ({}, "files"),
}


async def session(transport, mode: str, way: str) -> None:
    async with Client(transport, mode=mode) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == list(CALLS), tools
        for tool in tools:
            arguments, said = CALLS[tool.name]
            answer = await client.call_tool(tool.name, arguments)
            assert not answer.is_error and said in answer.content[0].text, answer
        refused = await client.call_tool("query", {"docql": "$.code.class("})
        assert refused.is_error and "fix: " in refused.content[0].text, refused
        print(f"python, {way}, {mode}: {len(tools)} tools of {client.server_info.name}, protocol {client.protocol_version}")


async def over_http(program: str, corpus: str) -> None:
    token = os.urandom(16).hex()
    environment = {**os.environ, "DOCQL_TOKEN": token}
    server = subprocess.Popen([program, "serve", corpus], stdout=subprocess.PIPE, text=True, env=environment)
    try:
        address = server.stdout.readline().split()[-1]
        headers = {"Authorization": f"Bearer {token}"}
        for mode in ("auto", "legacy"):
            async with create_mcp_http_client(headers=headers) as http:
                await session(streamable_http_client(f"{address}/mcp", http_client=http), mode, "HTTP")
        asked = urllib.request.Request(f"{address}/openapi.json", headers=headers)
        with urllib.request.urlopen(asked) as answer:
            description = json.load(answer)
        OpenAPIV31SpecValidator(description).validate()
        print(f"python: the description of {len(description['paths'])} endpoints is valid OpenAPI {description['openapi']}")
    finally:
        server.terminate()
        assert server.wait() == 0


async def main() -> None:
    program, corpus = sys.argv[1:]
    for mode in ("auto", "legacy"):
        stdio = StdioServerParameters(command=program, args=["mcp", corpus])
        await session(stdio_client(stdio), mode, "standard input")
    await over_http(program, corpus)


asyncio.run(main())
