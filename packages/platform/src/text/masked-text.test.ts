import { WeirError } from '../errors/weir-error.js';
import { maskedText, reasonOf } from './masked-text.js';

const M = 'Secret(****)';

test.each([
  ['plain text, a@b', 'plain text, a@b'],
  ['see https://example.org/docs?page=2.', 'see https://example.org/docs?page=2.'],
  [
    'Request cannot be constructed from a URL that includes credentials: http://u:PW@host/x?token=TK',
    `Request cannot be constructed from a URL that includes credentials: http://${M}@host/x?token=${M}`,
  ],
  ['Invalid URL "wss://u:PW@host/" (tried twice)', `Invalid URL "wss://${M}@host/" (tried twice)`],
  ['a (http://h/?api_key=TK): refused', `a (http://h/?api_key=${M}): refused`],
  ['two: http://a:PW@h/ and nats://b:PW@k:1', `two: http://${M}@h/ and nats://${M}@k:1`],
  ["no address: http://u:PW P'W@host/x", `no address: http://${M}@host/x`],
  ['http:u:PW@host is odd', `http://${M}@host/ is odd`],
  ['http://localhost:8080 refused bob@example.org', 'http://localhost:8080 refused bob@example.org'],
  ['http://u:PW@host:99999/?token=TK', `http://${M}@host:99999/?token=${M}`],
  ['at https://e.org/cb#access_token=TK', `at https://e.org/cb#access_token=${M}`],
  ['to https://hooks.slack.com/services/T/B/PW failed', `to https://hooks.slack.com/${M} failed`],
])('%s', (text, masked) => {
  expect(maskedText(text)).toBe(masked);
  expect(maskedText(masked)).toBe(masked);
});

test('masks the message of every public error and the reasons of others', () => {
  const cause = new TypeError('Failed to parse URL from http://u:PW@host');
  expect(new WeirError('ingest.invalid', cause.message).message).not.toContain('PW');
  expect(WeirError.from(cause).message).not.toContain('PW');
  expect(reasonOf(new Error('fetch failed', { cause }))).toBe(
    `fetch failed: Failed to parse URL from http://${M}@host/`,
  );
  expect(reasonOf('http://h/?sig=TK')).toBe(`http://h/?sig=${M}`);
});
