/**
 * Changes of two database tables as Debezium sends them: `{op, source: {table}, after}`, with rows of `orders`
 * (`{id, status}`) and `payments` (`{id, order_id, valid}`).
 */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

export function orderToCash(random: SeededRandom): Iterable<PlantedRecord> {
  const change = (table: string, op: 'c' | 'u', after: object): object => ({ op, source: { table }, after });
  const order = (id: string, status: string): object =>
    change('orders', status === 'placed' ? 'c' : 'u', { id, status });
  const payment = (id: string, orderId: string, valid: boolean): object =>
    change('payments', valid ? 'c' : 'u', { id, order_id: orderId, valid });
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
