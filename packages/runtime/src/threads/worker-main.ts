/**
 * What a worker thread runs: one task that lasts as long as the graph. It opens the stores of its shards,
 * serves the coordinator, and exchanges frames with the other workers.
 */
import type { MessagePort } from 'node:worker_threads';
import type { PersistenceOptions } from '@weir/graph';
import { WeirError } from '@weir/model';
import { HostExtensions } from '../worker/worker-extensions.js';
import { LocalHost } from '../worker/local-worker.js';
import { hostReports, serveHost } from './message-channel.js';
import { loadTextOpener, type ModuleReference } from '../contract/module-reference.js';
import { PeerLink } from './peer-link.js';
import { type DirectoryMark, openShardStores } from '../worker/shard-stores.js';
import type { StoreOptions } from '../contract/streaming-graph.js';
import { systemEnvironment } from '../system-environment.js';

/** What all workers of a graph are told. */
export interface WorkerSetup {
  readonly hostOfShard: readonly number[];
  readonly store: StoreOptions;
  readonly directory: DirectoryMark;
  readonly persistence: PersistenceOptions;
  readonly extensions: readonly ModuleReference[];
  readonly textOpener: ModuleReference | undefined;
}

export interface WorkerTask extends WorkerSetup {
  readonly index: number;
  readonly control: MessagePort;
  readonly peers: readonly { readonly host: number; readonly port: MessagePort }[];
}

/** The shards of one host. */
export function shardsOf(hostOfShard: readonly number[], host: number): number[] {
  return hostOfShard.flatMap((owner, shard) => (owner === host ? [shard] : []));
}

export default async function runWorker(task: WorkerTask): Promise<void> {
  const reports = hostReports(task.control);
  const environment = systemEnvironment({
    log: (level, message, fields = {}) => reports.log(level, message, fields),
  });
  const links = new Map<number, PeerLink>();
  try {
    const extensions = await HostExtensions.load(task.extensions);
    const openText = await loadTextOpener(task.textOpener);
    const host = new LocalHost({
      index: task.index,
      hostOfShard: task.hostOfShard,
      persistors: await openShardStores(task.store, shardsOf(task.hostOfShard, task.index), task.directory),
      persistence: task.persistence,
      environment,
      extensions,
      openText,
      reports,
      send: (to, frame) => links.get(to)!.send(frame),
    });
    for (const peer of task.peers) {
      links.set(
        peer.host,
        new PeerLink(peer.host, peer.port, host.gate, (from, frame) => host.graph.receive(from, frame)),
      );
    }
    const served = serveHost(task.control, host);
    reports.ready();
    await served;
  } catch (error) {
    reports.failed(WeirError.from(error));
  } finally {
    for (const link of links.values()) link.close();
  }
}
