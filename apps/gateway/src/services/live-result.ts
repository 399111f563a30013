/** A result as clients that watch get it. */
import { resultJson } from '@weir/model';
import type { StandingOutput } from '@weir/contract';

export function liveResultText({
  resultId,
  isPositiveMatch,
  isInitialResult,
  data,
  provenance,
  provenanceTruncated,
}: StandingOutput): string {
  const meta = JSON.stringify({
    resultId,
    isPositiveMatch,
    isInitialResult,
    provenance,
    provenanceTruncated,
  });
  return `{"meta":${meta},"data":${resultJson(data)}}`;
}
