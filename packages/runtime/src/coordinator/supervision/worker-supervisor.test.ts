/** Replacement of workers when the graph closes or is given up meanwhile. */
import { WeirError } from '@weir/platform';
import { settle, TestEnvironment } from '@weir/platform/testing';
import type { LossListener, WorkerPool } from '../../pool/pool-contract.js';
import type { SupervisedGraph } from './supervised-graph.js';
import { WorkerSupervisor } from './worker-supervisor.js';

const POOL: WorkerPool = {
  workers: [],
  workerOfShard: [0],
  order: 1,
  locations: [],
  isStill: () => false,
  aloneFor: () => undefined,
  stop: async () => undefined,
  abandon: async () => undefined,
};
const LOST = new WeirError('store.taken-over', 'another process has the store');

/** A second pool that by default never finishes starting, unless it is canceled. */
async function replacing(
  startAgain = (over: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => over.addEventListener('abort', () => reject(LOST))),
) {
  const environment = new TestEnvironment();
  const starts: AbortSignal[] = [];
  let lose: LossListener = () => undefined;
  const supervisor = new WorkerSupervisor({
    shards: 1,
    isDurable: true,
    environment,
    start: async (onLost, _, over) => {
      starts.push(over);
      lose = onLost;
      if (starts.length === 1) return POOL;
      return startAgain(over);
    },
  });
  await supervisor.open();
  const graph: SupervisedGraph = {
    lostOne: () => undefined,
    takeUp: async () => undefined,
    settled: async () => undefined,
    canSpareSome: false,
    lostSome: () => undefined,
    takeUpSome: async () => undefined,
    resynchronized: async () => undefined,
  };
  supervisor.watch(graph);
  lose(0, 'its process is gone', false);
  for (let k = 0; k < 10; k++) {
    environment.advance(1_000);
    await settle();
  }
  expect(starts).toHaveLength(2);
  const pass = async (): Promise<void> => {
    for (let k = 0; k < 60; k++) {
      environment.advance(1_000);
      await settle();
    }
  };
  return { supervisor, starts, pass };
}

test('starts no workers after another process has taken over the graph', async () => {
  const { supervisor, starts, pass } = await replacing();
  supervisor.leave(LOST);
  await pass();
  expect(starts.map(over => over.aborted)).toEqual([true, true]);
  expect(supervisor.hasGivenUp).toBe(true);
  expect(supervisor.outage?.message).toContain('another process has the store');
});

test('does not retry if another process has taken over the graph', async () => {
  const { supervisor, starts, pass } = await replacing(() => Promise.reject(LOST));
  await pass();
  expect(starts).toHaveLength(2);
  expect(supervisor.hasGivenUp).toBe(true);
});

test('closes the graph without waiting for workers that are starting', async () => {
  const { supervisor, starts, pass } = await replacing();
  let isClosed = false;
  void supervisor.beginClose().then(() => (isClosed = true));
  await pass();
  expect(isClosed).toBe(true);
  expect(starts).toHaveLength(2);
});
