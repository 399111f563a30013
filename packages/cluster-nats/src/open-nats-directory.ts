/** Opens a directory with a separate connection, for a process that does not use NATS otherwise. */
import type { Directory, LeaseHolder } from '@weir/cluster';
import { connectTo, type DirectoryTls } from './connect-to.js';
import { natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';
import type { NatsCredentials } from './nats-login.js';

export interface OpenDirectory<D extends Directory = Directory> {
  readonly directory: D;
  /** Ends its watches and closes the connection. */
  close(): Promise<void>;
}

interface OpenOptions extends Omit<NatsDirectoryOptions, 'connection'> {
  /** `host:port` of one or more servers. */
  readonly servers: readonly string[];
  /** Default: none. */
  readonly credentials?: NatsCredentials | undefined;
  /** Requires TLS. */
  readonly tls?: DirectoryTls | undefined;
}

/** Rejects as `natsDirectory` does. */
export async function openNatsDirectory(given: OpenOptions): Promise<OpenDirectory<LeaseHolder>> {
  const { servers, credentials, tls, ...options } = given;
  const connection = await connectTo(servers, credentials, tls);
  try {
    const directory = await natsDirectory({ connection, ...options });
    return { directory, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
