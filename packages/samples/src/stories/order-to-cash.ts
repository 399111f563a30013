/**
 * Changes of two database tables as Debezium sends them, without schemas, with rows of `orders` (`{id, status}`) and
 * `payments` (`{id, order_id, valid}`).
 */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

export function orderToCash(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  const change = (table: string, before: object | null, after: object): object => {
    const millis = clock.next();
    const source = { connector: 'postgresql', db: 'shop', schema: 'public', table, ts_ms: millis };
    return { op: before === null ? 'c' : 'u', before, after, source, ts_ms: millis };
  };
  const order = (id: string, status: 'placed' | 'shipped'): object =>
    change('orders', status === 'placed' ? null : { id, status: 'placed' }, { id, status });
  const payment = (id: string, orderId: string, valid: boolean): object => {
    const row = (isValid: boolean): object => ({ id, order_id: orderId, valid: isValid });
    return change('payments', valid ? null : row(true), row(valid));
  };
  let placed = 0;
  return storyStream({
    random,
    ordinary: () => order(`order-${++placed}`, 'placed'),
    stories: [
      // Shipped without a payment.
      serial => {
        const id = `unpaid-${serial}`;
        return [
          { record: order(id, 'placed') },
          { record: order(id, 'shipped'), matches: [{ orderId: id }] },
        ];
      },
      // Shipped first and paid later.
      serial => {
        const id = `late-${serial}`;
        return [
          { record: order(id, 'placed') },
          { record: order(id, 'shipped'), matches: [{ orderId: id }] },
          { record: payment(`payment-${serial}`, id, true), retractions: [{ orderId: id }] },
        ];
      },
      // Paid, shipped, and then the payment is called back.
      serial => {
        const id = `called-back-${serial}`;
        return [
          { record: payment(`payment-${serial}`, id, true) },
          { record: order(id, 'placed') },
          { record: order(id, 'shipped') },
          { record: payment(`payment-${serial}`, id, false), matches: [{ orderId: id }] },
        ];
      },
      // Near miss: paid before it is shipped.
      serial => {
        const id = `paid-${serial}`;
        return [
          { record: order(id, 'placed') },
          { record: payment(`payment-${serial}`, id, true) },
          { record: order(id, 'shipped') },
        ];
      },
    ],
  });
}
