/** Sends effects on other nodes, of any worker, that result from effects on one node. */
import type { EffectBatch } from '../mail/effect-batch.js';

export interface FollowUps {
  /** Resolves when the effects are durable. */
  forward(batch: EffectBatch): Promise<void>;
  /** Like `forward`, but the worker `from` sends them, after everything it has sent so far. */
  requestBy(from: number, batch: EffectBatch): Promise<void>;
}
