/** Opens the logs of a graph with a separate connection, in the thread that writes or follows them. */
import type { GraphLogs, GraphSnapshots } from '@weir/cluster';
import { connectTo, type DirectoryTls } from './connect-to.js';
import type { NatsCredentials } from './nats-login.js';
import { natsLogs, type NatsLogsOptions } from './nats-logs.js';

/** Where the logs of a graph are. Plain data that can be sent to threads. */
export interface LogServers {
  /** `host:port` of one or more servers. */
  readonly servers: readonly string[];
  /** Letters, digits, `-` and `_`. */
  readonly graph: string;
  /** See `NatsLogsOptions`. */
  readonly replicas?: number | undefined;
  readonly credentials?: NatsCredentials | undefined;
  /** Requires TLS. */
  readonly tls?: DirectoryTls | undefined;
}

/**
 * Rejects with `cluster.directory-failed`.
 * @param snapshots where snapshots are, if not on the same servers. Closed with the logs, also if opening them fails.
 */
export async function openNatsLogs(
  { servers, graph, replicas, credentials, tls }: LogServers,
  environment: NatsLogsOptions['environment'],
  snapshots?: GraphSnapshots,
): Promise<GraphLogs> {
  let connection: Awaited<ReturnType<typeof connectTo>> | undefined;
  try {
    connection = await connectTo(servers, credentials, tls);
    return await natsLogs({
      connection,
      graph,
      snapshots,
      environment,
      ...(replicas === undefined ? {} : { replicas }),
    });
  } catch (error) {
    snapshots?.close();
    await connection?.close();
    throw error;
  }
}
