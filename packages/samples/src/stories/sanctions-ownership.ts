/**
 * Facts about companies and people, in the manner of FollowTheMoney: `Ownership` with `{asset, owner}`, `Sanction` with
 * `{entity, listed}`, `Customer` with `{entity}`.
 */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

export function sanctionsOwnership(random: SeededRandom): Iterable<PlantedRecord> {
  const owned = (asset: string, owner: string): object => ({ schema: 'Ownership', asset, owner });
  const sanction = (entity: string, listed: boolean): object => ({ schema: 'Sanction', entity, listed });
  const customer = (entity: string): object => ({ schema: 'Customer', entity });
  /** A customer and a chain of its owners. */
  const chain = (
    serial: number,
    owners: number,
  ): { company: string; last: string; records: PlantedRecord[] } => {
    const company = `Customer ${serial}`;
    const names = [company, ...Array.from({ length: owners }, (_, i) => `Holding ${serial}-${i + 1}`)];
    const records = names.slice(1).map((owner, i) => ({ record: owned(names[i]!, owner) }));
    return { company, last: names.at(-1)!, records: [{ record: customer(company) }, ...records] };
  };
  return storyStream({
    random,
    ordinary: () => {
      const company = `Company ${random.below(300)}`;
      if (random.chance(1 / 5)) return customer(company);
      if (random.chance(1 / 20)) return sanction(`Outsider ${random.below(50)}`, true);
      return owned(company, `Person ${random.below(200)}`);
    },
    stories: [
      // An owner behind owners is put on the list.
      serial => {
        const { company, last, records } = chain(serial, 1 + random.below(4));
        return [...records, { record: sanction(last, true), matches: [{ customer: company, party: last }] }];
      },
      // The same, and taken off the list again.
      serial => {
        const { company, last, records } = chain(serial, 2);
        const row = { customer: company, party: last };
        return [
          ...records,
          { record: sanction(last, true), matches: [row] },
          { record: sanction(last, false), retractions: [row] },
        ];
      },
      // Near miss: five owners away.
      serial => {
        const { last, records } = chain(serial, 5);
        return [...records, { record: sanction(last, true) }];
      },
      // Near miss: the customer owns the listed company, and not the reverse.
      serial => {
        const { company, records } = chain(serial, 1);
        return [
          ...records,
          { record: owned(`Subsidiary ${serial}`, company) },
          { record: sanction(`Subsidiary ${serial}`, true) },
        ];
      },
    ],
  });
}
