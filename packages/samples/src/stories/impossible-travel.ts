/** Sign-ins as an identity provider logs them: `{id, time, user, ip, country, outcome}`. */
import type { SeededRandom } from '@weir/platform';
import { HOUR, MINUTE, type PlantedRecord, SampleClock, storyStream } from './story-stream.js';

const COUNTRIES = ['AR', 'AU', 'BR', 'CA', 'DE', 'ES', 'FR', 'GB', 'IN', 'JP', 'KE', 'US'];

export function impossibleTravel(random: SeededRandom): Iterable<PlantedRecord> {
  const clock = new SampleClock(random);
  let logins = 0;
  const signIn = (user: string, country: string, time: number): object => ({
    id: `login-${++logins}`,
    time,
    user,
    ip: `198.51.${random.below(100)}.${1 + random.below(250)}`,
    country,
    outcome: 'SUCCESS',
  });
  const twoCountries = (): [string, string] => {
    const first = random.below(COUNTRIES.length - 1);
    return [COUNTRIES[first]!, COUNTRIES[first + 1 + random.below(COUNTRIES.length - first - 1)]!];
  };
  return storyStream({
    random,
    ordinary: () => {
      const user = random.below(400);
      return signIn(`user-${user}`, COUNTRIES[user % COUNTRIES.length]!, clock.next());
    },
    stories: [
      // The account is used in two countries within minutes, and the earlier sign-in arrives late.
      serial => {
        const user = `traveller-${serial}`;
        const time = clock.next();
        const [first, second] = twoCountries();
        return [
          { record: signIn(user, second, time + 25 * MINUTE) },
          { record: signIn(user, first, time), matches: [{ user, first, second }] },
        ];
      },
      // Near miss: a flight of eleven hours.
      serial => {
        const user = `traveller-${serial}`;
        const time = clock.next();
        const [first, second] = twoCountries();
        return [{ record: signIn(user, first, time) }, { record: signIn(user, second, time + 11 * HOUR) }];
      },
      // Near miss: two addresses of the same country.
      serial => {
        const user = `traveller-${serial}`;
        const country = random.pick(COUNTRIES);
        return [1, 2].map(() => ({ record: signIn(user, country, clock.next()) }));
      },
    ],
  });
}
