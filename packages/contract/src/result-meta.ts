import type { ValueMap } from '@weir/model';
import type { StandingOutput } from './standing-handle.js';

/**
 * What is said about a result beside its data, wherever results are shown, in the order in which it is written.
 * @param audience `live`: who watches results as they come, on streams and sockets and in queries, is also told which
 *   of them were there before the query; outputs are not.
 */
export function resultMeta(result: StandingOutput, audience: 'live' | 'output'): ValueMap {
  const { resultId, isPositiveMatch, isInitialResult, provenance, provenanceTruncated } = result;
  const meta: ValueMap =
    audience === 'live' ? { resultId, isPositiveMatch, isInitialResult } : { resultId, isPositiveMatch };
  if (provenance) meta['provenance'] = provenance.map(({ stream, position }) => ({ stream, position }));
  if (provenanceTruncated) meta['provenanceTruncated'] = true;
  return meta;
}
