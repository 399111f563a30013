/** Assigns the numbers under which the results of standing queries are kept. Default: their own. */
import type { StandingResult } from '@weir/standing';
import { RecentRoots } from './recent-roots.js';
import type { ResultGatherer } from './result-gatherer.js';

export interface FilingRule {
  /** `null`: the results are dropped. */
  readonly number: number | null;
  /** Second number under which copies are kept. */
  readonly copies?: number | undefined;
  /** Whether results include the nodes to which they belong. */
  readonly withRoots?: boolean | undefined;
}

export class ResultFiling {
  /** Nodes with recently reported results. */
  readonly recentRoots = new RecentRoots();
  private readonly rules = new Map<number, FilingRule>();

  /** @param rule `undefined`: results are filed under their own number again. */
  set(query: number, rule: FilingRule | undefined): void {
    if (rule === undefined) this.rules.delete(query);
    else this.rules.set(query, rule);
  }

  /** @param readAt when the record that caused the result was read; 0 if unknown. */
  add(result: StandingResult, gatherer: ResultGatherer, readAt: number): void {
    this.recentRoots.note(result);
    const rule = this.rules.size === 0 ? undefined : this.rules.get(result.query);
    if (rule === undefined) {
      gatherer.add(result, result.query, false, readAt);
      return;
    }
    const { number, copies, withRoots } = rule;
    if (number !== null) gatherer.add(result, number, withRoots, readAt);
    if (copies !== undefined) gatherer.add(result, copies);
  }
}
