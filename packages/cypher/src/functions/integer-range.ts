/** The integers of `range(start, end, step)`, without a list of them. */
import { isInteger } from '@weir/model';
import type { Value } from '@weir/model';
import { runtimeError } from '../expression/operations/runtime-errors.js';

export class IntegerRange {
  constructor(
    private readonly start: number,
    private readonly step: number,
    readonly length: number,
  ) {}

  at(index: number): Value {
    return this.start + index * this.step;
  }
}

/** @returns `undefined` when the arguments have the wrong types. */
export function integerRange([start, end, step = 1]: readonly Value[]): IntegerRange | undefined {
  if (typeof start !== 'number' || typeof end !== 'number' || typeof step !== 'number') return undefined;
  if (!isInteger(start) || !isInteger(end) || !isInteger(step)) return undefined;
  if (step === 0) throw runtimeError('`range` needs a step that is not zero', 'NumberOutOfRange');
  return new IntegerRange(start, step, Math.max(0, Math.floor((end - start) / step) + 1));
}
