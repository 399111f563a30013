/** A new query is shown to sleeping nodes, which stay asleep. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ofTier } from '@weir/platform/testing';
import { openGraph } from './open-graph.js';
import type { OpenOptions } from './open-options.js';
import type { StreamingGraph } from '@weir/contract';

const NODES = 3_000;
const MATCHING = 1_100;

async function counts(graph: StreamingGraph): Promise<{ awake: number; woken: number }> {
  const shards = await graph.admin.shards.status();
  return {
    awake: shards.reduce((sum, { awakeNodes }) => sum + awakeNodes, 0),
    woken: shards.reduce((sum, { counters }) => sum + (counters['woken'] ?? 0), 0),
  };
}

test.each([
  ['one thread', { workers: 0 }],
  ['several threads', { workers: ofTier({ fast: 1, nightly: 2 }) }],
  ['without a journal', { workers: 0, persistence: { journalEnabled: false } }],
] as const)(
  'wakes only nodes where it starts to hold state, and only temporarily: %s',
  async (_, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'weir-show-'));
    const stored: OpenOptions = { shards: 3, ...options, store: { type: 'embedded', path: folder } };
    try {
      const first = await openGraph(stored);
      const fill = `UNWIND range(0, ${NODES - 1}) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.x = i`;
      await (await first.query(fill)).rows();
      await first.close();
      const graph = await openGraph(stored);
      const seen = new Set<string>();
      const handle = await graph.registerStanding({
        name: 'watch',
        query: `MATCH (n) WHERE n.x < ${MATCHING} RETURN n.x AS x`,
        mode: 'MultipleValues',
        includeCancellations: true,
        inputBufferSize: 32,
      });
      handle.subscribe(results => {
        for (const { data } of results) seen.add(String(data['x']));
        return Promise.resolve();
      });
      await graph.admin.propagate({ includeSleeping: true });
      await graph.idle();
      expect(seen.size).toBe(MATCHING);
      expect(await counts(graph)).toEqual({ awake: 0, woken: MATCHING });
      // A second call, with nothing new.
      await graph.admin.propagate({ includeSleeping: true });
      await (await graph.query('MATCH (n) WHERE id(n) = idFrom(7) SET n.x = -1')).rows();
      await graph.idle();
      expect(seen.size).toBe(MATCHING + 1);
      expect(await counts(graph)).toEqual({ awake: 1, woken: MATCHING + 1 });
      await graph.close();
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
