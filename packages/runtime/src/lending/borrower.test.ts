/** When a graph borrows workers of other processes. */
import { WeirError } from '@weir/platform';
import { settle, TestEnvironment } from '@weir/platform/testing';
import type { Wire } from '../contract/wire.js';
import type { WorkerOffer } from '../contract/worker-offers.js';
import type { Lent } from './borrowed-workers.js';
import { Borrower, type BorrowerData } from './borrower.js';

const WIRE: Wire = {
  send: () => undefined,
  waitingBytes: 0,
  listen: () => undefined,
  close: () => undefined,
};
const RENEWAL_MILLIS = 300;

function borrowing(data?: BorrowerData, expectedWorkers = 0) {
  const environment = new TestEnvironment();
  const there = new Set<string>();
  const moves: string[] = [];
  const reached: string[] = [];
  const departed: WorkerOffer[] = [];
  /** Keyed by process; default: all. */
  const copies = new Map<string, readonly number[]>();
  let changed = (): void => undefined;
  const offers = {
    current: () =>
      [...there].map(process => ({ process, workers: 1, address: process, copies: copies.get(process) })),
    departed: () => departed,
    watch: (notify: () => void) => {
      changed = notify;
      return () => undefined;
    },
    reach: async (address: string) => {
      reached.push(address);
      if (address === 'unreachable') throw new WeirError('graph.worker-lost', 'no answer');
      return WIRE;
    },
    silenceMillis: 1_000,
    storePatienceMillis: 1_000,
    expectedWorkers,
  };
  const borrower = new Borrower(offers, environment, ({ why }) => void moves.push(why), data);
  /** Simulates a directory in which many processes renew their entries. */
  const pass = async (millis: number): Promise<void> => {
    for (let elapsed = 0; elapsed < millis; elapsed += RENEWAL_MILLIS) {
      changed();
      environment.advance(RENEWAL_MILLIS);
      await settle();
    }
  };
  return { borrower, environment, there, copies, moves, reached, departed, pass };
}

test('a joining process is used, however often the directory changes', async () => {
  const { borrower, there, moves, pass } = borrowing();
  borrower.watch();
  await pass(3_000);
  expect(moves).toEqual([]);
  there.add('late');
  await pass(900);
  expect(moves[0]).toBe('late lends workers');
});

test('an unreachable process is avoided for increasing times, however often the directory changes', async () => {
  const { borrower, there, moves, reached, pass } = borrowing();
  borrower.watch();
  there.add('unreachable');
  await pass(60_000);
  expect(moves).toEqual([]);
  // After 1, 2, 4, 8, 16 and 32 seconds.
  expect(reached.length).toBeGreaterThanOrEqual(5);
  expect(reached.length).toBeLessThanOrEqual(6);
});

/** Starts a pool; fails while any of these processes is among the lenders. */
function beginning(borrower: Borrower, dying: ReadonlySet<string>) {
  const tries: string[][] = [];
  const begin = async ({ processes }: Lent): Promise<void> => {
    tries.push(processes.map(({ process }) => process));
    const lost = processes.filter(({ process }) => dying.has(process));
    for (const { process } of lost) borrower.lost(process);
    if (lost.length > 0) throw new WeirError('graph.worker-lost', 'lost while it began');
  };
  return { tries, begin };
}

test('leaves out only the process that is lost while workers start', async () => {
  const { borrower, there } = borrowing();
  for (const name of ['a', 'b', 'c']) there.add(name);
  const { tries, begin } = beginning(borrower, new Set(['b']));
  await borrower.lend(begin);
  expect(tries).toEqual([
    ['a', 'b', 'c'],
    ['a', 'c'],
  ]);
});

test('leaves out all processes if workers do not start and no process is known to be lost', async () => {
  const { borrower, there } = borrowing();
  for (const name of ['a', 'b']) there.add(name);
  const tries: number[] = [];
  await borrower.lend(async ({ processes }) => {
    tries.push(processes.length);
    if (processes.length > 0) throw new WeirError('graph.worker-lost', 'a thread has ended');
  });
  expect(tries).toEqual([2, 0]);
});

test('starts workers without other processes if one after the other is lost', async () => {
  const { borrower, there } = borrowing();
  const names = Array.from({ length: 10 }, (_, i) => `lender-${i}`);
  for (const name of names) there.add(name);
  const tries: number[] = [];
  await borrower.lend(async ({ processes }) => {
    tries.push(processes.length);
    if (processes.length === 0) return;
    borrower.lost(processes[0]!.process);
    throw new WeirError('graph.worker-lost', 'lost while it began');
  });
  expect(tries).toEqual([10, 9, 8, 0]);
});

test('redistributes the shards of a process that does not return to all others, once, after a while', async () => {
  const { borrower, there, moves, pass } = borrowing();
  for (const name of ['a', 'b']) there.add(name);
  const { begin } = beginning(borrower, new Set());
  await borrower.lend(begin);
  borrower.watch();
  there.delete('b');
  borrower.lost('b');
  await pass(57_000);
  expect(moves).toEqual([]);
  await pass(6_000);
  expect(moves[0]).toBe('shards of lost processes are redistributed');
  await borrower.lend(begin);
  const { length } = moves;
  await pass(180_000);
  expect(moves.length).toBe(length);
});

test('redistributes nothing if no other process is left', async () => {
  const { borrower, there, moves, pass } = borrowing();
  there.add('a');
  await borrower.lend(beginning(borrower, new Set()).begin);
  borrower.watch();
  there.delete('a');
  borrower.lost('a');
  await pass(180_000);
  expect(moves).toEqual([]);
});

test('leaves room for the largest process that is absent, and for none after a while', async () => {
  const { borrower, there, moves, departed, pass } = borrowing();
  const rooms: number[] = [];
  const begin = async ({ absent }: Lent): Promise<void> => void rooms.push(absent);
  there.add('a');
  there.add('unreachable');
  departed.push({ process: 'b', workers: 3, address: 'b' }, { process: 'c', workers: 2, address: 'c' });
  await borrower.lend(begin);
  borrower.watch();
  expect(rooms).toEqual([3]);
  departed.length = 0;
  await pass(57_000);
  await borrower.lend(begin);
  expect(rooms).toEqual([3, 1]);
  await pass(63_000);
  expect(moves[0]).toBe('shards of lost processes are redistributed');
  departed.push({ process: 'd', workers: 2, address: 'd' });
  await borrower.lend(begin);
  expect(rooms).toEqual([3, 1, 0]);
  const { length } = moves;
  await pass(180_000);
  expect(moves).toHaveLength(length);
  await borrower.lend(begin);
  departed.length = 0;
  await borrower.lend(begin);
  expect(rooms).toEqual([3, 1, 0, 2, 0]);
});

test('leaves room for all expected processes, and redistributes nothing while one is missing', async () => {
  const { borrower, there, moves, pass } = borrowing(undefined, 3);
  const rooms: number[] = [];
  const begin = async ({ absent }: Lent): Promise<void> => void rooms.push(absent);
  await borrower.lend(begin);
  there.add('a').add('b');
  await borrower.lend(begin);
  borrower.watch();
  there.delete('b');
  borrower.lost('b');
  await pass(180_000);
  expect([rooms, moves]).toEqual([[3, 1], []]);
  there.add('c').add('d');
  await borrower.lend(begin);
  expect(rooms).toEqual([3, 1, 0]);
});

test('redistributes the shards of a lost process that was not expected', async () => {
  const { borrower, there, moves, pass } = borrowing(undefined, 1);
  there.add('a').add('b');
  await borrower.lend(beginning(borrower, new Set()).begin);
  borrower.watch();
  there.delete('b');
  borrower.lost('b');
  await pass(63_000);
  expect(moves[0]).toBe('shards of lost processes are redistributed');
});

const DATA = {
  shards: 3,
  copies: {
    shards: [0],
    upToDate: Promise.resolve(),
    isUpToDate: true,
    rowsBehind: () => Promise.resolve(0),
    release: async () => undefined,
    resume: () => undefined,
    close: async () => undefined,
  },
};

test('workers start when each shard is in some process, and a minute later at the latest', async () => {
  const { borrower, environment, there, copies, pass } = borrowing(DATA);
  const starts: (readonly string[])[] = [];
  const lend = () =>
    borrower.lend(async ({ processes }) => starts.push(processes.map(({ process }) => process)));
  copies.set('one', [0, 1]).set('two', [2]);
  there.add('one');
  const lent = lend();
  await pass(30_000);
  expect(starts).toEqual([]);
  expect(environment.logged.map(({ message }) => message)).toEqual([
    'waiting for processes that have copies of shards',
  ]);
  there.add('two');
  await pass(RENEWAL_MILLIS);
  await lent;
  expect(starts).toEqual([['one', 'two']]);

  there.delete('two');
  const again = lend();
  await pass(40_000);
  await again;
  expect(starts).toEqual([['one', 'two'], ['one']]);
});

test('with some of the data in each process, none stands in for an absent one', async () => {
  const { borrower, there, departed } = borrowing({ ...DATA, shards: 1 }, 2);
  there.add('one');
  departed.push({ process: 'gone', workers: 4, address: 'gone' });
  expect(await borrower.lend(async ({ absent }) => absent)).toBe(0);
});

test('a graph that is closed does not wait for data any more', async () => {
  const { borrower } = borrowing(DATA);
  const lent = borrower.lend(async () => 'started');
  await settle();
  borrower.stop();
  await expect(lent).rejects.toThrow('The graph was closed.');
});
