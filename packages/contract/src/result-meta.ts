import type { ValueMap } from '@weir/model';
import type { StandingOutput } from './standing-handle.js';

/**
 * Returns the metadata of a result, in the order in which it is written wherever results are shown.
 * @param audience `live` (streams, sockets and queries that show results as they arrive) includes `isInitialResult`,
 * which marks results that existed before the query; `output` omits it.
 */
export function resultMeta(result: StandingOutput, audience: 'live' | 'output'): ValueMap {
  const { resultId, isPositiveMatch, isInitialResult, provenance, provenanceTruncated } = result;
  const meta: ValueMap =
    audience === 'live' ? { resultId, isPositiveMatch, isInitialResult } : { resultId, isPositiveMatch };
  if (provenance) meta['provenance'] = provenance.map(({ stream, position }) => ({ stream, position }));
  if (provenanceTruncated) meta['provenanceTruncated'] = true;
  return meta;
}
