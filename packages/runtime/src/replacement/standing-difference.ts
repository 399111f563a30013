/** Reports to consumers when a standing query is replaced, as results. */
import type { NodeId } from '@weir/model';
import type { StandingResult } from '@weir/standing';
import type { PlainResult, StandingDifference } from '../contract/replacement-service.js';

/** Returns cancellations for results of the plan `before`, then matches of `after`, on no node. */
export function differenceResults(
  { cancellations, matches }: StandingDifference,
  before: number,
  after: number,
): StandingResult[] {
  return [
    ...cancellations.map(result => plainResult(before, result, false)),
    ...matches.map(result => plainResult(after, result, true)),
  ];
}

function plainResult(query: number, [resultId, row]: PlainResult, isPositiveMatch: boolean): StandingResult {
  return {
    query,
    root: '' as NodeId,
    isPositiveMatch,
    isInitialResult: isPositiveMatch,
    resultId,
    row,
    origin: undefined,
  };
}
