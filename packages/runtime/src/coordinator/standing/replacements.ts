/** Replaces the patterns of standing queries under their names: see exchange.ts. */
import { type Environment, type SerialQueue, WeirError } from '@weir/platform';
import type { QueryNumbers } from './query-numbers.js';
import type { RegisteredQuery, StandingGeneration } from './registered-query.js';
import type { StoredStanding } from '@weir/contract';
import { type CutExchange, type Exchange, numbersOf } from '../../contract/exchange.js';
import { ComparisonProgress } from '../../replacement/comparison-progress.js';
import type { ReplacementSteps } from '../../replacement/replacement-steps.js';

/** Delay before a replacement that failed at its end is retried. */
const FINISH_RETRY_MILLIS = 1000;

export interface ReplacementsDependencies {
  readonly steps: ReplacementSteps;
  readonly numbers: QueryNumbers;
  readonly environment: Environment;
  /** Serializes changes of the registry. */
  readonly changes: SerialQueue;
  /** @returns the plan's columns. */
  registerPlan(plan: number, definition: StoredStanding, log: number): Promise<readonly string[]>;
  removePlan(plan: number): Promise<void>;
  isRegistered(query: RegisteredQuery): boolean;
  /** Makes the registry durable. */
  save(): Promise<void>;
  /** Makes the order of all results so far durable. */
  keepOrder(): Promise<void>;
}

export class Replacements {
  private isClosed = false;

  constructor(private readonly dependencies: ReplacementsDependencies) {}

  /**
   * Replaces the pattern. One write to the registry switches the name: until then the old plan has it, and state of the
   * new one belongs to no query. From then on the new plan has it, and the difference is reported, possibly a second
   * time after a crash.
   */
  replace(query: RegisteredQuery, definition: StoredStanding): Promise<void> {
    const { changes, numbers, isRegistered } = this.dependencies;
    return changes.run(async () => {
      if (!isRegistered(query)) {
        throw new WeirError('standing.not-found', `There is no standing query named '${query.name}'`);
      }
      const exchange: Exchange = {
        before: query.plan,
        after: numbers.take(),
        copies: numbers.take(),
        found: numbers.take(),
        sortedBefore: numbers.take(),
        sortedAfter: numbers.take(),
      };
      await numbers.leave(numbersOf(exchange));
      try {
        await this.prepare(query, definition, exchange);
      } catch (error) {
        if (query.plan === exchange.before) await this.undo(exchange, query.number);
        throw error;
      }
      await this.finish(query);
    });
  }

  /** Reports the rest of the difference after a cut. Rejects if the store fails, and is retried later. */
  async finish(query: RegisteredQuery): Promise<void> {
    const { number, exchange, generations } = query;
    if (exchange === undefined) return;
    const { before, after } = exchange;
    const { steps, numbers, changes, environment, removePlan, keepOrder } = this.dependencies;
    try {
      const comparesRows = sameColumns(generations.get(before)!, generations.get(after)!);
      await removePlan(before);
      const progress = new ComparisonProgress(environment, query.name);
      await steps.finish(exchange, number, comparesRows, keepOrder, results => progress.add(results));
      query.exchange = undefined;
      await numbers.leave(numbersOf(exchange));
      await numbers.forget(numbersOf(exchange));
    } catch (error) {
      environment.logger.log('error', 'the difference of a replacement could not be reported yet', {
        standingQuery: query.name,
        error: WeirError.from(error).message,
      });
      environment.scheduler.after(FINISH_RETRY_MILLIS, () => {
        if (!this.isClosed) changes.run(() => this.finish(query)).catch(() => undefined);
      });
      throw error;
    }
  }

  /** Stops retries. */
  close(): void {
    this.isClosed = true;
  }

  private async prepare(
    query: RegisteredQuery,
    definition: StoredStanding,
    exchange: Exchange,
  ): Promise<void> {
    const { after } = exchange;
    const { steps, environment, registerPlan } = this.dependencies;
    const columns = await registerPlan(after, definition, after);
    await steps.prepare(exchange, query.number, sameColumns(query.columns, columns));
    const { clock, logger } = environment;
    const start = clock.now();
    await steps.cut(exchange, query.number, cut =>
      this.keepCut(query, { plan: after, definition, columns }, cut),
    );
    logger.log('info', 'a standing query was replaced', {
      standingQuery: query.name,
      writersWaitedMillis: clock.now() - start,
    });
  }

  private async keepCut(query: RegisteredQuery, next: StandingGeneration, cut: CutExchange): Promise<void> {
    const { plan, definition, columns } = query;
    this.dependencies.numbers.keep(numbersOf(cut));
    query.continueAs(next, cut);
    try {
      await this.dependencies.save();
    } catch (error) {
      query.continueAs({ plan, definition, columns }, undefined);
      query.generations.delete(next.plan);
      throw error;
    }
  }

  private async undo(exchange: Exchange, log: number): Promise<void> {
    const { steps, numbers, removePlan } = this.dependencies;
    await removePlan(exchange.after);
    await steps.undo(exchange, log);
    await numbers.leave(numbersOf(exchange));
    await numbers.forget(numbersOf(exchange));
  }
}

function sameColumns(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((column, i) => column === other[i]);
}
