/** Counts the nodes in memory by size, without blocking the thread. */
import type { NodeCensus } from '@weir/contract';
import type { GraphWorker } from '@weir/graph';

/** Lower bounds of the buckets. */
const BEGINNINGS = [1, 8, 128, 2048, 16_384] as const;
const NODES_PER_TURN = 20_000;

export async function nodeCensus({ shards, environment }: GraphWorker): Promise<NodeCensus> {
  const [properties, edges, mailboxes] = [emptyBuckets(), emptyBuckets(), emptyBuckets()];
  let seen = 0;
  for (const shard of shards) {
    for (const size of shard.mailboxes()) count(mailboxes, size);
    for (const node of shard.nodes.values()) {
      count(properties, node.propertyCount);
      count(edges, node.edgeCount(undefined, undefined));
      if (++seen % NODES_PER_TURN === 0)
        await new Promise<void>(resolve => environment.scheduler.soon(resolve));
    }
  }
  return { properties, edges, mailboxes };
}

export function addedCensus(parts: readonly NodeCensus[]): NodeCensus {
  const added = (of: (part: NodeCensus) => readonly number[]): number[] =>
    emptyBuckets().map((_, i) => parts.reduce((sum, part) => sum + of(part)[i]!, 0));
  return {
    properties: added(part => part.properties),
    edges: added(part => part.edges),
    mailboxes: added(part => part.mailboxes),
  };
}

function emptyBuckets(): number[] {
  return BEGINNINGS.map(() => 0);
}

/** Empty nodes are not counted. */
function count(buckets: number[], size: number): void {
  for (let i = BEGINNINGS.length - 1; i >= 0; i--) {
    if (size < BEGINNINGS[i]!) continue;
    buckets[i]!++;
    return;
  }
}
