import type { NodeId } from '@weir/model';
import type { NodeChange } from './node-change.js';
import type { StandingMessage } from './standing-message.js';
import type { StandingResult } from './standing-result.js';

/** Records inputs and outputs of pattern nodes, for tests and for inspection. */
export interface StandingRecorder {
  changed(node: NodeId, change: NodeChange): void;
  received(node: NodeId, from: NodeId, message: StandingMessage): void;
  sent(node: NodeId, to: NodeId, message: StandingMessage): void;
  reported(result: StandingResult): void;
}

export const NO_RECORDER: StandingRecorder = {
  changed: () => undefined,
  received: () => undefined,
  sent: () => undefined,
  reported: () => undefined,
};
