/** Messages between the main thread and the thread of the directory. Each answer has the number of its request. */
import type { DirectoryChange, HoldLoss } from '@weir/cluster';
import type { LogLevel, TransferredError } from '@weir/platform';
import type { LeaseMemory } from './shared-lease.js';

export interface HoldRequest {
  readonly kind: 'hold';
  readonly id: number;
  readonly key: string;
  readonly value: string;
  readonly leaseMillis: number;
  readonly patienceMillis: number;
  /** How long the main thread may stall before the key is not renewed any more. */
  readonly stallMillis: number;
  readonly memory: LeaseMemory;
}

export type ThreadRequest =
  | {
      readonly kind: 'put';
      readonly id: number;
      readonly key: string;
      readonly value: string | undefined;
      readonly expected: number;
      readonly ttlMillis: number | undefined;
    }
  | { readonly kind: 'watch'; readonly id: number }
  | { readonly kind: 'unwatch'; readonly id: number }
  | HoldRequest
  | { readonly kind: 'set'; readonly id: number; readonly value: string }
  | { readonly kind: 'release'; readonly id: number }
  | { readonly kind: 'close' };

export type ThreadReport =
  | { readonly kind: 'opened' }
  /** The thread ends. */
  | { readonly kind: 'failed'; readonly error: TransferredError }
  | { readonly kind: 'written'; readonly id: number; readonly revision: number | undefined }
  | { readonly kind: 'unwritten'; readonly id: number; readonly error: TransferredError }
  | { readonly kind: 'changed'; readonly id: number; readonly change: DirectoryChange }
  | { readonly kind: 'upToDate'; readonly id: number }
  | { readonly kind: 'lost'; readonly id: number; readonly cause: HoldLoss }
  | { readonly kind: 'released'; readonly id: number; readonly revision: number }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly fields: Readonly<Record<string, unknown>> | undefined;
    };
