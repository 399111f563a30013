import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { clientOfService } from '../../testing/client-of-service.js';
import { parseMcpCommand } from '../arguments/mcp-command-line.js';
import { commandRun } from '../testing/run-command.js';
import { runMcp } from './run-mcp.js';

const weir = clientOfService();
let url: URL;
let end: () => Promise<number>;
beforeAll(async () => {
  const run = commandRun();
  const words = ['--url', weir.service.url, '--http', '0', '--allow-host', 'graph.example'];
  const code = runMcp(parseMcpCommand(words), run.context);
  await run.says(/available at \S+/);
  url = new URL(/available at (\S+);/.exec(run.stderr())![1]!);
  end = () => {
    run.interrupt();
    return code;
  };
});
afterAll(async () => expect(await end()).toBe(0));

/** `fetch` does not let its caller set these headers. */
async function status(headers: Record<string, string>, path = '/mcp'): Promise<number> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  });
  const sent = request({
    host: url.hostname,
    port: url.port,
    path,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'content-length': body.length,
      ...headers,
    },
  });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode!;
}

test('serves a client over HTTP', async () => {
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url));
  const { content } = await client.callTool({ name: 'query', arguments: { query: 'RETURN 1 AS x' } });
  expect(content).toMatchObject([{ type: 'text', text: expect.stringContaining('"rowCount":1') as string }]);
  await client.close();
});

test.each([
  ['a local name', { host: 'localhost:1' }, 200],
  ['an allowed name', { host: 'graph.example' }, 200],
  ['a foreign host', { host: 'evil.example' }, 403],
  ['a foreign origin', { origin: 'https://evil.example' }, 403],
  ['a foreign origin with the same host', { host: 'evil.example', origin: 'http://evil.example' }, 403],
])('answers requests for %s', async (_what, headers: Record<string, string>, expected) => {
  expect(await status(headers)).toBe(expected);
});

test('reports a port that is in use', async () => {
  const run = commandRun();
  const command = parseMcpCommand(['--url', weir.service.url, '--http', url.port]);
  expect(await runMcp(command, run.context)).toBe(1);
  expect(run.stderr()).toMatch(new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${url.port}: .*EADDRINUSE`));
});

test('has one path', async () => {
  expect(await status({}, '/')).toBe(404);
});
