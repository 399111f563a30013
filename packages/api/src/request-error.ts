import { maskedText, WeirError } from '@weir/platform';

/** An invalid request, with all its errors. */
export class RequestError extends WeirError {
  readonly details: readonly string[];

  constructor(
    details: readonly string[],
    options: { cause?: unknown } = {},
    /** The invalid part; version 2 reports it. */
    readonly part: 'body' | 'parameters' = 'parameters',
  ) {
    super('request.invalid', details.join('\n'), options);
    this.details = details.map(maskedText);
  }
}
