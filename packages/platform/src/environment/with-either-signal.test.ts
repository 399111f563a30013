import { getEventListeners } from 'node:events';
import { withEitherSignal } from './with-either-signal.js';

test.each([
  ['the first', 0, false],
  ['the second', 1, false],
  ['the first, before it begins', 0, true],
  ['the second, before it begins', 1, true],
])('is aborted with %s', async (_, which, before) => {
  const sources = [new AbortController(), new AbortController()] as const;
  const reason = new Error('enough');
  if (before) sources[which]!.abort(reason);
  const seen = await withEitherSignal(sources[0].signal, sources[1].signal, async signal => {
    sources[which]!.abort(reason);
    return signal.reason as unknown;
  });
  expect(seen).toBe(reason);
});

/** Everything attached to a signal, including what the platform attaches. */
function entriesOf(signal: AbortSignal): number {
  const own = Object.getOwnPropertySymbols(signal).map(key => Reflect.get(signal, key) as unknown);
  const sets = own.filter(value => value instanceof Set || value instanceof Map);
  return sets.reduce((sum, each) => sum + each.size, getEventListeners(signal, 'abort').length);
}

test('many calls leave nothing on a long-lived signal', async () => {
  const lasting = new AbortController().signal;
  const before = entriesOf(lasting);
  for (let i = 0; i < 20; i++) {
    expect(await withEitherSignal(new AbortController().signal, lasting, async () => i)).toBe(i);
  }
  const failing = withEitherSignal(lasting, lasting, () => Promise.reject(new Error('it fails')));
  await expect(failing).rejects.toThrow('fails');
  expect(entriesOf(lasting)).toBe(before);
});
