import { getEventListeners } from 'node:events';
import { untilAborted } from './until-aborted.js';

test.each([true, false])('resolves when the signal is aborted, aborted before: %p', async before => {
  const closing = new AbortController();
  if (before) closing.abort();
  const waiting = untilAborted(new Promise<string>(() => undefined), closing.signal, 'aborted');
  closing.abort();
  expect(await waiting).toBe('aborted');
});

test('many calls leave no listeners on the signal', async () => {
  const { signal } = new AbortController();
  for (let i = 0; i < 20; i++) expect(await untilAborted(Promise.resolve(i), signal, undefined)).toBe(i);
  await expect(untilAborted(Promise.reject(new Error('it fails')), signal, undefined)).rejects.toThrow(
    'fails',
  );
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
