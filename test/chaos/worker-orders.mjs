/**
 * Loaded into every thread of the gateways under test (`node --import`). Makes a worker thread end, or run an endless
 * computation, when a file in the folder WEIR_TEST_CHAOS_ORDERS says so. The program itself is not aware of it.
 */
import { readdirSync, readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const folder = process.env.WEIR_TEST_CHAOS_ORDERS;
const POLL_MILLIS = 50;
const ORDER = 'worker-order';

const ORDERS = {
  exit: () => process.exit(3),
  throw: () => {
    throw new Error('A worker was told to throw.');
  },
  hang: millis => {
    const end = performance.now() + millis;
    while (performance.now() < end);
  },
};

if (!isMainThread && folder !== undefined) {
  setInterval(() => {
    if (!readdirSync(folder).includes(ORDER)) return;
    const [order, millis] = readFileSync(join(folder, ORDER), 'utf8').split(' ');
    try {
      // One of the threads takes the order.
      unlinkSync(join(folder, ORDER));
    } catch {
      return;
    }
    ORDERS[order](Number(millis));
  }, POLL_MILLIS).unref();
}
