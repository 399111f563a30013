/** When a process detects that it cannot reach the store. */
import { WeirError } from '@weir/model';
import { settle, TestEnvironment } from '@weir/model/testing';
import { StoreReach } from './store-reach.js';

const LOOK_MILLIS = 1_000;

async function looking() {
  const environment = new TestEnvironment();
  const store = { answers: true, asked: 0, closed: 0 };
  const probe = {
    ask: async () => {
      store.asked++;
      if (!store.answers) throw new WeirError('store.failed', 'no answer');
    },
    close: async () => void store.closed++,
  };
  let looks = 0;
  const reach = new StoreReach(
    async () => probe,
    environment,
    () => looks++,
  );
  reach.start();
  await settle();
  const look = async (times: number): Promise<void> => {
    for (let k = 0; k < times; k++) {
      environment.advance(LOOK_MILLIS);
      await settle();
    }
  };
  return { store, reach, look, looks: () => looks, environment };
}

test('is known from one check to the next', async () => {
  const { store, reach, look, looks } = await looking();
  await look(3);
  expect([reach.trouble, looks(), store.asked]).toEqual([undefined, 4, 4]);
  store.answers = false;
  await look(1);
  expect(reach.trouble).toBe('no answer');
  store.answers = true;
  await look(1);
  expect([reach.trouble, looks()]).toEqual([undefined, 6]);
});

test('makes no request after the end', async () => {
  const { store, reach, look, environment } = await looking();
  await reach.stop();
  await look(2);
  expect([store.asked, store.closed, environment.timersWaiting]).toEqual([1, 1, 0]);
});
