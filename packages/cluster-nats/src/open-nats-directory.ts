/** A directory with a connection of its own, for a process that has no other use for NATS. */
import { connect } from '@nats-io/transport-node';
import type { Directory } from '@weir/cluster';
import { directoryFailed, natsDirectory, type NatsDirectoryOptions } from './nats-directory.js';

export interface OpenDirectory {
  readonly directory: Directory;
  /** Ends its watches. */
  close(): Promise<void>;
}

interface OpenOptions extends Omit<NatsDirectoryOptions, 'connection'> {
  /** `host:port` of one or more servers. */
  readonly servers: readonly string[];
}

const RECONNECT_MILLIS = 100;

/** Rejects as `natsDirectory` does. */
export async function openNatsDirectory({ servers, ...options }: OpenOptions): Promise<OpenDirectory> {
  const connection = await connect({
    servers: [...servers],
    maxReconnectAttempts: -1,
    reconnectTimeWait: RECONNECT_MILLIS,
  }).catch((cause: unknown) => {
    throw directoryFailed(`connecting to ${servers.join(', ')}`, cause);
  });
  try {
    const directory = await natsDirectory({ connection, ...options });
    return { directory, close: () => connection.close() };
  } catch (error) {
    await connection.close();
    throw error;
  }
}
