import { endpointOf, OPEN_RULES, OutgoingPolicy, type OutgoingRules } from './outgoing-policy.js';

const CLOSED: OutgoingRules = { ...OPEN_RULES, loopback: false, private: false };

function judged(rules: OutgoingRules, host: string, port = '80'): boolean {
  return new OutgoingPolicy(rules).refusal(host, port) === undefined;
}

test.each([
  // Never allowed, whatever is open
  ['169.254.169.254', false, false],
  ['[fd00:ec2::254]', false, false],
  ['[fe80::1]', false, false],
  ['[::ffff:169.254.169.254]', false, false],
  ['[64:ff9b::a9fe:a9fe]', false, false],
  ['100.100.100.200', false, false],
  ['224.0.0.1', false, false],
  // This machine
  ['127.0.0.1', true, false],
  ['127.9.9.9', true, false],
  ['0.0.0.0', true, false],
  ['[::1]', true, false],
  ['[::]', true, false],
  ['[::ffff:127.0.0.1]', true, false],
  // Private networks
  ['10.1.2.3', true, false],
  ['172.31.0.1', true, false],
  ['192.168.0.1', true, false],
  ['[fd12::1]', true, false],
  // Everything else
  ['172.32.0.1', true, true],
  ['93.184.216.34', true, true],
  ['[2606:2800:220:1::1]', true, true],
])('%s: %s by default, %s where closed', (host, open, closed) => {
  expect(judged(OPEN_RULES, host)).toBe(open);
  expect(judged(CLOSED, host)).toBe(closed);
});

test('rules precede the built-in checks, and `deny` precedes `allow`', () => {
  const rules = {
    ...CLOSED,
    allow: ['169.254.169.254', '10.0.0.0/8'],
    deny: ['10.6.0.0/16', '*.evil.example'],
  };
  expect(judged(rules, '169.254.169.254')).toBe(true);
  expect(judged(rules, '10.1.1.1')).toBe(true);
  expect(judged(rules, '10.6.1.1')).toBe(false);
  expect(judged(rules, 'a.EVIL.example.')).toBe(false);
  expect(judged(rules, 'evil.example')).toBe(true);
  const endpoints = [endpointOf(new URL('http://127.0.0.1:3000/hook'))];
  expect(judged({ ...CLOSED, endpoints }, '127.0.0.1', '3000')).toBe(true);
  expect(judged({ ...CLOSED, endpoints }, '127.0.0.1', '3001')).toBe(false);
  for (const host of ['10.0.0.0/33', 'a b', 'http://x', ''])
    expect(() => new OutgoingPolicy({ ...CLOSED, allow: [host] })).toThrow(/not a host, address or network/);
});

test('judges names by the addresses they resolve to', async () => {
  const resolved = (rules: OutgoingRules, host: string): Promise<unknown> =>
    new Promise(resolve =>
      new OutgoingPolicy(rules).lookup('80')(host, { all: true }, (error, found) => resolve(error ?? found)),
    );
  expect(await resolved(CLOSED, 'localhost')).toMatchObject({
    message: expect.stringMatching(/^localhost \(\S+\) is not an allowed destination/),
  });
  expect(Array.isArray(await resolved(OPEN_RULES, 'localhost'))).toBe(true);
  expect(Array.isArray(await resolved({ ...CLOSED, allow: ['localhost'] }, 'localhost'))).toBe(true);
  expect(await resolved({ ...OPEN_RULES, deny: ['127.0.0.0/8', '::1'] }, 'localhost')).toBeInstanceOf(Error);
  const closed = new OutgoingPolicy(CLOSED);
  expect(await closed.check(new URL('ws://localhost/x'))).toMatch(/^localhost \(/);
  expect(await closed.check(new URL('http://[::1]/'))).toMatch(/^::1 is not/);
  expect(await new OutgoingPolicy(OPEN_RULES).check(new URL('http://localhost/'))).toBeUndefined();
  expect(await closed.check(new URL('http://no-such-host.invalid/'))).toBeUndefined();
});
