/** Errors between a source and the servers that share a table. */

export interface SharingProblemOptions extends ErrorOptions {
  /** Pause that the server requested. */
  readonly retryAfterMillis?: number | undefined;
}

/**
 * `passing`: retry. `expired`: retry with another address. `unreadable`: these versions, or this file, are unavailable,
 * but others may be readable. `refused`: no retry helps.
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
