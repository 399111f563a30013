/** Under which numbers the results of standing queries are kept: their own, unless told otherwise. */
import type { StandingResult } from '@weir/standing';
import { RecentRoots } from './recent-roots.js';
import type { ResultGatherer } from './result-gatherer.js';

export interface FilingRule {
  /** `null`: they are dropped. */
  readonly number: number | null;
  /** They are kept under this one too. */
  readonly copies?: number | undefined;
  /** With the nodes that they stand on. */
  readonly withRoots?: boolean | undefined;
}

export class ResultFiling {
  /** Where results were reported lately. */
  readonly recentRoots = new RecentRoots();
  private readonly rules = new Map<number, FilingRule>();

  /** @param rule `undefined`: under their own number again. */
  set(query: number, rule: FilingRule | undefined): void {
    if (rule === undefined) this.rules.delete(query);
    else this.rules.set(query, rule);
  }

  add(result: StandingResult, gatherer: ResultGatherer): void {
    this.recentRoots.note(result);
    const rule = this.rules.size === 0 ? undefined : this.rules.get(result.query);
    if (rule === undefined) {
      gatherer.add(result);
      return;
    }
    const { number, copies, withRoots } = rule;
    if (number !== null) gatherer.add(result, number, withRoots);
    if (copies !== undefined) gatherer.add(result, copies);
  }
}
