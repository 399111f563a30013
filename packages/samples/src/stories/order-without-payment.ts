/** Events of a shop: `{kind, order}` with the kinds `placed` and `sent`, and `{kind: payment, order, valid}`. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

export function orderWithoutPayment(random: SeededRandom): Iterable<PlantedRecord> {
  const placed = (order: string): object => ({ kind: 'placed', order });
  const sent = (order: string): object => ({ kind: 'sent', order });
  const payment = (order: string, valid: boolean): object => ({ kind: 'payment', order, valid });
  let orders = 0;
  return storyStream({
    random,
    ordinary: () => placed(`order-${++orders}`),
    stories: [
      // Sent without a payment.
      serial => {
        const order = `unpaid-${serial}`;
        return [{ record: placed(order) }, { record: sent(order), matches: [{ orderId: order }] }];
      },
      // Sent first and paid later.
      serial => {
        const order = `late-${serial}`;
        return [
          { record: sent(order), matches: [{ orderId: order }] },
          { record: payment(order, true), retractions: [{ orderId: order }] },
        ];
      },
      // Paid and sent, and then the payment is voided.
      serial => {
        const order = `voided-${serial}`;
        return [
          { record: payment(order, true) },
          { record: sent(order) },
          { record: payment(order, false), matches: [{ orderId: order }] },
        ];
      },
      // Near miss: paid before it is sent.
      serial => {
        const order = `paid-${serial}`;
        return [{ record: placed(order) }, { record: payment(order, true) }, { record: sent(order) }];
      },
    ],
  });
}
