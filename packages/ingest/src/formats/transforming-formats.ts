/** Formats whose values a function makes others of. A record for which it throws is rejected. */
import { type Clock, type Value, type ValueMap, WeirError } from '@weir/model';
import type { RecordChunk, RecordFormat } from '@weir/contract';
import { recordFormat as plainFormat } from './record-formats.js';
import { Transformation } from './transformation.js';

class TransformingFormat implements RecordFormat {
  readonly isSlow = true;

  constructor(
    private readonly inner: RecordFormat,
    private readonly transformation: Transformation,
  ) {}

  parse(
    chunk: RecordChunk,
    accept: (value: Value, index: number) => void,
    reject: (index: number, reason: string, decoded?: Value) => void,
  ): void {
    const take = (value: Value, index: number): void => {
      let transformed: Value;
      try {
        transformed = this.transformation.apply(value);
      } catch (error) {
        if (error instanceof WeirError) throw error;
        reject(index, `the transformation failed: ${(error as Error).message}`, value);
        return;
      }
      accept(transformed, index);
    };
    this.inner.parse(chunk, take, reject);
  }
}

export async function transformed(format: RecordFormat, source: string, clock: Clock): Promise<RecordFormat> {
  return new TransformingFormat(format, await Transformation.of(source, clock));
}

/** @param options what `formatReference` made. */
export async function recordFormat(options: ValueMap, clock: Clock): Promise<RecordFormat> {
  return transformed(plainFormat(options), options['transformation'] as string, clock);
}
