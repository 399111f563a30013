/** Details of a node for debugging: its state, its stored history, and its standing-query state. */
import { type NodeInspection, ReadPart, type StandingStateInspection } from '@weir/cypher';
import { decode, lastEventTimeAt, type NodeEvent, type NodeId } from '@weir/model';
import { inspectState, type StandingState } from '@weir/standing';
import type { NodeReader } from './node-reader.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { WorkerShards } from '../shard/worker-shards.js';

const ALL_PARTS = ReadPart.Properties | ReadPart.Labels | ReadPart.EdgeCount;

export async function inspectNode(
  shards: WorkerShards,
  commits: GroupCommit,
  reader: NodeReader,
  id: NodeId,
  atTime: number | undefined,
): Promise<NodeInspection> {
  await commits.commit();
  const mode = { atTime, passing: false };
  const [view] = await reader.readNodes([id], ALL_PARTS, mode);
  const whole = {
    nodes: [id],
    direction: undefined,
    labels: undefined,
    others: undefined,
    limit: Number.MAX_SAFE_INTEGER,
    offset: 0,
  };
  const [edges] = await reader.expand(whole, mode);
  const shard = shards.of(id);
  const asOf = atTime === undefined ? undefined : lastEventTimeAt(atTime);
  const stored = await shard.persistor.readNode(id, asOf);
  return {
    view: view!,
    edges: edges!,
    snapshotTime: stored?.snapshot?.time ?? null,
    journal: (stored?.journal ?? []).map(({ time, bytes }) => ({
      time,
      events: decode(bytes) as NodeEvent[],
    })),
    standing: atTime === undefined ? statesOf(shard.nodes.get(id)?.standing) : [],
  };
}

function statesOf(state: StandingState | undefined): StandingStateInspection[] {
  return inspectState(state).map(({ query, nodeIndex, active, resultId, subscribers, patternEdges }) => ({
    query,
    part: nodeIndex,
    active,
    resultId: resultId ?? null,
    subscribers,
    reports: patternEdges.flatMap(({ reported }) =>
      reported.map(({ neighbor, rows }) => ({ neighbor, matches: rows.length > 0 })),
    ),
  }));
}
