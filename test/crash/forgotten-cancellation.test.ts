/**
 * A node sends a message to its neighbor, whose store persists it, but the store of the node's own shard does not
 * persist the cause when the process dies. The neighbor was written since the checkpoint and sends again; the node
 * itself was not. If the record is delivered again, as by a source, this heals automatically; here it is not.
 */
import { CHECKPOINT_STEPS } from '@weir/graph';
import { resultsIn, WorkerCluster } from '@weir/graph/testing';
import { idFrom, type NodeId, shardOf } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import { compileStandingQuery, createStandingEngine } from '@weir/standing';
import { lastingStore } from '../support/lasting-store.js';

const SHARDS = 2;
const PARALLELISM = 4;
const PAIRS = 'MATCH (a)-[:e]->(b) WHERE a.t = 1 AND b.t = 1 RETURN id(a), id(b)';
const ENDS = 'MATCH (a)-[:e]->(b) WHERE a.t = 1 AND b.t = 1 RETURN DISTINCT id(a)';

function nodeOnShard(shard: number): NodeId {
  for (let i = 0; ; i++) {
    const id = idFrom(['end', i])!;
    if (shardOf(id, SHARDS) === shard) return id;
  }
}

/**
 * Two processes on the same two stores. From some moment of the first process on, one of the stores loses all writes.
 */
class Lives {
  /** Results that began, less results that ended. */
  net = 0;
  isLosing = false;
  private count = 0;

  private constructor(
    private readonly query: string,
    private readonly stores: readonly Persistor[],
    private readonly losing: number,
  ) {}

  static async of(query: string, losing: number): Promise<Lives> {
    return new Lives(query, await Promise.all([lastingStore('shard-0'), lastingStore('shard-1')]), losing);
  }

  open(startMillis?: number): WorkerCluster {
    const life = ++this.count;
    return new WorkerCluster({
      workers: SHARDS,
      shards: SHARDS,
      seed: 1,
      ...(startMillis === undefined ? {} : { startMillis, recovers: true }),
      engineOf: () => {
        const engine = createStandingEngine();
        engine.queries.register(compileStandingQuery(this.query, 'MultipleValues', 1, {}));
        return engine;
      },
      persistorOf: number => (life === 1 ? this.forgetful(number) : this.stores[number]!),
      onResults: batches => {
        for (const { isPositiveMatch } of batches.flatMap(resultsIn)) this.net += isPositiveMatch ? 1 : -1;
      },
    });
  }

  private forgetful(number: number): Persistor {
    return new Proxy(this.stores[number]!, {
      get: (store, name) => {
        if (name === 'write' && number === this.losing && this.isLosing)
          return () => new Promise(() => undefined);
        const value: unknown = Reflect.get(store, name);
        return typeof value === 'function' ? (value.bind(store) as unknown) : value;
      },
    });
  }
}

type Write = (session: ReturnType<ReturnType<WorkerCluster['anyWorker']>['session']>) => void;

/** @returns the net number of results after `last`, in the second process. */
async function netAfter(
  query: string,
  losing: number,
  first: Write,
  lost: Write,
  last: Write,
): Promise<number> {
  const lives = await Lives.of(query, losing);
  const before = lives.open();
  const session = before.anyWorker().session();
  first(session);
  await before.until(session.settled());
  for (const step of CHECKPOINT_STEPS) {
    await before.until(Promise.all(before.workers.map(worker => worker.checkpoint(step))));
  }
  lives.isLosing = true;
  const byHand = before.anyWorker().session();
  lost(byHand);
  byHand.flush();
  await before.exhaust();

  const after = lives.open(before.now + 2);
  await after.until(Promise.all(after.workers.map(worker => worker.recover(PARALLELISM))));
  const final = after.anyWorker().session();
  last(final);
  await after.until(final.settled());
  await after.settle();
  return lives.net;
}

describe.each([PAIRS, ENDS])('%s', query => {
  test.each([0, 1])('a retraction that its sender forgot, from shard %d', async shard => {
    const [from, to] = [nodeOnShard(shard), nodeOnShard(1 - shard)];
    const first: Write = session => {
      session.effects.setProperty(from, 't', 1);
      session.effects.setProperty(to, 't', 0);
      session.effects.createEdge(from, 'e', to);
    };
    const lost: Write = session => void session.effects.setProperty(from, 't', 0);
    const last: Write = session => void session.effects.setProperty(to, 't', 1);
    expect(await netAfter(query, shard, first, lost, last)).toBe(1);
  });
});

// Depending on the value, the group's node is on either shard.
describe.each([1, 2, 3, 4])('a group of %d', value => {
  test.each([
    ['forgot that it left', 0, 1],
    ["left, which the group's node may have forgotten", 1, 0],
  ])('a member %s', async (_, losing, expected) => {
    const member = nodeOnShard(0);
    const first: Write = session => {
      session.effects.setProperty(member, 'g', value);
      session.effects.setProperty(member, 't', 1);
    };
    const lost: Write = session => void session.effects.setProperty(member, 't', 0);
    const last: Write = session => void session.effects.setProperty(nodeOnShard(1), 'x', 1);
    const query = 'MATCH (a) WHERE a.t = 1 RETURN a.g AS g, count(*) AS n';
    expect(await netAfter(query, losing, first, lost, last)).toBe(expected);
  });
});
