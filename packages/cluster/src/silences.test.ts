/** When a member counts as silent, by the signs that another one sees. */
import { Silences } from './silences.js';

const LEASE_MILLIS = 3_000;
const RENEWAL_MILLIS = 1_000;

function observer() {
  let now = 0;
  const silences = new Silences(LEASE_MILLIS, { now: () => 0, precise: () => now });
  const pass = (millis: number): void => void (now += millis);
  /** Own renewals at the usual times. @returns what the last one reports. */
  const renew = (times: number): readonly string[] => {
    let silent: readonly string[] = [];
    for (let k = 0; k < times; k++) {
      pass(RENEWAL_MILLIS);
      silent = silences.renewed().map(({ member, revision }) => `${member} ${revision}`);
    }
    return silent;
  };
  return { silences, pass, renew };
}

test('a member is silent after a lease without a sign, and not before', () => {
  const { silences, renew } = observer();
  silences.heard('a', 1);
  expect(renew(3)).toEqual([]);
  silences.heard('b', 2);
  expect(renew(1)).toEqual(['a 1']);
  silences.heard('a', 3);
  expect(renew(3)).toEqual(['b 2']);
  silences.gone('b');
  expect(renew(1)).toEqual(['a 3']);
});

test('time without renewals of its own does not count', () => {
  const { silences, pass, renew } = observer();
  silences.heard('a', 1);
  expect(renew(1)).toEqual([]);
  pass(10 * LEASE_MILLIS);
  expect(renew(2)).toEqual([]);
  expect(renew(1)).toEqual(['a 1']);
});

test('changes of its own that are reported together count once', () => {
  const { silences, pass, renew } = observer();
  silences.heard('a', 1);
  pass(LEASE_MILLIS);
  expect([1, 2, 3, 4, 5].flatMap(() => silences.renewed())).toEqual([]);
  expect(renew(2)).toEqual([]);
  expect(renew(1)).toEqual(['a 1']);
});

test('its own renewals do not count before a lease has passed', () => {
  const { silences, pass } = observer();
  silences.heard('a', 1);
  for (let k = 0; k < 5; k++) {
    pass(RENEWAL_MILLIS / 2);
    expect(silences.renewed()).toEqual([]);
  }
  pass(RENEWAL_MILLIS / 2);
  expect(silences.renewed()).toHaveLength(1);
});
