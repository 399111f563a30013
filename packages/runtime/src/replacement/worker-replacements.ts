/** The replacements in progress on a worker, keyed by the number of the new plan. */
import type { ResultBatch } from '@weir/graph';
import type { NodeId } from '@weir/model';
import type { ResultName, StandingPlan } from '@weir/standing';
import type { CutExchange } from '../contract/exchange.js';
import type {
  ComparedResult,
  ReplacementService,
  ReplacementStep,
  StandingDifference,
} from '../contract/replacement-service.js';
import type { WriteGate } from '../flow/write-gate.js';
import { differenceResults } from './standing-difference.js';
import { WorkerReplacement, type WorkerReplacementOptions } from './worker-replacement.js';

export class WorkerReplacements implements ReplacementService {
  private readonly byPlan = new Map<number, WorkerReplacement>();

  /** @param planOf throws if the plan is unknown. */
  constructor(
    private readonly options: WorkerReplacementOptions,
    private readonly gate: WriteGate,
    private readonly planOf: (number: number) => StandingPlan,
  ) {}

  pauseWriters(): Promise<void> {
    return this.gate.pause();
  }

  async resumeWriters(): Promise<void> {
    this.gate.resume();
  }

  async run(step: ReplacementStep, exchange: CutExchange, log: number): Promise<void> {
    const { after } = exchange;
    if (step === 'begin' || step === 'resume') {
      this.byPlan.set(after, new WorkerReplacement(exchange, this.options));
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

  async cut(after: number): Promise<CutExchange['cut']> {
    return this.of(after).cut();
  }

  async compared(after: number, shard: number, side: 'before' | 'after'): Promise<readonly ComparedResult[]> {
    return this.of(after).next(shard, side);
  }

  async rename(after: number, names: readonly (readonly [node: NodeId, name: ResultName])[]): Promise<void> {
    await this.of(after).rename(names);
  }

  async addDifference(
    log: number,
    before: number,
    plan: number,
    difference: StandingDifference,
  ): Promise<void> {
    const results = differenceResults(difference, before, plan);
    await this.options.graph.standing.addResults(results, log);
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

  private of(after: number): WorkerReplacement {
    const replacement = this.byPlan.get(after);
    if (replacement === undefined) throw new Error(`no replacement by the plan ${after} is in progress`);
    return replacement;
  }
}
