/** When a process detects that it cannot reach the store. */
import { WeirError } from '@weir/platform';
import { settle, TestEnvironment } from '@weir/platform/testing';
import { StoreReach } from './store-reach.js';

const CHECK_MILLIS = 1_000;

async function reachOf() {
  const environment = new TestEnvironment();
  const store = { answers: true, asked: 0, closed: 0 };
  const probe = {
    check: async () => {
      store.asked++;
      if (!store.answers) throw new WeirError('store.failed', 'no answer');
    },
    close: async () => void store.closed++,
  };
  let probes = 0;
  const reach = new StoreReach(
    async () => probe,
    environment,
    () => probes++,
  );
  reach.start();
  await settle();
  const check = async (times: number): Promise<void> => {
    for (let k = 0; k < times; k++) {
      environment.advance(CHECK_MILLIS);
      await settle();
    }
  };
  return { store, reach, check, probes: () => probes, environment };
}

test('is known from one check to the next', async () => {
  const { store, reach, check, probes } = await reachOf();
  await check(3);
  expect([reach.trouble, probes(), store.asked]).toEqual([undefined, 4, 4]);
  store.answers = false;
  await check(1);
  expect(reach.trouble).toBe('no answer');
  store.answers = true;
  await check(1);
  expect([reach.trouble, probes()]).toEqual([undefined, 6]);
});

test('makes no request after the end', async () => {
  const { store, reach, check, environment } = await reachOf();
  await reach.stop();
  await check(2);
  expect([store.asked, store.closed, environment.timersWaiting]).toEqual([1, 1, 0]);
});
