/** A sample of the nodes in memory. */
import { formatNodeId, isInteger } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { NodeId, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import { NodeHandle } from '../run/entity-handles.js';
import type { RunState } from '../run/run-state.js';
import { wrongSignature } from '../operations/runtime-errors.js';
import { ReadPart } from '../node-view.js';
import type { BatchProcedure } from '../registry/procedure-definition.js';

const DEFAULT_COUNT = 10;

function sample(state: RunState, count: number): MaybePromise<readonly NodeId[]> {
  const ids = state.graph.reads.recentNodes(count);
  return isPromise(ids) ? ids.then(found => existing(state, found)) : existing(state, ids);
}

function existing(state: RunState, ids: readonly NodeId[]): MaybePromise<readonly NodeId[]> {
  const views = state.graph.reads.readNodes(ids, ReadPart.EdgeCount);
  const keep = (found: Awaited<typeof views>): readonly NodeId[] =>
    found.filter(view => view.exists).map(view => view.id);
  return isPromise(views) ? views.then(keep) : keep(views);
}

function recent(
  name: string,
  output: { name: string; type: string },
  toValue: (id: NodeId) => Value,
): BatchProcedure {
  const signature = `${name}(count :: INTEGER)`;
  return {
    kind: 'batch',
    name,
    description: 'A random sample of the nodes in memory',
    inputs: [{ name: 'count', type: 'INTEGER' }],
    requiredInputs: 0,
    outputs: [output],
    mode: 'READ',
    async run(state, calls) {
      const results: Value[][][] = [];
      for (const [count = DEFAULT_COUNT] of calls) {
        if (!isInteger(count)) throw wrongSignature(signature, [count]);
        const ids = await sample(state, Math.max(0, Number(count)));
        results.push(ids.map(id => [toValue(id)]));
      }
      return results;
    },
  };
}

export const RECENT_NODES: readonly BatchProcedure[] = [
  recent('recentNodes', { name: 'node', type: 'NODE' }, id => new NodeHandle(id)),
  recent('recentNodeIds', { name: 'nodeId', type: 'STRING' }, id => formatNodeId(id)),
];
