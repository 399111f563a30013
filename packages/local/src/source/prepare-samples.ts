import { asNumber } from '@weir/formats/sources';
import { plainSource, type PreparedSource, type SourceContext } from '@weir/formats/kinds';
import type { SampleSourceDefinition } from '../definition/sample-source.js';
import { SampleSource } from './sample-source.js';

export function prepareSamples(
  { name, seed, limit }: SampleSourceDefinition,
  { environment }: SourceContext,
): PreparedSource {
  return plainSource(() => new SampleSource(name, seed, asNumber(limit), environment.scheduler));
}
