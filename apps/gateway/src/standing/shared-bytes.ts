/**
 * Results in one form, as the bytes that are sent: made once for all clients that get them in this form. Who reads a
 * query's results at about the same time gets the same objects, by which they are found here; they go with those.
 */
import type { StandingOutput } from '@weir/contract';

export class SharedBytes {
  private readonly known = new WeakMap<StandingOutput, Buffer>();

  constructor(private readonly format: (result: StandingOutput) => string) {}

  of(result: StandingOutput): Buffer {
    let bytes = this.known.get(result);
    if (bytes === undefined) this.known.set(result, (bytes = Buffer.from(this.format(result))));
    return bytes;
  }

  /** One after the other. */
  ofAll(results: readonly StandingOutput[]): Buffer {
    return results.length === 1 ? this.of(results[0]!) : Buffer.concat(results.map(each => this.of(each)));
  }
}
