import type { NodeId, StandingEvent } from '@weir/model';
import type { StandingMessage } from './standing-message.js';
import type { StandingResult } from './standing-result.js';

export interface StandingEffects {
  /** Messages from this node to `to` keep their order. */
  send(to: NodeId, message: StandingMessage): void;
  result(result: StandingResult): void;
  /** To be journalled with the message that caused it, and given back to `replay` after a restart. */
  journal(event: StandingEvent): void;
  /** A fresh UUID for a match. */
  resultId(): string;
}
