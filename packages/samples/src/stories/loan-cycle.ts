/** Loans among companies: `{lender, borrower, open}`. The same loan arrives again with `open: false` when it is repaid. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

export function loanCycle(random: SeededRandom): Iterable<PlantedRecord> {
  const loan = (lender: string, borrower: string, open = true): object => ({ lender, borrower, open });
  const members = (serial: number, count: number): string[] =>
    Array.from({ length: count }, (_, i) => `firm-${serial}${'abcd'[i]!}`);
  /** Loans from each member to the next one, and from the last one to the first one. */
  const circle = (names: readonly string[]): PlantedRecord[] =>
    names.map((lender, i) => ({ record: loan(lender, names[(i + 1) % names.length]!) }));
  return storyStream({
    random,
    // Banks lend and never borrow.
    ordinary: () => loan(`bank-${random.below(12)}`, `borrower-${random.below(400)}`, random.chance(3 / 4)),
    stories: [
      // The last loan closes the circle.
      serial => {
        const [first, second, third] = members(serial, 3) as [string, string, string];
        return [
          { record: loan(third, first) },
          { record: loan(first, second) },
          { record: loan(second, third), matches: [{ first, second, third }] },
        ];
      },
      // The same, and then one of the loans is repaid.
      serial => {
        const [first, second, third] = members(serial, 3) as [string, string, string];
        const row = { first, second, third };
        return [
          { record: loan(first, second) },
          { record: loan(second, third) },
          { record: loan(third, first), matches: [row] },
          { record: loan(second, third, false), retractions: [row] },
        ];
      },
      // Near miss: a loan is repaid before the circle closes.
      serial => {
        const [first, second, third] = members(serial, 3) as [string, string, string];
        return [
          { record: loan(first, second) },
          { record: loan(second, third) },
          { record: loan(first, second, false) },
          { record: loan(third, first) },
        ];
      },
      // Near miss: one loan has the other direction.
      serial => {
        const [first, second, third] = members(serial, 3) as [string, string, string];
        return [
          { record: loan(first, second) },
          { record: loan(second, third) },
          { record: loan(first, third) },
        ];
      },
      // Near miss: a circle of four.
      serial => circle(members(serial, 4)),
    ],
  });
}
