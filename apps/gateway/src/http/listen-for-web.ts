import type { Environment } from '@weir/platform';
import type { Config } from '../config/settings.js';
import { tlsOf } from './tls-files.js';
import { WebServer } from './web-server.js';

/** Opens the web server as configured. Rejects with `gateway.port-in-use` or `config.invalid`. */
export async function listenForWeb(
  config: Config,
  { scheduler }: Environment,
): Promise<WebServer | undefined> {
  if (!config['webserver.enabled']) return undefined;
  return WebServer.listen(config['webserver.address'], config['webserver.port'], scheduler, tlsOf(config));
}
