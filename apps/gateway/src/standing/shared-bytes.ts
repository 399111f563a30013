/**
 * Encoded results, created once for all clients that receive them in the same form. Consumers that read a query's
 * results at about the same time get the same objects, which are the keys here; entries are released with them.
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

  /** Concatenates the results in order. */
  ofAll(results: readonly StandingOutput[]): Buffer {
    return results.length === 1 ? this.of(results[0]!) : Buffer.concat(results.map(each => this.of(each)));
  }
}
