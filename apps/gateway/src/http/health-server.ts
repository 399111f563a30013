/**
 * Where clients have to show a certificate, whoever on this machine sees to it that the service runs can't: for those
 * there is a port of its own, without TLS, for this machine alone.
 */
import type { RequestListener } from 'node:http';
import type { Scheduler } from '@weir/model';
import { WebServer } from './web-server.js';

const HEALTH = /^\/api\/v2\/[^?]*\b(?:liveness|readiness)(?:\?|$)/;

/** @param answer as for requests of the main port. Rejects as `WebServer.listen`. */
export async function serveHealth(
  port: number,
  scheduler: Scheduler,
  answer: RequestListener,
): Promise<WebServer> {
  const server = await WebServer.listen('127.0.0.1', port, scheduler);
  server.serve((request, response) => {
    if (HEALTH.test(request.url ?? '')) answer(request, response);
    else response.writeHead(404).end();
  });
  return server;
}
