/** What goes wrong between a source and those that share a table. */

export interface SharingProblemOptions extends ErrorOptions {
  /** The other side asked for a pause of that length. */
  readonly retryAfterMillis?: number | undefined;
}

/**
 * `passing`: worth another try. `expired`: with another address. `unreadable`: these versions, or this file, can't be had,
 * others may. `refused`: no try would help.
 */
export class SharingProblem extends Error {
  override readonly name = 'SharingProblem';
  readonly retryAfterMillis: number;

  constructor(
    readonly kind: 'passing' | 'expired' | 'unreadable' | 'refused',
    message: string,
    options: SharingProblemOptions = {},
  ) {
    super(message, options);
    this.retryAfterMillis = options.retryAfterMillis ?? 0;
  }
}

export function isUnreadable(error: unknown): error is SharingProblem {
  return error instanceof SharingProblem && error.kind === 'unreadable';
}
