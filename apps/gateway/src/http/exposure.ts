/** Startup messages about where the service can be reached. */
import type { Config } from '../config/settings.js';
import type { WebServer } from './web-server.js';

/** @returns warning lines if every client may connect without a token. */
export function exposureWarning(config: Config): readonly string[] {
  const rule = '!'.repeat(78);
  return [
    rule,
    '!! WARNING: everybody who can reach this machine can read and change everything, and',
    '!! can have files read and written and requests sent from here.',
    `!! It listens on ${config['webserver.address']}, not only for this machine, and asks nobody for a token.`,
    '!! Set webserver.access.admin (and .read, .write), or listen on 127.0.0.1 alone.',
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
