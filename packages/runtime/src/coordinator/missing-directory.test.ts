/** A data directory that is deleted, in whole or in part, while a graph uses it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph } from './open-graph.js';

test.each([
  [0, ''],
  [0, 'shard-1'],
  [1, 'shard-1'],
  [1, 'meta'],
])('with %d workers the graph stops when data/%s is deleted', async (workers, part) => {
  const folder = await mkdtemp(join(tmpdir(), 'weir-missing-'));
  const path = join(folder, 'data');
  const graph = await openGraph({ store: { type: 'embedded', path }, shards: 2, workers });
  await (await graph.query('UNWIND range(1, 20) AS i CREATE (:Before {i: i})')).rows();
  await rm(join(path, part), { recursive: true });
  const reason = await graph.admin.health.lost;
  expect(reason.message).toContain(join(path, part));
  expect(graph.admin.health.outage).toMatchObject({ code: 'graph.worker-lost', message: reason.message });
  const write = graph.query('CREATE (:After)').then(run => run.rows());
  await expect(write).rejects.toMatchObject({ code: 'graph.worker-lost' });
  await graph.close();
  await rm(folder, { recursive: true, force: true });
});
