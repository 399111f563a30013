import { shownOrigin, shownUrl } from './shown-url.js';

test.each([
  ['https://example.org', 'https://example.org'],
  ['http://example.org:80/a b?id=5&page=2', 'http://example.org:80/a b?id=5&page=2'],
  ['https://user:pass@example.org/x', 'https://Secret(****)@example.org/x'],
  ['https://token@example.org/x?a=1', 'https://Secret(****)@example.org/x?a=1'],
  ['http:user:p@ss@example.org', 'http://Secret(****)@example.org/'],
  ['https://e.org/?id=1&access_token=abc&n=2', 'https://e.org/?id=1&access_token=Secret(****)&n=2'],
  ['https://e.org/?API%4bEY=abc', 'https://e.org/?API%4bEY=Secret(****)'],
  ['https://e.org/?%ff=1&sig=a=b', 'https://e.org/?%ff=1&sig=Secret(****)'],
  ['https://user:pass@example.org:99999/', 'https://Secret(****)@example.org:99999/'],
  ['no address', 'no address'],
])('%s is shown as %s', (address, shown) => {
  expect(shownUrl(address)).toBe(shown);
});

test('shows only the origin of some addresses', () => {
  expect(shownOrigin('https://hooks.slack.com/services/T0/B0/x?y=z')).toBe(
    'https://hooks.slack.com/Secret(****)',
  );
  expect(shownOrigin('hook')).toBe('Secret(****)');
  expect(shownOrigin('http://127.0.0.1:1')).toBe('http://127.0.0.1:1');
});
