/** Events of users, numbered for each user: `{id, user, number, time, kind}`. */
import type { SeededRandom } from '@weir/platform';
import { type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

const KINDS = ['login', 'read', 'read', 'read', 'write'];

export function loginThenFailures(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  const idOf = (user: string, number: number): string => `${user}-event-${number}`;
  const event = (user: string, number: number, kind: string): object => ({
    id: idOf(user, number),
    user,
    number,
    time: clock.next(),
    kind,
  });
  const chain = (user: string, kinds: readonly string[]): PlantedRecord[] =>
    kinds.map((kind, i) => ({ record: event(user, i + 1, kind) }));
  const counts = new Map<string, number>();
  return storyStream({
    random,
    ordinary: () => {
      const user = `user-${random.below(200)}`;
      const number = (counts.get(user) ?? 0) + 1;
      counts.set(user, number);
      return event(user, number, random.pick(KINDS));
    },
    stories: [
      // The third denial arrives before the second one.
      serial => {
        const user = `intruder-${serial}`;
        return [
          ...chain(user, ['login', 'denied']),
          { record: event(user, 4, 'denied') },
          { record: event(user, 3, 'denied'), matches: [{ user, login: idOf(user, 1) }] },
        ];
      },
      // Near miss: something succeeds between the denials.
      serial => chain(`clumsy-${serial}`, ['login', 'denied', 'denied', 'read', 'denied']),
      // Near miss: the password was mistyped before the login.
      serial => chain(`forgetful-${serial}`, ['denied', 'denied', 'denied', 'login', 'read']),
    ],
  });
}
