import type { NodeId } from '@weir/model';
import type { CassandraLink } from './cassandra-link.js';
import type { GroupWriter } from './group-writer.js';
import type { PartitionRows } from './partition-rows.js';
import { Stamps } from './stamps.js';
import { StoredNodes } from './stored-nodes.js';

test('reads disturbed by deletions share one turn among the writes', async () => {
  let turns = 0;
  let isAlone = false;
  const writer = {
    isWriting: () => false,
    // Simulates constant deletions.
    get clearings() {
      return isAlone ? 0 : Math.random();
    },
    async alone<T>(task: () => Promise<T>): Promise<T> {
      turns++;
      await new Promise(resolve => setImmediate(resolve));
      isAlone = true;
      return task().finally(() => (isAlone = false));
    },
  };
  const failed = 'n7' as NodeId;
  const link = {
    async *pages(_query: string, [id]: readonly unknown[]) {
      if (isAlone && id === failed) throw new Error('out of reach');
      yield* [];
    },
  };
  const question = (id: NodeId) => ({ query: '', params: [id] });
  const nodes = new StoredNodes(
    link as unknown as CassandraLink,
    { nodeBack: question, stampsOf: question } as unknown as PartitionRows,
    new Stamps(0, []),
    writer as unknown as GroupWriter,
  );
  const ids = Array.from({ length: 200 }, (_, i) => `n${i}` as NodeId);
  const answers = await Promise.allSettled(ids.map(id => nodes.read(id, 1)));
  expect(turns).toBe(1);
  expect(answers.flatMap(({ status }, i) => (status === 'rejected' ? [ids[i]] : []))).toEqual([failed]);
});
