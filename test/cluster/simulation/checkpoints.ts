/**
 * Checkpoints over all shards: the owner of the first shard requests one step after the other from all. If a shard
 * begins a new epoch meanwhile, an answer is missing, and the next round begins.
 */
import { CHECKPOINT_STEPS } from '@weir/graph';
import type { GraphShard } from './graph-shard.js';
import type { SimProcess } from './sim-world.js';

const CONDUCTOR = 0;
const IDLE_MILLIS = 500;
const ROUNDS_PER_EPOCH = 1_000_000;

type Message = [kind: 'do' | 'done', round: number, step: number];

export class Checkpoints {
  /** Higher than the rounds of earlier conductors. */
  private round: number;
  private lastRound = 0;
  private step = 0;
  private waitsFor = new Set<number>();

  constructor(
    private readonly host: GraphShard,
    private readonly shardCount: number,
    private readonly process: SimProcess,
    /** Delay between two rounds; `undefined`: none starts now. */
    private readonly pace: () => number | undefined,
  ) {
    this.round = host.epoch * ROUNDS_PER_EPOCH;
    if (host.shard === CONDUCTOR) this.later();
  }

  receive(from: number, message: unknown): void {
    const [kind, round, step] = message as Message;
    if (kind === 'do') {
      this.take(round, step, () => this.host.say(from, ['done', round, step]));
    } else if (round === this.round && step === this.step) this.done(from);
  }

  private later(): void {
    const millis = this.pace();
    this.process.after(millis ?? IDLE_MILLIS, () => {
      if (this.host.isStopped) return;
      if (this.pace() !== undefined) {
        this.round++;
        this.begin(0);
      }
      this.later();
    });
  }

  private begin(step: number): void {
    this.step = step;
    this.waitsFor = new Set(Array.from({ length: this.shardCount }, (_, shard) => shard));
    const { round } = this;
    for (const shard of [...this.waitsFor]) {
      if (shard === CONDUCTOR) {
        this.take(round, step, () => {
          if (round === this.round && step === this.step) this.done(CONDUCTOR);
        });
      } else this.host.say(shard, ['do', round, step]);
    }
  }

  private done(shard: number): void {
    this.waitsFor.delete(shard);
    if (this.waitsFor.size === 0 && this.step + 1 < CHECKPOINT_STEPS.length) this.begin(this.step + 1);
  }

  private take(round: number, step: number, done: () => void): void {
    if (this.lastRound > round) return;
    this.lastRound = round;
    this.host.checkpoint(CHECKPOINT_STEPS[step]!).then(done, () => undefined);
  }
}
