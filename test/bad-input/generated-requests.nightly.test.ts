/**
 * Thousands of random requests generated from our own documents, to all operations of all versions: no response is a
 * 5xx, each arrives, memory stays constant, and existing work continues. Repeat and extend with `WEIR_TEST_SEED` and
 * `WEIR_TEST_REQUESTS_CASES`.
 */
import { Agent, request as send } from 'node:http';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { LivingService } from './living-service.js';
import { RandomRequests, type RandomRequest } from './random-request.js';

const { seed, cases } = randomTest('requests');
const PATIENCE_MILLIS = 30_000;
/** Resources created by valid requests are removed after this number of requests. */
const CASES_PER_SWEEP = 500;
const AT_ONCE = 8;
/** More than a garbage collector leaves uncollected. */
const GROWTH_BYTES = 200 * 1024 * 1024;
const ENDS_THE_SERVICE = /shutdown/i;
/** A limit of one millisecond is valid. */
const TOO_SHORT = /took longer than its limit/;

interface Answered {
  readonly status: number;
  readonly text: string;
}

let service: LivingService;
let agent: Agent;
beforeAll(async () => {
  // With a large heap a worker has no reason to collect garbage.
  service = await LivingService.start('--data', 'data', '-Dweir.worker-heap-limit=200m');
  agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
});
afterAll(async () => {
  agent.destroy();
  await service.stopAndJudge('--data', 'data');
});

function answerTo({ method, path, headers, body }: RandomRequest): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.gateway.url);
    const asked = send({ hostname, port, method, path, headers, agent });
    const timer = setTimeout(() => asked.destroy(new Error('no answer')), PATIENCE_MILLIS);
    asked.once('error', error => {
      clearTimeout(timer);
      reject(error);
    });
    asked.once('response', response => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text = (text + piece).slice(0, 500)));
      const done = (): void => {
        clearTimeout(timer);
        resolve({ status: response.statusCode!, text });
      };
      response.once('end', done).once('close', done);
      // The event stream is endless.
      if (response.headers['content-type']?.startsWith('text/event-stream') === true) {
        asked.removeAllListeners('error').on('error', () => undefined);
        response.destroy();
      }
    });
    if (body !== undefined) asked.setHeader('content-length', body.length);
    asked.end(body);
  });
}

async function sweep(): Promise<void> {
  const list = async (path: string): Promise<readonly string[]> => {
    const found = (await (await service.gateway.fetch(`/api/v1${path}`)).json()) as object;
    const names = Array.isArray(found)
      ? found.map(each => (each as { name: string }).name)
      : Object.keys(found);
    return names.filter(name => name !== 'accepted');
  };
  for (const path of ['/query/standing', '/ingest']) {
    for (const name of await list(path)) {
      // Sent raw: a web client would normalize the name `..`.
      const asked = `/api/v1${path}/${encodeURIComponent(name)}`;
      const { status } = await answerTo({ method: 'DELETE', path: asked, headers: {}, body: undefined });
      expect([asked, status]).toEqual([asked, 200]);
    }
  }
  const limits = Object.fromEntries(
    [0, 1, 2, 3].map(shard => [shard, { softLimit: 100_000, hardLimit: 750_000 }]),
  );
  expect((await service.send('POST', '/api/v1/admin/shard-sizes', limits)).status).toBe(200);
}

test(`${cases} requests, WEIR_TEST_SEED=${seed}`, async () => {
  const random = new SeededRandom(seed);
  const generators: RandomRequests[] = [];
  for (const path of ['/docs/openapi.json', '/openapi.json']) {
    const document = (await (await service.gateway.fetch(path)).json()) as Record<string, unknown>;
    generators.push(new RandomRequests(random, document, (_, each) => ENDS_THE_SERVICE.test(each)));
  }
  // Its stored data would hide what requests leave behind.
  await service.api.call('PUT', '/ingest/accepted/pause', 200);
  const seen = new Map<number, number>();
  const wrong: unknown[] = [];
  const memory: number[] = [];
  for (let done = 0; done < cases && wrong.length < 20; done += CASES_PER_SWEEP) {
    let left = Math.min(CASES_PER_SWEEP, cases - done);
    const work = async (): Promise<void> => {
      while (left-- > 0) {
        const request = random.pick(generators).next();
        const shown = {
          ...request,
          body: request.body?.toString().slice(0, 1000),
          path: request.path.slice(0, 500),
        };
        try {
          const { status, text } = await answerTo(request);
          seen.set(status, (seen.get(status) ?? 0) + 1);
          if (status >= 500 && !TOO_SHORT.test(text)) wrong.push({ status, text, ...shown });
        } catch (error) {
          wrong.push({ error: String(error), ...shown });
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await sweep();
    memory.push((await service.api.metrics()).get('memory.total.used')!);
  }
  process.stdout.write(
    `answers by status: ${JSON.stringify([...seen].sort())}; resident ${JSON.stringify(memory)}\n`,
  );
  expect(wrong).toEqual([]);
  // The first requests load modules on first use.
  const early = Math.max(...memory.slice(0, Math.ceil(memory.length / 2)));
  expect(memory.at(-1)! - early).toBeLessThan(GROWTH_BYTES);
  await service.api.call('PUT', '/ingest/accepted/start', 200);
  await service.checkAlive();
}, 3_600_000);
