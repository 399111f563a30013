/** Result streams of the client over connections that break anywhere, served by the test. */
import { getEventListeners } from 'node:events';
import { WeirClient, type WeirClientError, type ResultsOptions } from '@weir/client';
import { randomTest } from '@weir/platform/testing';
import * as fc from 'fast-check';
import { ScriptedService, streamed, jsonAnswer, type Answer } from './scripted-service.js';

interface StreamResult {
  readonly id: string;
  readonly isMatch: boolean;
}

const match = (id: string): StreamResult => ({ id, isMatch: true });
const end = (id: string): StreamResult => ({ id, isMatch: false });
const shown = ({ id, isMatch }: StreamResult): string => `${isMatch ? '+' : '-'}${id}`;
const OPENING = 'data:\nid:query/0\n\n';

function event({ id, isMatch }: StreamResult): string {
  const meta = { resultId: id, isPositiveMatch: isMatch, isInitialResult: false };
  return `data:${JSON.stringify({ meta, data: { id } })}\nevent:result\nid:${id}\n\n`;
}

/** @returns up to `count` results, or those before the stream failed. */
async function take(service: ScriptedService, count: number, options: ResultsOptions = {}) {
  const stream = new WeirClient({ baseUrl: 'http://weir' }, service).results<{ id: string }>('q', options);
  const taken: string[] = [];
  let error: WeirClientError | undefined;
  try {
    for await (const { meta, data } of stream) {
      taken.push(shown({ id: data.id, isMatch: meta.isPositiveMatch }));
      if (taken.length === count) break;
    }
  } catch (thrown) {
    error = thrown as WeirClientError;
  }
  return { taken, error, stream };
}

/** Returns one answer after the other, and repeats the last one. */
function answers(...list: (() => Response)[]): Answer {
  let next = 0;
  return () => list[Math.min(next++, list.length - 1)]!();
}

const lastIds = ({ requests }: ScriptedService) =>
  requests.map(({ headers }) => headers.get('last-event-id'));

test('a lost connection resumes after the last match, and no result is repeated', async () => {
  const service = new ScriptedService(
    answers(
      () => streamed([OPENING, event(match('a')) + event(match('b')), event(end('a'))], 'broken'),
      () => streamed([OPENING, event(end('a')), event(match('c'))], 'open'),
    ),
  );
  const { taken } = await take(service, 4);
  expect(taken).toEqual(['+a', '+b', '-a', '+c']);
  expect(lastIds(service)).toEqual([null, 'b']);
  expect(service.requests[0]!.url).toBe('http://weir/api/v1/query/standing/q/results');
});

test('a stream without results resumes from the position that it was given', async () => {
  const service = new ScriptedService(
    answers(
      () => streamed([OPENING], 'done'),
      () => streamed(['data:\n\n', event(match('a'))], 'open'),
    ),
  );
  const { stream } = await take(service, 1);
  expect(lastIds(service)).toEqual([null, 'query/0']);
  expect(stream.lastEventId).toBe('a');
});

test('reassembles an event that is split, even within a character', async () => {
  const text = event(match('äöü€😀'));
  const bytes = new TextEncoder().encode(text);
  for (let cut = 1; cut < bytes.length; cut += 7) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(bytes.subarray(0, cut));
        controller.enqueue(bytes.subarray(cut));
      },
    });
    const headers = { 'content-type': 'text/event-stream' };
    const service = new ScriptedService(() => new Response(body, { headers }));
    expect((await take(service, 1)).taken).toEqual(['+äöü€😀']);
  }
});

test('drops an incomplete event at the end of a connection', async () => {
  const service = new ScriptedService(
    answers(
      () => streamed([event(match('a')), event(match('b')).slice(0, -1)], 'broken'),
      () => streamed([event(match('b'))], 'open'),
    ),
  );
  expect((await take(service, 2)).taken).toEqual(['+a', '+b']);
  expect(lastIds(service)).toEqual([null, 'a']);
});

test('doubles its delay up to half a minute, and starts over after a result', async () => {
  const failing = Array.from({ length: 9 }, () => () => jsonAnswer(['not ready'], 503));
  const service = new ScriptedService(
    answers(
      () => streamed([event(match('a'))], 'broken'),
      ...failing,
      () => streamed([event(match('b'))], 'broken'),
      () => streamed([event(match('c'))], 'open'),
    ),
  );
  const delays: [code: string, millis: number][] = [];
  const { taken } = await take(service, 3, {
    onReconnect: ({ code }, millis) => delays.push([code, millis]),
  });
  expect(taken).toEqual(['+a', '+b', '+c']);
  const millis = [250, 500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 250];
  expect(service.pauses).toEqual(millis);
  const codes = millis.map((_, i) => (i === 0 || i === 10 ? 'connection.broken' : 'http.503'));
  expect(delays).toEqual(millis.map((each, i) => [codes[i], each]));
});

test('respects the minimum delay of the service', async () => {
  const service = new ScriptedService(
    answers(
      () => streamed(['retry:3000\n\n', event(match('a'))], 'broken'),
      () => streamed([event(match('b'))], 'open'),
    ),
  );
  await take(service, 2);
  expect(service.pauses).toEqual([3000]);
});

test('gives up a connection without heartbeats', async () => {
  const service = new ScriptedService(
    answers(
      () => streamed([OPENING, event(match('a'))], 'open'),
      () => streamed([event(match('b'))], 'open'),
    ),
  );
  const reasons: string[] = [];
  const options = { silenceLimit: 40_000, onReconnect: ({ code }: WeirClientError) => reasons.push(code) };
  expect((await take(service, 2, options)).taken).toEqual(['+a', '+b']);
  expect(reasons).toEqual(['connection.silent']);
});

test('reports a gap as an error, or to a callback if there is one', async () => {
  const gap = `data:${JSON.stringify({ lastEventId: 'a', message: 'too old' })}\nevent:gap\n\n`;
  const script = () =>
    new ScriptedService(
      answers(
        () => streamed([event(match('a'))], 'broken'),
        () => streamed([gap, event(match('z'))], 'open'),
      ),
    );
  const strict = await take(script(), 2);
  expect(strict).toMatchObject({ taken: ['+a'], error: { code: 'results.gap', message: 'too old' } });
  const gaps: unknown[] = [];
  const { taken } = await take(script(), 2, { onGap: each => gaps.push(each) });
  expect([taken, gaps]).toEqual([['+a', '+z'], [{ lastEventId: 'a', message: 'too old' }]]);
});

const NOT_FOUND = () =>
  new Response(null, { status: 404, headers: { 'weir-error-code': 'standing.not-found' } });
const refused = () => {
  throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
};

test.each([
  [
    'a query that is gone',
    [() => streamed([event(match('a'))], 'done'), NOT_FOUND],
    'standing.not-found',
    404,
  ],
  ['a query that is not there', [NOT_FOUND], 'standing.not-found', 404],
  ['no token', [() => jsonAnswer(['no'], 401)], 'http.401', 401],
  ['nobody who listens', [refused], 'connection.failed', undefined],
  ['another server', [() => new Response('<html>')], 'answer.unreadable', 200],
])('%s ends it', async (_name, list, code, status) => {
  const { error, stream } = await take(new ScriptedService(answers(...list)), 9);
  expect(error).toMatchObject({ name: 'WeirClientError', code });
  expect(error!.status).toBe(status);
  expect(await stream.next()).toEqual({ done: true, value: undefined });
});

test('a signal ends it with a reason, closing it without one, and both while it waits', async () => {
  const open = () => new ScriptedService(() => streamed([OPENING], 'open'));
  const stop = new AbortController();
  const client = new WeirClient({ baseUrl: 'http://weir' }, open());
  const aborted = client.results('q', { signal: stop.signal });
  const waiting = aborted.next();
  await aborted.opened;
  stop.abort(new Error('enough'));
  await expect(waiting).rejects.toThrow('enough');

  const closed = client.results('q');
  const last = closed.next();
  await closed.opened;
  await closed.close();
  expect(await last).toEqual({ done: true, value: undefined });

  const down = new ScriptedService(answers(() => streamed([event(match('a'))], 'done'), refused));
  down.longestPause = 100;
  const paused = new WeirClient({ baseUrl: 'http://weir' }, down).results('q');
  await paused.next();
  const never = paused.next();
  await paused.return();
  expect(await never).toEqual({ done: true, value: undefined });
});

test('a signal keeps no reference to a finished stream', async () => {
  const { signal } = new AbortController();
  const heldOnto = () => getEventListeners(signal, 'abort').length;
  const over = new ScriptedService(answers(() => streamed([event(match('a'))], 'open')));
  const left = new WeirClient({ baseUrl: 'http://weir' }, over).results('q', { signal });
  expect(heldOnto()).toBe(1);
  for await (const _ of left) break;
  expect(heldOnto()).toBe(0);

  const none = new ScriptedService(answers(() => new Response('', { status: 404 })));
  const unread = new WeirClient({ baseUrl: 'http://weir' }, none).results('q', { signal });
  await expect(unread.opened).rejects.toThrow();
  expect(heldOnto()).toBe(0);
  await expect(unread.next()).rejects.toThrow();
});

test('a long run of retractions resumes after the last of them', async () => {
  const ids = Array.from({ length: 1200 }, (_, i) => `r${i}`);
  const service = new ScriptedService(
    answers(
      () => streamed([event(match('a')), ids.map(id => event(end(id))).join('')], 'broken'),
      () => streamed([event(match('b'))], 'open'),
    ),
  );
  expect((await take(service, 1202)).taken.slice(-1)).toEqual(['+b']);
  expect(lastIds(service)).toEqual([null, 'r1199']);
});

test('returns each result once, in order, whatever breaks when', async () => {
  const { cases, seed } = randomTest('result streams');
  const story = fc.array(fc.record({ match: fc.boolean(), pick: fc.nat(1000) }), {
    minLength: 1,
    maxLength: 60,
  });
  const breaks = fc.array(fc.record({ sent: fc.nat(25), cut: fc.nat(90), grown: fc.nat(12) }), {
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(story, breaks, async (steps, cuts) => {
      const log = resultsAfter(steps);
      let grown = 1;
      const left = [...cuts];
      const service = new ScriptedService(({ headers }) => {
        const last = headers.get('last-event-id');
        const from = last === null ? 0 : startAfter(log, last);
        const cut = left.shift();
        grown = cut === undefined ? log.length : Math.min(log.length, grown + cut.grown);
        const opening = last === null ? OPENING : 'data:\n\n';
        const text = log.slice(from, grown).map(event);
        if (cut === undefined) return streamed([opening, ...text], 'open');
        const whole = text.slice(0, cut.sent).join('');
        return streamed([opening, whole + (text[cut.sent] ?? '').slice(0, cut.cut)], 'broken');
      });
      const { taken, error } = await take(service, log.length);
      expect(error).toBeUndefined();
      expect(taken).toEqual(log.map(shown));
    }),
    { numRuns: cases, seed },
  );
});

/** Matches, and retractions of some open ones. */
function resultsAfter(steps: readonly { match: boolean; pick: number }[]): StreamResult[] {
  const open: string[] = [];
  return steps.map(({ match: isMatch, pick }, i) => {
    if (!isMatch && open.length > 0) return end(open.splice(pick % open.length, 1)[0]!);
    open.push(`r${i}`);
    return match(`r${i}`);
  });
}

/** Like the service: after the first result with that id. */
function startAfter(log: readonly StreamResult[], id: string): number {
  return id === 'query/0' ? 0 : log.findIndex(delays => delays.id === id) + 1;
}
