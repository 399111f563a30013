/** A result as JSON text and as a value, with or without metadata. */
import { resultMeta, type StandingOutput } from '@weir/contract';
import type { OutputStructure } from '../forms/output-format.js';
import { resultJson, type ValueMap } from '@weir/model';

export function resultText(result: StandingOutput, structure: OutputStructure): string {
  const data = resultJson(result.data);
  if (structure.type === 'Bare') return data;
  return `{"meta":${JSON.stringify(resultMeta(result, 'output'))},"data":${data}}`;
}

/** Returns a result as a query's parameter; ids remain ids. */
export function resultValue(result: StandingOutput, structure: OutputStructure): ValueMap {
  return structure.type === 'Bare' ? result.data : { meta: resultMeta(result, 'output'), data: result.data };
}
