/** How effects on one node lead to effects on others, of any worker. */
import type { EffectBatch } from '../mail/effect-batch.js';

export interface FollowUps {
  /** Resolves when they are durable. */
  forward(batch: EffectBatch): Promise<void>;
  /** The same, sent by the worker `from`, after what it has sent until now. */
  askBy(from: number, batch: EffectBatch): Promise<void>;
}
