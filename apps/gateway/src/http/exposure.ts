/** Startup messages about where the service can be reached. */
import type { Config } from '../config/settings.js';
import type { WebServer } from './web-server.js';

/** @returns warning lines for an address at which every client may connect without a token. */
export function exposureWarning(address: string): readonly string[] {
  const rule = '!'.repeat(78);
  return [
    rule,
    '!! WARNING: every client that can reach this machine can read and change everything, and',
    '!! can make this server read and write files and send requests.',
    `!! It listens on ${address}, not only on this machine, and requires no token.`,
    '!! Set webserver.access.admin (and .read, .write), or listen only on 127.0.0.1.',
    rule,
  ];
}

/** @returns the address that the configuration names, or else the listening address. */
export function advertisedUrl(config: Config, web: WebServer): string {
  const host = config['webserver-advertise.address'];
  if (host === undefined) return web.url;
  const scheme = config['webserver-advertise.use-tls'] === true ? 'https' : 'http';
  const port = config['webserver-advertise.port'] ?? web.port;
  return `${scheme}://${host}:${port}${config['webserver-advertise.path'] ?? ''}`;
}
