import type { NumberSourceDefinition } from '../definition/number-source.js';
import { WeirError } from '@weir/platform';
import { asNumber, refuseHeaderRow } from '@weir/formats/sources';
import { NumberSource } from './number-source.js';
import { plainSource, type PreparedSource } from '@weir/formats/kinds';

export async function prepareNumbers(source: NumberSourceDefinition): Promise<PreparedSource> {
  if (source.format !== undefined) {
    refuseHeaderRow(source.format, 'a sequence of numbers');
    const { type } = source.format;
    if (type === 'AvroContainer' || type === 'Parquet')
      throw new WeirError('ingest.invalid', `Numbers cannot be read as ${type}.`);
  }
  const start = BigInt(source.startOffset);
  const limit = asNumber(source.limit);
  return plainSource(() => new NumberSource(start, limit));
}
