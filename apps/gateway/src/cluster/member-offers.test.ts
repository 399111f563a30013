/** Which processes offer workers, and which of them left recently. */
import type { Layout } from '@weir/cluster';
import { LENDING_VERSION } from '@weir/runtime';
import { TestEnvironment } from '@weir/platform/testing';
import { MemberOffers } from './member-offers.js';

function offering() {
  const environment = new TestEnvironment();
  const members = new Map<string, Layout['members'] extends ReadonlyMap<string, infer M> ? M : never>();
  const layout = { members } as unknown as Layout;
  const offers = new MemberOffers(
    () => ({ id: 'self', layout }),
    { leaseMillis: 1_000, storePatienceMillis: 1_000, expectedWorkers: 0 },
    environment.clock,
  );
  const set = (id: string, workers: number | undefined): void => {
    if (workers === undefined) members.delete(id);
    else
      members.set(id, {
        address: id,
        capacity: 1,
        isSpare: false,
        lends: { workers, key: 'k', version: LENDING_VERSION },
      });
    offers.changed();
  };
  const departed = () => offers.departed().map(({ process, workers }) => [process, workers]);
  return { environment, set, departed, offers };
}

test('expects a process back for a minute', () => {
  const { environment, set, departed, offers } = offering();
  for (const id of ['self', 'a', 'b']) set(id, 2);
  expect(departed()).toEqual([]);
  set('a', undefined);
  // It stops in order.
  set('b', 0);
  set('self', undefined);
  expect(departed()).toEqual([
    ['a', 2],
    ['b', 2],
  ]);
  expect(offers.current()).toEqual([]);
  environment.advance(59_000);
  expect(departed()).toHaveLength(2);
  environment.advance(1_000);
  expect(departed()).toEqual([]);
});

test('a process that joins takes the place of the one that left first', () => {
  const { set, departed } = offering();
  for (const [id, workers] of Object.entries({ a: 1, b: 2 })) set(id, workers);
  set('a', undefined);
  set('b', undefined);
  set('c', 3);
  expect(departed()).toEqual([['b', 2]]);
  set('d', 1);
  set('e', 1);
  expect(departed()).toEqual([]);
});
