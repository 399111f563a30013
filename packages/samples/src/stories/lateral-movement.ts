/** Logons between Windows hosts, with fields of event 4624: `{EventID, time, source, target, user, LogonType}`. */
import type { SeededRandom } from '@weir/platform';
import { HOUR, MINUTE, type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

const NETWORK_LOGON = 3;

export function lateralMovement(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  const logon = (source: string, target: string, user: string, time: number): object => ({
    EventID: 4624,
    time,
    source,
    target,
    user,
    LogonType: NETWORK_LOGON,
  });
  const path = (serial: number): { entry: string; via: string; target: string } => ({
    entry: `web-${1 + random.below(4)}`,
    via: `srv-${1000 + serial}`,
    target: random.chance(1 / 2) ? 'dc-1' : 'vault-1',
  });
  return storyStream({
    random,
    ordinary: () => {
      const time = clock.next();
      if (random.chance(1 / 20)) return logon(`admin-${1 + random.below(3)}`, 'dc-1', 'svc-admin', time);
      const user = `user-${random.below(80)}`;
      return logon(`desk-${random.below(80)}`, `srv-${random.below(40)}`, user, time);
    },
    stories: [
      // From a host that faces the internet to one that matters, within an hour.
      serial => {
        const { entry, via, target } = path(serial);
        const time = clock.next();
        return [
          { record: logon(entry, via, 'svc-web', time) },
          {
            record: logon(via, target, 'svc-backup', time + (5 + random.below(40)) * MINUTE),
            matches: [{ entry, via, target }],
          },
        ];
      },
      // Near miss: the second step follows a day later.
      serial => {
        const { entry, via, target } = path(serial);
        const time = clock.next();
        return [
          { record: logon(entry, via, 'svc-web', time) },
          { record: logon(via, target, 'svc-backup', time + 24 * HOUR) },
        ];
      },
      // Near miss: the second step came first.
      serial => {
        const { entry, via, target } = path(serial);
        const time = clock.next();
        return [
          { record: logon(via, target, 'svc-backup', time) },
          { record: logon(entry, via, 'svc-web', time + 10 * MINUTE) },
        ];
      },
    ],
  });
}
