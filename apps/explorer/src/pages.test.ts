/** Logic of the pages other than the explorer that needs no browser. */
import { edgesOfResult, parametersOfResult, tapOf } from './graph/feed-results.js';
import { stateOfStream } from './streams/stream-state.js';
import { timeLeft, withSample, type Sample } from './streams/time-left.js';
import { streamTexts } from './texts/streams.js';

describe('the time left', () => {
  const at = (...done: [seconds: number, done: number][]): readonly Sample[] =>
    done.reduce<readonly Sample[]>(
      (all, [seconds, n]) => withSample(all, { at: seconds * 1000, done: n }),
      [],
    );

  test.each([
    ['nothing is known', at(), undefined],
    ['one look tells no pace', at([0, 10]), undefined],
    ['nothing moves', at([0, 10], [5, 10]), undefined],
    ['as fast as lately', at([0, 0], [2, 20], [4, 40]), 6000],
    ['only the last minute counts', at([0, 0], [2, 0], [70, 40], [72, 60]), 4000],
    ['what was begun again has a pace of its own', at([0, 90], [2, 95], [4, 10], [8, 20]), 32_000],
    ['more was read than there was', at([0, 100], [4, 120]), 0],
  ])('%s', (_name, samples, left) => expect(timeLeft(samples, 100)).toBe(left));

  test.each([
    [300, '1 s left'],
    [59_000, '59 s left'],
    [100_000, '1 min 40 s left'],
    [3_000_000, '50 min left'],
    [7_260_000, '2 h 1 min left'],
    [400_000_000, '5 days left'],
  ])('shows %d ms as %s', (millis, words) => expect(streamTexts.left(millis)).toBe(words));

  test('never rounds a fraction up', () =>
    expect(streamTexts.progressOf.bytes(1999, 2000)).toBe('99 % · 2 kB of 2 kB'));
});

describe('feeds', () => {
  const feed = { name: 'f', standingQueryName: 'a query', query: '' };
  const edge = { fromNode: 'data.a', toNode: 'data.b.c', label: 'to', direction: 'OUT' } as const;

  test.each([
    [feed, 'standingQueries/a%20query:tap'],
    [{ ...feed, outputName: 'o/p' }, 'standingQueries/a%20query/outputs/o%2Fp:tap'],
    [
      { ...feed, outputName: 'o', preEnrichment: true },
      'standingQueries/a%20query/outputs/o:tapPreEnrichment',
    ],
  ])('taps %j at %s', (of, path) => expect(tapOf(of)).toBe(path));

  test.each([
    [{ data: { a: 1 }, meta: {} }, ['data', 'meta', 'that']],
    [[1], ['that']],
    ['text', ['that']],
    [null, ['that']],
  ])('the parameters of %j', (result, names) =>
    expect(Object.keys(parametersOfResult(result))).toEqual(names),
  );

  test('draws edges between the nodes that the paths lead to', () => {
    const result = { data: { a: 'one', b: { c: 'two' } } };
    expect(edgesOfResult({ ...feed, syntheticEdges: [edge] }, result)).toEqual([
      expect.objectContaining({ from: 'one', to: 'two', type: 'to', isSynthetic: true }),
    ]);
    expect(edgesOfResult({ ...feed, syntheticEdges: [{ ...edge, direction: 'IN' }] }, result)).toEqual([
      expect.objectContaining({ from: 'two', to: 'one' }),
    ]);
    expect(edgesOfResult({ ...feed, syntheticEdges: [edge] }, { data: { a: 'one', b: 'c' } })).toEqual([]);
    expect(edgesOfResult({ ...feed, syntheticEdges: [{ ...edge, fromNode: '__proto__' }] }, result)).toEqual(
      [],
    );
    expect(edgesOfResult(feed, result)).toEqual([]);
  });
});

test.each([
  [{ status: 'RUNNING' }, 'running', 'good', undefined],
  [{ status: 'RUNNING', message: 'no connection' }, 'retrying', 'warn', 'no connection'],
  [{ status: 'RUNNING', message: '' }, 'running', 'good', undefined],
  [{ status: 'FAILED', message: 'divided by zero' }, 'failed', 'bad', undefined],
  [{ status: 'PAUSED', message: 'no connection' }, 'paused', 'warn', undefined],
  [{ status: 'COMPLETED' }, 'completed', '', undefined],
])('the state of the stream %j', (stream, word, style, trouble) =>
  expect(stateOfStream(stream)).toEqual({ word, style, trouble }),
);
