/** The replacements that are under way on a worker, by the number of the plan that comes. */
import type { ResultBatch } from '@weir/graph';
import type { StandingPlan } from '@weir/standing';
import type { CutExchange } from './exchange.js';
import { WorkerReplacement, type ReplacementPorts, type ReplacementStep } from './worker-replacement.js';

export class WorkerReplacements {
  private readonly byPlan = new Map<number, WorkerReplacement>();

  /** @param planOf throws when a plan is not known. */
  constructor(
    private readonly ports: ReplacementPorts,
    private readonly planOf: (number: number) => StandingPlan,
  ) {}

  /** Of one that has begun. */
  of(after: number): WorkerReplacement {
    const replacement = this.byPlan.get(after);
    if (replacement === undefined) throw new Error(`no replacement by the plan ${after} is under way`);
    return replacement;
  }

  async run(step: ReplacementStep, exchange: CutExchange, log: number): Promise<void> {
    const { after } = exchange;
    if (step === 'begin' || step === 'resume') {
      this.byPlan.set(after, new WorkerReplacement(exchange, this.ports));
    }
    if (step === 'undo') {
      this.byPlan.get(after)?.undo(log);
      this.byPlan.delete(after);
      return;
    }
    const replacement = this.of(after);
    switch (step) {
      case 'begin':
        return replacement.begin(log);
      case 'inherit':
        replacement.inherit();
        return;
      case 'collect':
        return replacement.collect(this.planOf(exchange.before));
      case 'hold':
        return replacement.hold();
      case 'resume':
        return replacement.resume();
      case 'sort':
        return replacement.sort(exchange);
      case 'release':
        return replacement.release(exchange, log);
      case 'forget':
        replacement.end();
        this.byPlan.delete(after);
    }
  }

  get isEmpty(): boolean {
    return this.byPlan.size === 0;
  }

  /** @returns whether the batch is not for consumers. */
  keep(batch: ResultBatch): boolean {
    for (const replacement of this.byPlan.values()) {
      if (!replacement.keeps(batch.query)) continue;
      replacement.keep(batch);
      return true;
    }
    return false;
  }
}
