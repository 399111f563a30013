/**
 * The task of a worker thread, which lasts as long as the graph: it opens the stores of its shards, serves the
 * coordinator, and exchanges frames with the other workers.
 */
import type { MessagePort } from 'node:worker_threads';
import type { QueryLimits } from '@weir/cypher';
import type { PersistenceOptions } from '@weir/graph';
import { idProvider, type IdProviderOptions, useIdProvider } from '@weir/model';
import { WeirError } from '@weir/platform';
import { WorkerExtensions } from '../worker/worker-extensions.js';
import { LocalWorker } from '../worker/local-worker.js';
import { workerReports, serveWorker } from './message-channel.js';
import type { StoreOptions } from '../contract/graph-options.js';
import { findModulesHere, loadTextOpener } from '../modules/load-module.js';
import type { ModuleReference } from '@weir/contract';
import { limitQueriesOfThread } from '../worker/thread-query-limits.js';
import { parkWhenClosed } from './parking.js';
import { programHere } from '../thread-entry.js';
import { PeerLinks, type PeerPorts } from './peer-links.js';
import { ownThreadId, type ThreadIds } from './thread-cpu.js';
import { countTurns, type TurnCounts } from './turn-watch.js';
import { type DirectoryMark, openShardStores } from '../stores/shard-stores.js';
import { systemEnvironment } from '../system-environment.js';

/** Options shared by all workers of a graph. */
export interface WorkerThreadOptions {
  readonly workerOfShard: readonly number[];
  readonly store: StoreOptions;
  readonly directory: DirectoryMark;
  readonly persistence: PersistenceOptions;
  /** How often workers of this pool were replaced before this one started; see `GraphWorkerOptions.life`. */
  readonly life: number;
  /** Whether the last run did not end cleanly. */
  readonly recovers: boolean;
  readonly extensions: readonly ModuleReference[];
  readonly textOpener: ModuleReference | undefined;
  readonly queryLimits: Partial<QueryLimits> | undefined;
  readonly ids: IdProviderOptions | undefined;
  readonly standingStateWarning: number;
  /** Location of the program that works on the graph, if that is another process. */
  readonly programOf?: string | undefined;
}

export interface WorkerTask extends WorkerThreadOptions {
  readonly index: number;
  readonly control: MessagePort;
  readonly peers: PeerPorts;
  readonly turns: TurnCounts;
  readonly threadIds: ThreadIds;
}

export function shardsOf(workerOfShard: readonly number[], worker: number): number[] {
  return workerOfShard.flatMap((owner, shard) => (owner === worker ? [shard] : []));
}

export async function runWorker(task: WorkerTask): Promise<void> {
  const neverPark = parkWhenClosed(task.control, task.turns, task.index);
  const reports = workerReports(task.control);
  const environment = systemEnvironment({
    log: (level, message, fields = {}) => reports.log(level, message, fields),
  });
  limitQueriesOfThread(task.queryLimits);
  if (task.programOf !== undefined) findModulesHere(task.programOf, programHere());
  useIdProvider(idProvider(task.ids ?? { type: 'uuid' }));
  let links: PeerLinks | undefined = undefined;
  let stopTurns = (): void => undefined;
  try {
    const extensions = await WorkerExtensions.load(task.extensions);
    const openText = await loadTextOpener(task.textOpener);
    const worker = new LocalWorker({
      index: task.index,
      workerOfShard: task.workerOfShard,
      persistors: await openShardStores(
        task.store,
        shardsOf(task.workerOfShard, task.index),
        task.directory,
        environment,
      ),
      persistence: task.persistence,
      life: task.life,
      recovers: task.recovers,
      standingStateWarning: task.standingStateWarning,
      environment,
      extensions,
      openText,
      reports,
      send: (to, frame) => peers.send(to, frame),
    });
    const peers = new PeerLinks(task.life, worker.gate, (from, frame) => worker.graph.receive(from, frame));
    links = peers;
    peers.connect(task.peers);
    const served = serveWorker(task.control, worker, change =>
      peers.change(change, workers => worker.shards.peersReplaced(workers)),
    );
    Atomics.store(task.threadIds, task.index, ownThreadId());
    stopTurns = countTurns(task.turns, task.index, environment.scheduler);
    reports.ready();
    await served;
  } catch (error) {
    reports.failed(WeirError.from(error));
  } finally {
    neverPark();
    stopTurns();
    links?.close();
  }
}
