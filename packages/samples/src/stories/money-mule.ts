/** Payments, in the columns of PaySim: `{id, step, type, amount, nameOrig, nameDest}`; `step` is in hours. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

const STEPS_PER_RECORD = 0.02;

export function moneyMule(random: SeededRandom): Iterable<PlantedRecord> {
  let payments = 0;
  const now = (): number => Math.floor(payments * STEPS_PER_RECORD);
  const pay = (nameOrig: string, nameDest: string, amount: number, step = now()): object => ({
    id: `payment-${++payments}`,
    step,
    type: 'TRANSFER',
    amount,
    nameOrig,
    nameDest,
  });
  const accounts = (serial: number): readonly [string, string, string, string] => [
    `source-${serial}`,
    `mule-${serial}a`,
    `mule-${serial}b`,
    `exit-${serial}`,
  ];
  return storyStream({
    random,
    ordinary: () => {
      const customer = `customer-${random.below(400)}`;
      if (random.chance(1 / 8))
        return pay(`employer-${random.below(20)}`, customer, 2_000 + random.below(2_000));
      return pay(customer, `shop-${random.below(50)}`, 5 + random.below(400));
    },
    stories: [
      // Nearly everything is passed on within a day, twice.
      serial => {
        const [source, first, second, exit] = accounts(serial);
        const amount = 8_000 + random.below(1_900);
        const step = now();
        return [
          { record: pay(source, first, amount, step) },
          {
            record: pay(first, second, Math.ceil(amount * 0.96), step + 3),
            matches: [{ source, through: first, target: second }],
          },
          {
            record: pay(second, exit, Math.ceil(amount * 0.93), step + 9),
            matches: [{ source: first, through: second, target: exit }],
          },
        ];
      },
      // Near miss: passed on after three days.
      serial => {
        const [source, first, second] = accounts(serial);
        const step = now();
        return [
          { record: pay(source, first, 9_000, step) },
          { record: pay(first, second, 8_900, step + 72) },
        ];
      },
      // Near miss: most of it stays.
      serial => {
        const [source, first, second] = accounts(serial);
        const step = now();
        return [{ record: pay(source, first, 9_000, step) }, { record: pay(first, second, 3_000, step + 1) }];
      },
    ],
  });
}
