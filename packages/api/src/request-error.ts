import { maskedText, WeirError } from '@weir/model';

/** A request that can't be understood, with everything that is wrong with it. */
export class RequestError extends WeirError {
  readonly details: readonly string[];

  constructor(
    details: readonly string[],
    options: { cause?: unknown } = {},
    /** Where it is wrong: version 2 tells. */
    readonly part: 'body' | 'parameters' = 'parameters',
  ) {
    super('request.invalid', details.join('\n'), options);
    this.details = details.map(maskedText);
  }
}
