/** Starts the worker threads and connects them: each to the coordinator, and each pair of them. */
import { totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type Logger, WeirError } from '@weir/model';
import { Piscina } from 'piscina';
import type { HostReports, HostService } from '../contract/worker-service.js';
import { HostChannel } from './message-channel.js';
import type { WorkerSetup, WorkerTask } from './worker-main.js';

/** Part of the machine's memory that the workers' heaps may grow to, together. */
const HEAP_SHARE = 0.7;

export interface WorkerPool {
  readonly hosts: readonly HostService[];
  /** Ends the threads; call after every host was closed. */
  stop(): Promise<void>;
}

export async function startWorkers(
  workers: number,
  setup: WorkerSetup,
  reports: HostReports,
  logger: Logger,
): Promise<WorkerPool> {
  const pool = new Piscina({
    filename: fileURLToPath(new URL('./worker-main.js', import.meta.url)),
    minThreads: workers,
    maxThreads: workers,
    concurrentTasksPerWorker: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    atomics: 'disabled',
    resourceLimits: {
      maxOldGenerationSizeMb: Math.floor((totalmem() * HEAP_SHARE) / workers / 1024 ** 2),
    },
  });
  const peers = connectPairs(workers);
  const channels: HostChannel[] = [];
  const tasks: Promise<void>[] = [];
  /** Not all of them could begin. */
  let isGivenUp = false;
  for (let index = 0; index < workers; index++) {
    const { port1: here, port2: control } = new MessageChannel();
    const channel = new HostChannel(here, reports);
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
  return { hosts: channels.map(channel => channel.service()), stop };
}

type Peers = { readonly host: number; readonly port: MessagePort }[];

function connectPairs(workers: number): Peers[] {
  const peers: Peers[] = Array.from({ length: workers }, () => []);
  for (let a = 0; a < workers; a++) {
    for (let b = a + 1; b < workers; b++) {
      const { port1, port2 } = new MessageChannel();
      peers[a]!.push({ host: b, port: port1 });
      peers[b]!.push({ host: a, port: port2 });
    }
  }
  return peers;
}
