import type { Delta } from './delta.js';
import type { Origin } from './origin.js';

/** From a node to another one (or to itself). `query` is the standing query's number. */
export type StandingMessage =
  | {
      readonly kind: 'subscribe';
      readonly query: number;
      readonly nodeIndex: number;
      /** As in `Delta`: what caused it goes with it, and comes back with the answer. */
      readonly origin?: Origin | undefined;
      readonly initial?: boolean;
    }
  | { readonly kind: 'cancel'; readonly query: number; readonly nodeIndex: number }
  /** After a crash, whether the other node is still subscribed to this one's pattern node: if it should be, it subscribes again. */
  | { readonly kind: 'ask'; readonly query: number; readonly nodeIndex: number }
  /** `nodeIndex` is that of the child that reports; its parent is known from the plan. */
  | { readonly kind: 'report'; readonly query: number; readonly nodeIndex: number; readonly delta: Delta };
