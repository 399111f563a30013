import { contains, displayName, groupMatches } from './match-groups.js';

test('matches of one query that read the same are one group, in the order of the newest', () => {
  const matches = [
    { number: 4, standingQuery: 'a', isMatch: true, text: 'x' },
    { number: 3, standingQuery: 'b', isMatch: true, text: 'x' },
    { number: 2, standingQuery: 'a', isMatch: false, text: 'x' },
    { number: 1, standingQuery: 'a', isMatch: true, text: 'x' },
  ];
  const groups = groupMatches(matches, match => match.text);
  expect(groups.map(group => group.matches.map(({ number }) => number))).toEqual([[4, 1], [3], [2]]);
});

test('a search finds texts with all of its words', () => {
  expect(contains('winword › cmd › curl', 'CURL win')).toBe(true);
  expect(contains('winword › cmd › curl', 'curl powershell')).toBe(false);
});

test.each([
  ['STANDING-1', ['chain'], 'chain'],
  ['access-log-STANDING-2', ['errors', 'all'], 'errors'],
  ['STANDING-1', [], 'STANDING-1'],
  ['STANDING-1', ['output-1'], 'STANDING-1'],
  ['fraud', ['alerts'], 'fraud'],
])('%s with outputs %j is called %s', (name, outputs, shown) => {
  expect(displayName(name, outputs)).toBe(shown);
});
