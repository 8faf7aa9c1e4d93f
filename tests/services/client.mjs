// Lists and calls every tool with the official TypeScript client, over standard input and over HTTP.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';

const [program, corpus] = process.argv.slice(2);
const calls = {
  query: [{ docql: '$.code.class("AuthService").methods' }, 'fun validateToken'],
  explore: [{ question: 'how is a token validated?' }, 'validateToken'],
  read: [{ id: 'README.md:1' }, 'README.md'],
  status: [{}, 'files'],
};

async function session(way, transport) {
  const client = new Client({ name: 'docql-services', version: '1' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), Object.keys(calls));
  for (const { name } of tools) {
    const [args, said] = calls[name];
    const answer = await client.callTool({ name, arguments: args });
    assert.ok(!answer.isError && answer.content[0].text.includes(said), JSON.stringify(answer));
  }
  const refused = await client.callTool({ name: 'query', arguments: { docql: '$.code.class(' } });
  assert.ok(refused.isError && refused.content[0].text.includes('fix: '), JSON.stringify(refused));
  const { name, version } = client.getServerVersion();
  console.log(`typescript, ${way}: ${tools.length} tools of ${name} ${version}`);
  await client.close();
}

await session('standard input', new StdioClientTransport({ command: program, args: ['mcp', corpus], env: process.env }));

const token = randomBytes(16).toString('hex');
const server = spawn(program, ['serve', corpus], { env: { ...process.env, DOCQL_TOKEN: token } });
const [started] = await once(server.stdout, 'data');
const address = String(started).match(/http:\S+/)[0];
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
await session('HTTP', new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
server.kill();
const [code] = await once(server, 'exit');
assert.equal(code, 0);
