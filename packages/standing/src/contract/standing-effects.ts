import type { NodeId, StandingEvent } from '@weir/model';
import type { StandingMessage } from './standing-message.js';
import type { StandingResult } from './standing-result.js';

/** Effects of the engine beyond the state: it sends messages, reports results and writes to the node's journal. */
export interface StandingEffects {
  /** Messages from this node to `to` keep their order. */
  send(to: NodeId, message: StandingMessage): void;
  result(result: StandingResult): void;
  /** The event is journaled with the message that caused it, and passed to `replay` after a restart. */
  journal(event: StandingEvent): void;
  /** Returns a fresh UUID for a match. */
  resultId(): string;
}
