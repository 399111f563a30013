/** Parts of a warehouse: `{part, bin, here}`; `here` is false when the part is taken out of its bin. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, storyStream } from './story-stream.js';

/** Ordinary bins have one part less than a full bin. */
const PARTS_OF_A_SHELF = 2;
const SHELVES = 60;

export function partsThreshold(random: SeededRandom): Iterable<PlantedRecord> {
  const part = (bin: string, number: number, here = true): object => ({
    part: `${bin}-part-${number}`,
    bin,
    here,
  });
  return storyStream({
    random,
    ordinary: () =>
      part(`shelf-${random.below(SHELVES)}`, 1 + random.below(PARTS_OF_A_SHELF), random.chance(2 / 3)),
    stories: [
      // Full, not full, and full again.
      serial => {
        const bin = `refilled-${serial}`;
        return [
          { record: part(bin, 1) },
          { record: part(bin, 2) },
          { record: part(bin, 3), matches: [{ bin }] },
          { record: part(bin, 1, false), retractions: [{ bin }] },
          { record: part(bin, 1), matches: [{ bin }] },
        ];
      },
      // Three parts, and then a fourth one, which changes nothing.
      serial => {
        const bin = `full-${serial}`;
        return [
          { record: part(bin, 1) },
          { record: part(bin, 2) },
          { record: part(bin, 3), matches: [{ bin }] },
          { record: part(bin, 4) },
        ];
      },
      // Full, and then a part is taken out.
      serial => {
        const bin = `emptied-${serial}`;
        return [
          { record: part(bin, 1) },
          { record: part(bin, 2) },
          { record: part(bin, 3), matches: [{ bin }] },
          { record: part(bin, 2, false), retractions: [{ bin }] },
        ];
      },
      // Near miss: a part is taken out before the third one is put in.
      serial => {
        const bin = `turnover-${serial}`;
        return [
          { record: part(bin, 1) },
          { record: part(bin, 2) },
          { record: part(bin, 1, false) },
          { record: part(bin, 3) },
        ];
      },
      // Near miss: a scanner reports one part twice.
      serial => {
        const bin = `twice-${serial}`;
        return [{ record: part(bin, 1) }, { record: part(bin, 2) }, { record: part(bin, 2) }];
      },
    ],
  });
}
