/** A result as JSON text and as a value, with or without what is known about it. */
import { resultJson, type ValueMap } from '@weir/model';
import type { StandingOutput } from '@weir/contract';
import type { OutputStructure } from '@weir/definitions';

export function resultText(result: StandingOutput, structure: OutputStructure): string {
  const data = resultJson(result.data);
  return structure.type === 'Bare' ? data : `{"meta":${metaText(result)},"data":${data}}`;
}

function metaText({ resultId, isPositiveMatch, provenance, provenanceTruncated }: StandingOutput): string {
  return JSON.stringify({ resultId, isPositiveMatch, provenance, provenanceTruncated });
}

/** As a query's parameter; ids stay ids. */
export function resultValue(result: StandingOutput, structure: OutputStructure): ValueMap {
  if (structure.type === 'Bare') return result.data;
  const { resultId, isPositiveMatch, provenance, data } = result;
  const meta: ValueMap = { resultId, isPositiveMatch };
  if (provenance) meta['provenance'] = provenance.map(({ stream, position }) => ({ stream, position }));
  if (result.provenanceTruncated) meta['provenanceTruncated'] = true;
  return { meta, data };
}
