/** State of a pattern edge at a node, in the service's explanation of why the node does not match. */
import type { ExplainedPatternNode } from '../../api/types.js';

type ExplainedEdge = Pick<
  ExplainedPatternNode['edges'][number],
  'mode' | 'neighbours' | 'matchingCount' | 'isMissing'
>;

/** `open`: the neighbors were not queried yet, as they matter only when the node's own conditions hold. */
export type EdgeState = 'yes' | 'no' | 'open';

export function stateOfEdge({ mode, neighbours, matchingCount, isMissing }: ExplainedEdge): EdgeState {
  if (mode === 'anti') return matchingCount === 0 ? 'yes' : 'no';
  if ((mode !== 'inner' && mode !== 'semi') || (matchingCount > 0 && !isMissing)) return 'yes';
  return isMissing || neighbours === 0 ? 'no' : 'open';
}
