/** How an edge of a pattern does at a node, of which the service explains why it does not match. */
import type { ExplainedPart } from '../api/types.js';

type ExplainedEdge = Pick<
  ExplainedPart['edges'][number],
  'mode' | 'neighbours' | 'matchingCount' | 'isMissing'
>;

/** `open`: nobody has asked the neighbours yet, as they matter only when the node's own conditions hold. */
export type EdgeState = 'yes' | 'no' | 'open';

export function stateOfEdge({ mode, neighbours, matchingCount, isMissing }: ExplainedEdge): EdgeState {
  if (mode === 'anti') return matchingCount === 0 ? 'yes' : 'no';
  if ((mode !== 'inner' && mode !== 'semi') || (matchingCount > 0 && !isMissing)) return 'yes';
  return isMissing || neighbours === 0 ? 'no' : 'open';
}
