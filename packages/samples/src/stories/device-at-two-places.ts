/** Sightings of devices, as the cells of a network report them: `{device, place, time}`. */
import type { SeededRandom } from '@weir/platform';
import { HOUR, MINUTE, type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

const PLACES = ['Bern', 'Cork', 'Graz', 'Kyiv', 'Lyon', 'Oslo', 'Pisa', 'Riga', 'Turku', 'Vigo'];

export function deviceAtTwoPlaces(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  const sighting = (device: string, place: string, time = clock.next()): object => ({ device, place, time });
  const twoPlaces = (): [string, string] => {
    const first = random.below(PLACES.length - 1);
    return [PLACES[first]!, PLACES[first + 1 + random.below(PLACES.length - first - 1)]!];
  };
  return storyStream({
    random,
    ordinary: () => {
      const device = random.below(400);
      return sighting(`phone-${device}`, PLACES[device % PLACES.length]!);
    },
    stories: [
      // A copy is used elsewhere, and the earlier sighting arrives late.
      serial => {
        const device = `copied-${serial}`;
        const time = clock.next();
        const [here, there] = twoPlaces();
        return [
          { record: sighting(device, there, time + 6 * MINUTE) },
          { record: sighting(device, here, time), matches: [{ device, here, there }] },
        ];
      },
      // Near miss: a journey of three hours.
      serial => {
        const device = `phone-j${serial}`;
        const time = clock.next();
        const [here, there] = twoPlaces();
        return [
          { record: sighting(device, here, time) },
          { record: sighting(device, there, time + 3 * HOUR) },
        ];
      },
      // Near miss: two devices of one owner, one of them at home.
      serial =>
        twoPlaces().map((place, i) => ({
          record: sighting(`phone-o${serial}${i === 0 ? 'a' : 'b'}`, place),
        })),
    ],
  });
}
