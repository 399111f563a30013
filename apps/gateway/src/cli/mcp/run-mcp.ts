/** The command `mcp`. */
import { once } from 'node:events';
import { Writable } from 'node:stream';
import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { isLoopback } from '../../http/host-guard.js';
import type { HttpAddress, McpCommand } from '../arguments/mcp-command-line.js';
import type { CommandContext } from '../command-context.js';
import { connectTo } from '../server-connection.js';
import { openHttpEndpoint } from './http-endpoint.js';
import { mcpServer } from './mcp-server.js';

/** @returns the exit code: 0 when the client disconnects or Ctrl-C ends the command, which is its usual end. */
export async function runMcp({ server, http }: McpCommand, context: CommandContext): Promise<number> {
  const source = { client: connectTo(server), server };
  const newServer = (): McpServer => mcpServer(source);
  return http === undefined ? runOnStdio(newServer, context) : runOnHttp(http, newServer, context);
}

/** Standard output carries the protocol, so everything else goes to standard error. */
async function runOnStdio(
  newServer: () => McpServer,
  { console, input, signal }: CommandContext,
): Promise<number> {
  const output = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => void console.result(text).then(() => done(), done),
  });
  const transport = new StdioServerTransport(input, output);
  const handle = serveStdio(newServer, { transport, onerror: error => console.line(error.message) });
  console.line('Model Context Protocol on standard input and output; Ctrl-C ends');
  await Promise.race([
    ended(signal),
    new Promise<void>(resolve => input.once('end', resolve).once('close', resolve)),
  ]);
  await handle.close();
  return 0;
}

async function runOnHttp(
  http: HttpAddress,
  newServer: () => McpServer,
  { console, signal }: CommandContext,
): Promise<number> {
  let endpoint;
  try {
    endpoint = await openHttpEndpoint(http, newServer, error => console.line(error.message));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.line(`Cannot listen on ${http.host}:${http.port}: ${reason}`);
    return 1;
  }
  if (!isLoopback(http.host))
    console.line(
      'Warning: other machines may reach this address, and the endpoint does not authenticate its clients.',
    );
  console.line(`Model Context Protocol available at ${endpoint.url}; Ctrl-C ends`);
  await ended(signal);
  await endpoint.close();
  return 0;
}

async function ended(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
