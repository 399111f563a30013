/** Settings of the Bolt server. */
import { z } from 'zod';
import { setting } from './setting.js';
import { bytesSetting, durationSetting, integerSetting, listeningAddress } from './setting-types.js';

const MEBIBYTE = 1024 * 1024;

export const BOLT_SETTINGS = {
  'bolt.port': setting(
    integerSetting(0, 65_535).optional(),
    'Port for Bolt, the protocol of drivers and tools made for Neo4j, over TCP and WebSockets; 0 means any free port. Default: Bolt is off',
  ),
  'bolt.host': setting(
    z.string().min(1).transform(listeningAddress).optional(),
    'Address to listen on for Bolt; default: webserver.address',
  ),
  'bolt.maximum-message-size': setting(
    bytesSetting.default(16 * MEBIBYTE),
    'Maximum size in bytes of a message of a Bolt client, such as a query with its parameters',
  ),
  'bolt.maximum-messages-size': setting(
    bytesSetting.default(64 * MEBIBYTE),
    'Maximum total size in bytes of all messages of Bolt clients that are being received or wait for their turn',
  ),
  'bolt.maximum-connections': setting(
    integerSetting(1).default(500),
    'Maximum number of Bolt connections; further ones are closed at once',
  ),
  'bolt.login-timeout': setting(
    durationSetting(1).default(10_000),
    'Time after which a Bolt connection that has not logged in is closed',
  ),
} as const;
