/**
 * Questions about half edges that no worker has behind what it sent before: those of a recovery. Asked at once, such a
 * question could overtake the other half of an edge that a session is making at this moment, and the answer would undo
 * it. So the questions wait until everything has arrived that was sent before they came up; all that come up meanwhile
 * wait together for the next time.
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

  /** @returns when they are answered, and what follows from that is durable. */
  ask(questions: EffectBatch): Promise<void> {
    this.gathering ??= this.gather();
    const { batch, answered } = this.gathering;
    questions.distribute(() => batch);
    return answered;
  }

  private gather(): Gathering {
    const batch = new EffectBatch();
    // Not after the answers to earlier ones: what these wait for may be a question that waits here.
    const delivery = this.lastDelivery.then(() => {
      this.gathering = undefined;
      return this.arrivals.everywhere();
    });
    this.lastDelivery = delivery.catch(() => undefined);
    return { batch, answered: delivery.then(() => this.followUps.forward(batch)) };
  }
}
