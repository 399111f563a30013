/**
 * Splits a read of many nodes by the workers that own them, sends each worker one request, and returns the answers in
 * the order of the nodes.
 */
import type { NodeId } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { WorkerShards } from '../shard/worker-shards.js';

/** @param indexes of `some` among all nodes; `undefined` if these are all. */
export type ReadHere<T> = (
  some: readonly NodeId[],
  indexes: readonly number[] | undefined,
) => MaybePromise<readonly T[]>;

export type ReadThere<T> = (
  worker: number,
  some: readonly NodeId[],
  indexes: readonly number[] | undefined,
) => Promise<readonly T[]>;

export function readByOwner<T>(
  owners: WorkerShards,
  nodes: readonly NodeId[],
  here: ReadHere<T>,
  there: ReadThere<T>,
): MaybePromise<readonly T[]> {
  const first = nodes.length === 0 ? owners.index : owners.workerOf(nodes[0]!);
  if (nodes.every(node => owners.workerOf(node) === first)) {
    return first === owners.index ? here(nodes, undefined) : there(first, nodes, undefined);
  }
  return readSplit(owners, nodes, here, there);
}

async function readSplit<T>(
  owners: WorkerShards,
  nodes: readonly NodeId[],
  here: ReadHere<T>,
  there: ReadThere<T>,
): Promise<readonly T[]> {
  const indexesOf = new Map<number, number[]>();
  nodes.forEach((node, index) => {
    const worker = owners.workerOf(node);
    const indexes = indexesOf.get(worker);
    if (indexes === undefined) indexesOf.set(worker, [index]);
    else indexes.push(index);
  });
  const answers = new Array<T>(nodes.length);
  await Promise.all(
    [...indexesOf].map(async ([worker, indexes]) => {
      const some = indexes.map(index => nodes[index]!);
      const found = await (worker === owners.index ? here(some, indexes) : there(worker, some, indexes));
      indexes.forEach((index, i) => (answers[index] = found[i]!));
    }),
  );
  return answers;
}
