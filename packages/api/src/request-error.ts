import { WeirError } from '@weir/model';

/** A request that can't be understood, with everything that is wrong with it. */
export class RequestError extends WeirError {
  constructor(
    readonly details: readonly string[],
    options: { cause?: unknown } = {},
  ) {
    super('request.invalid', details.join('\n'), options);
  }
}
