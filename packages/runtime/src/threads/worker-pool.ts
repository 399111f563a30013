/** Starts the worker threads and connects them: each to the coordinator, and each pair of them. */
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Logger, WeirError } from '@weir/model';
import { Piscina } from 'piscina';
import type { WorkerReports } from '../contract/worker-reports.js';
import type { WorkerServices } from '../contract/worker-services.js';
import { workerHeapLimits } from './heap-settings.js';
import { WorkerChannel } from './message-channel.js';
import type { WorkerSetup, WorkerTask } from './worker-main.js';

export interface WorkerPool {
  readonly workers: readonly WorkerServices[];
  /** Ends the threads; call after every worker was closed. */
  stop(): Promise<void>;
}

export async function startWorkers(
  workerCount: number,
  setup: WorkerSetup,
  reports: WorkerReports,
  logger: Logger,
): Promise<WorkerPool> {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./worker-main.js', import.meta.url)),
    minThreads: workerCount,
    maxThreads: workerCount,
    concurrentTasksPerWorker: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    resourceLimits: workerHeapLimits(workerCount),
  });
  const peers = connectPairs(workerCount);
  const channels: WorkerChannel[] = [];
  const tasks: Promise<void>[] = [];
  /** Not all of them could begin. */
  let isGivenUp = false;
  for (let index = 0; index < workerCount; index++) {
    const { port1: here, port2: control } = new MessageChannel();
    const channel = new WorkerChannel(here, reports);
    channels.push(channel);
    const task: WorkerTask = { ...setup, index, control, peers: peers[index]! };
    const transferList = [control, ...task.peers.map(peer => peer.port)];
    tasks.push(
      pool.run(task, { transferList }).then(
        () => channel.end(new WeirError('graph.closed', 'The graph was closed.')),
        (error: unknown) => {
          const reason = WeirError.from(error);
          if (!isGivenUp) {
            logger.log('error', 'a worker thread ended unexpectedly', {
              worker: index,
              error: reason.message,
            });
          }
          channel.end(new WeirError('internal', `A worker thread ended unexpectedly: ${reason.message}`));
        },
      ),
    );
  }
  const stop = async (): Promise<void> => {
    await Promise.all(tasks);
    await pool.destroy();
  };
  try {
    await Promise.all(channels.map(channel => channel.ready));
  } catch (error) {
    isGivenUp = true;
    await pool.destroy();
    throw error;
  }
  return { workers: channels.map(channel => channel.services()), stop };
}

type Peers = { readonly worker: number; readonly port: MessagePort }[];

function connectPairs(workerCount: number): Peers[] {
  const peers: Peers[] = Array.from({ length: workerCount }, () => []);
  for (let a = 0; a < workerCount; a++) {
    for (let b = a + 1; b < workerCount; b++) {
      const { port1, port2 } = new MessageChannel();
      peers[a]!.push({ worker: b, port: port1 });
      peers[b]!.push({ worker: a, port: port2 });
    }
  }
  return peers;
}
