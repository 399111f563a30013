/** Limits on awake nodes, in the form that both API versions read and write. */
import { RequestError } from '@weir/api';
import type { ShardLimits, StreamingGraph } from '@weir/contract';

/**
 * Shards that are not named keep their limits.
 * @param limits keyed by shard index. Rejects with `request.invalid`; then nothing has changed.
 */
export async function changeShardLimits(
  graph: StreamingGraph,
  limits: Readonly<Record<string, ShardLimits>>,
): Promise<void> {
  await graph.admin.shards.setLimits(toLimits(limits, graph.admin.shards.count));
}

function toLimits(
  body: Readonly<Record<string, ShardLimits>>,
  shards: number,
): ReadonlyMap<number, ShardLimits> {
  const problems: string[] = [];
  const unknown: string[] = [];
  const limits = new Map<number, ShardLimits>();
  for (const [key, { softLimit, hardLimit }] of Object.entries(body)) {
    const shard = /^\d+$/.test(key) ? Number(key) : NaN;
    if (Number.isNaN(shard)) problems.push(`For input string: "${key}"`);
    else if (shard >= shards) unknown.push(key);
    else if (softLimit < 0 || hardLimit <= softLimit) {
      problems.push(`Shard ${key}: softLimit must be at least 0, and hardLimit must be above softLimit`);
    } else limits.set(shard, { softLimit, hardLimit });
  }
  if (unknown.length > 0) problems.push(`The following shards do not exist: ${unknown.join(', ')}`);
  if (problems.length > 0) throw new RequestError(problems);
  return limits;
}

/** Keyed by shard index; shards without limits are left out. */
export async function shardLimits(graph: StreamingGraph): Promise<Record<string, ShardLimits>> {
  const status = await graph.admin.shards.status();
  return Object.fromEntries(status.flatMap(({ shard, limits }) => (limits ? [[String(shard), limits]] : [])));
}
