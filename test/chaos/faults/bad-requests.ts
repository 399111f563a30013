/** Invalid requests of all kinds: each is rejected with a 4xx, and none changes anything. */
import type { SeededRandom } from '@weir/platform';
import { describe } from '../ask.js';
import { isHonestTrouble } from '../reply.js';
import { type Fault, nothingToUndo } from './fault.js';

const AT_ONCE = 20;

const BODIES: readonly unknown[] = [
  '{"type":',
  '',
  'a: [1,',
  [1],
  { type: 'NoSuchThing' },
  { type: 'FileIngest' },
  { type: 'FileIngest', path: '../../../../etc/hosts' },
  { type: 'FileIngest', path: 'a\u0000b' },
  { type: 'FileIngest', path: 5 },
  { type: 'NumberIteratorIngest', ingestLimit: -1 },
  { type: 'NumberIteratorIngest', maximumPerSecond: 0 },
  { type: 'ServerSentEventsIngest', url: 'nowhere' },
  { pattern: { type: 'Cypher', query: 'MATCH (a RETURN DISTINCT id(a)', mode: 'DistinctId' }, outputs: {} },
  { pattern: { type: 'Cypher', query: 'MATCH (a) RETURN a', mode: 'None' }, outputs: {} },
  { text: 'RETURN 1 +' },
  { text: 'RETURN $nothing' },
  { text: 5 },
  { text: 'MATCH (n) WHERE id(n) = idFrom("item", 1) SET n.v = 1 / 0' },
  Buffer.from([0x7b, 0xc3, 0x28, 0x7d]),
  'x'.repeat(9 * 1024 * 1024),
];

const PATHS: readonly (readonly [method: string, path: string])[] = [
  ['POST', '/api/v1/query/cypher'],
  ['POST', '/api/v1/query/cypher/nodes'],
  ['POST', '/api/v1/ingest/bad'],
  ['POST', '/api/v1/query/standing/bad'],
  ['PUT', '/api/v1/query/standing/bad'],
  ['POST', '/api/v1/query/standing/small/output/bad'],
  ['DELETE', '/api/v1/ingest/none'],
  ['PUT', '/api/v1/ingest/none/pause'],
  ['GET', '/api/v1/nothing/there'],
  ['PATCH', '/api/v1/query/cypher'],
  ['GET', '/api/v1/query/standing/none'],
  ['POST', '/api/v1/query/cypher?timeout=soon'],
];
/** Methods whose body is ignored. */
const NEEDS_NO_BODY = /^(GET|DELETE)$/;

function draw(random: SeededRandom): { method: string; path: string; body: unknown; type: string } {
  const [method, path] = random.pick(PATHS);
  const type = random.pick(['application/json', 'application/json', 'application/yaml', 'image/png']);
  const body = random.pick(BODIES);
  return { method, path, body: NEEDS_NO_BODY.test(method) ? undefined : body, type };
}

export const BAD_REQUESTS: Fault = {
  name: 'bad-requests',
  async apply({ gateway, findings, tally }, random) {
    const requests = Array.from({ length: AT_ONCE }, () => draw(random));
    await Promise.all(
      requests.map(async ({ method, path, body, type }) => {
        const reply = await gateway.request(path, { method, body, type });
        if (reply.isLost) return;
        tally.add('bad requests refused');
        const isRefused = reply.status >= 400 && reply.status < 500;
        if (!isRefused && !isHonestTrouble(reply))
          findings.add(
            `a bad request is answered with ${describe(reply)}: ${method} ${path} ${type} ` +
              (JSON.stringify(body) ?? '').slice(0, 300),
          );
      }),
    );
    return nothingToUndo(`${AT_ONCE} of them`);
  },
};
