/**
 * A separate port for health checks, without TLS and for this machine only. Health checks need it if clients must
 * present a certificate, because they have none.
 */
import type { RequestListener } from 'node:http';
import type { Scheduler } from '@weir/platform';
import { WebServer } from './web-server.js';

const HEALTH = /^\/api\/v2\/[^?]*\b(?:liveness|readiness)(?:\?|$)/;

/** @param answer handles requests as on the main port. Rejects as `WebServer.listen`. */
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
