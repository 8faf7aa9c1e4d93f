// Lists and calls every tool with the official TypeScript client.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import assert from 'node:assert/strict';

const [program, corpus] = process.argv.slice(2);
const calls = {
  query: [{ docql: '$.code.class("AuthService").methods' }, 'fun validateToken'],
  explore: [{ question: 'how is a token validated?' }, 'validateToken'],
  read: [{ id: 'README.md:1' }, 'README.md'],
  status: [{}, 'files'],
};

const client = new Client({ name: 'docql-services', version: '1' });
await client.connect(new StdioClientTransport({ command: program, args: ['mcp', corpus], env: process.env }));
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
console.log(`typescript: ${tools.length} tools of ${name} ${version}`);
await client.close();
