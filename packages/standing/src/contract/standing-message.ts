import type { Delta } from './delta.js';
import type { Origin } from './origin.js';

/**
 * A message from a node to another one or to itself. `query` is the number of the standing query, `nodeIndex` the index of
 * a node in its plan: the child that is subscribed to or that reports.
 */
export type StandingMessage =
  | {
      readonly kind: 'subscribe';
      readonly query: number;
      readonly nodeIndex: number;
      /** As in `Delta`. The answer has the same origin. */
      readonly origin?: Origin | undefined;
      readonly initial?: boolean;
    }
  | { readonly kind: 'cancel'; readonly query: number; readonly nodeIndex: number }
  /** After a crash: the receiver subscribes again if it should be subscribed to the sender's pattern node. */
  | { readonly kind: 'ask'; readonly query: number; readonly nodeIndex: number }
  | { readonly kind: 'report'; readonly query: number; readonly nodeIndex: number; readonly delta: Delta };
