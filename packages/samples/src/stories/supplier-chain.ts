/** Deliveries between companies: `{supplier, customer, embargoed}`, where `embargoed` belongs to the supplier. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

const US = 'We';
const LONGEST_CHAIN = 4;

export function supplierChain(random: SeededRandom): Iterable<PlantedRecord> {
  const delivery = (supplier: string, customer: string, embargoed = false): object => ({
    supplier,
    customer,
    embargoed,
  });
  /** Deliveries of a chain of this many suppliers, from us to the origin, which is the last record. */
  const chain = (serial: number, length: number): { origin: string; next: string; rest: PlantedRecord[] } => {
    const names = [US, ...Array.from({ length }, (_, i) => `Tier ${serial}-${i + 1}`)];
    const rest = names.slice(1, -1).map((supplier, i) => ({ record: delivery(supplier, names[i]!) }));
    return { origin: names.at(-1)!, next: names.at(-2)!, rest };
  };
  return storyStream({
    random,
    // Suppliers of ours, and their suppliers.
    ordinary: () => {
      const supplier = `Supplier ${random.below(60)}`;
      return random.chance(1 / 3)
        ? delivery(supplier, US)
        : delivery(`Workshop ${random.below(200)}`, supplier);
    },
    stories: [
      // The origin of a chain is under embargo.
      serial => {
        const { origin, next, rest } = chain(serial, 1 + random.below(LONGEST_CHAIN));
        return [
          ...rest,
          { record: delivery(origin, next, true), matches: [{ supplier: origin, customer: US }] },
        ];
      },
      // The same, and the embargo is lifted.
      serial => {
        const { origin, next, rest } = chain(serial, 3);
        const row = { supplier: origin, customer: US };
        return [
          ...rest,
          { record: delivery(origin, next, true), matches: [row] },
          { record: delivery(origin, next, false), retractions: [row] },
        ];
      },
      // A shortcut brings the origin within four steps.
      serial => {
        const { origin, next, rest } = chain(serial, LONGEST_CHAIN + 1);
        return [
          ...rest,
          { record: delivery(origin, next, true) },
          { record: delivery(next, US), matches: [{ supplier: origin, customer: US }] },
        ];
      },
      // Near miss: five steps.
      serial => {
        const { origin, next, rest } = chain(serial, LONGEST_CHAIN + 1);
        return [...rest, { record: delivery(origin, next, true) }];
      },
      // Near miss: it only buys from a supplier of ours.
      serial => {
        const { origin, next, rest } = chain(serial, 2);
        const buyer = `Buyer ${serial}`;
        return [
          ...rest,
          { record: delivery(origin, next) },
          { record: delivery(origin, buyer) },
          { record: delivery(buyer, `Shop ${serial}`, true) },
        ];
      },
    ],
  });
}
