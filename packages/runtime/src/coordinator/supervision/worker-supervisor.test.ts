/** Replacement of workers when the graph closes or is given up meanwhile. */
import { WeirError } from '@weir/platform';
import { settle, TestEnvironment } from '@weir/platform/testing';
import type { LossListener, WorkerPool } from '../../pool/pool-contract.js';
import type { LenderConnection } from '../../lending/borrowed-workers.js';
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
const GRAPH: SupervisedGraph = {
  lostOne: () => undefined,
  takeUp: async () => undefined,
  settled: async () => undefined,
  isRecovering: false,
  canSpareSome: false,
  lostSome: () => undefined,
  takeUpSome: async () => undefined,
  resynchronized: async () => undefined,
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
  supervisor.watch(GRAPH);
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

test('a process that joins waits for the end of recovery, which would start again', async () => {
  const environment = new TestEnvironment();
  let starts = 0;
  const start = async (): Promise<WorkerPool> => {
    starts++;
    return POOL;
  };
  const supervisor = new WorkerSupervisor({ shards: 1, isDurable: true, environment, start });
  await supervisor.open();
  const graph = { ...GRAPH, isRecovering: true };
  supervisor.watch(graph);
  let closed = 0;
  const wire = { close: () => closed++ } as unknown as LenderConnection['wire'];
  const joining: LenderConnection = { process: 'two', workers: 1, address: '', copies: undefined, wire };
  await supervisor.move({ why: 'two lends workers', joining });
  expect([starts, closed, supervisor.isMoving]).toEqual([1, 1, false]);
  graph.isRecovering = false;
  await supervisor.move({ why: 'two lends workers', joining });
  for (let k = 0; k < 10; k++) {
    environment.advance(1_000);
    await settle();
  }
  expect([starts, closed, supervisor.isMoving]).toEqual([2, 2, false]);
});
