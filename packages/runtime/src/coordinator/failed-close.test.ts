/** A graph that cannot be closed in order still releases its threads and stores. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeirError } from '@weir/platform';
import { CheckpointLoop } from './checkpoint-loop.js';
import { openGraph } from './open-graph.js';

const { take } = CheckpointLoop.prototype;

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-close-'))));
afterEach(async () => {
  CheckpointLoop.prototype.take = take;
  await rm(folder, { recursive: true, force: true });
});

test.each([0, 2])('closes the stores of %d worker threads although a step fails', async workers => {
  const options = { store: { type: 'embedded', path: join(folder, 'data') }, shards: 2, workers } as const;
  const graph = await openGraph(options);
  await graph.query('MATCH (n) WHERE id(n) = idFrom(1) SET n.x = 1').then(run => run.rows());
  const reason = new WeirError('store.taken-over', 'another process has the store');
  CheckpointLoop.prototype.take = () => Promise.reject(reason);
  await expect(graph.close()).rejects.toMatchObject({ code: 'store.taken-over' });

  CheckpointLoop.prototype.take = take;
  const again = await openGraph(options);
  const run = await again.query('MATCH (n) WHERE id(n) = idFrom(1) RETURN n.x');
  expect(await run.rows()).toEqual([[1]]);
  await again.close();
});
