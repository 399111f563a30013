/** Formats whose values pass through a JavaScript function. A record for which it fails is rejected. */
import type { Value, ValueMap } from '@weir/model';
import type { Clock, MaybePromise } from '@weir/platform';
import type { AcceptRecord, RecordChunk, RecordFormat, RejectRecord, SlowRecordFormat } from '@weir/contract';
import { recordFormat as plainFormat } from './record-formats.js';
import { Transformation } from './transformation.js';

class TransformingFormat implements SlowRecordFormat {
  constructor(
    private readonly inner: RecordFormat,
    private readonly transformation: Transformation,
  ) {}

  parseSome(chunk: RecordChunk, accept: AcceptRecord, reject: RejectRecord): MaybePromise<number> {
    const { transformation } = this;
    if (transformation.isLost)
      return transformation.renew().then(() => this.parseSome(chunk, accept, reject));
    const count = chunk.bounds.length / 2;
    const values: Value[] = [];
    const indexes: number[] = [];
    const rejected: Parameters<RejectRecord>[] = [];
    this.inner.parse(
      chunk,
      (value, index) => {
        values.push(value);
        indexes.push(index);
      },
      (...rejection) => rejected.push(rejection),
    );
    const results = transformation.apply(values);
    results.forEach((result, i) => {
      if ('failure' in result) reject(indexes[i]!, `the transformation failed: ${result.failure}`, values[i]);
      else accept(result.value, indexes[i]!);
    });
    const done = results.length < values.length ? indexes[results.length]! : count;
    for (const rejection of rejected) if (rejection[0] < done) reject(...rejection);
    return done;
  }
}

export async function transformed(
  format: RecordFormat,
  source: string,
  clock: Clock,
): Promise<SlowRecordFormat> {
  return new TransformingFormat(format, await Transformation.of(source, clock));
}

/** @param options the result of `formatReference`. */
export async function recordFormat(options: ValueMap, clock: Clock): Promise<SlowRecordFormat> {
  return transformed(plainFormat(options), options['transformation'] as string, clock);
}
