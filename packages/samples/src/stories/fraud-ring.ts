/** Orders of a shop: `{order, time, account, device, address, amount}`. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, type PlantedRow, SampleClock, storyStream } from './story-stream.js';

export function fraudRing(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  let orders = 0;
  const order = (account: string, device: string, address: string): object => ({
    order: `order-${++orders}`,
    time: clock.next(),
    account,
    device,
    address,
    amount: 5 + random.below(300),
  });
  return storyStream({
    random,
    ordinary: () => {
      const customer = random.below(600);
      return order(`account-${customer}`, `device-${customer}`, `address-${customer}`);
    },
    stories: [
      // Three accounts, one device, one address.
      serial => {
        const [device, address] = [`device-r${serial}`, `address-r${serial}`];
        const accounts = ['a', 'b', 'c'].map(letter => `account-r${serial}${letter}`);
        return accounts.map((account, i): PlantedRecord => {
          const matches = accounts
            .slice(0, i)
            .map((first): PlantedRow => ({ first, second: account, device, address }));
          return { record: order(account, device, address), matches };
        });
      },
      // Near miss: one tablet of a family that lives apart.
      serial =>
        ['a', 'b'].map(letter => ({
          record: order(`account-f${serial}${letter}`, `device-f${serial}`, `address-f${serial}${letter}`),
        })),
      // Near miss: neighbors in one house.
      serial =>
        ['a', 'b', 'c'].map(letter => ({
          record: order(`account-h${serial}${letter}`, `device-h${serial}${letter}`, `address-h${serial}`),
        })),
    ],
  });
}
