/** When a graph takes workers of other processes. */
import { WeirError } from '@weir/model';
import { settle, TestEnvironment } from '@weir/model/testing';
import type { Wire } from '../contract/wire.js';
import { Borrower } from './borrower.js';

const WIRE: Wire = {
  send: () => undefined,
  waitingBytes: 0,
  listen: () => undefined,
  close: () => undefined,
};
const RENEWAL_MILLIS = 300;

function borrowing() {
  const environment = new TestEnvironment();
  const there = new Set<string>();
  const moves: string[] = [];
  const reached: string[] = [];
  let changed = (): void => undefined;
  const offers = {
    current: () => [...there].map(process => ({ process, workers: 1, address: process })),
    watch: (told: () => void) => {
      changed = told;
      return () => undefined;
    },
    reach: async (address: string) => {
      reached.push(address);
      if (address === 'unreachable') throw new WeirError('graph.worker-lost', 'no answer');
      return WIRE;
    },
    silenceMillis: 1_000,
    storePatienceMillis: 1_000,
  };
  const borrower = new Borrower(offers, environment, why => void moves.push(why));
  /** As a directory does in which many say that they are still there. */
  const pass = async (millis: number): Promise<void> => {
    for (let gone = 0; gone < millis; gone += RENEWAL_MILLIS) {
      changed();
      environment.advance(RENEWAL_MILLIS);
      await settle();
    }
  };
  return { borrower, there, moves, reached, pass };
}

test('who comes is taken, however often the directory changes', async () => {
  const { borrower, there, moves, pass } = borrowing();
  borrower.watch();
  await pass(3_000);
  expect(moves).toEqual([]);
  there.add('late');
  await pass(900);
  expect(moves[0]).toBe('late lends some');
});

test('who is not reached is left alone for longer each time, however often the directory changes', async () => {
  const { borrower, there, moves, reached, pass } = borrowing();
  borrower.watch();
  there.add('unreachable');
  await pass(60_000);
  expect(moves).toEqual([]);
  // After 1, 2, 4, 8, 16 and 32 seconds.
  expect(reached.length).toBeGreaterThanOrEqual(5);
  expect(reached.length).toBeLessThanOrEqual(6);
});
