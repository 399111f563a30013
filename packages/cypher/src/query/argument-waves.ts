/**
 * Runs a query that reads and writes over several argument rows in waves, so that rows about the same node do not lose
 * each other's updates. Each row is in the first wave after all earlier rows that share one of its ids.
 */
import type { NodeId } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { EvaluateId } from '../expression/compile-call.js';
import type { RunState } from '../run/run-state.js';

export function wavesOfArguments(
  rows: readonly Row[],
  anchors: readonly EvaluateId[],
  state: RunState,
): readonly (readonly Row[])[] {
  const waves: Row[][] = [];
  const lastWave = new Map<NodeId, number>();
  for (const row of rows) {
    const ids: NodeId[] = [];
    let wave = 0;
    for (const anchor of anchors) {
      const id = anchor(row, state);
      if (id === null) continue;
      ids.push(id);
      wave = Math.max(wave, (lastWave.get(id) ?? -1) + 1);
    }
    for (const id of ids) lastWave.set(id, wave);
    if (wave < waves.length) waves[wave]!.push(row);
    else waves.push([row]);
  }
  return waves;
}
