/** Errors for pending requests to workers that are replaced. All have the code `graph.worker-lost`. */
import { WeirError } from '@weir/platform';

export function isWorkerLost(error: unknown): boolean {
  return error instanceof WeirError && error.code === 'graph.worker-lost';
}

export function lostMessage(workers: number): string {
  return workers === 1 ? 'a worker was lost' : 'workers were lost';
}

/** All workers are replaced because one is lost. */
export function lostWorker(worker: number, shards: readonly number[], reason: string): WeirError {
  const what = `Worker ${worker} (shards ${shards.join(', ')}) was lost: ${reason}.`;
  return failed(
    what,
    'Requests in progress failed. New workers take over the stored data: try again in a moment.',
  );
}

/** Some workers are replaced while others keep running. */
export function lostSome(workers: readonly number[], shards: readonly number[], reason: string): WeirError {
  const what = `Worker ${workers.join(', ')} (shards ${shards.join(', ')}) was lost: ${reason}.`;
  const next =
    'Its requests in progress failed. Other workers continue; new workers take over the stored data: try again in a moment.';
  return failed(what, next);
}

/** The store does not survive the loss of its workers. */
export function lostMemory({ detail }: WeirError): WeirError {
  return new WeirError(
    'graph.worker-lost',
    `${detail} Its shards were only in memory, so their data is lost.`,
  );
}

/** No request caused the loss. */
export function movedShards(why: string): WeirError {
  return failed(
    `Shards move to other workers: ${why}.`,
    'Requests in progress failed: try again in a moment.',
  );
}

function failed(what: string, next: string): WeirError {
  return new WeirError('graph.worker-lost', `${what} ${next}`, { detail: what });
}

/** Final: each pool has a greater number than the owner's earlier ones, so a later owner has the store. */
export function isTakenOver({ code }: WeirError): boolean {
  return code === 'store.taken-over';
}
