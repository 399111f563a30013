/** A result as JSON text and as a value, with or without what is known about it. */
import { resultJson, type ValueMap } from '@weir/model';
import type { StandingOutput } from '@weir/runtime';
import type { OutputStructure } from '../definition/output-definition.js';

export function resultText(result: StandingOutput, structure: OutputStructure): string {
  const data = resultJson(result.data);
  return structure.type === 'Bare' ? data : `{"meta":${metaText(result)},"data":${data}}`;
}

function metaText(result: StandingOutput): string {
  return `{"resultId":${JSON.stringify(result.resultId)},"isPositiveMatch":${String(result.isPositiveMatch)}}`;
}

/** As a query's parameter; ids stay ids. */
export function resultValue(result: StandingOutput, structure: OutputStructure): ValueMap {
  if (structure.type === 'Bare') return result.data;
  return {
    meta: { resultId: result.resultId, isPositiveMatch: result.isPositiveMatch },
    data: result.data,
  };
}
