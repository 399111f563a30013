/**
 * Additions to a node are acknowledged once they are durable, wherever the node lives and whichever worker requests
 * them.
 */
import { ReadPart } from '@weir/cypher';
import { SeededRandom } from '@weir/graph/testing';
import { idFrom } from '@weir/model';
import { ofTier } from '@weir/platform/testing';
import { CrashingCluster } from './crashing-cluster.js';

const ADD_ONE = { kind: 'add-integer', key: 'count', amount: 1, caller: 'int.add' } as const;
const SEEDS = ofTier({ fast: 30, nightly: 100 });
const IDS = Array.from({ length: 4 }, (_, i) => idFrom(['counter', i])!);

test.each([1, 3])('acknowledged additions survive a crash, on %d hosts', async hosts => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = new SeededRandom(seed);
    const crashing = await CrashingCluster.create(hosts, 4, random);
    const acknowledged = IDS.map(() => 0);
    const add = async (counter: number): Promise<void> => {
      const session = crashing.cluster.anyWorker().session();
      await session.nodes.operate([IDS[counter]!], [ADD_ONE]);
      await session.settled();
      acknowledged[counter]!++;
    };
    for (let i = 0; i < 20; i++) void add(random.below(IDS.length));
    for (let steps = random.below(40); steps > 0; steps--) {
      crashing.cluster.step();
      await new Promise<void>(resolve => setImmediate(resolve));
    }
    const promised = [...acknowledged];
    const { recovery } = await crashing.crash();
    const { cluster } = crashing;
    await cluster.until(recovery);
    const views = await cluster.until(
      cluster.anyWorker().session().reads.readNodes(IDS, ReadPart.Properties),
    );
    const lost = IDS.filter((_, i) => Number(views[i]!.properties['count'] ?? 0) < promised[i]!);
    expect({ seed, lost }).toEqual({ seed, lost: [] });
  }
});
