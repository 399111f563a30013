/** The integers of `range(start, end, step)`, without creating a list. */
import { integer, isInteger } from '@weir/model';
import type { Value } from '@weir/model';
import { runtimeError } from '../operations/runtime-errors.js';

export interface IntegerRange {
  readonly length: number;
  at(index: number): Value;
}

class SmallRange implements IntegerRange {
  constructor(
    private readonly start: number,
    private readonly step: number,
    readonly length: number,
  ) {}

  at(index: number): Value {
    return this.start + index * this.step;
  }
}

/** For integers that doubles cannot represent exactly. */
class LargeRange implements IntegerRange {
  constructor(
    private readonly start: bigint,
    private readonly step: bigint,
    readonly length: number,
  ) {}

  at(index: number): Value {
    return integer(this.start + BigInt(index) * this.step)!;
  }
}

/** @returns `undefined` if the arguments have the wrong types. */
export function integerRange([start, end, step = 1]: readonly Value[]): IntegerRange | undefined {
  if (!isInteger(start!) || !isInteger(end!) || !isInteger(step)) return undefined;
  if (step === 0) throw runtimeError('`range` needs a step that is not zero', 'NumberOutOfRange');
  if (typeof start === 'number' && typeof end === 'number' && typeof step === 'number') {
    const length = Math.max(0, Math.floor((end - start) / step) + 1);
    if (length < 2 ** 31) return new SmallRange(start, step, length);
  }
  const [first, last, by] = [BigInt(start), BigInt(end), BigInt(step)];
  const distance = by > 0n ? last - first : first - last;
  const length = distance < 0n ? 0n : distance / (by > 0n ? by : -by) + 1n;
  return new LargeRange(first, by, Number(length));
}
