/** The error class shared by everything in this thread: see own-weir-error.ts, and values/value.ts for the reason. */
import { sharedInThread } from '../environment/shared-in-thread.js';
import { WeirError as OwnWeirError } from './own-weir-error.js';

export { type ErrorCode, isTransient, type SourcePosition, type TransferredError } from './own-weir-error.js';

export const WeirError = sharedInThread('WeirError', OwnWeirError);
export type WeirError = OwnWeirError;

/** Ends a `switch` over a closed union: a missing case is a type error here. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
