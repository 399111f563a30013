/**
 * Questions about half edges that arise in a recovery, so they do not follow earlier messages of a worker. Sent
 * immediately, such a question could overtake the other half of an edge that a session is creating, and the answer
 * would undo the edge. So questions wait until everything sent before them has arrived. Questions that arise meanwhile
 * are gathered for the next round.
 */
import { EffectBatch } from '../mail/effect-batch.js';
import type { Arrivals } from './arrivals.js';
import type { FollowUps } from './follow-ups.js';

interface Gathering {
  readonly batch: EffectBatch;
  readonly answered: Promise<void>;
}

export class LateQuestions {
  private gathering: Gathering | undefined = undefined;
  private lastDelivery: Promise<void> = Promise.resolve();

  constructor(
    private readonly followUps: FollowUps,
    private readonly arrivals: Arrivals,
  ) {}

  /** @returns when the questions are answered and the consequences are durable. */
  verify(questions: EffectBatch): Promise<void> {
    this.gathering ??= this.gather();
    const { batch, answered } = this.gathering;
    questions.distribute(() => batch);
    return answered;
  }

  private gather(): Gathering {
    const batch = new EffectBatch();
    // Does not wait for the answers to earlier questions: they may depend on a question that is gathered here.
    const delivery = this.lastDelivery.then(() => {
      this.gathering = undefined;
      return this.arrivals.everywhere();
    });
    this.lastDelivery = delivery.catch(() => undefined);
    return { batch, answered: delivery.then(() => this.followUps.forward(batch)) };
  }
}
