/** The Model Context Protocol over Streamable HTTP, at `/mcp`. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpHandler, type McpServer } from '@modelcontextprotocol/server';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { WeirError } from '@weir/platform';
import { originCheck } from '../../http/cross-site-guard.js';
import { hostCheck } from '../../http/host-guard.js';
import type { HttpAddress } from '../arguments/mcp-command-line.js';

const PATH = '/mcp';

/** A request that a server received has both. */
type ReceivedRequest = IncomingMessage & { readonly method: string; readonly url: string };

export interface HttpEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Each request gets its own server, so no state is kept between requests. Rejects when the address is not available.
 * @param report receives errors that no client sees.
 */
export async function openHttpEndpoint(
  { host, port, allowedHosts }: HttpAddress,
  newServer: () => McpServer,
  report: (error: Error) => void,
): Promise<HttpEndpoint> {
  const handler = createMcpHandler(newServer, { onerror: report });
  const handle = toNodeHandler(handler, { onerror: report });
  const check = requestCheck(host, allowedHosts);
  const server = createServer((request, response) => {
    if (check(request, response)) void handle(request as ReceivedRequest, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${PATH}`,
    close: async () => {
      await handler.close();
      await closed(server);
    },
  };
}

/**
 * Without these checks, a web site could make its name resolve to this machine (DNS rebinding) and read the graph through
 * the browser of a visitor. Returns whether a request may proceed; a refused one is answered.
 */
function requestCheck(host: string, allowedHosts: readonly string[]) {
  const checkHost = hostCheck({ isLocal: true, allowedHosts, advertisedHost: host });
  const checkOrigin = originCheck([]);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.url?.split('?')[0] !== PATH) return refuse(response, 404, `The endpoint is ${PATH}`);
    try {
      checkHost(request.headers.host);
    } catch {
      return refuse(
        response,
        403,
        `Requests for the host '${request.headers.host ?? ''}' are refused; to allow the host, use --allow-host`,
      );
    }
    try {
      checkOrigin(request);
      return true;
    } catch (error) {
      const { code } = WeirError.from(error);
      if (code !== 'request.forbidden') throw error;
      return refuse(response, 403, `Requests from ${request.headers.origin ?? 'another site'} are refused`);
    }
  };
}

function refuse(response: ServerResponse, status: number, message: string): false {
  const body = { jsonrpc: '2.0', error: { code: -32_000, message }, id: null };
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  return false;
}

function closed(server: Server): Promise<void> {
  return new Promise(resolve => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
