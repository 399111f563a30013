import { type Origin, originsIn, type StandingResult } from '@weir/standing';
import { type ResultBatch, unpackBatch } from '../results/result-batch.js';

export interface UnpackedResult extends Omit<StandingResult, 'root' | 'origin' | 'origins'> {
  readonly origins: readonly Origin[];
}

export function resultsIn({ query, bytes }: ResultBatch): UnpackedResult[] {
  const batch = unpackBatch(bytes);
  return Array.from({ length: batch.count }, (_, i) => ({
    query,
    isPositiveMatch: batch.isPositiveMatch(i),
    isInitialResult: batch.isInitialResult(i),
    resultId: batch.resultId(i),
    row: batch.row(i),
    origins: originsIn(batch.provenance(i)),
  }));
}
